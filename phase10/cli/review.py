"""The command ``phase10 review``: what every decision of a recorded match cost."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError
from phase10.cli.options import AsJson, Language, print_result
from phase10.cli.replay import read_record
from phase10.views.i18n import language, sentence

if TYPE_CHECKING:
    from phase10.advice.review import Decision, Estimating, Grade, Review
    from phase10.game.records import Record

__all__ = ["register"]

_ALL = "all"


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("review")(review)


def review(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.")],
    *,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="Whose moves: a name, a seat, or all."),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=1, max=3600, help="Time to work.")
    ] = 20.0,
    win: Annotated[
        bool, typer.Option(help="Play the moves out: losses as chances to win the match.")
    ] = True,
    every: Annotated[bool, typer.Option("--every", help="Show every decision.")] = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Find in a recorded match what was not the best move and what it cost, and grade the play."""
    from phase10.advice.review import review as reviewed
    from phase10.cli.review_terminal import review_view
    from phase10.views.records import player_names

    said = language(lang or context.obj)
    record = read_record(said, file)
    names = player_names(record)
    seats = _seats(said, record, names, player)
    with _bar(said) as progress:
        winning = _winning() if win else None
        found = reviewed(
            record, winning, names=names, seats=seats, seconds=seconds, progress=progress
        )
    print_result(
        as_json,
        lambda: _shape(said, found, names),
        lambda: review_view(said, found, names, every=every),
    )


def _seats(
    lang: str, record: Record, names: Sequence[str], player: str | None
) -> tuple[int, ...] | None:
    """Find whose moves are asked for; None for those that are looked at by themselves."""
    from phase10.game.moves import SEATS

    if player is None:
        return None
    asked = " ".join(player.split()).casefold()
    known = [*(name.casefold() for name in names), *SEATS[: len(names)].casefold()]
    if asked in known:
        return (known.index(asked) % len(names),)
    if asked == _ALL:
        return tuple(range(len(names)))
    raise InputError(sentence(lang, "review.player", name=player, players=", ".join(names)))


def _winning() -> Estimating | None:
    """Give the estimator, made ready before its time counts; None where loops are not compiled."""
    from phase10.simulation.compiled import COMPILED

    if not COMPILED:
        return None
    from phase10.simulation.winning import Estimator, make_ready

    make_ready()
    return lambda seconds, seed: Estimator(seconds, seed=seed)


@contextmanager
def _bar(lang: str) -> Iterator[Callable[[float], None]]:
    """Show how far the work is on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(sentence(lang, "review.working"), total=1.0)
        yield lambda share: bar.update(task, completed=share)


def _shape(lang: str, found: Review, names: Sequence[str]) -> dict[str, Any]:
    """Give the review as plain values; figures that are not known are left out."""
    from phase10.game.moves import SEATS

    numbered = {decision.place: number for number, decision in enumerate(found.decisions)}
    return {
        "measured_by": "win_chance" if found.by_chance else "expected_turns",
        "grade": {SEATS[seat]: found.grade(seat).points for seat in found.seats},
        "by_kind": {
            SEATS[seat]: {kind: _grade(each) for kind, each in found.lines(seat).items()}
            for seat in found.seats
        },
        "costliest": {
            SEATS[seat]: [numbered[decision.place] for decision in found.costliest(seat)]
            for seat in found.seats
        },
        "moves": [_move(lang, found, decision, names) for decision in found.decisions],
    }


def _grade(grade: Grade) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "points": grade.points,
        "decisions": grade.decisions,
        "mistakes": grade.mistakes,
        "turns_lost": grade.turns,
    }
    if grade.lost is not None:
        shape |= {"lost": grade.lost, "lost_se": grade.error}
    return shape


def _move(lang: str, found: Review, decision: Decision, names: Sequence[str]) -> dict[str, Any]:
    from phase10.game.moves import SEATS
    from phase10.views.review import decision_text

    shape: dict[str, Any] = {
        "turn": decision.turn,
        "round": decision.round,
        "line": decision.line,
        "player": SEATS[decision.seat],
        "kind": decision.kind,
        "move": decision.step.text(),
        "best": _best(found, decision),
        "mistake": decision.is_mistake,
        "loss": decision.cost,
        "loss_se": decision.error or 0.0,
    }
    if decision.turns is not None:
        shape["turns_lost"] = decision.turns
    # What the grade is made of; its sum stands in by_kind.
    shape["worth"] = 0.0 if decision.best is decision.own else decision.worth
    if decision.chance is not None:
        shape["win_chance"] = decision.chance
    return shape | {"text": decision_text(lang, found, decision, names)}


def _best(found: Review, decision: Decision) -> str:
    """Write the better move as records do: what it consists of, with the letters of the seats."""
    from phase10.advice.review import steps_of_option
    from phase10.game.moves import parse_move
    from phase10.game.position import ME

    seats = {name: seat for seat, name in enumerate(found.names)} | {ME: decision.seat}
    if decision.as_good:
        return decision.step.text()
    steps = steps_of_option(decision.advice, decision.best)
    return "; ".join(parse_move(step, seats).text() for step in steps)
