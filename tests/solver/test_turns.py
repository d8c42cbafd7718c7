"""Chances of the next two turns: against every draw and decision tried, and against the model."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.cards import CARDS, SKIP, WILD, Card, Cards, Deck, Hand
from phase10.game.errors import GameError, NumberError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.groupings import missing
from phase10.solver.odds import draw_odds
from phase10.solver.turn_matching import search_by_matching
from phase10.solver.turn_plans import bits_of, classes_of, search_by_demand
from phase10.solver.turns import TurnChances, discard_chances, draw_or_take, turn_chances
from tests.oracle.hands import DECK, deals, naturals
from tests.oracle.matching import best_plans, goals_of, missing_by_assignment

MODELS = ("pile", "offer")
TEN = [str(number) for number in range(1, 11)]
OTHERS = [
    "set:2+set:2+set:2", "color:4+color:3", "crun:4", "crun:3+cset:2", "even:4+odd:3", "parity:6",
    "set:3+even:3", "crun:3+color:3", "run:4+parity:3", "cset:2+set:3", "run:3+run:4",
    "run:4+color:4", "crun:4+set:3", "cset:2+set:2+color:3", "cset:2+run:4", "set:2+run:3+color:2",
]  # fmt: skip
OTHER_RULES = [
    Rules(natural_per="group"),
    Rules(same_number_sets=False),
    Rules(natural_per="group", same_number_sets=False),
]
Counts = tuple[int, ...]


def unseen_of(hand: Cards, deck: Deck = SEED.deck) -> list[int]:
    return [most - held for most, held in zip(deck.counts, hand.counts, strict=True)]


def few_unseen(hand: Cards, rng: random.Random, count: int) -> list[int]:
    """Leave some cards unseen: any ones, but a wild or a skip more often than by chance."""
    left = list(DECK)
    for card in hand:
        left.remove(card.kind)
    rng.shuffle(left)
    left.sort(key=lambda kind: kind < WILD and rng.random() < 0.5)
    counts = [0] * 50
    for kind in left[:count]:
        counts[kind] += 1
    return counts


# --- the twin: every draw, every decision --------------------------------------------------------


def changed(counts: Counts, kind: int, step: int) -> Counts:
    return (*counts[:kind], counts[kind] + step, *counts[kind + 1 :])


def holds(phase: Phase, rules: Rules) -> Callable[[Counts], bool]:
    """Tell by matching card by card whether a hand holds the phase."""
    goals = goals_of(phase)

    @cache
    def complete(hand: Counts) -> bool:
        cards = [kind for kind in range(WILD) for _ in range(hand[kind])]
        if rules.natural_per == "group":
            same = rules.same_number_sets
            return missing_by_assignment(cards, hand[WILD], goals, same, True) == 0
        return best_plans(cards, hand[WILD], goals, rules.same_number_sets)[0] == 0

    return complete


class Twin:
    """Play on with every card that can come and every choice, the best one counted."""

    def __init__(self, phase: Phase, rules: Rules, model: str) -> None:
        self.complete = holds(phase, rules)
        self.model = model
        self.known: dict[tuple[Counts, Counts, int], Fraction] = {}

    def before(self, hand: Counts, unseen: Counts, turns: int) -> Fraction:
        """Give the best chance to have laid down after so many turns."""
        if self.complete(hand):
            return Fraction(1)
        if turns == 0:
            return Fraction(0)
        key = (hand, unseen, turns)
        if key not in self.known:
            if self.model == "offer" and any(unseen[:WILD]):
                self.known[key] = self.offered(hand, unseen, turns)
            else:
                self.known[key] = self.blind(hand, unseen, turns)
        return self.known[key]

    def offered(self, hand: Counts, unseen: Counts, turns: int) -> Fraction:
        total = Fraction(0)
        for kind in range(WILD):
            if unseen[kind]:
                left = changed(unseen, kind, -1)
                take = self.after(changed(hand, kind, 1), left, turns)
                total += unseen[kind] * max(take, self.blind(hand, left, turns))
        return total / sum(unseen[:WILD])

    def blind(self, hand: Counts, unseen: Counts, turns: int) -> Fraction:
        total = Fraction(0)
        for kind, copies in enumerate(unseen):
            if copies:
                left = changed(unseen, kind, -1)
                total += copies * self.after(changed(hand, kind, 1), left, turns)
        return total / sum(unseen) if any(unseen) else total

    def after(self, hand: Counts, unseen: Counts, turns: int) -> Fraction:
        """Lay down, or discard whatever is best."""
        if self.complete(hand):
            return Fraction(1)
        if turns == 1:
            return Fraction(0)
        kept = [changed(hand, kind, -1) for kind, held in enumerate(hand) if held]
        return max(self.before(left, unseen, turns - 1) for left in kept)

    def chances(self, hand: Counts, unseen: Counts) -> TurnChances:
        return TurnChances(self.before(hand, unseen, 1), self.before(hand, unseen, 2))


def near(
    seed: int, phase: Phase, rules: Rules, size: int, number: int, most: int = 2
) -> list[Hand]:
    """Deal hands that lack one or two cards, one in five of them none or three."""
    found: list[Hand] = []
    for hand in deals(seed, 6000, sizes=(size,)):
        lacking = missing(hand, phase, rules)
        wanted = (0, most + 1) if len(found) % 5 == 4 else range(1, most + 1)
        if lacking in wanted:
            found.append(hand)
            if len(found) == number:
                return found
    raise AssertionError(f"too few hands for {phase}")


def compare(phase: Phase, rules: Rules, size: int, cards: int, hands: list[Hand]) -> None:
    """Compare all three questions with the twin, with few cards unseen."""
    rng = random.Random(size)
    spread = set()
    for model in MODELS:
        twin = Twin(phase, rules, model)
        for hand in hands:
            unseen = few_unseen(hand, rng, cards)
            expected = twin.chances(hand.counts, tuple(unseen))
            assert turn_chances(hand, phase, unseen, rules, model=model) == expected, hand
            spread.add(expected.two)

            top = CARDS[rng.choice([k for k, n in enumerate(unseen) if n and k != SKIP] or [WILD])]
            unseen[top.kind] = max(0, unseen[top.kind] - 1)
            left = tuple(unseen)
            found = draw_or_take(hand, top, phase, unseen, rules, model=model)
            joined = changed(hand.counts, top.kind, 1)
            certain = twin.complete(hand.counts)
            assert found == {
                "draw pile": TurnChances(
                    *(Fraction(1) if certain else twin.blind(hand.counts, left, n) for n in (1, 2))
                ),
                "take discard": TurnChances(*(twin.after(joined, left, n) for n in (1, 2))),
            }, hand

            eleven = Hand.from_counts(joined, Deck(wilds=99))
            each = discard_chances(eleven, phase, unseen, rules, model=model)
            assert list(each) == list(eleven.kinds())
            for card, chances in each.items():
                kept = changed(joined, card.kind, -1)
                assert chances == twin.chances(kept, left), (eleven, card)
    assert len(spread) > 2


@pytest.mark.parametrize("text", ["set:2+set:2", "run:4", "color:4", "set:2+run:3", "set:3+set:2"])
def test_every_draw_and_decision_with_small_hands(text: str) -> None:
    phase = Phase(text)
    size = phase.size - 1
    compare(phase, SEED, size, 8, near(31, phase, SEED, size, 6))


@pytest.mark.parametrize("text", TEN)
def test_every_draw_and_decision_with_ten_cards(text: str) -> None:
    phase = Phase(text)
    compare(phase, SEED, 10, 6, near(32, phase, SEED, 10, 4))


@pytest.mark.parametrize("text", OTHERS)
def test_every_draw_and_decision_for_goals_of_ones_own(text: str) -> None:
    phase = Phase(text)
    compare(phase, SEED, phase.size, 6, near(33, phase, SEED, phase.size, 5))


@pytest.mark.parametrize("rules", OTHER_RULES, ids=str)
@pytest.mark.parametrize("text", ["set:2+set:2", "set:2+run:3", "color:2+color:2", "set:2+color:2",
                                  "set:2+even:2", "crun:2+set:2", "cset:2+set:2",
                                  "cset:2+cset:2"])  # fmt: skip
def test_every_draw_and_decision_under_other_rules(text: str, rules: Rules) -> None:
    phase = Phase(text)
    compare(phase, rules, phase.size, 6, near(34, phase, rules, phase.size, 5))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("cards", range(5))
def test_the_last_cards(cards: int, model: str) -> None:
    """With hardly a card left each case of the formulas is met, none at all included."""
    phase = Phase("set:3")
    twin = Twin(phase, SEED, model)
    hand = Hand("R1 B1 G2 Y3")
    rng = random.Random(cards)
    for _ in range(40):
        unseen = [0] * 50
        for kind in rng.choices([24, 25, 13, 7, 8, WILD, SKIP], k=cards):
            unseen[kind] += 1
        expected = twin.chances(hand.counts, tuple(unseen))
        assert turn_chances(hand, phase, unseen, model=model) == expected, unseen
        if cards == 0:
            assert expected == TurnChances(Fraction(0), Fraction(0))


# --- what completes a hand -----------------------------------------------------------------------


@pytest.mark.parametrize("rules", [SEED, *OTHER_RULES], ids=str)
@pytest.mark.parametrize("text", ["1", "2", "9", "run:7", "color:7", "run:3+run:4",
                                  "color:4+color:3", "set:2+set:2+set:2",
                                  "crun:3+cset:2", "cset:2+cset:3"])  # fmt: skip
def test_bits_and_matching_agree(text: str, rules: Rules) -> None:
    """Goals on one axis can be searched in both ways; hands rich in wilds included."""
    phase = Phase(text)
    classes = classes_of(phase)
    compared = 0
    rng = random.Random(35)
    for hand in deals(35, 120, sizes=(11, 10, 9)):
        counts = classes.count(hand.counts)
        quick = search_by_demand(counts, phase, rules)
        slow = search_by_matching(counts, phase, rules)
        if quick is None:
            assert rules.natural_per == "group"
            assert len(phase.groups) > 1
            return
        assert quick.hopeless == slow.hopeless == (missing(hand, phase, rules) > 2)
        cards = [place for place, count in enumerate(counts) for _ in range(count)]
        for _ in range(4):
            given = tuple(sorted(rng.sample(cards, rng.randrange(3))))
            one, other = quick.needs(given), slow.needs(given)
            assert one[:2] == other[:2]
            for place in bits_of((1 << len(counts)) - 1 & ~one.one):
                here, there = (found.two.get(place, 0) & ~one.one for found in (one, other))
                assert here == there, (hand, given, place)
                compared += here > 0
    assert compared > 50


# --- the full deck -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*TEN, "run:4+color:4", "crun:4+set:3"])
def test_one_turn_is_the_chance_of_the_next_draw(text: str) -> None:
    phase = Phase(text)
    seen = Cards("R1 W B12 S")
    some = 0
    for hand in deals(36, 60, sizes=(10,)):
        if any(hand.counts[k] + seen.counts[k] > SEED.deck.counts[k] for k in range(50)):
            continue
        unseen = [a - b for a, b in zip(unseen_of(hand), seen.counts, strict=True)]
        odds = draw_odds(hand, phase, seen=seen)
        found = turn_chances(hand, phase, unseen, model="pile")
        assert found.one == odds.p_complete
        assert draw_or_take(hand, None, phase, unseen, model="pile") == {"draw pile": found}
        offer = turn_chances(hand, phase, unseen, model="offer")
        if odds.missing == 0:
            assert found == offer == TurnChances(Fraction(1), Fraction(1))
            continue
        if odds.missing == 1:
            live = sum(n for card, n in odds.useful.items() if card.is_number)
            first = Fraction(live, sum(unseen[:WILD]))
            assert offer.one == first + (1 - first) * Fraction(odds.live, odds.unseen - 1)
        if odds.missing == 2:
            some += 1
            assert found.one == offer.one == 0 < found.two < offer.two
        if odds.missing > 2:
            assert found == offer == TurnChances(Fraction(0), Fraction(0))
        assert 0 <= found.one <= found.two <= offer.two <= 1
        assert found.one <= offer.one <= offer.two
    assert some > 1


@pytest.mark.parametrize("text", ["1", "2", "4", "8", "9", "crun:4+set:3"])
def test_a_turn_is_made_of_its_draws(text: str) -> None:
    """Two turns are the average over the first card of the best that follows, in both models."""
    phase = Phase(text)
    for hand in near(37, phase, SEED, 10, 3):
        if missing(hand, phase) == 0:
            continue
        unseen = unseen_of(hand)
        total = Fraction(0)
        for kind, copies in enumerate(unseen):
            if not copies:
                continue
            left = changed(tuple(unseen), kind, -1)
            if missing(hand + CARDS[kind], phase) == 0:
                total += copies
            else:
                each = discard_chances(hand + CARDS[kind], phase, left, model="pile")
                total += copies * max(chances.one for chances in each.values())
        assert turn_chances(hand, phase, unseen, model="pile").two == total / sum(unseen)

        total = Fraction(0)
        for kind in filter(unseen.__getitem__, range(WILD)):
            left = changed(tuple(unseen), kind, -1)
            both = draw_or_take(hand, CARDS[kind], phase, left, model="offer").values()
            total += unseen[kind] * max(chances.two for chances in both)
        assert turn_chances(hand, phase, unseen, model="offer").two == total / sum(unseen[:WILD])


PLACES = st.lists(st.integers(0, len(DECK) - 1), unique=True, min_size=11, max_size=11)


def hand_at(places: Sequence[int]) -> Hand:
    return Hand(CARDS[DECK[place]] for place in places)


@settings(max_examples=60, deadline=None)
@given(PLACES, st.sampled_from(PHASES), st.sampled_from(MODELS), st.randoms())
def test_more_useful_cards_and_fewer_useless_ones(
    places: list[int], phase: Phase, model: str, rng: random.Random
) -> None:
    """A skip that becomes a wild never harms; what the phase does not tell apart counts alike."""
    hand = hand_at(places)
    unseen = unseen_of(hand)
    better = changed(changed(tuple(unseen), SKIP, -1), WILD, 1) if unseen[SKIP] else tuple(unseen)
    each = discard_chances(hand, phase, unseen, model=model)
    more = discard_chances(hand, phase, better, model=model)
    assert list(each) == list(hand.kinds())
    for card, chances in each.items():
        assert 0 <= chances.one <= chances.two <= 1
        assert chances.one <= more[card].one
        assert chances.two <= more[card].two
        if 0 < chances.two < 1 and unseen[SKIP]:
            assert chances.two < more[card].two
        assert (chances.two > 0) == (missing(hand - card, phase) <= 2)
    card = rng.choice(list(each))
    assert turn_chances(hand - card, phase, unseen, model=model) == each[card]


def test_wilds_gone() -> None:
    """Without a wild unseen only the number helps: a set of three from a pair, two of it left."""
    hand = Hand("R7 B7 R1 R2 R3 R4 R5 R6 B8 B9")
    unseen = [0] * 50
    unseen[30] = unseen[42] = 1
    unseen[11] = 8
    phase = Phase("set:3")
    assert turn_chances(hand, phase, unseen, model="pile") == TurnChances(
        Fraction(2, 10), 1 - Fraction(8, 10) * Fraction(7, 9)
    )
    unseen[WILD] = 2
    assert turn_chances(hand, phase, unseen, model="pile").one == Fraction(4, 12)


def test_two_turns_discard_differently_from_one() -> None:
    """The discard that is best for one turn need not be best for two: found among dealt hands."""
    hand = Hand("R9 R9 B7 B12 Y2 Y3 Y4 Y8 Y8 Y11 W")
    each = discard_chances(hand, PHASES[1], unseen_of(hand), model="pile")
    assert max(each, key=lambda card: each[card].one) == Card.parse("B7")
    assert max(each, key=lambda card: each[card].two) == Card.parse("B12")
    assert each[Card.parse("B7")].one == Fraction(43, 97)
    assert each[Card.parse("B12")].one == Fraction(35, 97)


@pytest.mark.parametrize("model", MODELS)
def test_a_complete_hand_is_certain(model: str) -> None:
    hand = Hand("R7 B7 G7 R2 B2 G2 S S R1 B9")
    certain = TurnChances(Fraction(1), Fraction(1))
    for unseen in (unseen_of(hand), [0] * 50):
        assert turn_chances(hand, PHASES[0], unseen, model=model) == certain
        both = draw_or_take(hand, Card.parse("W"), PHASES[0], unseen, model=model)
        assert both == {"draw pile": certain, "take discard": certain}
    each = discard_chances(hand + Card.parse("W"), PHASES[0], unseen_of(hand), model=model)
    assert set(each.values()) == {certain}


@pytest.mark.parametrize("model", MODELS)
def test_three_cards_away_is_impossible(model: str) -> None:
    hand = Hand("R1 B2 G3 Y5 R6 B8 G9 Y11 R12 S")
    impossible = TurnChances(Fraction(0), Fraction(0))
    assert missing(hand, PHASES[0]) == 4
    assert turn_chances(hand, PHASES[0], unseen_of(hand), model=model) == impossible
    both = draw_or_take(hand, Card.parse("W"), PHASES[0], unseen_of(hand), model=model)
    assert set(both.values()) == {impossible}


def test_a_skip_is_taken_only_where_the_rules_let() -> None:
    hand = Hand("R7 B7 G7 R2 B2 S S R1 B9 Y12")
    skip = Card.parse("S")
    unseen = unseen_of(hand)
    assert set(draw_or_take(hand, skip, PHASES[0], unseen, model="pile")) == {"draw pile"}
    found = draw_or_take(hand, skip, PHASES[0], unseen, Rules(take_skip=True), model="pile")
    taken = found["take discard"]
    assert taken.one == 0
    assert taken.two == turn_chances(hand, PHASES[0], unseen, model="pile").one


def test_wrong_questions() -> None:
    hand = Hand("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11")
    unseen = unseen_of(hand)
    with pytest.raises(NumberError) as caught:
        turn_chances(hand, PHASES[3], unseen, model="pile")
    assert caught.value.values == {"what": "cards", "value": 11, "low": 0, "high": 10}
    with pytest.raises(GameError) as wrong:
        discard_chances(hand, PHASES[3], unseen, model="piles")
    assert wrong.value.code == "waiting.model"
    for counts in (unseen[:49], [-1, *unseen[1:]]):
        with pytest.raises(NumberError) as caught:
            discard_chances(hand, PHASES[3], counts, model="pile")
        assert caught.value.code == "number.range"


# --- simulation ----------------------------------------------------------------------------------


class Player:
    """Play two turns as the package says is best, the cards that come drawn at random."""

    def __init__(self, hand: Hand, phase: Phase, model: str) -> None:
        self.hand, self.phase, self.model = hand, phase, model
        self.start = tuple(unseen_of(hand))
        self.complete = holds(phase, SEED)
        self.takes = cache(self._takes)
        self.discards = cache(self._discards)

    def _takes(self, offered: int) -> bool:
        left = changed(self.start, offered, -1)
        both = draw_or_take(self.hand, CARDS[offered], self.phase, left, model=self.model)
        return both["take discard"].two >= both["draw pile"].two

    def _discards(self, card: int, lost: int | None) -> int:
        left = changed(self.start, card, -1)
        if lost is not None:
            left = changed(left, lost, -1)
        each = discard_chances(self.hand + CARDS[card], self.phase, left, model=self.model)
        return max(each, key=lambda discard: each[discard].one).kind

    def lays(self, cards: list[int], rng: random.Random) -> bool:
        """Tell whether the phase is laid; ``cards`` are those unseen."""
        hand = self.hand.counts
        for turn in range(2):
            drawn, lost = None, None
            if self.model == "offer":
                offered = rng.choice([kind for kind in cards if kind < WILD])
                cards.remove(offered)
                joined = changed(hand, offered, 1)
                if self.takes(offered) if turn == 0 else self.complete(joined):
                    drawn = offered
                else:
                    lost = offered
            if drawn is None:
                drawn = cards.pop(rng.randrange(len(cards)))
            hand = changed(hand, drawn, 1)
            if self.complete(hand):
                return True
            if turn == 0:
                hand = changed(hand, self.discards(drawn, lost), -1)
        return False


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("text", "cards"),
    [("1", "R1 B1 G5 Y5 R6 R8 B9 G11 Y12 S"), ("2", "R3 B3 G4 Y5 R7 B9 G11 R11 R12 S"),
     ("4", "R1 B2 G4 Y5 R7 B7 R8 G11 W S"), ("8", "R1 R3 R5 R8 R9 B2 B4 B7 G1 S")],
)  # fmt: skip
def test_two_turns_by_simulation(text: str, cards: str, model: str) -> None:
    hand, phase, trials = Hand(cards), Phase(text), 20_000
    player = Player(hand, phase, model)
    rng = random.Random(cards + model)
    deck = [kind for kind, copies in enumerate(player.start) for _ in range(copies)]
    laid = sum(player.lays(list(deck), rng) for _ in range(trials))
    exact = float(turn_chances(hand, phase, player.start, model=model).two)
    error = (exact * (1 - exact) / trials) ** 0.5
    assert 0.01 < exact < 0.9
    assert abs(laid / trials - exact) <= 4 * error


def test_numbers_of_a_deck_of_ones_own() -> None:
    """A deck with other counts needs nothing but its own unseen cards."""
    deck = Deck(colors=2, numbers=5, copies=3, wilds=1, skips=2)
    rules = Rules(deck=deck)
    phase = Phase("set:4+run:3")
    twin = Twin(phase, rules, "offer")
    hand = Hand("R1 R1 B1 R2 B3 S", deck)
    unseen = tuple(min(count, (kind + 1) % 3) for kind, count in enumerate(unseen_of(hand, deck)))
    assert sum(unseen) > 8
    found = turn_chances(hand, phase, unseen, rules, model="offer")
    assert found == twin.chances(hand.counts, unseen)
    assert 0 < found.two < 1


def test_naturals_are_number_cards() -> None:
    """The twin and the package speak of the same cards."""
    assert naturals(Hand("R1 W S Y12")) == [0, 47]
