"""Make the rows of a match: from rules and phases, or from a state of the engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from phase10.game.engine import Game
from phase10.game.kinds import KINDS
from phase10.game.setup import Setup
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import board as b
from phase10.players.interface import View, view_of
from phase10.players.match import MOST_ROUNDS, MOST_TURNS
from phase10.players.rows import board_row, own_row, setup_row
from phase10.simulation import rows as r
from phase10.simulation.compiled import COMPILED

__all__ = ["State", "new_state", "state_of"]

_STAGES: Final = {
    DRAW: r.DRAWING,
    PLAY: r.PLAYING_ON,
    ROUND_OVER: r.ROUND_ENDED,
    MATCH_OVER: r.MATCH_ENDED,
}
_FIRST_SKIP: Final = {"lose_turn": r.LOSE, "put_back": r.BACK, "cover": r.COVER}


class State(NamedTuple):
    """Hold the rows of a match, see :mod:`phase10.simulation.rows`."""

    owns: Any
    board: Any
    setup: Any
    game: Any
    cards: Any
    laying: Any

    def copy(self) -> State:
        """Give a state that is played on without changing this one; the setup is shared."""
        if COMPILED:
            owns, board, game, cards = (
                row.copy() for row in (self.owns, self.board, self.game, self.cards)
            )
        else:
            owns = [list(own) for own in self.owns]
            board, game, cards = list(self.board), list(self.game), list(self.cards)
        return self._replace(owns=owns, board=board, game=game, cards=cards)


def new_state(setup: Setup, most_rounds: int = MOST_ROUNDS, most_turns: int = MOST_TURNS) -> State:
    """Make the rows of a match that has not begun."""
    rules = setup.rules
    board = [0] * b.BOARD_SIZE
    board[b.COUNT] = setup.players
    game = [0] * r.GAME_SIZE
    game[r.ROOM] = rules.deck.size
    game[r.MOST_ROUNDS], game[r.MOST_TURNS] = most_rounds, most_turns
    game[r.RESTOCK] = rules.restock == "reshuffle"
    game[r.WILD_BACK] = rules.first_wild == "put_back"
    game[r.FIRST_SKIP] = _FIRST_SKIP[rules.first_skip]
    game[r.WINNER_DEALS] = rules.next_dealer == "winner"
    game[r.AT_ONCE] = rules.game_end == "at_once"
    game[r.MUST_GO_OUT] = rules.game_end == "out"
    game[r.TIE_BY_LAYING] = rules.tie_break == "lay"
    places = [number - 1 for number in setup.numbers]
    game[r.IN_USE : r.IN_USE + 1 + len(places)] = [len(places), *places]
    return State(
        owns=_rows([[0] * b.OWN_SIZE for _ in range(setup.players)]),
        board=_rows(board),
        setup=_rows(setup_row(setup.phases, rules)),
        game=_rows(list(map(int, game))),
        cards=_rows([0] * (2 * rules.deck.size)),
        laying=_rows([b.NONE] * (b.MOST_GROUPS * b.GROUP_ROOM)),
    )


def _rows(numbers: list[Any]) -> Any:
    return np.array(numbers, dtype=np.int64) if COMPILED else numbers


def state_of(game: Game) -> State:
    """Make the rows of a match from a state of the engine, in which every hand is known.

    What a seat has seen is read from the state: the discards since the last reshuffle, the table,
    the cards taken. The turns that each seat has had in the round are counted from 0.
    """
    view = view_of(game)
    state = new_state(game.setup)
    owns = [_own_row(view, game, seat) for seat in range(len(game.seats))]
    state = state._replace(owns=_rows(owns), board=_rows(board_row(view)))
    hidden = state.game
    for kind in range(KINDS):
        hidden[r.FIT_COUNTS + kind] = sum(bool(meld.open_to[kind]) for meld in game.table)
    hidden[r.STAGE], hidden[r.TURN], hidden[r.SEED] = (
        _STAGES[game.stage],
        game.turn,
        game.setup.seed,
    )
    hidden[r.DISCARDS], hidden[r.SHUFFLES] = len(game.discards), game.shuffles
    hidden[r.DEALT] = len(game.playing)
    hidden[r.OUT] = b.NONE if game.out is None else game.out
    hidden[r.WINNER] = b.NONE if game.winner is None else game.winner
    hidden[r.TIED] = sum(1 << seat for seat in game.tied)
    for place, kind in enumerate(game.pile):
        state.cards[place] = kind
    for place, kind in enumerate(game.discards):
        state.cards[hidden[r.ROOM] + place] = kind
    return state


def _own_row(view: View, game: Game, seat: int) -> list[int]:
    """Write what one seat sees for itself; only who moves has drawn and laid in this turn."""
    seen = replace(view, seat=seat, hand=game.hand(seat))
    if seat != view.seat:
        seen = replace(seen, drew=None, taken=False, laid_now=False)
    return own_row(seen)
