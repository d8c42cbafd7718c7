"""The way through a lesson: no result without a prediction, whatever is done."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from phase10.game.errors import GameError
from phase10.teaching.lessons import engine
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.content import Choice
from phase10.teaching.lessons.engine import STEPS, Run
from phase10.teaching.lessons.reading import LESSON_IDS, lesson


def started(name: str = "L05", seed: int = 7) -> Run:
    return engine.begin(lesson(name), LessonCode(name, seed))


def at(step: str, name: str = "L05") -> Run:
    """A run that has come to a step by right acts."""
    run = started(name)
    while run.step != step:
        if run.step in ("recall", "transfer", "exit"):
            while run.asked < (len(run.recall) if run.step == "recall" else 1):
                run = engine.answer(run, engine.question(run).right)
        if run.step == "predict":
            run = engine.predict(run, any_prediction(run))
        elif run.step == "simulate":
            run = engine.go_on(engine.simulate(run, 20))
        else:
            run = engine.go_on(run)
    return run


def any_prediction(run: Run) -> str | Fraction:
    asked = run.lesson.prediction
    return asked.choices[0].id if asked.choices else asked.low


class AnyOrder(RuleBasedStateMachine):
    """A visitor who tries everything at any time."""

    run: Run

    @initialize(name=st.sampled_from(LESSON_IDS), seed=st.integers(0, 2**63 - 1))
    def starts(self, name: str, seed: int) -> None:
        self.run = started(name, seed)

    def attempt(self, act: object, *values: object) -> None:
        before = self.run
        refused = ""
        try:
            self.run = act(self.run, *values)  # type: ignore[operator]
        except GameError as error:
            refused = error.code
        if refused:
            assert refused.startswith(("lesson.", "number.")), refused
            assert self.run is before
        assert STEPS.index(self.run.step) >= STEPS.index(before.step), "never back"
        if before.prediction is not None:
            assert self.run.prediction == before.prediction, "a prediction stays"

    @rule(chosen=st.integers(-1, 6))
    def answers(self, chosen: int) -> None:
        self.attempt(engine.answer, chosen)

    @rule(text=st.text(max_size=8))
    def predicts_nonsense(self, text: str) -> None:
        self.attempt(engine.predict, text)

    @rule()
    def predicts(self) -> None:
        self.attempt(engine.predict, any_prediction(self.run))

    @rule(trials=st.integers(-1, 30), part=st.integers(-1, 3))
    def simulates(self, trials: int, part: int) -> None:
        self.attempt(engine.simulate, trials, part)

    @rule()
    def goes_on(self) -> None:
        self.attempt(engine.go_on)

    @rule()
    def is_saved_and_taken_up(self) -> None:
        text = json.dumps(engine.run_to_json(self.run))
        assert engine.run_from_json(json.loads(text), self.run.lesson) == self.run

    @invariant()
    def nothing_is_revealed_without_a_prediction(self) -> None:
        if self.run.prediction is not None:
            return
        assert not self.run.reached("simulate")
        assert self.run.tallies == ()
        for reveal in (engine.results, engine.explanation):
            with pytest.raises(GameError) as caught:
                reveal(self.run)
            assert caught.value.code == "lesson.predict_first"

    @invariant()
    def the_exact_value_waits_for_its_step(self) -> None:
        if self.run.prediction is None:
            return
        for measured in engine.results(self.run):
            assert (measured.exact is not None) == self.run.reached("exact")

    @invariant()
    def answers_tell_what_they_show(self) -> None:
        for given_answer in self.run.answers:
            assert given_answer.right == (given_answer.misconception == "")


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize("name", LESSON_IDS)
def test_every_lesson_can_be_walked_to_its_end(name: str) -> None:
    run = at("done", name)
    assert [given_answer.step for given_answer in run.answers] == [
        *["recall"] * len(run.recall),
        "transfer",
        "exit",
    ]
    assert all(given_answer.right for given_answer in run.answers)
    with pytest.raises(GameError) as caught:
        engine.go_on(run)
    assert caught.value.code == "lesson.step"


@pytest.mark.parametrize("name", LESSON_IDS)
def test_every_prediction_is_explained(name: str) -> None:
    asked = lesson(name).prediction
    waiting = at("predict", name)
    tried: list[str | Fraction] = [choice.id for choice in asked.choices]
    for interval in asked.intervals:
        tried += [interval.low, (interval.low + interval.high) / 2]
    if asked.intervals:
        tried.append(asked.high)
    for prediction in tried:
        run = engine.go_on(engine.simulate(engine.predict(waiting, prediction), 5))
        with pytest.raises(GameError) as caught:
            engine.explanation(run)
        assert caught.value.code == "lesson.step"
        found = engine.explanation(engine.go_on(run))
        if isinstance(found, Choice):
            assert found.id == prediction
        else:
            assert isinstance(prediction, Fraction)
            assert found.low <= prediction <= found.high


def test_numbers_are_read_as_people_write_them() -> None:
    five = lesson("L05")
    assert engine.read_prediction(five, " 55,3 ") == Fraction(553, 10)
    assert engine.read_prediction(five, "55.3") == Fraction(553, 10)
    assert engine.read_prediction(five, 0) == 0
    assert engine.read_prediction(five, 100) == 100
    for text in ("", "many", "-1", "101", "1/0", "nan", "1e999"):
        with pytest.raises(GameError) as caught:
            engine.read_prediction(five, text)
        assert caught.value.code == "lesson.prediction"


def test_feedback_follows_the_answer() -> None:
    run = started()
    assert engine.feedback(run) is None
    item = engine.question(run)
    wrong = next(place for place, mistake in enumerate(item.mistakes) if mistake is not None)
    run = engine.answer(run, wrong)
    assert engine.feedback(run) == (item, item.mistakes[wrong])
    assert engine.question(run) != item
    with pytest.raises(GameError) as caught:
        engine.go_on(run)
    assert caught.value.code == "lesson.unanswered"
    run = engine.answer(run, engine.question(run).right)
    found = engine.feedback(run)
    assert found is not None
    assert found[1] is None
    with pytest.raises(GameError) as caught:
        engine.answer(run, 0)
    assert caught.value.code == "lesson.answered"


def test_the_simulation_is_not_passed_by() -> None:
    with pytest.raises(GameError) as caught:
        engine.go_on(at("simulate"))
    assert caught.value.code == "lesson.simulate_first"
    with pytest.raises(GameError) as caught:
        engine.go_on(at("predict"))
    assert caught.value.code == "lesson.predict_first"


def test_a_run_is_a_value() -> None:
    run = at("simulate")
    with pytest.raises(FrozenInstanceError):
        run.step = "exact"  # type: ignore[misc]
    assert at("simulate") == run
    assert at("exit").answers == at("exit").answers


@given(st.sampled_from(["step", "answers", "prediction", "tallies", "recall", "code"]), st.data())
@settings(max_examples=60, deadline=None)
def test_files_that_were_changed_are_refused_or_harmless(key: str, data: st.DataObject) -> None:
    run = at("exact")
    saved = engine.run_to_json(run)
    plain = st.one_of(st.none(), st.integers(), st.text(max_size=6), st.lists(st.integers()))
    saved[key] = data.draw(st.one_of(plain, st.sampled_from(STEPS)))
    refused, again = "", run
    try:
        again = engine.run_from_json(saved, run.lesson)
    except GameError as error:
        refused = error.code
    assert refused in ("", "lesson.saved")
    assert again.prediction is not None or not again.reached("simulate")


@pytest.mark.parametrize("saved", [None, [], {}, {"schema": 2}, "run", {"schema": 1}])
def test_other_data_are_no_run(saved: object) -> None:
    with pytest.raises(GameError) as caught:
        engine.run_from_json(saved, lesson("L05"))
    assert caught.value.code == "lesson.saved"
