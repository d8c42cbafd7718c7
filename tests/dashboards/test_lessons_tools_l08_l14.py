"""The interactives of lessons 8 to 14 on the page: after the prediction, kept over a reload."""

from __future__ import annotations

import pytest

from tests.dashboards.lessons_visitor import Pupil, alerts
from tests.views.test_tools_l08_l14 import LESSONS, USED, Act

SPOILT: dict[str, list[Act]] = {
    "L08": [("region", "nowhere")],
    "L09": [("error", "1e999999999"), ("apply", None)],
    "L10": [("cards", "many")],
    "L11": [("hand.a", "R99"), ("apply", None)],
    "L12": [("p.4", "2"), ("apply", None)],
    "L13": [("share.threw_own", "200")],
    "L14": [("need.b", 5), ("fill.b", 4)],
}


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_interactive_is_there_after_the_prediction_and_comes_back(lesson: str) -> None:
    pupil = Pupil(f"?view=lessons&lesson={lesson}&seed=77&lang=lv")
    pupil.go_to("predict")
    assert "lessons.tool." not in pupil.markup, "nothing is given away"
    pupil.act(f"lessons.tool.{USED[lesson][0][0]}", USED[lesson][0][1])
    assert "lessons.tool." not in pupil.markup
    pupil.go_to("simulate")
    for name, value in USED[lesson]:
        reply = pupil.act(f"lessons.tool.{name}", value)
        assert not alerts(reply)
        assert any("say" in effect for effect in reply["effects"])
    shown = pupil.shown("tool")
    again = pupil.reloaded()
    assert again.shown("tool") == shown
    assert "p10-error" not in again.page.parts()["lessons-tool"]


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_is_wrong_is_told_at_its_place_and_the_work_stays(lesson: str) -> None:
    pupil = Pupil(f"?view=lessons&lesson={lesson}&seed=77&lang=lv")
    pupil.go_to("simulate")
    *first, (name, value) = SPOILT[lesson]
    for act in first:
        assert not alerts(pupil.act(f"lessons.tool.{act[0]}", act[1]))
    kept = pupil.view.tools.kept()
    told = alerts(pupil.act(f"lessons.tool.{name}", value))
    assert told
    assert told in " ".join(pupil.shown("tool").split())
    assert pupil.view.tools.kept() == kept
    assert "lessons.tool." in pupil.markup


def test_the_exact_value_of_l09_comes_with_that_of_the_lesson() -> None:
    pupil = Pupil("?view=lessons&lesson=L09&seed=77&lang=en")
    pupil.go_to("simulate")
    assert not pupil.has("tool-exact")
    assert alerts(pupil.act("lessons.tool.exact"))
    pupil.go_to("exact")
    pupil.press("tool-exact")
    assert "5201726804/187974850635" in pupil.shown("tool")
