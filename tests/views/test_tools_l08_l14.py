"""The interactives of lessons 8 to 14 as HTML: numbers in words and tables, controls with names."""

from __future__ import annotations

import re
from html import unescape
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import LessonCode
from phase10.views.i18n import LANGUAGES
from phase10.views.text import error_text
from phase10.views.tools import make_tool, tool_html, tool_said

Act = tuple[str, object]

USED: Final[dict[str, list[Act]]] = {
    "L08": [("region", "both")],
    "L09": [("phase", 1), ("deal", 100), ("phase", 8), ("deal", 10), ("apply", "2")],
    "L10": [("deal", None)],
    "L11": [("pick.chance", "a"), ("pick.cost", "b"), ("pick.turn", "draw")],
    "L12": [("play", None), ("matches", None), ("round", None), ("run", None)],
    "L13": [("game", None), ("next", None), ("next", None), ("reveal", None)],
    "L14": [("fill.a", 1), ("fill.b", 1), ("fill.b", 2), ("race", None)],
}
LESSONS: Final = tuple(USED)
NUMBERS: Final = {
    "L08": ["5/18", "30/108", "0.278", "24/108"],
    "L09": ["9604", "No hand has been dealt"],
    "L10": ["215/27", "7.96", "41.9%", "27.9%", "7.0%", "23.3%", "79.6"],
    "L11": ["24/97", "16/97"],
    "L12": ["308333/524288", "0.588", "4.47", "1/1024"],
    "L13": ["1/19", "5 of 5 + 90 = 95"],
    "L14": ["V(1)", "1/4", "1/2"],
}


def made(lesson: str, acts: list[Act] | None = None) -> Any:
    tool: Any = make_tool(lesson, LessonCode(lesson, 77))
    for name, value in acts or []:
        tool.act(name, value)
    return tool


def parsed(drawn: str) -> ElementTree.Element:
    """Parse a drawing; elements without an end are closed first."""
    closed = re.sub(r"<(input|br|hr|img)\b([^>]*)>", r"<\1\2/>", drawn)
    return ElementTree.fromstring(f"<div>{closed}</div>")


def words(element: ElementTree.Element) -> str:
    return re.sub(r"\s+", " ", " ".join(element.itertext())).strip()


