"""The seeded shuffle of :mod:`phase10.game.shuffle` once more, in functions that can be compiled.

Numbers of the stream are unsigned and have 64 bits: compiled, ``unsigned`` is ``numpy.uint64`` and
``signed`` is ``numpy.int64``; uncompiled, all are Python's own whole numbers, cut to 64 bits.
"""

from __future__ import annotations

from typing import Final

from phase10.game.shuffle import DEALER_DRAW, GAMMA, HAND_SIZE
from phase10.players.board import DECK, NONE
from phase10.solver.plan_rows import Row

__all__ = [
    "below",
    "dealt_cards",
    "first_dealer",
    "mixed",
    "seed_of",
    "shuffle",
    "signed",
    "stream",
    "unsigned",
]

MASK: Final = (1 << 64) - 1
STEP: Final = GAMMA
FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
SECOND_FACTOR: Final = 0x94D049BB133111EB
VERSION: Final = 1
HIGH_CARD: Final = DEALER_DRAW
DEALT: Final = HAND_SIZE
NUMBERS: Final = 12
NATURALS: Final = 48
KINDS: Final = 50


def unsigned(number: int) -> int:
    """Give a whole number as one of 64 bits without a sign."""
    return number


def signed(number: int) -> int:
    """Give a number below 2^63 as an ordinary whole number."""
    return number


def mixed(state: int) -> int:
    """Mix the 64 bits of a state, as :func:`phase10.game.shuffle.mixed`."""
    state = ((state ^ (state >> unsigned(30))) * unsigned(FIRST_FACTOR)) & unsigned(MASK)
    state = ((state ^ (state >> unsigned(27))) * unsigned(SECOND_FACTOR)) & unsigned(MASK)
    return state ^ (state >> unsigned(31))


def stream(players: int, seed: int, round_number: int, counter: int) -> int:
    """Give the state from which the stream of one shuffle starts."""
    state = unsigned(0)
    state = mixed((state + unsigned(STEP) + unsigned(VERSION)) & unsigned(MASK))
    state = mixed((state + unsigned(STEP) + unsigned(players)) & unsigned(MASK))
    state = mixed((state + unsigned(STEP) + unsigned(seed)) & unsigned(MASK))
    state = mixed((state + unsigned(STEP) + unsigned(round_number)) & unsigned(MASK))
    return mixed((state + unsigned(STEP) + unsigned(counter)) & unsigned(MASK))


def seed_of(seed: int, block: int, use: int) -> int:
    """Derive a seed of 62 bits for a use of a block of matches; different ones never depend."""
    state = mixed((unsigned(seed) + unsigned(STEP)) & unsigned(MASK))
    state = mixed((state + unsigned(STEP) + unsigned(block)) & unsigned(MASK))
    state = mixed((state + unsigned(STEP) + unsigned(use)) & unsigned(MASK))
    return signed(state >> unsigned(2))


def below(state: int, bound: int) -> tuple[int, int]:
    """Give the next state of a stream and a number below ``bound``, all equally likely."""
    most = unsigned(bound)
    while True:
        state = (state + unsigned(STEP)) & unsigned(MASK)
        number = mixed(state)
        # What is refused is below 2^64 mod bound, so below bound.
        if number >= most or number >= (unsigned(MASK) % most + unsigned(1)) % most:
            return state, signed(number % most)


def shuffle(cards: Row, count: int, state: int) -> None:
    """Shuffle the first cards of a row, which are in the order of kinds; the last lies on top."""
    for last in range(count - 1, 0, -1):
        state, place = below(state, last + 1)
        card = cards[last]
        cards[last] = cards[place]
        cards[place] = card


def dealt_cards(cards: Row, setup: Row, state: int) -> int:
    """Put the whole deck into a row and shuffle it; give how many cards it has."""
    count = 0
    for kind in range(KINDS):
        for _ in range(setup[DECK + kind]):
            cards[count] = kind
            count += 1
    shuffle(cards, count, state)
    return count


def first_dealer(cards: Row, setup: Row, players: int, seed: int) -> int:
    """Choose the first dealer by the high card, as :func:`phase10.game.shuffle.high_card_dealer`.

    The seats that still draw are bits of one number.
    """
    left = dealt_cards(cards, setup, stream(players, seed, 1, HIGH_CARD))
    tied = (1 << players) - 1
    many = players
    while many > 1 and left >= many:
        highest = NONE
        best = 0
        drawn = 0
        for seat in range(players):
            if tied >> seat & 1:
                left -= 1
                drawn += 1
                card = cards[left]
                height = card % NUMBERS + 1 if card < NATURALS else 0
                if height > highest:
                    highest = height
                    best = 0
                    many = 0
                if height == highest:
                    best |= 1 << seat
                    many += 1
        tied = best
    dealer = 0
    while not tied >> dealer & 1:
        dealer += 1
    return dealer
