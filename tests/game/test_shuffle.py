"""The seeded shuffle: the same deal for ever, every order equally likely, codes as text."""

from __future__ import annotations

import json
import math
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, KINDS, SKIP, STANDARD_DECK, WILD, Card, Deck, Hand
from phase10.game.errors import GameError, NumberError, PositionError
from phase10.game.rules import Rules
from phase10.game.shuffle import (
    DEALER_DRAW,
    GAMMA,
    DealCode,
    below,
    deal,
    high_card_dealer,
    high_card_draws,
    mixed,
    shuffled,
    start_state,
)
from tests.game.hostile import LONG_TEXTS, any_text, attempt
from tests.golden import write_deals

GOLDEN = json.loads(write_deals.PATH.read_text("utf-8"))
LAST_SEED = 2**63 - 1
ALL = [kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies)]

codes = st.builds(DealCode, st.integers(2, 6), st.integers(0, LAST_SEED), st.integers(1, 100_000))
counters = st.integers(0, 2**64 - 1)
decks = st.builds(
    Deck,
    colors=st.integers(1, 4),
    numbers=st.integers(1, 12),
    copies=st.integers(1, 3),
    wilds=st.integers(0, 9),
    skips=st.integers(0, 9),
)


def deck_of(case: dict[str, str]) -> Deck:
    return Rules.parse(f"seed,deck={case['deck']}").deck


# --- a second implementation: whole arrays of uint64, and a shuffle that takes cards out ---------

FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def finalizer(states: Iterable[int] | np.ndarray) -> np.ndarray:
    words = np.array(states, dtype=np.uint64)
    words = (words ^ (words >> np.uint64(30))) * FIRST
    words = (words ^ (words >> np.uint64(27))) * SECOND
    return words ^ (words >> np.uint64(31))


def outputs(start: int, count: int) -> list[int]:
    """The first numbers of SplitMix64: output n needs no output before it."""
    steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return [int(word) for word in finalizer(steps + np.uint64(start))]


