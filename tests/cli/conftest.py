"""What the tests of the command share."""

from __future__ import annotations

from pathlib import Path

import pytest

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
