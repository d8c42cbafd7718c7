"""Hands to compare solver and oracle on: dealt ones and ones rich in what goes wrong easily."""

from __future__ import annotations

import random
from collections.abc import Iterator

from phase10.game.cards import Hand

DECK = [kind for kind in range(48) for _ in range(2)] + [48] * 8 + [49] * 4


def deals(seed: int, count: int, sizes: tuple[int, ...] = tuple(range(12))) -> Iterator[Hand]:
    """Deal hands of all sizes in turn: plain; many wilds; few numbers; few colours; neighbours."""
    rng = random.Random(seed)
    for n in range(count):
        size = sizes[n % len(sizes)]
        yield Hand.from_counts(_counts(rng.sample(_pool(rng, n // len(sizes) % 6), size)))


def _pool(rng: random.Random, sort: int) -> list[int]:
    wilds = rng.sample(DECK[-12:], 12)[: rng.randrange(3)]
    if sort == 1:  # many wilds and skips
        return rng.sample(DECK[:96], 12) + DECK[96:]
    if sort == 2:  # two or three numbers only
        numbers = rng.sample(range(12), rng.choice((2, 2, 3)))
        return [kind for kind in DECK[:96] if kind % 12 in numbers] + wilds
    if sort == 3:  # one colour and a little of another
        one, other = rng.sample(range(4), 2)
        return [kind for kind in DECK[:96] if kind // 12 == one] + rng.sample(
            [kind for kind in DECK[:96] if kind // 12 == other], 3
        ) + wilds  # fmt: skip
    if sort == 4:  # neighbouring numbers, at an end of the row more often than not
        start = rng.choice((0, 0, 1, 2, 3, 4, 5, 5))
        return [kind for kind in DECK[:96] if start <= kind % 12 <= start + 6] + wilds
    return DECK


def _counts(kinds: list[int]) -> list[int]:
    counts = [0] * 50
    for kind in kinds:
        counts[kind] += 1
    return counts


def naturals(hand: Hand) -> list[int]:
    """List the number cards of a hand as integers."""
    return [card.kind for card in hand if card.is_number]
