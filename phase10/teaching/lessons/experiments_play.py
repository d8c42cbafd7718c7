"""Experiments over many turns and rounds: L12, L13, L14."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from phase10.game.cards import COLORS
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import Distribution
from phase10.teaching.lessons.codes import Stream
from phase10.teaching.lessons.experiment import Figure, share_of

__all__ = ["MatchRounds", "Race", "ThrownCards"]


@dataclass(frozen=True)
class MatchRounds:
    """Play a match alone: each phase takes rounds until it succeeds, with a chance of its own."""

    chances: tuple[Fraction, ...] = (Fraction(1, 2),) * 10
    within: int = 20

    distribution = None

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """List the chance within so many rounds, and the mean number of rounds."""
        p = chance.rounds_within(self.chances, self.within)
        soon = frozenset(range(len(self.chances), self.within + 1))
        return (
            Figure("within", p, p * (1 - p), soon),
            Figure(
                "rounds",
                chance.expected_rounds(self.chances),
                chance.variance_of_rounds(self.chances),
            ),
        )

    def trial(self, stream: Stream) -> int:
        """Play until the last phase is made."""
        rounds = 0
        for p in self.chances:
            rounds += 1
            while not stream.happens(p):
                rounds += 1
        return rounds


@dataclass(frozen=True)
class ThrownCards:
    """Watch an opponent who collects one of four colors and throws ``signs`` cards of one color.

    ``own``: the chance to throw such a card while collecting its color; ``other``: else. Outcomes:
    0 fewer were thrown, 1 all thrown though it is their color, 2 all thrown and it is not.
    """

    own: Fraction = Fraction(5, 100)
    other: Fraction = Fraction(30, 100)
    signs: int = 1

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chances of the three outcomes."""
        prior = Fraction(1, len(COLORS))
        theirs = prior * self.own**self.signs
        not_theirs = (1 - prior) * self.other**self.signs
        return {0: 1 - theirs - not_theirs, 1: theirs, 2: not_theirs}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chance that it is their color after all, among those who threw."""
        return (share_of("theirs", self.distribution, [1], [1, 2]),)

    def trial(self, stream: Stream) -> int:
        """Meet one opponent."""
        theirs = stream.below(len(COLORS)) == 0
        p = self.own if theirs else self.other
        thrown = all(stream.happens(p) for _ in range(self.signs))
        return 0 if not thrown else 1 if theirs else 2


@dataclass(frozen=True)
class Race:
    """Race a rival: 1 when I get my last card before the rival ends the round. I move first."""

    need: int = 1
    mine: Fraction = Fraction(1, 4)
    rival: Fraction = Fraction(1, 5)

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chances to lose and to win."""
        p = chance.race(self.need, self.mine, self.rival)
        return {0: 1 - p, 1: p}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chance to win."""
        return (share_of("win", self.distribution, [1]),)

    def trial(self, stream: Stream) -> int:
        """Play turn by turn."""
        left = self.need
        while True:
            left -= stream.happens(self.mine)
            if left == 0:
                return 1
            if stream.happens(self.rival):
                return 0
