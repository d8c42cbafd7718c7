"""Speed of the solver: one hand, whole arrays, exact odds."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterator
from statistics import median

import numpy as np

from phase10.game.cards import Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED
from phase10.solver import counting
from phase10.solver.groupings import best_groupings, missing
from phase10.solver.groupings_batch import missing_many
from phase10.solver.odds import chances_within, chances_within_discards, deal_odds, draw_odds
from tests.bench.figure import Figure, best_seconds

DECK = [kind for kind, count in enumerate(SEED.deck.counts) for _ in range(count)]
HANDS = 500_000


def dealt(cards: int, number: int) -> list[Hand]:
    """Deal hands, always the same ones."""
    rng = random.Random(cards)
    hands = []
    for _ in range(number):
        counts = [0] * 50
        for kind in rng.sample(DECK, cards):
            counts[kind] += 1
        hands.append(Hand.from_counts(counts))
    return hands


def fresh(hand: Hand) -> Hand:
    """Copy a hand, so that nothing worked out before is kept."""
    return Hand.from_counts(hand.counts)


def arrays() -> tuple[np.ndarray, np.ndarray]:
    """Deal ten cards many times: counts in one byte and in eight."""
    generator = np.random.default_rng(10)
    counts = np.zeros((HANDS, 50), np.int8)
    places = generator.random((HANDS, len(DECK)), dtype=np.float32).argpartition(10)[:, :10]
    np.add.at(counts, (np.arange(HANDS)[:, None], np.array(DECK)[places]), 1)
    return counts, counts.astype(np.int64)


def single() -> Iterator[Figure]:
    """Measure calls for one hand: the mean over hands for missing, else the median."""
    hands = dealt(10, 1000)
    for name, phases in (("the ten phases", PHASES), ("the slowest phase", None)):
        times = []
        for phase in phases or PHASES:
            best = float("inf")
            for _ in range(5):
                copies = [fresh(hand) for hand in hands]
                best = min(best, best_seconds(lambda: [missing(h, phase) for h in copies], 1))  # noqa: B023
            times.append(best / len(hands) * 1e6)
        value = max(times) if phases is None else sum(times) / len(times)
        yield Figure(f"missing, one call, {name}", value, "us", "<= 10", "best of 5, 1000 hands")
    for name, worst in (("median over hands and the ten phases", False), ("slowest phase", True)):
        medians = [
            median(best_seconds(lambda: best_groupings(fresh(h), phase), 3) for h in hands[:200])  # noqa: B023
            for phase in PHASES
        ]
        value = max(medians) if worst else median(medians)
        yield Figure(
            f"all best groupings, {name}", value * 1e6, "us", "<= 200", "best of 3, 200 hands"
        )
    value = median(best_seconds(lambda: draw_odds(h, PHASES[1]), 3) for h in hands[:100])  # noqa: B023
    yield Figure("draw_odds, phase 2", value * 1e6, "us", "-", "best of 3, 100 hands")


def batch() -> Iterator[Figure]:
    """Measure whole arrays, the ten phases one after another."""
    bytes_, words = arrays()
    compiled = importlib.util.find_spec("numba") is not None
    for way, aim in ((False, ">= 1.5"), (True, ">= 5")):
        if way and not compiled:
            continue
        for name, counts in (("int8", bytes_), ("int64", words)):
            seconds = [
                best_seconds(lambda: missing_many(counts, phase, compiled=way), 4)  # noqa: B023
                for phase in PHASES
            ]
            for what, value in (("ten phases", sum(seconds) / 10), ("slowest phase", max(seconds))):
                yield Figure(
                    f"missing_many, {'Numba' if way else 'NumPy'}, {name}, {what}",
                    HANDS / value / 1e6,
                    "M/s",
                    aim,
                    f"best of 4, {HANDS} hands, one core",
                )


def odds() -> Iterator[Figure]:
    """Measure exact odds."""

    def deals() -> None:
        counting.automaton.cache_clear()
        for phase in PHASES:
            deal_odds(phase)

    yield Figure("deal_odds, all ten phases, nothing kept from before", best_seconds(deals, 3), "s",
                 "<= 5", "best of 3")  # fmt: skip
    hands = dealt(10, 100)
    medians = [
        median(best_seconds(lambda: chances_within(h, phase, 5), 2) for h in hands)  # noqa: B023
        for phase in PHASES
    ]
    yield Figure("chances_within 5 draws, slowest phase, median hand", max(medians) * 1e3, "ms",
                 "<= 5", "best of 2, 100 hands")  # fmt: skip
    full = dealt(11, 60)
    worst = max(
        best_seconds(lambda: chances_within_discards(h, phase, 5), 2)  # noqa: B023
        for phase in PHASES
        for h in full
    )
    yield Figure("chances_within_discards 5 draws, slowest hand and phase", worst * 1e3, "ms",
                 "<= 50", "best of 2, 60 hands")  # fmt: skip
    mixed = Phase("crun:4+set:3")
    counting.automaton.cache_clear()
    seconds = best_seconds(lambda: deal_odds(mixed), 1)
    yield Figure("deal_odds, a one-color run beside a set", seconds, "s", "-", "once, cold")
    value = median(best_seconds(lambda: chances_within(h, mixed, 5), 2) for h in hands[:20])  # noqa: B023
    yield Figure("chances_within 5 draws, a one-color run beside a set", value * 1e3, "ms",
                 "-", "best of 2, 20 hands")  # fmt: skip
    counting.automaton.cache_clear()
    first = best_seconds(lambda: chances_within_discards(full[0], Phase("3"), 5), 1)
    yield Figure("chances_within_discards, phase 3, the first hand", first * 1e3, "ms", "-", "once")


def solver_figures() -> Iterator[Figure]:
    """Yield all figures of the solver."""
    yield from single()
    yield from batch()
    yield from odds()
