"""A move of one's own among the ranked ones: which option it is, and whether it is as good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phase10.advice.options import Advice, Option
from phase10.game.moves import SEATS, Discard, Hit, Lay, Move, parse_move

__all__ = ["Comparison", "compared"]


class Comparison(NamedTuple):
    """Hold a move among the options of an advice.

    ``own``: the best option that begins with the move, None where none does; ``best``: the first
    one; ``as_good``: whether the own one shares its rank.
    """

    own: Option | None
    best: Option
    as_good: bool


def compared(advice: Advice, move: Move, called: Sequence[str]) -> Comparison | None:
    """Find a move among the options; None where there is nothing to rank.

    ``called``: the seats as the position names them, the own one ``me``.
    """
    if not advice.options:
        return None
    best = advice.options[0]
    fitting = [option for option in advice.options if _begins(option, move, called)]
    own = min(fitting, key=lambda option: option.rank, default=None)
    return Comparison(own, best, own is not None and own.rank == best.rank)


def _begins(option: Option, move: Move, called: Sequence[str]) -> bool:
    if isinstance(move, Lay):
        return option.move.startswith("lay ") and _groups(option.move) == _laid(move)
    text = move.text(called)
    if isinstance(move, Hit):
        return text in option.hits
    if isinstance(move, Discard):
        # What is hit before is not hit any more once the turn is over.
        return option.move == text and not option.hits
    return option.move == text


def _groups(text: str) -> list[tuple[str, list[str]]]:
    move = parse_move(text, {letter: seat for seat, letter in enumerate(SEATS)})
    return _laid(move) if isinstance(move, Lay) else []


def _laid(move: Lay) -> list[tuple[str, list[str]]]:
    return sorted((kind, sorted(map(str, cards))) for kind, cards in move.groups)
