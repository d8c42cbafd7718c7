"""Hands up, and paper: what is counted without devices, what is saved and printed."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from fractions import Fraction
from unittest import mock

import nbformat
import pypdfium2
import pytest

from phase10.dashboards.teacher_hands import Tried, options, shown_figures
from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.teaching.lessons.simulation import estimate
from phase10.teaching.worksheets import make_worksheet
from phase10.views.i18n import LANGUAGES
from tests.dashboards.teacher_visitor import Teacher, downloaded
from tests.dashboards.test_app import said


def test_hands_join_the_dots_once_and_can_be_taken_back() -> None:
    teacher = Teacher()
    teacher.act("lesson", "L05")
    teacher.act("hands.up.2", "12")
    teacher.act("hands.up.4", " 7 ")
    assert teacher.view.given() == []
    for _ in range(3):
        reply = teacher.act("hands.count")
    assert "19 hands are counted." in said(reply)
    assert len(teacher.view.given()) == 19
    assert "19 predictions" in teacher.shown("results")
    teacher.act("hands.up.4", "8")
    teacher.act("hands.count")
    assert len(teacher.view.given()) == 20
    teacher.act("hands.undo")
    assert len(teacher.view.given()) == 19
    assert 'value="7"' in teacher.raw("hands")
    teacher.act("hands.undo")
    assert teacher.view.given() == []
    teacher.act("hands.undo")


@pytest.mark.parametrize("name", LESSON_IDS)
def test_hands_of_every_answer_count_for_it(name: str) -> None:
    teacher = Teacher()
    teacher.act("lesson", name)
    asked = lesson(name).prediction
    for place, key in enumerate(options(asked)):
        teacher.act(f"hands.up.{key}", str(place + 1))
    teacher.act("hands.count")
    given = teacher.view.given()
    for place, key in enumerate(options(asked)):
        if asked.choices:
            assert given.count(key) == place + 1
        else:
            inside = asked.intervals[place]
            found = [each for each in given if isinstance(each, Fraction)]
            assert sum(inside.low <= each < inside.high for each in found) == place + 1


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "501", "9" * 5000, "²"])
def test_what_is_no_number_of_hands_is_told_at_its_field(typed: str) -> None:
    teacher = Teacher()
    teacher.act("lesson", "L05")
    teacher.act("hands.up.1", "3")
    teacher.act("hands.count")
    teacher.act("hands.up.2", typed)
    reply = teacher.act("hands.count")
    assert {"focus": "teacher-up-2"} in reply["effects"]
    field = teacher.raw("hands")
    place = field.index('id="teacher-up-2-error"')
    assert "how many hands" in field[place : place + 300]
    assert len(teacher.view.given()) == 3
    assert f'value="{typed[:40]}"' in field


def test_trials_join_the_pooled_frequency_and_can_be_taken_back() -> None:
    teacher = Teacher()
    teacher.act("lesson", "L05")
    for hits, trials in (("8", "15"), ("11", "15")):
        teacher.act("hands.sum", hits)
        teacher.act("hands.trials", trials)
        teacher.act("hands.add")
        teacher.act("hands.add")  # a second click finds empty fields
    figure = shown_figures(lesson("L05"))["hand_some"]
    pieces = teacher.view.pieces()["hand_some"]
    assert [estimate(figure, each).value for each in pieces] == [  # type: ignore[union-attr]
        Fraction(8, 15), Fraction(11, 15)]  # fmt: skip
    assert "19/30" in teacher.shown("results")
    teacher.act("hands.figure", "hand_wilds")
    teacher.act("hands.sum", "22")
    teacher.act("hands.trials", "30")
    teacher.act("hands.add")
    assert "11/15" in teacher.shown("results")
    again = teacher.reloaded()
    assert again.view.pieces() == teacher.view.pieces()
    teacher.act("hands.undo")
    assert "hand_wilds" not in teacher.view.pieces()


@pytest.mark.parametrize("name", LESSON_IDS)
def test_counts_of_trials_say_what_was_typed(name: str) -> None:
    for key, figure in shown_figures(lesson(name)).items():
        sure = figure.among is not None and figure.of is not None and figure.among <= figure.of
        for made, trials in ((7, 7),) if sure else ((0, 1), (3, 7), (7, 7)):
            found = estimate(figure, Tried(key, made, trials).counts(figure))
            assert found is not None
            assert (found.value, found.size) == (Fraction(made, trials), trials)


@pytest.mark.parametrize(("hits", "trials", "field"), [
    ("16", "15", "sum"), ("", "15", "sum"), ("3", "", "trials"), ("3", "0", "trials"),
    ("x", "15", "sum"), ("3", "1e9", "trials"), ("3", "1000001", "trials"),
])  # fmt: skip
def test_impossible_trials_are_told_at_their_field(hits: str, trials: str, field: str) -> None:
    teacher = Teacher()
    teacher.act("lesson", "L05")
    teacher.act("hands.sum", hits)
    teacher.act("hands.trials", trials)
    reply = teacher.act("hands.add")
    assert {"focus": f"teacher-tried-{field}"} in reply["effects"]
    shown = teacher.raw("hands")
    place = shown.index(f'id="teacher-tried-{field}-error"')
    assert not shown[place:].partition(">")[2].startswith("</p>")
    assert teacher.view.pieces() == {}


# --- paper ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_of_a_worksheet_is_saved(lang: str) -> None:
    teacher = Teacher(lang)
    teacher.act("lesson", "L05")
    teacher.act("seed", "77")
    teacher.act("sheet.version", "B")
    sheet = make_worksheet(lesson("L05"), 77, "B")
    files = dict(downloaded(teacher.act("sheet.save", form))
                 for form in ("html", "pdf", "notebook", "key", "gift"))  # fmt: skip
    stem = "L05-D1-V1-77-B"
    assert set(files) == {f"{stem}{end}" for end in
                          (".html", ".pdf", ".ipynb", "-key.csv", "-moodle.gift.txt")}  # fmt: skip
    assert f'<html lang="{lang}"' in files[f"{stem}.html"].decode()
    document = pypdfium2.PdfDocument(files[f"{stem}.pdf"])
    assert stem in document[0].get_textpage().get_text_bounded()
    nbformat.validate(nbformat.reads(files[f"{stem}.ipynb"].decode(), 4))
    text = files[f"{stem}-key.csv"].decode()
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text[1:]), delimiter=";" if lang == "lv" else ","))
    assert "".join(row[3] for row in rows[1:]) == sheet.key
    assert files[f"{stem}-moodle.gift.txt"].decode().count("::[plain]") == 8


def test_all_versions_come_in_one_archive_in_the_language_of_the_paper() -> None:
    teacher = Teacher()
    teacher.act("lesson", "L02")
    teacher.act("sheet.version", "all")
    teacher.act("sheet.lang", "lv")
    teacher.act("sheet.questions", "5")
    name, content = downloaded(teacher.act("sheet.save", "html"))
    assert name == "L02-1-html.zip"
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.namelist() == [f"L02-D1-V1-1-{version}.html" for version in "ABCDEF"]
    assert all('<html lang="lv"' in archive.read(each).decode() for each in archive.namelist())
    assert downloaded(teacher.act("sheet.save", "html"))[1] == content


@pytest.mark.parametrize("typed", ["0", "21", "x", "", "9" * 300])
def test_a_wrong_number_of_questions_is_told_at_its_field(typed: str) -> None:
    teacher = Teacher()
    teacher.act("sheet.questions", typed)
    reply = teacher.act("sheet.save", "html")
    assert {"focus": "teacher-questions"} in reply["effects"]
    assert not any("download" in effect for effect in reply["effects"])
    shown = teacher.raw("paper")
    assert "from 1 to 20" in shown[shown.index('id="teacher-questions-error"') :][:200]


def test_sheets_to_print_and_their_deal() -> None:
    teacher = Teacher("lv")
    teacher.act("seed", "123")
    name, content = downloaded(teacher.act("sheet.paper", "hands/html"))
    assert name == "phase10-hands.html"
    assert "123" in content.decode()
    name, content = downloaded(teacher.act("sheet.paper", "mini-deck/pdf"))
    assert name == "phase10-mini-deck.pdf"
    assert len(pypdfium2.PdfDocument(content)) == 1


def test_without_the_library_for_print_the_page_says_so() -> None:
    teacher = Teacher()
    with mock.patch("phase10.dashboards.teacher_paper.can_print", return_value=False):
        shown = teacher.raw("paper")
        assert "phase10[print]" in shown or "print" in teacher.shown("paper")
        assert "disabled" in shown[shown.index('id="teacher-save-pdf"') :].partition(">")[0]
    with mock.patch.dict("sys.modules", {"typst": None}):
        reply = teacher.act("sheet.save", "pdf")
    assert {"focus": "teacher-sheet-error"} in reply["effects"]
    assert json.loads(json.dumps(reply["effects"])) == reply["effects"]
