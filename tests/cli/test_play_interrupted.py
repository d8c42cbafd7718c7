"""A match that is interrupted in every way goes on as if it had not been."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from phase10.game.engine import Game
from phase10.game.errors import RecordError
from phase10.game.records import Record, load
from phase10.game.rules import Rules
from phase10.players import PLAYERS, play_match
from tests.cli.kept import Kept
from tests.cli.person import answer
from tests.cli.runner import program

MATCH = ("--seed", "12", "--rules", "official,last_phase=3", "--players", "greedy,random,greedy")


class Window:
    """The command as a program of its own, talked to line by line."""

    def __init__(self, path: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "phase10", "play", "--record", str(path), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80"},
            bufsize=0,
        )
        self.shown = b""

    def wait_for_prompt(self) -> bool:
        """Read until something can be typed; False when the program has ended."""
        assert self.process.stdout is not None
        while not self.shown.endswith(b"\n> "):
            more = self.process.stdout.read(1)
            if not more:
                return False
            self.shown += more
        return True

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.shown = b""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(f"{line}\n".encode())

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal and wait; how it ended, and what it said."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, (self.shown + out + err).decode()


@pytest.fixture
def window(tmp_path: Path) -> Iterator[type[Window]]:
    """Windows that do not outlive the test."""
    opened: list[Window] = []

    class Noted(Window):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            opened.append(self)

    yield Noted
    for each in opened:
        if each.process.poll() is None:
            each.process.kill()
        each.process.communicate()


def test_a_match_killed_again_and_again_ends_as_one_that_was_not(
    tmp_path: Path, window: type[Window]
) -> None:
    path = tmp_path / "match.txt"
    kills = 0
    arguments = MATCH
    while True:
        table = window(path, *arguments)
        arguments = ()
        typed = 0
        while table.wait_for_prompt():
            table.type(answer(load(path).game))
            typed += 1
            if kills < 8 and typed == 3 + kills % 3:
                # The others are just playing, or not yet: a kill may come at any moment.
                assert table.end(signal.SIGKILL)[0] == -signal.SIGKILL
                kills += 1
                break
        if table.process.poll() is None:
            table.process.wait(60)
        if table.process.returncode == 0:
            break
        assert table.process.returncode == -signal.SIGKILL
    assert kills == 8
    record = load(path)
    players = [PLAYERS[name] for name in ("greedy", "greedy", "random", "greedy")]
    start = Game.start(12, 4, Rules.parse("official,last_phase=3"))
    assert record.game == play_match(start, players).game
    left = sorted(file.name for file in tmp_path.iterdir())
    assert left == ["match.txt"], "no draft and no lock is left"


def test_control_c_ends_quietly_and_the_match_goes_on(tmp_path: Path, window: type[Window]) -> None:
    path = tmp_path / "match.txt"
    table = window(path, *MATCH)
    assert table.wait_for_prompt()
    table.type("d")
    assert table.wait_for_prompt()
    code, said = table.end(signal.SIGINT)
    assert code == 0
    assert "The match is saved in" in said
    assert "Traceback" not in said
    assert load(path).game.stage == "play"
    again = window(path)
    assert again.wait_for_prompt()
    assert b"goes on" in again.shown


def test_a_second_window_cannot_play_the_same_match(tmp_path: Path, window: type[Window]) -> None:
    path = tmp_path / "match.txt"
    first = window(path, *MATCH)
    assert first.wait_for_prompt()
    second = program("play", "--record", str(path))
    assert second.code == 2
    assert "is being played in another window" in second.err
    first.end(signal.SIGKILL)
    assert program("play", "--record", str(path)).code == 0, "a killed window holds nothing"


def test_an_output_that_nobody_reads_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    command = [sys.executable, "-m", "phase10", "play", "--record", str(path), *MATCH]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()  # type: ignore[union-attr]
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
    assert load(path).seed == 12


def test_on_a_terminal_cards_have_their_colours_and_the_end_of_input_ends_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "match.txt"
    command = [sys.executable, "-m", "phase10", "play", "--record", str(path), "--seed", "5"]
    child, terminal = pty.fork()
    if child == 0:
        os.execve(sys.executable, command, {**os.environ, "TERM": "xterm-256color"})
    shown = b""
    typed = [b"d\n", b"\x04"]
    # Reading from a terminal whose program has ended is an error on some systems.
    with contextlib.suppress(OSError):
        while more := os.read(terminal, 4096):
            shown += more
            if typed and shown.endswith(b"> "):
                os.write(terminal, typed.pop(0))
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert b"\x1b[31mred 7\x1b[0m" in shown
    assert b"You draw blue 7." in shown
    assert b"The match is saved in" in shown
    assert load(path).game.stage == "play"


def test_a_match_that_cannot_be_saved_at_the_end_is_not_said_to_be(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from phase10.game import records

    path = tmp_path / "match.txt"
    kept.play("--record", str(path), "--seed", "5")
    before = path.read_bytes()

    def full(record: Record, where: object) -> None:
        raise RecordError("record.unwritable", path=str(where))

    monkeypatch.setattr(records, "save", full)
    run = kept.play("--record", str(path), stdin="d\n")
    assert run.code == 2
    assert "the record cannot be saved here" in " ".join(run.out.split())
    assert "the record cannot be saved here" in run.err
    assert "The match is saved" not in run.out
    assert path.read_bytes() == before
    assert kept.play("--record", str(path), "--new").code == 2
    assert path.read_bytes() == before, "the old match lies where it lay"
