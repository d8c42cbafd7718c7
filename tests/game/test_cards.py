"""Cards, decks and hands as values: built, compared, sorted, copied, never changed."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import (
    CARDS,
    COLORS,
    KINDS,
    SKIP,
    STANDARD_DECK,
    WILD,
    Card,
    Cards,
    Deck,
    Hand,
)
from phase10.game.errors import CardError, NumberError
from tests.game.hostile import attempt
from tests.game.strategies import cards, dealt, hands

# --- one card ------------------------------------------------------------------------------------


def test_there_are_fifty_kinds_in_canonical_order():
    assert [str(card) for card in CARDS] == [
        *[f"{letter}{number}" for letter in "RBGY" for number in range(1, 13)],
        "W",
        "S",
    ]
    assert [card.kind for card in CARDS] == list(range(KINDS))


@pytest.mark.parametrize(
    ("text", "color", "number", "is_wild", "is_skip"),
    [
        ("R1", "red", 1, False, False),
        ("B12", "blue", 12, False, False),
        ("G7", "green", 7, False, False),
        ("Y10", "yellow", 10, False, False),
        ("W", None, None, True, False),
        ("W=9", None, None, True, False),
        ("S", None, None, False, True),
    ],
)
def test_what_a_card_is(text, color, number, is_wild, is_skip):
    card = Card.parse(text)
    assert (card.color, card.number) == (color, number)
    assert (card.is_wild, card.is_skip) == (is_wild, is_skip)
    assert card.is_number is not (is_wild or is_skip)


@given(cards)
def test_a_card_prints_what_parses_back(card):
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card
    assert pickle.loads(pickle.dumps(card)) == card
    assert copy.deepcopy(card) == card


@given(cards, cards)
def test_cards_have_one_order(one, other):
    """Also between a plain wild and a declared one, which carry a number and none."""
    assert (one < other) + (one == other) + (one > other) == 1
    assert (one <= other) == (not one > other)
    if one.kind != other.kind:
        assert (one < other) == (one.kind < other.kind)


def test_a_plain_wild_sorts_before_declared_ones():
    wilds = [Card(WILD, 12), Card(SKIP), Card(WILD), Card(WILD, 1), CARDS[47]]
    assert " ".join(map(str, sorted(wilds))) == "Y12 W W=1 W=12 S"


def test_a_card_does_not_compare_with_other_things():
    assert Card(0) != "R1"
    with pytest.raises(TypeError):
        assert Card(0) < "R1"


@pytest.mark.parametrize("name", ["kind", "stands_for", "color", "other"])
def test_a_card_cannot_be_changed(name):
    with pytest.raises((AttributeError, TypeError)):
        setattr(Card(3), name, 5)


@pytest.mark.parametrize("kind", [-1, KINDS, 10**9])
def test_there_is_no_other_kind(kind):
    with pytest.raises(NumberError) as caught:
        Card(kind)
    assert caught.value.code == "number.range"
    assert caught.value.values == {"what": "kind", "value": kind, "low": 0, "high": KINDS - 1}


@pytest.mark.parametrize(
    ("kind", "stands_for", "code"),
    [(WILD, 0, "card.wild_number"), (WILD, 13, "card.wild_number"), (5, 3, "card.unknown")],
)
def test_only_a_wild_stands_for_a_number(kind, stands_for, code):
    with pytest.raises(CardError) as caught:
        Card(kind, stands_for)
    assert caught.value.code == code


@pytest.mark.parametrize("text", ["", "R5 B5", "2xW", "R13", "Q", " , "])
def test_card_parse_wants_exactly_one_card(text):
    with pytest.raises(CardError):
        Card.parse(text)


# --- the deck ------------------------------------------------------------------------------------


def test_the_deck_has_108_cards():
    assert STANDARD_DECK.size == 108
    assert STANDARD_DECK.counts == (2,) * 48 + (8, 4)


def test_a_small_deck_has_only_its_colors_and_numbers():
    deck = Deck(colors=2, numbers=3, copies=1, wilds=1, skips=0)
    assert deck.size == 7
    held = [str(CARDS[kind]) for kind, count in enumerate(deck.counts) if count]
    assert held == ["R1", "R2", "R3", "B1", "B2", "B3", "W"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("colors", 5), ("numbers", 13), ("copies", -1), ("wilds", -1), ("skips", 100), ("colors", -1)],
)
def test_a_deck_has_no_other_cards(name, value):
    with pytest.raises(NumberError) as caught:
        Deck(**{name: value})
    assert (caught.value.values["what"], caught.value.values["value"]) == (name, value)


def test_decks_are_values():
    assert Deck() == STANDARD_DECK
    assert hash(Deck(copies=3)) == hash(Deck(copies=3))
    assert Deck(copies=3) != STANDARD_DECK


# --- hands ---------------------------------------------------------------------------------------


@given(dealt())
def test_a_hand_prints_canonically_and_parses_back(held):
    hand = Hand(held)
    assert list(hand) == sorted(held)
    assert str(hand) == " ".join(map(str, sorted(held)))
    assert Hand(str(hand)) == hand
    assert eval(repr(hand)) == hand
    assert Hand.from_counts(hand.counts) == hand


@given(st.lists(cards, max_size=8))
def test_cards_build_from_cards_as_from_their_text(held):
    built, read = attempt(Cards, held), attempt(Cards, " ".join(map(str, held)))
    if isinstance(built, CardError):
        assert isinstance(read, CardError)
        assert (read.code, read.values) == (built.code, built.values)
    else:
        assert read == built


@given(hands())
def test_the_counts_of_a_hand_agree(hand):
    assert sum(hand.counts) == len(hand) == len(list(hand)) == len(hand.cards)
    assert hand.naturals + hand.wilds + hand.skips == len(hand)
    assert sum(hand.numbers) == sum(hand.colors) == hand.naturals
    for number in range(1, 13):
        held = [card for card in hand if card.number == number]
        assert hand.numbers[number - 1] == len(held)
        assert bool(hand.mask >> (number - 1) & 1) == bool(held)
    for place, color in enumerate(COLORS):
        assert hand.colors[place] == sum(card.color == color for card in hand)
    for card in CARDS:
        assert hand.count(card) == list(hand).count(card)
        assert (card in hand) == (card in list(hand))
    assert hand.kinds() == tuple(sorted(set(hand)))
    assert hand[:] == tuple(hand)
    assert "R7" not in hand
    if hand:
        assert hand[0] == next(iter(hand))
        assert hand[-1] == hand[len(hand) - 1]


def test_a_declared_wild_is_a_plain_wild_in_a_hand():
    assert str(Hand("W=9 W=3 W")) == "W W W"
    assert Hand("W=9").counts == Hand("W").counts


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("R7 R7 R7", "card.too_many", {"card": "R7", "count": 3, "limit": 2}),
        ("3xR7", "card.too_many", {"card": "R7", "count": 3, "limit": 2}),
        ("9xW", "card.too_many", {"card": "W", "count": 9, "limit": 8}),
        ("5xS", "card.too_many", {"card": "S", "count": 5, "limit": 4}),
        ("8xW 4xS", "hand.too_many", {"count": 12, "limit": 11}),
        ("R13", "card.number", {"token": "R13", "number": "13"}),
        ("R1 hello", "card.unknown", {"token": "hello"}),
    ],
)
def test_a_hand_refuses_what_cannot_be_held(text, code, values):
    with pytest.raises(CardError) as caught:
        Hand(text)
    assert (caught.value.code, caught.value.values) == (code, values)


def test_cards_outside_a_hand_have_no_limit_but_the_deck():
    whole = Cards.from_counts(STANDARD_DECK.counts)
    assert len(whole) == 108
    with pytest.raises(CardError, match=r"card\.too_many"):
        whole + CARDS[0]


def test_counts_are_checked():
    with pytest.raises(NumberError, match=r"number\.range"):
        Hand.from_counts([1] * 49)
    with pytest.raises(NumberError, match=r"number\.range"):
        Hand("R7") - CARDS[0]
    with pytest.raises(TypeError):
        Hand.from_counts([0.5] * KINDS)


@given(hands(0, 10), st.sampled_from(CARDS))
def test_adding_and_taking_away_are_inverse(hand, card):
    more = attempt(lambda: hand + card)
    if isinstance(more, CardError):
        assert hand.count(card) == STANDARD_DECK.counts[card.kind]
    else:
        assert isinstance(more, Hand)
        assert more - card == hand
        assert more.count(card) == hand.count(card) + 1
        assert hand + Cards([card]) == more


@given(hands(0, 5), hands(0, 5))
def test_hands_add_up(one, other):
    counts = [a + b for a, b in zip(one.counts, other.counts, strict=True)]
    if all(a <= b for a, b in zip(counts, STANDARD_DECK.counts, strict=True)):
        assert (one + other).counts == tuple(counts)
        assert one + other - other == one


def test_a_hand_keeps_to_its_own_deck():
    singles = Deck(copies=1)
    many = Deck(copies=5)
    with pytest.raises(CardError, match=r"card\.too_many"):
        Hand("R7", singles) + CARDS[6]
    assert len(Hand("3xR7", many) + CARDS[6]) == 4
    assert Hand("3xR7", many) - CARDS[6] == Hand("2xR7")
    for hand in (Hand("R7", singles), Hand("5xR7", many)):
        assert eval(repr(hand)).deck == hand.deck
        assert pickle.loads(pickle.dumps(hand)).deck == hand.deck


@given(hands(), hands())
def test_hands_are_values(one, other):
    assert (one == other) == (one.counts == other.counts)
    assert hash(one) == hash(Hand.from_counts(one.counts))
    assert one != list(one)
    assert len({one, Hand.from_counts(one.counts)}) == 1


@given(hands())
def test_hands_are_copied_and_pickled_whole(hand):
    assert hand.numbers is hand.numbers  # kept after the first time, which must not be in the way
    for twin in (copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        assert twin == hand
        assert type(twin) is Hand
        assert twin.cards == hand.cards


@pytest.mark.parametrize("name", ["counts", "deck", "cards", "numbers", "limit", "wilds", "other"])
def test_a_hand_cannot_be_changed(name):
    hand = Hand("R7 W")
    with pytest.raises(FrozenInstanceError):
        setattr(hand, name, 5)
    with pytest.raises(FrozenInstanceError):
        delattr(hand, name)
    with pytest.raises(TypeError):
        hand[0] = CARDS[0]
    assert hand == Hand("R7 W")


def test_adding_in_place_leaves_other_names_alone():
    hand = kept = Hand("R7")
    hand += CARDS[0]
    assert (str(hand), str(kept)) == ("R1 R7", "R7")
