"""What a player means by a move that is only partly said: ``hit R5``, these cards to be laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from phase10.game.all_layouts import all_layouts
from phase10.game.cards import CARDS, Card, Hand
from phase10.game.engine import Game
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Hit, Laid, Lay
from phase10.game.refusals import Refusal
from phase10.game.typed_moves import Said

__all__ = ["MOST_WAYS", "hits_meant", "laying_meant", "reason_against_hit", "ways_with"]

MOST_WAYS: Final = 24
"""Ways to lay that are told apart; cards of which so many are wilds are rarely seen."""

_GENERAL: Final = (
    "turn.over",
    "turn.not_yours",
    "draw.first",
    "hit.skip",
    "hit.not_held",
    "hit.before_laying",
    "hit.last_card",
)
"""Refusals of a hit that hold wherever the card is put."""


def laying_meant(game: Game, seat: int, said: Said) -> Lay:
    """Give cards laid without a word the kinds of a phase's goals, in an order that is lawful.

    Where none is, the law answers to the first one.
    """
    wanted = said.number or None
    numbers = (said.number,) if said.number else game.open_phases(seat)
    first: Lay | None = None
    for number in numbers:
        if number not in game.setup.numbers:
            continue
        kinds = [group.kind for group in game.setup.phase(number).groups]
        count = len(said.groups)
        orders = permutations(kinds) if len(kinds) == count else [(kinds * count)[:count]]
        for order in dict.fromkeys(map(tuple, orders)):
            lay = Lay(tuple(map(Laid, order, said.groups)), wanted)
            if game.check(lay, seat) is None:
                return lay
            first = first or lay
    return first or Lay(tuple(Laid("set", cards) for cards in said.groups), wanted)


def hits_meant(game: Game, said: Said) -> list[Hit]:
    """List the lawful hits with the card that was said, on the player that was said."""
    hits = [move for move in game.legal_moves() if isinstance(move, Hit)]
    card = said.card
    if card is None:
        return hits
    return [
        hit
        for hit in hits
        if hit.card.kind == card.kind
        and card.stands_for in (None, hit.card.stands_for)
        and said.seat in (None, hit.seat)
    ]


def reason_against_hit(game: Game, seat: int, card: Card, owner: int | None) -> Refusal | None:
    """Give the reason why a card cannot be hit on any group, or on any of an ``owner``.

    None where each group has a reason of its own. A card that fits on another turn is told so.
    """
    counted: dict[str, int] = {}
    found: list[Refusal] = []
    for meld in game.table:
        group = counted[meld.owner] = counted.get(meld.owner, 0) + 1
        there = SEATS.index(meld.owner)
        if owner in (None, there):
            refusal = game.check(Hit(card, there, group), seat)
            if refusal is not None:
                found.append(refusal)
    if not found:
        return game.check(Hit(card, seat if owner is None else owner, 1), seat)
    chosen = [each for each in found if each.code in (*_GENERAL, "hit.others_same_turn")]
    if chosen:
        return chosen[0]
    return found[0] if len(found) == 1 else None


def ways_with(game: Game, cards: Sequence[Card], numbers: Sequence[int]) -> tuple[Lay, ...]:
    """List how the player to move can lay all these cards as one of the phases, at most 24 ways.

    The cards are told in any order, wilds as plain ones; more cards than the goals ask are part of
    the groups (``extra_on_lay``). Empty when the cards do not make such a phase.
    """
    hand = Hand([CARDS[card.kind] for card in cards], game.rules.deck)
    named = len(game.open_phases(game.turn)) > 1
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
