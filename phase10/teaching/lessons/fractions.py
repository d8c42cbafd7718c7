"""Numbers as people write them, read exactly, and none so long that reading it takes time."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

__all__ = ["read_fraction"]

_NUMBER: Final = re.compile(
    r"[+-]?(?:[0-9]{1,12}/[0-9]{1,12}|[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})"
)


def read_fraction(text: str) -> Fraction:
    """Read ``55``, ``55,3``, ``55.3`` or ``3/8``; :class:`ValueError` for anything else.

    An exponent is refused: ``1e999999999`` would be a number of a billion digits.

    >>> read_fraction(" 0,25 ")
    Fraction(1, 4)
    """
    written = text.strip().replace(",", ".").replace("−", "-")
    if not _NUMBER.fullmatch(written):
        raise ValueError(text[:40])
    try:
        return Fraction(written)
    except ZeroDivisionError:
        raise ValueError(text[:40]) from None
