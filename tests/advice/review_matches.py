"""Matches to be reviewed, and estimators whose answers are known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from phase10.game.position import Position
from phase10.game.records import Record
from phase10.game.rules import Rules
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS, choice_of
from phase10.solver.win_chances import WinChance, WinChances

SHORT = "seed,last_phase=1"


@cache
def match(*players: str, seed: int = 5, rules: str = SHORT, persons: bool = True) -> Record:
    """A whole match of these players, played by the engine; recorded as of persons or not."""
    named = [f"{player} {place}" for place, player in enumerate(players, start=1)]
    strategies = [""] * len(players) if persons else list(players)
    record = Record.start(seed, named, strategies, Rules.parse(rules))
    while record.game.stage != MATCH_OVER:
        if record.game.stage == ROUND_OVER:
            record = record.dealt()
        else:
            record = record.played(choice_of(PLAYERS[players[record.game.turn]], record.game))
    return record


class Known:
    """Estimators that give each move a chance by its text, and note what they were asked.

    ``worse``: by text, how much below one half the chance of a move is; ``error``: the standard
    error of every difference.
    """

    def __init__(self, worse: dict[str, float] | None = None, error: float = 0.01) -> None:
        self.worse = worse or {}
        self.error = error
        self.asked: list[tuple[float, int, tuple[tuple[str, ...], ...]]] = []

    def chance(self, steps: Sequence[str]) -> float:
        return 0.5 - max((self.worse.get(step, 0.0) for step in steps), default=0.0)

    def __call__(self, seconds: float, seed: int) -> Known._Estimator:
        return Known._Estimator(self, seconds, seed)

    class _Estimator:
        def __init__(self, known: Known, seconds: float, seed: int) -> None:
            self.known, self.seconds, self.seed = known, seconds, seed

        def __call__(self, position: Position, moves: Sequence[Sequence[str]]) -> WinChances:
            known = self.known
            known.asked.append((self.seconds, self.seed, tuple(map(tuple, moves))))
            values = [known.chance(steps) for steps in moves]
            places = range(len(moves))
            differences = {
                (one, two): (values[one] - values[two], known.error)
                for one in places
                for two in places
                if one != two
            }
            chances = tuple(WinChance(value, 0.01, 100) for value in values)
            return WinChances(chances, differences, 100, self.seed, True, self.seconds)
