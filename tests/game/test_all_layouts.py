from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest
from hypothesis import given

from phase10.game.all_layouts import all_layouts
from phase10.game.cards import NUMBERS, STANDARD_DECK, WILD, Card, Deck, Hand
from phase10.game.melds import arrange
from phase10.game.moves import Laid
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.groupings import missing
from tests.game.strategies import hands as dealt_hands
from tests.game.strategies import phases, rules

MIXED = [
    Phase(goals)
    for goals in (
        "set:2",
        "run:2",
        "run:3",
        "run:10",
        "color:2",
        "crun:4",
        "cset:2",
        "cset:3",
        "even:4",
        "odd:4",
        "parity:3",
        "parity:10",
        "crun:4+set:3",
        "set:5+crun:3",
        "run:4+color:4",
        "color:4+run:4",
        "run:3+set:3",
        "color:2+color:2",
        "color:3+color:3+color:4",
        "set:2+set:2+set:2",
        "set:2+set:2+set:2+set:2",
        "set:3+set:3+set:3",
        "set:2+run:3+set:2",
        "run:3+run:3",
        "run:2+run:2+run:2",
        "run:3+run:4",
        "crun:2+crun:2",
        "crun:3+run:3",
        "crun:3+color:3",
        "cset:2+cset:2",
        "cset:2+set:2",
        "cset:2+set:2+set:3",
        "set:3+color:3",
        "set:2+even:3",
        "even:3+odd:3",
        "even:2+even:2",
        "parity:3+parity:3",
        "parity:3+even:2",
        "odd:2+parity:2+set:2",
        "color:3+even:3",
        "crun:2+cset:2+run:2",
        "set:2+color:2+odd:2",
    )
]
RULES = [
    Rules(natural_per=natural_per, same_number_sets=same_number)
    for natural_per in ("phase", "group")
    for same_number in (True, False)
]


# --- the oracle: all cards in all goals, all numbers for all wilds, then the definitions ----------

Group = tuple[tuple[int, int], ...]
"""The cards of a group, sorted: each its kind and the number a wild stands for, else 0."""


def is_group(kind: str, naturals: list[int], declared: tuple[int, ...]) -> bool:
    """Say whether cards are such a group (S6–S9, S29; one-colored runs and sets, parities)."""
    colors = {card // 12 for card in naturals}
    numbers = [card % 12 + 1 for card in naturals] + list(declared)
    if kind == "set":
        return len(set(numbers)) == 1
    if kind == "cset":
        return len(set(numbers)) == 1 and len(colors) <= 1
    if kind == "run":
        return sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))
    if kind == "crun":
        return is_group("run", naturals, declared) and len(colors) <= 1
    if kind == "color":
        return len(colors) <= 1
    if kind == "even":
        return all(number % 2 == 0 for number in numbers)
    if kind == "odd":
        return all(number % 2 == 1 for number in numbers)
    return is_group("even", naturals, declared) or is_group("odd", naturals, declared)


@lru_cache(maxsize=200_000)
def groups_of(kind: str, cards: tuple[int, ...]) -> list[Group]:
    naturals = [card for card in cards if card != WILD]
    wilds = len(cards) - len(naturals)
    if kind in ("set", "cset", "run", "crun"):
        ways = combinations_with_replacement(range(1, 13), wilds)
    else:
        ways = iter([()])  # such a wild is declared as nothing
    return [
        tuple(
            sorted([(card, 0) for card in naturals] + [(WILD, number) for number in way])
            + [(WILD, 0)] * (wilds - len(way))
        )
        for way in ways
        if is_group(kind, naturals, way)
    ]


def taken(hand: Hand, phase: Phase) -> Iterator[tuple[Group, ...]]:
    """Yield groups for the goals in order, equal goals in every order."""

    def fill(place: int, left: tuple[int, ...]) -> Iterator[tuple[Group, ...]]:
        if place == len(phase.groups):
            yield ()
            return
        goal = phase.groups[place]
        for chosen in set(combinations(left, goal.size)):
            rest = list(left)
            for card in chosen:
                rest.remove(card)
            groups = groups_of(goal.kind, chosen)
            if groups:
                for others in fill(place + 1, tuple(rest)):
                    for group in groups:
                        yield (group, *others)

    return fill(0, tuple(card.kind for card in hand if not card.is_skip))


def keeps_rules(phase: Phase, groups: tuple[Group, ...], rules: Rules) -> bool:
    naturals = [sum(card != WILD for card, _ in group) for group in groups]
    if min(naturals) == 0 and rules.natural_per == "group":
        return False
    numbers = [
        {number or card % 12 + 1 for card, number in group}
        for goal, group in zip(phase.groups, groups, strict=True)
        if goal.kind in ("set", "cset")
    ]
    if not rules.same_number_sets and len(set().union(*numbers)) < len(numbers):
        return False
    return sum(naturals) > 0


def without_order(phase: Phase, groups: tuple[Group, ...]) -> tuple[tuple[str, Group], ...]:
    named = (
        (str(goal), tuple(sorted(group))) for goal, group in zip(phase.groups, groups, strict=True)
    )
    return tuple(sorted(named))


