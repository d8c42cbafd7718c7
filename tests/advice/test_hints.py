"""The hint: every move listed once, ranked by one scale, with figures that hold together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from phase10.advice.hints import CHART_TURNS, Advice, Option, advise
from phase10.game.cards import CARDS, SKIP, STANDARD_DECK, WILD, Card, Cards, Hand
from phase10.game.notation import parse_cards
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.game.rules import SEED, Rules
from phase10.solver.groupings import missing
from phase10.solver.layouts import best_layouts
from phase10.solver.odds import draw_odds, useful_draws
from phase10.views.moves import option_text, reasons
from phase10.views.names import card_name

DECK = tuple(kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies))
PLAYED = st.sampled_from([*PHASES, Phase("crun:4+set:3"), Phase("even:4+odd:3"), Phase("set:6")])


def advice(hand: str, phase: str | int, **parts: str) -> Advice:
    """Advise on a position given as text."""
    position = {"me": {"hand": hand, "phase": phase}, **parts}
    return advise(Position.from_json(position))


def moves(given_advice: Advice) -> list[str]:
    return [option.move for option in given_advice.options]


def ranks(given_advice: Advice) -> list[int]:
    return [option.rank for option in given_advice.options]


def discard(option: Option) -> Card:
    return Card.parse(option.move.removeprefix("discard "))


@st.composite
def positions(draw: st.DrawFn, size: int) -> Position:
    """Positions with a face-up card and some more seen, all cards from one deck."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    kinds = rng.sample(DECK, size + 1 + draw(st.integers(0, 30)))
    cards = [CARDS[kind] for kind in kinds]
    rules = Rules(draw(st.sampled_from(["phase", "group"])))
    hand, top, seen = Hand(cards[:size]), cards[size], Cards(cards[size + 1 :])
    return Position(hand, draw(PLAYED), rules, top=top, seen=seen)


def worse(one: Option, other: Option) -> bool:
    """Whether one discard is no better than another in any figure, and worse in one."""
    figures = [
        (option.turns, -option.p_within[1], -option.p_within[2], option.points_left)
        if option.turns is not None
        else (option.missing, -option.live, option.points_left)
        for option in (one, other)
    ]
    pairs = [*zip(*figures, strict=True), (one.danger or 0.0, other.danger or 0.0)]
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


# --- eleven cards: which to discard --------------------------------------------------------------


@settings(max_examples=40)
@given(positions(11))
def test_every_card_that_can_be_discarded_is_listed_once_with_its_exact_figures(position):
    assume(missing(position.hand, position.phase, position.rules))
    given_advice = advise(position)
    assert given_advice.question == "discard"
    listed = [discard(option) for option in given_advice.options]
    assert sorted(listed) == list(position.hand.kinds())
    for option, card in zip(given_advice.options, listed, strict=True):
        left, seen = position.hand - card, position.known + card
        odds = draw_odds(left, position.phase, position.rules, seen=seen)
        assert option.missing == odds.missing == missing(left, position.phase, position.rules)
        assert (option.useful, option.live, option.unseen) == (odds.useful, odds.live, odds.unseen)
        assert option.unseen == 108 - 11 - len(position.known)
        assert option.p_next == odds.p_next == Fraction(option.live, option.unseen)
        assert option.p_within[1] >= odds.p_complete  # a number card is offered first
        assert option.points_left == position.rules.points_of(left)
        assert option.then == ""
        assert option.expected_missing is None


@settings(max_examples=40)
@given(positions(11))
def test_discards_rank_by_their_cost_and_equal_ones_share_a_rank(position):
    assume(missing(position.hand, position.phase, position.rules))
    options = advise(position).options
    costs = [option.cost for option in options]
    assert costs == sorted(costs)
    for option in options:
        assert option.rank == 1 + sum(cost < option.cost for cost in costs)


