"""A class: what its teacher shows, and what its pupils predicted and found.

A pupil needs the class code and no account, a teacher the key that was given when the class was
made. Where classes are kept is behind :class:`Classrooms`: a file that several kernels of one
computer write at once, or a PostgreSQL server for several computers. What a pupil's page sends is
the whole of a run each time, under the id of the run and a growing number: sent twice it counts
once, and what arrives late never replaces what is newer.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, Protocol
from uuid import uuid4

from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import STEPS, Run
from phase10.teaching.progress import nickname

__all__ = [
    "LIFE",
    "PLACE",
    "RUNS",
    "SEATS",
    "SHOW",
    "ClassState",
    "Classrooms",
    "Contribution",
    "Given",
    "Pooled",
    "chair_of",
    "changed",
    "class_nickname",
    "contribution_of",
    "default_classes",
    "key_digest",
    "new_code",
    "new_key",
    "new_place",
    "newest",
    "open_classrooms",
    "read_code",
    "run_id_of",
]

PLACE: Final = "PHASE10_CLASSES"
"""The variable that says where classes are kept: a file, or the address of a server."""

SHOW: Final = ("hidden", "shown", "revealed")
"""What the class sees: nothing, the dots of all without the answer, the answer too."""

SEATS: Final = 40
"""Pupils that a class takes unless the teacher says otherwise."""

MOST_SEATS: Final = 500
"""Of one class, at most."""

RUNS: Final = 50
"""Runs that a class keeps for each of its seats."""

CHAIRS: Final = 1 << 30
LIFE: Final = 8 * 7 * 24 * 3600.0
"""Seconds after which a class that nobody used is forgotten: eight weeks."""

_LETTERS: Final = "BCDFGHJKMNPQRTVWXYZ"
_DIGITS: Final = "234679"
_LENGTH: Final = 6
_OWN_PACE: Final = ""


class Pooled(NamedTuple):
    """Hold the simulation of a part: ``counts`` pairs an outcome with how often it came."""

    part: int
    trials: int
    counts: tuple[tuple[int, int], ...]


class Given(NamedTuple):
    """Hold an answer to an item: ``chosen`` numbers its options, ``misconception`` may be ""."""

    step: str
    template: str
    chosen: int
    right: bool
    misconception: str


@dataclass(frozen=True)
class ClassState:
    """Hold what a teacher set for the class.

    ``lesson``: the code of the lesson, as text; ``step``: the step up to which pupils may go, ""
    for their own pace; ``paused``: nobody goes on; ``show``: one of :data:`SHOW`; ``version``
    grows with every change; ``seats``: how many pupils may join.
    """

    code: str
    lesson: str
    step: str = _OWN_PACE
    paused: bool = False
    show: str = "hidden"
    version: int = 1
    seats: int = SEATS

    def allows(self, step: str) -> bool:
        """Tell whether a pupil may go on to a step now."""
        if self.paused:
            return False
        return self.step == _OWN_PACE or STEPS.index(step) <= STEPS.index(self.step)


@dataclass(frozen=True)
class Contribution:
    """Hold what one run of a pupil gave so far.

    ``run_id``: 32 hexadecimal digits; ``lesson``: the code as text; ``nickname``: "" for nobody's;
    ``prediction``: the id of a choice, or a fraction such as ``111/2``, ``None`` before there is
    one; ``sent``: a number that grows whenever the run is sent again; ``step``: where it stands;
    ``chair``: that of :func:`chair_of`; ``own_deals``: they were dealt for this chair alone, else
    they are those that everybody gets from the code.
    """

    run_id: str
    lesson: str
    nickname: str = ""
    prediction: str | None = None
    tallies: tuple[Pooled, ...] = ()
    answers: tuple[Given, ...] = ()
    sent: int = 0
    step: str = ""
    chair: int = 0
    own_deals: bool = False

    @property
    def deals(self) -> tuple[str, int]:
        """Name the deals that were simulated: those of one name are the same."""
        return self.lesson, self.chair if self.own_deals else 0


class Classrooms(Protocol):
    """Keep classes. Every call is whole or not done, and may come from several computers at once.

    All raise :class:`GameError`: ``class.unknown`` when there is no such class (any more),
    ``class.key`` for another key than the teacher's, ``class.busy``, ``class.disk``,
    ``class.unwritable``, ``class.damaged``, ``class.version``, ``class.foreign`` or ``class.away``
    when what keeps the classes cannot be used.
    """

    @property
    def place(self) -> str:
        """Say where classes are kept, without a password."""

    def check(self) -> None:
        """Make sure that classes can be kept here."""

    def make(self, lesson: str, seats: int = SEATS) -> tuple[ClassState, str]:
        """Make a class for a lesson code; give it with the key that steers it."""

    def state(self, code: str) -> ClassState:
        """Give what the teacher set."""

    def change(self, code: str, key: str, **what: object) -> ClassState:
        """Set ``lesson``, ``step``, ``paused``, ``show`` or ``seats``; nothing at all is well too.

        ``class.value`` for what a class cannot be set to.
        """

    def join(self, code: str, name: str = "", place: str = "") -> ClassState:
        """Take a place in a class, of :func:`new_place`; the same place again takes no other.

        ``class.full`` without a free seat, ``class.rate`` when too many join in one minute,
        ``progress.nickname`` for a name that cannot be shown.
        """

    def contribute(self, code: str, contribution: Contribution) -> None:
        """Keep a run; nothing is done when a newer one is known. ``class.runs``: too many runs."""

    def contributions(self, code: str) -> tuple[Contribution, ...]:
        """List the newest of every run, by the order in which the runs first came."""

    def joined(self, code: str) -> int:
        """Count the pupils that joined."""

    def end(self, code: str, key: str) -> None:
        """Remove a class with all that it holds."""


def open_classrooms(place: str | None = None) -> Classrooms:
    """Open the classes kept at a place: a file, or ``postgresql://…``.

    Without one the variable :data:`PLACE` says it, or they are in the user's folder for data.
    Nothing is read or made before the first call. :class:`GameError` ``class.driver`` when the
    library for PostgreSQL is not installed.
    """
    named = place or os.environ.get(PLACE, "")
    if named.startswith(("postgresql://", "postgres://")):
        from phase10.teaching.classroom_postgres import PostgresClassrooms

        return PostgresClassrooms(named)
    from phase10.teaching.classroom_sqlite import SqliteClassrooms

    return SqliteClassrooms(Path(named)) if named else SqliteClassrooms(default_classes(), own=True)


def default_classes() -> Path:
    """Give the file of classes in the folder of this computer's user."""
    from platformdirs import user_data_path

    return user_data_path("phase10", appauthor=False) / "classes.sqlite3"


