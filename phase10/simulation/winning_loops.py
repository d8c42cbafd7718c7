"""What each of several moves is worth: played out in the same worlds, by compiled loops.

A move is a *script*, numbers as in the log of :mod:`phase10.simulation.rows`: what the player does
in this turn before the strategies go on. All functions can be compiled.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final

from phase10.players.board import (
    BOARD_SIZE,
    CARDS,
    COUNT,
    GOALS,
    GROUP_ROOM,
    ME,
    NONE,
    OWN_SIZE,
    PHASE_SIZE,
    SEAT_SIZE,
    SEATS,
    TAKEN,
)
from phase10.simulation.match_model import Model, match_chance
from phase10.simulation.rounds import end_round, end_turn, ends_by_laying, play_on
from phase10.simulation.rows import (
    CAPPED,
    DRAWING,
    DREW_ONE,
    GAME_SIZE,
    HIT_ON,
    LAID_AFTER,
    LAID_DOWN,
    OWN_TURNS,
    PLAYING_ON,
    ROOM,
    SEED,
    STAGE,
    STEPS,
    TURN,
    Rows,
)
from phase10.simulation.shuffling import seed_of
from phase10.simulation.table import draw_card, hit_card, lay_down, take_top
from phase10.simulation.worlds_deal import deal_world
from phase10.solver.plan_rows import CHANCE, Row, Tables

__all__ = ["copy_rows", "play_script", "value_moves"]

DEALS: Final = 0
"""What the seed of a world is used for: its cards, ..."""
STRATEGIES: Final = 1
SHUFFLES: Final = 2
REST: Final = 3


def copy_rows(
    owns: Rows,
    board: Row,
    game: Row,
    cards: Row,
    to_owns: Rows,
    to_board: Row,
    to_game: Row,
    to_cards: Row,
) -> None:
    """Copy the state of a match into other rows."""
    for seat in range(board[COUNT]):
        own = owns[seat]
        to_own = to_owns[seat]
        for place in range(OWN_SIZE):
            to_own[place] = own[place]
    for place in range(BOARD_SIZE):
        to_board[place] = board[place]
    for place in range(GAME_SIZE):
        to_game[place] = game[place]
    for place in range(2 * game[ROOM]):
        to_cards[place] = cards[place]


def play_script(
    scripts: Sequence[int],
    first: int,
    last: int,
    owns: Rows,
    board: Row,
    setup: Row,
    game: Row,
    cards: Row,
    laying: Row,
) -> None:
    """Do the steps of a script from one place of a row up to another."""
    at = first
    while at < last and (game[STAGE] == DRAWING or game[STAGE] == PLAYING_ON):
        step = scripts[at] % STEPS
        value = scripts[at] // STEPS
        at += 1
        seat = game[TURN]
        board[ME] = seat
        if step == DREW_ONE:
            game[OWN_TURNS + seat] += 1
            if value == TAKEN:
                take_top(seat, owns, board, setup, game, cards)
            else:
                draw_card(seat, owns, board, game, cards)
            game[STAGE] = PLAYING_ON
        elif step == LAID_DOWN:
            room = setup[GOALS + value * PHASE_SIZE] * GROUP_ROOM
            for place in range(room):
                laying[place] = scripts[at + place]
            at += room
            lay_down(seat, value, owns, board, setup, game, laying)
            game[LAID_AFTER + seat] = game[OWN_TURNS + seat]
            ends_by_laying(seat, owns, board, setup, game)
        elif step == HIT_ON:
            hit_card(seat, value, owns, board, game)
            if board[SEATS + seat * SEAT_SIZE + CARDS] == 0:
                end_round(seat, owns, board, setup, game)
        else:
            end_turn(seat, value, owns, board, setup, game, cards)


def value_moves(
    me: int,
    first: int,
    last: int,
    seed: int,
    steps: int,
    samples: int,
    scripts: Sequence[int],
    starts: Sequence[int],
    active: Sequence[int],
    values: MutableSequence[float],
    players: Sequence[int],
    styles: Sequence[Sequence[float]],
    base_owns: Rows,
    base_board: Row,
    base_game: Row,
    base_cards: Row,
    pool: Row,
    needs: Row,
    evidence: Row,
    weights: MutableSequence[float],
    dealt_owns: Rows,
    dealt_board: Row,
    dealt_game: Row,
    dealt_cards: Row,
    owns: Rows,
    board: Row,
    setup: Row,
    game: Row,
    cards: Row,
    laying: Row,
    far_board: Row,
    far_game: Row,
    tables: Tables,
    model: Model,
    work: Row,
    no_log: Row,
) -> None:
    """Play every active move out in the worlds from ``first`` up to ``last``.

    Move m is the script from ``starts[m]`` up to ``starts[m + 1]``; its value in world w, the
    chance to win the match from the end of the round, is written to
    ``values[(w - first) * moves + m]``. Cards, chance and later rounds of a world are the same for
    all moves, and depend on the seed and the number of the world alone.
    """
    moves = len(starts) - 1
    for world in range(first, last):
        copy_rows(
            base_owns, base_board, base_game, base_cards,
            dealt_owns, dealt_board, dealt_game, dealt_cards,
        )  # fmt: skip
        work[CHANCE] = seed_of(seed, world, DEALS)
        deal_world(
            steps, dealt_owns, dealt_board, setup, dealt_game, dealt_cards, pool, needs, evidence,
            weights, tables, work,
        )  # fmt: skip
        dealt_game[SEED] = seed_of(seed, world, SHUFFLES)
        rest = seed_of(seed, world, REST)
        for move in range(moves):
            if not active[move]:
                continue
            copy_rows(dealt_owns, dealt_board, dealt_game, dealt_cards, owns, board, game, cards)
            work[CHANCE] = seed_of(seed, world, STRATEGIES)
            play_script(
                scripts, starts[move], starts[move + 1], owns, board, setup, game, cards, laying
            )
            play_on(players, styles, owns, board, setup, game, cards, laying, tables, work, no_log)
            if game[CAPPED]:
                end_round(NONE, owns, board, setup, game)
            values[(world - first) * moves + move] = match_chance(
                me, samples, rest, board, setup, game, far_board, far_game, model
            )
