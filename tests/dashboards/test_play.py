"""The play page without a browser: whole matches, every refusal, reloads, files, other pages."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from phase10.game.moves import Discard, Draw, Hit, Lay
from phase10.game.records import Record, load
from phase10.game.refusals import REFUSALS
from phase10.game.stages import DRAW, MATCH_OVER, PLAY
from phase10.views.refusals import refusal_rule, refusal_text
from tests.dashboards.play_visitor import SHORT, Player, alerted, problem_code, spoken
from tests.game.games import NAMES, at
from tests.game.test_refusal_codes import DRAWN, PROVOKED, TEN

# --- whole matches --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("rules", [SHORT, "official,last_phase=1", "seed,last_phase=2,in_order=no"])
def test_whole_matches_are_played_and_saved(lang: str, rules: str, folder: Path) -> None:
    player = Player(f"?view=play&lang={lang}").begin(rules)
    game = player.to_the_end(random.Random(rules + lang))
    assert game.stage == MATCH_OVER
    saved = load(folder / f"{player.match.key}.txt")
    assert saved == player.match.record
    assert player.match.names[game.winner or 0] in player.shown("play-end")


def test_every_list_and_short_game_can_be_begun() -> None:
    player = Player()
    for verb, value in (
        ("preset", "official"), ("list", "plus_ten"), ("use", "even"), ("order", "all"),
    ):  # fmt: skip
        player.act(f"play.new.{verb}", value)
    player.act("play.start")
    rules = player.game.rules
    assert rules.skip_target == "chosen"
    assert rules.advance_all
    assert rules.use_phases == "even"
    assert player.match.record.edition == "plus_ten"
    player.act("play.leave")
    player.act("play.new.rules", "")
    player.act("play.new.list", "own")
    player.act("play.new.own", "set:2+run:3; 4 of one color")
    player.act("play.start")
    assert [str(phase) for phase in player.match.record.phases] == ["set:2+run:3", "color:4"]


@pytest.mark.parametrize(
    ("verb", "value", "told"),
    [
        ("rules", "seed,hello=1", "hello"),
        ("own", "set:3; hello", "hello"),
        ("own", "", "phase"),
        ("own", "; ".join(["set:3"] * 41), "41"),
        ("code", "P10-9-4-1-1", "P10-9-4-1-1"),
        ("code", "hello", "hello"),
        ("code", "9" * 25, "999"),
    ],
)
def test_a_form_that_cannot_be_used_says_so(verb: str, value: str, told: str) -> None:
    player = Player()
    player.act("play.new.list", "own" if verb == "own" else "classic")
    player.act(f"play.new.{verb}", value)
    player.act("play.start")
    assert player.play.match is None
    assert told in player.shown("play-start")
    assert "p10-error" in player.parts["play-start"]


def test_a_last_phase_that_another_list_has_not_goes() -> None:
    player = Player()
    player.act("play.new.list", "plus_ten")
    player.act("play.new.last", "15")
    player.act("play.new.list", "classic")
    player.act("play.start")
    assert player.game.rules.last_phase == 0


def test_a_link_deals_the_same_cards() -> None:
    player = Player().begin("official,last_phase=5", "123", "random", "greedy", "greedy")
    reply = player.act("play.link")
    query = next(effect["copy"] for effect in reply["effects"] if "copy" in effect)
    other = Player(query)
    assert other.play.match is None
    assert "P10-1-4-123-1" in other.parts["play-start"]
    other.act("play.start")
    assert other.match.record.events[0] == player.match.record.events[0]
    assert other.match.record.strategies == player.match.record.strategies
    assert other.match.record.rules == player.match.record.rules


def test_a_code_brings_its_number_of_players() -> None:
    player = Player("?view=play&deal=P10-1-6-5-1")
    player.act("play.start")
    assert len(player.game.seats) == 6
    assert str(player.game.setup.code(1)) == "P10-1-6-5-1"


def test_a_code_of_a_later_round_says_what_it_deals() -> None:
    player = Player("?view=play&deal=P10-1-3-5-4")
    shown = player.shown("play-start")
    assert "This is the code of round 4" in shown
    assert "P10-1-3-5-1" in shown
    player.act("play.start")
    assert str(player.game.setup.code(4)) == "P10-1-3-5-4"


def test_the_record_can_be_copied() -> None:
    player = Player().begin()
    reply = player.act("play.copy")
    text = next(effect["copy"] for effect in reply["effects"] if "copy" in effect)
    assert Record.parse(text) == player.match.record


# --- what is not allowed --------------------------------------------------------------------------


def test_every_refusal_has_a_case() -> None:
    assert set(PROVOKED) == set(REFUSALS)


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("code", PROVOKED)
def test_every_refusal_is_explained_in_place(code: str, lang: str) -> None:
    case = PROVOKED[code]
    # The person sits at the seat that moves out of turn, else at the one to move.
    seat = case.game.turn if case.seat is None else NAMES[case.seat]
    player = Player(f"?view=play&lang={lang}").begin().put(case.game, seat)
    before = str(player.match.record)
    reply = player.act("play.typed", case.move)
    problem = player.play.problem
    assert problem is not None
    assert problem.refusal is not None
    assert problem.refusal.code == code
    shown = player.shown("play-about")
    text = refusal_text(lang, problem.refusal, player.match.names)
    assert text in shown
    assert refusal_rule(lang, problem.refusal) in shown
    assert text in alerted(reply)
    assert str(player.match.record) == before


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("play.lay", "draw.first"),
        ("play.hit", "draw.first"),
        ("play.discard", "draw.first"),
        ("play.undo", "play.undo.none"),
    ],
)
def test_acts_before_the_draw(act: str, code: str) -> None:
    player = Player().begin().put(at(TEN, stage=DRAW))
    player.act(act)
    assert problem_code(player) == code


@pytest.mark.parametrize(
    ("cards", "act", "code"),
    [
        ((), "play.draw", "draw.once"),
        ((), "play.take", "draw.once"),
        ((), "play.discard", "turn.must_discard"),
        (("R1-1", "R2-1"), "play.discard", "page.play.one"),
        (("R1-1", "R2-1"), "play.hit", "page.play.one.hit"),
        ((), "play.hit", "hit.before_laying"),
        (("R1-1",), "play.hit", "hit.before_laying"),
        ((), "play.lay", "play.lay.missing"),
        (("R1-1", "R2-1", "R3-1"), "play.lay", "lay.numbers"),
        (("S-1",), "play.lay", "lay.skip"),
    ],
)
def test_acts_after_the_draw(cards: tuple[str, ...], act: str, code: str) -> None:
    player = Player().begin().put(at(f"{TEN.removesuffix(' R10')} S W")).cards(*cards)
    player.act(act)
    assert problem_code(player) == code
    player.act("play.draw")
    assert problem_code(player) == "draw.once"


def test_in_the_turn_of_another_nothing_is_done() -> None:
    player = Player().begin().put(at(TEN, stage=DRAW, turn="B"))
    player.act("play.speed", "step")
    for act in ("draw", "take", "lay", "hit", "discard", "top"):
        player.act(f"play.{act}")
        assert problem_code(player) == "turn.not_yours", act


def test_foreign_acts_and_values_are_ignored() -> None:
    player = Player().begin().put(at(DRAWN))
    before = str(player.match.record)
    for name, value in (
        ("play.hello", None), ("play.card", "R99-1"), ("play.card", {"a": 1}), ("play.meld", "Q.9"),
        ("play.meld", "B."), ("play.answer", "0"), ("play.answer", "x"), ("play.open", "../../x"),
        ("play.new.count", "99"), ("play.new.kind.0", "hello"), ("play.decide", "mine"),
        ("play.sort", "hello"), ("play.speed", 5), ("play.coach", "hello"), ("play.key", "ö"),
        ("play.tick", 99), ("play.first", "yes"), ("play.show", None), ("play.next", None),
        ("play.take_over", None),
    ):  # fmt: skip
        player.act(name, value)
    assert str(player.match.record) == before


# --- moves ----------------------------------------------------------------------------------------


def test_layouts_are_offered_and_laid() -> None:
    player = Player().begin().put(at(DRAWN))
    player.act("play.lay")
    asked = player.play.asked
    assert asked is not None
    assert isinstance(asked.moves[0], Lay)
    assert "leaves" in player.shown("play-own")
    player.act("play.key", "1")
    assert player.game.seats[0].laid == 1
    assert "You lay down phase 1" in spoken(player.replies[-1])
    player.act("play.undo")
    assert player.game.seats[0].laid is None


def test_a_layout_is_built_by_hand() -> None:
    player = Player().begin().put(at(DRAWN))
    player.cards("R3-1", "B3-1", "W-1", "R9-1", "G9-1", "Y9-1")
    player.act("play.lay")
    asked = player.play.asked
    if asked is not None:  # the wild may belong to either set
        player.act("play.answer", "0")
    laid = {str(card) for meld in player.game.table for card in meld.cards}
    assert {"R3", "B3", "R9", "G9", "Y9"} <= laid
    assert player.game.hand(0).count(player.game.hand(0).kinds()[0]) >= 1
    assert "Y3" in str(player.game.hand(0))


def test_a_card_is_hit_on_the_group_that_is_tapped() -> None:
    game = at("R8 B9 W", table=("A set R9 G9 Y9", "A set R3 B3 Y3", "B run R4 B5 G6 Y7"), phase=1)
    player = Player().begin().put(game)
    player.cards("R8-1").act("play.meld", "B.1")
    assert "You add red 8 to B.1." in spoken(player.replies[-1])
    player.cards("W-1").act("play.hit")
    asked = player.play.asked
    assert asked is not None
    assert {(move.seat, move.group) for move in asked.moves if isinstance(move, Hit)} == {
        (0, 1), (0, 2), (1, 1),
    }  # fmt: skip
    player.act("play.clear")
    player.act("play.meld", "A.1")
    assert problem_code(player) == "page.play.one.hit"
    player.cards("B9-1").act("play.meld", "A.2")
    assert problem_code(player) == "hit.numbers"
    player.act("play.undo")
    assert "R8" in str(player.game.hand(0))


def test_a_skip_asks_for_its_target() -> None:
    player = Player().begin().put(at(f"{TEN} S", rules="official"))
    player.cards("S-1").act("play.discard")
    asked = player.play.asked
    assert asked is not None
    assert [move.target for move in asked.moves if isinstance(move, Discard)] == [1, 2, 3]
    player.act("play.answer", "1")
    assert Discard(asked.moves[1].card, 2) in player.match.record.moves  # type: ignore[union-attr]


def test_the_discards_take_before_the_draw_and_discard_after_it() -> None:
    player = Player().begin().put(at(TEN, stage=DRAW, discards="G1 B4"))
    player.act("play.top")
    assert "B4" in str(player.game.hand(0))
    player.cards("B4-1").act("play.top")
    assert isinstance(player.match.record.moves[1], Discard)


def test_only_what_showed_nothing_new_is_taken_back() -> None:
    player = Player().begin().put(at(TEN, stage=DRAW, discards="G1 B4"))
    player.act("play.take")
    player.act("play.undo")
    assert player.game.stage == DRAW
    player.act("play.draw")
    player.act("play.undo")
    assert player.game.stage == PLAY
    assert problem_code(player) == "play.undo.none"
    player.act("play.cancel")


@pytest.mark.parametrize("order", ["number", "color", "plan"])
def test_the_hand_is_sorted(order: str) -> None:
    player = Player().begin().put(at("R9 B3 Y9 R3 G9 Y3 B5 B12 W S R1"))
    player.act("play.sort", order)
    shown = player.parts["play-own"]
    places = {key: shown.index(f'id="play-{key}-1"') for key in ("R9", "B3", "B12", "W", "R1")}
    by_place = sorted(places, key=lambda key: places[key])
    expected = {
        "number": ["R1", "B3", "R9", "B12", "W"],
        "color": ["R1", "R9", "B3", "B12", "W"],
    }
    if order in expected:
        assert by_place == expected[order]
    else:
        assert places["R9"] < places["R1"]
        assert places["B3"] < places["B12"]


def test_keys_do_all_that_buttons_do() -> None:
    player = Player().begin().put(at(TEN, stage=DRAW, discards="G1 B4"))
    player.act("play.key", "T")
    assert "B4" in str(player.game.hand(0))
    player.act("play.key", "u")
    player.act("play.key", "d")
    assert isinstance(player.match.record.moves[0], Draw)
    player.act("play.key", "l")
    assert problem_code(player) == "play.lay.missing"
    player.act("play.key", "c")
    assert player.play.coach.rung == 1
    player.act("play.key", "s")
    assert player.play.hand.sort == "color"
    player.cards("R1-1").act("play.key", "x")
    assert Discard(player.match.record.moves[1].card) == player.match.record.moves[1]  # type: ignore[union-attr]


# --- the others -----------------------------------------------------------------------------------


class Clock:
    """Pauses that the test ends."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.waits: list[tuple[float, int]] = []
        player.play.later = self.later

    def later(self, seconds: float, ticket: int) -> bool:
        self.waits.append((seconds, ticket))
        return True

    def ring(self) -> dict[str, Any]:
        _, ticket = self.waits.pop(0)
        return self.player.act("play.tick", ticket)


