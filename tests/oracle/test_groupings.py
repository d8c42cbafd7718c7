"""``best_groupings`` against the oracle: the targets, the cards, the equal ways, what is useful."""

from __future__ import annotations

from collections import Counter

import pytest

from phase10.game.cards import CARDS, COLORS, Cards, Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import Rules
from phase10.solver.groupings import Grouping, GroupPlan, best_groupings, missing
from tests.oracle.hands import deals, naturals
from tests.oracle.matching import (
    Goal,
    Target,
    all_targets,
    best_plans,
    goals_of,
    missing_by_assignment,
    ways_to_choose,
)

MIXED = [
    "crun:4+set:3", "run:4+color:4", "set:3+color:4", "set:2+set:2+set:2+set:2", "crun:7",
    "cset:2+set:3", "color:3+color:3", "even:3+odd:3", "parity:4+set:3", "run:3+run:4",
    "cset:2+crun:3", "parity:3+color:3",
]  # fmt: skip
EVERY = [*map(str, PHASES), *MIXED]


def target(plan: GroupPlan, complete: bool) -> Target:
    """Read the target of a goal as the oracle names it; open where no natural card serves it."""
    if not any(card.is_number for card in plan.cards):
        if not complete:
            assert (plan.number, plan.start, plan.color, plan.parity) == (None,) * 4
        return None
    color = COLORS.index(plan.color) if plan.color else 0
    place = plan.number or plan.start or 1
    if plan.group.kind == "color":
        return color
    if plan.parity:
        return ("even", "odd").index(plan.parity)
    return color * 12 + place - 1


def targets(grouping: Grouping) -> tuple[Target, ...]:
    return tuple(target(plan, grouping.missing == 0) for plan in grouping.groups)


@pytest.mark.parametrize("text", EVERY)
def test_each_best_choice_of_targets_is_listed_once(text: str) -> None:
    phase = Phase(text)
    goals = goals_of(phase)
    for hand in deals(7, 240):
        least, expected = best_plans(naturals(hand), hand.wilds, goals)
        found = [targets(grouping) for grouping in best_groupings(hand, phase)]
        assert len(set(found)) == len(found), hand
        assert set(found) == expected, hand
        assert least == missing(hand, phase)


@pytest.mark.parametrize("text", EVERY)
def test_every_card_is_somewhere_and_fits_there(text: str) -> None:
    phase = Phase(text)
    goals = goals_of(phase)
    for hand in deals(8, 96):
        for grouping in best_groupings(hand, phase):
            laid = [CARDS[card.kind] for plan in grouping.groups for card in plan.cards]
            assert Counter(laid) + Counter(grouping.spare) == Counter(hand)
            assert not any(card.is_skip for card in laid)
            assert grouping.missing == missing(hand, phase)
            assert sum(plan.missing for plan in grouping.groups) == grouping.missing
            assert grouping.points_left == sum(Rules().points(card) for card in grouping.spare)
            assert [plan.group for plan in grouping.groups] == list(phase.groups)
            for plan, goal in zip(grouping.groups, goals, strict=True):
                check_plan(plan, goal, grouping.missing == 0)


def check_plan(plan: GroupPlan, goal: Goal, complete: bool) -> None:
    """Cards lie in places of the target, each wild stands for what its place asks."""
    kind, size = goal
    assert len(plan.cards) + len(plan.gaps) == size
    chosen = target(plan, complete)
    numbers = [card.stands_for if card.is_wild else card.number for card in plan.cards]
    if kind in ("run", "crun") and plan.start is not None:
        asked = list(range(plan.start, plan.start + size))
        assert sorted([*numbers, *(number for number, _ in plan.gaps)]) == asked
        assert numbers == sorted(numbers)
    elif kind in ("set", "cset") and plan.number is not None:
        assert {*numbers, *(number for number, _ in plan.gaps)} == {plan.number}
    if chosen is not None:
        free = list(all_targets(goal)[chosen])
        for card in plan.cards:
            if card.is_number:
                free.remove(next(kinds for kinds in free if card.kind in kinds))


