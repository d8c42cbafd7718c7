"""Experiments in which single cards are drawn: L01, L02, L03, L07, L08."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from phase10.game.cards import CARDS, STANDARD_DECK, WILD, Cards
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import Distribution
from phase10.teaching.lessons.codes import Stream
from phase10.teaching.lessons.experiment import DECK, SIZE, Figure, mean_of, share_of

__all__ = [
    "BOTH",
    "FIRST",
    "NEITHER",
    "SECOND",
    "AfterNoWild",
    "ColorAndNumber",
    "NextCard",
    "RepeatedDraws",
    "TwoCards",
]

NEITHER, FIRST, SECOND, BOTH = 0, 1, 2, 3
"""Outcomes of experiments that watch two events."""


@dataclass(frozen=True)
class NextCard:
    """Draw one card of the full deck: another number card, a 7, a wild, a skip."""

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chances of 0 another number, 1 a 7, 2 a wild, 3 a skip."""
        deck = STANDARD_DECK
        seven = deck.colors * deck.copies
        counts = (deck.colors * deck.numbers * deck.copies - seven, seven, deck.wilds, deck.skips)
        return {kind: Fraction(count, deck.size) for kind, count in enumerate(counts)}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the shares of wilds, 7s, skips, and number cards."""
        named = {"wild": (2,), "seven": (1,), "skip": (3,), "number": (0, 1)}
        return tuple(share_of(name, self.distribution, of) for name, of in named.items())

    def trial(self, stream: Stream) -> int:
        """Draw a card."""
        card = CARDS[DECK[stream.below(SIZE)]]
        if card.is_number:
            return int(card.number == 7)
        return 2 if card.is_wild else 3


@dataclass(frozen=True)
class RepeatedDraws:
    """Draw a card ``draws`` times, put back each time; the outcome is the number of wilds."""

    draws: int = 50

    @cached_property
    def distribution(self) -> Distribution:
        """Give the binomial distribution."""
        return chance.binomial(self.draws, Fraction(STANDARD_DECK.wilds, SIZE))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the share of rows in the middle 95 of 100, and the mean number of wilds."""
        low, high = chance.central(self.distribution, Fraction(95, 100))
        middle = share_of("central", self.distribution, range(low, high + 1))
        return (mean_of("wilds", self.distribution), middle)

    def trial(self, stream: Stream) -> int:
        """Draw a row of cards."""
        return sum(DECK[stream.below(SIZE)] == WILD for _ in range(self.draws))


@dataclass(frozen=True)
class AfterNoWild:
    """Draw ``draws`` cards and one more, to see whether it is a wild when none came before.

    ``kept``: drawn cards stay out, else each is put back. Outcomes: 0 a wild came before, 1 none
    before and none now, 2 none before and now a wild.
    """

    draws: int = 20
    kept: bool = True

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chances of the three outcomes."""
        wilds, others = STANDARD_DECK.wilds, SIZE - STANDARD_DECK.wilds
        none = Fraction(1)
        for drawn in range(self.draws):
            gone = drawn if self.kept else 0
            none *= Fraction(others - gone, SIZE - gone)
        now = Fraction(wilds, SIZE - (self.draws if self.kept else 0))
        return {0: 1 - none, 1: none * (1 - now), 2: none * now}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chance of a wild now, among the rows without a wild before."""
        return (share_of("now", self.distribution, [2], [1, 2]),)

    def trial(self, stream: Stream) -> int:
        """Draw the row and the card after it."""
        row = _row(stream, self.draws + 1, kept=self.kept)
        if WILD in row[:-1]:
            return 0
        return 2 if row[-1] == WILD else 1


@dataclass(frozen=True)
class TwoCards:
    """Draw two cards; watch two 7s, and whether the second is a wild while the first lies unseen.

    Outcomes: 0 neither, 1 two 7s, 2 a wild second.
    """

    kept: bool = True

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chances of the three outcomes."""
        gone = 1 if self.kept else 0
        sevens = Fraction(8, SIZE) * Fraction(8 - gone, SIZE - gone)
        wild = Fraction(STANDARD_DECK.wilds, SIZE)
        return {0: 1 - sevens - wild, 1: sevens, 2: wild}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chances of two 7s and of a wild second."""
        return (
            share_of("sevens", self.distribution, [1]),
            share_of("second", self.distribution, [2]),
        )

    def trial(self, stream: Stream) -> int:
        """Draw two cards."""
        first, second = _row(stream, 2, kept=self.kept)
        if second == WILD:
            return 2
        return int(CARDS[first].number == 7 and CARDS[second].number == 7)


def _row(stream: Stream, count: int, *, kept: bool) -> list[int]:
    if kept:
        return stream.sample(DECK, count)
    return [DECK[stream.below(SIZE)] for _ in range(count)]


@dataclass(frozen=True)
class ColorAndNumber:
    """Draw one card: of a color (``FIRST``), with a number (``SECOND``), ``BOTH``, or ``NEITHER``.

    ``seen``: cards that are out of the deck. ``special``: whether wilds and skips are in it.
    """

    color: str = "red"
    number: int = 7
    seen: str = ""
    special: bool = True

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """List the kinds that may be drawn."""
        gone = Cards(self.seen).counts
        last = len(CARDS) if self.special else WILD
        kinds = enumerate(STANDARD_DECK.counts[:last])
        return tuple(kind for kind, copies in kinds for _ in range(copies - gone[kind]))

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chances of the four outcomes."""
        counts = dict.fromkeys((NEITHER, FIRST, SECOND, BOTH), 0)
        for kind in self.cards:
            counts[self._outcome(kind)] += 1
        return {outcome: Fraction(count, len(self.cards)) for outcome, count in counts.items()}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chances of both, of either, of each, and of each given the other."""
        whole = self.distribution
        return (
            share_of("both", whole, [BOTH]),
            share_of("either", whole, [FIRST, SECOND, BOTH]),
            share_of("number", whole, [SECOND, BOTH]),
            share_of("color", whole, [FIRST, BOTH]),
            share_of("number_if_color", whole, [BOTH], [FIRST, BOTH]),
        )

    def trial(self, stream: Stream) -> int:
        """Draw a card."""
        return self._outcome(self.cards[stream.below(len(self.cards))])

    def _outcome(self, kind: int) -> int:
        card = CARDS[kind]
        return FIRST * (card.color == self.color) + SECOND * (card.number == self.number)
