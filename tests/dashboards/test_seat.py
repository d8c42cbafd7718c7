"""A pupil's seat: joined, followed and sent without an act that waits, and nothing lost."""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from phase10.dashboards import seat as seats
from phase10.dashboards.seat import Seat
from phase10.game.errors import GameError
from phase10.teaching.classroom import ClassState, Contribution, run_id_of
from phase10.teaching.classroom_sqlite import SqliteClassrooms
from phase10.teaching.lessons import engine
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import Run
from phase10.teaching.lessons.reading import lesson

LESSON = "L01-D1-V1-77"
SET = ClassState("BCD234", LESSON)
PATIENCE = 300
"""Seconds after which a thread that says nothing is taken for dead."""


class Rooms(SqliteClassrooms):
    """Classes in a file that may be away for a while."""

    away = False
    sent = 0

    def state(self, code: str) -> ClassState:
        self._ask()
        return super().state(code)

    def join(self, code: str, name: str = "", place: str = "") -> ClassState:
        self._ask()
        return super().join(code, name, place)

    def contribute(self, code: str, contribution: Contribution) -> None:
        self._ask()
        super().contribute(code, contribution)
        self.sent += 1

    def _ask(self) -> None:
        if self.away:
            raise GameError("class.away", place="postgresql://school/classes")


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    made = Rooms(tmp_path / "classes.sqlite3")
    made.patience = 600
    return made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def seat(rooms: Rooms, clock: Clock) -> Seat:
    return Seat(lambda: rooms, now=clock)


def run_at(step: str, chair: int = 0, seed: int = 77) -> Run:
    """A run of the first lesson, gone on to a step."""
    content = lesson("L01")
    run = engine.go_on(engine.begin(content, LessonCode("L01", seed), (), chair))
    if step == "predict":
        return run
    run = engine.predict(run, content.prediction.choices[0].id)
    return run if step == "simulate" else engine.go_on(engine.simulate(run, 20))


def code_of(error: GameError | None) -> str:
    return "" if error is None else error.code


# --- joining --------------------------------------------------------------------------------------


def test_outside_of_a_class_nothing_is_sent(seat: Seat, rooms: Rooms) -> None:
    seat.follow(run_at("predict"))
    seat.look()
    assert (seat.waiting, seat.state, seat.error, rooms.sent) == (0, None, None, 0)
    assert seat.allows("done")
    assert seat.wait(60)


def test_a_pupil_joins_and_is_steered(seat: Seat, rooms: Rooms) -> None:
    state, key = rooms.make(LESSON)
    seat.join(f" {state.code.lower()} ", " Anna ")
    assert (seat.code, seat.name, seat.joining, seat.state) == (state.code, "Anna", True, None)
    seat.look()
    assert (seat.joining, seat.state) == (False, state)
    assert rooms.joined(state.code) == 1
    rooms.change(state.code, key, step="predict", show="revealed")
    assert seat.allows("simulate")
    seat.look()
    assert seat.state is not None
    assert (seat.state.show, seat.allows("predict"), seat.allows("simulate")) == (
        ("revealed", True, False)
    )
    rooms.change(state.code, key, paused=True)
    seat.look()
    assert not seat.allows("predict")
    seat.leave()
    assert seat.allows("done")


def test_what_cannot_be_a_code_or_a_name_is_told_at_once(seat: Seat) -> None:
    for code, name, wrong in (
        ("hello", "", "class.code"),
        ("BCD234", "<b>", "progress.nickname"),
        ("x" * 10**6, "", "class.code"),
    ):
        with pytest.raises(GameError) as caught:
            seat.join(code, name)
        assert caught.value.code == wrong
    assert seat.code == ""


def test_a_class_that_is_not_there_and_too_many_tries(seat: Seat, clock: Clock) -> None:
    for _ in range(5):
        seat.join("BCD234")
        seat.look()
        assert (seat.code, code_of(seat.error)) == ("", "class.unknown")
        clock.now += 1
    with pytest.raises(GameError) as caught:
        seat.join("BCD234")
    assert (caught.value.code, caught.value.values["seconds"]) == ("class.tries", 25)
    clock.now += 26
    seat.join("BCD234")


def test_a_full_class(rooms: Rooms) -> None:
    state, _ = rooms.make(LESSON, seats=1)
    first, second = Seat(lambda: rooms), Seat(lambda: rooms)
    for each in (first, second):
        each.join(state.code)
        each.look()
    assert (first.state, first.error) == (state, None)
    assert (second.code, code_of(second.error)) == ("", "class.full")


