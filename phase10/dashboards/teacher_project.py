"""The projector's picture: only what pupils may see, large, without names; a few big buttons."""

from __future__ import annotations

from phase10.dashboards.controls import chips
from phase10.dashboards.teacher import BOARDS, TeacherView
from phase10.dashboards.teacher_results import (
    BOARD,
    HIDDEN,
    REVEALED,
    dots_html,
    figure_words,
    pooled_lines,
    settling_html,
    trials_of,
)
from phase10.dashboards.teacher_steering import class_code, invitation, next_button, pause_button
from phase10.teaching.classroom import SHOW
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.lesson_text import filled, formula

__all__ = ["project_html"]


def project_html(lang: str, view: TeacherView) -> Html:
    """Draw all that the projector shows."""
    state = view.desk.state
    paused = state is not None and state.paused
    asking = view.board == BOARDS[0]
    return el(
        "div",
        _head(lang, view, invite=asking and view.showing == HIDDEN),
        el("p", sentence(lang, "page.teacher.project.paused"), class_="p10-boardpause")
        if paused else None,
        el("div", _predictions(lang, view) if asking else _results(lang, view),
           class_="p10-boardmain"),
        _buttons(lang, view),
        class_="p10-board",
        data_fallback="teacher-project-heading",
    )  # fmt: skip


def _head(lang: str, view: TeacherView, *, invite: bool) -> Html:
    """Name the lesson and the class; with ``invite`` all that pupils need to come in, large."""
    lesson, state = view.lesson, view.desk.state
    title = sentence(lang, "lessons.head", id=lesson.id, title=lesson.title.of(lang))
    heading = el("h2", title, id="teacher-project-heading", tabindex=-1)
    if state is None:
        return heading
    if invite:
        return el("div", heading, invitation(lang, state.code), class_="p10-stack")
    return el("div", heading, class_code(lang, state.code), class_="p10-boardhead")


def _predictions(lang: str, view: TeacherView) -> Html:
    """Ask the question; how many predicted, or the dots once they may be seen."""
    given = view.given()
    if view.showing == HIDDEN:
        question = formula(filled(lang, view.lesson.prediction.question))
        counted = plural(lang, "page.teacher.predicted", len(given))
        return el("div", el("p", question, class_="p10-boardquestion"),
                  el("p", counted, id="teacher-board-count"), class_="p10-stack")  # fmt: skip
    exact = view.showing == REVEALED
    return dots_html(lang, view.lesson, given, exact=exact, ident=BOARD)


def _results(lang: str, view: TeacherView) -> Html:
    """Show the first figure that has trials as a chart, all in a table; how many while hidden."""
    lesson, pieces = view.lesson, view.pieces()
    made = trials_of(lesson, pieces)
    if view.showing == HIDDEN or not made:
        return el("p", plural(lang, "lesson.chart.trials", made), class_="p10-boardquestion")
    exact = view.showing == REVEALED
    asked = lesson.prediction.figure
    names = sorted(figure_words(lang, lesson), key=lambda name: name != asked)
    charts = (settling_html(lang, lesson, name, pieces, exact=exact, ident=BOARD) for name in names)
    chart = next((chart for chart in charts if chart is not None), None)
    return el("div", chart, pooled_lines(lang, lesson, pieces, exact=exact))


def _buttons(lang: str, view: TeacherView) -> Html:
    """Draw the few controls: what is shown, how much of it, the next step, the pause, the end."""
    boards = [(board, sentence(lang, f"page.teacher.board.{board}")) for board in BOARDS]
    shows = [(show, sentence(lang, f"page.teacher.board.{show}")) for show in SHOW]
    return el(
        "div",
        el("span", sentence(lang, "page.teacher.board"), id="teacher-board-label",
           class_="p10-hidden"),
        chips("teacher-board", "teacher.board", boards, view.board, "teacher-board-label"),
        el("span", sentence(lang, "page.teacher.show"), id="teacher-show-label",
           class_="p10-hidden"),
        chips("teacher-show", "teacher.show", shows, view.showing, "teacher-show-label"),
        next_button(lang, view.desk, "teacher-next"),
        pause_button(lang, view.desk, "teacher-pause"),
        el("button", sentence(lang, "page.teacher.project.leave"), type="button",
           id="teacher-project-leave", data_act="teacher.project"),
        class_="p10-row p10-boardbar",
    )  # fmt: skip
