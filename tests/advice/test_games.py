"""Every decision of real games: there is an advice, and the engine lets it be played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from phase10.advice.hints import Advice, Option, advise
from phase10.game.engine import Game
from phase10.game.moves import Discard, Move, parse_move
from phase10.game.phases import EDITIONS, PHASES
from phase10.game.position import ME
from phase10.game.rules import Rules
from phase10.game.setup import Setup
from phase10.game.sight import OTHERS, position_of
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS, choice_of

MIXTURES = {
    "seed": ("seed", "classic", 4, "greedy", 40),
    "official": ("official", "classic", 3, "greedy", 40),
    "two players": ("seed,skip_target=chosen,skip_limit=until_served", "classic", 2, "greedy", 30),
    "random": ("official,take_skip=yes", "classic", 4, "random", 30),
    "any order": ("official,in_order=no", "classic", 3, "greedy", 25),
    "out by a hit": ("seed,go_out_by_hit=yes,discard_taken=no", "classic", 4, "greedy", 40),
    "all advance": ("official,advance_all=yes,natural_per=group", "classic", 2, "greedy", 30),
    "at once": ("official,game_end=at_once,last_phase=1", "classic", 2, "greedy", 25),
    "no more cards": ("seed,restock=end", "classic", 5, "greedy", 40),
}
"""Rules, list of phases, players, who plays, decisions looked at."""


def names_of(game: Game, seat: int) -> dict[str, int]:
    """Seats by the names that a position gives them."""
    count = len(game.seats)
    others = {OTHERS[(other - seat - 1) % count]: other for other in range(count) if other != seat}
    return {ME: seat, **others}


def moves_of(option: Option, question: str) -> tuple[str, ...]:
    """The moves of a turn in their order, from the first to the last."""
    verb = option.move.partition(" ")[0]
    if verb == "lay":
        return (option.move, *option.hits, *((option.then,) if option.then else ()))
    if verb in ("take", "draw"):
        return (option.move,)
    assert verb == "discard" or (question == "end" and not option.move and option.hits)
    return (*option.hits, *((option.move,) if option.move else ()))


def played(game: Game, option: Option, question: str) -> Game:
    """The game after a whole option; every move must be lawful."""
    seats = names_of(game, game.turn)
    for text in moves_of(option, question):
        move = parse_move(text, seats)
        refusal = game.check(move)
        assert refusal is None, (option, text, refusal)
        game = game.play(move)
    return game


def decisions(mixture: str, seed: int, rounds: int = 2) -> Iterator[Game]:
    """The states of a match before each decision but that of a further hit."""
    rules, edition, players, name, most = MIXTURES[mixture]
    phases = EDITIONS[edition].phases
    game, player = Game.start(seed, players, Rules.parse(rules), phases), PLAYERS[name]
    found = 0
    while game.stage != MATCH_OVER and game.round <= rounds and found < most:
        if game.stage == ROUND_OVER:
            game = game.next_round()
            continue
        yield game
        found += 1
        game = game.play(choice_of(player, game))


def check_decision(game: Game) -> Advice:
    """Advise the player to move and play every option."""
    seat = game.turn
    advice = advise(position_of(game, seat))
    assert advice.question == ("draw" if game.stage == DRAW else advice.question)
    assert advice.options, (game.stage, advice.question)
    assert advice.options[0].rank == 1
    seen = set()
    for option in advice.options:
        after = played(game, option, advice.question)
        over = after.stage in (ROUND_OVER, MATCH_OVER)
        if advice.question != "draw":
            ends = over and (after.stage == MATCH_OVER or not after.hand(seat))
            assert option.goes_out == ends, option
            if not over:
                left = after.hand(seat)
                assert option.points_left == game.rules.points_of(left), option
        key = (option.move, option.hits, option.then)
        assert key not in seen
        seen.add(key)
    return advice
