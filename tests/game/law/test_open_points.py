"""What the seed leaves open (section 2) and what was decided for the engine (section 6).

"Terms", the last row of section 2, is about words; item 7 of section 6 is about matches of computer
players (``tests/players``) and item 10 about the form of positions.
"""

from __future__ import annotations

import pytest

from phase10.game.cards import Deck
from phase10.game.engine import Game
from phase10.game.phases import Phase
from phase10.game.rules import PRESETS, Rules
from tests.game.games import (
    all_cards,
    at,
    code,
    deck_cards,
    legal,
    move,
    on_table,
    only,
    play,
    points,
    random_player,
)
from tests.oracle.referee import check_state, check_step

TEN = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
OWN = ("A set R3 B3 Y3", "A set R9 G9 Y9")
HOLDS = "R3 B3 Y3 R9 G9 Y9 B9 B12 W S R1"
LAYS = "lay set R3 B3 Y3 | set R9 G9 Y9"
preset = pytest.mark.parametrize("preset", PRESETS)


# --- section 2 -----------------------------------------------------------------------------------


@preset
def test_the_deck_has_108_cards_unless_told(preset):
    assert PRESETS[preset].deck == Deck(colors=4, numbers=12, copies=2, wilds=8, skips=4)
    assert Game.start(1, 2, PRESETS[preset]).rules.deck.size == 108


@preset
def test_two_to_six_play(preset):
    for players in range(2, 7):
        assert len(Game.start(1, players, PRESETS[preset]).seats) == players


@preset
def test_a_discarded_skip_stays(preset):
    assert code(at(TEN, stage="draw", discards="S", rules=preset), "take discard") == "draw.skip"


@preset
def test_two_skips_against_one_player_in_one_round_of_the_table(preset):
    """With the next player skipped it happens with two players only: one after the other."""
    game = at(f"{TEN} S", players=2, rules=preset, pile="R11 S R12 S")
    first = play(game, "discard S on B")
    assert (first.turn, legal(first)) == (0, {"draw pile"})
    second = play(first, "draw pile", "discard S on B", "draw pile")
    assert second.turn == 0
    assert len(second.hand(1)) == 10


@preset
def test_a_wild_turned_up_first_may_be_taken(preset):
    games = (Game.start(seed, 4, PRESETS[preset]) for seed in range(200))
    game = next(game for game in games if str(game.top) == "W")
    assert play(game, "take discard").hand(game.turn).wilds == game.hand(game.turn).wilds + 1


@preset
def test_the_draw_pile_runs_out(preset):
    game = at(TEN, stage="draw", pile="", discards="G1 G2 B4", rules=preset)
    after = play(game, "draw pile")
    assert (str(after.top), len(after.discards)) == ("B4", 1)
    assert all_cards(after) == deck_cards(after.rules.deck)


def test_the_shortest_run_has_three_cards_by_the_seed_and_four_officially():
    hand = "R1 B2 Y3 R5 R6 G8 G9 Y10 Y11 B12 W"
    game = at(hand, phases="run:3")
    assert code(game, "lay run R1 B2 Y3") == ""
    assert all(goal.size >= 4 for phase in game.setup.phases[1:] for goal in phase.groups)
    with pytest.raises(ValueError, match=r"game\.run_min"):
        at(hand, phases="run:3", rules="official")


@preset
def test_no_run_goes_beyond_1_or_12(preset):
    game = at("R10 B11 Y12 W R1 B2 Y3 W G1 G5 S", phases="run:4", rules=preset)
    assert code(game, "lay run R10 B11 Y12 W") == code(game, "lay run W R1 B2 Y3") == "lay.ends"
    assert code(game, "lay run R10 B11 Y12 R1") == "lay.order"
    assert code(game, "lay run W R10 B11 Y12") == code(game, "lay run R1 B2 Y3 W") == ""


