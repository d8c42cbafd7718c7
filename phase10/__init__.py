"""Phase 10 Coach: the best move, the rules and the probabilities, exactly.

The names below are looked up when they are first used, so that ``import phase10`` costs nothing:

>>> import phase10
>>> phase10.missing(phase10.Hand("R5 B5 W R8"), phase10.Phase("2 sets of 3"))
2
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from phase10.advice.hints import advise
    from phase10.advice.review import review
    from phase10.game.cards import Card, Cards, Deck, Hand
    from phase10.game.engine import Game
    from phase10.game.phases import PHASES, Phase
    from phase10.game.position import Position
    from phase10.game.records import Record
    from phase10.game.rules import Rules
    from phase10.simulation.matches import simulate
    from phase10.solver.groupings import best_groupings, missing
    from phase10.solver.groupings_batch import missing_many
    from phase10.solver.odds import chances_within, deal_odds, draw_odds, useful_draws
    from phase10.solver.waiting import expected_turns

__all__ = [
    "PHASES",
    "Card",
    "Cards",
    "Deck",
    "Game",
    "Hand",
    "Phase",
    "Position",
    "Record",
    "Rules",
    "advise",
    "best_groupings",
    "chances_within",
    "deal_odds",
    "draw_odds",
    "expected_turns",
    "missing",
    "missing_many",
    "review",
    "simulate",
    "useful_draws",
]

_HOMES = {
    "game.cards": ("Card", "Cards", "Deck", "Hand"),
    "game.engine": ("Game",),
    "game.phases": ("PHASES", "Phase"),
    "game.position": ("Position",),
    "game.records": ("Record",),
    "game.rules": ("Rules",),
    "simulation.matches": ("simulate",),
    "solver.groupings": ("best_groupings", "missing"),
    "solver.groupings_batch": ("missing_many",),
    "solver.odds": ("chances_within", "deal_odds", "draw_odds", "useful_draws"),
    "solver.waiting": ("expected_turns",),
    "advice.hints": ("advise",),
    "advice.review": ("review",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("phase10")
    if name not in _HOME:
        raise AttributeError(f"module 'phase10' has no attribute {name!r}")
    value = getattr(import_module(f"phase10.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})


def _register_with_notebook() -> None:
    """Let a running IPython show our values as pictures and tables."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        from phase10.views.ipython import register

        register(shell)


_register_with_notebook()
