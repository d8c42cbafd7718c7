"""Runs without a network: codes pasted, files dropped in, each counted once; files of all out."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from phase10.dashboards.teacher_results import pooled
from phase10.teaching.lessons.engine import answer, go_on
from phase10.teaching.lessons.experiment import Figure
from phase10.teaching.lessons.reading import lesson
from phase10.teaching.lessons.simulation import estimate
from phase10.teaching.result_codes import read_result_file, result_code, result_file
from tests.dashboards.teacher_visitor import Teacher, downloaded, pupil_run, sent

MANY = 12


def pasted(teacher: Teacher, *lines: str) -> None:
    teacher.act("inbox.text", "\n".join(lines))
    teacher.act("inbox.read")


def at(teacher: Teacher, lesson_id: str = "L05") -> Teacher:
    teacher.act("lesson", lesson_id)
    return teacher


def test_many_codes_at_once_each_told_at_its_line_and_counted_once() -> None:
    teacher = at(Teacher())
    codes = [result_code(sent(pupil_run("L05", 5 * n, 50, n))) for n in range(1, MANY + 1)]
    wrong = codes[3][:-1] + ("0" if codes[3][-1] != "0" else "1")
    lines = [*codes[:3], wrong, "", *codes[4:], codes[0].lower().replace("-", " ")]
    pasted(teacher, *lines)
    told = teacher.view.inbox.told("en")
    assert [good for _, good in told] == [True] * 3 + [False] + [True] * (MANY - 3)
    assert told[3][0].startswith("Line 4: ")
    assert told[-1][0] == f"Line {len(lines)}: right, but counted before"
    assert len(teacher.view.given()) == MANY - 1
    field = teacher.raw("inbox")
    assert wrong in field
    assert 'p10-error">Line 4' in field
    before = teacher.view.pieces()
    pasted(teacher, *lines)
    assert teacher.view.pieces() == before
    teacher.act("inbox.undo")
    assert teacher.view.given() == []


@pytest.mark.parametrize("text", ["", "  \n ", "<b>x</b>", "9" * 5000, "ABC", "🙂" * 50])
def test_what_is_no_code_is_told(text: str) -> None:
    teacher = at(Teacher())
    pasted(teacher, text)
    told = teacher.view.inbox.told("en")
    assert told
    assert not any(good for _, good in told)
    assert "<b>x" not in teacher.raw("inbox")
    assert teacher.view.given() == []


def test_a_code_of_another_lesson_is_told() -> None:
    teacher = at(Teacher(), "L07")
    pasted(teacher, result_code(sent(pupil_run("L05", 50))))
    ((told, good),) = teacher.view.inbox.told("en")
    assert not good
    assert "L07" in told


def test_files_of_pupils_and_of_a_class_are_read() -> None:
    teacher = at(Teacher())
    runs = [sent(pupil_run("L05", 5 * n, 20, n), f"Pupil {n}", 7) for n in range(1, MANY + 1)]
    for place, run in enumerate(runs[:2]):
        file = {"name": f"{place}.json", "size": 9, "text": result_file([run])}
        teacher.act("inbox.file", file)
    assert len(teacher.view.inbox.told("en")) == 2
    teacher.act("inbox.file", {"name": "all.json", "size": 9, "text": result_file(runs)})
    assert len(teacher.view.given()) == MANY
    for text in ("{}", "", "[" * 5000, "<b>no</b>", '{"phase10": "class", "version": 99}'):
        teacher.act("inbox.file", {"name": "<b>x</b>.json", "size": 9, "text": text})
    assert not teacher.view.inbox.told("en")[-1][1]
    assert "<b>x" not in teacher.raw("inbox")
    assert len(teacher.view.given()) == MANY


def test_a_run_that_comes_by_class_code_and_file_counts_once() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    run = sent(pupil_run("L05", 40, 30), "Anna", 10**12)
    teacher.rooms.contribute(code, run)
    teacher.look()
    pasted(teacher, result_code(run))
    teacher.act("inbox.file", {"name": "a.json", "size": 9, "text": result_file([run])})
    assert teacher.view.given() == [Fraction(40)]
    assert len(teacher.view.pieces()["hand_some"]) == 1
    newer = replace(run, prediction="41", sent=run.sent + 1)
    teacher.act("inbox.file", {"name": "a.json", "size": 9, "text": result_file([newer])})
    assert teacher.view.given() == [Fraction(41)]
    again = teacher.reloaded()
    again.look()
    assert again.view.given() == [Fraction(41)]


def test_outcomes_that_cannot_come_are_left_out() -> None:
    teacher = at(Teacher())
    run = sent(pupil_run("L05", 40, 30))
    bad = replace(run, run_id="f" * 32, chair=2, tallies=(
        run.tallies[0]._replace(trials=1, counts=((99, 1),)),))  # fmt: skip
    teacher.act("inbox.file", {"name": "x", "size": 9, "text": result_file([run, bad])})
    assert len(teacher.view.pieces()["hand_some"]) == 1


def test_the_pooled_frequency_is_that_of_all_trials() -> None:
    figure: Figure = lesson("L05").parts[0].shown[0]
    runs = [pupil_run("L05", 50, 40, chair) for chair in range(1, 9)]
    counts = [run.tallies[0].counts for run in runs]
    tally = pooled(counts)
    hits = sum(count for each in counts for outcome, count in each.items() if outcome > 0)
    found = estimate(figure, tally.counts)
    assert found is not None
    assert found.value == Fraction(hits, 320)
    assert [trials for trials, _ in tally.path] == [40 * n for n in range(1, 9)]


@pytest.mark.parametrize(("lang", "mark"), [("en", ","), ("lv", ";")])
def test_progress_is_saved_as_a_table_and_as_json(lang: str, mark: str) -> None:
    teacher = Teacher(lang)
    code = teacher.open_class()
    run = pupil_run("L05", 74, 20)
    for _ in range(3):
        run = go_on(run)
    run = answer(run, 0)
    rows_given = [sent(run, "Anna"), sent(pupil_run("L05", 50, 0, 2), "Žanis")]
    for each in rows_given:
        teacher.rooms.contribute(code, each)
    teacher.look()
    # A store may be older than the rules of nicknames: no cell is a formula.
    teacher.view.desk.contributions = (
        *teacher.view.desk.contributions, replace(rows_given[1], nickname="=1+1", run_id="a" * 32,
                                                  chair=3))  # fmt: skip
    name, content = downloaded(teacher.act("export.csv"))
    assert name == "phase10-L05.csv"
    text = content.decode()
    assert text.startswith("\ufeff")
    heading, *rows = csv.reader(io.StringIO(text[1:]), delimiter=mark)
    assert len(heading) == 9
    assert {len(row) for row in rows} == {9}
    assert [row[3] for row in rows if row[0] == "Anna"] == ["prediction", "answer", "trials"]
    assert [row[0] for row in rows[-1:]] == ["'=1+1"]
    other = "," if mark == ";" else ";"
    teacher.act("separator", other)
    _, content = downloaded(teacher.act("export.csv"))
    assert content.decode().splitlines()[0].count(other) == 8
    teacher.view.desk.contributions = teacher.view.desk.contributions[:2]
    name, content = downloaded(teacher.act("export.json"))
    assert name == "phase10-L05.json"
    assert json.loads(content)["phase10"] == "class"
    assert {each.nickname for each in read_result_file(content.decode())} == {"Anna", "Žanis"}
