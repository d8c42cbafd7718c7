"""What the plain functions of a plan read: goals and tables of phases, as rows of numbers.

The functions of :mod:`phase10.solver.plan_missing`, :mod:`phase10.solver.plan_waiting` and
:mod:`phase10.solver.plan` are written once. Uncompiled they run on lists and on tables mapped into
memory; :mod:`phase10.simulation` compiles the same functions for arrays. So they read and write
single numbers by index, call functions of their own kind, and allocate nothing.

A *hand* is a row that begins with its fifty counts. ``work`` is a row of whole numbers for what is
being worked out; its places are named here.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, MutableSequence, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Final, NamedTuple, Protocol

from phase10.game.cards import NUMBERS, Deck
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.targets import handling_order, run_hits
from phase10.solver.waiting import SOLVED, case_of, shipped_figures
from phase10.solver.waiting_states import CARDS_HELD, NumberStates, SortedStates, States, states_of

__all__ = ["MODEL", "Columns", "Numbers", "Row", "Tables", "goal_row", "plan_tables"]

MODEL: Final = "offer"
"""The waiting game whose values a plan uses: others play too, and their discards are offered."""


class Numbers(Protocol):
    """Read whole numbers by index."""

    def __getitem__(self, place: int, /) -> int: ...


class Row(Protocol):
    """Read and write whole numbers by index."""

    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


# --- goals ----------------------------------------------------------------------------------------

GOAL_KINDS: Final = ("set", "run", "color", "crun", "cset", "even", "odd", "parity")
SET: Final = 0
RUN: Final = 1
"""Sets and runs ask numbers alone; every goal kind after them asks more."""
COLOR_GOAL: Final = 2
COLOR_RUN: Final = 3
COLOR_SET: Final = 4
EVEN: Final = 5
ODD: Final = 6
PARITY: Final = 7
MOST_GOALS: Final = 5

SHAPE: Final = 0
"""Which way ``missing`` is counted; of the row of a phase in ``Tables.goals``:"""
GOAL_COUNT: Final = 1
PHASE_CARDS: Final = 2
IN_EACH: Final = 3
"""1 when every group needs a natural card of its own (natural_per=group)."""
DISTINCT: Final = 4
"""1 when two sets may not have one number."""
VECTOR: Final = 5
"""Which vector of the waiting game holds the phase; ``NO_VECTOR`` where no table is at hand."""
VALUES_START: Final = 6
"""Where the values of the phase begin in ``Tables.values``."""
NUMBERS_DIFFER: Final = 7
"""1 when no two sets, of one color or not, may be laid with one number."""
GOAL_ROWS: Final = 8
"""For each goal kind and size, in the order of the phase."""
ORDERED_ROWS: Final = GOAL_ROWS + 2 * MOST_GOALS
"""For each goal its place in the phase, in the order in which goals are handled."""
GOALS_ROW: Final = ORDERED_ROWS + MOST_GOALS

ANY_SHAPE: Final = 0
SETS_SHAPE: Final = 1
RUN_SHAPE: Final = 2
SET_RUN_SHAPE: Final = 3
COLOR_SHAPE: Final = 4

NO_VECTOR: Final = 0
SETS_VECTOR: Final = 1
COLORS_VECTOR: Final = 2
NUMBERS_VECTOR: Final = 3
MIRROR_VECTOR: Final = 4

# --- ranks ----------------------------------------------------------------------------------------

HELD: Final = 11
"""Counts and sums are at most ten: the cards between two turns."""
HALF_ROW: Final = 6 * HELD * HELD
RIGHT_RANKS: Final = HALF_ROW
RIGHT_SIZES: Final = 2 * HALF_ROW
PLAIN_BASES: Final = RIGHT_SIZES + HELD
MIRROR_BASES: Final = PLAIN_BASES + HELD**3
RANKS_SIZE: Final = MIRROR_BASES + HELD**3

KEYS: Final = (0, 1, 11, 66, 264, 792, 2376, 4752, 9504, 19008, 38016)
"""What a count adds to the key of sorted counts: how many counts there are of each, as digits."""
KEY_SIZE: Final = 76032
COLOR_PLACES: Final = 1600
"""Where the places of hands sorted by color begin; before them those sorted by number."""
PLACES_SIZE: Final = 2 * COLOR_PLACES
HITS_ROW: Final = 1 << NUMBERS
WHOLE: Final = 1 << 44
"""A chance of 1 in ``Tables.odds``."""

# --- scratch --------------------------------------------------------------------------------------

CHANCE: Final = 0
"""The state of chance."""
NUMBER_COUNTS: Final = 1
"""Twelve counts by number of the hand looked at."""
COLOR_COUNTS: Final = 13
HELD_MASK: Final = 17
"""The numbers held, as bits."""
CHOSEN: Final = 20
"""The target chosen for each goal, in handling order."""
USED_BEFORE: Final = 25
ALONE: Final = 31
ASKED_KINDS: Final = 40
ASKED_NUMBERS: Final = 88
ASKED_NODES: Final = 100
"""What colors (0–3) and parities (4 even, 5 odd) ask."""
TAKEN_KINDS: Final = 106
LEFT_NUMBERS: Final = 154
MASK_COUNTS: Final = 166
"""For each set of goals how many cards fit just these."""
POOL: Final = 200
"""Cards not seen, and cards of the deck: all, the wilds, by number and by color of each."""
POOL_WILDS: Final = POOL + 1
POOL_NUMBERS: Final = POOL + 2
POOL_COLORS: Final = POOL_NUMBERS + NUMBERS
DECK_POOL: Final = POOL_COLORS + 4
POOL_SIZE: Final = DECK_POOL - POOL
PLACES: Final = DECK_POOL + POOL_SIZE
"""Where ten cards are found in a waiting table, by the class of the card thrown of eleven."""
LATER_RANKS: Final = PLACES + NUMBERS + 2
"""What the counts after each number add to the rank of their half."""
PLAN_WORK: Final = LATER_RANKS + NUMBERS
"""Where a plan's own scratch ends."""


