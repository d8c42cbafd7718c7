"""Register with a running IPython what a notebook shows for our values.

IPython keeps its own list of formatters; the classes know nothing of it. Nothing is imported until
a value is shown, and IPython itself is handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

__all__ = ["SHOWN", "register"]

SHOWN: Final = {
    ("phase10.game.cards", "Hand"): "show_hand",
    ("phase10.solver.groupings", "Grouping"): "show_grouping",
    ("phase10.solver.odds", "DrawOdds"): "show_draw_odds",
    ("phase10.solver.odds", "DealOdds"): "show_deal_odds",
    ("phase10.advice.options", "Advice"): "show_advice",
}
"""Each class by module and name, and the function of ``views.notebook`` that shows it."""


def register(shell: Any) -> None:
    """Register every formatter with a running IPython shell."""
    formatter = shell.display_formatter.formatters["text/html"]
    for (module, name), function in SHOWN.items():
        formatter.for_type_by_name(module, name, _shower(function))


def _shower(function: str) -> Callable[[object], str]:
    def show(value: object) -> str:
        from phase10.views import notebook

        shown: str = getattr(notebook, function)(value)
        return shown

    return show
