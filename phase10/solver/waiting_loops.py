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

__all__ = ["COMPILED", "compiled", "improve", "residual", "sooner"]

Array = NDArray[Any]
Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled(loop: Loop, *, kept: bool = True, counted: bool = True) -> Loop:
    """Compile a loop at its first call, from its cache if possible.

    ``kept``: whether it has a cache; a loop without one is in the cache of those that call it.
    ``counted``: whether references to arrays are counted, which may take most of the time of small
    functions; those that make no array do not need it.
    """
    if not COMPILED:
        return loop
    quick: Loop
    options: dict[str, Any] = {"nogil": True} if counted else {"nogil": True, "_nrt": False}
    try:
        quick = njit(loop, cache=kept, **options)
    except RuntimeError:  # no folder to cache in
        quick = njit(loop, **options)
    return quick


@compiled
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


@compiled
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


@compiled
def _discard(more: Array, done: Array, values: Array, best: Array, highest: bool) -> None:
    """Fill ``best`` from the values of ten cards: the least of them, or the ``highest``.

    Eleven cards that hold the phase are worth 0 turns, or a chance of 1.
    """
    for state in range(len(best)):
        if highest:
            best[state] = 1.0 if done[state] else 0.0
        else:
            best[state] = 0.0 if done[state] else np.inf
    for state in range(len(values)):
        value = values[state]
        for kind in range(more.shape[1]):
            after = more[state, kind]
            if after >= 0 and (value > best[after] if highest else value < best[after]):
                best[after] = value


@compiled
def _turn(row: Array, copies: Array, best: Array, unseen: int, offer: bool, highest: bool) -> float:
    """Give the mean of ``best`` after one draw; an offered card is taken where that is better."""
    blind = len(row) - 2
    drawn = 0.0
    natural = 0.0
    for kind in range(len(row)):
        if copies[kind] > 0:
            drawn += copies[kind] * best[row[kind]]
            if kind < blind:
                natural += copies[kind]
    drawn /= unseen
    if not offer or natural == 0.0:
        return drawn
    turn = 0.0
    for kind in range(blind):
        if copies[kind] > 0:
            taken = best[row[kind]]
            turn += copies[kind] * (max(drawn, taken) if highest else min(drawn, taken))
    return turn / natural


@compiled
def residual(
    more: Array, copies: Array, unseen: int, offer: bool, done: Array, values: Array, best: Array
) -> float:
    """Give the largest |V − TV|, T being one turn played as well as possible before V."""
    _discard(more, done, values, best, False)
    largest = 0.0
    for state in range(len(values)):
        turn = _turn(more[state], copies[state], best, unseen, offer, False)
        largest = max(largest, abs(1.0 + turn - values[state]))
    return largest


@compiled
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
    _discard(more, done, chances, best, True)
    for state in range(len(chances)):
        turn = _turn(more[state], copies[state], best, unseen, offer, True)
        chances[state] = min(turn, 1.0)
