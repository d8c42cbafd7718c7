"""L14 as HTML: tables of two plans filled backwards step by step, beside simulated races."""

from __future__ import annotations

from fractions import Fraction

from phase10.teaching.lessons.tools.l14 import MOST_NEED, PLANS, RACES, Race, Step
from phase10.views.html import Html, el
from phase10.views.i18n import decimal, number, sentence
from phase10.views.lesson_charts_play import race_view
from phase10.views.lesson_text import answer_text, figure_text
from phase10.views.tools import (
    number_field,
    scrolled,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
)
from phase10.views.tools_typed import band_text, fieldset, note, typed_field

__all__: list[str] = []


@tool_html.register
def _(tool: Race, lang: str, ident: str = "tool") -> Html:
    return el(
        "div",
        note(sentence(lang, "tool.l14.note")),
        el("div", [_settings(tool, lang, plan) for plan in PLANS], class_="p10-toolfields"),
        typed_field(sentence(lang, "tool.l14.h"), "h", "apply", tool.texts["h"],
                    note=sentence(lang, "tool.l14.share.note")),
        el("p", tool_button(sentence(lang, "tool.l14.apply"), "apply", primary=True)),
        [_table(tool, lang, plan, ident) for plan in PLANS],
        el(
            "div",
            tool_button(sentence(lang, "tool.l14.race", races=RACES), "race", primary=True),
            tool_button(sentence(lang, "tool.l14.empty"), "empty"),
            class_="p10-row",
        ),
        _compared(tool, lang, ident),
        class_="p10-tool",
        id=ident,
    )  # fmt: skip


@tool_said.register
def _(tool: Race, lang: str) -> str:
    told = []
    for plan in PLANS:
        filled = tool.plans[plan].filled
        if filled:
            told.append(
                sentence(lang, f"tool.l14.said.{plan}", left=filled,
                         value=answer_text(lang, tool.step(plan, filled).value))
            )  # fmt: skip
    return " ".join(told) or sentence(lang, "tool.l14.empty.said")


def _settings(tool: Race, lang: str, plan: str) -> Html:
    return fieldset(
        sentence(lang, f"tool.l14.plan.{plan}"),
        number_field(lang, sentence(lang, f"tool.l14.need.{plan}"), f"need.{plan}",
                     tool.plans[plan].need, 1, MOST_NEED, slider=False),
        typed_field(sentence(lang, f"tool.l14.r.{plan}"), f"r.{plan}", "apply", tool.texts[plan]),
    )  # fmt: skip


def _table(tool: Race, lang: str, plan: str, ident: str) -> Html:
    chosen = tool.plans[plan]
    title = sentence(lang, f"tool.l14.plan.{plan}")
    fill = [
        tool_button(
            f"V({left})",
            f"fill.{plan}",
            left,
            pressed=left <= chosen.filled,
            name=sentence(lang, f"tool.l14.fill.{plan}", left=left),
        )
        for left in range(1, chosen.need + 1)
    ]
    steps = [
        el("li", _step(tool.step(plan, left), tool, lang)) for left in range(1, chosen.filled + 1)
    ]
    return fieldset(
        sentence(lang, "tool.l14.table", plan=title),
        el("div", el("span", sentence(lang, "tool.l14.fill")), fill, class_="p10-row"),
        scrolled(
            race_view(chosen.need, chosen.r, tool.h, lang, filled=chosen.filled),
            title,
            f"{ident}-values-{plan}",
        ),
        el("ol", steps) if steps else None,
    )


def _step(step: Step, tool: Race, lang: str) -> str:
    """Write a Bellman step with its numbers."""
    after = "1" if step.left == 1 else f"(1 − h)·V({step.left - 1}) = {_short(lang, step.after)}"
    return sentence(
        lang,
        "tool.l14.step",
        left=step.left,
        after=after,
        r=str(step.r),
        h=str(tool.h),
        top=_short(lang, step.r * step.after),
        below=_short(lang, step.below),
        value=answer_text(lang, step.value),
    )


def _short(lang: str, value: Fraction) -> str:
    written = str(value)
    return written if len(written) <= 12 else decimal(lang, value, 4)


def _compared(tool: Race, lang: str, ident: str) -> Html:
    rows = []
    for plan in PLANS:
        chosen = tool.plans[plan]
        value, second, found = tool.value(plan), tool.second(plan), tool.simulated(plan)
        rows.append(
            [
                sentence(lang, f"tool.l14.plan.{plan}"),
                number(lang, chosen.need),
                str(chosen.r),
                "?" if value is None else figure_text(lang, value),
                "?" if second is None else figure_text(lang, second),
                ""
                if found is None
                else f"{decimal(lang, found, 3)} "
                f"({number(lang, chosen.wins)}/{number(lang, chosen.races)})",
                band_text(lang, tool.band(plan)),
            ]
        )
    names = ("plan", "need", "r", "first", "second", "simulated", "band")
    verdict = tool.best
    told = "unknown" if verdict is None else verdict or "equal"
    return fieldset(
        sentence(lang, "tool.l14.compare"),
        tool_table(
            sentence(lang, "tool.l14.compare"),
            [sentence(lang, f"tool.l14.head.{name}") for name in names],
            rows,
            ident=f"{ident}-compared",
        ),
        note(sentence(lang, f"tool.l14.best.{told}")),
    )
