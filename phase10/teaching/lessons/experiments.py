"""All experiments by name, and how a lesson's data asks for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any, Final

from phase10.game.cards import COLORS
from phase10.game.errors import GameError, NumberError
from phase10.teaching.lessons.experiment import SIZE, Experiment
from phase10.teaching.lessons.experiments_draw import (
    AfterNoWild,
    ColorAndNumber,
    NextCard,
    RepeatedDraws,
    TwoCards,
)
from phase10.teaching.lessons.experiments_hand import (
    DealtInOrder,
    HandPoints,
    PhaseDealt,
    UsefulCard,
    Waiting,
    WildsDealt,
)
from phase10.teaching.lessons.experiments_play import MatchRounds, Race, ThrownCards

__all__ = ["EXPERIMENTS", "make_experiment"]

EXPERIMENTS: Final[dict[str, Callable[..., Experiment]]] = {
    "next_card": NextCard,
    "repeated_draws": RepeatedDraws,
    "after_no_wild": AfterNoWild,
    "two_cards": TwoCards,
    "dealt_in_order": DealtInOrder,
    "wilds_dealt": WildsDealt,
    "waiting": Waiting,
    "useful_card": UsefulCard,
    "color_and_number": ColorAndNumber,
    "phase_dealt": PhaseDealt,
    "hand_points": HandPoints,
    "match_rounds": MatchRounds,
    "thrown_cards": ThrownCards,
    "race": Race,
}
"""Each experiment by the name that data uses."""

_WHOLE: Final = {
    "draws": (1, 100),
    "cards": (1, 20),
    "deck": (1, 108),
    "number": (1, 12),
    "within": (1, 200),
    "signs": (1, 6),
    "need": (1, 50),
}
"""What whole numbers a setting can be; so no trial lasts for ever and no figure is empty."""

_MOST_PHASES: Final = 30

_POSITIVE: Final = ("mine", "chances", "own", "other")
"""Chances that may not be 0; the others may."""


def make_experiment(name: str, given: Mapping[str, Any]) -> Experiment:
    """Make an experiment from the values of a data file.

    Fractions are written as text, ``"1/4"``. :class:`GameError` ``lesson.experiment`` for a name
    that is not known, ``lesson.setting`` for a setting that is not, ``lesson.value`` or
    ``number.range`` for a value that no trial can be made with.
    """
    maker = EXPERIMENTS.get(name)
    if maker is None:
        raise GameError("lesson.experiment", text=name, known=", ".join(EXPERIMENTS))
    known = {field.name: field for field in fields(maker)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key not in known:
            raise GameError("lesson.setting", name=key, experiment=name, known=", ".join(known))
        values[key] = _read(key, value, str(known[key].type))
    for key, field in known.items():
        if field.default is MISSING and key not in values:
            raise GameError("lesson.setting", name=key, experiment=name, known=", ".join(known))
    for key, value in values.items():
        _check(key, value)
    if values.get("deck", SIZE) < values.get("cards", 1):
        raise GameError("lesson.value", name="deck", value=str(values["deck"]))
    return maker(**values)


def _check(key: str, value: object) -> None:
    """Refuse what no trial can be made with."""
    if isinstance(value, int) and not isinstance(value, bool) and key in _WHOLE:
        low, high = _WHOLE[key]
        if not low <= value <= high:
            raise NumberError("number.range", what=key, value=value, low=low, high=high)
    chances = value if isinstance(value, tuple) else (value,)
    for each in chances:
        if isinstance(each, Fraction) and not (0 <= each <= 1 and (each or key not in _POSITIVE)):
            raise GameError("lesson.value", name=key, value=str(each))
    if (
        (key == "color" and value not in COLORS)
        or value == ()
        or (key == "chances" and len(chances) > _MOST_PHASES)
    ):
        raise GameError("lesson.value", name=key, value=str(value))


def _read(key: str, value: object, wanted: str) -> object:
    """Read a value as the type that the experiment's field has."""
    try:
        if wanted == "Fraction" and isinstance(value, str | int) and not isinstance(value, bool):
            return Fraction(value)
        if wanted.startswith("tuple") and isinstance(value, list):
            return tuple(Fraction(each) for each in value)
    except (ValueError, ZeroDivisionError, TypeError):
        raise GameError("lesson.value", name=key, value=str(value)) from None
    plain: dict[str, type] = {"int": int, "str": str, "bool": bool}
    if wanted in plain and type(value) is plain[wanted]:
        return value
    raise GameError("lesson.value", name=key, value=str(value))
