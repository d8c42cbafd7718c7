"""What to do after the phase is laid: own hits in the same turn, then the discard.

The player may hit the own phase at once (S25): the number of a set (S28), either end of a run, one
step at a time (S29), the colour of a colour group (S30), a wild anywhere it can stand for a card
(S37). The turn ends with a discard (S32), so one card is always kept for it. Exact: every order of
hits at the ends of runs is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from phase10.game.cards import CARDS, COLORS, NUMBERS, WILD, Card
from phase10.solver.groupings import Grouping, GroupPlan

__all__ = ["AfterLaying", "after_laying"]

Hit = tuple[Card, int]
"""A card and the place of the goal it is hit on, from 1."""


@dataclass(frozen=True)
class AfterLaying:
    """Hold the end of a turn: hits in order, the discard (None without a card), what is left."""

    hits: tuple[Hit, ...]
    discard: Card | None
    left: tuple[Card, ...]


@dataclass(frozen=True)
class _Run:
    """Hold a laid run: its goal, its colour if it asks one, and what it covers."""

    goal: int
    color: int | None


def after_laying(grouping: Grouping, points: Callable[[Card], int]) -> AfterLaying:
    """Choose own hits and the discard so that the fewest points, then the fewest cards, are left.

    ``grouping`` is complete; ``points`` gives what a card left in hand costs.
    """
    runs = [
        _Run(goal, None if plan.color is None else COLORS.index(plan.color))
        for goal, plan in enumerate(grouping.groups, start=1)
        if plan.start is not None
    ]
    ends = tuple(
        (plan.start - 1, plan.start + plan.group.size - 2)
        for plan in grouping.groups
        if plan.start is not None
    )

    @cache
    def best(held: tuple[int, ...], ends: tuple[tuple[int, int], ...]) -> AfterLaying | None:
        """Try every next hit at the end of a run; ``held`` are the kinds still in hand."""
        found = _finish(held, grouping, points)
        for place, run in enumerate(runs):
            low, high = ends[place]
            for number, moved in ((low - 1, (low - 1, high)), (high + 1, (low, high + 1))):
                if not 0 <= number < NUMBERS:
                    continue
                after = (*ends[:place], moved, *ends[place + 1 :])
                for kind in sorted(set(held)):
                    if not _fits_end(kind, number, run):
                        continue
                    rest = list(held)
                    rest.remove(kind)
                    then = best(tuple(rest), after)
                    if then is None:
                        continue
                    card = Card(WILD, number + 1) if kind == WILD else CARDS[kind]
                    option = AfterLaying(((card, run.goal), *then.hits), then.discard, then.left)
                    if found is None or _cost(option, points) < _cost(found, points):
                        found = option
        return found

    result = best(tuple(card.kind for card in grouping.spare), ends)
    return AfterLaying((), None, ()) if result is None else result


def _finish(
    held: tuple[int, ...], grouping: Grouping, points: Callable[[Card], int]
) -> AfterLaying | None:
    """Hit what fits sets and colours and discard; None where no card is left to discard."""
    if not held:
        return None
    hits: list[Hit] = []
    kept: list[Card] = []
    for kind in held:
        goal = next(
            (
                place
                for place, plan in enumerate(grouping.groups, start=1)
                if _fits_group(kind, plan)
            ),
            None,
        )
        if goal is None:
            kept.append(CARDS[kind])
        else:
            hits.append((CARDS[kind], goal))
    if not kept:
        last, _ = hits.pop(_cheapest_loss(hits))
        return AfterLaying(tuple(hits), last, ())
    # A wild is the last to go: it can be hit on any later turn.
    discard = max(kept, key=lambda card: (not card.is_wild, points(card), -card.kind))
    kept.remove(discard)
    return AfterLaying(tuple(hits), discard, tuple(kept))


def _cheapest_loss(hits: list[Hit]) -> int:
    """Find the card to discard when all could be hit: a number card before a wild."""
    return min(range(len(hits)), key=lambda i: (hits[i][0].is_wild, i))


def _fits_end(kind: int, number: int, run: _Run) -> bool:
    if kind == WILD:
        return True
    if kind > WILD or kind % NUMBERS != number:
        return False
    return run.color is None or kind // NUMBERS == run.color


def _fits_group(kind: int, plan: GroupPlan) -> bool:
    """Tell whether a card can be hit on a goal that is not a run."""
    if kind > WILD or plan.start is not None:
        return False
    if kind == WILD:
        return True
    if plan.parity is not None:
        return (kind % NUMBERS + 1) % 2 == (plan.parity == "odd")
    if plan.color is not None and COLORS[kind // NUMBERS] != plan.color:
        return False
    return plan.number is None or kind % NUMBERS + 1 == plan.number


def _cost(end: AfterLaying, points: Callable[[Card], int]) -> tuple[int, int, int]:
    return sum(map(points, end.left)), len(end.left), len(end.hits)
