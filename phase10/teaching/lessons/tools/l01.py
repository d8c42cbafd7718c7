"""L01, the deck counter: every card of the deck, grouped in three ways, with marks to count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, Final

from phase10.game.cards import CARDS, COLORS, NUMBERS, STANDARD_DECK, Card
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, one_of, unknown_act, whole

__all__ = ["DECK", "SORTS", "DeckCounter", "Group", "make"]

SORTS: Final = ("number", "color", "kind")
DECK: Final = tuple(card for card in CARDS for _ in range(STANDARD_DECK.counts[card.kind]))
"""The cards of the deck by their places, twins beside each other."""

_KINDS: Final = ("number", "wild", "skip")


@dataclass(frozen=True)
class Group:
    """Hold the places of cards that belong together; ``name``: a number, a color, a kind."""

    name: str
    places: tuple[int, ...]


@dataclass
class DeckCounter:
    """Sort the deck and mark cards in it."""

    # Counting wilds and 7s is the answer to "is a wild or a 7 more likely?".
    after: ClassVar[str] = SIMULATE

    sort: str = "number"
    marked: set[int] = field(default_factory=set)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Divide the deck as it is sorted."""
        names = {
            "number": (*map(str, range(1, NUMBERS + 1)), "wild", "skip"),
            "color": (*COLORS, "wild", "skip"),
            "kind": _KINDS,
        }[self.sort]
        found: dict[str, list[int]] = {name: [] for name in names}
        for place, card in enumerate(DECK):
            found[_group(self.sort, card)].append(place)
        return tuple(Group(name, tuple(places)) for name, places in found.items())

    @property
    def chance(self) -> Fraction:
        """Give m/n: marked cards divided by all cards."""
        return Fraction(len(self.marked), len(DECK))

    def count(self, group: Group) -> int:
        """Count the marked cards of a group."""
        return len(self.marked.intersection(group.places))

    def act(self, name: str, value: object) -> None:
        """Do ``sort``, ``group`` (mark or free all of it), ``card`` (by its place), ``clear``."""
        if name == "sort":
            self.sort = one_of(value, SORTS)
        elif name == "group":
            groups = {group.name: group for group in self.groups}
            group = groups[one_of(value, groups)]
            if self.count(group) == len(group.places):
                self.marked.difference_update(group.places)
            else:
                self.marked.update(group.places)
        elif name == "card":
            self.marked ^= {whole(value, 0, len(DECK) - 1)}
        elif name == "clear":
            self.marked.clear()
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give the order and the marked places."""
        return {"sort": self.sort, "marked": sorted(self.marked)}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take up order and marks."""
        sort, marked = kept.get("sort"), kept.get("marked")
        if isinstance(sort, str) and sort in SORTS:
            self.sort = sort
        if isinstance(marked, list):
            places = (kept_whole({"": place}, "", 0, len(DECK) - 1, -1) for place in marked)
            self.marked = {place for place in places if place >= 0}


def make(code: LessonCode) -> DeckCounter:
    """Make the interactive; there is no chance in it."""
    del code
    return DeckCounter()


def _group(sort: str, card: Card) -> str:
    if not card.is_number:
        return "wild" if card.is_wild else "skip"
    if sort == "kind":
        return "number"
    return str(card.number if sort == "number" else card.color)
