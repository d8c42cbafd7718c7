"""The fifty kinds of cards as integers.

Red 1–12 are 0–11, blue 12–23, green 24–35, yellow 36–47; a wild is 48, a skip 49.
"""

from __future__ import annotations

from typing import Final

__all__ = ["COLORS", "KINDS", "LETTERS", "NUMBERS", "SKIP", "WILD"]

COLORS: Final = ("red", "blue", "green", "yellow")
LETTERS: Final = "RBGY"
NUMBERS: Final = 12
WILD: Final = 48
SKIP: Final = 49
KINDS: Final = 50
