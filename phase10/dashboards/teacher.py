"""The teacher's page: a class and its lesson, its predictions and results, cards and paper.

State and acts; the looks are in ``teacher_parts``, ``teacher_project`` and ``teacher_paper``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Any, Final

from phase10.dashboards.solving import Push
from phase10.dashboards.teacher_class import ClassDesk
from phase10.dashboards.teacher_hands import HandsUp, shown_figures
from phase10.dashboards.teacher_inbox import Inbox
from phase10.dashboards.teacher_print import PrintRoom
from phase10.game.errors import GameError
from phase10.teaching.classroom import SHOW
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.reading import LESSON_IDS, lesson, lessons
from phase10.views.i18n import sentence

__all__ = ["BOARDS", "TeacherView", "teacher_style"]

BOARDS: Final = ("predictions", "results")
"""What the projector shows large."""

SEED_DIGITS: Final = 18
"""Digits of the largest seed that can be typed."""

_LONGEST: Final = 80


class TeacherView:
    """Connect a class, hands, codes and paper with the page.

    ``effects`` collects what the page should say, focus or save. ``wrong``: by field, what cannot
    be used.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.chosen = LESSON_IDS[0]
        self.seed_text = "1"
        self.revision = 0
        self.projecting = False
        self.board = BOARDS[0]
        self.show = SHOW[0]
        self.separator = ""
        self.desk = ClassDesk(effects)
        self.hands = HandsUp(effects)
        self.inbox = Inbox(effects)
        self.prints = PrintRoom(effects)

    # --- what the page works on -----------------------------------------------------------------

    @property
    def lesson(self) -> Lesson:
        """Give the lesson of the class, else the one that is chosen."""
        code = self.desk.code
        return lesson(self.chosen if code is None else code.lesson)

    @property
    def seed(self) -> int | None:
        """Give the seed that is typed; ``None`` for what is no seed."""
        text = self.seed_text.strip()
        good = text.isascii() and text.isdigit() and len(text) <= SEED_DIGITS
        return int(text) if good else None

    @property
    def code(self) -> LessonCode:
        """Give the code of the lesson: that of the class, else as chosen; seed 1 for none."""
        seed = self.seed
        return self.desk.code or LessonCode(self.chosen, 1 if seed is None else seed)

    @property
    def seed_error(self) -> GameError | None:
        """Tell what is wrong with the seed."""
        if self.seed is not None:
            return None
        return GameError("teacher.seed", text=self.seed_text.strip(), digits=SEED_DIGITS)

    @property
    def showing(self) -> str:
        """Tell what pupils may see: ``hidden``, ``shown`` or ``revealed``."""
        return self.show if self.desk.state is None else self.desk.state.show

    def given(self) -> list[str | Fraction]:
        """Give all predictions: of the class, from codes and files, of hands."""
        return [*self.inbox.predictions(self.lesson, self.desk.contributions),
                *self.hands.predictions(self.lesson)]  # fmt: skip

    def pieces(self) -> dict[str, list[dict[int, int]]]:
        """Give the counts of outcomes for each figure, one for each pupil or entry."""
        found = self.inbox.pieces(self.lesson, self.desk.contributions)
        figures = shown_figures(self.lesson)
        for tried in self.hands.counted(self.lesson).tried:
            if tried.figure in figures:
                counts = tried.counts(figures[tried.figure])
                found.setdefault(tried.figure, []).append(counts)
        return found

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        room, _, verb = name.removeprefix("teacher.").partition(".")
        text = value[:_LONGEST] if isinstance(value, str) else ""
        match room, verb:
            case "lesson", "" if text in LESSON_IDS:
                self.chosen = text
            case "seed", "":
                self.seed_text = text
            case "project", "":
                self.projecting = not self.projecting
                self.effects.append({"focus": "teacher-project-heading" if self.projecting
                                     else "teacher-project"})  # fmt: skip
            case "board", "" if text in BOARDS:
                self.board = text
            case "show", "" if text in SHOW:
                self._show(text, lang)
            case "class", "make":
                if self.seed is None:
                    self.effects.append({"focus": "teacher-seed"})
                else:
                    self.desk.make(LessonCode(self.chosen, self.seed), lang)
                    self._follow_class()
            case "class", _:
                self.desk.act(verb, value, lang)
                self._follow_class()
            case "hands", _:
                self.hands.act(verb, value, self.lesson, lang)
            case "inbox", _:
                self.inbox.act(verb, value, self.lesson, self.desk.contributions, lang)
            case "sheet", _:
                self.prints.act(verb, value, self.lesson, self.code.seed
                                if self.desk.code else self.seed, lang)  # fmt: skip
            case "export", ("csv" | "json"):
                self.inbox.export(verb, self.lesson, self.desk.contributions, self.separator, lang)
            case "separator", "" if text in ("", ",", ";"):
                self.separator = text
        self.hands.look_at(self.lesson)

    def _show(self, show: str, lang: str) -> None:
        self.show = show
        if self.desk.state is not None:
            self.desk.steer(lang, show=show)
        self.effects.append({"say": sentence(lang, f"page.teacher.show.{self.showing}.said")})

    def _follow_class(self) -> None:
        """Choose the lesson and the seed of the class that is open."""
        code = self.desk.code
        if code is not None and (self.chosen, self.seed) != (code.lesson, code.seed):
            self.chosen, self.seed_text = code.lesson, str(code.seed)
            self.revision += 1

    # --- the class arriving ---------------------------------------------------------------------

    def listen(self, push: Push) -> None:
        """Take the way to show what arrived."""
        self.desk.push = push

    def appear(self, visible: bool) -> None:
        """Look at the class as long as the page is open, and no longer."""
        if visible:
            self.hands.look_at(self.lesson)
        self.desk.watch(visible)

    # --- what outlives a reload -----------------------------------------------------------------

    def last(self, lang: str) -> str:
        """Say which class is open, "" when none is."""
        state = self.desk.state
        return "" if state is None else sentence(lang, "page.teacher.last", text=state.code)

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab."""
        return {
            "lesson": self.chosen,
            "seed": self.seed_text,
            "project": self.projecting,
            "board": self.board,
            "show": self.show,
            "separator": self.separator,
            "class": self.desk.kept(),
            "hands": self.hands.kept(),
            "inbox": self.inbox.kept(),
            "sheet": self.prints.kept(),
        }

    def remembered(self) -> dict[str, Any]:
        """Give what this browser remembers for other windows and days: the class and its key."""
        return {"class": self.desk.remembered()}

    def recall(self, local: Mapping[str, Any]) -> None:
        """Take what the browser remembers."""
        if isinstance(local.get("class"), Mapping):
            self.desk.recall(local["class"])
            self._follow_class()

    def restore(self, kept: Mapping[str, Any], lang: str) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        for name in ("lesson", "seed", "separator", "board"):
            self.act(f"teacher.{name}", kept.get(name), lang)
        self.projecting = kept.get("project") is True
        if kept.get("show") in SHOW:
            self.show = str(kept["show"])
        if isinstance(kept.get("class"), Mapping):
            self.desk.restore(kept["class"])
            self._follow_class()
        if isinstance(kept.get("hands"), Mapping):
            self.hands.restore(kept["hands"], {each.id: each for each in lessons()})
        if isinstance(kept.get("inbox"), Mapping):
            self.inbox.restore(kept["inbox"])
        if isinstance(kept.get("sheet"), Mapping):
            self.prints.restore(kept["sheet"])


def teacher_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("teacher.css").read_text("utf-8")
