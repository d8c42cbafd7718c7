"""The plans themselves, as a player would lay them out; counts are held to the oracle elsewhere."""

from __future__ import annotations

import pytest

from phase10.game.cards import Card, Cards, Hand
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.groupings import Grouping, best_groupings, missing, useful_kinds


def laid(grouping: Grouping) -> list[str]:
    return [" ".join(map(str, plan.cards)) for plan in grouping.groups]


def spare(grouping: Grouping) -> str:
    return " ".join(map(str, grouping.spare))


@pytest.mark.parametrize(
    ("hand", "phase", "lacking"),
    [
        ("R7 B7 G7 Y7 R7 B7", "set:3+set:3", 0),  # two sets of one number
        ("R7 B7 G7 R4 B5 Y6", "set:3+run:4", 1),  # a number shared by set and run
        ("R7 B7 G7 Y7 R4 B5 Y6", "set:3+run:4", 0),
        ("W R1 B2 Y3 R8 B8 G8", "set:3+run:4", 0),  # a wild at the open end
        ("W R10 B11 Y12 R8 B8 G8", "set:3+run:4", 0),
        ("R1 W B3 W R5 B6 R7", "run:7", 0),  # wilds in the gaps
        ("R11 B12 R1 B2", "run:4", 2),  # no wrap
        ("R9 B10 Y11 G12 W W W", "run:7", 0),  # a run that would pass 12 grows downward
        ("R4 B4 G5 Y5 R6 B6 R7", "run:7", 3),  # duplicates in a run
        ("S S S R5 B5", "set:3+set:3", 4),  # skips as filler
        ("R1 R3 R3 W W B4 B5", "color:7", 2),  # colour with wilds
        ("W W W", "set:3", 1),  # a group of wilds only
        ("W W W R4 B4 G4", "set:3+set:3", 0),
        ("W W R5 B5 R9 B9 G9 R12", "set:4+set:4", 1),  # greedy wilds finish one set and fail
        ("", "run:9", 9),
        ("W W W W W W W W", "set:3+set:3", 1),
    ],
)
def test_missing_where_others_go_wrong(hand: str, phase: str, lacking: int) -> None:
    assert missing(Hand(hand), Phase(phase)) == lacking
    assert {plan.missing for plan in best_groupings(Hand(hand), Phase(phase))} == {lacking}


def test_wilds_say_what_they_stand_for() -> None:
    plans = best_groupings(Hand("W R2 W G4 R5 B6 W"), Phase("run:7"))
    assert [(laid(plan), plan.groups[0].start) for plan in plans] == [
        (["W=1 R2 W=3 G4 R5 B6 W=7"], 1),
        (["R2 W=3 G4 R5 B6 W=7 W=8"], 2),
    ]
    (colored,) = best_groupings(Hand("R2 R2 W"), Phase("color:4"))
    assert laid(colored) == ["R2 R2 W"]
    assert colored.groups[0].color == "red"
    assert colored.groups[0].gaps == ((None, "red"),)


def test_wilds_take_the_lowest_places_goal_by_goal() -> None:
    plans = best_groupings(Hand("R9 B9 W R2 B4"), Phase("set:3+run:4"))
    for plan in plans:
        assert laid(plan)[0] == "R9 B9 W=9"


def test_a_goal_without_a_natural_card_is_open() -> None:
    (plan,) = best_groupings(Hand("R7 B7 W W"), Phase("set:3+run:4"))
    assert plan.groups[1].start is None
    assert laid(plan) == ["R7 B7 W=7", "W"]
    assert len(plan.groups[1].gaps) == 3
    assert plan.missing == 3


def test_a_complete_goal_of_wilds_gets_the_number_that_spare_cards_join() -> None:
    plans = best_groupings(Hand("R4 B4 G4 W W W R9 B9"), Phase("set:3+set:3"))
    assert all(plan.missing == 0 for plan in plans)
    assert all(
        card.stands_for is not None
        for plan in plans
        for group in plan.groups
        for card in group.cards
        if card.is_wild
    )
    for plan in plans:
        used = [card.kind for group in plan.groups for card in group.cards]
        left = [card.kind for card in plan.spare]
        assert sorted(used + left) == sorted(c.kind for c in Hand("R4 B4 G4 W W W R9 B9"))


