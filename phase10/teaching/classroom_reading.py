"""What came from a page, a file or a code, made sure of: its form, its size, its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.teaching.classroom import (
    CHAIRS,
    ClassState,
    Contribution,
    Given,
    Pooled,
    changed,
    class_nickname,
    read_code,
)
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import STEPS
from phase10.teaching.lessons.simulation import TRIAL_LIMIT

__all__ = ["contribution_from_json", "state_from_json"]

_RUN: Final = re.compile(r"[0-9a-f]{32}")
_WORD: Final = re.compile(r"[\w.\-]{0,60}")
_CHOICE: Final = re.compile(r"[^\W\d_][\w.\-]{0,59}")
_NUMBER: Final = re.compile(r"-?[0-9]{1,12}(/[0-9]{1,12})?")
_PARTS: Final = 12
_OUTCOMES: Final = 400
_ANSWERS: Final = 40
_LARGE: Final = 1 << 53
_KEYS: Final = frozenset(Contribution.__dataclass_fields__)


def contribution_from_json(data: object) -> Contribution:
    """Read a contribution from plain values; :class:`GameError` ``class.form`` if it is none."""
    try:
        return _read(data)
    except (GameError, LookupError, TypeError, ValueError, ZeroDivisionError):
        raise GameError("class.form") from None


def state_from_json(data: object) -> ClassState:
    """Read what a teacher set from plain values; :class:`GameError` if it is not that."""
    if not isinstance(data, Mapping) or set(data) != {*ClassState.__dataclass_fields__}:
        raise GameError("class.form")
    what = dict(data)
    code, version = what.pop("code"), what.pop("version")
    try:
        first = ClassState(read_code(_text(code)), "", version=_whole(version, 1, _LARGE) - 1)
        return changed(first, what)
    except TypeError:
        raise GameError("class.form") from None


def _read(data: object) -> Contribution:
    if not isinstance(data, Mapping) or set(data) != _KEYS:
        raise ValueError
    lesson = str(LessonCode.parse(_text(data["lesson"])))
    return Contribution(
        _match(_RUN, data["run_id"]),
        lesson,
        class_nickname(_text(data["nickname"])),
        None if data["prediction"] is None else _prediction(_text(data["prediction"])),
        tuple(_pooled(each) for each in _list(data["tallies"], _PARTS)),
        tuple(_given(each) for each in _list(data["answers"], _ANSWERS)),
        _whole(data["sent"], 0, _LARGE),
        _one_of(("", *STEPS), data["step"]),
        _whole(data["chair"], 0, CHAIRS - 1),
        _truth(data["own_deals"]),
    )


def _prediction(text: str) -> str:
    """Read the id of a choice or a number; a number is given in lowest terms."""
    if _NUMBER.fullmatch(text):
        return str(Fraction(text))
    return _match(_CHOICE, text)


def _pooled(data: object) -> Pooled:
    part, trials, counts = _list(data, 3)
    pairs = tuple(
        (_whole(outcome, -_LARGE, _LARGE), _whole(count, 0, TRIAL_LIMIT))
        for outcome, count in (_list(pair, 2) for pair in _list(counts, _OUTCOMES))
    )
    if len(dict(pairs)) != len(pairs) or sum(count for _, count in pairs) != trials:
        raise ValueError
    return Pooled(_whole(part, 0, _PARTS), _whole(trials, 0, TRIAL_LIMIT), pairs)


def _given(data: object) -> Given:
    step, template, chosen, right, misconception = _list(data, 5)
    return Given(
        _one_of(STEPS, step),
        _match(_WORD, template),
        _whole(chosen, 0, 9),
        _truth(right),
        _match(_WORD, misconception),
    )


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise TypeError
    return value


def _match(pattern: re.Pattern[str], value: object) -> str:
    text = _text(value)
    if not pattern.fullmatch(text):
        raise ValueError
    return text


def _one_of(words: tuple[str, ...], value: object) -> str:
    text = _text(value)
    if text not in words:
        raise ValueError
    return text


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _whole(value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise TypeError
    return value


def _list(value: object, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise TypeError
    return value
