"""Simulate an experiment of a lesson, step by step, from a seed: plain Python for pages.

The same seed gives the same trials however they are portioned, so that a page may pause and step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Final

from phase10.game.errors import NumberError
from phase10.teaching.lessons.codes import LessonCode, Stream
from phase10.teaching.lessons.experiment import Experiment, Figure

__all__ = [
    "MARKS",
    "TRIAL_LIMIT",
    "Estimate",
    "Tally",
    "check_trials",
    "estimate",
    "simulate",
    "start",
]

TRIAL_LIMIT: Final = 1_000_000
"""Trials of one simulation, at most."""

MARKS: Final = frozenset(round(10 ** (step / 10)) for step in range(61))
"""Numbers of trials at which the path of a simulation is kept: ten for each factor of ten."""


@dataclass(frozen=True)
class Tally:
    """Hold a simulation so far: how often each outcome came, and where the stream stands.

    ``path``: (trials, counts of the outcomes) at growing numbers of trials, for the picture of
    how a frequency settles.
    """

    state: int
    trials: int = 0
    counts: dict[int, int] = field(default_factory=dict)
    path: tuple[tuple[int, dict[int, int]], ...] = ()


@dataclass(frozen=True)
class Estimate:
    """Hold what a simulation says of a figure.

    ``value`` of ``size`` trials that count for the figure; ``standard_error`` estimated from the
    same trials; ``band``: how far from the exact value 95 of 100 such simulations stay, where the
    normal curve fits.
    """

    value: Fraction
    size: int
    standard_error: float
    band: float


def start(code: LessonCode, part: int = 0, chair: int = 0) -> Tally:
    """Begin a simulation; ``part`` tells the experiments of one lesson apart.

    ``chair``: a number whose deals are independent of those of all others; 0 for the code's own.
    """
    purpose = f"simulation {part} {chair}" if chair else f"simulation {part}"
    return Tally(code.stream(purpose).state)


def simulate(experiment: Experiment, tally: Tally, trials: int) -> Tally:
    """Go on for ``trials`` trials.

    Errors as :func:`check_trials`.
    """
    check_trials(tally, trials)
    stream, counts, path = Stream(tally.state), dict(tally.counts), list(tally.path)
    trial = experiment.trial
    for made in range(tally.trials + 1, tally.trials + trials + 1):
        outcome = trial(stream)
        counts[outcome] = counts.get(outcome, 0) + 1
        if made in MARKS:
            path.append((made, dict(counts)))
    return Tally(stream.state, tally.trials + trials, dict(sorted(counts.items())), tuple(path))


def check_trials(tally: Tally, trials: int) -> None:
    """Refuse fewer than one trial more, or more than :data:`TRIAL_LIMIT` in all.

    :class:`NumberError` ``number.range``.
    """
    most = TRIAL_LIMIT - tally.trials
    if not 1 <= trials <= most:
        raise NumberError("number.range", what="trials", value=trials, low=1, high=most)


def estimate(figure: Figure, counts: dict[int, int]) -> Estimate | None:
    """Estimate a figure from counts of outcomes; ``None`` while no trial counts for it."""
    size = sum(
        count
        for outcome, count in counts.items()
        if figure.among is None or outcome in figure.among
    )
    if size == 0:
        return None
    if figure.of is not None:
        wanted = figure.of if figure.among is None else figure.of & figure.among
        value = Fraction(sum(counts.get(outcome, 0) for outcome in wanted), size)
        spread = value * (1 - value)
    else:
        value = Fraction(sum(outcome * count for outcome, count in counts.items()), size)
        square = Fraction(sum(outcome**2 * count for outcome, count in counts.items()), size)
        spread = square - value**2
    band = 1.96 * sqrt(figure.variance / size)
    return Estimate(value, size, sqrt(spread / size), band)
