"""L07, the two-way table to tap: two events hatched, both conditional chances side by side."""

from __future__ import annotations

from fractions import Fraction

from phase10.game.cards import CARDS, COLORS, NUMBERS, SKIP, WILD
from phase10.teaching.lessons.tools.l07 import DECKS, EVENTS, TwoWay, belongs
from phase10.views.html import Html, el
from phase10.views.i18n import number, plural, sentence
from phase10.views.names import card_name
from phase10.views.tools import (
    chance_text,
    choice_list,
    choice_row,
    facts,
    scrolled,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
)


@tool_html.register
def _html(tool: TwoWay, lang: str, ident: str = "tool") -> Html:
    decks = [(deck, sentence(lang, f"tool.l07.deck.{deck}")) for deck in DECKS]
    events = [(event, _event(lang, event)) for event in EVENTS]
    return el(
        "div",
        el("p", sentence(lang, "tool.l07.how")),
        choice_row(sentence(lang, "tool.l07.deck"), "deck", decks, tool.deck),
        el(
            "div",
            choice_list(sentence(lang, "tool.l07.event", name="A"), "first", events, tool.first),
            choice_list(sentence(lang, "tool.l07.event", name="B"), "second", events, tool.second),
            class_="p10-toolfields",
        ),
        el(
            "div",
            tool_button(sentence(lang, "tool.l07.swap"), "swap"),
            tool_button(sentence(lang, "tool.l07.hand"), "hand"),
            tool_button(sentence(lang, "tool.l07.reset"), "reset", off=not tool.seen),
            class_="p10-row",
        ),
        _cells(tool, lang, ident),
        el("p", plural(lang, "tool.l07.seen", tool.seen)),
        _given(tool, lang),
        _independence(tool, lang),
        _counts(tool, lang, ident),
        id=ident,
        class_="p10-tool",
    )


@tool_said.register
def _said(tool: TwoWay, lang: str) -> str:
    first, second = tool.count(tool.first), tool.count(tool.second)
    return " ".join(
        [
            sentence(lang, "tool.l07.said", both=tool.both, first=first, second=second),
            _verdict(tool, lang),
        ]
    )


def _cells(tool: TwoWay, lang: str, ident: str) -> Html:
    """Draw numbers by colors; each cell is a button with the cards that are left."""
    heads = [el("th", sentence(lang, f"tool.l07.color.{color}"), scope="col") for color in COLORS]
    rows = []
    for place in range(NUMBERS):
        kinds = [color * NUMBERS + place for color in range(len(COLORS))]
        rows.append(
            el(
                "tr",
                el("th", place + 1, scope="row"),
                [el("td", _cell(tool, kind, lang)) for kind in kinds],
                el("td", sum(tool.counts[kind] for kind in kinds)),
            )
        )
    total = sentence(lang, "sheet.total")
    colors = [
        sum(tool.counts[color * NUMBERS + place] for place in range(NUMBERS))
        for color in range(len(COLORS))
    ]
    rows.append(
        el("tr", el("th", total, scope="row"), [el("td", n) for n in colors],
           el("td", sum(colors)))
    )  # fmt: skip
    if tool.deck == "all":
        rows += [
            el(
                "tr",
                el("th", card_name(lang, CARDS[kind]), scope="row", colspan=len(COLORS)),
                el("td", _cell(tool, kind, lang)),
                el("td", tool.counts[kind]),
            )
            for kind in (WILD, SKIP)
        ]
        rows.append(
            el("tr", el("th", sentence(lang, "tool.l07.all"), scope="row",
                        colspan=len(COLORS) + 1), el("td", tool.total))
        )  # fmt: skip
    caption = sentence(lang, "tool.l07.table")
    drawn = el(
        "table",
        el("caption", caption),
        el("thead", el("tr", el("td"), heads, el("th", total, scope="col"))),
        el("tbody", rows),
        class_="p10-taptable",
    )
    return scrolled(drawn, caption, f"{ident}-cells")


def _cell(tool: TwoWay, kind: int, lang: str) -> Html:
    card = CARDS[kind]
    inside = [
        name for name, event in (("A", tool.first), ("B", tool.second)) if belongs(card, event)
    ]
    region = "∩".join(inside)
    left = tool.counts[kind]
    code = "tool.l07.cell" if inside else "tool.l07.cell.outside"
    told = sentence(lang, code, card=card_name(lang, card, "spoken"), left=left, region=region)
    return tool_button(
        [el("span", left), el("small", region) if inside else None],
        "card",
        str(card),
        name=told,
        class_=" ".join(["p10-cell", *(f"p10-in-{name.lower()}" for name in inside)]),
    )


def _given(tool: TwoWay, lang: str) -> Html:
    """Set both conditional chances side by side, as counted."""
    names = {"A": (tool.first, tool.second), "B": (tool.second, tool.first)}
    cards = []
    for name, (event, condition) in names.items():
        other = "B" if name == "A" else "A"
        among = tool.count(condition)
        counted = sentence(lang, "tool.l07.of", count=tool.both, among=among)
        told = chance_text(lang, tool.both, among) or sentence(lang, "tool.l07.impossible")
        words = sentence(
            lang, "tool.l07.words", event=_event(lang, event), condition=_event(lang, condition)
        )
        cards.append(
            el("div", el("strong", f"P({name}|{other})"), el("span", words),
               el("span", counted, class_="p10-counted"), el("span", told))
        )  # fmt: skip
    return el("div", cards, class_="p10-sidebyside")


def _independence(tool: TwoWay, lang: str) -> Html | None:
    if tool.product is None:
        return None
    total = tool.total
    parts = [f"{tool.count(event)}/{total}" for event in (tool.first, tool.second)]
    rows = [
        ("P(A∩B)", _share(tool.both, total)),
        ("P(A)·P(B)", f"({parts[0]})·({parts[1]}) = {tool.product}"),
    ]
    return el("div", facts(rows), el("p", el("strong", _verdict(tool, lang))))


def _verdict(tool: TwoWay, lang: str) -> str:
    if tool.independent is None:
        return sentence(lang, "tool.l07.empty")
    return sentence(lang, f"tool.l07.{'independent' if tool.independent else 'dependent'}")


def _counts(tool: TwoWay, lang: str, ident: str) -> Html:
    both, first, second = tool.both, tool.count(tool.first), tool.count(tool.second)
    regions = (
        ("A", first),
        ("B", second),
        ("A∩B", both),
        (sentence(lang, "lesson.grid.only", event="A"), first - both),
        (sentence(lang, "lesson.grid.only", event="B"), second - both),
        (sentence(lang, "lesson.grid.neither"), tool.total - first - second + both),
    )
    rows = [[name, number(lang, n), chance_text(lang, n, tool.total)] for name, n in regions]
    rows.append([sentence(lang, "tool.l07.all"), number(lang, tool.total), ""])
    heads = [
        sentence(lang, "lesson.grid.region"),
        sentence(lang, "lesson.grid.cards"),
        sentence(lang, "lesson.tree.chance"),
    ]
    return tool_table(sentence(lang, "tool.l07.counts"), heads, rows, ident=f"{ident}-counts")


def _share(count: int, total: int) -> str:
    counted, lowest = f"{count}/{total}", str(Fraction(count, total))
    return counted if counted == lowest else f"{counted} = {lowest}"


def _event(lang: str, event: str) -> str:
    return event if event.isdecimal() else sentence(lang, f"tool.event.{event}")
