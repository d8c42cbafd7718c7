"""What the tests of the command share."""

from __future__ import annotations

from pathlib import Path

import pytest

from phase10.solver import waiting, waiting_build, waiting_simulation
from phase10.solver.waiting import SOLVED
from tests.cli.kept import Kept


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Folders of a user who has never played."""
    folder = tmp_path / "home"
    folder.mkdir()
    return {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LOCALAPPDATA": str(folder)}


@pytest.fixture
def kept(home: dict[str, str]) -> Kept:
    """The matches of a user who has none yet."""
    return Kept(home)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of our own for solved phases."""
    for module in (waiting, waiting_build):
        monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(waiting_simulation, "BUDGET", 20_000)
    SOLVED.forget()
    return tmp_path / "cache"
