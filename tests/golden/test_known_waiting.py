"""Expected turns against figures known from elsewhere, and the chances they must agree with."""

from __future__ import annotations

from typing import Any

import pytest

from phase10.game.cards import Hand
from phase10.game.phases import PHASES, Phase
from phase10.solver.odds import deal_odds
from phase10.solver.waiting import MODELS, expected_turns, figures_for
from tests.golden.test_known_numbers import KNOWN

WAITING = {item["phase"]: item for item in KNOWN["waiting"]}


def test_all_ten_phases_are_known() -> None:
    assert {Phase.parse(text) for text in WAITING} == set(PHASES)


@pytest.mark.parametrize("item", WAITING.values(), ids=str)
def test_averages(item: dict[str, Any]) -> None:
    for model in MODELS:
        figures = figures_for(Phase.parse(item["phase"]), model)
        assert figures is not None
        # Known to nine decimals; the last of them may be cut off instead of rounded.
        assert figures.average == pytest.approx(item[model], abs=2.5e-9)


def test_the_worst_hand() -> None:
    figures = figures_for(Phase("4"), "pile")
    assert figures is not None
    assert figures.worst is not None
    hand, turns = figures.worst
    assert turns == pytest.approx(WAITING["4"]["worst_pile"], abs=5e-7)
    assert expected_turns(Hand(hand), Phase("4")) == pytest.approx(turns, abs=0.0005)


@pytest.mark.parametrize("phase", PHASES, ids=str)
def test_one_blind_draw_is_eleven_cards(phase: Phase) -> None:
    """Ten cards and a blind draw are eleven dealt cards: the chance of one turn is exact."""
    figures = figures_for(phase, "pile")
    assert figures is not None
    assert figures.within[0] == pytest.approx(float(deal_odds(phase, 11).probability), abs=1e-12)
