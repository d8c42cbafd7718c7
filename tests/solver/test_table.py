"""Figures at a table: against the tables, exact play, and what holds for all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from operator import add

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, Card, Cards, Deck, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver import table, waiting, waiting_build
from phase10.solver.groupings import missing
from phase10.solver.table import (
    METHODS,
    chances_by_turn,
    discard_turns,
    draw_or_take_turns,
    table_turns,
)
from phase10.solver.table_draws import DONE, Draws, draws_for
from phase10.solver.turns import turn_chances
from phase10.solver.waiting import MODELS, SOLVED, table_for
from phase10.solver.waiting_build import solve_and_keep
from tests.oracle.hands import DECK
from tests.oracle.table import exact_turns

IDS = [str(phase) for phase in PHASES]
SKIP = CARDS[49]


@pytest.fixture(autouse=True)
def _nothing_solved_by_the_user(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (waiting, waiting_build):
        monkeypatch.setattr(module, "cache_folder", lambda: None)
    yield
    SOLVED.forget()


def counted(kinds: Sequence[int]) -> list[int]:
    counts = [0] * 50
    for kind in kinds:
        counts[kind] += 1
    return counts


def taken_from(counts: Sequence[int], *others: Sequence[int]) -> list[int]:
    return [most - sum(gone) for most, *gone in zip(counts, *others, strict=True)]


def dealt(
    generator: random.Random, cards: int, seen: int, deck: Deck = SEED.deck
) -> tuple[Hand, list[int]]:
    """Deal a hand; so many other cards are seen."""
    kinds = [kind for kind, copies in enumerate(deck.counts) for _ in range(copies)]
    generator.shuffle(kinds)
    return Hand.from_counts(counted(kinds[:cards]), deck), counted(kinds[cards + seen :])


@st.composite
def tables(draw: st.DrawFn, cards: int = 10) -> tuple[Hand, list[int]]:
    """Draw a hand and the unseen cards of a table, poor in some kinds more often than not."""
    kinds = draw(st.lists(st.sampled_from(range(108)), min_size=cards, max_size=108, unique=True))
    hand = counted([DECK[card] for card in kinds[:cards]])
    unseen = counted([DECK[card] for card in kinds[cards:]])
    return Hand.from_counts(hand), unseen


some_phase = st.sampled_from(PHASES)
some_model = st.sampled_from(MODELS)

# --- look-ups -------------------------------------------------------------------------------------


def check_draws(draws: Draws, phase: Phase, rules: Rules, model: str, hands: int) -> None:
    known = table_for(phase, model, rules)
    assert known is not None
    generator = random.Random(str(phase))
    for _ in range(hands):
        hand, unseen = dealt(generator, 10, 0, rules.deck)
        state, copies = draws.state(draws.counts(hand.counts)), draws.counts(unseen)
        assert list(draws.held(state)) == draws.counts(hand.counts)
        assert draws.turns(state) == known.expected(hand)
        after = draws.after_draws(state, copies)
        assert draws.holds_phase(draws.held(state)) is (missing(hand, phase, rules) == 0)
        assert draws.certain(state) is (set(after) <= {DONE, inf})
        for kind, many in enumerate(unseen):
            place = draws.class_of(kind)
            if not copies[place]:
                assert after[place] == inf
            if many:
                eleven = hand + CARDS[kind]
                left = [eleven - card for card in eleven.kinds()]
                done = missing(eleven, phase, rules) == 0
                assert after[place] == (DONE if done else min(map(known.expected, left)))
                if not done:
                    best = draws.left(draws.added(state, place), copies)
                    assert draws.turns(best) == after[place]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_the_best_discard_is_looked_up_right(phase: Phase, model: str) -> None:
    draws = draws_for(phase, model, SEED)
    assert draws is not None
    check_draws(draws, phase, SEED, model, 12)


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("even:5+set:2", Deck(2, 12, 1, 2, 1)),
        ("run:11", Deck(2, 12, 1, 2, 1)),
        ("set:3+run:4", Deck(3, 7, 1, 2, 1)),
        ("color:4+color:4", Deck(3, 5, 2, 2, 1)),
        ("set:4+set:4+set:3", Deck(1, 5, 4, 2, 1)),
    ],
)
def test_so_it_is_for_phases_of_ones_own(text: str, deck: Deck) -> None:
    phase, rules = Phase(text), Rules(deck=deck)
    hand, unseen = dealt(random.Random(1), 10, 0, deck)
    assert draws_for(phase, "pile", rules) is None
    for figures in (table_turns, chances_by_turn):
        assert figures(hand, phase, unseen, rules, model="offer") is None
    drawn = CARDS[next(kind for kind, copies in enumerate(unseen) if copies)]
    rest = [copies - (kind == drawn.kind) for kind, copies in enumerate(unseen)]
    assert discard_turns(hand + drawn, phase, rest, rules, model="pile") is None
    assert draw_or_take_turns(hand, None, phase, unseen, rules, model="pile") is None
    solve_and_keep(phase, rules)
    for model in MODELS:
        draws = draws_for(phase, model, rules)
        assert draws is not None
        check_draws(draws, phase, rules, model, 12)
        turns = table_turns(hand, phase, unseen, rules, model=model)
        assert turns is not None
        assert turns >= 1


# --- what holds at every table --------------------------------------------------------------------


@given(table=tables(), phase=some_phase, model=some_model)
def test_properties_of_ten_cards(table: tuple[Hand, list[int]], phase: Phase, model: str) -> None:
    hand, unseen = table
    turns = table_turns(hand, phase, unseen, model=model)
    chances = chances_by_turn(hand, phase, unseen, model=model)
    exact = turn_chances(hand, phase, unseen, model=model)
    assert turns is not None
    assert chances is not None
    assert len(chances) == 10
    assert all(0 <= chance <= 1 for chance in chances)
    assert all(chance <= later for chance, later in pairwise(chances))
    assert chances[:2] == (float(exact.one), float(exact.two))
    assert chances_by_turn(hand, phase, unseen, model=model, turns=1) == chances[:1]
    if missing(hand, phase) == 0:
        assert turns == 1
        assert chances == (1.0,) * 10
        return
    together = Cards.from_counts(list(map(add, hand.counts, unseen)))
    assert (turns < inf) is (missing(together, phase) == 0)
    assert turns >= 2 - float(exact.one) - 1e-9
    # A turn takes a card: the pile cannot last longer.
    assert turns == inf or turns <= sum(unseen) + 1
    if turns == inf:
        assert set(chances) == {0.0}
    if missing(hand, phase) > 3:
        assert chances[2] == 0


@given(table=tables(11), phase=some_phase, model=some_model)
def test_properties_of_eleven_cards(
    table: tuple[Hand, list[int]], phase: Phase, model: str
) -> None:
    hand, unseen = table
    turns = discard_turns(hand, phase, unseen, model=model)
    assert turns is not None
    assert list(turns) == list(hand.kinds())
    by_color = phase.groups[0].kind == "color"
    for card, value in turns.items():
        left = table_turns(hand - card, phase, unseen, model=model)
        assert left is not None
        # No discard is better than a skip, none worse than a wild; all else is what is left.
        if card.is_wild:
            assert value == max(left, *(turns[c] for c in turns if c.is_number), 1)
        elif card.is_skip:
            assert value == min(left, *turns.values())
        else:
            assert value == left
        for other in turns:
            alike = other.color == card.color if by_color else other.number == card.number
            if card.is_number and other.is_number and alike:
                assert turns[other] == value


@given(
    table=tables(), phase=some_phase, model=some_model, top=st.integers(0, 49), law=st.booleans()
)
def test_properties_of_the_first_half_of_a_turn(
    table: tuple[Hand, list[int]], phase: Phase, model: str, top: int, law: bool
) -> None:
    hand, unseen = table
    rules = Rules(take_skip=law)
    assume(hand.counts[top] < SEED.deck.counts[top])
    unseen[top] = min(unseen[top], SEED.deck.counts[top] - hand.counts[top] - 1)
    found = draw_or_take_turns(hand, CARDS[top], phase, unseen, rules, model=model)
    now = table_turns(hand, phase, unseen, rules, model=model)
    assert found is not None
    assert now is not None
    assert list(found) == ["draw pile", "take discard"][: 1 + (top != SKIP.kind or law)]
    assert all(turns >= 1 for turns in found.values())
    if model == "pile":
        # Every turn is a blind draw; the bound of one turn aside.
        assert found["draw pile"] == pytest.approx(now, rel=0.02)
    if "take discard" in found:
        eleven = hand + CARDS[top]
        after = discard_turns(eleven, phase, unseen, rules, model=model)
        assert after is not None
        done = missing(eleven, phase) == 0
        assert found["take discard"] == (1 if done else 1 + min(after.values()))
    alone = draw_or_take_turns(hand, None, phase, unseen, rules, model=model)
    assert alone == {"draw pile": found["draw pile"]}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("number", "hand", "poor", "rich"),
    [
        (1, "R1 B1 G4 Y9 R12 B12 W S S R6 B7", "G4", "Y9"),
        (7, "R1 B1 G4 Y9 R12 B12 W S S R6 B7", "G4", "Y9"),
        (8, "R1 R2 R3 B1 B2 B3 G5 G6 Y7 W S", "R1", "B1"),
        (4, "R3 R5 B6 G7 Y8 B10 W S S S S", "R3", "B10"),
        (2, "R3 R5 B6 G7 Y8 B10 W S S S S", "R3", "B10"),
    ],
)
def test_what_is_likelier_is_kept(number: int, hand: str, poor: str, rich: str, model: str) -> None:
    """Of two cards as good as each other the one is kept that what is unseen goes with."""
    phase, eleven = PHASES[number - 1], Hand(hand)
    unseen = taken_from(SEED.deck.counts, eleven.counts)
    even = discard_turns(eleven, phase, unseen, model=model)
    lone = Card.parse(poor)
    for kind in range(48):
        if number == 8:
            gone = CARDS[kind].color == lone.color
        else:
            gone = CARDS[kind].number in ((lone.number,) if number in (1, 7) else (2, 3, 4))
        if gone:
            unseen[kind] = min(unseen[kind], 1) if kind % 5 == 0 else 0
    turns = discard_turns(eleven, phase, unseen, model=model)
    assert even is not None
    assert turns is not None
    assert even[lone] == pytest.approx(even[Card.parse(rich)], rel=0.002)
    assert turns[lone] < turns[Card.parse(rich)]


@pytest.mark.parametrize("model", MODELS)
def test_equal_discards_are_equal(model: str) -> None:
    hand = Hand("R1 B1 G3 Y4 R7 B9 G11 Y11 W S R12")
    unseen = taken_from(SEED.deck.counts, hand.counts)
    turns = discard_turns(hand, Phase("set:4+set:4"), unseen, model=model)
    assert turns is not None
    singles = [turns[Card.parse(text)] for text in ("G3", "Y4", "R7", "B9", "R12")]
    assert max(singles) - min(singles) < 1e-9


# --- known exactly --------------------------------------------------------------------------------


def test_one_lot_of_useful_cards_is_exact() -> None:
    """Eight nines and eight wilds complete 1–8: 99/17 draws until the first of sixteen in 98."""
    hand, phase = Hand("R1 R2 R3 R4 R5 R6 R7 R8 S S"), Phase("run:9")
    unseen = taken_from(SEED.deck.counts, hand.counts)
    assert table_turns(hand, phase, unseen, model="pile") == pytest.approx(99 / 17)
    chances = chances_by_turn(hand, phase, unseen, model="pile")
    assert chances is not None
    open_yet = 1.0
    for turn, chance in enumerate(chances):
        open_yet *= 1 - 16 / (98 - turn)
        assert chance == pytest.approx(1 - open_yet, abs=0.005)
    few = [0] * 50
    few[8] = few[11] = few[23] = few[35] = 1
    assert table_turns(hand, phase, few, model="pile") == pytest.approx(5 / 2)
    few[8] = 0
    nine = Card.parse("R9")
    assert table_turns(hand, phase, few, model="pile") == inf
    found = draw_or_take_turns(hand, nine, phase, few, model="pile")
    assert found == {"draw pile": inf, "take discard": 1}
    turns = discard_turns(hand + nine, phase, few, model="pile")
    assert turns == {card: 1 if card.is_skip else inf for card in (hand + nine).kinds()}


@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_in_the_model_itself_the_table_is_right(
    phase: Phase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no card leaves the pool and none was seen, nothing is corrected."""
    monkeypatch.setattr(table, "GONE_EACH_TURN", dict.fromkeys(MODELS, 1e-6))
    generator = random.Random(str(phase))
    for model in MODELS:
        known = table_for(phase, model)
        assert known is not None
        for _ in range(8):
            hand, unseen = dealt(generator, 10, 0)
            turns = table_turns(hand, phase, unseen, model=model)
            assert turns == pytest.approx(known.expected(hand), rel=0.015)


