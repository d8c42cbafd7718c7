"""The simulation with arrays is the plain one, trial by trial."""

from __future__ import annotations

from math import sqrt

import pytest

from phase10.game.errors import NumberError
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.experiments_hand import HandPoints, PhaseDealt, WildsDealt
from phase10.teaching.lessons.simulation import estimate, simulate, start
from phase10.teaching.lessons.simulation_batch import Dealt, simulate_deals

DEALT: list[Dealt] = [
    WildsDealt(),
    WildsDealt(7),
    HandPoints(),
    PhaseDealt("1"),
    PhaseDealt("2"),
    PhaseDealt("8", rules="seed,natural_per=group"),
    PhaseDealt("1", rules="seed,deck=4x12x2+0W+12S"),
]


@pytest.mark.parametrize("experiment", DEALT, ids=repr)
def test_same_tally_as_in_plain_python(experiment: Dealt) -> None:
    begun = start(LessonCode("L09", 2026))
    assert simulate_deals(experiment, begun, 700) == simulate(experiment, begun, 700)


def test_portions_and_blocks_make_no_difference() -> None:
    experiment = WildsDealt()
    begun = start(LessonCode("L05", 3))
    at_once = simulate_deals(experiment, begun, 40_000)
    stepped = simulate_deals(experiment, simulate(experiment, begun, 123), 39_877)
    assert stepped == at_once
    assert [trials for trials, _ in at_once.path[:4]] == [1, 2, 3, 4]


@pytest.mark.parametrize("experiment", [WildsDealt(), HandPoints(), PhaseDealt("8")], ids=repr)
def test_many_deals_come_within_four_standard_errors(experiment: Dealt) -> None:
    for seed in range(5):
        tally = simulate_deals(experiment, start(LessonCode("L09", seed)), 20_000)
        for figure in experiment.figures:
            found = estimate(figure, tally.counts)
            assert found is not None
            error = sqrt(figure.variance / found.size)
            assert abs(float(found.value - figure.exact)) <= 4 * error


def test_limits_are_the_same() -> None:
    with pytest.raises(NumberError):
        simulate_deals(WildsDealt(), start(LessonCode("L05", 3)), 1_000_001)
