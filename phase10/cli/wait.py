"""``phase10 wait``: how many turns a phase needs, and the chances to lay it down in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from phase10.cli.inputs import checked, read_phase, read_rules
from phase10.cli.options import AsJson, Language, RulesOption, print_result
from phase10.cli.solving import solve_behind_a_bar
from phase10.cli.terminal import print_line
from phase10.views.i18n import decimal, language, number, percent, sentence
from phase10.views.names import card_list, phase_name

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phase10.game.phases import Phase
    from phase10.game.rules import Rules
    from phase10.solver.waiting import WaitingFigures

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("wait")(wait)


def wait(
    context: typer.Context,
    *,
    phase: Annotated[
        str,
        typer.Option("--phase", metavar="P", help="1 to 10, or goals: set:3+run:4, '2 sets of 3'."),
    ],
    model: Annotated[
        Literal["pile", "offer"],
        typer.Option(help="Draw blind, or be offered a number card first."),
    ] = "pile",
    rules: RulesOption = "seed",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Show the expected turns until a phase is laid down, and the best chances within n turns."""
    said = language(lang or context.obj)
    goal = read_phase(said, phase)
    figures = _figures(said, goal, model, read_rules(said, rules))
    print_result(as_json, lambda: wait_shape(goal, figures), lambda: wait_view(said, goal, figures))


def _figures(lang: str, phase: Phase, model: str, rules: Rules) -> WaitingFigures:
    """Look the figures up, or solve the phase first."""
    from phase10.game.errors import GameError
    from phase10.solver.waiting import figures_for
    from phase10.views.text import error_text

    found = figures_for(phase, model, rules)
    if found is not None:
        return found
    try:
        return solve_behind_a_bar(lang, phase, rules).figures[model]
    except GameError as error:
        if error.code == "numba.missing":
            print_line(error_text(lang, error))
            raise typer.Exit(1) from None
        with checked(lang):
            raise


def wait_shape(phase: Phase, figures: WaitingFigures) -> dict[str, Any]:
    """Give the figures as plain values; simulated ones say how, and on which side they bound."""
    from phase10.cli.shapes import bound_shape, by_turns

    shape: dict[str, Any] = {
        "phase": str(phase),
        "model": figures.model,
        "method": figures.method,
        "expected_turns": figures.average,
    }
    if figures.worst is not None:
        hand, turns = figures.worst
        shape["worst"] = {"hand": hand, "expected_turns": turns}
    shape["within"] = by_turns(figures.within)
    return shape | bound_shape(figures)


def wait_view(lang: str, phase: Phase, figures: WaitingFigures) -> RenderableType:
    """Show the figures with the model that they are of."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from phase10.game.cards import Cards

    simulated = figures.within_errors is not None
    chance = "term.wait.chance.simulated" if simulated else "term.wait.chance"
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(sentence(lang, "term.wait.turns"), justify="right")
    table.add_column(sentence(lang, chance), justify="right")
    for turns, share in enumerate(figures.within, start=1):
        table.add_row(number(lang, turns), percent(lang, share, 1))
    parts: list[RenderableType] = [
        Text(sentence(lang, "term.wait.title"), style="bold"),
        Text(sentence(lang, "term.phase", phase=phase_name(lang, phase))),
        Text(_average(lang, figures)),
    ]
    if figures.worst is not None:
        hand, most = figures.worst
        cards = card_list(lang, Cards(hand))
        told = sentence(lang, "term.wait.worst", turns=decimal(lang, most, 2), cards=cards)
        parts.append(Text(told))
    notes = [sentence(lang, f"term.wait.model.{figures.model}")]
    if simulated:
        games, seed = figures.games or 0, figures.seed or 0
        notes.append(sentence(lang, "term.wait.simulated", games=games, seed=seed))
    else:
        notes.append(sentence(lang, "term.wait.each"))
    return Group(*parts, Text(), table, Text(), *(Text(note, style="dim") for note in notes))


def _average(lang: str, figures: WaitingFigures) -> str:
    if figures.standard_error is None:
        return sentence(lang, "term.wait.average", turns=decimal(lang, figures.average, 3))
    return sentence(
        lang,
        "term.wait.average.simulated",
        turns=decimal(lang, figures.average, 2),
        error=decimal(lang, figures.standard_error, 2),
    )
