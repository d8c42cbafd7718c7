"""What strategies ask of the table: who plays next, which groups take a card, whom to skip.

Plain functions on the rows of :mod:`phase10.players.board`, also compiled by
:mod:`phase10.simulation`.
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.players.board import (
    CARDS,
    COLOR,
    COUNT,
    DONE,
    DREW,
    FITS,
    HAND,
    HIGH,
    KIND,
    LAID,
    LAID_NOW,
    LOW,
    ME,
    MELD_ROOM,
    MELD_SIZE,
    MELDS,
    NONE,
    NUMBER,
    OWNER,
    PLAYING,
    RULE_FLAGS,
    RULES,
    SCORE,
    SEAT_SIZE,
    SEATS,
    SKIPS,
    WAS_TAKEN,
)
from phase10.solver.plan_rows import (
    COLOR_GOAL,
    COLOR_RUN,
    COLOR_SET,
    EVEN,
    ODD,
    RUN,
    SET,
    Row,
)

__all__ = [
    "BOTH_ENDS",
    "HIT_OTHERS",
    "LAST_MAY_BE_HIT",
    "bits",
    "cards_held",
    "fits_table",
    "is_down",
    "kept_kind",
    "may_hit",
    "next_to_play",
    "seat_row",
    "skip_target",
    "takes",
]

HIT_OTHERS = RULES + RULE_FLAGS.index("hit_others_same_turn")
LAST_MAY_BE_HIT = RULES + RULE_FLAGS.index("go_out_by_hit")
DISCARD_TAKEN = RULES + RULE_FLAGS.index("discard_taken")
SKIP_CHOSEN = RULES + RULE_FLAGS.index("skip_chosen")
UNTIL_SERVED = RULES + RULE_FLAGS.index("skip_until_served")

LOW_END = 1
HIGH_END = 2
BOTH_ENDS = 3
MOST_PASSES = 200


def seat_row(seat: int) -> int:
    """Give the place on the board where the row of a seat begins."""
    return SEATS + seat * SEAT_SIZE


def is_down(board: Row, seat: int) -> bool:
    """Tell whether a seat has laid its phase in this round."""
    return board[seat_row(seat) + LAID] != NONE


def bits(mask: int) -> int:
    """Count the bits of a mask."""
    count = 0
    while mask > 0:
        mask &= mask - 1
        count += 1
    return count


def cards_held(own: Row) -> int:
    """Count the cards in the own hand."""
    count = 0
    for kind in range(SKIP + 1):
        count += own[HAND + kind]
    return count


def next_to_play(board: Row, skipped: int) -> int:
    """Give the seat that plays after this turn when ``skipped`` (or ``NONE``) loses one more."""
    me = board[ME]
    count = board[COUNT]
    for passes in range(MOST_PASSES):
        for step in range(1, count + 1):
            seat = (me + step) % count
            row = seat_row(seat)
            if board[row + PLAYING] == 1:
                owed = board[row + SKIPS]
                if seat == skipped:
                    owed += 1
                if owed <= passes:
                    return seat
    return me


def may_skip(board: Row, setup: Row, seat: int) -> bool:
    """Tell whether a skip may be played on a seat."""
    row = seat_row(seat)
    if seat == board[ME] or board[row + PLAYING] == 0:
        return False
    return setup[UNTIL_SERVED] == 0 or board[row + SKIPS] == 0


def left_neighbor(board: Row) -> int:
    """Give the next seat to the left that was dealt in."""
    me = board[ME]
    count = board[COUNT]
    for step in range(1, count):
        seat = (me + step) % count
        if board[seat_row(seat) + PLAYING] == 1:
            return seat
    return me


def skip_target(own: Row, board: Row, setup: Row) -> int:
    """Choose whom to skip: who is nearest to going out; ``NONE`` where nobody can be.

    Who has laid comes first, then who holds the fewest cards, has made the most phases, has the
    lowest score, and plays soonest.
    """
    if cards_held(own) == 1:
        return NONE
    if setup[SKIP_CHOSEN] == 0:
        seat = left_neighbor(board)
        return seat if may_skip(board, setup, seat) else NONE
    best = NONE
    best_cost = 0
    me = board[ME]
    count = board[COUNT]
    for step in range(1, count):
        seat = (me + step) % count
        if may_skip(board, setup, seat):
            row = seat_row(seat)
            cost = 0 if is_down(board, seat) else 1
            cost = (cost * 64 + board[row + CARDS]) * 64 + 63 - bits(board[row + DONE])
            cost = (cost * (1 << 20) + board[row + SCORE]) * 8 + step
            if best == NONE or cost < best_cost:
                best = seat
                best_cost = cost
    return best


def kept_kind(own: Row, setup: Row) -> int:
    """Give the kind that may not be discarded in this turn (discard_taken), or ``NONE``."""
    if own[WAS_TAKEN] == 0 or setup[DISCARD_TAKEN] == 1:
        return NONE
    kind = own[DREW]
    if own[HAND + kind] == 1 and cards_held(own) > 1:
        return kind
    return NONE


# --- groups on the table --------------------------------------------------------------------------


def fits_table(board: Row, kind: int) -> bool:
    """Tell whether a card could be hit on a group that lies on the table."""
    return board[FITS + kind] == 1


def near_run(board: Row, kind: int) -> bool:
    """Tell whether a number card fits a run on the table once one more card lies there."""
    if kind >= WILD:
        return False
    number = kind % NUMBERS + 1
    for meld in range(board[MELDS]):
        at = MELD_ROOM + meld * MELD_SIZE
        goal = board[at + KIND]
        run = goal == RUN
        if goal == COLOR_RUN:
            run = board[at + COLOR] in (NONE, kind // NUMBERS)
        if run and number in (board[at + LOW] - 2, board[at + HIGH] + 2):
            return True
    return False


def may_hit(own: Row, board: Row, setup: Row, meld: int) -> bool:
    """Tell whether a group may be hit in this turn (S26)."""
    if own[LAID_NOW] == 0 or setup[HIT_OTHERS] == 1:
        return True
    return board[MELD_ROOM + meld * MELD_SIZE + OWNER] == board[ME]


def takes(board: Row, meld: int, kind: int) -> int:
    """Tell where a group takes a card: 0 nowhere; ``LOW_END``, ``HIGH_END`` or both of a run.

    Of any other group 1 says that it takes the card.
    """
    at = MELD_ROOM + meld * MELD_SIZE
    goal = board[at + KIND]
    if kind == SKIP:
        return 0
    if goal in (RUN, COLOR_RUN):
        low = board[at + LOW]
        high = board[at + HIGH]
        if kind == WILD:
            return (LOW_END if low > 1 else 0) + (HIGH_END if high < NUMBERS else 0)
        if goal == COLOR_RUN and board[at + COLOR] not in (NONE, kind // NUMBERS):
            return 0
        number = kind % NUMBERS + 1
        if number == low - 1:
            return LOW_END
        return HIGH_END if number == high + 1 else 0
    if kind == WILD:
        return 1
    number = kind % NUMBERS + 1
    if goal == SET:
        return 1 if number == board[at + NUMBER] else 0
    if goal in (COLOR_GOAL, COLOR_SET):
        if goal == COLOR_SET and number != board[at + NUMBER]:
            return 0
        return 1 if board[at + COLOR] in (NONE, kind // NUMBERS) else 0
    if goal == EVEN:
        return 1 - number % 2
    if goal == ODD:
        return number % 2
    return 1 if board[at + NUMBER] in (NONE, number % 2) else 0
