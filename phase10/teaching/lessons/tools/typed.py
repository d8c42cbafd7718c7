"""Texts that a learner types into an interactive: kept as they are, read when they are to be used.

While somebody types, half a number is no fault; so nothing is read before it is applied, and what
was typed stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from phase10.game.errors import NumberError
from phase10.teaching.lessons.fractions import read_fraction

__all__ = ["TEXT_LIMIT", "kept_state", "kept_text", "read_share", "typed"]

TEXT_LIMIT: Final = 240
"""Signs of a typed text that are kept."""

_LARGEST_DENOMINATOR: Final = 1000
_STATES: Final = 1 << 64


def typed(value: object) -> str:
    """Give a typed text, cut at the limit; what is no text is an empty one."""
    return value[:TEXT_LIMIT] if isinstance(value, str) else ""


def read_share(what: str, text: str, low: Fraction, high: Fraction) -> Fraction:
    """Read a fraction or decimal of a range, in thousandths at the finest.

    ``what`` names it in the error: :class:`NumberError` ``tool.share``.

    >>> read_share("p", " 0,25 ", Fraction(0), Fraction(1))
    Fraction(1, 4)
    """
    try:
        value = read_fraction(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high or value.denominator > _LARGEST_DENOMINATOR:
        raise NumberError("tool.share", what=what, text=text[:40], low=str(low), high=str(high))
    return value


def kept_text(kept: Mapping[str, object], name: str, otherwise: str) -> str:
    """Read a text of what was kept."""
    value = kept.get(name)
    return typed(value) if isinstance(value, str) else otherwise


def kept_state(value: object) -> int | None:
    """Read where a stream of random numbers stands: a text, as a browser rounds large numbers."""
    if not isinstance(value, str) or not value.isdecimal() or len(value) > 20:
        return None
    state = int(value)
    return state if state < _STATES else None
