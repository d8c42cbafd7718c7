"""A record as text: its header, its lines, its check; what can be read and what cannot.

::

    phase10 record 1
    rules: seed
    phases: classic
    seed: 77
    dealer: B
    player A: Anna
    player B: greedy (greedy)
    round 1: P10-1-2-77-1
    A: draw pile R5; discard B12
    B: take discard B12; lay set R3 B3 Y3 | set R9 G9 Y9; hit R3 on A.1; discard S on A
    round 1 over: A went out; points A 0, B 35; phases A 1, B 0
    check: 0123456789abcdef

``phases`` is the id of an edition or the phases, joined by ``; ``. A player of the computer has the
name of its strategy in brackets. A name that would be misread stands in double quotes, with the
escapes of JSON. After a draw and a take stands the card that came.

``check`` is the first sixteen hexadecimal digits of the SHA-256 of all text before that line, as
UTF-8 with line feeds and without a byte order mark. A record that ``phase10`` did not write has
``phase10 record 1 typed`` as its first line and no check; empty lines may stand in it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from phase10.game.cards import CARDS, Card
from phase10.game.engine import Game
from phase10.game.errors import GameError, RecordError
from phase10.game.moves import SEATS, Draw, Move, Step, TakeDiscard, parse_move
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import Rules

__all__ = [
    "FIRST_LINE",
    "LINE_LIMIT",
    "NAME_LIMIT",
    "RECORD_LIMIT",
    "Body",
    "Header",
    "check_line",
    "deal_line",
    "edition_of",
    "ending_lines",
    "ending_of",
    "read_body",
    "read_header",
    "read_step",
    "step_text",
    "with_check",
]

FIRST_LINE: Final = "phase10 record 1"
RECORD_LIMIT: Final = 4_000_000
"""Bytes of a record that are read or saved."""

LINE_LIMIT: Final = 4_000
"""Letters of a line."""

NAME_LIMIT: Final = 100
"""Letters of a player's name or of a strategy's."""

_FIRST = re.compile(r"phase10 record (?P<version>[0-9]{1,9})(?P<typed> typed)?")
_CHECK = re.compile(r"check: [0-9a-f]{16}")
_SEED = re.compile(r"0|[1-9][0-9]{0,18}")
_QUOTED: Final = r'"(?:[^"\\]|\\.)*+"'
_PLAIN: Final = r'[^"()\\]*+'
_PLAYER = re.compile(rf"(?P<name>{_QUOTED}|{_PLAIN})\s*+(?:\((?P<strategy>{_QUOTED}|{_PLAIN})\))?+")
_DRAWN = re.compile(r"(?P<move>draw pile|take discard) (?P<card>.+)", re.IGNORECASE)


# --- the whole text -------------------------------------------------------------------------------


class Body(NamedTuple):
    """Hold the lines of a record with their numbers from 1, without the first and the check.

    ``end``: the number of the line after them; ``damaged``: whether the check is wrong.
    """

    lines: tuple[tuple[int, str], ...]
    end: int
    damaged: bool


def check_line(text: str) -> str:
    """Give the check of the text before it."""
    return f"check: {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def with_check(text: str) -> str:
    """Give the whole text of a record: its lines, and the check at the end."""
    return f"{text}{check_line(text)}\n"


def read_body(source: str | bytes) -> Body:
    """Divide a record into its lines and compare its check.

    Raises :class:`RecordError` where the text is no record of this version or is cut off.
    """
    text = _plain(source)
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > LINE_LIMIT:
            raise RecordError("record.long", line=number, limit=LINE_LIMIT)
    first = _FIRST.fullmatch(lines[0])
    if first is None:
        raise RecordError("record.start", line=1)
    if first["version"] != "1":
        raise RecordError("record.version", line=1, version=first["version"])
    numbered = tuple(enumerate(lines, start=1))[1:]
    if first["typed"]:
        filled = tuple((number, line.strip()) for number, line in numbered if line.strip())
        return Body(filled, filled[-1][0] + 1 if filled else 2, damaged=False)
    checks = [number for number, line in numbered if _CHECK.fullmatch(line)]
    if checks and len(lines) > checks[0] + 1:
        raise RecordError("record.after_end", line=checks[0] + 1)
    if not checks or lines[-1]:
        raise RecordError("record.truncated", line=len(lines) - (not lines[-1]))
    end = checks[0]
    before = "".join(f"{line}\n" for line in lines[: end - 1])
    return Body(numbered[: end - 2], end, damaged=lines[end - 1] != check_line(before))


def _plain(source: str | bytes) -> str:
    """Decode a record, without the mark of its encoding and the line ends of other systems."""
    raw = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    if len(raw) > RECORD_LIMIT:
        line = raw.count(b"\n", 0, RECORD_LIMIT) + 1
        raise RecordError("record.large", line=line, limit=RECORD_LIMIT)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RecordError("record.encoding", line=line) from None
    return text.replace("\r\n", "\n")


# --- the header -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Header:
    """Hold what a match is played with and by whom.

    ``dealer``: of the first round, a seat from 0; ``strategies``: "" for a person. Raises
    :class:`RecordError` ``record.name`` for a name that is too long.
    """

    rules: Rules
    phases: tuple[Phase, ...]
    seed: int
    dealer: int
    names: tuple[str, ...]
    strategies: tuple[str, ...]

    def __post_init__(self) -> None:
        for seat, *names in zip(SEATS, self.names, self.strategies, strict=False):
            if max(map(len, names)) > NAME_LIMIT:
                raise RecordError("record.name", player=seat, limit=NAME_LIMIT)
        for number, line in enumerate(self.lines, start=1):
            if len(line) > LINE_LIMIT:
                raise RecordError("record.long", line=number, limit=LINE_LIMIT)

    @property
    def lines(self) -> tuple[str, ...]:
        """Write the header."""
        phases = edition_of(self.phases) or "; ".join(map(str, self.phases))
        players = zip(SEATS, self.names, self.strategies, strict=False)
        return (
            FIRST_LINE,
            f"rules: {self.rules}",
            f"phases: {phases}",
            f"seed: {self.seed}",
            f"dealer: {SEATS[self.dealer]}",
            *(f"player {seat}: {_player(name, strategy)}" for seat, name, strategy in players),
        )


def edition_of(phases: tuple[Phase, ...]) -> str:
    """Name the edition that has these phases, "" when they are a list of one's own."""
    if phases == PHASES:
        return "classic"
    editions = EDITIONS.all().values()
    return next((edition.id for edition in editions if edition.phases == phases), "")


