"""L10, weights to drag: how many cards cost which price, and where the beam balances.

The balance point of the prices, each as heavy as there are cards of it, is the expected value.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import ClassVar, Final

from phase10.game.cards import CARDS
from phase10.game.errors import GameError
from phase10.game.rules import SEED
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.chance import POINT_ROWS
from phase10.teaching.lessons.codes import LessonCode, Stream
from phase10.teaching.lessons.experiment import DECK
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, unknown_act, whole
from phase10.teaching.lessons.tools.typed import kept_state

__all__ = ["HANDS", "KINDS", "LIMIT", "MOST_CARDS", "MOST_PRICE", "Weights", "make"]

KINDS: Final = ("low", "high", "skip", "wild")
"""The kinds of cards by price: 1–9, 10–12, skips, wilds."""
MOST_CARDS: Final = 100
"""Cards of one kind, at most."""
MOST_PRICE: Final = 50
HANDS: Final = 1000
"""Hands dealt with one press."""
LIMIT: Final = 20_000
_HAND: Final = 10


class Weights:
    """Hold how many cards of each kind there are, what they cost, and how many are in a hand.

    ``counts`` and ``prices`` follow :data:`KINDS`; ``dealt`` hands were simulated, which cost
    ``total`` points together.
    """

    # Which kind adds most is the question of the lesson.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self.counts = [count for _, count in POINT_ROWS]
        self.prices = [price for price, _ in POINT_ROWS]
        self.cards = _HAND
        self.hand = 0
        self._clear()

    def _clear(self) -> None:
        self.dealt = self.total = 0
        self._state = self._code.stream("tool hands").state

    @property
    def size(self) -> int:
        """Count the cards."""
        return sum(self.counts)

    @property
    def mean(self) -> Fraction | None:
        """Give the expected price of a card, where the beam balances; ``None`` without cards."""
        paid = sum(count * price for count, price in zip(self.counts, self.prices, strict=True))
        return Fraction(paid, self.size) if self.size else None

    @property
    def hand_mean(self) -> Fraction | None:
        """Give the expected price of a hand."""
        return None if self.mean is None else self.cards * self.mean

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Give what each kind adds to the expected price, as a share of it."""
        paid = [count * price for count, price in zip(self.counts, self.prices, strict=True)]
        return tuple(Fraction(part, sum(paid)) if sum(paid) else Fraction(0) for part in paid)

    @property
    def turning(self) -> tuple[Fraction, ...]:
        """Give how each weight turns the beam: cards times the distance from the balance point."""
        middle = self.mean or Fraction(0)
        return tuple(
            count * (price - middle) for count, price in zip(self.counts, self.prices, strict=True)
        )

    @property
    def hand_variance(self) -> Fraction:
        """Compute the variance of a hand's price, without replacement."""
        row = dict.fromkeys(self.prices, 0)
        for count, price in zip(self.counts, self.prices, strict=True):
            row[price] += count
        if self.size < 2:
            return Fraction(0)
        one = {price: Fraction(count, self.size) for price, count in row.items()}
        return self.cards * chance.variance(one) * Fraction(self.size - self.cards, self.size - 1)

    @property
    def simulated(self) -> Fraction | None:
        """Give the mean of the hands dealt; ``None`` before the first."""
        return Fraction(self.total, self.dealt) if self.dealt else None

    @property
    def band(self) -> float | None:
        """Give how far from the expected value 95 of 100 such means stay."""
        return 1.96 * sqrt(self.hand_variance / self.dealt) if self.dealt else None

    def act(self, name: str, value: object) -> None:
        """Do ``count.KIND`` and ``price.KIND`` (a number), ``cards`` (of a hand), ``deck`` (the
        full deck again), ``hand`` (the cards of a dealt hand), ``deal`` (a thousand hands).

        :class:`GameError` ``tool.few`` for a hand of more cards than there are, ``tool.drawn``
        beyond the limit.
        """
        what, _, kind = name.partition(".")
        if what in ("count", "price") and kind in KINDS:
            row, most = (self.counts, MOST_CARDS) if what == "count" else (self.prices, MOST_PRICE)
            row[KINDS.index(kind)] = whole(value, 0, most)
            self._clear()
        elif name == "cards":
            self.cards = whole(value, 1, 2 * _HAND)
            self._clear()
        elif name == "deck":
            self.counts = [count for _, count in POINT_ROWS]
            self.prices = [price for price, _ in POINT_ROWS]
            self.hand = 0
            self._clear()
        elif name == "hand":
            self._take_hand(self.hand % LIMIT + 1)
        elif name == "deal":
            self._deal()
        else:
            raise unknown_act(name)

    def _take_hand(self, number: int) -> None:
        self.hand = number
        dealt = self._code.stream(f"tool hand {number}").sample(DECK, _HAND)
        points = [SEED.points(CARDS[kind]) for kind in dealt]
        self.counts = [points.count(price) for price, _ in POINT_ROWS]
        self.prices = [price for price, _ in POINT_ROWS]
        self._clear()

    def _deal(self) -> None:
        if self.size < self.cards:
            raise GameError("tool.few", cards=self.cards, size=self.size)
        if self.dealt + HANDS > LIMIT:
            raise GameError("tool.drawn", limit=LIMIT)
        heap = [
            price
            for count, price in zip(self.counts, self.prices, strict=True)
            for _ in range(count)
        ]
        stream = Stream(self._state)
        for _ in range(HANDS):
            self.total += sum(stream.sample(heap, self.cards))
        self.dealt += HANDS
        self._state = stream.state

    def kept(self) -> dict[str, object]:
        """Give the weights and what the hands cost."""
        return {
            "counts": list(self.counts),
            "prices": list(self.prices),
            "cards": self.cards,
            "hand": self.hand,
            "dealt": [self.dealt, self.total],
            "state": str(self._state),
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take them up again."""
        self.counts = _row(kept.get("counts"), MOST_CARDS) or self.counts
        self.prices = _row(kept.get("prices"), MOST_PRICE) or self.prices
        self.cards = kept_whole(kept, "cards", 1, 2 * _HAND, _HAND)
        self.hand = kept_whole(kept, "hand", 0, LIMIT, 0)
        self._clear()
        state = kept_state(kept.get("state"))
        dealt = kept.get("dealt")
        if state is None or not isinstance(dealt, list) or len(dealt) != 2:
            return
        limits = [LIMIT, LIMIT * 2 * _HAND * MOST_PRICE]
        try:
            numbers = [whole(each, 0, most) for each, most in zip(dealt, limits, strict=True)]
        except GameError:
            return
        if numbers[0] % HANDS == 0 and self.size >= self.cards:
            self.dealt, self.total = numbers
            self._state = state


def _row(value: object, most: int) -> list[int] | None:
    if not isinstance(value, list) or len(value) != len(KINDS):
        return None
    try:
        return [whole(each, 0, most) for each in value]
    except GameError:
        return None


def make(code: LessonCode) -> Weights:
    """Make the interactive."""
    return Weights(code)
