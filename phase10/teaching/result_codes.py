"""A pupil's run without a network: a short code to type by hand, or a file.

The code holds the lesson, the chair, the prediction, the answers to transfer and exit question,
and of the simulation what its figures need: how many outcomes fell into each cell of outcomes that
no figure tells apart, with their sum where a mean is shown. It is written in Crockford's base 32,
in groups of four, with two check signs: the sum of all signs, each times a power of its own modulo
a prime, finds every single wrong sign and every two signs that changed places.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeAlias

from phase10.game.errors import GameError
from phase10.game.json_text import read_json
from phase10.teaching.classroom import CHAIRS, Contribution, Given, Pooled, run_id_of
from phase10.teaching.classroom_reading import contribution_from_json
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.content import Lesson, Part
from phase10.teaching.lessons.engine import STEPS, answer, begin, read_prediction
from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.teaching.lessons.simulation import TRIAL_LIMIT

__all__ = ["LARGEST_FILE", "read_result_code", "read_result_file", "result_code", "result_file"]

LARGEST_FILE: Final = 2_000_000
"""Characters of a file that are read: some hundred runs."""

_FORMAT: Final = "class"
_VERSION: Final = 1

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TYPED: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, "–": None, " ": None})
_PRIME: Final = 1021
_POWER: Final = 30
"""Its powers modulo the prime are all different, and for codes of this length none of them is one
of those that a check sign counts."""
_LONGEST: Final = 160
_TYPED_LONGEST: Final = 400
_GROUP: Final = 4
_MOST: Final = 1 << 63

_Cells: TypeAlias = list[tuple[int, int | None]]


# --- the code ------------------------------------------------------------------------------------


def result_code(given: Contribution) -> str:
    """Write a run as a code; :class:`GameError` ``result.lesson`` for a lesson of one's own."""
    code = LessonCode.parse(given.lesson)
    if code.lesson not in LESSON_IDS or code.version:
        raise GameError("result.lesson", text=given.lesson)
    known = lesson(code.lesson)
    numbers = [
        LESSON_IDS.index(code.lesson) * 2 + given.own_deals,
        code.seed,
        given.chair,
        STEPS.index(given.step) if given.step else 0,
        *_prediction_numbers(known, given.prediction),
        _answer_number(given.answers),
        *_tally_numbers(known, given.tallies),
    ]
    data = b"".join(_written(number) for number in (_VERSION, *numbers))
    return _signed(data)


def read_result_code(text: str) -> Contribution:
    """Read a code as typed: either case, any groups, O for 0 and I or L for 1.

    ``sent`` tells how far the run is. :class:`GameError` ``result.code`` for what is none,
    ``result.check`` where a sign is wrong, ``result.version`` for one of another version.
    """
    if len(text) > _TYPED_LONGEST:
        raise GameError("result.code", text=text)
    signs = "".join(text.upper().split()).translate(_TYPED)
    if not 4 <= len(signs) <= _LONGEST or not set(signs) <= {*_SIGNS}:
        raise GameError("result.code", text=text)
    if _check([_SIGNS.index(sign) for sign in signs[:-2]]) != signs[-2:]:
        raise GameError("result.check", text=text)
    try:
        return _read(_numbers(_unsigned(signs[:-2])))
    except GameError as error:
        if error.code == "result.version":
            raise
        raise GameError("result.code", text=text) from None
    except (StopIteration, RuntimeError, LookupError, ValueError, ZeroDivisionError):
        raise GameError("result.code", text=text) from None


def _read(numbers: Iterator[int]) -> Contribution:
    version = next(numbers)
    if version != _VERSION:
        raise GameError("result.version", version=version)
    place, own = divmod(next(numbers), 2)
    known = lesson(LESSON_IDS[place])
    code = LessonCode(known.id, next(numbers))
    chair, step = next(numbers), STEPS[next(numbers)]
    if chair >= CHAIRS:
        raise ValueError(chair)
    prediction = _prediction(known, numbers)
    answers = _answers(known, code, next(numbers))
    tallies = tuple(_tallies(known, numbers))
    if next(numbers, None) is not None:
        raise ValueError(place)
    made = sum(tally.trials for tally in tallies)
    sent = made * len(STEPS) + STEPS.index(step)
    run = run_id_of(chair, str(code))
    return Contribution(
        run, str(code), "", prediction, tallies, answers, sent, step, chair, bool(own)
    )


# --- what it holds -------------------------------------------------------------------------------


def _prediction_numbers(known: Lesson, prediction: str | None) -> tuple[int, ...]:
    if prediction is None:
        return (0,)
    asked = read_prediction(known, prediction)
    if isinstance(asked, Fraction):
        # Numbers are foretold between two ends, both at least 0.
        return asked.denominator, asked.numerator
    return (1 + [choice.id for choice in known.prediction.choices].index(asked),)


def _prediction(known: Lesson, numbers: Iterator[int]) -> str | None:
    first = next(numbers)
    if first == 0:
        return None
    if known.prediction.kind == "choice":
        return known.prediction.choices[first - 1].id
    return str(read_prediction(known, Fraction(next(numbers), first)))


_ASKED: Final = ("transfer", "exit")
_OPTIONS: Final = 8


def _answer_number(answers: Sequence[Given]) -> int:
    """Put the answers to transfer and exit question into one number, 0 for none."""
    chosen = {given.step: given.chosen + 1 for given in answers}
    return chosen.get("transfer", 0) + _OPTIONS * chosen.get("exit", 0)


