"""The course of a match as a chart: its numbers also as text, marks where moves were costly."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from phase10.advice.review import Review, review
from phase10.views.i18n import LANGUAGES, percent
from phase10.views.review import decision_text, grade_text, summary_texts
from phase10.views.review_chart import course_chart, course_points, course_table, round_chances
from tests.advice.review_matches import Known, match

RECORD = match("random", "greedy", "random", seed=3, rules="seed,last_phase=2")


@pytest.fixture(scope="module")
def found() -> Review:
    plain = review(RECORD, seats=(0,))
    worse = {each.steps[-1]: 0.01 + each.worth / 20 for each in plain.decisions if each.is_mistake}
    return review(RECORD, Known(worse), seats=(0,))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_chart_has_its_numbers_in_words_and_as_a_table(found: Review, lang: str) -> None:
    marked = found.costliest(0)
    chart = course_chart(found, 0, lang, marked)
    points = course_points(found, 0)
    label = re.search(r'aria-label="([^"]+)"', chart)
    assert label is not None
    for point in (points[0], points[-1]):
        assert percent(lang, point.chance or 0.0) in label[1]
    assert chart.count('stroke-width="2"') == 1 + len(marked)
    table = course_table(found, 0, lang)
    rounds = round_chances(found, 0)
    assert table.count("<tr>") == 1 + len(rounds)
    for first, last in rounds.values():
        assert percent(lang, first, 1) in table
        assert percent(lang, last, 1) in table


def test_the_line_goes_through_every_turn_once(found: Review) -> None:
    turns = [point.turn for point in course_points(found, 0)]
    assert turns == sorted(set(turns))
    assert len(turns) == len({each.turn for each in found.of(0)})
    path = re.search(r' d="(M[^"]+)"[^>]*fill="none"', course_chart(found, 0, "en"))
    assert path is not None
    assert path[1].count("L") == len(turns) - 1
    ys = [float(number) for number in re.findall(r"[ML][\d.]+ ([\d.]+)", path[1])]
    assert all(0 <= y <= 200 for y in ys)


def test_without_chances_there_is_no_chart() -> None:
    plain = review(RECORD, seats=(0,))
    assert course_chart(plain, 0, "en") == ""
    assert round_chances(plain, 0) == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_decision_and_grade_has_words(found: Review, lang: str) -> None:
    names = found.names
    for decision in found.decisions:
        told = decision_text(lang, found, decision, names)
        assert told.startswith(names[decision.seat])
        assert "{" not in told
        if decision.is_mistake:
            assert {"en": "Better", "lv": "Labāk"}[lang] in told
    grade = found.grade(0)
    for points in (100, 95, 85, 70, 50, 0):
        assert str(points) in grade_text(lang, grade._replace(points=points))
    assert len(summary_texts(lang, grade)) == 3
    assert len(summary_texts(lang, grade._replace(lost=None, error=None))) == 2


def test_one_point_is_a_chart_too(found: Review) -> None:
    one = replace(found, decisions=found.decisions[:1])
    assert "<svg" in course_chart(one, 0, "en")
