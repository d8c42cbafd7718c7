"""Interactives of the lessons as HTML: which there are, and the controls that they share.

A module ``tools_lNN`` beside this one draws the interactive of a lesson and registers itself with
:func:`tool_html` and :func:`tool_said`. All controls say by ``data-act="lessons.tool.NAME"`` what
they do, and their ids begin with ``tool-``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import singledispatch
from html import unescape
from importlib import import_module
from importlib.resources import files
from typing import Final

from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import Tool
from phase10.views.html import Child, Html, el, table
from phase10.views.i18n import number, sentence
from phase10.views.lesson_text import figure_text

__all__ = [
    "TOOLS",
    "chance_text",
    "check_box",
    "choice_list",
    "choice_row",
    "exact_text",
    "facts",
    "make_tool",
    "number_field",
    "scrolled",
    "tool_button",
    "tool_html",
    "tool_said",
    "tool_table",
    "tools_style",
    "wide_chart",
]

TOOLS: Final = tuple(f"L{place:02}" for place in range(1, 15))
"""Lessons that have an interactive."""

_ACT: Final = "lessons.tool."
_LONGEST: Final = 10**16
_CAPTION: Final = re.compile("<figcaption[^>]*>([^<]+)</figcaption>")


def make_tool(lesson_id: str, code: LessonCode) -> Tool | None:
    """Make the interactive of a lesson, seeded by its code; ``None`` for a teacher's own lesson."""
    if lesson_id not in TOOLS:
        return None
    name = lesson_id.lower()
    import_module(f"phase10.views.tools_{name}")
    made: Tool = import_module(f"phase10.teaching.lessons.tools.{name}").make(code)
    return made


def tools_style() -> str:
    """Return the style sheet of the interactives."""
    return files("phase10.views").joinpath("tools.css").read_text("utf-8")


@singledispatch
def tool_html(tool: object, lang: str, ident: str = "tool") -> Html:
    """Draw an interactive with its controls; ``ident`` keeps several drawings on a page apart."""
    raise TypeError(f"nothing draws {type(tool).__name__}")


@singledispatch
def tool_said(tool: object, lang: str) -> str:
    """Say in one sentence what an interactive shows now, for the live line after an act."""
    raise TypeError(f"nothing tells of {type(tool).__name__}")


# --- controls ------------------------------------------------------------------------------------


def tool_button(
    label: Child,
    act: str,
    value: str | int | None = None,
    *,
    name: str | None = None,
    pressed: bool | None = None,
    off: bool = False,
    primary: bool = False,
    class_: str | None = None,
    ident: str | None = None,
) -> Html:
    """Draw a button; ``name`` says in words what signs such as − only show.

    ``ident`` where the value changes, so that the focus finds the button again. ``pressed`` makes
    it a switch, ``off`` says that it does nothing now.
    """
    classes = [part for part in ("p10-primary" if primary else None, class_) if part]
    return el(
        "button",
        label,
        type="button",
        id=ident or _ident(act, value),
        class_=" ".join(classes) or None,
        data_act=f"{_ACT}{act}",
        data_value=value,
        aria_label=name,
        aria_pressed=pressed,
        aria_disabled=True if off else None,
    )


def number_field(
    lang: str, label: str, act: str, value: int, low: int, high: int, *, slider: bool = True
) -> Html:
    """Draw a number that is typed, stepped by − and +, and slid; each way sends the same act."""
    ident = _ident(act, None)
    stepped = el(
        "div",
        tool_button("−", act, max(low, value - 1), off=value <= low, ident=f"{ident}-less",
                    name=sentence(lang, "tool.less", what=label)),
        el("input", type="text", inputmode="numeric", id=ident, value=str(value),
           data_act=f"{_ACT}{act}", autocomplete="off", spellcheck="false", maxlength=12),
        tool_button("+", act, min(high, value + 1), off=value >= high, ident=f"{ident}-more",
                    name=sentence(lang, "tool.more", what=label)),
        class_="p10-stepper",
    )  # fmt: skip
    slid = el(
        "input",
        type="range",
        id=f"{ident}-slider",
        min=low,
        max=high,
        step=1,
        value=str(value),
        data_act=f"{_ACT}{act}",
        aria_label=sentence(lang, "tool.slider", what=label),
    )
    bounds = el("small", sentence(lang, "tool.bounds", low=low, high=high))
    return el(
        "div",
        el("label", label, " ", bounds, for_=ident, class_="p10-label"),
        stepped,
        slid if slider else None,
        class_="p10-field p10-numberfield",
    )


