"""The game in which a board begins, and how the others at the table play on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from phase10.game.cards import CARDS, Card
from phase10.game.engine import Game
from phase10.game.errors import CardError, GameError
from phase10.game.moves import Discard, Draw, Move, parse_move
from phase10.game.position import ME
from phase10.game.rules import SEED, Rules
from phase10.game.sight import game_of, seat_names, seats_by_name
from phase10.game.stages import DRAW, PLAY
from phase10.players import PLAYERS, choice_of
from phase10.teaching.course.board import Scene

__all__ = ["MY_SEAT", "begun", "lies_there", "others_move", "owner_of", "seats_of", "waits"]

MY_SEAT = 0
"""The seat of the learner on every board."""


def begun(scene: Scene, rules: Rules | None = None) -> tuple[Game | None, tuple[str, ...]]:
    """Give the game at the start of a board and the names by seat; no game on a board without one.

    ``rules`` replace those of the scene. Raises :class:`GameError`.
    """
    if scene.deal is not None:
        names = (ME, *scene.deal.players)
        dealer = seats_of(names)[scene.deal.dealer]
        game = Game.start(scene.deal.seed, len(names), rules or SEED, dealer=dealer)
        return game, names
    if scene.position is None:
        return None, (ME,)
    position = scene.position if rules is None else replace(scene.position, rules=rules)
    drawn = [CARDS[kind] for kind in scene.draws]
    # Cards that are to come are in nobody's hand: they wait where cards lie that are out of play.
    waiting = replace(position, seen=position.seen + drawn)
    game = _with_draws(game_of(waiting), scene.draws)
    names = seat_names(position)
    if scene.watching:
        watching = {seats_of(names)[name] for name in scene.watching}
        playing = tuple(seat for seat in game.playing if seat not in watching)
        game = replace(game, playing=playing, tied=playing if game.tie_break else ())
    return game, names


def seats_of(names: Sequence[str]) -> dict[str, int]:
    """Give the seat of each name at the table."""
    return seats_by_name(names)


def _with_draws(game: Game, draws: tuple[int, ...]) -> Game:
    """Put the cards that come next on top of the draw pile."""
    discards, pile = list(game.discards), list(game.pile)
    for kind in reversed(draws):
        if kind in discards:
            discards.remove(kind)
        elif kind in pile:
            pile.remove(kind)
        else:
            raise CardError("card.too_many", card=str(CARDS[kind]), count=1, limit=0)
        pile.append(kind)
    return replace(game, pile=tuple(pile), discards=tuple(discards))


def others_move(game: Game, others: str | tuple[str, ...], made: int, names: Sequence[str]) -> Move:
    """Give the move of another player whose turn it is; ``made``: moves that others made before.

    ``others`` is that of a board: ``quiet`` players draw a card and discard a number card, at the
    end of a list of moves all are quiet. Raises :class:`GameError` for a text that is no move.
    """
    if isinstance(others, tuple) and made < len(others):
        return parse_move(others[made], seats_of(names))
    if isinstance(others, str) and others in PLAYERS:
        return choice_of(PLAYERS[others], game)
    return _quiet(game)


def _quiet(game: Game) -> Move:
    legal = game.legal_moves()
    if game.stage == DRAW:
        return Draw() if Draw() in legal else legal[0]
    discards = [move for move in legal if isinstance(move, Discard)]
    drawn = [move for move in discards if move.card.kind == game.drew]
    plain = [move for move in (*drawn, *discards) if _is_plain(move.card)]
    return (plain or discards)[0]


def _is_plain(card: Card) -> bool:
    return card.is_number


def waits(game: Game) -> bool:
    """Tell whether the round goes on with somebody else than the learner."""
    return game.stage in (DRAW, PLAY) and game.turn != MY_SEAT


def owner_of(what: str) -> str:
    """Give the owner of a group on the table (``Anna.1``), "" for anything else."""
    owner, dot, group = what.rpartition(".")
    return owner if dot and group.isdecimal() else ""


def lies_there(game: Game | None, names: Sequence[str], what: str) -> bool:
    """Tell whether a thing that can be tapped is on the table or in the learner's hand."""
    if game is None:
        return False
    owner = owner_of(what)
    if owner:
        seat = seats_of(names).get(owner, -1)
        return game.place(seat, int(what.rpartition(".")[2])) >= 0
    if what == "pile":
        return bool(game.pile)
    if what == "discards":
        return bool(game.discards)
    try:
        kind = Card.parse(what).kind
    except GameError:
        return False
    laid = any(card.kind == kind for meld in game.table for card in meld.cards)
    return laid or kind in game.discards[-1:] or bool(game.hand(MY_SEAT).counts[kind])
