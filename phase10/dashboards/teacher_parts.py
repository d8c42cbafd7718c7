"""The looks of the teacher's page: the lesson, the class, what arrives, hands, codes, files."""

from __future__ import annotations

from phase10.dashboards.controls import button, chips, chosen, labelled
from phase10.dashboards.teacher import TeacherView
from phase10.dashboards.teacher_hands import options, shown_figures
from phase10.dashboards.teacher_paper import card_html, field_error, paper_html
from phase10.dashboards.teacher_project import project_html
from phase10.dashboards.teacher_results import REVEALED, figure_words, results_html
from phase10.dashboards.teacher_steering import class_html, joined_html, steps_html
from phase10.teaching.classroom import SHOW
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.reading import lessons
from phase10.views.html import Html, el
from phase10.views.i18n import number, plural, sentence
from phase10.views.lesson_text import expected_answers, filled, formula

__all__ = ["teacher_parts", "teacher_skeleton"]

_LEFT = ("lesson", "class", "steer", "pupils", "paper", "export")
_RIGHT = ("results", "hands", "inbox", "card")


def teacher_skeleton(lang: str, view: TeacherView) -> Html:
    """Give the places of the parts; of the projector's picture one alone."""
    if view.projecting:
        return el("section", data_part="teacher-board", id="teacher-board")
    return el("div", _column(_LEFT), _column(_RIGHT), class_="p10-columns p10-teacher",
              id="teacher")  # fmt: skip


def _column(names: tuple[str, ...]) -> Html:
    sections = [
        el("section", data_part=f"teacher-{name}", id=f"part-teacher-{name}", class_="p10-panel")
        for name in names
    ]
    return el("div", sections, class_="p10-column")


def teacher_parts(lang: str, view: TeacherView) -> dict[str, Html]:
    """Draw every part."""
    if view.projecting:
        return {"teacher-board": project_html(lang, view)}
    return {
        "teacher-lesson": _lesson(lang, view),
        "teacher-class": class_html(lang, view.desk),
        "teacher-steer": _steer(lang, view),
        "teacher-pupils": joined_html(lang, view.desk),
        "teacher-results": _results(lang, view),
        "teacher-hands": _hands(lang, view),
        "teacher-inbox": _inbox(lang, view),
        "teacher-card": card_html(lang, view.lesson, view.code),
        "teacher-paper": paper_html(lang, view.prints),
        "teacher-export": _export(lang, view),
    }


# --- the lesson ----------------------------------------------------------------------------------


def _lesson(lang: str, view: TeacherView) -> Html:
    known = [
        (each.id, sentence(lang, "lessons.head", id=each.id, title=each.title.of(lang)))
        for each in lessons()
    ]
    busy = view.desk.code is not None
    wrong = None if busy else view.seed_error
    seed = el("input", type="text", inputmode="numeric", id="teacher-seed", value=view.seed_text,
              data_act="teacher.seed", data_rev=view.revision, autocomplete="off",
              readonly=busy, aria_describedby="teacher-seed-error",
              aria_invalid=True if wrong else None)  # fmt: skip
    title = sentence(lang, "page.teacher.lesson")
    if busy:
        head = sentence(lang, "lessons.head", id=view.lesson.id, title=view.lesson.title.of(lang))
        choice = el("p", el("strong", head))
    else:
        choice = chosen(title, "teacher-lesson", "teacher.lesson", known, view.chosen)
    return el(
        "div",
        el("h2", title),
        choice,
        labelled(sentence(lang, "page.teacher.seed"), "teacher-seed", seed),
        field_error(lang, "teacher-seed", wrong),
        el("p", sentence(lang, "page.teacher.busy" if busy else "page.teacher.seed.help",
                         text=str(view.code)), class_="p10-muted"),
        class_="p10-stack",
    )  # fmt: skip


# --- steering ------------------------------------------------------------------------------------


def _steer(lang: str, view: TeacherView) -> Html:
    shows = [(show, sentence(lang, f"page.teacher.show.{show}")) for show in SHOW]
    return el(
        "div",
        el("h2", sentence(lang, "page.teacher.steer"), id="teacher-steer-heading"),
        el("span", sentence(lang, "page.teacher.show"), id="teacher-show-label",
           class_="p10-label"),
        chips("teacher-show", "teacher.show", shows, view.showing, "teacher-show-label"),
        el("p", sentence(lang, f"page.teacher.show.{view.showing}.help"), class_="p10-muted"),
        steps_html(lang, view.desk),
        el("button", sentence(lang, "page.teacher.project"), type="button", id="teacher-project",
           class_="p10-primary", data_act="teacher.project"),
        class_="p10-stack",
    )  # fmt: skip


# --- what arrived --------------------------------------------------------------------------------


def _results(lang: str, view: TeacherView) -> Html:
    exact = view.showing == REVEALED
    given, pieces = view.given(), view.pieces()
    drawn = results_html(lang, view.lesson, given, pieces, exact=exact)
    return el("div", el("h2", sentence(lang, "page.teacher.results")), drawn, class_="p10-stack")


# --- hands up ------------------------------------------------------------------------------------


