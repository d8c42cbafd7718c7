"""The best partial groupings of one hand toward a phase, and how many cards are missing."""

from __future__ import annotations

from dataclasses import dataclass

from phase10.game.cards import Card, Cards, Hand
from phase10.game.phases import Group, Phase
from phase10.game.rules import SEED, Rules

__all__ = ["GroupPlan", "Grouping", "best_groupings", "missing"]


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """Hold one goal of a plan.

    ``cards``: the cards of the hand that serve it, in order (a run ascending); a wild says what
    number it stands for where the goal has numbers. ``number`` (set, cset), ``start`` (run, crun),
    ``color`` (color, crun, cset: colour word), ``parity`` ("even"/"odd") name the target where one
    is chosen, else ``None``: a goal that has no natural card yet is open. ``gaps``: the places still
    empty, as cards that would fill them would be shown: (number or None, colour word or None).
    """

    group: Group
    cards: tuple[Card, ...]
    number: int | None
    start: int | None
    color: str | None
    parity: str | None
    gaps: tuple[tuple[int | None, str | None], ...]

    @property
    def missing(self) -> int:
        """Count the places still empty."""
        return len(self.gaps)


@dataclass(frozen=True, slots=True)
class Grouping:
    """Hold one best plan: a :class:`GroupPlan` per goal in the phase's order.

    ``missing``: fewest further cards of free choice; ``spare``: cards that serve no goal;
    ``alternatives``: in how many equal ways cards could be chosen for these targets (1 = only
    this); ``useful``: unseen copies of each card that lowers this plan's missing; ``live`` their
    sum; ``points_left``: points of the spare cards.
    """

    groups: tuple[GroupPlan, ...]
    spare: tuple[Card, ...]
    missing: int
    alternatives: int
    useful: dict[Card, int]
    points_left: int

    @property
    def live(self) -> int:
        """Count the unseen copies of useful cards."""
        return sum(self.useful.values())


def missing(hand: Hand, phase: Phase, rules: Rules = SEED) -> int:
    """Count the fewest further cards of free choice that complete the whole phase."""
    raise NotImplementedError


def best_groupings(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> tuple[Grouping, ...]:
    """List every best grouping once, the one with most live useful cards first."""
    raise NotImplementedError
