"""One lesson for all: recall, situation, prediction, simulation, exact value, why, transfer, exit.

A run is a plain value; each act gives the next run or raises a :class:`GameError`. Nothing of the
simulation or the exact value can be had before a prediction is stored, and a stored prediction
stays: watching without predicting teaches nothing (Crouch 2004).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.content import Choice, Interval, Lesson, Part
from phase10.teaching.lessons.fractions import read_fraction
from phase10.teaching.lessons.items import Item, Mistake, make_item
from phase10.teaching.lessons.reading import template_of
from phase10.teaching.lessons.simulation import TRIAL_LIMIT, Estimate, Tally, estimate
from phase10.teaching.lessons.simulation import simulate as _simulate
from phase10.teaching.lessons.simulation import start as _start

__all__ = [
    "STEPS",
    "Answer",
    "Measured",
    "Run",
    "answer",
    "asked_items",
    "begin",
    "explanation",
    "feedback",
    "go_on",
    "predict",
    "question",
    "read_prediction",
    "results",
    "run_from_json",
    "run_to_json",
    "simulate",
]

STEPS: Final = (
    *("recall", "situation", "predict", "simulate", "exact"),
    *("explain", "transfer", "exit", "done"),
)
"""The steps of every lesson, in their order."""

SCHEMA: Final = 1
_CHAIRS: Final = 1 << 53
_ASKING: Final = ("recall", "transfer", "exit")


@dataclass(frozen=True)
class Answer:
    """Hold an answer to an item: where it was asked, what was chosen, what it shows.

    ``place``: which item of the recall; ``misconception``: of a wrong answer, else "".
    """

    step: str
    place: int
    template: str
    chosen: int
    right: bool
    misconception: str


@dataclass(frozen=True)
class Measured:
    """Hold a figure of a part beside its estimate; ``exact`` only once the lesson shows it.

    ``estimate`` is ``None`` while no trial counts for the figure.
    """

    part: Part
    figure: str
    estimate: Estimate | None
    exact: Fraction | None


@dataclass(frozen=True)
class Run:
    """Hold a pupil's way through a lesson. Made by :func:`begin` and the acts only.

    ``prediction``: the id of a choice, or a number; ``tallies``: the simulation of each part;
    ``chair``: whose deals are simulated, so that pupils with one code do not all deal the same; 0
    for those of the code itself.
    """

    lesson: Lesson
    code: LessonCode
    recall: tuple[str, ...]
    step: str = STEPS[0]
    answers: tuple[Answer, ...] = ()
    prediction: str | Fraction | None = None
    tallies: tuple[Tally, ...] = ()
    chair: int = 0

    @property
    def asked(self) -> int:
        """Count the answers given in this step."""
        return sum(answer.step == self.step for answer in self.answers)

    def reached(self, step: str) -> bool:
        """Tell whether the run is at this step or beyond it."""
        return STEPS.index(self.step) >= STEPS.index(step)


def begin(
    lesson: Lesson, code: LessonCode, recall: tuple[str, ...] | None = None, chair: int = 0
) -> Run:
    """Begin a lesson; ``recall``: other items for the warm-up than the lesson's own.

    ``chair``: as in :class:`Run`, a whole number of at most 53 bits.
    """
    asked = lesson.recall if recall is None else recall
    for name in asked:
        template_of(name, lesson)
    return Run(lesson, code, asked, step="recall" if asked else "situation", chair=chair)


def question(run: Run) -> Item:
    """Give the item that is asked now, or was answered last in this step.

    :class:`GameError` ``lesson.step`` in a step that asks none.
    """
    if run.step not in _ASKING:
        raise GameError("lesson.step", act="question", step=run.step)
    place = min(run.asked, len(_asked(run)) - 1)
    return _item(run, run.step, place)


def answer(run: Run, chosen: int) -> Run:
    """Answer the item that is asked with one of its options.

    :class:`GameError` ``lesson.step`` in a step that asks nothing, ``lesson.answered`` when all its
    items are answered, ``lesson.choice`` when there is no such option.
    """
    if run.step not in _ASKING:
        raise GameError("lesson.step", act="answer", step=run.step)
    place = run.asked
    if place >= len(_asked(run)):
        raise GameError("lesson.answered")
    item = _item(run, run.step, place)
    if not 0 <= chosen < len(item.options):
        allowed = ", ".join(str(option) for option in range(len(item.options)))
        raise GameError("lesson.choice", text=str(chosen), allowed=allowed)
    mistake = item.mistakes[chosen]
    given = Answer(
        run.step,
        place,
        item.template,
        chosen,
        mistake is None,
        "" if mistake is None else mistake.misconception,
    )
    return replace(run, answers=(*run.answers, given))


def asked_items(run: Run, step: str) -> tuple[tuple[Item, Answer | None], ...]:
    """Give the items of a step that were answered, with their answers, and the one asked next.

    The answer of the next one is ``None``. There are none in a step that asks nothing or is not
    reached.
    """
    if step not in _ASKING or not run.reached(step):
        return ()
    given = [each for each in run.answers if each.step == step]
    shown: list[tuple[Item, Answer | None]] = [(_item(run, step, each.place), each)
                                               for each in given]  # fmt: skip
    if len(given) < len(_names(run, step)):
        shown.append((_item(run, step, len(given)), None))
    return tuple(shown)


def feedback(run: Run) -> tuple[Item, Mistake | None] | None:
    """Give the item answered last in this step and the mistake made, ``None`` for a right answer.

    ``None`` alone when nothing was answered in this step yet.
    """
    here = [given for given in run.answers if given.step == run.step]
    if not here:
        return None
    item = _item(run, run.step, here[-1].place)
    return item, item.mistakes[here[-1].chosen]


def read_prediction(lesson: Lesson, given: str | int | Fraction) -> str | Fraction:
    """Read a prediction as typed or clicked: the id of a choice, or a number, also ``55,3``.

    :class:`GameError` ``lesson.choice`` or ``lesson.prediction`` for what cannot be predicted.
    """
    asked = lesson.prediction
    if asked.kind == "choice":
        ids = [choice.id for choice in asked.choices]
        if given not in ids:
            raise GameError("lesson.choice", text=str(given), allowed=", ".join(ids))
        return str(given)
    low, high = asked.low, asked.high
    try:
        number = read_fraction(given) if isinstance(given, str) else Fraction(given)
        if low <= number <= high:
            return number
    except ValueError:
        pass
    raise GameError("lesson.prediction", text=str(given), low=str(low), high=str(high))


def predict(run: Run, given: str | int | Fraction) -> Run:
    """Store the prediction, once and for all, and open the simulation.

    :class:`GameError` ``lesson.committed`` when there is one, ``lesson.step`` before it is asked,
    and as :func:`read_prediction`.
    """
    if run.prediction is not None:
        raise GameError("lesson.committed")
    if run.step != "predict":
        raise GameError("lesson.step", act="predict", step=run.step)
    stored = read_prediction(run.lesson, given)
    tallies = tuple(_start(run.code, part, run.chair) for part in range(len(run.lesson.parts)))
    return replace(run, prediction=stored, step="simulate", tallies=tallies)


def simulate(run: Run, trials: int, part: int = 0) -> Run:
    """Go on with the simulation of a part.

    :class:`GameError` ``lesson.predict_first`` without a prediction; ``NumberError``
    ``number.range`` for too few or too many trials, or a part that is not there.
    """
    _check_predicted(run)
    _check_part(run, part)
    tally = _simulate(run.lesson.parts[part].experiment, run.tallies[part], trials)
    return replace(run, tallies=(*run.tallies[:part], tally, *run.tallies[part + 1 :]))


def results(run: Run, part: int = 0) -> tuple[Measured, ...]:
    """Give what was simulated of a part, and beside it the exact values once these are reached.

    :class:`GameError` ``lesson.predict_first`` without a prediction.
    """
    _check_predicted(run)
    _check_part(run, part)
    shown = run.reached("exact")
    counts = run.tallies[part].counts
    return tuple(
        Measured(
            run.lesson.parts[part],
            figure.name,
            estimate(figure, counts),
            figure.exact if shown else None,
        )
        for figure in run.lesson.parts[part].shown
    )


def explanation(run: Run) -> Choice | Interval:
    """Give the explanation of the pupil's own prediction.

    :class:`GameError` ``lesson.predict_first`` without one, ``lesson.step`` before its step.
    """
    _check_predicted(run)
    if not run.reached("explain"):
        raise GameError("lesson.step", act="explain", step=run.step)
    asked = run.lesson.prediction
    if asked.kind == "choice":
        return next(choice for choice in asked.choices if choice.id == run.prediction)
    number = Fraction(run.prediction or 0)
    inside = (interval for interval in asked.intervals if interval.low <= number < interval.high)
    return next(inside, asked.intervals[-1])


def go_on(run: Run) -> Run:
    """Go on to the next step.

    :class:`GameError` ``lesson.unanswered`` while an item of this step is not answered,
    ``lesson.predict_first`` at the prediction, ``lesson.simulate_first`` without a single trial,
    ``lesson.step`` at the end.
    """
    if run.step == "done":
        raise GameError("lesson.step", act="go on", step=run.step)
    if run.step in _ASKING and run.asked < len(_asked(run)):
        raise GameError("lesson.unanswered")
    if run.step == "predict":
        raise GameError("lesson.predict_first")
    if run.step == "simulate" and not any(tally.trials for tally in run.tallies):
        raise GameError("lesson.simulate_first")
    return replace(run, step=STEPS[STEPS.index(run.step) + 1])


# --- kept and taken up again ---------------------------------------------------------------------


def run_to_json(run: Run) -> dict[str, Any]:
    """Give a run as plain values for a file."""
    return {
        "schema": SCHEMA,
        "code": str(run.code),
        "chair": run.chair,
        "lesson": run.lesson.id,
        "step": run.step,
        "recall": list(run.recall),
        "answers": [given.chosen for given in run.answers],
        "prediction": None if run.prediction is None else str(run.prediction),
        "tallies": [_tally_to_json(tally) for tally in run.tallies],
    }


def run_from_json(data: object, lesson: Lesson) -> Run:
    """Take a run up again: every act is made anew, so that a file cannot skip the prediction.

    :class:`GameError` ``lesson.saved`` for anything that is no run of this lesson.
    """
    try:
        return _again(data, lesson)
    except (GameError, LookupError, TypeError, ValueError, AttributeError):
        raise GameError("lesson.saved") from None


def _again(data: object, lesson: Lesson) -> Run:
    if not isinstance(data, Mapping) or data["schema"] != SCHEMA or data["lesson"] != lesson.id:
        raise GameError("lesson.saved")
    chair = _whole(data.get("chair", 0))
    run = begin(lesson, LessonCode.parse(data["code"]), tuple(map(str, data["recall"])), chair)
    if not 0 <= chair < _CHAIRS or run.code.lesson != lesson.id or data["step"] not in STEPS:
        raise GameError("lesson.saved")
    left = [_whole(chosen) for chosen in data["answers"]]
    while run.step != data["step"] or left:
        if run.step in _ASKING and run.asked < len(_asked(run)):
            run = answer(run, left.pop(0))
        elif run.step == "predict":
            run = predict(run, data["prediction"])
            tallies = [_tally_from_json(tally) for tally in data["tallies"]]
            if len(tallies) != len(run.tallies):
                raise GameError("lesson.saved")
            run = replace(run, tallies=tuple(tallies))
        else:
            run = go_on(run)
    if run.prediction is None and (data["prediction"] is not None or data["tallies"]):
        raise GameError("lesson.saved")
    return run


def _tally_to_json(tally: Tally) -> dict[str, Any]:
    return {
        "state": str(tally.state),
        "trials": tally.trials,
        "counts": sorted(tally.counts.items()),
        "path": [[trials, sorted(counts.items())] for trials, counts in tally.path],
    }


def _tally_from_json(data: Mapping[str, Any]) -> Tally:
    trials, counts = _whole(data["trials"]), _counts(data["counts"])
    path = tuple((_whole(made), _counts(so_far)) for made, so_far in data["path"])
    sums = [(trials, counts), *path]
    state = int(data["state"])
    if (
        not 0 <= trials <= TRIAL_LIMIT
        or not 0 <= state < 1 << 64
        or any(sum(each.values()) != made or min(each.values(), default=0) < 0
               for made, each in sums)
    ):  # fmt: skip
        raise GameError("lesson.saved")
    return Tally(state, trials, counts, path)


def _counts(data: object) -> dict[int, int]:
    if not isinstance(data, list):
        raise GameError("lesson.saved")
    return {_whole(outcome): _whole(count) for outcome, count in data}


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise GameError("lesson.saved")
    return value


# --- parts ---------------------------------------------------------------------------------------


def _asked(run: Run) -> tuple[str, ...]:
    return _names(run, run.step)


def _names(run: Run, step: str) -> tuple[str, ...]:
    """Name the items of a step that asks."""
    if step == "recall":
        return run.recall
    return (run.lesson.transfer if step == "transfer" else run.lesson.exit,)


def _item(run: Run, step: str, place: int) -> Item:
    name = _names(run, step)[place]
    return make_item(template_of(name, run.lesson), name, run.code.stream(f"{step} {place}"))


def _check_predicted(run: Run) -> None:
    if run.prediction is None:
        raise GameError("lesson.predict_first")


def _check_part(run: Run, part: int) -> None:
    last = len(run.lesson.parts) - 1
    if not 0 <= part <= last:
        raise GameError("number.range", what="part", value=part, low=0, high=last)
