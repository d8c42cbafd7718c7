"""The end of a round and of a match, sentence by sentence: S43–S55 under the preset seed.

Where the official rules differ, the same test plays the neighbouring official case.
"""

from __future__ import annotations

import pytest

from phase10.game.rules import PRESETS
from tests.game.games import all_cards, at, code, deck_cards, legal, play, points

OWN = ["A set R3 B3 Y3", "A set R9 G9 Y9"]
TENTH = ["A set R3 B3 Y3 G3 R3", "A set R9 G9 Y9"]
TENTH_OF_B = ["B set R4 B4 Y4 G4 R4", "B set R8 G8 Y8"]
LAYS_TENTH = "lay set R5 B5 G5 Y5 R5 | set R7 B7 G7"
HOLDS_TENTH = "R5 B5 G5 Y5 R5 R7 B7 G7"


@pytest.mark.parametrize("preset", PRESETS)
def test_s43_the_round_ends_when_a_player_discards_the_last_card(preset):
    after = play(at("R5", table=OWN, rules=preset), "discard R5")
    assert (after.stage, after.out) == ("round over", 0)
    assert not after.legal_moves()
    # Nobody gets another turn (question 74), and a skip ends it like any card (T15).
    by_skip = play(at("S", table=OWN, rules=preset), "discard S")
    assert (by_skip.stage, by_skip.out, by_skip.points[0]) == ("round over", 0, 0)


def test_s44_without_a_tenth_phase_the_round_is_scored_and_a_new_one_dealt():
    over = play(at("R5", table=OWN), "discard R5")
    assert over.winner is None
    new = over.next_round()
    assert (new.round, new.stage, new.table) == (2, "draw", ())
    assert [len(seat.hand) for seat in new.seats] == [10] * 4
    assert all_cards(new) == deck_cards(new.rules.deck)
    assert new.setup.code(2) != over.setup.code(1)
    assert [seat.score for seat in new.seats] == list(over.points)
    assert all(seat.laid is None and not seat.skips for seat in new.seats)


@pytest.mark.parametrize("preset", PRESETS)
def test_s45_the_winner_of_the_round_scores_zero(preset):
    over = play(at("R5", table=OWN, rules=preset, scores={"A": 70}), "discard R5")
    assert over.points[0] == 0
    assert over.seats[0].score == 70


def test_s46_every_other_player_scores_the_cards_left():
    hands = {"B": "R1 B9 G10 W S", "C": "R12 B12 W", "D": "Y1 Y2 Y4 Y5 Y6 Y7 Y8 G1 G2 G4"}
    over = play(at("R5", table=OWN, hands=hands, scores={"B": 5, "C": 0, "D": 100}), "discard R5")
    assert over.points == (0, 60, 45, 50)
    assert [seat.score for seat in over.seats] == [0, 65, 45, 150]


def test_s47_the_points_of_the_cards():
    hands = {
        "B": "R1 R2 R4 R5 R6 R7 R8 B1 B2 B9",  # ten of 1–9
        "C": "R10 R11 R12",
        "D": "S W",
    }
    over = play(at("G5", table=OWN, hands=hands), "discard G5")
    assert over.points == (0, 50, 30, 40)
    for card, worth in (("Y9", 5), ("Y10", 10), ("Y12", 10), ("S", 15), ("W", 25)):
        over = play(at("G5", table=OWN, hands={"B": card}), "discard G5")
        assert over.points[1] == worth == points(card)


@pytest.mark.parametrize("preset", PRESETS)
def test_s48_who_completed_the_phase_goes_on_to_the_next(preset):
    table = [*OWN, "B run R1 B2 W=3 Y4 G5 R6 B7"]
    over = play(at("R5", table=table, phase={"B": 4}, rules=preset), "discard R5")
    assert over.seats[0].done == (1,)
    assert over.seats[1].done == (1, 2, 3, 4)  # though another went out (question 47)
    new = over.next_round()
    assert (new.open_phases(0), new.open_phases(1)) == ((2,), (5,))


@pytest.mark.parametrize("preset", PRESETS)
def test_s49_who_did_not_must_repeat_it(preset):
    over = play(at("R5", table=OWN, phase={"C": 7}, rules=preset), "discard R5")
    assert over.seats[2].done == (1, 2, 3, 4, 5, 6)
    new = over.next_round()
    assert (new.open_phases(2), new.open_phases(3)) == ((7,), (1,))


