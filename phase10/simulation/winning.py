"""The chance to win the match with each of several moves, by playing the round out many times.

Each game deals the hidden cards anew (:mod:`phase10.simulation.worlds`), the same for all moves;
after the move all seats play the round on as ``optimal``, and the rest of the match comes from a
model of rounds (:mod:`phase10.simulation.match_model`). Method and tests: docs/winning.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any, Final

import numpy as np

from phase10.game.cards import Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.position import Position
from phase10.game.refusals import IllegalMove
from phase10.game.rules import Rules
from phase10.game.sight import seat_names
from phase10.players import board as b
from phase10.players.rows import tables_of
from phase10.players.strategies import WORK_SIZE
from phase10.players.styles import number_of, style_of
from phase10.simulation import rows as r
from phase10.simulation.compiled import COMPILED, is_kept
from phase10.simulation.match_model import Model, model_for
from phase10.simulation.state import State
from phase10.simulation.study import ready, tables_for
from phase10.simulation.winning_loops import value_moves
from phase10.simulation.winning_scripts import script_of
from phase10.simulation.worlds import STEPS, Worlds, plain, worlds_of
from phase10.solver.win_chances import WinChance, WinChances

__all__ = ["SECONDS", "Estimator", "games_of_a_hint", "is_ready", "make_ready"]

PLAYER: Final = "optimal"
SECONDS: Final = 0.3
MOST_GAMES: Final = 20_000
SAMPLES: Final = 16
"""Matches by the model for each end of a round."""
MOST_TURNS: Final = 240
"""Turns after which a round that is played out is broken off, as if the piles were empty."""

FIRST_PART: Final = 8
"""Games after which it is looked at the figures for the first time; each part is half as many
as were played before."""
LEAST: Final = 40
"""Games from which on a move may be given up, ..."""
GIVEN_UP: Final = 4.0
"""... by so many standard errors behind the best."""
PRECISE: Final = 0.001
"""Standard error of a difference that is precise enough."""
PLAIN_MOVES: Final = 4
"""Moves that are played without compiled loops, the first ones: there is no time for more."""


@dataclass(frozen=True)
class Estimator:
    """Estimate chances to win; a :data:`phase10.solver.win_chances.Winning`.

    ``seconds``: of computing; None: no end but ``games``, the most games for each move. The same
    ``seed`` and number of games give the same figures, on every machine. ``compiled``: whether
    by compiled loops, which have to be at hand; ``early``: whether moves clearly behind are given
    up, and all of it ends when the best is clear.
    """

    seconds: float | None = SECONDS
    games: int = MOST_GAMES
    seed: int = 1
    compiled: bool = COMPILED
    early: bool = True

    def __call__(self, position: Position, moves: Sequence[Sequence[str]]) -> WinChances:
        """Play each move in at least two games, then on to the end of the time.

        A move that the law does not allow is not played, nor without compiled loops one after the
        first few; nor any, where a single game takes too long. Raises :class:`GameError` for a
        position that contradicts itself.
        """
        worlds = worlds_of(position)
        names = seat_names(worlds.position)
        scripts: list[list[int]] = []
        places: list[int] = []
        for place, steps in enumerate(moves):
            if self.compiled or len(scripts) < PLAIN_MOVES:
                try:
                    scripts.append(script_of(worlds.game, names, steps))
                except IllegalMove:
                    continue
                places.append(place)
        race = _Race(len(scripts))
        play = _playing(worlds, scripts, self.seed, compiled=self.compiled)
        begun = time.perf_counter()
        if scripts:
            self._run(race, play, begun)
        chances: list[WinChance | None] = [None] * len(moves)
        if not race.played:
            places = []
        for row, place in enumerate(places):
            chances[place] = race.chance(row)
        differences = {
            (places[first], places[second]): race.difference(first, second)
            for first in range(len(places))
            for second in range(len(places))
            if first != second
        }
        seconds = time.perf_counter() - begun
        return WinChances(
            tuple(chances), differences, race.played, self.seed, self.compiled, seconds
        )

    def _run(self, race: _Race, play: _Play, begun: float) -> None:
        """Play part after part; where parts end does not depend on the time, but for the last."""
        least = FIRST_PART if self.compiled else 2
        each = 0.0
        if self.seconds is not None:
            # Some phases of one's own are counted so slowly that hardly a game ends in time.
            play(0, 1, [place == 0 for place in range(len(race.active))])
            each = (time.perf_counter() - begun) * len(race.active)
            if each > 2 * self.seconds:
                return
            begun = time.perf_counter()
        while True:
            size = min(max(least, race.played // 2), self.games - race.played)
            if self.seconds is not None:
                spent = time.perf_counter() - begun
                if race.played:
                    each = spent / race.played
                fitting = int((self.seconds - spent) / max(each, 1e-9))
                size = min(size, fitting if race.played else max(2, fitting))
            if size < 1:
                return
            race.add(play(race.played, race.played + size, race.active))
            if self.early:
                race.give_up()
                if race.decided:
                    return


def is_ready() -> bool:
    """Tell whether compiled loops can be had within seconds."""
    return is_kept(value_moves)


def games_of_a_hint(*, compiled: bool) -> int:
    """Give the number of games for each move that takes about :data:`SECONDS`."""
    return 256 if compiled else 8


def make_ready() -> None:
    """Compile the loops, or load them: what takes long is done once."""
    _playing(worlds_of(_ANY), [[]], 1, compiled=COMPILED)


_ANY: Final = Position(Hand("R1"), PHASES[0])

_Play = Callable[[int, int, Sequence[bool]], Any]
"""Plays the active moves in the worlds from one number up to another: an array (worlds, moves)."""


class _Race:
    """Hold the values of the moves in the worlds played so far; some moves are given up."""

    def __init__(self, moves: int) -> None:
        self.active = [True] * moves
        self.played = 0
        self._counts = [0] * moves
        self._values: Any = np.zeros((0, moves))

    def add(self, values: Any) -> None:
        """Add the values of further worlds."""
        self._values = np.concatenate([self._values, values])
        self.played = len(self._values)
        for move, active in enumerate(self.active):
            if active:
                self._counts[move] = self.played

    def chance(self, move: int) -> WinChance:
        """Give the chance of a move, from all worlds in which it was played."""
        count = self._counts[move]
        values = self._values[:count, move]
        error = float(values.std(ddof=1)) / sqrt(count) if count > 1 else 0.5
        return WinChance(float(values.mean()), error, count)

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Compare two moves in the worlds in which both were played."""
        count = min(self._counts[first], self._counts[second])
        values = self._values[:count, first] - self._values[:count, second]
        error = float(values.std(ddof=1)) / sqrt(count) if count > 1 else 1.0
        return float(values.mean()), error

    def give_up(self) -> None:
        """Play those no more that are clearly behind the best."""
        if self.played < LEAST:
            return
        best = self._best()
        for move, active in enumerate(self.active):
            if active and move != best:
                difference, error = self.difference(best, move)
                if difference > GIVEN_UP * error:
                    self.active[move] = False

    def _best(self) -> int:
        running = [move for move, active in enumerate(self.active) if active]
        return max(running, key=lambda move: float(self._values[:, move].mean()))

    @property
    def decided(self) -> bool:
        """Tell whether one move is left, or all that are left are as good as each other."""
        if self.played < LEAST:
            return False
        best = self._best()
        return all(
            move == best or not active or self.difference(best, move)[1] < PRECISE
            for move, active in enumerate(self.active)
        )


