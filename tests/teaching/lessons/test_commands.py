"""``phase10 lessons`` and ``phase10 worksheet``, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.teaching.worksheets import make_worksheet
from phase10.views.lesson_sheets import SHEETS
from tests.cli.runner import phase10
from tests.teaching.lessons.test_lessons import FIXED, own

ENDS = {".html", ".pdf", ".ipynb", "-key.csv", "-moodle.gift.txt"}


def test_the_list_as_json() -> None:
    answer = phase10("lessons", "--list", "--json").json
    assert [each["id"] for each in answer["lessons"]] == list(LESSON_IDS)
    assert answer == phase10("lessons", "--json").json
    first = answer["lessons"][0]
    assert list(first) == [
        *("id", "title", "goal", "codes", "paths", "minutes", "core_minutes"),
        *("misconceptions", "items"),
    ]
    assert first["codes"] == list(lesson("L01").codes.printed)
    latvian = phase10("lessons", "--list", "--json", "--lang", "lv").json
    assert latvian["lessons"][4]["title"] == "Džokeri sākuma kārtīs"


def test_the_list_for_people() -> None:
    for lang in ("en", "lv"):
        run = phase10("lessons", "--lang", lang)
        assert run.code == 0
        for each in LESSON_IDS:
            assert f"{each}. " in run.out
        assert max(map(len, run.out.splitlines())) <= 80


@pytest.mark.parametrize("name", LESSON_IDS)
def test_the_card_of_a_lesson(name: str) -> None:
    card = phase10("lessons", "--lesson", name.lower(), "--json").json
    assert card["id"] == name
    assert sum(answer["right"] for answer in card["expected"]) == 1
    assert all(answer["reply"] for answer in card["expected"])
    assert card["exact"]
    run = phase10("lessons", "--lesson", name, "--lang", "lv")
    assert run.code == 0
    for heading in ("Ko jautāt", "Bez ierīcēm", "Ar mazo kavu"):
        assert heading in run.out


def test_a_worksheet_with_all_its_files(tmp_path: Path) -> None:
    where = tmp_path / "new" / "folder"
    answer = phase10(
        *("worksheet", "--lesson", "L05", "--seed", "7", "--lang", "lv", "--version", "B"),
        *("--output", str(where), "--json"),
    ).json
    (sheet,) = answer["sheets"]
    made = make_worksheet(lesson("L05"), 7, "B")
    assert answer["lesson"] == "L05"
    assert answer["seed"] == 7
    assert sheet["code"] == "L05-D1-V1-7-B"
    assert sheet["key"] == made.key
    names = {Path(path).name for path in sheet["files"]}
    assert names == {f"L05-D1-V1-7-B{end}" for end in ENDS}
    assert all(Path(path).stat().st_size > 500 for path in sheet["files"])
    assert "Džokeri sākuma kārtīs" in (where / "L05-D1-V1-7-B.html").read_text("utf-8")
    assert json.loads((where / "L05-D1-V1-7-B.ipynb").read_text("utf-8"))["nbformat"] == 4


def test_six_versions_at_once(tmp_path: Path) -> None:
    run = phase10("worksheet", "--lesson", "L01", "--version", "all", "--output", str(tmp_path))
    assert run.code == 0
    for version in "ABCDEF":
        assert f"L01-D1-V1-1-{version}: key " in run.out
    assert len(list(tmp_path.iterdir())) == 30


@pytest.mark.parametrize("name", SHEETS)
def test_sheets_to_print(name: str, tmp_path: Path) -> None:
    answer = phase10("worksheet", "--sheet", name, "--output", str(tmp_path), "--json").json
    assert answer["sheet"] == name
    assert {Path(path).name for path in answer["files"]} == {f"{name}.html", f"{name}.pdf"}


def test_a_lesson_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(own().replace('exit = "L05.some"', 'exit = "MINE.mine"') + FIXED, "utf-8")
    answer = phase10(
        *("worksheet", "--lesson", str(path), "--output", str(tmp_path), "--json")
    ).json
    assert answer["sheets"][0]["code"] == "MINE-D1-V1-1-A"
    notebook = (tmp_path / "MINE-D1-V1-1-A.ipynb").read_text("utf-8")
    assert "mine.toml" in notebook
    assert phase10("lessons", "--lesson", str(path), "--json").json["id"] == "MINE"


def test_a_short_sheet_has_no_notebook_that_checks_it(tmp_path: Path) -> None:
    answer = phase10(
        *("worksheet", "--lesson", "L02", "--questions", "3", "--output", str(tmp_path), "--json")
    ).json
    names = {Path(path).name for path in answer["sheets"][0]["files"]}
    assert names == {f"L02-D1-V1-1-A{end}" for end in ENDS - {".ipynb"}}
    assert len(answer["sheets"][0]["key"]) == 3


def test_without_the_library_for_pdf_the_rest_is_written(tmp_path: Path) -> None:
    with mock.patch("phase10.cli.worksheet._can_print", return_value=False):
        run = phase10("worksheet", "--lesson", "L03", "--output", str(tmp_path))
    assert run.code == 1
    assert run.err.count("\n") == 1
    assert "phase10[print]" in run.err
    ends = {path.name.removeprefix("L03-D1-V1-1-A") for path in tmp_path.iterdir()}
    assert ends == ENDS - {".pdf"}


WRONG = {
    "nothing": ([], "--lesson L05"),
    "two things": (["--lesson", "L05", "--sheet", "deck"], "--lesson L05"),
    "no such lesson": (["--lesson", "L15"], "L01–L14"),
    "no such file": (["--lesson", "none.toml"], "none.toml — there is no such file"),
    "no such sheet": (["--sheet", "cards"], "frequency-tree"),
    "a version G": (["--lesson", "L05", "--version", "G"], "A, B, C, D, E, F"),
    "a seed below 0": (["--lesson", "L05", "--seed", "-1"], "--seed -1"),
    "a seed too large": (["--lesson", "L05", "--seed", str(2**63)], "--seed"),
    "no question": (["--lesson", "L05", "--questions", "0"], "from 1 to 20"),
    "another language": (["--lesson", "L05", "--lang", "de"], "en, lv"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_is_told_in_one_line(case: str, tmp_path: Path) -> None:
    arguments, told = WRONG[case]
    run = phase10("worksheet", *arguments, "--output", str(tmp_path))
    assert (run.code, run.out) == (2, "")
    assert run.err.count("\n") == 1
    assert told in run.err
    assert list(tmp_path.iterdir()) == []


def test_a_fault_in_a_file_tells_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(own().replace("minutes = 45", "minutes = 4"), "utf-8")
    run = phase10("worksheet", "--lesson", str(path), "--output", str(tmp_path))
    assert run.code == 2
    assert "mine.toml:5: " in run.err
    assert run.err.count("\n") == 1


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", "utf-8")
    for where in (str(taken), str(taken / "below"), "", " "):
        run = phase10("worksheet", "--lesson", "L05", "--output", where)
        assert (run.code, run.out) == (2, "")
        assert run.err.count("\n") == 1
    run = phase10("worksheet", "--lesson", "L05")
    assert run.code == 2
    assert "--output" in run.err
