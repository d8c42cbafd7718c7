"""Who decides: strategies, each with a name, and matches among them."""

from __future__ import annotations

from typing import Final

from phase10.players.greedy import Greedy
from phase10.players.interface import Player, View, chance_of, choice_of, view_of
from phase10.players.match import Played, play_match
from phase10.players.random_player import RandomPlayer

__all__ = [
    "PLAYERS",
    "Played",
    "Player",
    "View",
    "chance_of",
    "choice_of",
    "play_match",
    "view_of",
]

PLAYERS: Final[dict[str, Player]] = {player.name: player for player in (Greedy(), RandomPlayer())}
"""Every player by its name; ``views.play`` describes each."""
