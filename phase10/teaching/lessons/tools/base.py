"""What the interactives of the lessons have in common: acts, keeping, reading of what was set.

A module ``lNN`` beside this one holds the interactive of a lesson and makes it: ``make(code)``. It
knows nothing of words and drawings; those are in :mod:`phase10.views.tools`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Protocol

from phase10.game.errors import GameError

__all__ = ["EXACT", "SIMULATE", "SITUATION", "Tool", "kept_whole", "one_of", "unknown_act", "whole"]

SITUATION: Final = "situation"
"""The interactive gives nothing of the lesson's answer away: it may be there from the start."""
SIMULATE: Final = "simulate"
"""It answers what the lesson asks to predict: it comes after the prediction."""
EXACT: Final = "exact"
"""It answers what the simulation is to find: it comes beside the exact value."""

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,12}")


class Tool(Protocol):
    """Be the interactive of a lesson.

    ``after``: the step of the lesson from which on it may be shown.
    """

    after: ClassVar[str]

    def act(self, name: str, value: object) -> None:
        """Do what was clicked or typed; :class:`GameError` changes nothing."""

    def kept(self) -> dict[str, object]:
        """Give what was set as JSON values."""

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take up what was kept; what has another shape is ignored."""


def whole(value: object, low: int, high: int) -> int:
    """Read a whole number as typed or slid; :class:`GameError` ``tool.whole`` for anything else.

    >>> whole(" 12 ", 0, 20)
    12
    """
    text = str(value).strip().replace("\u00a0", "").replace("−", "-")
    if isinstance(value, str | int) and not isinstance(value, bool) and _WHOLE.fullmatch(text):
        number = int(text)
        if low <= number <= high:
            return number
    raise GameError("tool.whole", text=text, low=low, high=high)


def one_of(value: object, allowed: Iterable[str]) -> str:
    """Read a choice; :class:`GameError` ``lesson.choice`` for none of the ``allowed``."""
    names = tuple(allowed)
    for name in names:
        if value == name:
            return name
    raise GameError("lesson.choice", text=str(value), allowed=", ".join(names))


def unknown_act(name: str) -> GameError:
    """Make the error for an act that the interactive does not have."""
    return GameError("tool.act", name=name)


def kept_whole(kept: Mapping[str, object], name: str, low: int, high: int, otherwise: int) -> int:
    """Read a whole number of what was kept; ``otherwise`` where it has another shape."""
    value = kept.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    return otherwise
