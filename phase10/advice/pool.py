"""Where the next cards come from: the draw pile, or the discards once they are shuffled anew.

While the pile lasts a draw is as good as any unseen card. When it is used up, all discards but the
face-up one make the next pile (S21), and these have been seen: what is drawn then is known to be
one of them, and no card that others hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from phase10.game.cards import KINDS, Cards
from phase10.game.position import Position
from phase10.solver.table import Restock
from phase10.solver.turns import TurnChances

__all__ = ["SOON", "Pool", "pool_of", "two_piles"]

SOON = 5
"""Own turns ahead of which a new pile matters."""


@dataclass(frozen=True)
class Pool:
    """Hold what may be drawn.

    ``unseen``: fifty counts of the cards of which the next draw of mine is one; ``known``: all
    others outside my hand; ``restock``: the pile that follows within a few turns, if it is known;
    ``again``: whether discards that return are reckoned with at all; ``sure``: whether the next
    draw is certainly one of ``unseen``, each as likely as any other.
    """

    unseen: tuple[int, ...]
    known: Cards
    restock: Restock | None = None
    again: bool = False
    sure: bool = True

    @property
    def last(self) -> bool:
        """Tell whether only one more draw of mine is from the present pile."""
        return self.restock is not None and self.restock.turns == 1

    @property
    def next(self) -> tuple[int, ...]:
        """Count the cards of the pile that follows, those of this one where none is known."""
        return self.unseen if self.restock is None else tuple(self.restock.cards)


def two_piles(one: TurnChances, other: TurnChances) -> TurnChances:
    """Put together the chance of a turn with one pile and of the next with the other.

    The second turn is taken to be as good as a second one with the other pile alone.
    """
    open_then = 1 - other.one
    then = (other.two - other.one) / open_then if open_then else Fraction(1)
    return TurnChances(one.one, one.one + (1 - one.one) * then)


def pool_of(position: Position, *, drawing: bool) -> Pool:
    """Work out what may be drawn; ``drawing``: my draw is the next one.

    Where the size of the pile is not given every unseen card may be drawn at any time.
    """
    rules, pile, discards = position.rules, position.pile, position.discards
    whole = Pool(position.unseen, position.known)
    if pile is None or rules.restock != "reshuffle":
        return whole
    others = len(position.players)
    skipped = sum(player.name in position.skipped for player in position.players)
    before = 0 if drawing else max(0, others - skipped)
    left = pile - before
    # A face-up card that others will cover returns too.
    returning = [0] * KINDS
    for card in discards if before or left > 0 else discards[:-1]:
        returning[card.kind] += 1
    if left <= 0:
        if not sum(returning):
            return whole
        taken = zip(rules.deck.counts, position.hand.counts, returning, strict=True)
        known = [most - held - free for most, held, free in taken]
        return Pool(
            tuple(returning), Cards.from_counts(known, rules.deck), again=True, sure=not before
        )
    turns = -(-left // (1 + others))
    if turns > SOON:
        return whole
    thrown = _share(position.unseen, pile)
    cards = tuple(map(sum, zip(returning, thrown, strict=True)))
    return Pool(position.unseen, position.known, Restock(turns, cards), again=True)


def _share(unseen: tuple[int, ...], cards: int) -> list[int]:
    """Give so many of the unseen cards in their mixture: what players draw, they throw the like."""
    total = sum(unseen)
    if not total:
        return [0] * KINDS
    wanted = [copies * min(cards, total) / total for copies in unseen]
    found = [int(share) for share in wanted]
    by_rest = sorted(range(KINDS), key=lambda kind: found[kind] - wanted[kind])
    for kind in by_rest[: min(cards, total) - sum(found)]:
        found[kind] += 1
    return found
