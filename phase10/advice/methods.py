"""How each figure of an advice was found: named for those figures that are there, and no other."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.advice.options import Option
from phase10.advice.pool import Pool
from phase10.game.position import Position
from phase10.solver.waiting import WaitingFigures

__all__ = ["methods_of"]

_EXACT_TURNS = 2
"""Turns within which chances are exact; further ones need a table."""
_OF_A_DRAW = ("useful", "live", "p_next")
_AT_THE_END = ("lay", "end")


def methods_of(
    position: Position,
    question: str,
    options: Sequence[Option],
    within: Sequence[object],
    bound: WaitingFigures | None,
    pool: Pool,
    model: str,
) -> dict[str, str]:
    """Name the method of every figure that an advice holds.

    ``within``: the chances to have laid down within 1, 2, … turns; ``bound``: the figures of a
    simulated policy, if that is all there is; ``pool``: what may be drawn. Values as in
    :class:`phase10.advice.options.Advice`.
    """
    ending = position.laid or question in _AT_THE_END
    method = {} if ending else {"missing": "exact"}
    if not ending:
        method |= dict.fromkeys(_OF_A_DRAW, "exact" if pool.sure else "estimate")
    method["points_left"] = "exact"
    if any(option.p_out is not None for option in options):
        method["p_out"] = "exact"
    if not ending:
        reached = max((turns for option in options for turns in option.p_within), default=0)
        for figure, turns in (("p_within", reached), ("within", len(within))):
            if turns:
                exact = "exact" if pool.sure and not pool.last else "estimate"
                method[figure] = exact if turns <= _EXACT_TURNS else f"model {model}"
    if any(option.turns is not None for option in options):
        # What lies on the table this turn needs no model.
        method["expected_turns"] = "exact" if ending else f"model {model}"
    if bound is not None:
        method["bound"] = bound.method
    if any(option.danger is not None for option in options):
        method["danger"] = "estimate"
    if options:
        method["rank"] = _ranking(position, ending, options)
    return method


def _ranking(position: Position, ending: bool, options: Sequence[Option]) -> str:
    """Name what moves are ranked by."""
    if any(option.p_out is not None for option in options):
        return "exact"
    if ending:
        # Gifts and skips are weighed only where somebody is there to get them.
        return "judgment" if position.players else "exact"
    return "judgment" if any(option.turns is not None for option in options) else "counting"