def test_computer_players_pause_and_tell_each_step() -> None:
    player = Player()
    clock = Clock(player)
    player.begin()
    player.act("play.speed", "pause")
    player.put(at(f"{TEN} S", players=3))
    player.cards("R1-1").act("play.discard")
    told = []
    while clock.waits:
        assert 0.2 <= clock.waits[0][0] <= 1
        assert len(clock.waits) == 1
        told.append(spoken(clock.ring()))
    assert player.match.is_mine or player.match.waits_for_deal
    assert len(told) >= 4
    assert "PB: " in told[0]


def test_an_old_pause_does_nothing_and_speed_can_change_while_it_lasts() -> None:
    player = Player()
    clock = Clock(player)
    player.begin()
    player.act("play.speed", "pause")
    player.put(at(f"{TEN} S", players=3))
    player.cards("R1-1").act("play.discard")
    events = len(player.match.record.events)
    player.act("play.tick", clock.waits[0][1] - 1)
    assert len(player.match.record.events) == events
    player.act("play.speed", "once")
    clock.ring()
    assert not clock.waits
    assert player.match.is_mine or player.match.waits_for_deal


def test_step_by_step_waits_for_a_press() -> None:
    player = Player().begin()
    player.act("play.speed", "step")
    player.put(at(f"{TEN} S", players=3))
    player.cards("R1-1").act("play.discard")
    steps = 0
    while player.game.turn != 0:
        assert "Next move" in player.shown("play-status")
        player.act("play.next")
        steps += 1
    assert steps >= 4


