"""L07, the two-way table: numbers by colors, two events shaded, seen cards taken out by tapping."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Final

from phase10.game.cards import CARDS, COLORS, NUMBERS, SKIP, STANDARD_DECK, WILD, Card, Cards
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, one_of, unknown_act

__all__ = ["DECKS", "EVENTS", "HAND", "TwoWay", "belongs", "make"]

EVENTS: Final = (
    *COLORS,
    *map(str, range(1, NUMBERS + 1)),
    *("even", "low", "wild", "skip", "helps"),
)
"""Events by their names; ``low``: a number up to 6, ``helps``: a 7 or a wild."""
DECKS: Final = ("numbers", "all")
HAND: Final = Cards("R3 B4 G5 Y6 R8 B9 R12 B12 G12 Y12 G10")
"""The ten cards of the lesson's hand, and the up-card."""

_COUNTS: Final = STANDARD_DECK.counts


class TwoWay:
    """Shade two events in the table; ``counts[kind]``: the cards of a kind that are unseen.

    ``deck``: only the number cards, or all cards.
    """

    # Counting in the table gives P(wild | helped), which is to be predicted.
    after: ClassVar[str] = SIMULATE

    def __init__(self) -> None:
        self.deck = "numbers"
        self.first, self.second = "7", "red"
        self.counts = list(_COUNTS)

    @property
    def kinds(self) -> tuple[int, ...]:
        """List the kinds of cards in the table."""
        return tuple(k for k in range(len(CARDS)) if self.deck == "all" or CARDS[k].is_number)

    @property
    def total(self) -> int:
        """Count the unseen cards."""
        return sum(self.counts[kind] for kind in self.kinds)

    @property
    def seen(self) -> int:
        """Count the cards taken out."""
        return sum(_COUNTS[kind] for kind in self.kinds) - self.total

    def count(self, *events: str) -> int:
        """Count the unseen cards that belong to all the events."""
        return sum(
            self.counts[kind]
            for kind in self.kinds
            if all(belongs(CARDS[kind], event) for event in events)
        )

    @property
    def both(self) -> int:
        """Count the unseen cards in A and B."""
        return self.count(self.first, self.second)

    @property
    def product(self) -> Fraction | None:
        """Compute P(A)·P(B); ``None`` without a card."""
        if not self.total:
            return None
        return Fraction(self.count(self.first) * self.count(self.second), self.total**2)

    @property
    def independent(self) -> bool | None:
        """Tell whether P(A∩B) = P(A)·P(B), exactly."""
        return None if self.product is None else Fraction(self.both, self.total) == self.product

    def act(self, name: str, value: object) -> None:
        """Do ``deck``, ``first``, ``second``, ``swap``, ``card``, ``hand``, ``reset``.

        ``card``: one of a kind is seen; when none is left, all of them are put back. ``hand``: the
        cards of :data:`HAND` are seen, and no others.
        """
        if name == "deck":
            self.deck = one_of(value, DECKS)
        elif name == "first":
            self.first = one_of(value, EVENTS)
        elif name == "second":
            self.second = one_of(value, EVENTS)
        elif name == "swap":
            self.first, self.second = self.second, self.first
        elif name == "card":
            kind = Card.parse(one_of(value, map(str, CARDS))).kind
            self.counts[kind] = self.counts[kind] - 1 if self.counts[kind] else _COUNTS[kind]
        elif name in ("hand", "reset"):
            self.counts = list(_COUNTS)
            for card in HAND if name == "hand" else ():
                self.counts[card.kind] -= 1
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give what was set, and the kinds of which cards were seen."""
        left = {str(CARDS[k]): n for k, n in enumerate(self.counts) if n != _COUNTS[k]}
        return {"deck": self.deck, "first": self.first, "second": self.second, "left": left}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take up what was set."""
        deck, first, second = (kept.get(name) for name in ("deck", "first", "second"))
        self.deck = deck if isinstance(deck, str) and deck in DECKS else self.deck
        self.first = first if isinstance(first, str) and first in EVENTS else self.first
        self.second = second if isinstance(second, str) and second in EVENTS else self.second
        left = kept.get("left")
        if isinstance(left, Mapping):
            self.counts = [
                kept_whole(left, str(CARDS[kind]), 0, count, count)
                for kind, count in enumerate(_COUNTS)
            ]


def belongs(card: Card, event: str) -> bool:
    """Tell whether a card belongs to one of :data:`EVENTS`."""
    if event in ("wild", "skip"):
        return card.kind == (WILD if event == "wild" else SKIP)
    if event == "helps":
        return card.is_wild or card.number == 7
    if event in COLORS:
        return card.color == event
    if card.number is None:
        return False
    if event == "even":
        return card.number % 2 == 0
    return card.number <= 6 if event == "low" else card.number == int(event)


def make(code: LessonCode) -> TwoWay:
    """Make the interactive; its counts are exact."""
    del code
    return TwoWay()
