"""L12 as HTML: a match as a chain of ten chances, its rounds exact and simulated, one walked."""

from __future__ import annotations

from math import ceil, sqrt

from phase10.game.phases import PHASES
from phase10.teaching.lessons.chance import rounds_table
from phase10.teaching.lessons.tools.l12 import MATCHES, MOST_ROUNDS, SEATS, Chain
from phase10.views.html import Child, Html, el
from phase10.views.i18n import decimal, number, plural, sentence
from phase10.views.lesson_charts_play import chain_chart, rounds_chart
from phase10.views.lesson_text import answer_text, figure_text
from phase10.views.tools import (
    facts,
    number_field,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)
from phase10.views.tools_typed import band_text, fieldset, note, typed_field

__all__: list[str] = []

_SHOWN = 8
"""Rounds of the match that are told one by one."""
_LONGEST = 24
"""Signs of a fraction that is written out."""


@tool_html.register
def _(tool: Chain, lang: str, ident: str = "tool") -> Html:
    count = len(PHASES)
    spread = sqrt(tool.variance)
    last = min(MOST_ROUNDS, max(count + 5, ceil(tool.mean + 3 * spread)))
    bars = rounds_chart(tool.chances, last, lang, ident=f"{ident}-bars", simulated=tool.counts)
    return el(
        "div",
        _chances(tool, lang),
        wide_chart(lang, chain_chart(tool.chances, lang), f"{ident}-chain"),
        number_field(lang, sentence(lang, "tool.l12.rounds"), "rounds", tool.rounds, 1,
                     MOST_ROUNDS),
        facts(_facts(tool, lang)),
        el("p", tool_button(sentence(lang, "tool.l12.matches", matches=MATCHES), "matches",
                            primary=True)),
        wide_chart(lang, bars, f"{ident}-rounds-chart"),
        _within(tool, lang, ident, last),
        _match(tool, lang, ident),
        class_="p10-tool",
        id=ident,
    )  # fmt: skip


@tool_said.register
def _(tool: Chain, lang: str) -> str:
    if tool.walk:
        return _round(tool, lang, len(tool.walk))
    return sentence(lang, "tool.l12.said", mean=answer_text(lang, tool.mean, "value"),
                    rounds=tool.rounds, chance=answer_text(lang, tool.within))  # fmt: skip


def _chances(tool: Chain, lang: str) -> Html:
    fields = [
        typed_field(sentence(lang, "tool.l12.p", phase=place), f"p.{place}", "apply", text)
        for place, text in enumerate(tool.texts, start=1)
    ]
    players = plural(lang, "tool.l12.played", tool.played, seats=SEATS)
    return fieldset(
        sentence(lang, "tool.l12.chances"),
        note(sentence(lang, "tool.l12.chances.note")),
        el("div", fields, class_="p10-toolfields p10-narrow"),
        el("p", tool_button(sentence(lang, "tool.l12.apply"), "apply", primary=True)),
        el(
            "div",
            typed_field(sentence(lang, "tool.l12.all"), "all", "apply_all", tool.all_text),
            tool_button(sentence(lang, "tool.l12.apply_all"), "apply_all"),
            class_="p10-row",
        ),
        el("p", tool_button(sentence(lang, "tool.l12.play"), "play"), " ",
           players if tool.played else None),
    )  # fmt: skip


def _facts(tool: Chain, lang: str) -> list[tuple[Child, Child]]:
    terms = " + ".join(answer_text(lang, 1 / p, "value").split(" ")[0] for p in tool.chances)
    exact, told = str(tool.within), figure_text(lang, tool.within)
    if len(exact) <= _LONGEST and not told.startswith(exact):
        told = f"{exact} {told}"
    rows: list[tuple[Child, Child]] = [
        (sentence(lang, "tool.l12.mean"), f"{terms} = {answer_text(lang, tool.mean, 'value')}"),
        (sentence(lang, "tool.l12.spread"), decimal(lang, sqrt(tool.variance), 2)),
        (f"P(N ≤ {tool.rounds})", told),
    ]
    if tool.bands and tool.simulated_mean is not None and tool.simulated_within is not None:
        told = sentence(
            lang, "tool.l12.simulated.told",
            mean=decimal(lang, tool.simulated_mean, 2), mean_band=band_text(lang, tool.bands[0], 2),
            share=decimal(lang, tool.simulated_within, 3),
            share_band=band_text(lang, tool.bands[1], 3),
        )  # fmt: skip
        rows.append((plural(lang, "tool.l12.simulated", tool.simulated), told))
    return rows


def _within(tool: Chain, lang: str, ident: str, last: int) -> Html:
    table = rounds_table(tool.chances, max(last, tool.rounds))
    first = len(tool.chances)
    shown = sorted({first, *range(15, len(table), 5), tool.rounds, last})
    rows = [[number(lang, at), figure_text(lang, table[at])] for at in shown]
    headings = [sentence(lang, f"tool.l12.head.{name}") for name in ("rounds", "chance")]
    return tool_table(sentence(lang, "tool.l12.table"), headings, rows, ident=f"{ident}-within")


def _match(tool: Chain, lang: str, ident: str) -> Html:
    start = max(0, len(tool.walk) - _SHOWN)
    told = [el("li", _round(tool, lang, at)) for at in range(start + 1, len(tool.walk) + 1)]
    tried = [phase for phase, _ in tool.walk]
    rows = [
        [number(lang, phase), number(lang, tried.count(phase)),
         sentence(lang, "tool.l12.made" if (phase, True) in tool.walk else "tool.l12.open")]
        for phase in range(1, min(tool.phase, len(PHASES)) + 1)
    ]  # fmt: skip
    headings = [sentence(lang, f"tool.l12.head.{name}") for name in ("phase", "tried", "state")]
    return fieldset(
        sentence(lang, "tool.l12.match", match=tool.match),
        el(
            "div",
            tool_button(sentence(lang, "tool.l12.round"), "round", off=tool.is_over),
            tool_button(sentence(lang, "tool.l12.run"), "run", off=tool.is_over),
            tool_button(sentence(lang, "tool.l12.new"), "match"),
            class_="p10-row",
        ),
        note(sentence(lang, "tool.l12.over", rounds=len(tool.walk))) if tool.is_over else None,
        el("ul", told, class_="p10-plain") if told else None,
        tool_table(sentence(lang, "tool.l12.match.table"), headings, rows, ident=f"{ident}-walk"),
    )


def _round(tool: Chain, lang: str, at: int) -> str:
    phase, made = tool.walk[at - 1]
    code = "tool.l12.walk.made" if made else "tool.l12.walk.missed"
    return sentence(lang, code, round=at, phase=phase)
