"""Worksheets: a lesson, a number and a version make the same questions and key everywhere.

Versions A–F ask the same kinds of questions in the same order, with other numbers and other orders
of the answers, so that neighbours cannot copy and results can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from phase10.game.errors import GameError, NumberError
from phase10.teaching.lessons.codes import VERSIONS, LessonCode
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.items import Item, Mistake, make_item
from phase10.teaching.lessons.reading import lesson as _lesson
from phase10.teaching.lessons.reading import template_of

__all__ = ["QUESTIONS", "QUESTION_LIMIT", "Worksheet", "check", "make_worksheet"]

QUESTIONS: Final = 8
QUESTION_LIMIT: Final = 20
_TRIES: Final = 50


@dataclass(frozen=True)
class Worksheet:
    """Hold a worksheet. The first ``recalled`` questions come from older lessons."""

    lesson: Lesson
    code: LessonCode
    items: tuple[Item, ...]
    recalled: int

    @property
    def key(self) -> str:
        """Give the letters of the right answers, in order."""
        return "".join(item.letter for item in self.items)


def make_worksheet(
    lesson: Lesson, seed: int, version: str = "A", questions: int = QUESTIONS
) -> Worksheet:
    """Make a worksheet: the lesson's recall first, then its own items in turn.

    Raises :class:`GameError` ``worksheet.version`` for another version than A–F,
    :class:`NumberError` ``number.range`` for a seed or a number of questions out of range.
    """
    if version.upper() not in tuple(VERSIONS):
        raise GameError("worksheet.version", text=version)
    if not 1 <= questions <= QUESTION_LIMIT:
        raise NumberError(
            "number.range", what="questions", value=questions, low=1, high=QUESTION_LIMIT
        )
    code = LessonCode(lesson.id, seed, version.upper())
    recalled = min(len(lesson.recall), questions // 3)
    own = [name for name in lesson.items if name not in lesson.recall]
    own = own or [lesson.exit, lesson.transfer]
    names = [*lesson.recall[:recalled], *(own[i % len(own)] for i in range(questions - recalled))]
    items: list[Item] = []
    for place, name in enumerate(names):
        items.append(_new(lesson, code, name, place, items))
    return Worksheet(lesson, code, tuple(items), recalled)


def check(
    code: str, question: int, letter: str, lesson: Lesson | None = None
) -> tuple[Item, Mistake | None]:
    """Look up what an answer on a worksheet shows: the item, and the mistake or ``None``.

    ``question`` counts from 1; ``lesson``: a teacher's own. Worksheets of the usual length only.
    :class:`GameError` ``lesson.code``, ``lesson.unknown``, ``worksheet.version`` or
    ``lesson.choice``; :class:`NumberError` ``number.range`` for a question that is not there.
    """
    read = LessonCode.parse(code)
    sheet = make_worksheet(lesson or _lesson(read.lesson), read.seed, read.version)
    if not 1 <= question <= len(sheet.items):
        raise NumberError(
            "number.range", what="question", value=question, low=1, high=len(sheet.items)
        )
    item = sheet.items[question - 1]
    letters = "abcde"[: len(item.options)]
    chosen = letter.strip().lower()
    if len(chosen) != 1 or chosen not in letters:
        raise GameError("lesson.choice", text=letter, allowed=", ".join(letters))
    return item, item.mistakes[letters.index(chosen)]


def _new(lesson: Lesson, code: LessonCode, name: str, place: int, before: list[Item]) -> Item:
    """Make an item that does not ask again what was asked on the sheet, as far as there are any."""
    stream = code.stream(f"worksheet {place}")
    template = template_of(name, lesson)
    for _ in range(_TRIES):
        item = make_item(template, name, stream)
        if all((item.template, item.values) != (other.template, other.values) for other in before):
            break
    return item
