"""Functions compiled with all that they call, and kept by a digest of all that."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from phase10.simulation import compiled
from phase10.simulation.compiled import is_kept, program
from phase10.simulation.shuffling import seed_of

STEP = 3


def twice(value: int) -> int:
    return 2 * value


def thrice(value: int) -> int:
    return 3 * value


def stepped(value: int) -> int:
    return twice(value) + STEP


def around(row: list[int], place: int) -> int:
    row[place] = stepped(row[place])
    return row[place]


def endless(value: int) -> int:
    return other_endless(value)


def other_endless(value: int) -> int:
    return endless(value)


def with_inner(value: int) -> int:
    def inner() -> int:
        return 1

    return value + inner()


TABLE: dict[int, int] = {}


def with_table(value: int) -> int:
    return TABLE[value]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of our own, and nothing made before."""
    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path / "waiting")
    monkeypatch.setattr(compiled, "_MADE", {})
    monkeypatch.setattr(compiled, "_DIGESTS", {})
    compiled._writable.cache_clear()
    yield tmp_path / "compiled"
    compiled._writable.cache_clear()


def copy_of(function: FunctionType, **changes: Any) -> FunctionType:
    return FunctionType(function.__code__, {**function.__globals__, **changes}, function.__name__)


def test_compiled_it_does_the_same() -> None:
    row = np.array([5, 6, 7])
    assert program(around)(row, 1) == 15
    assert row.tolist() == [5, 15, 7]


def test_a_change_below_is_noticed(folder: Path) -> None:
    """Of the constant, of the function called, of one called by that one."""
    digests = {compiled._Links({}).digest_of(around)}
    changed_constant = copy_of(stepped, STEP=4)
    digests.add(compiled._Links({}).digest_of(copy_of(around, stepped=changed_constant)))
    changed_callee = copy_of(stepped, twice=thrice)
    digests.add(compiled._Links({}).digest_of(copy_of(around, stepped=changed_callee)))
    assert len(digests) == 3
    assert compiled._Links({}).digest_of(around) in digests


def test_what_is_called_instead() -> None:
    row = np.array([5])
    assert program(around, {twice: thrice})(row, 0) == 18
    assert program(around, {twice: program(thrice)})(np.array([5]), 0) == 18
    assert program(around)(np.array([5]), 0) == 13


def test_code_is_kept_for_the_next_process(folder: Path) -> None:
    assert not is_kept(stepped)
    assert program(stepped)(4) == 11
    assert is_kept(stepped)
    assert sum(1 for _ in folder.rglob("*.nbc")) == 2
    compiled._MADE.clear()
    again = program(stepped)
    assert again(4) == 11
    assert sum(again.stats.cache_hits.values()) == 1


def test_code_is_found_from_another_place(folder: Path, tmp_path: Path) -> None:
    """In another environment, or in a file in which another line changed, nothing is new."""
    assert program(twice)(4) == 8
    compiled._MADE.clear()
    moved = copy_of(twice)
    moved.__code__ = twice.__code__.replace(co_filename=str(tmp_path / Path(__file__).name))
    again = program(moved)
    assert again(5) == 10
    assert sum(again.stats.cache_hits.values()) == 1
    assert sum(1 for _ in folder.rglob("*.nbc")) == 1


def test_code_that_nobody_used_is_removed(folder: Path) -> None:
    old, new = folder / "old", folder / "new"
    for each in (old, new):
        each.mkdir(parents=True)
    os.utime(old, (1, 1))
    program(twice)(1)
    assert new.exists()
    assert not old.exists()


@pytest.mark.parametrize("home", [None, "a file"])
def test_without_a_folder_it_runs_all_the_same(
    home: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = tmp_path / "file"
    where.write_text("in the way")
    monkeypatch.setattr(compiled, "cache_folder", lambda: None if home is None else where / "x")
    assert program(stepped)(4) == 11
    assert not is_kept(stepped)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (endless, "calls itself"),
        (with_inner, "holds a function"),
        (with_table, "TABLE"),
        (len, "no plain function"),
    ],
)
def test_what_cannot_be_compiled(function: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        program(function)


def test_numbers_of_64_bits_are_the_same_compiled() -> None:
    quick = program(seed_of)
    for seed in (0, 1, (1 << 63) - 1, 77_777_777_777):
        for block in (0, 5, 1 << 40):
            assert quick(seed, block, 3) == seed_of(seed, block, 3)


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "COMPILED", False)
    assert program(around) is around
    row = [5]
    assert program(around, {twice: thrice})(row, 0) == 18
    assert around(row, 0) == 39, "the function itself is as it was"