@pytest.mark.parametrize("text", EVERY)
def test_equal_ways_and_points_left(text: str) -> None:
    phase = Phase(text)
    goals = goals_of(phase)
    points = Rules().points
    for hand in deals(9, 84, sizes=(2, 3, 4, 5, 6, 7)):
        for grouping in best_groupings(hand, phase):
            ways = ways_to_choose(naturals(hand), goals, targets(grouping))
            most = ways[max(ways)]
            assert grouping.alternatives == len(most), (hand, grouping)
            kept = min(
                sum(map(points, hand.cards))
                - sum(points(CARDS[card]) for row in way for laid in row for card in laid)
                for way in most
            )
            wilds = sum(card.is_wild for plan in grouping.groups for card in plan.cards)
            assert grouping.points_left == kept - 25 * wilds, (hand, grouping)


@pytest.mark.parametrize("text", EVERY)
def test_useful_cards_of_one_plan(text: str) -> None:
    """A card is useful to a plan when, its targets kept, fewer cards are missing with it."""
    phase = Phase(text)
    goals = goals_of(phase)
    seen = Cards("R1 R1 B5 W W Y12")
    for hand in list(deals(10, 60, sizes=(3, 5, 6, 7)))[::4]:
        if any(hand.counts[k] + seen.counts[k] > Rules().deck.counts[k] for k in range(50)):
            continue
        for grouping in best_groupings(hand, phase, seen=seen)[:3]:
            fixed = targets(grouping)
            held, wilds = naturals(hand), hand.wilds
            useful = {}
            for kind in range(49):
                more = ([*held, kind], wilds) if kind < 48 else (held, wilds + 1)
                after = missing_by_assignment(*more, goals, fixed=fixed)
                unseen = Rules().deck.counts[kind] - hand.counts[kind] - seen.counts[kind]
                if after < grouping.missing and unseen:
                    useful[CARDS[kind]] = unseen
            assert grouping.useful == useful, (hand, fixed)
            assert grouping.live == sum(useful.values())


@pytest.mark.parametrize("text", EVERY)
def test_order(text: str) -> None:
    for hand in deals(11, 60):
        keys = [(-g.live, g.points_left) for g in best_groupings(hand, Phase(text))]
        assert keys == sorted(keys)


@pytest.mark.parametrize(
    "text", ["1", "7", "9", "set:2+set:2+run:3", "cset:2+cset:2", "cset:2+set:3+cset:2"]
)
def test_sets_of_different_numbers(text: str) -> None:
    rules = Rules(same_number_sets=False)
    phase = Phase(text)
    for hand in deals(12, 240):
        least, expected = best_plans(naturals(hand), hand.wilds, goals_of(phase), False)
        groupings = best_groupings(hand, phase, rules)
        assert {targets(grouping) for grouping in groupings} == expected, hand
        for grouping in groupings:
            assert grouping.missing == least
            numbers = [
                plan.number for plan in grouping.groups if plan.group.kind in ("set", "cset")
            ]
            named = [number for number in numbers if number is not None]
            assert len(set(named)) == len(named)


@pytest.mark.parametrize("text", ["1", "2", "9", "crun:4+set:3", "run:4+color:4"])
def test_a_natural_card_in_each_goal(text: str) -> None:
    rules = Rules(natural_per="group")
    phase = Phase(text)
    for hand in deals(13, 60, sizes=(4, 5, 6, 7)):
        for grouping in best_groupings(hand, phase, rules):
            assert grouping.missing == missing(hand, phase, rules)
            assert sum(plan.missing for plan in grouping.groups) == grouping.missing
            for plan in grouping.groups:
                assert plan.gaps or any(card.is_number for card in plan.cards)


def test_a_hand_of_nothing() -> None:
    (only,) = best_groupings(Hand(""), PHASES[0])
    assert targets(only) == (None, None)
    assert (only.missing, only.spare, only.alternatives) == (6, (), 1)
