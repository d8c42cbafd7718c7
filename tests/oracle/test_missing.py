"""``missing`` and ``missing_many`` against the oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest

from phase10.game.cards import CARDS, Hand
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import Rules
from phase10.solver.groupings import missing
from phase10.solver.groupings_batch import missing_many
from tests.oracle.hands import deals, naturals
from tests.oracle.matching import best_plans, completes, goals_of, missing_by_assignment

HANDS_A_PHASE = 3000
VARIANTS = [
    "crun:4+set:3", "set:5+crun:3", "run:4+color:4", "run:5+color:4", "set:3+color:4",
    "set:2+set:2+set:2+set:2", "crun:7", "cset:3+cset:2", "cset:2+set:4", "cset:2+crun:3",
    "crun:3+crun:3", "color:3+crun:4", "color:4+color:4", "color:3+color:3+color:3", "even:6",
    "odd:5+even:3", "parity:8", "parity:4+set:3", "even:4+run:4", "color:4+even:4",
    "parity:3+color:3+set:2", "run:4+run:4", "run:3+run:3+set:3", "run:10", "set:8",
    "cset:2+set:2+run:3+color:3", "crun:3+color:3+odd:3", "parity:4+parity:4", "cset:2+even:4",
    "cset:2+cset:2+color:4", "cset:2+crun:3+cset:3", "cset:2+set:2+cset:2", "cset:2+cset:2+odd:3",
    "cset:2+set:3+crun:3",
]  # fmt: skip
RULES = [
    Rules(),
    Rules(same_number_sets=False),
    Rules(natural_per="group"),
    Rules(natural_per="group", same_number_sets=False),
]


def compare(hands: list[Hand], phase: Phase, rules: Rules, expected: list[int]) -> None:
    """Compare all three ways with what is expected."""
    assert [missing(hand, phase, rules) for hand in hands] == expected
    counts = np.array([hand.counts for hand in hands])
    for compiled in (False, True):
        assert missing_many(counts, phase, rules, compiled=compiled).tolist() == expected


@pytest.mark.parametrize("number", range(1, 11))
def test_the_ten_phases(number: int) -> None:
    phase = PHASES[number - 1]
    goals = goals_of(phase)
    hands = list(deals(number, HANDS_A_PHASE))
    expected = [best_plans(naturals(hand), hand.wilds, goals)[0] for hand in hands]
    compare(hands, phase, Rules(), expected)


@pytest.mark.parametrize("text", VARIANTS)
def test_other_goals(text: str) -> None:
    phase = Phase(text)
    hands = list(deals(len(text), 60))
    for same_number in (True, False):
        expected = [
            best_plans(naturals(hand), hand.wilds, goals_of(phase), same_number)[0]
            for hand in hands
        ]
        compare(hands, phase, Rules(same_number_sets=same_number), expected)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("text", [*map(str, PHASES), *VARIANTS])
def test_cards_given_out_in_every_way(text: str, rules: Rules) -> None:
    """The rule of a natural card in each goal, and the oracle itself, by plain assignment."""
    phase = Phase(text)
    goals = goals_of(phase)
    in_each = rules.natural_per == "group"
    hands = list(deals(len(text) + 50, 6, sizes=(3, 4, 5, 6)))
    expected = [
        missing_by_assignment(naturals(hand), hand.wilds, goals, rules.same_number_sets, in_each)
        for hand in hands
    ]
    compare(hands, phase, rules, expected)
    if not in_each:
        assert expected == [
            best_plans(naturals(hand), hand.wilds, goals, rules.same_number_sets)[0]
            for hand in hands
        ]


@pytest.mark.parametrize("text", ["set:3+set:3", "set:3+run:4", "run:7", "color:7", "crun:4+set:3"])
def test_fewest_cards_added_until_the_phase_is_held(text: str) -> None:
    """By definition: add cards of free choice, one, then two, until the phase is complete."""
    phase = Phase(text)
    goals = goals_of(phase)
    near = [hand for hand in deals(99, 400, sizes=(6, 7, 8, 9)) if missing(hand, phase) <= 2]
    assert {missing(hand, phase) for hand in near} == {0, 1, 2}
    for hand in near[:12]:
        held, wilds = naturals(hand), hand.wilds
        assert missing(hand, phase) == _added(held, wilds, goals)


def _added(held: list[int], wilds: int, goals: list[tuple[str, int]]) -> int:
    hands = [(held, wilds)]
    for added in range(3):
        if any(completes(held, wilds, goals) for held, wilds in hands):
            return added
        hands = [
            after
            for held, wilds in hands
            for after in [
                (held, wilds + 1),
                *(
                    ([*held, kind], wilds)
                    for kind in range(max(held[-1:] if added else [0], default=0), 48)
                ),
            ]
        ]
    return 3


@pytest.mark.parametrize(
    ("case", "phase", "hand", "expected"),
    [
        ("two sets of one number", "1", "R7 B7 G7 Y7 R7 B7", 0),
        ("two sets of one number, one short", "1", "R7 B7 G7 Y7 R7", 1),
        ("a number shared by set and run", "2", "R5 B5 G5 R4 B6 G7", 1),
        ("a number that set and run both have", "2", "R5 B5 G5 Y5 R4 B6 G7", 0),
        ("the set takes what the run needs less", "3", "R5 B5 G5 Y5 R1 B2 G3", 1),
        ("wild at the upper end of a run", "4", "R6 B7 G8 Y9 R10 B11 W", 0),
        ("wild at the lower end of a run", "4", "R2 B3 G4 Y5 R6 B7 W", 0),
        ("wilds in the gaps of a run", "4", "R2 B4 G6 Y8 W W W", 0),
        ("wild in a gap beats wild at the end", "5", "R1 B2 G3 R5 B6 G7 Y8 W", 0),
        ("wilds not spent on the first goal they fit", "2", "R5 B5 R7 G8 W W", 1),
        ("wilds go where most cards are", "9", "R4 B4 G4 W W R9 B12", 1),
        ("a run that would pass 12", "4", "R7 B8 G9 Y10 R11 B12 R1", 1),
        ("a run that would pass 1", "4", "R12 B1 G2 Y3 R4 B5 G6", 1),
        ("twelve has no neighbour above", "4", "R12 B12 G12 Y12 W W W", 3),
        ("duplicates in a run", "4", "R1 B1 R2 B2 R3 B3 R4", 3),
        ("skips as filler", "1", "R7 B7 S S S S", 4),
        ("skips beside a complete phase", "1", "R7 B7 G7 R2 B2 G2 S S S S", 0),
        ("color with wilds", "8", "R1 R1 R3 R12 W W W", 0),
        ("color with a wrong card", "8", "R1 R1 R3 B12 W W W", 1),
        ("a color may repeat a number", "8", "Y7 Y7 Y1 Y2 Y3 Y4 Y5", 0),
        ("a set of wilds only, a natural card in the other", "1", "R7 W W W W W", 0),
        ("wilds only", "1", "W W W W W W W W", 1),
        ("wilds only, not enough of them", "6", "W W W", 6),
        ("a natural card that does not help a run still counts", "6", "R1 W W W W W W W W", 0),
        ("nothing at all", "7", "", 8),
        ("skips only", "10", "S S S S", 8),
    ],
)  # fmt: skip
def test_fault_classes(case: str, phase: str, hand: str, expected: int) -> None:
    goals = goals_of(Phase.parse(phase))
    held = Hand(hand)
    compare([held], Phase.parse(phase), Rules(), [expected])
    assert best_plans(naturals(held), held.wilds, goals)[0] == expected, case
    assert missing_by_assignment(naturals(held), held.wilds, goals) == expected, case


@pytest.mark.parametrize(
    ("phase", "hand", "expected"),
    [("1", "R7 W W W W W", 1), ("1", "R7 R8 W W W W", 0), ("9", "R4 B4 G4 W W W W W", 0),
     ("9", "R4 W W W W W W W W", 1), ("2", "R7 B7 G7 W W W W", 0), ("2", "R7 B8 W W W W W", 0),
     ("2", "R7 W W W W W W", 1), ("1", "W W W W W W W W", 2)],
)  # fmt: skip
def test_a_natural_card_in_each_goal(phase: str, hand: str, expected: int) -> None:
    rules = Rules(natural_per="group")
    compare([Hand(hand)], Phase.parse(phase), rules, [expected])
    goals = goals_of(Phase.parse(phase))
    held = Hand(hand)
    by_hand = missing_by_assignment(naturals(held), held.wilds, goals, in_each=True)
    assert by_hand == expected


def test_every_phase_of_every_edition() -> None:
    rng = random.Random(5)
    for edition in EDITIONS.all().values():
        for phase in edition.phases:
            hands = list(deals(rng.randrange(10**6), 24))
            expected = [
                best_plans(naturals(hand), hand.wilds, goals_of(phase))[0] for hand in hands
            ]
            compare(hands, phase, Rules(), expected)


def test_the_oracle_notices_a_wrong_answer() -> None:
    """Guard against an oracle that agrees with anything: one card less must show."""
    hand = Hand("R7 B7 G7 R2 B2 G2")
    goals = goals_of(PHASES[0])
    assert best_plans(naturals(hand), 0, goals)[0] == 0
    for card in hand.kinds():
        assert best_plans(naturals(hand - card), 0, goals)[0] == 1
    assert not completes(naturals(hand - CARDS[6]), 0, goals)
