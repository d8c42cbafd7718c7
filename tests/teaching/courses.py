"""What the tests of the course share: every board, and how each is played."""

from __future__ import annotations

from phase10.game.moves import Move
from phase10.teaching.course import Board, Sitting, act_text, levels
from phase10.teaching.course.board import Wrong
from phase10.teaching.course.playing import first_state, refused_move

BOARDS = [board for level in levels() for board in level.boards]
IDS = [board.id for board in BOARDS]
WRONGS = [(board, wrong) for board in BOARDS for wrong in board.wrongs]
MOST_ACTS = 2_000


def wrong_id(case: tuple[Board, Wrong]) -> str:
    board, wrong = case
    return f"{board.id} {act_text(wrong.act, first_state(board).names)}"


def before(board: Board, wrong: Wrong) -> Sitting:
    """Sit down and make the steps after which the wrong act is tried."""
    sitting = board.start()
    for step in board.steps[: wrong.after]:
        assert sitting.act(step.act).accepted
    return sitting


def solved(board: Board) -> Sitting:
    """Play a board by its own steps, or as its last hint says where it has none."""
    sitting = board.start()
    for step in board.steps:
        assert sitting.act(step.act).accepted, (board.id, step.act)
    for _ in range(MOST_ACTS):
        act = sitting.next_act()
        if act is None:
            return sitting
        assert sitting.act(act).accepted, (board.id, act)
    raise AssertionError(f"{board.id}: no end")


def provoked(board: Board) -> set[str]:
    """The codes of the game that a board provokes: by its wrong acts, by the move to be found."""
    codes = {wrong.code for wrong in board.wrongs}
    game = first_state(board).game
    for candidate in board.moves:
        assert all(isinstance(act, Move) for act in candidate.acts)
        refusal = refused_move(game, candidate)
        if refusal is not None:
            codes.add(refusal.code)
    return codes
