"""The course in words: acts, refusals that are not the game's, faults in files of boards.

What a board itself says comes from its file; here is what is the same for all boards.
"""

from __future__ import annotations

from collections.abc import Sequence

from phase10.game.cards import COLORS, Card
from phase10.game.moves import SEATS, EndTurn, Move, TakeBack
from phase10.teaching.course.acts import PILES, Act, Choose, Enter, Point, Tap
from phase10.teaching.course.board import Board
from phase10.teaching.course.reading import Fault
from phase10.teaching.course.scene import MY_SEAT, owner_of
from phase10.teaching.course.sitting import Answer
from phase10.views.i18n import sentence
from phase10.views.names import card_name, color_name
from phase10.views.refusals import instead_text, refusal_text
from phase10.views.text import error_text

__all__ = ["act_sentence", "answer_text", "fault_text", "mode_name", "table_names", "target_name"]


def table_names(lang: str, names: Sequence[str]) -> tuple[str, ...]:
    """Name the players by seat as a sentence to the learner does."""
    return (sentence(lang, "term.referee.you"), *names[1:])


def mode_name(lang: str, board: Board) -> str:
    """Name how much help a board gives."""
    return sentence(lang, f"course.mode.{board.mode}")


def answer_text(lang: str, answer: Answer, names: Sequence[str] = SEATS) -> str:
    """Say why an act is refused, "" for an accepted one: the rules' reason or the board's own.

    ``names``: the players by seat. What the board's file says comes beside it: ``answer.words``.

    >>> from phase10.teaching.course import levels
    >>> sitting = levels()[1].boards[0].start()
    >>> print(answer_text("en", sitting.act("end turn"), sitting.names))
    First draw a card or take the face-up one: every turn begins like that.
    """
    if answer.accepted:
        return ""
    if answer.refusal is not None:
        return refusal_text(lang, answer.refusal, table_names(lang, names))
    name = answer.code.removeprefix("course.")
    return sentence(lang, f"course.refused.{name}", **dict(answer.values))


def act_sentence(lang: str, act: Act, board: Board, names: Sequence[str] = SEATS) -> str:
    """Say what could be done, as the last rung of the hints does.

    >>> from phase10.teaching.course import levels
    >>> print(act_sentence("en", Tap("R7"), levels()[0].boards[0]))
    You could tap red 7.
    """
    if isinstance(act, Tap):
        return sentence(lang, "course.act.tap", what=target_name(lang, act.what, names))
    if isinstance(act, Choose):
        words = next(option.words for option in board.options if option.id == act.option)
        return sentence(lang, "course.act.choose", what=words.of(lang))
    if isinstance(act, Enter):
        words = next(field.words for field in board.fields if field.id == act.field)
        return sentence(lang, "course.act.number", field=words.of(lang), number=act.number)
    if isinstance(act, Point):
        return sentence(lang, "course.act.point", number=act.move)
    if isinstance(act, Move) and not isinstance(act, EndTurn | TakeBack):
        return instead_text(lang, act, table_names(lang, names), me=MY_SEAT)
    return sentence(lang, "course.act.wait")


def target_name(lang: str, target: str, names: Sequence[str] = SEATS) -> str:
    """Name what is tapped, or is to be: a card, any card of a number or color, a pile, a group."""
    if target in PILES:
        return sentence(lang, f"course.thing.{target}")
    if target in COLORS:
        return sentence(lang, "course.thing.color", color=color_name(lang, target))
    if target.isdecimal():
        return sentence(lang, "course.thing.number", number=int(target))
    owner = owner_of(target)
    if owner:
        shown = dict(zip(names, table_names(lang, names), strict=True)).get(owner, owner)
        group = int(target.rpartition(".")[2])
        return sentence(lang, "course.thing.group", player=shown, group=group)
    return card_name(lang, Card.parse(target), "accusative")


def fault_text(lang: str, fault: Fault) -> str:
    """Say what is wrong in a file of boards, and in which line.

    >>> from phase10.teaching.course.checking import check_boards
    >>> print(fault_text("en", check_boards("board = 5")[1][0]))
    Line 1: the file has no board; a board begins with [[board]].
    """
    error = fault.error
    if error.code == "board.shape":
        expected = sentence(lang, f"expected.{error.values['expected']}")
        problem = sentence(lang, "error.board.shape", key=error.values["key"], expected=expected)
    else:
        problem = error_text(lang, error)
    if fault.board:
        return sentence(
            lang, "course.fault.board", line=fault.line, board=fault.board, problem=problem
        )
    return sentence(lang, "course.fault", line=fault.line, problem=problem)
