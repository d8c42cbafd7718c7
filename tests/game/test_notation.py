"""Texts of cards read strictly, and leniently: what is valid is kept, what is not is explained."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import KINDS, STANDARD_DECK, WILD, Card, Deck
from phase10.game.errors import CODES, CardError, GameError
from phase10.game.notation import parse_cards, plain_letters, read_cards
from tests.game.hostile import any_text
from tests.game.strategies import cards


def shown(text, deck=None, limit=None, elsewhere=()):
    read, problems = read_cards(text, deck, limit, elsewhere)
    kept = " ".join(map(str, read))
    return kept, [(problem.token, problem.index, problem.error.code) for problem in problems]


decks = st.sampled_from([None, STANDARD_DECK, Deck(copies=1, wilds=0)])


@given(st.lists(cards, max_size=20))
def test_parse_and_print_are_inverse(held):
    text = " ".join(map(str, held))
    assert parse_cards(text) == held
    assert parse_cards(text.lower().replace(" ", ", ")) == held
    assert read_cards(text) == (held, [])


def test_order_is_kept_and_declared_wilds_are_too():
    assert parse_cards("S w=12 r1") == [Card(49), Card(WILD, 12), Card(0)]


def test_what_is_valid_is_kept_and_each_fault_has_its_place():
    text = "R5, R13 zaļ 7 hello S7 W=0 2xW B0"
    assert shown(text) == (
        "R5 G7 W W",
        [
            ("R13", 2, "card.number"),
            ("hello", 4, "card.unknown"),
            ("S7", 5, "card.skip_number"),
            ("W=0", 6, "card.wild_number"),
            ("B0", 8, "card.number"),
        ],
    )
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert caught.value.values == {"token": "R13", "number": "13"}


def test_copies_beyond_the_deck_are_left_out():
    assert shown("R7 R7 R7 B1", STANDARD_DECK) == ("R7 R7 B1", [("R7", 3, "card.too_many")])
    assert shown("9xW B1", STANDARD_DECK) == ("W " * 8 + "B1", [("W", 1, "card.too_many")])
    assert shown("5xR7", STANDARD_DECK) == ("R7 R7", [("3xR7", 1, "card.too_many")])
    assert shown("R7 R7 R7") == ("R7 R7 R7", [])
    assert shown("R7 R7", Deck(copies=1)) == ("R7", [("R7", 2, "card.too_many")])


def test_the_error_counts_all_copies():
    problems = read_cards("7xS", STANDARD_DECK)[1]
    assert problems[0].error.values == {"card": "S", "count": 7, "limit": 4}


def test_declared_wilds_count_as_wilds():
    kept, problems = shown("4xW=1 4xW=2 W=3", STANDARD_DECK)
    assert (len(kept.split()), problems) == (8, [("W=3", 3, "card.too_many")])


def test_cards_beyond_the_limit_are_left_out():
    text = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 2xB1"
    kept, problems = shown(text, STANDARD_DECK, 11)
    assert kept == "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"
    assert problems == [("R12", 12, "hand.too_many"), ("2xB1", 13, "hand.too_many")]
    errors = [problem.error.values for problem in read_cards(text, STANDARD_DECK, 11)[1]]
    assert errors == [{"count": 12, "limit": 11}, {"count": 13, "limit": 11}]


def test_cards_elsewhere_count():
    elsewhere = [0] * KINDS
    elsewhere[6] = 1
    assert shown("R7 R7", STANDARD_DECK, 11, elsewhere) == ("R7", [("R7", 2, "card.too_many")])
    elsewhere[6] = 3
    assert shown("R7", STANDARD_DECK, 11, elsewhere) == ("", [("R7", 1, "card.too_many")])
    assert elsewhere[6] == 3


@given(any_text, st.integers(0, 12), decks)
def test_any_text_is_read_without_an_exception(text, limit, deck):
    read, problems = read_cards(text, deck, limit)
    assert len(read) <= limit
    for card in read:
        assert deck is None or [c.kind for c in read].count(card.kind) <= deck.counts[card.kind]
    for problem in problems:
        assert isinstance(problem.error, GameError)
        assert set(problem.error.values) == set(CODES[problem.error.code])
    assert [p.index for p in problems] == sorted({p.index for p in problems})


@given(any_text)
def test_what_was_left_out_is_left_out_again(text):
    """A text field keeps it behind the cards, after commas: it must not turn into a card."""
    read, problems = read_cards(text, STANDARD_DECK, 11)
    again = ", ".join([*map(str, read), *(problem.token for problem in problems)])
    read_again, problems_again = read_cards(again, STANDARD_DECK, 11)
    assert read_again == read
    filler = {"card", "cards", "karts", "kartis"}
    left = [p.token for p in problems if plain_letters(p.token) not in filler]
    assert [p.token for p in problems_again if plain_letters(p.token) not in filler] == left


@given(any_text)
def test_strict_reading_raises_the_first_problem(text):
    read, problems = read_cards(text)
    if problems:
        with pytest.raises(CardError) as caught:
            parse_cards(text)
        assert caught.value.values == problems[0].error.values
    else:
        assert parse_cards(text) == read
