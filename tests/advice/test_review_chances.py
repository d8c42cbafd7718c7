"""Reviews by chances to win from games that are really played out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from phase10.advice.review import Review, review
from phase10.solver.win_chances import Winning
from tests.advice.review_matches import match

GAMES = 192


def played(*players: str, seed: int, rules: str = "seed,last_phase=2") -> Review:
    """Review by so many games for each move, whatever time they take: the same on every machine."""
    from phase10.simulation.winning import Estimator, make_ready

    make_ready()
    winning: Callable[[float, int], Winning] = lambda seconds, number: Estimator(  # noqa: E731
        None, games=GAMES, seed=number
    )
    return review(match(*players, seed=seed, rules=rules), winning, seconds=1000)


@pytest.mark.slow
def test_optimal_players_lose_nothing_beyond_error_and_random_ones_much() -> None:
    good = played("optimal", "optimal", "optimal", seed=3)
    bad = played("random", "random", "random", seed=3, rules="seed,last_phase=1")
    assert good.by_chance
    assert bad.by_chance
    assert all(each.chance is not None for each in (*good.decisions, *bad.decisions))
    mistakes = [each for each in good.decisions if each.is_mistake]
    # Of twenty differences that are none, one lies beyond two standard errors.
    assert len(mistakes) <= 0.05 * len(good.decisions)
    good_lost = [good.grade(seat) for seat in good.seats]
    bad_lost = [bad.grade(seat) for seat in bad.seats]
    assert all((each.lost or 0.0) <= 2.5 * (each.error or 0.0) + 0.01 for each in good_lost)
    assert sum(each.lost or 0.0 for each in bad_lost) > 0.3
    assert sum(each.mistakes for each in bad_lost) > 5
    assert min(each.points for each in good_lost) > max(each.points for each in bad_lost)
