"""Whole arrays of hands: shapes, types, errors, and the same answers as hand by hand."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from phase10.game.cards import Hand
from phase10.game.errors import CardError, GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import Rules
from phase10.solver import groupings_batch
from phase10.solver.groupings import missing
from phase10.solver.groupings_batch import missing_many

HANDS = [Hand("R7 B7 G7 W S"), Hand(""), Hand("W W W W"), Hand("R1 R2 R3 R4 B5 G6 Y7 R7 B7 S S")]
COUNTS = np.array([hand.counts for hand in HANDS])


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_every_integer_type(dtype: str, compiled: bool) -> None:
    for phase in PHASES:
        found = missing_many(COUNTS.astype(dtype), phase, compiled=compiled)
        assert found.dtype == np.int8
        assert found.tolist() == [missing(hand, phase) for hand in HANDS]


@pytest.mark.parametrize("compiled", [False, True])
def test_any_layout_of_memory(compiled: bool) -> None:
    expected = [missing(hand, PHASES[1]) for hand in HANDS]
    for counts in (np.asfortranarray(COUNTS), COUNTS[::-1][::-1], COUNTS.tolist()):
        assert missing_many(counts, PHASES[1], compiled=compiled).tolist() == expected
    frozen = COUNTS.astype(np.int8)
    frozen.flags.writeable = False
    assert missing_many(frozen, PHASES[1], compiled=compiled).tolist() == expected


@pytest.mark.parametrize("compiled", [False, True])
def test_no_hands(compiled: bool) -> None:
    found = missing_many(np.zeros((0, 50), int), PHASES[0], compiled=compiled)
    assert found.shape == (0,)
    assert found.dtype == np.int8


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("count", [12, 100, 1000, 10**6])
def test_more_cards_than_any_deck_holds(count: int, compiled: bool) -> None:
    counts = np.zeros((3, 50), np.int64)
    counts[0, 0] = count
    counts[1, 48] = count
    counts[2, :48] = count
    found = missing_many(counts, Phase("set:5+set:3"), compiled=compiled)
    assert found.tolist() == [0, 1, 0]
    found = missing_many(counts, Phase("color:7"), compiled=compiled)
    assert found.tolist() == [0, 1, 0]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("rules", [Rules(), Rules(natural_per="group")], ids=str)
def test_many_blocks_give_what_one_gives(rules: Rules, compiled: bool) -> None:
    generator = np.random.default_rng(3)
    counts = (generator.random((40_000, 50)) < 0.2).astype(np.int8)
    counts[:, 48:] = 0
    for phase in (PHASES[2], PHASES[7], Phase("crun:3+set:3")):
        whole = missing_many(counts, phase, rules, compiled=compiled)
        parts = [
            missing_many(counts[first : first + 777], phase, rules, compiled=not compiled)
            for first in range(0, len(counts), 777)
        ]
        assert (whole == np.concatenate(parts)).all()


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        (np.zeros(50, int), "counts.shape"),
        (np.zeros((2, 49), int), "counts.shape"),
        (np.zeros((2, 50, 1), int), "counts.shape"),
        ([[1, 2], [3]], "counts.shape"),
        (np.zeros((2, 50)), "counts.type"),
        (np.zeros((2, 50), bool), "counts.type"),
        (np.full((2, 50), "1"), "counts.type"),
        (np.full((2, 50), None), "counts.type"),
    ],
)
def test_what_is_no_array_of_hands(counts: object, code: str) -> None:
    with pytest.raises(GameError) as caught:
        missing_many(counts, PHASES[0])  # type: ignore[arg-type]
    assert caught.value.code == code


def test_negative_counts_name_the_row() -> None:
    counts = np.zeros((5000, 50), np.int32)
    counts[4321, 7] = -1
    with pytest.raises(CardError) as caught:
        missing_many(counts, PHASES[0])
    assert (caught.value.code, caught.value.values) == ("counts.negative", {"row": 4321})


def test_the_plain_walk_is_what_is_compiled() -> None:
    """The function that Numba compiles gives the same uncompiled."""
    (tables, _), *_ = groupings_batch._variants(PHASES[1], Rules())
    cards = COUNTS.astype(np.uint8)
    expected = groupings_batch._walk_places(cards, tables)
    used = np.zeros(len(cards), np.int8)
    source = tables.source
    entries, starts = tables.flat(tables.changes)
    groupings_batch._walk_hands(
        cards, groupings_batch._places(source), groupings_batch._caps(source), entries, starts,
        tables.start, used,
    )  # fmt: skip
    assert used.tolist() == expected.tolist()


def test_without_numba() -> None:
    """Where Numba is not installed NumPy does it; asking for Numba then says so."""
    program = """
import sys
sys.modules["numba"] = None
import numpy as np
from phase10.game.errors import GameError
from phase10.game.phases import PHASES
from phase10.solver.groupings_batch import missing_many
counts = np.zeros((2, 50), int)
counts[1, 0] = 2
assert missing_many(counts, PHASES[0]).tolist() == [6, 4]
try:
    missing_many(counts, PHASES[0], compiled=True)
except GameError as error:
    print(error.code)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("numba.missing\n", "")


def test_one_hand_needs_neither_numpy_nor_numba() -> None:
    program = """
import sys
import phase10.solver.odds, phase10.solver.groupings, phase10.solver.counting
print(sorted({"numpy", "numba"} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