@settings(max_examples=40)
@given(positions(11), st.booleans())
def test_a_dominated_discard_is_never_above_its_dominator(position, laid):
    assume(missing(position.hand, position.phase, position.rules))
    others = (Opponent("A", phase=4, cards=3 if laid else 10, laid=laid), Opponent("B", phase=1))
    options = advise(replace(position, players=others)).options
    assert any(option.danger is not None for option in options)
    for one in options:
        for other in options:
            if " on " not in one.move + other.move and worse(one, other):
                assert one.rank >= other.rank


@settings(max_examples=25)
@given(positions(11))
def test_chances_rise_with_copies_that_are_left(position):
    """A useful card lies in the draw pile where a skip was: never a worse draw."""
    assume(missing(position.hand, position.phase, position.rules))
    first = advise(position, "pile").options[0]
    gone = [card for card in position.seen if card in first.useful]
    assume(gone and position.unseen[SKIP])
    swapped = position.seen.counts
    swapped = tuple(
        count - (kind == gone[0].kind) + (kind == SKIP) for kind, count in enumerate(swapped)
    )
    more = replace(position, seen=Cards.from_counts(swapped, STANDARD_DECK))
    same = next(o for o in advise(more, "pile").options if o.move == first.move)
    assert (same.live, same.unseen) == (first.live + 1, first.unseen)
    assert same.p_next > first.p_next
    assert same.p_within[1] >= first.p_within[1]
    assert same.p_within[2] >= first.p_within[2]


@pytest.mark.parametrize("number", range(1, 11))
def test_whoever_may_also_take_is_never_later(number):
    """More options, better chances: a face-up number card each turn against blind draws."""
    rng = random.Random(number)
    for _ in range(3):
        hand = Hand([CARDS[kind] for kind in rng.sample(DECK, 11)])
        position = Position(hand, PHASES[number - 1])
        if not missing(hand, position.phase):
            continue
        offer, pile = advise(position), advise(position, "pile")
        blind = {option.move: option for option in pile.options}
        for option in offer.options:
            other = blind[option.move]
            assert option.turns <= other.turns
            assert option.p_within[1] >= other.p_within[1]
            assert option.p_within[2] >= other.p_within[2]
        assert offer.method["expected_turns"] == "model offer"
        assert pile.method["expected_turns"] == "model pile"


@settings(max_examples=40)
@given(positions(11))
def test_a_skip_serves_nothing_so_keeping_another_card_is_never_worse_for_the_phase(position):
    assume(position.hand.skips and missing(position.hand, position.phase, position.rules))
    options = advise(position).options
    skip = next(option for option in options if option.move == "discard S")
    assert skip.missing == missing(position.hand, position.phase, position.rules)
    assert skip.missing == min(option.missing for option in options)
    for option in options:
        assert option.p_within[1] <= skip.p_within[1]
        assert option.p_within[2] <= skip.p_within[2]


def test_the_useless_card_goes_first_and_the_dearer_of_two():
    given_advice = advice("R3 B3 G3 R4 B5 Y6 R1 B12 S W G9", "set:3+run:5")
    assert given_advice.question == "discard"
    best = given_advice.options[0]
    assert best.missing == missing(Hand("R3 B3 G3 R4 B5 Y6 R1 B12 W G9"), Phase("set:3+run:5"))
    assert best.move == "discard S"
    same = [o for o in given_advice.options if o.turns == best.turns and o.missing == best.missing]
    assert best.points_left == min(option.points_left for option in same)


def test_equal_discards_share_a_rank_and_the_next_rank_counts_them():
    # Red and blue 1 are alike in every way; a skip costs more points than either.
    given_advice = advice("R5 B5 G7 Y7 R9 B9 R1 B1 S R11 B11", "set:5+set:5")
    by_rank: dict[int, list[str]] = {}
    for option in given_advice.options:
        by_rank.setdefault(option.rank, []).append(option.move)
    assert by_rank[1] == ["discard S"]
    alike = next(found for found in by_rank.values() if "discard R1" in found)
    assert "discard B1" in alike
    assert min(rank for rank in by_rank if rank > 1) == 2
    sizes = [len(by_rank[rank]) for rank in sorted(by_rank)]
    assert sorted(by_rank) == [1 + sum(sizes[:place]) for place in range(len(sizes))]


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_all_equally_good_moves_are_named(lang):
    given_advice = advice("R5 B5 G5 Y9 R9 R1 B1 Y3 R4 B6 G7", "set:4+set:4")
    best = [option for option in given_advice.options if option.rank == 1]
    assert len(best) > 1
    said = " ".join([option_text(lang, given_advice, best[0]), *reasons(lang, given_advice)])
    for option in best:
        assert card_name(lang, discard(option), "accusative") in said


