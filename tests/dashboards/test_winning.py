"""Chances to win on the hint page: they come later, from one process for all pages."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from phase10.advice.hints import advise
from phase10.advice.options import Advice
from phase10.advice.winning import steps_of
from phase10.dashboards import winning
from phase10.game.cards import Hand
from phase10.game.phases import PHASES
from phase10.game.position import Opponent, Position
from phase10.solver.win_chances import WinChance, WinChances
from tests.dashboards.test_app import Visitor

HAND = "R3 B3 Y5 G9 R9 B12 W R5 G1 Y7 S"
POSITION = Position(Hand(HAND), PHASES[0], players=(Opponent("A", phase=2, score=20),))
PATIENCE = 90


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of our own, so that no other process answers; the one started here is ended."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(winning, "_folder", lambda: tmp_path)
    monkeypatch.setenv(winning.SWITCH, "on")
    yield tmp_path
    for process in processes(tmp_path):
        os.kill(process, signal.SIGKILL)


def processes(folder: Path) -> list[int]:
    """List the processes that were started with this folder."""
    import psutil

    return [
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if any(str(folder) in word for word in process.info["cmdline"] or ())
    ]


def wait_until(done: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def listener(alone: Path) -> Iterator[Callable[[], Listener]]:
    """Make pages that ask; they end before the process does."""
    made: list[Listener] = []

    def make() -> Listener:
        made.append(Listener())
        return made[-1]

    yield make
    for each in made:
        each.playing.close()
        each.join()


class Listener:
    """Take what is found, as a page does."""

    def join(self) -> None:
        if self.playing._thread is not None:
            self.playing._thread.join(PATIENCE)

    def __init__(self) -> None:
        self.found: list[WinChances] = []
        self.playing = winning.Playing(lambda _, found: self.found.append(found))
        self.playing.push = lambda work: work()

    def ask(self) -> None:
        self.playing.ask(POSITION, steps_of(advise(POSITION)))


def test_pages_share_one_process_and_a_dead_one_is_started_again(
    alone: Path, listener: Callable[[], Listener]
) -> None:
    first, second = listener(), listener()
    first.ask()
    second.ask()
    wait_until(lambda: first.found and second.found)
    assert first.found[0].chances[0] is not None
    (process,) = processes(alone)
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: not processes(alone))
    first.found.clear()
    first.ask()
    wait_until(lambda: first.found)
    assert len(processes(alone)) == 1


def test_who_does_not_know_the_token_is_not_heard(
    alone: Path, listener: Callable[[], Listener]
) -> None:
    asking = listener()
    asking.ask()
    wait_until(lambda: asking.found)
    (file,) = alone.glob("winning-*.json")
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
    told = json.loads(file.read_text("utf-8"))
    with socket.create_connection(("127.0.0.1", told["port"]), timeout=PATIENCE) as stranger:
        stranger.sendall(b'{"token": "guess", "position": {}, "moves": [], "seconds": 1}\n')
        assert stranger.recv(100) == b""


def test_without_a_way_to_show_or_switched_off_nothing_is_started(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = Listener()
    silent.playing.push = None
    silent.ask()
    monkeypatch.setenv(winning.SWITCH, "off")
    Visitor(f"?phase=1&hand={HAND.replace(' ', '+')}")
    Listener().ask()
    assert not list(alone.iterdir())


def found_for(advice: Advice, values: list[float]) -> WinChances:
    count = len(advice.options)
    values = [*values, *[0.1] * (count - len(values))]
    return WinChances(
        tuple(WinChance(value, 0.01, 100) for value in values),
        {
            (one, two): (values[one] - values[two], 0.01)
            for one in range(count)
            for two in range(count)
            if one != two
        },
        100,
        1,
        True,
        0.3,
    )


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_the_hint_is_there_at_once_and_ranked_anew_when_the_chances_come(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(winning.Playing, "ask", lambda self, *what: asked.append(what))
    visitor = Visitor(f"?phase=1&hand={HAND.replace(' ', '+')}", lang=lang)
    hint = visitor.page.hint
    before = [option.move for option in hint.advice.options]
    assert asked[-1] == (hint.position, steps_of(hint.advice))
    hint._played(hint.position, found_for(hint.advice, [0.4, 0.5, 0.3]))
    after = hint.advice.options
    assert [option.move for option in after][:2] == [before[1], before[0]]
    assert "50" in visitor.page.parts()["advice"]
    # The same question once more, with sharper figures: from the order of the start.
    hint._played(hint.position, found_for(hint.advice, [0.5, 0.4, 0.3]))
    assert hint.advice.options[0].move == before[0]
    # An answer that comes too late is not for this position.
    late = hint.position
    visitor.act("phase.number", 5)
    moves = [option.move for option in hint.advice.options]
    hint._played(late, found_for(hint.advice, [0.1, 0.9]))
    assert [option.move for option in hint.advice.options] == moves
    assert all(option.win_chance is None for option in hint.advice.options)
