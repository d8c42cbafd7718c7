"""Every method that an advice names belongs to a figure that is there, and is the true one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from phase10.advice.hints import Advice, advise
from phase10.game.cards import Card, Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.solver import waiting, waiting_build, waiting_simulation
from phase10.solver.waiting import SOLVED
from phase10.solver.waiting_build import solve_and_keep
from phase10.views.i18n import LANGUAGES
from phase10.views.moves import bound_text, method_text, reasons

ELEVEN = Hand("R3 B4 Y5 G6 R9 B9 Y1 R12 B12 S G2")
TEN = Hand("R3 B4 Y5 G6 R9 B9 Y1 R12 B12 S")
OWN = Phase("color:6+color:2")
BOUNDED = Phase("crun:4")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of our own; nothing of it is known afterwards."""
    for module in (waiting, waiting_build):
        monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(waiting_simulation, "BUDGET", 20_000)
    SOLVED.forget()
    yield tmp_path / "cache"
    SOLVED.forget()


def named(advice: Advice) -> set[str]:
    """Name the figures that an advice holds."""
    options = advice.options
    found = {"points_left"}
    if not advice.position.laid and advice.question not in ("lay", "end"):
        found |= {"missing", "useful", "live", "p_next"}
        found |= {"p_within"} if any(option.p_within for option in options) else set()
        found |= {"within"} if advice.within else set()
    for figure, name in (("turns", "expected_turns"), ("p_out", "p_out"), ("danger", "danger")):
        if any(getattr(option, figure) is not None for option in options):
            found.add(name)
    if advice.bound is not None:
        found.add("bound")
    return found | ({"rank"} if options else set())


def positions() -> Iterator[Position]:
    for phase in (PHASES[3], OWN, BOUNDED):
        for players in ((), (Opponent("A", phase=2, laid=True, cards=3),)):
            yield Position(ELEVEN, phase, players=players)
            yield Position(TEN, phase, players=players)
            yield Position(TEN, phase, top=Card.parse("Y10"), players=players)
            yield Position(Hand("R1 R2"), phase, players=players)
            laid = Position(Hand("R1 R2"), phase, players=players, laid=True, top=Card.parse("R5"))
            yield laid
            yield replace(laid, at="before_draw")
    yield Position(Hand("R3 B3 Y3 G9 R9 B12 W S R5 G1 Y7"), PHASES[0])


@pytest.mark.parametrize("position", [*positions()], ids=lambda p: f"{p.hand} {p.phase} {p.at}")
def test_only_figures_that_are_there_have_a_method(position: Position) -> None:
    for model in ("offer", "pile"):
        advice = advise(position, model)
        assert set(advice.method) == named(advice)
        assert set(advice.method.values()) <= {
            *("exact", "estimate", "counting", "judgment", "simulated", f"model {model}")
        }
        for lang in LANGUAGES:
            assert len(set(method_text(lang, advice))) == len(method_text(lang, advice)) > 0


def test_without_a_table_nothing_is_of_a_model() -> None:
    unsolved = advise(Position(ELEVEN, OWN))
    assert unsolved.method["p_within"] == unsolved.method["within"] == "exact"
    assert unsolved.method["rank"] == "counting"
    assert "expected_turns" not in unsolved.method
    assert max(unsolved.options[0].p_within) == len(unsolved.within) == 2
    solve_and_keep(OWN)
    solved = advise(Position(ELEVEN, OWN))
    assert solved.method["p_within"] == solved.method["within"] == "model offer"
    assert solved.method["expected_turns"] == "model offer"
    assert solved.method["rank"] == "judgment"
    assert len(solved.within) == 10
    # What was exact before still is what it was.
    before = {option.move: option.p_within for option in unsolved.options}
    for option in solved.options:
        assert {turns: option.p_within[turns] for turns in (1, 2)} == before[option.move]


def test_taking_or_drawing_tells_two_turns_exactly_and_draws_ten_by_the_model() -> None:
    advice = advise(Position(TEN, PHASES[3], top=Card.parse("Y10")))
    assert advice.method["p_within"] == "exact"
    assert advice.method["within"] == "model offer"


def test_what_no_table_holds_has_a_bound_that_says_so() -> None:
    assert advise(Position(ELEVEN, BOUNDED)).bound is None
    figures = solve_and_keep(BOUNDED).figures
    for model in ("offer", "pile"):
        advice = advise(Position(ELEVEN, BOUNDED), model)
        assert advice.bound == figures[model]
        assert advice.method["bound"] == "simulated"
        assert advice.method["rank"] == "counting"
        assert all(option.turns is None for option in advice.options)
    for lang, words in (("en", "at most"), ("lv", "ne lielāks par")):
        assert words in bound_text(lang, advice)
        assert bound_text(lang, advice) in reasons(lang, advice)


def test_gifts_are_weighed_only_where_somebody_gets_them() -> None:
    hand = Hand("R3 B3 Y3 G9 R9 B12 W S R5 G1 Y7")
    alone = advise(Position(hand, PHASES[0]))
    assert (alone.question, alone.method["rank"]) == ("lay", "exact")
    beside = advise(Position(hand, PHASES[0], players=(Opponent("A", phase=2),)))
    assert beside.method["rank"] == "judgment"
