"""What terminal and page both need at a table."""

from __future__ import annotations

from dataclasses import replace

from phase10.game.engine import Game
from phase10.game.moves import Discard, Draw, TakeDiscard
from phase10.game.records import Record
from phase10.game.stages import DRAW, PLAY
from phase10.players.at_table import (
    NAMES,
    aimed_phase,
    best_layings,
    can_undo,
    happened,
    is_computers,
    moved_by_computer,
    names_beside,
    nearest_missing,
    persons_of,
)
from tests.game.games import at


def recorded(game: Game, strategies: tuple[str, ...] = ("", "greedy", "", "")) -> Record:
    record = Record.start(1, ["A", "B", "C", "D"], strategies, dealer=3)
    return Record(record.header, (replace(record.events[0], game=game),))


def test_persons_are_those_without_a_strategy() -> None:
    assert persons_of(recorded(at("R1"))) == (0, 2, 3)


def test_names_differ_from_that_of_the_person() -> None:
    assert names_beside("Anna", 3) == list(NAMES[:3])
    assert names_beside("bruno", 2) == ["Bruno 2", "Cilla"]
    assert len(names_beside("x", 9)) == 9


def test_a_step_is_taken_back_unless_it_showed_a_card() -> None:
    record = recorded(at("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", stage=DRAW, discards="B4"))
    assert not can_undo(record, 0)
    assert not can_undo(record.played(Draw()), 0)
    took = record.played(TakeDiscard())
    assert can_undo(took, 0)
    assert not can_undo(took, 1)
    ended = took.played(Discard(took.game.hand(0).kinds()[0]))
    assert not can_undo(ended, 0)


def test_computer_players_move_when_it_is_their_turn() -> None:
    record = recorded(at("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", stage=DRAW, turn="B"))
    assert is_computers(record)
    moved = moved_by_computer(record)
    assert moved.game.stage == PLAY
    (step,) = happened(moved)
    assert step.before.stage == DRAW
    assert step.after is moved.game
    assert not is_computers(recorded(at("R1 R2", turn="A")))


def test_the_nearest_phase_and_what_it_lacks() -> None:
    game = at("R3 B3 Y3 R9 G9 B5 B12 W S R1 Y7")
    assert (aimed_phase(game, 0), nearest_missing(game, 0)) == (1, 0)
    assert best_layings(game)
    laid = at("R5 B7", table=("A set R3 B3 Y3", "A set R9 G9 Y9"))
    assert (aimed_phase(laid, 0), nearest_missing(laid, 0)) == (None, 0)
    free = at("R1 B2 G3 Y4 R5 B6 G7 S S B12", rules="seed,in_order=no", stage=DRAW)
    assert aimed_phase(free, 0) == 4
    assert nearest_missing(free, 0) == 0
