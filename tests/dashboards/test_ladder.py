"""Less than the whole answer: what each rung of the ladder shows on the page, and what it hides."""

from __future__ import annotations

import pytest

from phase10.advice.reasons import RUNGS
from phase10.views.i18n import sentence
from phase10.views.moves import ladder, option_text
from tests.dashboards.live_visitor import Table
from tests.dashboards.test_app import Visitor, said

QUERY = "?hand=R3+B4+Y5+G6+R9+B9+Y1+R12+B12+S+G2&phase=3"


def told(visitor: Visitor) -> str:
    return " ".join(" ".join(visitor.text(part) for part in ("hand", "advice")).split())


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("rung", [1, 2, 3, 4])
def test_a_rung_shows_itself_and_hides_what_tells_more(rung: int, lang: str) -> None:
    visitor = Visitor(f"{QUERY}&lang={lang}")
    visitor.act("ladder.rung", str(rung))
    advice = visitor.page.hint.advice
    rungs = ladder(lang, advice)
    shown = told(visitor)
    if rung < 4:
        assert [text in shown for text in rungs] == [place <= rung for place in range(1, 5)]
    whole = rung == 4
    assert (option_text(lang, advice, advice.options[0]) in shown) is whole
    assert ("<table" in visitor.parts["advice"]) is whole
    assert ("p10-goals" in visitor.parts["plan"]) is whole
    assert ("<svg" in visitor.parts["chances"]) is (rung >= 3)
    assert ('data-act="ladder.more"' in visitor.parts["advice"]) is not whole


def test_more_is_told_step_by_step_for_this_hand_only() -> None:
    visitor = Visitor(QUERY)
    visitor.act("ladder.rung", "1")
    rungs = ladder("en", visitor.page.hint.advice)
    for text in rungs[1:]:
        assert text not in told(visitor)
        assert said(visitor.act("ladder.more")) == text
    assert "<table" in visitor.parts["advice"]
    visitor.act("ladder.more")
    assert visitor.page.hint.told == 4
    # Another hand is to be thought over anew.
    reply = visitor.act("hand.text", "R3 B4 Y5 G6 R9 B9 Y1 R12 B12 S G3")
    assert "<table" not in visitor.parts["advice"]
    assert ladder("en", visitor.page.hint.advice)[0] in said(reply)
    # What changes nothing of the question tells nothing less.
    visitor.act("ladder.more")
    visitor.act("hand.sort", "color")
    assert visitor.page.hint.told == 2


def test_the_choice_outlives_a_reload_and_nonsense_is_ignored() -> None:
    visitor = Visitor(QUERY)
    visitor.act("ladder.rung", "2")
    again = Visitor(session=visitor.kept["session"])
    assert (again.page.hint.rung, again.page.hint.told) == (2, 2)
    assert 'value="2" selected' in again.parts["advice"]
    for value in ("0", "5", "x", "", None, 3, True, "²"):
        again.act("ladder.rung", value)
        assert again.page.hint.rung == 2
    for wrong in (0, 5, None, [], "1.5"):
        kept = {**visitor.kept["session"]}
        kept["hint"] = {**kept["hint"], "rung": wrong}
        assert Visitor(session=kept).page.hint.rung == 4


def test_where_no_move_is_asked_nothing_is_hidden() -> None:
    visitor = Visitor("?hand=R3+B3&phase=1")
    assert "ladder-rung" not in visitor.parts["advice"]
    visitor.act("ladder.rung", "1")
    assert "p10-goals" in visitor.parts["plan"]


def test_more_may_be_the_first_act_after_a_reload() -> None:
    visitor = Visitor(QUERY)
    visitor.act("ladder.rung", "1")
    again = Visitor(session=visitor.kept["session"])
    again.act("ladder.more")
    assert again.page.hint.told == 2


@pytest.mark.parametrize("rung", [1, 2, 3, 4])
def test_in_a_round_that_is_followed_so_much_is_told_and_said(rung: int) -> None:
    table = Table().begin()
    table.act("ladder.rung", str(rung))
    reply = table.taps("R11")
    assert table.live.drawn
    rungs = ladder("en", table.page.hint.advice)
    assert rungs
    shown = " ".join(table.text(part) for part in ("live", "advice"))
    assert [text in " ".join(shown.split()) for text in rungs[rung:]] == [False] * (4 - rung)
    assert rungs[rung - 1] in said(reply)


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_every_rung_has_a_name(lang: str) -> None:
    names = [sentence(lang, f"page.ladder.{rung}") for rung in RUNGS]
    assert len(set(names)) == len(RUNGS)
