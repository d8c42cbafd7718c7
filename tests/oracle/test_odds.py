"""The odds against plain enumeration and against simulation."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from phase10.game.cards import CARDS, Cards, Deck, Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.groupings import missing
from phase10.solver.groupings_batch import missing_many
from phase10.solver.odds import (
    chances_within,
    chances_within_discards,
    deal_odds,
    draw_odds,
    useful_draws,
)
from tests.oracle.hands import DECK, deals, naturals
from tests.oracle.matching import best_plans, goals_of, missing_by_assignment

ONE_AXIS = [
    *map(str, PHASES), "set:2+set:2+set:2+set:2", "color:4+color:3", "crun:5", "crun:3+cset:2",
    "even:4+odd:3", "parity:6", "set:3+even:3", "crun:3+color:3", "run:4+parity:3", "cset:2+set:3",
    "crun:3+even:3", "run:3+run:4", "color:3+parity:3", "cset:2+run:4",
]  # fmt: skip
MIXED = ["crun:4+set:3", "run:4+color:4", "set:3+color:4", "cset:2+set:2+color:3"]


def lacking(hand: Hand, drawn: tuple[int, ...], phase: Phase, rules: Rules) -> int:
    held = naturals(hand) + [kind for kind in drawn if kind < 48]
    wilds = hand.wilds + drawn.count(48)
    if rules.natural_per == "group":
        return missing_by_assignment(held, wilds, goals_of(phase), rules.same_number_sets, True)
    return best_plans(held, wilds, goals_of(phase), rules.same_number_sets)[0]


def few_unseen(hand: Hand, seed: int, count: int) -> tuple[list[int], Cards]:
    """Leave ``count`` cards unseen; every other one is seen."""
    left = list(DECK)
    for card in hand:
        left.remove(card.kind)
    random.Random(seed).shuffle(left)
    seen = [0] * 50
    for kind in left[count:]:
        seen[kind] += 1
    return left[:count], Cards.from_counts(seen)


def enumerated(
    hand: Hand, unseen: list[int], phase: Phase, draws: int, rules: Rules
) -> tuple[Fraction, ...]:
    """Draw in every way, card by card, and count how often the phase is held."""
    known: dict[tuple[int, ...], bool] = {}
    result = []
    for n in range(1, draws + 1):
        good = total = 0
        for drawn in combinations(sorted(unseen), n):
            if drawn not in known:
                known[drawn] = lacking(hand, drawn, phase, rules) == 0
            good += known[drawn]
            total += 1
        result.append(Fraction(good, total))
    return tuple(result)


@pytest.mark.parametrize("text", [*ONE_AXIS, *MIXED])
def test_chances_by_drawing_in_every_way(text: str) -> None:
    phase = Phase(text)
    hands = [hand for hand in deals(21, 600, sizes=(5, 6, 7, 8)) if missing(hand, phase) <= 3]
    assert len(hands) >= 8
    some_chance = False
    for seed, hand in enumerate(hands[:8]):
        unseen, seen = few_unseen(hand, seed, 11)
        expected = enumerated(hand, unseen, phase, 3, SEED)
        assert chances_within(hand, phase, 3, seen=seen) == expected, hand
        some_chance = some_chance or 0 < expected[-1] < 1
    assert some_chance


@pytest.mark.parametrize(
    "rules",
    [Rules(natural_per="group"), Rules(same_number_sets=False),
     Rules(natural_per="group", same_number_sets=False)], ids=str,
)  # fmt: skip
@pytest.mark.parametrize("text", ["1", "2", "9", "set:2+set:2", "crun:3+cset:2", "even:3+odd:2",
                                  "color:3+color:2", "cset:2+set:2", "run:3+run:3", "set:2+color:3",
                                  "run:3+crun:2", "cset:2+cset:2", "cset:2+cset:2+even:2",
                                  "cset:2+cset:2+color:2"])  # fmt: skip
def test_chances_under_other_rules(text: str, rules: Rules) -> None:
    phase = Phase(text)
    rich = [hand for hand in deals(22, 900, sizes=(3, 4, 5, 6)) if hand.wilds]
    hands = [hand for hand in rich if missing(hand, phase, rules) <= 2][:6]
    assert len(hands) == 6
    for seed, hand in enumerate(hands):
        unseen, seen = few_unseen(hand, seed, 8)
        expected = enumerated(hand, unseen, phase, 2, rules)
        assert chances_within(hand, phase, 2, rules, seen=seen) == expected, hand


@pytest.mark.parametrize("text", [*ONE_AXIS, *MIXED])
def test_useful_draws_by_trying_every_card(text: str) -> None:
    phase = Phase(text)
    for seed, hand in enumerate(deals(23, 48)):
        unseen, seen = few_unseen(hand, seed, 40)
        now = lacking(hand, (), phase, SEED)
        useful = {
            CARDS[kind]: unseen.count(kind)
            for kind in sorted(set(unseen))
            if lacking(hand, (kind,), phase, SEED) < now
        }
        assert useful_draws(hand, phase, seen=seen) == useful, hand
        odds = draw_odds(hand, phase, seen=seen)
        assert (odds.missing, odds.useful, odds.unseen) == (now, useful, 40)
        assert odds.live == sum(useful.values())
        if now == 0:
            assert odds.p_next == odds.p_complete == 1
            assert useful == {}
        else:
            assert odds.p_next == Fraction(odds.live, 40)
            assert odds.p_complete == (odds.p_next if now == 1 else 0)


@pytest.mark.parametrize("text", [*ONE_AXIS, *MIXED])
def test_discards_one_by_one(text: str) -> None:
    phase = Phase(text)
    seen = Cards("R1 W B12")
    for hand in deals(24, 6, sizes=(11,)):
        if any(hand.count(card) + seen.count(card) > SEED.deck.counts[card.kind] for card in CARDS):
            continue
        draws = 3 if text in MIXED else 5
        found = chances_within_discards(hand, phase, draws, seen=seen)
        assert list(found) == list(hand.kinds())
        for card, chances in found.items():
            assert chances == chances_within(hand - card, phase, draws, seen=seen + card), card


@pytest.mark.parametrize("text", ["set:2+set:2", "run:3", "color:3", "crun:3", "even:3", "cset:2",
                                  "set:2+color:3", "run:2+crun:2", "cset:2+run:2"])  # fmt: skip
def test_deals_of_a_small_deck_one_by_one(text: str) -> None:
    deck = Deck(colors=2, numbers=4, copies=1, wilds=2, skips=1)
    phase = Phase(text)
    cards = [kind for kind, count in enumerate(deck.counts) for _ in range(count)]
    for size in range(deck.size + 1):
        hands = list(combinations(cards, size))
        good = sum(lacking(Hand(""), hand, phase, SEED) == 0 for hand in hands)
        odds = deal_odds(phase, size, Rules(deck=deck))
        assert (odds.favourable, odds.total) == (good, len(hands))


@pytest.mark.parametrize("text", [*map(str, PHASES), "set:3+color:4", "crun:5", "set:5+crun:3"])
def test_deals_by_simulation(text: str) -> None:
    """A second way: shuffled decks, seeded; within four standard errors."""
    phase = Phase(text)
    trials = 400_000
    good = 0
    generator = np.random.default_rng(len(text))
    deck = np.array(DECK)
    for _ in range(8):
        order = generator.random((trials // 8, len(DECK)), dtype=np.float32)
        dealt = deck[order.argpartition(10, axis=1)[:, :10]]
        counts = np.zeros((len(dealt), 50), np.uint8)
        np.add.at(counts, (np.arange(len(dealt))[:, None], dealt), 1)
        good += int((missing_many(counts, phase) == 0).sum())
    exact = float(deal_odds(phase).probability)
    error = (exact * (1 - exact) / trials) ** 0.5
    assert abs(good / trials - exact) <= 4 * error
    assert error < exact / 10
