"""How long a review of a whole match takes, and how sure its losses are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice

from phase10.advice.puzzles import KINDS, made_puzzles
from phase10.advice.review import Grade, review
from phase10.simulation.compiled import COMPILED
from phase10.simulation.recording import record_match
from phase10.simulation.study import Study
from tests.bench.figure import Figure, work_seconds

PUZZLES = 12


def review_figures() -> Iterator[Figure]:
    """Yield the lines of this section."""
    for players in (("optimal",) * 4, ("random", "optimal", "greedy")):
        record = record_match(Study(players, 1, 5), 0)
        what = f"review, {record.game.round} rounds, {len(record.moves)} steps, {players[0]}"
        seconds = work_seconds(lambda record=record: review(record))  # type: ignore[misc]
        yield Figure(f"{what}, turns", seconds, "s", "≤ 20", "all seats, processor time")
        if COMPILED:
            yield from _by_chance(what, record)
    made = [work_seconds(lambda place=place: next(made_puzzles(9, start=place)))  # type: ignore[misc]
            for place in range(PUZZLES)]  # fmt: skip
    for place, kind in enumerate(KINDS):
        worst = max(islice(made, place, None, len(KINDS)))
        yield Figure(f"puzzle made, {kind}", worst, "s", "≤ 1", "slowest, processor time")


def _by_chance(what: str, record) -> Iterator[Figure]:  # type: ignore[no-untyped-def]
    from phase10.simulation.winning import Estimator, make_ready

    make_ready()
    started = time.perf_counter()
    found = review(record, lambda seconds, seed: Estimator(seconds, seed=seed))
    yield Figure(f"{what}, chances", time.perf_counter() - started, "s", "≤ 20", "all seats")
    for seat, name in enumerate(record.strategies):
        grade: Grade = found.grade(seat)
        lost, error = grade.lost or 0.0, grade.error or 0.0
        said = f"± {100 * error:.1f}, grade {grade.points}, mistakes {grade.mistakes}"
        yield Figure(f"  given away by {name}", 100 * lost, "%", "–", said)
