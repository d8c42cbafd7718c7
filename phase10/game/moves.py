"""Moves: what a player can do or try to do in a turn, to and from text.

The text is that of the records and of the positions with verdicts: ``draw pile``,
``take discard``, ``lay set R3 B3 Y3 | set R9 G9 Y9``, ``hit B7 on A.1``, ``discard R5``,
``discard S on B``. Acts that no rule allows (``end turn``, ``take W from A.1``,
``take discard second``) are moves too: they are answered with the rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from phase10.game.cards import Card
from phase10.game.errors import PositionError
from phase10.game.melds import kind_of_goal
from phase10.game.notation import parse_cards

__all__ = [
    "SEATS",
    "Discard",
    "Draw",
    "EndTurn",
    "Hit",
    "Laid",
    "Lay",
    "Move",
    "Step",
    "TakeBack",
    "TakeDiscard",
    "parse_move",
]

SEATS: Final = "ABCDEF"
"""The seats of a match in turn order."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the draw pile (S21)."""

    def text(self, names: Sequence[str] = SEATS) -> str:
        """Write the move; ``names`` are those of the seats, which it does not need."""
        return "draw pile"


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Take a discard (S21); only the top one, ``depth`` 1, may be taken."""

    depth: int = 1

    def text(self, names: Sequence[str] = SEATS) -> str:
        """Write the move; ``names`` are those of the seats, which it does not need."""
        return "take discard" if self.depth == 1 else f"take discard {self.depth}"


class Laid(NamedTuple):
    """Hold one group of cards to be laid: the kind of goal and the cards in order."""

    kind: str
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.kind} {' '.join(map(str, self.cards))}"


class Lay(NamedTuple):
    """Lay down the whole phase at once (S22–S24).

    ``phase``: its number, needed only where several phases are open (S63).
    """

    groups: tuple[Laid, ...]
    phase: int | None = None

    def text(self, names: Sequence[str] = SEATS) -> str:
        """Write the move; ``names`` are those of the seats, which it does not need."""
        which = "lay" if self.phase is None else f"lay {self.phase}:"
        return f"{which} {' | '.join(map(str, self.groups))}"


@dataclass(frozen=True, slots=True)
class Hit:
    """Play a card on a group that lies on the table (S25–S31).

    ``seat``: whose group, 0-based; ``group``: which of that player's, from 1.
    """

    card: Card
    seat: int
    group: int

    def text(self, names: Sequence[str] = SEATS) -> str:
        """Write the move with these names of the seats."""
        return f"hit {self.card} on {names[self.seat]}.{self.group}"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take a card back from a laid group: never allowed (S38, S39)."""

    card: Card
    seat: int
    group: int

    def text(self, names: Sequence[str] = SEATS) -> str:
        """Write the move with these names of the seats."""
        return f"take {self.card} from {names[self.seat]}.{self.group}"


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn with a discard (S32); ``target``: the seat that a skip is played on (S40)."""

    card: Card
    target: int | None = None

    def text(self, names: Sequence[str] = SEATS) -> str:
        """Write the move with these names of the seats."""
        whom = "" if self.target is None else f" on {names[self.target]}"
        return f"discard {self.card}{whom}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn without a discard: never allowed while cards are held (S32)."""

    def text(self, names: Sequence[str] = SEATS) -> str:
        """Write the move; ``names`` are those of the seats, which it does not need."""
        return "end turn"


Step = Draw | TakeDiscard | Lay | Hit | Discard
"""A move that can be lawful."""

Move = Step | TakeBack | EndTurn

_WORDS: Final[dict[str, Move]] = {
    "draw": Draw(),
    "draw pile": Draw(),
    "take": TakeDiscard(),
    "take discard": TakeDiscard(),
    "end turn": EndTurn(),
}
_DEPTHS: Final = {"second": 2, "third": 3}
_LONGEST: Final = 300
_TAKE = re.compile(r"take discard (?P<depth>[0-9]{1,3}|second|third)", re.IGNORECASE)
_LAY = re.compile(r"lay(?:\s+(?P<phase>\d{1,2})\s*:)?\s+(?P<groups>\S.*)", re.IGNORECASE)
_ON = re.compile(
    r"(?P<verb>hit|take)\s+(?P<card>\S.*?)\s+(?:on|from)\s+(?P<owner>.+)\.(?P<group>\d{1,2})",
    re.IGNORECASE,
)
_DISCARD = re.compile(r"discard\s+(?P<card>\S.*?)(?:\s+on\s+(?P<owner>\S.*))?", re.IGNORECASE)


def parse_move(text: str, seats: Mapping[str, int]) -> Move:
    """Read a move; ``seats`` gives the seat that each name stands for.

    Raises :class:`PositionError` ``move.unknown`` or ``move.player``, and :class:`CardError` for a
    card that is none.

    >>> parse_move("discard S on B", {"A": 0, "B": 1})
    Discard(card=Card.parse('S'), target=1)
    """
    plain = " ".join(text.split())
    if len(plain) > _LONGEST:
        raise PositionError("move.unknown", text=plain)
    word = _WORDS.get(plain.lower())
    if word is not None:
        return word
    if match := _TAKE.fullmatch(plain):
        depth = match["depth"].lower()
        return TakeDiscard(_DEPTHS.get(depth) or int(depth))
    if match := _DISCARD.fullmatch(plain):
        target = None if match["owner"] is None else _seat(match["owner"], seats)
        return Discard(Card.parse(match["card"]), target)
    if match := _ON.fullmatch(plain):
        card, seat = Card.parse(match["card"]), _seat(match["owner"], seats)
        made = Hit if match["verb"].lower() == "hit" else TakeBack
        return made(card, seat, int(match["group"]))
    if match := _LAY.fullmatch(plain):
        groups = tuple(_laid(part, plain) for part in match["groups"].split("|"))
        return Lay(groups, None if match["phase"] is None else int(match["phase"]))
    raise PositionError("move.unknown", text=plain)


def _laid(part: str, text: str) -> Laid:
    word, _, cards = part.strip().partition(" ")
    kind = kind_of_goal(word)
    read = tuple(parse_cards(cards))
    if kind is None or not read:
        raise PositionError("move.unknown", text=text)
    return Laid(kind, read)


def _seat(name: str, seats: Mapping[str, int]) -> int:
    folded = {known.casefold(): seat for known, seat in seats.items()}
    seat = folded.get(name.strip().casefold())
    if seat is None:
        raise PositionError("move.player", name=name, players=", ".join(seats))
    return seat
