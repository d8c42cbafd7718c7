"""What keeping classes means, in the SQL that SQLite and PostgreSQL share.

A call is one transaction. Writing calls take hold of the class first, so that seats are counted
right and nothing comes into a class that is being removed.
"""

from __future__ import annotations

import json
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Final, Protocol, TypeVar

from phase10.game.errors import GameError
from phase10.teaching.classroom import (
    LIFE,
    RUNS,
    SEATS,
    ClassState,
    Contribution,
    changed,
    class_nickname,
    key_digest,
    new_code,
    new_key,
    new_place,
    read_code,
)
from phase10.teaching.classroom_reading import contribution_from_json

__all__ = ["SCHEMA", "Base", "SqlClassrooms"]

VERSION: Final = 1
"""Of the tables below."""

SCHEMA: Final = (
    """CREATE TABLE classes (
        code TEXT PRIMARY KEY, secret TEXT NOT NULL, lesson TEXT NOT NULL, step TEXT NOT NULL,
        paused INTEGER NOT NULL, shows TEXT NOT NULL, version INTEGER NOT NULL,
        seats INTEGER NOT NULL, used DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE pupils (
        code TEXT NOT NULL REFERENCES classes ON DELETE CASCADE, place TEXT NOT NULL,
        nickname TEXT NOT NULL, came DOUBLE PRECISION NOT NULL, PRIMARY KEY (code, place))""",
    """CREATE TABLE runs (
        code TEXT NOT NULL REFERENCES classes ON DELETE CASCADE, run TEXT NOT NULL,
        sent BIGINT NOT NULL, came DOUBLE PRECISION NOT NULL, held TEXT NOT NULL,
        PRIMARY KEY (code, run))""",
)

_CLASS: Final = (
    "SELECT code, lesson, step, paused, shows, version, seats, secret FROM classes"
    " WHERE code = ? AND used >= ?"
)
_MINUTE: Final = 60.0
_TRIES: Final = 5
"""Codes to choose before giving up; there are millions."""

_R = TypeVar("_R")


