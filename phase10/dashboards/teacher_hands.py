"""Hands up: a class without devices, its predictions counted and its trials typed in.

What was counted stands for itself: counting the same hands again changes nothing, and every step
can be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.teaching.lessons.content import Lesson, Prediction
from phase10.teaching.lessons.experiment import Figure
from phase10.teaching.lessons.simulation import TRIAL_LIMIT
from phase10.views.i18n import plural, sentence

__all__ = ["MOST_HANDS", "Counted", "HandsUp", "Tried", "options", "shown_figures"]

MOST_HANDS: Final = 500
"""Hands that can be up for one answer."""

_ENTRIES: Final = 200
_STEPS: Final = 50
_LONGEST: Final = 40


@dataclass(frozen=True)
class Tried:
    """Hold trials that were made by hand.

    ``figure``: as ``part_figure``; ``sum``: how often it happened, of a mean the sum of all values.
    """

    figure: str
    sum: int
    trials: int

    def counts(self, figure: Figure) -> dict[int, int]:
        """Give counts of outcomes that say the same of the figure."""
        if figure.of is None:
            low, over = divmod(self.sum, self.trials)
            return {low: self.trials - over, low + 1: over}
        hit = min(figure.of if figure.among is None else figure.of & figure.among)
        outside = max(figure.of) + 1
        misses = outside if figure.among is None else min(figure.among - figure.of, default=outside)
        return {hit: self.sum, misses: self.trials - self.sum}


@dataclass(frozen=True)
class Counted:
    """Hold all that was counted for a lesson: hands by answer, trials in their order."""

    hands: Mapping[str, int]
    tried: tuple[Tried, ...] = ()


def options(asked: Prediction) -> tuple[str, ...]:
    """Name what hands can be up for: the choices by id, intervals by their place."""
    if asked.choices:
        return tuple(choice.id for choice in asked.choices)
    return tuple(str(place) for place in range(len(asked.intervals)))


def shown_figures(lesson: Lesson) -> dict[str, Figure]:
    """Give the figures that a lesson shows, by ``part_figure``."""
    return {f"{part.name}_{figure.name}": figure for part in lesson.parts for figure in part.shown}


class HandsUp:
    """Hold what is typed, what was counted for each lesson, and the way back.

    ``wrong``: by field (an option, ``trials``, ``sum``) what cannot be counted.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.typed: dict[str, str] = {}
        self.sum = ""
        self.trials = ""
        self.figure = ""
        self.wrong: dict[str, GameError] = {}
        self.revision = 0
        self._counted: dict[str, Counted] = {}
        self._before: dict[str, list[Counted]] = {}
        self._lesson = ""

    # --- what was counted -----------------------------------------------------------------------

    def counted(self, lesson: Lesson) -> Counted:
        """Give what was counted for a lesson."""
        return self._counted.get(lesson.id, Counted({}))

    def predictions(self, lesson: Lesson) -> list[str | Fraction]:
        """Give a prediction for each hand; of an interval its middle."""
        given: list[str | Fraction] = []
        for key, count in self.counted(lesson).hands.items():
            if lesson.prediction.choices:
                given += [key] * count
            else:
                inside = lesson.prediction.intervals[int(key)]
                given += [(inside.low + inside.high) / 2] * count
        return given

    def can_undo(self, lesson: Lesson) -> bool:
        """Tell whether there is a step to take back."""
        return bool(self._before.get(lesson.id))

    # --- acts -----------------------------------------------------------------------------------

    def look_at(self, lesson: Lesson) -> None:
        """Show the fields of a lesson as they were counted."""
        if lesson.id != self._lesson:
            self._lesson = lesson.id
            self.typed = {key: str(n) for key, n in self.counted(lesson).hands.items()}
            self.sum = self.trials = ""
            self.figure = next(iter(shown_figures(lesson)), "")
            self.wrong = {}
            self.revision += 1

    def act(self, verb: str, value: Any, lesson: Lesson, lang: str) -> None:
        """Do what was asked for; unknown verbs and values are ignored."""
        text = value[:_LONGEST] if isinstance(value, str) else ""
        self.look_at(lesson)
        self.wrong = {}
        field, _, key = verb.partition(".")
        if field == "up" and key in options(lesson.prediction):
            self.typed[key] = text
        elif verb == "sum":
            self.sum = text
        elif verb == "trials":
            self.trials = text
        elif verb == "figure" and text in shown_figures(lesson):
            self.figure = text
        elif verb == "count":
            self._count(lesson, lang)
        elif verb == "add":
            self._add(lesson, lang)
        elif verb == "undo":
            self._undo(lesson, lang)

    def _count(self, lesson: Lesson, lang: str) -> None:
        """Take the numbers of hands in the fields as the hands of the class."""
        hands: dict[str, int] = {}
        for key in options(lesson.prediction):
            text = self.typed.get(key, "")
            number = _number(text, MOST_HANDS)
            if number is None:
                self.wrong[key] = GameError("teacher.hands", text=text.strip(), most=MOST_HANDS)
            elif number:
                hands[key] = number
        if self.wrong:
            self.effects.append({"focus": f"teacher-up-{next(iter(self.wrong))}"})
            return
        before = self.counted(lesson)
        if hands != before.hands:
            self._put(lesson, replace(before, hands=hands))
        total = plural(lang, "page.teacher.hands.counted", sum(hands.values()))
        self.effects.append({"say": total})

    def _add(self, lesson: Lesson, lang: str) -> None:
        """Add the trials of a pair or a class to those before."""
        before = self.counted(lesson)
        figure = shown_figures(lesson)[self.figure]
        trials = _number(self.trials, TRIAL_LIMIT)
        most = TRIAL_LIMIT * 1000 if figure.of is None else TRIAL_LIMIT
        made = _number(self.sum or "-", most)
        if not trials or len(before.tried) >= _ENTRIES:
            self.wrong["trials"] = GameError(
                "teacher.trials", text=self.trials.strip(), most=TRIAL_LIMIT
            )
        if made is None:
            self.wrong["sum"] = GameError(
                "teacher.trials", text=(self.sum or "-").strip(), most=most
            )
        elif trials and not self.wrong and not _could_be(figure, made, trials):
            self.wrong["sum"] = GameError("teacher.hits", hits=made, trials=trials)
        if self.wrong or not trials or made is None:
            first = "sum" if "sum" in self.wrong else "trials"
            self.effects.append({"focus": f"teacher-tried-{first}"})
            return
        tried = (*before.tried, Tried(self.figure, made, trials))
        self._put(lesson, replace(before, tried=tried))
        self.sum = self.trials = ""
        self.revision += 1
        self.effects.append({"say": plural(lang, "page.teacher.tried.added", trials)})
        self.effects.append({"focus": "teacher-tried-sum"})

    def _put(self, lesson: Lesson, counted: Counted) -> None:
        steps = self._before.setdefault(lesson.id, [])
        steps.append(self.counted(lesson))
        del steps[:-_STEPS]
        self._counted[lesson.id] = counted

    def _undo(self, lesson: Lesson, lang: str) -> None:
        steps = self._before.get(lesson.id)
        if not steps:
            return
        self._counted[lesson.id] = steps.pop()
        self.typed = {key: str(n) for key, n in self.counted(lesson).hands.items()}
        self.revision += 1
        self.effects.append({"say": sentence(lang, "page.teacher.undone")})

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload: what is counted and typed, without the way back."""
        counted = {
            name: [
                dict(each.hands),
                [[tried.figure, tried.sum, tried.trials] for tried in each.tried],
            ]
            for name, each in self._counted.items()
        }
        return {"counted": counted, "lesson": self._lesson, "typed": dict(self.typed),
                "sum": self.sum, "trials": self.trials, "figure": self.figure}  # fmt: skip

    def restore(self, kept: Mapping[str, Any], lessons: Mapping[str, Lesson]) -> None:
        """Take it back; what has another shape is left out."""
        counted = kept.get("counted")
        for name, each in counted.items() if isinstance(counted, Mapping) else ():
            if name in lessons:
                self._counted[name] = _read(each, lessons[name])
        if kept.get("lesson") not in lessons:
            return
        lesson = lessons[str(kept["lesson"])]
        self.look_at(lesson)
        typed = kept.get("typed")
        if isinstance(typed, Mapping):
            fields = options(lesson.prediction)
            self.typed = {
                key: text[:_LONGEST]
                for key, text in typed.items()
                if key in fields and isinstance(text, str)
            }
        for field in ("sum", "trials", "figure"):
            if isinstance(kept.get(field), str):
                self.act(field, kept[field], lesson, "en")


def _read(data: object, lesson: Lesson) -> Counted:
    """Read what was counted for a lesson, as far as it can be."""
    match data:
        case [dict() as hands, list() as listed]:
            known = options(lesson.prediction)
            good = {
                key: count
                for key, count in hands.items()
                if key in known and type(count) is int and 0 < count <= MOST_HANDS
            }
            return Counted(good, tuple(_tried(each, lesson) for each in listed if _is_tried(each)))
    return Counted({})


def _is_tried(data: object) -> bool:
    match data:
        case [str(), int() as made, int() as trials]:
            return made >= 0 and 0 < trials <= TRIAL_LIMIT
    return False


def _tried(data: list[Any], lesson: Lesson) -> Tried:
    name = data[0] if data[0] in shown_figures(lesson) else next(iter(shown_figures(lesson)))
    most = data[2] if shown_figures(lesson)[name].of is not None else data[1]
    return Tried(name, min(data[1], most), data[2])


def _could_be(figure: Figure, made: int, trials: int) -> bool:
    """Tell whether something can have happened so often; what is sure happens every time."""
    if figure.of is None:
        return True
    sure = figure.among is not None and figure.among <= figure.of
    return made == trials if sure else made <= trials


def _number(text: str, most: int) -> int | None:
    """Read a number from 0 to ``most``; nothing is 0, and what is none is None."""
    digits = text.strip()
    if not digits:
        return 0
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)):
        number = int(digits)
        if number <= most:
            return number
    return None
