"""The lessons on the page: no result without a prediction, every step kept, every mistake told."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phase10.dashboards.lessons import LessonsView
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.engine import STEPS, asked_items, run_to_json
from phase10.teaching.lessons.reading import LESSON_IDS, lesson, lessons
from phase10.teaching.lessons.tools.base import SITUATION
from phase10.teaching.result_codes import read_result_code, read_result_file
from phase10.views.lesson_text import item_text, plain, rounded
from tests.dashboards.lessons_visitor import Pupil, alerts

LANGUAGES = ["en", pytest.param("lv", marks=pytest.mark.slow)]
RESULTS = ("simulate", "exact", "explain", "transfer", "exit", "done")


def opened(lesson_id: str = "L05", seed: int = 77, lang: str = "en", **kept: Any) -> Pupil:
    return Pupil(f"?view=lessons&lesson={lesson_id}&seed={seed}&lang={lang}", **kept)


# --- the gate -------------------------------------------------------------------------------------

ACTS = st.one_of(
    st.tuples(st.just("lessons.answer"), st.sampled_from(["0", "1", "2", "3", "9", 0, None])),
    st.tuples(
        st.sampled_from(
            [
                *("lessons.next", "lessons.run", "lessons.step", "lessons.pause", "lessons.again"),
                *("lessons.result", "lessons.part", "lessons.speed", "lessons.tick"),
                *("lessons.class.open", "lessons.class.leave", "app.lang"),
            ]
        ),
        st.sampled_from([None, "0", "1", "fast", "lv", 0, 1, 7]),
    ),
    st.tuples(st.sampled_from(["lessons.typing", "lessons.choose", "lessons.seed"]),
              st.sampled_from(["", "5", "x", "1e999999999", "9" * 5000, "same", "-1"])),
    st.tuples(st.sampled_from(["lessons.tool.set", "lessons.tool.x"]), st.integers(0, 9)),
)  # fmt: skip


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(acts=st.lists(ACTS, max_size=14))
def test_nothing_leads_to_a_result_without_a_prediction(
    lesson_id: str, acts: list[tuple[str, Any]]
) -> None:
    pupil = opened(lesson_id)
    for name, value in acts:
        pupil.act(name, value)
        if pupil.view.run is None or pupil.run.prediction is not None:
            raise AssertionError(f"{name} {value!r}: a prediction that nobody gave")
        assert_no_result(pupil)


def assert_no_result(pupil: Pupil) -> None:
    parts = pupil.page.parts()
    assert not {f"lessons-{step}" for step in RESULTS} & set(parts)
    places = re.findall(r'data-part="lessons-(\w+)"', parts["frame"])
    assert not set(RESULTS) & set(places)
    tool = pupil.view.tools.tool
    if "lessons-tool" in parts:
        assert tool is not None
        assert tool.after == SITUATION
    markup = "\n".join(text for name, text in parts.items() if name != "lessons-tool")
    assert 'class="p10-chart"' not in markup
    assert not pupil.view.kept()["run"]["tallies"]


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_the_prediction_is_the_only_thing_to_do_until_it_is_given(lesson_id: str) -> None:
    pupil = opened(lesson_id)
    pupil.go_to("predict")
    column = "\n".join(
        text
        for name, text in pupil.page.parts().items()
        if name.startswith("lessons-") and name not in ("lessons-head", "lessons-tool")
    )
    acts = set(re.findall(r'data-act="([^"]+)"', column))
    asked = "lessons.choose" if pupil.run.lesson.prediction.choices else "lessons.typing"
    assert acts == {asked, "lessons.predict"}


# --- the whole way --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_every_lesson_goes_to_its_end_by_its_buttons(lesson_id: str, lang: str) -> None:
    pupil = opened(lesson_id, lang=lang)
    pupil.go_to("done")
    assert [name for name in STEPS if name != "recall" or pupil.run.recall] == re.findall(
        r'data-part="lessons-(recall|situation|predict|simulate|exact|explain|transfer|exit|done)"',
        pupil.page.parts()["frame"],
    )
    predicted = pupil.shown("simulate").count(
        {"en": "Your prediction:", "lv": "Tava prognoze:"}[lang]
    )
    assert predicted >= 1
    assert pupil.shown("exact").count({"en": "Your prediction:", "lv": "Tava prognoze:"}[lang])
    assert pupil.markup.count('class="p10-chart"') >= 2
    assert pupil.page.trouble() not in json.dumps(pupil.replies, ensure_ascii=False)


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_every_figure_stands_as_fraction_decimal_and_of_1000(lesson_id: str) -> None:
    pupil = opened(lesson_id, lang="lv")
    pupil.go_to("exact")
    shown = pupil.shown("exact")
    for part in pupil.run.lesson.parts:
        for figure in part.shown:
            assert str(figure.exact) in shown
            if figure.of is not None:
                assert str(round(figure.exact * 1000)) in shown
            assert rounded("lv", figure.exact) in shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_every_wrong_answer_is_explained_by_its_own_misconception(
    lesson_id: str, lang: str
) -> None:
    first = opened(lesson_id, lang=lang)
    first.go_to("exit")
    ((item, _),) = asked_items(first.run, "exit")
    for option, why in enumerate(item_text(lang, item, first.run.lesson).why):
        pupil = first.reloaded()
        pupil.press(f"lessons-option-{option}")
        told = re.sub(r"[\W_]+", "", pupil.shown("exit"))
        if why:
            assert re.sub(r"[\W_]+", "", plain(why).partition(".")[0]) in told
        else:
            assert option == item.right


def test_hidden_before_and_shown_after_the_step_of_the_exact_value() -> None:
    pupil = opened()
    pupil.go_to("simulate")
    pupil.press("lessons-run")
    charts = pupil.page.parts()["lessons-simulate"]
    assert "14973783059" not in pupil.page.parts()["lessons-simulate"]
    assert charts.count('class="p10-chart"') == 2
    assert pupil.run.tallies[0].trials == 1000
    pupil.press("lessons-next")
    assert "14973783059/27078894567" in pupil.shown("exact")


# --- the simulation -------------------------------------------------------------------------------


def test_the_simulation_runs_in_slices_pauses_and_steps_and_deals_the_same() -> None:
    whole = opened()
    whole.go_to("simulate")
    whole.press("lessons-run")
    pupil = opened()
    pupil.slowly()
    pupil.go_to("simulate")
    pupil.press("do-lessons-step")
    assert pupil.run.tallies[0].trials == 1
    pupil.press("lessons-speed-steady")
    pupil.press("lessons-run")
    pupil.tick()
    pupil.tick()
    assert pupil.run.tallies[0].trials == 3
    pupil.press("lessons-run")
    assert not pupil.view.running
    pupil.tick()
    assert pupil.run.tallies[0].trials == 3, "a slice that was asked for before the pause"
    pupil.ticks.clear()
    pupil.press("lessons-speed-fast")
    pupil.press("lessons-run")
    while pupil.view.running:
        pupil.tick()
    assert pupil.run.tallies[0].trials == 1003
    again = opened()
    again.go_to("simulate")
    again.press("lessons-run")
    for _ in range(3):
        again.press("do-lessons-step")
    assert again.run.tallies == pupil.run.tallies


def test_the_seed_is_seen_and_changed_until_the_prediction() -> None:
    pupil = opened(seed=77)
    pupil.go_to("predict")
    pupil.act("lessons.typing", "40")
    pupil.act("lessons.seed.typing", "78")
    pupil.press("do-lessons-seed")
    assert str(pupil.run.code) == "L05-D1-V1-78"
    assert pupil.run.step == "predict"
    assert pupil.view.typed == "40"
    reply = pupil.act("lessons.seed", "9" * 5000)
    assert alerts(reply)
    assert str(pupil.run.code) == "L05-D1-V1-78"
    pupil.press("lessons-predict")
    assert "L05-D1-V1-78" in pupil.shown("head")
    assert not pupil.has("lessons-seed")
    pupil.act("lessons.seed", "5")
    assert pupil.run.code.seed == 78


@pytest.mark.parametrize(
    "typed",
    ["", " ", "x", "101", "-1", "1e999999999", "9" * 5000, "0x10", "1/0", "٣", "<b>5</b>", "nan"],
)
def test_what_is_no_prediction_is_told_at_once_and_nothing_is_lost(typed: str) -> None:
    pupil = opened()
    pupil.go_to("predict")
    pupil.act("lessons.typing", typed)
    before = time.process_time()
    reply = pupil.act("lessons.predict", None)
    assert time.process_time() - before < 5, "it hangs"
    assert alerts(reply)
    assert "p10-error" in pupil.page.parts()["lessons-predict"]
    assert "<b>" not in pupil.page.parts()["lessons-predict"]
    assert pupil.view.typed == typed[:80]
    assert_no_result(pupil)
    pupil.act("lessons.typing", "55,3")
    pupil.press("lessons-predict")
    assert str(pupil.run.prediction) == "553/10"
    assert "55.3" in pupil.shown("simulate")


# --- kept -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson_id", ["L05", "L07"])
def test_every_step_survives_a_reload(lesson_id: str) -> None:
    pupil = opened(lesson_id)
    for _ in range(40):
        if pupil.run.step == "done":
            break
        pupil.step_on()
        before = run_to_json(pupil.run)
        pupil = pupil.reloaded()
        assert run_to_json(pupil.run) == before
    assert pupil.run.step == "done"


def test_a_lesson_is_taken_up_in_another_window_and_tells_its_step_in_the_list() -> None:
    pupil = opened()
    pupil.go_to("exact")
    other = pupil.other_window()
    assert "You stopped at: exact value" in other.shown("list")
    other.act("app.view", "lessons/L05")
    assert run_to_json(other.run) == run_to_json(pupil.run)
    other.go_to("done")
    first = pupil.reloaded()
    assert first.run.step == "exact", "each window keeps its own place"
    first.session.receive({"type": "act", "act": "app.elsewhere", "value":
                           other.kept["local"]["course"]})  # fmt: skip
    first.act("app.view", "lessons")
    assert "Done before" in first.shown("list")


def test_a_nickname_goes_on_in_another_browser() -> None:
    pupil = Pupil()
    pupil.act("learn.named", "Zane")
    pupil.act("app.view", "lessons/L08")
    pupil.go_to("transfer")
    other = Pupil("?view=lessons&lang=lv", local={"course": {"name": "Zane"}})
    other.act("app.view", "lessons/L08")
    assert run_to_json(other.run) == run_to_json(pupil.run)


def test_what_was_kept_in_another_shape_is_left_out() -> None:
    good = opened()
    good.go_to("simulate")
    kept = good.kept["session"]
    for name in kept["lessons"]:
        for bad in (None, 5, "x", [], {}, {"a": [1]}, True):
            session = {**kept, "lessons": {**kept["lessons"], name: bad}}
            pupil = Pupil("?", session=session, local=good.kept["local"])
            assert pupil.page.trouble() not in json.dumps(pupil.replies)
    forged = json.loads(json.dumps(kept))
    forged["lessons"]["run"] |= {"step": "exact", "prediction": None, "tallies": []}
    pupil = Pupil("?", session=forged)
    assert_no_result(pupil)


def test_mastery_chooses_the_warm_up() -> None:
    pupil = opened("L05")
    for seed in (1, 2):
        pupil.view.go("L05", "en", seed)
        pupil.go_to("transfer")
        ((item, _),) = asked_items(pupil.run, "transfer")
        names = [mistake.misconception if mistake else "" for mistake in item.mistakes]
        pupil.press(f"lessons-option-{names.index('average-is-chance')}")
    pupil.act("app.view", "lessons")
    assert "shaky" in pupil.shown("list")
    assert "made twice" in pupil.shown("again")
    pupil.act("app.view", "lessons/L12")
    assert all(name.partition(".")[0] < "L12" for name in pupil.run.recall)
    assert pupil.run.recall != lesson("L12").recall


# --- the list, links, results ---------------------------------------------------------------------


def test_the_list_names_all_lessons_with_goal_minutes_path_and_codes() -> None:
    pupil = Pupil()
    shown = pupil.shown("list")
    for each in lessons():
        assert each.title.of("en") in shown
        assert each.goal.of("en") in shown
        assert all(code in shown for code in each.codes.printed)
    pupil.press("lessons-path-grade-6")
    assert re.findall(r'id="lessons-(L\d\d)"', pupil.markup) == ["L01", "L02", "L03"]


@pytest.mark.parametrize(
    ("search", "code"),
    [
        ("?lesson=L05&seed=77&lang=lv", "L05-D1-V1-77"),
        ("?lesson=l5", "L05-D1-V1-1"),
        ("?view=lessons&lesson=L14&seed=x", "L14-D1-V1-1"),
        ("?view=lessons&lesson=L14&seed=" + "9" * 400, "L14-D1-V1-1"),
    ],
)
def test_links_open_a_lesson(search: str, code: str) -> None:
    pupil = Pupil(search)
    assert pupil.page.view == "lessons"
    assert str(pupil.run.code) == code
    assert pupil.reloaded().run.code == pupil.run.code


@pytest.mark.parametrize("wrong", ["L99", "", "<b>", "x" * 10_000])
def test_a_lesson_that_there_is_not_opens_the_list(wrong: str) -> None:
    pupil = Pupil(f"?view=lessons&lesson={wrong}")
    assert pupil.view.run is None
    assert "lessons-list" in pupil.page.parts()


def test_back_and_forward_go_through_lessons() -> None:
    pupil = Pupil()
    reply = pupil.act("app.view", "lessons/L03")
    assert {"visit": "lessons/L03", "from": "lessons"} in reply["effects"]
    reply = pupil.act("app.view", "home")
    assert {"visit": "home", "from": "lessons/L03"} in reply["effects"]
    assert "L03" in pupil.page.parts()["home"]
    pupil.act("app.back", "lessons/L03")
    assert pupil.run.lesson.id == "L03"


def test_a_result_for_a_class_without_a_network() -> None:
    pupil = opened()
    pupil.go_to("done")
    code = re.search(r'id="lessons-result-code">([^<]+)<', pupil.markup)
    assert code
    typed = read_result_code(code[1])
    (effect,) = pupil.press("do-lessons-result")["effects"]
    (filed,) = read_result_file(effect["download"])
    assert typed.lesson == filed.lesson == "L05-D1-V1-77"
    assert typed.prediction == filed.prediction == "50"
    assert typed.run_id == filed.run_id


def test_again_with_another_seed_and_on_to_the_next_lesson() -> None:
    pupil = opened()
    pupil.go_to("done")
    pupil.press("do-lessons-again")
    assert pupil.run.code == LessonCode("L05", 78)
    assert pupil.run.prediction is None
    pupil.go_to("done")
    pupil.press("lessons-next-lesson")
    assert pupil.run.lesson.id == "L06"


def test_a_fault_of_an_interactive_stays_at_its_place(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pupil = opened()
    pupil.go_to("simulate")

    class Broken:
        after = "simulate"

        def act(self, name: str, value: object) -> None:
            raise RuntimeError(name)

        def kept(self) -> dict[str, object]:
            return {"x": 1}

        def restore(self, kept: object) -> None:
            pass

    pupil.view.tools.tool = Broken()
    reply = pupil.act("lessons.tool.deal", 3)
    assert pupil.page.trouble() not in alerts(reply)
    assert "your work is kept" in pupil.shown("tool")
    pupil.press("lessons-run")
    pupil.go_to("done")
    assert "an interactive failed" in caplog.text
    monkeypatch.setattr("phase10.dashboards.lessons_tool.make_tool", _no_tool)
    fresh = opened("L06")
    fresh.go_to("done")


def _no_tool(*_: object) -> None:
    raise ImportError


def test_an_act_of_another_shape_changes_nothing() -> None:
    pupil = opened()
    pupil.go_to("simulate")
    before = run_to_json(pupil.run)
    for name in ("answer", "next", "typing", "choose", "predict", "part", "speed", "seed", "tick"):
        for value in ("", "x", "99", -1, 2.5, True, {}, {"a": 1}, "²", "٣", "\x00"):
            reply = pupil.act(f"lessons.{name}", value)
            assert pupil.page.trouble() not in alerts(reply)
    assert run_to_json(pupil.run) == before
    assert isinstance(pupil.view, LessonsView)
