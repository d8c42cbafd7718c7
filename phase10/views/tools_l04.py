"""L04, the list of all hands of a deck of twelve, and the count for any deck with all digits."""

from __future__ import annotations

import re
from math import comb, factorial, perm
from typing import Final

from phase10.teaching.lessons.tools.l04 import HAND, MINI, ORDERS, SCALE, AllHands, Places
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.i18n import number, sentence
from phase10.views.lesson_text import formula
from phase10.views.names import card_name
from phase10.views.tools import (
    choice_list,
    choice_row,
    facts,
    number_field,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
)

_BETWEEN: Final = re.compile(r"(?<=[,\u00a0])")
"""Behind the mark between two groups of digits."""


@tool_html.register
def _html(tool: AllHands, lang: str, ident: str = "tool") -> Html:
    orders = [(order, sentence(lang, f"tool.l04.order.{order}")) for order in ORDERS]
    cards = [("-1", sentence(lang, "tool.l04.card.any"))]
    cards += [(str(place), _name(place, lang)) for place in range(len(MINI))]
    total = len(tool.listed)
    return el(
        "div",
        el("p", sentence(lang, "tool.l04.how")),
        el("div", [card_face(card, lang, small=True) for card in MINI], class_="p10-toolcards"),
        choice_row(sentence(lang, "tool.l04.order"), "order", orders, tool.order),
        choice_list(sentence(lang, "tool.l04.card"), "card", cards, str(tool.card)),
        facts(_counts(tool, lang)),
        number_field(lang, sentence(lang, "tool.l04.at"), "at", tool.at + 1, 1, total),
        el("p", el("strong", _hand(tool.current, lang)), id=f"{ident}-current"),
        _orders(tool, lang),
        _list(tool, lang),
        el("p", sentence(lang, "tool.l04.twins"), class_="p10-muted"),
        el("h3", sentence(lang, "tool.l04.scale")),
        el(
            "div",
            number_field(lang, sentence(lang, "tool.l04.deck"), "deck", tool.deck, 1, SCALE),
            number_field(lang, sentence(lang, "tool.l04.hand"), "hand", tool.hand, 0, tool.deck),
            class_="p10-toolfields",
        ),
        _scaled(tool, lang, ident),
        id=ident,
        class_="p10-tool",
    )


@tool_said.register
def _said(tool: AllHands, lang: str) -> str:
    listed = sentence(
        lang,
        f"tool.l04.said.{tool.order}",
        all=len(tool.listed),
        at=tool.at + 1,
        cards=_hand(tool.current, lang),
    )
    hands = number(lang, tool.unordered)
    scaled = sentence(lang, "tool.l04.said.scale", deck=tool.deck, hand=tool.hand, hands=hands)
    return f"{listed} {scaled}"


def _counts(tool: AllHands, lang: str) -> list[tuple[str, Html | str]]:
    total = len(tool.listed)
    rows: list[tuple[str, Html | str]] = [
        (sentence(lang, f"tool.l04.listed.{tool.order}"), number(lang, total))
    ]
    if tool.card < 0:
        told = formula(sentence(lang, f"tool.l04.formula.{tool.order}"))
        rows.append((sentence(lang, "tool.l04.formula"), told))
    if tool.order == "hands":
        rows.append((sentence(lang, "tool.l04.looks"), number(lang, tool.looks)))
        rows.append((sentence(lang, "tool.l04.alike"), number(lang, tool.alike)))
    return rows


def _orders(tool: AllHands, lang: str) -> Html:
    """List the orders in which the cards that are looked at can be dealt."""
    heading = sentence(lang, "tool.l04.orders", hand=HAND, orders=factorial(HAND))
    items = [
        el("li", el("strong", _hand(deal, lang)) if deal == tool.current else _hand(deal, lang))
        for deal in tool.rearranged
    ]
    return el("div", el("p", heading), el("ol", items, class_="p10-hands"))


def _list(tool: AllHands, lang: str) -> Html:
    page = tool.page
    last = len(tool.listed)
    items = [
        el(
            "li",
            el("strong", _hand(tool.listed[place], lang), " ◀")
            if place == tool.at
            else _hand(tool.listed[place], lang),
            aria_current=True if place == tool.at else None,
        )
        for place in page
    ]
    told = sentence(
        lang, f"tool.l04.page.{tool.order}", first=page.start + 1, last=page.stop, all=last
    )
    back = tool_button(
        sentence(lang, "tool.l04.back"), "at", max(1, page.start - len(page) + 1),
        off=page.start == 0, ident="tool-at-back",
    )  # fmt: skip
    on = tool_button(
        sentence(lang, "tool.l04.on"), "at", min(last, page.stop + 1), off=page.stop >= last,
        ident="tool-at-on",
    )  # fmt: skip
    return el(
        "div",
        el("p", told),
        el("ol", items, start=page.start + 1, class_="p10-hands"),
        el("div", back, on, class_="p10-row"),
    )


def _scaled(tool: AllHands, lang: str, ident: str) -> Html:
    """Set the twelve cards beside the deck that was chosen, with all digits."""
    mini = (len(MINI), HAND, perm(len(MINI), HAND), factorial(HAND), comb(len(MINI), HAND))
    chosen = (tool.deck, tool.hand, tool.ordered, tool.orders, tool.unordered)
    names = ("deck", "hand", "a", "orders.of", "c")
    rows = [
        [formula(sentence(lang, f"tool.l04.{name}")), _digits(lang, small), _digits(lang, large)]
        for name, small, large in zip(names, mini, chosen, strict=True)
    ]
    heads = [sentence(lang, f"tool.l04.{name}") for name in ("count", "mini", "chosen")]
    caption = sentence(lang, "tool.l04.scale")
    return tool_table(caption, heads, rows, ident=f"{ident}-scaled")


def _digits(lang: str, value: int) -> Html:
    """Write a large number that may be broken between its groups, and nowhere else."""
    groups = _BETWEEN.split(number(lang, value))
    pieces = [[el("wbr"), group] if place else group for place, group in enumerate(groups)]
    return el("span", pieces, class_="p10-digits")


def _hand(places: Places, lang: str) -> str:
    return ", ".join(_name(place, lang) for place in places)


def _name(place: int, lang: str) -> str:
    """Name a card; the second of two twins carries a stroke."""
    card = MINI[place]
    return card_name(lang, card) + ("′" if card in MINI[:place] else "")