def test_copies_of_a_card_are_one_discard():
    assert moves(advice("R5 R5 W W B1 B1 G8 G8 S S Y12", 7)).count("discard R5") == 1
    assert len(moves(advice("R5 R5 W W B1 B1 G8 G8 S S Y12", 6))) == 6


def test_seen_cards_change_what_is_live():
    hand = "R5 B5 R9 G9 B1 B2 R3 G7 Y11 G12 S"
    alone, informed = advice(hand, 1), advice(hand, 1, seen="G5 Y5 G5 Y5 R5 B5 W W W W")
    card = "discard S"
    before = next(option for option in alone.options if option.move == card)
    after = next(option for option in informed.options if option.move == card)
    assert (before.useful[Card.parse("G5")], before.useful[CARDS[WILD]]) == (2, 8)
    assert Card.parse("G5") not in after.useful
    assert after.useful[CARDS[WILD]] == 4
    assert before.unseen - after.unseen == 10
    assert before.live - after.live == 10
    assert "seen.nothing" in alone.assumed
    assert "seen.nothing" not in informed.assumed


def test_groups_on_the_table_are_seen_too():
    position = {
        "me": {"hand": "R5 B5 R9 G9 B1 B2 R3 G7 Y11 G12 S", "phase": 1},
        "table": ["A set G5 Y5 W=5"],
    }
    option = advise(Position.from_json(position)).options[0]
    assert option.useful[Card.parse("G5")] == 1
    assert option.useful[CARDS[WILD]] == 7
    assert option.unseen == 108 - 11 - 3


# --- a complete phase ----------------------------------------------------------------------------


def test_a_complete_hand_lists_its_layouts():
    given_advice = advice("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1", 1)  # L01 of the rule positions
    assert given_advice.question == "lay"
    assert given_advice.odds.missing == 0
    assert given_advice.within == (1,) * CHART_TURNS
    best = given_advice.options[0]
    assert best.move == "lay set R3 B3 Y3 | set R9 G9 Y9"
    assert best.hits == ("hit W=3 on me.1",)  # a wild fits everywhere (S37)
    assert best.then == "discard S"
    assert best.points_left == 5 + 10 + 5
    assert not best.goes_out
    waiting = given_advice.options[-1]
    assert waiting.move == "discard S"
    assert waiting.points_left == 5 * 3 + 5 * 3 + 5 + 10 + 25 + 5
    assert waiting.rank == len(given_advice.options)
    assert (best.missing, best.live, best.useful, best.p_next) == (0, 0, {}, 1)


def test_several_layouts_are_ranked_by_what_stays_in_hand():
    given_advice = advice("R3 B3 Y3 R9 G9 Y9 R12 B12 G12 S R1", 1)
    *layouts, waiting = given_advice.options
    points = [option.points_left for option in layouts]
    assert points == sorted(points)
    assert "R12 B12 G12" in layouts[0].move
    assert points[0] == 3 * 5 + 5
    assert waiting.move == "discard S"


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(PHASES))
def test_every_layout_uses_cards_of_the_hand_and_meets_its_goals(seed, phase):
    given_advice = advise(Position(_complete(random.Random(seed), phase, 11), phase))
    assert given_advice.question == "lay"
    laying = [option for option in given_advice.options if option.move.startswith("lay ")]
    assert laying[0] == given_advice.options[0]
    assert len(given_advice.options) - len(laying) <= 1
    layouts = [option.move for option in laying]
    assert len(set(layouts)) == len(layouts)
    for option in laying:
        laid: list[Card] = []
        goals = option.move.removeprefix("lay ").split(" | ")
        for goal, group in zip(goals, phase.groups, strict=True):
            kind, cards = goal.split(" ", 1)
            read = parse_cards(cards)
            assert (kind, len(read)) == (group.kind, group.size)
            if kind in ("set", "run"):
                numbers = [card.number or card.stands_for for card in read]
                first = numbers[0]
                assert numbers == [
                    first + (place if kind == "run" else 0) for place in range(len(read))
                ]
            else:
                assert len({card.color for card in read if card.is_number}) == 1
            laid += read
        hit = [Card.parse(text.split()[1]) for text in option.hits]
        left = given_advice.position.hand - Cards([*laid, *hit, Card.parse(option.then.split()[1])])
        assert option.goes_out == (not left)
        assert option.points_left == SEED.points_of(left)
        assert any(card.is_number for card in laid)


