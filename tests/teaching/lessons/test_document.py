"""docs/lessons.md tells what is there, and its example is a lesson."""

from __future__ import annotations

import re
from dataclasses import fields

from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import begin, go_on, predict, results, simulate
from phase10.teaching.lessons.experiments import EXPERIMENTS
from phase10.teaching.lessons.reading import lessons, misconceptions, read_lesson
from phase10.teaching.worksheets import make_worksheet
from phase10.views.lesson_sheets import SHEETS
from tests.support.packaging import CHECKOUT

DOCUMENT = (CHECKOUT / "docs" / "lessons.md").read_text("utf-8")
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def test_the_example_is_a_lesson_that_can_be_held() -> None:
    lesson = read_lesson(EXAMPLE)
    run = go_on(begin(lesson, LessonCode(lesson.id, 1), ()))
    run = go_on(simulate(predict(run, 22), 200))
    (measured,) = results(run)
    assert str(measured.exact) == "2/9"
    assert "COLOR1.green" in {item.template for item in make_worksheet(lesson, 1).items}


def test_every_item_experiment_sheet_and_misconception_is_listed() -> None:
    rows = dict(re.findall(r"^\| (L\d\d) \| (.+) \|$", DOCUMENT, re.MULTILINE))
    for lesson in lessons():
        names = [name.partition(".")[2] for name in lesson.items]
        assert re.findall(r"`(\w+)`", rows[lesson.id]) == names
    settings = {
        name: re.findall(r"`(\w+)`", listed)
        for name, listed in re.findall(r"^\| `(\w+)` \|(.*?)\|", DOCUMENT, re.MULTILINE)
    }
    assert settings == {
        name: [field.name for field in fields(made)]  # type: ignore[arg-type]
        for name, made in EXPERIMENTS.items()
    }
    for name in (*misconceptions(), *SHEETS):
        assert f"`{name}`" in DOCUMENT or f"--sheet {name}" in DOCUMENT
