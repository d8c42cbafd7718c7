"""A group that lies on the table: its goal, its cards, what each wild stands for."""

from __future__ import annotations

from dataclasses import dataclass

from phase10.game.cards import Card
from phase10.game.errors import CardError, PositionError
from phase10.game.notation import parse_cards
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
        return cls(name, kind, tuple(read))

    def __str__(self) -> str:
        return f"{self.owner} {self.kind} {' '.join(map(str, self.cards))}"


def _kind(goal: str) -> str | None:
    """Give the kind of a goal such as ``set`` or ``set:4``, if it is one."""
    kind, colon, size = goal.strip().lower().partition(":")
    return kind if kind in GOAL_SIZES and (not colon or size.isdecimal()) else None