# --- codes, keys, names --------------------------------------------------------------------------


def new_code() -> str:
    """Make a class code: three letters and three digits, none that look or sound alike.

    Letters without vowels make no word, and chance alone chooses: 1,481,544 codes.
    """
    return "".join(secrets.choice(signs) for signs in (*[_LETTERS] * 3, *[_DIGITS] * 3))


def read_code(text: str) -> str:
    """Read a class code as typed: letters of either case, spaces and dashes anywhere.

    :class:`GameError` ``class.code`` for what cannot be one.

    >>> read_code(" bcd-234 ")
    'BCD234'
    """
    code = "".join(text[:40].upper().split()).replace("-", "")
    letters, digits = code[:3], code[3:]
    if len(code) != _LENGTH or not (set(letters) <= {*_LETTERS} and set(digits) <= {*_DIGITS}):
        raise GameError("class.code", text=text)
    return code


def new_key() -> str:
    """Make the secret that steers a class."""
    return secrets.token_urlsafe(24)


def key_digest(key: str) -> str:
    """Give the form in which a key is kept: who reads the storage cannot steer with it."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def new_place() -> str:
    """Make the id of a pupil's place."""
    return uuid4().hex


def class_nickname(name: str) -> str:
    """Give a nickname in the form in which it is kept; "" stays "" and means nobody's."""
    return nickname(name) if name.strip() else ""


# --- steering ------------------------------------------------------------------------------------


def changed(state: ClassState, what: Mapping[str, object]) -> ClassState:
    """Give a state with some of it set anew; :class:`GameError` ``class.value`` if it cannot be."""
    for name, value in what.items():
        if not _fits(name, value):
            raise GameError("class.value", what=name, value=str(value))
    lesson = what.get("lesson")
    wanted = {**what, "lesson": str(LessonCode.parse(lesson))} if isinstance(lesson, str) else what
    return replace(state, **wanted, version=state.version + 1)  # type: ignore[arg-type]


def _fits(name: str, value: object) -> bool:
    match name, value:
        case ("lesson", str()) | ("paused", bool()):
            return True
        case "step", str():
            return value in (_OWN_PACE, *STEPS)
        case "show", str():
            return value in SHOW
        case "seats", bool():
            return False
        case "seats", int():
            return 1 <= value <= MOST_SEATS
    return False


# --- what a run gives ----------------------------------------------------------------------------


def chair_of(place: str) -> int:
    """Give the number of a place, from 1 to 2^30 − 1: it tells pupils and their deals apart."""
    return 1 + int.from_bytes(hashlib.sha256(place.encode()).digest()[:8], "big") % (CHAIRS - 1)


def run_id_of(chair: int, lesson: str) -> str:
    """Give the id of a chair's run of a lesson: the same after a reload, and on paper."""
    return hashlib.sha256(f"{chair} {lesson}".encode()).hexdigest()[:32]


def contribution_of(run: Run, chair: int, name: str = "", sent: int | None = None) -> Contribution:
    """Give what a run gives to its class; ``sent``: the time in milliseconds unless told."""
    return Contribution(
        run_id_of(chair, str(run.code)),
        str(run.code),
        name,
        None if run.prediction is None else str(run.prediction),
        tuple(
            Pooled(part, tally.trials, tuple(sorted(tally.counts.items())))
            for part, tally in enumerate(run.tallies)
            if tally.trials
        ),
        tuple(
            Given(given.step, given.template, given.chosen, given.right, given.misconception)
            for given in run.answers
        ),
        int(time.time() * 1000) if sent is None else sent,
        run.step,
        chair,
        run.chair == chair,
    )


def newest(contributions: Iterable[Contribution]) -> tuple[Contribution, ...]:
    """Give the newest of every run, in the order in which the runs first come.

    Deals that are the same for several pupils are left with the one who made most of them: counted
    twice they would seem to say more than they do.
    """
    found: dict[str, Contribution] = {}
    for each in contributions:
        known = found.get(each.run_id)
        if known is None or each.sent > known.sent:
            found[each.run_id] = each
    most: dict[tuple[str, int, int], tuple[int, str]] = {}
    for each in found.values():
        for tally in each.tallies:
            key = (*each.deals, tally.part)
            most[key] = max(most.get(key, (0, "")), (tally.trials, each.run_id))
    return tuple(
        replace(
            each,
            tallies=tuple(
                tally for tally in each.tallies if most[(*each.deals, tally.part)][1] == each.run_id
            ),
        )
        for each in found.values()
    )
