"""A teacher in front of the page, and pupils whose runs come to the class."""

from __future__ import annotations

import base64
import html
import re
from fractions import Fraction
from typing import Any

from phase10.dashboards.teacher import TeacherView
from phase10.teaching.classroom import (
    Classrooms,
    Contribution,
    contribution_of,
    open_classrooms,
)
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import Run, begin, go_on, predict, simulate
from phase10.teaching.lessons.reading import lesson
from tests.dashboards.test_app import Visitor


class Teacher(Visitor):
    """A teacher's browser: acts, and what the page shows as text."""

    def __init__(self, lang: str = "en", **kept: Any) -> None:
        super().__init__(f"?view=teacher&lang={lang}", **kept)

    @property
    def view(self) -> TeacherView:
        return self.page.teacher

    @property
    def rooms(self) -> Classrooms:
        return open_classrooms()

    def act(self, name: str, value: Any = None) -> dict[str, Any]:
        reply = super().act(f"teacher.{name}", value)
        assert not any(effect.get("show") for effect in reply["effects"]), (name, value)
        return reply

    def open_class(self, lesson_id: str = "L05", seed: str = "77") -> str:
        """Make a class; give its code."""
        self.act("lesson", lesson_id)
        self.act("seed", seed)
        self.act("class.make")
        assert self.view.desk.state is not None, self.shown("class")
        return self.view.desk.state.code

    def look(self) -> None:
        """Let what arrived be seen, as the thread does it each second."""
        self.session.push(self.view.desk.look)

    def shown(self, part: str) -> str:
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", self.raw(part))).split())

    def raw(self, part: str) -> str:
        return str(self.page.parts()[f"teacher-{part}"])

    @property
    def all_shown(self) -> str:
        """Everything on the page but the frame, as markup."""
        parts = self.page.parts()
        return "\n".join(parts[name] for name in parts if name != "frame")

    def reloaded(self) -> Teacher:
        """Open the page again in the same tab."""
        return Teacher(session=self.kept["session"], local=self.kept["local"])


def pupil_run(
    lesson_id: str, given: str | int | Fraction, trials: int = 0, chair: int = 1, seed: int = 77
) -> Run:
    """Let the pupil of a chair predict and perhaps simulate."""
    run = begin(lesson(lesson_id), LessonCode(lesson_id, seed), recall=(), chair=chair)
    run = predict(go_on(run), given)
    return simulate(run, trials) if trials else run


def sent(run: Run, nickname: str = "", order: int = 1) -> Contribution:
    """Give what a pupil's page sends."""
    return contribution_of(run, run.chair, nickname, order)


def downloaded(reply: dict[str, Any]) -> tuple[str, bytes]:
    """Give name and bytes of the file that a reply saves."""
    (effect,) = (effect for effect in reply["effects"] if "download" in effect)
    text = effect["download"]
    return effect["name"], base64.b64decode(text) if effect.get("base64") else text.encode()
