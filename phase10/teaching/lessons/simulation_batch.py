"""Simulate whole arrays of deals with NumPy, trial by trial the same as the plain simulation.

For commands, notebooks and worker processes: pages use :mod:`phase10.teaching.lessons.simulation`.
The stream is SplitMix64, whose n-th number is a function of n alone, so that a whole array of
numbers is made at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from phase10.game.cards import CARDS, KINDS, STANDARD_DECK, WILD
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.game.shuffle import GAMMA
from phase10.solver.groupings_batch import missing_many
from phase10.teaching.lessons.experiments_hand import HandPoints, PhaseDealt, WildsDealt
from phase10.teaching.lessons.simulation import MARKS, Tally, check_trials, simulate

__all__ = ["Dealt", "dealt_counts", "simulate_deals"]

Dealt = PhaseDealt | WildsDealt | HandPoints
"""Experiments that look at one dealt hand."""

BLOCK: Final = 1 << 14
_MASK: Final = (1 << 64) - 1

Array = NDArray[Any]


def simulate_deals(experiment: Dealt, tally: Tally, trials: int) -> Tally:
    """Go on for ``trials`` deals: the same tally as :func:`simulate` gives, many times faster.

    Errors as there.
    """
    check_trials(tally, trials)
    counts, path = dict(tally.counts), list(tally.path)
    state, made = tally.state, tally.trials
    end = made + trials
    while made < end:
        size = min(BLOCK, end - made)
        hands = dealt_counts(experiment, state, size)
        if hands is None:  # a number was refused, once in many ages of the universe
            step = simulate(experiment, Tally(state, made, counts, tuple(path)), size)
            counts, path = dict(step.counts), list(step.path)
            state, made = step.state, step.trials
            continue
        outcomes = _judged(experiment, hands)
        for first, last in _portions(made, size):
            found, often = np.unique(outcomes[first:last], return_counts=True)
            for outcome, count in zip(found.tolist(), often.tolist(), strict=True):
                counts[outcome] = counts.get(outcome, 0) + count
            if made + last in MARKS:
                path.append((made + last, dict(counts)))
        state = (state + GAMMA * size * experiment.cards) & _MASK
        made += size
    return Tally(state, end, dict(sorted(counts.items())), tuple(path))


def dealt_counts(experiment: Dealt, state: int, trials: int) -> Array | None:
    """Deal ``trials`` hands from a state of the stream: counts of kinds, shape (trials, 50), int8.

    ``None`` where a number of the stream is one that the shuffle refuses.
    """
    deck = _deck_of(experiment)
    cards = experiment.cards
    numbers = _stream(state, trials * cards).reshape(trials, cards)
    rest = np.tile(deck, (trials, 1))
    rows = np.arange(trials)
    for place in range(cards):
        bound = len(deck) - place
        if (numbers[:, place] < (1 << 64) % bound).any():
            return None
        other = place + (numbers[:, place] % np.uint64(bound)).astype(np.int64)
        drawn = rest[rows, other]
        rest[rows, other] = rest[:, place]
        rest[:, place] = drawn
    held = rest[:, :cards].astype(np.int64) + KINDS * rows[:, None]
    flat = np.bincount(held.ravel(), minlength=trials * KINDS)
    return flat.reshape(trials, KINDS).astype(np.int8)


def _deck_of(experiment: Dealt) -> Array:
    deck = STANDARD_DECK
    if isinstance(experiment, PhaseDealt):
        deck = Rules.parse(experiment.rules).deck
    return np.repeat(np.arange(KINDS, dtype=np.uint8), deck.counts)


def _judged(experiment: Dealt, hands: Array) -> Array:
    """Give the outcome of each hand."""
    if isinstance(experiment, PhaseDealt):
        lacking = missing_many(hands, Phase(experiment.phase), Rules.parse(experiment.rules))
        complete: Array = (lacking == 0).astype(np.int64)
        return complete
    if isinstance(experiment, WildsDealt):
        wilds: Array = hands[:, WILD].astype(np.int64)
        return wilds
    points = np.array([SEED.points(card) for card in CARDS])
    paid: Array = hands.astype(np.int64) @ points
    return paid


def _stream(state: int, count: int) -> Array:
    """Give the next ``count`` numbers of the stream (see :func:`phase10.game.shuffle.mixed`)."""
    mixed = np.uint64(state) + np.uint64(GAMMA) * np.arange(1, count + 1, dtype=np.uint64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _portions(made: int, size: int) -> Iterator[tuple[int, int]]:
    """Cut a block of trials at the marks of the path."""
    cuts = [mark - made for mark in sorted(MARKS) if made < mark < made + size]
    return zip([0, *cuts], [*cuts, size], strict=True)
