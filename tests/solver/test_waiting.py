"""Tables of the waiting game as they come with the package: what holds for every hand."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import Cards, Deck, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.solver.groupings import missing
from phase10.solver.waiting import (
    MODELS,
    TABLE_TURNS,
    WaitingTable,
    case_of,
    expected_turns,
    figures_for,
    table_for,
)
from tests.oracle.hands import DECK, deals

CHANCE_STEP = 1 / 255
TEN = list(deals(4, 360, (10,)))
IDS = [str(phase) for phase in PHASES]


def table(phase: Phase, model: str, rules: Rules = SEED) -> WaitingTable:
    found = table_for(phase, model, rules)
    assert found is not None
    return found


@pytest.fixture(autouse=True)
def _nothing_solved_by_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phase10.solver.waiting.cache_folder", lambda: None)


# --- one turn ------------------------------------------------------------------------------------


def after_one_turn(
    hand: Hand,
    phase: Phase,
    model: str,
    worth: Callable[[Cards], float],
    best: Callable[..., float],
) -> float:
    """The mean over one turn, worked out card by card, of what a hand is worth after it."""
    unseen = {
        kind: most - held
        for kind, (most, held) in enumerate(zip(SEED.deck.counts, hand.counts, strict=True))
        if most > held
    }
    after = {}
    for kind in unseen:
        counts = list(hand.counts)
        counts[kind] += 1
        eleven = Cards.from_counts(counts)
        if missing(eleven, phase) == 0:
            after[kind] = 0.0 if best is min else 1.0
        else:
            after[kind] = best(worth(eleven - card) for card in eleven.kinds())
    blind = sum(copies * after[kind] for kind, copies in unseen.items()) / sum(unseen.values())
    if model == "pile":
        return blind
    natural = {kind: copies for kind, copies in unseen.items() if kind < 48}
    offered = sum(copies * best(after[kind], blind) for kind, copies in natural.items())
    return offered / sum(natural.values())


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_a_hand_is_worth_one_turn_and_what_it_is_then_worth(phase: Phase, model: str) -> None:
    known = table(phase, model)
    assert known.error < 0.0005
    for hand in random.Random(f"{phase} {model}").sample(TEN, 12):
        turns = 1 + after_one_turn(hand, phase, model, known.expected, min)
        assert known.expected(hand) == pytest.approx(turns, abs=2 * known.error)


@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_a_chance_is_the_mean_of_the_chances_after_one_turn(phase: Phase) -> None:
    known = table(phase, "offer")
    for hand in random.Random(str(phase)).sample(TEN, 4):
        first = after_one_turn(hand, phase, "offer", lambda _: 0.0, max)
        assert known.within(hand, 1) == pytest.approx(first, abs=CHANCE_STEP)
        for turns in range(2, TABLE_TURNS + 1):

            def before(ten: Cards, turns: int = turns) -> float:
                chance = known.within(ten, turns - 1)
                assert chance is not None
                return chance

            chance = after_one_turn(hand, phase, "offer", before, max)
            assert known.within(hand, turns) == pytest.approx(chance, abs=2 * CHANCE_STEP)


# --- what holds for every hand --------------------------------------------------------------------


@given(
    kinds=st.lists(st.sampled_from(range(len(DECK))), min_size=10, max_size=10, unique=True),
    phase=st.sampled_from(PHASES),
)
def test_properties(kinds: list[int], phase: Phase) -> None:
    counts = [0] * 50
    for card in kinds:
        counts[DECK[card]] += 1
    hand = Hand.from_counts(counts)
    complete = missing(hand, phase) == 0
    offer, pile = table(phase, "offer"), table(phase, "pile")
    assert 1 <= offer.expected(hand) <= pile.expected(hand) + pile.error + offer.error
    assert pile.expected(hand) <= pile.worst[1] + pile.error
    if complete:
        assert pile.expected(hand) == offer.expected(hand) == 1
    chances = [offer.within(hand, turns) for turns in range(1, TABLE_TURNS + 1)]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)
    assert chances == sorted(chances)  # type: ignore[type-var]
    # Without the phase in hand, too, every card offered may complete it.
    assert (chances[0] == 1) is (offer.expected(hand) == 1)
    # The chances of n turns say at least so much about the expected number.
    assert offer.expected(hand) >= sum(1 - chance for chance in (0, *chances)) - 6 * CHANCE_STEP
    for known in (offer, pile):
        assert known.expected(tuple(counts)) == known.expected(counts) == known.expected(hand)
    assert expected_turns(hand, phase) == pile.expected(hand)
    assert expected_turns(hand, phase, "offer") == offer.expected(hand)


@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_no_card_is_better_than_a_wild_and_none_worse_than_a_skip(phase: Phase) -> None:
    for model in MODELS:
        known = table(phase, model)
        for hand in TEN[:40]:
            card = hand.cards[0]
            if not card.is_wild and hand.wilds < 8:
                better = hand - card + Cards("W")
                assert known.expected(better) <= known.expected(hand) + 2 * known.error
            if card.is_number and hand.skips < 4:
                worse = hand - card + Cards("S")
                assert known.expected(worse) >= known.expected(hand) - 2 * known.error


@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_the_worst_hand_is_the_worst(phase: Phase) -> None:
    for model in MODELS:
        known = table(phase, model)
        hand, turns = known.worst
        assert len(Hand(hand)) == 10
        assert known.expected(Hand(hand)) == pytest.approx(turns, abs=known.error)
        assert max(map(known.expected, TEN)) <= turns + known.error


# --- which table ---------------------------------------------------------------------------------


def test_what_a_table_says_of_itself() -> None:
    known = table(PHASES[3], "offer")
    assert (str(known.phase), known.model, known.method) == ("run:7", "offer", "model offer")
    assert known.figures == figures_for(PHASES[3], "offer")
    assert known.average == known.figures.average
    hand = TEN[0]
    assert known.within(hand, 0) is known.within(hand, TABLE_TURNS + 1) is None
    assert table(PHASES[3], "pile").within(hand, 1) is None


def test_the_order_of_goals_and_rules_of_the_table_do_not_matter() -> None:
    usual = table(Phase("set:3+run:4"), "pile")
    assert table(Phase("run:4+set:3"), "pile") is usual
    assert table(Phase("set:3+run:4"), "pile", PRESETS["official"]) is usual
    assert table(Phase("set:3+run:4"), "pile", Rules(wild_points=20)) is usual
    assert table(Phase("run:7"), "pile", Rules(natural_per="group")) is table(PHASES[3], "pile")
    single = Rules(same_number_sets=False)
    assert table(Phase("set:3+run:4"), "pile", single) is usual
    assert case_of(Phase("color:7"), single) == case_of(Phase("color:7"))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(natural_per="group"),
        Rules(same_number_sets=False),
        Rules(deck=Deck(wilds=6)),
    ],
    ids=str,
)
def test_rules_that_matter_are_another_case(rules: Rules) -> None:
    assert case_of(Phase("set:3+set:3"), rules).rules == rules
    assert table_for(Phase("set:3+set:3"), "pile", rules) is None
    assert figures_for(Phase("set:3+set:3"), "pile", rules) is None


def test_cases_have_files_of_their_own() -> None:
    cases = [
        case_of(Phase(text), rules)
        for text in ("set:3+set:3", "set:3+run:4", "run:4+set:4", "color:7", "run:10", "crun:4")
        for rules in (SEED, Rules(natural_per="group"), Rules(deck=Deck(wilds=6)))
    ]
    assert len({case.file_name for case in cases}) == len(set(cases))
    assert all(case_of(case.phase, case.rules) == case for case in cases)


def test_what_cannot_be_looked_up() -> None:
    ten = Hand("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10")
    for call, code in (
        (lambda: expected_turns(ten, PHASES[0], "deck"), "waiting.model"),
        (lambda: table_for(PHASES[0], ""), "waiting.model"),
        (lambda: figures_for(PHASES[0], "PILE"), "waiting.model"),
        (lambda: expected_turns(ten, Phase("run:6")), "waiting.unsolved"),
        (lambda: expected_turns(ten, Phase("crun:4")), "waiting.kind"),
        (lambda: expected_turns(ten + Cards("W"), PHASES[0]), "waiting.cards"),
        (lambda: expected_turns(Hand("R1"), PHASES[3]), "waiting.cards"),
    ):
        with pytest.raises(GameError) as refused:
            call()
        assert refused.value.code == code
