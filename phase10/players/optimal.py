"""The strategy ``optimal``: what the plan ranks first, with safe discards, points and skips.

Plain functions on rows, also compiled by :mod:`phase10.simulation`. ``style`` holds the weights of
:mod:`phase10.solver.worth`.
"""

from __future__ import annotations

from collections.abc import Sequence

from phase10.game.kinds import SKIP, WILD
from phase10.players.board import (
    CARDS,
    COUNT,
    DRAWN,
    FITS,
    HAND,
    LAID,
    ME,
    NONE,
    OPEN,
    PHASES,
    PLAYING,
    POINTS,
    TAKEN,
    THREW,
    TOOK,
    TOP,
    UNSEEN,
    discard_code,
)
from phase10.players.greedy import aimed_phase, greedy_take, least_lacking
from phase10.players.table import (
    bits,
    fits_table,
    is_down,
    kept_kind,
    near_run,
    next_to_play,
    seat_row,
    skip_target,
)
from phase10.solver.plan import best_turns, drawn_turns, note_pool, scarcity, turns_left
from phase10.solver.plan_danger import use_chance
from phase10.solver.plan_missing import add_card, count_cards, lacking, remove_card
from phase10.solver.plan_rows import GOALS_ROW, NO_VECTOR, PLACES, VECTOR, Row, Tables
from phase10.solver.plan_waiting import class_of, note_places, turns_at
from phase10.solver.worth import (
    FED_DOWN,
    FED_OTHER,
    GIFT_DOWN,
    GIFT_OTHER,
    KEEP_FITTING,
    KEEP_NEAR,
    LAST_CARDS,
    POINT,
    POINT_DOWN,
    POINT_LAST,
    SKIP_DOWN,
    SKIP_FEW,
    SKIP_OTHER,
    SKIP_POINTS,
    UNSEEN_CARDS,
    WAITING,
    help_of,
)

__all__ = ["optimal_discard", "optimal_take"]

_NEVER = 1000.0
_EACH = 3.0
"""Turns for each missing card, where nothing else is asked for."""


def optimal_take(
    style: Sequence[float], own: Row, board: Row, setup: Row, tables: Tables, work: Row
) -> int:
    """Take where the best discard then leaves fewer turns than a blind draw on average.

    Never to throw the same card: the table would be as before, and a match might have no end.
    """
    kind = board[TOP]
    if kind == SKIP or is_down(board, board[ME]):
        return greedy_take(own, board, setup, tables, work)
    if not _helps(style, own, board, setup, tables, work):
        return DRAWN
    own[HAND + kind] += 1
    count_cards(own, work)
    whole = least_lacking(own, board, setup, tables, work) == 0
    back = False
    if not whole:
        back = optimal_discard(style, own, board, setup, tables, work) == discard_code(kind, NONE)
    own[HAND + kind] -= 1
    return DRAWN if back else TAKEN


def _helps(
    style: Sequence[float], own: Row, board: Row, setup: Row, tables: Tables, work: Row
) -> bool:
    """Tell whether the face-up card is better than a blind draw."""
    kind = board[TOP]
    count_cards(own, work)
    phase = aimed_phase(own, board, setup, tables, work)
    if phase == NONE:
        return False
    if style[WAITING] == 0.0 or tables.goals[phase * GOALS_ROW + VECTOR] == NO_VECTOR:
        return greedy_take(own, board, setup, tables, work) == TAKEN
    add_card(own, work, HAND + kind)
    taken = best_turns(own, work, tables, phase)
    remove_card(own, work, HAND + kind)
    return taken < drawn_turns(own, work, tables, phase)


def _point_weight(style: Sequence[float], board: Row) -> float:
    """Weigh a point left in hand, in turns: the more, the sooner another may end the round."""
    weight = style[POINT]
    for seat in range(board[COUNT]):
        row = seat_row(seat)
        if seat != board[ME] and board[row + PLAYING] == 1 and board[row + LAID] != NONE:
            near = board[row + CARDS] <= style[LAST_CARDS]
            weight = max(weight, style[POINT_LAST] if near else style[POINT_DOWN])
    return weight


