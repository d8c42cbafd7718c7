"""The coach beside the table: the ladder, everything, the own choice first; nothing hidden."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from phase10.advice.hints import advise
from phase10.advice.winning import steps_of
from phase10.dashboards import winning
from phase10.game.cards import CARDS, Card, Hand
from phase10.game.engine import Game
from phase10.game.moves import Discard
from phase10.game.records import Record
from phase10.game.stages import DRAW
from phase10.views.moves import ladder, move_text, option_text
from tests.dashboards.play_visitor import Player, problem_code, spoken
from tests.dashboards.test_winning import found_for
from tests.game.games import at
from tests.game.test_refusal_codes import DRAWN, SETS, TEN


def test_the_coach_is_asked_rung_by_rung() -> None:
    player = Player().begin().put(at(f"{TEN} B4"))
    coach, match = player.play.coach, player.match
    told = ladder("en", advise(coach.position(match)))
    assert len(told) == 4
    for count in range(1, 5):
        reply = player.act("play.hint")
        assert told[count - 1] in spoken(reply)
        shown = player.shown("play-coach")
        assert all((text in shown) == (place < count) for place, text in enumerate(told))
    player.act("play.hint")
    assert coach.rung == 4
    player.cards("R1-1").act("play.discard")
    assert coach.rung == 0


def test_the_coach_says_all_or_nothing() -> None:
    player = Player().begin().put(at(f"{TEN} B4"))
    advice = advise(player.play.coach.position(player.match))
    best = option_text("en", advice, advice.options[0])
    assert best not in player.shown("play-coach")
    player.act("play.coach", "always")
    assert best in player.shown("play-coach")
    player.act("play.coach", "off")
    assert best not in player.shown("play-coach")
    player.act("play.hint")
    assert best not in player.shown("play-coach")


@pytest.mark.parametrize("seed", range(4))
def test_the_coach_sees_nothing_hidden(seed: int) -> None:
    player = Player().begin("seed", str(seed))
    chance = random.Random(seed)
    for _ in range(25):
        player.step(chance)
        if not player.match.is_mine:
            continue
        position, game = player.play.coach.position(player.match), player.game
        # Other hands and the draw pile may lie in any way: the position stays the same.
        hidden = [kind for seat in game.seats[1:] for kind in list(seat.hand)]
        assert len(position.unseen) == 50
        assert sum(position.unseen) == len(game.pile) + len(hidden) - _known(game)
        mixed = _mixed(game, chance)
        player.match.record = Record(
            player.match.record.header,
            (*player.match.record.events[:-1], replace(player.match.record.events[-1], game=mixed)),
        )
        assert player.play.coach.position(player.match) == position
        player.match.record = Record(
            player.match.record.header,
            (*player.match.record.events[:-1], replace(player.match.record.events[-1], game=game)),
        )


def _known(game: Game) -> int:
    """Count the cards of others that all have seen them take."""
    return sum(len(seat.took) for seat in game.seats[1:])


def _mixed(game: Game, chance: random.Random) -> Game:
    """Deal what the person cannot see in another way."""
    took = [Counter(seat.took) for seat in game.seats]
    loose = [list(seat.hand) for seat in game.seats]
    cards = list(game.pile)
    for seat in range(1, len(loose)):
        for card in loose[seat]:
            if took[seat][card.kind]:
                took[seat][card.kind] -= 1
            else:
                cards.append(card.kind)
    chance.shuffle(cards)
    seats = [game.seats[0]]
    for seat in game.seats[1:]:
        more = len(seat.hand) - len(seat.took)
        hand = [CARDS[kind] for kind in (*seat.took, *(cards.pop() for _ in range(more)))]
        seats.append(replace(seat, hand=Hand(hand, game.rules.deck)))
    return replace(game, seats=tuple(seats), pile=tuple(cards))


def test_the_own_choice_comes_first_and_is_compared() -> None:
    player = Player().begin().put(at("R3 B3 Y3 R9 G9 B12 W S R5 G1 Y7", phase=7))
    player.act("play.first", True)
    assert "Choose your move as usual" in player.shown("play-coach")
    advice = advise(player.play.coach.position(player.match))
    worst = advice.options[-1].move.removeprefix("discard ").partition(" ")[0]
    best = advice.options[0].move.removeprefix("discard ").partition(" ")[0]
    before = str(player.match.record)
    player.cards(f"{worst}-1").act("play.discard")
    shown = player.shown("play-coach")
    assert "There is a better move." in shown
    assert move_text("en", advice.options[0]) in shown
    assert str(player.match.record) == before
    player.act("play.decide", "again")
    assert player.play.coach.pending is None
    assert str(player.match.record) == before
    player.act("play.clear")
    player.cards(f"{best}-1").act("play.discard")
    assert "the best move" in player.shown("play-coach")
    player.act("play.decide", "mine")
    assert Discard(Card.parse(best)).text() in str(player.match.record)


def test_an_unlawful_choice_is_refused_before_it_is_compared() -> None:
    player = Player().begin().put(at(TEN, stage=DRAW))
    player.act("play.first", True)
    player.cards("R1-1").act("play.discard")
    assert problem_code(player) == "draw.first"
    assert player.play.coach.pending is None


def test_hits_and_layings_are_compared_too() -> None:
    player = Player().begin().put(at(DRAWN))
    player.act("play.coach", "always")
    player.act("play.first", True)
    player.act("play.lay")
    player.act("play.answer", "0")
    assert player.play.coach.comparison(player.match) is not None
    player.act("play.decide", "mine")
    assert player.game.seats[0].laid == 1
    player.put(at("R3 B12 R5", table=SETS, rules="official"))
    player.cards("R3-1").act("play.meld", "A.1")
    found = player.play.coach.comparison(player.match)
    assert found is not None
    assert found.own is not None


@pytest.mark.parametrize(
    "rules",
    ["seed", "official", "seed,in_order=no", "seed,advance_all=yes", "official,take_skip=yes",
     "seed,go_out_by_hit=yes,game_end=at_once", "official,discard_taken=no,restock=end"],
)  # fmt: skip
def test_the_coach_speaks_at_every_decision_of_every_game(rules: str) -> None:
    player = Player().begin(rules, "8")
    player.act("play.coach", "always")
    chance = random.Random(rules)
    for _ in range(80):
        player.step(chance)
        if player.match.is_mine:
            assert "<strong>" in player.parts["play-coach"] or "<p>" in player.parts["play-coach"]


def test_players_may_be_called_anything() -> None:
    player = Player()
    player.act("play.speed", "once")
    player.act("play.new.count", "5")
    hostile = ["me", "A", "x on y", "B.1", "R5 | <b>"]
    for place, name in enumerate(hostile):
        player.act(f"play.new.name.{place}", name)
    player.act("play.new.name", "Me")
    player.act("play.new.rules", "official,last_phase=2")
    player.act("play.new.code", "3")
    player.act("play.start")
    player.act("play.coach", "always")
    chance = random.Random(1)
    for _ in range(60):
        player.step(chance)
    assert "<b>" not in player.parts["play-others"]


def test_chances_to_win_come_after_the_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(winning.Playing, "ask", lambda self, *what: asked.append(what))
    player = Player().begin().put(at(f"{TEN} B4"))
    coach = player.play.coach
    assert not asked, "nothing is played out before the coach is asked"
    player.act("play.coach", "always")
    before, position = coach.advice(player.match), coach.position(player.match)
    assert asked == [(position, steps_of(before))]
    coach._played(position, found_for(before, [0.3, 0.6]))
    after = coach.advice(player.match)
    assert after.options[0].move == before.options[1].move
    assert option_text("en", after, after.options[0]) in player.shown("play-coach")
    # What is found for a decision that is over says nothing about the next one.
    player.put(at(f"{TEN} W"))
    moves = [option.move for option in coach.advice(player.match).options]
    coach._played(position, found_for(before, [0.1, 0.9]))
    now = coach.advice(player.match).options
    assert [option.move for option in now] == moves
    assert all(option.win_chance is None for option in now)
