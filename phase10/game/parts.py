"""Parts of data as read from JSON or YAML: each has the shape asked for, or an error names it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from phase10.game.errors import GameError, NumberError, PositionError

__all__ = [
    "at_place",
    "one_of",
    "only_keys",
    "read_boolean",
    "read_list",
    "read_mapping",
    "read_number",
    "read_text",
]

_R = TypeVar("_R")


def at_place(place: str, read: Callable[[], _R]) -> _R:
    """Read a part; an error in it tells the place, the innermost one where places are nested."""
    try:
        return read()
    except GameError as error:
        error.place = error.place or place
        raise


def read_mapping(value: object, key: str) -> Mapping[str, Any]:
    """Give an object with named parts; raise PositionError ``position.shape``, as all readers."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise PositionError("position.shape", key=key, expected="object")
    return value


def only_keys(data: Mapping[str, Any], allowed: Collection[str], prefix: str = "") -> None:
    """Refuse a part with a name that is not known: ``position.unknown_key``."""
    for key in data:
        if key not in allowed:
            raise PositionError("position.unknown_key", key=f"{prefix}{key}")


def read_text(value: object, key: str) -> str:
    """Give a text."""
    if not isinstance(value, str):
        raise PositionError("position.shape", key=key, expected="text")
    return value


def read_boolean(value: object, key: str) -> bool:
    """Give true or false."""
    if not isinstance(value, bool):
        raise PositionError("position.shape", key=key, expected="boolean")
    return value


def read_list(value: object, key: str) -> list[Any]:
    """Give a list."""
    if not isinstance(value, list):
        raise PositionError("position.shape", key=key, expected="list")
    return value


def read_number(value: object, key: str, low: int, high: int) -> int | None:
    """Give a whole number of a range, None for None; raise NumberError ``number.range``."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise PositionError("position.shape", key=key, expected="number")
    if not low <= value <= high:
        raise NumberError("number.range", what=key, value=value, low=low, high=high)
    return value


def one_of(value: str, key: str, allowed: Collection[str]) -> str:
    """Give one of the words allowed; raise PositionError ``position.value``."""
    if value not in allowed:
        raise PositionError("position.value", key=key, value=value, allowed=", ".join(allowed))
    return value