# --- several people -------------------------------------------------------------------------------


def test_hands_are_hidden_between_people() -> None:
    player = Player().begin("seed", "5", "person", "random")
    chance = random.Random(3)
    covered = 0
    for _ in range(60):
        if player.match.is_covered:
            covered += 1
            own = player.page.parts()["play-own"]
            assert 'data-act="play.card"' not in own
            assert "p10-face" not in own.partition("p10-melds")[0]
            assert player.match.names[player.game.turn] in player.shown("play-status")
            player.act("play.draw")
            assert problem_code(player) == "page.play.cover"
            assert "speaks when it is your turn" in player.shown("play-coach")
        player.step(chance)
    assert covered > 5
    assert {event.game.turn for event in player.match.record.events} >= {0, 1}


def test_a_reload_hides_the_hand_again() -> None:
    player = Player().begin("seed", "5", "person", "person")
    player.act("play.show")
    assert player.match.sees_hand
    again = Player(**player.kept)
    assert again.match.is_covered
    assert again.match.record == player.match.record


def test_six_people_play_a_short_game_at_one_screen() -> None:
    player = Player().begin(SHORT, "9", *["person"] * 5)
    game = player.to_the_end(random.Random(1), 3000)
    assert len(player.match.persons) == 6
    assert player.match.names[game.winner or 0] in player.shown("play-end")


