"""Charts say in words and numbers what they draw."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from phase10.views.charts import chance_chart, chance_table
from phase10.views.i18n import LANGUAGES, decimal, percent

WITHIN = (Fraction(1, 7), Fraction(3, 10), Fraction(45, 97), Fraction(3, 5), Fraction(7, 10))


def bars(chart: str) -> list[ElementTree.Element]:
    return [
        node
        for node in ElementTree.fromstring(chart).iter("rect")
        if str(node.get("fill", "")).startswith("url(#")
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bar_carries_its_value(lang: str) -> None:
    chart = chance_chart(WITHIN, lang)
    assert len(bars(chart)) == len(WITHIN)
    for chance in WITHIN:
        assert f">{percent(lang, chance, 1)}<" in chart


def test_bars_are_as_high_as_their_chances() -> None:
    heights = [float(bar.get("height", "0")) for bar in bars(chance_chart(WITHIN, "en"))]
    *_, sure = bars(chance_chart([Fraction(1, 2), Fraction(1)], "en"))
    whole = float(sure.get("height", "0"))
    assert heights == sorted(heights)
    for height, chance in zip(heights, WITHIN, strict=True):
        assert height / whole == pytest.approx(float(chance), abs=0.002)
    assert [bar.get("height") for bar in bars(chance_chart([Fraction(0)], "en"))] == ["0.0"]


def test_the_summary_is_the_name_of_the_picture() -> None:
    chart = chance_chart(WITHIN, "en")
    label = re.search(r'role="img" aria-label="([^"]+)"', chart)
    assert label is not None
    assert "from 14.3% in the next turn to 70.0% within 5 turns" in label[1]
    latvian = chance_chart(WITHIN, "lv")
    assert "5 gājienu laikā tā pieaug no 14,3" in latvian
    assert "It is 14.3% in the next turn." in chance_chart(WITHIN[:1], "en")
    # What is sure needs no picture.
    sure = chance_chart([Fraction(1)] * 3, "en")
    assert "the chance is 1." in sure
    assert bars(sure) == []


def test_many_bars_have_shorter_values() -> None:
    chart = chance_chart([Fraction(n, 20) for n in range(1, 11)], "en")
    assert len(bars(chart)) == 10
    assert ">50%<" in chart
    assert ">50.0%<" not in chart


def test_no_colour_is_set_and_patterns_have_their_own_names() -> None:
    chart = chance_chart(WITHIN, "en", ident="other")
    assert 'id="other-hatch"' in chart
    assert "url(#other-hatch)" in chart
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b", chart)


def test_no_chances_no_chart() -> None:
    assert chance_chart([], "en") == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_the_same_numbers_exactly(lang: str) -> None:
    shown = chance_table(WITHIN, lang)
    for chance in WITHIN:
        assert f"<td>{percent(lang, chance, 1)}</td>" in shown
        assert f"<td>{decimal(lang, chance, 4)}</td>" in shown
        assert f"<td>{chance}</td>" in shown
    assert shown.count("<tr>") == 6


def test_figures_of_a_model_have_no_exact_fraction() -> None:
    shown = chance_table((Fraction(1, 4), 0.625), "en")
    assert "<td>1/4</td>" in shown
    assert "<td>0.6250</td><td></td>" in shown.replace("\n", "")
