"""Groups on the table, from text and back."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import WILD, Card
from phase10.game.errors import GameError
from phase10.game.melds import Meld
from phase10.game.notation import parse_cards
from tests.game.hostile import any_text, attempt
from tests.game.strategies import melds


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


@given(any_text, st.sampled_from(["", "A set ", "A "]))
def test_any_text_is_a_group_or_a_known_error(text, start):
    meld = attempt(Meld.parse, start + text)
    if not isinstance(meld, GameError):
        assert meld.cards
        assert meld.owner


def test_a_group_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Meld.parse("A set R8 B8").kind = "run"
