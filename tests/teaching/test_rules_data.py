"""The rules as data: all sentences, all questions, right under both presets, in both languages."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from phase10.game.refusals import REFUSALS
from phase10.game.rules import OPTIONS, PRESETS, Rules
from phase10.teaching.course import board, levels
from phase10.teaching.rules import (
    differences,
    glossary,
    options,
    questions,
    questions_about,
    search_rules,
    sections,
    sentence_of,
    sentences,
)
from tests.game.law import test_questions as law
from tests.locale.test_catalogues import REPLACED

BOARDS = {each.id for level in levels() for each in level.boards}


def test_the_sentences_are_numbered_without_a_gap() -> None:
    assert [one.id for one in sentences()] == [f"S{n}" for n in range(1, 66)]
    assert len({one.words for one in sentences()}) == 65
    assert len(sections()) == 9
    assert sentence_of("S24") is sentences()[23]


def test_every_refusal_and_board_refers_to_a_sentence() -> None:
    numbers = {one.id for one in sentences()}
    assert {refusal.rule for refusal in REFUSALS.values()} <= numbers
    assert set(chain.from_iterable(board(name).rules for name in BOARDS)) <= numbers


def test_every_sentence_has_a_board_that_shows_it() -> None:
    for one in sentences():
        assert one.boards
        assert set(one.boards) <= BOARDS


def test_the_board_of_a_refusals_rule_provokes_it() -> None:
    """Somebody who is refused is led to boards where that very rule is at work."""
    for rule in {refusal.rule for refusal in REFUSALS.values()}:
        shown = [board(name) for name in sentence_of(rule).boards]
        assert any(rule in each.rules for each in shown) or any(
            REFUSALS[wrong.code].rule == rule
            for each in shown
            for wrong in each.wrongs
            if wrong.code in REFUSALS
        ), rule


def test_the_ten_phases_are_told_as_they_are_played() -> None:
    goals = re.findall(r"\((\d+)\) ([^;]+?)[;.]", sentence_of("S12").words.en)
    assert [int(number) for number, _ in goals] == list(range(1, 11))
    told = [re.findall(r"\d+", goal) for _, goal in goals]
    from phase10.game.phases import PHASES

    for phase, numbers in zip(PHASES, told, strict=True):
        sizes = [group.size for group in phase.groups]
        if len(set(phase.groups)) == 1 and len(sizes) == 2:
            assert numbers == ["2", str(sizes[0])]
        elif phase.groups[0].kind == "color":
            assert numbers == [str(sizes[0])]
        else:
            assert numbers == list(chain.from_iterable(("1", str(size)) for size in sizes))


def test_every_question_is_one_that_the_engine_answers() -> None:
    """The law's own tests ask the engine the same questions, by number."""
    assert {one.number for one in questions()} == set(law.QUESTIONS) | UNDECIDED
    assert len({one.number for one in questions()}) == len(questions())


UNDECIDED = {91}
"""A question about opinions, which no engine answers."""


@pytest.mark.parametrize("question", questions(), ids=lambda one: str(one.number))
def test_a_question_has_rules_a_board_and_answers(question) -> None:
    assert question.board in BOARDS
    assert question.rules
    for rule in question.rules:
        assert question in questions_about(sentence_of(rule).id)
    assert set(question.answers) == set(PRESETS)


@pytest.mark.parametrize("question", questions(), ids=lambda one: str(one.number))
def test_answers_differ_where_the_engine_differs(question) -> None:
    found = law.QUESTIONS.get(question.number)
    if found is not None and found.seed != found.official:
        assert question.differs or question.number == 3


def test_languages_agree_on_yes_and_no() -> None:
    for question in questions():
        for said in question.answers.values():
            for english, latvian in (("Yes", "Jā"), ("No", "Nē")):
                yes = re.match(rf"{english}\b", said.en) is not None
                assert yes == (re.match(rf"{latvian}\b", said.lv) is not None), question.number


def test_yes_and_no_are_what_the_engine_says() -> None:
    """Of the questions that begin with May and Must, where the engine was asked about a move."""
    asked = 0
    for question in questions():
        found = law.QUESTIONS.get(question.number)
        begins = question.words.en.split()[0]
        for preset in PRESETS:
            engine = getattr(found, preset, None)
            said = re.match(r"Yes|No\b", question.answers[preset].en)
            if (
                begins in ("May", "Must")
                and said
                and isinstance(engine, str)
                and engine in {"", *REFUSALS}
            ):
                allowed = engine == ""
                # Who asks whether something must be done asked the engine to do without it.
                expected = allowed if begins == "May" else not allowed
                if question.number != 53:  # here more was done than must be
                    assert (said[0] == "Yes") == expected, question.number
                    asked += 1
    assert asked > 30


def test_every_option_is_described_once() -> None:
    assert [one.id for one in options()] == list(dict.fromkeys(one.id for one in options()))
    assert {one.id for one in options()} == {*OPTIONS, "deck"}
    for one in options():
        assert one.board in BOARDS
        sentence_of(one.rule)


def test_where_tables_differ() -> None:
    seed, official = PRESETS["seed"], PRESETS["official"]
    found = {one.option.id: one.values for one in differences()}
    assert found == {
        name: {"seed": getattr(seed, name), "official": getattr(official, name)}
        for name in Rules.__dataclass_fields__
        if getattr(seed, name) != getattr(official, name)
    }
    assert {"skip_target", "skip_limit", "hit_others_same_turn", "tie_break"} <= set(found)


def test_the_glossary_has_the_words_of_the_seed() -> None:
    terms = {term.id: term for term in glossary()}
    assert len(terms) == len(glossary()) >= 30
    assert terms["run"].seed == "skrējiens"
    assert "savvaļas karte" in terms["wild"].seed
    assert "izlozes kaudze" in terms["draw_pile"].seed


def all_words():
    for section in sections():
        yield section.words
        yield from (one.words for one in section.sentences)
    for question in questions():
        yield question.words
        yield from question.answers.values()
    for term in glossary():
        yield from (term.words, term.means)


@pytest.mark.parametrize("words", list(all_words()), ids=lambda words: words.en[:40])
def test_texts_use_the_words_of_the_vocabulary(words) -> None:
    for word, better in REPLACED.items():
        assert not re.search(rf"\b(?:{word})\b", words.lv, re.IGNORECASE), (word, better)
    assert '"' not in words.lv
    assert "—" not in words.lv
    assert not re.search(r"[^,]\snevis\b", words.lv)
    assert "colour" not in words.en


@pytest.mark.parametrize(
    ("lang", "sought", "rules", "numbers"),
    [
        ("en", "s24", ["S24"], [34, 35]),
        ("en", "S 24", ["S24"], [34, 35]),
        ("en", "clockwise", ["S20"], []),
        ("en", "FACE down pile", ["S18"], []),
        ("lv", "pulkstenraditaja", ["S20"], []),
        ("lv", "džokers maksā", [], [31]),
        ("en", "", [], []),
        ("en", "no such words here", [], []),
    ],
)
def test_the_rules_are_searched(lang: str, sought: str, rules, numbers) -> None:
    found, asked = search_rules(lang, sought)
    assert [one.id for one in found] == rules
    assert [one.number for one in asked] == numbers
