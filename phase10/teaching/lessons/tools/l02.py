"""L02, the wobble: cards drawn with return from the seed, and a class that draws fifty each.

What was drawn follows from the code of the lesson and from how much was drawn, so that a few
numbers keep everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final

from phase10.game.cards import CARDS, STANDARD_DECK, WILD, Card
from phase10.game.errors import GameError
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import Distribution
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.experiment import DECK, SIZE
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, unknown_act, whole

__all__ = ["CLASSES", "EACH", "LIMIT", "PUPILS", "WILD_CHANCE", "Wobble", "make"]

EACH: Final = 50
"""Draws of one pupil."""
PUPILS: Final = 30
LIMIT: Final = 5000
"""Draws of one's own, at most."""
CLASSES: Final = 1000
STEPS: Final = (1, 10, EACH)
WILD_CHANCE: Final = Fraction(STANDARD_DECK.wilds, SIZE)


class Wobble:
    """Draw with return: ``path[n]`` is the number of wilds among the first n draws.

    ``classes``: how many classes have drawn; ``pupils``: the wilds of each pupil in the last one.
    """

    # The band and the exact counts tell what 95 of 100 pupils get, which is to be predicted.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self._begin()
        self.classes = 0
        self.pupils: tuple[int, ...] = ()

    def _begin(self) -> None:
        self._stream = self._code.stream("tool draws")
        self.path = [0]
        self.last: list[Card] = []

    @property
    def draws(self) -> int:
        """Count the draws."""
        return len(self.path) - 1

    @property
    def wilds(self) -> int:
        """Count the wilds drawn."""
        return self.path[-1]

    @property
    def frequency(self) -> Fraction | None:
        """Give the relative frequency of wilds; ``None`` before the first draw."""
        return Fraction(self.wilds, self.draws) if self.draws else None

    @property
    def pooled(self) -> Fraction | None:
        """Give the relative frequency of wilds of the whole class."""
        return Fraction(sum(self.pupils), EACH * PUPILS) if self.pupils else None

    @cached_property
    def distribution(self) -> Distribution:
        """Give the exact chances of each number of wilds in fifty draws."""
        return chance.binomial(EACH, WILD_CHANCE)

    @property
    def central(self) -> tuple[int, int]:
        """Give the numbers of wilds between which 95 of 100 pupils lie."""
        return chance.central(self.distribution, Fraction(95, 100))

    @property
    def inside(self) -> Fraction:
        """Compute the chance to lie between them."""
        low, high = self.central
        return sum((self.distribution[wilds] for wilds in range(low, high + 1)), Fraction(0))

    def act(self, name: str, value: object) -> None:
        """Do ``draw`` (so many cards), ``class`` (all its pupils draw anew), ``restart``.

        :class:`GameError` ``tool.drawn`` when no more can be drawn.
        """
        if name == "draw":
            count = whole(value, 1, EACH)
            if self.draws + count > LIMIT:
                raise GameError("tool.drawn", limit=LIMIT)
            self._draw(count)
        elif name == "class":
            if self.classes == CLASSES:
                raise GameError("tool.drawn", limit=CLASSES)
            self._class(self.classes + 1)
        elif name == "restart":
            self._begin()
            self.classes, self.pupils = 0, ()
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give how much was drawn."""
        return {"draws": self.draws, "classes": self.classes}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Draw as much again."""
        self._begin()
        self._draw(kept_whole(kept, "draws", 0, LIMIT, 0))
        self._class(kept_whole(kept, "classes", 0, CLASSES, 0))

    def _draw(self, count: int) -> None:
        drawn = [DECK[self._stream.below(SIZE)] for _ in range(count)]
        for kind in drawn:
            self.path.append(self.path[-1] + (kind == WILD))
        self.last = [CARDS[kind] for kind in drawn[-10:]]

    def _class(self, number: int) -> None:
        self.classes = number
        stream = self._code.stream(f"tool class {number}")
        self.pupils = tuple(
            sum(DECK[stream.below(SIZE)] == WILD for _ in range(EACH))
            for _ in range(PUPILS if number else 0)
        )


def make(code: LessonCode) -> Wobble:
    """Make the interactive."""
    return Wobble(code)
