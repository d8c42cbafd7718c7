"""The course of a live round in its session: undo, corrections, reload, the end, whole games."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from phase10.game.cards import CARDS
from phase10.game.engine import Game
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Move, TakeDiscard, parse_move
from phase10.game.position import ME
from phase10.game.rules import Rules
from phase10.game.sight import position_of
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS, choice_of
from tests.dashboards.live_visitor import (
    LAID_BY_ANNA,
    TEN,
    Table,
    alerted,
    anna_has_laid,
)
from tests.dashboards.test_app import Visitor, said

# --- undo, corrections, reload -------------------------------------------------------------------


def test_undo_takes_back_any_number_of_reports() -> None:
    table = Table().begin()
    start = table.live
    table.my_turn()
    table.taps("Y5", "Y6")
    for _ in range(4):
        reply = table.act("live.undo")
    assert table.live == start
    assert "taken back" in said(reply)
    assert table.hand == TEN
    assert "no report" in alerted(table.act("live.undo"))


def test_the_table_is_corrected_by_hand_and_the_round_goes_on() -> None:
    table = anna_has_laid()
    table.act("live.add", "Y2")
    before = table.live
    table.act("live.edit")
    hint = table.page.hint
    assert hint.live.round is None
    assert (hint.top.text, hint.melds.text) == ("Y2", "Anna set G1 Y1 Y1\nAnna set R12 B12 Y12")
    assert hint.seen.text == "R11 G12"
    assert hint.opponents.rows[0].laid
    assert hint.live.moment == "2"
    assert "Back to the round as it was" in table.shown("live")
    table.act("live.resume")
    assert table.live == before
    table.act("live.edit")
    table.act("table.top", "Y3")
    table.act("live.moment", "before_draw")
    table.act("live.start")
    position = table.live.position
    assert (table.live.turn, str(position.top), position.hand) == (ME, "Y3", before.position.hand)
    assert position.table == before.position.table
    assert [player.cards for player in position.players] == [4, 10]
    table.act("live.undo")
    assert table.live == before


def test_a_reload_keeps_the_round_and_its_undo() -> None:
    table = anna_has_laid()
    table.act("live.add", "Y2")
    again = Table(**table.kept)
    assert again.live == table.live
    assert again.hand == table.hand
    assert again.page.parts() == table.page.parts()
    again.act("live.undo")
    assert again.live.turn == "Anna"
    edited = Table(**again.kept)
    edited.act("live.edit")
    kept = Table(**edited.kept)
    assert kept.page.hint.live.round is None
    kept.act("live.resume")
    assert kept.live == again.live


@pytest.mark.parametrize(
    "live",
    [
        [],
        {"round": 5, "behind": [], "moment": 7, "dealer": "x", "score": 3, "number": -1},
        {"round": {"begun": {"me": {"phase": 1}}}, "done": [0, "x", 3], "points": {"A": 5}},
        {"dealer": 9, "moment": "9", "points": []},
    ],
)
def test_a_damaged_store_is_survived(live: Any) -> None:
    visitor = Visitor(session={"hint": {"live": live}})
    assert visitor.page.hint.live.round is None
    assert visitor.page.hint.live.dealer is None
    assert not any("alert" in effect for effect in visitor.replies[-1]["effects"])


def test_a_link_of_a_followed_round_opens_its_table() -> None:
    table = anna_has_laid()
    table.act("live.add", "Y2")
    position = table.live.position
    link = table.act("share.link")["effects"][-1]["copy"]
    other = Visitor(link).page.hint.position
    assert (other.hand, other.top, other.table) == (position.hand, position.top, position.table)
    assert other.unseen == position.unseen
    assert [(p.name, p.phase, p.cards, p.laid) for p in other.players] == [
        ("Anna", 1, 4, True),
        ("B", 1, 10, False),
    ]


# --- the end -------------------------------------------------------------------------------------


def round_over() -> Table:
    """Anna goes out; B has not laid."""
    table = Table()
    table.act("table.melds", "Anna set Y1 Y1 G1\nAnna set R12 B12 Y12")
    table.act("opponents.cards.0", "1")
    table.act("opponents.laid.0", True)
    table.act("table.top", "G11")
    table.act("live.moment", "1")
    table.act("live.start")
    table.act("live.mode", "hit")
    table.act("live.add", "G12")
    table.act("live.add", "R5")
    return table


def test_the_end_of_a_round_leads_to_the_next_one() -> None:
    table = round_over()
    assert table.live.over
    shown = table.shown("live")
    assert "The round is over: Anna goes out." in shown
    assert "Points of B in this round" in shown
    assert "Points of Anna" not in shown
    assert "Your hand costs 55 points." in shown
    assert set(table.page.parts()) == {"frame", "live", "round"}
    table.act("live.points.2", "40")
    table.act("live.next")
    hint = table.page.hint
    assert hint.live.round is None
    assert table.hand == ""
    assert [(row.phase, row.score) for row in hint.opponents.rows] == [(2, "0"), (1, "40")]
    assert (hint.live.score, hint.live.dealer, hint.live.number) == ("55", 0, 2)
    assert hint.number == 1
    assert "live.first" not in live_part(table)
    table.act("hand.text", TEN)
    table.begin("B11")
    assert (table.live.turn, table.live.position.round) == ("Anna", 2)
    again = Table(**table.kept)
    table.act("live.undo")
    assert table.live.over
    # A match can begin anew in the middle of another one.
    again.act("live.edit")
    again.act("live.first")
    assert (again.page.hint.live.number, again.page.hint.live.score) == (1, "0")


def test_the_end_of_the_match() -> None:
    visitor = Table()
    visitor.act("hand.text", "R1 R2")
    hint = visitor.page.hint
    hint.rules = replace(Rules(), last_phase=1)
    visitor.act("table.melds", "me set Y1 Y1 G1\nme set R12 B12 Y12\nAnna set B7 Y7 G7\n"
                "Anna set B9 Y9 G9")  # fmt: skip
    visitor.act("opponents.laid.0", True)
    visitor.act("opponents.cards.0", "4")
    visitor.act("table.top", "G11")
    visitor.act("live.moment", "after_draw")
    visitor.act("live.start")
    visitor.act("live.mode", "hit")
    reply = visitor.act("live.hand", "R1")
    assert "You add red 1" in said(reply)
    visitor.act("live.hand", "R2")
    shown = visitor.shown("live")
    assert "you go out" in shown
    assert "fewest points win" in shown
    visitor.act("live.next")
    assert "points decide" in visitor.shown("live")
    visitor.act("live.points.1", "20")
    assert "You win the match." in visitor.shown("live")
    visitor.act("live.new")
    assert visitor.page.hint.live.round is None
    assert [row.phase for row in visitor.page.hint.opponents.rows] == [1, 1]
    assert visitor.hand == ""


# --- a whole game through the page ---------------------------------------------------------------


def reported(table: Table, game: Game, move: Move, after: Game) -> None:
    """Do on the page what was done in a game in which I have seat 0."""
    mine = game.turn == 0
    if isinstance(move, Draw):
        if mine:
            table.act("live.add", str(CARDS[after.drew or 0]))
    elif isinstance(move, TakeDiscard):
        table.act("live.take")
    elif isinstance(move, Lay):
        table.act("live.mode", "lay")
        for group in move.groups:
            for card in group.cards:
                table.act("live.hand" if mine else "live.add", str(card))
        assert table.page.hint.live.ways()
        table.act("live.move", move.text())
    elif isinstance(move, Hit):
        table.act("live.mode", "hit")
        table.act("live.hand" if mine else "live.add", str(CARDS[move.card.kind]))
        if table.page.hint.live.asked:
            assert move in table.page.hint.live.asked.moves
            table.act("live.move", move.text())
    else:
        assert isinstance(move, Discard)
        table.act("live.hand" if mine else "live.add", str(move.card))
        if table.page.hint.live.asked:
            table.act("live.move", move.text())


def seated(game: Game, rules: str, name: str = "") -> Table:
    """A table at which a game for three begins; ``name`` is that of the next player."""
    table = Table()
    table.act("table.preset", rules)
    table.act("hand.text", str(game.hand(0)))
    table.act("opponents.name.0", name)
    table.act("live.dealer", str(game.dealer))
    table.act("live.add", str(game.top))
    table.act("live.start")
    return table


@pytest.mark.parametrize("rules", ["seed", "official"])
@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_the_engine_is_followed_tap_by_tap(rules: str, seed: int) -> None:
    game, chance = Game.start(seed, 3, Rules.parse(rules)), random.Random(seed)
    table = seated(game, rules)
    assert table.page.hint.position == position_of(game, 0)
    for _ in range(80):
        if game.stage in (ROUND_OVER, MATCH_OVER):
            break
        moves = game.legal_moves()
        better = [move for move in moves if isinstance(move, Lay | Hit | TakeDiscard)]
        move = chance.choice(better if better and chance.random() < 0.6 else moves)
        after = game.play(move)
        reported(table, game, move, after)
        game = after
        if game.stage == DRAW or (game.stage == PLAY and game.turn == 0):
            assert table.page.hint.position == position_of(game, 0)
            if chance.random() < 0.1:
                corrected_and_reloaded(table)


def corrected_and_reloaded(table: Table) -> None:
    """Nothing is lost on the way into the fields and back, nor by a reload of either."""
    live = table.live
    assert Table(**table.kept).live == live
    table.act("live.edit")
    known = live.position
    for visitor in (table, Table(**table.kept)):
        typed = visitor.page.hint.position
        assert (typed.hand, typed.top, typed.table) == (known.hand, known.top, known.table)
        assert typed.unseen == known.unseen
        assert [(p.name, p.phase, p.cards, p.laid) for p in typed.players] == [
            (p.name, p.phase, p.cards, p.laid) for p in known.players
        ]
        visitor.act("live.start")
        joined = visitor.live.position
        assert (joined.turn, joined.at, joined.skipped) == (known.turn, known.at, known.skipped)
        assert joined.pile == known.pile
        visitor.act("live.undo")
        assert visitor.live == live


# --- what is advised, what is corrected, what is half reported ------------------------------------


@pytest.mark.parametrize("rules", ["seed", "official"])
def test_what_is_advised_is_reported_with_one_button(rules: str) -> None:
    """Whoever plays as advised needs no other button, up to the end of the round."""
    game = Game.start(5, 3, Rules.parse(rules))
    table = seated(game, rules, "St. on a.1 | or")
    pressed: list[Move] = []
    while game.stage in (DRAW, PLAY):
        if (game.turn, game.stage) == (0, PLAY):
            found = re.search(r'id="do-live-advised"[^>]*data-value="([^"]+)"', live_part(table))
            assert found is not None
            move = parse_move(html.unescape(found[1]), dict(zip(SEATS, range(3), strict=False)))
            pressed.append(move)
            table.act("live.move", found[1])
            game = game.play(move)
        else:
            assert "do-live-advised" not in live_part(table)
            move = choice_of(PLAYERS["greedy"], game)
            after = game.play(move)
            reported(table, game, move, after)
            game = after
    assert table.live.over
    assert "do-live-advised" not in live_part(table)
    assert {type(move) for move in pressed} == {Lay, Hit, Discard}
    said_of_skips = [move for move in pressed if isinstance(move, Discard) and move.card.is_skip]
    assert len(table.live.entries) >= len(pressed) > len(said_of_skips)


def live_part(table: Table) -> str:
    return str(table.page.parts()["live"])


def test_the_draw_pile_is_counted_on_after_a_correction() -> None:
    table = anna_has_laid()
    table.act("live.add", "Y2")
    before = table.live.position
    table.act("live.edit")
    assert Table(**table.kept).page.hint.live.hidden == 0
    table.act("live.start")
    after = table.live.position
    assert after.pile == before.pile
    # The order of the lower discards alone is no longer known.
    assert after == replace(before, discards=after.discards, seen=after.seen)
    assert Counter(after.discards + tuple(after.seen)) == Counter(before.discards)
    # A turn that was forgotten is one card fewer.
    table.act("live.edit")
    table.act("table.seen", f"{table.page.hint.seen.text} B11")
    table.act("live.start")
    assert table.live.position.pile == (before.pile or 0) - 1
    # Where the cards of a player are not known, neither is the pile.
    table.act("live.edit")
    table.act("opponents.cards.1", "")
    table.act("live.start")
    assert table.live.position.pile is None


@pytest.mark.parametrize("name", ["set", "Bo run", "krāsa", "set:3", "A|B", "W=9 R1"])
def test_a_player_may_be_called_like_a_goal_or_a_card(name: str) -> None:
    table = Table()
    table.act("opponents.name.0", name)
    table.begin().my_turn()
    table.act("live.mode", "lay")
    table.taps(*LAID_BY_ANNA)
    table.act("live.move", table.page.hint.live.ways()[0].text())
    before = table.live.position
    table.act("live.edit")
    table.act("live.start")
    assert table.live.position.table == before.table
    assert [player.name for player in table.live.position.players] == [name, "B"]


def test_what_is_half_reported_outlives_a_reload() -> None:
    table = Table().begin().my_turn()
    table.act("live.mode", "lay")
    table.taps("Y1", "R12", "G1")
    again = Table(**table.kept)
    assert again.page.hint.live.cards == table.page.hint.live.cards
    assert again.page.parts() == table.page.parts()
    again.taps("B12", "Y1", "Y12")
    assert len(again.page.hint.live.ways()) == 1
    kept = table.kept["session"]["hint"]["live"]
    kept["cards"] = [3, None, "R99", "R12"]
    assert [str(card) for card in Table(**table.kept).page.hint.live.cards] == ["R12"]


# --- rules of the house ---------------------------------------------------------------------------


def hit_too_early() -> Table:
    """Anna has laid; I lay, and add a card to her phase in the same turn."""
    table = Table()
    table.act("hand.text", "R1 G1 B1 R4 B4 G4 G12 Y8 Y9 Y10")
    table.begin("B2").my_turn("R9", "R9")
    table.act("live.mode", "lay")
    table.taps(*LAID_BY_ANNA)
    table.act("live.move", table.page.hint.live.ways()[0].text())
    table.taps("Y2", "B9", "R7")
    table.act("live.mode", "lay")
    for card in ("R1", "G1", "B1", "R4", "B4", "G4"):
        table.act("live.hand", card)
    table.act("live.move", table.page.hint.live.ways()[0].text())
    table.act("live.mode", "hit")
    table.act("live.hand", "G12")
    return table


def test_a_table_may_have_its_own_rule() -> None:
    table = hit_too_early()
    before = table.live
    assert "you can add cards only to your own phase" in table.shown("live")
    assert "At our table this is allowed: Others' phases may be hit" in table.shown("live")
    reply = table.act("live.allow")
    assert "You add green 12" in said(reply)
    assert table.live.position.rules == Rules(hit_others_same_turn=True)
    assert table.live.reports[:-1] == before.reports
    assert "do-live-allow" not in live_part(table)
    assert Table(**table.kept).live == table.live
    table.act("live.undo")
    assert table.live.reports == before.reports
    assert table.live.position.rules == Rules(hit_others_same_turn=True)
    table.act("live.edit")
    assert table.page.hint.rules == Rules(hit_others_same_turn=True)


@pytest.mark.parametrize("act", ["live.undo", "live.mode", "live.hand", "live.edit"])
def test_the_rule_is_offered_only_beside_the_refusal(act: str) -> None:
    table = hit_too_early()
    table.act(act, {"live.mode": "throw", "live.hand": "Y8"}.get(act))
    before = table.live if act != "live.edit" else None
    assert "do-live-allow" not in live_part(table)
    table.act("live.allow")
    assert table.page.hint.live.round == before


def test_the_rule_set_is_chosen_where_the_round_begins() -> None:
    table = Table()
    assert 'id="live-preset"' in live_part(table)
    table.act("table.preset", "official")
    table.begin()
    assert table.live.position.rules == Rules.parse("official")
