"""Charts as inline SVG, each with its numbers in words and as a table.

Bars are hatched and carry their values, so that nothing depends on colour; lines and letters take
the colour of the text around them and so follow light, dark and print.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from phase10.views.html import Html, el, table
from phase10.views.i18n import decimal, fraction, number, percent, plural, sentence

__all__ = ["chance_chart", "chance_table"]

_WIDTH, _HEIGHT = 360, 196
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 8, 20, 34
_MANY = 6
"""More bars than this leave no room for a decimal place at each."""


def chance_chart(within: Sequence[Fraction | float], lang: str, *, ident: str = "chance") -> Html:
    """Draw the chance to have laid down by turn 1, 2, … as bars from 0 to 100 percent.

    ``within[n - 1]``: the chance within n turns. ``ident`` keeps several charts on a page apart.
    """
    if not within:
        return Html("")
    if within[0] == 1:
        return el("p", sentence(lang, "chart.sure"))
    title = sentence(lang, "chart.title")
    return el(
        "figure",
        el("figcaption", title, id=f"{ident}-title"),
        el(
            "svg",
            _hatching(ident),
            _scale(lang),
            [_bar(lang, ident, within, place) for place in range(len(within))],
            _label(sentence(lang, "chart.draws"), _WIDTH / 2, _HEIGHT - 4),
            viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
            role="img",
            aria_label=f"{title}. {_summary(lang, within)}",
            class_="p10-chart",
            style="width:100%;max-width:36em;height:auto;display:block",
        ),
    )


def chance_table(within: Sequence[Fraction | float], lang: str) -> Html:
    """Give the numbers of the chart: percent, decimal, the exact fraction where there is one."""
    headings = [
        sentence(lang, f"chart.{name}") for name in ("draws", "chance", "decimal", "fraction")
    ]
    rows = [
        [
            number(lang, place),
            percent(lang, chance, 1),
            decimal(lang, chance, 4),
            fraction(chance) if isinstance(chance, Fraction) else "",
        ]
        for place, chance in enumerate(within, start=1)
    ]
    return table(sentence(lang, "chart.title"), headings, rows)


def _summary(lang: str, within: Sequence[Fraction | float]) -> str:
    first, last = percent(lang, within[0], 1), percent(lang, within[-1], 1)
    return plural(lang, "chart.summary", len(within), first=first, last=last)


def _hatching(ident: str) -> Html:
    line = el("path", d="M0 6L6 0", stroke="currentColor", stroke_width=1.4)
    return el(
        "defs",
        el(
            "pattern",
            line,
            id=f"{ident}-hatch",
            width=6,
            height=6,
            patternUnits="userSpaceOnUse",
        ),
    )


def _scale(lang: str) -> list[Html]:
    """Draw the lines of 0, 25, 50, 75 and 100 percent."""
    lines = []
    for step in range(5):
        y = _y(Fraction(step, 4))
        lines.append(
            el(
                "line",
                x1=_LEFT,
                x2=_WIDTH - _RIGHT,
                y1=y,
                y2=y,
                stroke="currentColor",
                stroke_opacity=0.55 if step == 0 else 0.18,
            )
        )
        lines.append(_label(percent(lang, Fraction(step, 4)), _LEFT - 5, y + 4, anchor="end"))
    return lines


def _bar(lang: str, ident: str, within: Sequence[Fraction | float], place: int) -> Html:
    chance = within[place]
    space = (_WIDTH - _LEFT - _RIGHT) / len(within)
    middle = round(_LEFT + space * (place + 0.5), 1)
    width = round(min(space * 0.62, 48), 1)
    top = _y(chance)
    digits = 1 if len(within) <= _MANY else 0
    return el(
        "g",
        el(
            "rect",
            x=round(middle - width / 2, 1),
            y=top,
            width=width,
            height=round(_y(Fraction(0)) - top, 1),
            fill=f"url(#{ident}-hatch)",
            stroke="currentColor",
            stroke_width=1.2,
        ),
        _label(percent(lang, chance, digits), middle, top - 5, weight=650),
        _label(number(lang, place + 1), middle, _HEIGHT - _BOTTOM + 14),
    )


def _y(chance: Fraction | float) -> float:
    return round(_HEIGHT - _BOTTOM - float(chance) * (_HEIGHT - _TOP - _BOTTOM), 1)


def _label(text: str, x: float, y: float, *, anchor: str = "middle", weight: int = 400) -> Html:
    return el(
        "text",
        text,
        x=x,
        y=y,
        fill="currentColor",
        font_size=11,
        font_weight=weight,
        text_anchor=anchor,
        # A line of the scale behind the letters stops around them.
        style="paint-order:stroke;stroke:var(--p10-panel, Canvas);stroke-width:3px",
    )
