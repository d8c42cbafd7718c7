"""Turns over two piles: the present one and the discards that return, against a real deck."""

from __future__ import annotations

import random
from math import inf
from statistics import mean

import pytest

from phase10.game.cards import CARDS, STANDARD_DECK, Hand
from phase10.game.phases import PHASES, Phase
from phase10.solver.groupings import missing
from phase10.solver.reference_simulation import reference_turns
from phase10.solver.table import (
    GONE_EACH_TURN,
    Restock,
    chances_by_turn,
    discard_turns,
    draw_or_take_turns,
    table_turns,
)

DECK = [kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies)]
HANDS = 8


def counted(kinds: list[int]) -> list[int]:
    return [kinds.count(kind) for kind in range(len(CARDS))]


def dealt(phase: Phase, pile: int, seed: int) -> tuple[Hand, list[int], list[int]]:
    """Ten cards that lack something, a small pile, and all that comes back after it."""
    rng = random.Random(seed)
    while True:
        cards = rng.sample(DECK, len(DECK))
        hand = Hand([CARDS[kind] for kind in cards[:10]])
        if missing(hand, phase):
            return hand, counted(cards[10 : 10 + pile]), counted(cards[10:])


@pytest.mark.parametrize("model", ["pile", "offer"])
@pytest.mark.parametrize("pile", [6, 12, 20])
@pytest.mark.parametrize("number", [1, 4, 8])
def test_turns_over_two_piles_are_those_of_a_real_deck(number: int, pile: int, model: str) -> None:
    phase = PHASES[number - 1]
    real, estimated = [], []
    for seed in range(HANDS):
        hand, unseen, after = dealt(phase, pile, 100 * pile + seed)
        restock = Restock(int(pile // GONE_EACH_TURN[model]), after)
        played = reference_turns(phase, model=model, hand=hand, unseen=unseen, games=2000)
        turns = table_turns(hand, phase, unseen, model=model, restock=restock)
        assert played is not None
        assert turns is not None
        assert 1 < turns < inf
        real.append(played.turns)
        estimated.append(turns)
    assert mean(estimated) == pytest.approx(mean(real), rel=0.13)


@pytest.mark.parametrize("model", ["pile", "offer"])
def test_a_pile_that_lasts_is_the_only_one_that_counts(model: str) -> None:
    """With more turns to come from the first pile the second counts less and less."""
    phase = PHASES[3]
    hand, unseen, _ = dealt(phase, 60, 3)
    wilds = [0] * len(CARDS)
    wilds[48] = 8 - hand.counts[48]
    alone = table_turns(hand, phase, unseen, model=model)
    assert alone is not None
    found = [
        table_turns(hand, phase, unseen, model=model, restock=Restock(turns, wilds)) or inf
        for turns in (0, 1, 2, 4, 8, 16, 40)
    ]
    assert found == sorted(found)
    assert found[0] < found[1] < alone
    assert found[-1] == pytest.approx(alone, abs=0.02)


def test_one_card_missing_from_two_piles_is_exact() -> None:
    """One useful card in ten, then one in four: blind draws, nothing returns to the first."""
    hand = Hand("R1 R2 R3 R4 R5 R6 B12 G12 Y12 S")
    first = counted([6, 0, 12, 24, 36, 1, 13, 25, 37, 2])
    assert sum(first) == 10
    phase = Phase("run:7")
    second = counted([18, 14, 26, 38])
    alone = table_turns(hand, phase, first, model="pile")
    later = table_turns(hand, phase, second, model="pile")
    assert (alone, later) == (pytest.approx(11 / 2), pytest.approx(5 / 2))
    for lasts in range(11):
        turns = table_turns(hand, phase, first, model="pile", restock=Restock(lasts, second))
        # Σ chance that it did not come before, over the turns of the first pile, then the second.
        exact = sum((10 - turn) / 10 for turn in range(lasts)) + (10 - lasts) / 10 * 5 / 2
        assert turns == pytest.approx(exact)


def test_what_the_first_pile_cannot_complete_is_completed_from_the_second() -> None:
    hand = Hand("R1 R2 R3 R4 R5 R6 B12 G12 Y12 S")
    phase = Phase("run:7")
    useless, useful = counted([0, 12, 24]), counted([18, 14, 26, 38])
    assert table_turns(hand, phase, useless, model="pile") == inf
    restock = Restock(3, useful)
    turns = table_turns(hand, phase, useless, model="pile", restock=restock)
    assert turns == pytest.approx(3 + 5 / 2)
    chances = chances_by_turn(hand, phase, useless, model="pile", restock=restock)
    assert chances is not None
    assert list(chances) == sorted(chances)
    assert chances[1] == 0 < chances[9]
    # Neither does the second: nothing is known to help.
    none = Restock(3, useless)
    assert table_turns(hand, phase, useless, model="pile", restock=none) == inf


def test_decisions_reckon_with_the_second_pile() -> None:
    """Sevens return: the pair of sevens is kept, and a seven on top is worth less than before."""
    phase = Phase("set:3+set:3")
    hand = Hand("R7 B7 R9 B9 G1 G2 Y3 Y4 Y5 B11 S")
    nines_gone = [most - held for most, held in zip(STANDARD_DECK.counts, hand.counts, strict=True)]
    sevens = counted([6, 18, 30, 30, 42, 42, *range(6), *range(13, 18), *range(26, 29), 48])
    turns = discard_turns(hand, phase, nines_gone, model="offer", restock=Restock(1, sevens))
    assert turns is not None
    by_name = {str(card): value for card, value in turns.items()}
    assert by_name["R9"] <= by_name["R7"]
    assert all(1 < value < inf for value in turns.values())
    ten = hand - CARDS[49]
    compared = draw_or_take_turns(
        ten, CARDS[8], phase, nines_gone, model="offer", restock=Restock(2, sevens)
    )
    assert compared is not None
    assert set(compared) == {"draw pile", "take discard"}
    assert all(1 < value < inf for value in compared.values())
