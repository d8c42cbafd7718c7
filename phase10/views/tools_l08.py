"""L08 as HTML: the Venn diagram of two events on the grid of the deck."""

from __future__ import annotations

from phase10.game.cards import COLORS, STANDARD_DECK, Card
from phase10.teaching.lessons.tools.l08 import EVENTS, REGIONS, Venn
from phase10.views.html import Html, el
from phase10.views.i18n import number, sentence
from phase10.views.lesson_charts_cards import deck_grid
from phase10.views.lesson_text import answer_text
from phase10.views.names import card_name, color_name
from phase10.views.tools import (
    chance_text,
    choice_list,
    choice_row,
    facts,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)

__all__: list[str] = []

_KINDS = {"wild": "W", "skip": "S"}


@tool_html.register
def _(tool: Venn, lang: str, ident: str = "tool") -> Html:
    size = STANDARD_DECK.size
    options = [(event, _event(lang, event)) for event in EVENTS]
    twice = [
        sentence(lang, "tool.copies", card=card_name(lang, card),
                 count=STANDARD_DECK.counts[card.kind])
        for card in tool.cards("both")
    ]  # fmt: skip
    return el(
        "div",
        el(
            "div",
            choice_list(sentence(lang, "tool.l08.a"), "a", options, tool.a),
            choice_list(sentence(lang, "tool.l08.b"), "b", options, tool.b),
            class_="p10-toolfields",
        ),
        choice_row(
            sentence(lang, "tool.l08.region"),
            "region",
            [(region, _region(lang, tool, region)) for region in REGIONS],
            tool.region,
        ),
        el(
            "div",
            wide_chart(lang, _deck(tool, lang, ident), f"{ident}-deck"),
            class_="p10-deckroom",
        ),
        facts(
            [
                (
                    _region(lang, tool, tool.region),
                    chance_text(lang, tool.count(tool.region), size),
                ),
                (sentence(lang, "tool.l08.rule"), _rule(lang, tool)),
                (
                    sentence(lang, "tool.l08.twice", count=tool.count("both")),
                    ", ".join(twice) or sentence(lang, "tool.l08.none"),
                ),
            ]
        ),
        tool_table(
            sentence(lang, "tool.l08.table"),
            [sentence(lang, f"tool.l08.head.{name}") for name in ("region", "cards", "chance")],
            [
                [
                    _region(lang, tool, region),
                    number(lang, tool.count(region)),
                    chance_text(lang, tool.count(region), size),
                ]
                for region in REGIONS
            ],
            ident=f"{ident}-table",
        ),
        class_="p10-tool",
        id=ident,
    )


def _deck(tool: Venn, lang: str, ident: str) -> Html:
    return deck_grid(
        lang,
        tool.in_a,
        tool.in_b,
        title=sentence(lang, "tool.l08.title", region=_region(lang, tool, tool.region)),
        names=(_event(lang, tool.a), _event(lang, tool.b)),
        pointed=tool.inside,
        ident=f"{ident}-grid",
    )


@tool_said.register
def _(tool: Venn, lang: str) -> str:
    return sentence(
        lang,
        "tool.l08.said",
        region=_region(lang, tool, tool.region),
        chance=chance_text(lang, tool.count(tool.region), STANDARD_DECK.size),
    )


def _event(lang: str, event: str) -> str:
    if event in COLORS:
        return color_name(lang, event)
    if event in _KINDS:
        return card_name(lang, Card.parse(_KINDS[event]))
    return sentence(lang, "tool.l08.number") if event == "number" else event


def _region(lang: str, tool: Venn, region: str) -> str:
    """Name a region by its events: ``A and B: red and 7``."""
    return sentence(
        lang, f"tool.l08.region.{region}", a=_event(lang, tool.a), b=_event(lang, tool.b)
    )


def _rule(lang: str, tool: Venn) -> str:
    """Write the addition rule with its numbers."""
    size = STANDARD_DECK.size
    a, b, both = (tool.count(name) for name in ("first", "second", "both"))
    counted = f"({a} + {b} − {both})/{size} = {a + b - both}/{size}"
    told = answer_text(lang, tool.sum)
    return counted if told == f"{a + b - both}/{size}" else f"{counted} = {told}"
