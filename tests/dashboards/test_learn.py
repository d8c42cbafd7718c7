"""The course on the page, without a browser: every board by its buttons, every act answered."""

from __future__ import annotations

import re

import pytest

from phase10.game.stages import ROUND_OVER
from phase10.teaching.course import MOST_STARS, RUNGS, act_text, levels
from phase10.teaching.words import LANGUAGES
from phase10.views.refusals import refusal_text
from tests.dashboards.learn_driver import Pupil, do, play
from tests.dashboards.play_visitor import alerted, spoken
from tests.teaching.courses import BOARDS, WRONGS, wrong_id

IDS = re.compile(r'\sid="([^"]+)"')


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_levels_by_the_buttons_of_the_page_with_all_stars(lang: str) -> None:
    pupil = Pupil(f"?view=learn&lang={lang}")
    pupil.press("learn-continue")
    for level in levels():
        for board in level.boards:
            assert pupil.sitting.board is board
            assert board.goal.of(lang) in pupil.words("learn-goal")
            sitting = play(pupil)
            assert sitting.solved, board.id
            assert sitting.stars == MOST_STARS, board.id
            assert "★ ★ ★" in pupil.words("learn-says")
            pupil.press("learn-next")
    assert pupil.page.view == "quiz"
    pupil.go("learn")
    most = MOST_STARS * len(BOARDS)
    assert f"{most}" in pupil.words("learn-map")
    assert pupil.shown.count(f"{MOST_STARS * 4}/{MOST_STARS * 4}") == 15


def test_no_element_is_called_as_another_one() -> None:
    pupil = Pupil()
    places = [f"learn/{board.id}" for board in BOARDS]
    places += ["learn", "quiz", "rules", "rules/S24", "rules/questions", "rules/words"]
    for place in [*places, "rules/tables"]:
        pupil.go(place)
        found = IDS.findall(pupil.shown)
        assert len(found) == len(set(found)), (place, sorted(found))


@pytest.mark.parametrize("case", WRONGS, ids=wrong_id)
def test_a_wrong_act_is_answered_with_its_words_and_the_cards(case) -> None:
    board, wrong = case
    pupil = Pupil().go(f"learn/{board.id}")
    for step in board.steps[: wrong.after]:
        do(pupil, step.act, pupil.sitting.names)
    before = pupil.sitting.state
    reply = pupil.act("play.typed", act_text(wrong.act, pupil.sitting.names))
    assert pupil.sitting.state is before
    answer = pupil.learn.answer
    assert answer is not None
    assert answer.code == wrong.code
    for lang in LANGUAGES:
        pupil.act("app.lang", lang)
        assert wrong.words.of(lang) in pupil.words("learn-says")
        if answer.refusal is not None:
            names = ("you" if lang == "en" else "tu", *pupil.sitting.names[1:])
            assert refusal_text(lang, answer.refusal, names) in pupil.words("learn-says")
            shown = pupil.page.parts()["learn-says"].count("p10-card ")
            assert shown == len(answer.refusal.cards)
            assert f"rules/{answer.refusal.rule}" in pupil.shown
    assert wrong.words.en in alerted(reply)


@pytest.mark.parametrize("board", [one for one in BOARDS if one.moves], ids=lambda one: one.id)
def test_a_move_that_is_allowed_is_told_so(board) -> None:
    pupil = Pupil().go(f"learn/{board.id}")
    right = pupil.sitting.next_act()
    for place, candidate in enumerate(board.moves, start=1):
        if place != getattr(right, "move", 0):
            pupil.press(f"learn-point-{place}")
            assert candidate.words.en in pupil.words("learn-says")
            assert "another one is against them" in pupil.words("learn-says")


def test_wrong_acts_by_taps_where_they_happen() -> None:
    pupil = Pupil().go("learn/6.3")
    pupil.press("do-play-lay")
    assert "First choose the cards" in pupil.words("learn-says")
    assert not pupil.sitting.answers
    for card in ("R5", "B5", "G5"):
        pupil.press(f"play-{card}-1")
    pupil.press("do-play-lay")
    assert pupil.sitting.answers[-1].code == "lay.partial"
    assert "red 5, blue 5 and green 5" in pupil.words("learn-says")
    for card in ("R7", "B7", "G7"):
        pupil.press(f"play-{card}-1")
    pupil.press("do-play-lay")
    assert pupil.sitting.game is not None
    assert pupil.sitting.game.seats[0].laid == 1
    pupil.press("do-play-discard")
    assert pupil.sitting.answers[-1].code == "turn.must_discard"


