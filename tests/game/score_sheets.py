"""Score sheets at any moment, and what cannot be written on them."""

from __future__ import annotations

from collections.abc import Callable

from phase10.game.phases import PHASES
from phase10.game.rules import Rules
from phase10.game.scorekeeper import Line, ScoreSheet

NAMES = ("Anna", "Bruno", "Cilla")
GOOD = (Line(1), Line(1, 20), Line(None, 45))


def sheet(rules: str = "seed", names: tuple[str, ...] = NAMES, dealer: int = 0) -> ScoreSheet:
    return ScoreSheet(names, Rules.parse(rules), PHASES, dealer)


def finished() -> ScoreSheet:
    return sheet("seed,last_phase=1").played(0, (Line(1), Line(None, 5), Line(None, 5)))


PROVOKED: dict[str, Callable[[], object]] = {
    "score.player": lambda: sheet().played(3, GOOD),
    "score.phase": lambda: sheet().played(0, (Line(2), *GOOD[1:])),
    "score.points": lambda: sheet().played(0, (GOOD[0], Line(1, 7), GOOD[2])),
    "score.left": lambda: sheet().played(0, (GOOD[0], Line(1, 0), GOOD[2])),
    "score.out_points": lambda: sheet().played(0, (Line(1, 5), *GOOD[1:])),
    "score.out_phase": lambda: sheet().played(0, (Line(None), *GOOD[1:])),
    "score.nothing": lambda: sheet().undone(),
}
