"""A kernel that is told to end does what it still has to do, and no longer than it may."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from phase10.dashboards.ending import PATIENCE, finish_first


def ended(program: str, tmp_path: Path, signals: int = 1) -> tuple[int, str]:
    """Run a program that prints when it is ready, tell it to end; give its code and its errors."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "done")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    for _ in range(signals):
        assert process.stdout.readline()
        process.send_signal(signal.SIGTERM)
    code = process.wait(120)
    told = process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    return code, told


START = """
import sys, threading, time
from pathlib import Path
from phase10.dashboards.ending import finish_first
lock = threading.Lock()
"""


@pytest.mark.parametrize(
    "busy", ["time.sleep(100)", "while True: sum(range(1000))", "threading.Event().wait()"]
)
def test_the_work_is_done_first(tmp_path: Path, busy: str) -> None:
    program = f"""{START}
def work(seconds):
    assert seconds == {PATIENCE}
    time.sleep(0.3)
    Path(sys.argv[1]).write_text("sent")
assert finish_first(work)
print("ready", flush=True)
{busy}
"""
    assert ended(program, tmp_path) == (0, "")
    assert (tmp_path / "done").read_text() == "sent"


def test_work_that_cannot_be_done_ends_as_well(tmp_path: Path) -> None:
    """What was interrupted holds the lock that the work wants."""
    program = f"""{START}
def work(seconds):
    with lock:
        Path(sys.argv[1]).write_text("never")
assert finish_first(work)
with lock:
    print("ready", flush=True)
    time.sleep(100)
"""
    assert ended(program, tmp_path) == (0, "")
    assert not (tmp_path / "done").exists()


def test_who_is_told_twice_ends_at_once(tmp_path: Path) -> None:
    program = f"""{START}
def work(seconds):
    print("working", flush=True)
    time.sleep(100)
assert finish_first(work)
print("ready", flush=True)
time.sleep(100)
"""
    assert ended(program, tmp_path, signals=2) == (-signal.SIGTERM, "")


def test_other_threads_cannot_be_told() -> None:
    told: list[bool] = []
    thread = threading.Thread(target=lambda: told.append(finish_first(lambda _: None)))
    thread.start()
    thread.join()
    assert told == [False]
