"""The interactives of L01 to L07 as HTML: numbers, tables, names of controls, both languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import LessonCode
from phase10.views.html import Html
from phase10.views.text import error_text
from phase10.views.tools import TOOLS, make_tool, tool_html, tool_said

LESSONS = TOOLS[:7]
LANGUAGES = ("en", "lv")

ACTS: dict[str, list[list[tuple[str, object]]]] = {
    "L01": [[], [("group", "7")], [("sort", "color"), ("group", "red"), ("card", "107")],
            [("sort", "kind")]],
    "L02": [[], [("draw", "1")], [("draw", "50"), ("draw", "50"), ("class", None)],
            [("class", None)]],
    "L03": [[], [("game", "returned"), ("event", "seven"), ("end", "both")],
            [("draws", "100"), ("event", "number")]],
    "L04": [[], [("order", "deals"), ("at", "1320")], [("card", "3"), ("at", "55")],
            [("deck", "200"), ("hand", "100")], [("hand", "0")]],
    "L05": [[], [("deal", "1000")], [("deck", "200"), ("marked", "100"), ("hand", "40")],
            [("marked", "0"), ("deal", "1")], [("hand", "0")], [("deck", "1")]],
    "L06": [[], [("until", None)], [("turn", None)], [("sevens", "8"), ("wilds", "8")],
            [("sevens", "8"), ("wilds", "8"), ("others", "92")], [("draws", "97")]],
    "L07": [[], [("card", "R7")], [("deck", "all"), ("first", "wild"), ("second", "helps"),
            ("hand", None)], [("first", "wild")]],
}  # fmt: skip
"""Ways to set each interactive; the first is how it opens."""

NUMBERS: dict[str, list[tuple[int, list[str]]]] = {
    "L01": [(1, ["m = 8", "n = 108", "8/108 = 2/27 ≈ 0.0741 (74 of 1000)", "4/108 = 1/27"]),
            (3, ["96/108 = 8/9 ≈ 0.889"])],
    "L02": [(0, ["2/27 ≈ 0.0741", "±0.0726", "±0.0133", "1 to 8 wilds"]), (2, ["/1500"])],
    "L03": [(0, ["8/108 = 2/27", "8/88 = 1/11", "14/2889"]), (1, ["4/729"])],
    "L04": [(0, ["220", "38,722,819,230,810", "140,517,366,424,763,328,000", "3,628,800"]),
            (1, ["1320"]), (2, ["55"])],
    "L05": [(0, ["14973783059/27078894567", "0.553", "20/27", "49000/78003"])],
    "L06": [(0, ["55559/147440", "0.377 (377 of 1000)", "98/15 ≈ 6.53", "97/14 ≈ 6.93", "43.3%"])],
    "L07": [(0, ["2/96 = 1/48", "(8/96)·(24/96) = 1/48", "2 of 24", "2 of 8"]),
            (1, ["1/95", "161/9025"]), (2, ["8 of 16", "8/16 = 1/2", "8 of 8"])],
}  # fmt: skip
"""What the text of the page holds, by which way it is set."""


class Page(HTMLParser):
    """Collect what stands on a page: text, controls with their names, ids, tables."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.ids: list[str] = []
        self.labels: set[str] = set()
        self.controls: list[dict[str, str]] = []
        self.tables = 0
        self._button: dict[str, str] | None = None
        self._label = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "label":
            self.labels.add(values.get("for", ""))
            self._label += 1
        if tag == "table":
            self.tables += 1
        if "data-act" in values:
            control = {**values, "tag": tag, "words": "", "inside": str(self._label)}
            self.controls.append(control)
            self._button = control if tag == "button" else None

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._button = None
        if tag == "label":
            self._label -= 1

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._button is not None:
            self._button["words"] += data


def made(lesson: str, acts: list[tuple[str, object]]) -> Any:
    tool: Any = make_tool(lesson, LessonCode(lesson, 77))
    for name, value in acts:
        tool.act(name, value)
    return tool


def written(lesson: str, acts: list[tuple[str, object]], lang: str) -> Page:
    return Page(tool_html(made(lesson, acts), lang))


CASES = [(lesson, place) for lesson in LESSONS for place in range(len(ACTS[lesson]))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("lesson", "place"), CASES)
def test_controls_have_names_and_ids_of_their_own(lesson: str, place: int, lang: str) -> None:
    page = written(lesson, ACTS[lesson][place], lang)
    assert page.tables
    assert len(page.ids) == len(set(page.ids))
    assert page.controls
    for control in page.controls:
        named = (
            control["words"].strip()
            or control.get("aria-label")
            or control.get("id") in page.labels
            or control["inside"] != "0"
        )
        assert named, control
        assert control["data-act"].startswith("lessons.tool.")
        assert control["id"].startswith("tool-")


@pytest.mark.parametrize(("lesson", "place"), CASES)
def test_every_control_does_what_its_page_sends(lesson: str, place: int) -> None:
    """Each button that is not off is pressed once, from the same state."""
    acts = ACTS[lesson][place]
    for control in written(lesson, acts, "en").controls:
        if control["tag"] != "button" or "aria-disabled" in control:
            continue
        tool = made(lesson, acts)
        tool.act(control["data-act"].removeprefix("lessons.tool."), control.get("data-value"))
        assert isinstance(tool_html(tool, "lv"), Html)


@pytest.mark.parametrize("lesson", LESSONS)
def test_check_values_stand_on_the_page_in_both_languages(lesson: str) -> None:
    for place, expected in NUMBERS[lesson]:
        english = written(lesson, ACTS[lesson][place], "en").text
        latvian = written(lesson, ACTS[lesson][place], "lv").text.replace("\u00a0", " ")
        for text in expected:
            assert text in english
            told = re.sub(r"(\d) ?of (\d)", r"\1 no \2", text)
            told = re.sub(r"(?<=\d),(?=\d{3})", " ", told)
            told = re.sub(r"(?<=\d)\.(?=\d)", ",", told).replace("%", " %")
            told = told.replace("1 to 8 wilds", "no 1 līdz 8 džokeriem")
            assert told in latvian


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("lesson", "place"), CASES)
def test_what_is_said_is_one_line_in_the_words_of_the_language(
    lesson: str, place: int, lang: str
) -> None:
    tool = made(lesson, ACTS[lesson][place])
    said = tool_said(tool, lang)
    assert said.strip() == said
    assert "\n" not in said
    if lang == "lv":
        assert not re.search(r"\d\.\d", said)


def test_latvian_notation() -> None:
    assert "W(A) = k/n" in written("L02", [("draw", "10")], "lv").text
    page = tool_html(made("L04", []), "lv")
    assert "C(" not in page
    assert "A(" not in page
    assert "Ā" in written("L03", [], "lv").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_errors_are_told(lang: str) -> None:
    for lesson, name, value in (
        ("L05", "deck", "<b>"),
        ("L01", "sort", "x"),
        ("L02", "nothing", None),
    ):
        with pytest.raises(GameError) as caught:
            made(lesson, [(name, value)])
        assert error_text(lang, caught.value)
    with pytest.raises(GameError) as caught:
        made("L06", [("sevens", "8"), ("wilds", "8"), ("turn", None)])
    assert error_text(lang, caught.value)


def test_a_lesson_of_ones_own_has_no_interactive() -> None:
    assert make_tool("MINE", LessonCode("MINE", 1)) is None
    with pytest.raises(TypeError):
        tool_html(object(), "en")
    with pytest.raises(TypeError):
        tool_said(object(), "en")
