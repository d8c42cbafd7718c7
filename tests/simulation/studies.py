"""Studies of all kinds: every player, both presets, short games, every rule option."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from phase10.game.errors import GameError
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import OPTIONS, PRESETS, Rules
from phase10.players.styles import NAMES
from phase10.simulation.study import Study

LATE = ("last_phase", "players")
"""Options that are chosen apart."""
MOST_ROUNDS, MOST_TURNS = 40, 400
"""Where a match is stopped: under some rules it hardly ends."""

OWN = tuple(map(Phase, ("crun:3+cset:2", "even:6", "odd:5", "parity:7", "color:5+run:3",
                        "set:2+set:2+set:2", "crun:6", "set:3+color:4", "run:10")))  # fmt: skip
"""Phases of one's own, of every goal kind; not all go with all rules."""

DECKS = ("4x12x1+4W+2S", "4x12x2+0W+0S", "3x12x2+8W+4S", "4x12x2+8W+20S")


def ordinary(seed: int) -> Iterator[Study]:
    """Give studies of the presets, with 2–6 players, whole or short."""
    rng = random.Random(seed)
    while True:
        rules = PRESETS[rng.choice(list(PRESETS))]
        last = rng.choice((0, 1, 2, 3, 4))
        changed = Rules.parse(f"{rules},last_phase={last}")
        yield _study(rng, changed, PHASES, rounds=1000)


def unusual(seed: int) -> Iterator[Study]:
    """Give studies with random options, editions, own phases and decks."""
    rng = random.Random(seed)
    lists = [edition.phases for edition in EDITIONS.all().values()]
    while True:
        phases = rng.choice(lists) if rng.random() < 0.6 else tuple(rng.sample(OWN, 4))
        try:
            yield _study(rng, _rules(rng, len(phases)), phases, rounds=MOST_ROUNDS)
        except GameError:
            continue  # these options contradict each other or the phases


def _rules(rng: random.Random, phases: int) -> Rules:
    """Change about a third of all options at random."""
    parts = [rng.choice(list(PRESETS))]
    for option, values in OPTIONS.items():
        if option not in LATE and rng.random() < 0.35:
            value = rng.choice(values)
            shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
            parts.append(f"{option}={shown}")
    parts.append(f"last_phase={rng.choice((1, 2, 3, min(phases, 5)))}")
    if rng.random() < 0.25:
        parts.append(f"deck={rng.choice(DECKS)}")
    return Rules.parse(",".join(parts))


def _study(rng: random.Random, rules: Rules, phases: tuple[Phase, ...], rounds: int) -> Study:
    players = tuple(rng.choice(NAMES) for _ in range(rng.randint(2, 6)))
    seed = rng.getrandbits(63)
    return Study(players, len(players), seed, rules, phases, rounds, MOST_TURNS)


@lru_cache
def some(kind: str, count: int, seed: int) -> tuple[Study, ...]:
    """Give the first studies of a kind."""
    studies = {"ordinary": ordinary, "unusual": unusual}[kind](seed)
    return tuple(next(studies) for _ in range(count))
