"""What all questions share: ranks, and the position after a take."""

from __future__ import annotations

from dataclasses import replace

from phase10.advice.options import Option
from phase10.game.cards import Card
from phase10.game.position import Position

__all__ = ["ranked", "taken"]


def taken(position: Position, top: Card) -> Position:
    """Give the position after the face-up card was taken from the discards."""
    discards = position.discards[:-1]
    return replace(
        position,
        hand=position.hand + top,
        top=None,
        discards=discards,
        took=top,
        at="after_draw",
    )


def ranked(options: list[Option]) -> tuple[Option, ...]:
    """Sort by cost and number the ranks; equal costs share a rank."""
    options.sort(key=lambda option: option.cost)
    result: list[Option] = []
    rank = 0
    for place, option in enumerate(options):
        if place == 0 or option.cost != options[place - 1].cost:
            rank = place + 1
        result.append(replace(option, rank=rank))
    return tuple(result)
