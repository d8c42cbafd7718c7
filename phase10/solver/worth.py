"""What a move is worth beside the cards it keeps: one scale for turns, points, gifts and skips.

The unit is one turn, once the own phase lies a point. The weights were tuned in whole matches of
the player ``optimal``, which uses the same; they are told as ``judgment`` wherever they decide.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import Final

from phase10.game.cards import Card
from phase10.game.position import ME, Opponent, Position
from phase10.solver.danger import fits_table

__all__ = [
    "WEIGHTS",
    "gift",
    "gift_points",
    "help_of",
    "keeping",
    "keeping_points",
    "next_player",
    "point",
    "skip_gain",
    "skip_points",
    "skip_targets",
]

FED_DOWN: Final = 0
"""While waiting: a card that a player who is down can use for certain, in turns."""
FED_OTHER: Final = 1
"""While waiting: a card that a player who is not down needs for certain, in turns."""
GIFT_DOWN: Final = 2
"""The same once the own phase lies, in points."""
GIFT_OTHER: Final = 3
POINT: Final = 4
"""A point left in hand while nobody is down, in turns."""
POINT_DOWN: Final = 5
"""A point left in hand when another player is down."""
POINT_LAST: Final = 6
"""A point left in hand when another player is down and holds few cards."""
LAST_CARDS: Final = 7
"""How many cards are few."""
SKIP_OTHER: Final = 8
"""The turn lost by a player who is not down, in turns."""
SKIP_DOWN: Final = 9
"""The turn lost by a player who is down, and more for each card that it holds below five:"""
SKIP_FEW: Final = 10
SKIP_POINTS: Final = 11
"""Once the phase lies: a turn that another player loses, for each turn of its worth, in points."""
KEEP_FITTING: Final = 12
"""While waiting: keeping a card that can be hit once the phase lies, in turns."""
KEEP_NEAR: Final = 13
"""Once the phase lies: keeping a card that fits a run after one more card, in points."""
UNSEEN_CARDS: Final = 14
"""How far the turns of the model follow the cards really unseen: 0 not at all, 1 in proportion."""
CARD_LEFT: Final = 15
"""A card that a layout leaves in hand, beside its points, in points; less where it can be hit next
turn. 0: layouts are chosen by wilds first."""
WAITING: Final = 16
"""1: turns are those of the waiting game; 0, to see what they are worth: of the missing cards."""

WEIGHTS: Final = (
    1.0, 0.5, 10.0, 20.0, 0.002, 0.01, 0.03, 2.0, 0.15, 0.5, 0.1, 4.0, 0.3, 5.0, 0.5, 10.0, 1.0,
)  # fmt: skip
"""The weights in use, in the order of their names: tuned in matches of ``optimal``."""
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


def gift_points(danger: float | None, player: Opponent | None) -> float:
    """Weigh the same once the own phase lies, in points."""
    if danger is None or player is None:
        return 0.0
    if player.laid:
        return danger * WEIGHTS[GIFT_DOWN]
    return help_of(danger) * WEIGHTS[GIFT_OTHER]


def keeping(card: Card, position: Position) -> float:
    """Weigh a card that can be hit once the own phase lies, in turns."""
    return WEIGHTS[KEEP_FITTING] * fits_table(card, position)


def keeping_points(card: Card, position: Position) -> float:
    """Weigh, once the own phase lies, a card that fits a run after one more card, in points."""
    if card.number is None:
        return 0.0
    for meld in position.table:
        settled = meld.settled()
        if settled.ends is not None and settled.color in (None, card.color):
            low, high = settled.ends
            if card.number in (low - 2, high + 2):
                return WEIGHTS[KEEP_NEAR]
    return 0.0


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


def skip_points(player: Opponent | None) -> float:
    """Weigh the same once the own phase lies, in points."""
    return WEIGHTS[SKIP_POINTS] * skip_gain(player)


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
