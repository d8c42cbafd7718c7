"""A review in words: what a decision cost, what was better and why, the grade."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.advice.losses import TOLD
from phase10.advice.reasons import speaks_against
from phase10.advice.review import Decision, Grade, Review
from phase10.views.i18n import decimal, plural, sentence
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
    "summary_texts",
    "told_texts",
    "verdict_text",
]

_WORDS = ((95, "best"), (85, "good"), (70, "fair"), (50, "weak"), (0, "much"))
"""Words for a grade, each from so many points on."""


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
        if decision.loss is None or decision.worth < TOLD:
            return sentence(lang, "review.near")
        # Where a match is as good as decided no chance is lost, yet the grade falls.
        return sentence(lang, "review.near.turns", turns=decimal(lang, decision.worth, 2))
    said = []
    if decision.loss is not None:
        lost = decimal(lang, 100 * decision.loss, 1)
        error = decimal(lang, 100 * (decision.error or 0.0), 1)
        said.append(sentence(lang, "review.lost.chance", points=lost, error=error))
    if decision.turns is not None and decision.turns >= TOLD:
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


def told_texts(lang: str, decision: Decision) -> list[str]:
    """Say what a decision cost, what speaks against it, what was better, and what speaks for that.

    Sentences in their order.
    """
    against, other = _reasons(lang, decision)
    told = [verdict_text(lang, decision), *against, better_text(lang, decision), *other]
    return [text for text in told if text]


def _reasons(lang: str, decision: Decision) -> tuple[list[str], list[str]]:
    """Say what speaks against a mistake, and what else speaks for the better move."""
    if not decision.is_mistake:
        return [], []
    own = () if decision.own is None else decision.own.reasons
    against = [reason for reason in own if speaks_against(reason)]
    known = {reason.code.partition(".")[0] for reason in own}
    other = [
        reason
        for reason in decision.best.reasons
        if not speaks_against(reason) and reason.code.partition(".")[0] not in known
    ]
    told = [reason_text(lang, reason) for reason in against if reason.code != "turns.more"]
    return told, [reason_text(lang, reason) for reason in other]


def decision_text(lang: str, review: Review, decision: Decision, names: Sequence[str]) -> str:
    """Say all of a decision in sentences."""
    did = did_text(lang, review, decision, names)
    first = sentence(lang, "review.did", player=names[decision.seat], did=did)
    return " ".join([first, *told_texts(lang, decision)])


def kind_text(lang: str, kind: str) -> str:
    """Name what decisions are about."""
    return sentence(lang, f"review.kind.{kind}")


def amount_text(lang: str, grade: Grade) -> str:
    """Write the chance given away in percentage points with its error, if it is known."""
    if grade.lost is None:
        return ""
    lost, error = decimal(lang, 100 * grade.lost, 1), decimal(lang, 100 * (grade.error or 0.0), 1)
    return sentence(lang, "column.win.value", chance=lost, error=error)


def grade_text(lang: str, grade: Grade) -> str:
    """Say the grade with a word for it."""
    word = next(word for least, word in _WORDS if grade.points >= least)
    return sentence(lang, f"review.grade.{word}", points=grade.points)


def summary_texts(lang: str, grade: Grade) -> list[str]:
    """Say how many decisions there were, how many clear mistakes, and what all of them cost."""
    decisions = plural(lang, "review.decisions", grade.decisions)
    mistakes = plural(lang, "review.mistakes", grade.mistakes)
    said = [sentence(lang, "review.counts", decisions=decisions, mistakes=mistakes)]
    said.append(sentence(lang, "review.sum.turns", turns=decimal(lang, grade.turns, 2)))
    if grade.lost is not None:
        said.append(sentence(lang, "review.sum.chance", lost=amount_text(lang, grade)))
    return said


def measured_text(lang: str, review: Review) -> str:
    """Say what losses are measured by."""
    return sentence(lang, "review.by.chance" if review.by_chance else "review.by.turns")
