"""What a report can mean: the ways to lay cards that were seen, the places where a card fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from phase10.game.cards import Card
from phase10.game.live import LiveRound
from phase10.game.meaning import ways_with
from phase10.game.moves import SEATS, Hit, Lay

__all__ = ["places_of", "ways_to_lay"]


def ways_to_lay(live: LiveRound, cards: Sequence[Card]) -> tuple[Lay, ...]:
    """List how the player to move can lay all these cards as a whole phase, at most 24 ways.

    Whose phase nobody told may be at any; see :func:`phase10.game.meaning.ways_with`.
    """
    game, seat = live.game, live.game.turn
    open_to_all = seat in live.unknown.phases and not game.tie_break and game.rules.in_order
    return ways_with(game, cards, game.setup.numbers if open_to_all else game.open_phases(seat))


def places_of(live: LiveRound, card: Card) -> tuple[Hit, ...]:
    """List the hits with a card that fit the groups on the table, wilds as what they stand for."""
    met: Counter[str] = Counter()
    found: list[Hit] = []
    for meld in live.game.table:
        met[meld.owner] += 1
        owner, group = SEATS.index(meld.owner), met[meld.owner]
        found += [Hit(declared, owner, group) for declared in meld.open_to[card.kind]]
    return tuple(found)
