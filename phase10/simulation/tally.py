"""What is counted over matches, as whole numbers that add up exactly however the work is shared.

Every figure is a ratio of two counts, such as wins to matches. Matches come in blocks: as many as
there are players, with the same deals and every player once in each seat. The two counts of each
block are added, and their squares and product, which is all that a standard error needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from phase10.players.board import (
    COUNT,
    LAID,
    MOST_PHASES,
    MOST_SEATS,
    NONE,
    OPEN,
    ROUND,
    SCORE,
    SEAT_SIZE,
    SEATS,
    TIE_BREAK,
    TURNS,
)
from phase10.simulation.rows import CAPPED, LAID_AFTER, OUT, OWN_TURNS, WINNER
from phase10.solver.plan_rows import Row

__all__ = ["Ratio", "close_block", "count_match", "count_round", "counted", "ratio"]

WINS: Final = 0
"""For each player: wins to matches."""
STARTS: Final = WINS + MOST_SEATS
"""For each place in the first round's turn order: wins to matches."""
SCORES: Final = STARTS + MOST_SEATS
"""For each player: points at the end to matches."""
OUTS: Final = SCORES + MOST_SEATS
"""For each player: rounds in which it went out to rounds."""
LENGTH: Final = OUTS + MOST_SEATS
"""Rounds to matches."""
ROUND_TURNS: Final = LENGTH + 1
"""Turns to rounds."""
CAPS: Final = ROUND_TURNS + 1
"""Matches that were stopped to matches."""
TO_LAY: Final = CAPS + 1
"""For each phase: turns of players at it to layings."""
COMPLETED: Final = TO_LAY + MOST_PHASES
"""For each phase: layings to rounds of players at it."""
FIGURES: Final = COMPLETED + MOST_PHASES

SUM_ABOVE, SUM_BELOW, SQUARE_ABOVE, PRODUCT, SQUARE_BELOW = range(5)
PER_FIGURE: Final = 5
BLOCKS: Final = FIGURES * PER_FIGURE
"""How many blocks were counted."""
TALLY_SIZE: Final = BLOCKS + 1
BLOCK_SIZE: Final = 2 * FIGURES


# --- counting, compiled ---------------------------------------------------------------------------


def count_round(block: Row, seated: Sequence[int], board: Row, game: Row) -> None:
    """Count a round that has ended; ``seated``: the player in each seat."""
    if board[TIE_BREAK]:
        return
    _add(block, ROUND_TURNS, board[TURNS], 1)
    for seat in range(board[COUNT]):
        base = SEATS + seat * SEAT_SIZE
        _add(block, OUTS + seated[seat], 1 if game[OUT] == seat else 0, 1)
        laid = board[base + LAID]
        phases = board[base + OPEN]
        if laid != NONE:
            _add(block, TO_LAY + laid, game[LAID_AFTER + seat], 1)
        elif phases and not phases & (phases - 1):
            # At one phase only: its turns count although it was not laid.
            _add(block, TO_LAY + _lowest(phases), game[OWN_TURNS + seat], 0)
        while phases:
            place = _lowest(phases)
            _add(block, COMPLETED + place, 1 if place == laid else 0, 1)
            phases &= phases - 1


def _lowest(phases: int) -> int:
    """Give the lowest phase of those told as bits."""
    place = 0
    while not phases >> place & 1:
        place += 1
    return place


def count_match(block: Row, seated: Sequence[int], first: int, board: Row, game: Row) -> None:
    """Count a match that has ended; ``first``: the seat that began it."""
    count = board[COUNT]
    for seat in range(count):
        won = 1 if game[WINNER] == seat else 0
        _add(block, WINS + seated[seat], won, 1)
        _add(block, STARTS + (seat - first) % count, won, 1)
        _add(block, SCORES + seated[seat], board[SEATS + seat * SEAT_SIZE + SCORE], 1)
    _add(block, LENGTH, board[ROUND], 1)
    _add(block, CAPS, game[CAPPED], 1)


def _add(block: Row, figure: int, above: int, below: int) -> None:
    block[2 * figure] += above
    block[2 * figure + 1] += below


def close_block(block: Row, tally: Row) -> None:
    """Add a block to a tally and empty it."""
    tally[BLOCKS] += 1
    for figure in range(FIGURES):
        above = block[2 * figure]
        below = block[2 * figure + 1]
        if above or below:
            row = figure * PER_FIGURE
            tally[row + SUM_ABOVE] += above
            tally[row + SUM_BELOW] += below
            tally[row + SQUARE_ABOVE] += above * above
            tally[row + PRODUCT] += above * below
            tally[row + SQUARE_BELOW] += below * below
            block[2 * figure] = 0
            block[2 * figure + 1] = 0


# --- figures --------------------------------------------------------------------------------------


class Ratio(NamedTuple):
    """Hold a figure: its value and its standard error, None where fewer than two blocks tell it."""

    value: float
    error: float | None


def counted(tally: Sequence[int], figure: int) -> tuple[int, int]:
    """Give the two counts of a figure."""
    row = figure * PER_FIGURE
    return tally[row + SUM_ABOVE], tally[row + SUM_BELOW]


def ratio(tally: Sequence[int], figure: int) -> Ratio | None:
    """Work out a ratio of two counts; None where nothing was counted.

    With n blocks, counts a and b of each and the ratio r of their sums, the error squared is
    n / (n − 1) · Σ(a − r·b)² / (Σb)².
    """
    row = figure * PER_FIGURE
    above, below, squares, product, squares_below = tally[row : row + PER_FIGURE]
    if not below:
        return None
    value = above / below
    blocks = tally[BLOCKS]
    if blocks < 2:
        return Ratio(value, None)
    # In whole numbers: the difference of large sums would lose its last digits.
    spread = squares * below * below - 2 * product * above * below + squares_below * above * above
    return Ratio(value, sqrt(blocks / (blocks - 1) * spread) / (below * below))
