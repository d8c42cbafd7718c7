"""L05, marked cards in a hand: exact bars under sliders, with deals drawn over them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from phase10.teaching.lessons.tools.l05 import (
    DEALS,
    MOST_CARDS,
    MOST_DEALS,
    MOST_HAND,
    MarkedCards,
)
from phase10.views.html import Html, el
from phase10.views.i18n import number, percent, plural, sentence
from phase10.views.lesson_charts import Bar, bars_chart
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

_MOST_BARS: Final = 14
_TINY: Final = Fraction(1, 2000)
"""Rarer numbers of marked cards are put together with their neighbor."""


@tool_html.register
def _html(tool: MarkedCards, lang: str, ident: str = "tool") -> Html:
    most = min(MOST_HAND, tool.deck)
    deals = [
        tool_button(
            plural(lang, "tool.l05.deal", count),
            "deal",
            count,
            off=tool.deals + count > MOST_DEALS,
        )
        for count in DEALS
    ]
    return el(
        "div",
        el("p", sentence(lang, "tool.l05.how")),
        el(
            "div",
            number_field(lang, sentence(lang, "tool.l05.deck"), "deck", tool.deck, 1, MOST_CARDS),
            number_field(lang, sentence(lang, "tool.l05.marked"), "marked", tool.marked, 0,
                         tool.deck),
            number_field(lang, sentence(lang, "tool.l05.hand"), "hand", tool.hand, 0, most),
            class_="p10-toolfields",
        ),
        facts(_facts(tool, lang)),
        el("div", deals, tool_button(sentence(lang, "tool.restart"), "restart",
                                     off=not tool.deals), class_="p10-row"),
        el("p", plural(lang, "tool.l05.dealt", tool.deals)),
        wide_chart(lang, _chart(tool, lang, ident), f"{ident}-chart"),
        _table(tool, lang, ident),
        id=ident,
        class_="p10-tool",
    )  # fmt: skip


@tool_said.register
def _said(tool: MarkedCards, lang: str) -> str:
    some = exact_text(lang, tool.some)
    mean = answer_text(lang, tool.mean, "value")
    told = sentence(lang, "tool.l05.said", deck=tool.deck, marked=tool.marked, hand=tool.hand,
                    some=some, mean=mean)  # fmt: skip
    return f"{told} {plural(lang, 'tool.l05.dealt', tool.deals)}" if tool.deals else told


def _facts(tool: MarkedCards, lang: str) -> list[tuple[str, Html | str]]:
    values = {"deck": tool.deck, "rest": tool.deck - tool.marked, "hand": tool.hand}
    some = formula(sentence(lang, "tool.l05.some.formula", **values))
    return [
        (sentence(lang, "tool.l05.some"), el("span", some, " = ", exact_text(lang, tool.some))),
        (sentence(lang, "tool.l05.none"), exact_text(lang, 1 - tool.some)),
        (
            sentence(lang, "tool.l05.mean"),
            f"{tool.hand}·{tool.marked}/{tool.deck} = {answer_text(lang, tool.mean, 'value')}",
        ),
        (sentence(lang, "tool.l05.variance"), exact_text(lang, tool.variance, chance=False)),
    ]


def _chart(tool: MarkedCards, lang: str, ident: str) -> Html:
    title = sentence(lang, "tool.l05.bars")
    return bars_chart(_bars(tool, lang), lang, title=title, ident=f"{ident}-bars")


def _bars(tool: MarkedCards, lang: str) -> list[Bar]:
    """Draw each number of marked cards that is not too rare; the rarest join at the ends."""
    possible = tool.distribution
    seen = [k for k, p in possible.items() if p >= _TINY or tool.counts.get(k)]
    low, high = min(seen), max(seen)
    width = -(-(high - low + 1) // _MOST_BARS)
    first, last = min(possible), max(possible)
    bars = []
    for start in range(low, high + 1, width):
        begin = first if start == low else start
        end = last if start + width > high else start + width - 1
        inside = [k for k in possible if begin <= k <= end]
        dealt = sum(tool.counts.get(k, 0) for k in inside)
        name = number(lang, begin)
        if begin < end:
            name = sentence(lang, "lesson.chart.range", low=begin, high=end)
        bars.append(
            Bar(
                name,
                Fraction(dealt, tool.deals) if tool.deals else None,
                sum((possible[k] for k in inside), Fraction(0)),
            )
        )
    return bars


def _table(tool: MarkedCards, lang: str, ident: str) -> Html:
    rows: list[list[Html | str]] = []
    for found, chance in tool.distribution.items():
        share = tool.share(found)
        dealt = "" if share is None else percent(lang, share, 1)
        rows.append([number(lang, found), number(lang, tool.ways(found)),
                     exact_text(lang, chance), dealt])  # fmt: skip
    values = {
        "marked": tool.marked,
        "rest": tool.deck - tool.marked,
        "hand": tool.hand,
        "deck": tool.deck,
    }
    heads: list[Html | str] = [
        "k",
        formula(sentence(lang, "tool.l05.head.ways", **values)),
        formula(sentence(lang, "tool.l05.head.chance", **values)),
        sentence(lang, "tool.l05.head.dealt"),
    ]
    return el(
        "details",
        el("summary", sentence(lang, "tool.l05.table")),
        tool_table(sentence(lang, "tool.l05.table"), heads, rows, ident=f"{ident}-table"),
        id=f"{ident}-numbers",
        data_keep=True,
    )
