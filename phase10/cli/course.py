"""The command ``phase10 course``: the levels of the rules course, and a check of board files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError, checked
from phase10.cli.options import AsJson, Language, print_result
from phase10.cli.terminal import print_line
from phase10.game.errors import GameError
from phase10.views.i18n import language, plural, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    course = typer.Typer(add_completion=False, rich_markup_mode=None)
    course.callback(invoke_without_command=True)(levels_command)
    course.command("check")(check)
    app.add_typer(course, name="course", help="List the levels of the course, or check a file.")


def levels_command(
    context: typer.Context,
    *,
    listed: Annotated[bool, typer.Option("--list", help="List all levels and boards.")] = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """List the levels of the course; with check FILE, tell what is wrong with a file of boards."""
    context.obj = lang or context.obj
    if context.invoked_subcommand is None:
        said = language(context.obj)
        print_result(as_json, lambda: _shape(said), lambda: _view(said))


def check(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="TOML; - is standard input.")],
    *,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Play every board of a file and tell what is wrong with it, and in which line."""
    from phase10.teaching.course.checking import check_boards
    from phase10.views.course import fault_text

    said = language(lang or context.obj)
    read, faults = check_boards(_text_of(said, file))
    if faults:
        *others, last = (fault_text(said, fault) for fault in faults)
        for told in others:
            print_line(told)
        raise InputError(last)
    boards = [board.id for _, board in read.boards]
    print_result(
        as_json, lambda: {"boards": boards}, lambda: plural(said, "term.course.fine", len(boards))
    )


def _text_of(lang: str, path: str) -> str:
    """Read a file of boards; ``-`` is standard input."""
    from phase10.teaching.course.reading import LARGEST_FILE

    if not path.strip():
        raise InputError(sentence(lang, "file.empty"))
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(path).open("rb") as stream:
                raw = stream.read(LARGEST_FILE + 1)
        text = raw.decode("utf-8-sig")
    except (OSError, ValueError):
        raise InputError(sentence(lang, "term.course.file", path=path)) from None
    if len(raw) > LARGEST_FILE:
        with checked(lang):
            raise GameError("file.large", path=path, limit=LARGEST_FILE)
    return text


def _shape(lang: str) -> dict[str, Any]:
    from phase10.teaching.course import levels

    return {
        "levels": [
            {
                "id": level.id,
                "title": level.title.of(lang),
                "goal": level.goal.of(lang),
                "boards": [
                    {
                        "id": board.id,
                        "mode": board.mode,
                        "goal": board.goal.of(lang),
                        "rules": list(board.rules),
                        **({"par": board.par} if board.par else {}),
                    }
                    for board in level.boards
                ],
            }
            for level in levels()
        ]
    }


def _view(lang: str) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from phase10.teaching.course import levels
    from phase10.views.course import mode_name

    parts: list[RenderableType] = []
    for level in levels():
        heading = sentence(lang, "term.course.level", number=level.id, title=level.title.of(lang))
        parts.append(Text(heading, style="bold"))
        for board in level.boards:
            told = sentence(
                lang,
                "term.course.board",
                id=board.id,
                mode=mode_name(lang, board),
                goal=board.goal.of(lang),
            )
            parts.append(Padding(Text(told), (0, 0, 0, 2)))
    return Group(*parts)
