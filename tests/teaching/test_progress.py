"""Progress: saved at every act, never damaged, told clearly where it cannot be saved."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.errors import GameError
from phase10.teaching.course import board
from phase10.teaching.progress import COURSE, Entry, Progress, nickname
from phase10.teaching.progress_files import read_progress, to_csv, to_json
from phase10.teaching.progress_store import SqliteStore, TextStore, default_path, default_store
from phase10.views.i18n import LANGUAGES
from phase10.views.text import error_text


class Kept:
    """A text as the browser keeps it, with room for so many characters."""

    def __init__(self, room: int = 10**9) -> None:
        self.text = ""
        self.room = room

    def read(self) -> str:
        return self.text

    def write(self, text: str) -> None:
        if len(text) > self.room:
            raise OSError("no room")
        self.text = text

    @property
    def store(self) -> TextStore:
        return TextStore(self.read, self.write)


@pytest.fixture(params=["database", "browser"])
def store(request: pytest.FixtureRequest, tmp_path: Path):
    return SqliteStore(tmp_path / "p.sqlite3") if request.param == "database" else Kept().store


def play(progress: Progress, board_id: str, *acts: str) -> None:
    sitting = progress.begin(board(board_id))
    for act in acts:
        progress.acted(sitting, sitting.act(act))


def told(error: GameError) -> None:
    for lang in LANGUAGES:
        said = error_text(lang, error)
        assert "\n" not in said
        assert "{" not in said


# --- what is kept ---------------------------------------------------------------------------------


def test_every_act_is_kept_at_once(store) -> None:
    progress = Progress(store, "Anna")
    sitting = progress.begin(board("3.1"))
    for act, event in (("lay set R7 B7 G9", "refused"), ("lay set R7 B7 Y7", "solved")):
        progress.acted(sitting, sitting.act(act))
        assert store.entries("Anna")[-1].event == event
    refused = store.entries("Anna")[1]
    assert (refused.code, refused.rule, refused.value) == (
        *("lay.numbers", "S6"),
        "lay set R7 B7 G9",
    )
    assert Progress(store, "Anna").stars() == {"3.1": 2}


def test_the_best_stars_stay(store) -> None:
    progress = Progress(store, "Anna")
    play(progress, "3.1", "lay set R7 B7 Y7")
    play(progress, "3.1", *["lay set R7 B7 G9"] * 4, "lay set R7 B7 Y7")
    assert [entry.value for entry in progress.entries if entry.event == "solved"] == ["3", "1"]
    assert progress.stars() == {"3.1": 3}


def test_a_board_goes_on_where_it_was_left(store) -> None:
    progress = Progress(store, "Anna")
    sitting = progress.begin(board("8.3"))
    for act in ("hit G4 on Anna.1", "lay set R3 B3 Y3 | set R9 G9 Y9", "discard B12"):
        progress.acted(sitting, sitting.act(act))
    sitting.undo()
    progress.undone(sitting)
    progress.hinted(sitting, sitting.hint())
    again = Progress(store, "Anna").resumed(board("8.3"))
    assert again is not None
    assert again.state == sitting.state
    assert again.hints == sitting.hints == 1
    assert [one.code for one in again.answers] == [one.code for one in sitting.answers]
    assert Progress(store, "Anna").resumed(board("8.2")) is None
    for act in ("discard B12", "draw pile", "hit G4 on Anna.1"):
        progress.acted(again, again.act(act))
    assert again.solved
    assert Progress(store, "Anna").resumed(board("8.3")) is None


def test_a_round_goes_on_under_the_rules_chosen(store) -> None:
    progress = Progress(store, "Anna")
    rules = board("15.4").variants[5]
    sitting = progress.begin(board("15.4"), rules)
    for _ in range(10):
        progress.acted(sitting, sitting.act(sitting.next_act()))
    again = Progress(store, "Anna").resumed(board("15.4"))
    assert again is not None
    assert again.rules == rules
    assert again.game == sitting.game


def test_rules_are_shaky_until_they_went_well_twice(store) -> None:
    progress = Progress(store, "Anna")
    play(progress, "6.1", "lay set R3 B3 Y3")
    play(progress, "3.1", "lay set R7 B7 G9", "lay set R7 B7 G9")
    assert progress.shaky() == {"S6": 2, "S24": 1}
    progress.record("quiz", "q1", "right", rule="S6")
    assert "S6" in progress.shaky()
    play(progress, "3.1", "lay set R7 B7 Y7")
    assert progress.shaky() == {"S24": 1}
    progress.record("quiz", "q2", "wrong", rule="S6")
    assert progress.shaky() == {"S24": 1, "S6": 1}


def test_learners_are_apart_and_can_be_forgotten(store) -> None:
    play(Progress(store, "Žanis"), "3.1", "lay set R7 B7 Y7")
    play(Progress(store, "Anna"), "1.3", "tap pile")
    assert store.learners() == ("Anna", "Žanis")
    assert Progress(store, "Anna").stars() == {"1.3": 3}
    store.forget("Anna")
    assert store.learners() == ("Žanis",)
    assert Progress(store, "Žanis").stars() == {"3.1": 3}


def test_entries_of_one_moment_keep_their_order(store) -> None:
    progress = Progress(store, "Anna", now=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    for number in range(30):
        progress.record(COURSE, "x", "act", value=str(number))
    assert [entry.value for entry in store.entries("Anna")] == list(map(str, range(30)))


def test_entries_count_once(store) -> None:
    progress = Progress(store, "Anna")
    play(progress, "3.1", "lay set R7 B7 Y7")
    assert store.add(progress.entries) == 0
    assert store.entries("Anna") == progress.entries


# --- nicknames ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", "Žanis B.", "X 2", "d'Artagnan", "大木", "7"])
def test_nicknames(name: str) -> None:
    assert nickname(f"  {name} ") == name


@pytest.mark.parametrize(
    "name", ["a@b.lv", "<b>x</b>", "=1+1", "-x", "x" * 25, "😀", "a\x00b", "x" * 10_000]
)
def test_what_is_no_nickname(name: str) -> None:
    with pytest.raises(GameError) as caught:
        nickname(name)
    assert caught.value.code == "progress.nickname"
    told(caught.value)


@pytest.mark.parametrize("name", ["", "  ", "\n"])
def test_a_nickname_that_was_not_entered_is_asked_for_and_not_quoted(name: str) -> None:
    with pytest.raises(GameError) as caught:
        nickname(name)
    assert caught.value.code == "progress.nickname.missing"
    told(caught.value)


@given(st.text(max_size=60))
def test_any_text_is_a_nickname_or_is_refused(text: str) -> None:
    try:
        name = nickname(text)
    except GameError:
        return
    assert nickname(name) == name
    assert 0 < len(name) <= 24


# --- two at once ----------------------------------------------------------------------------------

WRITER = """
import sys
from phase10.teaching.progress import Progress
from phase10.teaching.progress_store import SqliteStore
progress = Progress(SqliteStore(sys.argv[1]), "Anna")
print("ready", flush=True)
for number in range(int(sys.argv[2])):
    progress.record("course", "x", "act", value=f"{sys.argv[3]} {number}")
