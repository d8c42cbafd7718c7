"""A pupil in front of the lessons: acts by the buttons that are there, and what the page shows."""

from __future__ import annotations

import html
import re
from typing import Any

from phase10.dashboards.lessons import LessonsView
from phase10.teaching.lessons.engine import Run
from tests.dashboards.test_app import Visitor


class Pupil(Visitor):
    """A pupil's browser tab; ``ticks`` holds the acts that the page asked for by itself."""

    def __init__(self, search: str = "", **kept: Any) -> None:
        super().__init__(search or "?view=lessons&lang=en", **kept)
        self.ticks: list[int] = []

    @property
    def view(self) -> LessonsView:
        return self.page.lessons

    @property
    def run(self) -> Run:
        assert self.view.run is not None
        return self.view.run

    @property
    def markup(self) -> str:
        """Everything that stands on the page now."""
        return "\n".join(self.page.parts().values())

    def slowly(self) -> None:
        """Let slices of a simulation come one by one, as in a browser."""

        def later(_seconds: float, ticket: int) -> bool:
            self.ticks.append(ticket)
            return True

        self.view.later = later

    def tick(self) -> None:
        self.act("lessons.tick", self.ticks.pop(0))

    def press(self, ident: str, value: Any = None) -> dict[str, Any]:
        """Press what is on the page; fail where it is not, or is switched off."""
        found = re.search(rf'<[a-z]+[^>]*\bid="{re.escape(ident)}"[^>]*>', self.markup)
        assert found, f"{ident} is not on the page at {self.run.step}"
        assert 'aria-disabled="true"' not in found[0]
        act = re.search(r'data-act="([^"]+)"', found[0])
        given = re.search(r'data-value="([^"]*)"', found[0])
        assert act, found[0]
        sent = given[1] if given and value is None else value
        reply = self.act(act[1], sent)
        for effect in reply["effects"]:
            if "focus" in effect:
                assert f'id="{effect["focus"]}"' in self.markup, effect
        return reply

    def shown(self, part: str) -> str:
        raw = self.page.parts()[f"lessons-{part}"]
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", raw)).split())

    def has(self, ident: str) -> bool:
        return f'id="{ident}"' in self.markup

    def step_on(self) -> None:
        """Do the one thing that leads on from here."""
        run = self.run
        if self.has("lessons-option-0"):
            self.press("lessons-option-0")
        elif run.step == "predict":
            asked = run.lesson.prediction
            if asked.choices:
                self.press(f"lessons-choice-{asked.choices[0].id}")
                self.press("lessons-predict")
            else:
                self.act("lessons.typing", str((asked.low + asked.high) / 2))
                self.press("lessons-predict")
        elif run.step == "simulate" and not run.tallies[self.view.part].trials:
            self.press("lessons-run")
        else:
            self.press("lessons-next")

    def go_to(self, step: str) -> None:
        """Walk on until a step is reached."""
        for _ in range(40):
            if self.run.step == step:
                return
            self.step_on()
        raise AssertionError(f"{step} is not reached, the lesson stays at {self.run.step}")

    def reloaded(self) -> Pupil:
        """Open the page again in the same tab, with a new kernel."""
        return Pupil("?", session=self.kept["session"], local=self.kept["local"])

    def other_window(self) -> Pupil:
        """Open a second window of the same browser."""
        return Pupil("?view=lessons", local=self.kept["local"])


def alerts(reply: dict[str, Any]) -> str:
    return " ".join(str(effect["alert"]) for effect in reply["effects"] if "alert" in effect)
