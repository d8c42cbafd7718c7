"""A round, from its deal to its points.

The twin of :mod:`phase10.game.engine` for strategies. All functions can be compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from phase10.players.board import (
    CARDS,
    COUNT,
    DEAL_SIZE,
    DEALER,
    DECK,
    DONE,
    DRAWN,
    DREW,
    FITS,
    GOALS,
    GROUP_ROOM,
    HAND,
    LAID,
    LAID_NOW,
    ME,
    MELDS,
    MOST_SEATS,
    NONE,
    OPEN,
    PHASE_SIZE,
    PILE,
    PLAYING,
    POINTS,
    ROUND,
    RULES,
    SCORE,
    SEAT_SIZE,
    SEATS,
    SKIPS,
    TAKEN,
    THREW,
    TIE_BREAK,
    TOOK,
    TOP,
    TURNS,
    UNSEEN,
    WAS_TAKEN,
)
from phase10.players.strategies import discard, hit, lay, take
from phase10.players.table import bits
from phase10.simulation.rows import (
    AT_ONCE,
    BACK,
    CAPPED,
    COVER,
    DEALT,
    DISCARDS,
    DRAWING,
    DREW_ONE,
    FIRST_SKIP,
    FIT_COUNTS,
    HIT_ON,
    IN_USE,
    LAID_AFTER,
    LAID_DOWN,
    LOSE,
    MATCH_ENDED,
    MOST_TURNS,
    MUST_GO_OUT,
    OUT,
    OWN_TURNS,
    PLAYING_ON,
    RESTOCK,
    ROOM,
    ROUND_ENDED,
    SEED,
    SHUFFLES,
    STAGE,
    STEPS,
    THREW_ONE,
    TIE_BY_LAYING,
    TIED,
    TURN,
    WILD_BACK,
    WINNER,
    Rows,
)
from phase10.simulation.shuffling import dealt_cards, stream
from phase10.simulation.table import (
    draw_card,
    hit_card,
    lay_down,
    next_seat,
    show_top,
    take_top,
    throw_card,
)
from phase10.solver.plan_rows import Row, Tables

__all__ = [
    "begin_round",
    "end_round",
    "end_turn",
    "ends_by_laying",
    "open_phases",
    "play_on",
    "points_left",
    "settle",
]

KINDS: Final = 50
WILD: Final = 48
SKIP: Final = 49
GO_OUT_BY_HIT: Final = RULES + 4
ADVANCE_ALL: Final = RULES + 9
IN_ORDER: Final = RULES + 10
"""Places among the flags of the rules."""


# --- a round --------------------------------------------------------------------------------------


def begin_round(owns: Rows, board: Row, setup: Row, game: Row, cards: Row) -> None:
    """Deal a round to the seats that play, as :func:`phase10.game.setup.open_round`.

    The board has the round, the dealer and who plays.
    """
    dealt = 0
    for seat in range(board[COUNT]):
        base = SEATS + seat * SEAT_SIZE
        dealt += board[base + PLAYING]
        board[base + CARDS] = 0
        board[base + LAID] = NONE
        board[base + SKIPS] = 0
        board[base + OPEN] = open_phases(seat, board, setup, game)
        game[OWN_TURNS + seat] = 0
        own = owns[seat]
        own[DREW] = NONE
        own[WAS_TAKEN] = 0
        own[LAID_NOW] = 0
        for kind in range(KINDS):
            board[base + TOOK + kind] = 0
            board[base + THREW + kind] = 0
            own[HAND + kind] = 0
            own[UNSEEN + kind] = setup[DECK + kind]
    for kind in range(KINDS):
        board[FITS + kind] = 0
        game[FIT_COUNTS + kind] = 0
    board[MELDS] = 0
    board[TURNS] = 1
    game[DEALT] = dealt
    game[SHUFFLES] = 0
    game[OUT] = NONE
    game[STAGE] = DRAWING
    _deal(owns, board, setup, game, cards)
    first = next_seat(board[DEALER], board)
    if cards[game[ROOM] + game[DISCARDS] - 1] == SKIP and game[FIRST_SKIP] == LOSE:
        first = next_seat(first, board)
    game[TURN] = first
    show_top(board, setup, game, cards)
    if not _can_draw(board, game) and board[TOP] == NONE:
        end_round(NONE, owns, board, setup, game)


def _deal(owns: Rows, board: Row, setup: Row, game: Row, cards: Row) -> None:
    """Deal the hands, turn a card up, and do with it as the rules have it."""
    left = dealt_cards(cards, setup, stream(game[DEALT], game[SEED], board[ROUND], 0))
    for _ in range(setup[DEAL_SIZE]):
        for seat in range(board[COUNT]):
            base = SEATS + seat * SEAT_SIZE
            if board[base + PLAYING]:
                left -= 1
                kind = cards[left]
                owns[seat][HAND + kind] += 1
                owns[seat][UNSEEN + kind] -= 1
                board[base + CARDS] += 1
    first = game[ROOM]
    left -= 1
    cards[first] = cards[left]
    count = 1
    for _ in range(left):
        kind = cards[first + count - 1]
        if (kind == WILD and game[WILD_BACK]) or (kind == SKIP and game[FIRST_SKIP] == BACK):
            count -= 1
            for place in range(left, 0, -1):
                cards[place] = cards[place - 1]
            cards[0] = kind
            left += 1
        elif not (kind == SKIP and game[FIRST_SKIP] == COVER):
            break
        left -= 1
        cards[first + count] = cards[left]
        count += 1
    board[PILE] = left
    game[DISCARDS] = count
    for seat in range(board[COUNT]):
        for place in range(count):
            owns[seat][UNSEEN + cards[first + place]] -= 1


def open_phases(seat: int, board: Row, setup: Row, game: Row) -> int:
    """Give the phases that a seat may lay in this round as bits."""
    used = game[IN_USE]
    if board[TIE_BREAK]:
        return 1 << game[IN_USE + used]
    if setup[ADVANCE_ALL]:
        return 1 << game[IN_USE + board[ROUND]] if board[ROUND] <= used else 0
    done = board[SEATS + seat * SEAT_SIZE + DONE]
    found = 0
    for place in range(1, used + 1):
        phase = 1 << game[IN_USE + place]
        if not done & phase:
            found |= phase
            if setup[IN_ORDER]:
                return found
    return found


def _can_draw(board: Row, game: Row) -> bool:
    return board[PILE] > 0 or (game[RESTOCK] == 1 and game[DISCARDS] > 1)


def play_on(
    players: Sequence[int],
    styles: Sequence[Sequence[float]],
    owns: Rows,
    board: Row,
    setup: Row,
    game: Row,
    cards: Row,
    laying: Row,
    tables: Tables,
    work: Row,
    log: Row,
) -> None:
    """Play a round on from where it is to its end; afterwards the stage tells how it ended.

    ``players``: for each seat the number of its strategy. Of a log with room for one number only
    nothing is written.
    """
    while game[STAGE] == DRAWING or game[STAGE] == PLAYING_ON:
        if board[TURNS] > game[MOST_TURNS]:
            game[CAPPED] = 1
            return
        seat = game[TURN]
        board[ME] = seat
        own = owns[seat]
        player = players[seat]
        style = styles[seat]
        base = SEATS + seat * SEAT_SIZE
        if game[STAGE] == DRAWING:
            game[OWN_TURNS + seat] += 1
            how = TAKEN
            if _can_draw(board, game):
                how = DRAWN
                if board[TOP] != NONE:
                    how = take(player, style, own, board, setup, tables, work)
            if how == TAKEN:
                take_top(seat, owns, board, setup, game, cards)
            else:
                draw_card(seat, owns, board, game, cards)
            _write(log, how * STEPS + DREW_ONE)
            game[STAGE] = PLAYING_ON
        if board[base + LAID] == NONE and board[base + OPEN]:
            place = lay(player, style, own, board, setup, tables, work, laying)
            if place != NONE:
                _write_laying(log, place, setup, laying)
                lay_down(seat, place, owns, board, setup, game, laying)
                game[LAID_AFTER + seat] = game[OWN_TURNS + seat]
                if ends_by_laying(seat, owns, board, setup, game):
                    return
        if board[base + LAID] != NONE:
            least = 1 - setup[GO_OUT_BY_HIT]
            while board[base + CARDS] > least:
                code = hit(player, style, own, board, setup, tables, work)
                if code == NONE:
                    break
                _write(log, code * STEPS + HIT_ON)
                hit_card(seat, code, owns, board, game)
            if board[base + CARDS] == 0:
                end_round(seat, owns, board, setup, game)
                return
        code = discard(player, style, own, board, setup, tables, work)
        _write(log, code * STEPS + THREW_ONE)
        end_turn(seat, code, owns, board, setup, game, cards)


def ends_by_laying(seat: int, owns: Rows, board: Row, setup: Row, game: Row) -> bool:
    """End the round where a laying ends it, and tell whether it did."""
    if board[TIE_BREAK] and game[TIE_BY_LAYING]:
        game[WINNER] = seat
        game[STAGE] = MATCH_ENDED
        return True
    if board[SEATS + seat * SEAT_SIZE + CARDS] == 0:
        end_round(seat, owns, board, setup, game)
        return True
    if game[AT_ONCE] and not board[TIE_BREAK] and _last_alone(seat, board, game):
        end_round(NONE, owns, board, setup, game)
        return True
    return False


def _last_alone(seat: int, board: Row, game: Row) -> bool:
    """Tell whether a seat has laid its last phase and nobody else is at the last one."""
    for other in range(board[COUNT]):
        base = SEATS + other * SEAT_SIZE
        left = game[IN_USE] - bits(board[base + DONE])
        if other == seat:
            if left > 1:
                return False
        elif board[base + PLAYING] and left <= 1:
            return False
    return True


def end_turn(
    seat: int, code: int, owns: Rows, board: Row, setup: Row, game: Row, cards: Row
) -> None:
    """Throw a card and pass the turn on, or end the round."""
    target = code % (MOST_SEATS + 1) - 1
    throw_card(seat, code // (MOST_SEATS + 1), owns, board, setup, game, cards)
    if board[SEATS + seat * SEAT_SIZE + CARDS] == 0:
        end_round(seat, owns, board, setup, game)
        return
    if target != NONE:
        board[SEATS + target * SEAT_SIZE + SKIPS] += 1
    turn = next_seat(seat, board)
    while board[SEATS + turn * SEAT_SIZE + SKIPS]:
        board[SEATS + turn * SEAT_SIZE + SKIPS] -= 1
        turn = next_seat(turn, board)
    own = owns[seat]
    own[DREW] = NONE
    own[WAS_TAKEN] = 0
    own[LAID_NOW] = 0
    game[TURN] = turn
    game[STAGE] = DRAWING
    board[TURNS] += 1
    if not _can_draw(board, game) and board[TOP] == NONE:
        end_round(NONE, owns, board, setup, game)


def end_round(out: int, owns: Rows, board: Row, setup: Row, game: Row) -> None:
    """Count points and phases, as :func:`phase10.game.scoring.settled`.

    ``out``: the seat that got rid of its last card, else ``NONE``.
    """
    if not board[TIE_BREAK]:
        for seat in range(board[COUNT]):
            board[SEATS + seat * SEAT_SIZE + SCORE] += points_left(owns[seat], setup)
    settle(out, board, setup, game)


def settle(out: int, board: Row, setup: Row, game: Row) -> None:
    """End a round whose points are counted: phases made, and the match where it ends."""
    game[OUT] = out
    game[STAGE] = ROUND_ENDED
    game[TIED] = 0
    if board[TIE_BREAK]:
        if out != NONE:
            game[STAGE] = MATCH_ENDED
            game[WINNER] = out
        return
    all_phases = game[IN_USE]
    finished = 0
    finishers = 0
    least = 0
    for seat in range(board[COUNT]):
        base = SEATS + seat * SEAT_SIZE
        done = board[base + DONE]
        if board[base + LAID] != NONE:
            done |= 1 << board[base + LAID]
        if game[MUST_GO_OUT] and bits(done) == all_phases and seat != out:
            done = board[base + DONE]
        board[base + DONE] = done
        if setup[ADVANCE_ALL]:
            through = board[ROUND] >= all_phases
        else:
            through = bits(done) == all_phases
        if through:
            score = board[base + SCORE]
            if finishers == 0 or score < least:
                least = score
                finished = 0
                finishers = 0
            if score == least:
                finished |= 1 << seat
                finishers += 1
    if finishers == 1:
        game[STAGE] = MATCH_ENDED
        seat = 0
        while not finished >> seat & 1:
            seat += 1
        game[WINNER] = seat
    elif finishers > 1:
        game[TIED] = finished


def points_left(own: Row, setup: Row) -> int:
    """Add up the points of a hand."""
    total = 0
    for kind in range(KINDS):
        total += own[HAND + kind] * setup[POINTS + kind]
    return total


def _write(log: Row, number: int) -> None:
    """Write a number to a log; of one that is full only its length is kept."""
    if len(log) > 1:
        log[0] += 1
        if log[0] < len(log):
            log[log[0]] = number


def _write_laying(log: Row, place: int, setup: Row, laying: Row) -> None:
    """Write which phase is laid, and the row of each of its groups."""
    if len(log) > 1:
        _write(log, place * STEPS + LAID_DOWN)
        for each in range(setup[GOALS + place * PHASE_SIZE] * GROUP_ROOM):
            _write(log, laying[each])
