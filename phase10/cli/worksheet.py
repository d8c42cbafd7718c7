"""``phase10 worksheet``: worksheets with keys, and sheets to print, as files in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from phase10.cli.inputs import InputError, checked, told_place
from phase10.cli.options import AsJson, Language, print_result
from phase10.cli.terminal import print_line
from phase10.views.i18n import language, plural, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phase10.teaching.worksheets import Worksheet
    from phase10.views.lesson_document import Document

__all__ = ["register"]

Content = dict[str, Callable[[], bytes]]
"""What is to be written: the end of each file's name, and how its bytes are made."""


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("worksheet")(worksheet)


def worksheet(
    context: typer.Context,
    *,
    output: Annotated[str, typer.Option("--output", metavar="DIR", help="Folder to write into.")],
    lesson: Annotated[
        str, typer.Option(metavar="L", help="L01 to L14, or a file of your own: mine.toml.")
    ] = "",
    sheet: Annotated[
        Literal["deck", "mini-deck", "hands", "tree", "frequency-tree", "table", "score"] | None,
        typer.Option(help="A sheet to print instead of a lesson."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 63) - 1, help="Number of the sheet.")] = 1,
    version: Annotated[
        Literal["A", "B", "C", "D", "E", "F", "all"], typer.Option(help="Version, or all six.")
    ] = "A",
    questions: Annotated[int, typer.Option(min=1, max=20, help="How many questions.")] = 8,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Write a worksheet: HTML, PDF, a notebook, the key as CSV, a quiz for Moodle."""
    from phase10.teaching.lessons.codes import VERSIONS
    from phase10.teaching.lessons.reading import load_lesson
    from phase10.teaching.worksheets import make_worksheet

    said = language(lang or context.obj)
    if bool(lesson) == bool(sheet):
        raise InputError(sentence(said, "worksheet.which"))
    folder = _folder(said, output)
    if sheet is not None:
        from phase10.views.lesson_sheets import sheet_document

        made = _write(said, folder, sheet, _pages(sheet_document(sheet, said, seed)))
        shape: dict[str, Any] = {"sheet": sheet, "files": made}
    else:
        with told_place(said):
            asked = load_lesson(lesson)
        with checked(said):
            versions = VERSIONS if version == "all" else version
            sheets = [make_worksheet(asked, seed, each, questions) for each in versions]
        own = lesson if lesson.lower().endswith(".toml") else None
        usual = questions == len(make_worksheet(asked, seed).items)
        shape = {
            "lesson": asked.id,
            "seed": seed,
            "sheets": [
                {
                    "code": str(each.code),
                    "key": each.key,
                    "files": _write(
                        said, folder, str(each.code), _files(each, said, own, check=usual)
                    ),
                }
                for each in sheets
            ],
        }
    print_result(as_json, lambda: shape, lambda: _view(said, shape))
    if not _can_print():
        _tell_print(said)
        raise typer.Exit(1)


def _pages(document: Document) -> Content:
    """Give a document as HTML, and as PDF where that can be made."""
    from phase10.views.lesson_html import document_html
    from phase10.views.lesson_pdf import document_pdf

    content: Content = {".html": lambda: document_html(document).encode()}
    if _can_print():
        content[".pdf"] = lambda: document_pdf(document)
    return content


def _files(sheet: Worksheet, lang: str, source: str | None, *, check: bool) -> Content:
    """Give all files of a worksheet; a notebook checks sheets of the usual length only."""
    from phase10.views.lesson_document import worksheet_document
    from phase10.views.lesson_files import gift, key_csv, notebook

    content = _pages(worksheet_document(sheet, lang))
    if check:
        made = notebook(sheet, lang, source)
        content[".ipynb"] = lambda: json.dumps(made, ensure_ascii=False, indent=1).encode()
    content["-key.csv"] = lambda: key_csv(sheet, lang).encode()
    content["-moodle.gift.txt"] = lambda: gift(sheet, lang).encode()
    return content


def _folder(lang: str, output: str) -> Path:
    from phase10.game.errors import GameError

    folder = Path(output)
    with checked(lang):
        try:
            if not output.strip():
                raise OSError
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError):
            raise GameError("worksheet.folder", path=output) from None
    return folder


def _write(lang: str, folder: Path, stem: str, content: Content) -> list[str]:
    """Write the files and list their paths."""
    from phase10.game.errors import GameError

    written = []
    for end, make in content.items():
        path = folder / f"{stem}{end}"
        with checked(lang):
            try:
                path.write_bytes(make())
            except OSError:
                raise GameError("worksheet.folder", path=str(folder)) from None
        written.append(str(path))
    return written


def _can_print() -> bool:
    from importlib.util import find_spec

    return find_spec("typst") is not None


def _tell_print(lang: str) -> None:
    from phase10.game.errors import GameError
    from phase10.views.text import error_text

    print_line(error_text(lang, GameError("worksheet.print")))


def _view(lang: str, shape: dict[str, Any]) -> RenderableType:
    """Tell what was written, with the key of each sheet."""
    from rich.console import Group
    from rich.text import Text

    lines = []
    files = list(shape.get("files", ()))
    for each in shape.get("sheets", ()):
        told = sentence(lang, "worksheet.told", sheet=each["code"], key=each["key"])
        lines.append(Text(told, style="bold"))
        files += each["files"]
    lines.append(Text(plural(lang, "worksheet.written", len(files))))
    return Group(*lines, *(Text(f"  {path}") for path in files))