@preset
def test_two_sets_of_one_number(preset):
    hand = "R10 R10 B10 G10 Y10 Y10 R1 R2 R5 G7 B8"
    assert code(at(hand, rules=preset), "lay set R10 R10 B10 | set G10 Y10 Y10") == ""  # L02


@preset
def test_more_cards_than_the_goals_ask(preset):
    game = at(HOLDS, rules=preset)
    larger = f"{LAYS} B9 W=9"
    assert [step.text() for step in game.steps(move(larger))] == [
        "lay set R3 B3 Y3 | set R9 B9 G9",
        "hit Y9 on A.2",
        "hit W=9 on A.2",
    ]
    assert on_table(play(game, larger)) == ["A set R3 B3 Y3", "A set R9 B9 G9 Y9 W=9"]
    assert play(game, larger) == play(game, *(step.text() for step in game.steps(move(larger))))


@preset
def test_no_hit_before_the_own_phase_lies(preset):
    game = at("Y4 R1 R2 R5 R6 R7 R8 R10 R11 R12 B1", table=["B set R4 B4 G4"], rules=preset)
    assert code(game, "hit Y4 on B.1") == "hit.before_laying"
    assert not any(each.startswith("hit") for each in legal(game))


@preset
def test_no_skip_in_a_phase(preset):
    assert code(at(HOLDS, rules=preset), "lay set R3 B3 Y3 | set R9 G9 S") == "lay.skip"


@preset
def test_the_draw_comes_before_laying(preset):
    game = at("R3 B3 Y3 R9 G9 Y9 B9 B12 W S", stage="draw", rules=preset)
    assert code(game, LAYS) == "draw.first"
    assert code(play(game, "draw pile"), LAYS) == ""


@preset
def test_the_card_just_taken_may_be_discarded(preset):
    game = play(at(TEN, stage="draw", discards="G1 B4", rules=preset), "take discard")
    assert str(play(game, "discard B4").top) == "B4"


@preset
def test_the_deal_passes_to_the_left(preset):
    dealers = []
    game = Game.start(4, 3, PRESETS[preset], dealer=1)
    while len(dealers) < 7:
        dealers.append(game.dealer)
        game = ended(game).next_round()
    assert dealers == [1, 2, 0, 1, 2, 0, 1]


def ended(game: Game) -> Game:
    """Play a round to its end."""
    choose = random_player(game.round)
    while game.stage in ("draw", "play"):
        game = game.play(choose(game))
    return game


@preset
def test_a_natural_card_in_the_phase_not_in_each_goal(preset):
    game = at("W W W B4 G4 Y4 R1 R2 B9 G11 Y12", rules=preset)
    assert code(game, "lay set W=9 W=9 W=9 | set B4 G4 Y4") == ""  # L05


@preset
def test_a_wild_is_declared_when_played(preset):
    game = at("W R1", phase=2, table=["A set R8 B8 G8", "A run R3 B4 Y5 G6"], rules=preset)
    assert code(game, "hit W on A.2") == "hit.undeclared"
    assert on_table(play(game, "hit W=7 on A.2"))[1] == "A run R3 B4 Y5 G6 W=7"
    phase = at("W W W B4 G4 Y4 R1 R2 B9 G11 Y12", rules=preset)
    assert code(phase, "lay set W W W | set B4 G4 Y4") == "lay.undeclared"


@preset
def test_without_a_phase_the_hand_never_shrinks(preset):
    game = Game.start(9, 4, PRESETS[preset])
    choose = random_player(9)
    while game.stage in ("draw", "play"):
        for seat in game.seats:
            if seat.laid is None:
                assert len(seat.hand) == 10 + (
                    game.stage == "play" and seat is game.seats[game.turn]
                )
        game = game.play(choose(game))
    assert game.seats[game.out].laid is not None


