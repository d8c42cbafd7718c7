"""How likely the next player can use a discard: an estimate, and said to be one.

A player who has laid down can use what fits the table: certain. A player who has not holds some
known cards and others that may be any of the unseen ones. A card is taken to serve a goal

- set: when a card of its number is held; run: when no card of its number is held;
- colour: when most known cards are of its colour, else one time in four;
- even, odd: when the number is; either parity: one time in two.

What the player threw says the opposite of what the player took.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from phase10.game.cards import COLORS, NUMBERS, SKIP, WILD, Card
from phase10.game.phases import Group, Phase
from phase10.game.position import Opponent, Position

__all__ = ["danger", "fits_table", "phase_of"]

_DEALT: Final = 10
_THROWN: Final = 0.3
"""By so much a need is doubted when the player threw such a card."""


def danger(card: Card, player: Opponent, position: Position) -> float | None:
    """Estimate the chance that a player can use a discard; None where nothing is known."""
    if card.kind == SKIP:
        return 0.0
    if player.laid:
        return float(fits_table(card, position))
    phase = phase_of(player, position)
    if phase is None:
        return None
    if card.kind == WILD:
        return 1.0
    return max(_need(card, group, player, position) for group in phase.groups)


def fits_table(card: Card, position: Position) -> bool:
    """Tell whether a card could be hit on a group that lies on the table."""
    return any(meld.settled().open_to[card.kind] for meld in position.table)


def phase_of(player: Opponent, position: Position) -> Phase | None:
    """Give the phase that another player is at, None where it is not known."""
    if player.phase is None or not 1 <= player.phase <= len(position.phases):
        return None
    return position.phases[player.phase - 1]


def _need(card: Card, group: Group, player: Opponent, position: Position) -> float:
    number, known = card.number or 0, position.held_by(player)
    if group.kind in ("set", "run", "cset", "crun"):
        kinds = range(number - 1, WILD, NUMBERS)
        if group.kind in ("cset", "crun"):
            kinds = range(card.kind, card.kind + 1)
        held = 1.0 if _count(known, kinds) else _chance_of_any(kinds, player, position)
        threw = any(thrown.number == number for thrown in player.threw)
        if group.kind in ("run", "crun"):
            return (1 - held) * (_THROWN if threw else 1.0)
        return held * (_THROWN if threw and not _count(known, kinds) else 1.0)
    if group.kind == "color":
        threw = any(thrown.color == card.color for thrown in player.threw)
        return _color_need(card, known) * (_THROWN if threw else 1.0)
    if group.kind == "parity":
        return 0.5
    return float((number % 2 == 0) == (group.kind == "even"))


def _color_need(card: Card, known: Sequence[int]) -> float:
    by_color = [_count(known, range(i * NUMBERS, (i + 1) * NUMBERS)) for i in range(len(COLORS))]
    if not any(by_color):
        return 1 / len(COLORS)
    own = by_color[COLORS.index(card.color or "")]
    return own / sum(by_color)


def _count(counts: Sequence[int], kinds: range) -> int:
    return sum(counts[kind] for kind in kinds)


def _chance_of_any(kinds: range, player: Opponent, position: Position) -> float:
    """Compute how likely the unknown cards of a hand hold any of these kinds (hypergeometric)."""
    unseen = sum(position.unseen)
    cards = _DEALT if player.cards is None else player.cards
    unknown = min(unseen, max(0, cards - sum(position.held_by(player))))
    live = _count(position.unseen, kinds)
    return 1 - comb(unseen - live, unknown) / comb(unseen, unknown)
