"""The rows that the loops keep up to date are those that a state of the engine gives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from phase10.game.engine import Game
from phase10.game.records import Record
from phase10.game.rules import Rules
from phase10.players.board import ME, SETUP_SIZE, TURNS
from phase10.simulation import rows as r
from phase10.simulation.records import recorded
from phase10.simulation.state import State, state_of
from phase10.simulation.study import Study, logged_match
from tests.simulation.studies import some


def shown(state: State) -> dict[str, object]:
    """Give all of a state that is not about earlier rounds or how the loop stops."""
    hidden = [int(value) for value in state.game]
    discards = hidden[r.ROOM], hidden[r.ROOM] + hidden[r.DISCARDS]
    board = [int(value) for value in state.board]
    board[ME] = 0  # who decided last; the engine names who moves
    return {
        "owns": [[int(value) for value in own] for own in state.owns],
        "board": board,
        "setup": [int(value) for value in state.setup][:SETUP_SIZE],
        "fits": hidden[r.FIT_COUNTS : r.FIT_COUNTS + 50],
        "stage": [hidden[place] for place in (r.STAGE, r.TURN, r.SEED, r.SHUFFLES, r.DEALT)],
        "rules": hidden[r.RESTOCK : r.GAME_SIZE],
        "pile": [int(kind) for kind in state.cards[: state.board[5]]],
        "discards": [int(kind) for kind in state.cards[slice(*discards)]],
    }


def after_turns(study: Study, turns: int) -> tuple[State, Game]:
    """Stop the first match of a study after some turns of its first round; both states."""
    stopped = replace(study, most_turns=turns, most_rounds=1)
    match = logged_match(stopped, 0)
    names = [study.players[player] for player in match.seated]
    record = Record.start(match.seed, names, names, study.rules, study.phases)
    return match.state, recorded(record, match.log, 1).game


SMALL = Study(("careful",) * 5, 5, 3, Rules.parse("seed,deck=4x12x1+4W+2S"))
"""The draw pile has three cards."""


@pytest.mark.parametrize("kind", ["ordinary", "unusual"])
def test_after_every_turn(kind: str) -> None:
    compared = laid = reshuffled = taken = 0
    for study in (*some(kind, 12, 99), SMALL):
        turns = 0
        while turns < 100:
            state, game = after_turns(study, turns)
            if game.turns <= turns:
                break  # the round was over before
            assert shown(state) == shown(state_of(game)), (study, turns)
            compared += 1
            laid += bool(game.table)
            reshuffled += game.shuffles > 0
            taken += any(seat.took for seat in game.seats)
            turns = turns + 1 if turns < 12 else turns + 7
    assert compared > 120
    assert min(laid, taken) > 20
    assert reshuffled > 5


def test_turns_are_counted_from_one() -> None:
    state, game = after_turns(some("ordinary", 1, 99)[0], 0)
    assert int(state.board[TURNS]) == game.turns == 1
