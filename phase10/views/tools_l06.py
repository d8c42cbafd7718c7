"""L06, waiting for a useful card: what is seen under sliders, and cards turned over one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from phase10.game.cards import Card
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.tools.l06 import (
    HELD,
    MOST_OTHERS,
    SEVENS,
    WILDS,
    Waiting,
    helps,
)
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.i18n import number, percent, plural, sentence
from phase10.views.lesson_charts_play import waiting_bars
from phase10.views.lesson_text import answer_text, formula
from phase10.views.tools import (
    exact_text,
    facts,
    number_field,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)

_SHOWN: Final = 12
"""The chart and the table go as far, and a little further than what was set."""


@tool_html.register
def _html(tool: Waiting, lang: str, ident: str = "tool") -> Html:
    fields = (
        ("sevens", tool.sevens, HELD, SEVENS),
        ("wilds", tool.wilds, 0, WILDS),
        ("others", tool.others, 0, MOST_OTHERS),
        ("draws", tool.drawn, 0, max(tool.unseen, 1)),
    )
    within = [chance.within(tool.unseen, tool.outs, d) for d in _range(tool)]
    return el(
        "div",
        el("p", sentence(lang, "tool.l06.how")),
        el(
            "div",
            el("span", plural(lang, "tool.l06.seen", len(tool.seen)), class_="p10-label"),
            _cards(tool.seen, lang),
        ),
        el(
            "div",
            [
                number_field(lang, sentence(lang, f"tool.l06.{name}"), name, value, low, high)
                for name, value, low, high in fields
            ],
            class_="p10-toolfields",
        ),
        facts(_facts(tool, lang)),
        _turning(tool, lang),
        wide_chart(lang, waiting_bars(within, lang, ident=f"{ident}-bars"), f"{ident}-chart")
        if within
        else None,
        _table(tool, lang, ident),
        id=ident,
        class_="p10-tool",
    )


@tool_said.register
def _said(tool: Waiting, lang: str) -> str:
    told = plural(lang, "tool.l06.said", tool.drawn, outs=tool.outs, unseen=tool.unseen,
                  chance=exact_text(lang, tool.within))  # fmt: skip
    return f"{_turned(tool, lang)} {told}" if tool.turned else told


def _facts(tool: Waiting, lang: str) -> list[tuple[str, Html | str]]:
    unseen, outs, draws = tool.unseen, tool.outs, tool.drawn
    complement = formula(
        sentence(lang, "tool.l06.within.formula", rest=unseen - outs, draws=draws, all=unseen)
    )
    counted = sentence(
        lang,
        "tool.l06.outs.value",
        sevens=SEVENS - tool.sevens,
        wilds=WILDS - tool.wilds,
        outs=outs,
        all=unseen,
    )
    rows: list[tuple[str, Html | str]] = [
        (sentence(lang, "tool.l06.outs"), counted),
        (
            plural(lang, "tool.l06.within", draws),
            el("span", complement, " = ", exact_text(lang, tool.within)),
        ),
    ]
    if tool.mean is None or tool.mean_returned is None:
        return [*rows, (sentence(lang, "tool.l06.mean"), sentence(lang, "tool.l06.never"))]
    counted_wait = f"{unseen}/{outs}"
    mean = answer_text(lang, tool.mean, "value")
    returned = answer_text(lang, tool.mean_returned, "value")
    return [
        *rows,
        (sentence(lang, "tool.l06.mean"), f"({unseen} + 1)/({outs} + 1) = {mean}"),
        (
            sentence(lang, "tool.l06.mean.returned"),
            returned if returned.startswith(counted_wait) else f"{counted_wait} = {returned}",
        ),
    ]


def _turning(tool: Waiting, lang: str) -> Html:
    off = not tool.outs
    again = "tool.l06.turn.again" if tool.done else "tool.l06.turn"
    buttons = (
        tool_button(sentence(lang, again), "turn", off=off),
        tool_button(sentence(lang, "tool.l06.until"), "until", off=off),
        tool_button(sentence(lang, "tool.restart"), "restart",
                    off=not tool.turned and not tool.waits),
    )  # fmt: skip
    rows: list[tuple[str, str]] = []
    if tool.mean_turned is not None:
        rows = [
            (sentence(lang, "tool.l06.waits"), number(lang, len(tool.waits))),
            (
                sentence(lang, "tool.l06.mean.turned"),
                answer_text(lang, tool.mean_turned, "value"),
            ),
        ]
    return el(
        "div",
        el("h3", sentence(lang, "tool.l06.turning")),
        el("div", buttons, class_="p10-row"),
        el("p", _turned(tool, lang)),
        _cards(tool.turned, lang),
        facts(rows) if rows else None,
        class_="p10-tool",
    )


def _turned(tool: Waiting, lang: str) -> str:
    if not tool.turned:
        return sentence(lang, "tool.l06.turned.none")
    return plural(lang, f"tool.l06.turned.{'helps' if tool.done else 'not'}", len(tool.turned))


def _cards(cards: tuple[Card, ...] | list[Card], lang: str) -> Html:
    """Show cards; the useful ones stand in a frame."""
    drawn = [
        el("span", card_face(card, lang, small=True), class_="p10-frame" if helps(card) else None)
        for card in cards
    ]
    return el("div", drawn, class_="p10-toolcards")


def _range(tool: Waiting) -> range:
    return range(1, min(tool.unseen, max(_SHOWN, min(tool.drawn, 2 * _SHOWN))) + 1)


def _table(tool: Waiting, lang: str, ident: str) -> Html:
    places = list(_range(tool))
    if tool.drawn and tool.drawn not in places:
        places.append(tool.drawn)
    rows = []
    for draws in places:
        with_return = 1 - (1 - tool.each) ** draws
        rows.append(
            [
                number(lang, draws),
                exact_text(lang, chance.within(tool.unseen, tool.outs, draws)),
                _thousandths(lang, with_return),
                _thousandths(lang, tool.each * draws),
            ]
        )
    heads = ("draws", "within", "returned", "added")
    return tool_table(
        sentence(lang, "tool.l06.table"),
        [sentence(lang, f"tool.l06.head.{name}") for name in heads],
        rows,
        ident=f"{ident}-table",
    )


def _thousandths(lang: str, value: Fraction) -> str:
    return percent(lang, value, 1)
