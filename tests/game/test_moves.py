"""Moves from text and back."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import WILD, Card
from phase10.game.errors import GameError
from phase10.game.moves import (
    SEATS,
    Discard,
    Draw,
    EndTurn,
    Hit,
    Laid,
    Lay,
    TakeBack,
    TakeDiscard,
    parse_move,
)
from phase10.game.notation import parse_cards
from tests.game.games import NAMES, at
from tests.game.hostile import LONG_TEXTS, any_text, attempt
from tests.game.strategies import moves, player_names


def laid(text: str) -> Laid:
    kind, _, cards = text.partition(" ")
    return Laid(kind, tuple(parse_cards(cards)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw pile", Draw()),
        ("  DRAW \t pile ", Draw()),
        ("draw", Draw()),
        ("take discard", TakeDiscard()),
        ("take", TakeDiscard()),
        ("take discard second", TakeDiscard(2)),
        ("take discard third", TakeDiscard(3)),
        ("take discard 7", TakeDiscard(7)),
        ("end turn", EndTurn()),
        ("discard R5", Discard(Card.parse("R5"))),
        ("Discard red 5", Discard(Card.parse("R5"))),
        ("discard S on B", Discard(Card.parse("S"), 1)),
        ("discard s ON f", Discard(Card.parse("S"), 5)),
        ("hit B7 on A.1", Hit(Card.parse("B7"), 0, 1)),
        ("hit W=6 on C.2", Hit(Card(WILD, 6), 2, 2)),
        ("hit red 7 on A.1", Hit(Card.parse("R7"), 0, 1)),
        ("take W from A.1", TakeBack(Card.parse("W"), 0, 1)),
        ("take W=5 from B.12", TakeBack(Card(WILD, 5), 1, 12)),
        ("lay set R3 B3 Y3 | set R9 Y9", Lay((laid("set R3 B3 Y3"), laid("set R9 Y9")))),
        ("lay run R3 W=4 Y5 G6", Lay((laid("run R3 W=4 Y5 G6"),))),
        ("LAY  4: run:7 R3,W,Y5", Lay((laid("run R3 W Y5"),), 4)),
        ("lay 10 : set R3 B3|set W", Lay((laid("set R3 B3"), laid("set W")), 10)),
        ("lay komplekts sarkans 3 2xW", Lay((laid("set R3 W W"),))),
    ],
)
def test_moves_from_text(text, expected):
    assert parse_move(text, NAMES) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "move.unknown"),
        ("hello", "move.unknown"),
        ("draw two", "move.unknown"),
        ("discard", "move.unknown"),
        ("lay", "move.unknown"),
        ("lay R3 B3 Y3", "move.unknown"),
        ("lay set", "move.unknown"),
        ("lay set R3 | ", "move.unknown"),
        ("lay set R3 || set R4", "move.unknown"),
        ("lay straight R3 R4", "move.unknown"),
        ("hit R5", "move.unknown"),
        ("hit R5 on A", "move.unknown"),
        ("hit R5 on A.x", "move.unknown"),
        ("take discard -1", "move.unknown"),
        ("take discard 1000", "move.unknown"),
        ("discard R5 " + "x" * 300, "move.unknown"),
        ("hit R5 on G.1", "move.player"),
        ("discard S on Anna", "move.player"),
        ("take W from Anna.1", "move.player"),
        ("discard R13", "card.number"),
        ("discard hello", "card.unknown"),
        ("hit hello on A.1", "card.unknown"),
        ("lay set R3 B13", "card.number"),
        ("lay run W=0 R1", "card.wild_number"),
        ("discard R5 R6", "card.unknown"),
    ],
)
def test_what_is_no_move(text, code):
    with pytest.raises(GameError) as caught:
        parse_move(text, NAMES)
    assert caught.value.code == code


@given(moves(), st.data())
def test_parse_and_print_are_inverse(move, data):
    assert parse_move(move.text(), NAMES) == move
    names = data.draw(player_names)
    assert parse_move(move.text(names), {name: seat for seat, name in enumerate(names)}) == move
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move
    assert hash(parse_move(move.text(), NAMES)) == hash(move)
    assert eval(repr(move)) == move


@given(
    any_text,
    st.sampled_from(["", "discard ", "hit ", "lay ", "lay set ", "take ", "discard S on "]),
)
def test_any_text_is_a_move_or_a_known_error(text, start):
    for name in (f"{start}{text}", f"{start}R5 on {text}.1"):
        move = attempt(parse_move, name, NAMES)
        if not isinstance(move, GameError):
            assert parse_move(move.text(), NAMES) == move


@given(any_text)
def test_players_may_have_any_names(name):
    """What the header of a record accepts as a name must not be misread in a move."""
    folded = " ".join(name.split())
    seats = {"A": 0, folded: 1}
    for text in (f"discard S on {folded}", f"hit R5 on {folded}.3"):
        move = attempt(parse_move, text, seats)
        if not isinstance(move, GameError) and folded.casefold() not in ("", "a"):
            assert 1 in (getattr(move, "target", None), getattr(move, "seat", None))


@pytest.mark.parametrize("name", sorted(LONG_TEXTS))
def test_a_text_without_end_is_read_or_refused(name):
    for start in ("", "lay set ", "discard ", "hit "):
        attempt(parse_move, start + LONG_TEXTS[name], NAMES)


@given(moves())
def test_any_move_is_answered(move):
    """No move that can be written makes the law stumble, whatever the moment."""
    for game in MOMENTS:
        refused = game.check(move)
        if refused is None:
            assert game.play(move) != game
        else:
            assert refused.rule


MOMENTS = (
    at("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", stage="draw", discards="S", players=6),
    at("R1 R2 R3 R4 R5 R6 R7 R8 W W S", players=6, phase=4),
    at("R1 R2 R3 R4 R5 R6 R7 R8 W W S", players=6, rules="official,in_order=no"),
    at("R1 G3 W S", players=6, table=["A set R3 B3 Y3", "A set R9 G9 Y9", "B run R4 B5 Y6 W=7"]),
    at("R1 G3 W S", players=6, table=["A run R4 B5 Y6 W=7"], rules="seed,go_out_by_hit=yes"),
)


def test_letters_are_the_names_where_none_are_given():
    assert Discard(Card.parse("S"), 5).text() == "discard S on F"
    assert (
        Hit(Card.parse("R5"), 1, 2).text(["Anna", "Jānis Bērziņš"]) == "hit R5 on Jānis Bērziņš.2"
    )
    assert SEATS == "ABCDEF"


@pytest.mark.parametrize("move", [Draw(), TakeDiscard(), Discard(Card(1)), Hit(Card(1), 0, 1)])
def test_a_move_cannot_be_changed(move):
    for name in ("card", "target", "seat", "depth"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(move, name, 1)
