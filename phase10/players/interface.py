"""Who decides in a match: a player is shown a view and chooses a move.

A view is built from what the seat to move can see, so a player cannot look at hidden cards however
it is written: no hand of another seat, no order of the draw pile, no seed of the deals is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from phase10.game.cards import Card, Hand
from phase10.game.engine import Game
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Move
from phase10.game.phases import Phase
from phase10.game.rules import Rules

__all__ = ["Player", "Shown", "View", "chance_of", "choice_of", "view_of"]


@dataclass(frozen=True, slots=True)
class Shown:
    """Hold what everybody sees of one seat.

    ``cards``: how many it holds; ``done``: the phases made in earlier rounds; ``open``: those it
    may lay in this round; ``laid``: the one it has laid; ``skips``: turns still to lose; ``took``
    and ``threw``: kinds taken from the discards and still held, and thrown since the last
    reshuffle.
    """

    cards: int
    score: int
    done: tuple[int, ...]
    open: tuple[int, ...]
    laid: int | None
    skips: int
    took: tuple[int, ...]
    threw: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Hold what the seat to move can see, and the moves it may make.

    ``phases``: the whole list, ``open_phases`` the numbers of those that this seat may lay;
    ``discards``: kinds, the last one on top; ``pile``: how many cards the draw pile has; ``seats``:
    of every seat what all see; ``playing``: the seats dealt in; ``drew``: the kind drawn or taken
    in this turn. ``moves`` are those of :meth:`phase10.game.engine.Game.legal_moves`.
    """

    seat: int
    stage: str
    rules: Rules
    phases: tuple[Phase, ...]
    open_phases: tuple[int, ...]
    hand: Hand
    top: Card | None
    discards: tuple[int, ...]
    pile: int
    table: tuple[Meld, ...]
    seats: tuple[Shown, ...]
    playing: tuple[int, ...]
    dealer: int
    round: int
    turns: int
    laid_now: bool
    drew: int | None
    taken: bool
    tie_break: bool
    moves: tuple[Move, ...]

    @property
    def has_laid(self) -> bool:
        """Tell whether the own phase lies on the table."""
        return self.seats[self.seat].laid is not None

    def groups_to_hit(self) -> tuple[tuple[int, int, Meld], ...]:
        """List the groups that may be hit now, or in a later turn before the draw.

        Each as (owner, number of the group from 1, group); the own ones alone in the turn of
        laying where S26 holds. Empty while the own phase does not lie.
        """
        if not self.has_laid:
            return ()
        own = SEATS[self.seat]
        others = not self.laid_now or self.rules.hit_others_same_turn
        places: dict[str, int] = {}
        found: list[tuple[int, int, Meld]] = []
        for meld in self.table:
            place = places[meld.owner] = places.get(meld.owner, 0) + 1
            if others or meld.owner == own:
                found.append((SEATS.index(meld.owner), place, meld))
        return tuple(found)


class Player(Protocol):
    """Decide for a seat.

    ``name`` is the player's name in :data:`phase10.players.PLAYERS`; views describe it. A player
    keeps nothing from move to move: the same view and chance give the same move.
    """

    @property
    def name(self) -> str:
        """Name the player."""

    def choose(self, view: View, chance: Random) -> Move:
        """Choose one of ``view.moves``; all that is random comes from ``chance``."""


def view_of(game: Game) -> View:
    """Show the seat to move what it can see."""
    seats = tuple(
        Shown(
            cards=len(seat.hand),
            score=seat.score,
            done=seat.done,
            open=game.open_phases(index),
            laid=seat.laid,
            skips=seat.skips,
            took=seat.took,
            threw=seat.threw,
        )
        for index, seat in enumerate(game.seats)
    )
    return View(
        seat=game.turn,
        stage=game.stage,
        rules=game.rules,
        phases=game.setup.phases,
        open_phases=game.open_phases(game.turn),
        hand=game.hand(game.turn),
        top=game.top,
        discards=game.discards,
        pile=len(game.pile),
        table=game.table,
        seats=seats,
        playing=game.playing,
        dealer=game.dealer,
        round=game.round,
        turns=game.turns,
        laid_now=game.laid_now,
        drew=game.drew,
        taken=game.taken,
        tie_break=game.tie_break,
        moves=game.legal_moves(),
    )


def chance_of(game: Game) -> Random:
    """Give the chance of the decision at hand, always the same at the same point of a match.

    It depends on the seed, the round, the turn, the seat and how far the turn is, so that a match
    continued from its record plays on as if it had not been interrupted.
    """
    place = (game.setup.seed, game.round, game.turns, game.turn, game.stage)
    return Random("/".join(map(str, (*place, len(game.hand(game.turn))))))


def choice_of(player: Player, game: Game) -> Move:
    """Let a player decide for the seat to move."""
    return player.choose(view_of(game), chance_of(game))
