"""``phase10 site``: the pages as static files, for any web server and without one of ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError, checked
from phase10.cli.options import AsJson, Language, print_result
from phase10.views.i18n import decimal, language, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["register"]

MEGABYTE = 1_000_000


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("site")(site)


def site(
    context: typer.Context,
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="A new or empty folder, or an older site.")
    ],
    *,
    pyodide: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", help="Files of the npm package pyodide, instead of fetching it."
        ),
    ] = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Write the pages as static files that run in the browser alone."""
    from phase10.game.errors import GameError
    from phase10.site.building import build_site

    asked = lang or context.obj
    said = language(asked)
    if not folder.strip():
        with checked(said):
            raise GameError("site.folder", path=folder)
    try:
        with checked(said):
            built = build_site(Path(folder), None if pyodide is None else Path(pyodide), asked)
    except ValueError:  # a name that no system can have
        raise InputError(sentence(said, "error.site.folder", path=folder)) from None
    shape: dict[str, Any] = {
        "folder": str(built.folder),
        "version": built.version,
        "size": built.size,
        "first": built.first,
        "tables": built.tables,
        "compiled": built.is_compiled,
    }
    print_result(as_json, lambda: shape, lambda: _view(said, shape))


def _view(lang: str, shape: dict[str, Any]) -> RenderableType:
    """Tell what was written and how to look at it."""
    from rich.console import Group
    from rich.text import Text

    sizes = {key: decimal(lang, shape[key] / MEGABYTE, 1) for key in ("size", "first", "tables")}
    lines = [sentence(lang, "site.done", path=shape["folder"], **sizes)]
    if not shape["compiled"]:
        lines.append(sentence(lang, "site.slower"))
    lines.append(sentence(lang, "site.try", path=shape["folder"]))
    return Group(*map(Text, lines))
