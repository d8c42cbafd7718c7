"""Puzzles that were missed come again, later and later; the progress alone knows them."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from phase10.advice.puzzles import Puzzle, made_puzzles
from phase10.teaching.progress import Progress
from phase10.teaching.progress_files import read_progress, to_csv, to_json
from phase10.teaching.progress_store import SqliteStore
from phase10.teaching.puzzle_training import PUZZLES, Training


@cache
def puzzle(place: int = 0) -> Puzzle:
    return next(made_puzzles(7, start=place))


def wrong(asked: Puzzle) -> str:
    return next(each.move for each in asked.options if not asked.is_right(each.move))


class Clock:
    """A time that is put forward by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def training(tmp_path: Path, clock: Clock) -> Training:
    return Training(Progress(SqliteStore(tmp_path / "p.sqlite3"), "Anna", now=clock), now=clock)


def test_what_is_right_at_once_does_not_come_again(training: Training, clock: Clock) -> None:
    assert training.answered(puzzle(), puzzle().options[0].move)
    clock.now += timedelta(days=400)
    assert training.due() == ()
    assert training.next_due() is None


def test_what_was_missed_comes_again_later_and_later(training: Training, clock: Clock) -> None:
    asked = puzzle()
    assert not training.answered(asked, wrong(asked))
    pauses = []
    for _ in range(6):
        due = training.next_due()
        assert due is not None
        pauses.append(due - clock.now)
        assert training.due() == ()
        clock.now = due
        assert training.due() == (asked.key,)
        again = training.puzzle(asked.key)
        assert again == asked, "the position itself is kept"
        assert training.answered(again, asked.options[0].move)
    assert pauses == sorted(pauses)
    assert pauses[0] <= timedelta(minutes=10)
    assert pauses[-1] > timedelta(days=10)


def test_missed_again_it_comes_again_soon(training: Training, clock: Clock) -> None:
    asked = puzzle()
    training.answered(asked, wrong(asked))
    for _ in range(4):
        due = training.next_due()
        assert due is not None
        clock.now = due
        training.answered(asked, asked.options[0].move)
    due = training.next_due()
    assert due is not None
    clock.now = due
    training.answered(asked, wrong(asked))
    due = training.next_due()
    assert due is not None
    assert due - clock.now <= timedelta(minutes=10)


def test_who_has_waited_longest_comes_first(training: Training, clock: Clock) -> None:
    for place in (1, 0, 2):
        training.answered(puzzle(place), wrong(puzzle(place)))
        clock.now += timedelta(minutes=1)
    clock.now += timedelta(days=1)
    assert training.due() == (puzzle(1).key, puzzle(0).key, puzzle(2).key)


def test_all_is_known_again_from_the_file_that_a_learner_takes_along(
    training: Training, tmp_path: Path, clock: Clock
) -> None:
    for place in (0, 1, 2):
        training.answered(puzzle(place), wrong(puzzle(place)))
    for write in (to_json, to_csv):
        entries = read_progress(write(training.progress.entries))
        other = Progress(SqliteStore(tmp_path / f"{write.__name__}.sqlite3"), "Bo", now=clock)
        other.take_in(entries)
        again = Training(other, now=clock)
        assert again.missed().keys() == training.missed().keys()
        assert [card.due for card in again.missed().values()] == [
            card.due for card in training.missed().values()
        ]
        assert again.puzzle(puzzle(1).key) == puzzle(1)


def test_the_same_answers_give_the_same_days(training: Training, clock: Clock) -> None:
    training.answered(puzzle(), wrong(puzzle()))
    one = training.missed()[puzzle().key]
    assert training.missed()[puzzle().key] == one


def test_the_position_is_kept_once(training: Training) -> None:
    for _ in range(3):
        training.answered(puzzle(), wrong(puzzle()))
    pieces = [entry for entry in training.progress.entries if entry.event == "piece"]
    assert len({entry.code for entry in pieces}) == len(pieces)


@pytest.mark.parametrize("value", ["p:!!", "p:eJxz", "p:", "p:AAAA"])
def test_a_damaged_position_is_no_puzzle(training: Training, value: str) -> None:
    training.progress.record(PUZZLES, "0" * 20, "piece", code="1 1", value=value)
    training.progress.record(PUZZLES, "0" * 20, "wrong", code="discard")
    assert training.puzzle("0" * 20) is None
    assert training.puzzle("f" * 20) is None


def test_a_lost_piece_is_no_puzzle(training: Training) -> None:
    training.progress.record(PUZZLES, "1" * 20, "piece", code="2 2", value="p:AAAA")
    assert training.puzzle("1" * 20) is None


def test_a_clock_that_was_put_back_does_no_harm(training: Training, clock: Clock) -> None:
    training.answered(puzzle(), wrong(puzzle()))
    clock.now -= timedelta(days=3)
    training.answered(puzzle(), puzzle().options[0].move)
    assert training.next_due() is not None


def test_the_library_is_plain_python() -> None:
    """On a page it must load neither NumPy nor what trains its parameters."""
    code = (
        "import sys, phase10.teaching.puzzle_training as t; t._scheduler();"
        "print(sorted({'numpy', 'torch', 'pandas', 'numba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
