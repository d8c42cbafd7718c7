"""The live round as its session sees it: the beginning, every act of everybody, what cannot be."""

from __future__ import annotations

import re

import pytest

from phase10.game.cards import Card, Cards
from phase10.game.position import ME
from tests.dashboards.live_visitor import LAID_BY_ANNA, TEN, Table, alerted, anna_has_laid, words
from tests.dashboards.test_app import Visitor, said

# --- the beginning -------------------------------------------------------------------------------


def test_what_is_lacking_is_said_step_by_step() -> None:
    visitor = Visitor()
    assert "how many others play" in alerted(visitor.act("live.start"))
    visitor.act("opponents.count", "2")
    assert "who dealt" in alerted(visitor.act("live.start"))
    assert "who dealt" in visitor.text("live")
    visitor.act("live.dealer", "0")
    assert "who dealt" not in words(visitor.page.parts()["live"]).replace("Who dealt", "")
    assert "10" in alerted(visitor.act("live.start"))
    visitor.act("hand.text", TEN)
    assert "face up" in alerted(visitor.act("live.start"))
    visitor.act("live.add", "G12")
    assert visitor.page.hint.top.text == "G12"
    reply = visitor.act("live.start")
    assert alerted(reply) == ""
    assert "Turn: A" in said(reply)
    visitor.act("opponents.name.1", "x")  # nothing is entered while a round is followed
    assert visitor.page.hint.opponents.rows[1].name == ""


def test_two_players_of_one_name() -> None:
    table = Table()
    table.act("opponents.name.1", "anna")
    assert "two players cannot have the same name" in table.shown("live")
    table.act("live.add", "G12")
    assert "two players cannot have the same name" in alerted(table.act("live.start"))


def test_who_reports_is_not_one_of_the_others() -> None:
    table = Table()
    table.act("opponents.name.1", "Me")
    assert "name only the other players" in table.shown("live")
    table.act("live.add", "G12")
    assert "Me — this is what you are called" in alerted(table.act("live.start"))


def test_the_first_round_is_told_with_one_tap() -> None:
    visitor = Visitor()
    assert "live.first" not in visitor.parts["live"]
    visitor.act("opponents.count", "3")
    visitor.act("live.first")
    opponents, live = visitor.page.hint.opponents, visitor.page.hint.live
    assert [(player.phase, player.score) for player in opponents.players] == [(1, 0)] * 3
    assert (live.score, live.first_round) == ("0", True)
    visitor.act("opponents.phase.2", "4")
    assert not live.first_round
    visitor.act("live.first")
    visitor.act("live.first")
    assert [(player.phase, player.score) for player in opponents.players] == [(None, None)] * 3
    assert live.score == ""


def test_a_face_up_card_that_lies_elsewhere_is_refused_where_it_is_tapped() -> None:
    table = Table()
    table.act("table.seen", "G12 G12")
    assert "G12" in alerted(table.act("live.add", "G12"))
    assert "G12" in table.shown("live")
    assert table.page.hint.top.text == ""
    table.act("live.add", "G11")
    assert table.page.hint.top.text == "G11"
    table.act("live.add", "G11")  # the one that lies there may be told again
    assert table.page.hint.top.text == "G11"


def test_the_table_unfolds_only_for_what_is_told_there() -> None:
    table = Table()
    assert not unfolded(table, "table-more")
    table.act("opponents.cards.0", "4")
    assert unfolded(table, "table-more")


def unfolded(table: Table, ident: str) -> bool:
    """Whether a folded part is open, as it is drawn."""
    whole = "".join(table.page.parts().values())
    found = re.search(rf'<details[^>]*id="{ident}"[^>]*>', whole)
    assert found is not None
    return " open" in found[0]


def test_a_skip_turned_first_is_told() -> None:
    table = Table()
    table.act("live.add", "S")
    reply = table.act("live.start")
    assert "you miss the first turn" in said(reply)
    assert table.live.turn == "Anna"
    assert "you miss the first turn" in table.shown("round")


