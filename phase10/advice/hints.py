"""Rank every move of a position: the place where later, stronger rankings go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from phase10.game.cards import Card
from phase10.game.position import Position
from phase10.solver.groupings import Grouping
from phase10.solver.odds import DrawOdds

__all__ = ["Advice", "Option", "advise"]


@dataclass(frozen=True)
class Option:
    """Hold one possible move with its figures.

    ``move``: ``discard R5``, ``take discard``, ``draw pile``, ``lay set R3 B3 Y3 | run …``.
    ``then``: the discard that goes with a take or a lay ("" if none). ``missing``, ``useful``,
    ``live``, ``unseen``, ``p_next``, ``p_within`` (by number of blind draws; a bound: everything
    drawn is kept) describe the hand that the move leaves; for ``draw pile`` the hand as it is.
    ``expected_missing``: mean of ``missing`` after the turn (takes and draws only, else None).
    ``points_left``: points of the cards outside the plan that the move leaves.
    """

    move: str
    then: str
    rank: int
    missing: int
    useful: Mapping[Card, int]
    live: int
    unseen: int
    p_next: Fraction
    p_within: Mapping[int, Fraction]
    points_left: int
    expected_missing: Fraction | None = None


@dataclass(frozen=True)
class Advice:
    """Hold everything a hint says.

    ``question``: "discard" (eleven cards), "draw" (ten cards and a face-up card), "lay" (eleven
    cards hold the phase), "plan" (anything else: no move to rank). ``assumed``: codes of what was
    assumed because it was not given (``seen.nothing``, ``top.unknown``, ``rules.seed``).
    ``method``: for each figure "exact" or "bound".
    """

    position: Position
    question: str
    groupings: tuple[Grouping, ...]
    odds: DrawOdds
    within: tuple[Fraction, ...]
    options: tuple[Option, ...]
    assumed: tuple[str, ...]
    method: Mapping[str, str]


def advise(position: Position) -> Advice:
    """Rank every move of the position."""
    raise NotImplementedError
