"""Classes in a file: what all classes do, and what can happen to a file."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from phase10.teaching.classroom import PLACE, default_classes, open_classrooms
from phase10.teaching.classroom_sqlite import SqliteClassrooms
from tests.teaching.classrooms import LESSON, Behaviour, Clock, refused, run_of


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "school" / "classes.sqlite3")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def again(place: str, clock: Clock) -> Callable[[], SqliteClassrooms]:
    def make() -> SqliteClassrooms:
        rooms = SqliteClassrooms(place, now=clock)
        rooms.patience = 600  # a busy machine is no fault
        return rooms

    return make


@pytest.fixture
def rooms(again: Callable[[], SqliteClassrooms]) -> SqliteClassrooms:
    return again()


class TestSqlite(Behaviour):
    pass


# --- where it is ---------------------------------------------------------------------------------


def test_the_place_is_told_or_named_or_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, told = str(tmp_path / "named"), str(tmp_path / "told")
    monkeypatch.delenv(PLACE, raising=False)
    assert open_classrooms().place == str(default_classes())
    assert default_classes().parent.name == "phase10"
    monkeypatch.setenv(PLACE, named)
    assert open_classrooms().place == named
    assert open_classrooms(told).place == told
    assert list(tmp_path.iterdir()) == []


def test_many_begin_one_file_at_once(again: Callable[[], SqliteClassrooms], place: str) -> None:
    gate = threading.Barrier(8)
    made: list[str] = []

    def begin() -> None:
        gate.wait()
        made.append(again().make(LESSON)[0].code)

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8
    for code in made:
        assert again().state(code).lesson == LESSON
    assert [path.name for path in Path(place).parent.iterdir() if path.is_dir()] == []


def test_a_folder_without_links_will_do(
    rooms: SqliteClassrooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    state, _ = rooms.make(LESSON)
    assert rooms.state(state.code) == state


# --- what is not ours -----------------------------------------------------------------------------


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE classes (code TEXT)")
        base.execute("INSERT INTO classes VALUES ('mine')")
        base.execute("PRAGMA application_id = 4711")
        base.commit()


FOREIGN: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("root:x:0:0::/root:/bin/sh\n" * 50, "utf-8"),
    "short": lambda path: path.write_bytes(b"S"),
    "empty": lambda path: path.write_bytes(b""),
    "magic": lambda path: path.write_bytes(b"SQLite format 3\0"),
    "database": other_database,
    "folder": lambda path: path.mkdir(),
    "pipe": os.mkfifo,
}


def picture(folder: Path) -> dict[str, object]:
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mtime_ns,
            path.stat().st_mode,
            path.read_bytes() if path.is_file() else None,
        )
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_of_somebody_else_is_never_touched(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "something"
    FOREIGN[kind](path)
    before = picture(tmp_path)
    rooms = SqliteClassrooms(path)
    for call in (
        lambda: rooms.make(LESSON),
        lambda: rooms.state("BCD234"),
        lambda: rooms.contribute("BCD234", run_of(1)),
        lambda: rooms.join("BCD234"),
    ):
        error = refused(call)
        assert (error.code, error.values["path"]) == ("class.foreign", str(path))
    assert picture(tmp_path) == before


def test_a_link_to_a_file_of_somebody_else(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine", "utf-8")
    path = tmp_path / "classes.sqlite3"
    path.symlink_to(other)
    before = picture(tmp_path)
    assert refused(lambda: SqliteClassrooms(path).make(LESSON)).code == "class.foreign"
    assert picture(tmp_path) == before
    assert refused(lambda: SqliteClassrooms(path, own=True).make(LESSON)).code == "class.damaged"
    assert other.read_text("utf-8") == "mine"


@pytest.mark.parametrize("rest", ["-wal", "-journal", "-shm"])
def test_what_was_left_of_another_database_is_not_mixed_in(place: str, rest: str) -> None:
    left = Path(f"{place}{rest}")
    left.parent.mkdir()
    left.write_bytes(b"left")
    error = refused(lambda: SqliteClassrooms(place).make(LESSON))
    assert (error.code, error.values["path"]) == ("class.foreign", str(left))
    assert [path.name for path in left.parent.iterdir()] == [left.name]


def test_a_file_of_a_later_version_is_left_alone(rooms: SqliteClassrooms, place: str) -> None:
    rooms.make(LESSON)
    with closing(sqlite3.connect(place)) as base:
        base.execute("PRAGMA user_version = 2")
    before = Path(place).read_bytes()
    error = refused(lambda: rooms.make(LESSON))
    assert (error.code, error.values["version"]) == ("class.version", 2)
    assert Path(place).read_bytes() == before


# --- what can go wrong ----------------------------------------------------------------------------


def spoil(path: Path) -> bytes:
    """Write over everything but the header."""
    data = path.read_bytes()
    spoiled = data[:100] + b"\xee" * (len(data) - 100)
    path.write_bytes(spoiled)
    return spoiled


def test_a_damaged_file_is_put_aside_once(again: Callable[[], SqliteClassrooms]) -> None:
    rooms = again()
    old, _ = rooms.make(LESSON)
    spoiled = spoil(rooms.path)
    error = refused(lambda: rooms.state(old.code))
    assert error.code == "class.damaged"
    aside = Path(str(error.values["aside"]))
    assert (aside, aside.parent) == (rooms.kept_aside, rooms.path.parent)
    assert aside.read_bytes() == spoiled
    state, _ = again().make(LESSON)
    assert rooms.state(state.code) == state
    assert refused(lambda: rooms.state(old.code)).code == "class.unknown"
    spoil(rooms.path)
    other = Path(str(refused(lambda: again().state(old.code)).values["aside"]))
    assert other != aside
    assert aside.read_bytes() == spoiled


def test_a_shortened_file_is_put_aside(rooms: SqliteClassrooms) -> None:
    state, _ = rooms.make(LESSON)
    rooms.path.write_bytes(rooms.path.read_bytes()[:4096])
    assert refused(lambda: rooms.state(state.code)).code == "class.damaged"
    rooms.make(LESSON)


def test_anything_in_our_own_folder_is_ours(tmp_path: Path) -> None:
    path = tmp_path / "classes.sqlite3"
    path.write_text("not any more", "utf-8")
    rooms = SqliteClassrooms(path, own=True)
    aside = refused(lambda: rooms.make(LESSON)).values["aside"]
    assert Path(str(aside)).read_text("utf-8") == "not any more"
    rooms.make(LESSON)


def test_a_full_disk_is_told_and_nothing_damaged(rooms: SqliteClassrooms) -> None:
    state, key = rooms.make(LESSON)
    rooms.contribute(state.code, run_of(1))

    class Full(SqliteClassrooms):
        def connect(self) -> sqlite3.Connection:
            base = super().connect()
            pages = base.execute("PRAGMA page_count").fetchone()[0]
            base.execute(f"PRAGMA max_page_count = {pages}")
            return base

    full = Full(rooms.path, now=rooms._now)

    def fill() -> None:
        for number in range(2, 2000):
            full.contribute(state.code, run_of(number))

    error = refused(fill)
    assert (error.code, error.values["path"]) == ("class.disk", str(rooms.path))
    kept = {run.run_id for run in rooms.contributions(state.code)}
    assert run_of(1).run_id in kept
    assert kept == {run_of(number).run_id for number in range(1, len(kept) + 1)}
    assert rooms.change(state.code, key, paused=True).paused
    rooms.contribute(state.code, run_of(3000))
    assert len(rooms.contributions(state.code)) == len(kept) + 1


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    rooms = SqliteClassrooms(tmp_path / "file" / "classes.sqlite3")
    assert refused(lambda: rooms.make(LESSON)).code == "class.unwritable"


def test_a_file_that_may_only_be_read(rooms: SqliteClassrooms) -> None:
    state, key = rooms.make(LESSON)

    class ReadOnly(SqliteClassrooms):
        def connect(self) -> sqlite3.Connection:
            base = super().connect()
            base.execute("PRAGMA query_only = ON")
            return base

    reading = ReadOnly(rooms.path, now=rooms._now)
    for call in (
        lambda: reading.contribute(state.code, run_of(1)),
        lambda: reading.change(state.code, key, paused=True),
    ):
        assert refused(call).code == "class.unwritable"
    assert reading.state(state.code) == state


def test_a_full_disk_where_the_file_would_be_made(
    rooms: SqliteClassrooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("phase10.teaching.classroom_sqlite.mkdtemp", full)
    assert refused(lambda: rooms.make(LESSON)).code == "class.disk"


def test_another_that_does_not_let_go_is_told(rooms: SqliteClassrooms) -> None:
    state, key = rooms.make(LESSON)
    rooms.patience = 0.05
    with closing(sqlite3.connect(rooms.path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert refused(lambda: rooms.change(state.code, key, paused=True)).code == "class.busy"
        assert rooms.state(state.code) == state  # who only looks does not wait
        holder.execute("ROLLBACK")
    assert rooms.change(state.code, key, paused=True).paused


def test_a_file_that_vanishes_is_made_anew(rooms: SqliteClassrooms) -> None:
    state, _ = rooms.make(LESSON)
    for path in rooms.path.parent.iterdir():
        path.unlink()
    assert refused(lambda: rooms.state(state.code)).code == "class.unknown"


def test_keys_are_not_kept(rooms: SqliteClassrooms) -> None:
    _, key = rooms.make(LESSON)
    held = b"".join(path.read_bytes() for path in rooms.path.parent.iterdir())
    assert key.encode() not in held