@pytest.mark.parametrize(
    ("text", "deck", "tolerance"),
    [
        ("set:4+set:4", Deck(1, 4, 4, 2, 1), {"pile": 0.025, "offer": 0.06}),
        ("color:4+color:4", Deck(4, 1, 4, 2, 1), {"pile": 0.025, "offer": 0.06}),
        ("run:7+set:2", Deck(1, 7, 2, 1, 1), {"pile": 1e-9, "offer": 0.2}),
    ],
)
def test_best_play_from_a_tiny_pile(text: str, deck: Deck, tolerance: dict[str, float]) -> None:
    """Six to nine cards in the pile; the model is off by 10 to 100 %."""
    phase, rules = Phase(text), Rules(deck=deck)
    solve_and_keep(phase, rules)
    for model in MODELS:
        known = table_for(phase, model, rules)
        assert known is not None
        generator = random.Random(text)
        true, told, modelled = [], [], []
        while len(true) < 4:
            hand, unseen = dealt(generator, 10, 0, deck)
            if missing(hand, phase, rules) == 0:
                continue
            true.append(exact_turns(hand.counts, unseen, phase, rules, offer=model == "offer"))
            turns = table_turns(hand, phase, unseen, rules, model=model)
            assert turns is not None
            told.append(turns)
            modelled.append(known.expected(hand))
        assert told == pytest.approx(true, rel=tolerance[model])
        assert sum(modelled) > 1.1 * sum(true)


