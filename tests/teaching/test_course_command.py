"""``phase10 course``: the levels listed in both languages, files of boards checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from phase10.teaching.course import level_texts, levels
from tests.cli.runner import phase10
from tests.teaching.test_board_files import GOOD


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_all_levels_are_listed_as_json(lang: str) -> None:
    answer = phase10("course", "--list", "--json", "--lang", lang).json
    assert [(one["id"], one["title"]) for one in answer["levels"]] == [
        (level.id, level.title.of(lang)) for level in levels()
    ]
    for one, level in zip(answer["levels"], levels(), strict=True):
        assert one["goal"] == level.goal.of(lang)
        assert [board["id"] for board in one["boards"]] == [board.id for board in level.boards]
        for board in one["boards"]:
            assert set(board) - {"par"} == {"id", "mode", "goal", "rules"}


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_all_levels_are_listed_for_people(lang: str) -> None:
    done = phase10("course", "--list", "--lang", lang, COLUMNS="200")
    assert (done.code, done.err) == (0, "")
    for level in levels():
        assert level.title.of(lang) in done.out
        for board in level.boards:
            assert f"{board.id} · " in done.out
    assert phase10("course", "--lang", lang, COLUMNS="200").out == done.out


def test_the_language_may_stand_before_the_command() -> None:
    assert phase10("--lang", "lv", "course").out == phase10("course", "--lang", "lv").out


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_a_good_file(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "my boards.toml"
    path.write_text(GOOD, encoding="utf-8")
    done = phase10("course", "check", str(path), "--lang", lang)
    said = {
        "en": "1 board, and nothing is wrong with it.\n",
        "lv": "1 uzdevums, un tas ir pareizs.\n",
    }
    assert (done.code, done.err, done.out) == (0, "", said[lang])
    assert phase10("course", "check", str(path), "--json").json == {"boards": ["my.1"]}


def test_the_levels_themselves_are_good_files() -> None:
    for text in level_texts().values():
        assert phase10("course", "check", "-", stdin=text).code == 0


def test_all_faults_are_told_each_in_a_line() -> None:
    text = GOOD.replace("par = 2", "par = 1").replace('"lay.partial"', '"lay.short"')
    done = phase10("course", "check", "-", stdin=text)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "phase10: Line 5, board my.1: par = 1 — the steps are more than that: 2.\n"
        "phase10: Line 30, board my.1: lay set R3 B3 Y3 — this act is refused with the code "
        "lay.partial, not lay.short.\n"
    )
    latvian = phase10("course", "check", "-", "--lang", "lv", stdin=text)
    assert latvian.err.startswith("phase10: 5. rinda, uzdevums my.1: par = 1 – ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "this file cannot be read"),
        (b"\xff\xfe\x00", "this file cannot be read"),
        (b"id = 1\n" * 200_000, "longer than 1,000,000 bytes"),
        (b"", "the file has no board"),
        (b"board = [", "cannot be read as TOML"),
        (b"a = " + b"[" * 100_000, "cannot be read as TOML"),
    ],
)
def test_files_that_cannot_be_read(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "boards.toml"
    if content is not None:
        path.write_bytes(content)
    done = phase10("course", "check", str(path))
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_folder_and_no_name(tmp_path: Path) -> None:
    for path in (str(tmp_path), " "):
        done = phase10("course", "check", path)
        assert (done.code, done.out) == (2, "")
        assert done.err.count("\n") == 1
