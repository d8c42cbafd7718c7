"""The compiled shuffle deals the cards of the deal codes."""

from __future__ import annotations

import random

import pytest

from phase10.game.cards import Deck
from phase10.game.rules import Rules
from phase10.game.setup import Setup
from phase10.game.shuffle import DealCode, high_card_dealer, shuffled, start_state
from phase10.simulation.shuffling import dealt_cards, first_dealer, seed_of, shuffle, stream
from phase10.simulation.state import new_state

DECKS = (Deck(), Deck(4, 12, 1, 4, 2), Deck(1, 2, 2, 30, 30), Deck(4, 3, 2, 0, 40))


def codes(count: int) -> list[DealCode]:
    rng = random.Random(5)
    found = [DealCode(2, 0, 1), DealCode(6, (1 << 63) - 1, 100_000)]
    while len(found) < count:
        found.append(DealCode(rng.randint(2, 6), rng.getrandbits(63), rng.randint(1, 1000)))
    return found


@pytest.mark.parametrize("counter", [0, 1, 7, 1 << 32])
def test_streams_and_shuffles_are_those_of_the_engine(counter: int) -> None:
    for code in codes(20):
        state = stream(code.players, code.seed, code.round, counter)
        assert state == start_state(code, counter)
        cards = sorted(random.Random(code.seed).choices(range(50), k=60))
        wanted = shuffled(cards, code, counter)
        shuffle(cards, len(cards), state)
        assert tuple(cards) == wanted


@pytest.mark.parametrize("deck", DECKS)
def test_the_high_card_deals(deck: Deck) -> None:
    """Small decks have ties, and ties for which no cards are left."""
    for code in codes(40):
        if deck.size <= 10 * code.players:
            continue
        setup = Setup(Rules(deck=deck), players=code.players, phases=(_any_phase(deck),))
        rows = new_state(setup)
        cards = [0] * deck.size
        wanted, _ = high_card_dealer(DealCode(code.players, code.seed, 1), deck)
        assert first_dealer(cards, list(rows.setup), code.players, code.seed) == wanted


def _any_phase(deck: Deck) -> object:
    from phase10.game.phases import Phase

    return Phase("set:2")


def test_the_whole_deck_is_dealt() -> None:
    deck = DECKS[0]
    rows = new_state(Setup())
    cards = [0] * deck.size
    assert dealt_cards(cards, list(rows.setup), 12345) == deck.size
    assert [cards.count(kind) for kind in range(50)] == list(deck.counts)


def test_seeds_of_blocks_are_different_and_fit() -> None:
    seeds = {seed_of(seed, block, use) for seed in range(9) for block in range(9) for use in (0, 1)}
    assert len(seeds) == 9 * 9 * 2
    assert all(0 <= seed < 1 << 62 for seed in seeds)
