"""The commands about one hand: ``solve``, ``hint``, ``odds``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from phase10.cli.inputs import (
    InputError,
    checked,
    read_hand,
    read_phase,
    read_position,
    read_position_file,
    read_rules,
)
from phase10.cli.options import AsJson, Language, RulesOption, print_result
from phase10.cli.terminal import deal_view, hint_view, ladder_view, print_line, solve_view
from phase10.views.i18n import language

if TYPE_CHECKING:
    from phase10.advice.options import Advice
    from phase10.game.position import Position

__all__ = ["register"]

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


_MOST_SECONDS = 2.0
"""How long moves are played out where nobody said how often."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (solve, hint, odds):
        app.command()(command)


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
    rung: Annotated[
        int | None,
        typer.Option(
            min=1, max=4, help="Tell less: 1 an idea, 2 which cards, 3 the count, 4 the move."
        ),
    ] = None,
    win: Annotated[
        bool, typer.Option(help="Play the moves out: the chance to win the match with each.")
    ] = True,
    win_games: Annotated[
        int | None,
        typer.Option(min=2, max=1_000_000, metavar="N", help="How many games for each move."),
    ] = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Rank what can be done: with eleven cards, or with ten and the face-up card."""
    from phase10.cli.shapes import hint_shape, ladder_shape

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
    advice = _advised(said, known)
    if win and advice.options:
        advice = _played_out(said, advice, win_games)
    if not advice.options and not known.laid:
        _solve(said, known, as_json=as_json)
    elif rung is not None:
        print_result(
            as_json,
            lambda: ladder_shape(said, advice, rung),
            lambda: ladder_view(said, advice, rung),
        )
    else:
        print_result(as_json, lambda: hint_shape(said, advice), lambda: hint_view(said, advice))


def _advised(said: str, position: Position) -> Advice:
    """Give the hint; a phase that is not solved yet is solved first, if it can be."""
    from phase10.advice.hints import advise
    from phase10.cli.solving import solve_behind_a_bar
    from phase10.game.errors import GameError
    from phase10.views.text import error_text

    advice = advise(position)
    if not advice.counted:
        return advice
    try:
        solve_behind_a_bar(said, position.phase, position.rules)
    except GameError as error:
        # Counting does without: a hint is better than none.
        print_line(error_text(said, error))
        return advice
    return advise(position)


def _played_out(said: str, advice: Advice, games: int | None) -> Advice:
    """Put the chances to win beside the moves; by plain loops until the quick ones are there.

    Where time allows it is a number of games, so that the same command says the same.
    """
    from phase10.advice.winning import steps_of, with_chances
    from phase10.game.errors import GameError, NumberError
    from phase10.views.text import error_text

    try:
        from phase10.simulation.winning import Estimator, games_of_a_hint, is_ready
    except ImportError:  # everything else does without NumPy
        return advice
    quick = is_ready()
    estimator = Estimator(
        seconds=_MOST_SECONDS if games is None else None,
        games=games or games_of_a_hint(compiled=quick),
        compiled=quick,
    )
    try:
        return with_chances(advice, estimator(advice.position, steps_of(advice)))
    except NumberError as error:
        raise InputError(error_text(said, error)) from None
    except GameError as error:
        # No match can be played like this: a hint without chances is better than none.
        print_line(error_text(said, error))
        return advice


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
    print_result(
        as_json, lambda: deal_shape(counted), lambda: deal_view(said, goal, cards, counted)
    )


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
    print_result(
        as_json,
        lambda: solve_shape(groupings, chances),
        lambda: solve_view(said, hand, phase, groupings, chances),
    )
