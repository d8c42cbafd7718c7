"""Where a hand of ten cards is found in the tables of the waiting game, by plain functions on rows.

The same places as :mod:`phase10.solver.waiting_states` gives, computed arithmetically, so that what
is left after each discard costs a few additions. Rows: :mod:`phase10.solver.plan_rows`.
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.solver.plan_rows import (
    COLOR_COUNTS,
    COLOR_PLACES,
    COLORS_VECTOR,
    GOALS_ROW,
    HELD,
    KEYS,
    LATER_RANKS,
    MIRROR_BASES,
    MIRROR_VECTOR,
    NUMBER_COUNTS,
    PLACES,
    PLAIN_BASES,
    RIGHT_RANKS,
    RIGHT_SIZES,
    VALUES_START,
    VECTOR,
    Row,
    Tables,
)

__all__ = ["class_of", "note_places", "turns_at", "waiting_place", "waiting_turns"]

COLORS = 4
MOST = HELD - 1
"""Cards between two turns: the largest count in the tables."""


def class_of(tables: Tables, phase: int, kind: int) -> int:
    """Give the class of a card: all cards of a class are worth the same to the phase.

    The numbers 0–11, or the colors 0–3, then 12 for a wild and 13 for a skip.
    """
    if kind >= WILD:
        return kind - WILD + NUMBERS
    if tables.goals[phase * GOALS_ROW + VECTOR] == COLORS_VECTOR:
        return kind // NUMBERS
    return kind % NUMBERS


def waiting_place(work: Row, tables: Tables, phase: int, wilds: int, skips: int) -> int:
    """Find the place in ``tables.values`` of the ten cards that are counted in ``work``."""
    row = phase * GOALS_ROW
    vector = tables.goals[row + VECTOR]
    start = int(tables.goals[row + VALUES_START])
    if vector >= MIRROR_VECTOR - 1:
        return start + _number_place(work, tables, vector == MIRROR_VECTOR, wilds, skips)
    key = 0
    if vector == COLORS_VECTOR:
        for color in range(4):
            key += KEYS[work[COLOR_COUNTS + color]]
        return start + int(tables.places[COLOR_PLACES + tables.partitions[key] * HELD + wilds])
    for number in range(NUMBERS):
        key += KEYS[work[NUMBER_COUNTS + number]]
    return start + int(tables.places[tables.partitions[key] * HELD + wilds])


def _number_place(work: Row, tables: Tables, mirror: bool, wilds: int, skips: int) -> int:
    """Find ten cards by their twelve counts; of a hand and its mirror image the larger counts."""
    left = 0
    right = 0
    for place in range(6):
        left += work[NUMBER_COUNTS + place]
        right += work[NUMBER_COUNTS + 6 + place]
    rank = 0
    other = 0
    left_rest = left
    right_rest = right
    for place in range(6):
        count = work[NUMBER_COUNTS + place]
        rank += tables.ranks[(place * HELD + left_rest) * HELD + count]
        left_rest -= count
        count = work[NUMBER_COUNTS + 11 - place]
        other += tables.ranks[RIGHT_RANKS + (place * HELD + right_rest) * HELD + count]
        right_rest -= count
    return _joined(tables, mirror, wilds, skips, left, right, rank, other)


def _joined(
    tables: Tables,
    mirror: bool,
    wilds: int,
    skips: int,
    left: int,
    right: int,
    rank: int,
    other: int,
) -> int:
    """Find the place of a hand from the sizes of its halves and their ranks."""
    bases = PLAIN_BASES
    if mirror:
        bases = MIRROR_BASES
        if left < right or (left == right and rank < other):
            left, right = right, left
            rank, other = other, rank
    base = tables.ranks[bases + (wilds * HELD + skips) * HELD + left]
    if mirror and left == right:
        return int(base + rank * (rank + 1) // 2 + other)
    return int(base + rank * tables.ranks[RIGHT_SIZES + right] + other)


def note_places(hand: Row, work: Row, tables: Tables, phase: int) -> None:
    """Find where each discard of eleven cards leads, all together.

    The eleven are counted in ``work``; afterwards ``work[PLACES + c]`` is the place of the ten that
    are left without a card of class c (:func:`class_of`), for the classes that are held.
    """
    row = phase * GOALS_ROW
    vector = tables.goals[row + VECTOR]
    start = int(tables.goals[row + VALUES_START])
    if vector >= MIRROR_VECTOR - 1:
        _note_number_places(hand, work, tables, vector == MIRROR_VECTOR, start)
        return
    wilds = hand[WILD]
    skips = hand[SKIP]
    counts = NUMBER_COUNTS
    size = NUMBERS
    first = 0
    if vector == COLORS_VECTOR:
        counts = COLOR_COUNTS
        size = COLORS
        first = COLOR_PLACES
    key = 0
    for place in range(size):
        key += KEYS[min(work[counts + place], MOST)]
    for place in range(size):
        count = work[counts + place]
        if count > 0:
            # Eleven of a class are the only ones: whatever stands for them goes out again.
            left = key - KEYS[min(count, MOST)] + KEYS[count - 1]
            found = tables.places[first + tables.partitions[left] * HELD + wilds]
            work[PLACES + place] = start + int(found)
    if wilds > 0:
        found = tables.places[first + tables.partitions[key] * HELD + wilds - 1]
        work[PLACES + NUMBERS] = start + int(found)
    if skips > 0:
        found = tables.places[first + tables.partitions[key] * HELD + wilds]
        work[PLACES + NUMBERS + 1] = start + int(found)


def _note_number_places(hand: Row, work: Row, tables: Tables, mirror: bool, start: int) -> None:
    """Note where discards lead whose numbers count: a card less moves only the counts before it.

    The rank of a half is a sum over its counts, each read with the cards from there on: after the
    card thrown these are as before, before it they are one less.
    """
    wilds = hand[WILD]
    skips = hand[SKIP]
    left = 0
    rank = 0
    right = 0
    other = 0
    for place in range(5, -1, -1):
        work[LATER_RANKS + place] = rank
        count = work[NUMBER_COUNTS + place]
        left += count
        if left <= MOST:
            rank += tables.ranks[(place * HELD + left) * HELD + count]
        work[LATER_RANKS + 6 + place] = other
        count = work[NUMBER_COUNTS + 11 - place]
        right += count
        if right <= MOST:
            other += tables.ranks[RIGHT_RANKS + (place * HELD + right) * HELD + count]
    before = 0
    rest = left - 1
    for place in range(6):
        count = work[NUMBER_COUNTS + place]
        if count > 0:
            less = before + tables.ranks[(place * HELD + rest) * HELD + count - 1]
            less += work[LATER_RANKS + place]
            found = _joined(tables, mirror, wilds, skips, left - 1, right, less, other)
            work[PLACES + place] = start + found
        if count <= rest:
            before += tables.ranks[(place * HELD + rest) * HELD + count]
        rest -= count
    before = 0
    rest = right - 1
    for place in range(6):
        count = work[NUMBER_COUNTS + 11 - place]
        if count > 0:
            less = before + tables.ranks[RIGHT_RANKS + (place * HELD + rest) * HELD + count - 1]
            less += work[LATER_RANKS + 6 + place]
            found = _joined(tables, mirror, wilds, skips, left, right - 1, rank, less)
            work[PLACES + 11 - place] = start + found
        if count <= rest:
            before += tables.ranks[RIGHT_RANKS + (place * HELD + rest) * HELD + count]
        rest -= count
    if wilds > 0:
        found = _joined(tables, mirror, wilds - 1, skips, left, right, rank, other)
        work[PLACES + NUMBERS] = start + found
    if skips > 0:
        found = _joined(tables, mirror, wilds, skips - 1, left, right, rank, other)
        work[PLACES + NUMBERS + 1] = start + found


def turns_at(tables: Tables, phase: int, place: int) -> float:
    """Read the expected turns at a place of the tables."""
    return float(tables.first[phase] + int(tables.values[place]) / tables.scale[phase])


def waiting_turns(hand: Row, work: Row, tables: Tables, phase: int) -> float:
    """Look up the expected turns of ten cards, counted in ``work``; the phase must have a table."""
    return turns_at(tables, phase, waiting_place(work, tables, phase, hand[WILD], hand[SKIP]))