def test_hints_come_rung_by_rung_and_cost_no_star() -> None:
    pupil = Pupil().go("learn/3.3")
    assert "learn-rungs" not in pupil.shown
    for rung in range(1, RUNGS + 1):
        said = spoken(pupil.act("learn.hint"))
        assert said in pupil.words("learn-help")
        assert pupil.page.parts()["learn-help"].count("<li>") == rung
    assert "You could lay down" in pupil.words("learn-help")
    assert "do-learn-hint" not in pupil.shown
    assert play(pupil).stars == MOST_STARS
    pupil.go("learn/3.2")
    assert pupil.page.parts()["learn-help"].count("<li>") == 1, "with a hint: the first lies open"


def test_a_missed_board_is_taken_back_or_begun_anew() -> None:
    pupil = Pupil().go("learn/9.3")
    pupil.press("play-Y9-1")
    reply = pupil.act("play.discard")
    assert {"focus": "learn-says-heading"} in reply["effects"]
    assert "the goal is not reached" in pupil.words("learn-says")
    pupil.press("learn-undo")
    assert not pupil.sitting.missed
    play(pupil)
    assert pupil.sitting.stars == 2
    pupil.press("learn-again")
    assert play(pupil).stars == MOST_STARS
    assert pupil.learn.progress.stars() == {"9.3": 3}


def test_nothing_is_taken_back_at_the_start_and_no_card_unseen_in_a_round() -> None:
    pupil = Pupil().go("learn/2.1")
    assert "no act to take back" in alerted(pupil.act("learn.undo"))
    pupil.press("do-play-draw")
    assert "taken back" in spoken(pupil.act("play.undo"))
    assert len(pupil.sitting.states) == 1
    pupil.go("learn/15.3")
    pupil.press("do-play-draw")
    assert "no act to take back" in alerted(pupil.act("play.undo"))


def test_numbers_are_entered_one_by_one_or_together() -> None:
    pupil = Pupil().go("learn/12.3")
    assert "Enter a whole number" in alerted(pupil.act("learn.check"))
    assert "Enter a whole number" in alerted(pupil.act("learn.number.me", "ten"))
    assert pupil.sitting.answers == []
    for field, text in (("me", "15"), ("Anna", "20"), ("Otto", "25")):
        pupil.act(f"learn.typing.{field}", text)
    reply = pupil.act("learn.check")
    assert {"focus": "learn-field-Anna"} in reply["effects"]
    assert dict(pupil.sitting.state.numbers) == {"me": 15}
    for field, text in (("Anna", "25"), ("Emma", "0")):
        pupil.act(f"learn.typing.{field}", text)
    pupil.press("do-learn-check")
    assert pupil.sitting.solved
    assert "15 ✓" in pupil.words("learn-ask")


@pytest.mark.parametrize("number", [10**9, -1, "9" * 100, "1e3", "١٢", "", " 7 "])
def test_numbers_that_are_none_change_nothing(number: object) -> None:
    pupil = Pupil().go("learn/13.1")
    pupil.act("learn.number.me", str(number))
    assert not pupil.sitting.state.numbers


def test_open_hands_are_shown_only_where_they_are_open() -> None:
    pupil = Pupil().go("learn/12.3")
    assert "blue 11" in pupil.words("learn-ask")
    pupil.go("learn/13.1")
    assert "p10-card " not in pupil.page.parts()["learn-ask"]


def test_the_last_level_with_a_coach_then_by_other_rules_without() -> None:
    pupil = Pupil().go("learn/15.3")
    pupil.press("do-play-hint")
    assert "coach-rungs" in pupil.shown
    pupil.act("play.first", True)
    pupil.press("do-play-draw")
    assert "coach-verdict" in pupil.shown
    pupil.press("coach-play-mine")
    assert len(pupil.sitting.states) == 2
    pupil.act("play.first", False)
    assert play(pupil).solved
    assert "Where the match stands" in pupil.words("play-end")
    pupil.go("learn/15.4")
    assert "coach-heading" not in pupil.shown
    for rules in pupil.sitting.board.variants:
        pupil.act("learn.rules", str(rules))
        sitting = play(pupil)
        assert sitting.solved
        assert sitting.game is not None
        assert sitting.game.rules == rules
        assert sitting.game.stage == ROUND_OVER


