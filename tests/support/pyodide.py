"""Pyodide's files for the tests: fetched once, kept, and waited for by every other process."""

from __future__ import annotations

import fcntl
from pathlib import Path

from phase10.game.errors import GameError
from phase10.site import pyodide
from phase10.views.text import error_text


def kept(folder: Path) -> str:
    """Put Pyodide's files into a folder unless they are there; return "" or what went wrong."""
    with (folder / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            pyodide.fetch(folder)
        except GameError as error:
            return error_text("en", error)
    return ""
