"""The command ``phase10 puzzles``: sets of puzzles, from self-play or from a recorded match."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError, checked, read_rules
from phase10.cli.options import AsJson, Language, RulesOption, print_result
from phase10.cli.replay import read_record
from phase10.cli.terminal import print_line
from phase10.game.errors import GameError
from phase10.views.i18n import language, plural, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phase10.advice.puzzles import Puzzle, PuzzleSet

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("puzzles")(puzzles)


def puzzles(
    context: typer.Context,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A set of puzzles; - is standard input.")
    ] = None,
    *,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Which puzzles.")] = 1,
    count: Annotated[
        int, typer.Option("--count", metavar="N", min=1, max=100, help="How many.")
    ] = 10,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="discard, draw or lay; else all.")
    ] = None,
    easiest: Annotated[
        int, typer.Option("--easiest", metavar="D", min=1, max=5, help="The least difficulty.")
    ] = 1,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="From the mistakes in a recorded match."),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Also write the set.")
    ] = None,
    answers: Annotated[bool, typer.Option("--answers", help="Show the answers too.")] = False,
    rules: RulesOption = "seed",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Make puzzles, or show those of a file: what to discard, take or draw, how to lay."""
    said = language(lang or context.obj)
    if file is not None and record is not None:
        raise InputError(sentence(said, "puzzle.both"))
    _check_kind(said, kind)
    if record is not None:
        found = _chosen(said, _of_record(said, record), count, kind, easiest)
    elif file is not None:
        found = _chosen(said, _of_file(said, file), None, kind, easiest)
    else:
        found = _made(said, seed, count, kind, easiest, rules)
    if output is not None:
        _write(said, found, output)
    print_result(as_json, lambda: _shape(said, found), lambda: _view(said, found, answers=answers))


def _check_kind(lang: str, kind: str | None) -> None:
    from phase10.advice.puzzles import KINDS

    if kind is not None and kind not in KINDS:
        raise InputError(sentence(lang, "puzzle.kinds", kind=kind, kinds=", ".join(KINDS)))


def _chosen(
    lang: str, found: PuzzleSet, count: int | None, kind: str | None, easiest: int
) -> PuzzleSet:
    """Keep of puzzles that were found those that are asked for."""
    kept = [
        puzzle
        for puzzle in found.puzzles
        if kind in (None, puzzle.kind) and puzzle.difficulty >= easiest
    ]
    if not kept:
        raise InputError(sentence(lang, "puzzle.none_such"))
    return replace(found, puzzles=tuple(kept[:count]))


def _made(
    lang: str, seed: int, count: int, kind: str | None, easiest: int, rules: str
) -> PuzzleSet:
    from phase10.advice.puzzles import KINDS, PuzzleSet, made_puzzles

    by = read_rules(lang, rules)
    with checked(lang):
        made = made_puzzles(seed, KINDS if kind is None else (kind,), by, easiest)
        return PuzzleSet(seed, tuple(islice(made, count)))


def _of_record(lang: str, path: str) -> PuzzleSet:
    from phase10.advice.puzzles import PuzzleSet, puzzles_of_mistakes
    from phase10.advice.review import review
    from phase10.views.records import player_names

    record = read_record(lang, path)
    found = puzzles_of_mistakes(review(record, names=player_names(record)).decisions)
    if not found:
        raise InputError(sentence(lang, "puzzle.no_mistakes"))
    return PuzzleSet(None, found)


def _of_file(lang: str, path: str) -> PuzzleSet:
    from phase10.advice.puzzles import LARGEST_SET, read_set

    if not path.strip():
        raise InputError(sentence(lang, "file.empty"))
    with checked(lang):
        try:
            if path == "-":
                raw = sys.stdin.buffer.read(LARGEST_SET + 1)
            else:
                with Path(path).open("rb") as stream:
                    raw = stream.read(LARGEST_SET + 1)
        except FileNotFoundError:
            raise GameError("file.missing", path=path) from None
        except (OSError, ValueError):
            raise GameError("file.unreadable", path=path) from None
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise GameError("file.unreadable", path=path) from None
        return read_set(text)


def _write(lang: str, found: PuzzleSet, path: str) -> None:
    from phase10.game.whole_files import write_whole

    try:
        write_whole(path, found.text().encode())
    except (OSError, ValueError):
        raise InputError(sentence(lang, "puzzle.unwritable", path=path)) from None
    print_line(plural(lang, "puzzle.written", len(found.puzzles), path=path))


def _shape(lang: str, found: PuzzleSet) -> dict[str, Any]:
    shape: dict[str, Any] = {} if found.seed is None else {"seed": found.seed}
    return shape | {"puzzles": [_puzzle(lang, puzzle) for puzzle in found.puzzles]}


def _puzzle(lang: str, puzzle: Puzzle) -> dict[str, Any]:
    from phase10.views.puzzles import ask_text

    tempting = puzzle.tempting
    return {
        "key": puzzle.key,
        "kind": puzzle.kind,
        "question": ask_text(lang, puzzle),
        "position": puzzle.position.to_json(),
        "right": [option.move for option in puzzle.right],
        "answers": [
            {"move": option.move, "loss": loss}
            for option, loss in zip(puzzle.options, puzzle.losses, strict=True)
        ],
        "difficulty": puzzle.difficulty,
        "steps": puzzle.steps,
        "margin": puzzle.margin,
        **({} if tempting is None else {"tempting": tempting.move}),
    }


def _view(lang: str, found: PuzzleSet, *, answers: bool) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from phase10.views.puzzles import (
        ask_text,
        difficulty_text,
        punished_texts,
        situation_texts,
        verdict_texts,
    )

    parts: list[RenderableType] = []
    for number, puzzle in enumerate(found.puzzles, start=1):
        heading = sentence(lang, "puzzle.heading", number=number, ask=ask_text(lang, puzzle),
                           difficulty=difficulty_text(lang, puzzle))  # fmt: skip
        parts.append(Text(heading, style="bold"))
        said = situation_texts(lang, puzzle)
        if answers:
            best = puzzle.options[0].move
            said.append(" ".join(verdict_texts(lang, puzzle, best)[1:]))
            said[-1] = sentence(lang, "puzzle.answer", text=_answer(lang, puzzle, said[-1]))
            if puzzle.tempting is not None:
                move = puzzle.tempting.move
                why = " ".join(punished_texts(lang, puzzle, move))
                said.append(_tempting(lang, puzzle, why))
        parts += [Padding(Text(text), (0, 0, 0, 3)) for text in said]
        parts.append(Text())
    return Group(*parts[:-1])


def _answer(lang: str, puzzle: Puzzle, why: str) -> str:
    from phase10.views.moves import move_text

    return " ".join(filter(None, [f"{move_text(lang, puzzle.options[0])}.", why]))


def _tempting(lang: str, puzzle: Puzzle, why: str) -> str:
    from phase10.views.moves import move_text

    assert puzzle.tempting is not None  # noqa: S101 - asked for only then
    move = move_text(lang, puzzle.tempting)
    return sentence(lang, "puzzle.tempting", move=move, why=why)
