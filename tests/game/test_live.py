"""Rounds at a real table: what follows from reports, and what cannot have happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from phase10.game.cards import CARDS, SKIP, WILD, Card, Cards, Hand
from phase10.game.errors import GameError, PositionError, RulesError
from phase10.game.live import LiveRound
from phase10.game.live_choices import house_rule, places_of, ways_to_lay
from phase10.game.meaning import MOST_WAYS
from phase10.game.melds import Meld
from phase10.game.notation import parse_cards
from phase10.game.phases import PHASES, Phase
from phase10.game.position import ME, Opponent
from phase10.game.refusals import IllegalMove
from phase10.game.rules import Rules
from tests.game.live_tables import (
    CARDS_OF_A,
    MY_TURN,
    TEN,
    at_table,
    finished,
    last_turn,
    report_of,
    reported,
    table,
    turn_of_a,
)

# --- the beginning -------------------------------------------------------------------------------


def code(live: LiveRound, text: str) -> str:
    """The code of what is against a report that is written as text."""
    with pytest.raises(GameError) as caught:
        reported(live, text)
    error = caught.value
    return error.refusal.code if isinstance(error, IllegalMove) else error.code


def test_the_first_player_sits_on_the_left_of_the_dealer():
    assert [at_table(dealer=name).turn for name in ("C", ME, "A", "B")] == [ME, "A", "B", "C"]
    live = at_table(dealer="")
    assert (live.turn, live.position.dealer) == (ME, "C")


def test_a_round_that_begins_is_known_in_full():
    position = at_table().position
    assert (position.pile, position.at, position.round) == (67, "before_draw", 1)
    assert [player.cards for player in position.players] == [10, 10, 10]
    assert position.discards == (Card.parse("G12"),)


def test_a_skip_turned_first_costs_the_first_turn():
    assert at_table(top="S").turn == "A"
    assert at_table(top="S", dealer="B").turn == ME
    two = replace(table(top="S"), players=(Opponent("A", 1, 0),), dealer="A")
    assert LiveRound.start(two).turn == "A"


@pytest.mark.parametrize(
    ("rules", "top", "turned"),
    [
        ("seed", "W", False),
        ("seed,first_wild=put_back", "W", True),
        ("seed,first_wild=put_back", "S", False),
        ("seed,first_skip=put_back", "S", True),
        ("seed,first_skip=cover", "S", True),
        ("seed,first_skip=cover", "W", False),
    ],
)
def test_a_card_that_does_not_stay_on_top(rules, top, turned):
    position = table(top=top, rules=Rules.parse(rules))
    if not turned:
        assert LiveRound.start(position).position.top == Card.parse(top)
        return
    with pytest.raises(PositionError, match=r"live\.turned"):
        LiveRound.start(position)


def test_a_skip_that_was_covered_lies_below():
    position = table(
        top="", discards=(CARDS[SKIP], Card.parse("R7")), rules=Rules(first_skip="cover")
    )
    live = LiveRound.start(position)
    assert (live.turn, live.position.pile, str(live.position.top)) == (ME, 66, "R7")


def test_what_a_beginning_needs():
    for hand in ("R1", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"):
        with pytest.raises(PositionError, match=r"live\.hand"):
            LiveRound.start(table(hand=hand))
    with pytest.raises(PositionError, match=r"live\.top"):
        LiveRound.start(table(top=""))
    twins = (Opponent("Anna"), Opponent("anna"))
    with pytest.raises(PositionError, match=r"position\.same_name"):
        LiveRound.start(table(players=twins))
    with pytest.raises(RulesError, match=r"game\.players"):
        LiveRound.start(table(rules=Rules(players=3)))


# --- reports -------------------------------------------------------------------------------------


def test_a_turn_of_mine_and_of_the_next_player():
    live = at_table("me: draw pile R12", "me: discard R12")
    assert str(live.position.hand) == TEN
    assert (live.turn, str(live.position.top), live.position.pile) == ("A", "R12", 66)
    live = reported(live, "A: take discard")
    assert str(live.position.players[0].holds) == "R12"
    live = reported(live, "A: discard Y1")
    assert (str(live.position.players[0].holds), str(live.position.players[0].threw)) == (
        "R12",
        "Y1",
    )
    assert live.turn == "B"


def test_a_throw_alone_tells_that_a_card_was_drawn():
    live = at_table("me: draw pile R12", "me: discard R12", "A: discard R12")
    assert [told.step.text() for told in live.entries[-1].steps] == ["draw pile", "discard R12"]
    assert live.position.pile == 65
    assert live.undo().turn == "A"
    assert not live.undo().drawn


def test_a_laying_alone_tells_it_too():
    live = at_table("me: draw pile R12", "me: discard R12", "A: lay set Y1 Y1 G1 | set W=7 G7 Y7")
    player = live.position.players[0]
    assert (player.laid, player.cards, player.phase) == (True, 5, 1)
    assert [str(meld) for meld in live.position.table] == ["A set G1 Y1 Y1", "A set G7 Y7 W=7"]


def test_skips_pass_the_turn():
    live = at_table("me: draw pile S", "me: discard S on A")
    assert live.turn == "B"
    official = Rules.parse("official")
    live = at_table("me: draw pile S", "me: discard S on C", rules=official)
    assert (live.turn, live.position.skipped) == ("A", ("C",))
    assert code(live, "A: discard S") == "skip.choose"
    assert code(live, "A: discard S on C") == "skip.served"
    live = reported(live, "A: discard S on me")
    live = reported(live, "B: discard R5")
    assert (live.turn, live.position.skipped) == ("A", ())


@pytest.mark.parametrize(
    ("reports", "wrong", "expected"),
    [
        ([], "A: discard R5", "live.mine"),
        (["me: draw pile R5"], "A: take discard", "live.mine"),
        ([], "me: discard R1", "draw.first"),
        ([], "me: draw pile", "live.card"),
        (["me: draw pile R5"], "me: draw pile R6", "draw.once"),
        (["me: draw pile R5"], "me: discard Y12", "discard.not_held"),
        (["me: draw pile R5", "me: discard R5"], "me: draw pile R6", "live.theirs"),
        (["me: draw pile R5", "me: discard R5"], "B: discard R6", "live.turn"),
        (["me: draw pile R5", "me: discard R5"], "D: discard R6", "move.player"),
        (["me: draw pile R1", "me: discard R1"], "A: discard R1", "live.copies"),
        (["me: draw pile R1", "me: discard R1"], "A: hit R3 on A.1", "live.not_laid"),
        (["me: draw pile R5", "me: discard R5", "A: draw pile"], "A: take discard", "live.drawn"),
        (["me: draw pile R5", "me: discard R5", "A: take discard"], "A: draw pile", "live.drawn"),
        (["me: draw pile S", "me: discard S"], "B: take discard", "draw.skip"),
        (["me: draw pile R5", "me: discard R5"], "A: lay set Y1 Y1 G1", "lay.partial"),
        (["me: draw pile R5", "me: discard R5"], "A: lay set Y1 Y1 Y1 | set R12 B12 Y12",
         "live.copies"),
        (["me: draw pile R5", "me: discard R5"], "A: lay set Y1 Y2 G1 | set R12 B12 Y12",
         "lay.numbers"),
        (["me: draw pile R5", "me: discard R5", CARDS_OF_A], CARDS_OF_A, "live.laid"),
        (["me: draw pile R5", "me: discard R5", CARDS_OF_A], "A: hit R2 on A.1", "hit.numbers"),
        (["me: draw pile R5", "me: discard R5", CARDS_OF_A], "A: hit R2 on B.1", "hit.no_group"),
        (["me: draw pile R5", "me: discard R5"], "A: end turn", "turn.must_discard"),
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_told(reports, wrong, expected):
    live = at_table(*reports)
    assert code(live, wrong) == expected
    assert live == at_table(*reports)


def test_a_refusal_of_another_player_suggests_nothing_from_hidden_cards():
    live = at_table("me: draw pile R5", "me: discard R5")
    with pytest.raises(IllegalMove) as caught:
        reported(live, "A: lay set Y1 Y1 G1")
    assert caught.value.refusal.instead is None


def test_a_hand_that_is_all_known():
    known = Opponent("A", 1, 0, cards=3, laid=True, holds=Cards("R5 R6 R7"))
    live = LiveRound.join(
        table(players=(known, Opponent("B", 1, 0)), dealer="B", turn="A", at="others_turn")
    )
    taken = reported(live, "A: take discard")
    assert code(taken, "A: discard Y1") == "live.known"
    assert reported(taken, "A: discard R6").turn == "B"
    assert reported(live, "A: discard Y1").turn == "B"  # the card drawn may be any


def test_a_card_that_all_know_to_be_in_another_hand():
    live = at_table("me: draw pile R12", "me: discard R12", "A: take discard", "A: discard R11")
    live = reported(live, "B: discard R12")  # the other red 12
    assert code(live, "C: discard R12") == "live.copies"
    assert code(reported(live, "C: discard Y1"), "me: draw pile R12") == "live.drew"


def test_more_cards_than_are_held():
    live = LiveRound.join(
        table(players=(Opponent("A", 1, 0, cards=3), Opponent("B", 1, 0)), dealer="B", turn="A",
              at="others_turn")
    )  # fmt: skip
    assert code(live, "A: lay set Y1 Y1 G1 | set R12 B12 Y12") == "live.few"


def test_a_card_taken_that_may_not_be_thrown_again_was_another_one():
    rules = Rules(discard_taken=False)
    live = at_table("me: draw pile R12", "me: discard R12", "A: take discard", rules=rules)
    after = reported(live, "A: discard R12")
    assert after.turn == "B"
    assert after.game.hand(1).counts[Card.parse("R12").kind] == 1
    live = at_table("me: draw pile R1", "me: discard R1", "A: take discard", rules=rules)
    assert code(live, "A: discard R1") == "discard.taken"


# --- what nobody told ----------------------------------------------------------------------------


def test_what_was_not_told_stays_unknown():
    position = table(
        top="R5", players=(Opponent("A"), Opponent("B", 4)), dealer="", round=None, score=None,
        seen=Cards("R6 W"), turn="A", at="others_turn",
    )  # fmt: skip
    live = LiveRound.join(position)
    known = live.position
    assert [(player.phase, player.score) for player in known.players] == [(None, None), (4, None)]
    assert (known.pile, known.round, known.score, known.dealer) == (None, None, None, "")
    assert (str(known.discards), known.seen) == ("(Card.parse('R5'),)", Cards("R6 W"))
    live = reported(live, "A: lay run R3 B4 Y5 W=6 | set W=9 Y9 R9")
    assert live.position.players[0].phase == 2
    assert code(live, "A: lay set Y1 Y1 G1 | set R12 B12 Y12") == "live.laid"


def test_groups_of_no_phase():
    live = LiveRound.join(table(players=(Opponent("A"),), dealer="A", turn="A", at="others_turn"))
    assert code(live, "A: lay set R11 Y11") == "live.phase"


def test_cards_seen_elsewhere_may_show_up_and_are_then_no_longer_there():
    live = LiveRound.join(
        table(seen=Cards("R12 R12"), players=(Opponent("A", 1),), dealer="A", turn="A",
              at="others_turn")
    )  # fmt: skip
    live = reported(live, "A: discard R12")
    assert (live.position.seen, str(live.position.top)) == (Cards("R12"), "R12")


def test_the_face_up_card_has_to_be_known_to_be_taken():
    live = LiveRound.join(table(top="", pile=40, turn="A", at="others_turn"))
    assert code(live, "A: take discard") == "live.top"
    assert reported(live, "A: discard R12").position.top == Card.parse("R12")


def test_an_empty_pile_is_made_anew_from_what_was_thrown():
    position = table(
        top="", discards=tuple(map(Card.parse, ("Y1", "Y2", "G12"))), pile=0,
        turn="A", at="others_turn", seen=Cards("W"),
    )  # fmt: skip
    live = LiveRound.join(position)
    live = reported(live, "A: discard R12")
    assert [str(card) for card in live.position.discards] == ["G12", "R12"]
    assert not live.position.seen
    assert live.position.pile == 108 - 40 - 2


def test_a_phase_of_my_own_that_is_not_in_the_list():
    live = at_table(phase=Phase("set:2+set:2"), players=(Opponent("A", 3, 20), Opponent("B")),
                    dealer="B")  # fmt: skip
    position = live.position
    assert (str(position.phase), position.phases) == ("set:2+set:2", PHASES)
    assert [player.phase for player in position.players] == [3, None]
    live = reported(reported(live, "me: draw pile R12"), "me: discard R12")
    live = reported(live, "A: lay set Y1 Y1 G1 B1 | run R3 B4 W=5 G6")
    assert live.position.players[0].phase == 3
    assert live.position.players[0].score == 20


# --- the end -------------------------------------------------------------------------------------


def test_i_go_out_and_the_next_round_begins():
    live = last_turn()
    with pytest.raises(RulesError, match=r"game\.running"):
        live.ending()
    live = reported(live, "me: discard R1")
    assert (live.over, live.turn, live.position.at) == (True, "", "round_over")
    assert [player.score for player in live.position.players] == [None, None]
    ending = live.ending({"A": 60})
    assert (ending.out, dict(ending.points)) == (ME, {ME: 0, "A": 60, "B": None})
    assert (ending.finishers, ending.winner) == ((), "")
    assert code(live, "A: discard R5") == "turn.over"
    upcoming = live.next_round({"A": 60})
    assert (upcoming.phase, upcoming.score, upcoming.round) == (PHASES[1], 0, 2)
    assert upcoming.players == (Opponent("A", 1, 70), Opponent("B", 2, None))
    assert (upcoming.dealer, len(upcoming.hand)) == (ME, 0)


def test_where_the_winner_deals():
    live = last_turn(rules=Rules(next_dealer="winner"))
    assert reported(live, "me: discard R1").next_round().dealer == ME


def test_another_player_goes_out():
    players = (Opponent("A", 3, 10, 1, laid=True), Opponent("B", 1, 40))
    live = LiveRound.join(table(players=players, dealer="B", turn="A", at="others_turn"))
    live = reported(reported(live, "A: draw pile"), "A: discard Y1")  # one card is left
    live = reported(reported(live, "B: discard Y2"), "me: draw pile W")
    live = reported(live, "me: discard W")
    live = LiveRound.join(
        replace(
            live.position,
            table=(*live.position.table, Meld.parse("A set R9 B9 G9")),
        )
    )
    live = reported(reported(live, "A: hit Y9 on A.1"), "A: discard R12")
    ending = live.ending()
    assert (ending.out, ending.points["A"], ending.points["B"]) == ("A", 0, None)
    assert ending.points[ME] == live.game.rules.points_of(Hand(TEN))
    assert live.position.players[0].score == 10
    assert live.next_round().players == (Opponent("A", 4, 10), Opponent("B", 1, None))


def test_points_that_decide_the_match_are_asked_for():
    live = finished("B")
    assert live.ending().lacking == ("B",)
    with pytest.raises(RulesError, match=r"live\.points"):
        live.next_round()
    ending = live.ending({"B": 15})  # A has not laid and does not compete
    assert (ending.finishers, ending.winner) == ((ME, "B"), ME)
    tied = finished("B", score=25).ending({"B": 15})
    assert (tied.winner, tied.tied) == ("", (ME, "B"))
    upcoming = finished("B", score=25).next_round({"B": 15})
    assert (upcoming.tie_break, upcoming.dealer) == (True, ME)
    assert upcoming.players == (Opponent("B", 1, 25),)
    alone = finished()
    assert alone.ending().winner == ME
    with pytest.raises(RulesError, match=r"game\.over"):
        alone.next_round()


# --- damaged stores ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"begun": 5},
        {"begun": {"me": {"phase": 1}}, "reports": 7},
        {"begun": {"me": {"phase": 1, "hand": TEN}, "top": "W"}, "reports": [["A"]]},
        {"begun": {"me": {"phase": 1, "hand": TEN}, "top": "W"}, "reports": [["me", "hello"]]},
        {"begun": {"me": {"phase": 1, "hand": TEN}, "top": "W"}, "reports": [["me", "draw", 5]]},
        {"begun": {"me": {"phase": 1, "hand": TEN}, "top": "W"}, "earlier": {"earlier": {}}},
        {"begun": {"me": {"phase": 1, "hand": TEN}, "top": "W"}, "hello": 1},
    ],
)
def test_a_damaged_form_is_refused(data):
    with pytest.raises(GameError):
        LiveRound.from_json(data)


def test_wilds_are_plain_when_drawn_and_declared_when_hit():
    live = at_table("me: draw pile W=9", "me: discard W")
    assert live.position.top == CARDS[WILD]
    live = reported(live, "A: lay set Y1 Y1 G1 | set R12 B12 Y12")
    live = reported(live, "A: hit W on A.2")
    assert str(live.position.table[1]) == "A set R12 B12 Y12 W=12"


# --- what a report can mean ----------------------------------------------------------------------


def ways(phase: int | None, cards: str, **parts: object) -> list[str]:
    live = turn_of_a(players=(Opponent("A", phase, 0),), dealer="A", **parts)
    found = ways_to_lay(live, parse_cards(cards))
    for way in found:
        laid = live.report("A", way)
        assert laid.position.players[0].laid
        on_table = Counter(card.kind for meld in laid.position.table for card in meld.cards)
        assert on_table == Counter(card.kind for card in parse_cards(cards))
    return [way.text() for way in found]


@pytest.mark.parametrize(
    ("phase", "cards", "expected"),
    [
        (1, "Y1 R12 Y1 B12 G1 Y12", ["lay set G1 Y1 Y1 | set R12 B12 Y12"]),
        (1, "Y1 R12 Y1 B12 G1", []),
        (1, "Y1 R12 Y1 B12 G1 Y11", []),
        (1, "Y1 R12 Y1 B12 G1 Y12 S", []),
        (2, "Y1 R12 Y1 B12 G1 Y12", []),
        (None, "Y1 R12 Y1 B12 G1 Y12", ["lay set G1 Y1 Y1 | set R12 B12 Y12"]),
        (4, "R5 B6 W Y7 Y8 W G11", ["lay run R5 B6 Y7 Y8 W=9 W=10 G11"]),
    ],
)
def test_the_ways_to_lay_the_cards_that_were_seen(phase, cards, expected):
    assert ways(phase, cards, top="R4", hand="R1 R1 R2 R2 R3 B4 B5 G9 G9 G10") == expected


def test_wilds_and_further_cards_make_several_ways():
    assert len(ways(1, "Y1 Y1 G1 R12 B12 Y12 W")) == 2
    assert ways(1, "Y1 Y1 G1 R12 B12 Y12 W", rules=Rules(extra_on_lay=False)) == []
    assert ways(2, "Y1 G1 B1 R5 B6 W Y8 Y9 W", top="R4", hand="R1 R1 R2 R2 R3 B4 B5 G9 G9 G10") == [
        "lay set B1 G1 Y1 W=1 | run R5 B6 W=7 Y8 Y9",
        "lay set B1 G1 Y1 | run W=4 R5 B6 W=7 Y8 Y9",
        "lay set B1 G1 Y1 | run R5 B6 W=7 Y8 Y9 W=10",
    ]
    assert len(ways(7, "8xW Y11 R11", hand="R1 R1 R2 R2 R3 B4 B5 G9 G9 G10")) == MOST_WAYS


def test_ways_of_phases_in_any_order_name_the_phase():
    rules = Rules(in_order=False)
    assert ways(None, "Y1 R12 Y1 B12 G1 Y12", rules=rules) == [
        "lay 1: set G1 Y1 Y1 | set R12 B12 Y12"
    ]


def test_the_places_where_a_card_fits():
    live = at_table(*MY_TURN, "A: lay set Y1 Y1 G1 | set R12 B12 Y12")
    live = reported(live, "A: discard Y2")
    assert [hit.text() for hit in places_of(live, Card.parse("B1"))] == ["hit B1 on B.1"]
    assert [hit.text() for hit in places_of(live, CARDS[WILD])] == [
        "hit W=1 on B.1",
        "hit W=12 on B.2",
    ]
    assert places_of(live, CARDS[SKIP]) == ()


# --- rules of the house ---------------------------------------------------------------------------

B_LAYS = "B: lay set Y2 G2 R2 | set R11 B11 Y11"


@pytest.mark.parametrize(
    ("reports", "wrong", "option", "value"),
    [
        (["me: draw pile R1", "me: discard R1", "A: take discard"], "A: discard R1",
         "discard_taken", True),
        ([*MY_TURN, CARDS_OF_A, "A: discard Y3", B_LAYS], "B: hit B1 on A.1",
         "hit_others_same_turn", True),
        ([*MY_TURN, CARDS_OF_A], "A: hit R2 on A.1", "", None),  # no rules allow it
        (MY_TURN, "B: discard R5", "", None),  # it is not a matter of rules
    ],
)  # fmt: skip
def test_the_rule_by_which_a_report_would_be_allowed(reports, wrong, option, value):
    live, report = at_table(*reports, rules=Rules(discard_taken=False)), report_of(wrong)
    with pytest.raises(GameError) as caught:
        live.report(*report)
    found = house_rule(live, report, caught.value)
    if not option:
        assert found is None
        return
    assert (found.option, found.value) == (option, value)
    assert found.live.reports == (*live.reports, report)
    rules = replace(live.begun.rules, **{option: value})
    assert found.live.begun == replace(live.begun, rules=rules)


def test_going_out_with_a_hit_may_be_a_rule_of_the_house():
    live = last_turn(table=(Meld("A", "set", tuple(parse_cards("G1 B1 Y1"))),))
    report = report_of("me: hit R1 on A.1")
    with pytest.raises(IllegalMove) as caught:
        live.report(*report)
    found = house_rule(live, report, caught.value)
    assert (found.option, found.value, found.live.over) == ("go_out_by_hit", True, True)


def test_rules_that_refuse_what_was_reported_before_are_not_taken():
    live = at_table("me: draw pile R1", "me: discard R1", "A: take discard", "A: discard R1")
    with pytest.raises(IllegalMove):
        live.under(Rules(discard_taken=False))
    assert live.under(Rules(hit_others_same_turn=True)).reports == live.reports
