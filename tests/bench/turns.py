"""Speed of the chances of the next two turns: all discards of eleven cards, draw or take of ten."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median

from phase10.game.cards import CARDS, WILD, Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver import turn_plans
from phase10.solver.turns import discard_chances, draw_or_take
from tests.bench.figure import Figure, best_seconds
from tests.bench.solver import DECK, dealt

HANDS = 300
MIXED = ("crun:4+set:3", "run:4+color:4", "set:5+crun:3", "run:5+color:4", "cset:2+set:2+color:3")


def rich_in_wilds(hands: int) -> list[Hand]:
    """Deal eleven cards with two to five wilds: there are most plans then."""
    rng = random.Random(11)
    found = []
    for number in range(hands):
        wilds = 2 + number % 4
        counts = [0] * 50
        counts[WILD] = wilds
        for kind in rng.sample(DECK[:96], 11 - wilds):
            counts[kind] += 1
        found.append(Hand.from_counts(counts))
    return found


def unseen_of(hand: Hand) -> list[int]:
    """Count the cards outside the hand."""
    return [most - held for most, held in zip(SEED.deck.counts, hand.counts, strict=True)]


def discard_seconds(phase: Phase, hands: list[Hand], model: str, rules: Rules) -> list[float]:
    """Time all discards of each hand, best of three."""
    times = []
    for hand in hands:
        unseen = unseen_of(hand)

        def ask() -> object:
            return discard_chances(hand, phase, unseen, rules, model=model)  # noqa: B023

        times.append(best_seconds(ask, 3))
    return times


def turns_figures() -> Iterator[Figure]:
    """Yield all figures of the next two turns."""
    hands, rich = dealt(11, HANDS), rich_in_wilds(HANDS)
    for model in ("offer", "pile"):
        medians, worst = [], 0.0
        every: list[float] = []
        for phase in PHASES:
            times = discard_seconds(phase, hands, model, SEED)
            every += times
            medians.append(median(times))
            worst = max(worst, *times)
        how = f"best of 3, {HANDS} hands a phase"
        name = f"discard_chances, {model}"
        yield Figure(f"{name}, ten phases, median", median(every) * 1e3, "ms", "<= 8", how)
        yield Figure(f"{name}, slowest phase, median", max(medians) * 1e3, "ms", "<= 8", how)
        yield Figure(f"{name}, ten phases, worst", worst * 1e3, "ms", "<= 60", how)
    worst = max(max(discard_seconds(phase, rich, "offer", SEED)) for phase in PHASES)
    yield Figure("discard_chances, offer, 2-5 wilds, worst", worst * 1e3, "ms", "<= 60",
                 f"best of 3, {HANDS} hands a phase")  # fmt: skip
    turn_plans._demands.cache_clear()
    turn_plans._places.cache_clear()
    first = best_seconds(
        lambda: discard_chances(hands[0], PHASES[1], unseen_of(hands[0]), model="offer"), 1
    )
    yield Figure("discard_chances, offer, phase 2, the first hand", first * 1e3, "ms", "-", "once")
    rng = random.Random(12)
    times = []
    for hand in dealt(10, HANDS):
        unseen = unseen_of(hand)
        top = rng.choice([kind for kind in range(WILD) if unseen[kind]])
        unseen[top] -= 1
        for phase in PHASES:
            times.append(best_seconds(lambda: draw_or_take(hand, CARDS[top], phase, unseen, model="offer"), 2))  # noqa: B023, E501 # fmt: skip
    yield Figure("draw_or_take, offer, ten phases, worst", max(times) * 1e3, "ms", "-",
                 f"best of 2, {HANDS} hands")  # fmt: skip
    in_each = Rules(natural_per="group")
    for what, phases, rules in (
        ("natural_per=group", PHASES, in_each),
        ("mixed goals", tuple(map(Phase, MIXED)), SEED),
    ):
        for sort, cards in (("dealt", hands[:30]), ("2-5 wilds", rich[:30])):
            times = []
            for phase in phases:
                times += discard_seconds(phase, cards, "offer", rules)
            yield Figure(f"discard_chances, offer, {what}, {sort}, median", median(times) * 1e3,
                         "ms", "-", "best of 3, 30 hands a phase")  # fmt: skip
            yield Figure(f"discard_chances, offer, {what}, {sort}, worst", max(times) * 1e3,
                         "ms", "<= 500", "best of 3, 30 hands a phase")  # fmt: skip
