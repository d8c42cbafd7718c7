"""Templates of items on single cards and on counting: L01, L02, L03, L04, L08."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, perm
from typing import Final

from phase10.game.cards import COLORS, STANDARD_DECK
from phase10.teaching.lessons.codes import Stream
from phase10.teaching.lessons.experiment import SIZE
from phase10.teaching.lessons.items import Draft, Mistake, Template, Word

__all__ = ["TEMPLATES", "event"]

WILDS: Final = STANDARD_DECK.wilds
NUMBER_CARDS: Final = STANDARD_DECK.colors * STANDARD_DECK.numbers * STANDARD_DECK.copies
OF_NUMBER: Final = STANDARD_DECK.colors * STANDARD_DECK.copies
OF_COLOR: Final = STANDARD_DECK.numbers * STANDARD_DECK.copies


def event(stream: Stream, kinds: str = "number wild skip color") -> tuple[Word, int]:
    """Choose an event of one card: its word and how many cards of the deck belong to it."""
    kind = stream.choice(kinds.split())
    if kind == "number":
        return Word(f"number{stream.between(1, 12)}"), OF_NUMBER
    if kind == "color":
        return Word(stream.choice(COLORS)), OF_COLOR
    return (Word("wild"), WILDS) if kind == "wild" else (Word("skip"), STANDARD_DECK.skips)


def _bag(stream: Stream) -> Draft:
    red, blue = stream.between(2, 9), stream.between(3, 12)
    total = red + blue
    answer = Fraction(red, total)
    return Draft(
        {"red": red, "blue": blue, "total": total},
        answer,
        (
            Mistake("rest", "part-to-part", Fraction(red, blue)),
            Mistake("opposite", "opposite", 1 - answer),
            Mistake("half", "equal-chance", Fraction(1, 2)),
        ),
    )


def _not_red(stream: Stream) -> Draft:
    red, total = stream.between(2, 9), stream.between(12, 30)
    answer = 1 - Fraction(red, total)
    return Draft(
        {"red": red, "total": total, "rest": total - red},
        answer,
        (
            Mistake("red", "opposite", 1 - answer),
            Mistake("rest", "part-to-part", Fraction(red, total - red)),
            Mistake("half", "equal-chance", Fraction(1, 2)),
        ),
    )


def _next_card(stream: Stream) -> Draft:
    word, marked = event(stream)
    return Draft(
        {"event": word, "marked": marked, "deck": SIZE, "rest": SIZE - marked},
        Fraction(marked, SIZE),
        (
            Mistake("kinds", "equal-chance", Fraction(1, 3)),
            Mistake("rest", "part-to-part", Fraction(marked, SIZE - marked)),
            Mistake("numbers", "forgotten-cards", Fraction(marked, NUMBER_CARDS)),
            Mistake("opposite", "opposite", 1 - Fraction(marked, SIZE)),
        ),
    )


def _numbers_between(stream: Stream) -> Draft:
    low = stream.between(1, 8)
    high = low + stream.between(2, 4)
    numbers = high - low + 1
    marked = numbers * OF_NUMBER
    return Draft(
        {"low": low, "high": high, "numbers": numbers, "marked": marked, "deck": SIZE},
        Fraction(marked, SIZE),
        (
            Mistake("fence", "forgotten-cards", Fraction(marked - OF_NUMBER, SIZE)),
            Mistake("twelve", "equal-chance", Fraction(numbers, STANDARD_DECK.numbers)),
            Mistake("copies", "forgotten-cards", Fraction(marked // 2, SIZE)),
            Mistake("rest", "part-to-part", Fraction(marked, SIZE - marked)),
        ),
    )


def _expected_hits(stream: Stream) -> Draft:
    draws = 27 * stream.between(2, 12)
    answer = Fraction(draws * WILDS, SIZE)
    return Draft(
        {"draws": draws, "marked": WILDS, "deck": SIZE},
        answer,
        (
            Mistake("kinds", "equal-chance", Fraction(draws, 3)),
            Mistake("rest", "part-to-part", Fraction(draws * WILDS, SIZE - WILDS)),
            Mistake("numbers", "forgotten-cards", Fraction(draws * WILDS, NUMBER_CARDS)),
        ),
    )


def _next_after_row(stream: Stream) -> Draft:
    draws = stream.between(5, 40)
    answer = Fraction(WILDS, SIZE)
    return Draft(
        {"draws": draws, "marked": WILDS, "deck": SIZE, "left": SIZE - draws},
        answer,
        (
            Mistake("due", "gambler", 1 - (1 - answer) ** (draws + 1)),
            Mistake("kept", "replace-vs-not", Fraction(WILDS, SIZE - draws)),
            Mistake("never", "small-sample", Fraction(0)),
        ),
    )


def _relative_frequency(stream: Stream) -> Draft:
    draws = 10 * stream.between(4, 30)
    hits = max(2, draws * WILDS // SIZE + stream.between(-2, 6))
    answer = Fraction(hits, draws)
    return Draft(
        {"draws": draws, "hits": hits, "rest": draws - hits},
        answer,
        (
            Mistake("model", "small-sample", Fraction(WILDS, SIZE)),
            Mistake("rest", "part-to-part", Fraction(hits, draws - hits)),
            Mistake("opposite", "opposite", 1 - answer),
        ),
    )


def _next_after_kept(stream: Stream) -> Draft:
    draws = stream.between(5, 40)
    left = SIZE - draws
    gone = Fraction(comb(SIZE - WILDS, draws + 1), comb(SIZE, draws + 1))
    return Draft(
        {"draws": draws, "marked": WILDS, "deck": SIZE, "left": left},
        Fraction(WILDS, left),
        (
            Mistake("returned", "replace-vs-not", Fraction(WILDS, SIZE)),
            Mistake("due", "gambler", 1 - gone),
            Mistake("never", "small-sample", Fraction(0)),
            Mistake("rest", "part-to-part", Fraction(WILDS, left - WILDS)),
        ),
    )


def _two_alike(stream: Stream) -> Draft:
    word, marked = event(stream, "number wild color")
    one, two = Fraction(marked, SIZE), Fraction(marked - 1, SIZE - 1)
    return Draft(
        {"event": word, "marked": marked, "deck": SIZE, "less": marked - 1, "left": SIZE - 1},
        one * two,
        (
            Mistake("returned", "replace-vs-not", one * one),
            Mistake("added", "add-instead-of-complement", one + two),
            Mistake("second", "conjunction", two),
            Mistake("half_way", "forgotten-cards", one * Fraction(marked, SIZE - 1)),
        ),
    )


def _second_unseen(stream: Stream) -> Draft:
    word, marked = event(stream)
    answer = Fraction(marked, SIZE)
    return Draft(
        {"event": word, "marked": marked, "deck": SIZE, "less": marked - 1, "left": SIZE - 1},
        answer,
        (
            Mistake("other", "time-order", Fraction(marked, SIZE - 1)),
            Mistake("same", "time-order", Fraction(marked - 1, SIZE - 1)),
            Mistake("both", "conjunction", answer * answer),
            Mistake("half", "equal-chance", Fraction(1, 2)),
        ),
    )


def _hands(stream: Stream) -> Draft:
    deck, cards = stream.between(6, 14), stream.between(3, 5)
    return Draft(
        {"deck": deck, "cards": cards, "ordered": perm(deck, cards), "orders": factorial(cards)},
        Fraction(comb(deck, cards)),
        (
            Mistake("ordered", "order-matters", Fraction(perm(deck, cards))),
            Mistake("by_cards", "order-matters", Fraction(perm(deck, cards), cards)),
            Mistake("returned", "replace-vs-not", Fraction(deck**cards)),
        ),
    )


def _orders(stream: Stream) -> Draft:
    cards = stream.between(3, 7)
    return Draft(
        {"cards": cards},
        Fraction(factorial(cards)),
        (
            Mistake("none", "order-matters", Fraction(1)),
            Mistake("first", "order-matters", Fraction(cards)),
            Mistake("again", "replace-vs-not", Fraction(cards**cards)),
        ),
    )


def _given_hand(stream: Stream) -> Draft:
    deck, cards = stream.between(7, 14), stream.between(2, 3)
    hands = comb(deck, cards)
    return Draft(
        {"deck": deck, "cards": cards, "hands": hands},
        Fraction(1, hands),
        (
            Mistake("ordered", "order-matters", Fraction(1, perm(deck, cards))),
            Mistake("share", "average-is-chance", Fraction(cards, deck)),
            Mistake("returned", "replace-vs-not", Fraction(1, deck**cards)),
        ),
    )


def _with_card(stream: Stream) -> Draft:
    deck, cards = stream.between(7, 14), stream.between(3, 4)
    return Draft(
        {"deck": deck, "cards": cards, "others": deck - 1, "more": cards - 1},
        Fraction(comb(deck - 1, cards - 1)),
        (
            Mistake("without", "opposite", Fraction(comb(deck - 1, cards))),
            Mistake("all", "forgotten-cards", Fraction(comb(deck, cards))),
            Mistake("ordered", "order-matters", Fraction(perm(deck - 1, cards - 1))),
        ),
    )


def _either(stream: Stream) -> Draft:
    color, low, numbers = _color_and_numbers(stream)
    by_number, both = OF_NUMBER * numbers, STANDARD_DECK.copies * numbers
    values = _named(color, low, numbers)
    total = OF_COLOR + by_number
    return Draft(
        values | {"total": total, "either": total - both},
        Fraction(total - both, SIZE),
        (
            Mistake("twice", "double-counting", Fraction(total, SIZE)),
            Mistake("both", "conjunction", Fraction(both, SIZE)),
            Mistake("one", "forgotten-cards", Fraction(OF_COLOR, SIZE)),
            Mistake("opposite", "opposite", 1 - Fraction(total - both, SIZE)),
        ),
    )


def _both(stream: Stream) -> Draft:
    color, low, numbers = _color_and_numbers(stream)
    by_number, both = OF_NUMBER * numbers, STANDARD_DECK.copies * numbers
    product = Fraction(OF_COLOR, SIZE) * Fraction(by_number, SIZE)
    return Draft(
        _named(color, low, numbers),
        Fraction(both, SIZE),
        (
            Mistake("either", "conjunction", Fraction(OF_COLOR + by_number - both, SIZE)),
            Mistake("sum", "double-counting", Fraction(OF_COLOR + by_number, SIZE)),
            Mistake("product", "forgotten-cards", product),
            Mistake("number", "conjunction", Fraction(by_number, SIZE)),
        ),
    )


def _color_and_numbers(stream: Stream) -> tuple[Word, int, int]:
    numbers = stream.between(2, 4)
    return Word(stream.choice(COLORS)), stream.between(1, 13 - numbers), numbers


def _named(color: Word, low: int, numbers: int) -> dict[str, int | Word]:
    return {
        "color": color,
        "low": low,
        "high": low + numbers - 1,
        "of_color": OF_COLOR,
        "of_number": OF_NUMBER * numbers,
        "of_both": STANDARD_DECK.copies * numbers,
        "deck": SIZE,
    }


TEMPLATES: Final = (
    Template("L01.bag", "chance", _bag),
    Template("L01.not_red", "chance", _not_red),
    Template("L01.next_card", "chance", _next_card),
    Template("L01.numbers_between", "chance", _numbers_between),
    Template("L02.expected_hits", "value", _expected_hits),
    Template("L02.next_after_row", "chance", _next_after_row),
    Template("L02.relative_frequency", "chance", _relative_frequency),
    Template("L03.next_after_kept", "chance", _next_after_kept),
    Template("L03.two_alike", "chance", _two_alike),
    Template("L03.second_unseen", "chance", _second_unseen),
    Template("L04.hands", "count", _hands),
    Template("L04.orders", "count", _orders),
    Template("L04.given_hand", "chance", _given_hand),
    Template("L04.with_card", "count", _with_card),
    Template("L08.either", "chance", _either),
    Template("L08.both", "chance", _both),
)
