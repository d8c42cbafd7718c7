"""The teacher's page without a browser: a class, what arrives, what is shown and what never."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from phase10.game.errors import GameError
from phase10.teaching.classroom import new_place
from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.views.i18n import LANGUAGES
from phase10.views.lesson_text import figure_text, rounded
from tests.dashboards.teacher_visitor import Teacher, pupil_run, sent
from tests.dashboards.test_app import said

EVIL = "<b>x</b>"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", LESSON_IDS)
def test_every_lesson_has_its_page_in_both_languages(name: str, lang: str) -> None:
    teacher = Teacher(lang)
    teacher.act("lesson", name)
    shown = lesson(name)
    card = teacher.shown("card")
    assert shown.goal.of(lang)[:20] in card
    for code in shown.codes.printed:
        assert code in card
    teacher.act("project")
    assert set(teacher.page.parts()) == {"frame", "teacher-board"}
    assert shown.title.of(lang) in teacher.shown("board")


# --- a class -------------------------------------------------------------------------------------


def test_a_class_is_made_and_thirty_runs_count_once() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    assert " ".join(code) in teacher.shown("class")
    rooms = teacher.rooms
    runs = [sent(pupil_run("L05", 10 + 2 * n, 100 + n, n + 1), f"Pupil {n}") for n in range(30)]
    for _ in range(3):  # a page sends again when it is not sure
        for run in runs:
            rooms.join(code, run.nickname, run.run_id)
            rooms.contribute(code, run)
    teacher.look()
    assert "30 pupils have joined." in teacher.shown("pupils")
    assert len(teacher.view.given()) == 30
    assert "30 predictions" in teacher.shown("results")
    pieces = teacher.view.pieces()
    assert len(pieces["hand_some"]) == 30
    trials = sum(100 + n for n in range(30))
    assert sum(sum(each.values()) for each in pieces["hand_some"]) == trials
    assert f"{trials}" in teacher.shown("results")
    assert "simulation 30" in teacher.shown("pupils")
    dots = ElementTree.fromstring(svg(teacher.raw("results"), "teacher-dots"))
    assert len(dots.findall(".//circle")) == 30


def svg(markup: str, ident: str) -> str:
    found = re.search(rf'<svg id="{ident}".*?</svg>', markup, re.S)
    assert found is not None
    return found[0]


def test_a_newer_run_replaces_an_older_one_and_never_the_other_way() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    for order, given in ((2, 74), (3, 55), (1, 10)):
        teacher.rooms.contribute(code, sent(pupil_run("L05", given), "Anna", order))
    teacher.look()
    assert teacher.view.given() == [Fraction(55)]


def exact_words(name: str, lang: str) -> set[str]:
    """How the exact values of a lesson are written on results, where nothing else says them."""
    words = set()
    for figure in lesson(name).figures().values():
        words.add(figure_text(lang, figure.exact, chance=figure.of is not None))
        words.add(f"{rounded(lang, figure.exact)} ")
    # "20" may stand on a scale as well.
    words = {word for word in words if len(word) > 5}
    assert words
    return words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["L05", "L06", "L09", "L12"])
def test_nothing_exact_and_no_name_before_it_is_revealed(name: str, lang: str) -> None:
    teacher = Teacher(lang)
    code = teacher.open_class(name)
    asked = lesson(name).prediction
    given = asked.choices[0].id if asked.choices else asked.low
    for chair, nickname in enumerate(("Anna", "Zigfrīds"), start=1):
        run = sent(pupil_run(name, given, 5, chair), nickname)
        teacher.rooms.join(code, nickname, run.run_id)
        teacher.rooms.contribute(code, run)
    teacher.look()
    for show in ("hidden", "shown", "revealed", "shown", "hidden"):
        teacher.act("show", show)
        for board in (False, True):
            if board:
                teacher.act("project")
            parts = ["board"] if board else ["results", "class", "steer"]
            for shown in ("predictions", "results") if board else ("",):
                teacher.act("board", shown)
                text = " ".join(teacher.shown(part) + teacher.raw(part) for part in parts)
                assert "Zigfrīds" not in text
                assert "Anna" not in text
                if show != "revealed":
                    assert not [word for word in exact_words(name, lang) if word in text], show
                    assert "stroke-dasharray" not in text
                if board and show == "hidden":
                    assert "<circle" not in text
                    assert "<polyline" not in text
            if board:
                teacher.act("project")
    teacher.act("show", "revealed")
    assert "stroke-dasharray" in teacher.raw("results")


def test_nicknames_are_folded_away_and_are_text() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    run = sent(pupil_run("L05", 50), "Anna")
    teacher.rooms.contribute(code, run)
    teacher.look()
    # Whatever a store of classes may hold: what is shown is text.
    evil = replace(run, nickname=EVIL, run_id=new_place())
    teacher.view.desk.contributions = (run, evil)
    pupils = teacher.raw("pupils")
    assert EVIL not in pupils
    assert "&lt;b&gt;x&lt;/b&gt;" in pupils
    fold = pupils.index("<details")
    assert "Anna" not in pupils[:fold]
    assert " open" not in pupils[fold:].partition(">")[0]


# --- steering ------------------------------------------------------------------------------------


def test_pupils_obey_what_the_teacher_sets() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    state = teacher.rooms.state
    assert (state(code).show, state(code).step, state(code).paused) == ("hidden", "", False)
    teacher.act("show", "shown")
    assert state(code).show == "shown"
    reply = teacher.act("class.next")
    assert state(code).step == "recall"
    assert "warm-up" in said(reply)
    for step in ("situation", "predict", "simulate"):
        teacher.act("class.next")
        assert state(code).step == step
    assert not state(code).allows("exact")
    teacher.act("class.pause")
    assert state(code).paused
    assert not state(code).allows("recall")
    assert 'aria-pressed="true"' in teacher.raw("steer").partition("teacher-pause")[2][:200]
    teacher.act("class.pause")
    teacher.act("class.step", "")
    assert state(code).allows("done")
    teacher.act("class.step", "done")
    reply = teacher.act("class.next")
    assert state(code).step == "done"


def test_more_places_are_allowed() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    teacher.act("class.seats", "10")
    for place in range(10):
        teacher.rooms.join(code, "", f"{place:032x}")
    with pytest.raises(GameError) as caught:
        teacher.rooms.join(code, "", "f" * 32)
    assert caught.value.code == "class.full"
    reply = teacher.act("class.seats", "20")
    assert "20 places" in said(reply)
    teacher.rooms.join(code, "", "f" * 32)
    teacher.act("class.seats", "7000")
    assert teacher.rooms.state(code).seats == 20


def test_another_window_and_a_reload_go_on_with_the_class() -> None:
    teacher = Teacher()
    code = teacher.open_class("L07", "5")
    again = teacher.reloaded()
    assert " ".join(code) in again.shown("class")
    again.look()
    assert again.view.desk.state is not None
    assert again.view.lesson.id == "L07"
    other = Teacher(session={}, local=teacher.kept["local"])
    other.look()
    other.act("show", "revealed")
    teacher.look()
    assert teacher.view.showing == "revealed"
    other.act("class.leave")
    assert other.view.desk.state is None
    assert teacher.rooms.state(code).show == "revealed"
    gone = other.reloaded()
    gone.look()
    assert gone.view.desk.state is None


def test_a_class_is_opened_again_by_code_and_key() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    key = teacher.view.desk.key
    assert key in teacher.shown("class")
    other = Teacher()
    other.act("class.code", "no code")
    other.act("class.key", key)
    reply = other.act("class.open")
    assert {"focus": "teacher-code"} in reply["effects"]
    assert "no code" in other.raw("class").partition("teacher-code-error")[2]
    other.act("class.code", code.lower())
    other.act("class.key", "wrong")
    reply = other.act("class.open")
    assert {"focus": "teacher-key"} in reply["effects"]
    assert other.view.desk.state is None
    other.act("class.key", f" {key} ")
    other.act("class.open")
    assert other.view.desk.state is not None
    assert (other.view.chosen, other.view.seed_text) == ("L05", "77")


def test_the_end_is_asked_for_once_more() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    teacher.act("class.end_now")
    teacher.act("class.end")
    assert "teacher-end-now" in teacher.raw("class")
    teacher.act("class.keep")
    assert "teacher-end-now" not in teacher.raw("class")
    assert teacher.rooms.state(code).code == code
    teacher.act("class.end")
    teacher.act("class.end_now")
    assert teacher.view.desk.state is None
    assert teacher.kept["local"]["teacher"]["class"] == {"open": "", "with": ""}


def test_a_class_that_somebody_ended_is_told() -> None:
    teacher = Teacher()
    code = teacher.open_class()
    teacher.rooms.end(code, teacher.view.desk.key)
    teacher.look()
    assert code in teacher.raw("class").partition("teacher-away")[2]
    teacher.act("class.pause")
    teacher.act("class.leave")
    assert teacher.view.desk.state is None


def test_the_store_that_is_away_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = Teacher()
    code = teacher.open_class()
    teacher.rooms.contribute(code, sent(pupil_run("L05", 50)))
    teacher.look()
    rooms = teacher.view.desk.rooms

    def away(*_: object) -> None:
        raise GameError("class.unknown", text=code)

    with monkeypatch.context() as patch:
        patch.setattr(rooms, "state", away)
        teacher.look()
        assert teacher.shown("class").count(code) == 1
        assert "1 prediction" in teacher.shown("results")
    teacher.look()
    assert code not in teacher.shown("class")


def test_without_a_server_the_page_says_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phase10.dashboards.teacher_class.sys.platform", "emscripten")
    teacher = Teacher()
    teacher.act("class.make")
    assert teacher.view.desk.state is None
    assert "phase10 serve --class" in teacher.shown("class")
    teacher.act("hands.up.wild", "3")
    teacher.act("hands.count")
    assert "phase10 serve --class" in teacher.shown("class")


@pytest.mark.parametrize("seed", ["", "x", "-1", "1.5", "9" * 19, "9" * 5000, "１２"])
def test_what_is_no_seed_is_told_at_the_field(seed: str) -> None:
    teacher = Teacher()
    teacher.act("seed", seed)
    field = teacher.raw("lesson")
    assert 'aria-invalid="true"' in field
    assert "type a whole number" in teacher.shown("lesson")
    reply = teacher.act("class.make")
    assert {"focus": "teacher-seed"} in reply["effects"]
    assert teacher.view.desk.state is None


def test_the_address_and_its_picture_are_for_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = Teacher()
    code = teacher.open_class()
    assert "<svg" not in teacher.raw("class")
    monkeypatch.setenv("PHASE10_ADDRESS", "http://192.0.2.7:8866/")
    assert "http://192.0.2.7:8866/" in teacher.shown("class")
    assert f"http://192.0.2.7:8866/?view=lessons&amp;class={code}" in teacher.raw("class")
    monkeypatch.setenv("PHASE10_ADDRESS", "javascript:alert(1)")
    assert "javascript" not in teacher.raw("class")


WRONG_ACTS: tuple[tuple[str, Any], ...] = (
    ("lesson", "L99"), ("lesson", None), ("seed", {"a": 1}), ("show", "all"), ("board", 3),
    ("class.step", "nowhere"), ("class.unknown", "x"), ("class.code", 5), ("class.open", None),
    ("hands.up.nothing", "3"), ("hands.figure", "nothing"), ("hands.undo", None),
    ("inbox.file", {"name": 3}), ("inbox.file", None), ("inbox.undo", None), ("sheet.save", "exe"),
    ("sheet.paper", "deck/exe"), ("sheet.paper", "../x/pdf"), ("sheet.version", "G"),
    ("separator", "|"), ("export.xls", None), ("", ""), ("nothing", None),
)  # fmt: skip


@pytest.mark.parametrize(("name", "value"), WRONG_ACTS)
def test_unknown_acts_change_nothing(name: str, value: Any) -> None:
    teacher = Teacher()
    before = teacher.all_shown
    teacher.act(name, value)
    if name not in ("seed", "class.code", "class.open"):
        assert teacher.all_shown == before


@pytest.mark.parametrize("kept", [{}, {"class": 3, "hands": {"counted": {"L05": 3}}},
    {"class": {"open": "BCD234", "with": 5}, "inbox": {"runs": [{}]}, "lesson": 3},
    {"class": {"open": "../x", "with": "k"}, "sheet": {"questions": 3, "version": "Z"}},
    {"hands": {"counted": {"L05": [{"2": 5, "9": 3, "1": -1}, [["x", 3, 2], ["y"], 3]]},
               "lesson": "L05", "typed": {"2": "5", "x": "y"}, "sum": 3}},
])  # fmt: skip
def test_what_a_browser_kept_in_another_shape_is_left_out(kept: dict[str, Any]) -> None:
    teacher = Teacher(session={"view": "teacher", "teacher": kept}, local={"teacher": kept})
    assert "teacher-results" in teacher.page.parts()
    teacher.look()
