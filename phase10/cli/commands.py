"""The commands and how they end: 0 done, 2 the input is wrong (one line), 1 anything else."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.exceptions import Abort, TyperException

from phase10.cli.game_commands import register
from phase10.cli.inputs import (
    InputError,
    checked,
    read_hand,
    read_phase,
    read_position,
    read_position_file,
    read_rules,
)
from phase10.cli.play import register as register_play
from phase10.cli.referee import register as register_referee
from phase10.cli.replay import register as register_replay
from phase10.cli.terminal import deal_view, hint_view, print_line, show, solve_view
from phase10.cli.wait import register as register_wait
from phase10.views.i18n import MissingText, language, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phase10.game.position import Position

__all__ = ["main"]

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Cards = Annotated[
    list[str] | None,
    typer.Argument(metavar="HAND", help="Cards such as 'R5 B5 G8 W S', red 7, 2xW."),
]
PhaseOption = Annotated[
    str,
    typer.Option("--phase", metavar="P", help="1 to 10, or goals: set:3+run:4, '2 sets of 3'."),
]
Seen = Annotated[
    str | None,
    typer.Option(metavar="CARDS", help="Other cards that cannot be drawn any more."),
]
RulesOption = Annotated[
    str, typer.Option("--rules", help="seed, official, or changes: seed,natural_per=group.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Language = Annotated[
    Literal["en", "lv"] | None, typer.Option("--lang", help="Language of what is printed.")
]


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
    if find_spec("voila") is None:
        print_line(sentence(language(lang), "term.app"))
        raise typer.Exit(1)
    from phase10.serve import serve

    serve(host=host, port=port, open_browser=browser, lang=lang)


@app.command()
def solve(
    context: typer.Context,
    hand: Cards = None,
    *,
    phase: PhaseOption,
    seen: Seen = None,
    rules: RulesOption = "seed",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Show the best plans of a hand, what is missing and how likely it comes."""
    said = language(lang or context.obj)
    position = _position(said, hand, phase, rules, seen=seen)
    _solve(said, position, as_json=as_json)


@app.command()
def hint(
    context: typer.Context,
    hand: Cards = None,
    *,
    phase: Annotated[str | None, typer.Option("--phase", metavar="P")] = None,
    top: Annotated[
        str | None, typer.Option(metavar="CARD", help="The face-up card of the discards.")
    ] = None,
    seen: Seen = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="FILE", help="JSON or YAML; - is standard input."),
    ] = None,
    rules: Annotated[str | None, typer.Option("--rules")] = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Rank what can be done: with eleven cards, or with ten and the face-up card."""
    from phase10.advice.hints import advise
    from phase10.cli.shapes import hint_shape

    said = language(lang or context.obj)
    if position is None:
        if phase is None:
            raise InputError("Missing option '--phase'.")
        known = _position(said, hand, phase, rules or "seed", top=top, seen=seen)
    else:
        texts = {"phase": phase, "top": top, "seen": seen, "rules": rules}
        texts["hand"] = None if hand is None else " ".join(hand)
        given = {key: text for key, text in texts.items() if text is not None}
        known = read_position_file(said, position, given)
    advice = advise(known)
    if not advice.options:
        _solve(said, known, as_json=as_json)
    else:
        _print(as_json, lambda: hint_shape(said, advice), lambda: hint_view(said, advice))


@app.command()
def odds(
    context: typer.Context,
    *,
    phase: PhaseOption,
    cards: Annotated[int, typer.Option(help="How many cards are dealt.")] = 10,
    natural_per: Annotated[
        Literal["phase", "group"] | None,
        typer.Option(help="Where at least one number card is needed."),
    ] = None,
    rules: RulesOption = "seed",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Count exactly how many deals hold the whole phase."""
    from dataclasses import replace

    from phase10.cli.shapes import deal_shape
    from phase10.solver.odds import deal_odds

    said = language(lang or context.obj)
    goal = read_phase(said, phase)
    chosen = read_rules(said, rules)
    if natural_per is not None:
        chosen = replace(chosen, natural_per=natural_per)
    with checked(said):
        counted = deal_odds(goal, cards, chosen)
    _print(as_json, lambda: deal_shape(counted), lambda: deal_view(said, goal, cards, counted))


register(app)
register_wait(app)
register_referee(app)
register_play(app)
register_replay(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign shows a replacement instead of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(_run(given))


def _run(arguments: list[str]) -> int:
    try:
        code = app(arguments, prog_name="phase10", standalone_mode=False)
        sys.stdout.flush()
    except (InputError, TyperException) as error:
        told = error.format_message() if isinstance(error, TyperException) else str(error)
        print_line(told)
        return 2
    except BrokenPipeError:
        # Whoever read the output has enough of it; Python must not complain at its end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Abort, KeyboardInterrupt):
        return 1
    except Exception as error:  # noqa: BLE001 - a user sees one line, never a traceback
        if os.environ.get("PHASE10_DEBUG"):
            traceback.print_exc()
        try:
            told = sentence(_asked_language(arguments), "term.trouble", kind=repr(error))
        except MissingText:
            told = str(error)
        print_line(told)
        return 1
    return 1 if code else 0


def _asked_language(arguments: list[str]) -> str:
    """Find the language in arguments that may not have been read yet."""
    joined = " ".join(arguments)
    return "lv" if "--lang lv" in joined or "--lang=lv" in joined else "en"


def _position(
    said: str,
    hand: list[str] | None,
    phase: str,
    rules: str,
    *,
    top: str | None = None,
    seen: str | None = None,
) -> Position:
    if hand is None:
        raise InputError("Missing argument 'HAND'.")
    chosen = read_rules(said, rules)
    held = read_hand(said, " ".join(hand), chosen)
    return read_position(said, held, read_phase(said, phase), chosen, top=top, seen=seen)


def _solve(said: str, position: Position, *, as_json: bool) -> None:
    from phase10.cli.shapes import solve_shape
    from phase10.solver.groupings import best_groupings
    from phase10.solver.odds import draw_odds

    hand, phase, rules = position.hand, position.phase, position.rules
    groupings = best_groupings(hand, phase, rules, seen=position.known)
    chances = draw_odds(hand, phase, rules, seen=position.known)
    _print(
        as_json,
        lambda: solve_shape(groupings, chances),
        lambda: solve_view(said, hand, phase, groupings, chances),
    )


def _print(
    as_json: bool, shape: Callable[[], dict[str, Any]], view: Callable[[], RenderableType]
) -> None:
    """Print one JSON object, or the view for people."""
    if as_json:
        try:
            print(json.dumps(shape(), ensure_ascii=False), flush=True)  # noqa: T201 - the answer
        except BrokenPipeError:
            # Without its number, or the library would end the program with a code of its own.
            raise BrokenPipeError from None
    else:
        show(view())
