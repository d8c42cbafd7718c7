"""L01, the deck counter: the cards of the deck to tap, what is marked counted beside them."""

from __future__ import annotations

from phase10.teaching.lessons.tools.l01 import DECK, SORTS, DeckCounter, Group
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.i18n import number, sentence
from phase10.views.names import card_name
from phase10.views.tools import (
    chance_text,
    choice_row,
    facts,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
)


@tool_html.register
def _html(tool: DeckCounter, lang: str, ident: str = "tool") -> Html:
    marked = len(tool.marked)
    sorts = [(name, sentence(lang, f"tool.l01.sort.{name}")) for name in SORTS]
    counted = facts(
        [
            (sentence(lang, "tool.l01.marked"), f"m = {number(lang, marked)}"),
            (sentence(lang, "tool.l01.all"), f"n = {number(lang, len(DECK))}"),
            ("m/n", chance_text(lang, marked, len(DECK))),
        ]
    )
    return el(
        "div",
        el("p", sentence(lang, "tool.l01.how")),
        choice_row(sentence(lang, "tool.l01.sort"), "sort", sorts, tool.sort),
        counted,
        tool_button(sentence(lang, "tool.l01.clear"), "clear", off=not marked),
        el("div", [_group(tool, group, lang) for group in tool.groups], class_="p10-deckgroups"),
        _table(tool, lang, ident),
        id=ident,
        class_="p10-tool",
    )


@tool_said.register
def _said(tool: DeckCounter, lang: str) -> str:
    marked = len(tool.marked)
    chance = chance_text(lang, marked, len(DECK))
    return sentence(lang, "tool.l01.said", marked=marked, all=len(DECK), chance=chance)


def _group(tool: DeckCounter, group: Group, lang: str) -> Html:
    name = _name(lang, group.name)
    count, size = tool.count(group), len(group.places)
    told = sentence(lang, "tool.l01.count", marked=count, size=size)
    return el(
        "div",
        tool_button(
            [el("span", name), " ", el("small", told)],
            "group",
            group.name,
            pressed=count == size,
            class_="p10-groupname",
        ),
        el(
            "div",
            [_card(tool, place, lang) for place in group.places],
            role="group",
            aria_label=name,
            class_="p10-deckcards",
            data_roving="",
        ),
        class_="p10-deckgroup",
    )


def _card(tool: DeckCounter, place: int, lang: str) -> Html:
    card = DECK[place]
    return tool_button(
        card_face(card, lang, small=True, named=False),
        "card",
        place,
        name=card_name(lang, card, "spoken"),
        pressed=place in tool.marked,
        class_="p10-cardbutton",
    )


def _table(tool: DeckCounter, lang: str, ident: str) -> Html:
    heads = ("group", "size", "marked", "chance")
    rows = [
        [
            _name(lang, group.name),
            number(lang, len(group.places)),
            number(lang, tool.count(group)),
            chance_text(lang, len(group.places), len(DECK)),
        ]
        for group in tool.groups
    ]
    rows.append(
        [
            sentence(lang, "sheet.total"),
            number(lang, len(DECK)),
            number(lang, len(tool.marked)),
            chance_text(lang, len(DECK), len(DECK)),
        ]
    )
    return tool_table(
        sentence(lang, "tool.l01.table"),
        [sentence(lang, f"tool.l01.head.{name}") for name in heads],
        rows,
        ident=f"{ident}-table",
    )


def _name(lang: str, group: str) -> str:
    if group.isdecimal():
        return sentence(lang, "tool.l01.number", n=int(group))
    return sentence(lang, f"tool.l01.group.{group}")
