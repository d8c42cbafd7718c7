"""Experiments with the cards of a hand: L04, L05, L06, L07, L09, L10, L11."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from phase10.game.cards import CARDS, STANDARD_DECK, WILD, Cards, Hand
from phase10.game.errors import GameError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.groupings import missing
from phase10.solver.odds import deal_odds, draw_odds
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import Distribution
from phase10.teaching.lessons.codes import Stream
from phase10.teaching.lessons.experiment import DECK, SIZE, Figure, mean_of, share_of

__all__ = ["DealtInOrder", "HandPoints", "PhaseDealt", "UsefulCard", "Waiting", "WildsDealt"]


@dataclass(frozen=True)
class DealtInOrder:
    """Deal ``cards`` of ``deck`` different cards; the outcome is 1 when they come sorted."""

    deck: int = 12
    cards: int = 3

    @property
    def distribution(self) -> Distribution:
        """Give the chance 1/k!: of the k! orders of a hand one is sorted."""
        orders = 1
        for place in range(2, self.cards + 1):
            orders *= place
        return {0: 1 - Fraction(1, orders), 1: Fraction(1, orders)}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the share of sorted deals."""
        return (share_of("sorted", self.distribution, [1]),)

    def trial(self, stream: Stream) -> int:
        """Deal."""
        dealt = stream.sample(range(self.deck), self.cards)
        return int(dealt == sorted(dealt))


@dataclass(frozen=True)
class WildsDealt:
    """Deal ``cards`` cards of the full deck; the outcome is the number of wilds."""

    cards: int = 10

    @cached_property
    def distribution(self) -> Distribution:
        """Give the hypergeometric distribution."""
        return chance.hypergeometric(STANDARD_DECK.wilds, SIZE, self.cards)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chance of at least one wild, and the mean number."""
        some = share_of("some", self.distribution, [k for k in self.distribution if k])
        return (some, mean_of("wilds", self.distribution))

    def trial(self, stream: Stream) -> int:
        """Deal a hand."""
        return stream.sample(DECK, self.cards).count(WILD)


class _Watched:
    """Hold a hand with its phase and the face-up card: what is unseen, and what of it helps."""

    hand: str
    phase: str
    top: str

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """List the kinds of the cards not seen."""
        seen = Hand(self.hand) + Cards(self.top)
        left = (copies - seen.counts[kind] for kind, copies in enumerate(STANDARD_DECK.counts))
        return tuple(kind for kind, copies in enumerate(left) for _ in range(copies))

    @cached_property
    def useful(self) -> dict[int, int]:
        """Count the unseen copies of each kind that helps."""
        odds = draw_odds(Hand(self.hand), Phase(self.phase), SEED, seen=Cards(self.top))
        if not odds.useful:
            raise GameError("lesson.no_outs", hand=self.hand, phase=self.phase)
        return {card.kind: copies for card, copies in odds.useful.items()}

    @cached_property
    def outs(self) -> int:
        """Count the unseen cards that help."""
        return sum(self.useful.values())


@dataclass(frozen=True)
class Waiting(_Watched):
    """Draw from the unseen cards until one helps; the outcome is how many draws it took.

    ``returned``: each card is put back before the next draw. ``within``: draws for the first
    figure.
    """

    hand: str
    phase: str
    top: str = ""
    within: int = 3
    returned: bool = False

    @cached_property
    def distribution(self) -> Distribution | None:
        """Give the exact distribution; with return it has no end."""
        return None if self.returned else chance.wait_distribution(len(self.unseen), self.outs)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chances within so many draws and at the next draw, and the mean wait."""
        unseen, outs = len(self.unseen), self.outs
        soon, next_draw = frozenset(range(1, self.within + 1)), frozenset([1])
        p = Fraction(outs, unseen)
        if self.returned:
            within = 1 - (1 - p) ** self.within
            mean, spread = 1 / p, (1 - p) / p**2
        else:
            within = chance.within(unseen, outs, self.within)
            mean, spread = chance.wait(unseen, outs), chance.variance_of_wait(unseen, outs)
        return (
            Figure("within", within, within * (1 - within), soon),
            Figure("draws", mean, spread),
            Figure("next", p, p * (1 - p), next_draw),
        )

    def trial(self, stream: Stream) -> int:
        """Draw until a card helps."""
        useful, rest, draws = self.useful, list(self.unseen), 0
        while True:
            draws += 1
            place = stream.below(len(rest))
            if rest[place] in useful:
                return draws
            if not self.returned:
                rest[place] = rest[-1]
                rest.pop()


@dataclass(frozen=True)
class UsefulCard(_Watched):
    """Draw the next card: 0 it does not help, 1 a number card that helps, 2 a wild that helps."""

    hand: str
    phase: str
    top: str = ""

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chances of the three outcomes."""
        unseen, wilds = len(self.unseen), self.useful.get(WILD, 0)
        numbers = self.outs - wilds
        counts = (unseen - self.outs, numbers, wilds)
        return {outcome: Fraction(count, unseen) for outcome, count in enumerate(counts)}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List P(wild | helped), P(helped | wild), and the chance that the card helps."""
        return (
            share_of("wild_if_useful", self.distribution, [2], [1, 2]),
            share_of("useful_if_wild", self.distribution, [2], [2]),
            share_of("useful", self.distribution, [1, 2]),
        )

    def trial(self, stream: Stream) -> int:
        """Draw the next card."""
        kind = self.unseen[stream.below(len(self.unseen))]
        if kind not in self.useful:
            return 0
        return 2 if kind == WILD else 1


@dataclass(frozen=True)
class PhaseDealt:
    """Deal ``cards`` cards: 1 when they hold the whole phase under ``rules``."""

    phase: str = "8"
    cards: int = 10
    rules: str = "seed"

    @cached_property
    def _asked(self) -> tuple[Phase, Rules]:
        return Phase(self.phase), Rules.parse(self.rules)

    @cached_property
    def _deck(self) -> tuple[int, ...]:
        counts = self._asked[1].deck.counts
        return tuple(kind for kind, copies in enumerate(counts) for _ in range(copies))

    @cached_property
    def distribution(self) -> Distribution:
        """Give the chance, by counting hands."""
        phase, rules = self._asked
        p = deal_odds(phase, self.cards, rules).probability
        return {0: 1 - p, 1: p}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the chance that the phase is complete."""
        return (share_of("complete", self.distribution, [1]),)

    def trial(self, stream: Stream) -> int:
        """Deal a hand and look."""
        phase, rules = self._asked
        counts = [0] * len(CARDS)
        for kind in stream.sample(self._deck, self.cards):
            counts[kind] += 1
        return int(missing(Cards.from_counts(counts, rules.deck), phase, rules) == 0)


@dataclass(frozen=True)
class HandPoints:
    """Deal ``cards`` cards; the outcome is what they cost when they are left in hand (S47)."""

    cards: int = 10

    @cached_property
    def distribution(self) -> Distribution:
        """Give the exact distribution."""
        return chance.points_distribution(self.cards)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the mean."""
        return (mean_of("points", self.distribution),)

    def trial(self, stream: Stream) -> int:
        """Deal a hand and add up."""
        return sum(SEED.points(CARDS[kind]) for kind in stream.sample(DECK, self.cards))
