"""The waiting game of a phase as arrays: what each state becomes with one more card.

Built from the plain states of :mod:`phase10.solver.waiting_states`, whole blocks at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from phase10.game.cards import KINDS, NUMBERS, SKIP, WILD
from phase10.game.errors import GameError
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.groupings_batch import missing_many
from phase10.solver.waiting_states import (
    HALF,
    Halves,
    NumberStates,
    States,
    states_of,
)

__all__ = ["WaitingGame", "game_of"]

Array = NDArray[Any]
Progress = Callable[[float], None]

CHUNK: Final = 1 << 17
"""States of eleven cards whose completeness is found at once."""


@dataclass(frozen=True)
class WaitingGame:
    """Hold the game of one phase.

    ``more`` (states, kinds) int32 and ``copies`` (states, kinds) uint16: the state of one card more
    (-1: none), and the unseen cards that lead there; the last two kinds are wild and skip.
    ``deals``: how many deals are each state. ``missing``: of the states with one card more.
    ``unseen``: cards that are not in hand.
    """

    states: States
    more: NDArray[np.int32]
    copies: NDArray[np.uint16]
    deals: NDArray[np.float64]
    missing: NDArray[np.int8]
    unseen: int

    def average(self, values: Array) -> float:
        """Average over the deal: every hand of the deck is as likely as any other."""
        return float(np.dot(self.deals, values) / self.deals.sum())


def game_of(
    phase: Phase, rules: Rules, cards: int, progress: Progress = lambda share: None
) -> WaitingGame | None:
    """Build the game of a phase; ``None`` when no vector holds it.

    ``cards``: how many are held between two turns. ``progress`` is told the share done. Raises
    :class:`GameError` ``waiting.deck`` when the deck has no card more to draw and
    ``game.phase_deck`` when no cards of it complete the phase.
    """
    deck = rules.deck
    if deck.size <= cards:
        raise GameError("waiting.deck", count=deck.size, needed=cards + 1)
    before = states_of(phase, deck, cards)
    after = states_of(phase, deck, cards + 1)
    if before is None or after is None:
        return None
    if isinstance(before, NumberStates) and isinstance(after, NumberStates):
        more, copies, deals, hands = _together(before, after)
    else:
        more, copies, deals, hands = one_by_one(before, after)
    missing = np.empty(after.size, np.int8)
    for first in range(0, after.size, CHUNK):
        progress(first / after.size)
        chunk = slice(first, min(first + CHUNK, after.size))
        missing[chunk] = missing_many(hands(chunk), phase, rules)
    if missing.min() > 0:
        raise GameError("game.phase_deck", phase=str(phase))
    return WaitingGame(before, more, copies, deals, missing, deck.size - cards)


Hands = Callable[[slice], Array]
Parts = tuple[NDArray[np.int32], NDArray[np.uint16], NDArray[np.float64], Hands]


def one_by_one(before: States, after: States) -> Parts:
    """Work out the arrays of a game state by state, as its plain states tell them."""
    deck = before.deck
    limits = before.limits()
    most = (*limits, deck.wilds, deck.skips)
    more = np.full((before.size, len(most)), -1, np.int32)
    copies = np.zeros(more.shape, np.uint16)
    deals = np.zeros(before.size)
    for state in range(before.size):
        axis, wilds, skips = before.axis(state)
        held = [*axis, wilds, skips]
        deals[state] = before.alike(state) * prod(map(comb, most, held))
        for kind, count in enumerate(held):
            if count < most[kind]:
                held[kind] += 1
                more[state, kind] = after.place(held[:-2], held[-2], held[-1])
                copies[state, kind] = most[kind] - count
                held[kind] -= 1
    step = NUMBERS if before.by_color else 1

    def hands(chunk: slice) -> Array:
        counts = np.zeros((chunk.stop - chunk.start, KINDS), np.uint8)
        for row, state in enumerate(range(chunk.start, chunk.stop)):
            axis, wilds, skips = after.axis(state)
            counts[row, : len(axis) * step : step] = axis
            counts[row, WILD], counts[row, SKIP] = wilds, skips
        return counts

    return more, copies, deals, hands


def _together(before: NumberStates, after: NumberStates) -> Parts:
    """Work out the arrays of a game of twelve counts, a kind at a time."""
    left_halves, right_halves = _HalfArrays(after.left), _HalfArrays(after.right)
    if after.mirror:
        right_halves = left_halves
    bases = np.array(after.bases)
    left, right, wilds, skips = _rows(before, left_halves, right_halves)

    def place(left: Array, right: Array, wilds: Array, skips: Array) -> Array:
        if after.mirror:
            left, right = np.maximum(left, right), np.minimum(left, right)
        cards, others = left_halves.cards[left], right_halves.cards[right]
        rank = (left - left_halves.starts[cards]).astype(np.int64)
        other = right - right_halves.starts[others]
        pair = rank * right_halves.sizes[others] + other
        if after.mirror:
            pair = np.where(cards == others, rank * (rank + 1) // 2 + other, pair)
        found: Array = bases[wilds, skips, cards] + pair
        return found

    deck = before.deck
    kinds = NUMBERS + 2
    more = np.full((before.size, kinds), -1, np.int32)
    copies = np.zeros((before.size, kinds), np.uint16)
    for position in range(HALF):
        grown = left_halves.more[left, position]
        some = np.flatnonzero(grown >= 0)
        more[some, position] = place(grown[some], right[some], wilds[some], skips[some])
        copies[some, position] = left_halves.copies[left[some], position]
        opposite = NUMBERS - 1 - position
        grown = right_halves.more[right, position]
        some = np.flatnonzero(grown >= 0)
        more[some, opposite] = place(left[some], grown[some], wilds[some], skips[some])
        copies[some, opposite] = right_halves.copies[right[some], position]
    some = np.flatnonzero(wilds < deck.wilds)
    more[some, -2] = place(left[some], right[some], wilds[some] + 1, skips[some])
    copies[some, -2] = deck.wilds - wilds[some]
    some = np.flatnonzero(skips < deck.skips)
    more[some, -1] = place(left[some], right[some], wilds[some], skips[some] + 1)
    copies[some, -1] = deck.skips - skips[some]

    deals = left_halves.deals[left] * right_halves.deals[right]
    deals *= np.array([comb(deck.wilds, held) for held in range(before.most_wilds + 1)])[wilds]
    deals *= np.array([comb(deck.skips, held) for held in range(before.most_skips + 1)])[skips]
    if before.mirror:
        deals[left != right] *= 2
    rows = _rows(after, left_halves, right_halves)

    def hands(chunk: slice) -> Array:
        left, right, wilds, skips = (row[chunk] for row in rows)
        counts = np.zeros((len(left), KINDS), np.uint8)
        counts[:, :HALF] = left_halves.counts[left]
        counts[:, HALF:NUMBERS] = right_halves.counts[right][:, ::-1]
        counts[:, WILD], counts[:, SKIP] = wilds, skips
        return counts

    return more, copies, deals, hands


class _HalfArrays:
    """Hold the halves as arrays; a half is known by its place among all, fewer cards first."""

    def __init__(self, halves: Halves) -> None:
        every = [half for some in halves.by_sum for half in some]
        self.sizes = np.array(halves.sizes)
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        self.counts = np.array(every, np.uint8)
        self.cards = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self.copies = np.array(halves.limits) - self.counts
        self.deals = np.array([float(prod(map(comb, halves.limits, half))) for half in every])
        self.more = np.full(self.counts.shape, -1, np.int32)
        for place, half in enumerate(every):
            for position, held in enumerate(half):
                grown = (*half[:position], held + 1, *half[position + 1 :])
                if grown in halves.ranks:
                    cards, rank = halves.ranks[grown]
                    self.more[place, position] = self.starts[cards] + rank


def _rows(states: NumberStates, left: _HalfArrays, right: _HalfArrays) -> tuple[Array, ...]:
    """Give the left half, the right half, the wilds and the skips of every state."""
    rows = tuple(np.empty(states.size, kind) for kind in (np.int32, np.int32, np.int8, np.int8))
    for base, wilds, skips, cards, others in states.blocks:
        many, few = int(left.sizes[cards]), int(right.sizes[others])
        if states.mirror and cards == others:
            ranks, places = np.tril_indices(many)
        else:
            ranks, places = np.divmod(np.arange(many * few), few)
        block = slice(base, base + len(ranks))
        rows[0][block] = left.starts[cards] + ranks
        rows[1][block] = right.starts[others] + places
        rows[2][block], rows[3][block] = wilds, skips
    return rows
