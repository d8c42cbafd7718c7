"""What happens at the table: cards drawn, laid, hit and thrown, and what each seat knows of it.

The twin of :mod:`phase10.game.engine`, step by step, for moves that are lawful. All functions can
be compiled.
"""

from __future__ import annotations

from typing import Final

from phase10.players.board import (
    CARDS,
    COLOR,
    COUNT,
    DREW,
    FITS,
    GOALS,
    GROUP_ROOM,
    HAND,
    HIGH,
    KIND,
    LAID,
    LAID_NOW,
    LOW,
    MELD_ROOM,
    MELD_SIZE,
    MELDS,
    MOST_MELDS,
    NONE,
    NUMBER,
    OWNER,
    PHASE_SIZE,
    PILE,
    PLAYING,
    ROUND,
    RULES,
    SEAT_SIZE,
    SEATS,
    SIZE,
    STANDS,
    THREW,
    TOOK,
    TOP,
    UNSEEN,
    WAS_TAKEN,
)
from phase10.simulation.rows import (
    DEALT,
    DISCARDS,
    FIT_COUNTS,
    ROOM,
    SEED,
    SHUFFLES,
    SORTED,
    Rows,
)
from phase10.simulation.shuffling import shuffle, stream
from phase10.solver.plan_rows import (
    COLOR_GOAL,
    COLOR_RUN,
    COLOR_SET,
    EVEN,
    ODD,
    PARITY,
    RUN,
    SET,
    Row,
)

__all__ = [
    "count_fits",
    "draw_card",
    "hit_card",
    "lay_down",
    "next_seat",
    "show_top",
    "take_top",
    "throw_card",
]

KINDS: Final = 50
NUMBERS: Final = 12
COLORS: Final = 4
WILD: Final = 48
SKIP: Final = 49

TAKE_SKIP: Final = RULES + 6
"""The place of ``take_skip`` among the flags of the rules."""


def next_seat(seat: int, board: Row) -> int:
    """Give the next seat to the left among those dealt in."""
    while True:
        seat += 1
        if seat == board[COUNT]:
            seat = 0
        if board[SEATS + seat * SEAT_SIZE + PLAYING]:
            return seat


# --- the piles ------------------------------------------------------------------------------------


def show_top(board: Row, setup: Row, game: Row, cards: Row) -> None:
    """Show which discard may be taken."""
    count = game[DISCARDS]
    top = cards[game[ROOM] + count - 1] if count else NONE
    board[TOP] = NONE if top == SKIP and not setup[TAKE_SKIP] else top


def draw_card(seat: int, owns: Rows, board: Row, game: Row, cards: Row) -> None:
    """Draw a card from the pile, which is made anew when it is empty."""
    if board[PILE] == 0:
        _restock(owns, board, game, cards)
    left = board[PILE] - 1
    board[PILE] = left
    kind = cards[left]
    own = owns[seat]
    own[HAND + kind] += 1
    own[UNSEEN + kind] -= 1
    own[DREW] = kind
    own[WAS_TAKEN] = 0
    board[SEATS + seat * SEAT_SIZE + CARDS] += 1


def _restock(owns: Rows, board: Row, game: Row, cards: Row) -> None:
    """Shuffle all discards but the top one; what they are is out of sight from now on."""
    first = game[ROOM]
    last = first + game[DISCARDS] - 1
    for kind in range(KINDS):
        game[SORTED + kind] = 0
    for place in range(first, last):
        game[SORTED + cards[place]] += 1
    count = 0
    for kind in range(KINDS):
        copies = game[SORTED + kind]
        for _ in range(copies):
            cards[count] = kind
            count += 1
        for seat in range(board[COUNT]):
            owns[seat][UNSEEN + kind] += copies
            board[SEATS + seat * SEAT_SIZE + THREW + kind] = 0
    cards[first] = cards[last]
    game[DISCARDS] = 1
    game[SHUFFLES] += 1
    shuffle(cards, count, stream(game[DEALT], game[SEED], board[ROUND], game[SHUFFLES]))
    board[PILE] = count


def take_top(seat: int, owns: Rows, board: Row, setup: Row, game: Row, cards: Row) -> None:
    """Take the face-up discard: everybody knows from now on that this seat holds it."""
    game[DISCARDS] -= 1
    kind = cards[game[ROOM] + game[DISCARDS]]
    own = owns[seat]
    own[HAND + kind] += 1
    own[DREW] = kind
    own[WAS_TAKEN] = 1
    base = SEATS + seat * SEAT_SIZE
    board[base + CARDS] += 1
    board[base + TOOK + kind] += 1
    show_top(board, setup, game, cards)


def throw_card(
    seat: int, kind: int, owns: Rows, board: Row, setup: Row, game: Row, cards: Row
) -> None:
    """Throw a card face up."""
    _shed(seat, kind, owns, board)
    board[SEATS + seat * SEAT_SIZE + THREW + kind] += 1
    cards[game[ROOM] + game[DISCARDS]] = kind
    game[DISCARDS] += 1
    show_top(board, setup, game, cards)


