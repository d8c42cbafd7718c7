"""Missing cards of whole arrays of hands, with NumPy, and with Numba where it is installed.

The counting automaton of :mod:`phase10.solver.counting` is laid out as look-up tables: for every
place of the axis and every state met so far, the next state and the growth of the most number cards
used, by how many cards a hand holds there. A hand then costs one look-up a place. Goals that mix
numbers and colours are walked once for each choice of colours; ``natural_per=group`` once for each
choice of the goals that have a number card of their own. Tables grow as hands need them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from phase10.game.cards import KINDS, WILD
from phase10.game.errors import CardError, GameError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.counting import Automaton, automaton
from phase10.solver.counting_goals import mixes_axes

__all__ = ["missing_many"]

Array = NDArray[Any]
Walk = Callable[..., None]

BLOCK: Final = 1 << 14
READ_BLOCK: Final = 1 << 11
GAIN_BITS: Final = 4
DEAD: Final = -1
UNKNOWN: Final = -2
CLIP: Final = 12


def missing_many(
    counts: ArrayLike, phase: Phase, rules: Rules = SEED, *, compiled: bool | None = None
) -> NDArray[np.int8]:
    """Count the fewest further cards for every hand of an array, exactly as ``missing`` does.

    ``counts``: integers, shape (n, 50), in the order R1…R12 B1…B12 G1…G12 Y1…Y12 W S; any number of
    cards a hand. Returns int8, shape (n,). ``compiled``: with Numba or without; by default with it
    where it is installed. :class:`GameError` ``counts.shape`` (another shape), ``counts.type`` (not
    integers) or :class:`CardError` ``counts.negative`` (with the first such row).

    >>> missing_many([[0] * 48 + [2, 0], [1, 1, 1] + [0] * 47], Phase("run:4"))
    array([2, 1], dtype=int8)
    """
    hands = _checked(counts)
    walk = _compiled_walk() if compiled is None or compiled else None
    if compiled and walk is None:
        raise GameError("numba.missing")
    size = phase.size
    result = np.full(len(hands), size, np.int8)
    wilds = np.minimum(hands[:, WILD], size).astype(np.int8)
    for tables, empty in _variants(phase, rules):
        used = _used(hands, tables, walk)
        needed = size - used - wilds
        least = (used == 0).astype(np.int8) if empty is None else np.int8(empty)
        value = np.where(used < 0, np.int8(size), np.maximum(needed, least))
        np.minimum(result, value, out=result)
    return result


def _checked(counts: ArrayLike) -> NDArray[np.uint8]:
    """Give the counts in bytes; more cards of a kind than a phase asks make no difference."""
    try:
        hands = np.asarray(counts)
    except ValueError:  # rows of different lengths
        raise GameError("counts.shape", shape="ragged", expected=f"(n, {KINDS})") from None
    if hands.ndim != 2 or hands.shape[1] != KINDS:
        raise GameError("counts.shape", shape=str(hands.shape), expected=f"(n, {KINDS})")
    if hands.dtype.kind not in "iu":
        raise GameError("counts.type", type=str(hands.dtype))
    cards = np.empty(hands.shape, np.uint8)
    for first in range(0, len(hands), READ_BLOCK):
        block = hands[first : first + READ_BLOCK]
        if block.min() < 0:
            row = first + int((block < 0).any(axis=1).argmax())
            raise CardError("counts.negative", row=row)
        if block.max() > CLIP:
            block = np.minimum(block, CLIP)
        cards[first : first + READ_BLOCK] = block
    return cards


@lru_cache(maxsize=32)
def _variants(phase: Phase, rules: Rules) -> tuple[tuple[_Tables, int | None], ...]:
    """List what to walk: tables, and how many goals may stay without a number card (or ``None``).

    ``None`` stands for the rule that one number card in the whole phase is enough.
    """
    groups = phase.groups
    free = (None,) * len(groups)
    colors: list[tuple[int | None, ...]] | list[None] = [None]
    if mixes_axes(groups, rules.same_number_sets):
        choices = [range(4) if group.kind in ("color", "crun") else (None,) for group in groups]
        colors = list(product(*choices))
    in_each = rules.natural_per == "group"
    needs = (
        list(product((False, True), repeat=len(groups))) if in_each else [(False,) * len(groups)]
    )
    found: dict[tuple[object, ...], tuple[_Tables, int | None]] = {}
    for each in needs:
        for fixed in colors:
            key = tuple(sorted(zip(map(str, groups), each, map(str, fixed or free), strict=True)))
            if key not in found:
                tables = _Tables(automaton(groups, each, rules.same_number_sets, fixed))
                found[key] = (tables, each.count(False) if in_each else None)
    return tuple(found.values())


class _Tables:
    """Hold the steps of an automaton as arrays, one a place, made for the states met so far.

    Row 0 is the dead end. An entry is (first index of the next row) · 16 + growth, or -1 where it
    is not made yet.
    """

    def __init__(self, source: Automaton) -> None:
        self.source = source
        self.widths = [cap + 1 for cap in source.caps] + [1]
        self.rows: list[dict[int, int]] = [{-1: 0} for _ in self.widths]
        self.states: list[list[int]] = [[-1] for _ in self.widths]
        self.steps = [np.zeros(width, np.int64) for width in self.widths]
        self.row(0, 0)
        self.changes = 0

    def row(self, place: int, state: int) -> int:
        """Give the row of a state at a place, a new one where it is met for the first time."""
        rows, states = self.rows[place], self.states[place]
        number = rows.setdefault(state, len(states))
        if number == len(states):
            states.append(state)
            width = self.widths[place]
            if len(self.steps[place]) < len(states) * width:
                more = np.full(len(self.steps[place]) + 16 * width, -1, np.int64)
                self.steps[place] = np.concatenate([self.steps[place], more])
        return number

    def make(self, place: int, at: int) -> None:
        """Fill in one entry."""
        row, count = divmod(at, self.widths[place])
        state, more = self.source.step(place, self.states[place][row], count)
        after = self.row(place + 1, state) * self.widths[place + 1]
        self.steps[place][at] = after << GAIN_BITS | more
        self.changes += 1

    @property
    def start(self) -> int:
        """Give the index at which every hand starts."""
        return self.widths[0]

    @lru_cache(maxsize=1)  # noqa: B019 - tables live as long as the program
    def flat(self, changes: int) -> tuple[Array, Array]:
        """Give all entries in one array, and where each place starts; ``changes`` as of now."""
        starts = np.cumsum([0] + [len(steps) for steps in self.steps])
        return np.concatenate(self.steps), starts.astype(np.int64)


def _used(hands: Array, tables: _Tables, walk: Walk | None) -> NDArray[np.int8]:
    """Count the most number cards used by each hand; -1 where the goals cannot be served."""
    used = np.empty(len(hands), np.int8)
    first, size = 0, 256
    while first < len(hands):
        block = slice(first, first + size)
        cards = hands[block]
        if walk is None:
            used[block] = _walk_places(cards, tables)
        else:
            part = used[block]
            entries, starts = tables.flat(tables.changes)
            walk(cards, _places(tables.source), _caps(tables.source), entries, starts,
                 tables.start, part)  # fmt: skip
            unknown = np.flatnonzero(part == UNKNOWN)
            if len(unknown):
                part[unknown] = _walk_places(cards[unknown], tables)
        first += size
        # Small blocks come first, so that tables are made from few hands.
        size = min(4 * size, BLOCK)
    return used


def _walk_places(cards: Array, tables: _Tables) -> Array:
    """Walk all hands of a block together, place by place."""
    by_kind = np.ascontiguousarray(cards.T)
    at = np.full(len(cards), tables.start, np.int64)
    used = np.zeros(len(cards), np.int64)
    for place, where in enumerate(tables.source.places):
        held = by_kind[where.kinds[0]]
        for kind in where.kinds[1:]:
            held = held + by_kind[kind]
        at += np.minimum(held, tables.source.caps[place])
        entries = tables.steps[place][at]
        if entries.min(initial=0) < 0:
            for unmade in np.unique(at[entries < 0]):
                tables.make(place, int(unmade))
            entries = tables.steps[place][at]
        used += entries & (1 << GAIN_BITS) - 1
        at = entries >> GAIN_BITS
    return np.where(at == 0, DEAD, used)


def _walk_hands(
    cards: Array, places: Array, caps: Array, entries: Array, starts: Array, start: int, used: Array
) -> None:
    """Walk hand by hand; Numba compiles this. Hands that meet an entry not made yet get UNKNOWN."""
    held = np.zeros(len(caps), np.int64)
    for hand in range(cards.shape[0]):
        held[:] = 0
        for kind in range(len(places)):
            held[places[kind]] += cards[hand, kind]
        at = start
        total = 0
        for place in range(len(caps)):
            entry = entries[starts[place] + at + min(held[place], caps[place])]
            if entry < 0:
                total = UNKNOWN
                break
            total += entry & (1 << GAIN_BITS) - 1
            at = entry >> GAIN_BITS
        if total >= 0 and at == 0:
            total = DEAD
        used[hand] = total


@lru_cache(maxsize=128)
def _places(source: Automaton) -> Array:
    places = np.zeros(WILD, np.int64)
    for place in source.places:
        places[list(place.kinds)] = place.position
    return places


@lru_cache(maxsize=128)
def _caps(source: Automaton) -> Array:
    return np.array(source.caps, np.int64)


@lru_cache(maxsize=1)
def _compiled_walk() -> Walk | None:
    """Compile the walk, from its cache if possible; ``None`` where Numba is not installed."""
    try:
        from numba import njit
    except ImportError:
        return None
    signature = "(u1[:,::1], i8[::1], i8[::1], i8[::1], i8[::1], i8, i1[::1])"
    try:
        compiled: Walk = njit(signature, cache=True)(_walk_hands)
    except RuntimeError:  # no folder to cache in
        compiled = njit(signature)(_walk_hands)
    return compiled