def _skip_gain(style: Sequence[float], board: Row, target: int) -> float:
    """Weigh the turn that a seat loses, in turns of one's own."""
    if target == NONE:
        return 0.0
    if not is_down(board, target):
        return style[SKIP_OTHER]
    few = max(0, 5 - board[seat_row(target) + CARDS])
    return style[SKIP_DOWN] + style[SKIP_FEW] * few


def _use(own: Row, board: Row, setup: Row, tables: Tables, seat: int, kind: int) -> float:
    """Estimate the chance that a seat can use a discard, 1 for what fits the table when down."""
    row = seat_row(seat)
    if is_down(board, seat):
        return 1.0 if fits_table(board, kind) else 0.0
    open_phases = board[row + OPEN]
    most = 0.0
    for phase in range(setup[PHASES]):
        if open_phases >> phase & 1:
            use = use_chance(
                kind,
                tables.goals,
                phase,
                board,
                row + TOOK,
                row + THREW,
                own,
                UNSEEN,
                board[row + CARDS],
            )
            most = max(most, use)
    return most / max(1, bits(open_phases))


def _turns_without(
    style: Sequence[float],
    own: Row,
    work: Row,
    tables: Tables,
    phase: int,
    kind: int,
    known: bool,
) -> float:
    """Weigh what ten cards need without a card of eleven, in turns.

    ``known``: :func:`note_places` found where each discard leads.
    """
    turns = 0.0
    if known:
        turns += turns_at(tables, phase, work[PLACES + class_of(tables, phase, kind)])
        if style[UNSEEN_CARDS] == 0.0 or turns <= 1.0:
            return turns
    remove_card(own, work, HAND + kind)
    if style[WAITING] == 0.0:
        turns += _EACH * lacking(own, work, tables, phase)
    elif not known:
        turns += turns_left(own, work, tables, phase)
    if style[UNSEEN_CARDS] > 0.0 and turns > 1.0:
        rare = scarcity(own, work, tables, phase)
        turns = 1.0 + (turns - 1.0) * rare ** style[UNSEEN_CARDS]
    add_card(own, work, HAND + kind)
    return turns


def optimal_discard(
    style: Sequence[float], own: Row, board: Row, setup: Row, tables: Tables, work: Row
) -> int:
    """Throw what costs least: turns, points at risk, the gift to the next player; less a skip."""
    me = board[ME]
    down = is_down(board, me)
    kept = kept_kind(own, setup)
    target = NONE
    if own[HAND + SKIP] > 0:
        target = skip_target(own, board, setup)
    follower = next_to_play(board, NONE)
    point = _point_weight(style, board)
    phase = NONE
    known = False
    if not down:
        count_cards(own, work)
        phase = aimed_phase(own, board, setup, tables, work)
        if phase != NONE and style[UNSEEN_CARDS] > 0.0:
            note_pool(work, tables, own, UNSEEN)
        if phase != NONE and style[WAITING] != 0.0:
            known = tables.goals[phase * GOALS_ROW + VECTOR] != NO_VECTOR
            if known:
                note_places(own, work, tables, phase)
    best = NONE
    best_cost = 0.0
    for kind in range(SKIP + 1):
        if own[HAND + kind] == 0 or kind == kept:
            continue
        gift = 0.0
        if follower != me:
            use = _use(own, board, setup, tables, follower, kind)
            if is_down(board, follower):
                gift = use * style[GIFT_DOWN if down else FED_DOWN]
            else:
                gift = help_of(use) * style[GIFT_OTHER if down else FED_OTHER]
        gain = 0.0
        if kind == SKIP:
            gain = _skip_gain(style, board, target)
        if down:
            cost = gift - style[SKIP_POINTS] * gain - setup[POINTS + kind]
            if kind == WILD:
                cost += _NEVER
            if near_run(board, kind):
                cost += style[KEEP_NEAR]
        else:
            cost = gift - gain - point * setup[POINTS + kind]
            if board[FITS + kind] == 1:
                cost += style[KEEP_FITTING]
            if phase != NONE:
                cost += _turns_without(style, own, work, tables, phase, kind, known)
        # Of equal ones the dearest.
        if best == NONE or cost < best_cost - 1e-9:
            best = kind
            best_cost = cost
        elif cost < best_cost + 1e-9 and setup[POINTS + kind] > setup[POINTS + best]:
            best = kind
    return discard_code(best, target if best == SKIP else NONE)
