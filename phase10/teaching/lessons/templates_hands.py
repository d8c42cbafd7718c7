"""Templates of items on hands and useful cards: L05, L06, L07, L09, L10, L11."""

from __future__ import annotations

from fractions import Fraction
from math import comb, isqrt
from typing import Final

from phase10.game.cards import COLORS, STANDARD_DECK
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import NORMAL_95, POINT_ROWS
from phase10.teaching.lessons.codes import Stream
from phase10.teaching.lessons.experiment import SIZE
from phase10.teaching.lessons.items import Draft, Mistake, Template, Word
from phase10.teaching.lessons.templates_cards import OF_COLOR, OF_NUMBER, WILDS, event

__all__ = ["TEMPLATES"]

UNSEEN: Final = SIZE - 10 - 1
"""Cards not seen by who holds ten and sees the card turned up."""


def _some(stream: Stream) -> Draft:
    word, marked = event(stream, "wild number skip")
    cards = stream.between(4, 10)
    return _at_least_one(word, marked, SIZE, cards)


def _some_of_few(stream: Stream) -> Draft:
    return _at_least_one(Word("red"), stream.between(2, 4), 12, stream.between(2, 4))


def _at_least_one(word: Word, marked: int, deck: int, cards: int) -> Draft:
    answer = chance.at_least_one(marked, deck, cards)
    return Draft(
        {
            "event": word,
            "marked": marked,
            "deck": deck,
            "cards": cards,
            "rest": deck - marked,
            "none": 1 - answer,
        },
        answer,
        (
            Mistake("average", "average-is-chance", Fraction(cards * marked, deck)),
            Mistake("returned", "replace-vs-not", 1 - Fraction(deck - marked, deck) ** cards),
            Mistake("opposite", "opposite", 1 - answer),
            Mistake("one_draw", "forgotten-cards", Fraction(marked, deck)),
        ),
    )


def _exactly(stream: Stream) -> Draft:
    deck, marked = 12, stream.between(3, 5)
    cards = stream.between(3, 5)
    hits = stream.between(1, 2)
    ways = comb(marked, hits) * comb(deck - marked, cards - hits)
    answer = Fraction(ways, comb(deck, cards))
    p = Fraction(marked, deck)
    more = sum(chance.hypergeometric(marked, deck, cards).get(k, 0) for k in range(hits, cards + 1))
    return Draft(
        {
            "deck": deck,
            "marked": marked,
            "cards": cards,
            "hits": hits,
            "rest": deck - marked,
            "others": cards - hits,
            "ways": ways,
            "hands": comb(deck, cards),
        },
        answer,
        (
            Mistake("more", "double-counting", Fraction(more)),
            Mistake("alone", "forgotten-cards", Fraction(comb(marked, hits), comb(deck, cards))),
            Mistake("returned", "replace-vs-not", chance.binomial(cards, p)[hits]),
            Mistake("one_order", "order-matters", answer / comb(cards, hits)),
        ),
    )


def _mean_marked(stream: Stream) -> Draft:
    word, marked = event(stream)
    cards = stream.between(5, 12)
    answer = Fraction(cards * marked, SIZE)
    return Draft(
        {"event": word, "marked": marked, "deck": SIZE, "cards": cards, "rest": SIZE - marked},
        answer,
        (
            Mistake("chance", "average-is-chance", chance.at_least_one(marked, SIZE, cards)),
            Mistake("kinds", "equal-chance", Fraction(cards, 3)),
            Mistake("rest", "part-to-part", Fraction(cards * marked, SIZE - marked)),
        ),
    )


def _within(stream: Stream) -> Draft:
    outs, draws = stream.between(6, 30), stream.between(2, 5)
    answer = chance.within(UNSEEN, outs, draws)
    p = Fraction(outs, UNSEEN)
    return Draft(
        {"unseen": UNSEEN, "outs": outs, "draws": draws, "rest": UNSEEN - outs, "none": 1 - answer},
        answer,
        (
            Mistake("added", "add-instead-of-complement", draws * p),
            Mistake("opposite", "opposite", 1 - answer),
            Mistake("one_draw", "forgotten-cards", p),
            Mistake("returned", "replace-vs-not", 1 - (1 - p) ** draws),
        ),
    )


