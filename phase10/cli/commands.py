"""The commands and how they end: 0 done, 2 the input is wrong (one line), 1 anything else."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Final

import typer
from typer.exceptions import Abort, TyperException

from phase10.cli import (
    course,
    deal,
    hand,
    hub,
    lessons,
    notebooks,
    play,
    puzzles,
    referee,
    replay,
    review,
    serve,
    simulate,
    site,
    wait,
    worksheet,
)
from phase10.cli.inputs import InputError
from phase10.cli.options import Language
from phase10.cli.terminal import print_line
from phase10.cli.usage import usage_text
from phase10.views.i18n import MissingText, sentence

__all__ = ["main"]

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


_UNWRITTEN: Final = {
    getattr(errno, name)
    for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EBADF")
    if hasattr(errno, name)
}
"""Numbers of errors that tell that what is printed has no place; saving tells its own."""


@app.callback(invoke_without_command=True)
def dashboards(
    context: typer.Context,
    *,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8866,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    lang: Language = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Find the best move in Phase 10; without a command, serve the dashboards."""
    context.obj = lang
    if version:
        from phase10 import __version__

        print(f"phase10 {__version__}")  # noqa: T201 - what was asked for
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    serve.serve_dashboards(lang, host=host, port=port, open_browser=browser)


for _room in (
    hand,
    wait,
    deal,
    referee,
    play,
    replay,
    review,
    puzzles,
    simulate,
    course,
    lessons,
    worksheet,
    serve,
    site,
    notebooks,
    hub,
):
    _room.register(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign shows a replacement instead of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(_run(given))


def _run(arguments: list[str]) -> int:
    lang = _asked_language(arguments)
    if sys.stdout is None:
        print_line(sentence(lang, "term.output"))
        return 1
    try:
        code = app(arguments, prog_name="phase10", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        print_line(str(error))
        return 2
    except TyperException as error:
        print_line(usage_text(lang, error, arguments))
        return 2
    except BrokenPipeError:
        # Whoever read the output has enough of it.
        _drop_output()
        return 0
    except (Abort, KeyboardInterrupt):
        return 1
    except Exception as error:  # noqa: BLE001 - a user sees one line, never a traceback
        if isinstance(error, OSError) and error.errno in _UNWRITTEN:
            _drop_output()
            print_line(sentence(lang, "term.output"))
            return 1
        if os.environ.get("PHASE10_DEBUG"):
            traceback.print_exc()
        try:
            told = sentence(lang, "term.trouble", kind=repr(error))
        except MissingText:
            told = str(error)
        print_line(told)
        return 1
    return 1 if code else 0


def _drop_output() -> None:
    """Let what is not written yet go nowhere, or Python would complain of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _asked_language(arguments: list[str]) -> str:
    """Find the language in arguments that may not have been read yet."""
    joined = " ".join(arguments)
    return "lv" if "--lang lv" in joined or "--lang=lv" in joined else "en"
