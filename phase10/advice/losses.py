"""What a listed move loses against the best one: in turns, and on the scale of the weights."""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from phase10.advice.options import Advice, Option
from phase10.solver.worth import point

__all__ = ["TOLD", "Loss", "option_loss"]

TOLD: Final = 0.05
"""Turns from which a loss is worth a word."""
_NEVER: Final = 10.0
"""What a phase that cannot be completed any more counts, in turns."""


class Loss(NamedTuple):
    """Hold a loss.

    ``turns``: by how many more turns the phase is waited for, None where no figure is known;
    ``worth``: the same with points, gifts and skips on one scale, in turns (judgment).
    """

    turns: float | None
    worth: float


def option_loss(advice: Advice, option: Option) -> Loss:
    """Give what an option of an advice loses against the best one."""
    best = advice.options[0]
    if option.rank == best.rank:
        return Loss(None if option.turns is None else 0.0, 0.0)
    each = point(advice.position)
    if best.move.startswith("lay") and option.move.startswith("discard"):
        # The phase lies a turn later, and all its cards cost points meanwhile.
        return Loss(1.0, 1.0 + max(0.0, each * (option.points_left - best.points_left)))
    if option.turns is None or best.turns is None or advice.question in ("lay", "end"):
        return Loss(None, _ended(advice, option, best, each))
    turns = _NEVER if option.turns == inf else max(0.0, option.turns - best.turns)
    if best.turns == inf:
        turns = 0.0
    if len(option.cost) == len(best.cost) and option.cost[0] < inf:
        return Loss(turns, max(0.0, option.cost[0] - best.cost[0]))
    return Loss(turns, turns)


def _ended(advice: Advice, option: Option, best: Option, each: float) -> float:
    """Weigh two ends of a turn, or two hands for whose phase no table is known, in turns."""
    if advice.question in ("lay", "end") or option.p_out is not None:
        # The cost of an ending: whether the round goes on, and points with gifts and skips.
        (on, points), (best_on, best_points) = option.cost[:2], best.cost[:2]
        return max(0.0, on - best_on + each * (points - best_points))
    missing = float(option.missing - best.missing)
    if option.expected_missing is not None and best.expected_missing is not None:
        missing = float(option.expected_missing - best.expected_missing)
    return max(0.0, missing + float(best.p_next - option.p_next))
