"""What the player ``greedy`` does, and that it is as greedy as it says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.moves import Discard, Draw, Hit, Lay, Move, TakeDiscard
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED
from phase10.game.stages import DRAW, MATCH_OVER, PLAY
from phase10.players import PLAYERS, choice_of, play_match
from phase10.players.preferences import aimed
from phase10.solver.groupings import missing
from tests.players.states import state, states

GREEDY = PLAYERS["greedy"]
LAID = ("A set R3 B3 G3", "A set R9 B9 G9")


def chosen(game: Game) -> str:
    return choice_of(GREEDY, game).text()


@pytest.mark.parametrize(
    ("hand", "top", "move"),
    [
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", "G5", "take discard"),
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", "W", "take discard"),
        ("R5 B5 G5 R8 B8 B2 G10 Y11 R12 Y6", "Y5", "draw pile"),
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", "Y7", "draw pile"),
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", "S", "draw pile"),
    ],
)
def test_the_face_up_card_is_taken_when_it_lowers_what_is_missing(
    hand: str, top: str, move: str
) -> None:
    assert chosen(state(hand, top=top, stage=DRAW)) == move


def test_a_skip_is_not_taken_where_it_could_be() -> None:
    game = state(
        "R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", top="S", stage=DRAW, rules="seed,take_skip=yes"
    )
    assert TakeDiscard() in game.legal_moves()
    assert chosen(game) == "draw pile"


def test_a_card_that_can_be_hit_is_taken_after_laying() -> None:
    assert chosen(state("R1 R2", top="Y9", table=LAID, stage=DRAW)) == "take discard"
    assert chosen(state("R1 R2", top="Y10", table=LAID, stage=DRAW)) == "draw pile"


def test_it_takes_where_nothing_can_be_drawn() -> None:
    game = state("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", top="Y7", stage=DRAW, pile=())
    assert Draw() not in game.legal_moves()
    assert chosen(game) == "take discard"


def test_the_discard_leaves_the_fewest_missing_then_the_fewest_points() -> None:
    assert chosen(state("R5 B5 R8 B8 R1 B2 G10 Y11 W Y6 G4")) == "discard Y11"
    assert chosen(state("R5 B5 R8 B8 R1 B2 S Y11 W Y6 G4")) == "discard S on B"


def test_a_wild_is_hit_and_thrown_only_as_the_last_card() -> None:
    assert chosen(state("R1 W W", table=LAID)).startswith("hit W=")
    assert chosen(state("W", table=LAID)) == "discard W"


def test_it_lays_at_once_with_the_fewest_wilds() -> None:
    move = choice_of(GREEDY, state("R5 B5 G5 R8 B8 G8 W W R1 R2 S"))
    assert isinstance(move, Lay)
    assert not any(card.is_wild for group in move.groups for card in group.cards)


def test_of_equal_layouts_it_chooses_the_one_that_sheds_most() -> None:
    # The run 3–6 leaves the ten to be thrown and R7 to be hit; so does 4–7 with R3: no matter.
    # But with sets of 12 or of 1 for the goal, the twelves are dearer to keep.
    game = state("R12 B12 G12 R1 B1 G1 R3 R4 R5 R6 Y2", phase=2)
    assert chosen(game).startswith("lay set R12 B12 G12 |")


def test_it_hits_all_it_can_and_keeps_a_card_to_discard() -> None:
    game = state("R3 Y9", table=LAID)
    assert chosen(game).startswith("hit ")
    game = game.play(choice_of(GREEDY, game))
    assert len(game.hand(0)) == 1
    assert chosen(game).startswith("discard ")
    assert game.play(choice_of(GREEDY, game)).out == 0


def test_it_goes_out_by_a_hit_where_that_is_allowed() -> None:
    game = state("Y9", table=LAID, rules="seed,go_out_by_hit=yes")
    assert chosen(game) == "hit Y9 on A.2"


def test_a_wild_makes_room_for_a_card_that_is_held() -> None:
    table = ("A run R3 B4 G5 Y6", "A set R9 B9 G9")
    assert chosen(state("W R8 R12", table=table)) == "hit W=7 on A.1"
    assert chosen(state("W R12 R11", table=table)) == "hit W=9 on A.2"


def test_number_cards_are_hit_on_runs_first() -> None:
    table = ("A set R7 B7 G7", "A run R3 B4 G5 Y6")
    assert chosen(state("R7 W R1", table=table)) == "hit R7 on A.2"
    assert chosen(state("R12 R11", table=table)).startswith("discard ")


def test_others_are_hit_in_a_later_turn_only() -> None:
    table = (*LAID, "B set R7 B7 G7")
    assert chosen(state("Y7 R1 R2", table=table)) == "hit Y7 on B.1"
    assert chosen(state("Y7 R1 R2", table=table, laid_now=True)).startswith("discard ")
    official = state("Y7 R1 R2", table=table, laid_now=True, rules="official")
    assert chosen(official) == "hit Y7 on B.1"


def test_the_skip_goes_to_who_is_nearest_to_going_out() -> None:
    hand = "R5 B5 R8 B8 R1 B2 S Y11 W Y6 G4"
    table = ("C set R9 B9 G9",)
    official = state(hand, table=table, rules="official", players=4, cards={1: 8, 2: 3, 3: 2})
    assert chosen(official) == "discard S on C"
    served = state(
        hand, table=table, rules="official", players=4, cards={1: 8, 2: 3, 3: 2}, skips={2: 1}
    )
    assert chosen(served) == "discard S on D"


def test_a_skip_that_nobody_can_be_skipped_with_is_kept() -> None:
    hand = "R5 B5 R8 B8 R1 B2 S Y11 W Y6 G4"
    game = state(hand, rules="official", players=2, skips={1: 1})
    assert Discard(Card.parse("S")) in game.legal_moves()
    assert chosen(game) == "discard Y11"


def test_in_any_order_it_aims_at_what_misses_least_and_then_at_the_hardest() -> None:
    phases = (Phase("set:3"), Phase("run:4"), Phase("run:7"), Phase("color:7"))
    assert aimed((1, 0, 2, 2), phases) == 1
    assert aimed((2, 2, 2, 2), phases) == 3
    # All but phase 8 of the list miss more: yellow is what is kept, the dearest other goes.
    game = state("Y1 Y2 Y4 Y8 Y9 Y12 R12 B2 G8 R1 B7", rules="seed,in_order=no")
    assert chosen(game) == "discard R12"
    laying = state("R1 B2 G3 Y4 R5 B6 G7 R8 B9 R9 R12", rules="seed,in_order=no")
    move = choice_of(GREEDY, laying)
    assert isinstance(move, Lay)
    assert move.phase == 6


def _watched(check: Callable[[Game, Move], None], matches: int) -> None:
    for seed in range(matches):
        for current in states(Game.start(seed, 4), Random(seed), 300):
            check(current, choice_of(GREEDY, current))


def test_no_discard_leaves_fewer_missing_and_none_as_few_costs_more() -> None:
    seen = 0

    def check(game: Game, move: Move) -> None:
        nonlocal seen
        if not isinstance(move, Discard) or game.seats[game.turn].laid is not None:
            return
        seen += 1
        hand, phase = game.hand(game.turn), PHASES[game.open_phases(game.turn)[0] - 1]
        left = {card: missing(hand - card, phase) for card in hand.kinds()}
        assert left[move.card] == min(left.values())
        equal = [card for card in left if left[card] == left[move.card] and not card.is_wild]
        if not move.card.is_wild:
            assert SEED.points(move.card) == max(map(SEED.points, equal))

    _watched(check, 4)
    assert seen > 100


def test_it_lays_and_hits_whenever_it_can() -> None:
    seen = set()

    def check(game: Game, move: Move) -> None:
        kinds = {type(other) for other in game.legal_moves()}
        for kind in (Lay, Hit):
            if kind in kinds:
                seen.add(kind)
                assert isinstance(move, kind)

    _watched(check, 6)
    assert seen == {Lay, Hit}


@pytest.mark.parametrize("rules", ["seed", "official"])
def test_greedy_matches_come_to_an_end(rules: str) -> None:
    from phase10.game.rules import Rules

    for seed in range(6):
        game, capped = play_match(Game.start(seed, 4, Rules.parse(rules)), [GREEDY] * 4)
        assert not capped
        assert game.stage == MATCH_OVER
        assert game.winner is not None


def test_greedy_beats_random() -> None:
    players = [GREEDY, PLAYERS["random"]]
    winners = [play_match(Game.start(seed, 2), players).game.winner for seed in range(5)]
    assert winners == [0] * 5


def test_stage_play_is_the_default_of_the_states() -> None:
    assert state("R1").stage == PLAY
