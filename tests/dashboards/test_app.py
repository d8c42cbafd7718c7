"""The app page as its session sees it: acts in, HTML parts out; no browser."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from phase10.dashboards.app import AppPage, make_page
from phase10.game.cards import STANDARD_DECK, Hand
from phase10.game.phases import EDITIONS
from phase10.widgets.session import Session


class Visitor:
    """A front end that keeps what it is sent."""

    def __init__(self, search: str = "", **kept: Any) -> None:
        self.page: AppPage = make_page()
        self.parts: dict[str, str] = {}
        self.replies: list[dict[str, Any]] = []
        self.kept: dict[str, Any] = {"session": {}, "local": {}}
        self.session = Session(self.page, self._take)
        self.session.receive(
            {"type": "hello", "lang": kept.get("lang", "en-US"), "search": search, "seq": 0}
            | {key: kept.get(key) for key in ("session", "local")}
        )

    def _take(self, reply: dict[str, Any]) -> None:
        self.replies.append(reply)
        self.parts.update(reply["parts"])
        self.kept.update(reply.get("kept", {}))

    def act(self, name: str, value: Any = None) -> dict[str, Any]:
        """Do an act and return the reply."""
        self.session.receive({"type": "act", "act": name, "value": value})
        return self.replies[-1]

    def text(self, part: str) -> str:
        """Read a part as text."""
        return html.unescape(re.sub(r"<[^>]+>", " ", self.parts[part]))

    @property
    def hand(self) -> str:
        return str(self.page.hint.picker.hand)


def said(reply: dict[str, Any]) -> str:
    return " ".join(str(effect["say"]) for effect in reply["effects"] if "say" in effect)


@pytest.mark.parametrize("search", ["", "?view=hint", "?view=hint&hand=R5", "?lesson=L05&seed=7"])
def test_a_reload_stays_where_the_reader_went(search: str) -> None:
    visitor = Visitor(search)
    visitor.act("app.view", "quiz")
    again = Visitor(search, session=visitor.kept["session"], local=visitor.kept["local"])
    assert again.page.view == "quiz"
    elsewhere = Visitor("?view=rules", session=visitor.kept["session"])
    assert elsewhere.page.view == "rules"


def test_first_look_has_every_part_and_no_effects() -> None:
    visitor = Visitor()
    parts = {"frame", "hand", "phase", "table", "live", "plan", "advice", "chances"}
    assert parts == set(visitor.parts)
    assert visitor.parts["hand"].count('data-act="hand.add"') == 50
    assert visitor.replies[0]["effects"] == []


def test_tapping_cards_fills_text_and_plan() -> None:
    visitor = Visitor()
    for card in ("R7", "B7", "W", "G4"):
        reply = visitor.act("hand.add", card)
    assert 'value="R7 B7 G4 W"' in visitor.parts["hand"]
    assert "2 cards missing" in visitor.text("hand")
    assert "green 4 added" in said(reply) or "G" in said(reply)
    assert "set of 3" in visitor.text("plan")


def test_text_keeps_what_is_valid_and_names_the_rest() -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R7 R7 R13 S7 <script>alert(1)</script> B5 R7 X1")
    assert visitor.hand == "R7 R7 B5"
    shown = visitor.text("hand")
    for token in ("R13", "S7", "<script>alert(1)</script>"):
        assert token in shown
    assert "2 more entries cannot be read." in shown
    assert "<script" not in visitor.parts["hand"]
    visitor.act("hand.add", "G1")
    assert visitor.page.hint.picker.field.text.startswith("R7 R7 B5 G1, ")
    assert "R13" in visitor.page.hint.picker.field.text


@pytest.mark.parametrize(
    ("keys", "hand"),
    [
        ("r7", "R7"),
        ("r7b12", "R7 B12"),
        ("r1b2", "R1 B2"),
        ("r1w", "R1 W"),
        ("r11r1y3", "R1 R11 Y3"),
        ("wws", "W W S"),
        ("g0g3", "G3"),
        ("r15", "R1"),
        ("R7", "R7"),
        ("7rx?r2", "R2"),
    ],
)
def test_typing_on_the_picker(keys: str, hand: str) -> None:
    visitor = Visitor()
    for key in keys:
        visitor.act("hand.key", key)
    visitor.act("hand.key", "Enter")
    assert str(Hand(visitor.hand)) == str(Hand(hand))


def test_backspace_takes_back_the_letter_then_the_last_card() -> None:
    visitor = Visitor()
    for key in ("r", "7", "b", "2", "g"):
        visitor.act("hand.key", key)
    visitor.act("hand.key", "Backspace")
    assert visitor.hand == "R7 B2"
    visitor.act("hand.key", "Backspace")
    assert visitor.hand == "R7"


def test_backspace_takes_the_card_that_was_added_last() -> None:
    visitor = Visitor()
    visitor.act("hand.add", "Y9")
    visitor.act("hand.add", "R3")
    visitor.act("hand.key", "Backspace")
    assert visitor.hand == "Y9"


def test_undo_brings_back_every_step_even_the_deal() -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R7 B7")
    visitor.act("hand.deal")
    assert len(visitor.page.hint.picker.hand) == 10
    visitor.act("hand.clear")
    visitor.act("hand.undo")
    assert len(visitor.page.hint.picker.hand) == 10
    visitor.act("hand.undo")
    assert visitor.hand == "R7 B7"


def test_too_many_cards_are_refused_in_words_and_nothing_is_lost() -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11")
    reply = visitor.act("hand.add", "R12")
    assert len(visitor.page.hint.picker.hand) == 11
    assert "11" in said(reply)
    visitor.act("hand.text", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12")
    assert len(visitor.page.hint.picker.hand) == 11
    assert "R12" in visitor.text("hand")
    visitor.act("hand.text", "9xW")
    assert visitor.hand == " ".join(["W"] * 8)


def test_a_card_seen_elsewhere_cannot_be_added_again() -> None:
    visitor = Visitor()
    visitor.act("table.seen", "R7 R7")
    visitor.act("hand.add", "R7")
    assert visitor.hand == ""
    assert "red 7, none left" in visitor.parts["hand"]
    visitor.act("table.seen", "R7")
    visitor.act("hand.add", "R7")
    assert visitor.hand == "R7"
    visitor.act("table.seen", "R7 R7")
    assert "R7" in visitor.text("table")
    visitor.act("hand.remove", "R7")
    assert not visitor.page.hint.seen.problems
    assert len(visitor.page.hint.seen.cards) == 2


def test_declared_wilds_in_a_hand_are_plain_wilds() -> None:
    visitor = Visitor()
    visitor.act("hand.text", "W W=9 R7")
    visitor.act("hand.add", "R8")
    assert visitor.hand == "R7 R8 W W"


def test_phase_chips_own_phase_and_other_lists() -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R7 B7 G7")
    visitor.act("phase.number", "8")
    assert str(visitor.page.hint.phase) == "color:7"
    visitor.act("phase.own", "2 sets of 2")
    assert str(visitor.page.hint.phase) == "set:2+set:2"
    visitor.act("phase.own", "2 sets of")
    assert str(visitor.page.hint.phase) == "set:2+set:2"
    assert "p10-error" not in re.sub(r'<p class="p10-error"[^>]*></p>', "", visitor.parts["phase"])
    visitor.act("phase.own_use")
    assert "2 sets of" in visitor.text("phase")
    assert 'aria-invalid="true"' in visitor.parts["phase"]
    visitor.act("phase.edition", "master")
    assert str(visitor.page.hint.phase) == "set:2+set:2+set:2+set:2"


@pytest.mark.parametrize("edition", ["classic", "master", "plus_ten", "without_color"])
def test_every_phase_of_every_list_gives_a_hint(edition: str) -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R7 B7 G7 R3 B4 Y5 W S R12 B12 G1")
    visitor.act("phase.edition", edition)
    for number in range(1, len(EDITIONS[edition].phases) + 1):
        visitor.act("phase.number", str(number))
        assert not any("alert" in effect for effect in visitor.replies[-1]["effects"])
        assert "<table" in visitor.parts["advice"]


def test_language_switch_keeps_everything() -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R7 B7 W R3 B4 R13")
    visitor.act("phase.number", "3")
    reply = visitor.act("app.lang", "lv")
    assert reply["lang"] == "lv"
    assert visitor.hand == "R3 R7 B4 B7 W"
    assert "R13" in visitor.page.hint.picker.field.text
    assert "Manas kārtis" in visitor.text("hand")
    assert "komplekts" in visitor.text("plan")


def test_language_comes_from_the_link_then_the_browser() -> None:
    assert Visitor(lang="lv-LV").page.lang == "lv"
    assert Visitor(lang="de").page.lang == "en"
    assert Visitor("?lang=lv", lang="en").page.lang == "lv"
    assert Visitor("?lang=lv", lang="en", local={"lang": "en"}).page.lang == "lv"
    assert Visitor(local={"lang": "lv"}).page.lang == "lv"
    assert Visitor(local={"lang": ["x"], "theme": 7, "large": "yes"}).page.lang == "en"


def test_reload_keeps_hand_phase_table_and_undo() -> None:
    first = Visitor()
    first.act("hand.text", "R7 B7 X9")
    first.act("hand.add", "W")
    first.act("phase.number", "2")
    first.act("table.top", "G7")
    second = Visitor(**first.kept)
    assert second.hand == "R7 B7 W"
    assert "X9" in second.page.hint.picker.field.text
    assert second.page.hint.number == 2
    assert second.page.hint.top.text == "G7"
    second.act("hand.undo")
    assert second.hand == "R7 B7"


def test_link_opens_the_same_position_and_reload_of_it_keeps_later_changes() -> None:
    first = Visitor()
    first.act("hand.text", "R3 B3 W R9 G10 Y11 S B1 B2 Y5")
    first.act("phase.number", "2")
    first.act("table.top", "R4")
    first.act("table.melds", "A set R8 B8 G8")
    link = first.act("share.link")["effects"][-1]["copy"]
    second = Visitor(link)
    assert second.page.hint.position == first.page.hint.position
    second.act("hand.remove", "S")
    third = Visitor(link, **second.kept)
    assert third.hand == second.hand != first.hand


@pytest.mark.parametrize(
    "search",
    [
        "?hand=R13+R7&phase=99&top=XX&seen=Q&table=nonsense&rules=none&list=none&lang=xx&view=zz",
        "?hand=" + "R7+" * 5000,
        "?phase=set:3%2Bfoo&hand=%00%ff<b>",
        "?rules=seed,natural_per=group&phase=1&hand=W+W+W",
    ],
)
def test_broken_links_are_shown_not_raised(search: str) -> None:
    visitor = Visitor(search)
    assert not any("alert" in effect for reply in visitor.replies for effect in reply["effects"])
    assert "<b>" not in visitor.parts["hand"]


@pytest.mark.parametrize(
    "kept",
    [
        {"session": {"hint": []}},
        {"session": {"hint": {"picker": {"text": 7, "history": 3}, "query": {"phase": 5}}}},
        {"session": {"hint": {"picker": {"text": "R99"}, "query": {"phase": "x", "list": "y"}}}},
        {"session": {"hint": {"own": {}}, "view": 3, "query": 1}},
    ],
)
def test_damaged_store_is_survived(kept: dict[str, Any]) -> None:
    visitor = Visitor(**kept)
    assert not any("alert" in effect for reply in visitor.replies for effect in reply["effects"])
    assert visitor.parts["hand"].count('data-act="hand.add"') == 50


@pytest.mark.parametrize("value", [None, "", "R7 B7", "R13", 7, {"a": 1}, True, "W=9"])
@pytest.mark.parametrize(
    "name",
    ["hand.add", "hand.remove", "hand.key", "hand.sort", "hand.nothing", "phase.number",
     "phase.edition", "plan.choose", "table.natural_per", "app.lang", "app.view", "x", ""],
)  # fmt: skip
def test_foreign_values_do_no_harm(name: str, value: Any) -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R7 B7 G7 R3 B4 Y5 W S R12 B12 G1")
    reply = visitor.act(name, value)
    assert not any("alert" in effect for effect in reply["effects"])


def test_eleven_cards_rank_every_discard() -> None:
    visitor = Visitor("?hand=R7+B7+G7+R3+B4+Y5+S+R12+B12+G1+Y9&phase=1")
    assert visitor.parts["advice"].count("<tr") == 12
    assert "Discard" in visitor.text("advice")


def test_ten_cards_and_a_top_ask_take_or_draw() -> None:
    visitor = Visitor("?hand=R7+B7+R3+B3+Y5+S+R12+B11+G1+Y9&phase=1&top=G7")
    assert "Take" in visitor.text("advice")
    visitor.act("table.top", "S")
    assert "Take" not in visitor.text("advice")


def test_plan_tabs_switch_the_plan() -> None:
    visitor = Visitor("?hand=R7+B7+R3+B3+G5+Y5&phase=1")
    assert visitor.parts["plan"].count('role="tab"') > 1
    before = visitor.parts["plan"]
    visitor.act("plan.choose", "1")
    assert visitor.parts["plan"] != before
    assert visitor.page.hint.plan == 1


def test_rule_options_change_the_answer() -> None:
    visitor = Visitor("?hand=R7+W+W+W+W+W&phase=1")
    assert visitor.page.hint.advice.odds.missing == 0
    visitor.act("table.natural_per", True)
    assert visitor.page.hint.advice.odds.missing == 1


def test_home_view_and_back_keep_the_hand() -> None:
    visitor = Visitor("?hand=R7+B7")
    visitor.act("app.view", "home")
    assert "R7 B7" in visitor.text("home")
    visitor.act("app.view", "hint")
    assert "hand" in visitor.parts
    assert visitor.hand == "R7 B7"


def test_dealt_hands_come_from_what_is_not_elsewhere() -> None:
    visitor = Visitor()
    elsewhere = " ".join(f"{color}{n} {color}{n}" for color in "RBG" for n in range(1, 13))
    visitor.act("table.seen", elsewhere)
    visitor.act("hand.deal")
    hand = visitor.page.hint.picker.hand
    assert len(hand) == 10
    assert all(count <= most for count, most in zip(hand.counts, STANDARD_DECK.counts, strict=True))
    assert not any(hand.counts[:36])


def test_nothing_typed_becomes_markup() -> None:
    visitor = Visitor()
    evil = '"><img src=x onerror=alert(1)>'
    for act in ("hand.text", "table.top", "table.seen", "table.melds", "phase.own"):
        visitor.act(act, evil)
    visitor.act("phase.own_use")
    for name, part in visitor.parts.items():
        assert "<img" not in part, name
