"""The quiz: may this move be made here, and if not, why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phase10.dashboards.learn_learner import Learner
from phase10.game.errors import GameError
from phase10.game.rules import SEED, Rules
from phase10.teaching.progress import Progress
from phase10.teaching.quiz import Question, Quiz, Result
from phase10.views.i18n import sentence

__all__ = ["QuizView"]


class QuizView:
    """Hold the question that is asked, and what came of the last answer.

    ``effects`` collects what the page should say or focus; ``rules``: those of the table;
    ``result``: of the open question, None before it is answered; ``given``: the answer, "" for
    "allowed"; ``asked`` and ``right``: of this sitting.
    """

    def __init__(self, effects: list[dict[str, Any]], learner: Learner) -> None:
        self.effects = effects
        self.learner = learner
        self.rules: Rules = SEED
        self.question: Question | None = None
        self.result: Result | None = None
        self.given = ""
        self.asked = 0
        self.right = 0
        self.error: GameError | None = None
        self._quiz: Quiz | None = None
        self._counted = ("", "")  # the learner and the rules that asked and right belong to

    @property
    def quiz(self) -> Quiz:
        """Give the quiz of whoever learns now, under the rules that are chosen now."""
        progress: Progress = self.learner.progress
        quiz = self._quiz
        if quiz is None or quiz.progress is not progress or quiz.rules != self.rules:
            now = progress.learner, str(self.rules)
            if quiz is not None or self._counted != now:  # else it goes on after a reload
                self.asked, self.right, self._counted = 0, 0, now
            quiz = self._quiz = Quiz(progress, self.rules)
            self.question = self.result = None
        return quiz

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        verb = name.removeprefix("quiz.")
        question = self.question
        match verb, value:
            case "allowed", _ if question is not None and self.result is None:
                self._answer(question, None, lang)
            case "reason", str() if question is not None and self.result is None:
                if value in question.reasons:
                    self._answer(question, value, lang)
            case "next", _ if self.result is not None:
                self.question = self.result = None
                self.ask()
                self.effects.append({"focus": "quiz-move"})

    def ask(self) -> None:
        """Have a question open."""
        quiz = self.quiz
        if self.question is not None:
            return
        self.result, self.given, self.error = None, "", None
        try:
            self.question = quiz.next()
        except GameError as error:
            self.error = error

    def _answer(self, question: Question, reason: str | None, lang: str) -> None:
        quiz = self.quiz
        right = question.is_right(reason)
        self.given = reason or ""
        self.result = Result(question, right, (reason is None) == question.legal)
        self.learner.keep(lambda: quiz.answer(question, reason))
        self.asked += 1
        self.right += right
        self.effects.append({"say": sentence(lang, f"quiz.{self.verdict}")})
        self.effects.append({"focus": "quiz-says-heading"})

    @property
    def verdict(self) -> str:
        """Tell in one word how the answer was; "" before it."""
        result = self.result
        if result is None:
            return ""
        if result.right:
            return "right.legal" if result.question.legal else "right.illegal"
        if result.verdict_right:
            return "reason"
        return "wrong.legal" if result.question.legal else "wrong.illegal"

    def play_by(self, rules: Rules) -> None:
        """Ask under other rules."""
        self.rules = rules

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload; answers are in the progress."""
        counts = {"asked": self.asked, "right": self.right, "of": list(self._counted)}
        return {"rules": str(self.rules), **counts}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        try:
            self.rules = Rules.parse(kept["rules"])
        except (GameError, KeyError, AttributeError, TypeError):
            return
        match kept:
            case {"asked": int(asked), "right": int(right), "of": [str(learner), str(rules)]} if (
                0 <= right <= asked
            ):
                self.asked, self.right, self._counted = asked, right, (learner, rules)