def test_who_comes_too_fast_is_let_in_later(seat: Seat, rooms: Rooms) -> None:
    state, _ = rooms.make(LESSON)
    rooms.joins_a_minute = 0
    seat.join(state.code)
    seat.look()
    assert (seat.code, seat.joining, code_of(seat.error)) == (state.code, True, "class.rate")
    rooms.joins_a_minute = 1
    seat.look()
    assert (seat.joining, seat.error) == (False, None)


# --- sending --------------------------------------------------------------------------------------


def test_what_a_run_gives_is_sent_once(seat: Seat, rooms: Rooms) -> None:
    state, _ = rooms.make(LESSON)
    seat.join(state.code, "Anna")
    for step in ("predict", "simulate", "exact"):
        for _ in range(3):
            seat.follow(run_at(step, seat.chair))
            seat.look()
    assert (rooms.sent, seat.waiting) == (3, 0)
    (given,) = rooms.contributions(state.code)
    assert (given.nickname, given.step, given.tallies[0].trials) == ("Anna", "exact", 20)
    assert given.run_id == run_id_of(seat.chair, LESSON)
    assert given.own_deals


def test_the_newest_wins_though_the_clock_is_put_back(
    seat: Seat, rooms: Rooms, clock: Clock
) -> None:
    state, _ = rooms.make(LESSON)
    seat.join(state.code)
    for step in ("predict", "simulate", "exact"):
        seat.follow(run_at(step, seat.chair))
        clock.now -= 3600
        seat.look()
    assert rooms.contributions(state.code)[0].step == "exact"


def test_nothing_is_lost_while_classes_are_away(seat: Seat, rooms: Rooms) -> None:
    told: list[str] = []
    seat.changed = lambda: told.append(code_of(seat.error))
    state, _ = rooms.make(LESSON)
    seat.join(state.code)
    seat.look()
    rooms.away = True
    for step in ("predict", "simulate"):
        seat.follow(run_at(step, seat.chair))
        seat.look()
    assert (seat.waiting, seat.state, seat.code) == (1, state, state.code)
    assert not seat.wait(0.0)
    rooms.away = False
    seat.look()
    assert (seat.waiting, rooms.sent) == (0, 1)
    assert rooms.contributions(state.code)[0].step == "simulate"
    assert told == ["", "class.away", ""]


def test_each_run_goes_to_the_class_it_was_made_in(seat: Seat, rooms: Rooms) -> None:
    first, _ = rooms.make(LESSON)
    second, _ = rooms.make(LESSON)
    rooms.away = True
    seat.join(first.code)
    seat.follow(run_at("simulate", seat.chair))
    seat.leave()
    seat.follow(run_at("exact", seat.chair, seed=5))
    seat.join(second.code)
    seat.follow(run_at("exact", seat.chair))
    seat.look()
    assert seat.waiting == 2
    rooms.away = False
    seat.leave()
    seat.look()
    assert seat.waiting == 0
    assert [run.step for run in rooms.contributions(first.code)] == ["simulate"]
    assert [run.step for run in rooms.contributions(second.code)] == ["exact"]


def test_an_ended_class_is_told_and_left(seat: Seat, rooms: Rooms) -> None:
    state, key = rooms.make(LESSON)
    seat.join(state.code)
    seat.look()
    rooms.change(state.code, key, paused=True)
    seat.look()
    rooms.end(state.code, key)
    seat.follow(run_at("predict", seat.chair))
    seat.look()
    assert (seat.code, seat.state, seat.waiting) == ("", None, 0)
    assert code_of(seat.error) == "class.unknown"
    assert seat.allows("done")


