"""A study: which players play how many matches by which rules; and how a part of it is played."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from phase10.game.errors import GameError, NumberError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.game.setup import Setup
from phase10.players.board import MOST_PHASES
from phase10.players.match import MOST_ROUNDS, MOST_TURNS
from phase10.players.rows import tables_of
from phase10.players.strategies import WORK_SIZE
from phase10.players.styles import NAMES, number_of, style_of
from phase10.simulation.champion import NAME as CHAMPION
from phase10.simulation.champion import (
    champion_loop,
    champion_tables,
    number_of_champion,
    style_of_champion,
)
from phase10.simulation.compiled import COMPILED, program
from phase10.simulation.shuffling import seed_of
from phase10.simulation.state import State, new_state
from phase10.simulation.tally import BLOCK_SIZE, TALLY_SIZE
from phase10.simulation.tournament import CHANCES, DEALS, play_blocks, play_match
from phase10.solver.plan import memory_size

__all__ = [
    "MOST_GAMES",
    "PLAYERS",
    "LoggedMatch",
    "Study",
    "Tally",
    "added",
    "count_blocks",
    "logged_match",
    "numbers",
    "ready",
    "tables_for",
]

MOST_GAMES: Final = 1_000_000_000

PLAYERS: Final = (*NAMES, CHAMPION)
"""Who can be simulated: every strategy, and the champion, who plays rounds out."""

Tally = tuple[int, ...]
"""What was counted, see :mod:`phase10.simulation.tally`."""


@dataclass(frozen=True)
class Study:
    """Hold a study: everything that its result depends on.

    ``players``: names of :mod:`phase10.players.styles`; ``most_rounds``, ``most_turns``: where a
    match without an end is stopped, as :mod:`phase10.players.match` does. Raises :class:`GameError`
    ``player.unknown``, ``number.range`` for games and seed, and what
    :class:`phase10.game.setup.Setup` raises.
    """

    players: tuple[str, ...]
    games: int
    seed: int
    rules: Rules = SEED
    phases: tuple[Phase, ...] = PHASES
    most_rounds: int = MOST_ROUNDS
    most_turns: int = MOST_TURNS
    setup: Setup = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in self.players:
            if name not in PLAYERS:
                nearest = get_close_matches(str(name)[:40], PLAYERS, n=3, cutoff=0.5) or PLAYERS
                raise GameError("player.unknown", name=str(name), nearest=", ".join(nearest))
        games = int(operator.index(self.games))
        if not 1 <= games <= MOST_GAMES:
            raise NumberError("number.range", what="games", value=games, low=1, high=MOST_GAMES)
        if len(self.phases) > MOST_PHASES:
            count = len(self.phases)
            raise NumberError("number.range", what="phases", value=count, low=1, high=MOST_PHASES)
        setup = Setup(self.rules, self.phases, len(self.players), operator.index(self.seed))
        for name, value in (("games", games), ("seed", int(self.seed)), ("setup", setup)):
            object.__setattr__(self, name, value)

    @property
    def blocks(self) -> int:
        """Count the blocks: as many matches as there are players, the last one perhaps fewer."""
        return -(-self.games // len(self.players))


def count_blocks(study: Study, first: int, last: int) -> Tally:
    """Play the blocks from ``first`` up to ``last`` and give what was counted.

    The same on every machine, however a study is divided; parts are put together by
    :func:`added`.
    """
    seating = _seating(study.players)
    tally, block = numbers([0] * TALLY_SIZE), numbers([0] * BLOCK_SIZE)
    loop, tables = _loop_and_tables(study, play_blocks)
    loop(
        first, last, study.games, study.seed, *seating, *_new_state(study), tables,
        numbers([0] * WORK_SIZE), block, tally, numbers([0]),
    )  # fmt: skip
    return tuple(map(int, tally))


class LoggedMatch(NamedTuple):
    """Hold a match of a study that was played with a log.

    ``seed``: of its deals; ``seated``: for each seat which of the players sits there; ``log``: see
    :mod:`phase10.simulation.rows`; ``state``: the rows at its end.
    """

    seed: int
    seated: tuple[int, ...]
    log: list[int]
    state: State


def logged_match(study: Study, number: int) -> LoggedMatch:
    """Play one match of a study once more, by its number from 0, and log what was decided."""
    block, turned = divmod(number, len(study.players))
    seats, players, styles = (row[turned] for row in _seating(study.players))
    seed = seed_of(study.seed, block, DEALS)
    room = 10_000
    loop, tables = _loop_and_tables(study, play_match)
    while True:
        state, log = _new_state(study), numbers([0] * room)
        work = numbers([0] * WORK_SIZE)
        work[0] = seed_of(study.seed, block, CHANCES + turned)
        loop(seed, seats, players, styles, *state, tables, work, numbers([0] * BLOCK_SIZE), log)
        used = int(log[0])
        if used < room:
            return LoggedMatch(seed, tuple(map(int, seats)), [*map(int, log[1 : used + 1])], state)
        room = used + 1


def added(tallies: Sequence[Tally]) -> Tally:
    """Add what was counted in parts of a study."""
    return tuple(map(sum, zip(*tallies, strict=True)))


def _loop_and_tables(study: Study, entry: Any) -> tuple[Any, Any]:
    """Give a loop and its tables; with the champion, rows of its own that no other loop uses."""
    tables = tables_for(study.phases, study.rules)
    if CHAMPION not in study.players:
        return ready(entry), tables
    loop = champion_loop(entry)
    return loop, champion_tables(tables, study.setup, _new_state(study).game)


def _new_state(study: Study) -> State:
    return new_state(study.setup, study.most_rounds, study.most_turns)


@lru_cache(maxsize=8)
def ready(entry: Any) -> Any:
    """Give a function of the simulator ready to run: compiled where Numba is at hand."""
    return program(entry)


def _number_of(name: str) -> int:
    return number_of_champion() if name == CHAMPION else number_of(name)


def _style_of(name: str) -> list[float]:
    return style_of_champion() if name == CHAMPION else style_of(name)


@lru_cache(maxsize=64)
def _seating(players: tuple[str, ...]) -> tuple[Any, Any, Any]:
    """Seat the players for each match of a block: who, by which strategy, with which weights."""
    count = len(players)
    seats = [[(seat - turned) % count for seat in range(count)] for turned in range(count)]
    strategies = [[_number_of(players[player]) for player in row] for row in seats]
    styles = [[_style_of(players[player]) for player in row] for row in seats]
    if COMPILED:
        return np.array(seats), np.array(strategies), np.array(styles)
    return seats, strategies, styles


def numbers(row: list[int]) -> Any:
    """Give a row as the functions that are ready take it."""
    return np.array(row, dtype=np.int64) if COMPILED else row


@lru_cache(maxsize=8)
def tables_for(phases: tuple[Phase, ...], rules: Rules) -> Any:
    """Give the tables of strategies; compiled loops read arrays of fixed types."""
    tables = tables_of(phases, rules)
    if not COMPILED:
        return tables
    # What was worked out once is kept for all matches and threads: it depends on the state alone.
    memory: Any = np.full(memory_size(tables), np.nan)
    return type(tables)(*map(_array, tables))._replace(memory=memory)


def _array(column: Any) -> Any:
    """Make an array of a column; small numbers keep their type, which is easier on the cache."""
    parts = getattr(column, "parts", None)
    if parts is not None:
        arrays = [np.asarray(part) for part in parts]
        small = all(array.itemsize <= 2 for array in arrays)
        return np.concatenate([[0] * 0, *arrays]).astype(np.uint16 if small else np.uint32)
    if isinstance(column, list):
        whole = bool(column) and isinstance(column[0], int)
        return np.array(column, dtype=np.int64 if whole else np.float64)
    return np.array(column)