def shown(tool: Any, lang: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", tool_html(tool, lang))).replace("\u00a0", " ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("used", [False, True], ids=["new", "used"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_controls_have_names_and_numbers_stand_in_tables(
    lesson: str, used: bool, lang: str
) -> None:
    tree = parsed(tool_html(made(lesson, USED[lesson] if used else None), lang))
    labels = {label.get("for") for label in tree.iter("label")}
    idents = [node.get("id") for node in tree.iter() if node.get("id")]
    assert len(idents) == len(set(idents))
    controls = [node for node in tree.iter() if node.get("data-act")]
    assert controls
    for node in controls:
        assert str(node.get("data-act")).startswith("lessons.tool.")
        assert str(node.get("id")).startswith("tool-")
        named = words(node) if node.tag == "button" else node.get("id") in labels
        assert named or node.get("aria-label"), ElementTree.tostring(node)
    charts = [node for node in tree.iter("svg") if node.get("class") == "p10-chart"]
    assert charts or lesson == "L14" or (not used and lesson in ("L09", "L11"))
    for node in tree.iter("svg"):
        assert node.get("aria-label") or node.get("aria-hidden") is not None
    for region in tree.iter("div"):
        if region.get("role") == "region":
            assert region.get("aria-label")
            assert region.get("tabindex") == "0"
    assert list(tree.iter("table")) or (lesson == "L09" and not used)
    assert all(list(table.iter("caption")) for table in tree.iter("table"))
    assert tool_said(made(lesson), lang)


@pytest.mark.parametrize("lesson", LESSONS)
def test_figures_of_the_lesson_stand_in_words(lesson: str) -> None:
    told = shown(made(lesson), "en")
    for figure in NUMBERS[lesson]:
        assert figure in told, figure


@pytest.mark.parametrize("lesson", LESSONS)
def test_latvian_has_a_decimal_comma(lesson: str) -> None:
    told = shown(made(lesson, USED[lesson]), "lv")
    assert re.search(r"\d,\d", told)
    assert not re.search(r"\d\.\d", told), re.findall(r".{12}\d\.\d.{5}", told)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_colors_are_those_of_the_text(lesson: str, lang: str) -> None:
    """Hatching, frames and words tell things apart: no drawing has a color of its own."""
    for svg in parsed(tool_html(made(lesson, USED[lesson]), lang)).iter("svg"):
        for node in svg.iter():
            for name in ("fill", "stroke"):
                value = node.get(name)
                known = value in (None, "none", "currentColor") or str(value).startswith("url(#")
                assert known, value


def test_l08_points_at_cards_counted_twice() -> None:
    drawn = tool_html(made("L08", [("region", "both")]), "en")
    assert len(re.findall(r'stroke-width="3"', drawn)) == 2, "two red 7s have a thick frame"
    assert "red 7 (×2)" in shown(made("L08"), "en")
    alone = shown(made("L08", [("a", "red"), ("b", "blue")]), "en")
    assert "no card in common" in alone


def test_l09_shows_no_exact_value_before_the_lesson_does() -> None:
    tool = made("L09", USED["L09"])
    hidden = tool_html(tool, "lv")
    assert "tool-exact" not in hidden
    assert "5201726804" not in hidden
    assert "W(A)" in hidden
    tool.allow_exact = True
    tool.act("exact", None)
    told = shown(tool, "lv")
    assert "0,0277" in told
    assert "28 no 1000" in told


def test_l11_the_better_plan_is_told_after_the_pick() -> None:
    before = shown(made("L11"), "en")
    assert "is better by this measure" not in before
    assert "0.578" not in before
    after = shown(made("L11", [("pick.chance", "b")]), "en")
    assert "By this measure Plan A is better" in after
    assert "0.578" in after
    assert "0.421" in after
    assert "3/2" in after


def test_l12_simulated_rounds_stand_beside_the_exact_ones() -> None:
    told = shown(made("L12", [("matches", None)]), "en")
    assert "simulated" in told
    assert "100 matches played" in told


def test_l13_replay_shows_one_card_after_another_and_at_last_the_color() -> None:
    tool = made("L13", [("game", None)])
    assert "It laid seven" not in shown(tool, "en")
    lines = len(list(parsed(tool_html(tool, "en")).iter("li")))
    tool.act("next", None)
    assert len(list(parsed(tool_html(tool, "en")).iter("li"))) == lines + 1
    tool.act("reveal", None)
    assert "It laid seven" in shown(tool, "en")


def test_l14_a_step_has_its_numbers() -> None:
    told = shown(made("L14", [("fill.a", 1)]), "en")
    assert "V(1) = r·V′/(r + h − rh) with r = 1/4, h = 1/5, V′ = 1: (1/4)/(2/5) = 5/8" in told
    assert "?" in told, "what is not filled is not told"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_what_was_typed_is_text(lesson: str, lang: str) -> None:
    fields = {"L09": "error", "L11": "hand.a", "L12": "p.1", "L14": "h"}
    if lesson not in fields:
        with pytest.raises(GameError) as caught:
            made(lesson, [("<b>", "<script>")])
    else:
        tool = made(lesson, [(fields[lesson], "<script>")])
        assert "<script>" not in tool_html(tool, lang)
        assert "&lt;script&gt;" in tool_html(tool, lang)
        with pytest.raises(GameError) as caught:
            tool.act("apply", None)
    assert error_text(lang, caught.value)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_its_words(lang: str) -> None:
    spoilt: list[tuple[str, list[Act], Act]] = [
        ("L09", [], ("exact", None)),
        ("L10", [(f"count.{kind}", 1) for kind in ("low", "high", "skip", "wild")], ("deal", None)),
        ("L12", [("run", None)], ("round", None)),
        ("L12", [("all", "2")], ("apply_all", None)),
        ("L13", [], ("next", None)),
        ("L13", [("clue", "took")] * 3, ("clue", "took")),
        ("L14", [("need.a", 3)], ("fill.a", 3)),
    ]
    for lesson, acts, last in spoilt:
        tool = made(lesson, acts)
        with pytest.raises(GameError) as caught:
            tool.act(*last)
        assert "{" not in error_text(lang, caught.value)
