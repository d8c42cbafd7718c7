"""One measured figure, and how to measure it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """Hold a figure: what was measured, the value, its unit, the aim, how it was taken."""

    what: str
    value: float
    unit: str
    aim: str
    how: str

    def __str__(self) -> str:
        return f"{self.what:<58} {self.value:>10.2f} {self.unit:<7} aim {self.aim:<9} {self.how}"


def work_seconds(call: Callable[[], object]) -> float:
    """Give the processor time of one run in seconds: what others do meanwhile does not count."""
    started = time.process_time()
    call()
    return time.process_time() - started


def best_seconds(call: Callable[[], object], runs: int) -> float:
    """Give the shortest of several runs in seconds."""
    best = float("inf")
    for _ in range(runs):
        started = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - started)
    return best
