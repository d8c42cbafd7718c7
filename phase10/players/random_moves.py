"""The strategy ``random``: any legal move, but it lays down when it can.

Plain functions on rows, also compiled by :mod:`phase10.simulation`.
"""

from __future__ import annotations

from phase10.game.kinds import SKIP
from phase10.players.board import (
    COUNT,
    HAND,
    MELDS,
    NONE,
    discard_code,
    hit_code,
)
from phase10.players.dice import below
from phase10.players.table import (
    BOTH_ENDS,
    HIGH_END,
    SKIP_CHOSEN,
    cards_held,
    kept_kind,
    left_neighbor,
    may_hit,
    may_skip,
    takes,
)
from phase10.solver.plan_rows import Row

__all__ = ["random_discard", "random_hit", "random_take"]


def random_take(work: Row) -> int:
    """Draw or take, as likely."""
    return below(work, 2)


def random_hit(own: Row, board: Row, setup: Row, work: Row) -> int:
    """Stop every second time, else choose any hit, each as likely."""
    if below(work, 2) == 0:
        return NONE
    chosen = NONE
    found = 0
    for meld in range(board[MELDS]):
        if may_hit(own, board, setup, meld):
            for kind in range(SKIP):
                if own[HAND + kind] > 0:
                    ends = takes(board, meld, kind)
                    if ends > 0:
                        found += 1
                        if below(work, found) == 0:
                            chosen = hit_code(kind, meld, 1 if ends == HIGH_END else 0)
                    if ends == BOTH_ENDS:
                        found += 1
                        if below(work, found) == 0:
                            chosen = hit_code(kind, meld, 1)
    return chosen


def random_discard(own: Row, board: Row, setup: Row, work: Row) -> int:
    """Choose any kind held, and for a skip anybody who may be skipped."""
    kept = kept_kind(own, setup)
    chosen = NONE
    found = 0
    for kind in range(SKIP + 1):
        if own[HAND + kind] > 0 and kind != kept:
            found += 1
            if below(work, found) == 0:
                chosen = kind
    target = NONE
    if chosen == SKIP and cards_held(own) > 1:
        found = 0
        only = NONE if setup[SKIP_CHOSEN] == 1 else left_neighbor(board)
        for seat in range(board[COUNT]):
            if only in (NONE, seat) and may_skip(board, setup, seat):
                found += 1
                if below(work, found) == 0:
                    target = seat
    return discard_code(chosen, target)
