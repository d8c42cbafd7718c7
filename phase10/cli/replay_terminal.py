"""A recorded match for people: every round, the points, who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from phase10.cli.fitting import Fitting
from phase10.game.engine import Game
from phase10.game.records import Record
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.views.i18n import number, plural, sentence
from phase10.views.play import missed, recorded_clause
from phase10.views.records import ending_text, player_names, standing_text

__all__ = ["replay_view"]

_CLAUSES = 30
"""Letters that what is said of a turn needs beside its line and the name."""

_INDENT = (0, 0, 0, 2)


def replay_view(lang: str, record: Record, *, turns: bool = False) -> RenderableType:
    """Show the rounds with their points, and every turn when wanted."""
    names = player_names(record)
    count = len(record.turns())
    parts: list[RenderableType] = [
        Text(plural(lang, "replay.legal", count), style="bold"),
        Text(standing_text(lang, record.game, names), style="bold"),
        Text(),
    ]
    if turns:
        parts += [*_turns(lang, record, names), Text()]
    rounds = Fitting(_table(lang, record, names), Group(*_list(lang, record, names)))
    return Group(*parts, rounds)


def _turns(lang: str, record: Record, names: tuple[str, ...]) -> Iterator[RenderableType]:
    """Tell the turns of each round in words, each with its line of the record."""
    told = _told(lang, record, names)
    width = max((len(line) for lines in told.values() for line, _, _ in lines), default=0)
    called = max(map(len, names))
    for game in record.rounds():
        yield Text(_title(lang, game, names), style="bold")
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(justify="right", width=width, no_wrap=True)
        grid.add_column(width=called, no_wrap=True)
        grid.add_column()
        listed: list[RenderableType] = []
        for line, name, clauses in told[game.round]:
            said = Text(" · ".join(clauses))
            grid.add_row(line, Text(name), said)
            listed += [Text(f"{line} {name}".strip()), Padding(said, _INDENT)]
        yield Padding(Fitting(grid, Group(*listed), width + called + _CLAUSES), _INDENT)


def _told(
    lang: str, record: Record, names: tuple[str, ...]
) -> dict[int, list[tuple[str, str, list[str]]]]:
    """Tell by round what happened: the line of the record, the player, and clauses."""
    told: dict[int, list[tuple[str, str, list[str]]]] = {game.round: [] for game in record.rounds()}
    line = 0
    for before, event in pairwise(record.events):
        if event.step is None:
            continue
        lines = told[before.game.round]
        if event.line != line:
            line = event.line
            lines.append((str(line), names[before.game.turn], []))
        clauses = lines[-1][2]
        if event.game.shuffles > before.game.shuffles:
            clauses.append(sentence(lang, "play.shuffles"))
        clauses.append(recorded_clause(lang, event.step, before.game, event.game, names))
        lines += [
            ("", names[seat], [sentence(lang, "play.misses")])
            for seat in missed(before.game, event.game)
        ]
    return told


def _table(lang: str, record: Record, names: tuple[str, ...]) -> Table:
    played = Counter(turn.round for turn in record.turns())
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(sentence(lang, "replay.round"), justify="right")
    table.add_column(sentence(lang, "replay.turns"), justify="right")
    table.add_column(sentence(lang, "replay.end"))
    for name in names:
        table.add_column(Text(name), justify="right")
    rounds = record.rounds()
    for game in rounds:
        points = [number(lang, each) for each in _points(game)] or [""] * len(names)
        table.add_row(
            number(lang, game.round),
            number(lang, played[game.round]),
            Text(ending_text(lang, game, names)),
            *points,
            end_section=game is rounds[-1],
        )
    for heading, numbers in _totals(lang, record):
        table.add_row("", "", heading, *(number(lang, each) for each in numbers))
    return table


def _list(lang: str, record: Record, names: tuple[str, ...]) -> Iterator[RenderableType]:
    for game in record.rounds():
        yield Text(_title(lang, game, names))
        points = _points(game)
        if points:
            yield Padding(_line(lang, names, points), _INDENT)
    for heading, numbers in _totals(lang, record):
        yield Text(heading, style="bold")
        yield Padding(_line(lang, names, numbers), _INDENT)


def _line(lang: str, names: tuple[str, ...], numbers: tuple[int, ...]) -> Text:
    pairs = zip(names, numbers, strict=True)
    return Text(", ".join(f"{name} {number(lang, each)}" for name, each in pairs))


def _totals(lang: str, record: Record) -> tuple[tuple[str, tuple[int, ...]], ...]:
    seats = record.game.seats
    return (
        (sentence(lang, "replay.points"), tuple(seat.score for seat in seats)),
        (sentence(lang, "replay.phases"), tuple(len(seat.done) for seat in seats)),
    )


def _title(lang: str, game: Game, names: tuple[str, ...]) -> str:
    code = str(game.setup.code(game.round, len(game.playing)))
    end = ending_text(lang, game, names)
    return sentence(lang, "replay.title", round=game.round, deal=code, end=end)


def _points(game: Game) -> tuple[int, ...]:
    """Give the points of a round that has ended; a tie-break has none."""
    over = game.stage in (ROUND_OVER, MATCH_OVER) and not game.tie_break
    return game.points if over else ()
