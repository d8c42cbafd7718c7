"""The seed against the official rules, row by row of section 4: which option, with which values.

What each value does is played in ``test_options.py``; what has no option is played here.
"""

from __future__ import annotations

from dataclasses import fields

import pytest

from phase10.game.cards import Deck
from phase10.game.rules import OPTIONS, PRESETS, Rules
from tests.game.games import at, code, on_table, play

OPTION_ROWS = {
    "who is skipped": ("skip_target", "next", "chosen"),
    "limit on skips": ("skip_limit", "none", "until_served"),
    "taking a discarded skip": ("take_skip", False, False),
    "hitting others in the laying turn": ("hit_others_same_turn", False, True),
    "last card": ("go_out_by_hit", False, False),
    "tie-break": ("tie_break", "lay", "out"),
    "shorter game": ("last_phase", 0, 0),
    "parity game": ("use_phases", "all", "all"),
    "any order": ("in_order", True, True),
    "lowest-score game": ("advance_all", False, False),
    "shortest run": ("run_min", 3, 4),
    "first face-up wild": ("first_wild", "take", "take"),
    "first face-up skip": ("first_skip", "lose_turn", "lose_turn"),
    "two equal-number sets": ("same_number_sets", True, True),
    "more cards while laying": ("extra_on_lay", True, True),
    "deck": ("deck", Deck(4, 12, 2, 8, 4), Deck(4, 12, 2, 8, 4)),
    "players": ("players", 6, 6),
    "natural card": ("natural_per", "phase", "phase"),
    "points": ("wild_points", 25, 25),
    "game end": ("game_end", "round", "round"),
    "empty draw pile": ("restock", "reshuffle", "reshuffle"),
    # Section 2 and section 6.
    "discarding the card just taken": ("discard_taken", True, True),
    "dealer of later rounds": ("next_dealer", "left", "left"),
}
"""Row: the option, its value by the seed, its value officially."""


@pytest.mark.parametrize("row", OPTION_ROWS)
def test_a_row_with_an_option(row):
    option, seed, official = OPTION_ROWS[row]
    assert getattr(PRESETS["seed"], option) == seed
    assert getattr(PRESETS["official"], option) == official


def test_every_option_is_in_a_row():
    named = {option for option, _, _ in OPTION_ROWS.values()}
    assert named == {*OPTIONS, "deck"} == {item.name for item in fields(Rules)}
    assert PRESETS["seed"] == Rules()


@pytest.mark.parametrize(
    "rules",
    [
        "official,last_phase=5",
        "official,last_phase=7",
        "official,use_phases=even",
        "official,advance_all=yes",
        "seed,last_phase=5",
        "seed,last_phase=8",
        "seed,use_phases=even",
        "seed,use_phases=odd",
        "seed,advance_all=yes",
        "seed,in_order=no",
    ],
)
def test_the_shorter_games_of_both_can_be_told(rules):
    assert str(Rules.parse(rules)) == rules


@pytest.mark.parametrize("preset", PRESETS)
def test_rows_on_which_both_agree_without_an_option(preset):
    """Own hits in the laying turn, wilds that stay, the phase counted without going out."""
    game = at("R3 B3 Y3 R9 G9 Y9 B9 R1", rules=preset)
    laid = play(game, "lay set R3 B3 Y3 | set R9 G9 Y9")
    assert on_table(play(laid, "hit B9 on A.2"))[1] == "A set R9 G9 Y9 B9"
    table = ["A set R3 B3 Y3", "A set R9 G9 Y9", "B run R4 W=5 Y6 G7"]
    wild = at("B5 R1", rules=preset, table=table)
    assert code(wild, "hit B5 on B.1") == "hit.taken"
    assert code(wild, "take W from B.1") == "wild.stays"
    over = play(at("R1", rules=preset, table=table), "discard R1")
    assert over.next_round().open_phases(1) == (2,)
