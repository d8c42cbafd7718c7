"""Cards as HTML: a large number, a shape at the corner, and a name for a screen reader.

The looks are in ``cards.css``. Red is a triangle, blue a circle, green a square, yellow a diamond,
a wild a star, a skip a bar: nobody needs to see the colours.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from phase10.game.cards import Card
from phase10.views.html import Html, el
from phase10.views.names import card_name, gap_name

__all__ = ["SHAPES", "card_face", "card_style", "gap_face", "look", "shape"]

SHAPES: Final = {
    "red": "M12 2.5 22.5 21.5H1.5z",
    "blue": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z",
    "green": "M3 3h18v18H3z",
    "yellow": "M12 1 23 12 12 23 1 12z",
    "wild": "M12 2 15 8.5 22.5 9.3 17 14.4 18.5 22 12 18 5.5 22 7 14.4 1.5 9.3 9 8.5z",
    "skip": "M4.5 8.5h15a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2z",
}
"""Outlines in a square of 24 by 24."""


def card_style() -> str:
    """Return the style sheet of the cards; its variables follow the page's light and dark."""
    return files("phase10.views").joinpath("cards.css").read_text("utf-8")


def look(card: Card) -> str:
    """Tell which look a card has: a colour word, ``wild`` or ``skip``."""
    if card.is_wild:
        return "wild"
    return card.color or "skip"


def shape(name: str) -> Html:
    """Draw one of :data:`SHAPES`, in the colour of the text around it; decoration only."""
    return el(
        "svg",
        el("path", d=SHAPES[name]),
        class_="p10-shape",
        viewBox="0 0 24 24",
        aria_hidden=True,
        focusable="false",
    )


def card_face(
    card: Card,
    lang: str,
    *,
    small: bool = False,
    named: bool = True,
    stands_for: int | None = None,
) -> Html:
    """Draw a card.

    ``small``: for tables and lists. ``named``: whether the card carries its spoken name as hidden
    text; without it the card is decoration and the caller's label has to name it. ``stands_for``:
    the number of a wild in a plan, when the card itself does not say it.
    """
    declared = card.stands_for if stands_for is None else stands_for
    if card.is_wild and declared is not None:
        card = Card(card.kind, declared)
    large = card.number if card.is_number else declared
    return el(
        "span",
        shape(look(card)),
        el("span", large, class_="p10-face", aria_hidden=True) if large is not None else None,
        el("span", card_name(lang, card, "spoken"), class_="p10-hidden") if named else None,
        class_=_classes(look(card), small, large is None),
        aria_hidden=None if named else True,
    )


def gap_face(
    number: int | None,
    color: str | None,
    lang: str,
    *,
    parity: str | None = None,
    in_run: bool = False,
    small: bool = False,
    named: bool = True,
) -> Html:
    """Draw an empty place of a plan, dashed, with what would fill it.

    ``number`` and ``color`` as in ``GroupPlan.gaps``; ``parity`` for goals of even or odd cards;
    ``in_run`` names the place "the 6" and not "any 6".
    """
    name = gap_name(lang, number, color, parity=parity, in_run=in_run)
    shown = "?" if number is None and color is None else number
    return el(
        "span",
        shape(color) if color is not None else None,
        el("span", shown, class_="p10-face", aria_hidden=True) if shown is not None else None,
        el("span", name, class_="p10-hidden") if named else None,
        class_=_classes("gap", small, shown is None),
        aria_hidden=None if named else True,
        title=name,
    )


def _classes(kind: str, small: bool, shape_only: bool) -> str:
    """Write the class names; a card without a number shows its shape large."""
    extra = f"{' p10-small' if small else ''}{' p10-shape-only' if shape_only else ''}"
    return f"p10-card p10-{kind}{extra}"
