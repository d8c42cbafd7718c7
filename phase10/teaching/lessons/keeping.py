"""Lessons in a learner's progress: answers, predictions, and the run to take up again."""

from __future__ import annotations

import json
from typing import Final

from phase10.game.errors import GameError
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.engine import Run, explanation, run_from_json, run_to_json
from phase10.teaching.lessons.mastery import Attempt
from phase10.teaching.progress import Progress

__all__ = [
    "LESSONS",
    "attempts",
    "keep_answer",
    "keep_prediction",
    "keep_run",
    "resumed",
]

LESSONS: Final = "lesson"
"""The room of entries made in lessons."""


def keep_answer(progress: Progress, run: Run) -> None:
    """Save the answer given last: its template, right or wrong, the misconception.

    ``value``: the code of the lesson, the step, and the letter chosen. Errors as those of
    :class:`~phase10.teaching.progress.Store`.
    """
    given = run.answers[-1]
    progress.record(
        LESSONS,
        given.template,
        "right" if given.right else "wrong",
        code=given.misconception,
        value=f"{run.code} {given.step} {'abcde'[given.chosen]}",
    )


def keep_prediction(progress: Progress, run: Run) -> None:
    """Save the prediction once its explanation is reached, with the misconception behind it.

    :class:`GameError` ``lesson.predict_first`` or ``lesson.step`` before.
    """
    told = explanation(run)
    value = f"{run.code} {run.prediction}"
    progress.record(LESSONS, run.lesson.id, "predicted", code=told.misconception, value=value)


def keep_run(progress: Progress, run: Run) -> None:
    """Save where a lesson stands, so that it can be taken up again."""
    data = json.dumps(run_to_json(run), separators=(",", ":"))
    progress.record(LESSONS, run.lesson.id, "run", value=data)


def resumed(progress: Progress, lesson: Lesson) -> Run | None:
    """Take a lesson up where it was left; ``None`` if it was not begun, or is done.

    A run that the lesson does not know any more, because its file was changed, is left out.
    """
    for entry in reversed(progress.entries):
        if (entry.room, entry.item, entry.event) == (LESSONS, lesson.id, "run"):
            try:
                run = run_from_json(json.loads(entry.value), lesson)
            except (GameError, ValueError):
                return None
            return None if run.step == "done" else run
    return None


def attempts(progress: Progress) -> tuple[Attempt, ...]:
    """List the answers in lessons as mastery sees them, in the order of time."""
    return tuple(
        Attempt(entry.item, entry.event == "right", entry.sitting, entry.code)
        for entry in progress.entries
        if entry.room == LESSONS and entry.event in ("right", "wrong")
    )
