"""Codes, keys and names of a class; what a run gives; deals that are counted once."""

from __future__ import annotations

import doctest
from dataclasses import replace

import pytest

from phase10.game.errors import GameError
from phase10.teaching import classroom
from phase10.teaching.classroom import (
    SHOW,
    ClassState,
    chair_of,
    class_nickname,
    contribution_of,
    key_digest,
    new_code,
    new_key,
    new_place,
    newest,
    read_code,
)
from phase10.teaching.lessons import engine, fractions
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import STEPS
from phase10.teaching.lessons.fractions import read_fraction
from phase10.teaching.lessons.reading import lesson
from tests.teaching.classrooms import run_of


def test_doctests() -> None:
    for module in (classroom, fractions):
        assert doctest.testmod(module).failed == 0


def test_codes_are_chance_without_look_alikes() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) > 490
    for code in codes:
        assert read_code(f" {code[:3].lower()} - {code[3:]}") == code
        assert code[:3].isalpha()
        assert code[3:].isdigit()
        assert not set(code) & set("AEIOU0158LS")


def test_keys_and_places_are_all_different() -> None:
    assert len({new_key() for _ in range(100)} | {new_place() for _ in range(100)}) == 200
    assert key_digest("a") != key_digest("b")
    assert len(key_digest("\ud800")) == 64


def test_nobodys_name_stays_empty() -> None:
    assert class_nickname("  ") == ""
    assert class_nickname(" Ģirts  K. ") == "Ģirts K."
    with pytest.raises(GameError):
        class_nickname("<b>")


def test_what_a_state_allows() -> None:
    free = ClassState("BCD234", "L05-D1-V1-77")
    assert all(free.allows(step) for step in STEPS)
    assert not any(replace(free, paused=True).allows(step) for step in STEPS)
    limited = replace(free, step="simulate")
    assert [step for step in STEPS if limited.allows(step)] == list(STEPS[:4])
    assert SHOW == ("hidden", "shown", "revealed")


def test_what_a_run_gives() -> None:
    content, chair = lesson("L05"), chair_of(new_place())
    run = engine.begin(content, LessonCode("L05", 77), (), chair)
    given = contribution_of(run, chair, "Anna")
    assert (given.prediction, given.tallies, given.answers) == (None, (), ())
    run = engine.predict(engine.go_on(run), "55,5")
    run = engine.simulate(run, 50)
    later = contribution_of(run, chair, "Anna")
    assert later.run_id == given.run_id
    assert later.sent >= given.sent
    assert (later.prediction, later.step, later.own_deals) == ("111/2", "simulate", True)
    assert sum(count for _, count in later.tallies[0].counts) == later.tallies[0].trials == 50


def test_chairs_deal_for_themselves() -> None:
    content, code = lesson("L05"), LessonCode("L05", 77)

    def counts(chair: int) -> dict[int, int]:
        run = engine.predict(engine.go_on(engine.begin(content, code, (), chair)), 50)
        return engine.simulate(run, 200).tallies[0].counts

    assert counts(0) == counts(0)
    assert counts(5) == counts(5)
    assert len({tuple(counts(chair).items()) for chair in range(6)}) > 3


def test_a_run_keeps_its_chair() -> None:
    content = lesson("L05")
    run = engine.go_on(engine.begin(content, LessonCode("L05", 77), (), 99))
    data = engine.run_to_json(run)
    assert engine.run_from_json(data, content) == run
    del data["chair"]
    assert engine.run_from_json(data, content).chair == 0
    for wrong in (-1, 1 << 60, "1", True, None):
        with pytest.raises(GameError):
            engine.run_from_json({**data, "chair": wrong}, content)


def test_the_same_deals_count_once() -> None:
    own = [run_of(1), run_of(2)]
    shared = [run_of(number, own_deals=False) for number in (3, 4, 5)]
    most = replace(shared[1], tallies=(shared[1].tallies[0]._replace(
        trials=300, counts=((0, 120), (1, 180))),))  # fmt: skip
    found = newest([*own, shared[0], most, shared[2]])
    assert [run.run_id for run in found] == [run.run_id for run in (*own, *shared)]
    assert [len(run.tallies) for run in found] == [1, 1, 0, 1, 0]
    assert {run.prediction for run in found} == {"55"}


def test_the_newest_of_a_run_in_any_order() -> None:
    runs = [run_of(1, sent, prediction=str(sent)) for sent in (2, 3, 1)]
    assert [run.prediction for run in newest(runs)] == ["3"]


@pytest.mark.parametrize(
    "text", ["", "1e9", "1e999999999", "1/0", "0x1", "٣", "1_0", "nan", "9" * 50]
)
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"^.{0,40}$"):
        read_fraction(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [("55,3", "553/10"), (" 3/8 ", "3/8"), ("−2", "-2"), ("+4.", "4"), (",5", "1/2")],
)
def test_numbers_as_people_write_them(text: str, value: str) -> None:
    assert str(read_fraction(text)) == value
