"""Cards, the deck, and hands as multisets of the fifty kinds.

A hand is a vector of fifty counts in the order of :mod:`phase10.game.kinds`; :class:`Card` and
:class:`Hand` are immutable views of it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import FrozenInstanceError, dataclass, field, fields
from functools import cached_property, total_ordering
from typing import Final, Never, Self, overload

from phase10.game.entries import read_entry, split_entries
from phase10.game.errors import CardError, NumberError
from phase10.game.kinds import COLORS, KINDS, LETTERS, NUMBERS, SKIP, WILD

__all__ = [
    "CARDS",
    "COLORS",
    "HAND_LIMIT",
    "KINDS",
    "LETTERS",
    "NUMBERS",
    "SKIP",
    "STANDARD_DECK",
    "WILD",
    "Card",
    "Cards",
    "Deck",
    "Hand",
]

HAND_LIMIT: Final = 11
_MOST_ALIKE: Final = 99


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """Hold one card; a wild on the table may say what number it stands for.

    ``kind`` is its integer in :mod:`phase10.game.kinds`; ``stands_for`` is 1–12 for a declared
    wild, else ``None``. Cards sort in canonical order, a plain wild before a declared one.
    """

    kind: int
    stands_for: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.kind < KINDS:
            raise NumberError("number.range", what="kind", value=self.kind, low=0, high=KINDS - 1)
        if self.stands_for is not None:
            if self.kind != WILD:
                raise CardError("card.unknown", token=f"{CARDS[self.kind]}={self.stands_for}")
            if not 1 <= self.stands_for <= NUMBERS:
                raise CardError("card.wild_number", token=str(self))

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card; raise :class:`CardError` when the text is not exactly one.

        >>> Card.parse("red 7"), Card.parse("w=9")
        (Card.parse('R7'), Card.parse('W=9'))
        """
        entries = split_entries(text)
        read = [read_entry(entry) for entry in entries]
        if len(read) != 1 or read[0].copies != 1:
            raise CardError("card.unknown", token=text.strip())
        return cls(read[0].kind, read[0].stands_for)

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
        """Give the color word, or ``None`` for a wild or a skip."""
        return COLORS[self.kind // NUMBERS] if self.kind < WILD else None

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return (self.kind, self.stands_for or 0) < (other.kind, other.stands_for or 0)

    def __str__(self) -> str:
        if self.kind == WILD:
            return "W" if self.stands_for is None else f"W={self.stands_for}"
        if self.kind == SKIP:
            return "S"
        return f"{LETTERS[self.kind // NUMBERS]}{self.kind % NUMBERS + 1}"

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"


CARDS: Final[tuple[Card, ...]] = tuple(Card(kind) for kind in range(KINDS))


@dataclass(frozen=True)
class Deck:
    """Describe a deck: 108 cards unless told otherwise.

    ``colors`` and ``numbers`` may be smaller for a mini-deck; ``copies`` is how often each number
    card of a color occurs. Raises :class:`NumberError` when a number is out of its range.
    """

    colors: int = 4
    numbers: int = 12
    copies: int = 2
    wilds: int = 8
    skips: int = 4
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        most = {"colors": len(COLORS), "numbers": NUMBERS}
        for name in (item.name for item in fields(self) if item.init):
            value, high = getattr(self, name), most.get(name, _MOST_ALIKE)
            if not 0 <= value <= high:
                raise NumberError("number.range", what=name, value=value, low=0, high=high)
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


STANDARD_DECK: Final = Deck()


class Cards(Sequence[Card]):
    """Hold a multiset of cards in canonical order (R B G Y W S, by number).

    Build it from text, from cards, or from fifty counts. Counts are checked against ``deck``, also
    after adding cards; :class:`CardError` ``card.too_many`` names the first kind that occurs too
    often. A declared wild counts as a plain wild here: in a hand it stands for nothing yet. Equal
    are those with equal counts. Immutable.
    """

    __slots__ = ("__dict__", "counts", "deck")
    limit: int | None = None

    counts: tuple[int, ...]
    deck: Deck

    def __init__(self, cards: str | Iterable[Card] = (), deck: Deck = STANDARD_DECK) -> None:
        counts = [0] * KINDS
        if isinstance(cards, str):
            for kind, copies, _ in map(read_entry, split_entries(cards)):
                counts[kind] += copies
        else:
            for card in cards:
                counts[card.kind] += 1
        self._fill(counts, deck)

    @classmethod
    def from_counts(cls, counts: Iterable[int], deck: Deck = STANDARD_DECK) -> Self:
        """Build from fifty counts in the order of the kinds."""
        new = cls.__new__(cls)
        new._fill([operator.index(count) for count in counts], deck)
        return new

    def _fill(self, counts: list[int], deck: Deck) -> None:
        if len(counts) != KINDS:
            raise NumberError(
                "number.range", what="counts", value=len(counts), low=KINDS, high=KINDS
            )
        if any(map(operator.gt, counts, deck.counts)) or min(counts) < 0:
            _refuse(counts, deck)
        if self.limit is not None and sum(counts) > self.limit:
            raise CardError("hand.too_many", count=sum(counts), limit=self.limit)
        object.__setattr__(self, "counts", tuple(counts))
        object.__setattr__(self, "deck", deck)

    def __setattr__(self, name: str, value: object) -> Never:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> Never:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self).from_counts, (self.counts, self.deck))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """List the cards in canonical order."""
        return tuple(CARDS[kind] for kind, count in enumerate(self.counts) for _ in range(count))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Count the number cards by number: twelve counts, colors ignored."""
        c = self.counts
        return tuple(c[n] + c[n + 12] + c[n + 24] + c[n + 36] for n in range(NUMBERS))

    @cached_property
    def mask(self) -> int:
        """Give the numbers present as bits: bit n−1 is set when a card of number n is held."""
        return sum(1 << n for n, count in enumerate(self.numbers) if count)

    @cached_property
    def colors(self) -> tuple[int, ...]:
        """Count the number cards by color: four counts."""
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

    @overload
    def __getitem__(self, index: int) -> Card: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...

    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        return self.cards[index]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.counts[card.kind] > 0

    def count(self, card: Card) -> int:
        """Count the copies of one kind."""
        return self.counts[card.kind]

    def __add__(self, other: Card | Iterable[Card]) -> Self:
        return self._changed(other, 1)

    def __sub__(self, other: Card | Iterable[Card]) -> Self:
        return self._changed(other, -1)

    def _changed(self, cards: Card | Iterable[Card], step: int) -> Self:
        counts = list(self.counts)
        most = self.deck.counts
        right = True
        for card in (cards,) if isinstance(cards, Card) else cards:
            kind = card.kind
            counts[kind] += step
            right = right and 0 <= counts[kind] <= most[kind]
        # Only what changed can have become wrong.
        if not right or (self.limit is not None and sum(counts) > self.limit):
            return type(self).from_counts(counts, self.deck)
        new = type(self).__new__(type(self))
        object.__setattr__(new, "counts", tuple(counts))
        object.__setattr__(new, "deck", self.deck)
        return new

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
        deck = "" if self.deck == STANDARD_DECK else f", {self.deck!r}"
        return f"{type(self).__name__}({str(self)!r}{deck})"


def _refuse(counts: Sequence[int], deck: Deck) -> Never:
    """Name the first kind that occurs too often or fewer than no times."""
    kind = next(k for k in range(KINDS) if not 0 <= counts[k] <= deck.counts[k])
    card, count, limit = str(CARDS[kind]), counts[kind], deck.counts[kind]
    if count < 0:
        raise NumberError("number.range", what=card, value=count, low=0, high=limit)
    raise CardError("card.too_many", card=card, count=count, limit=limit)


class Hand(Cards):
    """Hold the cards of one player: 0 to 11 cards.

    >>> Hand("w b5, 2xR7")
    Hand('R7 R7 B5 W')
    >>> len(Hand("red 7, sarkans 7, zaļ 3, džokers")), Hand("R7 W").wilds
    (4, 1)
    """

    limit = HAND_LIMIT