def _playing(worlds: Worlds, scripts: list[list[int]], seed: int, *, compiled: bool) -> _Play:
    """Prepare the rows that the loops work on."""
    setup = worlds.game.setup
    players = len(worlds.game.seats)
    moves = len(scripts)
    base = plain(worlds.state)
    base.game[r.MOST_TURNS] = MOST_TURNS

    def row(numbers: Sequence[int]) -> Any:
        return np.array(numbers, dtype=np.int64) if compiled else list(numbers)

    def copied() -> State:
        rows = [row(numbers) for numbers in base[1:]]
        owns = np.array(base.owns) if compiled else [list(own) for own in base.owns]
        return State(owns, *rows)

    starts = [0]
    for script in scripts:
        starts.append(starts[-1] + len(script))
    style = [style_of(PLAYER)] * players
    known, dealt, state = copied(), copied(), copied()
    loop: Any = ready(value_moves) if compiled else value_moves
    tables: Any = (tables_for if compiled else tables_of)(setup.phases, setup.rules)
    model = _model(setup.phases, setup.rules, players, compiled)
    fixed = row([number for script in scripts for number in script]), row(starts)
    seats = (
        row([number_of(PLAYER)] * players), np.array(style) if compiled else style,
        known.owns, known.board, known.game, known.cards,
        row(worlds.pool), row(worlds.needs), row(worlds.evidence),
        np.ones(b.MOST_SEATS) if compiled else [1.0] * b.MOST_SEATS,
        dealt.owns, dealt.board, dealt.game, dealt.cards,
        *state,
        row([0] * b.BOARD_SIZE), row([0] * r.GAME_SIZE),
        tables, model, row([0] * WORK_SIZE), row([0]),
    )  # fmt: skip

    def play(first: int, last: int, active: Sequence[bool]) -> Any:
        """Play the worlds; none at all only loads the loops."""
        values = np.zeros((last - first) * moves)
        loop(
            0, first, last, seed, STEPS, SAMPLES, *fixed,
            row([int(each) for each in active]), values, *seats,
        )  # fmt: skip
        return values.reshape(last - first, moves)

    play(0, 0, [False] * moves)
    return play


@lru_cache(maxsize=16)
def _model(phases: tuple[Phase, ...], rules: Rules, players: int, compiled: bool) -> Any:
    model = model_for(phases, rules, players)
    return Model(*map(np.array, model)) if compiled else model  # type: ignore[arg-type]
