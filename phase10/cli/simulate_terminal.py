"""Simulated matches and the list of players for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from phase10.cli.fitting import Fitting
from phase10.simulation.matches import Simulated
from phase10.simulation.tally import Ratio
from phase10.views.i18n import decimal, number, percent, plural, sentence
from phase10.views.names import phase_name

__all__ = ["players_view", "simulated_view"]

Written = Callable[[str, Ratio], str]


def players_view(lang: str, players: Sequence[tuple[str, str]]) -> RenderableType:
    """List players with what they do."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for name, text in players:
        grid.add_row(Text(name), Text(text))
    return grid


def simulated_view(lang: str, found: Simulated, written: Sequence[Path]) -> RenderableType:
    """Show who won how often, then how long matches, rounds and phases took."""
    parts: list[RenderableType] = [
        Text(plural(lang, "simulate.games", found.games, seed=str(found.study.seed)), style="bold")
    ]
    if found.stopped:
        parts.append(Text(plural(lang, "simulate.stopped", found.study.games)))
    parts += [Text(), _contestants(lang, found), Text()]
    parts += [Text(line) for line in _lines(lang, found)]
    parts += [Text(), _phases(lang, found), Text()]
    notes = [sentence(lang, "simulate.error")]
    notes.append(sentence(lang, "simulate.speed", rate=_rate(lang, found.games / found.seconds)))
    if not found.compiled:
        notes.append(sentence(lang, "simulate.plain"))
    if written:
        notes.append(plural(lang, "simulate.recorded", len(written), path=str(written[0])))
    return Group(*parts, *(Text(note, style="dim") for note in notes))


def _rate(lang: str, rate: float) -> str:
    return number(lang, round(rate)) if rate >= 10 else decimal(lang, rate, 1)


def _share(lang: str, figure: Ratio) -> str:
    return _with_error(lang, figure, lambda value: percent(lang, value, 1))


def _mean(lang: str, figure: Ratio) -> str:
    return _with_error(lang, figure, lambda value: decimal(lang, value, 2))


def _with_error(lang: str, figure: Ratio, written: Callable[[float], str]) -> str:
    if figure.error is None:
        return written(figure.value)
    return sentence(
        lang, "simulate.value", value=written(figure.value), error=written(figure.error)
    )


def _lines(lang: str, found: Simulated) -> list[str]:
    lengths = {
        "rounds": _mean(lang, found.rounds_per_game),
        "turns": _mean(lang, found.turns_per_round),
    }
    lines = [
        sentence(lang, "simulate.length", **lengths),
        sentence(lang, "simulate.begins", share=_share(lang, found.by_start[0])),
    ]
    if found.difference is not None:
        ahead, behind = found.players if found.difference.value >= 0 else found.players[::-1]
        points = Ratio(
            abs(found.difference.value) * 100,
            None if found.difference.error is None else found.difference.error * 100,
        )
        names = {"first": ahead.player, "second": behind.player}
        lines.append(sentence(lang, "simulate.difference", points=_mean(lang, points), **names))
    if found.capped:
        lines.append(plural(lang, "simulate.capped", found.capped))
    return lines


def _contestants(lang: str, found: Simulated) -> RenderableType:
    rows = [
        [
            player.player,
            number(lang, player.wins),
            _share(lang, player.share),
            _mean(lang, player.score),
            _share(lang, player.went_out),
        ]
        for player in found.players
    ]
    names = [
        sentence(lang, f"simulate.column.{column}")
        for column in ("player", "wins", "share", "score", "out")
    ]
    return _table(names, rows)


def _phases(lang: str, found: Simulated) -> RenderableType:
    rows = []
    for place, phase in found.by_phase.items():
        turns = "" if phase.turns is None else _mean(lang, phase.turns)
        name = f"{number(lang, place)}  {phase_name(lang, found.study.phases[place - 1])}"
        rows.append([name, turns, _share(lang, phase.completed)])
    names = [
        sentence(lang, f"simulate.column.{column}") for column in ("phase", "turns", "completed")
    ]
    return _table(names, rows)


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderableType:
    """Show rows as a table, or where the lines are short as a list."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, name in enumerate(names):
        table.add_column(name, justify="right" if place else "left")
    listed: list[RenderableType] = []
    for row in rows:
        table.add_row(*map(Text, row))
        listed.append(Text(row[0], style="bold"))
        listed += [
            Text(f"  {name}: {value}")
            for name, value in zip(names[1:], row[1:], strict=True)
            if value
        ]
    return Fitting(table, Group(*listed))
