"""L10 as HTML: weights on a beam, the balance point, what each kind adds, a thousand hands."""

from __future__ import annotations

from fractions import Fraction

from phase10.teaching.lessons.tools.l10 import HANDS, KINDS, MOST_CARDS, MOST_PRICE, Weights
from phase10.views.html import Child, Html, el
from phase10.views.i18n import decimal, number, percent, sentence
from phase10.views.lesson_charts import drawing, label, line
from phase10.views.lesson_text import answer_text, rounded
from phase10.views.tools import (
    facts,
    number_field,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)
from phase10.views.tools_typed import band_text

__all__: list[str] = []

_WIDTH, _HEIGHT, _BEAM = 480, 210, 150
_LEFT, _RIGHT = 40, 440
_TALLEST = 120


@tool_html.register
def _(tool: Weights, lang: str, ident: str = "tool") -> Html:
    counts = [
        number_field(lang, sentence(lang, f"tool.l10.kind.{kind}"), f"count.{kind}",
                     tool.counts[place], 0, MOST_CARDS)
        for place, kind in enumerate(KINDS)
    ]  # fmt: skip
    prices = [
        number_field(lang, sentence(lang, f"tool.l10.price.{kind}"), f"price.{kind}",
                     tool.prices[place], 0, MOST_PRICE)
        for place, kind in enumerate(KINDS)
    ]  # fmt: skip
    return el(
        "div",
        el(
            "div",
            tool_button(sentence(lang, "tool.l10.deck"), "deck"),
            tool_button(sentence(lang, "tool.l10.hand"), "hand"),
            class_="p10-row",
        ),
        wide_chart(lang, _beam(tool, lang), f"{ident}-beam"),
        el("div", counts, class_="p10-toolfields"),
        el(
            "details",
            el("summary", sentence(lang, "tool.l10.prices")),
            el("div", prices, class_="p10-toolfields"),
            id=f"{ident}-prices",
            data_keep="",
        ),
        _table(tool, lang, ident),
        number_field(lang, sentence(lang, "tool.l10.cards"), "cards", tool.cards, 1, 20,
                     slider=False),
        el("p", tool_button(sentence(lang, "tool.l10.deal", hands=HANDS), "deal", primary=True)),
        facts(_facts(tool, lang)),
        class_="p10-tool",
        id=ident,
    )  # fmt: skip


@tool_said.register
def _(tool: Weights, lang: str) -> str:
    if tool.mean is None:
        return sentence(lang, "tool.l10.empty")
    return sentence(lang, "tool.l10.said", mean=rounded(lang, tool.mean))


def _facts(tool: Weights, lang: str) -> list[tuple[Child, Child]]:
    if tool.mean is None or tool.hand_mean is None:
        return [(sentence(lang, "tool.l10.mean"), sentence(lang, "tool.l10.empty"))]
    paid = [
        f"{count}·{price}" for count, price in zip(tool.counts, tool.prices, strict=True) if count
    ]
    one = f"({' + '.join(paid)})/{tool.size} = {answer_text(lang, tool.mean, 'value')}"
    ten = f"{tool.cards}·{tool.mean} = {answer_text(lang, tool.hand_mean, 'value')}"
    rows: list[tuple[Child, Child]] = [
        (sentence(lang, "tool.l10.mean"), one),
        (sentence(lang, "tool.l10.hand_mean", cards=tool.cards), ten),
    ]
    if tool.simulated is not None:
        told = sentence(
            lang, "tool.l10.simulated.told", mean=decimal(lang, tool.simulated, 2),
            band=band_text(lang, tool.band, 2), hands=tool.dealt,
        )  # fmt: skip
        rows.append((sentence(lang, "tool.l10.simulated"), told))
    return rows


def _table(tool: Weights, lang: str, ident: str) -> Html:
    rows = []
    for place, kind in enumerate(KINDS):
        count, price = tool.counts[place], tool.prices[place]
        share = Fraction(count, tool.size) if tool.size else Fraction(0)
        rows.append(
            [
                sentence(lang, f"tool.l10.kind.{kind}"),
                number(lang, count),
                number(lang, price),
                percent(lang, share, 1),
                number(lang, count * price),
                percent(lang, tool.shares[place], 1),
                decimal(lang, tool.turning[place], 1),
            ]
        )
    names = ("kind", "cards", "price", "share", "points", "part", "turning")
    return tool_table(
        sentence(lang, "tool.l10.table"),
        [sentence(lang, f"tool.l10.head.{name}") for name in names],
        rows,
        ident=f"{ident}-table",
    )


def _beam(tool: Weights, lang: str) -> Html:
    """Draw the beam: a column for each kind, as high as it has cards, over its price."""
    top = max(5, *tool.prices)
    most = max(1, *tool.counts)

    def x(price: float) -> float:
        return _LEFT + price / top * (_RIGHT - _LEFT)

    drawn = [line(_LEFT - 20, _BEAM, _RIGHT + 20, _BEAM, 3)]
    standing: dict[int, int] = {}
    for count, price in zip(tool.counts, tool.prices, strict=True):
        standing[price] = standing.get(price, 0) + count
    for price, count in sorted(standing.items()):
        high = _TALLEST * min(1.0, count / most)
        drawn.append(
            el("rect", x=round(x(price) - 13, 1), y=round(_BEAM - high, 1), width=26,
               height=round(high, 1), fill="none", stroke="currentColor", stroke_width=1.5)
        )  # fmt: skip
        drawn.append(label(number(lang, count), x(price), _BEAM - high - 6, weight=650))
        drawn.append(label(number(lang, price), x(price), _BEAM + 17))
    title = sentence(lang, "tool.l10.beam")
    if tool.mean is None:
        said = sentence(lang, "tool.l10.empty")
    else:
        at = x(float(tool.mean))
        points = f"{at:.1f},{_BEAM + 24} {at - 12:.1f},{_BEAM + 44} {at + 12:.1f},{_BEAM + 44}"
        drawn.append(el("polygon", points=points, fill="currentColor"))
        drawn.append(label(rounded(lang, tool.mean), at, _BEAM + 57, weight=650))
        said = sentence(lang, "tool.l10.said", mean=rounded(lang, tool.mean))
    return el(
        "figure",
        el("figcaption", title),
        drawing(drawn, f"{title} {said}", _WIDTH, _HEIGHT),
    )
