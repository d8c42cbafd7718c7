"""A legal move of the same intent as one that was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from phase10.game.moves import Discard, Draw, EndTurn, Hit, Lay, Move, TakeDiscard
from phase10.game.refusals import Refusal

if TYPE_CHECKING:
    from phase10.game.engine import Game

__all__ = ["suggested"]


def suggested(game: Game, move: Move, refusal: Refusal) -> Move | None:
    """Find a legal move like the one refused: the same card, or the same kind of act."""
    legal = game.legal_moves()
    if refusal.code == "draw.first" or isinstance(move, Draw | TakeDiscard):
        wanted = TakeDiscard if isinstance(move, TakeDiscard) and move.depth > 1 else Draw
        draws = [other for other in legal if isinstance(other, Draw | TakeDiscard)]
        return next((other for other in draws if isinstance(other, wanted)), _first(draws))
    discards = [other for other in legal if isinstance(other, Discard)]
    layings = [other for other in legal if isinstance(other, Lay)]
    if refusal.code == "hit.before_laying":
        return _first(layings)
    if isinstance(move, Lay):
        return max(layings, key=lambda other: _shared(move, other), default=None)
    if isinstance(move, Hit):
        if refusal.code == "hit.last_card":
            return _with_kind(discards, move.card.kind)
        hits = [other for other in legal if isinstance(other, Hit)]
        here = [other for other in hits if (other.seat, other.group) == (move.seat, move.group)]
        return _with_kind([*here, *hits], move.card.kind) or _first(here)
    if isinstance(move, Discard):
        return _with_kind(discards, move.card.kind) or _dearest(game, discards)
    return _dearest(game, discards) if isinstance(move, EndTurn) else None


def _first(moves: Sequence[Move]) -> Move | None:
    return moves[0] if moves else None


def _with_kind(moves: Sequence[Hit] | Sequence[Discard], kind: int) -> Move | None:
    return next((move for move in moves if move.card.kind == kind), None)


def _dearest(game: Game, discards: Sequence[Discard]) -> Move | None:
    """Choose the discard that sheds the most points and is no wild."""

    def worth(move: Discard) -> tuple[bool, int]:
        return (not move.card.is_wild, game.rules.points(move.card))

    return max(discards, key=worth, default=None)


def _shared(move: Lay, other: Lay) -> int:
    """Count the cards that two layings have in common."""
    wanted = Counter(card for group in move.groups for card in group.cards)
    return sum((wanted & Counter(card for group in other.groups for card in group.cards)).values())