def test_a_phase_of_all_eleven_cards_leaves_none_to_discard():
    hand = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"
    kept = advice(hand, "run:11")
    assert kept.question == "discard"  # S32
    assert len(kept.options) == 11
    out = advice(hand, "run:11", rules="seed,go_out_by_hit=yes")
    assert out.question == "lay"
    assert (out.options[0].then, out.options[0].points_left) == ("", 0)
    assert out.options[0].goes_out


def _complete(rng: random.Random, phase: Phase, size: int) -> Hand:
    """Fill a hand with cards that hold the phase and others at random."""
    while True:
        chosen = Hand([CARDS[kind] for kind in _goal_cards(rng, phase)])
        rest = [kind for kind in DECK if chosen.count(CARDS[kind]) < STANDARD_DECK.counts[kind]]
        rng.shuffle(rest)
        for kind in rest:
            if len(chosen) < size and chosen.count(CARDS[kind]) < STANDARD_DECK.counts[kind]:
                chosen += CARDS[kind]
        if missing(chosen, phase) == 0:
            return chosen


def _goal_cards(rng: random.Random, phase: Phase) -> Iterator[int]:
    used = [0] * 50
    for group in phase.groups:
        number, color = rng.randrange(12), rng.randrange(4)
        start = rng.randrange(13 - group.size)
        for place in range(group.size):
            if group.kind == "color":
                options = [color * 12 + other for other in range(12)]
            else:
                here = start + place if group.kind == "run" else number
                options = [other * 12 + here for other in range(4)]
            free = [kind for kind in options if used[kind] < 2] or [WILD]
            kind = WILD if rng.random() < 0.15 and used[WILD] < 3 else rng.choice(free)
            used[kind] += 1
            yield kind


# --- ten cards: take or draw ---------------------------------------------------------------------

TWO_SETS_BUT_ONE = "R3 B3 Y3 R9 G9 R1 B5 G7 Y11 B12"


def test_a_useful_face_up_card_is_taken():
    given_advice = advice(TWO_SETS_BUT_ONE, 1, top="B9")
    assert given_advice.question == "draw"
    assert moves(given_advice) == ["take discard", "draw pile"]
    assert ranks(given_advice) == [1, 2]
    take, draw = given_advice.options
    assert (take.missing, take.expected_missing, take.hits) == (0, 0, ())
    assert take.then == "lay set R3 B3 Y3 | set R9 B9 G9"
    assert take.p_within[1] == 1
    assert take.turns < draw.turns
    assert 0 < draw.p_within[1] < draw.p_within[2] < 1
    assert set(given_advice.within) == {1}
    assert draw.missing == 1
    assert draw.expected_missing == 1 - draw.p_next
    assert draw.useful == given_advice.odds.useful
    assert sum(draw.useful.values()) == draw.live == 5 + 8  # B9 lies there: five nines, eight wilds


