"""A pupil in a class: steps, pause and reveal of the teacher are obeyed, and work is sent."""

from __future__ import annotations

from typing import Any

from phase10.teaching.classroom import Classrooms, open_classrooms
from tests.dashboards.lessons_visitor import Pupil, alerts


class Class:
    """A class and one pupil in it; the pupil's page looks when it is told to."""

    def __init__(self, lesson: str = "L05-D1-V1-77") -> None:
        self.rooms: Classrooms = open_classrooms()
        state, self.key = self.rooms.make(lesson)
        self.code = state.code
        self.pupil = Pupil()
        self.pupil.view.seat.push = None
        self.pupil.act("lessons.class.join", self.code.lower())

    def set(self, **what: Any) -> None:
        self.rooms.change(self.code, self.key, **what)
        self.look()

    def look(self) -> None:
        self.pupil.session.push(self.pupil.view.seat.look)


def test_joining_opens_the_lesson_of_the_class_with_deals_of_ones_own() -> None:
    room = Class()
    pupil = room.pupil
    assert str(pupil.run.code) == "L05-D1-V1-77"
    assert pupil.run.chair == pupil.view.seat.chair > 0
    assert room.code in pupil.shown("class")
    assert not pupil.has("lessons-seed"), "the seed is that of the class"
    pupil.go_to("simulate")
    pupil.press("lessons-run")
    room.look()
    (given,) = room.rooms.contributions(room.code)
    assert given.prediction == "50"
    assert given.tallies[0].trials == 1000
    assert given.own_deals


def test_steps_and_pause_of_the_teacher_are_obeyed() -> None:
    room = Class()
    pupil = room.pupil
    room.set(step="predict")
    pupil.go_to("predict")
    pupil.act("lessons.typing", "60")
    room.set(paused=True)
    pupil.act("lessons.predict")
    assert pupil.run.prediction is None
    assert "paused" in pupil.shown("predict")
    room.set(paused=False)
    assert pupil.view.typed == "60", "nothing typed is lost"
    pupil.press("lessons-predict")
    assert pupil.has("lessons-waits")
    pupil.act("lessons.run")
    assert pupil.run.tallies[0].trials == 0
    room.set(step="simulate")
    pupil.press("lessons-run")
    pupil.act("lessons.next")
    assert pupil.run.step == "simulate"
    room.set(step="")
    pupil.press("lessons-next")
    assert pupil.run.step == "exact"


def test_a_reveal_shows_the_exact_value_to_who_predicted_and_to_nobody_else() -> None:
    room = Class()
    pupil = room.pupil
    pupil.go_to("predict")
    room.set(step="simulate", show="revealed")
    assert pupil.run.step == "predict"
    assert "lessons-exact" not in pupil.page.parts()
    room.set(show="hidden")
    pupil.act("lessons.typing", "60")
    pupil.press("lessons-predict")
    pupil.press("lessons-run")
    assert pupil.run.step == "simulate"
    room.set(show="revealed")
    assert pupil.run.step == "exact"
    assert "14973783059/27078894567" in pupil.shown("exact")


def test_another_lesson_and_the_way_out_are_free() -> None:
    room = Class()
    pupil = room.pupil
    room.set(step="recall")
    pupil.act("app.view", "lessons/L01")
    room.look()
    assert pupil.run.lesson.id == "L01"
    pupil.go_to("predict")
    pupil.press("lessons-class-open")
    assert pupil.run.lesson.id == "L05"
    pupil.press("do-lessons-class-leave")
    assert not pupil.view.seat.code
    pupil.go_to("situation")


def test_what_is_no_class_code_is_told_at_its_field() -> None:
    pupil = Pupil()
    pupil.view.seat.push = None
    for wrong in ("", "abc", "<b>x</b>", "9" * 5000):
        reply = pupil.act("lessons.class.join", wrong)
        assert alerts(reply)
        assert "p10-error" in pupil.page.parts()["lessons-class"]
        assert "<b>x" not in pupil.page.parts()["lessons-class"]
    pupil.act("lessons.class.join", "BCD 234")
    assert "There is no class" in pupil.shown("class")
