"""The README's command for players, typed as written on a machine that has only Python.

The other one, for the tests, is what ``.ci/run`` types.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from tests.support.packaging import CHECKOUT, copy_sources

START_SECONDS = 900


def commands() -> list[str]:
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith("python3 -m venv")]


def test_there_are_two_commands() -> None:
    app, tests = commands()
    assert app.endswith("&& phase10")
    assert tests.endswith("&& pytest")


@pytest.mark.slow
def test_install_and_open(private_environment: dict[str, str], tmp_path: Path) -> None:
    """Install in a folder whose name has a space; the browser is told the right address."""
    sources = copy_sources(tmp_path / "a fresh clone")
    opened = tmp_path / "opened"
    opener = tmp_path / "browser"
    opener.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n', encoding="utf-8")
    opener.chmod(0o755)
    log = tmp_path / "log"
    # pip's settings and cache are the machine's; all else is private.
    settings = {name: os.environ[name] for name in ("HOME", "XDG_CACHE_HOME") if name in os.environ}
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["bash", "-c", commands()[0]],
            cwd=sources,
            env=private_environment | settings | {"BROWSER": f"{opener} %s"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not opened.exists() and time.monotonic() < deadline:
            assert process.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.2)
        (address,) = opened.read_text(encoding="utf-8").split()
        assert re.match(r"http://(127\.0\.0\.1|localhost):\d+/", address)
        with urllib.request.urlopen(address) as answer:
            assert answer.status == 200
            assert "data-phase10" in answer.read().decode()
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(30)
    assert "Traceback" not in log.read_text(encoding="utf-8")
