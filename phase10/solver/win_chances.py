"""The chance to win with each of several moves: what an estimator takes and gives.

Estimators play matches (:mod:`phase10.simulation.winning`), in a process of their own where a page
asks; these plain values are what is passed between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from phase10.game.position import Position

__all__ = ["CLEAR", "WinChance", "WinChances", "Winning"]

CLEAR = 3.0
"""Standard errors from which a difference counts, ..."""
ENOUGH = 16
"""... if it comes from so many games: of fewer no standard error is known well."""


@dataclass(frozen=True)
class WinChance:
    """Hold the chance to win with one move: its value, standard error and number of games."""

    value: float
    error: float
    games: int


@dataclass(frozen=True)
class WinChances:
    """Hold what an estimator found for the moves of a position.

    ``chances``: for each move, None where it was not played; ``differences``: for each pair of
    moves played the first chance less the second, and the standard error of that, from the games
    in which both were played with the same cards; ``games``: the most that a move was played in;
    ``compiled``: whether by compiled loops; ``seconds``: what it took.
    """

    chances: tuple[WinChance | None, ...]
    differences: Mapping[tuple[int, int], tuple[float, float]]
    games: int
    seed: int
    compiled: bool
    seconds: float

    def is_better(self, first: int, second: int) -> bool:
        """Tell whether a move is clearly better than another one."""
        games = [chance.games for chance in (self.chances[first], self.chances[second]) if chance]
        difference, error = self.differences.get((first, second), (0.0, 0.0))
        return min(games, default=0) >= ENOUGH and difference > CLEAR * error

    def to_json(self) -> dict[str, Any]:
        """Give plain JSON values."""
        return {
            "chances": [
                None if chance is None else [chance.value, chance.error, chance.games]
                for chance in self.chances
            ],
            "differences": [[*pair, *found] for pair, found in self.differences.items()],
            "games": self.games,
            "seed": self.seed,
            "compiled": self.compiled,
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> WinChances:
        """Read what :meth:`to_json` gave."""
        return cls(
            chances=tuple(None if row is None else WinChance(*row) for row in data["chances"]),
            differences={
                (first, second): (value, error)
                for first, second, value, error in data["differences"]
            },
            games=data["games"],
            seed=data["seed"],
            compiled=data["compiled"],
            seconds=data["seconds"],
        )


Winning = Callable[[Position, Sequence[Sequence[str]]], WinChances]
"""Estimates the chance to win the match; each of the moves is a row of steps as text, such as
``hit Y9 on me.2`` and ``discard R5``."""
