"""The loops of the waiting game, written once for Numba and for plain NumPy arrays.

A game is three arrays: ``more[h, s]`` is the state of eleven cards after card kind ``s`` was added
to the state ``h`` of ten (-1: none), ``copies[h, s]`` how many such cards are unseen, ``done[e]``
whether eleven cards hold the phase. The last two kinds are the wild and the skip, all before them
natural cards. ``best[e]`` is what eleven cards are worth after the best discard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

try:
    from numba import njit
except ImportError:  # small games are solved without it
    COMPILED = False
else:
    COMPILED = True

__all__ = ["COMPILED", "improve", "residual", "sooner"]

Array = NDArray[Any]
Loop = TypeVar("Loop", bound=Callable[..., Any])


def _compiled(loop: Loop) -> Loop:
    """Compile a loop at its first call, from its cache if possible."""
    if not COMPILED:
        return loop
    compiled: Loop
    try:
        compiled = njit(loop, cache=True, nogil=True)
    except RuntimeError:  # no folder to cache in
        compiled = njit(loop, nogil=True)
    return compiled


@_compiled
def _waiting(
    row: Array, copies: Array, best: Array, unseen: int, offer: bool, value: float
) -> float:
    """Give the least expected turns from one state when eleven cards are worth ``best``.

    ``value``: any upper bound, also infinity. The policy "keep what is worth less than the value"
    is improved until it stays as it is, which solves
    V = 1 + Σ p min(V, b) exactly, or, when a natural card is offered first,
    V = 1 + Σ q min(min(V, b), B(V)) with B the mean of min(V, b) over a blind draw.
    """
    blind = len(row) - 2
    while True:
        mass = 0.0
        total = 0.0
        natural = 0.0
        for kind in range(len(row)):
            many = copies[kind]
            if many > 0:
                if kind < blind:
                    natural += many
                worth = best[row[kind]]
                if worth < value:
                    mass += many
                    total += many * worth
        if mass == 0.0:
            return value
        if not offer or natural == 0.0 or value == np.inf:
            better = (unseen + total) / mass
        else:
            # A blind draw is worth first + again · V; so is every natural card not taken.
            first = total / unseen
            again = (unseen - mass) / unseen
            drawn = first + again * value
            left = 0.0
            taken = 0.0
            for kind in range(blind):
                many = copies[kind]
                if many > 0:
                    worth = best[row[kind]]
                    if worth < drawn:
                        taken += many * worth
                    else:
                        left += many
            left /= natural
            better = (1.0 + taken / natural + left * first) / (1.0 - left * again)
        if not better < value:
            return value
        value = better


@_compiled
def improve(
    order: Array,
    more: Array,
    copies: Array,
    unseen: int,
    offer: bool,
    best: Array,
    values: Array,
) -> float:
    """Improve all states in an order, each told at once to its neighbors; give the largest change.

    In the order of their true values one pass is exact: no state is worth keeping that is worth
    more. ``values`` and ``best`` are upper bounds before and after; a first value is no change.
    """
    largest = 0.0
    kinds = more.shape[1]
    for place in range(len(order)):
        state = order[place]
        row = more[state]
        old = values[state]
        new = _waiting(row, copies[state], best, unseen, offer, old)
        if new < old:
            values[state] = new
            largest = max(largest, old - new)
        for kind in range(kinds):
            if row[kind] >= 0 and new < best[row[kind]]:
                best[row[kind]] = new
    return largest


@_compiled
def residual(
    more: Array, copies: Array, unseen: int, offer: bool, done: Array, values: Array, best: Array
) -> float:
    """Give the largest |V − TV|, T being one turn played as well as possible before V."""
    kinds = more.shape[1]
    for state in range(len(best)):
        best[state] = 0.0 if done[state] else np.inf
    for state in range(len(values)):
        for kind in range(kinds):
            if more[state, kind] >= 0:
                best[more[state, kind]] = min(best[more[state, kind]], values[state])
    largest = 0.0
    for state in range(len(values)):
        drawn = 0.0
        natural = 0.0
        for kind in range(kinds):
            if copies[state, kind] > 0:
                drawn += copies[state, kind] * best[more[state, kind]]
                if kind < kinds - 2:
                    natural += copies[state, kind]
        drawn /= unseen
        turn = drawn
        if offer and natural > 0.0:
            turn = 0.0
            for kind in range(kinds - 2):
                if copies[state, kind] > 0:
                    turn += copies[state, kind] * min(drawn, best[more[state, kind]])
            turn /= natural
        largest = max(largest, abs(1.0 + turn - values[state]))
    return largest


@_compiled
def sooner(
    more: Array,
    copies: Array,
    unseen: int,
    offer: bool,
    done: Array,
    chances: Array,
    best: Array,
) -> None:
    """Replace the best chances within n turns by those within n + 1."""
    kinds = more.shape[1]
    for state in range(len(best)):
        best[state] = 1.0 if done[state] else 0.0
    for state in range(len(chances)):
        for kind in range(kinds):
            if more[state, kind] >= 0 and best[more[state, kind]] < chances[state]:
                best[more[state, kind]] = chances[state]
    for state in range(len(chances)):
        drawn = 0.0
        natural = 0.0
        for kind in range(kinds):
            if copies[state, kind] > 0:
                drawn += copies[state, kind] * best[more[state, kind]]
                if kind < kinds - 2:
                    natural += copies[state, kind]
        drawn /= unseen
        chance = drawn
        if offer and natural > 0.0:
            chance = 0.0
            for kind in range(kinds - 2):
                if copies[state, kind] > 0:
                    chance += copies[state, kind] * max(drawn, best[more[state, kind]])
            chance /= natural
        chances[state] = min(chance, 1.0)
