"""A phase of one's own, solved by a process beside the page: shown, stopped, failed, resumed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from phase10.dashboards import solving
from phase10.game.phases import Phase
from phase10.game.rules import SEED
from phase10.solver.waiting import SOLVED, cache_folder, figures_for
from tests.dashboards.test_app import Visitor, said

QUICK = "color:6"
LONG = "set:4+run:5"
HAND = "R3 B4 Y5 G6 R9 B9 Y1 R12 B12 S G2"
PATIENCE = 90
MODULE = "phase10.solver.waiting_worker"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of our own, for the page and for the processes that it starts."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    SOLVED.forget()
    found = cache_folder()
    assert found is not None
    assert tmp_path in found.parents
    yield found
    SOLVED.forget()


def wait_until(done: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def opened(phase: str, **kept: Any) -> Visitor:
    visitor = Visitor(f"?phase={phase.replace('+', '%2B')}&hand={HAND.replace(' ', '+')}", **kept)
    assert visitor.hand
    return visitor


def running(visitor: Visitor) -> bool:
    return visitor.page.hint.solving.running is not None


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_an_own_phase_is_solved_while_the_page_goes_on(lang: str, folder: Path) -> None:
    visitor = opened(QUICK, lang=lang)
    assert 'data-act="solving.start"' in visitor.parts["advice"]
    assert "<progress" not in visitor.parts["advice"]
    visitor.act("solving.start")
    assert "<progress" in visitor.parts["advice"]
    assert 'data-act="solving.cancel"' in visitor.parts["advice"]
    first = len(visitor.replies)
    # The page does what it is asked for meanwhile.
    visitor.act("hand.remove", "9")
    visitor.act("hand.undo")
    wait_until(lambda: not running(visitor))
    wait_until(
        lambda: any("say" in effect for r in visitor.replies[first:] for effect in r["effects"])
    )
    pushed = [reply for reply in visitor.replies[first:] if reply["seq"] is None]
    assert pushed
    assert said(pushed[-1])
    advice = visitor.page.hint.advice
    assert advice.method["expected_turns"] == "model offer"
    assert all(option.turns is not None for option in advice.options)
    assert "solving" not in visitor.parts["advice"]
    assert [path.name for path in folder.iterdir()] == ["color6.bin"]


def test_nothing_is_offered_for_what_is_known_or_needs_no_turns() -> None:
    assert "solving" not in opened("3").parts["advice"]
    complete = Visitor("?phase=set%3A2&hand=R3+B3+Y5+G6+R9+B8+Y1+R12+B11+S+G2")
    assert complete.page.hint.advice.question == "lay"
    assert "solving" not in complete.parts["advice"]


def test_house_rules_have_tables_of_their_own() -> None:
    visitor = opened("1")
    assert "solving" not in visitor.parts["advice"]
    visitor.act("table.different_sets", True)
    assert "solving.start" in visitor.parts["advice"]


def test_it_can_be_stopped(folder: Path) -> None:
    visitor = opened(LONG)
    visitor.act("solving.start")
    process = visitor.page.hint.solving._process
    assert process is not None
    reply = visitor.act("solving.cancel")
    assert said(reply)
    process.wait(PATIENCE)
    assert not running(visitor)
    assert "solving.start" in visitor.parts["advice"]
    assert not folder.exists() or list(folder.iterdir()) == []
    # What comes from the ended process changes nothing; it can be started again.
    visitor.act("solving.start")
    assert running(visitor)
    visitor.act("solving.cancel")


def test_only_one_phase_is_solved_at_a_time() -> None:
    visitor = opened(LONG)
    visitor.act("solving.start")
    process = visitor.page.hint.solving._process
    visitor.act("phase.own", "run:5+set:3")
    assert "<progress" in visitor.parts["advice"]
    visitor.act("solving.start")
    assert visitor.page.hint.solving._process is process
    visitor.act("solving.cancel")


def test_the_process_ends_with_the_page() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", MODULE, "--phase", LONG],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == b'{"share": 0.0}\n'
    process.stdin.close()
    assert process.wait(PATIENCE) == 1
    process.stdout.close()


def test_what_was_being_solved_goes_on_after_a_reload() -> None:
    visitor = opened(LONG)
    visitor.act("solving.start")
    kept = visitor.kept["session"]
    assert kept["hint"]["solving"] is True
    visitor.page.hint.solving.cancel()
    again = Visitor(session=kept)
    assert running(again)
    again.act("solving.cancel")
    assert again.kept["session"]["hint"]["solving"] is False


def failed(visitor: Visitor) -> str:
    visitor.act("solving.start")
    wait_until(lambda: not running(visitor) and visitor.page.hint.solving.failed)
    wait_until(lambda: "alert" in visitor.parts["advice"])
    return visitor.text("advice")


def test_a_deck_that_cannot_make_the_phase_is_told() -> None:
    visitor = Visitor("?phase=crun%3A3&hand=R1+R2&rules=seed,deck=4x2x2%2B0W%2B8S")
    assert "deck" in failed(visitor)
    assert visitor.page.hint.solving.failed is not None
    assert visitor.page.hint.solving.failed[1].code == "game.phase_deck"


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    visitor = opened(QUICK)
    assert "could not be kept in this folder" in failed(visitor)


def test_a_process_that_dies_is_told_and_its_last_words_are_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(phase: Phase, rules: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", "print('{\"share\": 0.5}\\nfell over'); raise SystemExit(3)"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    monkeypatch.setattr(solving, "_started", broken)
    visitor = opened(QUICK)
    assert "Try it again" in failed(visitor)
    assert "fell over" in caplog.text
    assert "solving.start" in visitor.parts["advice"]
    # Another phase has nothing to do with it.
    visitor.act("phase.own", "color:5")
    assert "Try it again" not in visitor.text("advice")


def test_no_process_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(phase: Phase, rules: Any) -> subprocess.Popen[str]:
        raise OSError("no more processes")

    monkeypatch.setattr(solving, "_started", refused)
    visitor = opened(QUICK)
    visitor.act("solving.start")
    assert "Try it again" in visitor.text("advice")


def test_in_a_browser_alone_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    visitor = opened(QUICK)
    assert "solving.start" not in visitor.parts["advice"]
    assert "ranked by counting" in visitor.text("advice")
    visitor.act("solving.start")
    assert not running(visitor)


def test_a_bound_is_simulated_and_called_one() -> None:
    visitor = opened("crun:9")
    assert "at most" in visitor.text("advice")
    visitor.act("solving.start")
    wait_until(lambda: not running(visitor))
    wait_until(lambda: "standard error" in visitor.text("advice"))
    assert figures_for(Phase("crun:9"), "offer", SEED) == visitor.page.hint.advice.bound
    assert "No table can hold this phase" in visitor.text("advice")


def test_the_page_never_loads_what_solves() -> None:
    program = f"""
import sys, time
from phase10.dashboards.app import make_page
from phase10.widgets.session import Session
page = make_page()
session = Session(page, lambda reply: None)
session.receive({{"type": "hello", "search": "?phase={QUICK}&hand={HAND.replace(" ", "+")}"}})
session.receive({{"type": "act", "act": "solving.start"}})
assert page.hint.solving.running
while page.hint.solving.running:
    time.sleep(0.05)
assert page.hint.solving.failed is None, page.hint.solving.failed
session.push()
assert page.hint.advice.options[0].turns > 1
print(sorted({{"numpy", "numba"}} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env=os.environ,
        timeout=PATIENCE,
    )
    assert done.stdout == "[]\n"
