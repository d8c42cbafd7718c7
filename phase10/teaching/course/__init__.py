"""The rules course: fifteen levels of boards, as data, played by one small engine.

``levels()[0].boards[0].start()`` sits a learner down; the rest is
:class:`phase10.teaching.course.sitting.Sitting`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from phase10.teaching.course.acts import Act, act_text, kind_of, parse_act
from phase10.teaching.course.board import MODES, RUNGS, Board, Level
from phase10.teaching.course.reading import Fault, read_boards
from phase10.teaching.course.sitting import MOST_STARS, Answer, Hint, Sitting

__all__ = [
    "MODES",
    "MOST_STARS",
    "RUNGS",
    "Act",
    "Answer",
    "Board",
    "Fault",
    "Hint",
    "Level",
    "Sitting",
    "act_text",
    "board",
    "kind_of",
    "level_texts",
    "levels",
    "parse_act",
]


@cache
def level_texts() -> dict[str, str]:
    """Give the files of the course by name, in the order of the levels."""
    folder = files("phase10.teaching.course").joinpath("levels")
    found = {item.name: item for item in folder.iterdir() if item.name.endswith(".toml")}
    return {name: found[name].read_text("utf-8") for name in sorted(found)}


@cache
def levels() -> tuple[Level, ...]:
    """Read all levels in order; raise the first fault of a file."""
    read: list[Level] = []
    for text in level_texts().values():
        file = read_boards(text)
        for fault in file.faults:
            raise fault.error
        if file.level is not None:
            read.append(file.level)
    return tuple(sorted(read, key=lambda level: level.id))


def board(board_id: str) -> Board:
    """Give a board of the course by its id; raise KeyError."""
    return {board.id: board for level in levels() for board in level.boards}[board_id]