# --- hands ----------------------------------------------------------------------------------------

DECKS = (
    STANDARD_DECK,
    Deck(colors=4, numbers=12, copies=2, wilds=30),
    Deck(colors=2, numbers=6, copies=2, wilds=4, skips=1),
    Deck(colors=4, numbers=3, copies=2, wilds=3, skips=1),
    Deck(colors=1, numbers=12, copies=1, wilds=2, skips=0),
    Deck(colors=1, numbers=4, copies=4, wilds=4, skips=0),
)


ALL_ALIKE = Deck(copies=11, wilds=11, skips=11)
"""So many copies that a hand can be anything."""


def dealt(rng: random.Random, deck: Deck, cards: int) -> Hand:
    kinds = [kind for kind, count in enumerate(deck.counts) for _ in range(count)]
    counts = [0] * len(deck.counts)
    for kind in rng.sample(kinds, cards):
        counts[kind] += 1
    return Hand.from_counts(counts, deck)


def aimed(rng: random.Random, phase: Phase) -> Hand:
    """Collect cards that make the phase, some of them wilds, and some others."""
    cards: list[Card] = []
    for goal in phase.groups:
        color, first = rng.randrange(4), rng.randint(1, NUMBERS)
        if goal.kind in ("run", "crun"):
            first = rng.randint(1, NUMBERS + 1 - goal.size)
        odd = {"even": 0, "odd": 1}.get(goal.kind, rng.randrange(2))
        for place in range(goal.size):
            number = first
            if goal.kind in ("run", "crun"):
                number += place
            elif goal.kind == "color":
                number = rng.randint(1, NUMBERS)
            elif goal.kind in ("even", "odd", "parity"):
                number = 2 * rng.randint(1, 6) - odd
            own = color if goal.kind in ("color", "crun", "cset") else rng.randrange(4)
            wild = rng.random() < 0.25
            cards.append(Card(WILD) if wild else Card(own * NUMBERS + number - 1))
    kinds = rng.choices(range(len(STANDARD_DECK.counts)), k=rng.randint(0, 11 - len(cards)))
    return Hand([*cards, *map(Card, kinds)], ALL_ALIKE)


def hands(seed: str, phase: Phase, number: int) -> Iterator[Hand]:
    """Deal hands from decks of all sorts, every second one aimed at the phase."""
    rng = random.Random(f"{seed} {phase}")
    for i in range(number):
        yield aimed(rng, phase)
        deck = DECKS[i % len(DECKS)]
        yield dealt(rng, deck, rng.randint(max(2, phase.size - 1), 11))


# --- tests ----------------------------------------------------------------------------------------


def shown(hand: str, phase: str, rules: Rules = SEED) -> list[str]:
    return [" | ".join(map(str, layout)) for layout in all_layouts(Hand(hand), Phase(phase), rules)]


def check(hand: Hand, phase: Phase) -> int:
    """Compare with the oracle under all rules; tell how many lists are not empty."""
    ways = set(taken(hand, phase))
    layable = 0
    for options in RULES:
        expected = {
            without_order(phase, groups) for groups in ways if keeps_rules(phase, groups, options)
        }
        found = all_layouts(hand, phase, options)
        listed = [without_order(phase, read(layout, phase)) for layout in found]
        assert set(listed) == expected, f"{hand} for {phase} under {options}"
        assert len(listed) == len(expected), f"twice: {hand} for {phase} under {options}"
        check_order(found, phase)
        layable += bool(found)
    return layable


def read(layout: tuple[Laid, ...], phase: Phase) -> tuple[Group, ...]:
    """Look at the groups: each for its goal, as it lies on the table."""
    assert isinstance(layout, tuple)
    for laid, goal in zip(layout, phase.groups, strict=True):
        assert isinstance(laid, Laid)
        assert (laid.kind, len(laid.cards)) == (goal.kind, goal.size)
        assert arrange(laid.kind, laid.cards) == laid.cards
    return tuple(tuple((card.kind, card.stands_for or 0) for card in laid.cards) for laid in layout)


def check_order(found: list[tuple[Laid, ...]], phase: Phase) -> None:
    wilds = [[sum(card.is_wild for card in laid.cards) for laid in layout] for layout in found]
    assert [sum(each) for each in wilds] == sorted(sum(each) for each in wilds)
    for goal in set(phase.groups):
        places = [place for place, other in enumerate(phase.groups) if other == goal]
        for each in wilds:
            equal = [each[place] for place in places]
            assert equal == sorted(equal)


@pytest.mark.parametrize("phase", [*PHASES, *MIXED], ids=str)
def test_the_list_is_that_of_trying_everything(phase: Phase) -> None:
    assert sum(check(hand, phase) for hand in hands("all", phase, 10)) > 0


@pytest.mark.parametrize("phase", [*PHASES, *MIXED], ids=str)
def test_many_wilds(phase: Phase) -> None:
    rng = random.Random(str(phase))
    for wilds in (3, 5, 8):
        few = dealt(rng, Deck(wilds=0, skips=1), rng.randint(1, 11 - wilds))
        check(Hand([*few, *[Card(WILD)] * wilds]), phase)