class Base(Protocol):
    """What runs statements; places of values are ``?``."""

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and give the rows it found."""

    def count(self, statement: str, values: Sequence[object] = ()) -> int:
        """Run a statement and count the rows it changed."""


class SqlClassrooms(ABC):
    """Keep classes in tables; a :class:`phase10.teaching.classroom.Classrooms`.

    ``now`` gives the time in seconds (in tests).
    """

    hold = ""
    """What makes a read hold its row against other writers."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now

    @property
    @abstractmethod
    def place(self) -> str:
        """Say where classes are kept, without a password."""

    @abstractmethod
    def _read(self, work: Callable[[Base], _R]) -> _R:
        """Do what only reads."""

    @abstractmethod
    def _write(self, work: Callable[[Base], _R]) -> _R:
        """Do all of it or nothing."""

    def check(self) -> None:
        """Make sure that classes can be kept here."""
        self._write(self._forget)

    # --- the teacher's calls ----------------------------------------------------------------------

    def make(self, lesson: str, seats: int = SEATS) -> tuple[ClassState, str]:
        """Make a class for a lesson code; give it with the key that steers it."""
        state = changed(ClassState("", "", version=0), {"lesson": lesson, "seats": seats})
        key = new_key()
        code = self._write(lambda base: self._made(base, state, key))
        return ClassState(code, state.lesson, seats=seats), key

    def change(self, code: str, key: str, **what: object) -> ClassState:
        """Set some of the class anew."""

        def work(base: Base) -> ClassState:
            now = self._steered(base, code, key)
            state = changed(now, what) if what else now
            base.count(
                "UPDATE classes SET lesson = ?, step = ?, paused = ?, shows = ?, seats = ?,"
                " version = ?, used = ? WHERE code = ?",
                (state.lesson, state.step, int(state.paused), state.show, state.seats,
                 state.version, self._now(), state.code),
            )  # fmt: skip
            return state

        return self._write(work)

    def end(self, code: str, key: str) -> None:
        """Remove a class with all that it holds."""

        def work(base: Base) -> None:
            state = self._steered(base, code, key)
            base.count("DELETE FROM classes WHERE code = ?", (state.code,))

        self._write(work)

    # --- the pupils' ------------------------------------------------------------------------------

    def join(self, code: str, name: str = "", place: str = "") -> ClassState:
        """Take a place in a class; the same place again takes no other."""
        called, taken = class_nickname(name), place or new_place()

        def work(base: Base) -> ClassState:
            state, now = self._held(base, code), self._now()
            known = base.rows("SELECT came FROM pupils WHERE code = ? AND place = ?",
                              (state.code, taken))  # fmt: skip
            if known:
                base.count("UPDATE pupils SET nickname = ? WHERE code = ? AND place = ?",
                           (called, state.code, taken))  # fmt: skip
                return state
            if _number(base, "pupils WHERE code = ?", state.code) >= state.seats:
                raise GameError("class.full", seats=state.seats)
            lately = _number(base, "pupils WHERE code = ? AND came > ?", state.code, now - _MINUTE)
            if lately >= self.joins_a_minute:
                raise GameError("class.rate", limit=self.joins_a_minute)
            base.count("INSERT INTO pupils VALUES (?, ?, ?, ?)", (state.code, taken, called, now))
            base.count("UPDATE classes SET used = ? WHERE code = ?", (now, state.code))
            return state

        return self._write(work)

    joins_a_minute = 60
    """New places that one class gives in a minute: all of a class at once, twice over."""

    def contribute(self, code: str, contribution: Contribution) -> None:
        """Keep a run; nothing is done when a newer one is known."""
        held = json.dumps(asdict(contribution), ensure_ascii=False, separators=(",", ":"))
        checked = contribution_from_json(json.loads(held))

        def work(base: Base) -> None:
            state, now = self._held(base, code), self._now()
            run = (state.code, checked.run_id)
            known = base.rows("SELECT sent FROM runs WHERE code = ? AND run = ?", run)
            if known:
                base.count("UPDATE runs SET sent = ?, held = ? WHERE code = ? AND run = ?"
                           " AND sent < ?", (checked.sent, held, *run, checked.sent))  # fmt: skip
                return
            most = state.seats * RUNS
            if _number(base, "runs WHERE code = ?", state.code) >= most:
                raise GameError("class.runs", limit=most)
            base.count("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", (*run, checked.sent, now, held))
            base.count("UPDATE classes SET used = ? WHERE code = ?", (now, state.code))

        self._write(work)

    # --- everybody's ------------------------------------------------------------------------------

    def state(self, code: str) -> ClassState:
        """Give what the teacher set."""
        return self._read(lambda base: self._found(base, code))

    def contributions(self, code: str) -> tuple[Contribution, ...]:
        """List the newest of every run, by the order in which the runs first came."""

        def work(base: Base) -> tuple[Contribution, ...]:
            state = self._found(base, code)
            rows = base.rows("SELECT held FROM runs WHERE code = ? ORDER BY came, run",
                             (state.code,))  # fmt: skip
            return tuple(contribution_from_json(json.loads(row[0])) for row in rows)

        return self._read(work)

    def joined(self, code: str) -> int:
        """Count the pupils that joined."""
        return self._read(
            lambda base: _number(base, "pupils WHERE code = ?", self._found(base, code).code)
        )

    # --- parts ------------------------------------------------------------------------------------

    def _made(self, base: Base, state: ClassState, key: str) -> str:
        """Make a class under a code that is free."""
        now = self._now()
        self._forget(base)
        for _ in range(_TRIES):
            code = new_code()
            made = base.count(
                "INSERT INTO classes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (code, key_digest(key), state.lesson, state.step, int(state.paused), state.show,
                 state.version, state.seats, now),
            )  # fmt: skip
            if made:
                return code
        raise GameError("class.busy", path=self.place)

    def _forget(self, base: Base) -> None:
        """Forget classes that nobody uses any more."""
        base.count("DELETE FROM classes WHERE used < ?", (self._now() - LIFE,))

    def _found(self, base: Base, code: str, hold: str = "") -> ClassState:
        return self._row(base, code, hold)[0]

    def _held(self, base: Base, code: str) -> ClassState:
        return self._found(base, code, self.hold)

    def _steered(self, base: Base, code: str, key: str) -> ClassState:
        state, secret = self._row(base, code, self.hold)
        if not secrets.compare_digest(secret, key_digest(key)):
            raise GameError("class.key", text=state.code)
        return state

    def _row(self, base: Base, code: str, hold: str) -> tuple[ClassState, str]:
        asked = read_code(code)
        rows = base.rows(
            _CLASS + hold,
            (asked, self._now() - LIFE),
        )
        if not rows:
            raise GameError("class.unknown", text=asked)
        named, lesson, step, paused, shows, version, seats, secret = rows[0]
        return ClassState(named, lesson, step, bool(paused), shows, version, seats), secret


def _number(base: Base, what: str, *values: object) -> int:
    return int(base.rows(f"SELECT count(*) FROM {what}", values)[0][0])  # noqa: S608
