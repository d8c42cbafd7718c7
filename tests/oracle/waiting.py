"""The waiting game played out over all kinds of cards, slowly: no vectors, no arrays, no order.

Hands are fifty counts; the values are found by improving all of them again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

from phase10.game.cards import KINDS, WILD, Cards
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.groupings import missing

Counts = tuple[int, ...]


def hands(limits: Counts, cards: int) -> Iterator[Counts]:
    """All hands of so many cards that a deck has."""

    def choose(kind: int, left: int) -> Iterator[Counts]:
        if kind == KINDS:
            if left == 0:
                yield ()
            return
        for count in range(min(left, limits[kind]) + 1):
            for rest in choose(kind + 1, left - count):
                yield (count, *rest)

    yield from choose(0, cards)


def deals(hand: Counts, limits: Counts) -> int:
    """How many deals are this hand."""
    return prod(map(comb, limits, hand))


def changed(counts: Counts, kind: int, step: int) -> Counts:
    return (*counts[:kind], counts[kind] + step, *counts[kind + 1 :])


class SlowGame:
    """All hands of a deck, what can be drawn, and what eleven cards, or fewer, hold the phase."""

    def __init__(self, phase: Phase, rules: Rules, cards: int) -> None:
        deck = rules.deck
        self.hands = list(hands(deck.counts, cards))
        self.done = {
            hand: missing(Cards.from_counts(hand, deck), phase, rules) == 0
            for hand in hands(deck.counts, cards + 1)
        }
        self.after = {
            hand: [changed(hand, kind, -1) for kind in range(KINDS) if hand[kind]]
            for hand in self.done
        }
        self.draws = {
            hand: [
                (changed(hand, kind, 1), deck.counts[kind] - hand[kind], kind < WILD)
                for kind in range(KINDS)
                if deck.counts[kind] > hand[kind]
            ]
            for hand in self.hands
        }

    def expected(self, *, offer: bool) -> dict[Counts, float]:
        """The expected turns, by plain value iteration from 0."""
        values = dict.fromkeys(self.hands, 0.0)
        for _ in range(100_000):
            worth = {
                hand: 0.0 if self.done[hand] else min(map(values.__getitem__, left))
                for hand, left in self.after.items()
            }
            new = {hand: 1 + self._turn(hand, worth, offer, min) for hand in self.hands}
            largest = max(abs(new[hand] - values[hand]) for hand in self.hands)
            values = new
            if largest < 1e-13:
                return values
        raise AssertionError("no end")

    def within(self, turns: int, *, offer: bool) -> dict[Counts, Fraction]:
        """The best chances within so many turns, exactly."""
        chances = dict.fromkeys(self.hands, Fraction(0))
        for _ in range(turns):
            worth = {
                hand: Fraction(1) if self.done[hand] else max(map(chances.__getitem__, left))
                for hand, left in self.after.items()
            }
            chances = {hand: self._turn(hand, worth, offer, max) for hand in self.hands}
        return chances

    def _turn(self, hand, worth, offer, best):  # type: ignore[no-untyped-def]
        """The mean over one turn of what the cards are worth after it."""
        draws = self.draws[hand]
        unseen = sum(copies for _, copies, _ in draws)
        blind = sum(copies * worth[more] for more, copies, _ in draws) / unseen
        natural = [(more, copies) for more, copies, is_number in draws if is_number]
        if not offer or not natural:
            return blind
        many = sum(copies for _, copies in natural)
        return sum(copies * best(worth[more], blind) for more, copies in natural) / many
