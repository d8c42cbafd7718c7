"""What a learner did in lessons is kept, taken up again, and seen by mastery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from phase10.game.errors import GameError
from phase10.teaching.lessons import engine
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.keeping import (
    attempts,
    keep_answer,
    keep_prediction,
    keep_run,
    resumed,
)
from phase10.teaching.lessons.mastery import held, recall_items, returning
from phase10.teaching.lessons.reading import lesson
from phase10.teaching.progress import Entry, Progress


class Kept:
    """A store in memory."""

    def __init__(self) -> None:
        self.all: list[Entry] = []

    def add(self, entries: Sequence[Entry]) -> int:
        self.all += entries
        return len(entries)

    def entries(self, learner: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.all if entry.learner == learner)

    def learners(self) -> tuple[str, ...]:
        return tuple({entry.learner for entry in self.all})

    def forget(self, learner: str) -> None:
        self.all = [entry for entry in self.all if entry.learner != learner]


def asked(recall: tuple[str, ...], *, right: bool, progress: Progress) -> None:
    """Answer a warm-up in a sitting of its own."""
    run = engine.begin(lesson("L09"), LessonCode("L09", 5), recall)
    for _ in recall:
        item = engine.question(run)
        chosen = item.right if right else (item.right + 1) % len(item.options)
        run = engine.answer(run, chosen)
        keep_answer(progress, run)


def test_answers_become_attempts() -> None:
    store = Kept()
    for _ in range(2):
        asked(("L05.some", "L06.within"), right=True, progress=Progress(store, "Anna"))
    asked(("L04.hands",), right=False, progress=Progress(store, "Anna"))
    asked(("L04.hands",), right=True, progress=Progress(store, "Oskars"))
    found = attempts(Progress(store, "Anna"))
    assert [each.template for each in found] == [*["L05.some", "L06.within"] * 2, "L04.hands"]
    assert held(found, "L05.some")
    assert not held(found, "L04.hands")
    assert found[-1].misconception
    assert recall_items(lesson("L09"), found)[0] == "L04.hands"
    assert Progress(store, "Anna").shaky() == {}, "rules of the game are another matter"


def test_a_mistake_made_twice_comes_back() -> None:
    store = Kept()
    for _ in range(2):
        asked(("L05.some",), right=False, progress=Progress(store, "Anna"))
    found = attempts(Progress(store, "Anna"))
    assert returning(found) == (found[0].misconception,)


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    store, five = Kept(), lesson("L05")
    progress = Progress(store, "Anna")
    assert resumed(progress, five) is None
    run = engine.begin(five, LessonCode("L05", 8), ())
    run = engine.predict(engine.go_on(run), "74,5")
    run = engine.simulate(run, 300)
    with pytest.raises(GameError):
        keep_prediction(progress, run)
    keep_run(progress, run)
    again = resumed(Progress(store, "Anna"), five)
    assert again == run
    run = engine.go_on(engine.go_on(run))
    keep_prediction(progress, run)
    entry = store.all[-1]
    assert (entry.event, entry.code) == ("predicted", "average-is-chance")
    assert entry.value == "L05-D1-V1-8 149/2"
    assert resumed(Progress(store, "Oskars"), five) is None
    assert resumed(Progress(store, "Anna"), lesson("L06")) is None
    keep_run(progress, replace(run, step="done", answers=()))
    assert resumed(Progress(store, "Anna"), five) is None


def test_a_run_of_a_changed_file_is_left_out() -> None:
    store, five = Kept(), lesson("L05")
    progress = Progress(store, "Anna")
    keep_run(progress, engine.begin(five, LessonCode("L05", 8)))
    store.all[-1] = store.all[-1]._replace(value='{"schema": 1, "lesson": "L05"}')
    assert resumed(Progress(store, "Anna"), five) is None
    store.all[-1] = store.all[-1]._replace(value="no JSON")
    assert resumed(Progress(store, "Anna"), five) is None
