"""Records in files: saved through any kill, loaded, told when they cannot be used."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from phase10.game.errors import RecordError
from phase10.game.moves import Draw
from phase10.game.records import Record, load, save
from tests.game.record_texts import GOLDEN

PAIR = ["Anna", "greedy"]


def test_a_record_is_saved_and_loaded(tmp_path):
    path = tmp_path / "a match.txt"
    record = Record.start(77, ["Žanis", "B"], dealer=1)
    save(record, path)
    assert load(path) == record
    later = record.played(Draw())
    save(later, str(path))
    assert path.read_bytes() == str(later).encode()
    assert load(str(path)).game == later.game
    assert [each.name for each in tmp_path.iterdir()] == ["a match.txt"]
    link = tmp_path / "link"
    link.symlink_to(path)
    save(record, link)
    assert link.is_symlink()
    assert load(path) == record


def test_files_that_cannot_be_used_are_told(tmp_path):
    record = Record.start(77, PAIR)
    for code, act in {
        "record.absent": lambda: load(tmp_path / "none"),
        "record.unreadable": lambda: load(tmp_path),
        "record.unwritable": lambda: save(record, tmp_path / "no folder" / "match"),
    }.items():
        with pytest.raises(RecordError) as caught:
            act()
        assert caught.value.code == code
        assert str(tmp_path) in str(caught.value.values["path"])
    for path in (tmp_path, tmp_path / ("x" * 300), tmp_path / "a\0b"):
        with pytest.raises(RecordError, match=r"record\.unwritable"):
            save(record, path)


def test_a_save_that_fails_leaves_the_old_record(tmp_path, monkeypatch):
    path = tmp_path / "match"
    record = Record.start(77, PAIR)
    save(record, path)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match=r"record\.unwritable"):
        save(record.played(Draw()), path)
    monkeypatch.undo()
    assert load(path) == record


def test_what_could_not_be_loaded_is_not_saved(tmp_path, monkeypatch):
    path = tmp_path / "match"
    record = Record.start(77, PAIR)
    save(record, path)
    monkeypatch.setattr("phase10.game.records.RECORD_LIMIT", len(str(record)))
    with pytest.raises(RecordError, match=r"record\.large"):
        save(record.played(Draw()), path)
    assert load(path) == record


SAVING = """
import os, random, signal, sys, time
from phase10.game.records import Record, load, save

path, source = sys.argv[1:]
whole = load(source)
states = [Record(whole.header, whole.events[:place]) for place in range(1, len(whole.events) + 1)]
texts = {str(record) for record in states}
save(states[0], path)
chance = random.Random(1)
found = set()
for _ in range(60):
    place = chance.randrange(len(states))
    child = os.fork()
    if child == 0:
        while True:
            for record in states[place:]:
                save(record, path)
    time.sleep(chance.uniform(0, 0.02))
    load(path)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    text = str(load(path))
    assert text in texts
    found.add(text)
assert len(os.listdir(os.path.dirname(path))) <= 2
print(len(found))
"""


def test_a_kill_at_any_moment_leaves_a_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    arguments = (str(path), str(GOLDEN / "tie_break.txt"))
    done = subprocess.run(
        [sys.executable, "-c", SAVING, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20  # different states were found
    save(load(path), path)
    assert load(path) == Record.parse(path.read_bytes())
