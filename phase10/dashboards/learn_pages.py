"""The three views of the course on the page: the levels, the quiz, the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from phase10.dashboards.learn import LearnView
from phase10.dashboards.learn_board import board_parts, board_skeleton
from phase10.dashboards.learn_learner import Learner
from phase10.dashboards.learn_map import map_parts, map_skeleton
from phase10.dashboards.quiz import QuizView
from phase10.dashboards.quiz_parts import question_skeleton, quiz_parts
from phase10.dashboards.rules import RulesView
from phase10.dashboards.rules_parts import rules_parts, rules_skeleton
from phase10.views.html import Html

__all__ = ["ROOMS", "LearnPages"]

ROOMS: Final = ("learn", "quiz", "rules")
"""The views of the course."""

_ROUND: Final = "15.4"
"""The board on which a round is played by any rules."""


class LearnPages:
    """Hold the three views and what they share: the learner.

    ``effects`` collects what the page should say or focus.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.learner = Learner()
        self.learn = LearnView(effects, self.learner)
        self.quiz = QuizView(effects, self.learner)
        self.rules = RulesView(effects)
        self._round = False

    def place(self, room: str) -> str:
        """Name where a room is: ``learn/3.1``."""
        inner = {"learn": self.learn.place, "rules": self.rules.place}.get(room, "")
        return f"{room}/{inner}" if inner else room

    def go(self, room: str, place: str, lang: str) -> None:
        """Go to a place in a room."""
        if room == "learn":
            self.learn.go(place, lang)
            if self._round and place == _ROUND:
                self.learn.play_by(self.rules.rules, lang)
            self._round = False
            if place:
                self.effects.append({"focus": "learn-goal"})
        elif room == "rules":
            self.rules.go(place)

    def act(self, name: str, value: Any, lang: str) -> str:
        """Do what the user asked for; give the place to go to, "" to stay."""
        room = name.partition(".")[0]
        if name == "rules.round":
            self._round = True
            return f"learn/{_ROUND}"
        if name == "rules.quiz":
            self.quiz.play_by(self.rules.rules)
            return "quiz"
        if room == "quiz":
            self.quiz.act(name, value, lang)
        elif room == "rules":
            self.rules.act(name, value, lang)
        else:
            self.learn.act(name, value, lang)
        return ""

    # --- looks ----------------------------------------------------------------------------------

    def skeleton(self, lang: str, room: str) -> Html:
        """Give the places of the parts of a room."""
        if room == "quiz":
            return question_skeleton(lang, "quiz")
        if room == "rules":
            return rules_skeleton(lang)
        if self.learn.sitting is None:
            return map_skeleton()
        return board_skeleton(lang, self.learn)

    def parts(self, lang: str, room: str) -> dict[str, Html]:
        """Draw the parts of a room."""
        if room == "quiz":
            return quiz_parts(lang, self.quiz)
        if room == "rules":
            return rules_parts(lang, self.rules)
        if self.learn.sitting is None:
            return map_parts(lang, self.learn)
        return board_parts(lang, self.learn)

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab."""
        return {
            "learn": self.learn.kept(),
            "quiz": self.quiz.kept(),
            "rules": self.rules.kept(),
        }

    def remembered(self) -> dict[str, Any]:
        """Give what this browser remembers."""
        return self.learner.remembered()

    def recall(self, local: Mapping[str, Any]) -> None:
        """Take what the browser remembers."""
        self.learner.recall(local)

    def restore(self, kept: Mapping[str, Any], lang: str) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        views = {"quiz": self.quiz.restore, "rules": self.rules.restore}
        for name, restore in views.items():
            if isinstance(kept.get(name), Mapping):
                restore(kept[name])
        if isinstance(kept.get("learn"), Mapping):
            self.learn.restore(kept["learn"], lang)

    def open(self, room: str, query: Mapping[str, str], lang: str) -> None:
        """Open a room from a link: ``?view=learn&board=3.1``, ``?view=rules&rule=S24``."""
        self.go(room, query.get("board" if room == "learn" else "rule", ""), lang)
        self.effects.clear()
