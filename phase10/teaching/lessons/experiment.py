"""What the lessons simulate: a trial of each experiment beside its exact figures.

An experiment is a small value. Its ``trial`` takes a stream of random numbers and gives a whole
number, the *outcome*; what a lesson asks is a *figure* of many outcomes: the share of some of them
(perhaps among others only), or their mean. Every figure knows its exact value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

from phase10.game.cards import STANDARD_DECK
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import Distribution
from phase10.teaching.lessons.codes import Stream

__all__ = ["DECK", "SIZE", "Experiment", "Figure", "mean_of", "share_of"]

DECK: Final = tuple(kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies))
SIZE: Final = len(DECK)
"""The kinds of all cards of the deck, and how many they are."""


@dataclass(frozen=True)
class Figure:
    """Describe what is measured: the share of outcomes ``of``, or with ``None`` the mean.

    ``among``: only these outcomes are trials of the figure (a conditional chance); ``None``: all.
    ``exact``: the value that the simulation comes near; ``variance``: of one trial of the figure.
    ``outcomes``: the exact distribution of what the mean is taken of, where it is finite.
    """

    name: str
    exact: Fraction
    variance: Fraction
    of: frozenset[int] | None = None
    among: frozenset[int] | None = None


class Experiment(Protocol):
    """Give an outcome a trial, and the figures that a lesson measures on them."""

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the figures, the most important one first."""

    @property
    def distribution(self) -> Distribution | None:
        """Give the exact distribution of outcomes, where it is finite and small enough to show."""

    def trial(self, stream: Stream) -> int:
        """Make one trial."""


def share_of(
    name: str,
    distribution: Distribution,
    of: Iterable[int],
    among: Iterable[int] | None = None,
) -> Figure:
    """Make the figure that is the share of outcomes, perhaps among others only."""
    wanted = frozenset(of)
    within = None if among is None else frozenset(among)
    base = Fraction(1) if within is None else _sum(distribution, within)
    hits = _sum(distribution, wanted if within is None else wanted & within)
    return Figure(name, hits / base, hits / base * (1 - hits / base), wanted, within)


def mean_of(name: str, distribution: Distribution) -> Figure:
    """Make the figure that is the mean of a finite distribution."""
    return Figure(name, chance.mean(distribution), chance.variance(distribution))


def _sum(distribution: Distribution, outcomes: Iterable[int]) -> Fraction:
    return sum((distribution.get(outcome, Fraction(0)) for outcome in outcomes), Fraction(0))
