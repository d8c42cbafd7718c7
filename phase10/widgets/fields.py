"""Text fields for cards: what is valid is used, what is not stays as typed and is explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from phase10.game.cards import CARDS, KINDS, Card, Deck
from phase10.game.errors import GameError
from phase10.game.melds import Meld
from phase10.game.notation import Problem, read_cards

__all__ = ["LONGEST_TEXT", "CardField", "MeldField"]

LONGEST_TEXT = 2000
"""Characters of a field that are read; more than the whole deck takes."""


@dataclass
class CardField:
    """Hold a text field of cards.

    ``text`` is what the field shows; ``revision`` grows when the program, not the user, changes it.
    ``cards`` are the valid ones, ``problems`` the rest. ``limit`` is the most cards it takes.
    """

    limit: int | None = None
    text: str = ""
    revision: int = 0
    cards: list[Card] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def read(self, text: str, deck: Deck, elsewhere: Sequence[int]) -> None:
        """Take what the user typed; ``elsewhere`` counts the cards that lie in other places."""
        self.text = text[:LONGEST_TEXT]
        cards, self.problems = read_cards(self.text, deck, self.limit, elsewhere)
        # A wild stands for a number only once it is laid.
        self.cards = [CARDS[card.kind] for card in cards]

    def again(self, deck: Deck, elsewhere: Sequence[int]) -> None:
        """Read the same text again after the cards elsewhere changed."""
        self.read(self.text, deck, elsewhere)

    def write(self, cards: Sequence[Card]) -> None:
        """Put other cards in by program; what could not be read stays behind them."""
        self.cards = list(cards)
        left = [problem.token for problem in self.problems]
        # Commas keep what is left apart: "R" and "7" side by side would be a card.
        self.text = ", ".join(filter(None, [" ".join(map(str, self.cards)), *left]))
        self.revision += 1

    @property
    def counts(self) -> list[int]:
        """Count the valid cards by kind."""
        return _counts(self.cards)


@dataclass
class MeldField:
    """Hold a text field of laid groups, one a line: ``A set R8 B8 G8``."""

    text: str = ""
    revision: int = 0
    melds: list[Meld] = field(default_factory=list)
    problems: list[tuple[int, GameError]] = field(default_factory=list)

    def read(self, text: str, deck: Deck, elsewhere: Sequence[int]) -> None:
        """Take what the user typed, line by line; a line that is wrong leaves the others alone."""
        self.text = text[:LONGEST_TEXT]
        self.melds, self.problems = [], []
        held = list(elsewhere) or [0] * KINDS
        for number, line in enumerate(self.text.splitlines(), start=1):
            if not line.strip():
                continue
            try:
                meld = Meld.parse(line)
                cards = " ".join(map(str, meld.cards))
                problems = read_cards(cards, deck, None, held)[1]
                if problems:
                    raise problems[0].error
            except GameError as error:
                self.problems.append((number, error))
                continue
            self.melds.append(meld)
            for card in meld.cards:
                held[card.kind] += 1

    def again(self, deck: Deck, elsewhere: Sequence[int]) -> None:
        """Read the same text again after the cards elsewhere changed."""
        self.read(self.text, deck, elsewhere)

    def write(self, melds: Sequence[Meld]) -> None:
        """Put other groups in by program."""
        self.melds, self.problems = list(melds), []
        self.text = "\n".join(map(str, self.melds))
        self.revision += 1

    @property
    def counts(self) -> list[int]:
        """Count the valid cards by kind."""
        return _counts([card for meld in self.melds for card in meld.cards])


def _counts(cards: Sequence[Card]) -> list[int]:
    counts = [0] * KINDS
    for card in cards:
        counts[card.kind] += 1
    return counts
