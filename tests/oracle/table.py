"""The best play of one player from a pile to which nothing returns, exactly and slowly.

Every order of the cards is played out, over counts of kinds; for decks of a few cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf

from phase10.game.cards import KINDS, WILD, Cards
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.groupings import missing

Counts = tuple[int, ...]


def exact_turns(
    hand: Sequence[int], unseen: Sequence[int], phase: Phase, rules: Rules, *, offer: bool
) -> float:
    """Expected turns until the phase is laid down; infinity where the pile may end before."""

    @cache
    def holds(cards: Counts) -> bool:
        return missing(Cards.from_counts(cards, rules.deck), phase, rules) == 0

    @cache
    def left(eleven: Counts, pile: Counts) -> float:
        """What is left after a draw, with the best discard."""
        if holds(eleven):
            return 0.0
        return min(turns(_changed(eleven, kind, -1), pile) for kind in range(KINDS) if eleven[kind])

    def drawn(ten: Counts, pile: Counts) -> float:
        """What is left after a blind draw."""
        cards = sum(pile)
        if not cards:
            return inf
        return (
            sum(
                pile[kind] * left(_changed(ten, kind, 1), _changed(pile, kind, -1))
                for kind in range(KINDS)
                if pile[kind]
            )
            / cards
        )

    @cache
    def turns(ten: Counts, pile: Counts) -> float:
        naturals = sum(pile[:WILD])
        if not offer or not naturals:
            return 1.0 + drawn(ten, pile)
        total = 0.0
        for kind in range(WILD):
            if pile[kind]:
                rest = _changed(pile, kind, -1)
                total += pile[kind] * min(left(_changed(ten, kind, 1), rest), drawn(ten, rest))
        return 1.0 + total / naturals

    return 1.0 if holds(tuple(hand)) else turns(tuple(hand), tuple(unseen))


def _changed(counts: Counts, kind: int, step: int) -> Counts:
    return (*counts[:kind], counts[kind] + step, *counts[kind + 1 :])
