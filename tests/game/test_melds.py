"""Groups on the table, from text and back."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, WILD, Card
from phase10.game.errors import GameError
from phase10.game.melds import Fault, Meld, arrange, declared, kind_of_goal
from phase10.game.notation import parse_cards
from phase10.game.phases import GOAL_SIZES
from tests.game.hostile import any_text, attempt
from tests.game.strategies import cards, melds
from tests.oracle.law import face, faces, reading, valid_group


@pytest.mark.parametrize(
    ("text", "owner", "kind", "cards"),
    [
        ("A run R3 B4 W=5 G6", "A", "run", "R3 B4 W=5 G6"),
        ("me set R3 B3 Y3", "me", "set", "R3 B3 Y3"),
        ("A set:4 R8 B8 G8 W=8", "A", "set", "R8 B8 G8 W=8"),
        ("A set:3 R8 B8 G8 Y8", "A", "set", "R8 B8 G8 Y8"),
        ("  Anna\tSET  r8, b8 ;g8\n", "Anna", "set", "R8 B8 G8"),
        ("Anna Liepa color G2 2xW", "Anna Liepa", "color", "G2 W W"),
        ("set set R8 B8", "set", "set", "R8 B8"),
        ("Anna run set:2 R8 B8", "Anna run", "set", "R8 B8"),
        ("krāsa color run R8 B9", "krāsa color", "run", "R8 B9"),
        ("Ē crun red 4 red 5", "Ē", "crun", "R4 R5"),
        ("<b> parity R2 sarkans 4", "<b>", "parity", "R2 R4"),
    ],
)
def test_groups_from_text(text, owner, kind, cards):
    meld = Meld.parse(text)
    assert (meld.owner, meld.kind, meld.cards) == (owner, kind, tuple(parse_cards(cards)))
    assert str(meld) == f"{owner} {kind} {cards}"


@given(melds())
def test_parse_and_print_are_inverse(meld):
    assert Meld.parse(str(meld)) == meld
    assert Meld.of(meld.owner, meld.kind, " ".join(map(str, meld.cards))) == meld
    assert eval(repr(meld)) == meld
    assert pickle.loads(pickle.dumps(meld)) == copy.deepcopy(meld) == meld
    assert hash(Meld.parse(str(meld))) == hash(meld)


def test_the_order_and_the_wilds_are_kept():
    assert Meld.parse("A run W=2 R3").cards == (Card(WILD, 2), Card(2))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position.meld"),
        ("A", "position.meld"),
        ("A set", "position.meld"),
        ("A set ,", "position.meld"),
        ("set R8 B8", "position.meld"),
        ("A R8 B8", "position.meld"),
        ("A straight R8 B9", "position.meld"),
        ("A set:x R8 B8", "position.meld"),
        ("A set: R8 B8", "position.meld"),
        ("A set R8 B13", "card.number"),
        ("A set R8 B8 me", "card.unknown"),
        ("A set R8 B8 W=13", "card.wild_number"),
        ("A set R8 B8 S", "card.skip_laid"),
    ],
)
def test_what_is_no_group(text, code):
    with pytest.raises(GameError) as caught:
        Meld.parse(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("owner", "goal", "cards", "code"),
    [
        ("", "set", "R8 B8", "position.meld"),
        (" ", "set", "R8 B8", "position.meld"),
        ("A", "", "R8 B8", "position.meld"),
        ("A", "sets", "R8 B8", "position.meld"),
        ("A", "set:-4", "R8 B8", "position.meld"),
        ("A", "set:4", "", "position.meld"),
        ("A", "set:4", "S", "card.skip_laid"),
    ],
)
def test_parts_that_make_no_group(owner, goal, cards, code):
    with pytest.raises(GameError) as caught:
        Meld.of(owner, goal, cards)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("group", "lies"),
    [
        ("set R3 B3 W", True),
        ("set R3 B4", False),
        ("set R3 W=4", False),
        ("set W=3 W=4", False),
        ("cset R3 R3 W=3", True),
        ("cset R3 B3", False),
        ("run R3 W B5", True),
        ("run B5 R3 W", True),
        ("run R3 R3 B4", False),
        ("run R3 B5", False),
        ("run R3 W=3", False),
        ("run R3 W=5", False),
        ("run R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 W", False),
        ("run R1 W W W W W W B9 W W W G12", True),
        ("crun R3 R4", True),
        ("crun R3 B4", False),
        ("color R3 R3 W", True),
        ("color R3 B3", False),
        ("even R2 B4 W=6", True),
        ("even R2 B3", False),
        ("even R2 W=3", False),
        ("odd R2 B4", False),
        ("odd R1 W", True),
        ("parity R2 B4", True),
        ("parity R2 B3", False),
    ],
)
def test_what_can_lie_as_a_group_however_it_is_told(group, lies):
    told = attempt(Meld.parse, f"A {group}")
    assert isinstance(told, Meld) == lies
    assert lies or told.code == "position.meld_cards"


@given(any_text, st.sampled_from(["", "A set ", "A "]))
def test_any_text_is_a_group_or_a_known_error(text, start):
    meld = attempt(Meld.parse, start + text)
    if not isinstance(meld, GameError):
        assert meld.cards
        assert meld.owner


def test_a_group_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Meld.parse("A set R8 B8").kind = "run"


# --- cards put in order --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "told", "arranged"),
    [
        ("set", "R3 B3 Y3", "R3 B3 Y3"),
        ("set", "Y3 R3 W", "R3 Y3 W=3"),
        ("set", "W R3 W=3", "R3 W=3 W=3"),
        ("set", "W=9 W W", "W=9 W=9 W=9"),
        ("cset", "R3 W R3", "R3 R3 W=3"),
        ("cset", "W=4 W", "W=4 W=4"),
        ("run", "R1 B2 W", "R1 B2 W=3"),
        ("run", "W R3 B4", "W=2 R3 B4"),
        ("run", "B4 R3 Y5", "R3 B4 Y5"),
        ("run", "Y5 W R3 B2", "B2 R3 W=4 Y5"),
        ("run", "W=6 Y5 W=7", "Y5 W=6 W=7"),
        ("run", "W W=5 W", "W=4 W=5 W=6"),
        ("run", "W W G12", "W=10 W=11 G12"),
        ("run", "R1 W W W W W W W W", "R1 W=2 W=3 W=4 W=5 W=6 W=7 W=8 W=9"),
        ("crun", "R4 W R2", "R2 W=3 R4"),
        ("crun", "W=1 W=2", "W=1 W=2"),
        ("color", "B4 W=9 B1 B4", "B1 B4 B4 W"),
        ("color", "W W", "W W"),
        ("even", "R4 W B2", "R4 B2 W"),
        ("odd", "B1 R3", "R3 B1"),
        ("parity", "R4 W=3 B2", "R4 B2 W"),
        ("parity", "R1 B3 W", "R1 B3 W"),
    ],
)
def test_cards_are_put_in_order(kind, told, arranged):
    assert arrange(kind, parse_cards(told)) == tuple(parse_cards(arranged))


@pytest.mark.parametrize(
    ("kind", "told", "code", "about"),
    [
        ("set", "R3 B3 S", "skip", "S"),
        ("set", "R3 B4 Y3", "numbers", "B4"),
        ("set", "R3 W=4 Y3", "wild_number", "W=4"),
        ("set", "W=4 W=5", "wild_number", "W=5"),
        ("set", "W W", "undeclared", "W W"),
        ("cset", "R3 B3", "color", "B3"),
        ("cset", "R3 R4", "numbers", "R4"),
        ("run", "R1 B2 B2 G4", "order", "B2"),
        ("run", "R1 B2 G4", "order", "G4"),
        ("run", "R11 B12 W", "ends", "W"),
        ("run", "W R1 B2", "ends", "W"),
        ("run", "W W", "undeclared", "W W"),
        ("run", "R11 B12 G1", "order", "R11"),
        ("crun", "R1 R2 B3", "color", "B3"),
        ("color", "R1 R2 B3 W", "color", "B3"),
        ("even", "R2 B3 B4", "parity", "B3"),
        ("odd", "R2 B3 B5", "parity", "R2"),
        ("parity", "R2 B3 B5", "parity", "R2"),
        ("parity", "R2 B3 B4", "parity", "B3"),
    ],
)
def test_cards_that_make_no_group(kind, told, code, about):
    fault = arrange(kind, parse_cards(told))
    assert isinstance(fault, Fault)
    assert fault.code == code
    assert set(fault.cards) == set(parse_cards(about))


@given(st.sampled_from(sorted(GOAL_SIZES)), st.lists(cards, min_size=1, max_size=6))
def test_cards_are_a_group_exactly_when_the_rules_say_so(kind, told):
    arranged = arrange(kind, told)
    meant = reading((kind, tuple(told)))
    lawful = meant is not None and valid_group(kind, list(map(face, meant[1])))
    assert isinstance(arranged, Fault) != lawful
    if lawful:
        assert sorted(map(face, arranged)) == sorted(map(face, meant[1]))


@given(melds())
def test_a_settled_group_tells_what_every_wild_is(meld):
    settled = meld.settled()
    assert (settled.owner, settled.kind) == (meld.owner, meld.kind)
    assert sorted(card.kind for card in settled.cards) == sorted(c.kind for c in meld.cards)
    assert valid_group(settled.kind, faces(settled))
    assert settled.settled() == settled
    told = [card for card in meld.cards if card.stands_for is not None]
    if meld.kind in ("run", "set", "crun", "cset"):
        assert all(card in settled.cards for card in told)


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("A set R7 W W", "A set R7 W=7 W=7"),
        ("A color G2 W W", "A color G2 W W"),
        ("A run R4 W Y6 G7", "A run R4 W=5 Y6 G7"),
        ("A run R4 Y6 W W", "A run R4 W=5 Y6 W=7"),
        ("A run W R12 B11", "A run W=10 B11 R12"),
        ("A set W W", "A set W=1 W=1"),
        ("A run W W", "A run W=1 W=2"),
    ],
)
def test_groups_as_they_are_settled(text, settled):
    assert str(Meld.parse(text).settled()) == settled


# --- what fits -----------------------------------------------------------------------------------


def fitting(meld: Meld) -> set[Card]:
    """The cards, wilds as declared, with which a group is still a group."""
    every = [*CARDS, *(Card(WILD, number) for number in range(1, 13))]
    return {card for card in every if valid_group(meld.kind, (*faces(meld), face(card)))}


@given(melds())
def test_what_may_be_hit_is_what_leaves_a_group(meld):
    meld = meld.settled()
    lawful = fitting(meld)
    assert {card for cards in meld.open_to for card in cards} == lawful
    assert all(card.kind == kind for kind in range(50) for card in meld.open_to[kind])
    for card in (*CARDS, *(declared(number) for number in range(1, 13))):
        fault = meld.fault(card)
        assert (fault is None) == (card in lawful)
        if fault is None:
            grown = meld.with_card(card)
            assert valid_group(grown.kind, faces(grown))
            assert meld.cards in (grown.cards[1:], grown.cards[:-1])
            if meld.ends is not None:
                numbers = [c.stands_for or c.number for c in grown.cards]
                assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("text", "number", "ends", "color", "parity"),
    [
        ("A set R3 W=3", 3, None, None, None),
        ("A set W=3 W=3", 3, None, None, None),
        ("A cset R3 W=3", 3, None, "red", None),
        ("A cset W=3 W=3", 3, None, None, None),
        ("A run W=2 R3 B4", None, (2, 4), None, None),
        ("A crun W=2 R3 R4", None, (2, 4), "red", None),
        ("A crun W=2 W=3", None, (2, 3), None, None),
        ("A color W B4", None, None, "blue", None),
        ("A color W W", None, None, None, None),
        ("A even R2 W", None, None, None, 0),
        ("A odd W W", None, None, None, 1),
        ("A parity R3 W", None, None, None, 1),
        ("A parity B8 W", None, None, None, 0),
        ("A parity W W", None, None, None, None),
    ],
)
def test_what_a_group_asks(text, number, ends, color, parity):
    meld = Meld.parse(text)
    assert (meld.number, meld.ends, meld.color, meld.parity) == (number, ends, color, parity)


@pytest.mark.parametrize(
    ("text", "card", "code", "about"),
    [
        ("A set R3 B3", "R4", "numbers", "R4"),
        ("A set R3 B3", "S", "skip", "S"),
        ("A set R3 B3", "W=4", "wild_number", "W=3"),
        ("A cset R3 W=3", "B3", "color", "B3"),
        ("A cset R3 W=3", "B4", "numbers", "B4"),
        ("A run R3 W=4 B5", "R4", "taken", "W=4"),
        ("A run R3 W=4 B5", "G3", "order", "G3"),
        ("A run R3 W=4 B5", "G7", "order", "G7"),
        ("A run R3 W=4 B5", "W", "undeclared", "W=2 W=6"),
        ("A run R3 W=4 B5", "W=7", "wild_number", "W=2 W=6"),
        ("A run G10 Y11 R12", "B1", "ends", "B1"),
        ("A run G1 Y2 R3", "B12", "ends", "B12"),
        ("A run G10 Y11 R12", "B2", "order", "B2"),
        ("A run G1 Y2 R3 B4 Y5 R6 R7 R8 R9 R10 R11 R12", "W", "wild_number", ""),
        ("A crun R3 R4", "B5", "color", "B5"),
        ("A crun R3 R4", "R6", "order", "R6"),
        ("A color R3 R4", "B5", "color", "B5"),
        ("A even R2 R4", "B5", "parity", "B5"),
        ("A parity R3 W", "B4", "parity", "B4"),
    ],
)
def test_why_a_card_does_not_fit(text, card, code, about):
    fault = Meld.parse(text).fault(Card.parse(card))
    assert fault == Fault(code, tuple(parse_cards(about)))


@pytest.mark.parametrize(
    ("text", "card", "understood"),
    [
        ("A set R3 B3", "W", "W=3"),
        ("A set R3 B3", "W=4", "W=4"),
        ("A run R3 B4", "W", "W"),
        ("A run R1 B2", "W", "W=3"),
        ("A run R11 B12", "W", "W=10"),
        ("A run R3 B4", "W=5", "W=5"),
        ("A color R3 R4", "W=9", "W"),
        ("A even R2 R4", "W=9", "W"),
        ("A set R3 B3", "R5", "R5"),
    ],
)
def test_a_wild_is_understood_where_it_can_only_be_one(text, card, understood):
    assert Meld.parse(text).understood(Card.parse(card)) == Card.parse(understood)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("set", "set"),
        (" SET:4 ", "set"),
        ("run:", None),
        ("virkne", "run"),
        ("krāsa:7", "color"),
        ("komplekts:3", "set"),
        ("parity", "parity"),
        ("straight", None),
        ("", None),
        ("set:x", None),
    ],
)
def test_kinds_of_goals_in_words(text, kind):
    assert kind_of_goal(text) == kind


def test_declared_wilds():
    assert [str(declared(number)) for number in (1, 12)] == ["W=1", "W=12"]