def test_order_is_live_cards_then_points() -> None:
    plans = best_groupings(Hand("R1 B1 G12 Y12 R5 B5"), Phase("set:3+set:3"))
    keys = [(-plan.live, plan.points_left) for plan in plans]
    assert keys == sorted(keys)
    assert spare(plans[0]) in ("R1 B1", "R5 B5")  # the dear twelves are used


def test_colors_are_kept_for_where_they_serve() -> None:
    (plan,) = best_groupings(Hand("R7 B7 R1 R2 R3"), Phase("set:2+color:3"))
    assert plan.missing == 0
    assert laid(plan) == ["R7 B7", "R1 R2 R3"]
    wanted = best_groupings(Hand("R7 B7 G7 R1 R2"), Phase("set:2+color:3"))[0]
    assert laid(wanted) == ["B7 G7", "R1 R2 R7"]


def test_alternatives_count_the_equal_ways() -> None:
    (plan,) = best_groupings(Hand("R7 B7 G7 Y7"), Phase("set:3"))
    assert plan.alternatives == 4
    (twins,) = best_groupings(Hand("R7 R7 B7"), Phase("set:2"))
    assert twins.alternatives == 2
    (only,) = best_groupings(Hand("R7 B7 G7"), Phase("set:3"))
    assert only.alternatives == 1


def test_seen_cards_are_not_live() -> None:
    hand, phase = Hand("R7 B7"), Phase("set:3")
    plan = best_groupings(hand, phase, seen=Cards("G7 G7 W W"))[0]
    assert plan.useful == {Card.parse("R7"): 1, Card.parse("B7"): 1, Card.parse("Y7"): 2,
                           Card.parse("W"): 6}  # fmt: skip
    assert plan.live == 10


def test_natural_card_in_each_group() -> None:
    hand, phase = Hand("R7 W W W W W"), Phase("set:3+set:3")
    assert missing(hand, phase) == 0
    in_each = Rules(natural_per="group")
    assert missing(hand, phase, in_each) == 1
    for plan in best_groupings(hand, phase, in_each):
        assert plan.missing == 1
        assert sum(len(group.gaps) for group in plan.groups) == 1
    assert missing(Hand("R7 B7 W W W W W"), Phase("set:3+run:4"), in_each) == 0


def test_two_sets_may_have_to_differ() -> None:
    hand, phase = Hand("R7 B7 G7 Y7 R7 B7"), Phase("set:3+set:3")
    differ = Rules(same_number_sets=False)
    assert missing(hand, phase, differ) == 3
    assert useful_kinds(hand, phase, differ) == tuple(
        kind for kind in range(49) if kind == 48 or kind % 12 != 6
    )


def test_useful_kinds_agree_with_trying_every_card() -> None:
    hand, phase = Hand("R7 B7 R1 R2 G4 W"), Phase("set:3+color:4")
    lacking = missing(hand, phase)
    tried = tuple(kind for kind in range(49) if missing(hand + Card(kind), phase) < lacking)
    assert useful_kinds(hand, phase) == tried


def test_equal_goals_apart_in_a_phase_make_no_plan_twice() -> None:
    for text in ("set:2+set:3+set:2", "color:2+color:3+color:2", "set:2+run:3+set:2"):
        phase = Phase(text)
        plans = best_groupings(Hand("Y7 R7 B3 G4"), phase)
        seen = set()
        for plan in plans:
            goals = sorted(
                (str(group.group), group.number or 0, group.start or 0, group.color or "")
                for group in plan.groups
            )
            assert tuple(goals) not in seen
            seen.add(tuple(goals))
            assert plan.missing == missing(Hand("Y7 R7 B3 G4"), phase)