def test_shaky_rules_are_told_after_the_round_and_on_the_map() -> None:
    pupil = Pupil().go("learn/15.4")
    pupil.press("do-play-discard")
    play(pupil)
    assert "Still shaky" in pupil.words("learn-says")
    pupil.go("learn")
    assert "Rule S21" in pupil.words("learn-shaky")


def test_what_the_others_do_is_told() -> None:
    pupil = Pupil().go("learn/2.3")
    reply = pupil.act("play.key", "n")
    assert "Otto: draws a card" in spoken(reply)
    assert "green 2" in spoken(reply)
    assert not pupil.sitting.waiting


def test_a_line_that_is_no_act_is_explained_and_stays() -> None:
    pupil = Pupil().go("learn/11.2")
    pupil.act("play.typed", "choose <b>")
    assert "no such thing" in pupil.words("learn-says")
    pupil.act("play.typed", "fly <b>away</b>")
    assert "fly <b>away</b> — " in pupil.words("learn-says")
    assert "<b>" not in pupil.page.parts()["learn-says"]
    pupil.go("learn/3.1")
    pupil.act("play.typed", "lay set R77")
    assert "p10-problem" in pupil.page.parts()["learn-says"]
    pupil.act("play.typed", "nomet sarkano 7")
    assert pupil.sitting.answers[-1].code in ("lay.numbers", "course.shown", "draw.first")


ODD = ["learn.choose", "learn.point", "learn.typing.me", "learn.rules", "learn.import", "learn.x",
       "quiz.reason", "rules.set.deck", "rules.preset", "play.meld", "play.card", "play.tick",
       "rules.search"]  # fmt: skip


@pytest.mark.parametrize(
    "place", ["learn", "learn/1.1", "learn/3.1", "learn/12.3", "quiz", "rules"]
)
def test_what_no_page_sends_does_no_harm(place: str) -> None:
    pupil = Pupil().go(place)
    for act in ODD:
        for value in (None, True, 7, -3, "", "x" * 5000, "<b>", {"text": 3}):
            pupil.act(act, value)
    assert "<b>" not in pupil.shown


def test_places_that_are_none_open_the_map() -> None:
    pupil = Pupil("?view=learn&lang=en&board=99.9")
    assert pupil.learn.sitting is None
    for place in ("learn/nowhere", "learn/../home", "rules/S99", "learn/"):
        pupil.go(place)
        assert pupil.learn.sitting is None
    assert Pupil("?view=learn&board=7.2").learn.place == "7.2"


def test_words_of_the_game_show_the_word_of_the_seed_text() -> None:
    pupil = Pupil("?view=learn&lang=lv").go("learn/7.1")
    tip = re.search(r'id="learn-word-wild-tip".*?</span></span>', pupil.shown, re.DOTALL)
    assert tip is not None
    assert "savvaļas karte" in tip[0]
    assert "džokers" in pupil.words("learn-rules")


def test_back_goes_through_boards() -> None:
    pupil = Pupil()
    reply = pupil.act("app.view", "learn/3.1")
    assert {"visit": "learn/3.1", "from": "learn"} in reply["effects"]
    reply = pupil.act("app.view", "rules/S6")
    assert {"visit": "rules/S6", "from": "learn/3.1"} in reply["effects"]
    assert {"focus": "rule-S6"} in reply["effects"]
    reply = pupil.act("app.back", "learn/3.1")
    assert not any("visit" in effect for effect in reply["effects"])
    assert pupil.sitting.board.id == "3.1"


def test_a_match_and_a_board_do_not_mix() -> None:
    pupil = Pupil()
    pupil.act("app.view", "play")
    pupil.act("play.start")
    match = pupil.page.play.match
    assert match is not None
    pupil.go("learn/3.1")
    for card in ("R7", "B7", "Y7"):
        pupil.act("play.card", f"{card}-1")
    pupil.act("play.lay")
    assert pupil.sitting.solved
    assert pupil.page.play.match is match
    assert pupil.page.play.chosen == []
