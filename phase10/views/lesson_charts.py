"""Charts of the lessons as inline SVG: outcomes, a frequency that settles, predictions as dots.

Each chart says its numbers in words for a screen reader and carries them as a table to unfold.
Hatching, dashes and shapes tell things apart, so that a chart reads in grey; lines and letters take
the color of the text around them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from textwrap import wrap
from typing import Final

from phase10.teaching.lessons.content import Lesson, Part
from phase10.teaching.lessons.engine import Run, results
from phase10.teaching.lessons.experiment import Figure
from phase10.teaching.lessons.simulation import Estimate, Tally, estimate
from phase10.views.html import Html, el, table
from phase10.views.i18n import decimal, number, percent, plural, sentence
from phase10.views.lesson_text import answer_text, figure_text, filled, rounded

__all__ = [
    "Bar",
    "bars_chart",
    "convergence_chart",
    "drawing",
    "figures_table",
    "label",
    "line",
    "numbers_table",
    "outcome_bars",
    "outcome_chart",
    "prediction_dots",
]

_WIDTH, _HEIGHT = 480, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 20, 36
_MOST_BARS: Final = 14
_LABELED: Final = 8
"""Bars carry their values up to so many."""
_STEPS: Final = 4
_LETTER: Final = 5.4
"""About how wide a small letter is."""
_DOTS_A_COLUMN: Final = 12


@dataclass(frozen=True)
class Bar:
    """Hold a bar: what it counts, the share simulated and the exact share, where they are known."""

    name: str
    simulated: Fraction | None
    exact: Fraction | None


# --- bars ----------------------------------------------------------------------------------------


def outcome_chart(part: Part, tally: Tally, lang: str, *, exact: bool, ident: str) -> Html:
    """Draw how often each outcome came, beside how often it comes exactly when ``exact``.

    ``ident`` keeps several charts on a page apart.
    """
    bars = outcome_bars(part, tally, lang, exact=exact)
    title = filled(lang, part.title)
    trials = plural(lang, "lesson.chart.trials", tally.trials)
    return bars_chart(bars, lang, title=sentence(lang, "lesson.chart.title", what=title,
                                                 trials=trials), ident=ident)  # fmt: skip


def outcome_bars(part: Part, tally: Tally, lang: str, *, exact: bool) -> tuple[Bar, ...]:
    """Give the shares of the outcomes; neighbors are put together where there are many."""
    distribution = part.experiment.distribution
    shown = distribution if distribution is not None and exact else {}
    known = sorted({*tally.counts, *(distribution or {})})
    if not known:
        return ()
    bars = []
    for low, high in _bins(known, tally, distribution):
        inside = [outcome for outcome in known if low <= outcome <= high]
        count = sum(tally.counts.get(outcome, 0) for outcome in inside)
        bars.append(
            Bar(
                _outcome_name(part, low, high, lang),
                Fraction(count, tally.trials) if tally.trials else None,
                sum((shown.get(o, Fraction(0)) for o in inside), Fraction(0)) if shown else None,
            )
        )
    return tuple(bars)


def _bins(
    known: Sequence[int], tally: Tally, distribution: Mapping[int, Fraction] | None
) -> list[tuple[int, int]]:
    """Put outcomes together so that at most fourteen bars are left; the ends may be open."""
    tiny = Fraction(1, 2000)
    seen = [
        outcome
        for outcome in known
        if tally.counts.get(outcome) or (distribution or {}).get(outcome, Fraction(0)) >= tiny
    ]
    if len(seen) <= _MOST_BARS and len(known) <= _MOST_BARS:
        return [(outcome, outcome) for outcome in known]
    first, last = seen[0], seen[-1]
    width = -(-(last - first + 1) // _MOST_BARS)
    return [(low, low + width - 1) for low in range(first, last + 1, width)]


def _outcome_name(part: Part, low: int, high: int, lang: str) -> str:
    if low in part.outcomes:
        return filled(lang, part.outcomes[low])
    if low == high:
        return number(lang, low)
    return sentence(lang, "lesson.chart.range", low=low, high=high)


def bars_chart(bars: Sequence[Bar], lang: str, *, title: str, ident: str) -> Html:
    """Draw shares as hatched bars, exact ones as a thick dashed line across each."""
    if not bars:
        return Html("")
    shares = [value for bar in bars for value in (bar.simulated, bar.exact) if value is not None]
    top = _round_up(max(shares, default=Fraction(1)))
    space = (_WIDTH - _LEFT - _RIGHT) / len(bars)
    drawn = [_hatching(ident), *_scale(lang, top)]
    widest = max(len(words) for bar in bars for words in _wrapped(bar.name, 2))
    every = -(-int(widest * _LETTER) // int(space))
    for place, bar in enumerate(bars):
        middle = _LEFT + space * (place + 0.5)
        width = min(space * 0.66, 52)
        drawn += _bar(lang, ident, bar, middle, width, top, labeled=len(bars) <= _LABELED)
        if place % max(1, every) == 0:
            for row, words in enumerate(_wrapped(bar.name, 2)):
                y = _HEIGHT - _BOTTOM + 13 + 11 * row
                drawn.append(label(words, middle, y, size=10))
    summary = "; ".join(_said(lang, bar) for bar in bars)
    headings = ("outcome", "simulated", "exact")
    return _figure(
        title,
        drawing(drawn, f"{title}. {summary}", _WIDTH, _HEIGHT),
        numbers_table(
            title,
            [sentence(lang, f"lesson.chart.{name}") for name in headings],
            [[bar.name, _share(lang, bar.simulated), _share(lang, bar.exact)] for bar in bars],
            lang,
            ident,
        ),
        _legend(lang, ident, bars),
    )


def _bar(
    lang: str, ident: str, bar: Bar, middle: float, width: float, top: Fraction, *, labeled: bool
) -> list[Html]:
    base = _HEIGHT - _BOTTOM
    shown = [value for value in (bar.simulated, bar.exact) if value is not None]
    height = max(shown, default=Fraction(0)) if bar.simulated is None else bar.simulated
    drawn = [
        el(
            "rect",
            x=round(middle - width / 2, 1),
            y=_y(height, top),
            width=round(width, 1),
            height=round(base - _y(height, top), 1),
            fill="none" if bar.simulated is None else f"url(#{ident}-hatch)",
            stroke="currentColor",
            stroke_width=1,
        )
    ]
    if bar.exact is not None:
        y = _y(bar.exact, top)
        drawn.append(line(middle - width / 2 - 4, y, middle + width / 2 + 4, y, 3, dashed=True))
    if labeled and shown:
        y = _y(max(shown), top) - 5
        drawn.append(label(percent(lang, height, 1), middle, y, weight=650))
    return drawn


def _said(lang: str, bar: Bar) -> str:
    parts = []
    if bar.simulated is not None:
        share = percent(lang, bar.simulated, 1)
        parts.append(sentence(lang, "lesson.chart.said.simulated", share=share))
    if bar.exact is not None:
        share = percent(lang, bar.exact, 1)
        parts.append(sentence(lang, "lesson.chart.said.exact", share=share))
    return f"{bar.name}: {', '.join(parts)}" if parts else bar.name


def _legend(lang: str, ident: str, bars: Sequence[Bar]) -> Html | None:
    """Say what hatching and dashes mean, once both are there."""
    if not any(bar.exact is not None and bar.simulated is not None for bar in bars):
        return None
    sample = [
        _hatching(f"{ident}-key"),
        el("rect", x=1, y=1, width=22, height=12, fill=f"url(#{ident}-key-hatch)",
           stroke="currentColor"),
    ]  # fmt: skip
    dashes = [line(1, 7, 31, 7, 3, dashed=True)]
    return el(
        "p",
        _sample(sample),
        " ",
        sentence(lang, "lesson.chart.simulated"),
        " · ",
        _sample(dashes),
        " ",
        sentence(lang, "lesson.chart.exact"),
        class_="p10-legend",
    )


def _sample(drawn: Sequence[Html]) -> Html:
    return el("svg", drawn, viewBox="0 0 32 14", width=32, height=14, aria_hidden=True)


# --- a frequency that settles --------------------------------------------------------------------


def convergence_chart(
    figure: Figure,
    tally: Tally,
    lang: str,
    *,
    title: str,
    ident: str,
    exact: bool,
    prediction: Fraction | None = None,
) -> Html:
    """Draw a figure over the number of trials, which grows by factors of ten to the right.

    With ``exact`` its value as a dashed line within the band that holds 95 of 100 simulations; a
    ``prediction`` of the same figure stays drawn as a dotted line.
    """
    path = [(trials, estimate(figure, counts)) for trials, counts in tally.path]
    points = [(trials, found) for trials, found in path if found is not None]
    values = [found.value for _, found in points]
    values += [figure.exact] if exact else []
    values += [] if prediction is None else [prediction]
    if not values:
        return Html("")
    high = _round_up(max(values)) if figure.of is not None else max(values) * Fraction(11, 10)
    most = max(10, tally.trials)

    def x(trials: float) -> float:
        share = log10(max(trials, 1)) / log10(most)
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    drawn = _scale(lang, high, chance=figure.of is not None)
    for power in range(len(str(most))):
        at = x(10**power)
        drawn += [
            line(at, _HEIGHT - _BOTTOM, at, _HEIGHT - _BOTTOM + 4, 1),
            label(number(lang, 10**power), at, _HEIGHT - _BOTTOM + 16),
        ]
    if exact:
        drawn += _exact_band(figure, points, high, x)
    if prediction is not None:
        at = _y(prediction, high)
        drawn.append(line(_LEFT, at, _WIDTH - _RIGHT, at, 2, dots=True))
        drawn.append(label(sentence(lang, "lesson.chart.prediction"), _WIDTH - _RIGHT, at - 5,
                           anchor="end"))  # fmt: skip
    if points:
        way = " ".join(f"{x(trials)},{_y(found.value, high)}" for trials, found in points)
        drawn.append(el("polyline", points=way, fill="none", stroke="currentColor",
                        stroke_width=2))  # fmt: skip
        trials, found = points[-1]
        drawn.append(el("circle", cx=x(trials), cy=_y(found.value, high), r=4,
                        fill="currentColor"))  # fmt: skip
    axis = sentence(lang, "lesson.chart.trials.axis")
    drawn.append(label(axis, (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 4))
    chance = figure.of is not None
    last = points[-1] if points else None
    said = title if last is None else sentence(
        lang, "lesson.chart.settled", what=title, trials=last[0],
        value=_value(lang, last[1].value, chance=chance),
    )  # fmt: skip
    names = ("trials.axis", "simulated", "band")
    rows = [
        [
            number(lang, trials),
            _value(lang, found.value, chance=chance),
            f"±{decimal(lang, found.band, 3)}" if exact else "",
        ]
        for trials, found in points
    ]
    return _figure(
        title,
        drawing(drawn, said, _WIDTH, _HEIGHT, ident=ident),
        numbers_table(
            title, [sentence(lang, f"lesson.chart.{n}") for n in names], rows, lang, ident
        ),
    )


def _exact_band(
    figure: Figure,
    points: Sequence[tuple[int, Estimate]],
    high: Fraction,
    x: Callable[[float], float],
) -> list[Html]:
    """Draw the exact line and the band around it, for as many trials as there are points."""
    at = _y(figure.exact, high)
    drawn = [line(_LEFT, at, _WIDTH - _RIGHT, at, 2, dashed=True)]
    edges: list[tuple[float, float, float]] = []
    for trials, found in points:
        upper = _y(min(Fraction(found.band) + figure.exact, high), high)
        lower = _y(max(figure.exact - Fraction(found.band), Fraction(0)), high)
        edges.append((x(trials), upper, lower))
    if len(edges) == 1:
        at, upper, lower = edges[0]
        drawn.append(line(at, upper, at, lower, 8, opacity=0.3))
    if len(edges) > 1:
        outline = [f"{a},{u}" for a, u, _ in edges] + [f"{a},{b}" for a, _, b in reversed(edges)]
        drawn.append(el("polygon", points=" ".join(outline), fill="currentColor",
                        fill_opacity=0.1, stroke="none"))  # fmt: skip
    return drawn


# --- figures and predictions ---------------------------------------------------------------------


def figures_table(run: Run, part: int, lang: str) -> Html:
    """Give the figures of a part: simulated beside exact, as fraction, decimal and of 1000."""
    shown = run.lesson.parts[part]
    rows = []
    known = {figure.name: figure for figure in shown.experiment.figures}
    for measured in results(run, part):
        figure = known[measured.figure]
        chance = figure.of is not None
        found = measured.estimate
        row = [filled(lang, shown.figures[measured.figure])]
        if found is None:
            row += ["", ""]
        else:
            row += [
                figure_text(lang, found.value, chance=chance),
                f"±{decimal(lang, 1.96 * found.standard_error, 3)}",
            ]
        row.append("" if measured.exact is None else _exact_text(lang, measured.exact, figure))
        rows.append(row)
    names = ("figure", "simulated", "band", "exact")
    headings = [sentence(lang, f"lesson.chart.{name}") for name in names]
    return table(filled(lang, shown.title), headings, rows)


def _exact_text(lang: str, value: Fraction, figure: Figure) -> str:
    return figure_text(lang, value, chance=figure.of is not None)


def prediction_dots(
    lesson: Lesson, given: Sequence[str | Fraction], lang: str, *, exact: bool, ident: str
) -> Html:
    """Draw the predictions of a class as dots without names; numbers stand in columns.

    ``exact``: whether the right answer is shown too.
    """
    asked = lesson.prediction
    title = filled(lang, asked.question)
    if asked.choices:
        counts = [
            (filled(lang, choice.text), sum(each == choice.id for each in given), choice.right)
            for choice in asked.choices
        ]
    else:
        columns = 20
        width = (asked.high - asked.low) / columns
        numbers = [each for each in given if isinstance(each, Fraction)]
        places = [min(int((each - asked.low) / width), columns - 1) for each in numbers]
        right = lesson.figures()[asked.figure].exact * asked.scale
        at = min(int((right - asked.low) / width), columns - 1)
        counts = [
            (_column(lang, asked.low + place * width, width), places.count(place), place == at)
            for place in range(columns)
        ]
    drawn, height = _dots(lang, counts, exact=exact, many=not asked.choices)
    said = "; ".join(f"{name}: {count}" for name, count, _ in counts if count)
    headings = [sentence(lang, f"lesson.chart.{name}") for name in ("answer", "pupils")]
    rows = [[name, number(lang, count)] for name, count, _ in counts]
    return _figure(
        title,
        drawing(drawn, f"{title} {said}", _WIDTH, height, ident=ident),
        numbers_table(title, headings, rows, lang, ident),
    )


def _column(lang: str, low: Fraction, width: Fraction) -> str:
    low_text = number(lang, int(low)) if low.denominator == 1 else rounded(lang, low)
    high = low + width
    high_text = number(lang, int(high)) if high.denominator == 1 else rounded(lang, high)
    return sentence(lang, "lesson.chart.range", low=low_text, high=high_text)


def _dots(
    lang: str, counts: Sequence[tuple[str, int, bool]], *, exact: bool, many: bool
) -> tuple[list[Html], int]:
    """Draw columns of dots; names below take as many rows as they need, which adds to the height.

    Of ``many`` columns every fourth is named.
    """
    space = (_WIDTH - _LEFT - _RIGHT) / len(counts)
    most = max(_DOTS_A_COLUMN, *(count for _, count, _ in counts))
    step = (_HEIGHT - _TOP - _BOTTOM) / most
    radius = round(min(step, space) * 0.42, 1)
    base = _HEIGHT - _BOTTOM
    drawn = [line(_LEFT, base, _WIDTH - _RIGHT, base, 1)]
    deepest = 1
    for place, (name, count, right) in enumerate(counts):
        middle = round(_LEFT + space * (place + 0.5), 1)
        drawn += [
            el("circle", cx=middle, cy=round(base - step * (dot + 0.5), 1), r=radius,
               fill="currentColor")
            for dot in range(count)
        ]  # fmt: skip
        if exact and right:
            drawn.append(line(middle, _TOP, middle, base, 2, dashed=True))
            drawn.append(label(sentence(lang, "lesson.chart.exact"), middle, _TOP - 6))
        if not many or place % 4 == 0:
            rows = [name] if many else wrap(name, max(8, int(space / _LETTER)))
            deepest = max(deepest, len(rows))
            for row, words in enumerate(rows):
                drawn.append(label(words, middle, base + 13 + 11 * row, size=10))
    return drawn, _HEIGHT + 11 * max(0, deepest - 2)


# --- what charts share ---------------------------------------------------------------------------


def drawing(
    drawn: Sequence[Html], said: str, width: int, height: int, *, ident: str | None = None
) -> Html:
    """Frame a drawing as a picture with its words."""
    return el(
        "svg",
        drawn,
        id=ident,
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=said,
        class_="p10-chart",
        style="width:100%;max-width:42em;height:auto;display:block",
    )


def numbers_table(
    caption: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    lang: str,
    ident: str | None = None,
) -> Html:
    """Fold a table of a chart's numbers behind a summary.

    ``ident`` of the chart keeps it open while the chart is drawn anew.
    """
    return el(
        "details",
        el("summary", sentence(lang, "lesson.chart.numbers")),
        table(caption, headings, rows, caption_hidden=True),
        id=None if ident is None else f"{ident}-numbers",
        data_keep=None if ident is None else "",
    )


def line(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    width: float,
    *,
    dashed: bool = False,
    dots: bool = False,
    opacity: float | None = None,
) -> Html:
    """Draw a line in the color of the text."""
    return el(
        "line",
        x1=round(x1, 1),
        y1=round(y1, 1),
        x2=round(x2, 1),
        y2=round(y2, 1),
        stroke="currentColor",
        stroke_width=width,
        stroke_dasharray="7 4" if dashed else "2 4" if dots else None,
        stroke_opacity=opacity,
    )


def label(
    text: str, x: float, y: float, *, anchor: str = "middle", weight: int = 400, size: int = 11
) -> Html:
    """Write into a drawing; what lies behind the letters stops around them."""
    return el(
        "text",
        text,
        x=round(x, 1),
        y=round(y, 1),
        fill="currentColor",
        font_size=size,
        font_weight=weight,
        text_anchor=anchor,
        style="paint-order:stroke;stroke:var(--p10-panel, Canvas);stroke-width:3px",
    )


def _figure(title: str, *parts: Html | None) -> Html:
    return el("figure", el("figcaption", title), parts)


def _hatching(ident: str) -> Html:
    stroke = el("path", d="M0 6L6 0", stroke="currentColor", stroke_width=1.4)
    return el(
        "defs",
        el("pattern", stroke, id=f"{ident}-hatch", width=6, height=6,
           patternUnits="userSpaceOnUse"),
    )  # fmt: skip


def _scale(lang: str, top: Fraction, *, chance: bool = True) -> list[Html]:
    drawn = []
    for step in range(_STEPS + 1):
        value = top * step / _STEPS
        y = _y(value, top)
        drawn.append(line(_LEFT, y, _WIDTH - _RIGHT, y, 1, opacity=0.18 if step else 0.6))
        text = percent(lang, value, 0 if (value * 100).denominator == 1 else 1) if chance else (
            decimal(lang, value, 1)
        )  # fmt: skip
        drawn.append(label(text, _LEFT - 5, y + 4, anchor="end"))
    return drawn


def _y(value: Fraction, top: Fraction) -> float:
    share = float(value / top) if top else 0.0
    return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)


def _round_up(value: Fraction) -> Fraction:
    """Give the end of the scale: the next of 1, 2, 5, 10, 20, 40, 60, 80, 100 percent."""
    ends = (1, 2, 5, 10, 20, 40, 60, 80)
    return next((Fraction(end, 100) for end in ends if value * 100 <= end), Fraction(1))


def _share(lang: str, value: Fraction | None) -> str:
    return "" if value is None else percent(lang, value, 2)


def _value(lang: str, value: Fraction, *, chance: bool) -> str:
    return decimal(lang, value, 4) if chance else answer_text(lang, value, "value")


def _wrapped(text: str, rows: int) -> list[str]:
    """Break a name into rows of about the same length."""
    words = text.split()
    if len(text) <= 12 or len(words) < 2:
        return [text]
    target = len(text) / rows
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) >= target and len(lines) < rows:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
