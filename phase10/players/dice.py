"""Chance for strategies: a small generator that gives the same numbers compiled and not.

Xorshift by Marsaglia (2003) with 32 bits; its state is a number in ``work``, never 0.
"""

from __future__ import annotations

from phase10.solver.plan_rows import CHANCE, Row

__all__ = ["ONE", "below", "chance_from"]

ONE = 1 << 20
"""A chance of 1, where a chance is told in whole numbers."""

_BITS = (1 << 32) - 1
_START = 2463534242


def chance_from(seed: int) -> int:
    """Make a state from any whole number from 0 to 2**62."""
    state = (seed ^ (seed >> 32)) & _BITS
    return state if state else _START


def below(work: Row, most: int) -> int:
    """Give a whole number from 0 up to, but not including, ``most`` (at most 2**30)."""
    state = chance_from(work[CHANCE])
    state ^= (state << 13) & _BITS
    state ^= state >> 17
    state ^= (state << 5) & _BITS
    work[CHANCE] = state
    return state * most >> 32
