"""A match among computer players, from any state to its end.

A cap on rounds and turns exists for such matches only, and is reported when it is reached
(section 6 of rules.en.md, 7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from phase10.game.engine import Game
from phase10.game.moves import Move
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players.interface import Player, choice_of

__all__ = ["MOST_ROUNDS", "MOST_TURNS", "Played", "play_match"]

MOST_ROUNDS: Final = 1_000
MOST_TURNS: Final = 10_000
"""Turns of one round."""

Watch = Callable[[Game, Move | None, Game], None]
"""Told of each step: the state before it, the move or None for a deal, the state after it."""


class Played(NamedTuple):
    """Hold where a match stopped, and whether the cap stopped it before its end."""

    game: Game
    capped: bool


def play_match(
    game: Game,
    players: Sequence[Player],
    most_rounds: int = MOST_ROUNDS,
    most_turns: int = MOST_TURNS,
    watch: Watch | None = None,
) -> Played:
    """Play a match on with a player for each seat.

    ``most_rounds``: the last round that is dealt; ``most_turns``: the last turn of a round that is
    played. Deterministic: the same state and players give the same match.

    >>> from phase10.players import PLAYERS
    >>> played = play_match(Game.start(7, players=2), [PLAYERS["greedy"]] * 2)
    >>> played.game.stage, played.capped
    ('match over', False)
    """
    while game.stage != MATCH_OVER:
        move: Move | None = None
        if game.stage == ROUND_OVER:
            if game.round >= most_rounds:
                return Played(game, True)
            after = game.next_round()
        elif game.turns > most_turns:
            return Played(game, True)
        else:
            move = choice_of(players[game.turn], game)
            after = game.play(move)
        if watch is not None:
            watch(game, move, after)
        game = after
    return Played(game, False)