class Columns:
    """Read several columns of whole numbers as one, without copying any.

    ``parts``: the columns, each a memory view of the same type.
    """

    def __init__(self, parts: Iterable[Sequence[int]]) -> None:
        self.parts = tuple(parts)
        self._starts = [0, *accumulate(map(len, self.parts))]

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, place: int, /) -> int:
        part = bisect_right(self._starts, place) - 1
        return self.parts[part][place - self._starts[part]]


class Tables(NamedTuple):
    """Hold what does not change through a match, as flat rows.

    ``goals``: a row of ``GOALS_ROW`` for each phase; ``hits``: for each size of a run and each
    12-bit set of numbers how many of them it can use; ``ranks``, ``partitions``, ``places``: where
    a hand of ten cards is found in a waiting table; ``values``: the tables' numbers one after the
    other, of phase p worth ``first[p] + number / scale[p]`` turns, ``average[p]`` over the deal;
    ``odds``: for each split of what is needed and number of wilds held the chance that the strategy
    ``chance`` reckons with, in parts of ``WHOLE``; ``deck``: fifty counts; ``memory``: what was
    worked out before by state, NaN where nothing was; empty: nothing is kept.
    """

    goals: Sequence[int]
    hits: Sequence[int]
    ranks: Sequence[int]
    partitions: Sequence[int]
    places: Sequence[int]
    values: Columns | Sequence[int]
    first: Sequence[float]
    scale: Sequence[float]
    average: Sequence[float]
    odds: Sequence[int]
    deck: Sequence[int]
    memory: MutableSequence[float]


def plan_tables(phases: tuple[Phase, ...], rules: Rules) -> Tables:
    """Make the tables of a list of phases under some rules; waiting tables only of the package."""
    goals: list[int] = []
    parts: list[Sequence[int]] = []
    first, scale, average = [], [], []
    start = 0
    for phase in phases:
        case = case_of(phase, rules)
        # Not those of the user's cache: a seed gives the same match on every machine.
        solved = SOLVED.get(case) if str(case) in shipped_figures() else None
        states = None if solved is None else states_of(solved.case.phase, solved.case.deck)
        goals += goal_row(phase, rules, states, start)
        column = None
        if solved is not None and states is not None:
            column = solved.file.columns[f"expected {MODEL}"]
            parts.append(column.numbers)
            start += len(column)
        first.append(0.0 if column is None else column.first)
        scale.append(1.0 if column is None else column.scale)
        average.append(0.0 if solved is None else solved.figures[MODEL].average)
    deck = rules.deck
    return Tables(
        goals, _hits(), _ranks(deck), _partitions(), _places(deck), Columns(parts),
        first, scale, average, _odds(), list(deck.counts), [],
    )  # fmt: skip


def goal_row(phase: Phase, rules: Rules, states: States | None = None, start: int = 0) -> list[int]:
    """Write the row of a phase in ``Tables.goals``.

    ``states`` number the hands of its waiting table, whose values begin at ``start``; None: there
    is no table.
    """
    kinds = [group.kind for group in phase.groups]
    in_each = rules.natural_per == "group" and len(kinds) > 1
    distinct = not rules.same_number_sets and kinds.count("set") > 1
    row = [_shape(kinds, in_each), len(kinds), phase.size, int(in_each), int(distinct)]
    sets = kinds.count("set") + kinds.count("cset")
    row += [_vector(states), start, int(not rules.same_number_sets and sets > 1)]
    for group in phase.groups:
        row += [GOAL_KINDS.index(group.kind), group.size]
    row += [0] * (ORDERED_ROWS - len(row))
    row += handling_order(phase)
    return row + [0] * (GOALS_ROW - len(row))


