"""Cards, the deck, and hands as multisets of the fifty kinds.

A *kind* is an integer: red 1–12 are 0–11, blue 12–23, green 24–35, yellow 36–47, wild 48, skip 49.
A hand is a vector of fifty counts; :class:`Card` and :class:`Hand` are immutable views of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from phase10.game.errors import CardError

__all__ = [
    "CARDS",
    "COLORS",
    "HAND_LIMIT",
    "KINDS",
    "NUMBERS",
    "SKIP",
    "STANDARD_DECK",
    "WILD",
    "Card",
    "Cards",
    "Deck",
    "Hand",
]

COLORS = ("red", "blue", "green", "yellow")
LETTERS = "RBGY"
NUMBERS = 12
WILD = 48
SKIP = 49
KINDS = 50
HAND_LIMIT = 11


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """Hold one card; a wild on the table may say what number it stands for.

    ``kind`` is the integer above; ``stands_for`` is 1–12 for a declared wild, else ``None``.
    """

    kind: int
    stands_for: int | None = None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card; raise :class:`CardError` when the text is not exactly one."""
        from phase10.game.notation import parse_cards

        cards = parse_cards(text)
        if len(cards) != 1:
            raise CardError("card.unknown", token=text.strip())
        return cards[0]

    @property
    def is_wild(self) -> bool:
        """Tell whether the card is a wild."""
        return self.kind == WILD

    @property
    def is_skip(self) -> bool:
        """Tell whether the card is a skip."""
        return self.kind == SKIP

    @property
    def is_number(self) -> bool:
        """Tell whether the card is a number card (a natural card)."""
        return self.kind < WILD

    @property
    def number(self) -> int | None:
        """Give the printed number 1–12, or ``None`` for a wild or a skip."""
        return self.kind % NUMBERS + 1 if self.kind < WILD else None

    @property
    def color(self) -> str | None:
        """Give the colour word, or ``None`` for a wild or a skip."""
        return COLORS[self.kind // NUMBERS] if self.kind < WILD else None

    def __str__(self) -> str:
        if self.kind == WILD:
            return "W" if self.stands_for is None else f"W={self.stands_for}"
        if self.kind == SKIP:
            return "S"
        return f"{LETTERS[self.kind // NUMBERS]}{self.kind % NUMBERS + 1}"

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"


CARDS: tuple[Card, ...] = tuple(Card(kind) for kind in range(KINDS))


@dataclass(frozen=True)
class Deck:
    """Describe a deck: 108 cards unless told otherwise.

    ``colors`` and ``numbers`` may be smaller for a mini-deck; ``copies`` is how often each number
    card of a colour occurs.
    """

    colors: int = 4
    numbers: int = 12
    copies: int = 2
    wilds: int = 8
    skips: int = 4
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        counts = [0] * KINDS
        for color in range(self.colors):
            for number in range(self.numbers):
                counts[color * NUMBERS + number] = self.copies
        counts[WILD] = self.wilds
        counts[SKIP] = self.skips
        object.__setattr__(self, "counts", tuple(counts))

    @property
    def size(self) -> int:
        """Count all cards of the deck."""
        return sum(self.counts)


STANDARD_DECK = Deck()


class Cards(Sequence[Card]):
    """Hold a multiset of cards in canonical order (R B G Y W S, by number).

    Build it from text, from cards, or from fifty counts. Counts are checked against ``deck``;
    :class:`CardError` ``card.too_many`` names the first kind that occurs too often. A declared wild
    counts as a plain wild here: in a hand it stands for nothing yet.
    """

    __slots__ = ("__dict__", "counts")
    limit: int | None = None

    counts: tuple[int, ...]

    def __init__(self, cards: str | Iterable[Card] = (), deck: Deck = STANDARD_DECK) -> None:
        if isinstance(cards, str):
            from phase10.game.notation import parse_cards

            cards = parse_cards(cards)
        counts = [0] * KINDS
        for card in cards:
            counts[card.kind] += 1
        self.counts = self._checked(counts, deck)

    @classmethod
    def from_counts(cls, counts: Iterable[int], deck: Deck = STANDARD_DECK) -> Self:
        """Build from fifty counts in the order of the kinds."""
        new = cls.__new__(cls)
        new.counts = cls._checked([int(count) for count in counts], deck)
        return new

    @classmethod
    def _checked(cls, counts: list[int], deck: Deck) -> tuple[int, ...]:
        for kind, (count, most) in enumerate(zip(counts, deck.counts, strict=True)):
            if count > most or count < 0:
                raise CardError("card.too_many", card=str(CARDS[kind]), count=count, limit=most)
        if cls.limit is not None and sum(counts) > cls.limit:
            raise CardError("hand.too_many", count=sum(counts), limit=cls.limit)
        return tuple(counts)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """List the cards in canonical order."""
        return tuple(CARDS[kind] for kind, count in enumerate(self.counts) for _ in range(count))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Count the number cards by number: twelve counts, colours ignored."""
        c = self.counts
        return tuple(c[n] + c[n + 12] + c[n + 24] + c[n + 36] for n in range(NUMBERS))

    @cached_property
    def mask(self) -> int:
        """Give the numbers present as bits: bit n−1 is set when a card of number n is held."""
        return sum(1 << n for n, count in enumerate(self.numbers) if count)

    @cached_property
    def colors(self) -> tuple[int, ...]:
        """Count the number cards by colour: four counts."""
        c = self.counts
        return tuple(sum(c[start : start + NUMBERS]) for start in range(0, WILD, NUMBERS))

    @property
    def wilds(self) -> int:
        """Count the wilds."""
        return self.counts[WILD]

    @property
    def skips(self) -> int:
        """Count the skips."""
        return self.counts[SKIP]

    @property
    def naturals(self) -> int:
        """Count the number cards."""
        return len(self) - self.wilds - self.skips

    @cached_property
    def _size(self) -> int:
        return sum(self.counts)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:  # type: ignore[override]
        return self.cards[index]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.counts[card.kind] > 0

    def count(self, card: Card) -> int:
        """Count the copies of one kind."""
        return self.counts[card.kind]

    def __add__(self, other: Card | Iterable[Card]) -> Self:
        counts = list(self.counts)
        for card in (other,) if isinstance(other, Card) else other:
            counts[card.kind] += 1
        return type(self).from_counts(counts)

    def __sub__(self, other: Card | Iterable[Card]) -> Self:
        counts = list(self.counts)
        for card in (other,) if isinstance(other, Card) else other:
            counts[card.kind] -= 1
        return type(self).from_counts(counts)

    def kinds(self) -> tuple[Card, ...]:
        """List each kind held once, in canonical order."""
        return tuple(CARDS[kind] for kind, count in enumerate(self.counts) if count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(self.counts)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Hand(Cards):
    """Hold the cards of one player: 0 to 11 cards.

    >>> Hand("w b5, 2xR7")
    Hand('R7 R7 B5 W')
    >>> len(Hand("red 7, sarkans 7, zaļ 3, džokers")), Hand("R7 W").wilds
    (4, 1)
    """

    limit = HAND_LIMIT
