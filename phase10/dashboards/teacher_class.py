"""A teacher's class: made, opened again, steered, ended; what pupils sent, fetched in a thread.

The key of a class is what makes a teacher of it; the browser keeps it, so that a reload or another
window goes on.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from phase10.dashboards.solving import Push
from phase10.game.errors import GameError
from phase10.teaching.classroom import (
    Classrooms,
    ClassState,
    Contribution,
    open_classrooms,
    read_code,
)
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import STEPS
from phase10.views.i18n import sentence
from phase10.views.text import error_text

__all__ = ["EVERY", "SEAT_COUNTS", "ClassDesk"]

EVERY: Final = 1.0
"""Seconds between two looks at the class."""

SEAT_COUNTS: Final = (10, 20, 30, 40, 60, 80, 120, 200, 300, 500)
"""Numbers of places to choose from."""

GONE: Final = ("class.unknown", "class.key")
"""Errors after which a class is not there any more, for this key."""

_LONGEST: Final = 80

logger = logging.getLogger(__name__)


class _Seen(NamedTuple):
    """Hold one look at a class."""

    state: ClassState
    joined: int
    contributions: tuple[Contribution, ...]


class ClassDesk:
    """Hold the class that a teacher steers, and what its pupils sent so far.

    ``wrong``: by field (``make``, ``code``, ``key``, ``steer``) what cannot be done. ``away``: the
    place where classes are kept does not answer; what was seen last stays. ``push`` shows what
    arrived; without ``awake`` nothing is fetched by itself.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.push: Push | None = None
        self.awake = False
        self.state: ClassState | None = None
        self.key = ""
        self.joined = 0
        self.contributions: tuple[Contribution, ...] = ()
        self.typed_code = ""
        self.typed_key = ""
        self.revision = 0
        self.wrong: dict[str, GameError] = {}
        self.ending = False
        self.away: GameError | None = None
        self._rooms: Classrooms | None = None
        self._waiting: tuple[str, str] | None = None
        self._stop: threading.Event | None = None

    @property
    def possible(self) -> bool:
        """Tell whether there can be classes here: not in a browser alone."""
        return sys.platform != "emscripten"

    @property
    def code(self) -> LessonCode | None:
        """Give the lesson of the class that is open."""
        return None if self.state is None else LessonCode.parse(self.state.lesson)

    @property
    def rooms(self) -> Classrooms:
        """Open the place where classes are kept, once."""
        if self._rooms is None:
            self._rooms = open_classrooms()
        return self._rooms

    @property
    def opening(self) -> str:
        """Give the code of a class that is being opened again, "" for none."""
        return "" if self._waiting is None else self._waiting[0]

    def at_step(self) -> dict[str, int]:
        """Count the runs at each step, those without a step left out."""
        counted = Counter(each.step for each in self.contributions if each.step in STEPS)
        return {step: counted[step] for step in STEPS if counted[step]}

    def nicknames(self) -> tuple[str, ...]:
        """List the nicknames, sorted; each once."""
        return tuple(sorted({each.nickname for each in self.contributions} - {""}))

    # --- acts -----------------------------------------------------------------------------------

    def make(self, lesson: LessonCode, lang: str) -> None:
        """Make a class for a lesson and steer it."""
        self.wrong = {}
        if not self.possible or self.state is not None:
            return
        try:
            state, key = self.rooms.make(str(lesson))
        except GameError as error:
            self._fail("make", error, "teacher-make-error")
            return
        self._open(state, key)
        said = sentence(lang, "page.teacher.class.made", text=" ".join(state.code))
        self.effects += [{"say": said}, {"focus": "teacher-class-heading"}]

    def act(self, verb: str, value: Any, lang: str) -> None:
        """Do what was asked for; unknown verbs and values are ignored."""
        text = value[:_LONGEST] if isinstance(value, str) else ""
        if not self.possible:
            return
        self.wrong = {}
        if verb == "code":
            self.typed_code = text
        elif verb == "key":
            self.typed_key = text
        elif verb == "open" and self.state is None:
            self._enter(lang)
        elif self.state is None:
            return
        elif verb == "leave":
            self._close()
            self.effects.append({"focus": "teacher-class-heading"})
        elif verb in ("end", "keep"):
            self.ending = verb == "end"
            self.effects.append({"focus": "teacher-end-sure" if self.ending else "teacher-end"})
        elif verb == "end_now" and self.ending:
            self._end(lang)
        elif verb == "pause":
            self.steer(lang, paused=not self.state.paused)
        elif verb == "next":
            self._next(lang)
        elif verb == "step" and text in ("", *STEPS):
            self.steer(lang, step=text)
        elif verb == "seats" and text in map(str, SEAT_COUNTS):
            self.steer(lang, seats=int(text))

    def _enter(self, lang: str) -> None:
        """Open a class by the code and the key that are typed."""
        try:
            code = read_code(self.typed_code)
        except GameError as error:
            self._fail("code", error, "teacher-code")
            return
        try:
            state = self.rooms.change(code, self.typed_key.strip())
        except GameError as error:
            self._fail("key" if error.code == "class.key" else "code", error,
                       "teacher-key" if error.code == "class.key" else "teacher-code")  # fmt: skip
            return
        self._open(state, self.typed_key.strip())
        said = sentence(lang, "page.teacher.class.opened", text=" ".join(state.code))
        self.effects += [{"say": said}, {"focus": "teacher-class-heading"}]

    def _next(self, lang: str) -> None:
        """Let pupils go one step further; from their own pace begin with the first step."""
        step = "" if self.state is None else self.state.step
        place = STEPS.index(step) + 1 if step else 0
        if place < len(STEPS):
            self.steer(lang, step=STEPS[place])

    def steer(self, lang: str, **what: object) -> None:
        """Set what pupils may do and see."""
        if self.state is None:
            return
        try:
            self.state = self.rooms.change(self.state.code, self.key, **what)
        except GameError as error:
            self._fail("steer", error, "")
            self.effects.append({"alert": error_text(lang, error)})
            return
        name, value = next(iter(what.items()))
        if name == "paused":
            said = sentence(lang, f"page.teacher.pause.{'on' if value else 'off'}")
            self.effects.append({"say": said})
        elif name == "step":
            self.effects.append({"say": step_said(lang, str(value))})
        elif name == "seats":
            said = sentence(lang, "page.teacher.seats.said", seats=self.state.seats)
            self.effects.append({"say": said})

    def _end(self, lang: str) -> None:
        if self.state is None:
            return
        try:
            self.rooms.end(self.state.code, self.key)
        except GameError as error:
            self._fail("steer", error, "")
            return
        self._close()
        self.effects.append({"say": sentence(lang, "page.teacher.class.ended")})
        self.effects.append({"focus": "teacher-class-heading"})

    def _fail(self, field: str, error: GameError, focus: str) -> None:
        self.wrong[field] = error
        if focus:
            self.effects.append({"focus": focus})

    def _open(self, state: ClassState, key: str) -> None:
        self.state, self.key = state, key
        self.joined, self.contributions = 0, ()
        self.ending, self.away, self._waiting = False, None, None
        self.typed_code = self.typed_key = ""
        self.revision += 1

    def _close(self) -> None:
        self.state, self.key = None, ""
        self.joined, self.contributions = 0, ()
        self.ending, self.away, self._waiting = False, None, None

    # --- looking --------------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the class now."""
        seen = self._fetch()
        if seen is not None:
            self._take(*seen)

    def _fetch(self) -> tuple[str, _Seen | GameError] | None:
        """Ask for the class, wherever it is kept; takes as long as that takes."""
        state, waiting = self.state, self._waiting
        code = state.code if state is not None else waiting[0] if waiting is not None else ""
        if not code:
            return None
        try:
            rooms = self.rooms
            return code, _Seen(rooms.state(code), rooms.joined(code), rooms.contributions(code))
        except GameError as error:
            return code, error

    def _take(self, code: str, seen: _Seen | GameError) -> None:
        """Take what a look found, unless another class was opened meanwhile."""
        if self._waiting is not None and self._waiting[0] == code and isinstance(seen, _Seen):
            self._open(seen.state, self._waiting[1])
        if self.state is None or self.state.code != code:
            if isinstance(seen, GameError) and seen.code in GONE:
                self._waiting = None
            return
        if isinstance(seen, GameError):
            self.away = seen
            return
        self.away = None
        if seen.state.version >= self.state.version:
            self.state = seen.state
        self.joined, self.contributions = seen.joined, seen.contributions

    def watch(self, on: bool) -> None:
        """Look at the class again and again, in a thread, until told otherwise."""
        if not on or not self.possible or not self.awake or self.push is None:
            if self._stop is not None:
                self._stop.set()
                self._stop = None
            return
        if self._stop is None:
            self._stop = threading.Event()
            threading.Thread(target=self._watch, args=(self._stop,), daemon=True).start()

    def _watch(self, stop: threading.Event) -> None:
        shown: object = None
        while not stop.is_set():
            try:
                found = self._fetch()
            except Exception:
                logger.exception("the class could not be looked at")
                found = None
            if found is not None and found != shown and self.push is not None:
                shown = found
                self.push(lambda found=found: self._take(*found))  # type: ignore[misc]
            stop.wait(EVERY)

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab."""
        return {"code": self.typed_code, **self.remembered()}

    def remembered(self) -> dict[str, Any]:
        """Give the class and its key, for other windows and days."""
        if self.state is not None:
            return {"open": self.state.code, "with": self.key}
        if self._waiting is not None:
            return {"open": self._waiting[0], "with": self._waiting[1]}
        return {"open": "", "with": ""}

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Take a class and its key back; it is opened by the first look that finds it."""
        try:
            code, key = read_code(str(kept.get("open", ""))), str(kept.get("with", ""))[:_LONGEST]
        except GameError:
            return
        if self.possible and self.state is None and key:
            self._waiting = (code, key)

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; a class that was left in this tab stays left."""
        self.typed_code = str(kept.get("code", ""))[:_LONGEST]
        self._waiting = None
        self.recall(kept)


def step_said(lang: str, step: str) -> str:
    """Say how far pupils may go."""
    if not step:
        return sentence(lang, "page.teacher.step.own.said")
    name = sentence(lang, f"page.teacher.step.{step}")
    return sentence(lang, "page.teacher.step.said", step=name)