def _shed(seat: int, kind: int, owns: Rows, board: Row) -> None:
    """Take a card out of a hand, before all eyes."""
    owns[seat][HAND + kind] -= 1
    base = SEATS + seat * SEAT_SIZE
    board[base + CARDS] -= 1
    if board[base + TOOK + kind]:
        board[base + TOOK + kind] -= 1
        return
    for other in range(board[COUNT]):
        if other != seat:
            owns[other][UNSEEN + kind] -= 1


# --- the groups -----------------------------------------------------------------------------------


def lay_down(
    seat: int, place: int, owns: Rows, board: Row, setup: Row, game: Row, laying: Row
) -> None:
    """Lay the groups of a phase; each has its cards from ``GROUP_ROOM`` times its number on."""
    own = owns[seat]
    goals = GOALS + place * PHASE_SIZE
    for group in range(setup[goals]):
        row = MELD_ROOM + board[MELDS] * MELD_SIZE
        board[MELDS] += 1
        first = group * GROUP_ROOM
        size = 0
        number = NONE
        color = NONE
        while laying[first + size] != NONE:
            card = laying[first + size]
            kind = card
            if card >= STANDS:
                kind = WILD
                if size == 0 or number == NONE:
                    number = card - STANDS if card > STANDS else NONE
            else:
                color = card // NUMBERS
                if size == 0 or number == NONE:
                    number = card % NUMBERS + 1
            size += 1
            _shed(seat, kind, owns, board)
            if kind == own[DREW]:
                own[WAS_TAKEN] = 0
        board[row + OWNER] = seat
        board[row + SIZE] = size
        _describe(board, row, setup[goals + 1 + 2 * group], number, color, size)
        count_fits(board, game, row, 1)
    board[SEATS + seat * SEAT_SIZE + LAID] = place
    own[LAID_NOW] = 1


def _describe(board: Row, row: int, goal: int, number: int, color: int, size: int) -> None:
    """Write what is open of a group: ``number`` and ``color`` of its cards where they have one."""
    board[row + KIND] = goal
    board[row + NUMBER] = NONE
    board[row + COLOR] = NONE
    board[row + LOW] = NONE
    board[row + HIGH] = NONE
    if goal in (RUN, COLOR_RUN):
        board[row + LOW] = number
        board[row + HIGH] = number + size - 1
    elif goal in (SET, COLOR_SET):
        board[row + NUMBER] = number
    elif goal in (EVEN, ODD):
        board[row + NUMBER] = goal - EVEN
    elif goal == PARITY and number != NONE:
        board[row + NUMBER] = number % 2
    if goal in (COLOR_GOAL, COLOR_RUN, COLOR_SET):
        board[row + COLOR] = color


def hit_card(seat: int, code: int, owns: Rows, board: Row, game: Row) -> None:
    """Play a card on a group."""
    kind = code // (2 * MOST_MELDS)
    row = MELD_ROOM + code // 2 % MOST_MELDS * MELD_SIZE
    own = owns[seat]
    _shed(seat, kind, owns, board)
    if kind == own[DREW]:
        own[WAS_TAKEN] = 0
    board[row + SIZE] += 1
    goal = board[row + KIND]
    run = goal in (RUN, COLOR_RUN)
    unsettled = board[row + COLOR] == NONE and (goal in (COLOR_GOAL, COLOR_RUN, COLOR_SET))
    if goal == PARITY and board[row + NUMBER] == NONE:
        unsettled = True
    if not run and (kind == WILD or not unsettled):
        return
    count_fits(board, game, row, -1)
    if run:
        if code % 2:
            board[row + HIGH] += 1
        else:
            board[row + LOW] -= 1
    if kind < WILD:
        if goal in (COLOR_GOAL, COLOR_RUN, COLOR_SET):
            board[row + COLOR] = kind // NUMBERS
        elif goal == PARITY:
            board[row + NUMBER] = (kind % NUMBERS + 1) % 2
    count_fits(board, game, row, 1)


def count_fits(board: Row, game: Row, row: int, by: int) -> None:
    """Add a group to the kinds that fit, or with ``by`` −1 take it away."""
    goal = board[row + KIND]
    color = board[row + COLOR]
    number = board[row + NUMBER]
    wild = True
    if goal in (RUN, COLOR_RUN):
        low = board[row + LOW]
        high = board[row + HIGH]
        if low > 1:
            _count_number(board, game, low - 1, color, by)
        if high < NUMBERS:
            _count_number(board, game, high + 1, color, by)
        wild = low > 1 or high < NUMBERS
    elif goal in (SET, COLOR_SET):
        _count_number(board, game, number, color, by)
    else:
        for value in range(1, NUMBERS + 1):
            if number == NONE or value % 2 == number:
                _count_number(board, game, value, color, by)
    if wild:
        game[FIT_COUNTS + WILD] += by
        board[FITS + WILD] = 1 if game[FIT_COUNTS + WILD] else 0


def _count_number(board: Row, game: Row, number: int, color: int, by: int) -> None:
    for each in range(COLORS):
        if color == NONE or each == color:
            kind = each * NUMBERS + number - 1
            game[FIT_COUNTS + kind] += by
            board[FITS + kind] = 1 if game[FIT_COUNTS + kind] else 0
