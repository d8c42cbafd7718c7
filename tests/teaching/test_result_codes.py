"""Runs as codes to type by hand, and as files: what goes in comes out, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.errors import CODES, GameError
from phase10.teaching import result_codes
from phase10.teaching.classroom import Contribution, chair_of, contribution_of, newest
from phase10.teaching.lessons import engine
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import STEPS, Run
from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.teaching.lessons.simulation import estimate
from phase10.teaching.result_codes import (
    LARGEST_FILE,
    read_result_code,
    read_result_file,
    result_code,
    result_file,
)

SIGNS = result_codes._SIGNS
TRIALS = {"L12": 5}


def refused(code: str, text: str) -> GameError:
    with pytest.raises(GameError) as caught:
        read_result_code(text)
    assert caught.value.code == code
    assert set(caught.value.values) == set(CODES[code])
    return caught.value


def outcome(read: Callable[[str], Any], text: str) -> Any:
    """What was read, or the code of the error."""
    try:
        return read(text)
    except GameError as error:
        return error.code


@cache
def whole_run(name: str, seed: int = 77, chair: int = 12_345) -> Run:
    """A lesson gone through to its end."""
    content = lesson(name)
    run = engine.go_on(engine.begin(content, LessonCode(name, seed), (), chair))
    choices = content.prediction.choices
    run = engine.predict(run, choices[-1].id if choices else "12,5")
    for part in range(len(content.parts)):
        run = engine.simulate(run, TRIALS.get(name, 300), part)
    for step in ("exact", "explain", "transfer"):
        run = engine.go_on(run)
        assert run.step == step
    run = engine.go_on(engine.answer(run, 2))
    return engine.go_on(engine.answer(run, 0))


@cache
def whole(name: str, seed: int = 77, chair: int = 12_345) -> Contribution:
    return contribution_of(whole_run(name, seed, chair), chair, sent=1)


def what_counts(given_run: Contribution) -> tuple[object, ...]:
    """Everything that a code holds, the simulation as its figures."""
    parts = lesson(LessonCode.parse(given_run.lesson).lesson).parts
    figures = [
        (tally.part, figure.name, found and (found.value, found.size))
        for tally in given_run.tallies
        for figure in parts[tally.part].shown
        for found in [estimate(figure, dict(tally.counts))]
    ]
    return (
        given_run.run_id,
        given_run.lesson,
        given_run.prediction,
        given_run.answers,
        given_run.step,
        given_run.chair,
        given_run.own_deals,
        figures,
    )


# --- there and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSON_IDS)
def test_a_code_holds_what_a_class_counts(name: str) -> None:
    run = whole(name)
    code = result_code(run)
    groups = code.split("-")
    assert len(groups) <= 14
    assert {len(group) for group in groups[:-1]} == {4}
    assert 1 <= len(groups[-1]) <= 4
    assert set("".join(groups)) <= set(SIGNS)
    assert what_counts(read_result_code(code)) == what_counts(run)


@settings(max_examples=40)
@given(
    name=st.sampled_from(("L01", "L03", "L05", "L08")),
    seed=st.integers(0, (1 << 63) - 1),
    chair=st.integers(1, (1 << 30) - 1),
    shared=st.booleans(),
    stop=st.integers(0, 3),
    trials=st.integers(1, 40),
)
def test_any_run_comes_back(
    name: str, seed: int, chair: int, shared: bool, stop: int, trials: int
) -> None:
    content = lesson(name)
    run = engine.begin(content, LessonCode(name, seed), (), 0 if shared else chair)
    if stop > 0:
        run = engine.go_on(run)
    if stop > 1:
        choices = content.prediction.choices
        run = engine.predict(run, choices[0].id if choices else "66,25")
    if stop > 2:
        run = engine.simulate(run, trials, len(content.parts) - 1)
    sent = contribution_of(run, chair, sent=3)
    assert sent.own_deals is not shared
    assert what_counts(read_result_code(result_code(sent))) == what_counts(sent)


@given(
    code=st.just(result_code(whole("L05"))),
    cut=st.integers(0, 30),
    gap=st.sampled_from(["", " ", "-", " - ", "–"]),
    lower=st.booleans(),
)
def test_it_is_read_as_people_type_it(code: str, cut: int, gap: str, lower: bool) -> None:
    signs = code.replace("-", "")
    typed = f"  {signs[:cut]}{gap}{signs[cut:]} "
    typed = typed.replace("0", "o").replace("1", "l") if lower else typed.replace("1", "I")
    assert read_result_code(typed.lower() if lower else typed) == read_result_code(code)


def test_a_code_tells_more_trials_as_newer_and_one_pupil_once() -> None:
    content, chair = lesson("L01"), chair_of("pupil")
    run = engine.predict(
        engine.go_on(engine.begin(content, LessonCode("L01", 5), (), chair)),
        content.prediction.choices[0].id,
    )
    few = engine.simulate(run, 10)
    many = engine.simulate(few, 10)
    codes = [result_code(contribution_of(each, chair)) for each in (many, few, many)]
    read = [read_result_code(code) for code in codes]
    assert len({each.run_id for each in read}) == 1
    (kept,) = newest(read)
    assert kept.tallies[0].trials == 20
    by_class = contribution_of(many, chair)
    assert newest([*read, by_class]) == (by_class,)


def test_a_lesson_of_ones_own_has_no_code() -> None:
    for text in ("MINE-D1-V1-7", "L05-D1-V1-77-B"):
        with pytest.raises(GameError) as caught:
            result_code(replace(whole("L05"), lesson=text))
        assert caught.value.code == "result.lesson"


# --- slips of the hand ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["L05", "L11"])
def test_every_wrong_sign_is_found(name: str) -> None:
    signs = result_code(whole(name)).replace("-", "")
    for place, right in enumerate(signs):
        for wrong in SIGNS:
            if wrong != right:
                refused("result.check", signs[:place] + wrong + signs[place + 1 :])


@pytest.mark.parametrize("name", ["L05", "L11"])
def test_every_two_signs_that_changed_places_are_found(name: str) -> None:
    signs = result_code(whole(name)).replace("-", "")
    for first in range(len(signs)):
        for second in range(first + 1, len(signs)):
            if signs[first] != signs[second]:
                typed = list(signs)
                typed[first], typed[second] = typed[second], typed[first]
                refused("result.check", "".join(typed))


def test_the_check_finds_both_for_any_code() -> None:
    """The powers are all different, and none is what a check sign would count."""
    powers = [
        pow(result_codes._POWER, place, result_codes._PRIME)
        for place in range(1, result_codes._LONGEST + 1)
    ]
    assert len(set(powers)) == len(powers)
    for power in powers:
        for difference in range(1, 32):
            change = difference * power % result_codes._PRIME
            assert change != 0
            # A sign changes places with a check sign: the sum grows by as much as that falls.
            assert (change + difference) % result_codes._PRIME != 0
            assert (change + 32 * difference) % result_codes._PRIME != 0


def test_missing_and_doubled_signs_are_found() -> None:
    signs = result_code(whole("L05")).replace("-", "")
    for place in range(len(signs)):
        for typed in (
            signs[:place] + signs[place + 1 :],
            signs[:place] + signs[place] + signs[place:],
        ):
            with pytest.raises(GameError):
                read_result_code(typed)


@pytest.mark.parametrize("text", ["", "-", "ABC", "U" * 20, "<b>AAAA</b>", "x" * 10**6, "Ā" * 12])
def test_what_is_no_code(text: str) -> None:
    refused("result.code", text)


@settings(max_examples=300)
@given(st.lists(st.integers(0, 31), min_size=2, max_size=150))
def test_signs_that_fit_their_check_hold_a_run_or_are_refused(values: list[int]) -> None:
    text = "".join(SIGNS[value] for value in values) + result_codes._check(values)
    read = outcome(read_result_code, text)
    if isinstance(read, str):
        assert read in ("result.code", "result.version")
    else:
        assert read_result_file(result_file([read])) == (read,)


@pytest.mark.parametrize(
    "numbers",
    [
        [1, 0, 7, 5, 0],
        [1, 31, 7, 5, 0, 0, 0, 0],
        [1, 0, 1 << 63, 5, 0, 0, 0, 0],
        [1, 0, 7, 1 << 40, 0, 0, 0, 0],
        [1, 0, 7, 5, 99, 0, 0, 0],
        [1, 0, 7, 5, 0, 99, 0, 0],
        [1, 0, 7, 5, 0, 0, 99, 0],
        [1, 0, 7, 5, 0, 0, 0, 99],
        [1, 0, 7, 5, 0, 0, 0, 0, 0],
        [1, 0, 7, 5, 3, 1, 0, 1, 1 << 40, 0, 0, 0],
        [1, 8, 7, 5, 3, 0, 55, 0, 0],
        [1, 8, 7, 5, 3, 1, 5000, 0, 0],
        [1, 8, 7, 5, 3, 1, 55, 0, 1, 3, 1, 1 << 62],
    ],
)
def test_codes_that_hold_no_run(numbers: list[int]) -> None:
    data = b"".join(result_codes._written(number) for number in numbers)
    refused("result.code", result_codes._signed(data))


def test_codes_of_another_version() -> None:
    error = refused("result.version", result_codes._signed(bytes([2, 0, 7, 5, 0, 0, 0, 0])))
    assert error.values["version"] == 2


# --- files ----------------------------------------------------------------------------------------


def test_files_hold_runs_whole() -> None:
    runs = tuple(replace(whole(name), nickname="Anna") for name in LESSON_IDS)
    text = result_file(runs)
    assert read_result_file(text) == runs
    assert read_result_file("\ufeff" + text) == runs
    assert read_result_file(result_file(())) == ()


def hostile(name: str) -> str:
    plain = json.loads(json.dumps(asdict(whole("L05"))))
    head = '{"phase10": "class", "version": 1, "runs": '

    def with_run(**what: Any) -> str:
        return head + json.dumps([{**plain, **what}]) + "}"

    return {
        "nothing": "",
        "text": "Anna",
        "list": "[]",
        "number": "7",
        "other": '{"phase10": "progress", "version": 1, "runs": []}',
        "no runs": '{"phase10": "class", "version": 1}',
        "runs": head + '{"0": 1}}',
        "deep": "[" * 100_000 + "]" * 100_000,
        "deep object": '{"a":' * 5_000 + "1" + "}" * 5_000,
        "deep inside": head + "[" * 500 + "]" * 500 + "}",
        "exponent": with_run().replace('"sent": 1', '"sent": 1e999999999'),
        "long": with_run().replace('"sent": 1', f'"sent": {"9" * 100_000}'),
        "constant": with_run().replace('"sent": 1', '"sent": NaN'),
        "prediction": with_run(prediction="1e999999999"),
        "markup": with_run(nickname="<img src=x onerror=alert(1)>"),
        "formula": with_run(nickname="=HYPERLINK(1)"),
        "name": with_run(nickname="a" * 10_000),
        "kind": with_run(tallies={"0": 1}),
        "nested": with_run(tallies=[[[[[]]]]]),
        "more": with_run(extra=1),
        "less": head + '[{"run_id": "0"}]}',
        "surrogate": with_run(nickname="\ud800"),
    }[name]


@pytest.mark.parametrize(
    "name",
    [
        *("nothing", "text", "list", "number", "other", "no runs", "runs", "deep", "deep object"),
        *("deep inside", "exponent", "long", "constant", "prediction", "markup", "formula", "name"),
        *("kind", "nested", "more", "less", "surrogate"),
    ],
)
def test_hostile_files_are_one_clear_error(name: str) -> None:
    with pytest.raises(GameError) as caught:
        read_result_file(hostile(name))
    assert caught.value.code == "result.form"


def test_large_files_and_other_versions() -> None:
    with pytest.raises(GameError) as caught:
        read_result_file(" " * (LARGEST_FILE + 1))
    assert caught.value.code == "result.large"
    with pytest.raises(GameError) as caught:
        read_result_file('{"phase10": "class", "version": 2, "runs": []}')
    assert (caught.value.code, caught.value.values["version"]) == ("result.version", "2")


@settings(max_examples=100)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
        ),
        max_leaves=10,
    ),
    st.sampled_from(sorted(asdict(whole("L01")))),
)
def test_any_json_in_any_place(value: Any, key: str) -> None:
    plain = {**json.loads(json.dumps(asdict(whole("L01")))), key: value}
    text = json.dumps({"phase10": "class", "version": 1, "runs": [plain]})
    read = outcome(read_result_file, text)
    if isinstance(read, str):
        assert read == "result.form"
    else:
        assert read[0].step in ("", *STEPS)
