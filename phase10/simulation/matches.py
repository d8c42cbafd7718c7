"""Thousands of matches at once: who wins how often, and how long everything takes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

from phase10.game.errors import NumberError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.players.board import MOST_PHASES
from phase10.simulation.compiled import COMPILED
from phase10.simulation.study import Study, Tally, added, count_blocks
from phase10.simulation.tally import (
    CAPS,
    COMPLETED,
    LENGTH,
    OUTS,
    ROUND_TURNS,
    SCORES,
    STARTS,
    TO_LAY,
    WINS,
    Ratio,
    counted,
    ratio,
)

__all__ = ["MOST_WORKERS", "Contestant", "PhaseFigures", "Simulated", "simulate"]

MOST_WORKERS: Final = 256

Progress = Callable[[int, int], None]
"""Told how many matches of how many are played."""


@dataclass(frozen=True)
class Contestant:
    """Hold what one player of a study reached.

    ``seat``: its place in the list of players, from 0; ``wins``: matches won; ``share``: of the
    matches; ``score``: points at the end; ``went_out``: share of the rounds in which it went out.
    """

    seat: int
    player: str
    wins: int
    share: Ratio
    score: Ratio
    went_out: Ratio


@dataclass(frozen=True)
class PhaseFigures:
    """Hold how hard a phase was.

    ``completed``: how many of the rounds in which a player was at this phase ended with it laid;
    ``turns``: the turns that players had at it, in rounds of either kind, for each laying; None
    where nobody laid it. Where phases are played in any order, ``turns`` counts only the rounds in
    which it was laid.
    """

    turns: Ratio | None
    completed: Ratio


@dataclass(frozen=True)
class Simulated:
    """Hold the result of a study; every figure with its standard error.

    ``games``: matches that were played, fewer than asked when it was stopped; ``by_phase``: by the
    number of the phase; ``by_start``: how often the seat won that began the match, the next one and
    so on; ``difference``: of two players, how much more often the first won, from pairs of matches
    with the same deals and seats changed; ``capped``: matches that were stopped because they had no
    end; ``compiled``: whether Numba was at hand. ``tally``: the whole numbers behind the figures,
    which are the same whoever played which part; ``seconds`` and ``workers`` are not compared.
    """

    study: Study
    games: int
    players: tuple[Contestant, ...]
    rounds_per_game: Ratio
    turns_per_round: Ratio
    by_phase: dict[int, PhaseFigures]
    by_start: tuple[Ratio, ...]
    difference: Ratio | None
    capped: int
    tally: Tally
    seconds: float
    workers: int
    compiled: bool = COMPILED

    @property
    def stopped(self) -> bool:
        """Tell whether fewer matches were played than asked."""
        return self.games < self.study.games

    @classmethod
    def of(cls, study: Study, tally: Tally, seconds: float, workers: int) -> Simulated:
        """Work the figures out from what was counted, in at least one block."""
        seats = range(len(study.players))
        games = counted(tally, LENGTH)[1]
        return cls(
            study=study,
            games=games,
            players=tuple(_contestant(study, tally, seat) for seat in seats),
            rounds_per_game=_figure(tally, LENGTH),
            turns_per_round=_figure(tally, ROUND_TURNS),
            by_phase=dict(_phases(tally)),
            by_start=tuple(_figure(tally, STARTS + place) for place in seats),
            difference=_difference(tally) if len(seats) == 2 else None,
            capped=counted(tally, CAPS)[0],
            tally=tally,
            seconds=seconds,
            workers=workers,
        )


def _contestant(study: Study, tally: Tally, seat: int) -> Contestant:
    return Contestant(
        seat=seat,
        player=study.players[seat],
        wins=counted(tally, WINS + seat)[0],
        share=_figure(tally, WINS + seat),
        score=_figure(tally, SCORES + seat),
        went_out=_figure(tally, OUTS + seat),
    )


def _figure(tally: Tally, figure: int) -> Ratio:
    found = ratio(tally, figure)
    # Every match has a round, but a round that nobody could begin is in none of these.
    return Ratio(0.0, None) if found is None else found


def _phases(tally: Tally) -> Iterator[tuple[int, PhaseFigures]]:
    for place in range(MOST_PHASES):
        completed = ratio(tally, COMPLETED + place)
        if completed is not None:
            yield place + 1, PhaseFigures(ratio(tally, TO_LAY + place), completed)


def _difference(tally: Tally) -> Ratio:
    """Give the difference of two shares, of which the second is what the first is not."""
    first, second = _figure(tally, WINS), _figure(tally, WINS + 1)
    error = None if first.error is None or second.error is None else first.error + second.error
    return Ratio(first.value - second.value, error)


def simulate(
    players: Sequence[str],
    games: int,
    seed: int,
    rules: Rules = SEED,
    phases: tuple[Phase, ...] = PHASES,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Simulated:
    """Let players play matches and give what came of it.

    ``players``: names, as in ``phase10 players``; ``workers``: loops at once, without a number one
    for each processor. The result depends on ``seed``, never on ``workers``. Ctrl-C ends with the
    figures so far. Raises :class:`GameError` as :class:`phase10.simulation.study.Study` does, and
    ``number.range`` for ``workers``.

    >>> simulate(["greedy", "random"], games=200, seed=1).players[0].wins > 150
    True
    """
    study = Study(tuple(players), games, seed, rules, phases)
    if workers is None:
        workers = min(os.cpu_count() or 1, MOST_WORKERS) if COMPILED else 1
    if not 1 <= workers <= MOST_WORKERS:
        raise NumberError("number.range", what="workers", value=workers, low=1, high=MOST_WORKERS)
    count_blocks(study, 0, 0)  # compiles, or reads what was compiled
    begun = time.perf_counter()
    parts = _Parts(study, workers)
    parts.play(progress)
    if not parts.done:
        raise KeyboardInterrupt
    return Simulated.of(study, added(parts.done), time.perf_counter() - begun, workers)


class _Parts:
    """Divide a study among threads: compiled loops run beside each other in one process."""

    def __init__(self, study: Study, workers: int) -> None:
        self.study = study
        self.workers = workers
        self.next = 0
        self.size = 1
        self.played = 0
        self.done: list[Tally] = []

    def play(self, progress: Progress | None) -> None:
        """Play all parts, or those begun when Ctrl-C is pressed."""
        running: set[Future[tuple[Tally, float]]] = set()
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                while self.next < self.study.blocks or running:
                    while self.next < self.study.blocks and len(running) <= self.workers:
                        running.add(pool.submit(self._timed, *self._part()))
                    finished, running = wait(running, return_when=FIRST_COMPLETED)
                    self._keep(finished)
                    if progress is not None:
                        progress(self.played, self.study.games)
            except KeyboardInterrupt:
                for future in running:
                    future.cancel()
                self._keep({future for future in running if not future.cancelled()})

    def _part(self) -> tuple[int, int]:
        first = self.next
        self.next = min(first + self.size, self.study.blocks)
        return first, self.next

    def _timed(self, first: int, last: int) -> tuple[Tally, float]:
        begun = time.perf_counter()
        tally = count_blocks(self.study, first, last)
        return tally, (time.perf_counter() - begun) / (last - first)

    def _keep(self, finished: set[Future[tuple[Tally, float]]]) -> None:
        """Keep what was counted; the next parts take about as long as ``_SECONDS``."""
        for future in finished:
            tally, seconds = future.result()
            self.done.append(tally)
            self.played += counted(tally, LENGTH)[1]
            self.size = max(1, int(_SECONDS / max(seconds, 1e-9)))
        if len(self.done) > _MANY:
            self.done = [added(self.done)]


_SECONDS: Final = 0.25
_MANY: Final = 100
"""Parts after which they are added up."""
