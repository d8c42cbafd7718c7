"""The player ``random``: any legal move, but lays down when it can."""

from __future__ import annotations

from random import Random
from typing import Final

from phase10.game.moves import Hit, Lay, Move
from phase10.game.stages import DRAW
from phase10.players.interface import View

__all__ = ["RandomPlayer"]

_HITS: Final = 0.5
"""How often it hits where it could also end its turn."""


class RandomPlayer:
    """Draw, hit, discard and skip at random; lay down when possible, any layout."""

    name = "random"

    def choose(self, view: View, chance: Random) -> Move:
        """Choose a legal move."""
        if view.stage == DRAW:
            return chance.choice(view.moves)
        layings = [move for move in view.moves if isinstance(move, Lay)]
        if layings:
            return chance.choice(layings)
        hits = [move for move in view.moves if isinstance(move, Hit)]
        others = [move for move in view.moves if not isinstance(move, Hit)]
        if hits and (not others or chance.random() < _HITS):
            return chance.choice(hits)
        return chance.choice(others)
