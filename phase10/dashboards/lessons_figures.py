"""What is simulated in a lesson, as charts and figures: nothing of it before the prediction."""

from __future__ import annotations

from fractions import Fraction

from phase10.dashboards.controls import button, chips
from phase10.dashboards.lessons import SPEEDS, LessonsView
from phase10.teaching.lessons.content import Part
from phase10.teaching.lessons.engine import Run
from phase10.views.html import Html, el
from phase10.views.i18n import number, plural, sentence
from phase10.views.lesson_charts import convergence_chart, figures_table, outcome_chart
from phase10.views.lesson_text import filled, formula, rounded
from phase10.views.tools import scrolled

__all__ = ["figures_html", "predicted_html", "prediction_text"]


def prediction_text(lang: str, run: Run) -> str:
    """Write the pupil's own prediction as it was given; "" before there is one."""
    if run.prediction is None:
        return ""
    if isinstance(run.prediction, Fraction):
        whole = run.prediction.denominator == 1
        return number(lang, int(run.prediction)) if whole else rounded(lang, run.prediction)
    texts = {choice.id: choice.text for choice in run.lesson.prediction.choices}
    return filled(lang, texts[run.prediction])


def predicted_html(lang: str, run: Run) -> Html:
    """Draw the pupil's own prediction, as it stands at every chart."""
    return el(
        "p",
        el("span", sentence(lang, "page.lessons.predicted")),
        " ",
        el("strong", formula(prediction_text(lang, run))),
        class_="p10-predicted",
    )


def figures_html(lang: str, view: LessonsView, run: Run) -> Html:
    """Draw the controls, the charts and the figures of the shown part, beside the prediction."""
    part = run.lesson.parts[view.part]
    tally = run.tallies[view.part]
    exact = run.reached("exact")
    open_ = view.allows("simulate")
    ident = f"lessons-{part.name}"
    title = filled(lang, part.title)
    charts = []
    if tally.trials:
        charts = [
            _wide(outcome_chart(part, tally, lang, exact=exact, ident=f"{ident}-bars"),
                  sentence(lang, "page.lessons.chart", what=title), f"{ident}-bars-scroll"),
            _wide(_settling(lang, view, part, exact=exact, ident=f"{ident}-path"),
                  sentence(lang, "page.lessons.settles", what=title), f"{ident}-path-scroll"),
            scrolled(figures_table(run, view.part, lang),
                     sentence(lang, "page.lessons.figures", what=title), f"{ident}-figures"),
        ]  # fmt: skip
    return el(
        "div",
        _parts(lang, view, run) if len(run.lesson.parts) > 1 else None,
        el("p", el("strong", filled(lang, part.title))),
        _controls(lang, view, part) if open_ else None,
        el("p", plural(lang, "lesson.chart.trials", tally.trials), id="lessons-trials",
           class_="p10-muted"),
        predicted_html(lang, run),
        charts,
        class_="p10-stack",
    )  # fmt: skip


def _wide(chart: Html, label: str, ident: str) -> Html:
    """Let a chart scroll where the screen is so narrow that its letters would be too small."""
    return el("div", scrolled(chart, label, ident), class_="p10-chartroom")


def _settling(lang: str, view: LessonsView, part: Part, *, exact: bool, ident: str) -> Html:
    """Draw how the foretold figure settles; the first one where none of them was foretold."""
    run = view.run
    if run is None:
        return Html("")
    shown = part.shown
    name = run.lesson.prediction.figure.removeprefix(f"{part.name}_")
    figure = next((each for each in shown if each.name == name), shown[0])
    title = sentence(lang, "page.lessons.settles", what=filled(lang, part.figures[figure.name]))
    return convergence_chart(figure, run.tallies[view.part], lang, title=title, ident=ident,
                             exact=exact, prediction=view.foretold)  # fmt: skip


def _parts(lang: str, view: LessonsView, run: Run) -> Html:
    options = [(str(place), filled(lang, part.title))
               for place, part in enumerate(run.lesson.parts)]  # fmt: skip
    label = sentence(lang, "page.lessons.part")
    return el(
        "div",
        el("span", label, id="lessons-part-label", class_="p10-label"),
        chips("lessons-part", "lessons.part", options, str(view.part), "lessons-part-label"),
        class_="p10-field",
    )


def _controls(lang: str, view: LessonsView, part: Part) -> Html:
    speeds = [(speed, sentence(lang, f"page.lessons.speed.{speed}")) for speed in SPEEDS]
    if view.running:
        go = el("button", sentence(lang, "page.lessons.pause"), type="button", id="lessons-run",
                data_act="lessons.pause")  # fmt: skip
    else:
        go = el("button", plural(lang, "page.lessons.run", part.trials), type="button",
                id="lessons-run", class_="p10-primary", data_act="lessons.run",
                aria_disabled=None if view.left else True)  # fmt: skip
    return el(
        "div",
        el("div", go, button(sentence(lang, "page.lessons.one"), "lessons.step",
                             off=not view.left), class_="p10-row"),
        el("span", sentence(lang, "page.lessons.speed"), id="lessons-speed-label",
           class_="p10-label"),
        chips("lessons-speed", "lessons.speed", speeds, view.speed, "lessons-speed-label"),
        class_="p10-field",
    )  # fmt: skip
