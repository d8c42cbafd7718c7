"""The lessons on probability: a list, and each lesson as one column from warm-up to exit question.

State and acts; the looks are in ``lessons_list``, ``lessons_parts`` and ``lessons_figures``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from time import perf_counter
from typing import Any, Final

from phase10.dashboards.learn_learner import Learner
from phase10.dashboards.lessons_tool import ToolPlace
from phase10.dashboards.seat import Seat
from phase10.game.errors import GameError
from phase10.teaching.classroom import ClassState, contribution_of
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.content import PATHS, Lesson
from phase10.teaching.lessons.engine import (
    STEPS,
    Run,
    answer,
    begin,
    go_on,
    predict,
    run_from_json,
    run_to_json,
    simulate,
)
from phase10.teaching.lessons.keeping import (
    attempts,
    keep_answer,
    keep_prediction,
    keep_run,
    resumed,
)
from phase10.teaching.lessons.mastery import recall_items
from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.teaching.lessons.simulation import TRIAL_LIMIT
from phase10.teaching.result_codes import result_file
from phase10.views.i18n import plural, sentence
from phase10.views.text import error_text

__all__ = ["SPEEDS", "LessonsView", "lessons_style"]

SPEEDS: Final = ("slow", "steady", "fast")
"""One deal after another to look at, a dozen a second, as many as the machine makes."""

_PAUSES: Final = {"slow": 0.7, "steady": 0.08, "fast": 0.03}
"""Seconds between two slices of a simulation: the page answers in between."""

_SLICE: Final = 0.05
"""Seconds of work before the page is drawn."""

_PORTION: Final = 50
"""Trials after which the clock is looked at."""

_LONGEST: Final = 80
_LONGEST_CODE: Final = 40
_SEED_DIGITS: Final = 18


class LessonsView:
    """Connect the lesson engine with the page.

    ``run``: the open lesson, ``None`` on the list; ``path``: whose lessons are listed, "" for all;
    ``typed``: the prediction as typed or chosen, before it is given; ``error``: what cannot be
    done, with its place (``seed``, ``prediction``, ``class`` or ``step``); ``part``: the experiment
    that is shown; ``running``: whether it goes on by itself. ``later`` lets ``lessons.tick`` come
    after so many seconds; without it a simulation is made at once.
    """

    def __init__(self, effects: list[dict[str, Any]], learner: Learner) -> None:
        self.effects = effects
        self.learner = learner
        self.seat = Seat(changed=self._class_changed)
        self.tools = ToolPlace()
        self.run: Run | None = None
        self.path = ""
        self.seed_text = "1"
        self.typed = ""
        self.class_text = ""
        self.revision = 0
        self.error: tuple[str, GameError] | None = None
        self.part = 0
        self.speed = SPEEDS[-1]
        self.running = False
        self.later: Callable[[float, int], bool] | None = None
        self._class_lesson = ""
        self._goal = 0
        self._ticket = 0
        self._settled: Run | None = None
        self._lang = "en"

    @property
    def place(self) -> str:
        """Name the open lesson, "" for the list."""
        return "" if self.run is None else self.run.lesson.id

    # --- a class --------------------------------------------------------------------------------

    @property
    def class_state(self) -> ClassState | None:
        """Give what the teacher set, where the open lesson is that of the class."""
        state, run = self.seat.state, self.run
        if state is None or run is None or str(run.code) != state.lesson:
            return None
        return state if run.chair == self.seat.chair else None

    def allows(self, step: str) -> bool:
        """Tell whether the teacher lets the pupil be at a step; outside of a class always."""
        state = self.class_state
        if state is None or state.allows(step):
            return True
        return self.reveals and STEPS.index(step) <= STEPS.index("exact")

    @property
    def reveals(self) -> bool:
        """Tell whether the teacher shows the exact value."""
        state = self.class_state
        return state is not None and state.show == "revealed" and not state.paused

    def _class_changed(self) -> None:
        """Obey what the teacher set, as it arrives."""
        state, before = self.seat.state, self.class_state
        if state is not None and before is None and not self._is_elsewhere(state):
            self._open_class(state)
        if not self.allows(STEPS[0]) or not self.allows("simulate"):
            self._stop()
        run = self.run
        if self.reveals and run is not None and run.step == "simulate":
            self._stop()
            if any(tally.trials for tally in run.tallies):
                self._go_on()

    def _is_elsewhere(self, state: ClassState) -> bool:
        """Tell whether the pupil left the class's lesson for another one on purpose."""
        return self.run is not None and self._class_lesson == state.lesson

    def _open_class(self, state: ClassState) -> None:
        try:
            code = LessonCode.parse(state.lesson)
            known = lesson(code.lesson)
        except GameError as error:
            self.error = "class", error
            return
        self._class_lesson = state.lesson
        self._take_up(known, code, self.seat.chair)
        self.effects.append({"focus": "view-heading"})

    def _join(self, text: str, lang: str) -> None:
        self.class_text = text[:_LONGEST_CODE]
        self._class_lesson = ""
        if not self.seat.possible:
            return
        if self._try("class", lambda: self.seat.join(self.class_text, self.learner.name), lang):
            self.revision += 1
            self.class_text = ""
            self.effects.append({"say": sentence(lang, "page.lessons.class.joining",
                                                 text=self.seat.code)})  # fmt: skip
            # A page without a thread of its own behind it looks at once.
            if self.seat.push is None:
                self.seat.look()

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        self._lang = lang
        verb = name.removeprefix("lessons.")
        text = value if isinstance(value, str) else str(value) if type(value) is int else ""
        if verb == "tick":
            self._tick(value)
            return
        match verb:
            case "path" if text in ("", *PATHS):
                self.path = text
            case "class.typing":
                self.class_text = text[:_LONGEST_CODE]
            case "class.join":
                self._join(text or self.class_text, lang)
            case "class.leave":
                self.seat.leave()
                self._class_lesson = ""
            case "class.open" if self.seat.state is not None:
                self._open_class(self.seat.state)
        if self.run is not None:
            self._run_act(self.run, verb, text, lang)
            if verb.startswith("tool."):
                self._tool(self.run, verb.removeprefix("tool."), value, lang)
            self.follow()

    def _run_act(self, run: Run, verb: str, text: str, lang: str) -> None:
        match verb:
            case "answer" if text.isascii() and text.isdecimal():
                self._answer(run, int(text[:2]), lang)
            case "next" if run.step != STEPS[-1]:
                self._try("step", self._go_on, lang)
            case "typing" | "choose" if run.step == "predict":
                self.typed, self.error = text[:_LONGEST], None
            case "predict" if run.prediction is None:
                if run.lesson.prediction.kind == "number" and text:
                    self.typed = text[:_LONGEST]
                self._try("prediction", lambda: self._predict(run), lang)
            case "seed.typing":
                self.seed_text = text[:_LONGEST]
            case "seed":
                self.seed_text = (text or self.seed_text)[:_LONGEST]
                self._try("seed", lambda: self._deal_anew(run), lang)
            case "again" if run.step == "done":
                self._begin(run.lesson, LessonCode(run.lesson.id, run.code.seed + 1), 0)
                self.effects.append({"focus": "view-heading"})
            case "result" if run.prediction is not None:
                name = f"phase10-{run.code}.json"
                given = contribution_of(run, self.seat.chair, self.learner.name)
                self.effects.append({"download": result_file([given]), "name": name,
                                     "mime": "application/json"})  # fmt: skip
            case "part" | "speed" | "run" | "pause" | "step" if run.prediction is not None:
                self._simulation(run, verb, text, lang)

    def _try(self, place: str, work: Callable[[], object], lang: str) -> bool:
        """Do something; note at its place why it could not be done."""
        self.error = None
        try:
            work()
        except GameError as error:
            self.error = place, error
            self.effects.append({"alert": error_text(lang, error)})
            return False
        return True

    # --- a lesson -------------------------------------------------------------------------------

    def go(self, place: str, lang: str, seed: int | None = None) -> None:
        """Open a lesson where it was left; the list for anything else."""
        self._lang = lang
        self.learner.look_again()
        self._stop()
        try:
            known = lesson(place)
        except GameError:
            self.run = self._settled = None
            return
        state = self.seat.state
        if seed is None and state is not None and state.lesson.startswith(f"{known.id}-"):
            self._open_class(state)
            return
        code = None if seed is None else LessonCode(known.id, seed)
        self._take_up(known, code, 0)

    def _take_up(self, known: Lesson, code: LessonCode | None, chair: int) -> None:
        """Go on where a lesson was left, if it was with this code; begin it else."""
        run = resumed(self.learner.progress, known)
        if run is not None and (run.code, run.chair) == (code or run.code, chair):
            self._put(run)
        else:
            self._begin(known, code or LessonCode(known.id, 1), chair)

    def _begin(self, known: Lesson, code: LessonCode, chair: int) -> None:
        recall = recall_items(known, attempts(self.learner.progress))
        self._put(begin(known, code, recall, chair))

    def _put(self, run: Run) -> None:
        self._stop()
        self.run = self._settled = run
        self.seed_text, self.typed, self.error, self.part = str(run.code.seed), "", None, 0
        self.revision += 1
        self.tools.open(run)

    def _set(self, run: Run) -> None:
        """Take the next state of the run and save it."""
        self.run = self._settled = run
        self.learner.keep(lambda: keep_run(self.learner.progress, run))

    def follow(self) -> None:
        """Send to the class what the run gives."""
        if self.class_state is not None and self._settled is not None:
            self.seat.follow(self._settled)

    def _answer(self, run: Run, chosen: int, lang: str) -> None:
        if not self.allows(run.step):
            return
        try:
            after = answer(run, chosen)
        except GameError:
            return  # pressed twice
        self.error = None
        self._set(after)
        self.learner.keep(lambda: keep_answer(self.learner.progress, after))
        given = after.answers[-1]
        self.effects += [
            {"say": sentence(lang, f"page.lessons.{'right' if given.right else 'wrong'}")},
            {"focus": f"lessons-{given.step}-{given.place}-said"},
        ]

    def _go_on(self) -> None:
        run = self.run
        if run is None:
            return
        after = go_on(run)
        if not self.allows(after.step):
            return
        self._stop()
        self._set(after)
        if after.step == "explain":
            self.learner.keep(lambda: keep_prediction(self.learner.progress, after))
        self.effects.append({"focus": f"lessons-{after.step}-heading"})

    def _predict(self, run: Run) -> None:
        if not self.allows("predict"):
            return
        if not self.typed.strip():
            raise GameError("lesson.prediction_missing")
        self._set(predict(run, self.typed))
        self.typed = ""
        self.effects.append({"focus": "lessons-simulate-heading"})

    def _deal_anew(self, run: Run) -> None:
        """Begin with another seed; what was recalled already is not asked again."""
        text = self.seed_text.strip()
        if not (text.isascii() and text.isdecimal() and len(text) <= _SEED_DIGITS):
            raise GameError("teacher.seed", text=text, digits=_SEED_DIGITS)
        if run.prediction is not None or self.class_state is not None:
            return
        code = LessonCode(run.lesson.id, int(text))
        if run.step == "recall":
            fresh = begin(run.lesson, code, run.recall)
        else:
            fresh = replace(begin(run.lesson, code, ()), step=run.step)
        typed = self.typed
        self._put(fresh)
        self.typed = typed
        self.effects.append({"say": sentence(self._lang, "page.lessons.seed.said",
                                             text=str(code))})  # fmt: skip

    def _tool(self, run: Run, name: str, value: Any, lang: str) -> None:
        told = self.tools.act(run, name, value, lang)
        if told is not None:
            self.effects.append(told)

    # --- the simulation -------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """Count the trials that the shown experiment may still make."""
        return 0 if self.run is None else TRIAL_LIMIT - self.run.tallies[self.part].trials

    def _simulation(self, run: Run, verb: str, text: str, lang: str) -> None:
        if verb == "part" and text.isdecimal() and int(text[:2]) < len(run.lesson.parts):
            self._stop()
            self.part = int(text[:2])
        elif verb == "speed" and text in SPEEDS:
            self.speed = text
        elif verb == "pause":
            self._stop()
            self._say(lang)
        elif verb in ("run", "step") and self.left and self.allows("simulate"):
            self.error = None
            if verb == "step":
                self._stop()
                self._deal(1)
                self._stop()
                self._say(lang)
            elif not self.running:
                self.running = True
                self._goal = min(TRIAL_LIMIT, run.tallies[self.part].trials
                                 + run.lesson.parts[self.part].trials)  # fmt: skip
                self._soon(0.0)

    def _soon(self, seconds: float) -> None:
        """Let the next slice come; without anything that brings it do all of it now."""
        self._ticket += 1
        if self.later is None or not self.later(seconds, self._ticket):
            self._deal(self._missing)
            self._end()

    @property
    def _missing(self) -> int:
        return 0 if self.run is None else self._goal - self.run.tallies[self.part].trials

    def _tick(self, ticket: object) -> None:
        if not self.running or ticket != self._ticket:
            return
        if self.speed == "fast":
            until = perf_counter() + _SLICE
            while self._missing and perf_counter() < until:
                self._deal(min(_PORTION, self._missing))
        elif self._missing:
            self._deal(1)
        if self._missing:
            self._soon(_PAUSES[self.speed])
        else:
            self._end()

    def _deal(self, trials: int) -> None:
        if self.run is not None and trials:
            self.run = simulate(self.run, trials, self.part)

    def _end(self) -> None:
        self._stop()
        self.follow()
        self._say(self._lang)

    def _stop(self) -> None:
        """Let the simulation rest, and save how far it is."""
        self.running = False
        self._ticket += 1
        if self.run is not None and self.run != self._settled:
            self._set(self.run)

    def _say(self, lang: str) -> None:
        if self.run is not None:
            made = self.run.tallies[self.part].trials
            self.effects.append({"say": plural(lang, "lesson.chart.trials", made)})

    @property
    def foretold(self) -> Fraction | None:
        """Give the predicted number in the unit of its figure, where the shown part has that."""
        run = self.run
        if run is None or not isinstance(run.prediction, Fraction):
            return None
        asked = run.lesson.prediction
        part = run.lesson.parts[self.part].name
        return run.prediction / asked.scale if asked.figure.startswith(f"{part}_") else None

    # --- what outlives a reload -----------------------------------------------------------------

    def last(self, lang: str) -> str:
        """Say which lesson was taken up last, "" when none was."""
        run = self.run
        if run is None:
            return ""
        title = run.lesson.title.of(lang)
        return sentence(lang, "lessons.head", id=run.lesson.id, title=title)

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab.

        Of a simulation that goes on only where it began: its deals are the same when it is made
        again, and the whole would be written many times a second.
        """
        run = self._settled
        return {
            "run": None if run is None else run_to_json(run),
            "lesson": "" if run is None else run.lesson.id,
            "path": self.path,
            "seed": self.seed_text,
            "typed": self.typed,
            "part": self.part,
            "speed": self.speed,
            "tool": self.tools.kept(),
            "seat": self.seat.kept(),
            "class": self._class_lesson,
        }

    def restore(self, kept: Mapping[str, Any], lang: str) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        self._lang = lang
        if isinstance(kept.get("class"), str):
            self._class_lesson = kept["class"][:_LONGEST]
        if isinstance(kept.get("seat"), Mapping):
            self.seat.restore(kept["seat"])
        self.act("lessons.path", kept.get("path"), lang)
        if kept.get("lesson") in LESSON_IDS:
            known = lesson(kept["lesson"])
            try:
                self._put(run_from_json(kept.get("run"), known))
            except GameError:
                self._take_up(known, None, 0)
        run = self.run
        if run is None:
            return
        if isinstance(kept.get("seed"), str):
            self.seed_text = kept["seed"][:_LONGEST]
        if isinstance(kept.get("typed"), str) and run.prediction is None:
            self.typed = kept["typed"][:_LONGEST]
        if type(kept.get("part")) is int and kept["part"] in range(len(run.tallies)):
            self.part = kept["part"]
        if kept.get("speed") in SPEEDS:
            self.speed = str(kept["speed"])
        if isinstance(kept.get("tool"), Mapping):
            self.tools.restore(kept["tool"])

    def open(self, query: Mapping[str, str], lang: str) -> None:
        """Open from a link: ``?view=lessons&lesson=L05&seed=77``, ``?view=lessons&class=BCD234``.

        A seed that cannot be one is left out.
        """
        self._lang = lang
        if query.get("class"):
            self._join(query["class"], lang)
        if query.get("lesson"):
            text = query.get("seed", "")
            good = text.isascii() and text.isdecimal() and len(text) <= _SEED_DIGITS
            self.go(query["lesson"], lang, int(text) if good else None)
        elif query.get("class"):
            self.run = self._settled = None
        self.effects.clear()


def lessons_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("lessons.css").read_text("utf-8")
