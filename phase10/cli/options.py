"""What commands share: options that are the same everywhere, and how a result is printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from phase10.cli.terminal import show, write

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["AsJson", "Language", "RulesOption", "print_result"]

RulesOption = Annotated[
    str, typer.Option("--rules", help="seed, official, or changes: seed,natural_per=group.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Language = Annotated[
    Literal["en", "lv"] | None, typer.Option("--lang", help="Language of what is printed.")
]


def print_result(
    as_json: bool,
    shape: Callable[[], dict[str, Any] | list[dict[str, str]]],
    view: Callable[[], RenderableType],
) -> None:
    """Print one JSON object or list, or the view for people."""
    if as_json:
        write(f"{json.dumps(shape(), ensure_ascii=False)}\n")
    else:
        show(view())