def test_a_round_under_way_is_joined() -> None:
    table = Table()
    table.act("table.melds", "Anna set Y1 Y1 G1\nAnna set R12 B12 Y12")
    table.act("opponents.cards.0", "4")
    table.act("opponents.laid.0", True)
    table.act("opponents.took.1", "W")
    table.act("table.top", "G11")
    table.act("live.moment", "2")
    table.act("live.start")
    assert (table.live.turn, table.live.position.pile) == ("B", None)
    anna, other = table.live.position.players
    assert (anna.laid, anna.cards, str(other.holds)) == (True, 4, "W")


# --- the acts ------------------------------------------------------------------------------------


def test_my_turn() -> None:
    table = Table().begin()
    assert "Which card did you draw?" in table.shown("live")
    reply = table.act("live.add", "R12")
    assert "You draw red 12." in said(reply)
    assert len(table.page.hint.picker.hand) == 11
    assert "Which card do you discard?" in table.shown("live")
    assert table.page.parts()["live"].count('data-act="live.hand"') == 11
    reply = table.act("live.hand", "R12")
    assert "You discard red 12." in said(reply)
    assert "Turn: Anna" in said(reply)


def test_i_take_the_face_up_card() -> None:
    table = Table().begin()
    assert "I took green 12" in table.shown("live")
    table.act("live.take")
    assert str(table.live.position.took) == "G12"
    table.act("live.hand", "G12")
    assert "You take green 12." in table.shown("round")


def test_the_hint_follows() -> None:
    table = Table().begin()
    before = table.page.hint.advice
    assert before.position == table.live.position
    table.act("live.add", "R1")
    assert table.page.hint.advice.position.hand == table.live.position.hand
    assert table.page.hint.advice != before
    table.act("live.hand", "R1")
    assert "It is the turn of Anna" in table.shown("advice")


def test_another_player_draws_and_throws_with_one_tap() -> None:
    table = Table().begin().my_turn()
    reply = table.act("live.add", "Y5")
    assert said(reply) == "Anna draws a card and discards yellow 5. Turn: B"
    assert str(table.live.position.top) == "Y5"


def test_another_player_takes_and_throws() -> None:
    table = Table().begin().my_turn()
    table.act("live.take")
    assert "Anna, who has a new card" in table.shown("live")
    assert "do-live-take" not in table.page.parts()["live"]
    table.act("live.add", "Y5")
    assert table.live.position.players[0].holds == Cards("R11")
    assert "red 11" in table.shown("round")


def test_another_player_lays_cards_tapped_in_any_order() -> None:
    table = Table().begin().my_turn()
    table.act("live.mode", "lay")
    reply = table.taps("Y1", "R12", "G1", "B12", "Y1")
    assert said(reply) == "5 cards chosen."
    assert "do not make the phase yet" in table.shown("live")
    reply = table.act("live.add", "Y12")
    assert "6 cards chosen. The phase is complete" in said(reply)
    (way,) = table.page.hint.live.ways()
    reply = table.act("live.move", way.text())
    assert "Anna lays down a phase: set (green 1, yellow 1, yellow 1)" in said(reply)
    assert table.live.position.players[0].laid
    assert "set of 12s (Anna)" in table.shown("round")
    assert "1, laid down" in table.shown("round")


def test_cards_chosen_for_a_laying_are_put_back() -> None:
    table = Table().begin().my_turn()
    table.act("live.mode", "lay")
    table.taps("Y1", "R12", "G1")
    table.act("live.unpick", "R12")
    table.act("live.unpick", "R12")
    assert table.page.hint.live.cards == [Card.parse("Y1"), Card.parse("G1")]
    table.act("live.undo")
    assert table.page.hint.live.cards == [Card.parse("Y1")]
    assert table.live.turn == "Anna"
    table.act("live.mode", "throw")
    assert table.page.hint.live.cards == []


def test_several_ways_to_lie_are_told_apart() -> None:
    table = Table().begin().my_turn()
    table.act("live.mode", "lay")
    table.taps(*LAID_BY_ANNA, "W")
    assert table.page.parts()["live"].count('data-act="live.move"') == 2
    assert "choose one" in table.shown("live")


