"""What may be true where a player sees only a part: hidden cards dealt as fits what was done.

A world gives every hidden card a place: in another hand, in the draw pile, or, where the pile is
known to be smaller, among discards that nobody noted. Deals are as likely as they are without a
look at the play, times the likelihood of what each other player has done with that hand
(:func:`phase10.simulation.worlds_deal.hand_likelihood`, described in docs/winning.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from phase10.game.engine import Game
from phase10.game.kinds import KINDS
from phase10.game.position import Opponent, Position
from phase10.game.sight import OTHERS, game_of
from phase10.players import board as b
from phase10.players.rows import tables_of
from phase10.players.strategies import WORK_SIZE
from phase10.simulation import worlds_deal as deal
from phase10.simulation.shuffling import mixed
from phase10.simulation.state import State, state_of

__all__ = ["STEPS", "Worlds", "completed", "world_of", "worlds_of"]

STEPS: Final = 4
"""Exchanges tried for each hidden card of the hands."""


@dataclass(frozen=True)
class Worlds:
    """Hold what all worlds of a position share, as rows.

    ``position``: with a table of players (:func:`completed`); ``game``: one game in which it comes
    true, with the player at seat 0; ``state``: the rows of the match with the hidden cards taken
    out; ``pool``, ``needs``, ``evidence``: of :mod:`phase10.simulation.worlds_deal`.
    """

    position: Position
    game: Game
    state: State
    pool: tuple[int, ...]
    needs: tuple[int, ...]
    evidence: tuple[int, ...]


def completed(position: Position) -> Position:
    """Give a position with a table: without players one other, at the own phase where unknown."""
    number = next(
        (place for place, phase in enumerate(position.phases, 1) if phase == position.phase), None
    )
    players = position.players or (Opponent(OTHERS[0]),)
    settled = tuple(
        replace(
            player,
            phase=number if player.phase is None else player.phase,
            score=position.score if player.score is None else player.score,
        )
        for player in players
    )
    return replace(position, players=settled)


def worlds_of(position: Position) -> Worlds:
    """Prepare the worlds of a position, for a seat that is to move.

    Raises :class:`GameError` where the position contradicts itself: what
    :func:`phase10.game.sight.game_of` raises for hands and piles that cannot be.
    """
    position = completed(position)
    game = game_of(position)
    state = state_of(game)
    unseen = position.unseen
    needs = [0] * deal.NEEDS_SIZE
    owns = [list(map(int, own)) for own in state.owns]
    board = list(map(int, state.board))
    hidden = [0] * KINDS
    for seat, player in enumerate(position.players, 1):
        held = game.hand(seat).counts
        # Where a hand is smaller than what was seen to be taken, the rest is gone.
        known = [min(pair) for pair in zip(position.held_by(player), held, strict=True)]
        needs[seat] = sum(held) - sum(known)
        row = b.SEATS + seat * b.SEAT_SIZE + b.TOOK
        for kind in range(KINDS):
            hidden[kind] += held[kind] - known[kind]
            board[row + kind] = known[kind]
            owns[seat][b.HAND + kind] = known[kind]
    needs[deal.POOL] = sum(unseen)
    needs[deal.REST] = sum(unseen) - sum(hidden) - len(game.pile)
    rest = [0] * KINDS
    for kind in game.discards[: needs[deal.REST]]:
        rest[kind] += 1
    visible = [0] * KINDS
    for kind in (*game.discards, *(card.kind for meld in game.table for card in meld.cards)):
        visible[kind] += 1
    deck = game.rules.deck.counts
    for seat, own in enumerate(owns):
        taken = [
            sum(board[b.SEATS + other * b.SEAT_SIZE + b.TOOK + kind]
                for other in range(len(owns)) if other != seat)
            for kind in range(KINDS)
        ]  # fmt: skip
        for kind in range(KINDS):
            seen = visible[kind] - rest[kind] + taken[kind] + own[b.HAND + kind]
            own[b.UNSEEN + kind] = deck[kind] - seen
    return Worlds(
        position=position,
        game=game,
        state=state._replace(owns=owns, board=board),
        pool=tuple(kind for kind, count in enumerate(unseen) for _ in range(count)),
        needs=tuple(needs),
        evidence=tuple(_evidence(position, game)),
    )


def _evidence(position: Position, game: Game) -> list[int]:
    """Note what the other players have done: thrown, refused, had a turn without laying."""
    row = [0] * (b.MOST_SEATS * deal.EVIDENCE_ROOM)
    lying = [0] * KINDS
    for card in position.discards:
        lying[card.kind] += 1
    for seat, player in enumerate(position.players, 1):
        first = seat * deal.EVIDENCE_ROOM
        threw = player.threw.counts
        row[first + deal.ACTED] = int(bool(player.threw or player.took or player.holds))
        row[first + deal.THROWN : first + deal.REFUSED] = threw
        for below, card in zip(position.discards, position.discards[1:], strict=False):
            # Who threw a card is known where one player threw all of its kind that lie there.
            if threw[card.kind] and threw[card.kind] >= lying[card.kind]:
                row[first + deal.REFUSED + below.kind] += 1
    return row


def world_of(worlds: Worlds, seed: int, steps: int = STEPS) -> State:
    """Deal one world, always the same for the same seed: the rows of a match to be played on."""
    state = plain(worlds.state)
    work = [0] * WORK_SIZE
    work[0] = mixed(seed & ((1 << 62) - 1)) >> 2
    tables = tables_of(worlds.game.setup.phases, worlds.game.rules)
    deal.deal_world(
        steps, state.owns, state.board, state.setup, state.game, state.cards, list(worlds.pool),
        list(worlds.needs), list(worlds.evidence), [1.0] * b.MOST_SEATS, tables, work,
    )  # fmt: skip
    return state


def plain(state: State) -> State:
    """Copy the rows of a match as lists."""
    owns, *rows = state
    return State([list(map(int, own)) for own in owns], *(list(map(int, row)) for row in rows))
