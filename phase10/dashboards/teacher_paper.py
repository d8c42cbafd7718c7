"""The looks of what a teacher takes along: the card of the lesson, worksheets, sheets to print."""

from __future__ import annotations

import sys

from phase10.dashboards.controls import chosen, labelled
from phase10.dashboards.teacher_print import ALL, FORMS, PrintRoom, can_print
from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import VERSIONS, LessonCode
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.items import make_item
from phase10.teaching.lessons.reading import misconceptions, template_of
from phase10.views.html import Html, el
from phase10.views.i18n import LANGUAGES, plural, sentence
from phase10.views.lesson_sheets import SHEETS
from phase10.views.lesson_text import exact_steps, expected_answers, filled, formula, item_text
from phase10.views.text import error_text

__all__ = ["card_html", "field_error", "paper_html"]


def field_error(lang: str, ident: str, error: GameError | None) -> Html:
    """Leave the place of what is wrong with a field, and say it there."""
    said = "" if error is None else error_text(lang, error)
    return el("p", said, class_="p10-error", id=f"{ident}-error", tabindex=-1)


# --- the card of the lesson ----------------------------------------------------------------------


def card_html(lang: str, lesson: Lesson, code: LessonCode) -> Html:
    """Show the card: goal, codes, minutes, what to ask, wrong answers with a reply, exit ticket."""
    minutes = plural(lang, "lessons.minutes", lesson.minutes, core=lesson.core_minutes)
    item = make_item(template_of(lesson.exit, lesson), lesson.exit, code.stream("exit 0"))
    ticket = item_text(lang, item, lesson)
    answers = [el("li", formula(option)) for option in ticket.options]
    return el(
        "details",
        el("summary", sentence(lang, "page.teacher.card")),
        el(
            "div",
            el("p", el("strong", sentence(lang, "lessons.head", id=lesson.id,
                                          title=lesson.title.of(lang)))),
            el("p", minutes, " · ", ", ".join(lesson.codes.printed), class_="p10-muted"),
            _told(lang, "goal", formula(lesson.goal.of(lang))),
            _told(lang, "situation", formula(filled(lang, lesson.situation)),
                  formula(filled(lang, lesson.prediction.question))),
            _told(lang, "ask", formula(lesson.card.ask.of(lang))),
            el("h3", sentence(lang, "lessons.expected")),
            _expected(lang, lesson),
            _told(lang, "exact", *(formula(step) for step in exact_steps(lang, lesson))),
            el("h3", sentence(lang, "page.teacher.card.exit")),
            el("p", formula(ticket.question)),
            el("ol", answers, class_="p10-options"),
            el("p", sentence(lang, "page.teacher.card.right", letter=item.letter)),
            _told(lang, "without", formula(lesson.card.without.of(lang))),
            _told(lang, "mini", formula(lesson.mini.of(lang))),
            class_="p10-stack",
        ),
        id="teacher-card",
        data_keep="",
    )  # fmt: skip


def _told(lang: str, name: str, *texts: Html) -> Html:
    heading = el("h3", sentence(lang, f"lessons.{name}"))
    return el("div", heading, [el("p", text) for text in texts])


def _expected(lang: str, lesson: Lesson) -> Html:
    """List what pupils may predict, each with its reply; a sign and a word mark the right one."""
    listed = []
    for answer, right, tag, why in expected_answers(lang, lesson):
        name = misconceptions()[tag].name.of(lang) if tag else ""
        mark = sentence(lang, "page.teacher.card.is_right") if right else name
        listed += [
            el("dt", el("strong", "✓ " if right else "✗ ", answer), f" – {mark}" if mark else ""),
            el("dd", why),
        ]
    return el("dl", listed, class_="p10-replies")


# --- worksheets and sheets -----------------------------------------------------------------------


def paper_html(lang: str, room: PrintRoom) -> Html:
    """Show the form of a worksheet and the sheets to print."""
    wrong = room.wrong
    versions = [(version, version) for version in VERSIONS]
    versions.append((ALL, sentence(lang, "page.teacher.sheet.all")))
    tongues = [("", sentence(lang, "page.teacher.sheet.same")), *LANGUAGES.items()]
    count = labelled(
        sentence(lang, "page.teacher.sheet.questions"),
        "teacher-questions",
        el("input", type="text", inputmode="numeric", id="teacher-questions", value=room.questions,
           data_act="teacher.sheet.questions", data_rev=room.revision, autocomplete="off",
           aria_describedby="teacher-questions-error",
           aria_invalid=True if "questions" in wrong else None),
    )  # fmt: skip
    saves = [
        _save(lang, form, off=(form == "pdf" and not can_print())
              or (form == "notebook" and not room.checked))
        for form in FORMS
    ]  # fmt: skip
    return el(
        "details",
        el("summary", sentence(lang, "page.teacher.paper")),
        el(
            "div",
            el("h3", sentence(lang, "page.teacher.sheet")),
            el("p", sentence(lang, "page.teacher.sheet.help"), class_="p10-muted"),
            el(
                "div",
                chosen(sentence(lang, "page.teacher.sheet.version"), "teacher-version",
                       "teacher.sheet.version", versions, room.version),
                chosen(sentence(lang, "page.teacher.sheet.lang"), "teacher-sheet-lang",
                       "teacher.sheet.lang", tongues, room.tongue),
                el("div", count, field_error(lang, "teacher-questions", wrong.get("questions"))),
                class_="p10-fields",
            ),
            el("div", saves, class_="p10-row"),
            field_error(lang, "teacher-sheet", wrong.get("sheet")),
            None if room.checked
            else el("p", sentence(lang, "page.teacher.sheet.usual"), class_="p10-muted"),
            None if can_print() else el("p", _without_pdf(lang)),
            el("h3", sentence(lang, "page.teacher.papers")),
            el("ul", [_paper(lang, name) for name in SHEETS], class_="p10-papers"),
            field_error(lang, "teacher-paper", wrong.get("paper")),
            class_="p10-stack",
        ),
        id="teacher-paper",
        data_keep="",
    )  # fmt: skip


def _save(lang: str, form: str, *, off: bool) -> Html:
    return el(
        "button",
        sentence(lang, f"page.teacher.save.{form}"),
        type="button",
        id=f"teacher-save-{form}",
        data_act="teacher.sheet.save",
        data_value=form,
        disabled=off,
    )


def _paper(lang: str, name: str) -> Html:
    title = sentence(lang, f"sheet.{name.replace('-', '_')}")
    buttons = [
        el("button", form.upper(), type="button", id=f"teacher-paper-{name}-{form}",
           aria_label=f"{title}: {form.upper()}", data_act="teacher.sheet.paper",
           data_value=f"{name}/{form}", disabled=form == "pdf" and not can_print())
        for form in ("html", "pdf")
    ]  # fmt: skip
    return el("li", el("span", title), el("span", buttons, class_="p10-row"))


def _without_pdf(lang: str) -> str:
    """Tell what to do where no PDF can be made."""
    if sys.platform == "emscripten":
        return sentence(lang, "page.teacher.sheet.alone")
    return error_text(lang, GameError("worksheet.print"))
