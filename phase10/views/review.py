"""A review in words: what a decision cost, what was better and why, the grade."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.advice.reasons import speaks_against
from phase10.advice.review import Decision, Grade, Review
from phase10.views.i18n import decimal, number, plural, sentence
from phase10.views.moves import move_text, reason_text
from phase10.views.play import recorded_clause

__all__ = [
    "amount_text",
    "better_text",
    "decision_text",
    "did_text",
    "grade_text",
    "kind_text",
    "measured_text",
    "summary_text",
    "verdict_text",
    "why_texts",
]

_TOLD = 0.05
"""Turns from which it is told that a phase takes longer."""
_WORDS = ((95, "best"), (85, "good"), (70, "fair"), (50, "weak"), (0, "much"))


def did_text(lang: str, review: Review, decision: Decision, names: Sequence[str]) -> str:
    """Say what the player did, as a clause that stands beside the name."""
    events = review.record.events
    before, after = events[decision.place - 1].game, events[decision.place].game
    return recorded_clause(lang, decision.step, before, after, names)


def verdict_text(lang: str, decision: Decision) -> str:
    """Say what a decision cost, or that it cost nothing that can be told."""
    if decision.as_good:
        return sentence(lang, "review.good")
    if not decision.is_mistake:
        return sentence(lang, "review.near")
    said = []
    if decision.loss is not None:
        lost = decimal(lang, 100 * decision.loss, 1)
        error = decimal(lang, 100 * (decision.error or 0.0), 1)
        said.append(sentence(lang, "review.lost.chance", points=lost, error=error))
    if decision.turns is not None and decision.turns >= _TOLD:
        turns = decimal(lang, decision.turns, 2)
        said.append(sentence(lang, "review.lost.turns", turns=turns))
    elif decision.loss is None:
        worth = decimal(lang, decision.worth, 2)
        said.append(sentence(lang, "review.lost.worth", turns=worth))
    return " ".join(said)


def better_text(lang: str, decision: Decision) -> str:
    """Name the better move; "" where none is known."""
    if decision.as_good:
        return ""
    code = "review.better" if decision.is_mistake else "review.other"
    return sentence(lang, code, move=move_text(lang, decision.best))


def why_texts(lang: str, decision: Decision) -> list[str]:
    """Say what speaks against a mistake, and what speaks for the better move."""
    if not decision.is_mistake:
        return []
    against = [] if decision.own is None else decision.own.reasons
    told = [reason_text(lang, reason) for reason in against if speaks_against(reason)]
    told += [
        reason_text(lang, reason)
        for reason in decision.best.reasons
        if not speaks_against(reason)
        and not any(_answers(reason.code, each.code) for each in against)
    ]
    return list(dict.fromkeys(told))


def _answers(code: str, other: str) -> bool:
    """Tell whether two reasons say the same of two moves."""
    return code.partition(".")[0] == other.partition(".")[0]


def decision_text(lang: str, review: Review, decision: Decision, names: Sequence[str]) -> str:
    """Say all of a decision in sentences."""
    did = did_text(lang, review, decision, names)
    said = [
        sentence(lang, "review.did", player=names[decision.seat], did=did),
        verdict_text(lang, decision),
        better_text(lang, decision),
        *why_texts(lang, decision),
    ]
    return " ".join(filter(None, said))


def kind_text(lang: str, kind: str) -> str:
    """Name what decisions are about."""
    return sentence(lang, f"review.kind.{kind}")


def amount_text(lang: str, review: Review, grade: Grade) -> str:
    """Write what mistakes cost together, with the error where there is one."""
    if not review.by_chance:
        return decimal(lang, grade.lost, 2)
    lost, error = decimal(lang, 100 * grade.lost, 1), decimal(lang, 100 * grade.error, 1)
    return sentence(lang, "column.win.value", chance=lost, error=error) if grade.mistakes else lost


def grade_text(lang: str, grade: Grade) -> str:
    """Say the grade with a word for it."""
    word = next(word for least, word in _WORDS if grade.points >= least)
    return sentence(lang, f"review.grade.{word}", points=grade.points)


def summary_text(lang: str, review: Review, grade: Grade) -> str:
    """Say how many decisions there were, how many mistakes, and what these cost."""
    if not grade.mistakes:
        return plural(lang, "review.none", grade.decisions)
    unit = "chance" if review.by_chance else "turns"
    return plural(
        lang,
        f"review.sum.{unit}",
        grade.mistakes,
        decisions=number(lang, grade.decisions),
        lost=amount_text(lang, review, grade),
    )


def measured_text(lang: str, review: Review) -> str:
    """Say what losses are measured by."""
    return sentence(lang, "review.by.chance" if review.by_chance else "review.by.turns")
