"""Manners of the play page: nothing hidden is told, what is wrong is told where it was tapped."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from phase10.game.cards import CARDS, Hand
from phase10.game.engine import Game
from phase10.game.moves import Hit, Lay
from phase10.game.records import Record
from phase10.game.rules import PRESETS
from phase10.game.stages import DRAW, PLAY
from phase10.players.at_table import best_layings, is_running
from tests.dashboards.play_visitor import SHORT, Player, problem_code
from tests.game.games import at
from tests.game.test_refusal_codes import DRAWN, TEN

SUPERSCRIPT = "²"
"""A key of its own on French keyboards; Python calls it a digit that is no number."""


# --- what a player could not know -----------------------------------------------------------------


def _dealt_otherwise(game: Game, seen: int | None, chance: random.Random) -> Game:
    """Deal all cards that the seat which looks cannot see in another way."""
    cards = list(game.pile)
    for seat, held in enumerate(game.seats):
        if seat != seen:
            cards += [card.kind for card in held.hand]
    chance.shuffle(cards)
    seats = []
    for seat, held in enumerate(game.seats):
        hand = held.hand
        if seat != seen:
            hand = Hand([CARDS[cards.pop()] for _ in range(len(hand))], game.rules.deck)
        seats.append(replace(held, hand=hand))
    drew = game.drew if game.turn == seen or game.drew is None else chance.randrange(len(CARDS))
    return replace(game, seats=tuple(seats), pile=tuple(cards), drew=drew)


def _with(record: Record, game: Game) -> Record:
    last = replace(record.events[-1], game=game)
    return Record(record.header, (*record.events[:-1], last))


@pytest.mark.parametrize(
    ("lang", "kinds", "coach"),
    [
        ("en", ("greedy", "random"), "always"),
        ("lv", ("person", "person"), "always"),
        ("en", ("greedy", "person", "random"), "request"),
        ("lv", ("person",), "request"),
    ],
)
def test_no_part_of_the_page_depends_on_a_hidden_card(
    lang: str, kinds: tuple[str, ...], coach: str
) -> None:
    player = Player(f"?view=play&lang={lang}").begin("official", "31", *kinds)
    player.act("play.coach", coach)
    chance = random.Random(lang)
    looked = 0
    while is_running(player.game) and looked < 40:
        looked += 1
        if coach == "request" and player.match.is_mine:
            player.act("play.hint")
        before, record = dict(player.page.parts()), player.match.record
        player.match.record = _with(
            record, _dealt_otherwise(player.game, player.match.shown_to, chance)
        )
        assert dict(player.page.parts()) == before
        player.match.record = record
        player.step(chance)
    assert looked > 10


# --- where it is told -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "value", "part"),
    [
        ("play.draw", None, "play-own"),
        ("play.discard", None, "play-own"),
        ("play.key", "h", "play-own"),
        ("play.undo", None, "play-own"),
        ("play.meld", "A.1", "play-own"),
        ("play.meld", "B.1", "play-status"),
        ("play.draw", "pile", "play-status"),
        ("play.typed", "take W from B.1", "play-about"),
    ],
)
def test_what_is_wrong_is_told_where_it_was_asked_for(act: str, value: str, part: str) -> None:
    player = Player().begin().put(at(DRAWN))
    player.act(act, value)
    assert player.play.problem is not None
    told = {name for name, drawn in player.page.parts().items() if "p10-problem" in drawn}
    assert told == {part}
    # What is typed next moves no message.
    player.act("play.typing", "dra")
    assert {name for name, drawn in player.page.parts().items() if "p10-problem" in drawn} == told


def test_where_no_acts_are_shown_it_is_told_beside_the_turn() -> None:
    player = Player().begin(SHORT, "5", "person")
    player.act("play.draw")
    assert problem_code(player) == "page.play.cover"
    assert "p10-problem" in player.page.parts()["play-status"]


@pytest.mark.parametrize(
    ("verb", "value", "field"),
    [
        ("code", "P10-1-4-77", "play-code"),
        ("rules", "hello", "play-rules"),
        ("own", "set:99", "play-own"),
        ("name", "x" * 300, "do-play-start"),
    ],
)
def test_the_way_leads_to_the_field_that_is_wrong(verb: str, value: str, field: str) -> None:
    player = Player()
    if verb == "own":
        player.act("play.new.list", "own")
    player.act(f"play.new.{verb}", value)
    reply = player.act("play.start")
    if player.play.match is None:
        assert {"focus": field} in reply["effects"]
    else:
        assert verb == "name"
        assert len(player.match.names[0]) <= 24


# --- keys and values ------------------------------------------------------------------------------


def test_a_digit_that_is_no_number_does_nothing() -> None:
    player = Player().begin().put(at(DRAWN))
    player.act("play.lay")
    assert player.play.asked is not None
    before = str(player.match.record)
    for name, value in (
        ("play.key", SUPERSCRIPT), ("play.answer", SUPERSCRIPT), ("play.meld", f"A.{SUPERSCRIPT}"),
        ("play.new.last", SUPERSCRIPT), ("play.typed", f"lay {SUPERSCRIPT}"),
    ):  # fmt: skip
        player.act(name, value)
    assert str(player.match.record) == before


def test_a_key_chooses_only_what_is_offered() -> None:
    game = at("W W W W R3 B3 G3 R9 B9 G9 Y1")
    assert len(best_layings(game)) > 6
    player = Player().begin().put(game)
    player.act("play.lay")
    player.act("play.key", "6")
    assert player.shown("play-own").count("leaves") == 5
    player.act("play.all")
    player.act("play.key", "6")
    assert player.game.seats[0].laid == 1
    assert isinstance(player.match.record.events[-1].step, Lay)


def test_adding_cards_is_proposed_only_where_a_card_fits() -> None:
    player = Player().begin("seed", "12", "greedy")
    chance = random.Random(2)
    seen: set[bool] = set()
    while is_running(player.game) and len(seen) < 2:
        game = player.game
        if player.match.is_mine and game.stage == PLAY and game.seats[0].laid is not None:
            can_hit = any(isinstance(move, Hit) for move in game.legal_moves())
            assert ("add cards" in player.shown("play-status")) == can_hit
            seen.add(can_hit)
        player.step(chance)
    assert seen


# --- the form -------------------------------------------------------------------------------------


def test_the_same_deal_again_forgets_what_the_form_held() -> None:
    player = Player().begin("seed", "77", "greedy")
    key = player.match.key
    player.act("play.leave")
    player.act("play.new.rules", "official,last_phase=3")
    player.act("play.new.list", "own")
    player.act("play.new.own", "run:4")
    player.act("play.open", key)
    first = player.match.record
    player.act("play.again")
    player.act("play.start")
    again = player.match.record
    assert again.events[0] == first.events[0]
    assert (again.rules, again.phases) == (first.rules, first.phases)


@pytest.mark.parametrize(
    "name", ["<b>Anna</b>", "🎲" * 12, "me", "A", "B", "\u202eanna", "a\tb", "\"'&"]
)
@pytest.mark.parametrize("kinds", [("greedy",), ("person", "person")])
def test_a_name_may_be_anything(name: str, kinds: tuple[str, ...]) -> None:
    player = Player()
    player.act("play.new.name", name)
    player.begin(SHORT, "77", *kinds)
    chance = random.Random(name)
    for _ in range(12):
        player.step(chance)
    assert "<b>Anna" not in "".join(player.page.parts().values())
    player.act("play.copy")
    assert Record.parse(str(player.match.record)) == player.match.record


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("more", "numbers"),
    [
        ("in_order=no,last_phase=2", (1, 2)),
        ("advance_all=yes,last_phase=2", (1, 2)),
        ("use_phases=odd,last_phase=1", (1,)),
    ],
)
def test_every_preset_and_order_is_played_to_the_end(
    preset: str, more: str, numbers: tuple[int, ...]
) -> None:
    player = Player().begin(f"{preset},{more}", "6", "greedy")
    assert player.to_the_end(random.Random(1)).setup.numbers == numbers


def test_undo_pressed_all_the_time_reveals_and_breaks_nothing() -> None:
    player = Player().begin("seed", "12", "greedy")
    chance = random.Random(4)
    for _ in range(40):
        if not is_running(player.game):
            break
        hand, pile = player.game.hand(0), player.game.pile
        top = len(player.game.discards)
        player.step(chance)
        drew = len(player.game.pile) < len(pile) and player.game.turn == 0
        for _ in range(3):
            player.act("play.undo")
        if drew:
            # A card that was drawn stays drawn.
            assert len(player.game.hand(0)) == len(hand) + 1
        assert len(player.game.discards) >= top or player.game.turn == 0
        assert Record.parse(str(player.match.record)) == player.match.record


def test_nobody_moves_for_a_person_before_the_draw() -> None:
    player = Player().begin().put(at(TEN, stage=DRAW))
    for key in "lhxu":
        player.act("play.key", key)
        assert player.play.problem is not None
    assert player.game.stage == DRAW
