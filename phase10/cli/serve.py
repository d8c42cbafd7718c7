"""The command ``serve``: the dashboards for one user, or for a class."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from phase10.cli.inputs import InputError, checked
from phase10.cli.options import Language
from phase10.cli.terminal import print_line
from phase10.views.i18n import language, sentence

__all__ = ["register", "serve_dashboards"]

MOST_SEATS = 500


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("serve")(serve)


def serve(
    context: typer.Context,
    *,
    seats: Annotated[
        int,
        typer.Option(
            "--class", min=0, max=MOST_SEATS, metavar="SEATS", help="Serve a class of so many."
        ),
    ] = 0,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 opens it to the network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8866,
    classes: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            envvar="PHASE10_CLASSES",
            help="Where classes are kept: a file, or a postgresql:// address.",
        ),
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Certificate, to serve by https.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Key of the certificate.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    lang: Language = None,
) -> None:
    """Serve the dashboards to this machine, or to a class that enters a code."""
    said = language(lang or context.obj)
    if key is not None and certificate is None:
        raise InputError(sentence(said, "serve.key"))
    if classes is not None:
        from phase10.teaching.classroom import open_classrooms

        with checked(said):
            # Before anybody comes.
            open_classrooms(_whole(classes)).check()
    serve_dashboards(
        lang or context.obj,
        host=host,
        port=port,
        open_browser=browser,
        seats=seats,
        classes=_whole(classes),
        certificate=certificate,
        key=key,
    )


def _whole(place: str | None) -> str | None:
    """Give a file by its whole name: kernels work in another folder."""
    if place is None or "://" in place:
        return place
    return os.fspath(Path(place).absolute())


def serve_dashboards(lang: str | None, **options: object) -> None:
    """Serve, or say what is missing for it."""
    if find_spec("voila") is None:
        print_line(sentence(language(lang), "term.app"))
        raise typer.Exit(1)
    from phase10.serve import serve as run

    run(lang=lang, **options)  # type: ignore[arg-type]  # as declared above
