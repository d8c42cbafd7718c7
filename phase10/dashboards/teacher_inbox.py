"""Runs of pupils without a network: result codes pasted, files dropped in; and files out of all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.teaching.classroom import Contribution, newest
from phase10.teaching.classroom_reading import contribution_from_json
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.content import Lesson, Part
from phase10.teaching.lessons.engine import read_prediction
from phase10.teaching.result_codes import read_result_code, read_result_file, result_file
from phase10.views.i18n import sentence
from phase10.views.lesson_files import harmless
from phase10.views.text import error_text

__all__ = ["Inbox"]

_LONGEST: Final = 100_000
"""Characters of all codes pasted at once: those of some hundred pupils."""

_RUNS: Final = 300
_STEPS: Final = 50
_SEPARATORS: Final = {"en": ",", "lv": ";"}
_COLUMNS: Final = (
    *("nickname", "run", "lesson", "event", "step", "item", "value", "right", "misconception"),
)


class Inbox:
    """Hold the runs that came as codes and files, and what to say of each that was read last."""

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.text = ""
        self.revision = 0
        self._runs: dict[str, Contribution] = {}
        self._before: list[dict[str, Contribution]] = []
        self._told: list[tuple[str, str, GameError | None]] = []
        self._files = 0

    @property
    def can_undo(self) -> bool:
        """Tell whether there is something to take back."""
        return bool(self._before)

    def count(self, lesson: Lesson) -> int:
        """Count the runs of a lesson that came as codes and files."""
        return len(_of(lesson, tuple(self._runs.values())))

    def told(self, lang: str) -> list[tuple[str, bool]]:
        """Say of each line and file read last what it was, and whether it was right."""
        said = []
        for place, what, error in self._told:
            problem = what if error is None else error_text(lang, error)
            if error is None:
                problem = sentence(lang, f"page.teacher.inbox.{what}")
            code = "line" if place.isdecimal() else "name"
            values = {"line": place} if place.isdecimal() else {"name": place}
            said.append((sentence(lang, f"page.teacher.inbox.{code}", **values, said=problem),
                         error is None))  # fmt: skip
        return said

    # --- what the class gave --------------------------------------------------------------------

    def runs(self, lesson: Lesson, others: Sequence[Contribution]) -> tuple[Contribution, ...]:
        """Give every run of a lesson once, also when it came by the class and by code."""
        return _of(lesson, newest([*others, *self._runs.values()]))

    def predictions(self, lesson: Lesson, others: Sequence[Contribution]) -> list[str | Fraction]:
        """Give the predictions of all runs; what the lesson does not ask is left out."""
        given = []
        for run in self.runs(lesson, others):
            if run.prediction is not None:
                try:
                    given.append(read_prediction(lesson, run.prediction))
                except GameError:
                    continue
        return given

    def pieces(
        self, lesson: Lesson, others: Sequence[Contribution]
    ) -> dict[str, list[dict[int, int]]]:
        """Give the counts of all runs for every figure that the lesson shows."""
        found: dict[str, list[dict[int, int]]] = {}
        for run in self.runs(lesson, others):
            for tally in run.tallies:
                if tally.part >= len(lesson.parts):
                    continue
                part, counts = lesson.parts[tally.part], dict(tally.counts)
                if not _possible(part, counts):
                    continue
                for figure in part.shown:
                    found.setdefault(f"{part.name}_{figure.name}", []).append(counts)
        return found

    # --- acts -----------------------------------------------------------------------------------

    def act(
        self, verb: str, value: Any, lesson: Lesson, others: Sequence[Contribution], lang: str
    ) -> None:
        """Do what was asked for; unknown verbs and values are ignored."""
        match verb, value:
            case "text", str():
                self.text = value[:_LONGEST]
            case "read", _:
                self._read_codes(lesson, others, lang)
            case "file", {"name": str() as name, "text": str() as text}:
                self._read_file(name[:80], text, lesson, others, lang)
            case "undo", _ if self._before:
                self._runs = self._before.pop()
                self._told = []
                self.effects.append({"say": sentence(lang, "page.teacher.undone")})

    def _read_codes(self, lesson: Lesson, others: Sequence[Contribution], lang: str) -> None:
        self._told = []
        before = dict(self._runs)
        for place, line in enumerate(self.text.splitlines(), start=1):
            if line.strip():
                try:
                    self._tell(str(place), read_result_code(line), lesson, others)
                except GameError as error:
                    self._told.append((str(place), "", error))
        if not self._told:
            self._told = [("1", "", GameError("teacher.no_codes"))]
        self._finish(before, lang)

    def _read_file(
        self, name: str, text: str, lesson: Lesson, others: Sequence[Contribution], lang: str
    ) -> None:
        if self._told and self._told[0][0].isdecimal():
            self._told = []
        before = dict(self._runs)
        try:
            for run in read_result_file(text):
                self._tell(name or "?", run, lesson, others)
        except GameError as error:
            self._told.append((name or "?", "", error))
        del self._told[:-_RUNS]
        self._finish(before, lang)

    def _tell(
        self, place: str, run: Contribution, lesson: Lesson, others: Sequence[Contribution]
    ) -> None:
        """Take a run, and note whether it is new, newer or known."""
        if LessonCode.parse(run.lesson).lesson != lesson.id:
            raise GameError("teacher.other_lesson", text=run.lesson, lesson=lesson.id)
        known = {each.run_id: each for each in (*others, *self._runs.values())}.get(run.run_id)
        if known is None and len(self._runs) >= _RUNS:
            raise GameError("class.runs", limit=_RUNS)
        what = "counted" if known is None else "newer" if run.sent > known.sent else "known"
        if what != "known":
            self._runs[run.run_id] = run
        self._told.append((place, what, None))

    def _finish(self, before: dict[str, Contribution], lang: str) -> None:
        if self._runs != before:
            self._before = [*self._before, before][-_STEPS:]
        self.effects.append({"say": " ".join(text for text, _ in self.told(lang)[-3:])})
        self.effects.append({"focus": "teacher-inbox-told"})

    # --- files out ------------------------------------------------------------------------------

    def export(
        self,
        form: str,
        lesson: Lesson,
        others: Sequence[Contribution],
        separator: str,
        lang: str,
    ) -> None:
        """Save the runs of a lesson as CSV or JSON."""
        runs = self.runs(lesson, others)
        name = f"phase10-{lesson.id}.{form}"
        if form == "csv":
            text, mime = _csv(runs, separator or _SEPARATORS[lang], lang), "text/csv"
        else:
            text, mime = result_file(runs), "application/json"
        done = sentence(lang, "page.teacher.saved", name=name)
        self.effects.append({"download": text, "name": name, "mime": mime, "done": done})

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {"text": self.text, "runs": [_plain(run) for run in self._runs.values()]}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take it back; what has another shape is left out."""
        if isinstance(kept.get("text"), str):
            self.text = str(kept["text"])[:_LONGEST]
            self.revision += 1
        runs = kept.get("runs")
        for data in runs[:_RUNS] if isinstance(runs, list) else ():
            try:
                run = contribution_from_json(data)
            except GameError:
                continue
            self._runs[run.run_id] = run


