"""The chance to win beside each option, and what it does to the ranks.

The estimator is handed in by who asks, the command or the process beside the pages: this room does
not simulate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from phase10.advice.options import Advice, Option, Reason
from phase10.advice.ranking import ranked
from phase10.solver.win_chances import WinChances

__all__ = ["steps_of", "with_chances"]

_TOLD: float = 0.005
"""From this difference on two chances are told apart as whole percents."""


def steps_of(advice: Advice) -> tuple[tuple[str, ...], ...]:
    """Give the steps of each option as text; after a draw or a take the turn goes on by itself."""
    return tuple(_steps(advice.question, option) for option in advice.options)


def _steps(question: str, option: Option) -> tuple[str, ...]:
    if question == "draw":
        return (option.move,)
    if option.move.startswith("lay"):
        steps = (option.move, *option.hits, option.then)
    else:
        steps = (*option.hits, option.move)
    return tuple(step for step in steps if step)


def with_chances(advice: Advice, found: WinChances) -> Advice:
    """Put the chances to win into an advice, and rank by them where they differ clearly.

    First comes the option with the highest chance, and beside it, in the order of before, those
    that it does not beat clearly; then the same among the rest; last what was not played.
    """
    played = [place for place, chance in enumerate(found.chances) if chance is not None]
    tiers: dict[int, int] = {}
    rest = played
    while rest:
        top = max(rest, key=lambda place: _value(found, place))
        beside = [place for place in rest if not found.is_better(top, place)]
        tiers |= dict.fromkeys(beside, len(tiers))
        rest = [place for place in rest if place not in beside]
    if not tiers:
        return advice
    options = ranked(
        [
            _with_chance(option, found, place, tiers.get(place, len(tiers)))
            for place, option in enumerate(advice.options)
        ]
    )
    method = {**advice.method, "win_chance": "simulated"}
    return replace(
        advice, options=_explained(advice.options, options), method=method, winning=found
    )


def _value(found: WinChances, place: int) -> float:
    chance = found.chances[place]
    return -1.0 if chance is None else chance.value


def _with_chance(option: Option, found: WinChances, place: int, tier: int) -> Option:
    chance = found.chances[place]
    cost = (float(tier), float(option.rank))
    if chance is None:
        return replace(option, cost=cost)
    return replace(option, cost=cost, win_chance=chance.value, win_chance_se=chance.error)


def _explained(before: Sequence[Option], options: Sequence[Option]) -> tuple[Option, ...]:
    """Say why an option is the best now that was not the best before."""
    best = options[0]
    old = next(option for option in options if option.move == before[0].move)
    if old.rank == best.rank or best.win_chance is None or old.win_chance is None:
        return tuple(options)
    more = best.win_chance - old.win_chance
    if more < _TOLD:
        return tuple(options)
    reason = Reason("wins.more", {"chance": more, "move": old.move})
    return (replace(best, reasons=(reason, *best.reasons)), *options[1:])
