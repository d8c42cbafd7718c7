"""The card picker and the fields of cards, without a page around them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import HAND_LIMIT, KINDS, STANDARD_DECK, Card, Hand
from phase10.widgets.fields import CardField, MeldField
from phase10.widgets.picker import CardPicker

NOTHING = [0] * KINDS
VERBS = ["add", "remove", "text", "key", "clear", "undo", "deal", "sort", "unknown"]
VALUES = [None, "R7", "W", "S", "r", "1", "2", "w", "Backspace", "Enter", "Escape", "number",
          "plan", "R7 B7 X", "11", "", 7, True, "W=9", "R7 R7 R7"]  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(VERBS), st.sampled_from(VALUES)), max_size=25))
def test_whatever_is_done_the_hand_is_a_hand(acts: list[tuple[str, object]]) -> None:
    picker = CardPicker()
    picker.random = random.Random(1)
    for verb, value in acts:
        picker.act(verb, value, "en")
        hand = picker.hand
        assert len(hand) <= HAND_LIMIT
        assert all(n <= most for n, most in zip(hand.counts, STANDARD_DECK.counts, strict=True))
        assert "p10-picker" in picker.render_picker("lv")
        assert picker.render_hand("en").count("data-act") == len(hand)


@given(st.lists(st.sampled_from(["R7", "B2", "W", "G12"]), max_size=12))
def test_undo_goes_back_step_by_step(cards: list[str]) -> None:
    picker = CardPicker()
    hands = [str(picker.hand)]
    for card in cards:
        before = len(picker.history)
        picker.act("add", card, "en")
        if len(picker.history) > before:
            hands.append(str(picker.hand))
    for hand in reversed(hands[:-1]):
        picker.act("undo", None, "en")
        assert str(picker.hand) == hand


def test_what_is_kept_comes_back() -> None:
    picker = CardPicker()
    picker.act("text", "R7 B7 nonsense", "en")
    picker.act("sort", "color", "en")
    other = CardPicker()
    other.restore(picker.kept())
    assert other.field.text == picker.field.text
    assert other.sort == "color"
    other.act("undo", None, "en")
    assert str(other.hand) == ""


def test_sorting() -> None:
    picker = CardPicker()
    picker.act("text", "Y1 R12 B1 W S R1", "en")
    assert [str(card) for card in picker.in_order()] == ["R1", "B1", "Y1", "R12", "W", "S"]
    picker.act("sort", "color", "en")
    assert [str(card) for card in picker.in_order()] == ["R1", "R12", "B1", "Y1", "W", "S"]
    picker.act("sort", "plan", "en")
    plan = [Card.parse("R12"), Card.parse("W=11")]
    assert [str(card) for card in picker.in_order(plan)][:2] == ["R12", "W"]


def test_a_field_keeps_what_it_cannot_read() -> None:
    field = CardField(limit=2)
    field.read("R7 what B7 G7", STANDARD_DECK, NOTHING)
    assert [str(card) for card in field.cards] == ["R7", "B7"]
    assert [problem.token for problem in field.problems] == ["what", "G7"]
    field.write([Card.parse("Y1")])
    assert field.text.startswith("Y1")
    assert "what" in field.text
    assert "G7" in field.text
    assert field.revision == 1


def test_laid_groups_line_by_line() -> None:
    field = MeldField()
    field.read("A set R8 B8 G8\n\nB run R3 X4\nC run R3 B4 W=5 G6\nD set R8 R8 B8", STANDARD_DECK,
               NOTHING)  # fmt: skip
    assert [meld.owner for meld in field.melds] == ["A", "C"]
    assert [line for line, _ in field.problems] == [3, 5]
    field.again(STANDARD_DECK, list(Hand("R3 R3").counts))
    assert [line for line, _ in field.problems] == [3, 4, 5]


@pytest.mark.parametrize("keys", ["r7", "r7 ", "R7"])
def test_keys_make_cards(keys: str) -> None:
    picker = CardPicker()
    for key in keys:
        picker.act("key", key, "en")
    assert str(picker.hand) == "R7"
