"""L03, the tree of two stages, with a switch: the first card is kept out, or put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, Final

from phase10.game.cards import STANDARD_DECK
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, one_of, unknown_act, whole

__all__ = ["ENDS", "EVENTS", "GAMES", "SIZE", "TwoStages", "make"]

GAMES: Final = ("kept", "returned")
EVENTS: Final = {"wild": 8, "seven": 8, "skip": 4, "number": 96}
"""What may happen at each stage, and how many cards of the deck do it."""
ENDS: Final = ("both", "first", "second", "neither")
"""The ends of the tree from top to bottom: the event comes both times, only first, …"""
SIZE: Final = STANDARD_DECK.size


@dataclass
class TwoStages:
    """Draw two cards; ``shaded``: the ends that are added up.

    ``draws``: how many cards without a wild were drawn before, in the other part of the
    interactive.
    """

    # The switch shows in which of the two games the chance moves, which is to be predicted.
    after: ClassVar[str] = SIMULATE

    game: str = "kept"
    event: str = "wild"
    shaded: set[str] = field(default_factory=set)
    draws: int = 20

    @property
    def most(self) -> int:
        """Count the cards that are no wilds: so many can be drawn without one."""
        return SIZE - EVENTS["wild"]

    def first(self, *, happens: bool) -> Fraction:
        """Give the chance at the first stage."""
        marked = EVENTS[self.event]
        return Fraction(marked if happens else SIZE - marked, SIZE)

    def second(self, *, before: bool, happens: bool) -> Fraction:
        """Give the chance at the second stage, by what happened ``before``."""
        gone = self.game == "kept"
        marked = EVENTS[self.event] - (gone and before)
        size = SIZE - gone
        return Fraction(marked if happens else size - marked, size)

    def end(self, name: str) -> Fraction:
        """Give the chance of an end: the product along its branches."""
        before, happens = name in ("both", "first"), name in ("both", "second")
        return self.first(happens=before) * self.second(before=before, happens=happens)

    @property
    def total(self) -> Fraction:
        """Add the shaded ends."""
        return sum((self.end(name) for name in self.shaded), Fraction(0))

    def now(self, game: str) -> Fraction:
        """Give the chance of a wild after :attr:`draws` cards without one."""
        return Fraction(EVENTS["wild"], SIZE - (self.draws if game == "kept" else 0))

    def act(self, name: str, value: object) -> None:
        """Do ``game``, ``event``, ``end`` (shade it or not), ``draws``."""
        if name == "game":
            self.game = one_of(value, GAMES)
        elif name == "event":
            self.event = one_of(value, EVENTS)
        elif name == "end":
            self.shaded ^= {one_of(value, ENDS)}
        elif name == "draws":
            self.draws = whole(value, 0, self.most)
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give what was set."""
        shaded = [name for name in ENDS if name in self.shaded]
        return {"game": self.game, "event": self.event, "shaded": shaded, "draws": self.draws}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take up what was set."""
        game, event, shaded = kept.get("game"), kept.get("event"), kept.get("shaded")
        if isinstance(game, str) and game in GAMES:
            self.game = game
        if isinstance(event, str) and event in EVENTS:
            self.event = event
        if isinstance(shaded, list):
            self.shaded = {name for name in ENDS if name in shaded}
        self.draws = kept_whole(kept, "draws", 0, self.most, self.draws)


def make(code: LessonCode) -> TwoStages:
    """Make the interactive; its chances are exact."""
    del code
    return TwoStages()
