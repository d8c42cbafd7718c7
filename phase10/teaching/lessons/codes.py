"""One visible code for a lesson: it rebuilds deals, items, their order and answers everywhere.

``L05-D1-V1-77``: the lesson, the version of the deck, the version of what makes deals and items,
the number. ``L05-D1-V1-77-B`` is version B of its worksheet. All chance comes from the one stream
of :mod:`phase10.game.shuffle`, so that a code means the same for ever.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar

from phase10.game.errors import GameError, NumberError
from phase10.game.shuffle import GAMMA, below, mixed

__all__ = ["DECK_VERSION", "GENERATOR_VERSION", "VERSIONS", "LessonCode", "Stream"]

DECK_VERSION: Final = 1
GENERATOR_VERSION: Final = 1
VERSIONS: Final = "ABCDEF"
"""The versions of a worksheet."""

_SEED: Final = (1 << 63) - 1
_MASK: Final = (1 << 64) - 1
_NAME: Final = re.compile(r"[A-Z][A-Z0-9]{0,11}")
_CODE: Final = re.compile(
    r"([A-Z][A-Z0-9]{0,11})-D([0-9]{1,4})-V([0-9]{1,4})-([0-9]{1,20})(?:-([A-F]))?"
)

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class LessonCode:
    """Name a lesson with its number; ``version`` is A–F for a worksheet, "" elsewhere.

    :class:`GameError` ``lesson.code`` for a name or version that cannot be written,
    :class:`NumberError` ``number.range`` unless 0 ≤ seed < 2^63.

    >>> print(LessonCode.parse(" l05-d1-v1-77-b "))
    L05-D1-V1-77-B
    """

    lesson: str
    seed: int
    version: str = ""

    def __post_init__(self) -> None:
        seed = int(operator.index(self.seed))
        if not 0 <= seed <= _SEED:
            raise NumberError("number.range", what="seed", value=seed, low=0, high=_SEED)
        object.__setattr__(self, "seed", seed)
        if not _NAME.fullmatch(self.lesson) or self.version not in ("", *VERSIONS):
            raise GameError("lesson.code", text=f"{self.lesson} {self.version}".strip())

    @classmethod
    def parse(cls, text: str) -> LessonCode:
        """Read a code of the versions known here; :class:`GameError` ``lesson.code`` if it is not.

        Letters of either case, spaces around it.
        """
        match = _CODE.fullmatch(text.strip().upper())
        if match is None or (int(match[2]), int(match[3])) != (DECK_VERSION, GENERATOR_VERSION):
            raise GameError("lesson.code", text=text)
        return cls(match[1], int(match[4]), match[5] or "")

    def __str__(self) -> str:
        text = f"{self.lesson}-D{DECK_VERSION}-V{GENERATOR_VERSION}-{self.seed}"
        return f"{text}-{self.version}" if self.version else text

    def stream(self, purpose: str) -> Stream:
        """Start the stream of random numbers for a purpose; purposes are independent."""
        state = 0
        for value in (DECK_VERSION, GENERATOR_VERSION, self.seed):
            state = mixed((state + GAMMA + value) & _MASK)
        for value in f"{self.lesson}|{self.version}|{purpose}".encode():
            state = mixed((state + GAMMA + value) & _MASK)
        return Stream(state)


class Stream:
    """Give random numbers one after another; ``state`` is all that there is to save."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, bound: int) -> int:
        """Give a number from 0 to ``bound`` − 1, all equally likely."""
        self.state, number = below(self.state, bound)
        return number

    def happens(self, chance: Fraction) -> bool:
        """Tell whether something of this probability happens."""
        return self.below(chance.denominator) < chance.numerator

    def choice(self, things: Sequence[Thing]) -> Thing:
        """Choose one, all equally likely."""
        return things[self.below(len(things))]

    def between(self, low: int, high: int) -> int:
        """Give a whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def sample(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """Deal ``count`` of the things in the order drawn, none twice."""
        rest = list(things)
        for place in range(count):
            other = place + self.below(len(rest) - place)
            rest[place], rest[other] = rest[other], rest[place]
        return rest[:count]

    def mixed_order(self, things: Sequence[Thing]) -> list[Thing]:
        """Put all things in random order."""
        return self.sample(things, len(things))