def _answers(known: Lesson, code: LessonCode, number: int) -> tuple[Given, ...]:
    """Answer the same items again, which tells what was right."""
    exit_chosen, transfer_chosen = divmod(number, _OPTIONS)
    found = []
    for step, chosen in zip(_ASKED, (transfer_chosen, exit_chosen), strict=True):
        if chosen:
            run = answer(replace(begin(known, code, ()), step=step), chosen - 1)
            given = run.answers[-1]
            found.append(
                Given(step, given.template, given.chosen, given.right, given.misconception)
            )
    return tuple(found)


def _tally_numbers(known: Lesson, tallies: Sequence[Pooled]) -> Iterator[int]:
    by_part = {tally.part: dict(tally.counts) for tally in tallies}
    last = max((part for part in by_part if part < len(known.parts)), default=-1)
    yield last + 1
    for place, part in enumerate(known.parts[: last + 1]):
        counts = by_part.get(place, {})
        for low, high in _cells(part):
            inside = {o: n for o, n in counts.items() if low <= o and (high is None or o <= high)}
            count = sum(inside.values())
            yield count
            if count and _needs_sum(part, low, high):
                yield sum((outcome - low) * n for outcome, n in inside.items())


def _tallies(known: Lesson, numbers: Iterator[int]) -> Iterator[Pooled]:
    parts = next(numbers)
    if parts > len(known.parts):
        raise ValueError(parts)
    for place, part in enumerate(known.parts[:parts]):
        counts: dict[int, int] = {}
        for low, high in _cells(part):
            count = next(numbers)
            if not count:
                continue
            above, rest = divmod(next(numbers), count) if _needs_sum(part, low, high) else (0, 0)
            # All outcomes of a cell lie side by side, so that their mean lies among them too.
            for outcome, number in ((low + above, count - rest), (low + above + 1, rest)):
                if number:
                    if high is not None and outcome > high:
                        raise ValueError(outcome)
                    counts[outcome] = number
        trials = sum(counts.values())
        if trials > TRIAL_LIMIT or any(outcome >= 1 << 32 for outcome in counts):
            raise ValueError(trials)
        if trials:
            yield Pooled(place, trials, tuple(sorted(counts.items())))


def _cells(part: Part) -> _Cells:
    """List the stretches of outcomes that no figure tells apart: lowest and highest, None at last.

    >>> _cells(lesson("L05").parts[0])
    [(0, 0), (1, 8), (9, None)]
    """
    sets = [group for figure in part.shown for group in (figure.of, figure.among) if group]
    end = max((max(group) for group in sets), default=-1) + 1
    signs = [tuple(outcome in group for group in sets) for outcome in range(end + 1)]
    starts = [0, *(o for o in range(1, end + 1) if signs[o] != signs[o - 1])]
    return [(low, high - 1) for low, high in pairwise(starts)] + [(starts[-1], None)]


def _needs_sum(part: Part, low: int, high: int | None) -> bool:
    return low != high and any(figure.of is None for figure in part.shown)


# --- signs ---------------------------------------------------------------------------------------


def _written(number: int) -> bytes:
    """Write a number in as many bytes as it needs, seven bits each (LEB128)."""
    found = []
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _numbers(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if number >= _MOST:
            raise ValueError(number)
        if byte < 0x80:
            yield number
            number = shift = 0
    if shift:
        raise ValueError(shift)


def _signed(data: bytes) -> str:
    bits = 8 * len(data)
    count = -(-bits // 5)
    value = int.from_bytes(data, "big") << (5 * count - bits)
    values = [value >> (5 * place) & 31 for place in reversed(range(count))]
    signs = "".join(_SIGNS[each] for each in values) + _check(values)
    return "-".join(signs[place : place + _GROUP] for place in range(0, len(signs), _GROUP))


def _unsigned(signs: str) -> bytes:
    value = 0
    for sign in signs:
        value = value << 5 | _SIGNS.index(sign)
    size, spare = divmod(5 * len(signs), 8)
    if spare >= 5 or value & ((1 << spare) - 1):
        raise ValueError(signs)
    return (value >> spare).to_bytes(size, "big")


def _check(values: Sequence[int]) -> str:
    total = 0
    for place, value in enumerate(values, start=1):
        total = (total + value * pow(_POWER, place, _PRIME)) % _PRIME
    return _SIGNS[total >> 5] + _SIGNS[total & 31]


# --- the file ------------------------------------------------------------------------------------


def result_file(runs: Iterable[Contribution]) -> str:
    """Write runs as one JSON object: those of a pupil, or of a whole class."""
    shape = {"phase10": _FORMAT, "version": _VERSION, "runs": [asdict(run) for run in runs]}
    return f"{json.dumps(shape, ensure_ascii=False, indent=1)}\n"


def read_result_file(text: str) -> tuple[Contribution, ...]:
    """Read what :func:`result_file` wrote.

    :class:`GameError` ``result.large``, ``result.form`` (the file is none) or ``result.version``.
    """
    if len(text) > LARGEST_FILE:
        raise GameError("result.large", limit=LARGEST_FILE)
    try:
        data = read_json(text.removeprefix("\ufeff"))
        if not isinstance(data, Mapping) or data.get("phase10") != _FORMAT:
            raise ValueError
        if data.get("version") != _VERSION:
            raise GameError("result.version", version=str(data.get("version")))
        runs = data["runs"]
        if not isinstance(runs, list):
            raise TypeError
        return tuple(contribution_from_json(run) for run in runs)
    except GameError as error:
        if error.code == "result.version":
            raise
        raise GameError("result.form") from None
    except (ValueError, LookupError, TypeError, RecursionError):
        raise GameError("result.form") from None
