"""``phase10 notebooks``: copies, renews what nobody changed, and leaves the rest as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from phase10.cli.notebooks import RECORD, copy_notebooks
from phase10.game.errors import GameError


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / ".ipynb_checkpoints").mkdir(parents=True)
    (folder / ".ipynb_checkpoints" / "app.ipynb").write_text("old")
    (folder / "app.ipynb").write_text("app")
    (folder / "L01.ipynb").write_text("first")
    return folder


def test_everything_is_copied_once_and_again(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "below" / "target"
    for _ in range(2):
        copied = copy_notebooks(source, target)
        assert copied.written == ["L01.ipynb", "app.ipynb"]
        assert copied.kept == []
    assert sorted(path.name for path in target.iterdir()) == [RECORD, "L01.ipynb", "app.ipynb"]


def test_a_newer_one_replaces_what_nobody_changed(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    copy_notebooks(source, target)
    (target / "L01.ipynb").write_text("mine")
    (source / "L01.ipynb").write_text("first, newer")
    (source / "app.ipynb").write_text("app, newer")
    copied = copy_notebooks(source, target)
    assert copied.kept == ["L01.ipynb"]
    assert (target / "L01.ipynb").read_text() == "mine"
    assert (target / "app.ipynb").read_text() == "app, newer"


@pytest.mark.parametrize("record", ["", "[]", "{", "[" * 5000])
def test_a_damaged_record_keeps_what_is_there(source: Path, tmp_path: Path, record: str) -> None:
    target = tmp_path / "target"
    copy_notebooks(source, target)
    (target / RECORD).write_text(record)
    (source / "app.ipynb").write_text("app, newer")
    assert copy_notebooks(source, target).kept == ["app.ipynb"]
    assert (target / "app.ipynb").read_text() == "app"


def test_a_file_where_the_folder_should_be(source: Path, tmp_path: Path) -> None:
    (tmp_path / "target").write_text("mine")
    with pytest.raises(GameError) as caught:
        copy_notebooks(source, tmp_path / "target")
    assert caught.value.code == "notebooks.folder"
    assert (tmp_path / "target").read_text() == "mine"
