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
)

__all__ = ["DOUBT", "chance_of_any", "use_chance"]

NO_GOAL = -1
DOUBT = 0.05
"""By so much a need is doubted when the player threw such a card."""
OF_USE = 0.85
"""How often a number that is held is one that the player collects."""


def use_chance(
    kind: int,
    goals: Numbers,
    phase: int,
    rows: Numbers,
    took: int,
    threw: int,
    unseen: Numbers,
    unseen_from: int,
    cards: int,
) -> float:
    """Estimate the chance that a player can use a card for a phase.

    ``goals``: those of the plan's tables. ``rows[took:]`` and ``rows[threw:]``: fifty counts of the
    cards that the player is known to hold, and threw; ``unseen[unseen_from:]``: of those not seen;
    ``cards``: how many are held.
    """
    if kind == SKIP:
        return 0.0
    if kind == WILD:
        return 1.0
    most = 0.0
    row = phase * GOALS_ROW
    for place in range(int(goals[row + GOAL_COUNT])):
        goal = int(goals[row + GOAL_ROWS + 2 * place])
        size = int(goals[row + GOAL_ROWS + 2 * place + 1])
        before = NO_GOAL if place == 0 else int(goals[row + GOAL_ROWS + 2 * place - 2])
        if before == goal and goal not in (RUN, COLOR_RUN):
            # Of goals of one kind that follow each other the need is the same.
            continue
        need = _need(kind, goal, size, rows, took, threw, unseen, unseen_from, cards)
        most = max(most, need)
    return most


def _need(
    kind: int,
    goal: int,
    size: int,
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
        return _color_need(kind // NUMBERS, rows, took, threw)
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
        need = (1.0 - held) * _share_of_runs(number, size)
        return need * DOUBT if thrown > 0 else need
    if known > 0:
        return 1.0
    return held * OF_USE * (DOUBT if thrown > 0 else 1.0)


def _share_of_runs(number: int, size: int) -> float:
    """Give the share of the runs of a size that a number, counted from 0, is part of."""
    runs = NUMBERS - size + 1
    first = max(0, number - size + 1)
    last = min(number, runs - 1)
    return (last - first + 1) / runs


def _color_need(color: int, rows: Numbers, took: int, threw: int) -> float:
    """Give the share of a color among the cards known to be held; without any among the colors.

    A color that the player threw is doubted.
    """
    own = 0
    known = 0
    thrown = 0
    kept = 0
    for other in range(4):
        gone = 0
        for kind in range(other * NUMBERS, (other + 1) * NUMBERS):
            known += rows[took + kind]
            gone += rows[threw + kind]
            if other == color:
                own += rows[took + kind]
        if gone == 0:
            kept += 1
        elif other == color:
            thrown = gone
    need = 1.0 / max(1, kept)
    if known > 0:
        need = own / known
    return need * DOUBT if thrown > 0 else need


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
