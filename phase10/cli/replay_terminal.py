"""A recorded match for people: every round, the points, who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from phase10.game.engine import Game
from phase10.game.records import Record
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.views.i18n import number, plural, sentence
from phase10.views.records import ending_text, player_names, standing_text

__all__ = ["replay_view"]

_ENDLESS = 10_000
"""Letters of a line on which anything fits."""

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
    return Group(*parts, _Rounds(lang, record, names))


def _turns(lang: str, record: Record, names: tuple[str, ...]) -> Iterator[RenderableType]:
    """List the turns of each round as the record has them."""
    ends = {game.round: game for game in record.rounds()}
    shown = 0
    for turn in record.turns():
        if turn.round != shown:
            shown = turn.round
            yield Text(_title(lang, ends[shown], names), style="bold")
        said = f"{turn.line}  {names[turn.seat]}: {'; '.join(turn.said)}"
        yield Padding(Text(said), _INDENT)


@dataclass(frozen=True)
class _Rounds:
    """Show the rounds as a table or, where the terminal is too narrow for it, as a list."""

    lang: str
    record: Record
    names: tuple[str, ...]

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        table = self._table()
        needed = Measurement.get(console, options.update(width=_ENDLESS), table).maximum
        if needed <= options.max_width:
            yield table
        else:
            yield from self._list()

    def _table(self) -> Table:
        lang = self.lang
        played = Counter(turn.round for turn in self.record.turns())
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        table.add_column(sentence(lang, "replay.round"), justify="right")
        table.add_column(sentence(lang, "replay.turns"), justify="right")
        table.add_column(sentence(lang, "replay.end"))
        for name in self.names:
            table.add_column(Text(name), justify="right")
        rounds = self.record.rounds()
        for game in rounds:
            points = [number(lang, each) for each in _points(game)] or [""] * len(self.names)
            table.add_row(
                number(lang, game.round),
                number(lang, played[game.round]),
                Text(ending_text(lang, game, self.names)),
                *points,
                end_section=game is rounds[-1],
            )
        for heading, numbers in self._totals():
            table.add_row("", "", heading, *(number(lang, each) for each in numbers))
        return table

    def _list(self) -> Iterator[RenderableType]:
        for game in self.record.rounds():
            yield Text(_title(self.lang, game, self.names))
            points = _points(game)
            if points:
                yield Padding(self._line(points), _INDENT)
        for heading, numbers in self._totals():
            yield Text(heading, style="bold")
            yield Padding(self._line(numbers), _INDENT)

    def _line(self, numbers: tuple[int, ...]) -> Text:
        pairs = zip(self.names, numbers, strict=True)
        return Text(", ".join(f"{name} {number(self.lang, each)}" for name, each in pairs))

    def _totals(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        seats = self.record.game.seats
        return (
            (sentence(self.lang, "replay.points"), tuple(seat.score for seat in seats)),
            (sentence(self.lang, "replay.phases"), tuple(len(seat.done) for seat in seats)),
        )


def _title(lang: str, game: Game, names: tuple[str, ...]) -> str:
    code = str(game.setup.code(game.round, len(game.playing)))
    end = ending_text(lang, game, names)
    return sentence(lang, "replay.title", round=game.round, deal=code, end=end)


def _points(game: Game) -> tuple[int, ...]:
    """Give the points of a round that has ended; a tie-break has none."""
    over = game.stage in (ROUND_OVER, MATCH_OVER) and not game.tie_break
    return game.points if over else ()
