"""The strategy ``collector``: draws from the pile, keeps what is held twice, throws skips first.

Plain functions on rows, also compiled by :mod:`phase10.simulation`.
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.players.board import DRAWN, HAND, ME, NONE, TAKEN, TOP, discard_code
from phase10.players.greedy import aimed_phase, greedy_discard
from phase10.players.table import is_down, kept_kind, skip_target
from phase10.solver.plan_missing import count_cards
from phase10.solver.plan_rows import (
    COLOR_COUNTS,
    COLOR_GOAL,
    GOAL_COUNT,
    GOAL_ROWS,
    GOALS_ROW,
    NUMBER_COUNTS,
    RUN,
    SET,
    Row,
    Tables,
)

__all__ = ["collector_discard", "collector_take"]

_TWICE = 2


def _asks(tables: Tables, phase: int, goal: int) -> bool:
    """Tell whether a phase has a goal of this kind."""
    row = phase * GOALS_ROW
    for place in range(int(tables.goals[row + GOAL_COUNT])):
        if tables.goals[row + GOAL_ROWS + 2 * place] == goal:
            return True
    return False


def collector_take(own: Row, board: Row, setup: Row, tables: Tables, work: Row) -> int:
    """Draw, but take a wild, and for a phase with a set a number that is held twice."""
    kind = board[TOP]
    if kind == WILD:
        return TAKEN
    if kind == SKIP or is_down(board, board[ME]):
        return DRAWN
    count_cards(own, work)
    phase = aimed_phase(own, board, setup, tables, work)
    if phase == NONE or not _asks(tables, phase, SET):
        return DRAWN
    return TAKEN if work[NUMBER_COUNTS + kind % NUMBERS] >= _TWICE else DRAWN


def collector_discard(own: Row, board: Row, setup: Row, tables: Tables, work: Row) -> int:
    """Throw a skip first, then what the phase has least use for; else as ``greedy`` does.

    Of a phase with a set the highest number held once, of one with runs alone the highest number
    held more than once, of a color the highest card of the color held least.
    """
    kept = kept_kind(own, setup)
    if own[HAND + SKIP] > 0 and kept != SKIP:
        target = skip_target(own, board, setup)
        if target != NONE:
            return discard_code(SKIP, target)
    if not is_down(board, board[ME]):
        count_cards(own, work)
        phase = aimed_phase(own, board, setup, tables, work)
        number = NONE
        color = NONE
        if phase != NONE:
            if _asks(tables, phase, SET):
                number = _highest(work, 1, 1)
            elif _asks(tables, phase, RUN):
                number = _highest(work, _TWICE, 99)
            elif _asks(tables, phase, COLOR_GOAL):
                color = _rarest(work)
        for step in range(WILD):
            kind = WILD - 1 - step
            if color != NONE:
                # The highest number first.
                kind = color * NUMBERS + NUMBERS - 1 - step % NUMBERS
            right = color != NONE or kind % NUMBERS == number
            if right and own[HAND + kind] > 0 and kind != kept:
                return discard_code(kind, NONE)
    return greedy_discard(False, own, board, setup, tables, work)


def _highest(work: Row, least: int, most: int) -> int:
    """Give the highest number held so often, counted from 0; ``NONE`` without any."""
    for step in range(NUMBERS):
        number = NUMBERS - 1 - step
        if least <= work[NUMBER_COUNTS + number] <= most:
            return number
    return NONE


def _rarest(work: Row) -> int:
    """Give the color held least, of those held; ``NONE`` without any."""
    best = NONE
    for color in range(4):
        held = work[COLOR_COUNTS + color]
        if held > 0 and (best == NONE or held < work[COLOR_COUNTS + best]):
            best = color
    return best
