"""The players by name: which strategy each follows, and with which weights."""

from __future__ import annotations

from typing import Final

from phase10.solver.worth import WEIGHTS

__all__ = ["CAREFUL", "GREEDY", "NAMES", "RANDOM", "number_of", "style_of"]

RANDOM: Final = 0
GREEDY: Final = 1
CAREFUL: Final = 2
COLLECTOR: Final = 3
CHANCE: Final = 4
OPTIMAL: Final = 5

STYLE_SIZE: Final = 32
MISTAKES: Final = 31
"""The place in a style of the share of turns with a mistake; before it the weights of the plan."""

_TUNED: Final = dict(enumerate(WEIGHTS))
_PLAYERS: Final[dict[str, tuple[int, dict[int, float]]]] = {
    "random": (RANDOM, {}),
    "beginner": (OPTIMAL, _TUNED | {MISTAKES: 0.37}),
    "learner": (OPTIMAL, _TUNED | {MISTAKES: 0.295}),
    "collector": (COLLECTOR, {}),
    "practised": (OPTIMAL, _TUNED | {MISTAKES: 0.21}),
    "greedy": (GREEDY, {}),
    "careful": (CAREFUL, {}),
    "skilled": (OPTIMAL, _TUNED | {MISTAKES: 0.11}),
    "chance": (CHANCE, {}),
    "optimal": (OPTIMAL, _TUNED),
}
NAMES: Final = tuple(_PLAYERS)
"""Every player, the weakest first. From ``beginner`` to ``skilled`` each beats the one before in
about two of three matches; measured in docs/findings.md."""


def number_of(name: str) -> int:
    """Give the number of the strategy that a player follows."""
    return _PLAYERS[name][0]


def style_of(name: str) -> list[float]:
    """Give the weights of a player, a row of ``STYLE_SIZE``."""
    style = [0.0] * STYLE_SIZE
    for place, value in _PLAYERS[name][1].items():
        style[place] = value
    return style
