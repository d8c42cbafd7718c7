"""Inputs, plans and figures as sentences, in every language of :mod:`phase10.views.i18n`.

The rooms below speak in codes and values; here they become words. Texts that need no value at all
are asked from the catalogue directly: ``sentence(lang, "page.hand")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite

from phase10.advice.options import Advice, Option
from phase10.game.cards import CARDS, COLORS, NUMBERS, WILD, Card
from phase10.game.errors import GameError
from phase10.game.notation import Problem
from phase10.game.refusals import IllegalMove
from phase10.solver.groupings import Grouping, GroupPlan
from phase10.solver.odds import DrawOdds
from phase10.views.i18n import decimal, fraction, plural, sentence
from phase10.views.names import (
    card_gender,
    card_list,
    card_name,
    color_name,
    gap_name,
    goal_name,
)
from phase10.views.refusals import refusal_text

__all__ = [
    "advice_headline",
    "advised_odds",
    "card_label",
    "chance_text",
    "error_text",
    "headline",
    "picker_label",
    "plan_text",
    "problem_text",
    "problems_text",
    "target_name",
    "useful_text",
]


# --- what is wrong with an input -----------------------------------------------------------------


def error_text(lang: str, error: GameError, where: str | None = None, index: int = 1) -> str:
    """Say what was typed, what is wrong with it and what would be right.

    ``where`` puts the place in front: ``hand``, ``seen`` (``index``: which entry), ``table``
    (``index``: which line), ``top``, ``phase``, ``rules``.
    """
    if isinstance(error, IllegalMove):
        return refusal_text(lang, error.refusal)
    values = dict(error.values)
    if error.code == "card.too_many":
        values["name"] = card_name(lang, Card.parse(str(values["card"])))
    if error.code == "position.meld_cards":
        values["kind"] = sentence(lang, f"kind.{values['kind']}")
    if error.code == "position.shape":
        values["expected"] = sentence(lang, f"expected.{values['expected']}")
    problem = sentence(lang, f"error.{error.code}", **values)
    if where is None:
        return problem
    return sentence(lang, f"where.{where}", index=index, problem=problem)


def problem_text(lang: str, problem: Problem, where: str = "hand") -> str:
    """Say what is wrong with one entry of a list of cards, and which entry it is.

    >>> from phase10.game.notation import read_cards
    >>> print(problem_text("en", read_cards("R5 R13")[1][0]))
    Card 2 of your hand: R13 — numbers run from 1 to 12.
    """
    if problem.error.code == "hand.too_many" and where == "top":
        text = sentence(lang, "page.table.top.many", token=problem.token)
        return sentence(lang, "where.top", index=problem.index, problem=text)
    if problem.error.code == "hand.too_many":
        values = {**problem.error.values, "token": problem.token}
        text = sentence(lang, "error.hand.too_many.card", **values)
        return sentence(lang, f"where.{where}", index=problem.index, problem=text)
    return error_text(lang, problem.error, where, problem.index)


def problems_text(lang: str, problems: Sequence[Problem], where: str = "hand") -> list[str]:
    """Say what is wrong with a list of cards: the first few entries in words, the rest counted."""
    said = [problem_text(lang, problem, where) for problem in problems[:_PROBLEMS]]
    more = len(problems) - _PROBLEMS
    return [*said, plural(lang, "page.problems.more", more)] if more > 0 else said


_PROBLEMS = 3


# --- labels for a screen reader ------------------------------------------------------------------


def card_label(lang: str, card: Card, place: int, count: int, *, chosen: bool = False) -> str:
    """Name a card of the hand: ``red 7, 3 of 10``, ``red 7, chosen, 3 of 10``."""
    return sentence(
        lang,
        f"label.chosen.{card_gender(lang, card)}" if chosen else "label.card",
        card=card_name(lang, card, "spoken"),
        place=place,
        count=count,
    )


def picker_label(lang: str, card: Card, left: int) -> str:
    """Name a card to add: ``red 7, 2 left``; ``red 7, none left``."""
    name = card_name(lang, card, "spoken")
    if left == 0:
        return sentence(lang, "label.left.none", card=name)
    return plural(lang, "label.left", left, card=name)


# --- plans ---------------------------------------------------------------------------------------


def target_name(lang: str, plan: GroupPlan) -> str:
    """Name a goal with its target: ``set of 3: number 5``, ``run of 4: 3–6``."""
    goal = goal_name(lang, plan.group)
    if plan.start is not None:
        end = plan.start + plan.group.size - 1
        target = sentence(lang, "plan.run", goal=goal, start=plan.start, end=end)
    elif plan.number is not None:
        target = sentence(lang, "plan.set", goal=goal, number=plan.number)
    elif plan.parity is not None:
        target = sentence(lang, f"plan.{plan.parity}", goal=goal)
    elif plan.color is not None:
        return sentence(lang, "plan.color", goal=goal, color=color_name(lang, plan.color))
    else:
        return sentence(lang, "plan.open", goal=goal)
    if plan.color is None:
        return target
    return sentence(lang, "plan.color", goal=target, color=color_name(lang, plan.color))


def plan_text(lang: str, grouping: Grouping) -> str:
    """Put a plan in words, one line a goal and one for the spare cards."""
    lines = []
    for plan in grouping.groups:
        parts = [card_list(lang, plan.cards)] if plan.cards else []
        if plan.missing:
            parts.append(plural(lang, "plan.lacks", plan.missing))
        cards = " · ".join(parts)
        lines.append(sentence(lang, "plan.line", target=target_name(lang, plan), cards=cards))
    if grouping.spare:
        spare = sentence(lang, "page.plan.spare")
        lines.append(
            sentence(lang, "plan.line", target=spare, cards=card_list(lang, grouping.spare))
        )
    return "\n".join(lines)


# --- figures -------------------------------------------------------------------------------------


def advised_odds(advice: Advice) -> DrawOdds | Option:
    """Choose the figures that a hint is about: with eleven cards those after the best discard."""
    return advice.options[0] if advice.question == "discard" else advice.odds


def headline(lang: str, odds: DrawOdds | Option) -> str:
    """Say the result in one line: ``2 cards missing · 14 of 98 unseen cards help``."""
    if odds.missing == 0:
        return sentence(lang, "advice.complete")
    lacking = plural(lang, "advice.missing", odds.missing)
    if odds.live == 0:
        return f"{lacking} · {sentence(lang, 'advice.help.none')}"
    return f"{lacking} · {plural(lang, 'advice.help', odds.live, unseen=odds.unseen)}"


def advice_headline(lang: str, advice: Advice) -> str:
    """Say the result of a hint in one line; once the phase lies, what is left in hand.

    ``1 card missing · 19 of 97 unseen cards help · 2.70 turns on average``, with the best move.
    """
    if advice.position.laid:
        points = advice.position.rules.points_of(advice.position.hand)
        return plural(lang, "advice.laid", points)
    said = headline(lang, advised_odds(advice))
    turns = advice.options[0].turns if advice.options else None
    if advice.question == "lay" or turns is None or not isfinite(turns):
        return said
    return f"{said} · {sentence(lang, 'advice.turns', turns=decimal(lang, turns, 2))}"


def useful_text(lang: str, useful: Mapping[Card, int]) -> str:
    """List useful cards with their unseen copies: ``any 7 ×8, wild ×8``, ``red 7 ×2``.

    Four colours of one number are told together, and so are all the numbers of one colour.
    """
    left = dict(useful)
    told = []
    if all(left.get(card) for card in CARDS[:WILD]):
        told.append((gap_name(lang, None, None), sum(left.pop(card) for card in CARDS[:WILD])))
    for index, color in enumerate(COLORS):
        kinds = CARDS[index * NUMBERS : (index + 1) * NUMBERS]
        if all(card in left for card in kinds):
            told.append((gap_name(lang, None, color), sum(map(left.pop, kinds))))
    for number in range(NUMBERS):
        kinds = CARDS[number:WILD:NUMBERS]
        if all(card in left for card in kinds):
            told.append((gap_name(lang, number + 1, None), sum(map(left.pop, kinds))))
    told += [(card_name(lang, card), copies) for card, copies in left.items()]
    return ", ".join(sentence(lang, "count.copies", card=name, n=copies) for name, copies in told)


def chance_text(lang: str, chance: Fraction) -> str:
    """Say the chance of the next draw three ways: fraction, decimal, so many times in 1000."""
    return sentence(
        lang,
        "advice.chance",
        fraction=fraction(chance),
        decimal=decimal(lang, chance),
        thousand=int(chance * 1000 + Fraction(1, 2)),
    )
