"""L08, the Venn diagram on the deck: two events, and the part of the deck that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from phase10.game.cards import CARDS, COLORS, NUMBERS, STANDARD_DECK, Card
from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, one_of, unknown_act

__all__ = ["EVENTS", "REGIONS", "Venn", "make"]

EVENTS: Final = (*COLORS, *(str(number) for number in range(1, NUMBERS + 1)), "number", "wild",
                 "skip")  # fmt: skip
"""Events by name: a color, a number, a kind of card."""

REGIONS: Final = (
    "first", "second", "both", "either", "first_only", "second_only", "one", "neither",
)  # fmt: skip
"""Parts of the deck by name."""


@dataclass
class Venn:
    """Hold two events ``a`` and ``b``, and the ``region`` that is pointed at."""

    # The counts of "red 7", "7" and "red or 7" are what is to be put in order.
    after: ClassVar[str] = SIMULATE

    a: str = "red"
    b: str = "7"
    region: str = "either"

    def in_a(self, card: Card) -> bool:
        """Tell whether a card belongs to A."""
        return _belongs(self.a, card)

    def in_b(self, card: Card) -> bool:
        """Tell whether a card belongs to B."""
        return _belongs(self.b, card)

    def inside(self, card: Card, region: str | None = None) -> bool:
        """Tell whether a card lies in a region, without one in that pointed at."""
        a, b = self.in_a(card), self.in_b(card)
        return {
            "first": a,
            "second": b,
            "both": a and b,
            "either": a or b,
            "first_only": a and not b,
            "second_only": b and not a,
            "one": a != b,
            "neither": not (a or b),
        }[region or self.region]

    def count(self, region: str) -> int:
        """Count the cards of a region."""
        return sum(STANDARD_DECK.counts[card.kind] for card in self.cards(region))

    def cards(self, region: str) -> tuple[Card, ...]:
        """List the different cards of a region."""
        return tuple(card for card in CARDS if self.inside(card, region))

    def chance(self, region: str) -> Fraction:
        """Compute the chance that the next card lies in a region."""
        return Fraction(self.count(region), STANDARD_DECK.size)

    @property
    def sum(self) -> Fraction:
        """Compute P(A) + P(B) − P(A∩B)."""
        return self.chance("first") + self.chance("second") - self.chance("both")

    def act(self, name: str, value: object) -> None:
        """Do ``a`` or ``b`` (choose an event), ``region``."""
        if name == "a":
            self.a = one_of(value, EVENTS)
        elif name == "b":
            self.b = one_of(value, EVENTS)
        elif name == "region":
            self.region = one_of(value, REGIONS)
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give what was chosen."""
        return {"a": self.a, "b": self.b, "region": self.region}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Choose as before."""
        for name in ("a", "b", "region"):
            try:
                self.act(name, kept.get(name))
            except GameError:
                continue


def _belongs(event: str, card: Card) -> bool:
    if event == "wild":
        return card.is_wild
    if event == "skip":
        return card.is_skip
    if event == "number":
        return card.is_number
    return event in (card.color, str(card.number))


def make(code: LessonCode) -> Venn:
    """Make the interactive; nothing in it depends on the seed."""
    return Venn()
