"""How likely a player who has not laid down can use a card, by plain functions on rows.

See :mod:`phase10.solver.danger` for what is estimated, and how it is told of positions. Rows:
:mod:`phase10.solver.plan_rows`.
"""

from __future__ import annotations

from phase10.game.kinds import KINDS, NUMBERS, SKIP, WILD
from phase10.solver.plan_rows import (
    COLOR_GOAL,
    COLOR_RUN,
    COLOR_SET,
    GOAL_COUNT,
    GOAL_ROWS,
    GOALS_ROW,
    ODD,
    PARITY,
    RUN,
    Numbers,
    Tables,
)

__all__ = ["DOUBT", "chance_of_any", "use_chance"]

DOUBT = 0.3
"""By so much a need is doubted when the player threw such a card."""


def use_chance(
    kind: int,
    tables: Tables,
    phase: int,
    rows: Numbers,
    took: int,
    threw: int,
    unseen: Numbers,
    unseen_from: int,
    cards: int,
) -> float:
    """Estimate the chance that a player can use a card for a phase.

    ``rows[took:]`` and ``rows[threw:]``: fifty counts of the cards that the player is known to
    hold, and threw; ``unseen[unseen_from:]``: of those not seen; ``cards``: how many are held.
    """
    if kind == SKIP:
        return 0.0
    if kind == WILD:
        return 1.0
    most = 0.0
    row = phase * GOALS_ROW
    for place in range(int(tables.goals[row + GOAL_COUNT])):
        goal = int(tables.goals[row + GOAL_ROWS + 2 * place])
        need = _need(kind, goal, rows, took, threw, unseen, unseen_from, cards)
        most = max(most, need)
    return most


def _need(
    kind: int,
    goal: int,
    rows: Numbers,
    took: int,
    threw: int,
    unseen: Numbers,
    unseen_from: int,
    cards: int,
) -> float:
    number = kind % NUMBERS
    if goal > COLOR_SET:
        if goal == PARITY:
            return 0.5
        odd = (number + 1) % 2 == 1
        return 1.0 if odd == (goal == ODD) else 0.0
    if goal == COLOR_GOAL:
        color = kind // NUMBERS
        need = _color_need(color, rows, took)
        for other in range(NUMBERS):
            if rows[threw + color * NUMBERS + other] > 0:
                return need * DOUBT
        return need
    alone = goal in (COLOR_RUN, COLOR_SET)
    known = 0
    live = 0
    thrown = 0
    for color in range(4):
        other = color * NUMBERS + number
        thrown += rows[threw + other]
        if not alone or other == kind:
            known += rows[took + other]
            live += unseen[unseen_from + other]
    held = 1.0
    if known == 0:
        held = _chance_held(live, rows, took, unseen, unseen_from, cards)
    if goal in (RUN, COLOR_RUN):
        return (1.0 - held) * (DOUBT if thrown > 0 else 1.0)
    return held * (DOUBT if thrown > 0 and known == 0 else 1.0)


def _color_need(color: int, rows: Numbers, took: int) -> float:
    """Give the share of a color among the known number cards; one in four without any."""
    own = 0
    known = 0
    for kind in range(WILD):
        known += rows[took + kind]
        if kind // NUMBERS == color:
            own += rows[took + kind]
    if known == 0:
        return 0.25
    return own / known


def _chance_held(
    live: int,
    rows: Numbers,
    took: int,
    unseen: Numbers,
    unseen_from: int,
    cards: int,
) -> float:
    """Give the chance that the unknown cards of a hand hold any of ``live`` unseen cards."""
    total = 0
    unknown = cards
    for kind in range(KINDS):
        total += unseen[unseen_from + kind]
        unknown -= rows[took + kind]
    return chance_of_any(live, total, min(unknown, total))


def chance_of_any(live: int, total: int, drawn: int) -> float:
    """Give the chance that some of so many cards drawn from a total are live (hypergeometric)."""
    none = 1.0
    for place in range(drawn):
        if live + place >= total:
            return 1.0
        none *= (total - live - place) / (total - place)
    return 1.0 - none
