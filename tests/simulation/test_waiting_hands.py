"""``optimal`` alone in the waiting game needs as many turns as its tables say."""

from __future__ import annotations

import pytest

from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.simulation.waiting_hands import waiting_hands
from phase10.solver.waiting import figures_for

HANDS = 30_000


@pytest.mark.parametrize("number", range(1, 11))
def test_optimal_reaches_the_value_of_the_table(number: int) -> None:
    """In the model of the tables that it reads; what is shuffled and drawn is another program."""
    phase = PHASES[number - 1]
    figures = figures_for(phase, "offer")
    assert figures is not None
    found = waiting_hands(phase, "offer", HANDS, seed=number)
    assert found.error < 0.05
    assert abs(found.turns - figures.average) < 4 * found.error


@pytest.mark.parametrize("number", [1, 4, 8])
def test_drawing_blind_nobody_does_better_than_the_table(number: int) -> None:
    phase = PHASES[number - 1]
    figures = figures_for(phase, "pile")
    assert figures is not None
    found = waiting_hands(phase, "pile", HANDS, seed=number)
    assert -4 * found.error < found.turns - figures.average < 0.2 + 4 * found.error


def test_greedy_needs_more_turns() -> None:
    optimal, greedy = (
        waiting_hands(PHASES[8], "offer", HANDS, 5, player) for player in ("optimal", "greedy")
    )
    assert greedy.turns > optimal.turns + 4 * (optimal.error + greedy.error)


def test_the_same_seed_gives_the_same_turns() -> None:
    first, again, other = (waiting_hands(Phase("set:3"), "offer", 500, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.turns != other.turns


def test_a_model_that_is_none() -> None:
    with pytest.raises(GameError) as caught:
        waiting_hands(PHASES[0], "deck", 1, 1)
    assert caught.value.code == "waiting.model"