def _mean_wait(stream: Stream) -> Draft:
    outs = stream.between(4, 30)
    unseen = UNSEEN - stream.between(0, 12)
    return Draft(
        {"unseen": unseen, "outs": outs, "more": unseen + 1, "heaps": outs + 1},
        chance.wait(unseen, outs),
        (
            Mistake("returned", "replace-vs-not", Fraction(unseen, outs)),
            Mistake("middle", "equal-chance", Fraction(unseen + 1, 2)),
            Mistake("half", "add-instead-of-complement", Fraction(unseen, 2 * outs)),
        ),
    )


def _count_outs(stream: Stream) -> Draft:
    number, held, seen = stream.between(1, 12), stream.between(2, 3), stream.between(0, 1)
    wilds = stream.between(0, 2)
    natural = OF_NUMBER - held - seen
    outs = natural + WILDS - wilds
    return Draft(
        {
            "number": Word(f"number{number}"),
            "held": held,
            "seen": seen,
            "wilds": wilds,
            "natural": natural,
            "wild_outs": WILDS - wilds,
            "outs": outs,
            "unseen": UNSEEN,
        },
        Fraction(outs, UNSEEN),
        (
            Mistake("no_wilds", "forgotten-cards", Fraction(natural, UNSEEN)),
            Mistake("all", "replace-vs-not", Fraction(OF_NUMBER + WILDS, SIZE)),
            Mistake("rest", "part-to-part", Fraction(outs, UNSEEN - outs)),
        ),
    )


def _wild_if_useful(stream: Stream) -> Draft:
    natural, wilds = 8 * stream.between(1, 3) - stream.between(0, 3), WILDS - stream.between(0, 3)
    outs = natural + wilds
    return Draft(
        {"natural": natural, "wilds": wilds, "outs": outs, "unseen": UNSEEN},
        Fraction(wilds, outs),
        (
            Mistake("turned", "inverse", Fraction(1)),
            Mistake("all", "base-rate", Fraction(wilds, UNSEEN)),
            Mistake("half", "equal-chance", Fraction(1, 2)),
            Mistake("rest", "part-to-part", Fraction(wilds, natural)),
        ),
    )


def _number_if_color(stream: Stream) -> Draft:
    color, number = Word(stream.choice(COLORS)), stream.between(1, 12)
    seen, others = stream.between(0, 1), stream.between(1, 6)
    both, of_color = STANDARD_DECK.copies - seen, OF_COLOR - seen - others
    of_number = OF_NUMBER - seen
    cards = STANDARD_DECK.colors * OF_COLOR - seen - others
    return Draft(
        {
            "color": color,
            "number": Word(f"number{number}"),
            "seen": seen,
            "others": others,
            "of_both": both,
            "of_color": of_color,
            "of_number": of_number,
            "cards": cards,
        },
        Fraction(both, of_color),
        (
            Mistake("turned", "inverse", Fraction(both, of_number)),
            Mistake("all", "base-rate", Fraction(of_number, cards)),
            Mistake("joint", "conjunction", Fraction(both, cards)),
            Mistake("full", "forgotten-cards", Fraction(STANDARD_DECK.copies, OF_COLOR)),
        ),
    )