def _of(lesson: Lesson, runs: Sequence[Contribution]) -> tuple[Contribution, ...]:
    return tuple(run for run in runs if LessonCode.parse(run.lesson).lesson == lesson.id)


def _possible(part: Part, counts: Mapping[int, int]) -> bool:
    """Tell whether these outcomes can come in the experiment, where all are known."""
    known = part.experiment.distribution
    return known is None or known.keys() >= counts.keys()


def _plain(run: Contribution) -> dict[str, Any]:
    """Give a run as JSON values: tuples as lists."""
    data: dict[str, Any] = json.loads(json.dumps(vars(run)))
    return data


def _csv(runs: Sequence[Contribution], separator: str, lang: str) -> str:
    """Write a line for each prediction, answer and simulation: UTF-8 with its mark."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow([sentence(lang, f"page.teacher.csv.{name}") for name in _COLUMNS])
    for run in runs:
        head = [run.nickname, run.run_id, run.lesson]
        rows: list[list[str]] = []
        if run.prediction is not None:
            rows.append(["prediction", run.step, "", run.prediction, "", ""])
        for given in run.answers:
            right = "1" if given.right else "0"
            rows.append(["answer", given.step, given.template, "abcdefghij"[given.chosen], right,
                         given.misconception])  # fmt: skip
        for tally in run.tallies:
            counts = " ".join(f"{outcome}:{count}" for outcome, count in tally.counts)
            rows.append(["trials", run.step, str(tally.part + 1), counts, "", ""])
        for row in rows or [["joined", run.step, "", "", "", ""]]:
            writer.writerow([harmless(cell) for cell in (*head, *row)])
    return f"\ufeff{out.getvalue()}"
