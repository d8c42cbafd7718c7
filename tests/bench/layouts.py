"""Speed of layouts, hits and discards: the ten phases, empty and crowded tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from statistics import median

from phase10.game.all_layouts import all_layouts
from phase10.game.cards import CARDS, WILD, Card, Hand
from phase10.game.melds import Meld, arrange, declared
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.layouts import best_ending, best_layouts, endings
from tests.bench.figure import Figure, best_seconds

DECK = Counter({kind: count for kind, count in enumerate(SEED.deck.counts) if count})
HANDS = 200
WILDS = (0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8)


def crowded(rng: random.Random, cards: int) -> tuple[tuple[Meld, ...], Hand]:
    """Lay three runs and seven other groups of five players from one deck; deal a hand."""
    while True:
        left = Counter(DECK)
        table = []
        for place in range(10):
            kind = "run" if place < 3 else rng.choice(("set", "set", "set", "color"))
            size = rng.randint(4, 9) if kind == "run" else rng.randint(3, 7)
            laid = _laid(rng, kind, size, left)
            arranged = arrange(kind, laid)
            if not isinstance(arranged, tuple):
                break
            table.append(Meld("ABCDE"[place % 5], kind, arranged))
        wilds = min(rng.choice(WILDS), max(0, left.pop(WILD, 0)), cards)
        rest = [kind for kind, count in left.items() for _ in range(max(0, count))]
        if len(table) == 10 and min(left.values()) >= 0:
            held = [*rng.sample(rest, cards - wilds), *[WILD] * wilds]
            return tuple(table), Hand(map(CARDS.__getitem__, held))


def _laid(rng: random.Random, kind: str, size: int, left: Counter[int]) -> list[Card]:
    first, color = rng.randint(1, 13 - size if kind == "run" else 12), rng.randrange(4)
    cards = []
    for place in range(size):
        number = {"run": first + place, "set": first}.get(kind, rng.randint(1, 12))
        colors = (color,) if kind == "color" else rng.sample(range(4), 4)
        kinds = [each * 12 + number - 1 for each in colors]
        chosen = next((each for each in kinds if left[each] and rng.random() < 0.95), WILD)
        left[chosen] -= 1
        wild = CARDS[WILD] if kind == "color" else declared(number)
        cards.append(wild if chosen == WILD else CARDS[chosen])
    return cards


def complete(rng: random.Random, phase: Phase) -> Hand:
    """Deal eleven cards that can lay the phase, some hands with many wilds."""
    others = [kind for kind, count in DECK.items() if kind != WILD for _ in range(count)]
    while True:
        wilds = rng.choice(WILDS)
        kinds = [*rng.sample(others, 11 - wilds), *[WILD] * wilds]
        hand = Hand(map(CARDS.__getitem__, kinds))
        if all_layouts(hand, phase):
            return hand


def laying() -> Iterator[Figure]:
    """Measure all layouts of the ten phases with their ends, and the best one alone."""
    rng = random.Random(11)
    hands = [(phase, complete(rng, phase)) for phase in PHASES for _ in range(HANDS // 4)]
    others = [
        tuple(Meld("BCDEF"["ABCDE".index(m.owner)], m.kind, m.cards) for m in crowded(rng, 5)[0])
        for _ in hands
    ]
    official = Rules.parse("official")
    for name, rules, tables in (
        ("empty table", SEED, [()] * len(hands)),
        ("crowded table, seed", SEED, others),
        ("crowded table, official", official, others),
    ):
        for most in (None, 1):
            times = [
                best_seconds(partial(best_layouts, hand, phase, table, "A", rules, most=most), 3)
                for (phase, hand), table in zip(hands, tables, strict=True)
            ]
            what = f"{'all layouts' if most is None else 'best layout'}, {name}"
            yield from _spread(what, times, "<= 3", "<= 40")


def ending() -> Iterator[Figure]:
    """Measure the end of a later turn on a table of ten groups, three of them runs."""
    rng = random.Random(12)
    for cards in (5, 11):
        positions = [crowded(rng, cards) for _ in range(HANDS)]
        for what, call in (("best ending", best_ending), ("ends for all discards", endings)):
            times = [
                best_seconds(partial(call, hand, table, "A", SEED, laid_now=False), 3)
                for table, hand in positions
            ]
            yield from _spread(f"{what}, crowded table, {cards} cards", times, "<= 5", "<= 30")


def _spread(what: str, times: list[float], usual: str, worst: str) -> Iterator[Figure]:
    how = f"best of 3, {len(times)} hands"
    yield Figure(f"{what}, median", median(times) * 1e3, "ms", usual, how)
    yield Figure(f"{what}, slowest", max(times) * 1e3, "ms", worst, how)


def layouts_figures() -> Iterator[Figure]:
    """Yield all figures of layouts and hits."""
    yield from laying()
    yield from ending()