def test_another_player_hits_and_a_wild_asks_where() -> None:
    table = anna_has_laid()
    table.act("live.mode", "hit")
    assert "In the turn in which" not in alerted(table.act("live.add", "G12"))
    assert "set of 12s (Anna)" in table.shown("round")
    table.act("live.mode", "hit")
    table.act("live.add", "W")
    asked = table.page.hint.live.asked
    assert asked is not None
    assert [move.text() for move in asked.moves] == ["hit W=1 on B.1", "hit W=12 on B.2"]
    assert "Where does it go" in table.shown("live")
    reply = table.act("live.move", "hit W=12 on B.2")
    assert "Anna adds a wild: set of 12s (Anna)." in said(reply)
    assert table.page.hint.live.asked is None


def test_groups_that_are_alike_are_no_question() -> None:
    table = Table()
    table.act("table.melds", "Anna set R11 B11 G11\nAnna set R11 Y11 W\nB set R12 B12 G12")
    for place in ("0", "1"):
        table.act(f"opponents.cards.{place}", "4")
        table.act(f"opponents.laid.{place}", True)
    table.act("table.top", "G9")
    table.act("live.moment", "1")
    table.act("live.start")
    table.act("live.mode", "hit")
    table.act("live.add", "B11")
    assert [len(meld.cards) for meld in table.live.position.table] == [4, 3, 3]
    table.act("live.mode", "hit")
    table.act("live.add", "W")
    asked = table.page.hint.live.asked
    assert asked is not None
    assert [move.text() for move in asked.moves] == ["hit W=11 on B.1", "hit W=12 on C.1"]


def test_a_hand_after_laying_needs_the_groups_laid() -> None:
    table = Table()
    table.act("hand.text", "R1 R2 R3")
    table.act("table.top", "G11")
    table.act("live.moment", "before_draw")
    assert "tell its groups too" in alerted(table.act("live.start"))
    table.act("table.melds", "me set Y1 Y1 G1\nme set R12 B12 Y12")
    table.act("live.start")
    assert (table.live.turn, table.live.position.laid) == (ME, True)


def test_a_card_that_fits_nowhere() -> None:
    table = anna_has_laid()
    table.act("live.mode", "hit")
    reply = table.act("live.add", "R5")
    assert alerted(reply).startswith("Red 5 fits none of the groups on the table: set of 1s")
    assert "Red 5 fits none" in table.shown("live")


def test_who_has_laid_lays_no_more() -> None:
    table = anna_has_laid()
    assert "live-mode-lay" not in table.page.parts()["live"]
    table.act("live.mode", "lay")
    assert table.page.hint.live.mode == "throw"
    table.act("live.add", "Y2")
    assert "live-mode-lay" in table.page.parts()["live"]


def test_my_laying_and_my_hits() -> None:
    table = Table()
    table.act("hand.text", "R3 B3 Y3 R9 G9 W B12 G11 Y7 Y8")
    table.begin()
    table.act("live.add", "G3")
    table.act("live.mode", "lay")
    assert table.page.parts()["live"].count('data-act="live.move"') >= 1  # one tap is enough
    for card in ("R3", "B3", "Y3", "R9", "G9"):
        table.act("live.hand", card)
    table.act("live.hand", "R9")  # once more takes it back
    assert "R9" not in map(str, table.page.hint.live.cards)
    table.act("live.hand", "R9")
    table.act("live.hand", "W")
    ways = table.page.hint.live.ways()
    table.act("live.move", ways[0].text())
    assert table.live.position.laid
    assert "add cards to the table or discard one" in table.shown("live")
    table.act("live.mode", "hit")
    reply = table.act("live.hand", "G3")
    assert "You add green 3: set of 3s (you)." in said(reply)
    table.act("live.hand", "Y7")
    assert table.live.turn == "Anna"


