"""Items: a template and random numbers make a question with its exact answer and wrong answers.

Every wrong answer is computed from a named misconception. A draft in which two options read alike
is refused and drawn again, so no answer is right by accident.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from phase10.game.cards import Cards
from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import Stream

__all__ = [
    "DISTRACTORS",
    "LARGEST_DENOMINATOR",
    "Draft",
    "FixedItem",
    "Item",
    "Mistake",
    "Template",
    "Value",
    "Word",
    "make_item",
    "reads_alike",
]

DISTRACTORS: Final = (3, 4)
"""How many wrong answers an item has, at least and at most."""

LARGEST_DENOMINATOR: Final = 9999
"""Answers with a larger denominator are written as decimals, with four places."""

_TRIES: Final = 200
_CLOSEST: Final = Fraction(1, 1000)


@dataclass(frozen=True)
class Word:
    """Stand for a word with its cases, told by the data file of words: ``wild``, ``number7``."""

    key: str


Value = int | Fraction | Cards | Word


@dataclass(frozen=True)
class Mistake:
    """Hold a wrong answer: the key of its explanation, the misconception, what it comes to."""

    name: str
    misconception: str
    value: Fraction


@dataclass(frozen=True)
class Draft:
    """Hold what a template made of random numbers, before it is looked at."""

    values: Mapping[str, Value]
    answer: Fraction
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True)
class Template:
    """Make drafts. ``kind``: ``chance`` (answers from 0 to 1), ``count`` or ``value``."""

    name: str
    kind: str
    draft: Callable[[Stream], Draft]


@dataclass(frozen=True)
class FixedItem:
    """Hold an item whose numbers a teacher wrote down."""

    kind: str
    answer: Fraction
    mistakes: tuple[Mistake, ...]

    def draft(self, _stream: Stream) -> Draft:
        """Give the numbers."""
        return Draft({}, self.answer, self.mistakes)


@dataclass(frozen=True)
class Item:
    """Hold one question. ``options``: all answers in the order shown; ``right``: which is right.

    ``mistakes[i]`` explains option i, ``None`` at the right one.
    """

    template: str
    kind: str
    values: Mapping[str, Value]
    answer: Fraction
    options: tuple[Fraction, ...]
    mistakes: tuple[Mistake | None, ...]

    @property
    def right(self) -> int:
        """Give the place of the right answer among the options."""
        return self.mistakes.index(None)

    @property
    def letter(self) -> str:
        """Give the letter of the right answer."""
        return "abcde"[self.right]


def make_item(template: Template | FixedItem, name: str, stream: Stream) -> Item:
    """Make an item of a template.

    :class:`GameError` ``lesson.collision`` when too many drafts in a row have options that read
    alike, or fewer than three wrong answers: a fault of the template.
    """
    for _ in range(_TRIES):
        draft = template.draft(stream)
        mistakes = _usable(draft, template.kind)
        if mistakes is None:
            continue
        options = [(draft.answer, None), *((mistake.value, mistake) for mistake in mistakes)]
        mixed = stream.mixed_order(options)
        return Item(
            name,
            template.kind,
            draft.values,
            draft.answer,
            tuple(value for value, _ in mixed),
            tuple(mistake for _, mistake in mixed),
        )
    raise GameError("lesson.collision", item=name)


def reads_alike(one: Fraction, other: Fraction) -> bool:
    """Tell whether two answers are, or are shown, too near to each other to be told apart."""
    rounded = max(one.denominator, other.denominator) > LARGEST_DENOMINATOR
    return one == other or (rounded and abs(one - other) < _CLOSEST)


def _usable(draft: Draft, kind: str) -> tuple[Mistake, ...] | None:
    """Give the wrong answers to show; ``None`` where the draft is refused.

    Answers that cannot be (a chance above 1, a negative number) are left out: nobody would believe
    them.
    """
    top = 1 if kind == "chance" else None
    possible = [
        mistake
        for mistake in draft.mistakes
        if mistake.value >= 0 and (top is None or mistake.value <= top)
    ][: DISTRACTORS[1]]
    if len(possible) < DISTRACTORS[0]:
        return None
    values = [draft.answer, *(mistake.value for mistake in possible)]
    for place, value in enumerate(values):
        if any(reads_alike(value, other) for other in values[:place]):
            return None
    return tuple(possible)