def _shape(kinds: list[str], in_each: bool) -> int:
    if in_each:
        return ANY_SHAPE
    if kinds in (["set"], ["set", "set"]):
        return SETS_SHAPE
    shapes = {("run",): RUN_SHAPE, ("run", "set"): SET_RUN_SHAPE, ("color",): COLOR_SHAPE}
    return shapes.get(tuple(sorted(kinds)), ANY_SHAPE)


def _vector(states: States | None) -> int:
    if states is None:
        return NO_VECTOR
    if isinstance(states, NumberStates):
        return MIRROR_VECTOR if states.mirror else NUMBERS_VECTOR
    return COLORS_VECTOR if states.by_color else SETS_VECTOR


@lru_cache(maxsize=1)
def _hits() -> memoryview:
    sizes = range(2, NUMBERS + 1)
    return memoryview(bytes(2 * HITS_ROW) + b"".join(run_hits(size) for size in sizes))


@lru_cache(maxsize=8)
def _ranks(deck: Deck) -> list[int]:
    """Tabulate where six counts come among those of as many cards, and where blocks begin.

    The place of (c0 … c5) with n cards is Σ over i of the ways with a smaller count at place i.
    """
    plain = NumberStates(deck, CARDS_HELD, mirror=False)
    mirror = NumberStates(deck, CARDS_HELD, mirror=True)
    limits = plain.limits()
    row = _half_ranks(limits[:6]) + _half_ranks(limits[:5:-1])
    row += plain.right.sizes
    for states in (plain, mirror):
        for wilds in range(HELD):
            for skips in range(HELD):
                known = wilds <= states.most_wilds and skips <= states.most_skips
                row += states.bases[wilds][skips] if known else [-1] * HELD
    return row


def _half_ranks(limits: Sequence[int]) -> list[int]:
    ways = [[0] * HELD for _ in range(7)]
    ways[6][0] = 1
    for place in range(5, -1, -1):
        for total in range(HELD):
            most = min(limits[place], total)
            ways[place][total] = sum(ways[place + 1][total - c] for c in range(most + 1))
    row = []
    for place in range(6):
        for total in range(HELD):
            smaller = 0
            for count in range(HELD):
                row.append(smaller)
                if count <= min(limits[place], total):
                    smaller += ways[place + 1][total - count]
    return row


def _sorted_parts(total: int, most: int) -> Iterable[tuple[int, ...]]:
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in _sorted_parts(total - part, part):
            yield (part, *rest)


@lru_cache(maxsize=1)
def _partition_list() -> list[tuple[int, ...]]:
    return [parts for total in range(HELD) for parts in _sorted_parts(total, total)]


@lru_cache(maxsize=1)
def _partitions() -> array[int]:
    """Tabulate the number of each way to split up to ten cards, by its key."""
    row = array("h", bytes(2 * KEY_SIZE))
    for place, parts in enumerate(_partition_list()):
        row[sum(KEYS[part] for part in parts)] = place
    return row


@lru_cache(maxsize=1)
def _odds() -> list[int]:
    """Tabulate the chances of the strategy ``chance``.

    Of n cards needed by number, J of them held as wilds: 1 if n ≤ J, else the sum, over the ways to
    let j ≥ J of them be wild, of n! / (∏ rest! · j!), over 13^(n − J); never more than 1.
    """
    row = []
    for parts in _partition_list():
        needed = sum(parts)
        orders = [1]
        for part in parts:
            # orders[r]: the orders of r natural cards; another number joins r with t cards.
            longer = [0] * (len(orders) + part)
            for before, ways in enumerate(orders):
                for more in range(part + 1):
                    longer[before + more] += ways * comb(before + more, more)
            orders = longer
        for wilds in range(HELD):
            ways = sum(
                orders[natural] * comb(needed, natural) for natural in range(needed - wilds + 1)
            )
            whole = needed <= wilds
            row.append(WHOLE if whole else min(WHOLE, WHOLE * ways // 13 ** (needed - wilds)))
    return row


@lru_cache(maxsize=8)
def _places(deck: Deck) -> list[int]:
    """Give for each split and number of wilds the place in a table sorted by number or color."""
    row = [0] * PLACES_SIZE
    for start, by_color in ((0, False), (COLOR_PLACES, True)):
        states = SortedStates(deck, CARDS_HELD, by_color=by_color)
        number = {parts: place for place, parts in enumerate(_partition_list())}
        for index in range(states.size):
            axis, wilds, _ = states.axis(index)
            row[start + number[tuple(filter(None, axis))] * HELD + wilds] = index
    return row
