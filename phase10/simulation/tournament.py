"""Matches and blocks of matches, played and counted in one compiled loop.

Block number b of a study is n matches of n players with the same deals: player i sits in seat
(i + r) mod n of match r, so that everyone plays every hand of the first deal once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from phase10.players.board import (
    COUNT,
    DEALER,
    DONE,
    NONE,
    PLAYING,
    ROUND,
    SCORE,
    SEAT_SIZE,
    SEATS,
    TIE_BREAK,
)
from phase10.simulation.rounds import begin_round, play_on
from phase10.simulation.rows import (
    CAPPED,
    MATCH_ENDED,
    MOST_ROUNDS,
    OUT,
    SEED,
    STAGE,
    TIED,
    TURN,
    WINNER,
    WINNER_DEALS,
    Rows,
)
from phase10.simulation.shuffling import first_dealer, seed_of
from phase10.simulation.table import next_seat
from phase10.simulation.tally import close_block, count_match, count_round
from phase10.solver.plan_rows import Row, Tables

__all__ = ["CHANCES", "DEALS", "play_blocks", "play_match"]

DEALS: Final = 0
"""What a seed is derived for: the deals of a block."""
CHANCES: Final = 1
"""The chance of strategies in match r of a block: this number and r more."""


def begin_match(seed: int, board: Row, setup: Row, game: Row, cards: Row) -> None:
    """Seat the players for the first round, which is still to be dealt; the high card deals."""
    for seat in range(board[COUNT]):
        base = SEATS + seat * SEAT_SIZE
        board[base + SCORE] = 0
        board[base + DONE] = 0
        board[base + PLAYING] = 1
    game[SEED] = seed
    game[WINNER] = NONE
    game[CAPPED] = 0
    game[TIED] = 0
    board[ROUND] = 1
    board[TIE_BREAK] = 0
    board[DEALER] = first_dealer(cards, setup, board[COUNT], seed)


def next_round(board: Row, game: Row) -> None:
    """Choose who plays the next round and who deals it."""
    if game[TIED]:
        board[TIE_BREAK] = 1
        for seat in range(board[COUNT]):
            board[SEATS + seat * SEAT_SIZE + PLAYING] = game[TIED] >> seat & 1
    out = game[OUT]
    if game[WINNER_DEALS] and out != NONE and board[SEATS + out * SEAT_SIZE + PLAYING]:
        board[DEALER] = out
    else:
        board[DEALER] = next_seat(board[DEALER], board)
    board[ROUND] += 1


def play_match(
    seed: int,
    seated: Sequence[int],
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
    block: Row,
    log: Row,
) -> None:
    """Play a whole match, or up to the most rounds and turns that are allowed, and count it.

    ``seated``: for each seat which of the players sits there.
    """
    begin_match(seed, board, setup, game, cards)
    first = NONE
    while True:
        begin_round(owns, board, setup, game, cards)
        if first == NONE:
            first = game[TURN]
        play_on(players, styles, owns, board, setup, game, cards, laying, tables, work, log)
        if not game[CAPPED]:
            count_round(block, seated, board, game)
        if game[STAGE] == MATCH_ENDED or game[CAPPED]:
            break
        if board[ROUND] >= game[MOST_ROUNDS]:
            game[CAPPED] = 1
            break
        next_round(board, game)
    count_match(block, seated, first, board, game)


def play_blocks(
    first: int,
    last: int,
    matches: int,
    seed: int,
    seats: Sequence[Sequence[int]],
    players: Sequence[Sequence[int]],
    styles: Sequence[Sequence[Sequence[float]]],
    owns: Rows,
    board: Row,
    setup: Row,
    game: Row,
    cards: Row,
    laying: Row,
    tables: Tables,
    work: Row,
    block: Row,
    tally: Row,
    no_log: Row,
) -> None:
    """Play the blocks from ``first`` up to, but not including, ``last``, and count them.

    ``matches``: of the whole study, at which the last block ends early; ``seats``, ``players``,
    ``styles``: for each match of a block what each seat has.
    """
    count = board[COUNT]
    for number in range(first, last):
        deals = seed_of(seed, number, DEALS)
        for turned in range(min(count, matches - number * count)):
            work[0] = seed_of(seed, number, CHANCES + turned)
            play_match(
                deals, seats[turned], players[turned], styles[turned], owns, board, setup, game,
                cards, laying, tables, work, block, no_log,
            )  # fmt: skip
        close_block(block, tally)
