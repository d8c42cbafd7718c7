"""Matches in files: one page has one open, another can take it over, nothing is written over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from phase10.game.errors import RecordError
from phase10.game.kept_matches import KeptFile, KeptMatch, free_name, locked_file, put_aside
from phase10.game.records import Record


def test_only_one_has_a_file_open(tmp_path: Path) -> None:
    first, second = KeptFile(tmp_path / "m.txt", "one"), KeptFile(tmp_path / "m.txt", "two")
    assert first.claim()
    assert first.is_ours
    assert not second.claim()
    assert not second.is_ours
    second.take_over()
    assert second.is_ours
    assert not first.is_ours
    first.close()
    assert second.is_ours
    second.close()
    assert KeptFile(tmp_path / "m.txt", "three").claim()


def test_the_same_tab_need_not_wait_for_its_old_program(tmp_path: Path) -> None:
    old, new = KeptFile(tmp_path / "m.txt", "one"), KeptFile(tmp_path / "m.txt", "two")
    assert old.claim()
    assert not new.claim("other")
    assert new.claim("one")
    assert not old.is_ours


def test_a_killed_program_holds_nothing(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; "
        "from phase10.game.kept_matches import KeptFile; "
        "kept = KeptFile(Path(sys.argv[1]), 'one'); print(kept.claim()); "
        "sys.stdout.flush(); os._exit(9)"
    )
    path = tmp_path / "m.txt"
    run = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=False)
    assert run.stdout.strip() == b"True"
    assert KeptFile(path, "two").claim()


def test_where_nothing_can_be_written_there_is_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = KeptFile(tmp_path / "file" / "m.txt", "one")
    assert kept.claim()
    assert kept.is_ours
    with pytest.raises(OSError, match="file"):
        kept.write(b"x")
    kept.close()


def test_a_match_is_saved_and_loaded(tmp_path: Path) -> None:
    kept = KeptMatch(tmp_path / "deep" / "m.txt", "one")
    record = Record.start(1, ["A", "B"])
    assert kept.claim()
    kept.save(record)
    assert kept.load() == record
    with pytest.raises(RecordError):
        KeptMatch(tmp_path / "other.txt", "x").load()


def test_what_is_put_aside_gets_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    for number in (1, 2, 3):
        path.write_text(str(number))
        kept = put_aside(path)
        assert kept == tmp_path / f"m-{number}.txt"
        assert kept.read_text() == str(number)
    assert free_name(path) == tmp_path / "m-4.txt"
    with pytest.raises(RecordError):
        put_aside(path)


def test_a_lock_that_was_removed_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    held = locked_file(path)
    assert held is not None
    assert locked_file(path) is None
    path.unlink()
    again = locked_file(path)
    assert again is not None
    again.close()
    held.close()
