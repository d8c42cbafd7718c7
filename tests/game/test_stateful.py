"""Random games under random mixtures of rules, every state and step held against the rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from phase10.game.engine import Game
from phase10.game.moves import SEATS, Hit, Laid, Lay, Move
from phase10.game.setup import Setup
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS, view_of
from tests.game import strategies
from tests.game.games import random_player
from tests.oracle.law import lawful, laying, moves, phases_open
from tests.oracle.referee import check_begin, check_moves, check_state, check_step

KEEN = PLAYERS["greedy"]


class Match(RuleBasedStateMachine):
    """One match: lawful moves are played, others are tried."""

    game: Game

    @initialize(setup=strategies.setups(), dealer=st.integers(0, 5))
    def begin(self, setup: Setup, dealer: int) -> None:
        self.game = Game.start(
            setup.seed, setup.players, setup.rules, setup.phases, dealer % setup.players
        )
        check_begin(self.game)
        self.chance = Random(repr(setup))
        self.choose = random_player(self.chance.getrandbits(32))

    def running(self) -> bool:
        return self.game.stage in (DRAW, PLAY)

    def step(self, move: Move | None) -> None:
        before = self.game
        if move is None:
            self.game = before.next_round()
            check_step(before, self.game, None)
            return
        # A move of several steps is the same as its steps one by one.
        for each in before.steps(move):
            assert self.game.check(each) is None
            after = self.game.play(each)
            check_state(after)
            check_step(self.game, after, each)
            self.game = after
        assert before.play(move) == self.game

    @precondition(running)
    @rule(data=st.data())
    def any_lawful_move(self, data: st.DataObject) -> None:
        self.step(data.draw(st.sampled_from(self.game.legal_moves())))

    @rule(count=st.integers(1, 150), keen=st.booleans())
    def many_moves(self, count: int, keen: bool) -> None:
        """Play on, by chance or keenly: rounds of random players are long."""
        for _ in range(count):
            game = self.game
            if game.stage == MATCH_OVER:
                break
            if game.stage == ROUND_OVER:
                self.step(None)
            elif keen and self.chance.random() < 0.9:
                self.step(KEEN.choose(view_of(game), self.chance))
            else:
                self.step(self.choose(game))

    @precondition(lambda self: self.game.stage == PLAY and self.game.legal_layings())
    @rule(data=st.data())
    def a_laying_with_more_cards(self, data: st.DataObject) -> None:
        exact = data.draw(st.sampled_from(self.game.legal_layings()))
        larger = data.draw(st.just(_larger(self.game, exact, data)))
        if larger.groups == exact.groups:
            return
        if not self.game.rules.extra_on_lay:
            assert self.game.check(larger).code == "lay.extra"
            return
        self.step(larger)
        if self.running():
            table = [meld for meld in self.game.table if meld.owner == SEATS[self.game.turn]]
            groups = [Laid(meld.kind, meld.cards) for meld in table]
            assert laying(groups) == laying(larger.groups)

    @precondition(lambda self: self.game.stage == ROUND_OVER)
    @rule()
    def the_next_round(self) -> None:
        self.step(None)

    @rule(move=strategies.moves())
    def whatever_is_tried(self, move: Move) -> None:
        refusal = self.game.check(move)
        assert (refusal is None) == lawful(self.game, move)
        if refusal is not None and refusal.instead is not None:
            assert refusal.instead in self.game.legal_moves()
        if refusal is None:
            self.step(move)

    @precondition(running)
    @rule(data=st.data())
    def a_laying_of_cards_in_hand(self, data: st.DataObject) -> None:
        cards = list(self.game.hand(self.game.turn))
        goals = self.game.setup.phase(phases_open(self.game, self.game.turn)[0]).groups
        order = data.draw(st.permutations(cards))
        groups, start = [], 0
        for goal in goals:
            size = goal.size + data.draw(st.sampled_from([0, 0, 0, 1, -1]))
            groups.append(Laid(goal.kind, tuple(order[start : start + size])))
            start += size
        move = Lay(tuple(groups))
        assert (self.game.check(move) is None) == lawful(self.game, move)

    @invariant()
    def every_state_islawful(self) -> None:
        if hasattr(self, "game"):
            check_state(self.game)
            check_moves(self.game)
            if self.game.stage == MATCH_OVER:
                assert not moves(self.game)


def _larger(game: Game, exact: Lay, data: st.DataObject) -> Lay:
    """Add own hits to a laying, drawn one after the other."""
    groups = [list(group.cards) for group in exact.groups]
    state = game.play(exact)
    for _ in range(data.draw(st.integers(1, 4))):
        hits = [
            move
            for move in state.legal_moves()
            if isinstance(move, Hit) and move.seat == game.turn and state.turn == game.turn
        ]
        if not hits:
            break
        hit = data.draw(st.sampled_from(hits))
        groups[hit.group - 1].append(hit.card)
        state = state.play(hit)
    return Lay(
        tuple(
            Laid(group.kind, tuple(cards))
            for group, cards in zip(exact.groups, groups, strict=True)
        ),
        exact.phase,
    )


EVERY_DAY = settings(max_examples=12, stateful_step_count=25)
FOR_LONG = settings(max_examples=400, stateful_step_count=50)

TestMatch = Match.TestCase
TestMatch.settings = EVERY_DAY


@pytest.mark.slow
class TestManyMatches(Match.TestCase):
    settings = FOR_LONG
