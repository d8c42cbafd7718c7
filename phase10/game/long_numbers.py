"""Whole numbers in data files that are longer than anybody means: Python refuses to write them."""

from __future__ import annotations

import re
from typing import Any, Final

__all__ = ["line_of_long_number", "without_long_numbers"]

_BITS: Final = 160
"""Of the longest whole number that a file may have: nearly fifty decimal digits."""
_LONG: Final = re.compile(r"[0-9a-fA-F_:]{41,}")


def line_of_long_number(text: str) -> int:
    """Give the line of the first number that is too long; 1 where none is found."""
    found = _LONG.search(text)
    return 1 if found is None else text.count("\n", 0, found.start()) + 1


def without_long_numbers(data: Any) -> Any:
    """Give data as they are; :class:`ValueError` where they hold a number that is too long.

    Lists and mappings that hold themselves, or one another very often, are gone through once.
    """
    waiting, known = [data], set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, int):
            if value.bit_length() > _BITS:
                raise ValueError("too long a number")
        elif isinstance(value, dict | list) and id(value) not in known:
            known.add(id(value))
            waiting += [*value.keys(), *value.values()] if isinstance(value, dict) else value
    return data