@preset
def test_any_number_of_hits_on_one_run_in_a_turn(preset):
    table = ["A set R8 B8 Y8", "A run R5 B6 Y7 G8", "B run R5 B6 Y7 G8"]
    game = at("R4 B3 Y9 G10 R11 W R1", phase=2, table=table, rules=preset)
    after = play(game, *(f"hit {card} on B.1" for card in ("R4", "B3", "Y9", "G10", "R11", "W=2")))
    assert on_table(after)[2] == "B run W=2 B3 R4 R5 B6 Y7 G8 Y9 G10 R11"


# --- section 6 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["official", "seed,skip_limit=until_served"])
def test_6_1_a_skip_without_a_lawful_target_skips_nobody(rules):
    game = at(f"{TEN} S", rules=rules, skips={"B": 1, "C": 1, "D": 1})
    assert game.skip_targets() == ()
    assert "discard S" in legal(game)
    after = play(game, "discard S")
    assert (after.turn, [seat.skips for seat in after.seats]) == (0, [0, 0, 0, 0])
    assert code(game, "discard S on B") == "skip.served"


@preset
def test_6_1_as_the_last_card_a_skip_ends_the_round(preset):
    game = at("S", table=OWN, rules=preset)
    assert legal(game) == {"discard S"}
    for text in ("discard S", "discard S on B"):  # T15
        over = play(game, text)
        assert (over.stage, over.out) == ("round over", 0)
        assert not any(seat.skips for seat in over.seats)


def test_6_1_several_turns_to_lose_are_lost_one_after_the_other():
    game = at(f"{TEN} S", rules="seed,skip_target=chosen", skips={"C": 1})
    turns = [play(game, "discard S on C").turn]
    game = play(game, "discard S on C")
    for _ in range(7):
        game = play(game, "draw pile", f"discard {game.hand(game.turn)[0]}")
        turns.append(game.turn)
    # A (who skipped C a second time), then C misses two rounds of the table.
    assert turns == [1, 3, 0, 1, 3, 0, 1, 2]


@preset
def test_6_2_the_last_card_is_discarded(preset):
    game = at("B3", table=OWN, rules=preset)
    assert legal(game) == {"discard B3"}
    on = at("B3", table=OWN, rules=f"{preset},go_out_by_hit=yes")
    assert legal(on) == {"discard B3", "hit B3 on A.1"}


@preset
def test_6_3_exact_layings_are_listed_and_larger_ones_accepted(preset):
    game = at(HOLDS, rules=preset)
    listed = game.legal_layings()
    assert all(len(group.cards) == 3 for lay in listed for group in lay.groups)
    assert game.check(move(f"{LAYS} B9")) is None
    assert move(f"{LAYS} B9") not in listed


@preset
def test_6_4_the_tie_break(preset):
    """Only the tied players, the next dealer among them, no points, the last phase in use."""
    moment = {
        "rules": f"{preset},last_phase=2,next_dealer=left",
        "phase": {"B": 2, "D": 2},
        "table": ["B set R4 B4 Y4", "B run R5 B6 Y7 G8", "D set R1 B1 Y1", "D run R8 B9 Y10 G11"],
        "dealer": "B",
        "scores": {"A": 0, "B": 50, "C": 0, "D": 45},
        "hands": {"D": "R3"},
    }
    over = play(at("G4", turn="B", **moment), "discard G4")
    assert (over.stage, over.tied) == ("round over", (1, 3))
    game = over.next_round()
    assert (game.dealer, game.playing) == (3, (1, 3))
    assert game.turn == (3 if game.top.is_skip else 1)
    assert game.open_phases(1) == game.open_phases(3) == (2,)
    assert [len(seat.hand) for seat in game.seats] == [0, 10, 0, 10]
    while game.stage in ("draw", "play"):
        before = game
        game = game.play(random_player(before.turns)(before))
    assert game.stage == "match over"
    assert game.winner in (1, 3)
    assert [seat.score for seat in game.seats] == [seat.score for seat in over.seats]
    assert set(game.points) <= {0}


