"""Every decision of real games: there is an advice, and the engine lets it be played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from phase10.advice.hints import Advice, Option, advise
from phase10.game.engine import Game
from phase10.game.moves import parse_move
from phase10.game.phases import EDITIONS
from phase10.game.position import ME, Position
from phase10.game.rules import Rules
from phase10.game.sight import OTHERS, game_of, position_of
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
        assert bool(option.then) == (verb == "take") or option.hits
        return (option.move, *option.hits, *((option.then,) if option.then else ()))
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


@pytest.mark.parametrize("mixture", MIXTURES)
@pytest.mark.parametrize("seed", [2, 3])
def test_every_decision_of_a_game_has_options_that_are_lawful(mixture: str, seed: int) -> None:
    questions = {check_decision(game).question for game in decisions(mixture, seed)}
    assert {"draw", "discard"} <= questions


def test_all_questions_are_met() -> None:
    """Also laying, and the turns after it."""
    questions = {
        (advise(position_of(game, game.turn)).question, bool(game.seats[game.turn].laid))
        for game in decisions("seed", 2)
    }
    assert {("draw", False), ("discard", False), ("lay", False), ("end", True)} <= questions


def test_there_is_no_move_in_another_players_turn() -> None:
    game = next(decisions("official", 4))
    for seat in range(3):
        if seat != game.turn:
            advice = advise(position_of(game, seat))
            assert (advice.question, advice.options) == ("plan", ())


@pytest.mark.parametrize("restock", ["end", "reshuffle"])
def test_with_an_empty_draw_pile_only_lawful_moves_are_named(restock: str) -> None:
    game = Game.start(5, 6, Rules.parse(f"seed,restock={restock}"))
    met = []
    while game.stage in (DRAW, PLAY) and len(met) < 6:
        if game.stage == DRAW and (len(game.pile) <= 1 or met):
            named = {option.move for option in check_decision(game).options}
            assert named == {move.text() for move in game.legal_moves()}
            met.append(len(game.pile))
        game = game.play(game.legal_moves()[0 if game.stage == DRAW else -1])
    assert met[:2] == [1, 0]
    assert (len(met) == 6) or restock == "end"


# --- ends of a match ------------------------------------------------------------------------------

COMPLETE = "R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1"


def test_in_a_tie_break_laying_ends_the_match() -> None:
    position = Position.from_json(
        {
            "me": {"hand": COMPLETE, "phase": 1},
            "phases": ["set:3+set:3"],
            "players": [{"name": "A", "phase": 1, "cards": 10}],
            "turn": "me",
            "at": "after_draw",
            "tie_break": True,
        }
    )
    best = check_decision(game_of(position)).options[0]
    assert (best.goes_out, best.hits, best.then) == (True, (), "")


@pytest.mark.parametrize("other", [1, 2])
def test_who_alone_is_at_the_last_phase_ends_the_match_by_laying(other: int) -> None:
    position = Position.from_json(
        {
            "rules": "seed,game_end=at_once",
            "me": {"hand": COMPLETE, "phase": 2},
            "phases": ["run:7", "set:3+set:3"],
            "players": [{"name": "A", "phase": other, "cards": 10}],
            "turn": "me",
            "at": "after_draw",
        }
    )
    best = check_decision(game_of(position)).options[0]
    assert best.goes_out == (other == 1)
    assert bool(best.then) == (other == 2)