def test_a_useless_face_up_card_is_left():
    given_advice = advice(TWO_SETS_BUT_ONE, 1, top="Y2")
    assert moves(given_advice) == ["draw pile", "take discard"]
    assert ranks(given_advice) == [1, 2]
    assert given_advice.options[1].expected_missing == 1
    assert given_advice.options[1].p_within[1] == 0  # nothing is drawn, nothing laid
    draw = given_advice.options[0]
    assert draw.p_within[1] == draw.p_next == given_advice.within[0]
    assert given_advice.within[1] == draw.p_within[2]


def test_a_face_up_skip_cannot_be_taken():
    given_advice = advice(TWO_SETS_BUT_ONE, 1, top="S")
    assert given_advice.question == "draw"
    assert moves(given_advice) == ["draw pile"]
    assert "top.skip" in given_advice.assumed


def test_a_face_up_wild_is_taken():
    assert moves(advice(TWO_SETS_BUT_ONE, 1, top="W"))[0] == "take discard"


def test_the_last_of_the_discards_is_the_face_up_card():
    given_advice = advice(TWO_SETS_BUT_ONE, 1, discards="R2 G2 B9")
    assert moves(given_advice)[0] == "take discard"
    assert "top.unknown" not in given_advice.assumed


def test_without_a_face_up_card_there_is_only_a_plan():
    given_advice = advice(TWO_SETS_BUT_ONE, 1)
    assert (given_advice.question, given_advice.options) == ("plan", ())
    assert "top.unknown" in given_advice.assumed
    assert given_advice.odds.p_next == Fraction(6 + 8, 98)
    blind = advise(given_advice.position, "pile")
    assert blind.within[0] == given_advice.odds.p_next < given_advice.within[0]
    assert blind.within[1] < given_advice.within[1]


def test_ten_cards_that_hold_the_phase():
    complete = "R3 B3 Y3 R9 G9 Y9 R1 B5 G7 Y11"
    plan = advice(complete, 1)
    assert (plan.question, plan.odds.missing, plan.odds.useful) == ("plan", 0, {})
    assert (plan.odds.p_next, plan.odds.p_complete) == (1, 1)
    choice = advice(complete, 1, top="B12")
    assert choice.question == "draw"
    assert all(option.expected_missing == 0 for option in choice.options)
    assert all(set(option.p_within.values()) == {1} for option in choice.options)
    assert moves(advice(complete, 1, top="R2"))[0] == "take discard"  # five points, drawn are more


@settings(max_examples=40)
@given(positions(10))
def test_a_take_is_compared_with_a_blind_draw(position):
    given_advice = advise(position)
    options = {option.move: option for option in given_advice.options}
    assert given_advice.question == "draw"
    assert set(options) == {"draw pile"} | ({"take discard"} if not position.top.is_skip else set())
    draw = options["draw pile"]
    lacking = missing(position.hand, position.phase, position.rules)
    assert (draw.missing, draw.useful) == (
        lacking,
        useful_draws(position.hand, position.phase, position.rules, seen=position.known),
    )
    assert draw.expected_missing == _mean_after_a_draw(position)
    take = options.get("take discard")
    if take is not None:
        after = missing(position.hand + position.top, position.phase, position.rules)
        assert take.missing == take.expected_missing == after
        if lacking and not after:
            assert (take.rank, draw.rank) == (1, 2)
            assert take.p_within[1] == 1
        elif lacking:
            assert take.p_within[1] == 0
            figures = [
                (option.expected_missing, -option.live)
                if option.turns is None
                else (round(option.turns, 3), option.points_left * 0.002)
                for option in (take, draw)
            ]
            assert (take.rank < draw.rank) == (figures[0] < figures[1])


def _mean_after_a_draw(position: Position) -> Fraction:
    """Draw every unseen card in turn and discard as well as possible."""
    total = 0
    for kind, copies in enumerate(position.unseen):
        if copies:
            total += copies * missing(position.hand + CARDS[kind], position.phase, position.rules)
    return Fraction(total, sum(position.unseen))


# --- any number of cards -------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["", "R5", "R5 B5 W", "R1 R2 R3 R4 R5 R6 R7 R8 R9"])
def test_fewer_than_ten_cards_are_a_plan(hand):
    for parts in ({}, {"top": "G12"}):
        given_advice = advice(hand, 2, **parts)
        assert (given_advice.question, given_advice.options) == ("plan", ())
        assert given_advice.groupings[0].missing == given_advice.odds.missing