"""


def writer(path: Path, count: int, name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, str(path), str(count), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def test_two_sittings_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    at_once = [writer(path, 40, name) for name in ("one", "two", "three")]
    for each in at_once:
        each.communicate(timeout=60)
        assert each.returncode == 0
    values = [entry.value for entry in SqliteStore(path).entries("Anna")]
    for name in ("one", "two", "three"):
        assert [v for v in values if v.startswith(f"{name} ")] == [f"{name} {n}" for n in range(40)]


def test_what_was_done_survives_a_killed_kernel(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    running = writer(path, 100_000, "one")
    assert running.stdout is not None
    running.stdout.readline()
    deadline = time.monotonic() + 30
    while len(SqliteStore(path).entries("Anna")) < 20 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    store = SqliteStore(path)
    values = [entry.value for entry in store.entries("Anna")]
    assert len(values) >= 20
    assert values == [f"one {n}" for n in range(len(values))]
    assert store.kept_aside is None


def test_two_windows_of_a_browser_lose_nothing() -> None:
    kept = Kept()
    first, second = Progress(kept.store, "Anna"), Progress(kept.store, "Anna")
    play(first, "3.1", "lay set R7 B7 Y7")
    play(second, "1.3", "tap pile")
    first.refresh()
    assert first.stars() == {"3.1": 3, "1.3": 3}


def test_a_file_held_by_another_program(tmp_path: Path) -> None:
    class Impatient(SqliteStore):
        def connect(self) -> sqlite3.Connection:
            return sqlite3.connect(self.path, timeout=0, isolation_level=None)

    progress = Progress(Impatient(tmp_path / "p.sqlite3"), "Anna")
    holder = sqlite3.connect(tmp_path / "p.sqlite3", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(GameError) as caught:
        progress.record(COURSE, "x", "act")
    assert caught.value.code == "progress.busy"
    told(caught.value)
    holder.execute("COMMIT")
    holder.close()
    progress.record(COURSE, "y", "act")
    assert [entry.item for entry in progress.store.entries("Anna")] == ["x", "y"]


# --- no room, no file, a damaged file -------------------------------------------------------------


class SmallDisk(SqliteStore):
    """A database that finds no room beyond so many pages."""

    pages = 8

    def connect(self) -> sqlite3.Connection:
        base = super().connect()
        base.execute(f"PRAGMA max_page_count = {self.pages}")
        return base


def fill(progress: Progress) -> int:
    for number in range(5_000):
        try:
            progress.record(COURSE, "x", "act", value=f"{number} " + "x" * 200)
        except GameError as error:
            found = error
            break
    else:
        raise AssertionError("it never was full")
    assert found.code == "progress.full"
    told(found)
    return number


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    store = SmallDisk(tmp_path / "p.sqlite3")
    progress = Progress(store, "Anna")
    number = fill(progress)
    assert len(store.entries("Anna")) == number
    with pytest.raises(GameError):
        progress.record(COURSE, "x", "act", value="y" * 200)
    assert len(progress.pending) == 2
    store.pages = 1_000
    progress.record(COURSE, "x", "act", value="room")
    assert len(store.entries("Anna")) == number + 3
    assert store.entries("Anna") == progress.entries
    assert store.kept_aside is None


def test_a_full_browser_is_told_and_loses_nothing() -> None:
    kept = Kept(room=3_000)
    progress = Progress(kept.store, "Anna")
    number = fill(progress)
    kept.room = 10**6
    progress.save()
    assert len(kept.store.entries("Anna")) == number + 1


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The system itself refuses to write, as with a full disk or a quota."""
    script = (
        "import resource, signal, sys\n"
        "from phase10.game.errors import GameError\n"
        "from phase10.teaching.progress import Progress\n"
        "from phase10.teaching.progress_store import SqliteStore\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "progress = Progress(SqliteStore(sys.argv[1]), 'Anna')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "try:\n"
        "    for number in range(1000):\n"
        "        progress.record('course', 'x', 'act', value='x' * 200)\n"
        "except GameError as error:\n"
        "    print(error.code, number)\n"
    )
    path = tmp_path / "p.sqlite3"
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    code, number = done.stdout.split()
    assert code in ("progress.full", "progress.unwritable")
    store = SqliteStore(path)
    assert len(store.entries("Anna")) == int(number) > 0
    assert store.kept_aside is None


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file" / "p.sqlite3", tmp_path):
        with pytest.raises(GameError) as caught:
            Progress(SqliteStore(path), "Anna")
        assert caught.value.code == "progress.unwritable"
        told(caught.value)


