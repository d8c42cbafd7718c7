"""The plain functions of a plan against the readable rooms that say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb, inf
from random import Random

import pytest

from phase10.game.cards import KINDS, NUMBERS, SKIP, STANDARD_DECK, WILD, Deck, Hand
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.players import board
from phase10.solver import plan_rows
from phase10.solver.groupings import missing
from phase10.solver.plan import (
    DONE,
    best_turns,
    drawn_turns,
    memory_size,
    note_pool,
    rough_turns,
    scarcity,
    turns_left,
)
from phase10.solver.plan_missing import add_card, count_cards, lacking, remove_card, useful_places
from phase10.solver.plan_rows import HELD, PLACES, PLAN_WORK, WHOLE, Columns, Tables, plan_tables
from phase10.solver.plan_waiting import class_of, note_places, waiting_place
from phase10.solver.waiting import expected_turns

OWN = tuple(
    map(
        Phase,
        (
            "set:3+color:4", "crun:4", "even:5+odd:3", "cset:2+set:3", "parity:6", "run:4+run:4",
            "set:2+set:2+run:3", "color:4+color:4", "set:3+run:3+color:2", "crun:3+cset:2+even:4",
            "set:2+set:2+set:2+set:2+set:2", "set:3+set:3+set:2", "color:3+parity:4", "even:6",
            "set:5", "set:2+set:4",
        ),
    )
)  # fmt: skip
MIXTURES = (
    "seed",
    "seed,natural_per=group",
    "seed,same_number_sets=no",
    "seed,natural_per=group,same_number_sets=no",
)
CARDS = [kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies)]
ALIKE = [kind for kind in CARDS if kind >= WILD or kind % NUMBERS < 5 or kind // NUMBERS == 1]


def counted(kinds: Sequence[int]) -> tuple[list[int], list[int]]:
    """A hand as fifty counts, and the scratch row in which it is counted."""
    hand, work = [0] * KINDS, [0] * PLAN_WORK
    for kind in kinds:
        hand[kind] += 1
    count_cards(hand, work)
    return hand, work


def hands(seed: int, count: int, cards: int) -> list[list[int]]:
    """Hands by chance, every second one of few numbers, so that phases are near."""
    chance = Random(seed)
    return [chance.sample(ALIKE if n % 2 else CARDS, cards) for n in range(count)]


@pytest.mark.parametrize("rules", MIXTURES)
@pytest.mark.parametrize("phases", [PHASES, EDITIONS["plus_ten"].phases, OWN])
def test_missing_cards_are_those_of_the_groupings(phases: tuple[Phase, ...], rules: str) -> None:
    ruled = Rules.parse(rules)
    tables = plan_tables(phases, ruled)
    for place, kinds in enumerate(hands(1, 12 * len(phases), 11)):
        hand, work = counted(kinds)
        phase = phases[place % len(phases)]
        expected = missing(Hand.from_counts(hand, STANDARD_DECK), phase, ruled)
        assert lacking(hand, work, tables, place % len(phases)) == expected
        again = counted(kinds)
        assert hand == again[0]


def test_counts_follow_cards_taken_out_and_put_in() -> None:
    chance = Random(2)
    hand, work = counted(chance.sample(CARDS, 10))
    counts = slice(plan_rows.NUMBER_COUNTS, plan_rows.HELD_MASK + 1)
    for _ in range(200):
        kind = chance.randrange(KINDS)
        if hand[kind] and chance.random() < 0.5:
            remove_card(hand, work, kind)
        else:
            add_card(hand, work, kind)
        fresh = [0] * PLAN_WORK
        count_cards(hand, fresh)
        assert work[counts] == fresh[counts]


@pytest.mark.parametrize("number", range(1, 11))
def test_waiting_values_are_those_of_the_tables(number: int) -> None:
    tables, phase = plan_tables(PHASES, SEED), PHASES[number - 1]
    for kinds in hands(number, 200, 10):
        hand, work = counted(kinds)
        expected = expected_turns(Hand.from_counts(hand, STANDARD_DECK), phase, plan_rows.MODEL)
        assert turns_left(hand, work, tables, number - 1) == expected


@pytest.mark.parametrize("number", range(1, 11))
def test_places_found_together_are_those_found_one_by_one(number: int) -> None:
    tables, phase = plan_tables(PHASES, SEED), number - 1
    low = [kind for kind in CARDS if kind < WILD and kind % NUMBERS < 6]
    one_color = [kind for kind in CARDS if kind < NUMBERS]
    extremes = [Random(n).sample(deck, 11) for n, deck in enumerate((low, one_color) * 20)]
    for kinds in [*hands(number, 150, 11), *extremes]:
        hand, work = counted(kinds)
        note_places(hand, work, tables, phase)
        noted = list(work)
        for kind in sorted(set(kinds)):
            remove_card(hand, work, kind)
            alone = waiting_place(work, tables, phase, hand[WILD], hand[SKIP])
            add_card(hand, work, kind)
            assert noted[PLACES + class_of(tables, phase, kind)] == alone


def test_places_of_different_phases_do_not_meet() -> None:
    tables = plan_tables(PHASES, SEED)
    assert memory_size(tables) == len(tables.values) == sum(map(len, parts_of(tables)))
    places = set()
    for phase in range(len(PHASES)):
        hand, work = counted(CARDS[:10])
        places.add(waiting_place(work, tables, phase, hand[WILD], hand[SKIP]))
    assert len(places) == len(PHASES)


def parts_of(tables: Tables) -> tuple[Sequence[int], ...]:
    assert isinstance(tables.values, Columns)
    return tables.values.parts


def test_columns_are_read_as_one() -> None:
    columns = Columns([[1, 2], [], [3], [4, 5]])
    assert [columns[place] for place in range(len(columns))] == [1, 2, 3, 4, 5]


def test_a_phase_or_a_deck_that_is_not_shipped_has_no_table() -> None:
    small = replace(SEED, deck=Deck(colors=3))
    for phases, rules in ((OWN, SEED), (PHASES, small)):
        tables = plan_tables(phases, rules)
        for phase in range(len(phases)):
            row = phase * plan_rows.GOALS_ROW
            assert tables.goals[row + plan_rows.VECTOR] == plan_rows.NO_VECTOR
        assert memory_size(tables) == 0


@pytest.mark.parametrize("number", [1, 3, 4, 8, 9])
def test_a_blind_draw_is_the_mean_over_all_cards_not_held(number: int) -> None:
    """Against the values looked up by name, card by card and discard by discard."""
    tables, phase = plan_tables(PHASES, SEED), PHASES[number - 1]
    kept = tables._replace(memory=[float("nan")] * memory_size(tables))
    for kinds in hands(20 + number, 3, 10):
        hand, work = counted(kinds)
        held = Hand.from_counts(hand, STANDARD_DECK)
        together = 0.0
        for kind in range(KINDS):
            copies = STANDARD_DECK.counts[kind] - hand[kind]
            if copies:
                more = list(hand)
                more[kind] += 1
                together += copies * after_discard(more, phase)
        expected = together / (STANDARD_DECK.size - len(held))
        assert drawn_turns(hand, work, tables, number - 1) == pytest.approx(expected, abs=1e-9)
        for _ in range(2):  # worked out, then remembered
            assert drawn_turns(hand, work, kept, number - 1) == pytest.approx(expected, abs=1e-9)
    assert sum(value == value for value in kept.memory) == 3


def after_discard(counts: Sequence[int], phase: Phase) -> float:
    """The least turns of ten cards left of eleven, 0 where they hold the phase."""
    if missing(Hand.from_counts(counts, STANDARD_DECK), phase) == 0:
        return 0.0
    least = inf
    for kind in range(KINDS):
        if counts[kind]:
            left = list(counts)
            left[kind] -= 1
            hand = Hand.from_counts(left, STANDARD_DECK)
            least = min(least, expected_turns(hand, phase, plan_rows.MODEL))
    return least


def test_the_best_discard_of_eleven_cards() -> None:
    tables = plan_tables(PHASES, SEED)
    for place, kinds in enumerate(hands(5, 40, 11)):
        hand, work = counted(kinds)
        phase = place % len(PHASES)
        assert best_turns(hand, work, tables, phase) == after_discard(hand, PHASES[phase])
    whole, work = counted([0, 12, 24, 4, 16, 28, 9, 9, 10, 11, 47])
    assert best_turns(whole, work, tables, 0) == DONE


def test_rough_turns_grow_with_what_is_missing_and_fall_with_what_helps() -> None:
    tables = plan_tables((Phase("run:10"), Phase("color:9"), Phase("set:3+color:4")), SEED)
    run = counted([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert rough_turns(*run, tables, 0) == 1.0
    near = counted([0, 1, 2, 3, 4, 5, 6, 7, 8, 8])
    far = counted([0, 1, 2, 3, 4, 5, 6, 7, 7, 7])
    # Of 98 unseen cards eight tens and eight wilds help: one in a little more than six.
    assert rough_turns(*near, tables, 0) == pytest.approx((98 - 4) / (2 * 16))
    assert rough_turns(*far, tables, 0) > rough_turns(*near, tables, 0)
    mixed = counted([0, 12, 24, 1, 2, 15, 16, 30, 31, 44])
    assert rough_turns(*mixed, tables, 2) == 3.0 * lacking(*mixed, tables, 2) > 0.0


def test_scarcity_is_one_for_the_pool_of_the_model_and_grows_as_useful_cards_go() -> None:
    tables = plan_tables(PHASES, SEED)
    hand, work = counted([0, 12, 24, 4, 16, 8, 9, 22, 11, 35])
    pool = [copies - held for copies, held in zip(STANDARD_DECK.counts, hand, strict=True)]

    def scarce(unseen: list[int]) -> float:
        note_pool(work, tables, unseen, 0)
        return scarcity(hand, work, tables, 0)

    assert scarce(pool) == pytest.approx(1.0)
    fewer = list(pool)
    fewer[28] = fewer[40] = 0
    # A third five or twelve, or a wild, completes the phase.
    live = sum(pool[kind] for kind in (*range(4, 48, 12), *range(11, 48, 12), WILD))
    assert scarce(fewer) == pytest.approx(live / 98 * 94 / (live - 4))
    assert hand == counted([0, 12, 24, 4, 16, 8, 9, 22, 11, 35])[0]


@pytest.mark.parametrize("phases", [PHASES, EDITIONS["plus_ten"].phases, OWN])
def test_what_helps_is_what_lowers_the_missing_cards(phases: tuple[Phase, ...]) -> None:
    tables = plan_tables(phases, SEED)
    seen = 0
    for place, kinds in enumerate([*hands(7, 20 * len(phases), 10), [48] * 8, [48] * 8 + [0, 12]]):
        hand, work = counted(kinds)
        phase = place % len(phases)
        now = lacking(hand, work, tables, phase)
        if now == 0:
            continue
        colors = tables.goals[phase * plan_rows.GOALS_ROW] == plan_rows.COLOR_SHAPE
        expected = 0
        for index in range(4 if colors else NUMBERS):
            kind = index * NUMBERS if colors else index
            add_card(hand, work, kind)
            expected |= (lacking(hand, work, tables, phase) < now) << index
            remove_card(hand, work, kind)
        assert useful_places(hand, work, tables, phase) == expected
        seen += 1
    assert seen > 100


def test_odds_count_the_orders_of_the_cards_needed() -> None:
    """The formula of the strategy ``chance``, its sum written out."""
    tables = plan_tables(PHASES, SEED)

    def odds(needs: Sequence[int], wilds: int) -> float:
        key = sum(plan_rows.KEYS[need] for need in needs)
        return tables.odds[tables.partitions[key] * HELD + wilds] / WHOLE

    assert odds((), 0) == odds((2, 1), 3) == 1.0
    assert odds((1,), 0) == pytest.approx(2 / 13)
    # Two different cards, one wild held: j = 1 in two ways of two orders each, or j = 2.
    assert odds((1, 1), 1) == pytest.approx(5 / 13)
    assert odds((2,), 0) == pytest.approx((1 + 2 + 1) / 13**2)
    # Three of one number and two of another: any of them may be wild.
    ways = sum(
        comb(5, wild) * comb(5 - wild, 3 - first)
        for wild in range(6)
        for first in range(4)
        if 0 <= wild - first <= 2
    )
    assert odds((3, 2), 0) == pytest.approx(ways / 13**5)


def test_goal_kinds_are_numbered_as_on_the_board() -> None:
    assert plan_rows.GOAL_KINDS == board.GOAL_KINDS
    assert plan_rows.MOST_GOALS == board.MOST_GROUPS
