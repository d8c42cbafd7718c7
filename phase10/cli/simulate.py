"""The commands ``simulate`` and ``players``: matches among computer players, and who they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError, checked, read_rules
from phase10.cli.options import AsJson, Language, RulesOption, print_result
from phase10.views.i18n import language, sentence

if TYPE_CHECKING:
    from phase10.simulation.matches import Progress, Simulated
    from phase10.simulation.study import Study
    from phase10.simulation.tally import Ratio

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    app.command("simulate")(simulate)
    app.command("players")(players)


def simulate(
    context: typer.Context,
    *,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B,…", help="Two to six; see phase10 players.")
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many matches.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Which matches.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="Loops at once; else all cores.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster."),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Also write the matches, for replay."),
    ] = None,
    rules: RulesOption = "seed",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Let computer players play many matches: who wins how often, how long everything takes."""
    from phase10.cli.simulate_terminal import simulated_view
    from phase10.simulation.matches import simulate as simulated
    from phase10.simulation.study import Study

    said = language(lang or context.obj)
    names = [name.strip() for name in players.split(",")]
    if not all(names):
        raise InputError(sentence(said, "simulate.players.empty"))
    by = read_rules(said, rules)
    _check_scheduler(said, scheduler, workers)
    with checked(said):
        study = Study(tuple(names), games, seed, by)
        if record is not None:
            _check_record(said, study, record)
        with _bar(said, "simulate.playing") as progress:
            if scheduler is not None:
                found = _on_cluster(said, scheduler, study, progress)
            else:
                found = simulated(names, games, seed, by, workers=workers, progress=progress)
        written = [] if record is None else _recorded(said, study, found.games, Path(record))
    print_result(as_json, lambda: _shape(found), lambda: simulated_view(said, found, written))


def _check_scheduler(lang: str, scheduler: str | None, workers: int | None) -> None:
    if scheduler is None:
        return
    if not scheduler.strip():
        raise InputError(sentence(lang, "simulate.scheduler.empty"))
    if workers is not None:
        raise InputError(sentence(lang, "simulate.scheduler.workers"))


def _on_cluster(lang: str, scheduler: str, study: Study, progress: Progress) -> Simulated:
    """Play on a cluster; what ended it early is told on standard error, the figures are kept."""
    from phase10.cli.terminal import print_line
    from phase10.simulation.cluster import simulate_on
    from phase10.views.text import error_text

    return simulate_on(
        scheduler,
        study.players,
        study.games,
        study.seed,
        study.rules,
        progress=progress,
        told=lambda error: print_line(error_text(lang, error)),
    )


def _check_record(lang: str, study: Study, path: str) -> None:
    """Refuse before the matches are played what could not be recorded after them."""
    from phase10.game.errors import GameError
    from phase10.simulation.recording import MOST_RECORDS

    if not path.strip():
        raise InputError(sentence(lang, "simulate.record.empty"))
    if study.games > MOST_RECORDS:
        raise GameError("simulate.records", count=study.games, limit=MOST_RECORDS)


def _recorded(lang: str, study: Study, games: int, path: Path) -> list[Path]:
    """Write the records of the first matches and give their files."""
    from phase10.game.records import save
    from phase10.simulation.recording import record_match

    written: list[Path] = []
    with _bar(lang, "simulate.recording") as progress:
        for number in range(games):
            numbered = path.with_name(f"{path.stem}-{number + 1}{path.suffix}")
            written.append(path if games == 1 else numbered)
            save(record_match(study, number), written[-1])
            progress(number + 1, games)
    return written


@contextmanager
def _bar(lang: str, title: str) -> Iterator[Progress]:
    """Show how far the work is on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    with Bar(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(sentence(lang, title), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _shape(found: Simulated) -> dict[str, Any]:
    """Give the figures as plain values; what cannot be told from so few matches is left out."""
    from phase10.game.moves import SEATS

    shape: dict[str, Any] = {
        "games": found.games,
        "players": [
            {
                "seat": SEATS[player.seat],
                "player": player.player,
                "wins": player.wins,
                **_figure("share", player.share),
                **_figure("score", player.score),
                **_figure("went_out", player.went_out),
            }
            for player in found.players
        ],
        **_figure("rounds_per_game", found.rounds_per_game),
        **_figure("turns_per_round", found.turns_per_round),
        "by_phase": {
            str(number): {
                **({} if phase.turns is None else _figure("turns", phase.turns)),
                **_figure("completed", phase.completed),
            }
            for number, phase in found.by_phase.items()
        },
        "by_start": [_figure("share", share) for share in found.by_start],
    }
    if found.difference is not None:
        shape |= _figure("difference", found.difference)
    return shape | {
        "capped": found.capped,
        "stopped": found.stopped,
        "rules": str(found.study.rules),
        "seed": found.study.seed,
        "workers": found.workers,
        "compiled": found.compiled,
        "seconds": found.seconds,
        "games_per_second": found.games / found.seconds,
    }


def _figure(name: str, figure: Ratio) -> dict[str, float]:
    if figure.error is None:
        return {name: figure.value}
    return {name: figure.value, f"{name}_se": figure.error}


def players(context: typer.Context, *, as_json: AsJson = False, lang: Language = None) -> None:
    """List the computer players with how each of them decides, the weakest first."""
    from phase10.cli.simulate_terminal import players_view
    from phase10.players import PLAYERS
    from phase10.views.play import player_description

    names = tuple(PLAYERS)
    with suppress(ImportError):  # without NumPy there is nobody who simulates
        from phase10.simulation.study import PLAYERS as SIMULATED

        names = SIMULATED
    said = language(lang or context.obj)
    listed = [(name, player_description(said, name)) for name in names]
    shape: Callable[[], list[dict[str, str]]] = lambda: [  # noqa: E731
        {"name": name, "description": text} for name, text in listed
    ]
    print_result(as_json, shape, lambda: players_view(said, listed))
