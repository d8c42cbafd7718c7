"""The E-entries of the rule positions: what happens at the edges of turns, rounds and matches."""

from __future__ import annotations

import pytest

from phase10.game.cards import Hand
from phase10.game.engine import Game
from phase10.game.rules import PRESETS
from tests.game.games import all_cards, at, deck_cards, held, legal, only, play

OWN = ["A set R3 B3 Y3", "A set R9 G9 Y9"]
TENTH = ["A set R3 B3 Y3 G3 R3", "A set R9 G9 Y9", "B set R4 B4 Y4 G4 R4", "B set R8 G8 Y8"]

pytestmark = pytest.mark.parametrize("preset", PRESETS)


@pytest.mark.parametrize(
    ("hand", "worth"),
    [("R1 B9 G10 W S", 60), ("R12 B12 W", 45), ("", 0)],
    ids=["E01", "E02", "E04"],
)
def test_e01_e02_e04_points_left_in_hand(preset, hand, worth):
    assert PRESETS[preset].points_of(Hand(hand)) == worth
    if hand:
        over = play(at("R5", table=OWN, hands={"C": hand}, rules=preset), "discard R5")
        assert over.points[2] == worth
        assert over.points[0] == 0  # E04: the one who went out


def test_e06_a_phase_not_laid_at_the_end_stays_the_same(preset):
    over = play(at("R5", table=OWN, phase={"B": 6}, rules=preset), "discard R5")
    assert over.next_round().open_phases(1) == (6,)


def test_e07_fewest_points_of_those_who_made_phase_10(preset):
    moment = {
        "table": TENTH,
        "phase": {"A": 10, "B": 10},
        "hands": {"B": "R1"},
        "scores": {"A": 210, "B": 190},
        "rules": preset,
    }
    over = play(at("R5", **moment), "discard R5")
    assert [seat.score for seat in over.seats[:2]] == [210, 195]
    assert (over.out, over.winner) == (0, 1)


def test_e09_equal_points_are_settled_by_a_tie_break(preset):
    moment = {
        "table": TENTH,
        "phase": {"A": 10, "B": 10},
        "hands": {"B": "R1"},
        "scores": {"A": 200, "B": 195},
        "rules": preset,
    }
    over = play(at("R5", **moment), "discard R5")
    assert (over.winner, over.tied) == (None, (0, 1))
    assert over.next_round().open_phases(0) == (10,)
    hand = "R5 B5 G5 Y5 R5 R7 B7 G7 R1 R2 B1"
    laid = play(
        at(hand, tied="AB", phase=11, rules=preset), "lay set R5 B5 G5 Y5 R5 | set R7 B7 G7"
    )
    assert laid.winner == (0 if preset == "seed" else None)
    out = at("R5", tied="AB", phase=11, rules=preset, table=TENTH)
    assert play(out, "discard R5").winner == 0


def test_e10_the_round_goes_on_after_phase_10_is_laid(preset):
    game = at("R5 B5 G5 Y5 R5 R7 B7 G7 R1 R2 B1", phase={"A": 10}, rules=preset)
    laid = play(game, "lay set R5 B5 G5 Y5 R5 | set R7 B7 G7", "discard B1")
    assert (laid.stage, laid.turn, laid.winner) == ("draw", 1, None)


def test_e11_a_skip_turned_up_first_and_dealer_d_lets_b_begin(preset):
    seed = next(
        seed
        for seed in range(1000)
        if str(Game.start(seed, 4, PRESETS[preset], dealer=3).top) == "S"
    )
    assert Game.start(seed, 4, PRESETS[preset], dealer=3).turn == 1


def test_e13_an_empty_draw_pile_is_made_of_all_discards_but_the_top_one(preset):
    game = at(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10",
        stage="draw",
        rules=preset,
        pile="",
        discards="G7 B4 W S Y9",
    )
    assert legal(game) == {"draw pile", "take discard"}
    after = play(game, "draw pile")
    assert str(after.top) == "Y9"
    assert after.discards == game.discards[-1:]
    assert len(after.pile) == len(game.discards) - 2
    assert sorted((*after.pile, after.drew)) == sorted(game.discards[:-1])
    assert all_cards(after) == all_cards(game) == deck_cards(game.rules.deck)
    assert len(after.hand(0)) == 11
    # The same discards are shuffled alike, and not left as they lay.
    assert play(game, "draw pile") == after
    assert (*after.pile, after.drew) != tuple(reversed(game.discards[:-1]))
    assert (*after.pile, after.drew) != game.discards[:-1]


def test_e14_a_round_in_which_nothing_can_be_drawn_is_blocked_and_scored(preset):
    moment = {"table": OWN, "hands": {"B": "R12 B12 W", "C": "R1", "D": "G1 G2"}, "rules": preset}
    game = only(at("S R5", **moment), pile="", discards="")
    over = play(game, "discard S on B")
    assert (over.stage, over.out, over.winner) == ("round over", None, None)
    assert over.points == (5, 45, 5, 10)  # nobody scores 0 for going out
    assert over.seats[0].done == (1,)
    assert held(over, "A") == "R5"
    assert over.next_round().stage == "draw"
