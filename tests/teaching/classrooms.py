"""What classes do, wherever they are kept: run over a file and over a server."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from phase10.game.errors import CODES, GameError
from phase10.teaching.classroom import (
    LIFE,
    RUNS,
    SEATS,
    Classrooms,
    Contribution,
    Given,
    Pooled,
    chair_of,
    new_place,
    read_code,
    run_id_of,
)
from phase10.teaching.classroom_sql import SqlClassrooms

LESSON = "L05-D1-V1-77"
KEY = "class.key"
WRITER = Path(__file__).with_name("class_writer.py")
ROOT = Path(__file__).parents[2]


class Clock:
    """A time that goes on when told."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def run_of(number: int, sent: int = 1, **what: Any) -> Contribution:
    """What a pupil's run gave."""
    chair = chair_of(f"pupil {number}")
    given = Contribution(
        run_id_of(chair, LESSON),
        LESSON,
        f"Pupil {number}",
        "55",
        (Pooled(0, 100, ((0, 40), (1, 60))),),
        (Given("exit", "some", 1, False, "forgotten-cards"),),
        sent,
        "simulate",
        chair,
        True,
    )
    return replace(given, **what)


def refused(call: Callable[[], object]) -> GameError:
    """The error that a call ends with, checked against the list of codes."""
    with pytest.raises(GameError) as caught:
        call()
    assert set(caught.value.values) == set(CODES[caught.value.code])
    return caught.value


