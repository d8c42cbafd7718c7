"""How likely the next player can use a discard: an estimate, and said to be one.

A player who has laid down can use what fits the table: certain. A player who has not holds some
known cards and others that may be any of the unseen ones. A card is taken to serve a goal

- set: when a card of its number is held, in most cases; for certain when one was taken;
- run: when no card of its number is held, the more so the more of the runs go through it;
- color: by the share of its color among the cards known to be held, else among the colors of which
  nothing was thrown;
- even, odd: when the number is; either parity: one time in two.

What the player threw is hardly ever needed: in 120 matches of ``optimal`` against itself a number
that had been thrown helped in less than one case in twenty. The figures are those of
:mod:`phase10.solver.plan_danger`, which the players use too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from phase10.game.cards import KINDS, SKIP, Card
from phase10.game.phases import Phase
from phase10.game.position import Opponent, Position
from phase10.game.rules import SEED
from phase10.solver.plan_danger import use_chance
from phase10.solver.plan_rows import goal_row

__all__ = ["danger", "fits_table", "phase_of"]

_DEALT: Final = 10


def danger(card: Card, player: Opponent, position: Position) -> float | None:
    """Estimate the chance that a player can use a discard; None where nothing is known."""
    if card.kind == SKIP:
        return 0.0
    if player.laid:
        return float(fits_table(card, position))
    phase = phase_of(player, position)
    if phase is None:
        return None
    cards = _DEALT if player.cards is None else player.cards
    rows = [*position.held_by(player), *_counted(player.threw)]
    return use_chance(card.kind, _goals(phase), 0, rows, 0, KINDS, position.unseen, 0, cards)


def fits_table(card: Card, position: Position) -> bool:
    """Tell whether a card could be hit on a group that lies on the table."""
    return any(meld.settled().open_to[card.kind] for meld in position.table)


def phase_of(player: Opponent, position: Position) -> Phase | None:
    """Give the phase that another player is at, None where it is not known."""
    if player.phase is None or not 1 <= player.phase <= len(position.phases):
        return None
    return position.phases[player.phase - 1]


@lru_cache(maxsize=64)
def _goals(phase: Phase) -> list[int]:
    return goal_row(phase, SEED)


def _counted(cards: Iterable[Card]) -> list[int]:
    counts = [0] * KINDS
    for card in cards:
        counts[card.kind] += 1
    return counts
