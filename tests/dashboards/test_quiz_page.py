"""The quiz on the page: asked, answered, explained; never the same question again."""

from __future__ import annotations

import pytest

from phase10.game.referee import judge
from phase10.game.rules import PRESETS
from phase10.teaching.quiz import LENGTH
from phase10.teaching.rules import sentence_of
from phase10.teaching.words import LANGUAGES
from phase10.views.course import table_names
from phase10.views.course_words import move_sentence
from phase10.views.refusals import refusal_text
from tests.dashboards.learn_driver import Pupil


def asked(pupil: Pupil):
    question = pupil.page.course.quiz.question
    assert question is not None
    return question


def right_button(pupil: Pupil) -> str:
    question = asked(pupil)
    return "quiz-allowed" if question.legal else f"quiz-{question.rule}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_right_and_wrong_answers_are_explained(lang: str) -> None:
    pupil = Pupil(f"?view=quiz&lang={lang}")
    met = set()
    for number in range(14):
        question = asked(pupil)
        assert question.key not in met
        met.add(question.key)
        assert move_sentence(lang, question.move, question.names) in pupil.words("quiz-asks")
        ids = ["quiz-allowed", *(f"quiz-{rule}" for rule in question.reasons)]
        wrong = next(ident for ident in ids if ident != right_button(pupil))
        pupil.press(right_button(pupil) if number % 2 else wrong)
        said = pupil.words("quiz-asks")
        assert sentence_of(question.rule).words.of(lang) in said
        if question.refusal is not None:
            names = table_names(lang, question.names)
            assert refusal_text(lang, question.refusal, names) in said
        verdict = judge(
            {**question.position.to_json(), "move": [question.move.text(question.names)]}
        )
        assert verdict.legal is question.legal
        pupil.press("quiz-next")
    quiz = pupil.page.course.quiz
    assert (quiz.asked, quiz.right) == (14, 7)
    assert "7" in pupil.words("quiz-about")


def test_after_a_sitting_it_says_so_and_goes_on() -> None:
    pupil = Pupil("?view=quiz&lang=en")
    for _ in range(LENGTH):
        pupil.press(right_button(pupil))
        last = pupil.words("quiz-about")
        pupil.press("quiz-next")
    assert f"{LENGTH} of {LENGTH}" in last
    assert "a good sitting" in last
    assert "a good sitting" not in pupil.words("quiz-about")


def test_the_same_answer_twice_counts_once() -> None:
    pupil = Pupil("?view=quiz&lang=en")
    pupil.act("quiz.allowed")
    pupil.act("quiz.allowed")
    pupil.act("quiz.reason", asked(pupil).reasons[0])
    assert pupil.page.course.quiz.asked == 1
    assert len(pupil.learn.progress.entries) == 1


def test_a_slip_makes_a_rule_shaky_on_the_map() -> None:
    pupil = Pupil("?view=quiz&lang=en")
    question = asked(pupil)
    pupil.act(*(("quiz.reason", question.reasons[0]) if question.legal else ("quiz.allowed",)))
    assert f"Rule {question.rule}" in pupil.go("learn").words("learn-shaky")


def test_the_quiz_of_another_table() -> None:
    pupil = Pupil("?view=rules&rule=tables&lang=en")
    pupil.press("rules-preset-official")
    pupil.press("rules-quiz")
    assert pupil.page.view == "quiz"
    assert asked(pupil).position.rules == PRESETS["official"]
    assert "chooses the player" in pupil.words("quiz-asks")
    again = Pupil("", session=pupil.kept["session"], local=pupil.kept["local"])
    assert asked(again).position.rules == PRESETS["official"]


def test_a_reload_keeps_the_count_of_the_sitting_but_another_table_begins_anew() -> None:
    pupil = Pupil("?view=quiz&lang=en")
    pupil.press(right_button(pupil))
    pupil.press("quiz-next")
    question = asked(pupil)
    pupil.act(*(("quiz.reason", question.reasons[0]) if question.legal else ("quiz.allowed",)))
    again = Pupil("?view=quiz", session=pupil.kept["session"], local=pupil.kept["local"])
    quiz = again.page.course.quiz
    assert (quiz.asked, quiz.right) == (2, 1)
    assert "1 of 2" in again.words("quiz-about")
    again.go("rules/tables").press("rules-preset-official")
    again.press("rules-quiz")
    assert (quiz.asked, quiz.right) == (0, 0)


@pytest.mark.parametrize(
    "kept",
    [
        {"asked": "2", "right": 1, "of": ["guest", ""]},
        {"asked": 1, "right": 2, "of": ["guest", ""]},
        {"asked": 2, "right": 1, "of": "guest"},
        {"asked": 2, "right": 1, "of": ["someone else", "seed"]},
    ],
)
def test_a_count_of_the_wrong_shape_or_of_somebody_else_is_left_out(kept: dict) -> None:
    pupil = Pupil("?view=learn&lang=en")
    quiz = pupil.page.course.quiz
    quiz.restore({"rules": str(quiz.rules), **kept})
    pupil.go("quiz")
    assert (quiz.asked, quiz.right) == (0, 0)
