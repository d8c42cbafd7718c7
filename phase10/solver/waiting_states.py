"""The states of the waiting game: hands that are worth the same counted as one, and numbered.

What a phase needs decides what a hand is reduced to, its *vector*:

``sets``    sets only: how many numbers are held how often, since every number is as good as another
``numbers`` sets, runs, even, odd and parity goals: twelve counts; a hand and its mirror image
            (n → 13 − n) are one state where the goals and the deck are the same in the mirror
``colors``  one-color goals only: how many colors are held how often

Wilds and skips are counted in all of them. Colors do not matter in the first two and numbers not in
the last, but the copies held do: they cannot be drawn any more. A phase that needs both numbers and
colors has no vector.

Plain Python: an index takes about a microsecond. Source: docs/waiting.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import factorial, prod
from operator import itemgetter
from typing import Final

from phase10.game.cards import KINDS, NUMBERS, SKIP, WILD, Cards, Deck
from phase10.game.errors import GameError
from phase10.game.phases import Phase

__all__ = ["CARDS_HELD", "NumberStates", "SortedStates", "States", "states_of", "vector_of"]

CARDS_HELD: Final = 10
"""Cards between two turns."""

HALF: Final = NUMBERS // 2
COLOR_COUNT: Final = 4

_NUMBER_KINDS: Final = frozenset({"set", "run", "even", "odd", "parity"})
_MIRRORED: Final = {"even": "odd", "odd": "even"}

Half = tuple[int, ...]
Place = tuple[int, int]


def vector_of(phase: Phase) -> str | None:
    """Name the vector that a phase needs: ``sets``, ``numbers``, ``colors``, or none of them."""
    kinds = {group.kind for group in phase.groups}
    if kinds == {"set"}:
        return "sets"
    if kinds == {"color"}:
        return "colors"
    return "numbers" if kinds <= _NUMBER_KINDS else None


@lru_cache(maxsize=32)
def states_of(phase: Phase, deck: Deck, cards: int = CARDS_HELD) -> States | None:
    """Give the states of hands of ``cards`` cards for a phase; ``None`` when it has no vector."""
    vector = vector_of(phase)
    if vector is None:
        return None
    if vector == "numbers":
        return NumberStates(deck, cards, mirror=_has_mirror(phase, deck))
    return SortedStates(deck, cards, by_color=vector == "colors")


def _has_mirror(phase: Phase, deck: Deck) -> bool:
    """Tell whether n → 13 − n changes nothing: it swaps even and odd numbers."""
    goals = sorted((group.kind, group.size) for group in phase.groups)
    swapped = sorted((_MIRRORED.get(kind, kind), size) for kind, size in goals)
    return deck.numbers == NUMBERS and goals == swapped


def axis_of(hand: Cards | Sequence[int], *, by_color: bool) -> tuple[Sequence[int], int, int]:
    """Give the counts by number, or by color, and the wilds and skips of a hand or fifty counts."""
    if isinstance(hand, Cards):
        counts: Sequence[int] = hand.counts
        axis = hand.colors if by_color else hand.numbers
    else:
        counts = hand
        if len(counts) != KINDS:
            raise GameError("counts.shape", shape=str((len(counts),)), expected=f"({KINDS},)")
        if by_color:
            axis = tuple(sum(counts[start : start + NUMBERS]) for start in range(0, WILD, NUMBERS))
        else:
            axis = tuple(map(sum, zip(counts[:12], counts[12:24], counts[24:36], counts[36:48],
                                      strict=True)))  # fmt: skip
    return axis, counts[WILD], counts[SKIP]


class States(ABC):
    """Number the states of hands of one size: ``size`` of them, from 0."""

    by_color = False

    def __init__(self, deck: Deck, cards: int) -> None:
        self.deck = deck
        self.cards = cards
        self.most_wilds = min(deck.wilds, cards)
        self.most_skips = min(deck.skips, cards)
        self.size = 0

    def index(self, hand: Cards | Sequence[int]) -> int:
        """Give the state of a hand or of fifty counts; any hand of this size has one.

        Raises :class:`GameError` ``waiting.cards`` when the hand is of another size, or when the
        deck has no hand of such counts.
        """
        axis, wilds, skips = axis_of(hand, by_color=self.by_color)
        return self.place(axis, wilds, skips)

    @abstractmethod
    def place(self, axis: Sequence[int], wilds: int, skips: int) -> int:
        """Give the state of counts by number, or by color, wilds and skips."""

    @abstractmethod
    def axis(self, index: int) -> tuple[tuple[int, ...], int, int]:
        """Give the counts of the first hand of a state, the inverse of :meth:`place`."""

    def counts(self, index: int) -> tuple[int, ...]:
        """Give a hand of a state as fifty counts: the first colors and numbers that there are."""
        axis, wilds, skips = self.axis(index)
        counts = [0] * KINDS
        counts[WILD], counts[SKIP] = wilds, skips
        for place, held in enumerate(axis):
            start, step = (place * NUMBERS, 1) if self.by_color else (place, NUMBERS)
            kind = start
            while held:
                counts[kind] = min(held, self.deck.copies)
                held -= counts[kind]
                kind += step
        return tuple(counts)

    def limits(self) -> tuple[int, ...]:
        """Give the most cards of each number, or color, that the deck has."""
        deck = self.deck
        if self.by_color:
            places, most, width = deck.colors, deck.numbers * deck.copies, COLOR_COUNT
        else:
            places, most, width = deck.numbers, deck.colors * deck.copies, NUMBERS
        return (most,) * places + (0,) * (width - places)

    @abstractmethod
    def alike(self, index: int) -> int:
        """Count the vectors, all of one worth, that are one state."""

    def _refuse(self, held: int) -> GameError:
        return GameError("waiting.cards", count=held, needed=self.cards)


class SortedStates(States):
    """Number hands of which only the sorted counts matter, by number or by color."""

    def __init__(self, deck: Deck, cards: int, *, by_color: bool) -> None:
        super().__init__(deck, cards)
        self.by_color = by_color
        self.list: list[tuple[tuple[int, ...], int, int]] = [
            (axis, wilds, skips)
            for wilds, skips in product(range(self.most_wilds + 1), range(self.most_skips + 1))
            for axis in self._sorted(cards - wilds - skips)
        ]
        self.size = len(self.list)
        self._index = {state: index for index, state in enumerate(self.list)}

    def _sorted(self, total: int) -> Iterator[tuple[int, ...]]:
        """List the ways to split a total over the places, the largest count first."""

        def split(left: int, most: int, places: int) -> Iterator[tuple[int, ...]]:
            if left == 0:
                yield (0,) * places
            elif places and most:
                for first in range(min(left, most), 0, -1):
                    for rest in split(left - first, first, places - 1):
                        yield (first, *rest)

        if total >= 0:
            limits = self.limits()
            places = sum(map(bool, limits))
            padding = (0,) * (len(limits) - places)
            for counts in split(total, limits[0], places):
                yield counts + padding

    def place(self, axis: Sequence[int], wilds: int, skips: int) -> int:
        """Give the state of counts by number, or by color, wilds and skips."""
        index = self._index.get((tuple(sorted(axis, reverse=True)), wilds, skips))
        if index is None:
            raise self._refuse(sum(axis) + wilds + skips)
        return index

    def axis(self, index: int) -> tuple[tuple[int, ...], int, int]:
        """Give the counts of the first hand of a state."""
        return self.list[index]

    def alike(self, index: int) -> int:
        """Count the vectors, all of one worth, that are one state."""
        axis = self.list[index][0][: sum(map(bool, self.limits()))]
        return factorial(len(axis)) // prod(map(factorial, Counter(axis).values()))


@dataclass(frozen=True)
class Halves:
    """Number the counts of six numbers, those of fewer cards first.

    ``limits``: the most cards of each number; ``cards``: the most of all together.
    """

    limits: Half
    cards: int

    @cached_property
    def by_sum(self) -> list[list[Half]]:
        """List the counts by how many cards they are."""
        found: list[list[Half]] = [[] for _ in range(self.cards + 1)]

        def fill(chosen: Half, total: int) -> None:
            if len(chosen) == HALF:
                found[total].append(chosen)
                return
            for count in range(min(self.limits[len(chosen)], self.cards - total) + 1):
                fill((*chosen, count), total + count)

        fill((), 0)
        return found

    @cached_property
    def ranks(self) -> dict[Half, Place]:
        """Find six counts: how many cards they are, and the place among those of as many."""
        return {
            half: (total, rank)
            for total, halves in enumerate(self.by_sum)
            for rank, half in enumerate(halves)
        }

    @cached_property
    def sizes(self) -> list[int]:
        """Count the halves of each number of cards."""
        return [len(halves) for halves in self.by_sum]


@lru_cache(maxsize=16)
def halves_of(limits: Half, cards: int) -> Halves:
    """Share the halves between the phases of a deck."""
    return Halves(limits, cards)


class NumberStates(States):
    """Number hands by twelve counts in blocks of equal wilds, skips and cards on the left.

    The left half is 1–6 and the right half 12–7, from the outside in, so that a mirror image swaps
    them. With ``mirror`` the larger half, by (cards, place), counts as the left one; where both
    have as many cards the pairs are numbered in a triangle.
    """

    def __init__(self, deck: Deck, cards: int, *, mirror: bool) -> None:
        super().__init__(deck, cards)
        self.mirror = mirror
        limits = self.limits()
        self.left = halves_of(limits[:HALF], cards)
        self.right = halves_of(limits[: HALF - 1 : -1], cards)
        self.bases: list[list[list[int]]] = [
            [[-1] * (cards + 1) for _ in range(self.most_skips + 1)]
            for _ in range(self.most_wilds + 1)
        ]
        self.blocks: list[tuple[int, int, int, int, int]] = []
        for wilds, skips in product(range(self.most_wilds + 1), range(self.most_skips + 1)):
            total = cards - wilds - skips
            for left in range(total + 1):
                right = total - left
                if mirror and left < right:
                    continue
                many = self.left.sizes[left]
                pairs = many * self.right.sizes[right]
                if mirror and left == right:
                    pairs = many * (many + 1) // 2
                if pairs:
                    self.bases[wilds][skips][left] = self.size
                    self.blocks.append((self.size, wilds, skips, left, right))
                    self.size += pairs

    def place(self, axis: Sequence[int], wilds: int, skips: int) -> int:
        """Give the state of twelve counts, wilds and skips."""
        try:
            left = self.left.ranks[tuple(axis[:HALF])]
            right = self.right.ranks[tuple(axis[: HALF - 1 : -1])]
            if self.mirror and left < right:
                left, right = right, left
            cards, rank = left
            others, other = right
            if cards + others + wilds + skips == self.cards:
                base = self.bases[wilds][skips][cards]
                if self.mirror and cards == others:
                    return base + rank * (rank + 1) // 2 + other
                return base + rank * self.right.sizes[others] + other
        except LookupError:
            pass
        raise self._refuse(sum(axis) + wilds + skips)

    def axis(self, index: int) -> tuple[tuple[int, ...], int, int]:
        """Give the twelve counts, wilds and skips of the first hand of a state."""
        base, wilds, skips, cards, others = self.blocks[
            bisect_right(self.blocks, index, key=itemgetter(0)) - 1
        ]
        place = index - base
        if self.mirror and cards == others:
            rank = int(((8 * place + 1) ** 0.5 - 1) / 2)
            while rank * (rank + 1) // 2 > place:
                rank -= 1
            while (rank + 1) * (rank + 2) // 2 <= place:
                rank += 1
            other = place - rank * (rank + 1) // 2
        else:
            rank, other = divmod(place, self.right.sizes[others])
        left, right = self.left.by_sum[cards][rank], self.right.by_sum[others][other]
        return left + right[::-1], wilds, skips

    def alike(self, index: int) -> int:
        """Count the vectors, all of one worth, that are one state."""
        axis, _, _ = self.axis(index)
        return 2 if self.mirror and axis != axis[::-1] else 1
