"""A hand to play from: cards that are chosen by a tap or a key, sorted three ways.

State and looks; what is done with the chosen cards is the business of whoever shows the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Final

from phase10.game.cards import NUMBERS, Card
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.text import card_label

__all__ = ["SORTS", "HandCards", "hand_style", "sorted_cards"]

SORTS: Final = ("number", "color", "plan")


def hand_style() -> str:
    """Return the style sheet of the hand."""
    return files("phase10.widgets").joinpath("hand.css").read_text("utf-8")


def sorted_cards(cards: Iterable[Card], sort: str, plan: Sequence[Card] = ()) -> list[Card]:
    """Sort a hand for showing by one of :data:`SORTS`.

    ``plan`` lists the cards of the best plan, goal by goal; without one they go by number.
    """
    if sort == "color":
        return sorted(cards)
    by_number = sorted(cards, key=_by_number)
    if sort != "plan" or not plan:
        return by_number
    left = [card.kind for card in plan]
    places: list[tuple[int, Card]] = []
    for card in by_number:
        place = left.index(card.kind) if card.kind in left else len(left)
        if place < len(left):
            left[place] = -1
        places.append((place, card))
    return [card for _, card in sorted(places, key=lambda pair: pair[0])]


def _by_number(card: Card) -> tuple[int, int]:
    return (card.number if card.number is not None else NUMBERS + card.kind, card.kind)


class HandCards:
    """Hold which cards of a hand are chosen, and how the hand is sorted.

    ``name`` starts its act names (``play.card``) and element ids. A card is known by its text and
    which copy of it it is: ``R5-2``.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.sort = SORTS[0]
        self._chosen: list[str] = []

    def toggle(self, key: str, hand: Iterable[Card]) -> bool:
        """Choose a card or leave it; tell whether it is chosen now."""
        if key in self._chosen:
            self._chosen.remove(key)
            return False
        if key not in dict(_keyed(hand)):
            return False
        self._chosen.append(key)
        return True

    def clear(self) -> None:
        """Choose nothing."""
        self._chosen.clear()

    def chosen(self, hand: Iterable[Card]) -> list[Card]:
        """List the chosen cards in the order in which they were chosen, as far as they are held."""
        held = dict(_keyed(hand))
        self._chosen = [key for key in self._chosen if key in held]
        return [held[key] for key in self._chosen]

    def keys(self, hand: Iterable[Card]) -> list[str]:
        """List the keys of the cards of a hand in the order in which they are shown."""
        return [key for key, _ in _keyed(sorted_cards(hand, self.sort))]

    def render(
        self, lang: str, hand: Iterable[Card], label: str, plan: Sequence[Card] = ()
    ) -> Html:
        """Draw the hand: a tap chooses a card."""
        self.chosen(hand := list(hand))
        shown = _keyed(sorted_cards(hand, self.sort, plan))
        buttons = [
            el(
                "button",
                card_face(card, lang, named=False),
                type="button",
                class_="p10-cardbutton",
                id=f"{self.name}-{key}",
                data_act=f"{self.name}.card",
                data_value=key,
                aria_pressed=key in self._chosen,
                aria_label=card_label(lang, card, place, len(shown)),
            )
            for place, (key, card) in enumerate(shown, start=1)
        ]
        return el(
            "div",
            buttons,
            class_="p10-hand p10-playhand",
            id=f"{self.name}-hand",
            role="group",
            aria_label=label,
            data_roving="",
            data_keys=f"{self.name}.key",
        )


def _keyed(cards: Iterable[Card]) -> list[tuple[str, Card]]:
    """Give each card its key."""
    met: dict[Card, int] = {}
    keyed: list[tuple[str, Card]] = []
    for card in cards:
        met[card] = met.get(card, 0) + 1
        keyed.append((f"{card}-{met[card]}", card))
    return keyed
