"""What a player would rather do, told of cards and moves: which phase to aim at, which layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Lay
from phase10.game.phases import Phase
from phase10.players.interface import View
from phase10.solver.endings import best_ending

__all__ = ["aimed", "ranked_layings"]

_COMPARED: Final = 60
"""Layouts whose points are compared; of more, those with the fewest wilds."""


def aimed(lacking: Sequence[int], phases: Sequence[Phase]) -> int:
    """Choose the phase to aim at: the fewest missing, of equal ones the hardest.

    The hardest is the one that asks the most cards, then the last one of the list: it is worth
    taking when it comes as easily as the others. See :func:`phase10.players.greedy.aimed_phase`.
    """
    return min(range(len(phases)), key=lambda i: (lacking[i], -phases[i].size, -i))


def ranked_layings(view: View, layings: Sequence[Lay]) -> list[Lay]:
    """Sort layings, the best first: the hardest phase, the fewest wilds, the fewest points left.

    The points that stay after the hits of the same turn are counted for the first sixty only.
    """

    def rank(lay: Lay) -> tuple[int, int, int]:
        number = lay.phase or view.open_phases[0]
        return (-view.phases[number - 1].size, -number, _wilds(lay))

    ranked = sorted(layings, key=rank)
    compared = sorted(ranked[:_COMPARED], key=lambda lay: (rank(lay), _points_after(view, lay)))
    return compared + ranked[_COMPARED:]


def _wilds(lay: Lay) -> int:
    return sum(card.is_wild for group in lay.groups for card in group.cards)


def _points_after(view: View, lay: Lay) -> int:
    """Count the points that stay in hand after this laying and the rest of the turn."""
    own = SEATS[view.seat]
    melds = [Meld(own, kind, cards) for kind, cards in lay.groups]
    left = view.hand - [card for group in lay.groups for card in group.cards]
    return best_ending(left, (*view.table, *melds), own, view.rules, laid_now=True).points_left
