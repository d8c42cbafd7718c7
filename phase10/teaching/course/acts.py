"""What a learner can do on a board, to and from text.

Moves of the game are those of :mod:`phase10.game.moves`. The rest is the same on every board:
``tap R7``, ``tap pile``, ``choose left``, ``number Anna = 15``, ``point 2``, ``wait``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from phase10.game.cards import CARDS, COLORS, NUMBERS, Card
from phase10.game.errors import CardError, GameError
from phase10.game.moves import (
    SEATS,
    Discard,
    Draw,
    EndTurn,
    Hit,
    Lay,
    Move,
    TakeBack,
    TakeDiscard,
    parse_move,
)

__all__ = [
    "KINDS",
    "MOVES",
    "PILES",
    "Act",
    "Choose",
    "Enter",
    "Point",
    "Tap",
    "Wait",
    "act_text",
    "kind_of",
    "parse_act",
    "tap_meets",
    "tap_target",
]

PILES: Final = ("pile", "discards")
"""What can be tapped beside cards and groups: the draw pile and the discard pile."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Touch a thing on the table: a card, one of :data:`PILES`, or a group (``Anna.1``)."""

    what: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose one of the options of the board by its id."""

    option: str


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a number into a field of the board."""

    field: str
    number: int


@dataclass(frozen=True, slots=True)
class Point:
    """Point at one of the moves listed by the board, from 1: this one is not allowed."""

    move: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Let the others play until it is the own turn."""


Act = Move | Tap | Choose | Enter | Point | Wait

MOVES: Final = ("draw", "take", "lay", "hit", "discard", "back", "end")
"""The kinds of acts that are moves of the game; ``back`` takes a card from a laid group."""

KINDS: Final = (*MOVES, "tap", "choose", "number", "point", "wait")
"""All kinds of acts."""

_KIND_OF: Final[dict[type, str]] = {
    Draw: "draw",
    TakeDiscard: "take",
    Lay: "lay",
    Hit: "hit",
    Discard: "discard",
    TakeBack: "back",
    EndTurn: "end",
    Tap: "tap",
    Choose: "choose",
    Enter: "number",
    Point: "point",
    Wait: "wait",
}
_LONGEST: Final = 300
_ENTER: Final = re.compile(r"number\s+(?P<field>\S.*?)\s*=\s*(?P<number>-?[0-9]{1,6})")
_POINT: Final = re.compile(r"point\s+(?P<move>[0-9]{1,2})")
_GROUP: Final = re.compile(r"(?P<owner>\S.*)\.(?P<group>[0-9]{1,2})")


def kind_of(act: Act) -> str:
    """Give the kind of an act, one of :data:`KINDS`."""
    return _KIND_OF[type(act)]


def parse_act(text: str, seats: Mapping[str, int]) -> Act:
    """Read an act; ``seats`` gives the seat that each name stands for.

    Raises :class:`GameError` for a text that is none, or that names a card or player that is none.

    >>> parse_act("number Anna = 15", {})
    Enter(field='Anna', number=15)
    """
    plain = " ".join(text.split())
    word, _, rest = plain.partition(" ")
    if len(plain) > _LONGEST:
        raise GameError("board.act", act=plain)
    if word == "tap" and rest:
        return Tap(_tapped(rest, seats))
    if word == "choose" and rest:
        return Choose(rest)
    if plain == "wait":
        return Wait()
    if match := _POINT.fullmatch(plain):
        return Point(int(match["move"]))
    if match := _ENTER.fullmatch(plain):
        return Enter(match["field"], int(match["number"]))
    return parse_move(plain, seats)


def act_text(act: Act, names: Sequence[str] = SEATS) -> str:
    """Write an act; it reads back with the same names."""
    if isinstance(act, Tap):
        return f"tap {act.what}"
    if isinstance(act, Choose):
        return f"choose {act.option}"
    if isinstance(act, Enter):
        return f"number {act.field} = {act.number}"
    if isinstance(act, Point):
        return f"point {act.move}"
    if isinstance(act, Wait):
        return "wait"
    return act.text(names)


def _tapped(text: str, seats: Mapping[str, int]) -> str:
    """Write what is tapped in the one way: ``R7``, ``pile``, ``Anna.1``."""
    if text.lower() in PILES:
        return text.lower()
    if match := _GROUP.fullmatch(text):
        owners = {name.casefold(): name for name in seats}
        owner = owners.get(match["owner"].casefold())
        if owner is None:
            raise GameError("board.act", act=f"tap {text}")
        return f"{owner}.{int(match['group'])}"
    try:
        return str(CARDS[Card.parse(text).kind])
    except CardError:
        raise GameError("board.act", act=f"tap {text}") from None


def tap_target(text: str, seats: Mapping[str, int]) -> str:
    """Read what a board asks to be tapped: also any card of a number or of a color.

    >>> tap_target("7", {}), tap_target("Yellow", {}), tap_target("w", {})
    ('7', 'yellow', 'W')
    """
    plain = " ".join(text.split())
    if plain.lower() in COLORS:
        return plain.lower()
    if plain.isdecimal() and len(plain) <= 2 and 1 <= int(plain) <= NUMBERS:
        return str(int(plain))
    return _tapped(plain, seats)


def tap_meets(what: str, target: str) -> bool:
    """Tell whether tapping a thing is what a target asks."""
    if what == target:
        return True
    if what in PILES or "." in what:
        return False
    card = Card.parse(what)
    if target in COLORS:
        return card.color == target
    return target.isdecimal() and card.number == int(target)
