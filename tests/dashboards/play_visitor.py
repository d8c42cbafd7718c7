"""A visitor of the play page, and matches at any moment put before it."""

from __future__ import annotations

import html
import random
import re
from dataclasses import replace
from typing import Any

from phase10.dashboards.play import PlayView
from phase10.dashboards.play_match import PageMatch
from phase10.game.cards import CARDS
from phase10.game.engine import Game
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Move, TakeDiscard
from phase10.game.records import Record
from phase10.game.stages import MATCH_OVER
from phase10.players import PLAYERS, choice_of
from tests.dashboards.test_app import Visitor

SHORT = "seed,last_phase=1"


def words(part: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", part)).split())


class Player(Visitor):
    """A visitor who plays."""

    def __init__(self, search: str = "?view=play&lang=en", **kept: Any) -> None:
        super().__init__(search, **kept)

    @property
    def play(self) -> PlayView:
        return self.page.play

    @property
    def match(self) -> PageMatch:
        assert self.play.match is not None
        return self.play.match

    @property
    def game(self) -> Game:
        return self.match.game

    def act(self, name: str, value: Any = None) -> dict[str, Any]:
        """Do an act, in which nothing of ours fails, and return the reply."""
        reply = super().act(name, value)
        assert not any(effect.get("show") for effect in reply["effects"]), (name, value)
        return reply

    def begin(self, rules: str = SHORT, code: str = "77", *kinds: str) -> Player:
        """Begin a match against these players; they do not pause."""
        self.act("play.speed", "once")
        kinds = kinds or ("greedy", "random")
        self.act("play.new.count", str(len(kinds)))
        for place, kind in enumerate(kinds):
            self.act(f"play.new.kind.{place}", kind)
        self.act("play.new.rules", rules)
        self.act("play.new.code", code)
        self.act("play.start")
        assert self.play.match is not None, words(self.parts["play-start"])
        return self

    def put(self, game: Game, seat: int = 0) -> Player:
        """Put a moment of a match before the person at a seat; the others are computers."""
        count = len(game.seats)
        strategies = ["" if each == seat else "random" for each in range(count)]
        names = [f"P{letter}" for letter in "ABCDEF"[:count]]
        setup = game.setup
        record = Record.start(setup.seed, names, strategies, setup.rules, setup.phases, 0)
        record = Record(record.header, (replace(record.events[0], game=game),))
        self.play._have(PageMatch(record, self.match.key, self.match.kept))
        return self

    def shown(self, part: str) -> str:
        """Read a part as it is now, as text."""
        return words(self.page.parts()[part])

    def cards(self, *keys: str) -> Player:
        for key in keys:
            self.act("play.card", key)
        return self

    def step(self, chance: random.Random) -> None:
        """Do what a person might."""
        game, play = self.game, self.play
        if self.match.waits_for_deal:
            self.act("play.next")
        elif self.match.is_covered:
            self.act("play.show")
        elif play.asked is not None:
            self.act("play.answer", "0")
        else:
            self._move(choice_of(PLAYERS["greedy"], game), chance)

    def _move(self, move: Move, chance: random.Random) -> None:
        """Tap what makes a move; now and then throw another card."""
        game, keys = self.game, self.play.hand.keys(self.game.hand(self.match.me))
        if isinstance(move, Draw | TakeDiscard):
            self.act("play.draw" if isinstance(move, Draw) else "play.take")
        elif isinstance(move, Lay):
            self.act("play.lay")
        else:
            card = str(CARDS[move.card.kind])
            wanted = f"{card}-1" if chance.random() < 0.9 else chance.choice(keys)
            self.act("play.clear")
            self.act("play.card", wanted)
            if isinstance(move, Hit) and wanted.startswith(card):
                self.act("play.meld", f"{SEATS[move.seat]}.{move.group}")
            elif game.seats[game.turn].laid is None or isinstance(move, Discard):
                self.act("play.discard")

    def to_the_end(self, chance: random.Random, most: int = 2000) -> Game:
        for _ in range(most):
            if self.game.stage == MATCH_OVER:
                return self.game
            self.step(chance)
        raise AssertionError("the match does not end")


def alerted(reply: dict[str, Any]) -> str:
    return " ".join(str(effect["alert"]) for effect in reply["effects"] if "alert" in effect)


def spoken(reply: dict[str, Any]) -> str:
    return " ".join(str(effect["say"]) for effect in reply["effects"] if "say" in effect)


def problem_code(player: Player) -> str:
    problem = player.play.problem
    assert problem is not None
    return problem.code or (problem.refusal.code if problem.refusal else str(problem.error))