def test_a_run_that_the_class_does_not_take_is_dropped_and_told(
    seat: Seat, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phase10.teaching.classroom_sql.RUNS", 0)
    state, _ = rooms.make(LESSON)
    seat.join(state.code)
    seat.follow(run_at("predict", seat.chair))
    seat.look()
    assert (seat.waiting, code_of(seat.error), seat.state) == (0, "class.runs", state)


def test_the_end_of_a_page_sends_first(seat: Seat, rooms: Rooms) -> None:
    state, _ = rooms.make(LESSON)
    seat.join(state.code)
    seat.follow(run_at("predict", seat.chair))
    assert seat.wait(PATIENCE)
    assert len(rooms.contributions(state.code)) == 1


# --- a reload -------------------------------------------------------------------------------------


def test_after_a_reload_the_seat_is_there_and_the_rest_is_sent(
    seat: Seat, rooms: Rooms, clock: Clock
) -> None:
    state, _ = rooms.make(LESSON, seats=1)
    other, _ = rooms.make(LESSON)
    seat.join(other.code)
    rooms.away = True
    seat.follow(run_at("predict", seat.chair))
    rooms.away = False
    seat.join(state.code, "Anna")
    seat._send()
    seat.look()
    rooms.away = True
    seat.follow(run_at("exact", seat.chair))
    seat.look()
    kept = json.loads(json.dumps(seat.kept()))
    rooms.away = False
    clock.now -= 9
    again = Seat(lambda: rooms, now=clock)
    again.restore(kept)
    assert (again.code, again.name, again.place) == (state.code, "Anna", seat.place)
    assert (again.chair, again.waiting) == (seat.chair, 1)
    assert (again.state, again.joining) == (state, True)
    again.look()
    assert (again.state, again.error, again.waiting) == (state, None, 0)
    assert [run.step for run in rooms.contributions(state.code)] == ["exact"]
    assert [run.step for run in rooms.contributions(other.code)] == ["predict"]
    assert rooms.joined(state.code) == 1


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"place": 5},
        {"place": "../" * 11},
        {"place": "0" * 32, "outbox": 5, "code": 7, "name": []},
        {"place": "0" * 32, "outbox": [1, [], ["BCD234", {}], ["x", None]], "code": "hello"},
        {"place": "0" * 32, "outbox": [["BCD234", {"run_id": "x"}]] * 999, "name": "<b>"},
        {"place": "0" * 32, "code": "BCD234", "name": "<b>"},
        {"place": "0" * 32, "state": {"code": "BCD234"}},
        {"place": "0" * 32, "state": {**asdict(SET), "code": "BCD234"}},
        {"place": "0" * 32, "state": {**asdict(SET), "step": ["x"]}},
        {"place": "0" * 32, "state": {**asdict(SET), "version": "1"}},
        {"place": "0" * 32, "state": {**asdict(SET), "lesson": 5}},
    ],
)
def test_what_was_kept_wrong_is_left_out(seat: Seat, kept: dict[str, Any]) -> None:
    seat.restore(kept)
    assert (seat.code, seat.name, seat.waiting, seat.state) == ("", "", 0, None)
    assert len(seat.place) == 32


# --- in the background ----------------------------------------------------------------------------


class Page:
    """What shows the seat: every work in order, and what was to be seen after it."""

    def __init__(self, seat: Seat) -> None:
        self.seen: queue.Queue[tuple[str, str, str]] = queue.Queue()
        self.seat = seat
        seat.push = self.push

    def push(self, work: Callable[[], None]) -> None:
        work()
        show = "" if self.seat.state is None else self.seat.state.show
        self.seen.put((self.seat.code, show, code_of(self.seat.error)))

    def next(self) -> tuple[str, str, str]:
        return self.seen.get(timeout=PATIENCE)


@pytest.fixture
def page(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setattr(seats, "EVERY", 0.01)
    yield Page(seat)
    thread = seat._thread
    seat.leave()
    if thread is not None:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_the_page_is_woken_by_what_the_teacher_does(page: Page, rooms: Rooms) -> None:
    state, key = rooms.make(LESSON)
    page.seat.join(state.code)
    assert page.next() == (state.code, "hidden", "")
    for show in ("shown", "revealed"):
        rooms.change(state.code, key, show=show)
        assert page.next() == (state.code, show, "")
    rooms.end(state.code, key)
    assert page.next() == ("", "", "class.unknown")
    assert page.seen.empty()


def test_failing_and_recovering_is_shown_without_an_act(page: Page, rooms: Rooms) -> None:
    state, _ = rooms.make(LESSON)
    page.seat.join(state.code)
    assert page.next() == (state.code, "hidden", "")
    rooms.away = True
    assert page.next() == (state.code, "hidden", "class.away")
    page.seat.follow(run_at("predict", page.seat.chair))
    rooms.away = False
    assert page.next() == (state.code, "hidden", "")
    assert page.seat.wait(PATIENCE)
    assert len(rooms.contributions(state.code)) == 1


def test_the_thread_ends_when_there_is_nothing_more_to_say(page: Page, rooms: Rooms) -> None:
    state, _ = rooms.make(LESSON)
    rooms.away = True
    page.seat.join(state.code)
    assert page.next()[2] == "class.away"
    page.seat.follow(run_at("predict", page.seat.chair))
    page.seat.leave()
    thread = page.seat._thread
    assert thread is not None
    rooms.away = False
    thread.join(PATIENCE)
    assert page.seat._thread is None
    assert len(rooms.contributions(state.code)) == 1
    page.seat.join(state.code)
    while page.next()[1] != "hidden":
        pass


def test_a_fault_of_ours_does_not_end_the_thread(
    page: Page, rooms: Rooms, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state, _ = rooms.make(LESSON)
    faults = iter([RuntimeError("once")])

    def join(*given: Any) -> ClassState:
        for fault in faults:
            raise fault
        return SqliteClassrooms.join(rooms, *given)

    monkeypatch.setattr(rooms, "join", join)
    page.seat.join(state.code)
    assert page.next() == (state.code, "hidden", "")
    assert "once" in caplog.text
