"""The stages of a round: what the player to move does next."""

from __future__ import annotations

from typing import Final

__all__ = ["DRAW", "MATCH_OVER", "PLAY", "ROUND_OVER"]

DRAW: Final = "draw"
PLAY: Final = "play"
ROUND_OVER: Final = "round over"
MATCH_OVER: Final = "match over"
