"""What turns, points, gifts and skips are worth beside each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from phase10.game.cards import Hand
from phase10.game.phases import PHASES
from phase10.game.position import ME, Opponent, Position
from phase10.game.rules import Rules
from phase10.solver.worth import gift, next_player, point, skip_gain, skip_targets

A = Opponent("A", phase=1, cards=10)
B = Opponent("B", phase=4, cards=10)
C = Opponent("C", phase=2, cards=3, laid=True)
CHOSEN = Rules.parse("seed,skip_target=chosen")


def position(*players: Opponent, rules: Rules = CHOSEN, skipped: tuple[str, ...] = ()) -> Position:
    return Position(Hand("R1"), PHASES[0], rules, players=players, skipped=skipped)


@pytest.mark.parametrize(
    ("skipped", "expected"),
    [
        ((), "A"),
        (("A",), "B"),
        (("A", "B"), "C"),
        (("B",), "A"),
        (("A", "B", "C"), None),  # the turn comes back at once
        ((ME, "A", "B", "C"), "A"),
        ((ME,), "A"),
        (("A", "A", "B", "C", ME), "B"),
    ],
)
def test_who_plays_next(skipped: tuple[str, ...], expected: str | None) -> None:
    found = next_player(position(A, B, C, skipped=skipped))
    assert (None if found is None else found.name) == expected


def test_who_plays_next_of_two() -> None:
    assert next_player(position(A, skipped=("A",))) is None
    assert next_player(position()) is None


def test_a_gift_weighs_more_for_who_has_laid_down() -> None:
    assert gift(1.0, C) > gift(1.0, A) > gift(0.5, A) > 0
    assert gift(0.0, C) == gift(None, C) == gift(1.0, None) == 0


def test_points_weigh_more_the_sooner_the_round_may_end() -> None:
    calm, down = point(position(A, B)), point(position(A, C))
    near = point(position(A, replace(C, cards=2)))
    assert 0 < calm < down < near
    assert point(position()) == calm
    assert point(position(replace(A, cards=1))) == calm  # who has not laid cannot go out soon
    assert point(position(replace(C, cards=None))) == down


def test_a_skip_gains_most_on_who_is_about_to_go_out() -> None:
    gains = [skip_gain(replace(C, cards=cards)) for cards in range(1, 11)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > gains[-1] > skip_gain(A) > skip_gain(None) == 0


def test_skip_targets_come_in_the_order_of_what_they_gain() -> None:
    assert skip_targets(position(A, B, C)) == (C, B, A)  # down, then the highest phase
    assert skip_targets(position(A, replace(A, name="B"))) == (A, replace(A, name="B"))
    assert skip_targets(position(A, B, C, rules=Rules())) == (A,)  # S40: the next player
    assert skip_targets(position()) == ()


def test_who_has_a_turn_to_lose_already_may_not_be_skipped_by_some_rules() -> None:
    served = Rules.parse("seed,skip_target=chosen,skip_limit=until_served")
    assert skip_targets(position(A, B, C, rules=served, skipped=("C",))) == (B, A)
    assert skip_targets(position(A, B, C, skipped=("C",))) == (C, B, A)
    alone = Rules.parse("seed,skip_limit=until_served")
    assert skip_targets(position(A, B, rules=alone, skipped=("A",))) == ()
