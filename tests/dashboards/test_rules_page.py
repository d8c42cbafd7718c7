"""The rules on the page: every sentence, every question under both presets, other tables."""

from __future__ import annotations

import pytest

from phase10.game.rules import PRESETS, SEED
from phase10.teaching.rules import (
    differences,
    glossary,
    questions,
    search_rules,
    search_words,
    sentences,
)
from phase10.teaching.words import LANGUAGES
from phase10.views.names import option_name
from tests.dashboards.learn_driver import Pupil, play


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_there(lang: str) -> None:
    pupil = Pupil(f"?view=rules&lang={lang}")
    shown = pupil.words("rules-body")
    for one in sentences():
        assert f"{one.id} {one.words.of(lang)}" in shown
        for board in one.boards:
            assert f'data-value="learn/{board}"' in pupil.shown
    shown = pupil.go("rules/questions").words("rules-body")
    for asked in questions():
        assert asked.words.of(lang) in shown
        for preset in PRESETS:
            assert asked.answers[preset].of(lang) in shown
    shown = pupil.go("rules/words").words("rules-body")
    for term in glossary():
        assert term.words.of(lang) in shown
        assert term.seed in shown
    shown = pupil.go("rules/tables").words("rules-body")
    for difference in differences():
        for value in difference.values.values():
            assert option_name(lang, difference.option.id, value) in shown


def test_where_presets_differ_both_answers_stand_side_by_side() -> None:
    pupil = Pupil("?view=rules&rule=questions&lang=en")
    differing = [one for one in questions() if one.differs]
    assert pupil.shown.count("p10-sides") == len(differing) > 5


@pytest.mark.parametrize(("lang", "sought"), [("en", "wild repl"), ("lv", "dzok aizst")])
def test_searching(lang: str, sought: str) -> None:
    pupil = Pupil(f"?view=rules&lang={lang}")
    pupil.act("rules.search", sought)
    found, asked = search_rules(lang, sought)
    shown = pupil.words("rules-body")
    assert found
    assert all(one.words.of(lang) in shown for one in found)
    assert all(one.words.of(lang) in shown for one in asked)
    assert str(len(found) + len(asked)) in shown
    pupil.act("rules.search", "zzz <b>")
    assert "<b>" not in pupil.shown
    pupil.press("rules-clear")
    assert "S65" in pupil.words("rules-body")


@pytest.mark.parametrize(
    ("lang", "sought", "term"),
    [
        ("en", "hit", "hit"),
        ("lv", "skrējiens", "run"),
        ("lv", "skip", "skip"),
        ("en", "dzok", "wild"),
    ],
)
def test_a_word_of_another_text_leads_to_the_word_of_this_game(
    lang: str, sought: str, term: str
) -> None:
    pupil = Pupil(f"?view=rules&lang={lang}")
    pupil.act("rules.search", sought)
    meant = next(one for one in glossary() if one.id == term)
    assert f'id="word-{term}"' in pupil.shown
    assert meant.means.of(lang) in pupil.words("rules-body")
    found, asked = search_rules(lang, sought)
    count = len(found) + len(asked) + len(search_words(sought))
    assert str(count) in pupil.words("rules-body")


def test_a_rule_that_was_asked_for_is_marked_and_has_the_focus() -> None:
    pupil = Pupil()
    reply = pupil.act("app.view", "rules/S24")
    assert reply["effects"][-1] == {"focus": "rule-S24"}
    assert 'class="p10-nowrule"' in pupil.tag("rule-S24")
    assert pupil.shown.count("p10-nowrule") == 1


def test_a_table_of_ones_own_is_put_together_and_played() -> None:
    pupil = Pupil("?view=rules&rule=tables&lang=en")
    pupil.press("rules-skip_target-official")
    rules = pupil.page.course.rules.rules
    assert rules.skip_target == "chosen"
    assert rules.run_min == SEED.run_min
    assert "chooses the player" in pupil.words("rules-body")
    kept = Pupil("", session=pupil.kept["session"], local=pupil.kept["local"])
    assert kept.page.course.rules.rules == rules
    pupil.press("rules-round")
    assert pupil.sitting.board.id == "15.4"
    assert "The table that I put together" in pupil.words("learn-goal")
    sitting = play(pupil)
    assert sitting.solved
    assert sitting.game is not None
    assert sitting.game.rules == rules
    pupil.go("rules/tables")
    pupil.press("rules-play")
    assert pupil.page.view == "play"
    pupil.act("play.start")
    assert pupil.page.play.match is not None
    assert pupil.page.play.match.record.rules == rules


def test_presets_switch_all_at_once() -> None:
    pupil = Pupil("?view=rules&rule=tables&lang=en")
    for preset, rules in PRESETS.items():
        pupil.press(f"rules-preset-{preset}")
        assert pupil.page.course.rules.rules == rules
        assert 'aria-pressed="true"' in pupil.tag(f"rules-preset-{preset}")
        assert pupil.shown.count('aria-checked="true"') == len(differences())