# --- what is refused ------------------------------------------------------------------------------


def test_what_cannot_be_asked() -> None:
    ten = Hand("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10")
    eleven = ten + SKIP
    unseen = taken_from(SEED.deck.counts, eleven.counts)
    phase = PHASES[0]
    for call, code in (
        (lambda: table_turns(ten, phase, unseen, model="deck"), "waiting.model"),
        (lambda: table_turns(eleven, phase, unseen, model="pile"), "number.range"),
        (lambda: discard_turns(ten, phase, unseen, model="pile"), "number.range"),
        (lambda: table_turns(ten, phase, unseen[:49], model="pile"), "number.range"),
        (lambda: table_turns(ten, phase, [-1, *unseen[1:]], model="pile"), "number.range"),
        (lambda: table_turns(ten, phase, [2, *unseen[1:]], model="pile"), "card.too_many"),
        (lambda: chances_by_turn(ten, phase, unseen, model="pile", turns=0), "number.range"),
        (lambda: chances_by_turn(ten, phase, unseen, model="pile", turns=101), "number.range"),
    ):
        with pytest.raises(GameError) as refused:
            call()
        assert refused.value.code == code
    assert table_turns(ten, Phase("crun:4"), unseen, model="pile") is None
    assert set(METHODS) == set(MODELS)