def _hands(lang: str, view: TeacherView) -> Html:
    hands, lesson = view.hands, view.lesson
    answers = expected_answers(lang, lesson)
    fields = []
    for key, (answer, *_) in zip(options(lesson.prediction), answers, strict=True):
        ident = f"teacher-up-{key}"
        fields.append(
            el("div", labelled(answer, ident, _number(view, ident, hands.typed.get(key, ""),
                                                      f"teacher.hands.up.{key}",
                                                      "teacher.hands.count", key)),
               field_error(lang, ident, hands.wrong.get(key)))
        )  # fmt: skip
    up = sum(hands.counted(lesson).hands.values())
    return el(
        "details",
        el("summary", sentence(lang, "page.teacher.hands")),
        el(
            "div",
            el("p", sentence(lang, "page.teacher.hands.help"), class_="p10-muted"),
            el("p", formula(filled(lang, lesson.prediction.question))),
            el("div", fields, class_="p10-fields"),
            el("div",
               button(sentence(lang, "page.teacher.hands.count"), "teacher.hands.count"),
               button(sentence(lang, "page.teacher.undo"), "teacher.hands.undo",
                      off=not hands.can_undo(lesson)), class_="p10-row"),
            el("p", plural(lang, "page.teacher.hands.counted", up), id="teacher-hands-counted"),
            _trials(lang, view, lesson),
            class_="p10-stack",
        ),
        id="teacher-hands",
        data_keep="",
    )  # fmt: skip


def _number(view: TeacherView, ident: str, value: str, act: str, enter: str, key: str) -> Html:
    return el("input", type="text", inputmode="numeric", id=ident, value=value, data_act=act,
              data_enter=enter, data_rev=view.hands.revision, autocomplete="off",
              aria_describedby=f"{ident}-error",
              aria_invalid=True if key in view.hands.wrong else None)  # fmt: skip


def _trials(lang: str, view: TeacherView, lesson: Lesson) -> Html:
    hands = view.hands
    words = figure_words(lang, lesson)
    figures = [(name, text) for name, (_, text) in words.items()]
    figure = hands.figure if hands.figure in words else figures[0][0]
    what = "sum" if shown_figures(lesson)[figure].of is None else "hits"
    fields = [
        el("div", labelled(sentence(lang, f"page.teacher.tried.{label}"), f"teacher-tried-{name}",
                           _number(view, f"teacher-tried-{name}", value,
                                   f"teacher.hands.{name}", "teacher.hands.add", name)),
           field_error(lang, f"teacher-tried-{name}", hands.wrong.get(name)))
        for name, label, value in (("sum", what, hands.sum), ("trials", "trials", hands.trials))
    ]  # fmt: skip
    listed = [
        el("li", sentence(lang, "page.teacher.tried.line", what=words[tried.figure][1],
                          sum=number(lang, tried.sum), trials=number(lang, tried.trials)))
        for tried in hands.counted(lesson).tried
        if tried.figure in words
    ]  # fmt: skip
    return el(
        "div",
        el("h3", sentence(lang, "page.teacher.tried")),
        el("p", sentence(lang, "page.teacher.tried.help"), class_="p10-muted"),
        chosen(sentence(lang, "lesson.chart.figure"), "teacher-tried-figure",
               "teacher.hands.figure", figures, figure) if len(figures) > 1 else None,
        el("div", fields, class_="p10-fields"),
        el("div", button(sentence(lang, "page.teacher.tried.add"), "teacher.hands.add")),
        el("ul", listed) if listed else None,
        class_="p10-stack",
    )  # fmt: skip


# --- codes and files -----------------------------------------------------------------------------


def _inbox(lang: str, view: TeacherView) -> Html:
    inbox = view.inbox
    told = [el("li", said, class_=None if good else "p10-error") for said, good in inbox.told(lang)]
    return el(
        "details",
        el("summary", sentence(lang, "page.teacher.inbox")),
        el(
            "div",
            el("p", sentence(lang, "page.teacher.inbox.help"), class_="p10-muted"),
            labelled(
                sentence(lang, "page.teacher.inbox.codes"),
                "teacher-codes",
                el("textarea", inbox.text, id="teacher-codes", rows=5, data_rev=inbox.revision,
                   data_act="teacher.inbox.text", spellcheck="false", autocapitalize="off",
                   aria_describedby="teacher-inbox-told"),
            ),
            el("div", button(sentence(lang, "page.teacher.inbox.read"), "teacher.inbox.read"),
               button(sentence(lang, "page.teacher.undo"), "teacher.inbox.undo",
                      off=not inbox.can_undo), class_="p10-row"),
            labelled(
                sentence(lang, "page.teacher.inbox.files"),
                "teacher-files",
                el("input", type="file", id="teacher-files", accept=".json,application/json",
                   multiple=True, data_act="teacher.inbox.file",
                   aria_describedby="teacher-inbox-told"),
            ),
            el("ul", told, id="teacher-inbox-told", tabindex=-1),
            el("p", plural(lang, "page.teacher.inbox.count", inbox.count(view.lesson)),
               id="teacher-inbox-count"),
            class_="p10-stack",
        ),
        id="teacher-inbox",
        data_keep="",
    )  # fmt: skip


# --- progress ------------------------------------------------------------------------------------


def _export(lang: str, view: TeacherView) -> Html:
    marks = [("", sentence(lang, "page.teacher.separator.own")), (",", ","), (";", ";")]
    return el(
        "details",
        el("summary", sentence(lang, "page.teacher.export")),
        el(
            "div",
            el("p", sentence(lang, "page.teacher.export.help"), class_="p10-muted"),
            chosen(sentence(lang, "page.teacher.separator"), "teacher-separator",
                   "teacher.separator", marks, view.separator),
            el("div",
               button(sentence(lang, "page.teacher.export.csv"), "teacher.export.csv"),
               button(sentence(lang, "page.teacher.export.json"), "teacher.export.json"),
               class_="p10-row"),
            class_="p10-stack",
        ),
        id="teacher-export",
        data_keep="",
    )  # fmt: skip
