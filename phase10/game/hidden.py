"""Cards out of sight: where they may lie, kept true to everything that is told of them.

A player who follows a real round does not know the draw pile nor the other hands. They are filled
with the cards never seen; when a card shows up, it changes places with one of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from phase10.game.cards import CARDS, Cards, Hand
from phase10.game.engine import Game, Seat
from phase10.game.errors import PositionError

__all__ = ["Unknown", "came_by", "holding"]


@dataclass(frozen=True)
class Unknown:
    """Hold what of a game that was filled in nobody has told.

    ``floor``: so many of the lowest discards are out of sight; ``seen``: cards known to lie among
    them or in a hand; ``phases``: the seats whose phase is not known; ``scores``: points of the
    rounds before by seat, None where they are not known; ``pile``: whether the number of cards in
    the draw pile is unknown.
    """

    floor: int = 0
    seen: Cards = Cards()
    phases: frozenset[int] = frozenset()
    scores: tuple[int | None, ...] = ()
    pile: bool = False

    def shuffled(self, floor: int = 0) -> Unknown:
        """Give what is unknown after the discards became the draw pile, but for ``floor``."""
        return replace(self, floor=floor, seen=Cards((), self.seen.deck))


def holding(
    game: Game, unknown: Unknown, seat: int, needed: Mapping[int, int], name: str
) -> tuple[Game, Unknown]:
    """Give a game, as true as this one, in which another player holds these kinds.

    Raises :class:`PositionError`, in which ``name`` tells the player: ``live.few`` for more cards
    than are held, ``live.known`` where all cards of the hand are known, ``live.copies`` where every
    copy of a card lies elsewhere for all to see.
    """
    held = Counter({kind: n for kind, n in enumerate(game.hand(seat).counts) if n})
    wanted = Counter(dict(needed))
    if wanted.total() > held.total():
        raise PositionError("live.few", player=name, count=held.total())
    lacking = wanted - held
    bound = Counter(game.seats[seat].took) | (wanted & held)
    free = sorted((held - bound).elements())
    for kind in sorted(lacking.elements()):
        card = str(CARDS[kind])
        if not free:
            raise PositionError("live.known", player=name, card=card)
        changed = _exchanged(game, unknown, seat, free[0], kind)
        if changed is None:
            raise PositionError("live.copies", player=name, card=card)
        game, unknown = changed
        free = free[1:]
    return game, unknown


def came_by(game: Game, unknown: Unknown, kind: int) -> tuple[Game, Unknown]:
    """Give the game in which the card just drawn by the player to move is of this kind.

    Raises :class:`PositionError` ``live.drew`` where every copy lies elsewhere for all to see.
    """
    if game.drew is None or game.drew == kind:
        return game, unknown
    changed = _exchanged(game, unknown, game.turn, game.drew, kind)
    if changed is None:
        raise PositionError("live.drew", card=str(CARDS[kind]))
    game, unknown = changed
    return replace(game, drew=kind), unknown


def _exchanged(
    game: Game, unknown: Unknown, seat: int, gone: int, come: int
) -> tuple[Game, Unknown] | None:
    """Let a card of a hand change places with one out of sight; None where there is none."""
    found = _put_away(game, unknown, seat, gone, come)
    if found is None:
        return None
    game, unknown = found
    hand = game.hand(seat) - CARDS[gone] + CARDS[come]
    return replace(game, seats=_with_hand(game, seat, hand)), unknown


def _put_away(
    game: Game, unknown: Unknown, seat: int, gone: int, come: int
) -> tuple[Game, Unknown] | None:
    """Put one kind where another lies out of sight, not in this hand nor in mine."""
    if come in game.pile:
        return replace(game, pile=_put(game.pile, game.pile.index(come), gone)), unknown
    for other in game.playing:
        held = game.seats[other]
        if other in (0, seat) or held.hand.counts[come] <= held.took.count(come):
            continue
        changed = held.hand - CARDS[come] + CARDS[gone]
        return replace(game, seats=_with_hand(game, other, changed)), unknown
    lowest = game.discards[: unknown.floor]
    if come not in lowest:
        return None
    discards = _put(game.discards, lowest.index(come), gone)
    seen = unknown.seen
    if lowest.count(come) <= seen.counts[come]:
        unknown = replace(unknown, seen=seen - CARDS[come])
    return replace(game, discards=discards), unknown


def _with_hand(game: Game, seat: int, hand: Hand) -> tuple[Seat, ...]:
    seats = list(game.seats)
    seats[seat] = replace(seats[seat], hand=hand)
    return tuple(seats)


def _put(kinds: tuple[int, ...], place: int, kind: int) -> tuple[int, ...]:
    return (*kinds[:place], kind, *kinds[place + 1 :])
