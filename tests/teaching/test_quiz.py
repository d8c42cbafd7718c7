"""The quiz: verdicts that an independent law shares, no question twice, topics that come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

import pytest

from phase10.game.errors import GameError
from phase10.game.position import Position
from phase10.game.refusals import REFUSALS
from phase10.game.rules import PRESETS, SEED
from phase10.game.sight import game_of
from phase10.teaching.progress import QUIZ, Entry, Progress
from phase10.teaching.quiz import APART, LENGTH, Quiz, question, topics
from phase10.teaching.quiz_moments import ALLOWED, MAKERS, moment
from phase10.teaching.rules import sentence_of
from phase10.views.i18n import LANGUAGES
from phase10.views.refusals import refusal_text
from tests.oracle.law import lawful

ASKED = {
    (preset, topic): [
        made
        for seed in range(12)
        if (made := question(topic, str(seed), PRESETS[preset])) is not None
    ]
    for preset in PRESETS
    for topic in topics(PRESETS[preset])
}
ALL = [asked for found in ASKED.values() for asked in found]


class Memory:
    """A store that keeps entries as long as it lives."""

    def __init__(self) -> None:
        self.all: list[Entry] = []

    def add(self, entries: Sequence[Entry]) -> int:
        self.all += entries
        return len(entries)

    def entries(self, learner: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.all if entry.learner == learner)

    def learners(self) -> tuple[str, ...]:
        return tuple({entry.learner for entry in self.all})

    def forget(self, learner: str) -> None:
        self.all = [entry for entry in self.all if entry.learner != learner]


def right_reason(asked) -> str | None:
    return None if asked.legal else asked.rule


def wrong_reason(asked) -> str | None:
    return asked.reasons[0] if asked.legal else None


def test_all_presets_have_nearly_all_topics() -> None:
    """What the presets decide otherwise cannot be wrong under the other one."""
    assert set(MAKERS) - set(topics(SEED)) == {"skip.choose", "skip.served"}
    missing = set(MAKERS) - set(topics(PRESETS["official"]))
    assert missing == {"hit.others_same_turn", "skip.next_only"}
    assert {topic.split()[0] for topic in MAKERS} <= {ALLOWED, *REFUSALS}
    assert len(ALL) > 600


@pytest.mark.parametrize(("preset", "topic"), ASKED)
def test_the_verdict_is_that_of_an_independent_law(preset: str, topic: str) -> None:
    assert ASKED[preset, topic]
    for asked in ASKED[preset, topic]:
        game = game_of(asked.position)
        assert (lawful(game, asked.move) and game.turn == 0) == asked.legal
        assert Position.from_json(asked.position.to_json()) == asked.position
        assert asked.names[0] == "me"


@pytest.mark.parametrize(("preset", "topic"), ASKED)
def test_a_question_tells_why(preset: str, topic: str) -> None:
    for asked in ASKED[preset, topic]:
        if asked.refusal is not None:
            assert asked.refusal.code == topic.split()[0]
            assert asked.rule == REFUSALS[asked.refusal.code].rule
            assert asked.rule in asked.reasons
            for lang in LANGUAGES:
                assert refusal_text(lang, asked.refusal, asked.names)
        assert sentence_of(asked.rule)
        assert len(set(asked.reasons)) == 3
        assert asked.is_right(right_reason(asked))
        assert not asked.is_right(wrong_reason(asked))
    made = [question(topic, "0", PRESETS[preset]) for _ in range(2)]
    assert made[0] == made[1]


def test_the_right_answer_stands_in_no_fixed_place() -> None:
    places = Counter(asked.reasons.index(asked.rule) for asked in ALL if asked.refusal is not None)
    assert min(places[place] for place in range(3)) > 50


def test_nothing_comes_twice_within_five_hundred() -> None:
    progress = Progress(Memory(), "Anna")
    keys: list[str] = []
    for number in range(APART + 150):
        if number % LENGTH == 0:
            progress = Progress(progress.store, "Anna")
        quiz = Quiz(progress)
        asked = quiz.next()
        assert asked.key not in keys[-(APART - 1) :]
        keys.append(asked.key)
        quiz.answer(asked, right_reason(asked))
    # Further apart one may come again, by chance.
    assert len(set(keys)) >= 0.98 * len(keys)


def test_a_moment_whose_cards_are_used_up_is_none() -> None:
    moments = [moment(topic, f"sweep {n}") for topic in MAKERS for n in range(150)]
    assert any(not one.move for one in moments)
    assert all(one.position for one in moments if one.move)


def test_at_most_three_questions_of_one_verdict_follow_each_other() -> None:
    progress = Progress(Memory(), "Anna")
    quiz = Quiz(progress)
    verdicts = []
    for _ in range(120):
        asked = quiz.next()
        verdicts.append(asked.legal)
        quiz.answer(asked, right_reason(asked))
    runs = [len(list(same)) for _, same in groupby(verdicts)]
    assert max(runs) <= 3


def test_all_topics_come_up_and_lawful_moves_about_as_often() -> None:
    progress = Progress(Memory(), "Anna")
    seen: list[str] = []
    for _ in range(20):
        progress = Progress(progress.store, "Anna")
        quiz = Quiz(progress)
        for _ in range(LENGTH):
            asked = quiz.next()
            seen.append(asked.topic)
            quiz.answer(asked, right_reason(asked))
    assert set(seen) == set(topics())
    share = sum(topic.split()[0] == ALLOWED for topic in seen) / len(seen)
    assert 0.33 < share < 0.57


def test_what_went_wrong_comes_again_in_the_sitting_and_in_the_next() -> None:
    store = Memory()
    progress = Progress(store, "Anna")
    quiz = Quiz(progress)
    first = quiz.next()
    quiz.answer(first, wrong_reason(first))
    later = []
    for _ in range(15):
        asked = quiz.next()
        later.append(asked.topic)
        quiz.answer(
            asked, wrong_reason(asked) if asked.topic == first.topic else right_reason(asked)
        )
    assert first.topic not in later[:4]
    assert first.topic in later
    again = Quiz(Progress(store, "Anna"))
    soon = []
    for _ in range(4):
        asked = again.next()
        soon.append(asked.topic)
        again.answer(asked, right_reason(asked))
    assert first.topic in soon


def test_what_went_well_waits_for_the_sitting_after_the_next() -> None:
    store = Memory()
    sittings: list[list[str]] = []
    for _ in range(4):
        quiz = Quiz(Progress(store, "Anna"))
        sittings.append([])
        for _ in range(LENGTH):
            asked = quiz.next()
            sittings[-1].append(asked.topic)
            quiz.answer(asked, right_reason(asked))
    for before, after in pairwise(sittings):
        assert not set(before) & set(after)


def test_a_shaky_rule_of_the_course_is_asked_first() -> None:
    progress = Progress(Memory(), "Anna")
    progress.record("course", "9.2", "refused", code="hit.last_card", rule="S32")
    quiz = Quiz(progress)
    asked = []
    for _ in range(12):
        one = quiz.next()
        asked.append(one)
        quiz.answer(one, right_reason(one))
    refused = [one for one in asked if not one.legal]
    assert refused[0].rule == "S32"


def test_answers_are_kept() -> None:
    progress = Progress(Memory(), "Anna")
    quiz = Quiz(progress)
    asked = quiz.next()
    result = quiz.answer(asked, wrong_reason(asked))
    assert (result.right, result.verdict_right) == (False, False)
    asked = ASKED["seed", "lay.partial"][0]
    other = next(rule for rule in asked.reasons if rule != asked.rule)
    result = quiz.answer(asked, other)
    assert (result.right, result.verdict_right) == (False, True)
    result = quiz.answer(asked, asked.rule)
    assert (result.right, result.verdict_right) == (True, True)
    kept = [entry for entry in progress.entries if entry.room == QUIZ]
    assert [entry.event for entry in kept] == ["wrong", "wrong", "right"]
    assert kept[1].value == other
    assert quiz.count == 3


def test_two_learners_get_different_questions() -> None:
    store = Memory()
    found = {
        name: [Quiz(Progress(store, name)).next().key for _ in range(3)] for name in ("A", "B")
    }
    assert not set(found["A"]) & set(found["B"])


def test_rules_without_questions_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phase10.teaching.quiz.MAKERS", {})
    topics.cache_clear()
    try:
        with pytest.raises(GameError) as caught:
            Quiz(Progress(Memory(), "Anna")).next()
        assert caught.value.code == "quiz.none"
    finally:
        topics.cache_clear()
