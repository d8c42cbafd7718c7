"""The place that ``phase10 serve --classes`` names: refused before anybody comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from phase10.cli import main
from phase10.teaching.classroom import PLACE
from phase10.teaching.classroom_sqlite import SqliteClassrooms


def test_a_file_of_somebody_else_is_refused_and_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "marks.txt"
    path.write_text("Anna 9\nZane 10\n", "utf-8")
    before = path.stat()
    assert run("--classes", str(path)) == 2
    said = capsys.readouterr()
    assert str(path) in said.err
    assert "left as it is" in said.err
    assert said.out == ""
    assert path.read_text("utf-8") == "Anna 9\nZane 10\n"
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert list(tmp_path.iterdir()) == [path]


def test_a_server_that_is_away_is_told_without_its_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("--classes", "postgresql://me:hush-hush@127.0.0.1:1/school", "--lang", "lv") == 2
    said = capsys.readouterr().err
    assert "postgresql://127.0.0.1:1/school" in said
    assert "hush-hush" not in said


def test_the_variable_is_checked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name without a folder is one beside whoever serves, not beside a kernel."""
    (tmp_path / "marks.txt").write_text("Anna 9\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PLACE, "marks.txt")
    assert run() == 2
    assert str(tmp_path / "marks.txt") in capsys.readouterr().err.replace("\n", "")


def test_checking_makes_the_file(tmp_path: Path) -> None:
    rooms = SqliteClassrooms(tmp_path / "new" / "classes.sqlite3")
    rooms.check()
    rooms.check()
    assert [path.name for path in rooms.path.parent.iterdir()] == [rooms.path.name]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--no-browser", *arguments])
    return int(ended.value.code or 0)
