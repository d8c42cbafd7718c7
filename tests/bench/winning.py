"""Speed of the chance to win: games a second for each number of players, plain and compiled."""

from __future__ import annotations

import time
from collections.abc import Iterator

from phase10.advice.hints import advise
from phase10.advice.winning import steps_of
from phase10.game.cards import Hand
from phase10.game.phases import PHASES
from phase10.game.position import Opponent, Position
from phase10.simulation.compiled import COMPILED
from phase10.simulation.winning import SECONDS, Estimator, make_ready

HAND = Hand("R3 B3 Y5 G9 R9 B12 W R5 G1 Y7 S")


def winning_figures() -> Iterator[str]:
    """Yield rounds played out in a second, and what a hint on a page gets."""
    begun = time.perf_counter()
    make_ready()
    yield f"loops loaded or compiled: {time.perf_counter() - begun:.1f} s"
    for compiled in (False, True)[: 1 + COMPILED]:
        for players in (2, 4, 6):
            others = tuple(Opponent(name, phase=2) for name in "ABCDE"[: players - 1])
            position = Position(HAND, PHASES[0], players=others)
            steps = steps_of(advise(position))[:4]
            games = 1000 if compiled else 10
            estimator = Estimator(seconds=None, games=games, compiled=compiled, early=False)
            begun = time.process_time()
            estimator(position, steps)
            rate = games * len(steps) / (time.process_time() - begun)
            how = "compiled" if compiled else "plain"
            yield f"{how}, {players} players: {rate:,.0f} rounds a second of processor time"
    position = Position(HAND, PHASES[0], players=(Opponent("A", phase=2),))
    found = Estimator(compiled=COMPILED)(position, steps_of(advise(position)))
    best = found.chances[0]
    if best is not None:
        yield (
            f"a hint in {SECONDS} s: {found.games} games for each of {len(found.chances)} moves, "
            f"standard error {best.error:.4f}"
        )
