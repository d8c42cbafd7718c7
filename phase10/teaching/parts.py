"""Parts of data files of teaching: each has the form asked for, or an error tells its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from phase10.game.errors import GameError
from phase10.teaching.words import placed

__all__ = ["boolean", "listed", "number", "one_of", "only", "table", "text"]


def only(data: Mapping[str, Any], allowed: Sequence[str], inside: str) -> None:
    """Refuse a key that is not known: ``board.key``."""
    for key in data:
        if key not in allowed:
            place = f"{inside}.{key}" if inside else str(key)
            raise placed(GameError("board.key", key=place), place)


def table(given: object, key: str) -> Mapping[str, Any]:
    """Give a table of keys, an empty one for None; raise ``board.shape``."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise placed(GameError("board.shape", key=key, expected="object"), key)
    return given


def listed(given: object, key: str) -> list[Any]:
    """Give a list, an empty one for None; raise ``board.shape``."""
    if given is None:
        return []
    if not isinstance(given, list):
        raise placed(GameError("board.shape", key=key, expected="list"), key)
    return given


def text(given: object, key: str) -> str:
    """Give a text that says something; raise ``board.missing``, ``board.shape``."""
    if given is None:
        raise placed(GameError("board.missing", key=key), key)
    if not isinstance(given, str):
        raise placed(GameError("board.shape", key=key, expected="text"), key)
    if not given.strip():
        raise placed(GameError("board.blank", key=key), key)
    return given


def number(given: object, key: str, low: int, high: int) -> int:
    """Give a whole number of a range; raise ``board.missing``, ``.shape`` or ``.number``."""
    if given is None:
        raise placed(GameError("board.missing", key=key), key)
    if not isinstance(given, int) or isinstance(given, bool):
        raise placed(GameError("board.shape", key=key, expected="number"), key)
    if not low <= given <= high:
        error = GameError("board.number", key=key, value=given, low=low, high=high)
        raise placed(error, key)
    return given


def boolean(given: object, key: str) -> bool:
    """Give true or false, false for None."""
    if given is not None and not isinstance(given, bool):
        raise placed(GameError("board.shape", key=key, expected="boolean"), key)
    return bool(given)


def one_of(given: object, key: str, allowed: Sequence[str]) -> str:
    """Give one of the words allowed; raise ``board.value``."""
    value = text(given, key)
    if value not in allowed:
        error = GameError("board.value", key=key, value=value, allowed=", ".join(allowed))
        raise placed(error, key)
    return value