def other_program(path: Path) -> None:
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE songs (title TEXT)")
    base.commit()
    base.close()


def half(path: Path) -> None:
    store = SqliteStore(path)
    progress = Progress(store, "Anna")
    for _ in range(60):
        progress.record(COURSE, "x", "act", value="x" * 200)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) // 2))


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"this is no database" * 100),
        lambda path: path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5_000),
        other_program,
        half,
    ],
    ids=["text", "header", "other program", "half"],
)
def test_a_damaged_file_is_kept_aside(damage, tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    damage(path)
    before = path.read_bytes()
    store = SqliteStore(path)
    progress = Progress(store, "Anna")
    play(progress, "3.1", "lay set R7 B7 Y7")
    assert store.kept_aside is not None
    assert store.kept_aside.read_bytes() == before
    assert Progress(SqliteStore(path), "Anna").stars() == {"3.1": 3}
    path.unlink()
    damage(path)
    again = SqliteStore(path)
    again.learners()
    assert again.kept_aside not in (None, store.kept_aside)


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    path.touch()
    store = SqliteStore(path)
    play(Progress(store, "Anna"), "3.1", "lay set R7 B7 Y7")
    assert store.kept_aside is None


def test_a_good_file_moved_by_mistake_comes_back(tmp_path: Path) -> None:
    """Two sittings find the damage at once: the second one moves the new file of the first."""
    path = tmp_path / "p.sqlite3"
    play(Progress(SqliteStore(path), "Anna"), "3.1", "lay set R7 B7 Y7")
    late = SqliteStore(path)
    late._keep_aside()
    assert late.kept_aside is None
    assert Progress(SqliteStore(path), "Anna").stars() == {"3.1": 3}
    assert sorted(item.name for item in tmp_path.iterdir()) == ["p.sqlite3"]


def test_a_damaged_text_of_the_browser() -> None:
    kept = Kept()
    kept.text = '[["half'
    play(Progress(kept.store, "Anna"), "3.1", "lay set R7 B7 Y7")
    assert Progress(kept.store, "Anna").stars() == {"3.1": 3}


def test_a_file_of_a_later_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    SqliteStore(path).learners()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 7")
    base.close()
    before = path.read_bytes()
    with pytest.raises(GameError) as caught:
        SqliteStore(path).learners()
    assert caught.value.code == "progress.version"
    told(caught.value)
    assert path.read_bytes() == before


def test_the_place_is_the_users_folder_for_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "phase10" / "learners.sqlite3"
    play(Progress(default_store(), "Anna"), "3.1", "lay set R7 B7 Y7")
    assert default_path().is_file()


# --- files to take along --------------------------------------------------------------------------


@pytest.fixture
def entries() -> tuple[Entry, ...]:
    progress = Progress(Kept().store, "Žanis")
    play(progress, "12.1", "number Anna = 12", "number me = 0", "number Anna = 10")
    play(progress, "2.2", "draw pile", "take discard", "discard G12")
    progress.record("quiz", "q.1-a", "wrong", code="hit.order", rule="S29")
    return progress.entries


@pytest.mark.parametrize("write", [to_json, to_csv])
def test_what_is_exported_reads_back(write, entries: tuple[Entry, ...], store) -> None:
    read = read_progress(write(entries))
    assert read == entries
    progress = Progress(store, "Zane")
    assert progress.take_in(read) == len(entries)
    assert progress.take_in(read) == 0
    assert progress.stars() == {"12.1": 2, "2.2": 2}
    assert store.learners() == ("Zane",)


@pytest.mark.parametrize("write", [to_json, to_csv])
def test_a_file_that_was_opened_elsewhere_still_reads(write, entries) -> None:
    assert read_progress("\ufeff" + write(entries)) == entries


WRONG_FILES = {
    "": "progress.form",
    "hello": "progress.form",
    "[]": "progress.form",
    "{": "progress.form",
    '{"phase10": "match"}': "progress.form",
    '{"phase10": "progress", "version": 1}': "progress.form",
    '{"phase10": "progress", "version": 2, "entries": []}': "progress.file_version",
    '{"phase10": "progress", "version": 1, "entries": [5]}': "progress.entry",
    "id,learner\r\n": "progress.form",
    f"{','.join(Entry._fields)}\r\nx,y\r\n": "progress.entry",
    "[" * 100_000: "progress.form",
    "{" + " " * 20_000_000: "progress.large",
}


@pytest.mark.parametrize("text", WRONG_FILES, ids=lambda text: text[:40])
def test_files_that_are_no_progress(text: str) -> None:
    with pytest.raises(GameError) as caught:
        read_progress(text)
    assert caught.value.code == WRONG_FILES[text]
    told(caught.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "x"),
        ("learner", "<script>"),
        ("at", "yesterday"),
        ("at", "2026-01-01T00:00:00"),
        ("room", "a b"),
        ("value", "=HYPERLINK()"),
        ("value", "x" * 500),
        ("value", "a\nb"),
        ("rule", "<b>"),
        ("value", 5),
    ],
)
def test_an_entry_with_something_strange_is_refused(field: str, value: object, entries) -> None:
    data = json.loads(to_json(entries))
    data["entries"][1][field] = value
    with pytest.raises(GameError) as caught:
        read_progress(json.dumps(data))
    assert (caught.value.code, caught.value.values) == ("progress.entry", {"number": 2})
    told(caught.value)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(GameError):
        assert isinstance(read_progress(text), tuple)
