"""Matches among computer players: their caps, and who is told of what."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from phase10.game.engine import Game
from phase10.game.moves import Discard, Hit, Lay, Move
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS, choice_of, play_match
from tests.players.states import states

RANDOM, GREEDY = PLAYERS["random"], PLAYERS["greedy"]


def test_a_cap_on_rounds_is_reported() -> None:
    game, capped = play_match(Game.start(2, 4), [GREEDY] * 4, most_rounds=2)
    assert capped
    assert (game.round, game.stage) == (2, ROUND_OVER)


def test_a_cap_on_turns_is_reported() -> None:
    game, capped = play_match(Game.start(2, 4), [RANDOM] * 4, most_turns=3)
    assert capped
    assert (game.round, game.turns) == (1, 4)


def test_a_match_that_is_over_is_left_alone() -> None:
    over = play_match(Game.start(2, 2), [GREEDY] * 2).game
    assert over.stage == MATCH_OVER
    assert play_match(over, [GREEDY] * 2) == (over, False)


def test_every_step_is_told_and_leads_to_the_next() -> None:
    steps: list[tuple[Game, Move | None, Game]] = []
    start = Game.start(4, 3)
    end, _ = play_match(start, [GREEDY] * 3, most_rounds=3, watch=lambda *step: steps.append(step))
    assert steps[0][0] == start
    assert steps[-1][2] == end
    for (before, move, after), following in pairwise(steps):
        assert after is following[0]
        assert after == (before.next_round() if move is None else before.play(move))
    assert sum(move is None for _, move, _ in steps) == 2


def test_random_lays_whenever_it_can_and_hits_now_and_then() -> None:
    layings, hits, refusals = 0, 0, 0
    for seed in range(8):
        for current in states(Game.start(seed, 3), Random(seed), 300):
            moves, move = current.legal_moves(), choice_of(RANDOM, current)
            if any(isinstance(other, Lay) for other in moves):
                layings += 1
                assert isinstance(move, Lay)
            if any(isinstance(other, Hit) for other in moves):
                hits += isinstance(move, Hit)
                refusals += isinstance(move, Discard)
    assert layings > 0
    assert hits > 10
    assert refusals > 10


def test_random_draws_and_takes_and_skips_anybody() -> None:
    from phase10.game.rules import PRESETS

    texts = set()

    def watch(before: Game, move: Move | None, after: Game) -> None:
        if move is not None:
            texts.add(move.text())

    play_match(Game.start(9, 4, PRESETS["official"]), [RANDOM] * 4, most_turns=400, watch=watch)
    assert {"draw pile", "take discard"} <= texts
    assert {f"discard S on {seat}" for seat in "ABCD"} <= texts