class Behaviour:
    """Every kind of classes; ``rooms`` and ``place`` are fixtures of the kind."""

    # --- the teacher ------------------------------------------------------------------------------

    def test_a_class_begins_hidden_at_its_own_pace(self, rooms: SqlClassrooms) -> None:
        state, key = rooms.make(" l05-d1-v1-77 ")
        assert state == rooms.state(state.code.lower())
        assert (state.lesson, state.step, state.paused) == (LESSON, "", False)
        assert (state.show, state.version, state.seats) == ("hidden", 1, SEATS)
        assert read_code(state.code) == state.code
        assert len(key) >= 20
        assert rooms.contributions(state.code) == ()
        assert rooms.joined(state.code) == 0

    def test_who_has_the_key_steers(self, rooms: SqlClassrooms) -> None:
        state, key = rooms.make(LESSON)
        now = rooms.change(state.code, key, step="predict", paused=True, show="shown")
        assert (now.step, now.paused, now.show, now.version) == ("predict", True, "shown", 2)
        assert rooms.state(state.code) == now
        now = rooms.change(state.code, key, lesson="l06-d1-v1-5", seats=3)
        assert (now.lesson, now.seats, now.version, now.show) == ("L06-D1-V1-5", 3, 3, "shown")
        assert rooms.change(state.code, key) == now
        assert refused(lambda: rooms.change(state.code, key + "x", paused=False)).code == KEY
        assert refused(lambda: rooms.change(state.code, "", paused=False)).code == KEY
        assert refused(lambda: rooms.end(state.code, "\ud800")).code == KEY
        assert rooms.state(state.code) == now

    @pytest.mark.parametrize(
        "what",
        [
            {"show": "all"},
            {"step": "nowhere"},
            {"paused": 1},
            {"seats": True},
            {"seats": 0},
            {"seats": 10**9},
            {"name": "BCD234"},
            {"version": 7},
            {"lesson": 5},
        ],
    )
    def test_a_class_is_not_set_to_anything_else(
        self, rooms: SqlClassrooms, what: dict[str, object]
    ) -> None:
        state, key = rooms.make(LESSON)
        assert refused(lambda: rooms.change(state.code, key, **what)).code == "class.value"
        assert rooms.state(state.code) == state

    def test_a_class_needs_a_lesson(self, rooms: SqlClassrooms) -> None:
        assert refused(lambda: rooms.make("lesson five")).code == "lesson.code"

    def test_an_ended_class_is_gone_with_all_it_held(self, rooms: SqlClassrooms) -> None:
        state, key = rooms.make(LESSON)
        other, _ = rooms.make(LESSON)
        rooms.join(state.code, "Anna", new_place())
        rooms.contribute(state.code, run_of(1))
        rooms.contribute(other.code, run_of(1))
        rooms.end(state.code, key)
        for call in (
            lambda: rooms.state(state.code),
            lambda: rooms.contributions(state.code),
            lambda: rooms.joined(state.code),
            lambda: rooms.join(state.code),
            lambda: rooms.contribute(state.code, run_of(2)),
            lambda: rooms.end(state.code, key),
            lambda: rooms.change(state.code, key, paused=True),
        ):
            assert refused(call).code == "class.unknown"
        assert rooms.contributions(other.code) == (run_of(1),)

    def test_a_class_that_nobody_uses_dies(self, rooms: SqlClassrooms, clock: Clock) -> None:
        state, _ = rooms.make(LESSON)
        used, _ = rooms.make(LESSON)
        clock.now += LIFE - 10
        rooms.contribute(used.code, run_of(1))
        clock.now += 20
        assert refused(lambda: rooms.state(state.code)).code == "class.unknown"
        assert rooms.contributions(used.code) == (run_of(1),)
        rooms.make(LESSON)
        clock.now -= 20
        assert refused(lambda: rooms.state(state.code)).code == "class.unknown"

    # --- pupils -----------------------------------------------------------------------------------

    def test_a_place_is_taken_once(self, rooms: SqlClassrooms) -> None:
        state, key = rooms.make(LESSON, seats=2)
        places = [new_place() for _ in range(3)]
        assert rooms.join(state.code, "Anna", places[0]) == state
        rooms.join(state.code, "Anna B", places[0])
        rooms.join(state.code, "", places[1])
        assert rooms.joined(state.code) == 2
        full = refused(lambda: rooms.join(state.code, "Zane", places[2]))
        assert (full.code, full.values["seats"]) == ("class.full", 2)
        rooms.join(state.code, "Anna", places[0])
        rooms.change(state.code, key, seats=3)
        rooms.join(state.code, "Zane", places[2])
        assert rooms.joined(state.code) == 3

    def test_places_are_given_at_a_rate(self, rooms: SqlClassrooms, clock: Clock) -> None:
        state, _ = rooms.make(LESSON, seats=500)
        first = new_place()
        rooms.join(state.code, "", first)
        for _ in range(rooms.joins_a_minute - 1):
            rooms.join(state.code)
        error = refused(lambda: rooms.join(state.code))
        assert (error.code, error.values["limit"]) == ("class.rate", rooms.joins_a_minute)
        rooms.join(state.code, "Anna", first)
        clock.now += 61
        rooms.join(state.code)
        assert rooms.joined(state.code) == rooms.joins_a_minute + 1

    @pytest.mark.parametrize("name", ["<b>Anna</b>", "a" * 10_000, "=1+1", "a@b.lv", "\x00"])
    def test_names_that_cannot_be_shown_are_refused(self, rooms: SqlClassrooms, name: str) -> None:
        state, _ = rooms.make(LESSON)
        assert refused(lambda: rooms.join(state.code, name)).code == "progress.nickname"
        sent = refused(lambda: rooms.contribute(state.code, run_of(1, nickname=name)))
        assert sent.code == "class.form"
        assert rooms.joined(state.code) == 0
        assert rooms.contributions(state.code) == ()

    @pytest.mark.parametrize("code", ["", "BCD", "BCD2345", "234BCD", "AEI234", "<b>", "x" * 10**5])
    def test_what_is_no_class_code(self, rooms: SqlClassrooms, code: str) -> None:
        assert refused(lambda: rooms.state(code)).code == "class.code"

    def test_a_class_that_is_not_there(self, rooms: SqlClassrooms) -> None:
        error = refused(lambda: rooms.state("BCD 234"))
        assert (error.code, error.values["text"]) == ("class.unknown", "BCD234")

    # --- what they give ---------------------------------------------------------------------------

    def test_sent_twice_counts_once(self, rooms: SqlClassrooms) -> None:
        state, _ = rooms.make(LESSON)
        for _ in range(3):
            rooms.contribute(state.code, run_of(1))
            rooms.contribute(state.code, run_of(2))
        assert rooms.contributions(state.code) == (run_of(1), run_of(2)) or (
            rooms.contributions(state.code) == (run_of(2), run_of(1))
        )

    def test_the_newest_wins_in_any_order(self, rooms: SqlClassrooms) -> None:
        state, _ = rooms.make(LESSON)
        for sent in (2, 5, 1, 4, 3):
            rooms.contribute(state.code, run_of(1, sent, prediction=str(sent)))
        (found,) = rooms.contributions(state.code)
        assert (found.sent, found.prediction) == (5, "5")

    @pytest.mark.parametrize(
        "what",
        [
            {"run_id": "x"},
            {"run_id": "0" * 33},
            {"lesson": "L05"},
            {"prediction": "1e999999999"},
            {"prediction": "9" * 5000},
            {"prediction": "1/0"},
            {"prediction": "<script>"},
            {"prediction": 55},
            {"sent": -1},
            {"sent": 1 << 60},
            {"sent": True},
            {"step": "nowhere"},
            {"tallies": (Pooled(0, 5, ((0, 4),)),)},
            {"tallies": (Pooled(0, 1, ((0, -1), (1, 2))),)},
            {"tallies": (Pooled(0, 2, ((0, 1), (0, 1))),)},
            {"tallies": (Pooled(0, 10**9, ((0, 10**9),)),)},
            {"tallies": (Pooled(10**6, 1, ((0, 1),)),)},
            {"tallies": tuple(Pooled(0, 0, ()) for _ in range(100))},
            {"tallies": (Pooled(0, 500, tuple((n, 1) for n in range(500))),)},
            {"answers": tuple(Given("exit", "some", 1, True, "") for _ in range(100))},
            {"answers": (Given("exit", "<b>", 1, True, ""),)},
            {"answers": (Given("exit", "some", 99, True, ""),)},
            {"chair": 1 << 40},
            {"own_deals": 1},
        ],
    )
    def test_what_is_no_run_is_refused(self, rooms: SqlClassrooms, what: dict[str, Any]) -> None:
        state, _ = rooms.make(LESSON)
        error = refused(lambda: rooms.contribute(state.code, run_of(1, **what)))
        assert error.code == "class.form"
        assert rooms.contributions(state.code) == ()

    def test_a_class_keeps_so_many_runs(self, rooms: SqlClassrooms) -> None:
        state, _ = rooms.make(LESSON, seats=1)
        for number in range(RUNS):
            rooms.contribute(state.code, run_of(number))
        error = refused(lambda: rooms.contribute(state.code, run_of(RUNS)))
        assert (error.code, error.values["limit"]) == ("class.runs", RUNS)
        rooms.contribute(state.code, run_of(3, 9))
        assert len(rooms.contributions(state.code)) == RUNS

    # --- many at once -----------------------------------------------------------------------------

    def test_thirty_threads_lose_nothing(
        self, rooms: SqlClassrooms, again: Callable[[], Classrooms]
    ) -> None:
        state, _ = rooms.make(LESSON)

        def pupil(number: int) -> None:
            own = again()
            own.join(state.code, "", f"{number:032x}")
            for sent in range(1, 6):
                own.contribute(state.code, run_of(number, sent))
                own.contribute(state.code, run_of(number, sent))

        with ThreadPoolExecutor(30) as pool:
            list(pool.map(pupil, range(30)))
        found = rooms.contributions(state.code)
        assert sorted(found, key=lambda run: run.run_id) == sorted(
            (run_of(number, 5) for number in range(30)), key=lambda run: run.run_id
        )
        assert rooms.joined(state.code) == 30

    def test_the_last_seat_is_given_once(
        self, rooms: SqlClassrooms, again: Callable[[], Classrooms]
    ) -> None:
        state, _ = rooms.make(LESSON, seats=3)

        def ask(_number: int) -> str:
            try:
                again().join(state.code)
            except GameError as error:
                return error.code
            return ""

        with ThreadPoolExecutor(12) as pool:
            said = list(pool.map(ask, range(12)))
        assert sorted(said) == [""] * 3 + ["class.full"] * 9
        assert rooms.joined(state.code) == 3

    def test_changes_of_two_windows_are_all_counted(
        self, rooms: SqlClassrooms, again: Callable[[], Classrooms]
    ) -> None:
        state, key = rooms.make(LESSON)

        def steer(number: int) -> None:
            again().change(state.code, key, paused=bool(number % 2))

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(steer, range(16)))
        assert rooms.state(state.code).version == 17

    def test_processes_write_and_one_is_killed(self, rooms: SqlClassrooms, place: str) -> None:
        """Four processes of some pupils each; one dies in the middle: what it was told is there."""
        state, _ = rooms.make(LESSON)
        writers = [
            subprocess.Popen(
                [sys.executable, str(WRITER), place, state.code, str(first), str(count)],
                stdout=subprocess.PIPE,
                text=True,
                cwd=ROOT,
            )
            for first, count in ((0, 10), (10, 10), (20, 10), (30, 0))
        ]
        told: dict[str, int] = {}
        doomed = writers[-1].stdout
        assert doomed is not None
        for _ in range(20):
            run, sent = json.loads(doomed.readline())
            told[run] = sent
        writers[-1].send_signal(signal.SIGKILL)
        for line in doomed:
            if line.endswith("\n"):
                run, sent = json.loads(line)
                told[run] = sent
        for writer in writers:
            out, _ = writer.communicate(timeout=600)
            for line in out.splitlines():
                run, sent = json.loads(line)
                told[run] = sent
        assert [writer.returncode for writer in writers] == [0, 0, 0, -signal.SIGKILL]
        found = {run.run_id: run.sent for run in rooms.contributions(state.code)}
        assert {run_of(number).run_id for number in range(30)} <= told.keys()
        for run, sent in told.items():
            assert found[run] >= sent
        rooms.contribute(state.code, run_of(99))
        assert len(rooms.contributions(state.code)) == len(found) + 1