@preset
def test_6_4_a_blocked_tie_break_is_dealt_again(preset):
    game = at(f"{TEN} S", tied="AC", phase=11, rules=preset, dealer="A", scores={"A": 50, "C": 50})
    over = play(only(game, "", ""), "discard S on C")
    assert (over.stage, over.winner, over.out, over.tied) == ("round over", None, None, (0, 2))
    assert set(over.points) == {0}
    again = over.next_round()
    assert (again.tie_break, again.playing, again.dealer) == (True, (0, 2), 2)
    assert again.round == over.round + 1
    assert again.seats[0].hand != over.seats[0].hand


def test_6_5_endings_of_the_variations():
    lowest = {"rules": "seed,advance_all=yes,last_phase=1", "table": OWN, "hands": {"B": "R1"}}
    over = play(at("R5", scores={"A": 50, "B": 0}, **lowest), "discard R5")
    assert (over.stage, over.winner) == ("match over", 1)  # B never laid
    tied = play(at("R5", scores={"A": 5, "B": 0}, **lowest), "discard R5")
    assert (tied.stage, tied.tied) == ("round over", (0, 1))
    assert tied.next_round().open_phases(1) == (1,)
    any_order = {
        "rules": "seed,in_order=no,last_phase=2",
        "table": [*OWN, "B set R4 B4 Y4", "B run R5 B6 Y7 G8"],
        "done": {"A": (2,), "B": (1,)},
        "laid": {"A": 1, "B": 2},
        "hands": {"B": "R1"},
    }
    over = play(at("R5", scores={"A": 50, "B": 0, "C": 0}, **any_order), "discard R5")
    assert (over.stage, over.winner) == ("match over", 1)
    tied = play(at("R5", scores={"A": 5, "B": 0}, **any_order), "discard R5")
    assert (tied.stage, tied.tied) == ("round over", (0, 1))


@preset
def test_6_6_with_the_full_deck_and_six_players_no_round_is_blocked(preset):
    game = Game.start(6, 6, PRESETS[preset])
    turns = 0
    choose = random_player(6)
    while turns < 1500 and game.stage != "match over":
        if game.stage == "round over":
            assert game.out is not None
            game = game.next_round()
        if game.stage == "draw":
            turns += 1
            in_piles = len(game.pile) + len(game.discards)
            assert in_piles >= 48
            if not game.table:
                assert in_piles == 48
            assert "draw pile" in legal(game)
        game = game.play(choose(game))
    assert game.round > 1


def test_6_6_with_a_small_deck_a_round_can_be_blocked():
    """21 cards for two: one lies beside the hands, and a skip cannot be taken."""
    rules = Rules(deck=Deck(2, 4, 2, 2, 3))
    blocked = 0
    for seed in range(10):
        game = Game.start(seed, 2, rules, (Phase("run:4+set:5"),))
        choose = random_player(seed)
        for _ in range(400):
            if game.stage not in ("draw", "play"):
                break
            before, chosen = game, choose(game)
            game = game.play(chosen)
            check_state(game)
            check_step(before, game, chosen)
        if game.stage == "round over" and game.out is None:
            blocked += 1
            assert (game.pile, str(game.top)) == ((), "S")
            assert game.points == tuple(points(seat.hand) for seat in game.seats)
            assert min(game.points) > 0
            assert game.next_round().round == 2
    assert blocked


@preset
def test_6_8_what_may_be_taken_and_discarded(preset):
    wild = at(TEN, stage="draw", discards="W", rules=preset)
    assert code(play(wild, "take discard"), "discard W") == ""
    assert code(at(TEN, stage="draw", discards="S", rules=preset), "take discard") == "draw.skip"


@preset
def test_6_9_the_dealer_passes_to_the_left_each_round(preset):
    new = play(at("R5", table=OWN, dealer="D", rules=preset), "discard R5").next_round()
    assert new.dealer == 0
    assert new.turn == (2 if new.top.is_skip else 1)
