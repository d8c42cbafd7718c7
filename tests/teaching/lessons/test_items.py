"""Items: the answer is right, the wrong answers are wrong, named, and explained."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.items import (
    DISTRACTORS,
    Draft,
    FixedItem,
    Item,
    Mistake,
    Template,
    make_item,
    reads_alike,
)
from phase10.teaching.lessons.reading import lessons, misconceptions, template_of, word_forms
from phase10.teaching.lessons.templates_play import TEMPLATES
from phase10.teaching.worksheets import make_worksheet
from phase10.views.lesson_text import item_text, plain
from tests.teaching.lessons.independent import WAYS, agrees

LANGUAGES = ("en", "lv")


def made(name: str, seed: int) -> Item:
    return make_item(TEMPLATES[name], name, LessonCode("L00", seed).stream(name))


def test_every_template_has_another_way_and_words() -> None:
    assert WAYS.keys() == TEMPLATES.keys()
    assert {name for lesson in lessons() for name in lesson.items} == set(TEMPLATES)


def test_the_keys_of_200_worksheets_are_recomputed() -> None:
    known = lessons()
    checked = 0
    for number in range(200):
        lesson = known[number % len(known)]
        sheet = make_worksheet(lesson, 1000 + number, "ABCDEF"[number % 6], questions=8)
        assert len(sheet.items) == len(sheet.key) == 8
        for item, letter in zip(sheet.items, sheet.key, strict=True):
            shown = item.options["abcde".index(letter)]
            assert agrees(item, shown), (sheet.code, item)
            assert shown == item.answer
            assert item.options.count(shown) == 1
            checked += 1
    assert checked == 1600


@given(st.sampled_from(sorted(TEMPLATES)), st.integers(0, 2**63 - 1))
@settings(max_examples=300, deadline=None)
def test_options_can_be_told_apart_and_wrong_ones_have_a_name(name: str, seed: int) -> None:
    item = made(name, seed)
    least, most = DISTRACTORS
    assert least + 1 <= len(item.options) <= most + 1
    assert item.mistakes.count(None) == 1
    assert item.options[item.right] == item.answer
    for place, option in enumerate(item.options):
        assert not any(reads_alike(option, other) for other in item.options[:place])
        assert option >= 0
        if item.kind == "chance":
            assert option <= 1
    tags = {mistake.misconception for mistake in item.mistakes if mistake is not None}
    assert tags <= misconceptions().keys()
    for lang in LANGUAGES:
        text = item_text(lang, item)
        assert len(set(text.options)) == len(text.options), "no two options are written alike"
        for shown in (text.question, *text.options, *text.steps, *text.why):
            assert "{" not in shown
            assert "  " not in shown
            assert not re.search(r"[_^]\[", plain(shown))
        for place, why in enumerate(text.why):
            assert bool(why) == (place != item.right)
        assert len(set(text.why)) == len(text.why)


def test_the_same_seed_makes_the_same_item() -> None:
    for name in TEMPLATES:
        assert made(name, 9) == made(name, 9)
    assert len({made("L06.within", seed).answer for seed in range(60)}) > 30


def test_the_right_answer_stands_in_every_place() -> None:
    places = [made("L01.next_card", seed).right for seed in range(200)]
    assert {places.count(place) for place in range(5)} <= set(range(20, 65))


def test_a_golden_item() -> None:
    item = made("L06.within", 77)
    assert (item.values["outs"], item.values["draws"], item.letter) == GOLDEN


GOLDEN = (24, 5, "a")


def test_drafts_whose_answers_collide_are_drawn_again() -> None:
    drawn: list[int] = []

    def draft(stream: object) -> Draft:
        drawn.append(len(drawn))
        wrong = Fraction(1, 2) if len(drawn) < 5 else Fraction(1, 3)
        mistakes = [Mistake("a", "gambler", wrong)]
        mistakes += [Mistake(each, "inverse", Fraction(1, n)) for each, n in (("b", 4), ("c", 5))]
        return Draft({}, Fraction(1, 2), tuple(mistakes))

    item = make_item(Template("x", "chance", draft), "x", LessonCode("L00", 1).stream("x"))
    assert len(drawn) == 5
    assert sorted(item.options) == [Fraction(1, 5), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)]


@pytest.mark.parametrize(
    "wrong",
    [
        ["1/2", "1/3", "1/4"],
        ["1/3", "1/3", "1/4"],
        ["1/3", "1/4"],
        ["1/3", "1/4", "3/2"],
        ["1/3", "1/4", "-1/2"],
        ["1/3", "1/4", "50004/100007"],
    ],
)
def test_items_without_three_wrong_answers_are_refused(wrong: list[str]) -> None:
    mistakes = tuple(
        Mistake(f"m{place}", "gambler", Fraction(value)) for place, value in enumerate(wrong)
    )
    item = FixedItem("chance", Fraction(1, 2), mistakes)
    with pytest.raises(GameError) as caught:
        make_item(item, "mine", LessonCode("L00", 1).stream("x"))
    assert caught.value.code == "lesson.collision"


def test_templates_are_found_by_name_only() -> None:
    assert template_of("L05.some").draft is TEMPLATES["L05.some"].draft
    with pytest.raises(GameError) as caught:
        template_of("L05.nothing")
    assert caught.value.code == "lesson.item"


def test_words_have_all_forms_in_both_languages() -> None:
    forms = {"nominative", "accusative", "one", "many", "of_many", "is"}
    assert len(word_forms()) == 18
    for word in word_forms().values():
        assert word.keys() == set(LANGUAGES)
        assert all(word[lang].keys() == forms for lang in LANGUAGES)
