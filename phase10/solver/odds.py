"""Unseen cards, useful draws and exact chances without replacement, as fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from phase10.game.cards import Card, Cards, Hand
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules

__all__ = ["DealOdds", "DrawOdds", "chances_within", "deal_odds", "draw_odds", "useful_draws"]


@dataclass(frozen=True)
class DrawOdds:
    """Hold the exact chances of the next draw from the unseen cards.

    ``useful``: unseen copies (> 0) of each card that lowers ``missing``; ``live`` their sum;
    ``unseen``: how many cards are unseen; ``p_next`` the chance that the next draw helps,
    ``p_complete`` that it completes the phase. A complete hand: nothing useful, both chances 1.
    """

    missing: int
    useful: dict[Card, int]
    live: int
    unseen: int
    p_next: Fraction
    p_complete: Fraction


@dataclass(frozen=True)
class DealOdds:
    """Hold an exact count of hands: ``favourable`` of ``total`` complete the phase."""

    favourable: int
    total: int

    @property
    def probability(self) -> Fraction:
        """Give favourable / total."""
        return Fraction(self.favourable, self.total)


def useful_draws(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> dict[Card, int]:
    """Count the unseen copies of each card that would lower ``missing``."""
    raise NotImplementedError


def draw_odds(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> DrawOdds:
    """Compute the exact chances of the next draw."""
    raise NotImplementedError


def chances_within(
    hand: Hand, phase: Phase, draws: int, rules: Rules = SEED, *, seen: Cards | None = None
) -> tuple[Fraction, ...]:
    """Compute the chance to hold the phase within 1, 2, … ``draws`` blind draws, all cards kept."""
    raise NotImplementedError


def deal_odds(phase: Phase, cards: int = 10, rules: Rules = SEED) -> DealOdds:
    """Count the dealt hands of ``cards`` cards that hold the whole phase."""
    raise NotImplementedError
