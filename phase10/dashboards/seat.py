"""A pupil's seat in a class: joined in the background, what a run gives sent, the class followed.

No act waits for the place where classes are kept: a thread of its own talks to it. What is to be
sent waits as long as that place is away, belongs to the class it was made in, and outlives a
reload.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Final, NamedTuple

from phase10.dashboards.solving import Push
from phase10.game.errors import GameError
from phase10.teaching.classroom import (
    Classrooms,
    ClassState,
    Contribution,
    chair_of,
    class_nickname,
    contribution_of,
    new_place,
    open_classrooms,
    read_code,
)
from phase10.teaching.classroom_reading import contribution_from_json, state_from_json
from phase10.teaching.lessons.engine import Run

__all__ = ["EVERY", "Seat"]

EVERY: Final = 1.0
"""Seconds between two looks at the class."""

_REFUSED: Final = ("class.unknown", "class.full")
"""Why a seat is not taken, or not any more."""

_UNWANTED: Final = ("class.unknown", "class.runs", "class.form")
"""Errors after which sending a run again is of no use."""

_TRIES: Final = 5
_PAUSE: Final = 30
"""So many unknown codes, and a page waits so many seconds."""

_MOST: Final = 50
"""Runs that wait to be sent, at most; the oldest go first."""

logger = logging.getLogger(__name__)


class _Round(NamedTuple):
    """Hold what one talk with the classes brought: ``state`` of ``code``, or why there is none."""

    code: str
    state: ClassState | None
    error: GameError | None


class Seat:
    """Hold a pupil's membership in a class.

    ``code``: of the class, "" outside; ``state``: what its teacher set, as last seen, None before
    the class is seen; ``error``: what went wrong in the background, None once it is well again.
    ``changed`` is called, in order with what the user does, when any of these changed. ``push``
    shows it; without one nothing is done in the background and :meth:`look` does it.
    """

    def __init__(
        self,
        rooms: Callable[[], Classrooms] = open_classrooms,
        changed: Callable[[], None] | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.code = ""
        self.name = ""
        self.place = new_place()
        self.state: ClassState | None = None
        self.error: GameError | None = None
        self.push: Push | None = None
        self.changed = changed
        self._now = now
        self._open = rooms
        self._rooms: Classrooms | None = None
        self._joined = False
        self._unknown: list[float] = []
        self._last: dict[tuple[str, str], Contribution] = {}
        self._outbox: dict[tuple[str, str], Contribution] = {}
        self._guard = threading.Lock()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def possible(self) -> bool:
        """Tell whether there can be a class here: not in a browser alone."""
        return sys.platform != "emscripten"

    @property
    def joining(self) -> bool:
        """Tell whether the class was not reached yet."""
        return bool(self.code) and not self._joined

    @property
    def chair(self) -> int:
        """Give the number that tells this pupil's deals from those of the others."""
        return chair_of(self.place)

    @property
    def waiting(self) -> int:
        """Count the runs that are still to be sent."""
        return len(self._outbox)

    def allows(self, step: str) -> bool:
        """Tell whether the teacher lets pupils go on to a step; outside of a class always."""
        return self.state is None or self.state.allows(step)

    # --- acts -----------------------------------------------------------------------------------

    def join(self, text: str, name: str = "") -> None:
        """Ask for a seat in the class of a code; the class answers in the background.

        :class:`GameError` ``class.code`` or ``progress.nickname`` for what cannot be one,
        ``class.tries`` after several codes that no class has.
        """
        code, called = read_code(text), class_nickname(name)
        now = self._now()
        self._unknown = [at for at in self._unknown if at > now - _PAUSE][-_TRIES:]
        if len(self._unknown) == _TRIES:
            left = max(1, round(self._unknown[0] + _PAUSE - now))
            raise GameError("class.tries", seconds=left)
        if code != self.code:
            self.state = None
        self.code, self.name, self.error, self._joined = code, called, None, False
        self.start()

    def leave(self) -> None:
        """Leave the class; what was done in it is sent all the same."""
        self.code, self.state, self.error, self._joined = "", None, None, False

    def follow(self, run: Run) -> None:
        """Have sent what a run gives, if it gives anything new."""
        if not self.code:
            return
        given = contribution_of(run, self.chair, self.name, sent=0)
        key = self.code, given.run_id
        known = self._last.get(key)
        if known is not None and replace(known, sent=0) == given:
            return
        # The clock may be put back: the number grows all the same.
        sent = max(int(self._now() * 1000), 0 if known is None else known.sent + 1)
        given = replace(given, sent=sent)
        with self._guard:
            self._last[key] = self._outbox[key] = given
            while len(self._outbox) > _MOST:
                del self._outbox[next(iter(self._outbox))]
        self.start()

    def wait(self, seconds: float) -> bool:
        """Send what waits, for so many seconds at most; tell whether all is sent."""
        until = time.monotonic() + seconds
        while self._outbox and time.monotonic() < until:
            self._send()
            if self._outbox:
                time.sleep(min(0.1, max(0.0, until - time.monotonic())))
        return not self._outbox

    # --- in the background ------------------------------------------------------------------------

    def start(self) -> None:
        """Talk to the classes now, and again and again while there is something to say."""
        if self.push is None or not self.possible or not (self.code or self._outbox):
            return
        with self._guard:
            self._wake.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def look(self) -> None:
        """Talk to the classes once, now."""
        self._take(self._talk())

    def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                found = self._talk()
            except Exception:
                logger.exception("the class could not be followed")
            else:
                if self._is_news(found) and self.push is not None:
                    self.push(lambda found=found: self._take(found))  # type: ignore[misc]
            with self._guard:
                if not (self.code or self._outbox):
                    self._thread = None
                    return
            self._wake.wait(EVERY)

    def _talk(self) -> _Round:
        """Join, send and look; takes as long as the place of the classes takes."""
        code, state = self.code, None
        try:
            rooms = self._classrooms()
            if code and not self._joined:
                state = rooms.join(code, self.name, self.place)
            error = self._send()
            if code:
                state = rooms.state(code)
        except GameError as found:
            return _Round(code, None, found)
        return _Round(code, state, error)

    def _send(self) -> GameError | None:
        """Send all that waits; give what stopped it, or what made a run be dropped."""
        told: GameError | None = None
        for key, given in tuple(self._outbox.items()):
            try:
                self._classrooms().contribute(key[0], given)
            except GameError as error:
                if error.code not in _UNWANTED:
                    return error
                if key[0] == self.code:
                    told = error
            with self._guard:
                if self._outbox.get(key) is given:
                    del self._outbox[key]
        return told

    def _classrooms(self) -> Classrooms:
        if self._rooms is None:
            self._rooms = self._open()
        return self._rooms

    def _is_news(self, found: _Round) -> bool:
        if found.code != self.code:
            return False
        if found.state is not None and (found.state != self.state or not self._joined):
            return True
        return _plain(found.error) != _plain(self.error)

    def _take(self, found: _Round) -> None:
        """Take what a talk brought, unless another class was chosen meanwhile."""
        if not self._is_news(found):
            return
        self.error = found.error
        if found.state is not None:
            self._joined = True
            if self.state is None or found.state.version >= self.state.version:
                self.state = found.state
        elif found.error is not None and found.error.code in _REFUSED:
            if found.error.code == "class.unknown" and not self._joined:
                self._unknown.append(self._now())
            self.code, self.state, self._joined = "", None, False
        if self.changed is not None:
            self.changed()

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload: the seat, and what is not sent yet."""
        with self._guard:
            waiting = [[code, asdict(given)] for (code, _), given in self._outbox.items()]
        kept = {"code": self.code, "name": self.name, "place": self.place, "outbox": waiting,
                "state": None if self.state is None else asdict(self.state)}  # fmt: skip
        plain: dict[str, Any] = json.loads(json.dumps(kept))  # tuples become lists
        return plain

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take the seat again and send what waits; anything of the wrong shape is left out."""
        match kept:
            case {"place": str(place)} if len(place) == len(self.place) and place.isalnum():
                self.place = place
            case _:
                return
        outbox = kept.get("outbox")
        for each in outbox[:_MOST] if isinstance(outbox, list) else ():
            try:
                code, data = each
                given, key = contribution_from_json(data), read_code(code)
            except (GameError, TypeError, ValueError, AttributeError):
                continue
            self._outbox[key, given.run_id] = self._last[key, given.run_id] = given
        try:
            self.code = read_code(kept.get("code") or "")
            self.name = class_nickname(kept.get("name") or "")
        except (GameError, TypeError, AttributeError):
            self.code = self.name = ""
        with suppress(GameError):
            # What the teacher set stays in force until the class is seen again.
            state = state_from_json(kept.get("state"))
            self.state = state if state.code == self.code else None
        self.start()


def _plain(error: GameError | None) -> tuple[object, ...]:
    return () if error is None else (error.code, *sorted(error.values.items()))
