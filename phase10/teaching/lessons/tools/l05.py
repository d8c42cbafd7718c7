"""L05, marked cards in a hand: the hypergeometric distribution of any deck, with deals over it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import ClassVar, Final

from phase10.game.errors import GameError
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import Distribution
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, unknown_act, whole
from phase10.teaching.lessons.tools.typed import kept_state

__all__ = ["DEALS", "MOST_CARDS", "MOST_DEALS", "MOST_HAND", "MarkedCards", "make"]

MOST_CARDS: Final = 200
MOST_HAND: Final = 40
MOST_DEALS: Final = 10_000
DEALS: Final = (1, 100, 1000)


class MarkedCards:
    """Set deck, marked cards and hand; deal hands of them.

    A smaller deck holds fewer marked cards and gives smaller hands; what was set comes back with
    a larger one. ``counts[k]``: the deals with k marked cards; other settings begin anew.
    """

    # At least one wild in ten cards is what is to be predicted.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self.deck, self._marked, self._hand = 108, 8, 10
        self._begin()

    def _begin(self) -> None:
        purpose = f"tool deals {self.deck} {self.marked} {self.hand}"
        self._stream = self._code.stream(purpose)
        self.counts: dict[int, int] = {}

    @property
    def marked(self) -> int:
        """Count the marked cards of the deck."""
        return min(self._marked, self.deck)

    @property
    def hand(self) -> int:
        """Count the cards of a hand."""
        return min(self._hand, self.deck)

    @property
    def deals(self) -> int:
        """Count the deals."""
        return sum(self.counts.values())

    @property
    def distribution(self) -> Distribution:
        """Give the exact chances of each number of marked cards in a hand."""
        return chance.hypergeometric(self.marked, self.deck, self.hand)

    @property
    def some(self) -> Fraction:
        """Compute the chance of at least one marked card."""
        return chance.at_least_one(self.marked, self.deck, self.hand)

    @property
    def mean(self) -> Fraction:
        """Compute the expected number of marked cards."""
        return Fraction(self.hand * self.marked, self.deck)

    @property
    def variance(self) -> Fraction:
        """Compute its variance."""
        return chance.variance(self.distribution)

    def ways(self, found: int) -> int:
        """Count the hands with so many marked cards."""
        return comb(self.marked, found) * comb(self.deck - self.marked, self.hand - found)

    def share(self, found: int) -> Fraction | None:
        """Give the share of deals with so many marked cards; ``None`` before the first deal."""
        return Fraction(self.counts.get(found, 0), self.deals) if self.counts else None

    def act(self, name: str, value: object) -> None:
        """Do ``deck``, ``marked``, ``hand``, ``deal`` (so many hands), ``restart``.

        :class:`GameError` ``tool.drawn`` when no more can be dealt.
        """
        if name == "deck":
            self.deck = whole(value, 1, MOST_CARDS)
        elif name == "marked":
            self._marked = whole(value, 0, self.deck)
        elif name == "hand":
            self._hand = whole(value, 0, min(MOST_HAND, self.deck))
        elif name == "deal":
            self._deal(whole(value, 1, max(DEALS)))
            return
        elif name != "restart":
            raise unknown_act(name)
        self._begin()

    def kept(self) -> dict[str, object]:
        """Give what was set and dealt."""
        return {
            "deck": self.deck,
            "marked": self._marked,
            "hand": self._hand,
            "counts": [[found, self.counts[found]] for found in sorted(self.counts)],
            "state": str(self._stream.state),
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take up what was set, and the deals if they are such as can be dealt."""
        self.deck = kept_whole(kept, "deck", 1, MOST_CARDS, self.deck)
        self._marked = kept_whole(kept, "marked", 0, MOST_CARDS, self._marked)
        self._hand = kept_whole(kept, "hand", 0, MOST_HAND, self._hand)
        self._begin()
        counts, state = kept.get("counts"), kept_state(kept.get("state"))
        if not isinstance(counts, list) or state is None:
            return
        possible = self.distribution
        read: dict[int, int] = {}
        for pair in counts:
            if not isinstance(pair, list) or len(pair) != 2:
                return
            found = kept_whole({"": pair[0]}, "", 0, self.hand, -1)
            count = kept_whole({"": pair[1]}, "", 1, MOST_DEALS, 0)
            if found not in possible or not count or found in read:
                return
            read[found] = count
        if 0 < sum(read.values()) <= MOST_DEALS:
            self.counts, self._stream.state = read, state

    def _deal(self, count: int) -> None:
        if self.deals + count > MOST_DEALS:
            raise GameError("tool.drawn", limit=MOST_DEALS)
        for _ in range(count):
            found = 0
            for dealt in range(self.hand):
                found += self._stream.below(self.deck - dealt) < self.marked - found
            self.counts[found] = self.counts.get(found, 0) + 1


def make(code: LessonCode) -> MarkedCards:
    """Make the interactive."""
    return MarkedCards(code)
