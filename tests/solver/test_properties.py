"""What holds for every hand: of missing cards, of chances, of deals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from phase10.game.cards import CARDS, HAND_LIMIT, WILD, Cards, Deck, Hand
from phase10.game.laying import Laying, judge_laying
from phase10.game.moves import Laid
from phase10.game.phases import GOAL_SIZES, PHASES, Group, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.counting_goals import mixes_axes
from phase10.solver.groupings import best_groupings, missing
from phase10.solver.odds import chances_within, chances_within_discards, deal_odds, draw_odds
from phase10.solver.turns import TurnChances, turn_chances
from phase10.solver.waiting import MODELS

DECK = [kind for kind, count in enumerate(SEED.deck.counts) for _ in range(count)]
PLACES = st.lists(st.integers(0, len(DECK) - 1), unique=True, max_size=10)
RULES = st.builds(
    Rules, natural_per=st.sampled_from(["phase", "group"]), same_number_sets=st.booleans()
)
GROUPS = st.sampled_from(sorted(GOAL_SIZES)).flatmap(
    lambda kind: st.integers(2, min(8, GOAL_SIZES[kind][1])).map(lambda size: Group(kind, size))
)
OWN = (
    st.lists(GROUPS, min_size=1, max_size=3)
    .filter(lambda groups: sum(group.size for group in groups) <= 11)
    .map(Phase)
)
PHASE = st.one_of(st.sampled_from(PHASES), OWN)
several = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)


def cards_at(places: list[int]) -> list[int]:
    counts = [0] * 50
    for place in places:
        counts[DECK[place]] += 1
    return counts


@several
@given(PLACES, PHASE, RULES)
def test_one_more_card_helps_by_one_at_most(places: list[int], phase: Phase, rules: Rules) -> None:
    hand = Hand.from_counts(cards_at(places))
    now = missing(hand, phase, rules)
    assert 0 <= now <= phase.size
    for card in CARDS:
        if hand.count(card) < SEED.deck.counts[card.kind]:
            after = missing(hand + card, phase, rules)
            assert now - 1 <= after <= now
            if card.is_skip:
                assert after == now


@several
@given(PLACES, PHASE, RULES)
def test_there_is_a_useful_card_while_any_is_missing(
    places: list[int], phase: Phase, rules: Rules
) -> None:
    hand = Hand.from_counts(cards_at(places))
    odds = draw_odds(hand, phase, rules)
    if odds.missing:
        helps = [
            kind for kind in range(49) if missing(_plus(hand, kind), phase, rules) < odds.missing
        ]
        assert helps
        assert {card.kind for card in odds.useful} == {
            kind for kind in helps if hand.counts[kind] < SEED.deck.counts[kind]
        }
    assert 0 <= odds.p_complete <= odds.p_next <= 1


def _plus(hand: Cards, kind: int) -> Cards:
    """Add a card of free choice, even a third copy."""
    counts = list(hand.counts)
    counts[kind] += 1
    return Cards.from_counts(counts, Deck(copies=3, wilds=9))


@several
@given(PLACES, st.permutations(range(4)), PHASE, RULES)
def test_colors_may_be_swapped(
    places: list[int], order: list[int], phase: Phase, rules: Rules
) -> None:
    counts = cards_at(places)
    swapped = [counts[12 * color + n] for color in order for n in range(12)] + counts[48:]
    assert missing(Hand.from_counts(counts), phase, rules) == missing(
        Hand.from_counts(swapped), phase, rules
    )


@several
@given(PLACES, st.sampled_from(PHASES), RULES)
def test_numbers_may_be_mirrored(places: list[int], phase: Phase, rules: Rules) -> None:
    counts = cards_at(places)
    mirrored = [counts[12 * color + 11 - n] for color in range(4) for n in range(12)] + counts[48:]
    assert missing(Hand.from_counts(counts), phase, rules) == missing(
        Hand.from_counts(mirrored), phase, rules
    )


@several
@given(PLACES, PHASE, RULES)
def test_plans_agree_with_missing(places: list[int], phase: Phase, rules: Rules) -> None:
    hand = Hand.from_counts(cards_at(places))
    groupings = best_groupings(hand, phase, rules)
    assert groupings
    assert {grouping.missing for grouping in groupings} == {missing(hand, phase, rules)}


@several
@given(PLACES, st.integers(0, 8), PHASE, RULES)
def test_a_complete_plan_may_be_laid(
    places: list[int], wilds: int, phase: Phase, rules: Rules
) -> None:
    """What the solver calls complete the law accepts as it stands, also goals of wilds alone."""
    counts = cards_at(places[: HAND_LIMIT - wilds])
    counts[WILD] = wilds
    hand = Hand.from_counts(counts)
    for grouping in best_groupings(hand, phase, rules):
        laid = tuple(Laid(plan.group.kind, plan.cards) for plan in grouping.groups)
        if grouping.missing == 0:
            assert isinstance(judge_laying(laid, hand, phase, rules), Laying), laid


@several
@given(PLACES, PLACES, PHASE, RULES)
def test_chances_grow_with_draws(
    held: list[int], gone: list[int], phase: Phase, rules: Rules
) -> None:
    hand = Hand.from_counts(cards_at(held))
    seen = Cards.from_counts(cards_at([place for place in gone if place not in held]))
    chances = chances_within(hand, phase, 4, rules, seen=seen)
    assert len(chances) == 4 or mixes_axes(phase.groups, rules.same_number_sets)
    assert all(isinstance(chance, Fraction) and 0 <= chance <= 1 for chance in chances)
    assert all(a <= b for a, b in pairwise(chances))
    odds = draw_odds(hand, phase, rules, seen=seen)
    assert chances[0] == odds.p_complete
    for n, chance in enumerate(chances, start=1):
        if odds.missing > n:
            assert chance == 0
        if odds.missing == 0:
            assert chance == 1


@several
@given(PLACES, st.integers(0, len(DECK) - 1), PLACES, PHASE, RULES)
def test_chances_grow_with_the_copies_that_are_left(
    held: list[int], other: int, gone: list[int], phase: Phase, rules: Rules
) -> None:
    """Any card among the unseen ones is worth at least as much as a skip in its place."""
    assume(other not in held and len(DECK) - 1 not in held)
    hand = Hand.from_counts(cards_at(held))
    seen = [place for place in gone if place not in (*held, other, len(DECK) - 1)]
    with_skip = Cards.from_counts(cards_at([*seen, other]))
    with_card = Cards.from_counts(cards_at([*seen, len(DECK) - 1]))
    fewer = chances_within(hand, phase, 2, rules, seen=with_skip)
    more = chances_within(hand, phase, 2, rules, seen=with_card)
    assert all(a <= b for a, b in zip(fewer, more, strict=False))


STRICT = Rules(natural_per="group", same_number_sets=False)
LOOSER = [
    (STRICT, replace(STRICT, same_number_sets=True)),
    (STRICT, replace(STRICT, natural_per="phase")),
    (Rules(same_number_sets=False), Rules()),
    (Rules(natural_per="group"), Rules()),
]


@several
@given(PLACES, PHASE, st.sampled_from(LOOSER))
def test_chances_grow_with_what_the_rules_allow(
    places: list[int], phase: Phase, rules: tuple[Rules, Rules]
) -> None:
    counts = cards_at(places)
    hand = Hand.from_counts(counts)
    unseen = [most - held for most, held in zip(SEED.deck.counts, counts, strict=True)]
    strict, loose = rules
    assert missing(hand, phase, strict) >= missing(hand, phase, loose)
    chances = [chances_within(hand, phase, 2, one) for one in rules]
    assert all(a <= b for a, b in zip(*chances, strict=False))
    for model in MODELS:
        narrow, wide = (turn_chances(hand, phase, unseen, one, model=model) for one in rules)
        assert 0 <= narrow.one <= wide.one <= 1
        assert narrow.one <= narrow.two <= wide.two <= 1
        if missing(hand, phase, strict) == 0:
            assert narrow == TurnChances(Fraction(1), Fraction(1))


@several
@given(PLACES, st.sampled_from(PHASES))
def test_no_discard_beats_keeping_everything(places: list[int], phase: Phase) -> None:
    hand = Hand.from_counts(cards_at(places))
    whole = chances_within(hand, phase, 3)
    for chances in chances_within_discards(hand, phase, 3).values():
        assert all(a <= b for a, b in zip(chances, whole, strict=True))


@pytest.mark.parametrize("rules", [Rules(), Rules(natural_per="group")], ids=str)
@pytest.mark.parametrize("phase", PHASES, ids=str)
def test_more_cards_hold_more(phase: Phase, rules: Rules) -> None:
    chances = [deal_odds(phase, cards, rules).probability for cards in (0, 5, 8, 10, 11, 30, 108)]
    assert all(a <= b for a, b in pairwise(chances))
    assert chances[0] == 0
    assert 0 < chances[3] < 1
    assert chances[-1] == 1
