"""A hand to play from: chosen by keys of cards, sorted three ways."""

from __future__ import annotations

from phase10.game.cards import Hand
from phase10.widgets.hand import HandCards, sorted_cards

HAND = Hand("R9 B3 B3 Y12 W S")


def test_cards_are_chosen_and_left() -> None:
    cards = HandCards("play")
    assert cards.toggle("B3-2", HAND)
    assert cards.toggle("W-1", HAND)
    assert [str(card) for card in cards.chosen(HAND)] == ["B3", "W"]
    assert not cards.toggle("B3-2", HAND)
    assert not cards.toggle("B3-3", HAND)
    assert not cards.toggle("<b>", HAND)
    assert [str(card) for card in cards.chosen(HAND)] == ["W"]
    cards.clear()
    assert cards.chosen(HAND) == []


def test_a_card_that_is_gone_is_not_chosen_any_more() -> None:
    cards = HandCards("play")
    cards.toggle("B3-2", HAND)
    cards.toggle("R9-1", HAND)
    assert [str(card) for card in cards.chosen(HAND - Hand("B3"))] == ["R9"]
    assert [str(card) for card in cards.chosen(HAND)] == ["R9"]


def test_the_order_of_the_cards() -> None:
    assert " ".join(map(str, sorted_cards(HAND, "number"))) == "B3 B3 R9 Y12 W S"
    assert " ".join(map(str, sorted_cards(HAND, "color"))) == "R9 B3 B3 Y12 W S"
    plan = list(Hand("Y12 B3"))
    assert " ".join(map(str, sorted_cards(HAND, "plan", plan[::-1]))) == "Y12 B3 B3 R9 W S"
    assert sorted_cards(HAND, "plan") == sorted_cards(HAND, "number")


def test_every_card_is_a_button_with_a_name() -> None:
    cards = HandCards("play")
    cards.toggle("B3-1", HAND)
    shown = cards.render("en", HAND, "6 cards in hand")
    assert shown.count("<button") == 6
    assert shown.count('aria-pressed="true"') == 1
    assert 'id="play-B3-1"' in shown
    assert 'id="play-B3-2"' in shown
    assert 'aria-label="blue 3, 1 of 6"' in shown
    assert 'data-keys="play.key"' in shown