@pytest.mark.parametrize("preset", PRESETS)
def test_s50_who_completed_the_tenth_phase_wins_whoever_goes_out(preset):
    table = [*OWN, *TENTH_OF_B]
    game = at("R5", table=table, phase={"B": 10}, hands={"B": "W W"}, rules=preset)
    over = play(game, "discard R5")
    assert (over.stage, over.winner, over.out) == ("match over", 1, 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_s51_nobody_wins_at_once_and_play_goes_on(preset):
    game = at(f"{HOLDS_TENTH} R1 R2 B1", phase={"A": 10, "B": 10}, rules=preset)
    laid = play(game, LAYS_TENTH)
    assert (laid.stage, laid.winner) == ("play", None)  # E10
    after = play(laid, "discard R1")
    assert (after.stage, after.turn, after.winner) == ("draw", 1, None)
    assert legal(after)


@pytest.mark.parametrize("preset", PRESETS)
def test_s52_of_several_with_the_tenth_phase_the_lowest_score_wins(preset):
    # E07: A goes out and has 210 in all, B has 195.
    game = at(
        "R5",
        table=[*TENTH, *TENTH_OF_B],
        phase={"A": 10, "B": 10},
        hands={"B": "R1"},
        scores={"A": 210, "B": 190, "C": 0, "D": 0},
        rules=preset,
    )
    over = play(game, "discard R5")
    assert [seat.score for seat in over.seats[:2]] == [210, 195]
    assert (over.stage, over.winner) == ("match over", 1)
    # The points of those who have not made it do not matter (question 90).
    assert over.seats[2].score < 195


def tied(preset: str, **changes: object):
    moment = {
        "table": [*TENTH, *TENTH_OF_B],
        "phase": {"A": 10, "B": 10},
        "hands": {"B": "R1"},
        "scores": {"A": 200, "B": 195, "C": 3, "D": 0},
        "rules": preset,
    }
    return play(at("R5", **{**moment, **changes}), "discard R5")


@pytest.mark.parametrize("preset", PRESETS)
def test_s53_with_equal_scores_a_tie_break_is_played(preset):
    over = tied(preset)
    assert (over.stage, over.winner, over.tied) == ("round over", None, (0, 1))
    game = over.next_round()
    assert (game.tie_break, game.playing) == (True, (0, 1))
    assert [len(seat.hand) for seat in game.seats] == [10, 10, 0, 0]
    assert all_cards(game) == deck_cards(game.rules.deck)


@pytest.mark.parametrize("preset", PRESETS)
def test_s54_the_goal_of_the_tie_break_is_phase_10(preset):
    game = tied(preset).next_round()
    assert [game.open_phases(seat) for seat in game.playing] == [(10,), (10,)]
    assert str(game.setup.phase(10)) == "set:5+set:3"
    hand = "R3 B3 Y3 R9 G9 Y9 R1 R2 R5 R6 R7"
    moment = at(hand, tied="AB", phase={"A": 11, "B": 11}, rules=preset)
    assert code(moment, "lay set R3 B3 Y3 | set R9 G9 Y9") == "lay.short"


def test_s55_the_first_to_lay_it_wins_the_tie_break_at_once():
    game = at(f"{HOLDS_TENTH} R1 R2 B1", tied="AB", phase=11, scores={"A": 200, "B": 200})
    over = play(game, LAYS_TENTH)
    assert (over.stage, over.winner) == ("match over", 0)
    assert [seat.score for seat in over.seats] == [200, 200, 0, 0]
    assert not over.legal_moves()


def test_s55_laying_wins_with_no_card_left_to_discard():
    # S32 asks for a discard at the end of a turn; the tie-break is won before that.
    hand = "R5 B5 G5 Y5 R5 W R3 B3 Y3 W W"
    laying = "lay set R5 B5 G5 Y5 R5 W | set R3 B3 Y3 W W"
    over = play(at(hand, tied="AB", phase=11), laying)
    assert (over.stage, over.winner) == ("match over", 0)
    assert [len(meld.cards) for meld in over.table] == [5, 3]
    # An ordinary round goes on, and so does a tie-break won by going out.
    assert code(at(hand, phase=10), laying) == "lay.no_discard"
    official = at(hand, tied="AB", phase=11, rules="official")
    assert code(official, laying) == "lay.no_discard"
    assert code(at(hand, tied="AB", phase=11, rules="seed,extra_on_lay=no"), laying) == "lay.extra"


def test_the_last_phase_ends_the_match_at_once_with_no_card_left_to_discard():
    hand = "R5 B5 G5 Y5 R5 W R3 B3 Y3 W W"
    laying = "lay set R5 B5 G5 Y5 R5 W | set R3 B3 Y3 W W"
    rules = "seed,game_end=at_once"
    over = play(at(hand, phase={"A": 10}, rules=rules), laying)
    assert (over.stage, over.winner) == ("match over", 0)
    # B is at the last phase too: the round goes on, and a card must be discarded.
    assert code(at(hand, phase={"A": 10, "B": 10}, rules=rules), laying) == "lay.no_discard"


def test_s55_officially_the_first_to_go_out_wins_it():
    game = at(
        f"{HOLDS_TENTH} R1 R2 B1",
        tied="AB",
        phase=11,
        rules="official",
        scores={"A": 200, "B": 200},
    )
    laid = play(game, LAYS_TENTH)
    assert (laid.stage, laid.winner) == ("play", None)
    assert play(laid, "discard R1").turn == 1
    out = at("R10", turn="B", tied="AB", phase=11, rules="official", table=TENTH_OF_B + TENTH)
    over = play(out, "discard R10")
    assert (over.stage, over.winner, over.out) == ("match over", 1, 1)
    assert over.points == (0, 0, 0, 0)
