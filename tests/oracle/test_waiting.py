"""The solved waiting game against one played out over all kinds of cards, for small decks."""

from __future__ import annotations

from typing import Any

import pytest

from phase10.game.cards import Cards, Deck
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.waiting_build import solve
from tests.oracle.waiting import Counts, SlowGame, deals

# Phase, deck, cards held, other rules.
GAMES = {
    "a set": ("set:3", Deck(2, 3, 2, 1, 1), 3, {}),
    "two sets": ("set:2+set:2", Deck(2, 4, 1, 1, 1), 4, {}),
    "two sets of different numbers": (
        "set:2+set:2",
        Deck(2, 3, 2, 1, 0),
        4,
        {"same_number_sets": False},
    ),
    "a natural card in each set": (
        "set:2+set:2",
        Deck(2, 3, 1, 3, 1),
        4,
        {"natural_per": "group"},
    ),
    "a run": ("run:4", Deck(1, 6, 2, 1, 1), 4, {}),
    "a run in the mirror": ("run:4", Deck(1, 12, 1, 1, 1), 4, {}),
    "set and run in the mirror": ("set:2+run:3", Deck(1, 12, 1, 2, 0), 4, {}),
    "set and run": ("set:2+run:3", Deck(2, 5, 1, 1, 1), 4, {}),
    "a set and even numbers": ("set:2+even:2", Deck(2, 4, 1, 1, 1), 4, {}),
    "odd numbers and twelve": ("odd:3", Deck(1, 12, 1, 1, 0), 3, {}),
    "one parity": ("parity:4", Deck(1, 12, 1, 1, 0), 4, {}),
    "one color": ("color:4", Deck(3, 3, 1, 1, 1), 4, {}),
    "two colors": ("color:2+color:2", Deck(3, 2, 2, 1, 1), 4, {"natural_per": "group"}),
    "no wilds": ("set:3", Deck(2, 3, 2, 0, 2), 4, {}),
    "wilds and skips only besides one number": ("set:2", Deck(1, 1, 1, 3, 3), 3, {}),
    "hardly anything to draw": ("run:3", Deck(1, 4, 1, 1, 0), 4, {}),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_hand_of_a_small_deck(name: str) -> None:
    text, deck, cards, options = GAMES[name]
    phase, rules = Phase(text), Rules(deck=deck, **options)
    solved = solve(phase, rules, cards=cards)
    assert solved is not None
    game, solutions = solved
    slow = SlowGame(phase, rules, cards)
    states = {hand: game.states.index(hand) for hand in slow.hands}
    assert set(states.values()) == set(range(game.states.size))
    for model, solution in solutions.items():
        offer = model == "offer"
        slowly = slow.expected(offer=offer)
        for hand, turns in slowly.items():
            assert solution.expected[states[hand]] == pytest.approx(turns, abs=1e-9)
        assert solution.bound < 1e-9
        assert solution.figures.average == pytest.approx(mean(slowly, deck), abs=1e-9)
        assert solution.figures.worst is not None
        assert solution.figures.worst[1] == pytest.approx(max(slowly.values()), abs=1e-9)
        worst = Cards(solution.figures.worst[0], deck).counts
        assert slowly[worst] == pytest.approx(max(slowly.values()), abs=1e-9)
        for turns, chances in enumerate(solution.within, start=1):
            exactly = slow.within(turns, offer=offer)
            for hand, chance in exactly.items():
                assert chances[states[hand]] == pytest.approx(float(chance), abs=1e-12)
            share = solution.figures.within[turns - 1]
            assert share == pytest.approx(float(mean(exactly, deck)), abs=1e-12)


def mean(values: dict[Counts, Any], deck: Deck) -> Any:
    """The mean over the deal."""
    weights = {hand: deals(hand, deck.counts) for hand in values}
    return sum(weights[hand] * value for hand, value in values.items()) / sum(weights.values())
