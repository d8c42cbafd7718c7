"""Speed of lessons: deals judged for a phase and drawn, trials of a page, a worksheet as PDF."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.experiments_hand import PhaseDealt
from phase10.teaching.lessons.reading import lesson
from phase10.teaching.lessons.simulation import simulate, start
from phase10.teaching.lessons.simulation_batch import simulate_deals
from phase10.teaching.worksheets import make_worksheet
from phase10.views.lesson_charts import convergence_chart, outcome_chart
from phase10.views.lesson_document import worksheet_document
from phase10.views.lesson_pdf import document_pdf
from tests.bench.figure import Figure, best_seconds

DEALS = 100_000
TRIALS = 5000


def judged_and_drawn(experiment: PhaseDealt) -> None:
    """Deal, judge, and draw both charts."""
    tally = simulate_deals(experiment, start(LessonCode("L09", 1)), DEALS)
    outcome_chart(lesson("L09").parts[0], tally, "lv", exact=True, ident="a")
    figure = experiment.figures[0]
    convergence_chart(figure, tally, "lv", title="", ident="b", exact=True)


def lessons_figures() -> Iterator[Figure]:
    """Yield all figures of the lessons."""
    for phase in ("1", "2", "8", "10"):
        seconds = best_seconds(partial(judged_and_drawn, PhaseDealt(phase)), 3)
        what = f"100,000 deals judged for phase {phase} and drawn"
        yield Figure(what, seconds, "s", "≤ 1", "warm, best of 3")
    for name in ("L05", "L09"):
        experiment = lesson(name).parts[0].experiment
        tried = partial(simulate, experiment, start(LessonCode(name, 1)), TRIALS)
        rate = TRIALS / best_seconds(tried, 3) / 1000
        yield Figure(f"trials of {name} in plain Python", rate, "1000/s", "≥ 2", "best of 3")
    document = worksheet_document(make_worksheet(lesson("L05"), 1), "lv")
    seconds = best_seconds(lambda: document_pdf(document), 3)
    yield Figure("a worksheet as PDF", seconds * 1000, "ms", "≤ 1000", "warm, best of 3")