def order(kinds: Sequence[int], numbers: Sequence[int], counter: int) -> list[int]:
    """The cards as drawn: each is taken out, and the last of the row closes the gap."""
    start = 0
    for number in (1, *numbers, counter):
        start = int(finalizer([(start + 0x9E3779B97F4A7C15 + number) % 2**64])[0])
    row = [kind for kind in range(KINDS) for _ in range(list(kinds).count(kind))]
    # A number refused is so rare that one more for each card is plenty.
    stream = iter(outputs(start, 2 * len(row) + 2))
    left_to_right = []
    while len(row) > 1:
        size = len(row)
        usable = (number for number in stream if number >= 2**64 - 2**64 // size * size)
        place = next(usable) % size
        last = row.pop()
        if place == len(row):
            left_to_right.append(last)
        else:
            left_to_right.append(row[place])
            row[place] = last
    return left_to_right + row


@pytest.mark.parametrize(
    ("seed", "published"),
    [
        (
            1234567,
            [
                *(6457827717110365317, 3203168211198807973, 9817491932198370423),
                *(4593380528125082431, 16408922859458223821),
            ],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
    ],
)
def test_the_published_numbers_of_splitmix64(seed: int, published: list[int]) -> None:
    assert outputs(seed, len(published)) == published
    state, numbers = seed, []
    for _ in published:
        state, number = below(state, 2**64)
        numbers.append(number)
    assert numbers == published
    assert state == (seed + len(published) * GAMMA) % 2**64


@given(codes, counters, st.lists(st.integers(0, KINDS - 1), max_size=120))
def test_both_implementations_shuffle_alike(code: DealCode, counter: int, kinds: list[int]) -> None:
    drawn = list(reversed(shuffled(kinds, code, counter)))
    assert drawn == order(kinds, (code.players, code.seed, code.round), counter)


@given(codes, decks)
def test_both_implementations_deal_alike(code: DealCode, deck: Deck) -> None:
    kinds = [kind for kind, copies in enumerate(deck.counts) for _ in range(copies)]
    made = attempt(deal, code, deck)
    if len(kinds) <= 10 * code.players:
        assert isinstance(made, GameError)
        assert made.code == "game.deck"
        return
    drawn = order(kinds, (code.players, code.seed, code.round), 0)
    dealt = 10 * code.players
    assert [list(hand) for hand in made.hands] == [
        sorted(CARDS[kind] for kind in drawn[seat : dealt : code.players])
        for seat in range(code.players)
    ]
    assert made.top == CARDS[drawn[dealt]]
    assert list(reversed(made.pile)) == drawn[dealt + 1 :]


@given(st.integers(0, 2**64 - 1))
def test_mixing_alike(state: int) -> None:
    assert mixed(state) == int(finalizer([state])[0])


def test_a_number_that_would_favor_some_is_refused() -> None:
    """The finalizer of 0 is 0, which is below 2^64 mod 108 = 16; the next number counts."""
    before = -GAMMA % 2**64
    assert mixed(0) == 0
    state, number = below(before, 108)
    assert state == GAMMA
    assert number == outputs(0, 1)[0] % 108
    assert below(before, 64) == (0, 0), "2^64 is a multiple of 64: nothing is refused"


# --- the same for ever ---------------------------------------------------------------------------


def test_the_golden_file_byte_for_byte() -> None:
    assert write_deals.PATH.read_bytes() == write_deals.text().encode()


@pytest.mark.parametrize("case", GOLDEN["deals"], ids=lambda case: f"{case['code']} {case['deck']}")
def test_golden_deals(case: dict[str, str]) -> None:
    made = deal(DealCode.parse(case["code"]), deck_of(case))
    assert [str(hand) for hand in made.hands] == case["hands"]
    assert str(made.top) == case["top"]
    pile = list(made.pile)
    for name in case["pile"].split():
        assert CARDS[pile.pop()] == Card.parse(name)
    assert pile == []


@pytest.mark.parametrize("case", GOLDEN["reshuffles"], ids=lambda case: f"{case['counter']}")
def test_golden_reshuffles(case: dict[str, str]) -> None:
    code = DealCode.parse(case["code"])
    kinds = write_deals.kinds_of(case["cards"])
    wanted = tuple(reversed(write_deals.kinds_of(case["pile"])))
    assert shuffled(kinds, code, int(case["counter"])) == wanted
    assert sorted(wanted) == sorted(kinds)


def test_the_golden_file_covers_the_ends() -> None:
    kept = [DealCode.parse(case["code"]) for case in GOLDEN["deals"]]
    assert {code.players for code in kept} == {2, 3, 4, 5, 6}
    assert {0, LAST_SEED} <= {code.seed for code in kept}
    assert {1, 100_000} <= {code.round for code in kept}
    assert len({case["deck"] for case in GOLDEN["deals"]}) >= 4


def test_another_process_with_other_hashes_deals_the_same() -> None:
    program = (
        "from phase10.game.shuffle import DealCode, deal\n"
        "print(deal(DealCode.parse('P10-1-4-77-1')).pile)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONHASHSEED": "12345"},
        check=True,
    )
    assert done.stdout == f"{deal(DealCode(4, 77, 1)).pile}\n"


# --- whole deals ---------------------------------------------------------------------------------


@given(codes)
def test_all_cards_are_accounted_for(code: DealCode) -> None:
    made = deal(code)
    counts = Counter(made.pile)
    counts[made.top.kind] += 1
    for hand in made.hands:
        counts.update({kind: count for kind, count in enumerate(hand.counts) if count})
    assert len(made.hands) == code.players
    assert all(len(hand) == 10 and isinstance(hand, Hand) for hand in made.hands)
    assert counts.total() == 108
    assert [counts[kind] for kind in range(KINDS)] == list(STANDARD_DECK.counts)


@given(codes, counters, st.permutations(ALL[::4]))
def test_a_shuffle_depends_on_which_cards_not_on_their_order(
    code: DealCode, counter: int, kinds: list[int]
) -> None:
    assert shuffled(kinds, code, counter) == shuffled(ALL[::4], code, counter)


@pytest.mark.parametrize("kinds", [[], [17]])
def test_nothing_to_shuffle(kinds: list[int]) -> None:
    assert shuffled(kinds, DealCode(2, 0, 1), 1) == tuple(kinds)


def test_what_is_given_is_left_alone() -> None:
    kinds = list(reversed(ALL))
    shuffled(kinds, DealCode(2, 0, 1), 1)
    assert kinds == list(reversed(ALL))


def test_hands_belong_to_the_deck_dealt() -> None:
    deck = Deck(copies=4, wilds=16, skips=8)
    hands = [hand for seed in range(60) for hand in deal(DealCode(6, seed, 1), deck).hands]
    assert all(hand.deck == deck for hand in hands)
    assert max(max(hand.counts[:WILD]) for hand in hands) > 2


def test_a_deck_just_large_enough() -> None:
    deck = Deck(colors=2, numbers=8, copies=1, wilds=3, skips=2)
    assert deck.size == 21
    assert deal(DealCode(2, 5, 1), deck).pile == ()
    with pytest.raises(GameError) as caught:
        deal(DealCode(3, 5, 1), deck)
    assert caught.value.code == "game.deck"
    assert caught.value.values == {"count": 21, "needed": 31, "players": 3}
    with pytest.raises(GameError):
        high_card_dealer(DealCode(3, 5, 1), deck)


# --- every order equally likely ------------------------------------------------------------------


def deviation(statistic: float, freedom: int) -> float:
    """How many standard deviations a chi-square statistic lies off (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def chi_square(observed: np.ndarray, expected: np.ndarray | float) -> float:
    return float(((observed - expected) ** 2 / expected).sum())


FIVE = range(5)
ORDERS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "seeds": lambda n: shuffled(FIVE, DealCode(4, n, 1), 0),
    "seeds far apart": lambda n: shuffled(FIVE, DealCode(2, n << 49, 1), 0),
    "rounds": lambda n: shuffled(FIVE, DealCode(4, 77, n + 1), 0),
    "counters": lambda n: shuffled(FIVE, DealCode(4, 77, 1), n),
    "players and seeds": lambda n: shuffled(FIVE, DealCode(2 + n % 5, n // 5, 1), 0),
}
"""Orders of five cards; each time only some numbers of the code run on."""


@pytest.mark.parametrize("name", ORDERS)
def test_all_orders_of_five_cards_are_equally_frequent(name: str) -> None:
    seen = Counter(map(ORDERS[name], range(12_000)))
    assert len(seen) == math.factorial(5)
    statistic = chi_square(np.array(list(seen.values())), 100.0)
    assert abs(deviation(statistic, len(seen) - 1)) < 4


def test_every_card_lands_everywhere_equally_often() -> None:
    """A table of card by place; as its sums are fixed, (n − 1)/n of the statistic is chi-square."""
    cards, shuffles = 48, 5000
    table = np.zeros((cards, cards))
    for seed in range(shuffles):
        table[list(shuffled(range(cards), DealCode(3, seed, 2), 0)), range(cards)] += 1
    assert table.sum() == cards * shuffles
    statistic = chi_square(table, shuffles / cards) * (cards - 1) / cards
    assert abs(deviation(statistic, (cards - 1) ** 2)) < 4


def test_kinds_are_dealt_as_often_as_the_deck_holds_them() -> None:
    """The card turned up, the next one drawn, and whose hand a kind comes to."""
    deals = 6000
    tops, nexts = np.zeros(KINDS), np.zeros(KINDS)
    hands = np.zeros((4, KINDS))
    for seed in range(deals):
        made = deal(DealCode(4, seed, 1))
        tops[made.top.kind] += 1
        nexts[made.pile[-1]] += 1
        hands += [hand.counts for hand in made.hands]
    share = np.array(STANDARD_DECK.counts) / 108
    for counted in (tops, nexts):
        assert abs(deviation(chi_square(counted, deals * share), KINDS - 1)) < 4
    # Each count of a hand is hypergeometric; so every kind for itself, against its own deviation.
    variance = 10 * share * (1 - share) * (108 - 10) / 107
    off = (hands - deals * 10 * share) / np.sqrt(deals * variance)
    assert np.abs(off).max() < 4.5
    assert 0.8 < off.std() < 1.2


def test_no_two_neighbors_are_dealt_the_same() -> None:
    numbers = [
        (players, seed, turn, counter)
        for players in range(2, 7)
        for seed in (*range(12), 2**32 - 1, 2**32, LAST_SEED - 1, LAST_SEED)
        for turn in (1, 2, 3, 4, 99_999, 100_000)
        for counter in (0, 1, 2, 3, DEALER_DRAW)
    ]
    piles = {shuffled(ALL, DealCode(*code), counter) for *code, counter in numbers}
    assert len(piles) == len(numbers)
    starts = {start_state(DealCode(*code), counter) for *code, counter in numbers}
    assert len(starts) == len(numbers)


def test_neighbors_agree_in_no_more_places_than_chance_has_it() -> None:
    """Two shuffled decks agree in sum of copies² / 108 places on average."""
    piles = np.array([shuffled(ALL, DealCode(4, seed, 1), 0) for seed in range(3001)])
    agreeing = (piles[1:] == piles[:-1]).sum(axis=1)
    mean = sum(copies**2 for copies in STANDARD_DECK.counts) / 108
    error = agreeing.std(ddof=1) / math.sqrt(len(agreeing))
    assert abs(agreeing.mean() - mean) < 4 * error
    assert agreeing.max() < 15


# --- the first dealer ----------------------------------------------------------------------------


def height(card: Card) -> int:
    return card.number or 0


def winner(drawn: list[Card], seats: list[int]) -> int:
    """Who has the highest of the next cards; among several, by the cards after these."""
    if len(drawn) < len(seats):
        return seats[0]
    heights = [height(card) for card in drawn[: len(seats)]]
    best = [seat for seat, value in zip(seats, heights, strict=True) if value == max(heights)]
    return best[0] if len(best) == 1 else winner(drawn[len(seats) :], best)


def test_the_high_card_becomes_dealer() -> None:
    again = 0
    for seed in range(400):
        code = DealCode(2 + seed % 5, seed, 1)
        seat, last = high_card_dealer(code)
        drawn = [CARDS[kind] for kind in reversed(shuffled(ALL, code, DEALER_DRAW))]
        first = drawn[: code.players]
        assert seat == winner(drawn, list(range(code.players)))
        highest = max(map(height, first))
        if [height(card) for card in first].count(highest) == 1:
            assert list(last) == first
            assert height(last[seat]) == highest
        else:
            again += 1
            for before, after in zip(first, last, strict=True):
                assert before == after or height(before) == highest
    assert 20 < again < 100


def test_who_draws_equal_high_cards_draws_again() -> None:
    code = next(
        DealCode(3, seed, 1)
        for seed in range(1000)
        if [height(CARDS[kind]) for kind in shuffled(ALL, DealCode(3, seed, 1), DEALER_DRAW)[-3:]]
        == [9, 4, 9]
    )
    drawn = [CARDS[kind] for kind in reversed(shuffled(ALL, code, DEALER_DRAW))]
    assert len({height(drawn[3]), height(drawn[4])}) == 2
    seat, last = high_card_dealer(code)
    assert last == (drawn[3], drawn[1], drawn[4])
    assert seat == (0 if height(drawn[3]) > height(drawn[4]) else 2)


def test_every_card_drawn_for_the_dealer_is_told() -> None:
    rounds = Counter()
    for seed in range(300):
        code = DealCode(2 + seed % 5, seed, 1)
        draws = high_card_draws(code)
        pile = [CARDS[kind] for kind in reversed(shuffled(ALL, code, DEALER_DRAW))]
        drawn = [card for each in draws for card in each.values()]
        assert drawn == pile[: len(drawn)], "one after another from the top"
        assert list(draws[0]) == list(range(code.players))
        for before, after in pairwise(draws):
            highest = max(map(height, before.values()))
            assert list(after) == [s for s, card in before.items() if height(card) == highest]
        dealer, last = high_card_dealer(code)
        highest = max(map(height, draws[-1].values()))
        assert [s for s, card in draws[-1].items() if height(card) == highest] == [dealer]
        assert all(last[seat] == card for seat, card in draws[-1].items())
        rounds[len(draws)] += 1
    assert rounds[1] > rounds[2] > 10


def test_every_seat_deals_first_equally_often() -> None:
    seats = Counter(high_card_dealer(DealCode(5, seed, 1))[0] for seed in range(5000))
    assert abs(deviation(chi_square(np.array([seats[n] for n in range(5)]), 1000.0), 4)) < 4


def test_a_deck_that_decides_nothing_makes_the_first_seat_dealer() -> None:
    for seed in range(5):
        seat, drawn = high_card_dealer(DealCode(3, seed, 1), Deck(colors=0, wilds=20, skips=12))
        assert seat == 0
        assert {card.kind for card in drawn} <= {WILD, SKIP}


# --- codes as text -------------------------------------------------------------------------------


@given(codes)
def test_parse_and_print_are_inverse(code: DealCode) -> None:
    assert DealCode.parse(str(code)) == code
    assert DealCode.parse(f"\t {str(code).lower()} \n") == code
    assert eval(repr(code)) == code
    assert pickle.loads(pickle.dumps(code)) == code
    assert str(code) == f"P10-1-{code.players}-{code.seed}-{code.round}"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "P10", "P10-1", "P10-1-4-77", "P10-1-4-77-1-1", "P10-1-4-77-", "P10-1--77-1"),
        *("P10-2-4-77-1", "P10-01-4-77-1", "P11-1-4-77-1", "10-1-4-77-1", "P10 1 4 77 1"),
        *("P10-1-4-77-1x", "xP10-1-4-77-1", "P10-1-4-7 7-1", "P10-1-4--77-1", "P10-1-4-+77-1"),
        *("P10-1-4-7_7-1", "P10-1-4-0x7-1", "P10-1-4-7.0-1", "P10-1-4-٧-1", "P10-1-４-77-1"),
        *("P10–1–4–77–1", "P10-1-4-77-1\nP10-1-4-77-1", "P10-1-4-" + "9" * 21 + "-1"),
    ],
)
def test_what_is_no_code(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        DealCode.parse(text)
    assert caught.value.code == "deal.code"
    assert set(caught.value.values) == {"text"}


@pytest.mark.parametrize(
    ("text", "what", "value"),
    [
        ("P10-1-1-77-1", "players", 1),
        ("P10-1-7-77-1", "players", 7),
        ("P10-1-0-77-1", "players", 0),
        (f"P10-1-4-{2**63}-1", "seed", 2**63),
        ("P10-1-4-77-0", "round", 0),
        ("P10-1-4-77-100001", "round", 100_001),
    ],
)
def test_numbers_out_of_range(text: str, what: str, value: int) -> None:
    with pytest.raises(NumberError) as caught:
        DealCode.parse(text)
    assert caught.value.code == "number.range"
    assert (caught.value.values["what"], caught.value.values["value"]) == (what, value)


@pytest.mark.parametrize("numbers", [(1, 0, 1), (7, 0, 1), (2, -1, 1), (2, 2**63, 1), (2, 0, 0)])
def test_codes_of_numbers_out_of_range(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(NumberError):
        DealCode(*numbers)


@pytest.mark.parametrize("counter", [-1, 2**64])
def test_counters_out_of_range(counter: int) -> None:
    with pytest.raises(NumberError):
        shuffled([1, 2, 3], DealCode(2, 0, 1), counter)


def test_numbers_of_an_array_become_plain_ones() -> None:
    code = DealCode(*np.array([4, LAST_SEED, 9]))
    assert code == DealCode(4, LAST_SEED, 9)
    assert {type(code.players), type(code.seed), type(code.round)} == {int}
    assert deal(code) == deal(DealCode(4, LAST_SEED, 9))
    with pytest.raises(TypeError):
        DealCode(2.0, 0, 1)  # type: ignore[arg-type]


@given(any_text)
def test_any_text_is_a_code_or_refused(text: str) -> None:
    read = attempt(DealCode.parse, text)
    assert isinstance(read, DealCode | GameError)


@pytest.mark.parametrize("name", LONG_TEXTS)
def test_texts_without_end_are_refused(name: str) -> None:
    for text in (LONG_TEXTS[name], f"P10-1-4-{LONG_TEXTS[name]}-1"):
        read = attempt(DealCode.parse, text)
        assert isinstance(read, GameError)
        assert read.code == "deal.code"
