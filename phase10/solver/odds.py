"""Unseen cards, useful draws and exact chances without replacement, as fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from phase10.game.cards import CARDS, SKIP, Card, Cards, Hand
from phase10.game.errors import CardError, GameError, NumberError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.counting import WaysToComplete, equal_kinds, is_mixed
from phase10.solver.groupings import counts_quickly, missing, useful_kinds

__all__ = [
    "DRAW_LIMIT",
    "DealOdds",
    "DrawOdds",
    "chances_within",
    "chances_within_discards",
    "deal_odds",
    "draw_odds",
    "useful_draws",
]

DRAW_LIMIT: Final = 10


@dataclass(frozen=True)
class DrawOdds:
    """Hold the exact chances of the next draw from the unseen cards.

    ``useful``: unseen copies (> 0) of each card that lowers ``missing``; ``live`` their sum;
    ``unseen``: how many cards are unseen; ``p_next`` the chance that the next draw helps,
    ``p_complete`` that it completes the phase. A complete hand: nothing useful, both chances 1.
    """

    missing: int
    useful: dict[Card, int]
    live: int
    unseen: int
    p_next: Fraction
    p_complete: Fraction


@dataclass(frozen=True)
class DealOdds:
    """Hold an exact count of hands: ``favourable`` of ``total`` complete the phase."""

    favourable: int
    total: int

    @property
    def probability(self) -> Fraction:
        """Give favourable / total."""
        return Fraction(self.favourable, self.total)


def useful_draws(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> dict[Card, int]:
    """Count the unseen copies of each card that would lower ``missing``.

    ``seen``: cards outside the hand that are known not to be drawn; :class:`CardError`
    ``card.too_many`` when hand and seen together exceed the deck. In canonical order.

    >>> useful_draws(Hand("R7 B7 W R3 G3 Y3"), Phase("set:3+set:4"), seen=Cards("W W"))
    {Card.parse('R3'): 1, Card.parse('R7'): 1, Card.parse('B3'): 2, Card.parse('B7'): 1, \
Card.parse('G3'): 1, Card.parse('G7'): 2, Card.parse('Y3'): 1, Card.parse('Y7'): 2, \
Card.parse('W'): 5}
    """
    return _useful(hand, phase, rules, _unseen(hand, rules, seen), missing(hand, phase, rules))


def draw_odds(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> DrawOdds:
    """Compute the exact chances of the next draw: live useful cards of all unseen cards.

    Errors as in :func:`useful_draws`. With no card unseen nothing can be drawn: chance 0.
    """
    unseen = _unseen(hand, rules, seen)
    lacking = missing(hand, phase, rules)
    useful = _useful(hand, phase, rules, unseen, lacking)
    live, cards = sum(useful.values()), sum(unseen)
    if lacking == 0:
        helps = completes = Fraction(1)
    else:
        helps = Fraction(live, cards) if cards else Fraction(0)
        completes = helps if lacking == 1 else Fraction(0)
    return DrawOdds(lacking, useful, live, cards, helps, completes)


def chances_within(
    hand: Hand, phase: Phase, draws: int, rules: Rules = SEED, *, seen: Cards | None = None
) -> tuple[Fraction, ...]:
    """Compute the chance to hold the phase within 1, 2, … ``draws`` blind draws, all cards kept.

    Exact for that model, hence a bound for the game, where a card is discarded each turn. When the
    unseen cards run out, the last chance stays. Where goals mix numbers and colours (see
    :func:`phase10.solver.counting.is_mixed`) only the first draw is computed: one entry.
    :class:`NumberError` ``number.range`` unless 1 ≤ ``draws`` ≤ 10; else as :func:`useful_draws`.

    >>> chances_within(Hand("R1 R2 R3 R4 R5 R6"), Phase("run:7"), 3)
    (Fraction(8, 51), Fraction(88, 303), Fraction(204, 505))
    """
    _check_range("draws", draws, 1, DRAW_LIMIT)
    if is_mixed(phase):
        return (draw_odds(hand, phase, rules, seen=seen).p_complete,)
    return _chances(hand.counts, phase, draws, rules, _unseen(hand, rules, seen))


def chances_within_discards(
    hand: Hand, phase: Phase, draws: int, rules: Rules = SEED, *, seen: Cards | None = None
) -> dict[Card, tuple[Fraction, ...]]:
    """Compute :func:`chances_within` after each possible discard; the discard counts as seen.

    Cards that the phase does not tell apart share one computation.
    """
    _check_range("draws", draws, 1, DRAW_LIMIT)
    unseen = _unseen(hand, rules, seen)
    alike = equal_kinds(phase)
    found: dict[int, tuple[Fraction, ...]] = {}
    result: dict[Card, tuple[Fraction, ...]] = {}
    for card in hand.kinds():
        key = alike[card.kind]
        if key not in found:
            left = hand - card
            if is_mixed(phase):
                odds = draw_odds(
                    left, phase, rules, seen=Cards() + card if seen is None else seen + card
                )
                found[key] = (odds.p_complete,)
            else:
                found[key] = _chances(left.counts, phase, draws, rules, unseen)
        result[card] = found[key]
    return result


def deal_odds(phase: Phase, cards: int = 10, rules: Rules = SEED) -> DealOdds:
    """Count the dealt hands of ``cards`` cards that hold the whole phase, exactly.

    :class:`NumberError` ``number.range`` unless 0 ≤ ``cards`` ≤ the size of the deck;
    :class:`GameError` ``odds.mixed`` where goals mix numbers and colours: too many cases to count.

    >>> deal_odds(Phase("8"))
    DealOdds(favourable=1071555721624, total=38722819230810)
    """
    deck = rules.deck
    _check_range("cards", cards, 0, deck.size)
    if is_mixed(phase):
        raise GameError("odds.mixed", phase=str(phase))
    ways = WaysToComplete(phase, rules, [0] * len(CARDS), deck.counts, cards).by_draws()
    return DealOdds(ways[cards], comb(deck.size, cards))


def _chances(
    held: Sequence[int], phase: Phase, draws: int, rules: Rules, unseen: Sequence[int]
) -> tuple[Fraction, ...]:
    cards = sum(unseen)
    possible = min(draws, cards)
    ways = WaysToComplete(phase, rules, held, unseen, possible).by_draws()
    chances = [Fraction(ways[n], comb(cards, n)) for n in range(possible + 1)]
    return tuple(chances[min(n, possible)] for n in range(1, draws + 1))


def _useful(
    hand: Hand, phase: Phase, rules: Rules, unseen: Sequence[int], lacking: int
) -> dict[Card, int]:
    if lacking == 0:
        return {}
    if not counts_quickly(phase, rules):
        kinds = useful_kinds(hand, phase, rules)
        return {CARDS[kind]: unseen[kind] for kind in kinds if unseen[kind]}
    alike = equal_kinds(phase)
    helps: dict[int, bool] = {}
    for kind, copies in enumerate(unseen):
        if copies and kind != SKIP and alike[kind] not in helps:
            counts = list(hand.counts)
            counts[kind] += 1
            more = Cards.from_counts(counts, rules.deck)
            helps[alike[kind]] = missing(more, phase, rules) < lacking
    return {
        CARDS[kind]: copies
        for kind, copies in enumerate(unseen)
        if copies and helps.get(alike[kind], False)
    }


def _unseen(hand: Hand, rules: Rules, seen: Cards | None) -> list[int]:
    """Count the cards not seen yet, by kind."""
    unseen = []
    gone = seen.counts if seen is not None else (0,) * len(CARDS)
    for kind, most in enumerate(rules.deck.counts):
        count = hand.counts[kind] + gone[kind]
        if count > most:
            raise CardError("card.too_many", card=str(CARDS[kind]), count=count, limit=most)
        unseen.append(most - count)
    return unseen


def _check_range(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise NumberError("number.range", what=what, value=value, low=low, high=high)
