"""Who decides: strategies, each with a name, and matches among them."""

from __future__ import annotations

from phase10.players.interface import Player, View, chance_of, choice_of, view_of
from phase10.players.match import Played, play_match
from phase10.players.strategy import PLAYERS

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
