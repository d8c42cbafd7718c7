"""A group that lies on the table: its goal, its cards, what each wild stands for."""

from __future__ import annotations

import re
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
    """

    owner: str
    kind: str
    cards: tuple[Card, ...]

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read ``owner kind cards``; raise PositionError or CardError."""
        match = re.fullmatch(r"\s*(\S+)\s+([a-z]+)(?::\d+)?\s+(\S.*)", text, re.DOTALL)
        if match is None or match[2] not in GOAL_SIZES:
            raise PositionError("position.meld", text=text.strip())
        return cls.of(match[1], match[2], match[3])

    @classmethod
    def of(cls, owner: str, goal: str, cards: str) -> Meld:
        """Build from its three parts; the goal may carry a size."""
        kind = goal.partition(":")[0].strip()
        if kind not in GOAL_SIZES:
            raise PositionError("position.meld", text=f"{owner} {goal} {cards}".strip())
        read = parse_cards(cards)
        skips = [card for card in read if card.is_skip]
        if skips:
            raise CardError("card.skip_laid", card="S")
        return cls(owner, kind, tuple(read))

    def __str__(self) -> str:
        return f"{self.owner} {self.kind} {' '.join(map(str, self.cards))}"
