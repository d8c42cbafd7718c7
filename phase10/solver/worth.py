"""What a move is worth beside the cards it keeps: one scale for turns, points, gifts and skips.

The unit is one turn. The weights are judgment until whole matches have been simulated to measure
them; they are told as ``judgment`` wherever they decide.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import Final

from phase10.game.position import ME, Opponent, Position

__all__ = ["gift", "next_player", "point", "skip_gain", "skip_targets"]

FED_DOWN: Final = 1.0
"""Feeding a player who has laid down: as much as a turn."""
FED_OTHER: Final = 0.25
"""Feeding a player who has not."""
_POINT: Final = 0.002
_POINT_DOWN: Final = 0.01
_POINT_LAST: Final = 0.03
_LAST_CARDS: Final = 2
_SKIP: Final = 0.15
_SKIP_DOWN: Final = 0.5


def next_player(position: Position) -> Opponent | None:
    """Give who plays after this turn: the first with no turn to lose; None where that is ``me``."""
    if not position.players:
        return None
    waiting = Counter(position.skipped)
    for player in cycle((*position.players, None)):
        name = ME if player is None else player.name
        if not waiting[name]:
            return player
        waiting[name] -= 1
    return None


def gift(danger: float | None, player: Opponent | None) -> float:
    """Weigh the chance that the next player can use the discard, in turns."""
    if danger is None or player is None:
        return 0.0
    return danger * (FED_DOWN if player.laid else FED_OTHER)


def point(position: Position) -> float:
    """Weigh a point left in hand, in turns: the more, the sooner another may end the round."""
    down = [player for player in position.players if player.laid]
    if any(player.cards is not None and player.cards <= _LAST_CARDS for player in down):
        return _POINT_LAST
    return _POINT_DOWN if down else _POINT


def skip_gain(player: Opponent | None) -> float:
    """Weigh the turn that a player loses by a skip, in turns of one's own."""
    if player is None:
        return 0.0
    few = 0.0 if player.cards is None or not player.laid else max(0.0, 0.1 * (5 - player.cards))
    return (_SKIP_DOWN if player.laid else _SKIP) + few


def skip_targets(position: Position) -> tuple[Opponent, ...]:
    """List whom a skip may be played on (S40; options skip_target, skip_limit), the best first."""
    players = position.players
    if position.rules.skip_target == "next":
        players = players[:1]
    if position.rules.skip_limit == "until_served":
        players = tuple(player for player in players if player.name not in position.skipped)

    def order(player: Opponent) -> tuple[float, int, int]:
        return (-skip_gain(player), -(player.phase or 0), players.index(player))

    return tuple(sorted(players, key=order))
