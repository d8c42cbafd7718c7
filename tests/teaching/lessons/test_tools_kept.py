"""The interactives of lessons 8 to 14: any acts, and what is kept of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phase10.game.errors import GameError
from phase10.teaching.lessons.tools import l10, l13
from tests.teaching.lessons.test_tools_l08_l14 import LESSONS, done, made

NAMES: Final = {
    "L08": ["a", "b", "region"],
    "L09": ["phase", "rules", "deal", "restart", "error", "apply", "basis", "exact"],
    "L10": [*(f"{what}.{kind}" for what in ("count", "price") for kind in l10.KINDS), "cards",
            "deck", "hand", "deal"],
    "L11": ["phase", "draws", "hand.a", "hand.b", "top", "apply", "preset.a", "preset.b", "paid.a",
            "lost.b", "pick.chance", "pick.cost", "pick.turn"],
    "L12": ["p.1", "p.10", "all", "apply", "apply_all", "rounds", "round", "run", "match",
            "matches"],
    "L13": [*(f"share.{name}" for name in l13.LIKELIHOODS), "clue", "back", "none", "game", "next",
            "reveal"],
    "L14": ["need.a", "need.b", "r.a", "r.b", "h", "apply", "fill.a", "fill.b", "empty", "race"],
}  # fmt: skip

VALUES: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from(
        ["red", "7", "wild", "either", "one", "mixed", "plain", "found", "half", "open", "gap", "a",
         "b", "take", "draw", "threw", "took", "1/4", "0,2", "1", "2", "3", "10", "100", "R1 R2 W",
         "Y9", "S", "1e999999999", "", "-", "1/1000"]
    ),
    st.text(max_size=200),
    st.floats(),
    st.lists(st.integers(), max_size=3),
)  # fmt: skip


def acted(tool: Any, name: str, value: object) -> None:
    try:
        tool.act(name, value)
    except GameError:
        return


@pytest.mark.parametrize("lesson", LESSONS)
def test_any_acts_are_done_or_refused_and_what_is_kept_comes_back(lesson: str) -> None:
    names = [*NAMES[lesson], "", "nothing", "p.", "count.low.low"]

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.tuples(st.sampled_from(names), VALUES), max_size=12), st.integers(0, 99))
    def check(acts: list[tuple[str, object]], seed: int) -> None:
        tool = made(lesson, seed)
        for name, value in acts:
            acted(tool, name, value)
        kept = json.loads(json.dumps(tool.kept()))
        again = made(lesson, seed)
        again.restore(kept)
        assert json.loads(json.dumps(again.kept())) == kept
        # What goes on after a reload is what would have come without it.
        for name, value in (("deal", 10), ("deal", None), ("matches", None), ("round", None),
                            ("race", None), ("next", None)):  # fmt: skip
            acted(tool, name, value)
            acted(again, name, value)
        assert again.kept() == tool.kept()

    check()


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**70) | st.text(max_size=20) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_has_another_shape_is_ignored(lesson: str) -> None:
    used = {
        "L09": [("phase", 1), ("deal", 10)],
        "L10": [("deal", None)],
        "L12": [("matches", None), ("round", None)],
        "L13": [("game", None), ("next", None)],
        "L14": [("race", None), ("fill.a", 1)],
    }
    good = done(made(lesson), *used.get(lesson, [])).kept()

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(st.sampled_from(sorted(good)), JSON))
    def check(spoilt: dict[str, object]) -> None:
        tool = made(lesson)
        tool.restore({**good, **spoilt})
        for name in NAMES[lesson]:
            acted(tool, name, None)
        assert json.dumps(tool.kept())

    check()


def test_numbers_that_cannot_be_are_not_restored() -> None:
    settling = done(made("L09"), ("phase", 1), ("deal", 10))
    kept = settling.kept()
    entry = kept["dealt"][0]
    spoilt: list[Callable[[], dict[str, object]]] = [
        lambda: {**entry, "hits": 11},
        lambda: {**entry, "trials": 10**9},
        lambda: {**entry, "state": "9" * 21},
        lambda: {**entry, "path": [[5, 9]]},
        lambda: {**entry, "path": [[1, 0]] * 999},
        lambda: {**entry, "phase": 0},
    ]
    for change in spoilt:
        fresh = made("L09")
        fresh.restore({**kept, "dealt": [change()]})
        assert fresh.tallies == {}
    race = made("L14")
    race.restore({**race.kept(), "plans": {"a": [1, "1/4", 0, 10, 11, "5"]}})
    assert race.plans == made("L14").plans
    chain = made("L12")
    chain.restore({**chain.kept(), "played": [1, [5] * 10, [4] * 10]})
    assert chain.made == [0] * 10


def test_tools_come_after_the_prediction() -> None:
    assert {lesson: made(lesson).after for lesson in LESSONS} == dict.fromkeys(LESSONS, "simulate")
