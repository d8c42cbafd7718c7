"""Whether a board can be played as it says: its steps, its wrong acts, its goal.

Nothing is taken on trust: every step is made and every wrong act is tried on the board itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from phase10.game.errors import GameError
from phase10.game.parts import at_place
from phase10.game.refusals import IllegalMove
from phase10.game.rules import Rules
from phase10.teaching.course.acts import act_text
from phase10.teaching.course.board import Board
from phase10.teaching.course.playing import (
    Refused,
    State,
    acted,
    first_state,
    is_met,
    refused_move,
)
from phase10.teaching.course.reading import BoardFile, Fault, read_boards
from phase10.teaching.course.sitting import Sitting
from phase10.teaching.words import placed

__all__ = ["check_boards", "checked_board", "faults_of"]

MOST_ACTS: Final = 2_000
"""Acts of a learner in a dealt round, more than any round takes."""


def check_boards(text: str) -> tuple[BoardFile, tuple[Fault, ...]]:
    """Read a file of boards and play each; give what was read and all faults in order of lines."""
    file = read_boards(text)
    faults = list(file.faults)
    for place, board in file.boards:
        faults += [
            Fault(file.lines.of(f"board.{place}.{error.place}"), board.id, error)
            for error in faults_of(board)
        ]
    return file, tuple(sorted(faults, key=lambda fault: fault.line))


def checked_board(board: Board) -> Board:
    """Give the board; raise its first fault."""
    for error in faults_of(board):
        raise error
    return board


def faults_of(board: Board) -> Iterator[GameError]:
    """Give what is wrong with a board that was read; each error has the place in the board."""
    try:
        if is_met(board, first_state(board)):
            yield placed(GameError("board.met"), "success")
            return
        if board.moves:
            yield from _candidate_faults(board)
        elif board.script:
            yield from _round_faults(board)
        else:
            yield from _step_faults(board)
    except GameError as error:
        yield error
        return
    yield from _wrong_faults(board)


def _candidate_faults(board: Board) -> Iterator[GameError]:
    """Of the moves to choose from exactly one is not allowed."""
    state = first_state(board)
    if state.game is None:
        yield placed(GameError("board.missing", key="position"), "move")
        return
    count = 0
    for candidate in board.moves:
        count += refused_move(state.game, candidate) is not None
    if count != 1 or len(board.moves) < 2:
        yield placed(GameError("board.one_illegal", count=count), "move")


def _step_faults(board: Board) -> Iterator[GameError]:
    """Make all steps: each is accepted, the last one reaches the goal, within par."""
    if len(board.steps) > board.par:
        yield placed(GameError("board.par", par=board.par, steps=len(board.steps)), "par")
    state = first_state(board)
    for place, step in enumerate(board.steps):
        after = acted(board, state, step.act)
        if isinstance(after, Refused):
            yield _refused_step(state, board, place, after)
            return
        state = after
        if is_met(board, state) and place < len(board.steps) - 1:
            yield placed(GameError("board.early", step=place + 1), f"step.{place}")
            return
    if not is_met(board, state):
        yield placed(GameError("board.unreached"), "success")


def _refused_step(state: State, board: Board, place: int, refused: Refused) -> GameError:
    where = f"step.{place}.act"
    if refused.refusal is not None:
        return placed(IllegalMove(refused.refusal), where)
    act = act_text(board.steps[place].act, state.names)
    return placed(GameError("board.step", act=act, refusal=refused.code), where)


def _round_faults(board: Board) -> Iterator[GameError]:
    """Play the dealt round to its goal by the computer player, under every variant."""
    for rules in (None, *board.variants):
        if not at_place("deal" if rules is None else "variants", partial(_reaches, board, rules)):
            yield placed(GameError("board.unreached"), "deal")
            return


def _reaches(board: Board, rules: Rules | None) -> bool:
    sitting = Sitting(board, rules)
    for _ in range(MOST_ACTS):
        act = sitting.next_act()
        if act is None:
            return sitting.solved
        sitting.act(act)
    return False


def _wrong_faults(board: Board) -> Iterator[GameError]:
    """Try all wrong acts, each after the steps it says: each is refused with its code."""
    for place, wrong in enumerate(board.wrongs):
        where = f"wrong.{place}"
        if wrong.after > len(board.steps):
            error = GameError("board.after", after=wrong.after, steps=len(board.steps))
            yield placed(error, f"{where}.after")
            continue
        state = first_state(board)
        for step in board.steps[: wrong.after]:
            after = acted(board, state, step.act)
            if isinstance(after, Refused):
                return
            state = after
        tried = acted(board, state, wrong.act)
        act = act_text(wrong.act, state.names)
        if not isinstance(tried, Refused):
            yield placed(GameError("board.wrong_allowed", act=act), f"{where}.act")
        elif tried.code != wrong.code:
            error = GameError("board.wrong_code", act=act, found=tried.code, expected=wrong.code)
            yield placed(error, f"{where}.code")