def read_header(body: Body) -> tuple[Header, Game, int]:
    """Read the header: the header, the match as it is dealt first, how many lines were used."""
    rules = _value(body, _RULES_LINE, "rules")
    phases = _value(body, _PHASES_LINE, "phases")
    seed = _value(body, _SEED_LINE, "seed")
    dealer = _value(body, _DEALER_LINE, "dealer")
    names: list[str] = []
    strategies: list[str] = []
    for seat in SEATS:
        place = _PLAYERS_LINE + len(names)
        if place >= len(body.lines) or not body.lines[place][1].startswith("player "):
            break
        name, strategy = _read_player(body, place, _value(body, place, f"player {seat}"))
        names.append(name)
        strategies.append(strategy)
    if not names:
        _value(body, _PLAYERS_LINE, "player A")
    if not _SEED.fullmatch(seed):
        raise _unusable(body, _SEED_LINE)
    if dealer not in SEATS[: len(names)] or len(dealer) != 1:
        raise _unusable(body, _DEALER_LINE)
    with _usable(body, _RULES_LINE):
        by = Rules.parse(rules)
    with _usable(body, _PHASES_LINE):
        goals = _read_phases(phases)
    with _usable(body, _PLAYERS_LINE):
        seats = (tuple(names), tuple(strategies))
        header = Header(by, goals, int(seed), SEATS.index(dealer), *seats)
    try:
        game = Game.start(header.seed, len(names), by, goals, header.dealer)
    except GameError as error:
        place = _AT_FAULT.get(error.code, _PHASES_LINE)
        raise _unusable(body, place).because(error) from None
    return header, game, _PLAYERS_LINE + len(names)


_RULES_LINE, _PHASES_LINE, _SEED_LINE, _DEALER_LINE, _PLAYERS_LINE = range(5)
_AT_FAULT: Final = {
    "game.deck": _RULES_LINE,
    "game.last_phase": _RULES_LINE,
    "game.no_phases": _RULES_LINE,
    "number.range": _SEED_LINE,
    "game.players": _PLAYERS_LINE,
}
"""The line to be named where options, phases and players do not go together; else the phases."""


