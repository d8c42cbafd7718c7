"""JSON of anybody: read with bounds, so that no text can take long or end the program."""

from __future__ import annotations

import json
from typing import Any, Final

__all__ = ["DEEPEST", "read_json"]

DEEPEST: Final = 100
"""Levels of lists and objects within one another, at most."""

_DIGITS: Final = 40
"""Signs of a number, at most; Python takes long for numbers of thousands of digits."""


def read_json(text: str) -> Any:
    """Read JSON; :class:`ValueError` for what is none, too deep, or has numbers that are too long.

    What is no number in JSON (``NaN``, ``Infinity``) is refused.
    """
    _check_depth(text)
    return json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_refused)


def _check_depth(text: str) -> None:
    depth = 0
    quoted = escaped = False
    for sign in text:
        if quoted:
            quoted = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            quoted = True
        elif sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise ValueError(depth)
        elif sign in "]}":
            depth -= 1


def _whole(text: str) -> int:
    return int(_short(text))


def _decimal(text: str) -> float:
    return float(_short(text))


def _short(text: str) -> str:
    if len(text) > _DIGITS:
        raise ValueError(text[:_DIGITS])
    return text


def _refused(text: str) -> float:
    raise ValueError(text)