def choice_row(label: str, act: str, options: Sequence[tuple[str, Child]], value: str) -> Html:
    """Draw a choice of one as a row of chips, one tab stop; ``options``: values and words."""
    drawn = [
        el(
            "button",
            words,
            type="button",
            role="radio",
            class_="p10-chip",
            id=_ident(act, key),
            aria_checked=key == value,
            data_act=f"{_ACT}{act}",
            data_value=key,
        )
        for key, words in options
    ]
    ident = f"{_ident(act, None)}-label"
    return el(
        "div",
        el("span", label, id=ident, class_="p10-label"),
        el("div", drawn, role="radiogroup", class_="p10-row", aria_labelledby=ident,
           data_roving=""),
        class_="p10-field",
    )  # fmt: skip


def choice_list(label: str, act: str, options: Sequence[tuple[str, str]], value: str) -> Html:
    """Draw a choice of one as a list to open; ``options``: values and words."""
    ident = _ident(act, None)
    listed = [el("option", words, value=key, selected=key == value) for key, words in options]
    return el(
        "div",
        el("label", label, for_=ident, class_="p10-label"),
        el("select", listed, id=ident, data_act=f"{_ACT}{act}"),
        class_="p10-field",
    )


def check_box(label: str, act: str, on: bool) -> Html:
    """Draw a check box with its label; it sends whether it is on."""
    box = el("input", type="checkbox", id=_ident(act, None), data_act=f"{_ACT}{act}", checked=on)
    return el("label", box, label)


# --- numbers -------------------------------------------------------------------------------------


def chance_text(lang: str, marked: int, total: int) -> str:
    """Write a chance as counted: ``8/108 = 2/27 ≈ 0.0741: 74 of 1000``.

    Without a single card there is no chance: "".
    """
    if not total:
        return ""
    share = Fraction(marked, total)
    told = figure_text(lang, share)
    counted = f"{number(lang, marked)}/{number(lang, total)}"
    return told if counted == str(share) else f"{counted} = {told}"


def exact_text(lang: str, value: Fraction, *, chance: bool = True) -> str:
    """Write a figure with its fraction, also a long one: ``1/3 ≈ 0.333 (333 of 1000)``.

    Fractions of more digits than anybody compares are left to the decimal.
    """
    told = figure_text(lang, value, chance=chance)
    shown = told.startswith(("≈", "="))
    return f"{value} {told}" if shown and value.denominator < _LONGEST else told


def facts(rows: Sequence[tuple[Child, Child]]) -> Html:
    """List names with their values."""
    return el(
        "dl",
        [el("div", el("dt", name), el("dd", value)) for name, value in rows],
        class_="p10-facts",
    )


def tool_table(
    caption: str, headings: Sequence[Child], rows: Sequence[Sequence[Child]], *, ident: str
) -> Html:
    """Draw a table of numbers that scrolls on a narrow screen."""
    kept = [[_unbroken(cell) for cell in row] for row in rows]
    return scrolled(table(caption, headings, kept), caption, ident)


def wide_chart(lang: str, chart: Html, ident: str) -> Html:
    """Let a chart scroll where the screen is so narrow that its letters would be too small.

    The place is named by the caption of the chart, so that two charts have two names.
    """
    caption = _CAPTION.search(chart)
    label = unescape(caption[1]) if caption else sentence(lang, "page.lessons.chart")
    return el("div", scrolled(chart, label, ident), class_="p10-chartroom")


def scrolled(content: Html, label: str, ident: str) -> Html:
    """Let something wide scroll by itself, also by keys; ``label`` names the place."""
    return el(
        "div", content, id=ident, class_="p10-scroll", role="region", tabindex=0, aria_label=label
    )


def _unbroken(cell: Child) -> Child:
    """Keep a computed number on one line, but for what stands in brackets behind it."""
    if not isinstance(cell, str) or isinstance(cell, Html) or not {"=", "≈"} & set(cell):
        return cell
    before, bracket, after = cell.partition(" (")
    parts = [before, f"({after}"] if bracket else [before]
    spans = [el("span", part, class_="p10-unbroken") for part in parts]
    return [spans[0], " ", *spans[1:]]


def _ident(act: str, value: str | int | None) -> str:
    ident = f"tool-{act.replace('.', '-').replace('_', '-')}"
    return ident if value is None else f"{ident}-{value}"
