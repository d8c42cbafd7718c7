"""The strategies ``greedy`` and ``careful``: the fewest missing cards, then the fewest points.

``careful`` never throws what fits the table when the next player is down. Neither looks a draw
ahead. Plain functions on rows, also compiled by :mod:`phase10.simulation`.
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.players.board import (
    COLOR,
    DRAWN,
    FITS,
    HAND,
    HIGH,
    KIND,
    LOW,
    ME,
    MELD_ROOM,
    MELD_SIZE,
    MELDS,
    NONE,
    OPEN,
    PHASES,
    POINTS,
    TAKEN,
    TOP,
    discard_code,
    hit_code,
)
from phase10.players.table import (
    BOTH_ENDS,
    HIGH_END,
    LAST_MAY_BE_HIT,
    LOW_END,
    cards_held,
    fits_table,
    is_down,
    kept_kind,
    may_hit,
    next_to_play,
    seat_row,
    skip_target,
    takes,
)
from phase10.solver.plan_missing import add_card, count_cards, lacking, remove_card
from phase10.solver.plan_rows import (
    COLOR_RUN,
    GOALS_ROW,
    PHASE_CARDS,
    RUN,
    Row,
    Tables,
)

__all__ = [
    "aimed_phase",
    "greedy_discard",
    "greedy_hit",
    "greedy_take",
    "least_lacking",
    "wild_end",
]

_MANY = 100


def aimed_phase(own: Row, board: Row, setup: Row, tables: Tables, work: Row) -> int:
    """Choose the phase to aim at: the fewest missing, of equal ones the hardest; else ``NONE``.

    The hardest is the one that asks the most cards, then the last one of the list: it is worth
    taking when it comes as easily as the others. The hand is counted in ``work``.
    """
    open_phases = board[seat_row(board[ME]) + OPEN]
    best = NONE
    if open_phases & (open_phases - 1) == 0:
        for phase in range(setup[PHASES]):
            if open_phases == 1 << phase:
                best = phase
        return best
    best_cost = 0
    for phase in range(setup[PHASES]):
        if open_phases >> phase & 1:
            cost = lacking(own, work, tables, phase) * _MANY
            cost -= int(tables.goals[phase * GOALS_ROW + PHASE_CARDS])
            if best == NONE or cost <= best_cost:
                best = phase
                best_cost = cost
    return best


def least_lacking(own: Row, board: Row, setup: Row, tables: Tables, work: Row) -> int:
    """Count the fewest cards missing from any open phase."""
    open_phases = board[seat_row(board[ME]) + OPEN]
    least = _MANY
    for phase in range(setup[PHASES]):
        if open_phases >> phase & 1:
            least = min(least, lacking(own, work, tables, phase))
    return least


def greedy_take(own: Row, board: Row, setup: Row, tables: Tables, work: Row) -> int:
    """Take what lowers the number of missing cards; after laying what can be hit."""
    kind = board[TOP]
    if kind == SKIP:
        return DRAWN
    if is_down(board, board[ME]):
        return TAKEN if fits_table(board, kind) else DRAWN
    count_cards(own, work)
    now = least_lacking(own, board, setup, tables, work)
    # A card that helps lowers what is missing by one, and another card can be thrown for it.
    add_card(own, work, HAND + kind)
    then = least_lacking(own, board, setup, tables, work)
    remove_card(own, work, HAND + kind)
    return TAKEN if then < now else DRAWN


def greedy_hit(own: Row, board: Row, setup: Row) -> int:
    """Hit all that fits: number cards before wilds, on runs first, where they make room.

    A wild goes where it lets a number card follow, else where it closes no end of a run.
    """
    fitting = False
    for kind in range(SKIP):
        if own[HAND + kind] > 0 and board[FITS + kind] == 1:
            fitting = True
    if not fitting or (cards_held(own) == 1 and setup[LAST_MAY_BE_HIT] == 0):
        return NONE
    best = NONE
    best_cost = _MANY
    for meld in range(board[MELDS]):
        if not may_hit(own, board, setup, meld):
            continue
        goal = board[MELD_ROOM + meld * MELD_SIZE + KIND]
        run = goal in (RUN, COLOR_RUN)
        for kind in range(WILD):
            if own[HAND + kind] > 0 and board[FITS + kind] == 1:
                ends = takes(board, meld, kind)
                cost = 0 if run else 1
                if ends > 0 and cost < best_cost:
                    best = hit_code(kind, meld, 1 if ends == HIGH_END else 0)
                    best_cost = cost
        if own[HAND + WILD] > 0:
            ends = takes(board, meld, WILD)
            if ends > 0:
                lead = wild_end(own, board, meld, ends) if run else 0
                cost = 2 if lead > 0 else 3
                if lead == 0 and run:
                    cost = 4
                if cost < best_cost:
                    if lead == 0:
                        lead = LOW_END if ends == BOTH_ENDS else ends
                    high = 1 if run and lead == HIGH_END else 0
                    best = hit_code(WILD, meld, high)
                    best_cost = cost
    return best


def wild_end(own: Row, board: Row, meld: int, ends: int) -> int:
    """Give the end of a run at which a wild lets a number card that is held follow; else 0."""
    at = MELD_ROOM + meld * MELD_SIZE
    color = board[at + COLOR] if board[at + KIND] == COLOR_RUN else NONE
    low = board[at + LOW] - 2
    high = board[at + HIGH] + 2
    for other in range(4):
        if color in (NONE, other):
            if ends & LOW_END and low >= 1 and own[HAND + other * NUMBERS + low - 1] > 0:
                return LOW_END
            if ends & HIGH_END and high <= 12 and own[HAND + other * NUMBERS + high - 1] > 0:
                return HIGH_END
    return 0


def greedy_discard(
    careful: bool, own: Row, board: Row, setup: Row, tables: Tables, work: Row
) -> int:
    """Throw what leaves the fewest missing, then what costs most; wilds last.

    ``careful``: what fits the table only when there is nothing else, if the next player is down.
    """
    down = is_down(board, board[ME])
    target = NONE
    if own[HAND + SKIP] > 0:
        target = skip_target(own, board, setup)
    follower = next_to_play(board, NONE)
    guarded = careful and follower != board[ME] and is_down(board, follower)
    phase = NONE
    if not down:
        count_cards(own, work)
        phase = aimed_phase(own, board, setup, tables, work)
    kept = kept_kind(own, setup)
    best = NONE
    best_cost = 0
    for kind in range(SKIP + 1):
        if own[HAND + kind] == 0 or kind == kept:
            continue
        cost = 0
        if guarded and board[FITS + kind] == 1:
            cost = _MANY
        if phase != NONE:
            remove_card(own, work, HAND + kind)
            cost += lacking(own, work, tables, phase)
            add_card(own, work, HAND + kind)
        cost *= 2
        if kind == WILD:
            cost += 1
        points = setup[POINTS + kind]
        # A skip that nobody can be skipped with is worth keeping for the next turn.
        if kind == SKIP and target == NONE:
            points = 0
        cost = cost * _MANY + _MANY - 1 - points
        if best == NONE or cost <= best_cost:
            best = kind
            best_cost = cost
    return discard_code(best, target if best == SKIP else NONE)
