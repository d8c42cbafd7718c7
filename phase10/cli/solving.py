"""Solve a phase behind a bar on standard error, for the commands that need its figures."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phase10.views.i18n import sentence
from phase10.views.names import phase_name

if TYPE_CHECKING:
    from phase10.game.phases import Phase
    from phase10.game.rules import Rules
    from phase10.solver.waiting import Solved

__all__ = ["solve_behind_a_bar"]


def solve_behind_a_bar(lang: str, phase: Phase, rules: Rules) -> Solved:
    """Solve a phase and keep it; the bar shows only where standard error is a terminal.

    Raises :class:`GameError` as :func:`phase10.solver.waiting_build.solve_and_keep` does.
    """
    from rich.console import Console
    from rich.progress import Progress

    from phase10.solver.waiting_build import solve_and_keep

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        title = sentence(lang, "term.wait.solving", phase=phase_name(lang, phase))
        task = bar.add_task(title, total=1.0)
        return solve_and_keep(phase, rules, lambda share: bar.update(task, completed=share))
