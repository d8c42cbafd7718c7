"""What each draw makes of a hand: the least expected turns after the best discard.

A *class* is what the vector of a phase tells apart: the twelve numbers or the four colors, then
wilds, then skips. Look-ups stay on counts, no hand is made, so that the best discard of eleven
cards takes microseconds. Plain Python.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import Any, Final, cast

from phase10.game.cards import KINDS, NUMBERS, SKIP, WILD, Cards
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.groupings import missing
from phase10.solver.waiting import SOLVED, TABLE_TURNS, Case, Solved, case_of
from phase10.solver.waiting_file import Column
from phase10.solver.waiting_states import (
    CARDS_HELD,
    HALF,
    Halves,
    NumberStates,
    SortedStates,
    States,
    axis_of,
)

__all__ = ["DONE", "Draws", "State", "draws_for"]

DONE: Final = 0.0
"""What eleven cards are worth that hold the phase: no turn is left."""

State = tuple[Any, ...]
"""A hand reduced to its counts; how is up to the vector."""
Half = tuple[int, ...]

REMEMBERED: Final = 5_000
"""Hands of eleven cards whose best discard is kept for the next question."""


def draws_for(phase: Phase, model: str, rules: Rules) -> Draws | None:
    """Give the draws of a phase; ``None`` when no table of it exists."""
    solved = SOLVED.get(case_of(phase, rules))
    return None if solved is None or model not in solved.tables else _draws(solved, model)


@lru_cache(maxsize=32)
def _draws(solved: Solved, model: str) -> Draws:
    states = solved.tables[model].states
    if isinstance(states, SortedStates):
        return SortedDraws(solved, states, model)
    return NumberDraws(solved, cast(NumberStates, states), model)


class Draws(ABC):
    """Look up hands of ten cards, and of eleven with the best discard.

    ``classes``: how many there are, wilds and skips last.
    """

    def __init__(self, solved: Solved, states: States, model: str) -> None:
        columns = solved.file.columns
        column = columns[f"expected {model}"]
        self.case: Case = solved.case
        self.by_color = states.by_color
        self.naturals = len(states.limits())
        self.raw = column.numbers
        self.first, self.scale = column.first, column.scale
        self.pile = columns["expected pile"].numbers
        self.whole = self.case.phase.size <= CARDS_HELD
        """Whether ten cards can hold the phase, so that the table tells when eleven do."""
        self._within: list[Column] = [
            columns[f"within {turns} {model}"]
            for turns in range(1, TABLE_TURNS + 1)
            if f"within {turns} {model}" in columns
        ]

    def class_of(self, kind: int) -> int:
        """Give the class of a kind of card."""
        if kind >= WILD:
            return self.naturals + kind - WILD
        return kind // NUMBERS if self.by_color else kind % NUMBERS

    def counts(self, counts: Sequence[int]) -> list[int]:
        """Add up fifty counts by class."""
        axis, wilds, skips = axis_of(counts, by_color=self.by_color)
        return [*axis, wilds, skips]

    def turns(self, state: State) -> float:
        """Look ten cards up: their expected turns in the model."""
        return self.first + self.raw[self.place(state)] / self.scale

    def within(self, state: State) -> list[float]:
        """Look ten cards up: the best chances within 1, 2, … turns that the table holds, if any."""
        place = self.place(state)
        return [column[place] for column in self._within]

    def certain(self, state: State) -> bool:
        """Tell whether ten cards hold the phase, or will, whatever is drawn next."""
        return self.whole and self.pile[self.place(state)] == 0

    def discards(self, state: State) -> Iterator[tuple[int, State]]:
        """List the classes of a hand with what is left of it without one card of the class."""
        for place, held in enumerate(self.held(state)):
            if held:
                yield place, self.removed(state, place)

    def lacking(self, state: State) -> int:
        """Count, without the table, the cards that a hand lacks."""
        return missing(self._cards(self.held(state)), self.case.phase, self.case.rules)

    def holds_phase(self, held: Sequence[int]) -> bool:
        """Ask, without the table, whether cards by class hold the phase, however many they are."""
        return missing(self._cards(held), self.case.phase, self.case.rules) == 0

    def _cards(self, held: Sequence[int]) -> Cards:
        """Give cards of the classes; any kinds do: the phase cannot tell them apart."""
        *axis, wilds, skips = held
        counts = [0] * KINDS
        counts[WILD], counts[SKIP] = wilds, skips
        copies = self.case.deck.copies
        for place, many in enumerate(axis):
            kind, step = (place * NUMBERS, 1) if self.by_color else (place, NUMBERS)
            while many > 0:
                counts[kind] = min(many, copies)
                many -= copies
                kind += step
        return Cards.from_counts(counts, self.case.deck)

    def _worth(self, state: State) -> float:
        """Find what eleven cards are worth after the best discard, or ``DONE``."""
        return self._told(state, self.least(state, self.raw))

    def _told(self, state: State, least: int) -> float:
        """Turn the least number of the table into turns, or ``DONE``."""
        if self.whole:
            done = least == 0 and self.least(state, self.pile) == 0
        else:
            done = self.holds_phase(self.held(state))
        return DONE if done else self.first + least / self.scale

    @abstractmethod
    def forget(self) -> None:
        """Forget the hands worked out so far."""

    @abstractmethod
    def state(self, counts: Sequence[int]) -> State:
        """Reduce counts by class."""

    @abstractmethod
    def held(self, state: State) -> Sequence[int]:
        """Give the counts by class."""

    @abstractmethod
    def added(self, state: State, place: int) -> State:
        """Add a card of a class."""

    @abstractmethod
    def removed(self, state: State, place: int) -> State:
        """Take a card of a class away."""

    @abstractmethod
    def place(self, state: State) -> int:
        """Give the place in the table of ten cards."""

    @abstractmethod
    def best(self, state: State) -> float:
        """Give the least expected turns that eleven cards leave after a discard, or ``DONE``."""

    @abstractmethod
    def left(self, state: State, unseen: Sequence[int]) -> State:
        """Give what eleven cards leave after the best discard, of equal ones the least likely."""

    @abstractmethod
    def after_draws(self, state: State, unseen: Sequence[int]) -> list[float]:
        """Give :meth:`best` after a draw of each class; infinity where no card of it is unseen."""

    @abstractmethod
    def least(self, state: State, column: Sequence[int]) -> int:
        """Give the least number of a column after a discard from eleven cards."""


class SortedDraws(Draws):
    """Look up hands of which only the sorted counts matter.

    A state is the counts by class, a plain tuple. Numbers, or colors, held as often as each other
    are as good as each other; there are few sorted hands, and each is worked out once.
    """

    def __init__(self, solved: Solved, states: SortedStates, model: str) -> None:
        super().__init__(solved, states, model)
        self._places = states.place
        self._worths: dict[State, dict[int, float]] = {}

    def forget(self) -> None:
        """Forget the hands worked out so far."""
        self._worths.clear()

    def state(self, counts: Sequence[int]) -> State:
        """Reduce counts by class."""
        return tuple(counts)

    def held(self, state: State) -> Sequence[int]:
        """Give the counts by class."""
        return state

    def added(self, state: State, place: int) -> State:
        """Add a card of a class."""
        return (*state[:place], state[place] + 1, *state[place + 1 :])

    def removed(self, state: State, place: int) -> State:
        """Take a card of a class away."""
        return (*state[:place], state[place] - 1, *state[place + 1 :])

    def place(self, state: State) -> int:
        """Give the place in the table of ten cards."""
        return self._places(state[:-2], state[-2], state[-1])

    def best(self, state: State) -> float:
        """Give the least expected turns that eleven cards leave after a discard, or ``DONE``."""
        return self._worth(state)

    def left(self, state: State, unseen: Sequence[int]) -> State:
        """Give what eleven cards leave after the best discard, of equal ones the least likely."""
        alike: dict[tuple[bool, int], int] = {}
        for place, held in enumerate(state):
            key = (place < self.naturals, held if place < self.naturals else place)
            if held and (key not in alike or unseen[place] < unseen[alike[key]]):
                alike[key] = place
        states = [self.removed(state, place) for place in alike.values()]
        return min(states, key=lambda left: self.raw[self.place(left)])

    def after_draws(self, state: State, unseen: Sequence[int]) -> list[float]:
        """Give :meth:`best` after a draw of each class; infinity where no card of it is unseen."""
        ordered = (*sorted(state[:-2], reverse=True), *state[-2:])
        worths = self._worths.get(ordered)
        if worths is None:
            worths = self._worths[ordered] = {}
        result = []
        for place, held in enumerate(state):
            if not unseen[place]:
                result.append(inf)
                continue
            key = held if place < self.naturals else ~place
            if key not in worths:
                worths[key] = self._worth(self.added(state, place))
            result.append(worths[key])
        return result

    def least(self, state: State, column: Sequence[int]) -> int:
        """Give the least number of a column after a discard from eleven cards."""
        return min(column[self.place(left)] for _, left in self.discards(state))


@lru_cache(maxsize=16_384)
def _more(half: Half) -> tuple[Half, ...]:
    """Give a half with one card more of each number."""
    return tuple((*half[:place], held + 1, *half[place + 1 :]) for place, held in enumerate(half))


@lru_cache(maxsize=16)
def _fewer_in(halves: Halves) -> Callable[[Half], tuple[int, ...]]:
    """Give the function that tells the ranks of a half with one card less of each number it has."""
    ranks = halves.ranks

    @lru_cache(maxsize=16_384)
    def fewer(half: Half) -> tuple[int, ...]:
        return tuple(
            ranks[(*half[:place], held - 1, *half[place + 1 :])][1]
            for place, held in enumerate(half)
            if held
        )

    return fewer


class NumberDraws(Draws):
    """Look up hands by twelve counts.

    A state is the halves 1–6 and 12–7, the wilds and the skips. What is left after a discard from
    one half is looked up in one row of the table: only the rank of that half changes.
    """

    def __init__(self, solved: Solved, states: NumberStates, model: str) -> None:
        super().__init__(solved, states, model)
        self._mirror = states.mirror
        self._places = states.place
        self._bases = states.bases
        self._sizes = states.right.sizes
        self._left_ranks, self._right_ranks = states.left.ranks, states.right.ranks
        self._left_fewer, self._right_fewer = _fewer_in(states.left), _fewer_in(states.right)
        self._best: dict[State, float] = {}
        self._least: dict[State, int] = {}

    def forget(self) -> None:
        """Forget the hands worked out so far."""
        self._best.clear()
        self._least.clear()

    def state(self, counts: Sequence[int]) -> State:
        """Reduce counts by class."""
        return tuple(counts[:HALF]), tuple(counts[NUMBERS - 1 : HALF - 1 : -1]), *counts[NUMBERS:]

    def held(self, state: State) -> Sequence[int]:
        """Give the counts by class."""
        left, right, wilds, skips = state
        return (*left, *right[::-1], wilds, skips)

    def added(self, state: State, place: int) -> State:
        """Add a card of a class."""
        return self._changed(state, place, 1)

    def removed(self, state: State, place: int) -> State:
        """Take a card of a class away."""
        return self._changed(state, place, -1)

    @staticmethod
    def _changed(state: State, place: int, by: int) -> State:
        left, right, wilds, skips = state
        if place < HALF:
            left = (*left[:place], left[place] + by, *left[place + 1 :])
        elif place < NUMBERS:
            place = NUMBERS - 1 - place
            right = (*right[:place], right[place] + by, *right[place + 1 :])
        elif place == NUMBERS:
            wilds += by
        else:
            skips += by
        return left, right, wilds, skips

    def place(self, state: State) -> int:
        """Give the place in the table of ten cards."""
        left, right, wilds, skips = state
        return self._places(left + right[::-1], wilds, skips)

    def best(self, state: State) -> float:
        """Give the least expected turns that eleven cards leave after a discard, or ``DONE``."""
        found = self._best.get(state)
        if found is None:
            if len(self._best) >= REMEMBERED:
                self.forget()
            self._least[state] = least = self.least(state, self.raw)
            found = self._best[state] = self._told(state, least)
        return found

    def left(self, state: State, unseen: Sequence[int]) -> State:
        """Give what eleven cards leave after the best discard."""
        self.best(state)
        least, raw, place = self._least[state], self.raw, self.place
        return next(left for _, left in self.discards(state) if raw[place(left)] == least)

    def after_draws(self, state: State, unseen: Sequence[int]) -> list[float]:
        """Give :meth:`best` after a draw of each class; infinity where no card of it is unseen."""
        left, right, wilds, skips = state
        states = [(grown, right, wilds, skips) for grown in _more(left)]
        states += [(left, grown, wilds, skips) for grown in reversed(_more(right))]
        states += [(left, right, wilds + 1, skips), (left, right, wilds, skips + 1)]
        known, best = self._best.get, self.best
        return [
            (known(state) or best(state)) if copies else inf
            for state, copies in zip(states, unseen, strict=True)
        ]

    def least(self, state: State, column: Sequence[int]) -> int:
        """Give the least number of a column after a discard from eleven cards.

        The formulas are those of :meth:`NumberStates.place`, with what stays the same worked out
        once: this is where the time goes.
        """
        left, right, wilds, skips = state
        bases, sizes = self._bases[wilds][skips], self._sizes
        # Eleven cards on one side have no rank, nor the need of one.
        cards, rank = self._left_ranks.get(left, (CARDS_HELD + 1, -1))
        others, other = self._right_ranks.get(right, (CARDS_HELD + 1, -1))
        if not self._mirror:
            found = self._plain_rows(state, column)
        else:
            if cards < others:
                left, cards, rank, right, others, other = right, others, other, left, cards, rank
            fewer = self._left_fewer
            found = []
            if cards > others + 1:
                first, step = bases[cards - 1] + other, sizes[others]
                found = [column[first + step * less] for less in fewer(left)]
            elif cards == others + 1:
                found = self._triangle(column, bases[others], fewer(left), other)
            elif cards:
                first = bases[others] + other * sizes[cards - 1]
                found = [column[first + less] for less in fewer(left)]
            if others:
                first = bases[cards] + rank * sizes[others - 1]
                found += [column[first + less] for less in fewer(right)]
        if wilds or skips:
            if self._mirror and cards == others:
                low, high = (rank, other) if rank < other else (other, rank)
                pair = high * (high + 1) // 2 + low
            else:
                pair = rank * sizes[others] + other
            if wilds:
                found.append(column[self._bases[wilds - 1][skips][cards] + pair])
            if skips:
                found.append(column[self._bases[wilds][skips - 1][cards] + pair])
        return min(found)

    def _plain_rows(self, state: State, column: Sequence[int]) -> list[int]:
        """Look up what is left without a number card where a mirror image is another state."""
        left, right, wilds, skips = state
        bases, sizes = self._bases[wilds][skips], self._sizes
        cards, rank = self._left_ranks.get(left, (CARDS_HELD + 1, -1))
        others, other = self._right_ranks.get(right, (CARDS_HELD + 1, -1))
        found = []
        if cards:
            first, step = bases[cards - 1] + other, sizes[others]
            found = [column[first + step * less] for less in self._left_fewer(left)]
        if others:
            first = bases[cards] + rank * sizes[others - 1]
            found += [column[first + less] for less in self._right_fewer(right)]
        return found

    @staticmethod
    def _triangle(column: Sequence[int], base: int, ranks: Sequence[int], other: int) -> list[int]:
        """Look up hands with as many cards on both sides."""
        above, below = base + other, base + other * (other + 1) // 2
        return [
            column[above + rank * (rank + 1) // 2 if rank >= other else below + rank]
            for rank in ranks
        ]
