"""Wild and skip, sentence by sentence: S34–S42 under the preset seed.

Where the official rules differ, the same test plays the neighbouring official case.
"""

from __future__ import annotations

import pytest

from phase10.game.engine import Game
from phase10.game.rules import PRESETS
from tests.game.games import at, code, held, legal, on_table, play, rule

OWN = ["A set R3 B3 Y3", "A set R9 G9 Y9"]


@pytest.mark.parametrize(
    ("phase", "hand", "laying", "table"),
    [
        (1, "R3 B3 W R9 G9 W", "set R3 B3 W | set R9 G9 W", ["set R3 B3 W=3", "set R9 G9 W=9"]),
        (4, "R1 W Y3 G4 W B6 Y7", "run R1 W Y3 G4 W B6 Y7", ["run R1 W=2 Y3 G4 W=5 B6 Y7"]),
        (8, "Y7 Y7 Y1 Y4 Y5 Y9 W", "color Y7 Y7 Y1 Y4 Y5 Y9 W", ["color Y1 Y4 Y5 Y7 Y7 Y9 W"]),
    ],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_s34_a_wild_is_any_card_that_helps_the_phase(preset, phase, hand, laying, table):
    game = at(f"{hand} R11 B12", phase=phase, rules=preset)
    assert on_table(play(game, f"lay {laying}")) == [f"A {group}" for group in table]


@pytest.mark.parametrize("preset", PRESETS)
def test_s34_a_skip_is_no_part_of_a_phase_and_no_wild_is_a_skip(preset):
    game = at("R5 B5 S R8 G8 Y8 R1 R2 B9 G11 W", rules=preset)
    laying = "lay set R5 B5 S | set R8 G8 Y8"
    assert (code(game, laying), rule(game, laying)) == ("lay.skip", "S34")
    assert code(game, "discard W on B") == "discard.target"
    laid = at("S R8 B9", phase=8, table=["A color B1 B2 B3 B4 B5 B6 W"], rules=preset)
    assert (code(laid, "hit S on A.1"), rule(laid, "hit S on A.1")) == ("hit.skip", "S34")


@pytest.mark.parametrize("preset", PRESETS)
def test_s35_at_least_one_natural_card_in_the_phase(preset):
    run = "lay run W=1 W=2 W=3 W=4 W=5 W=6 W=7"
    game = at("W W W W W W W W B5 S R11", phase=4, rules=preset)
    assert (code(game, run), rule(game, run)) == ("lay.no_natural", "S35")
    assert code(game, "lay run W=1 W=2 W=3 W=4 B5 W=6 W=7") == ""
    # One in the phase is enough, whatever the goals (L05).
    sets = at("W W W B4 G4 Y4 R1 R2 B9 G11 Y12", rules=preset)
    assert code(sets, "lay set W=9 W=9 W=9 | set B4 G4 Y4") == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_s36_several_wilds_in_one_phase(preset):
    game = at("G2 W W W W W W R3 B2 S B1", phase=8, rules=preset)
    assert code(game, "lay color G2 W W W W W W") == ""
    side_by_side = at("R1 W W Y4 B5 G6 Y7 R9 B10 G11 R12", phase=4, rules=preset)
    assert code(side_by_side, "lay run R1 W=2 W=3 Y4 B5 G6 Y7") == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_s37_wilds_are_played_on_existing_phases(preset):
    game = at("W W W R8", table=[*OWN, "B run R4 B5 Y6 G7"], rules=preset)
    after = play(game, "hit W on A.1", "hit W=3 on B.1", "hit W=2 on B.1")
    assert on_table(after) == [
        "A set R3 B3 Y3 W=3",
        "A set R9 G9 Y9",
        "B run W=2 W=3 R4 B5 Y6 G7",
    ]
    # Where it could be either end, the player says which (question 30).
    assert code(game, "hit W on B.1") == "hit.undeclared"
    assert code(game, "hit W=9 on B.1") == "hit.wild_number"


@pytest.mark.parametrize("preset", PRESETS)
def test_s38_a_wild_is_not_replaced_by_the_card_it_stands_for(preset):
    game = at("B5 R2 R1", table=[*OWN, "B run R4 W=5 Y6 G7"], rules=preset)
    assert code(game, "hit B5 on B.1") == "hit.taken"
    assert code(game, "take W from B.1") == "wild.stays"
    assert not any("W" in each for each in legal(game))


@pytest.mark.parametrize("preset", PRESETS)
def test_s39_once_played_a_wild_stays_what_it_is(preset):
    game = at("W B9 B12 R1", table=[*OWN, "B run R5 B6 Y7 G8", "C run G9 Y10 W=11 W=12"])
    after = play(game, "hit W=9 on B.1")
    assert code(after, "hit B9 on B.1") == "hit.taken"  # H11
    assert rule(after, "hit B9 on B.1") == "S39"
    assert code(after, "hit B12 on C.1") == "hit.taken"  # H24
    assert rule(after, "take W from B.1") == "S39"
    set_of_nines = play(after, "discard B12")
    assert on_table(set_of_nines)[2] == "B run R5 B6 Y7 G8 W=9"


TEN = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"


def test_s40_after_a_skip_the_next_player_loses_the_turn():
    after = play(at(f"{TEN} S"), "discard S on B")
    assert (after.turn, after.stage) == (2, "draw")  # T09
    assert code(at(f"{TEN} S"), "discard S on C") == "skip.next_only"  # T10
    assert rule(at(f"{TEN} S"), "discard S on C") == "S40"
    assert play(at(f"{TEN} S"), "discard S").turn == 2
    last = at(f"{TEN} S", turn="D")
    assert play(last, "discard S").turn == 1
    pair = at(f"{TEN} S", players=2)
    assert play(pair, "discard S on B").turn == 0


def test_s40_officially_any_player_is_named():
    game = at(f"{TEN} S", rules="official")
    after = play(game, "discard S on C")
    assert after.turn == 1
    assert play(after, "draw pile", f"discard {after.hand(1)[0]}").turn == 3
    assert code(game, "discard S") == "skip.choose"
    assert code(game, "discard S on A") == "skip.self"
    assert code(at(f"{TEN} S", rules="official", skips={"C": 1}), "discard S on C") == (
        "skip.served"  # T12
    )
    assert code(at(f"{TEN} S", skips={"C": 1}), "discard S on C") == "skip.next_only"


@pytest.mark.parametrize("preset", PRESETS)
def test_s40_the_skipped_player_loses_the_turn_and_nothing_else(preset):
    game = at(f"{TEN} S", rules=preset, scores={"B": 35})
    after = play(game, "discard S on B")
    assert after.seats[1].hand == game.seats[1].hand
    assert after.seats[1].score == 35
    assert after.seats[1].skips == 0  # served already


@pytest.mark.parametrize("preset", PRESETS)
def test_s41_a_skip_may_be_kept(preset):
    game = at(f"{TEN} S", rules=preset)
    after = play(game, "discard R9")
    assert held(after, "A") == "R1 R2 R3 R4 R5 R6 R7 R8 R10 S"
    assert after.turn == 1


def seeds_with_top(letter: str, players: int) -> list[int]:
    """The first seeds whose first face-up card is such a card."""
    found = [
        seed
        for seed in range(1, 400)
        if str(Game.start(seed, players, dealer=players - 1).top) == letter
    ]
    assert len(found) > 3
    return found[:4]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_s42_a_skip_turned_up_first_costs_the_first_player_the_turn(players, preset):
    for seed in seeds_with_top("S", players):
        for dealer in range(players):
            game = Game.start(seed, players, PRESETS[preset], dealer=dealer)
            assert game.top.is_skip
            assert game.turn == (dealer + 2) % players
            assert legal(game) == {"draw pile"}  # the skip itself stays (question 18)