def _needed(stream: Stream) -> Draft:
    p = stream.choice([Fraction(1, 2), Fraction(1, 4), Fraction(1, 5), Fraction(1, 10)])
    points = stream.choice([1, 2, 4, 5])
    error = Fraction(points, 100)
    spread = p * (1 - p)
    exact = NORMAL_95**2 * spread / error**2
    root = isqrt(exact.numerator // exact.denominator)
    return Draft(
        {"p": p, "points": points, "error": error, "spread": spread},
        Fraction(chance.needed_trials(p, error)),
        (
            Mistake("linear", "small-sample", Fraction(root)),
            Mistake("no_95", "small-sample", Fraction(-(-spread // error**2))),
            Mistake("whole", "small-sample", Fraction(chance.needed_trials(p, 2 * error))),
            Mistake("percent", "equal-chance", Fraction(100 // points)),
        ),
    )


def _band(stream: Stream) -> Draft:
    times, points = stream.between(2, 6), stream.choice([2, 3, 4, 5, 6])
    trials = 100 * stream.between(1, 9)
    return Draft(
        {"times": times, "square": times**2, "points": points, "trials": trials,
         "more": trials * times**2},
        Fraction(points, times),
        (
            Mistake("linear", "small-sample", Fraction(points, times**2)),
            Mistake("same", "small-sample", Fraction(points)),
            Mistake("grows", "opposite", Fraction(points * times)),
        ),
    )  # fmt: skip


def _card_mean(stream: Stream) -> Draft:
    low, high, wilds = stream.between(3, 6), stream.between(1, 3), stream.between(1, 2)
    cards = low + high + wilds
    small, large, _, wild = (points for points, _ in POINT_ROWS)
    total = low * small + high * large + wilds * wild
    numbers = Fraction(low * small + high * large, low + high)
    return Draft(
        {"low": low, "high": high, "wilds": wilds, "cards": cards, "total": total},
        Fraction(total, cards),
        (
            Mistake("kinds", "equal-chance", Fraction(small + large + wild, 3)),
            Mistake("numbers", "forgotten-cards", numbers),
            Mistake("common", "mean-is-certain", Fraction(small)),
        ),
    )


def _hand_mean(stream: Stream) -> Draft:
    cards = stream.between(2, 9)
    one = Fraction(sum(points * count for points, count in POINT_ROWS), SIZE)
    kinds = Fraction(sum(points for points, _ in POINT_ROWS), len(POINT_ROWS))
    numbers = Fraction(sum(points * count for points, count in POINT_ROWS[:2]), SIZE - 12)
    return Draft(
        {"cards": cards, "one": one, "total": one * SIZE, "deck": SIZE},
        cards * one,
        (
            Mistake("kinds", "equal-chance", cards * kinds),
            Mistake("common", "mean-is-certain", Fraction(cards * POINT_ROWS[0][0])),
            Mistake("numbers", "forgotten-cards", cards * numbers),
        ),
    )


def _two_plans(stream: Stream) -> Draft:
    wilds = stream.between(0, 3)
    open_seen, gap_seen = stream.between(0, 3), stream.between(0, 2)
    open_numbers, gap_numbers = 2 * OF_NUMBER - open_seen, OF_NUMBER - gap_seen
    left = WILDS - wilds
    outs, fewer = open_numbers + left, gap_numbers + left
    return Draft(
        {
            "open_numbers": open_numbers,
            "gap_numbers": gap_numbers,
            "wilds": left,
            "open": outs,
            "gap": fewer,
            "unseen": UNSEEN,
        },
        Fraction(outs, fewer),
        (
            Mistake("no_wilds", "forgotten-cards", Fraction(open_numbers, gap_numbers)),
            Mistake("turned", "inverse", Fraction(fewer, outs)),
            Mistake("same", "equal-chance", Fraction(1)),
        ),
    )


def _expected_cost(stream: Stream) -> Draft:
    outs = stream.between(8, 30)
    p = Fraction(outs, UNSEEN)
    paid = 5 * stream.between(0, 3)
    lost = 5 * stream.between(8, 16)
    answer = p * paid + (1 - p) * lost
    return Draft(
        {"outs": outs, "unseen": UNSEEN, "rest": UNSEEN - outs, "paid": paid, "lost": lost},
        answer,
        (
            Mistake("happened", "outcome-bias", Fraction(paid)),
            Mistake("feared", "outcome-bias", Fraction(lost)),
            Mistake("half", "equal-chance", Fraction(paid + lost, 2)),
            Mistake("turned", "opposite", (1 - p) * paid + p * lost),
        ),
    )


TEMPLATES: Final = (
    Template("L05.some", "chance", _some),
    Template("L05.some_of_few", "chance", _some_of_few),
    Template("L05.exactly", "chance", _exactly),
    Template("L05.mean_marked", "value", _mean_marked),
    Template("L06.within", "chance", _within),
    Template("L06.mean_wait", "value", _mean_wait),
    Template("L06.count_outs", "chance", _count_outs),
    Template("L07.wild_if_useful", "chance", _wild_if_useful),
    Template("L07.number_if_color", "chance", _number_if_color),
    Template("L09.needed", "count", _needed),
    Template("L09.band", "value", _band),
    Template("L10.card_mean", "value", _card_mean),
    Template("L10.hand_mean", "value", _hand_mean),
    Template("L11.two_plans", "value", _two_plans),
    Template("L11.expected_cost", "value", _expected_cost),
)