# --- the round is opened --------------------------------------------------------------------------


def test_the_honest_table_shows_every_card_of_the_round() -> None:
    player = Player().begin(SHORT, "4242")
    chance = random.Random(5)
    assert "play-end" not in player.page.parts()
    while not (player.match.waits_for_deal or player.game.stage == MATCH_OVER):
        player.step(chance)
    shown = player.page.parts()["play-end"]
    assert "P10-1-3-4242-1" in shown
    dealt = player.match.record.events[0].game
    cards = shown.partition('id="play-honest"')[2]
    hands = [*dealt.seats, *player.game.seats]
    most = sum(len(seat.hand) for seat in hands) + len(dealt.pile)
    assert cards.count('class="p10-card ') == most


def test_the_same_deal_is_played_again() -> None:
    player = Player().begin(SHORT, "4242", "person", "greedy")
    player.to_the_end(random.Random(1))
    first = player.match.record
    player.act("play.again")
    assert player.play.match is None
    assert player.play.matches == []
    player.act("play.start")
    again = player.match.record
    assert again.events[0] == first.events[0]
    assert (again.names, again.strategies, again.rules) == (
        first.names, first.strategies, first.rules,
    )  # fmt: skip


ACTS = (
    *("draw", "take", "top", "lay", "hit", "discard", "undo", "hint", "clear", "all", "next"),
    *("show", "link", "copy", "key", "card", "meld", "answer", "typed", "decide", "sort", "coach"),
    *("first", "speed", "step", "tick", "typing"),
)
VALUES = (
    *(None, True, False, 0, 3, "0", "1", "9", "number", "plan", "always", "off", "request", "mine"),
    *("again", "R5", "lay 1", "hit R5", "discard W", "B.1", "A.1", "A.2", "S on B", "d", "x", "h"),
    *("once", "step", "u", "c", "", {"a": 1}, 1.5),
)


@pytest.mark.parametrize("seed", range(5))
def test_anything_may_be_pressed_at_any_time(seed: int) -> None:
    chance = random.Random(seed)
    kinds = chance.choices(["person", "greedy", "random"], k=2)
    player = Player().begin("official,last_phase=2", str(seed), *kinds)
    for _ in range(250):
        if chance.random() < 0.3:
            player.step(chance)
        elif chance.random() < 0.3:
            keys = player.play.hand.keys(player.game.hand(player.match.me))
            if keys:
                player.act("play.card", chance.choice(keys))
        else:
            player.act(f"play.{chance.choice(ACTS)}", chance.choice(VALUES))
        if player.game.stage == MATCH_OVER:
            break
    assert Record.parse(str(player.match.record)) == player.match.record