@settings(max_examples=60)
@given(st.integers(0, 11).flatmap(positions))
def test_chances_are_chances(position):
    given_advice = advise(position)
    chances = [
        given_advice.within,
        *(tuple(option.p_within.values()) for option in given_advice.options),
    ]
    for row in chances:
        assert all(0 <= chance <= 1 for chance in row)
        assert all(before <= after for before, after in pairwise(row))
    for option in given_advice.options:
        assert 0 <= option.p_next <= 1
        assert list(option.p_within) == [
            draws for draws in (1, 2, 3, 5) if draws in option.p_within
        ]
        assert 0 <= option.missing <= position.phase.size
        assert option.live == sum(option.useful.values())
        assert 0 <= option.live <= option.unseen
        assert all(copies > 0 for copies in option.useful.values())
        assert CARDS[SKIP] not in option.useful
    if given_advice.question in ("discard", "draw"):
        best = given_advice.options[0].p_within
        assert given_advice.within[0] == best[1]
        assert given_advice.within[1] >= best[2]
    assert {option.rank for option in given_advice.options} <= set(range(1, 14))
    assert ranks(given_advice)[:1] in ([], [1])


def test_the_rules_in_use_count():
    hand = "R7 7xW 3xS"  # one number card is enough for the phase, not for each of its sets
    assert advice(hand, 1).question == "lay"
    strict = advice(hand, 1, rules="seed,natural_per=group")
    assert (strict.question, strict.odds.missing, strict.odds.live) == ("discard", 1, 95)
    assert "rules.seed" in advice(hand, 1).assumed
    assert "rules.seed" not in strict.assumed


def test_the_points_of_a_wild_count():
    hand = "W W W W R7 B7 G7 S S S S"
    cheap = advice(hand, "run:9", rules="seed,wild_points=20")
    points = {option.move: option.points_left for option in cheap.options}
    assert points["discard S"] == SEED.points_of(Hand(hand)) - 15 - 4 * 5


@pytest.mark.parametrize("edition", sorted(EDITIONS.all()))
def test_every_phase_of_every_edition_gets_a_hint(edition):
    for phase in EDITIONS[edition].phases:
        given_advice = advise(Position(Hand("R1 B1 G3 Y4 R6 B7 G8 Y10 R12 W S"), phase))
        assert given_advice.question in ("discard", "lay")
        assert given_advice.options
        allowed = {"exact", "judgment", "counting", "model offer"}
        assert {"exact"} < set(given_advice.method.values()) | {"rank"} <= allowed | {"rank"}


@pytest.mark.parametrize(
    ("hand", "phase", "top"),
    [
        ("R3 B3 Y3 R9 G9 Y9 R12 B12 S W", 1, "R1"),
        ("R3 B4 Y5 G6 R7 B8 Y9 R12 B1 R1", 4, "G10"),
        ("R1 R2 R3 R4 R5 R6 R7 B12 B11 W", 8, "B5"),
    ],
)
def test_with_the_phase_in_hand_both_moves_count_own_hits(hand, phase, top):
    given_advice = advice(hand, phase, top=top)
    position = given_advice.position
    by_move = {option.move: option for option in given_advice.options}
    total = 0
    for card, count in zip(CARDS, position.unseen, strict=True):
        if count:
            eleven = Position(position.hand + card, position.phase, seen=position.known)
            best = best_layouts(eleven.hand, eleven.phase, (), "A", SEED, most=1)[0]
            total += count * best.end.points_left
    mean = Fraction(total, sum(position.unseen))
    assert by_move["draw pile"].points_left == round(mean)
    assert by_move["take discard"].p_out == 0  # nobody goes out at once with these
    if not by_move["draw pile"].p_out:
        better = "take discard" if by_move["take discard"].points_left < mean else "draw pile"
        assert given_advice.options[0].move == better
