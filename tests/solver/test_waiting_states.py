"""States of the waiting game: each hand has one, each state has a hand, equal hands share it."""

from __future__ import annotations

import random
from itertools import permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import STANDARD_DECK, Deck, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.solver.waiting_states import NumberStates, SortedStates, states_of, vector_of
from tests.oracle.hands import deals
from tests.oracle.waiting import hands

SMALL_DECKS = (Deck(2, 4, 2, 2, 1), Deck(3, 5, 1, 1, 0), Deck(1, 12, 1, 1, 1), Deck(4, 2, 1, 0, 2))
VECTORS = {
    "set:3+set:2": "sets",
    "run:3": "numbers",
    "run:3+set:2": "numbers",
    "even:2": "numbers",
    "parity:3": "numbers",
    "color:4": "colors",
    "color:4+color:3": "colors",
    "crun:3": None,
    "cset:2": None,
    "color:3+set:2": None,
    "run:4+color:3": None,
    "even:3+color:3": None,
}
SOLVABLE = [text for text, vector in VECTORS.items() if vector is not None]
TEN = list(deals(10, 240, (10,)))


@pytest.mark.parametrize("text", VECTORS)
def test_what_a_phase_needs(text: str) -> None:
    assert vector_of(Phase(text)) == VECTORS[text]
    assert (states_of(Phase(text), STANDARD_DECK) is None) == (VECTORS[text] is None)


def test_sizes() -> None:
    sizes = [states_of(phase, STANDARD_DECK).size for phase in PHASES]
    assert sizes == [371, *[568_182] * 5, 371, 280, 371, 371]
    assert states_of(Phase("even:4"), STANDARD_DECK).size == 1_135_316


@pytest.mark.parametrize("deck", SMALL_DECKS, ids=str)
@pytest.mark.parametrize("text", SOLVABLE)
@pytest.mark.parametrize("cards", [0, 1, 3, 5])
def test_states_are_numbered_without_a_gap(text: str, deck: Deck, cards: int) -> None:
    states = states_of(Phase(text), deck, cards)
    assert states is not None
    for state in range(states.size):
        counts = states.counts(state)
        assert sum(counts) == cards
        assert all(0 <= held <= most for held, most in zip(counts, deck.counts, strict=True))
        assert states.index(counts) == state
    assert {states.index(hand) for hand in hands(deck.counts, cards)} == set(range(states.size))


@pytest.mark.parametrize("text", SOLVABLE)
@pytest.mark.parametrize("deck", [Deck(2, 3, 2, 1, 1), Deck(1, 12, 1, 1, 0)], ids=str)
def test_states_count_the_vectors_they_stand_for(text: str, deck: Deck) -> None:
    states = states_of(Phase(text), deck, 4)
    assert states is not None
    vectors: dict[int, set[tuple[object, ...]]] = {}
    for hand in hands(deck.counts, 4):
        by_color = [hand[start : start + 12] for start in range(0, 48, 12)]
        axis = map(sum, by_color if states.by_color else zip(*by_color, strict=True))
        vectors.setdefault(states.index(hand), set()).add((*axis, *hand[48:]))
    for state, found in vectors.items():
        assert states.alike(state) == len(found)


@given(data=st.data(), text=st.sampled_from(SOLVABLE), cards=st.sampled_from((10, 11)))
def test_states_of_the_whole_deck_are_numbered_without_a_gap(
    data: st.DataObject, text: str, cards: int
) -> None:
    states = states_of(Phase(text), STANDARD_DECK, cards)
    assert states is not None
    state = data.draw(st.integers(0, states.size - 1))
    counts = states.counts(state)
    assert sum(counts) == cards
    assert states.index(Hand.from_counts(counts)) == states.index(counts) == state


def test_states_hold_all_deals() -> None:
    for text in ("set:3", "color:7"):
        states = states_of(Phase(text), STANDARD_DECK)
        assert isinstance(states, SortedStates)
        most = (*states.limits(), 8, 4)
        total = 0
        for state in range(states.size):
            axis, wilds, skips = states.axis(state)
            ways = states.alike(state)
            for count, limit in zip((*axis, wilds, skips), most, strict=True):
                ways *= comb(limit, count)
            total += ways
        assert total == comb(108, 10)


@pytest.mark.parametrize("hand", TEN[::8], ids=str)
def test_equal_hands_share_a_state(hand: Hand) -> None:
    rng = random.Random(str(hand))
    colors = [hand.counts[start : start + 12] for start in range(0, 48, 12)]
    rest = hand.counts[48:]

    def state(text: str, colors: list[tuple[int, ...]]) -> int:
        return states_of(Phase(text), STANDARD_DECK).index((*sum(colors, ()), *rest))

    swapped = rng.choice(list(permutations(colors)))
    mirrored = [color[::-1] for color in colors]
    order = rng.sample(range(12), 12)
    mixed = [tuple(color[place] for place in order) for color in colors]
    for text in SOLVABLE:
        assert state(text, list(swapped)) == state(text, colors)
    for text in ("set:3+set:2", "run:3", "run:3+set:2", "parity:3", "even:2+odd:2"):
        assert state(text, mirrored) == state(text, colors)
    assert state("set:3", mixed) == state("set:3", colors)


def test_what_the_mirror_changes_stays_apart() -> None:
    low, high = Hand("R1 B1 R3 G5 W W W S S S"), Hand("R12 B12 R10 G8 W W W S S S")
    for text, same in (("run:5", True), ("even:4", False), ("even:3+odd:2", False)):
        states = states_of(Phase(text), STANDARD_DECK)
        assert (states.index(low) == states.index(high)) is same
    smaller = Deck(numbers=11)
    states = states_of(Phase("run:5"), smaller)
    assert isinstance(states, NumberStates)
    assert not states.mirror


@pytest.mark.parametrize("text", ["set:3", "run:4", "color:5"])
@pytest.mark.parametrize(
    "hand", ["", "R1", "R1 R2 R3 R4 R5 R6 R7 R8 R9", "R1 R2 R3 R4 R5 R6 R7 R8 R9 W S"]
)
def test_another_number_of_cards(text: str, hand: str) -> None:
    states = states_of(Phase(text), STANDARD_DECK)
    with pytest.raises(GameError) as refused:
        states.index(Hand(hand))
    assert refused.value.code == "waiting.cards"
    assert refused.value.values == {"count": len(Hand(hand)), "needed": 10}


def test_cards_that_the_deck_has_not() -> None:
    small = Deck(2, 6, 2, 2, 1)
    for text, hand in (
        ("set:3", "R1 R2 R3 R4 R5 R6 B1 W W W"),
        ("run:4", "R1 R2 R3 R4 R5 R6 B1 S S W"),
        ("run:4", "R7 R8 R9 R10 R11 R12 B7 B8 B9 B10"),
        ("color:5", "R1 R2 R3 R4 R5 R6 G1 Y1 W W"),
    ):
        with pytest.raises(GameError, match=r"waiting\.cards"):
            states_of(Phase(text), small).index(Hand(hand))
    states = states_of(Phase("run:4"), small)
    with pytest.raises(GameError, match=r"counts\.shape"):
        states.index([1] * 10)
