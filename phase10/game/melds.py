"""A group that lies on the table: its goal, its cards, what each wild stands for."""

from __future__ import annotations

from dataclasses import dataclass

from phase10.game.cards import Card
from phase10.game.errors import CardError, PositionError
from phase10.game.kinds import NUMBERS
from phase10.game.notation import parse_cards, plain_letters
from phase10.game.phases import GOAL_SIZES

__all__ = ["Meld"]


@dataclass(frozen=True)
class Meld:
    """Hold one laid group: who laid it, the goal kind, the cards in order.

    Text form: ``A run R3 B4 W=5 G6``, goal kinds as in :mod:`phase10.game.phases`; a size after the
    kind (``set:4``) is accepted and may be smaller than the number of cards, which grows by hits.
    The text reads back when the owner's name has no goal kind in it; the parts always do.
    """

    owner: str
    kind: str
    cards: tuple[Card, ...]

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read ``owner kind cards``; raise PositionError or CardError.

        >>> str(Meld.parse("Anna run:4 r3 b4 w=5 g6 y7"))
        'Anna run R3 B4 W=5 G6 Y7'
        """
        words = text.split()
        for place, word in enumerate(words[1:], start=1):
            if _kind(word) is not None:
                return cls.of(" ".join(words[:place]), word, " ".join(words[place + 1 :]))
        raise PositionError("position.meld", text=text.strip())

    @classmethod
    def of(cls, owner: str, goal: str, cards: str) -> Meld:
        """Build from its three parts; the goal may carry a size."""
        name, kind, read = " ".join(owner.split()), _kind(goal), parse_cards(cards)
        if not name or kind is None or not read:
            raise PositionError("position.meld", text=f"{owner} {goal} {cards}".strip())
        if any(card.is_skip for card in read):
            raise CardError("card.skip_laid", card="S")
        if not _suits(kind, read):
            shown = " ".join(map(str, read))
            raise PositionError("position.meld_cards", text=shown, kind=kind)
        return cls(name, kind, tuple(read))

    def __str__(self) -> str:
        return f"{self.owner} {self.kind} {' '.join(map(str, self.cards))}"


def _kind(goal: str) -> str | None:
    """Give the kind of a goal such as ``set``, ``set:4`` or ``komplekts``, if it is one."""
    kind, colon, size = plain_letters(goal.strip()).partition(":")
    kind = _LATVIAN.get(kind, kind)
    return kind if kind in GOAL_SIZES and (not colon or size.isdecimal()) else None


def _suits(kind: str, cards: list[Card]) -> bool:
    """Tell whether the cards can lie as such a group, whatever order they were told in."""
    naturals = [card for card in cards if card.is_number]
    numbers = [card.number or card.stands_for for card in cards if card.number or card.stands_for]
    if kind in ("color", "crun", "cset") and len({card.color for card in naturals}) > 1:
        return False
    if kind in ("set", "cset"):
        return len(set(numbers)) <= 1
    if kind in ("run", "crun"):
        known = [number for number in numbers if number is not None]
        spread = max(known, default=0) - min(known, default=0)
        return len(set(known)) == len(known) and spread < len(cards) <= NUMBERS
    if kind in ("even", "odd", "parity"):
        allowed = {"even": {0}, "odd": {1}}.get(kind, {0, 1})
        parities = {number % 2 for number in numbers if number is not None}
        return len(parities) <= 1 and parities <= allowed
    return True


_LATVIAN = {"komplekts": "set", "virkne": "run", "krasa": "color"}
