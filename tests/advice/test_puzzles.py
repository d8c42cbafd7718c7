"""Puzzles: answers are those of the solver, equal ones are all right, sets come back the same."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from phase10.advice.hints import advise
from phase10.advice.losses import TOLD, option_loss
from phase10.advice.puzzles import (
    HARDEST,
    KINDS,
    MOST,
    Puzzle,
    PuzzleSet,
    made_puzzles,
    puzzle_of,
    puzzles_of_mistakes,
    read_set,
)
from phase10.advice.review import review
from phase10.game.errors import GameError
from phase10.game.moves import parse_move
from phase10.game.position import Position
from phase10.game.rules import Rules
from phase10.game.sight import game_of, seat_names, seats_by_name
from tests.advice.review_matches import match


@cache
def some(seed: int = 7, count: int = 9) -> tuple[Puzzle, ...]:
    return tuple(islice(made_puzzles(seed), count))


@pytest.mark.parametrize("place", range(9))
def test_right_are_the_best_moves_and_what_is_as_good(place: int) -> None:
    puzzle = some()[place]
    advice = advise(puzzle.position)
    assert puzzle.kind == KINDS[place % 3] == advice.question
    assert [option.move for option in advice.options] == [each.move for each in puzzle.options]
    for option in advice.options:
        loss = option_loss(advice, option).worth
        if option.rank == 1:
            assert loss == 0
            assert puzzle.is_right(option.move), "every equally good answer is right"
        if puzzle.kind != "lay":
            assert puzzle.is_right(option.move) == (loss < TOLD)
        elif option.move.startswith("lay"):
            (on, points), (best_on, best_points) = option.cost[:2], advice.options[0].cost[:2]
            behind = on - best_on + (points - best_points) / 100
            assert puzzle.is_right(option.move) == (behind < 0.03)
        else:
            assert not puzzle.is_right(option.move), "waiting costs a turn"
    assert puzzle.margin >= (0.03 if puzzle.kind == "lay" else 2 * TOLD) - 1e-9
    assert not puzzle.is_right("discard R99")


@pytest.mark.parametrize("place", range(9))
def test_every_answer_is_lawful_in_the_position(place: int) -> None:
    puzzle = some()[place]
    game = game_of(puzzle.position)
    seats = seats_by_name(seat_names(puzzle.position))
    for option in puzzle.options:
        if option.move:
            assert game.check(parse_move(option.move, seats)) is None, option.move


def test_nothing_hidden_is_in_a_puzzle() -> None:
    for puzzle in some():
        position = puzzle.position
        assert Position.from_json(position.to_json()) == position
        for player in position.players:
            assert len(player.holds) <= (player.cards or 0)


def test_difficulty_counts_steps_temptation_and_margin() -> None:
    found = list(islice(made_puzzles(3, ("discard", "draw")), 12))
    for puzzle in found:
        hard = 1 + (puzzle.margin < 0.3) + (puzzle.steps >= 2)
        hard += 2 * (puzzle.tempting is not None)
        assert puzzle.difficulty == min(HARDEST, hard)
        if puzzle.tempting is not None:
            assert not puzzle.is_right(puzzle.tempting.move)
    assert len({puzzle.difficulty for puzzle in found}) > 1


def test_only_hard_ones_where_that_is_asked_for() -> None:
    hard = list(islice(made_puzzles(5, ("discard",), easiest=3), 2))
    assert all(puzzle.difficulty >= 3 and puzzle.kind == "discard" for puzzle in hard)


def test_a_seed_gives_the_same_puzzles_and_any_of_them_alone() -> None:
    keys = [puzzle.key for puzzle in some()]
    assert [puzzle.key for puzzle in islice(made_puzzles(7), 4)] == keys[:4]
    assert next(made_puzzles(7, start=4)).key == keys[4]
    assert next(made_puzzles(8)).key not in keys
    assert len(set(keys)) == len(keys)


def test_other_rules_make_puzzles_too() -> None:
    for rules in ("official", "seed,in_order=no", "seed,skip_target=chosen"):
        by = Rules.parse(rules)
        made = next(made_puzzles(2, ("discard",), by))
        assert made.position.rules == by


def test_a_position_without_a_choice_is_no_puzzle() -> None:
    """One that could be argued about is none either."""
    one = some()[0].position.to_json()
    assert puzzle_of(Position.from_json(one)) is not None
    kept = {"me": {"hand": "R1 B2", "phase": "set:3+set:3", "laid": True}}
    assert puzzle_of(Position.from_json(kept)) is None
    nothing = {"me": {"hand": "R1 B2 G3", "phase": "set:3+set:3"}}
    assert puzzle_of(Position.from_json(nothing)) is None


def test_mistakes_become_puzzles_the_costliest_first() -> None:
    found = review(match("random", "greedy", "random", seed=3))
    decisions = found.of(0)
    puzzles = puzzles_of_mistakes(decisions)
    assert puzzles
    wrong = {each.advice.position: each.own for each in decisions if each.is_mistake and each.own}
    for puzzle in puzzles:
        own = wrong.get(puzzle.position)
        if own is not None:
            assert not puzzle.is_right(own.move), "what was a mistake is a wrong answer"
    costs = [
        next(each.cost for each in decisions if each.advice.position == puzzle.position)
        for puzzle in puzzles
    ]
    assert costs == sorted(costs, reverse=True)
    assert puzzles_of_mistakes([each for each in decisions if not each.is_mistake]) == ()


def test_no_puzzle_contradicts_the_review_it_comes_from() -> None:
    found = review(match("random", "greedy", "random", seed=3))
    whole = puzzles_of_mistakes(found.decisions)
    puzzle = whole[0]
    mistake = next(each for each in found.decisions if each.advice.position == puzzle.position)
    wrong = next(each for each in puzzle.options if not puzzle.is_right(each.move))
    assert puzzles_of_mistakes([mistake]) == (puzzle,)
    by_chance = replace(mistake, loss=0.05, error=0.01)
    assert puzzles_of_mistakes([by_chance]) == (puzzle,)
    assert puzzles_of_mistakes([replace(by_chance, best=wrong)]) == ()
    assert puzzles_of_mistakes([replace(by_chance, own=puzzle.right[0])]) == ()


# --- files ----------------------------------------------------------------------------------------


def test_a_set_comes_back_the_same() -> None:
    for seed in (7, None):
        written = PuzzleSet(seed, some()[:4])
        back = read_set(written.text())
        assert back.seed == seed
        assert [each.key for each in back.puzzles] == [each.key for each in written.puzzles]
        assert [each.right for each in back.puzzles] == [each.right for each in written.puzzles]
        assert back.text() == written.text()
    assert read_set(f"\ufeff{written.text()}").puzzles


def changed(**changes: Any) -> str:
    data = json.loads(PuzzleSet(7, some()[:2]).text())
    return json.dumps(data | changes)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "puzzles.form"),
        ("[]", "puzzles.form"),
        ("{}", "puzzles.form"),
        ("[" * 100_000, "puzzles.form"),
        ("x" * 1_000_001, "puzzles.large"),
        (changed(phase10="progress"), "puzzles.form"),
        (changed(version=2), "puzzles.version"),
        (changed(version=None), "puzzles.version"),
        (changed(puzzles=[]), "puzzles.form"),
        (changed(puzzles={}), "puzzles.form"),
        (changed(puzzles=[{}] * (MOST + 1)), "puzzles.form"),
        (changed(seed="7"), "puzzles.form"),
        (changed(seed=True), "puzzles.form"),
        (changed(puzzles=[1]), "puzzles.entry"),
        (changed(puzzles=[{"me": {"hand": "R1 R1 R1", "phase": 1}}]), "puzzles.entry"),
        (changed(puzzles=[{"me": {"hand": "R1 B2 G3", "phase": 1}}]), "puzzles.entry"),
    ],
)
def test_what_is_no_set_is_refused(text: str, code: str) -> None:
    with pytest.raises(GameError) as told:
        read_set(text)
    assert told.value.code == code
    if code == "puzzles.entry":
        assert told.value.values == {"number": 1}


def test_the_puzzle_that_is_wrong_is_named() -> None:
    data = json.loads(PuzzleSet(7, some()[:2]).text())
    data["puzzles"].append({"me": {"hand": "R1", "phase": 99}})
    with pytest.raises(GameError) as told:
        read_set(json.dumps(data))
    assert told.value.values == {"number": 3}
