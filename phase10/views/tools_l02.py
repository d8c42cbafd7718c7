"""L02, the wobble: a running frequency within its band, and the fifty draws of a class."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from phase10.teaching.lessons.chance import half_width
from phase10.teaching.lessons.experiment import share_of
from phase10.teaching.lessons.simulation import MARKS, Tally
from phase10.teaching.lessons.tools.l02 import EACH, LIMIT, PUPILS, STEPS, WILD_CHANCE, Wobble
from phase10.views.cards import card_face
from phase10.views.html import Html, el, fragment
from phase10.views.i18n import decimal, number, percent, plural, sentence
from phase10.views.lesson_charts import Bar, bars_chart, convergence_chart
from phase10.views.lesson_text import answer_text, figure_text
from phase10.views.tools import facts, tool_button, tool_html, tool_said, wide_chart

_LAST_BAR: Final = 10
"""As many wilds and more are one bar."""
_CLOSE: Final = 200
"""Up to so many draws the picture has a point for every five."""
_FIGURE: Final = share_of("wild", {0: 1 - WILD_CHANCE, 1: WILD_CHANCE}, [1])


@tool_html.register
def _html(tool: Wobble, lang: str, ident: str = "tool") -> Html:
    full = tool.draws >= LIMIT
    steps = [
        tool_button(plural(lang, "tool.l02.draw", step), "draw", step, off=full) for step in STEPS
    ]
    return el(
        "div",
        el("p", sentence(lang, "tool.l02.how")),
        el(
            "div",
            steps,
            tool_button(sentence(lang, "tool.l02.class", pupils=PUPILS, each=EACH), "class"),
            tool_button(sentence(lang, "tool.restart"), "restart",
                        off=not tool.draws and not tool.pupils),
            class_="p10-row",
        ),
        _cards(tool, lang),
        facts(_own(tool, lang)),
        wide_chart(lang, _path(tool, lang, ident), f"{ident}-settling"),
        _pupils(tool, lang, ident),
        facts(_fifty(tool, lang)),
        id=ident,
        class_="p10-tool",
    )  # fmt: skip


@tool_said.register
def _said(tool: Wobble, lang: str) -> str:
    if not tool.draws and not tool.pupils:
        return sentence(lang, "tool.l02.said.none")
    own = sentence(lang, "tool.l02.said.own", draws=tool.draws, wilds=tool.wilds)
    if not tool.pupils:
        return own
    low, high = min(tool.pupils), max(tool.pupils)
    wilds = sum(tool.pupils)
    group = sentence(lang, "tool.l02.said.class", low=low, high=high, wilds=wilds)
    return f"{own} {group}" if tool.draws else group


def _cards(tool: Wobble, lang: str) -> Html:
    if not tool.last:
        return el("p", sentence(lang, "tool.l02.none"))
    return el(
        "div",
        el("span", sentence(lang, "tool.l02.last"), class_="p10-label"),
        el(
            "div", [card_face(card, lang, small=True) for card in tool.last], class_="p10-toolcards"
        ),
    )


def _own(tool: Wobble, lang: str) -> list[tuple[str, str]]:
    rows = [
        (sentence(lang, "tool.l02.draws"), f"n = {number(lang, tool.draws)}"),
        (sentence(lang, "tool.l02.wilds"), f"k = {number(lang, tool.wilds)}"),
        (sentence(lang, "tool.l02.exact"), figure_text(lang, WILD_CHANCE)),
    ]
    if tool.frequency is not None:
        found, away = tool.frequency, abs(tool.frequency - WILD_CHANCE)
        counted = f"{number(lang, tool.wilds)}/{number(lang, tool.draws)}"
        rows += [
            (sentence(lang, "tool.l02.frequency"), f"{counted} ≈ {decimal(lang, found, 4)}"),
            (sentence(lang, "tool.l02.away"), decimal(lang, away, 4)),
            (sentence(lang, "tool.l02.band"), _band(lang, tool.draws)),
        ]
    return rows


def _fifty(tool: Wobble, lang: str) -> list[tuple[str, str]]:
    low, high = tool.central
    inside = percent(lang, tool.inside, 1)
    everybody = EACH * PUPILS
    rows = [
        (sentence(lang, "tool.l02.mean", n=EACH), answer_text(lang, EACH * WILD_CHANCE, "value")),
        (
            sentence(lang, "tool.l02.central"),
            sentence(lang, "tool.l02.central.value", low=low, high=high, chance=inside),
        ),
        (sentence(lang, "tool.l02.band.n", n=EACH), _band(lang, EACH)),
        (sentence(lang, "tool.l02.band.n", n=everybody), _band(lang, everybody)),
    ]
    if tool.pooled is not None:
        counted = f"{number(lang, sum(tool.pupils))}/{number(lang, everybody)}"
        within = sum(low <= wilds <= high for wilds in tool.pupils)
        told = sentence(lang, "tool.l02.within.value", within=within, pupils=PUPILS)
        rows += [
            (sentence(lang, "tool.l02.pooled"), f"{counted} ≈ {decimal(lang, tool.pooled, 4)}"),
            (sentence(lang, "tool.l02.within", low=low, high=high), told),
        ]
    return rows


def _pupils(tool: Wobble, lang: str, ident: str) -> Html:
    """Draw how many pupils got how many wilds, over the exact chances."""
    bars = []
    for wilds in range(_LAST_BAR + 1):
        more = wilds == _LAST_BAR
        count = sum(each == wilds or (more and each > wilds) for each in tool.pupils)
        exact = sum(
            (p for k, p in tool.distribution.items() if k == wilds or (more and k > wilds)),
            Fraction(0),
        )
        name = f"≥ {wilds}" if more else number(lang, wilds)
        bars.append(Bar(name, Fraction(count, PUPILS) if tool.pupils else None, exact))
    chart = bars_chart(
        bars, lang, title=sentence(lang, "tool.l02.bars", n=EACH), ident=f"{ident}-pupils"
    )
    room = wide_chart(lang, chart, f"{ident}-counts")
    if not tool.pupils:
        return room
    each = ", ".join(number(lang, wilds) for wilds in tool.pupils)
    return fragment(room, el("p", sentence(lang, "tool.l02.each", number=tool.classes, wilds=each)))


def _path(tool: Wobble, lang: str, ident: str) -> Html:
    title = sentence(lang, "tool.l02.path")
    return convergence_chart(
        _FIGURE, _tally(tool), lang, title=title, ident=f"{ident}-path", exact=True
    )


def _tally(tool: Wobble) -> Tally:
    """Give the path of the draws as that of a simulation."""
    at = {n for n in MARKS if n <= tool.draws}
    at.update(range(5, min(tool.draws, _CLOSE) + 1, 5))
    at.update({tool.draws} - {0})
    path = tuple((n, {0: n - tool.path[n], 1: tool.path[n]}) for n in sorted(at))
    return Tally(0, tool.draws, path[-1][1] if path else {}, path)


def _band(lang: str, draws: int) -> str:
    return f"±{decimal(lang, half_width(WILD_CHANCE, draws), 4)}"