@contextmanager
def _usable(body: Body, place: int) -> Iterator[None]:
    """Name the line of the header whose value cannot be used."""
    try:
        yield
    except GameError as error:
        raise _unusable(body, place).because(error) from None


def _value(body: Body, place: int, key: str) -> str:
    """Give the value of a line of the header, which has to be there."""
    number, line = body.lines[place] if place < len(body.lines) else (body.end, "")
    found, colon, value = line.partition(":")
    if found != key or not colon:
        raise RecordError("record.missing", line=number, expected=f"{key}:")
    return value.strip()


def _unusable(body: Body, place: int) -> RecordError:
    number, line = body.lines[place]
    return RecordError("record.header", line=number, text=line)


def _read_phases(text: str) -> tuple[Phase, ...]:
    if text == "classic":
        return PHASES
    edition = EDITIONS.all().get(text)
    return tuple(map(Phase, text.split(";"))) if edition is None else edition.phases


def _player(name: str, strategy: str) -> str:
    return f"{_quoted(name)} ({_quoted(strategy)})" if strategy else _quoted(name)


def _read_player(body: Body, place: int, text: str) -> tuple[str, str]:
    match = _PLAYER.fullmatch(text)
    if match is None:
        raise _unusable(body, place)
    try:
        return _unquoted(match["name"].strip()), _unquoted((match["strategy"] or "").strip())
    except ValueError:
        raise _unusable(body, place) from None


def _quoted(name: str) -> str:
    """Write a name as it is, or in quotes where it would be misread or break the line."""
    if name and name.isprintable() and name == name.strip() and not set(name) & set('"()\\'):
        return name
    return f'"{"".join(map(_escaped, name))}"'


def _escaped(sign: str) -> str:
    return sign if sign.isprintable() and sign not in '"\\' else json.dumps(sign)[1:-1]


def _unquoted(text: str) -> str:
    """Read a name; raise ValueError for an escape that is none."""
    return str(json.loads(text)) if text.startswith('"') else text


# --- the lines of the match -----------------------------------------------------------------------


def deal_line(game: Game) -> str:
    """Write the line of a round that is just dealt."""
    code = game.setup.code(game.round, len(game.playing))
    line = f"round {game.round}: {code}"
    if not game.tie_break:
        return line
    return f"{line}; tie-break {', '.join(SEATS[seat] for seat in game.playing)}"


def ending_of(game: Game) -> str:
    """Tell how a round ended.

    ``out``: a player got rid of the last card; ``laid``: the last phase was laid, where that ends
    the match; ``blocked``: nothing could be drawn.
    """
    if game.out is not None:
        return "out"
    return "laid" if game.laid_now else "blocked"


def ending_lines(game: Game) -> tuple[str, ...]:
    """Write the lines that follow the last move of a round; a tie-break has no points."""
    seat = SEATS[game.turn]
    how = {"out": f"{seat} went out", "laid": f"{seat} laid the last phase", "blocked": "blocked"}
    parts = [f"round {game.round} over: {how[ending_of(game)]}"]
    if not game.tie_break:
        parts.append(f"points {_by_seat(game.points)}")
        parts.append(f"phases {_by_seat([len(seat.done) for seat in game.seats])}")
    line = "; ".join(parts)
    return (line,) if game.winner is None else (line, f"winner: {SEATS[game.winner]}")


def _by_seat(numbers: Sequence[int]) -> str:
    return ", ".join(f"{seat} {number}" for seat, number in zip(SEATS, numbers, strict=False))


def step_text(step: Step, drew: int | None) -> str:
    """Write a step, a draw with the kind that came."""
    if isinstance(step, Draw | TakeDiscard) and drew is not None:
        return f"{step.text()} {CARDS[drew]}"
    return step.text()


@lru_cache(maxsize=2048)
def read_step(text: str) -> tuple[Move, Card | None]:
    """Read a step and the card that it says was drawn.

    Raises :class:`GameError` when it cannot be read.
    """
    drawn = _DRAWN.fullmatch(text)
    if drawn is None:
        return parse_move(text, _SEATS), None
    return parse_move(drawn["move"], _SEATS), Card.parse(drawn["card"])


_SEATS: Final = dict(zip(SEATS, count(), strict=False))
