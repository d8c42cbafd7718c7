"""What a report can mean: the ways to lay cards that were seen, the places where a card fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from phase10.game.all_layouts import all_layouts
from phase10.game.cards import CARDS, Card, Hand
from phase10.game.live import LiveRound
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Hit, Laid, Lay

__all__ = ["MOST_WAYS", "places_of", "ways_to_lay"]

MOST_WAYS = 24
"""Ways to lay that are told apart; cards of which so many are wilds are rarely seen."""


def ways_to_lay(live: LiveRound, cards: Sequence[Card]) -> tuple[Lay, ...]:
    """List how the player to move can lay all these cards as a whole phase, at most 24 ways.

    The cards are told in any order, wilds as plain ones; more cards than the goals ask are part of
    the groups (``extra_on_lay``). Empty when the cards do not make a phase of this player.
    """
    game, seat = live.game, live.game.turn
    open_to_all = seat in live.unknown.phases and not game.tie_break and game.rules.in_order
    numbers = game.setup.numbers if open_to_all else game.open_phases(seat)
    hand = Hand([CARDS[card.kind] for card in cards], game.rules.deck)
    named = len(game.open_phases(seat)) > 1
    found: dict[tuple[tuple[str, tuple[Card, ...]], ...], Lay] = {}
    for number in numbers:
        phase = game.setup.phase(number)
        if phase.size > len(hand) or (phase.size < len(hand) and not game.rules.extra_on_lay):
            continue
        for groups in all_layouts(hand, phase, game.rules):
            used = [card for group in groups for card in group.cards]
            for whole in _with_rest(groups, hand - used):
                alike = tuple(sorted((kind, tuple(sorted(laid))) for kind, laid in whole))
                found.setdefault(alike, Lay(whole, number if named else None))
                if len(found) == MOST_WAYS:
                    return tuple(found.values())
    return tuple(found.values())


def _with_rest(groups: tuple[Laid, ...], rest: Hand) -> Iterator[tuple[Laid, ...]]:
    """Add the rest of the cards to the groups in every way in which all of them fit."""
    if not rest:
        yield groups
        return
    # A card may fit only after another one: any of them can come first.
    for card in rest.kinds():
        for place, group in enumerate(groups):
            meld = Meld(SEATS[0], *group)
            for declared in meld.open_to[card.kind]:
                cards = meld.with_card(declared).cards
                grown = (*groups[:place], Laid(group.kind, cards), *groups[place + 1 :])
                yield from _with_rest(grown, rest - card)


def places_of(live: LiveRound, card: Card) -> tuple[Hit, ...]:
    """List the hits with a card that fit the groups on the table, wilds as what they stand for."""
    met: Counter[str] = Counter()
    found: list[Hit] = []
    for meld in live.game.table:
        met[meld.owner] += 1
        owner, group = SEATS.index(meld.owner), met[meld.owner]
        found += [Hit(declared, owner, group) for declared in meld.open_to[card.kind]]
    return tuple(found)
