"""Results as plain JSON values; the keys are described in the README."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

from phase10.advice.options import Advice, Option, Reason
from phase10.game.cards import Card
from phase10.solver.groupings import Grouping, GroupPlan
from phase10.solver.odds import DealOdds, DrawOdds
from phase10.solver.waiting import WaitingFigures
from phase10.views.moves import assumed_text, ladder, option_text, reason_text, reasons
from phase10.views.text import advice_headline

__all__ = [
    "bound_shape",
    "by_turns",
    "deal_shape",
    "hint_shape",
    "ladder_shape",
    "solve_shape",
]


def solve_shape(groupings: tuple[Grouping, ...], odds: DrawOdds) -> dict[str, Any]:
    """Give the best plans and the chances of the next draw."""
    return {
        "missing": odds.missing,
        "groupings": [_grouping(grouping) for grouping in groupings],
        "useful_draws": _useful(odds.useful),
        "live": odds.live,
        "unseen": odds.unseen,
        "p_next": float(odds.p_next),
        "p_next_exact": _exact(odds.p_next),
        "p_complete_next": float(odds.p_complete),
    }


def hint_shape(lang: str, advice: Advice) -> dict[str, Any]:
    """Give the ranked moves of a position, what was asked and what was assumed."""
    text = advice_headline(lang, advice)
    if advice.options:
        text = option_text(lang, advice, advice.options[0])
    return {
        "question": advice.question,
        "options": [_option(lang, advice, option) for option in advice.options],
        "method": dict(advice.method),
        "assumed": [
            {"code": code, "text": said}
            for code, said in zip(advice.assumed, assumed_text(lang, advice), strict=True)
        ],
        "ladder": list(ladder(lang, advice)),
        **({} if advice.bound is None else {"bound": _bound(advice.bound)}),
        "within": [float(chance) for chance in advice.within],
        "text": " ".join([text, *reasons(lang, advice)]),
    }


def ladder_shape(lang: str, advice: Advice, rung: int) -> dict[str, Any]:
    """Give the first ``rung`` hints of the ladder and nothing that tells more."""
    return {"question": advice.question, "ladder": list(ladder(lang, advice)[:rung])}


def _bound(figures: WaitingFigures) -> dict[str, Any]:
    """Give what a simulated policy needs from the deal of a phase that no table holds."""
    shape = {
        "model": figures.model,
        "method": figures.method,
        "expected_turns": figures.average,
        "within": by_turns(figures.within),
    }
    return shape | bound_shape(figures)


def bound_shape(figures: WaitingFigures) -> dict[str, Any]:
    """Say how simulated figures were found and on which side they bound; nothing for others."""
    if figures.within_errors is None:
        return {}
    return {
        "bound": {"expected_turns": "upper", "within": "lower"},
        "expected_turns_se": figures.standard_error,
        "within_se": by_turns(figures.within_errors),
        "policy": figures.policy,
        "games": figures.games,
        "seed": figures.seed,
    }


def by_turns(values: Sequence[float]) -> dict[str, float]:
    """Give figures by the number of turns, from one."""
    return {str(turns): value for turns, value in enumerate(values, start=1)}


def deal_shape(odds: DealOdds) -> dict[str, Any]:
    """Give an exact count of deals; the integers are strings, as they pass 2^53."""
    return {
        "favourable": str(odds.favourable),
        "total": str(odds.total),
        "probability": float(odds.probability),
    }


def _grouping(grouping: Grouping) -> dict[str, Any]:
    return {
        "groups": [_group(plan) for plan in grouping.groups],
        "spare": [str(card) for card in grouping.spare],
        "alternatives": grouping.alternatives,
    }


def _group(plan: GroupPlan) -> dict[str, Any]:
    targets = {
        "number": plan.number,
        "start": plan.start,
        "color": plan.color,
        "parity": plan.parity,
    }
    return {
        "goal": str(plan.group),
        "cards": [str(card) for card in plan.cards],
        **{name: target for name, target in targets.items() if target is not None},
        "missing": plan.missing,
    }


def _option(lang: str, advice: Advice, option: Option) -> dict[str, Any]:
    shape: dict[str, Any] = {"move": option.move}
    if option.hits:
        shape["hits"] = list(option.hits)
    if option.then:
        shape["then"] = option.then
    shape["rank"] = option.rank
    if advice.question in ("discard", "draw") and not advice.position.laid:
        shape |= {
            "missing": option.missing,
            "useful": _useful(option.useful),
            "live": option.live,
            "p_next": float(option.p_next),
            "p_within": {str(turns): float(chance) for turns, chance in option.p_within.items()},
        }
    figures = {
        "expected_turns": option.turns,
        "expected_missing": option.expected_missing,
        "p_out": option.p_out,
        "danger": option.danger,
        "win_chance": option.win_chance,
        "win_chance_se": option.win_chance_se,
    }
    # What never ends has no number in JSON.
    shape |= {
        key: float(value) for key, value in figures.items() if value is not None and isfinite(value)
    }
    if option.goes_out:
        shape["goes_out"] = True
    return shape | {
        "points_left": option.points_left,
        "reasons": [_reason(lang, reason) for reason in option.reasons],
        "text": option_text(lang, advice, option),
    }


def _reason(lang: str, reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, **reason.values, "text": reason_text(lang, reason)}


def _useful(useful: Mapping[Card, int]) -> dict[str, int]:
    return {str(card): copies for card, copies in useful.items()}


def _exact(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"
