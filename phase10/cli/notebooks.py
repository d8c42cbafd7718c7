"""``phase10 notebooks``: the pages and lessons as notebooks for JupyterLab and Notebook."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError, checked
from phase10.cli.options import AsJson, Language, print_result
from phase10.views.i18n import language, plural, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Copied", "copy_notebooks", "register"]

RECORD = ".phase10-notebooks.json"
"""What was written here, by digest: what the user changed is known by it."""


@dataclass
class Copied:
    """What became of the notebooks: written or renewed, or left as the user has them."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("notebooks")(notebooks)


def notebooks(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where the notebooks shall be.")],
    *,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Copy the notebooks of pages and lessons for JupyterLab and Notebook 7."""
    from phase10.game.errors import GameError
    from phase10.serve import app_notebook

    said = language(lang or context.obj)
    try:
        with checked(said):
            if not folder.strip():
                raise GameError("notebooks.folder", path=folder)
            copied = copy_notebooks(app_notebook().parent, Path(folder))
    except ValueError:  # a name that no system can have
        raise InputError(sentence(said, "error.notebooks.folder", path=folder)) from None
    shape: dict[str, Any] = {
        "folder": folder,
        "written": copied.written,
        "kept": copied.kept,
    }
    print_result(as_json, lambda: shape, lambda: _view(said, folder, copied))


def copy_notebooks(source: Path, target: Path) -> Copied:
    """Copy every notebook of a folder; what the user changed stays as it is.

    Raises ``notebooks.folder`` :class:`GameError` where the target cannot be written.
    """
    from phase10.game.errors import GameError

    copied = Copied()
    try:
        target.mkdir(parents=True, exist_ok=True)
        record = _record(target)
        for notebook in sorted(source.glob("**/*.ipynb")):
            if ".ipynb_checkpoints" in notebook.parts:
                continue
            name = notebook.relative_to(source).as_posix()
            content = notebook.read_bytes()
            place = target / name
            if place.exists() and _digest(place.read_bytes()) not in {
                _digest(content), record.get(name)
            }:  # fmt: skip
                copied.kept.append(name)
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            record[name] = _digest(content)
            copied.written.append(name)
        (target / RECORD).write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    except OSError:
        raise GameError("notebooks.folder", path=str(target)) from None
    return copied


def _record(folder: Path) -> dict[str, object]:
    """Read what was written before; a damaged record only makes that more is kept."""
    with suppress(OSError, ValueError, RecursionError):
        read = json.loads((folder / RECORD).read_text("utf-8"))
        if isinstance(read, dict):
            return read
    return {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _view(lang: str, folder: str, copied: Copied) -> RenderableType:
    """Tell what was written and how to open it."""
    from rich.console import Group
    from rich.text import Text

    lines = [plural(lang, "notebooks.done", len(copied.written), path=folder)]
    if copied.kept:
        lines.append(sentence(lang, "notebooks.kept", names=", ".join(copied.kept)))
    lines.append(sentence(lang, "notebooks.try", path=folder))
    return Group(*map(Text, lines))
