"""Random games under random mixtures of rules, every state and step held against the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from phase10.game.cards import WILD, Card
from phase10.game.engine import Game
from phase10.game.moves import SEATS, Discard, Draw, Hit, Laid, Lay, Move, TakeDiscard
from phase10.game.setup import Setup
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS, view_of
from tests.game import strategies
from tests.game.games import random_player
from tests.oracle.law import (
    face,
    laying,
    may_be_skipped,
    may_discard,
    may_hit,
    may_lay,
    moves,
    number,
    phases_open,
)
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
        assert (refusal is None) == _lawful(self.game, move)
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
        assert (self.game.check(move) is None) == _lawful(self.game, move)

    @invariant()
    def every_state_is_lawful(self) -> None:
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


def _lawful(game: Game, move: Move) -> bool:
    """Tell whether the rules allow a move, as well as it can be understood from its text."""
    if game.stage not in (DRAW, PLAY):
        return False
    if isinstance(move, Draw | TakeDiscard):
        return move in moves(game)
    if game.stage == DRAW:
        return False
    if isinstance(move, Discard):
        hand = game.hand(game.turn)
        if move.card.is_skip and len(hand) > 1 and move.target is None:
            # Whoever can only be meant is meant.
            return move.card in hand and len(may_be_skipped(game)) <= 1
        if move.card.is_skip and len(hand) == 1:
            return move.card in hand and move.target in (None, *may_be_skipped(game))
        return may_discard(game, Discard(Card(move.card.kind), move.target))
    if isinstance(move, Hit):
        return any(may_hit(game, each) for each in _understood(game, move))
    if isinstance(move, Lay):
        return _lawful_laying(game, move)
    return False


def _understood(game: Game, hit: Hit) -> list[Hit]:
    """Give what a hit can mean: a wild needs no number where only one is open or none matters."""
    if not hit.card.is_wild or hit.seat >= len(game.seats):
        return [hit]
    groups = [meld for meld in game.table if meld.owner == SEATS[hit.seat]]
    if not 1 <= hit.group <= len(groups):
        return [hit]
    if groups[hit.group - 1].kind in ("set", "cset", "run", "crun"):
        if hit.card.stands_for is not None:
            return [hit]
        each = [Hit(Card(WILD, said), hit.seat, hit.group) for said in range(1, 13)]
        fitting = [one for one in each if may_hit(game, one)]
        return fitting if len(fitting) == 1 else []
    return [Hit(Card(WILD), hit.seat, hit.group)]


def _lawful_laying(game: Game, move: Lay) -> bool:
    """Tell whether a laying is lawful; its wilds must all be declared or not matter."""
    seat = game.seats[game.turn]
    if seat.laid is not None:
        return False
    numbers = [each for each in phases_open(game, game.turn) if move.phase in (None, each)]
    hand = Counter(card.kind for card in seat.hand)
    readings = [_reading(group) for group in move.groups]
    if None in readings:
        return False
    groups = laying(Laid(*group) for group in readings if group is not None)
    return any(may_lay(groups, hand, game.setup.phases[each - 1], game.rules) for each in numbers)


def _reading(group: Laid) -> Laid | None:
    """Declare the wilds of a group that is told: those of a run by their places in it."""
    kind, cards = group
    told = [number(face(card)) for card in cards if not _free(card)]
    if kind in ("set", "cset"):
        if not told:
            return None
        return Laid(kind, tuple(Card(WILD, told[0]) if _free(card) else card for card in cards))
    if kind not in ("run", "crun"):
        return Laid(kind, tuple(Card(card.kind) for card in cards))
    if len(told) == len(cards):
        return group
    # Upwards as told, or downwards where two numbers tell it.
    for order in (cards, cards[::-1])[: len(told)]:
        place = next(at for at, card in enumerate(order) if not _free(card))
        start = number(face(order[place])) - place
        run = [Card(WILD, start + at) if _free(card) and 1 <= start + at <= 12 else card
               for at, card in enumerate(order)]  # fmt: skip
        if [number(face(card)) for card in run] == list(range(start, start + len(run))):
            return Laid(kind, tuple(run))
    return None


def _free(card: Card) -> bool:
    return card.is_wild and card.stands_for is None


EVERY_DAY = settings(max_examples=12, stateful_step_count=25)
FOR_LONG = settings(max_examples=400, stateful_step_count=50)

TestMatch = Match.TestCase
TestMatch.settings = EVERY_DAY


@pytest.mark.slow
class TestManyMatches(Match.TestCase):
    settings = FOR_LONG