def test_skips_pass_the_turn_and_are_told() -> None:
    table = Table().begin()
    table.act("live.add", "S")
    reply = table.act("live.hand", "S")
    assert said(reply) == "You discard a skip. Anna misses a turn. Turn: B"
    assert "I took" not in table.shown("live")
    assert "B took" not in table.shown("live")


def test_who_is_skipped_is_asked_where_it_can_be_chosen() -> None:
    table = Table()
    table.act("table.preset", "official")
    table.begin().my_turn()
    table.act("live.add", "S")
    assert "Who misses a turn?" in table.shown("live")
    asked = table.page.hint.live.asked
    assert asked is not None
    assert [move.text() for move in asked.moves] == ["discard S on A", "discard S on C"]
    reply = table.act("live.move", "discard S on A")
    assert said(reply).endswith("Anna discards a skip. You will miss your next turn. Turn: B")
    assert "misses a turn" in table.shown("round")
    reply = table.act("live.add", "Y5")
    assert said(reply) == "B draws a card and discards yellow 5. You miss a turn. Turn: Anna"


def test_cards_can_be_typed() -> None:
    table = Table().begin()
    for key in ("r", "1", "1", "Enter"):
        table.act("live.key", key)
    assert str(table.live.position.hand[2]) == "R3"
    assert table.live.drawn
    table.act("live.hand", "R11")
    table.act("live.key", "y")
    table.act("live.key", "5")
    assert table.live.turn == "B"


# --- what cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_a_card_that_cannot_be_in_that_hand(lang: str) -> None:
    table = Table()
    table.act("app.lang", lang)
    table.begin().my_turn("R1", "R1")
    reply = table.act("live.add", "R1")
    wanted = {"en": "Red 1 — Anna cannot hold this card", "lv": "Sarkanais 1 – spēlētājam Anna"}
    assert alerted(reply).startswith(wanted[lang])
    assert wanted[lang] in table.shown("live")
    assert table.live.turn == "Anna"


def test_a_hit_before_laying() -> None:
    table = Table().begin().my_turn()
    table.act("live.mode", "hit")
    assert "Anna has not laid down a phase" in alerted(table.act("live.add", "R5"))


def test_what_the_referee_would_say_to_another_player() -> None:
    table = anna_has_laid()
    table.act("live.add", "Y2")
    for _ in range(2):  # B and I throw something, then Anna draws
        table.taps("Y3", "Y4")
    reply = table.act("live.move", "discard R5 on A")
    assert "The referee would say" in alerted(reply)


def test_my_own_illegal_move_comes_with_a_legal_one() -> None:
    table = Table().begin()
    table.act("live.add", "S")
    reply = table.act("live.move", "lay set R1 R2 R3 | set B4 B5 B6")
    assert "All cards of a set have the same number" in alerted(reply)
    assert table.live.turn == ME


FOREIGN = (None, "", "R99", "hello", 7, True, {"a": 1}, "lay", "W=9", "12")
VERBS = (
    *("add", "key", "hand", "unpick", "move", "mode", "take", "points.1", "points.x", "moment"),
    *("dealer", "score", "resume", "next", "new", "nothing", ""),
)


@pytest.mark.parametrize("begun", [False, True])
def test_foreign_values_do_no_harm(begun: bool) -> None:
    table = Table().begin() if begun else Table()
    for verb in VERBS:
        for value in FOREIGN:
            reply = table.act(f"live.{verb}", value)
            assert not any(effect.get("show") for effect in reply["effects"])


def test_foreign_values_of_other_players_do_no_harm() -> None:
    table = Table()
    for act in ("name", "score", "phase", "cards", "laid", "took", "threw", "count", "nothing"):
        for place in ("0", "7", "x", ""):
            for value in FOREIGN:
                reply = table.act(f"opponents.{act}.{place}", value)
                assert not any(effect.get("show") for effect in reply["effects"])


def test_names_are_text() -> None:
    table = Table()
    evil = '"><img src=x>'
    table.act("opponents.name.0", evil)
    table.begin().my_turn()
    table.act("live.add", "Y5")
    for part in table.page.parts().values():
        assert "<img" not in part
    assert evil in table.shown("round")
