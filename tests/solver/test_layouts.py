"""Own hits and the discard after laying, against a search of all orders."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from phase10.game.cards import CARDS, STANDARD_DECK, Card, Hand
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED
from phase10.solver.groupings import Grouping, best_groupings
from phase10.solver.layouts import AfterLaying, after_laying

DECK = [CARDS[kind] for kind, count in enumerate(STANDARD_DECK.counts) for _ in range(count)]

Table = tuple[tuple[str, tuple[str, ...], int, int], ...]
"""For each goal its kind, the colours it takes, the lowest and the highest number it takes now."""


def table_of(grouping: Grouping) -> Table:
    """Say what each laid goal takes, in the words of the rules (S28–S30)."""
    rows = []
    for plan in grouping.groups:
        colors = (plan.color,) if plan.color else ("red", "blue", "green", "yellow")
        if plan.start is not None:
            rows.append(("run", colors, plan.start, plan.start + plan.group.size - 1))
        elif plan.number is not None:
            rows.append(("set", colors, plan.number, plan.number))
        else:
            rows.append((plan.parity or "color", colors, 1, 12))
    return tuple(rows)


def after_hit(table: Table, goal: int, card: Card) -> Iterator[Table]:
    """Yield the table after the card is hit on the goal, for each way it can be."""
    kind, colors, low, high = table[goal]
    if card.is_skip or (card.is_number and card.color not in colors):
        return
    if kind != "run":
        parity = {"even": 0, "odd": 1}.get(kind)
        suits = card.is_wild or (
            low <= (card.number or 0) <= high
            and (parity is None or (card.number or 0) % 2 == parity)
        )
        if suits:
            yield table
        return
    for number, row in ((low - 1, (low - 1, high)), (high + 1, (low, high + 1))):
        if 1 <= number <= 12 and (card.is_wild or card.number == number):
            yield (*table[:goal], (kind, colors, *row), *table[goal + 1 :])


def least_points(cards: tuple[Card, ...], table: Table, known: dict[object, int]) -> int:
    """Try every discard and every hit in every order; the last card must be a discard."""
    key = (cards, table)
    if key not in known:
        ends = [
            sum(SEED.points(card) for place, card in enumerate(cards) if place != thrown)
            for thrown in range(len(cards))
        ]
        for place, card in enumerate(cards):
            rest = (*cards[:place], *cards[place + 1 :])
            if rest:
                for goal in range(len(table)):
                    tables = after_hit(table, goal, card)
                    ends.extend(least_points(rest, after, known) for after in tables)
        known[key] = min(ends, default=0)
    return known[key]


def complete_hand(rng: random.Random, phase: Phase) -> Hand:
    while True:
        hand = Hand(rng.sample(DECK, 11))
        plan = best_groupings(hand, phase)[0]
        if plan.missing <= 3:
            wilds = min(8, hand.wilds + plan.missing)
            naturals = [card for group in plan.groups for card in group.cards if card.is_number]
            rest = [card for card in plan.spare if not card.is_wild]
            return Hand((naturals + [CARDS[48]] * wilds + rest)[:11])


OWN = ("run:3+run:4", "crun:3+set:2", "even:3+odd:3", "cset:2+color:3")


@pytest.mark.parametrize("phase", [*PHASES, *map(Phase, OWN)], ids=str)
def test_as_few_points_as_any_order_of_hits(phase: Phase) -> None:
    rng = random.Random(str(phase))
    checked = 0
    for _ in range(25):
        for grouping in best_groupings(complete_hand(rng, phase), phase)[:3]:
            if grouping.missing:
                continue
            end = after_laying(grouping, SEED.points)
            assert sum(map(SEED.points, end.left)) == least_points(
                grouping.spare, table_of(grouping), {}
            )
            assert_lawful(grouping, end)
            checked += 1
    assert checked >= 15


def assert_lawful(grouping: Grouping, end: AfterLaying) -> None:
    """Play the hits one after another and account for every card."""
    tables = {table_of(grouping)}
    for card, goal in end.hits:
        tables = {after for table in tables for after in after_hit(table, goal - 1, card)}
        assert tables, (card, goal)
    used = [card.kind for card, _ in end.hits] + [card.kind for card in end.left]
    if end.discard is not None:
        used.append(end.discard.kind)
    assert sorted(used) == sorted(card.kind for card in grouping.spare)


def test_going_out_over_both_ends_of_a_run() -> None:
    (plan, *_) = best_groupings(Hand("B5 Y6 R7 R8 G9 W W B4 R3 G12 Y7"), Phase("run:7"))
    end = after_laying(plan, SEED.points)
    assert end.left == ()
    assert end.discard is not None


def test_one_card_is_kept_to_discard() -> None:
    (plan, *_) = best_groupings(Hand("R7 B7 G7 R9 B9 G9 Y7"), Phase("2 sets of 3"))
    end = after_laying(plan, SEED.points)
    assert end == AfterLaying((), Card.parse("Y7"), ())


def test_nothing_is_left_to_discard() -> None:
    (plan, *_) = best_groupings(Hand("R7 B7 G7"), Phase("set:3"))
    assert after_laying(plan, SEED.points) == AfterLaying((), None, ())
