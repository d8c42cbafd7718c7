"""Setting up and play, sentence by sentence: S13–S33 under the preset seed.

Where the official rules differ, the same test plays the neighbouring official case.
"""

from __future__ import annotations

import pytest

from phase10.game.cards import CARDS
from phase10.game.engine import Game
from phase10.game.rules import PRESETS
from phase10.game.shuffle import DealCode, deal, high_card_dealer
from tests.game.games import all_cards, at, code, deck_cards, held, legal, on_table, play, rule

LAYS = "lay set R3 B3 Y3 | set R9 G9 Y9"
FOURS = "B set R4 B4 G4"


def test_s13_a_match_begins_with_a_dealer():
    for dealer in range(3):
        assert Game.start(5, players=3, dealer=dealer).dealer == dealer


def test_s14_without_a_choice_the_high_card_deals():
    for seed in range(20):
        code_of_round = DealCode(4, seed, 1)
        assert Game.start(seed, players=4).dealer == high_card_dealer(code_of_round)[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_s15_every_player_is_dealt_ten_cards(players):
    game = Game.start(11, players, dealer=0)
    assert [len(seat.hand) for seat in game.seats] == [10] * players
    assert tuple(seat.hand for seat in game.seats) == deal(DealCode(players, 11, 1)).hands


def test_s16_then_one_card_is_laid_face_up():
    game = Game.start(11, 4, dealer=0)
    assert game.top == deal(DealCode(4, 11, 1)).top


def test_s17_this_card_is_the_first_of_the_discards():
    game = Game.start(11, 4, dealer=0)
    assert len(game.discards) == 1
    after = play(game, "draw pile", f"discard {game.hand(1)[0]}")
    assert after.discards[0] == game.discards[0]
    assert len(after.discards) == 2


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_s18_all_other_cards_lie_beside_them(players):
    game = Game.start(11, players, dealer=0)
    assert len(game.pile) == 108 - 10 * players - 1
    assert all_cards(game) == deck_cards(game.rules.deck)


def test_s19_these_are_the_draw_pile():
    game = Game.start(11, 4, dealer=0)
    after = play(game, "draw pile")
    assert after.pile == game.pile[:-1]
    assert after.hand(1) == game.hand(1) + CARDS[game.pile[-1]]


def test_s20_the_player_left_of_the_dealer_begins_and_play_goes_clockwise():
    game = Game.start(3, 3, dealer=1)
    assert not game.top.is_skip
    order = []
    for _ in range(7):
        order.append(game.turn)
        plain = next(card for card in game.hand(game.turn) if not card.is_skip)
        game = play(game, "draw pile", f"discard {plain}")
    assert order == [2, 0, 1, 2, 0, 1, 2]


def test_s20_until_a_player_discards_the_last_card():
    game = at("R5", table=["A set R3 B3 Y3", "A set R9 G9 Y9"])
    assert play(game, "discard R5").stage == "round over"
    assert not play(game, "discard R5").legal_moves()


def test_s21_a_turn_begins_with_the_top_discard_or_a_card_from_the_pile():
    game = at("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", stage="draw", discards="G7 B4", pile="Y1 Y2")
    assert legal(game) == {"draw pile", "take discard"}
    drawn, taken = play(game, "draw pile"), play(game, "take discard")
    assert held(drawn, "A") == "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 Y2"
    assert held(taken, "A") == "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 B4"
    assert str(taken.top) == "G7"
    assert code(game, "discard R1") == "draw.first"
    assert code(drawn, "draw pile") == code(drawn, "take discard") == "draw.once"
    assert code(game, "take discard second") == "draw.only_top"
    assert {rule(game, "discard R1"), rule(drawn, "draw pile")} == {"S21"}
    assert rule(game, "take discard second") == "S21"


def test_s22_who_holds_the_whole_phase_may_lay_it_in_the_own_turn():
    game = at("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1", hands={"B": "R2 B2 Y2 R8 G8 Y8 B6 B11 W R10"})
    after = play(game, LAYS)
    assert on_table(after) == ["A set R3 B3 Y3", "A set R9 G9 Y9"]
    assert held(after, "A") == "R1 B5 B12 W S"
    assert after.seats[0].laid == 1
    others = "lay set R2 B2 Y2 | set R8 G8 Y8"
    assert code(game, others, "B") == "turn.not_yours"
    assert game.check(game.legal_layings()[0], 1).rule == "S22"
    # Nobody has to (T14, L44).
    assert code(game, "discard B12") == ""


def test_s22_the_cards_must_be_in_the_hand():
    game = at("R3 B3 R9 G9 Y9 B5 B12 W S R1 R2")
    assert code(game, LAYS) == "lay.not_held"
    assert rule(game, LAYS) == "S22"


def test_s23_the_whole_phase_is_laid_at_once():
    game = at("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1")
    once = play(game, LAYS)
    assert len(once.table) == 2
    assert code(once, "lay set R3 B3 Y3") == "lay.already"


@pytest.mark.parametrize("preset", PRESETS)
def test_s24_no_partial_phase(preset):
    game = at("R3 B3 Y3 R9 G9 Y8 B5 B12 R6 S R1", rules=preset)
    assert code(game, "lay set R3 B3 Y3") == "lay.partial"
    assert rule(game, "lay set R3 B3 Y3") == "S24"
    short = at("R3 B3 Y3 R9 G9 Y8 B5 B12 R6 S R1", rules=preset)
    assert code(short, "lay set R3 B3 Y3 | set R9 G9") == "lay.short"
    assert rule(short, "lay set R3 B3 Y3 | set R9 G9") == "S24"
    assert not game.legal_layings()


def test_s25_own_hits_in_the_turn_of_laying():
    game = play(at("R3 B3 Y3 R9 G9 Y9 B9 B12 W S R1"), LAYS)
    after = play(game, "hit B9 on A.2", "hit W=3 on A.1")
    assert on_table(after) == ["A set R3 B3 Y3 W=3", "A set R9 G9 Y9 B9"]
    assert code(at("R3 B3 Y3 R9 G9 Y9 B9 B12 W S R1", table=[FOURS]), "hit B9 on B.1") == (
        "hit.before_laying"
    )


def test_s26_no_hit_on_others_in_the_turn_of_laying():
    hand = "R3 B3 Y3 R9 G9 Y9 Y4 B12 W S R1"
    seed = play(at(hand, table=[FOURS]), LAYS)
    assert code(seed, "hit Y4 on B.1") == "hit.others_same_turn"
    assert rule(seed, "hit Y4 on B.1") == "S26"
    assert not any("on B.1" in each for each in legal(seed))
    official = play(at(hand, table=[FOURS], rules="official"), LAYS)
    assert on_table(play(official, "hit Y4 on B.1"))[0] == "B set R4 B4 G4 Y4"


def test_s27_only_a_card_valid_for_that_phase_is_played_on_it():
    phases = "even:3/odd:3"
    game = at("R2 R3 R6", phases=phases, phase=1, table=["A even R4 B4 G4", "B even B8 G8 W"])
    assert code(game, "hit R3 on B.1") == code(game, "hit R3 on A.1") == "hit.parity"
    assert rule(game, "hit R3 on B.1") == "S27"
    assert code(game, "hit R2 on B.1") == ""
    assert code(game, "hit R2 on B.2") == code(game, "hit R2 on C.1") == "hit.no_group"
    assert code(game, "hit R8 on B.1") == "hit.not_held"


def test_s28_on_a_set_a_card_of_its_number():
    game = at("Y4 B5 W R1", table=["A set R3 B3 Y3", "A set R9 G9 Y9", FOURS])
    assert code(game, "hit B5 on B.1") == "hit.numbers"
    assert rule(game, "hit B5 on B.1") == "S28"
    assert on_table(play(game, "hit Y4 on B.1"))[2] == "B set R4 B4 G4 Y4"


RUN = "B run R4 B5 Y6 G7"


def test_s29_on_a_run_one_lower_or_one_higher():
    own = ["A set R8 B8 G8", "A run G1 Y2 B3 R4", "B set R8 G8 Y8"]
    game = at("Y3 B8 R6 Y9 R1", phase=2, table=[*own, RUN])
    assert on_table(play(game, "hit Y3 on B.2"))[3] == "B run Y3 R4 B5 Y6 G7"
    assert on_table(play(game, "hit B8 on B.2", "hit Y9 on B.2"))[3] == "B run R4 B5 Y6 G7 B8 Y9"
    assert {code(game, f"hit {card} on B.2") for card in ("R6", "Y9", "R1")} == {"hit.order"}
    assert rule(game, "hit R6 on B.2") == "S29"


def test_s29_no_number_follows_12_and_none_comes_before_1():
    own = ["A set R8 B8 G8", "A run G3 Y4 B5 R6"]
    high = at("Y1 B2 B3", phase=2, table=[*own, "B run G9 Y10 B11 R12"])
    low = at("Y12 B7 B9", phase=2, table=[*own, "B run R1 B2 Y3 G4"])
    assert code(high, "hit Y1 on B.1") == code(low, "hit Y12 on B.1") == "hit.ends"
    assert rule(high, "hit Y1 on B.1") == rule(low, "hit Y12 on B.1") == "S29"


def test_s30_on_a_color_a_card_of_it():
    own = "A color B1 B2 B3 B4 B5 B6 W"
    game = at("G12 R8 B9", phase=8, table=[own, "B color G2 W W W W W W"])
    assert code(game, "hit R8 on B.1") == "hit.color"
    assert rule(game, "hit R8 on B.1") == "S30"
    assert code(game, "hit G12 on B.1") == code(game, "hit B9 on A.1") == ""


def test_s31_others_may_be_hit_in_later_turns():
    game = play(at("R3 B3 Y3 R9 G9 Y9 Y4 B12 W R1 R2", table=[FOURS]), LAYS, "discard B12")
    assert code(at("Y4 R1 R2", table=["A set R3 B3 Y3", FOURS]), "hit Y4 on B.1") == ""
    while game.turn != 0:
        game = play(game, "draw pile", f"discard {game.hand(game.turn)[0]}")
    game = play(game, "draw pile")
    assert code(game, "hit Y4 on B.1") == ""
    # A phase that another laid after the own one counts the same.
    later = at("Y4 R1 R2", table=["A set R3 B3 Y3", "A set R9 G9 Y9", FOURS])
    assert code(later, "hit Y4 on B.1") == ""


def test_s31_nobody_hits_before_the_own_phase_lies():
    game = at("Y4 R1 R2 R5 R6 R7 R8 R10 R11 R12 B1", table=[FOURS])
    assert code(game, "hit Y4 on B.1") == "hit.before_laying"
    assert rule(game, "hit Y4 on B.1") == "S31"


def test_s32_a_turn_ends_with_a_discard_from_the_hand():
    game = at("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 B4")
    assert code(game, "end turn") == "turn.must_discard"
    assert code(game, "discard G1") == "discard.not_held"
    assert rule(game, "end turn") == rule(game, "discard G1") == "S32"
    after = play(game, "discard R10")
    assert (after.turn, after.stage, str(after.top)) == (1, "draw", "R10")
    assert held(after, "A") == "R1 R2 R3 R4 R5 R6 R7 R8 R9 B4"


@pytest.mark.parametrize("preset", PRESETS)
def test_s32_the_last_card_must_be_discarded_and_not_hit(preset):
    table = ["A set R3 B3 Y3", FOURS]
    game = at("Y4", table=table, rules=preset)
    assert code(game, "hit Y4 on B.1") == "hit.last_card"
    assert rule(game, "hit Y4 on B.1") == "S32"
    assert legal(game) == {"discard Y4"}
    by_hit = at("Y4", table=table, rules=f"{preset},go_out_by_hit=yes")
    assert play(by_hit, "hit Y4 on B.1").stage == "round over"


def test_s32_a_laying_leaves_a_card_to_discard():
    hand, laying = "R3 B3 Y3 R9 G9 Y9", LAYS
    assert code(at(hand), laying) == "lay.no_discard"
    assert rule(at(hand), laying) == "S32"
    assert code(at(hand + " R1"), laying) == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_s33_the_round_is_over_with_the_last_discard(preset):
    game = at("R5", table=["A set R3 B3 Y3", "A set R9 G9 Y9"], rules=preset)
    after = play(game, "discard R5")
    assert (after.stage, after.out, held(after, "A")) == ("round over", 0, "")
    assert code(after, "draw pile", "B") == "turn.over"
    assert after.check(game.legal_moves()[0]).rule == "S43"
