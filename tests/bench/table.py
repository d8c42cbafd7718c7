"""Speed of the figures at a table, in processor time: discards, first half of a turn, chances."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from statistics import median

from phase10.game.cards import CARDS, Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED
from phase10.solver.table import (
    chances_by_turn,
    discard_turns,
    draw_or_take_turns,
    table_turns,
)
from phase10.solver.table_draws import draws_for
from phase10.solver.turns import turn_chances
from phase10.solver.waiting import MODELS
from tests.bench.figure import Figure

HANDS = 60
"""Hands of each phase and model, with 0, 30 or 60 cards seen."""

Situation = tuple[Hand, list[int]]
Call = Callable[[Hand, Phase, list[int], str], object]


def situations(cards: int) -> list[Situation]:
    """Deal hands and see cards, always the same ones."""
    generator = random.Random(cards)
    deck = [kind for kind, copies in enumerate(SEED.deck.counts) for _ in range(copies)]
    found = []
    for number in range(HANDS):
        generator.shuffle(deck)
        counts, unseen = [0] * 50, [0] * 50
        for kind in deck[:cards]:
            counts[kind] += 1
        for kind in deck[cards + 30 * (number % 3) :]:
            unseen[kind] += 1
        found.append((Hand.from_counts(counts), unseen))
    return found


def milliseconds(call: Call, phase: Phase, cards: int) -> list[float]:
    """Measure calls in both models; no hand is remembered from one to the next."""
    taken = []
    for model in MODELS:
        draws = draws_for(phase, model, SEED)
        assert draws is not None
        dealt = situations(cards)
        call(dealt[0][0], phase, dealt[0][1], model)
        for hand, unseen in dealt:
            draws.forget()
            started = time.process_time()
            call(hand, phase, unseen, model)
            taken.append(1000 * (time.process_time() - started))
    return taken


def _discards(hand: Hand, phase: Phase, unseen: list[int], model: str) -> object:
    return discard_turns(hand, phase, unseen, model=model)


def _turns(hand: Hand, phase: Phase, unseen: list[int], model: str) -> object:
    return table_turns(hand, phase, unseen, model=model)


def _first_half(hand: Hand, phase: Phase, unseen: list[int], model: str) -> object:
    top = next(kind for kind, copies in enumerate(unseen) if copies)
    rest = [copies - (kind == top) for kind, copies in enumerate(unseen)]
    return draw_or_take_turns(hand, CARDS[top], phase, rest, model=model)


def _chances(hand: Hand, phase: Phase, unseen: list[int], model: str) -> object:
    return chances_by_turn(hand, phase, unseen, model=model)


def _exact(hand: Hand, phase: Phase, unseen: list[int], model: str) -> object:
    return turn_chances(hand, phase, unseen, model=model)


def table_figures() -> Iterator[Figure]:
    """Give all figures of this section, over the ten phases and both models."""
    how = f"{2 * HANDS * len(PHASES)} hands, 0, 30 or 60 seen"
    for name, call, cards, aims in (
        ("turns after every discard", _discards, 11, ("≤ 4", "≤ 25")),
        ("turns, ten cards", _turns, 10, ("≤ 2", "≤ 10")),
        ("turns, draw or take", _first_half, 10, ("≤ 5", "≤ 25")),
        ("chances within 10 turns", _chances, 10, ("≤ 4", "≤ 25")),
        ("of it the exact ones of two", _exact, 10, ("≤ 2", "≤ 20")),
    ):
        phases = [milliseconds(call, phase, cards) for phase in PHASES]
        pooled = [value for values in phases for value in values]
        slowest = max(map(median, phases))
        yield Figure(f"{name}, median", median(pooled), "ms", aims[0], how)
        yield Figure(f"{name}, the slowest phase", slowest, "ms", "–", "median")
        yield Figure(f"{name}, worst", max(pooled), "ms", aims[1], "one run")
