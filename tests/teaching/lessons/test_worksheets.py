"""Worksheets: the same everywhere, printed whole, escaped, and read by other programs."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from unittest import mock

import nbformat
import numpy as np
import pypdfium2
import pytest

from phase10.game.errors import GameError, NumberError
from phase10.teaching.lessons.reading import LESSON_IDS, lesson, read_lesson
from phase10.teaching.worksheets import Worksheet, check, make_worksheet
from phase10.views.lesson_document import Document, Note, worksheet_document
from phase10.views.lesson_files import checked, gift, key_csv, notebook
from phase10.views.lesson_html import document_html
from phase10.views.lesson_pdf import document_pdf
from phase10.views.lesson_sheets import SHEETS, sheet_document
from tests.teaching.lessons.test_lessons import FIXED, own

LANGUAGES = ("en", "lv")
HOSTILE = '<script>alert(1)</script> & "q" #x *y* _z_ $w$ =1+1 \\n {0} 🃏'


def sheet(name: str = "L05", seed: int = 77, version: str = "A") -> Worksheet:
    return make_worksheet(lesson(name), seed, version)


# --- what is asked -------------------------------------------------------------------------------


def test_one_code_makes_one_worksheet() -> None:
    assert sheet() == sheet()
    assert str(sheet().code) == "L05-D1-V1-77-A"
    assert sheet().key == GOLDEN


GOLDEN = "cbdeecba"


@pytest.mark.parametrize("name", LESSON_IDS)
def test_versions_ask_the_same_kinds_with_other_numbers(name: str) -> None:
    sheets = [sheet(name, 5, version) for version in "ABCDEF"]
    kinds = {tuple(item.template for item in each.items) for each in sheets}
    assert len(kinds) == 1
    assert len({each.items for each in map(_hashable, sheets)}) == 6
    for each in sheets:
        assert each.recalled == 2
        assert [item.template for item in each.items[:2]] == list(each.lesson.recall)
        own_items = set(each.lesson.items) - set(each.lesson.recall)
        assert own_items <= {item.template for item in each.items[2:]}
        asked = [(item.template, str(item.values)) for item in each.items]
        assert len(set(asked)) == len(asked), "nothing is asked twice"


def _hashable(made: Worksheet) -> Worksheet:
    items = tuple((item.template, str(item.values), item.options) for item in made.items)
    return Worksheet(made.lesson, made.code, items, made.recalled)  # type: ignore[arg-type]


def test_limits() -> None:
    assert len(make_worksheet(lesson("L05"), 1, questions=20).items) == 20
    assert make_worksheet(lesson("L05"), 1, questions=1).recalled == 0
    with pytest.raises(GameError) as caught:
        make_worksheet(lesson("L05"), 1, "G")
    assert caught.value.code == "worksheet.version"
    for questions in (0, 21):
        with pytest.raises(NumberError):
            make_worksheet(lesson("L05"), 1, questions=questions)
    with pytest.raises(NumberError):
        make_worksheet(lesson("L05"), -1)


def test_answers_are_looked_up_by_the_code() -> None:
    made = sheet()
    for place, (item, letter) in enumerate(zip(made.items, made.key, strict=True), start=1):
        assert check(str(made.code), place, f" {letter.upper()} ") == (item, None)
    wrong = next(letter for letter in "abc" if letter != made.key[0])
    item, mistake = check("l05-d1-v1-77-a", 1, wrong)
    assert mistake is not None
    assert mistake.value == item.options["abcde".index(wrong)]
    for place, letter in ((0, "a"), (9, "a")):
        with pytest.raises(NumberError):
            check(str(made.code), place, letter)
    for letter in ("", "z", "ab"):
        with pytest.raises(GameError):
            check(str(made.code), 1, letter)
    with pytest.raises(GameError) as caught:
        check("L05-D1-V1-77", 1, "a")
    assert caught.value.code == "worksheet.version"


# --- HTML ----------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Collect elements and the text between them."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert name not in ("src", "href"), value

    def handle_data(self, data: str) -> None:
        self.text += f"{data} "


@pytest.mark.parametrize("lang", LANGUAGES)
def test_html_stands_alone_and_has_the_key_on_its_own_page(lang: str) -> None:
    made = sheet()
    source = document_html(worksheet_document(made, lang))
    page = Tags(source)
    assert f'<html lang="{lang}">' in source
    assert "http" not in source
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    first, second = source.split('<section class="page">')[1:]
    assert first.count('class="question"') == 8
    assert 'class="question"' not in second
    assert str(made.code) in second
    for code in made.lesson.codes.printed:
        assert code in source.split("<footer>")[1]
    if lang == "lv":
        body = source.split("</style>")[1].split("<footer>")[0]
        assert not re.search(r"\d\.\d", Tags(body).text), "decimal comma"


def hostile_sheet() -> Worksheet:
    quoted = HOSTILE.replace("\\", "\\\\").replace('"', '\\"').replace("{0}", "")
    text = own().replace("Wilds in the opening hand", quoted)
    text = text.replace('exit = "L05.some"', 'exit = "MINE.mine"')
    fixed = FIXED.replace("How likely?", quoted).replace("The opposite.", quoted)
    return make_worksheet(read_lesson(text + fixed), 5)


def test_whatever_was_typed_is_text() -> None:
    made = hostile_sheet()
    source = document_html(worksheet_document(made, "en"))
    assert "<script" not in source
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in source
    assert "#x *y* _z_ $w$ =1+1" in Tags(source).text
    text = pdf_text(document_pdf(worksheet_document(made, "en")))
    assert "<script>alert(1)</script>" in text
    assert "#x *y* _z_ $w$" in text
    moodle = gift(made, "en")
    for line in moodle.splitlines():
        plain = re.sub(r"\\[\\~=#{}:]", "", line)
        assert plain.count("#") <= (4 if plain.startswith("  ####") else 1)
    assert "\\#x" in moodle
    assert "\\=1+1" in moodle
    source = json.dumps(notebook(made, "en"))
    assert "<script>" not in source.replace("\\\\<script\\\\>", "")


# --- PDF -----------------------------------------------------------------------------------------


def pdf_text(content: bytes) -> str:
    document = pypdfium2.PdfDocument(content)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    return re.sub(r"\s+", " ", " ".join(texts))


def assert_inside(content: bytes) -> int:
    """Nothing is drawn outside of the margins, no two letters lie on each other; count pages."""
    document = pypdfium2.PdfDocument(content)
    for page in document:
        ink = np.asarray(page.render(scale=1, grayscale=True).to_numpy()).squeeze() < 200
        rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
        height, width = ink.shape
        millimeter = width / 210
        assert columns[0] >= 17 * millimeter
        assert columns[-1] <= width - 17 * millimeter
        assert rows[0] >= 14 * millimeter
        assert rows[-1] <= height - 5 * millimeter
        assert_lines_apart(page.get_textpage())
    return len(document)


def assert_lines_apart(text: pypdfium2.PdfTextPage) -> None:
    """Lines of text keep their own height: their middles are more than half a letter apart."""
    boxes = np.array([text.get_charbox(place) for place in range(text.count_chars())])
    left, bottom, right, top = boxes[(boxes[:, 2] - boxes[:, 0] > 1)].T
    assert len(left) > 5
    across = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    along = np.minimum(top[:, None], top) - np.maximum(bottom[:, None], bottom)
    on_another = (across > 1.5) & (along > 1.5)
    places = np.arange(len(left))
    # A letter may reach under its neighbor, as Q does before u.
    apart = np.abs(places[:, None] - places) > 1
    assert not (on_another & apart).any(), "letters lie on each other"


@pytest.mark.parametrize("name", LESSON_IDS)
def test_pages_are_printed_whole(name: str) -> None:
    for lang, version in (("en", "A"), ("lv", "B")):
        made = make_worksheet(lesson(name), 2026, version)
        content = document_pdf(worksheet_document(made, lang))
        assert content.startswith(b"%PDF")
        assert 3 <= assert_inside(content) <= 6
        document = pypdfium2.PdfDocument(content)
        for page in document:
            foot = page.get_textpage().get_text_bounded(top=70)
            assert str(made.code) in foot
            assert made.lesson.codes.printed[0] in foot
        text = pdf_text(content)
        for place in range(1, 9):
            assert f"{place}. " in text


def test_the_key_begins_a_page_of_its_own() -> None:
    document = pypdfium2.PdfDocument(document_pdf(worksheet_document(sheet(), "en")))
    texts = [page.get_textpage().get_text_bounded() for page in document]
    (first,) = (place for place, text in enumerate(texts) if "Answer key" in text)
    assert texts[first].startswith("Answer key for L05-D1-V1-77-A")
    assert not any("Right answers" in text for text in texts[:first])


@pytest.mark.parametrize("name", SHEETS)
def test_sheets_are_printed_whole(name: str) -> None:
    for lang in LANGUAGES:
        made = sheet_document(name, lang)
        content = document_pdf(made)
        pages = assert_inside(content)
        assert pages == {"deck": 3, "score": 2}.get(name, 1)
        assert "<svg" in document_html(made) or "<table" in document_html(made)
    text = pdf_text(document_pdf(sheet_document("deck", "lv")))
    assert text.count("džokers") == 8
    assert text.count("izlaišanas kārts") == 4
    assert text.count("zila") == 24


def test_long_texts_wrap_and_long_words_stay_on_the_page() -> None:
    blocks = (Note("word " * 400), Note("C_[108]^[10] " * 60))
    assert_inside(document_pdf(Document("x", "en", "footer " * 20, blocks)))


def test_without_the_library_one_sentence_says_so() -> None:
    with mock.patch.dict("sys.modules", {"typst": None}), pytest.raises(GameError) as caught:
        document_pdf(worksheet_document(sheet(), "en"))
    assert caught.value.code == "worksheet.print"


# --- other programs ------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "mark"), [("en", ","), ("lv", ";")])
def test_the_key_as_a_table(lang: str, mark: str) -> None:
    made = sheet("L04", 9)
    text = key_csv(made, lang)
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=mark))
    assert len(rows) == 9
    assert {len(row) for row in rows} == {7}
    assert "".join(row[3] for row in rows[1:]) == made.key
    assert [row[4] for row in rows[1:]] == [str(item.answer) for item in made.items]
    assert all("M.O.5.1.5" in row[6] for row in rows[1:])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", LESSON_IDS)
def test_moodle_gets_one_right_answer_each(name: str, lang: str) -> None:
    made = sheet(name)
    questions = gift(made, lang).strip().split("\n\n")
    assert len(questions) == 8
    for question, item in zip(questions, made.items, strict=True):
        lines = question.splitlines()
        assert lines[0].startswith("::L05" if name == "L05" else f"::{name}")
        assert lines[0].endswith("{")
        assert lines[-1] == "}"
        answers = [line.strip() for line in lines[1:-1] if not line.startswith("  ####")]
        assert sum(line.startswith("=") for line in answers) == 1
        assert len(answers) == len(item.options)
        for line in answers:
            bare = re.sub(r"\\[\\~=#{}:]", "", line)
            assert bare.count("#") == 1
            assert not re.search(r"[~={}]", bare[1:])


def run_cell(source: str, names: dict[str, object]) -> Any:
    """Run a cell as a notebook does; give what its last line shows."""
    *before, last = ast.parse(source).body
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    exec(compile(ast.Module([last], []), "cell", "exec"), names)
    return None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_notebook_runs_and_checks_letters(lang: str) -> None:
    made = sheet("L06", 4)
    built = notebook(made, lang)
    nbformat.validate(nbformat.from_dict(built))
    cells = [cell for cell in built["cells"] if cell["cell_type"] == "code"]
    assert max(len(cell["source"].splitlines()) for cell in cells) <= 5
    names: dict[str, object] = {}
    shown = [run_cell(cell["source"], names) for cell in cells]
    assert shown[1:9] == [checked(str(made.code), place, "", lang=lang) for place in range(1, 9)]
    assert [name for name, _, _ in shown[-1]] == ["within", "draws"]
    right = checked(str(made.code), 1, made.key[0], lang=lang)
    assert right.startswith("Right" if lang == "en" else "Pareizi")
    others = [letter for letter in "abcd" if letter != made.key[0]]
    told = [checked(str(made.code), 1, letter, lang=lang) for letter in others]
    assert len({right, *told}) == 4
    assert checked(str(made.code), 1, "", lang=lang)


def test_distractors_of_a_sheet_are_explained_in_its_key() -> None:
    made = sheet("L13", 3)
    text = pdf_text(document_pdf(worksheet_document(made, "en")))
    for name in ("Starting share forgotten", "Condition turned round"):
        assert name in text
    assert all(one != other for one, other in pairwise(sorted(set(made.key))))