@pytest.mark.parametrize(
    ("hand", "phase"),
    [
        ("R2 R4 R6 R8 R10 R12 B2 B2 B4 W", "even:3+parity:3"),
        ("R1 R2 R3 R4 R4 R5 R6 R7 W W", "color:2+color:4"),
        ("R1 R2 R2 R3 R4 R5 R6 R7 R8 W", "color:2+color:2+color:3"),
        ("R1 R3 R5 R5 B5 R7 R9 R11 B11 W W", "set:2+odd:4"),
        ("G1 G2 G3 G4 G5 G6 G7 G7 G8 W W", "run:3+color:4"),
    ],
)
def test_many_groups_for_one_goal(hand: str, phase: str) -> None:
    assert check(Hand(hand), Phase(phase)) == len(RULES)


def test_the_ways_are_as_written_here() -> None:
    assert shown("R7 B7 W", "set:3") == ["set R7 B7 W=7"]
    assert shown("R7 R7 B7 W", "set:3") == ["set R7 R7 B7", "set R7 R7 W=7", "set R7 B7 W=7"]
    assert shown("R2 R9 G3 W", "color:3") == ["color R2 R9 W"]
    assert sorted(shown("R3 B4 W W", "run:3")) == [
        "run B4 W=5 W=6",
        "run R3 B4 W=5",
        "run R3 W=4 W=5",
        "run W=1 W=2 R3",
        "run W=2 R3 B4",
        "run W=2 R3 W=4",
        "run W=2 W=3 B4",
        "run W=3 B4 W=5",
    ]


def test_equal_goals_with_swapped_groups_count_once() -> None:
    assert shown("R7 B7 G9 Y9", "set:2+set:2") == ["set R7 B7 | set G9 Y9"]
    assert len(shown("R7 B7 G9 Y9", "set:2+run:2")) == 0
    assert len(shown("R7 B7 G7 Y7", "set:2+set:2")) == 3
    assert len(shown("R7 B7 G7 Y7", "set:2+cset:2")) == 0
    assert sorted(shown("R7 R7 B7 B7", "set:2+set:2")) == [
        "set R7 B7 | set R7 B7",
        "set R7 R7 | set B7 B7",
    ]


def test_goals_keep_their_places() -> None:
    (groups,) = all_layouts(Hand("R7 B7 G1 G2 G3"), Phase("run:3+set:2"))
    assert [str(laid) for laid in groups] == ["run G1 G2 G3", "set R7 B7"]


def test_wilds_alone_need_a_natural_card_elsewhere() -> None:
    alone = shown("R7 B7 W W", "set:2+set:2")
    assert "set R7 B7 | set W=7 W=7" in alone
    assert "set R7 B7 | set W=12 W=12" in alone
    assert len(alone) == NUMBERS + 1  # or a wild beside each seven
    assert shown("R7 B7 W W", "set:2+set:2", Rules(natural_per="group")) == [
        "set R7 W=7 | set B7 W=7"
    ]
    assert len(shown("R7 B7 W W", "set:2+set:2", Rules(same_number_sets=False))) == NUMBERS - 1
    assert shown("W W W", "set:2") == []
    assert shown("R7 W W", "set:2") == ["set R7 W=7"]


@pytest.mark.parametrize(
    ("hand", "phase", "number"),
    [
        # Eleven different cards: choose those left out, then share the others among the goals.
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11", "color:7", comb(11, 7)),
        (
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11",
            "color:3+color:3+color:4",
            11 * comb(10, 4) * comb(6, 3) // 2,
        ),
        # A card apiece for the colors of a run.
        ("R1 B1 G1 R2 B2 G2 R3 B3 G3 R4 B4", "run:4", 3 * 3 * 3 * 2),
        # Three sets of wilds, of any of the numbers, beside one with a card or the pair.
        ("R5 B8 W W W W W W W", "set:2+set:2+set:2+set:2", 2 * comb(14, 3) + comb(13, 2)),
    ],
)
def test_as_many_ways_as_counted(hand: str, phase: str, number: int) -> None:
    assert len(all_layouts(Hand(hand), Phase(phase))) == number


def agrees(hand: Hand, phase: Phase, options: Rules) -> bool:
    """Compare with the solver; tell whether the phase can be laid."""
    laid, enough = bool(all_layouts(hand, phase, options)), missing(hand, phase, options) == 0
    assert laid == enough, f"{hand} for {phase} under {options}"
    return laid


@pytest.mark.parametrize("phase", [*PHASES, *MIXED], ids=str)
def test_the_list_is_empty_exactly_when_cards_are_missing(phase: Phase) -> None:
    outcomes = {
        agrees(hand, phase, options) for hand in hands("missing", phase, 40) for options in RULES
    }
    assert outcomes == {True, False}


@given(dealt_hands(), phases, rules)
def test_any_phase_agrees_with_the_missing_cards(hand: Hand, phase: Phase, rules: Rules) -> None:
    agrees(hand, phase, rules)
