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

FED_DOWN: Final = 0
"""Feeding a player who has laid down, in turns."""
FED_OTHER: Final = 1
"""Feeding a player who has not."""
POINT: Final = 2
"""A point left in hand while nobody is down."""
POINT_DOWN: Final = 3
"""A point left in hand when another player is down."""
POINT_LAST: Final = 4
"""A point left in hand when another player is down and holds few cards."""
LAST_CARDS: Final = 5
"""How many cards are few."""
SKIP_OTHER: Final = 6
"""The turn lost by a player who is not down."""
SKIP_DOWN: Final = 7
"""The turn lost by a player who is down, and more for each card below five:"""
SKIP_FEW: Final = 8
GIFT_POINTS: Final = 9
"""Once the phase lies: a certain gift to a player who is down, in points."""
SKIP_POINTS: Final = 10
"""Once the phase lies: a turn that another player loses, for each turn of its worth, in points."""
KEEP_FITTING: Final = 11
"""Keeping a card that can be hit once the phase lies, in turns."""
LIVE: Final = 12
"""How far the turns of the model follow the cards really unseen: 0 not at all, 1 in proportion."""
FED_WAITING: Final = 13
"""Once the phase lies: feeding a player who has not laid."""
NEAR: Final = 14
"""Once the phase lies: keeping a card that fits a run after one more card, in points."""
LAY_POINTS: Final = 15
LAY_CARDS: Final = 16
DEADLINE: Final = 17

WEIGHTS: Final = (
    1.0, 0.5, 0.002, 0.01, 0.03, 2.0, 0.15, 0.5, 0.1, 10.0, 4.0, 0.3, 0.5, 2.0, 5.0, 1.0, 10.0, 0.0,
)  # fmt: skip
"""The weights in use, in the order of their names."""
_FEW: Final = 5


def help_of(use: float) -> float:
    """Tell how much a card helps who may need it, 1 for one that is needed for certain.

    Measured in self-play: a card that is hardly of use also saves fewer turns where it is.
    """
    return float(use**1.5)


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
    if player.laid:
        return danger * WEIGHTS[FED_DOWN]
    return help_of(danger) * WEIGHTS[FED_OTHER]


def point(position: Position) -> float:
    """Weigh a point left in hand, in turns: the more, the sooner another may end the round."""
    down = [player for player in position.players if player.laid]
    if any(player.cards is not None and player.cards <= WEIGHTS[LAST_CARDS] for player in down):
        return WEIGHTS[POINT_LAST]
    return WEIGHTS[POINT_DOWN if down else POINT]


def skip_gain(player: Opponent | None) -> float:
    """Weigh the turn that a player loses by a skip, in turns of one's own."""
    if player is None:
        return 0.0
    if not player.laid:
        return WEIGHTS[SKIP_OTHER]
    few = 0 if player.cards is None else max(0, _FEW - player.cards)
    return WEIGHTS[SKIP_DOWN] + WEIGHTS[SKIP_FEW] * few


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
