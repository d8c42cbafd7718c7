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
    MIRROR_BASES,
    MIRROR_VECTOR,
    NUMBER_COUNTS,
    PLAIN_BASES,
    RIGHT_RANKS,
    RIGHT_SIZES,
    VALUES_START,
    VECTOR,
    Row,
    Tables,
)

__all__ = ["class_of", "waiting_place", "waiting_turns"]


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


def waiting_turns(hand: Row, work: Row, tables: Tables, phase: int) -> float:
    """Look up the expected turns of ten cards, counted in ``work``; the phase must have a table."""
    place = waiting_place(work, tables, phase, hand[WILD], hand[SKIP])
    return float(tables.first[phase] + int(tables.values[place]) / tables.scale[phase])
