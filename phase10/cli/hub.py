"""``phase10 hub-config``: the settings of a JupyterHub, for a school with more than one class."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError, checked
from phase10.cli.options import AsJson, Language, print_result
from phase10.views.i18n import language, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["register"]

MOST_SEATS = 500


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("hub-config")(hub_config)


def hub_config(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of the hub.")],
    *,
    seats: Annotated[
        int, typer.Option(min=1, max=MOST_SEATS, help="How many may have a page at once.")
    ] = 30,
    classes: Annotated[
        str,
        typer.Option(
            metavar="PLACE", help="Where classes are kept: a file, or a postgresql:// address."
        ),
    ] = "",
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 opens it to the network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Write the settings of a JupyterHub that gives every pupil a page."""
    from phase10.game.errors import GameError
    from phase10.hub.settings import write_hub

    said = language(lang or context.obj)
    try:
        with checked(said):
            if not folder.strip():
                raise GameError("hub.folder", path=folder)
            made = write_hub(Path(folder), seats=seats, classes=classes, host=host, port=port)
    except ValueError:  # a name that no system can have
        raise InputError(sentence(said, "error.hub.folder", path=folder)) from None
    shape: dict[str, Any] = {"folder": str(made.folder), "code": made.code, "seats": seats}
    print_result(as_json, lambda: shape, lambda: _view(said, folder, made.code))


def _view(lang: str, folder: str, code: str) -> RenderableType:
    """Tell what was written, what is missing and how to start it."""
    from rich.console import Group
    from rich.text import Text

    lines = [
        sentence(lang, "hub.done", path=folder),
        sentence(lang, "hub.code", word=code),
        sentence(lang, "hub.start", path=folder),
    ]
    if find_spec("jupyterhub") is None:
        lines.append(sentence(lang, "hub.needed"))
    return Group(*map(Text, lines))
