"""The list of lessons: goals, times, codes, what is held; the class to join, the progress."""

from __future__ import annotations

from collections import Counter

from phase10.dashboards.controls import button, chips
from phase10.dashboards.learn_learner import Learner
from phase10.dashboards.learn_looks import trouble
from phase10.dashboards.learn_map import progress_html
from phase10.dashboards.lessons import LessonsView
from phase10.teaching.lessons.content import PATHS, Lesson
from phase10.teaching.lessons.keeping import LESSONS, attempts, resumed
from phase10.teaching.lessons.mastery import returning, standing
from phase10.teaching.lessons.reading import lesson, lessons, misconceptions
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.text import error_text

__all__ = ["class_html", "list_parts", "list_skeleton", "standing_text"]


def list_skeleton() -> Html:
    """Give the places of the parts."""
    side = [
        el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
        for part in ("lessons-class", "lessons-again", "lessons-progress")
    ]
    return el(
        "div",
        el("div", data_part="lessons-list", id="part-lessons-list", class_="p10-column"),
        el("div", side, class_="p10-column"),
        class_="p10-columns p10-playcolumns",
        id="lessons",
    )


def list_parts(lang: str, view: LessonsView) -> dict[str, Html]:
    """Draw every part of the list."""
    return {
        "lessons-list": _list(lang, view),
        "lessons-class": class_html(lang, view),
        "lessons-again": _again(lang, view.learner),
        "lessons-progress": progress_html(lang, view.learner),
    }


def _list(lang: str, view: LessonsView) -> Html:
    options = [(path, sentence(lang, f"page.lessons.path.{_path(path)}"))
               for path in ("", *PATHS)]  # fmt: skip
    chosen = [each for each in lessons() if not view.path or view.path in each.paths]
    done = _done(view.learner)
    states = standing(attempts(view.learner.progress))
    return el(
        "div",
        el(
            "div",
            trouble(lang, view.learner),
            el("p", sentence(lang, "page.lessons.lead"), class_="p10-lead"),
            el("span", sentence(lang, "page.lessons.path"), id="lessons-path-label",
               class_="p10-label"),
            chips("lessons-path", "lessons.path", options, view.path, "lessons-path-label"),
            class_="p10-panel p10-stack",
        ),
        el("ol", [_row(lang, view, each, done, states) for each in chosen],
           class_="p10-levels p10-lessonlist"),
        class_="p10-column",
    )  # fmt: skip


def _path(path: str) -> str:
    """Name a way through the course as its sentence does."""
    return path.replace("-", "_") or "all"


def _row(
    lang: str, view: LessonsView, each: Lesson, done: frozenset[str], states: dict[str, str]
) -> Html:
    left = resumed(view.learner.progress, each)
    if left is not None:
        step = sentence(lang, f"page.teacher.step.{left.step}")
        state = sentence(lang, "page.lessons.left", step=step)
    else:
        state = sentence(lang, "page.lessons.finished") if each.id in done else ""
    held = standing_text(lang, each, states)
    facts = [
        plural(lang, "lessons.minutes", each.minutes, core=each.core_minutes),
        ", ".join(sentence(lang, f"page.lessons.path.{_path(path)}") for path in each.paths),
    ]
    return el(
        "li",
        el(
            "button",
            el("span", each.id, class_="p10-levelnumber", aria_hidden=True),
            el(
                "span",
                el("span", f"{each.id}. ", class_="p10-hidden"),
                el("strong", each.title.of(lang)),
                el("span", each.goal.of(lang), class_="p10-muted"),
                el("span", " · ".join(facts), class_="p10-muted"),
                el("strong", state, class_="p10-lessonstate") if state else None,
                el("span", held, class_="p10-lessonstate") if held else None,
                class_="p10-levelwords",
            ),
            type="button",
            class_="p10-level p10-now" if left is not None else "p10-level",
            id=f"lessons-{each.id}",
            data_act="app.view",
            data_value=f"lessons/{each.id}",
        ),
        el(
            "details",
            el("summary", sentence(lang, "page.lessons.codes")),
            el("p", ", ".join(each.codes.printed), class_="p10-muted"),
            id=f"lessons-codes-{each.id}",
            data_keep="",
        ),
    )


def standing_text(lang: str, each: Lesson, states: dict[str, str]) -> str:
    """Say how many ideas of a lesson are held, right once, or shaky; "" before any was tried."""
    own = Counter(states[name] for name in states if name.partition(".")[0] == each.id)
    told = [plural(lang, f"page.lessons.{state}", own[state])
            for state in ("held", "once", "tried") if own[state]]  # fmt: skip
    return " · ".join(told)


def _done(learner: Learner) -> frozenset[str]:
    """Tell which lessons were gone through to their end, by the answers to their exit questions."""
    exits = {each.exit: each.id for each in lessons()}
    return frozenset(
        exits[entry.item]
        for entry in learner.progress.entries
        if entry.room == LESSONS and entry.item in exits and " exit " in entry.value
    )


def _again(lang: str, learner: Learner) -> Html:
    """Name the misconceptions that the next warm-up will bring back."""
    known = misconceptions()
    rows = [
        el("li", el("strong", known[name].name.of(lang)), " ", known[name].idea.of(lang))
        for name in returning(attempts(learner.progress))
    ]
    code = "page.lessons.again.help" if rows else "page.lessons.again.none"
    return el(
        "div",
        el("h2", sentence(lang, "page.lessons.again")),
        el("ul", rows) if rows else None,
        el("p", sentence(lang, code), class_="p10-muted"),
        class_="p10-stack",
    )


# --- a class --------------------------------------------------------------------------------------


def class_html(lang: str, view: LessonsView) -> Html:
    """Draw the field to join a class, or the class that was joined."""
    seat = view.seat
    shown: list[Html | None]
    if not seat.possible:
        shown = [el("p", sentence(lang, "page.lessons.class.alone"), class_="p10-muted")]
    elif seat.code:
        shown = [el("p", _joined(lang, view), id="lessons-class-said")]
        if seat.error is not None:
            shown.append(el("p", error_text(lang, seat.error), class_="p10-error"))
        opens = None
        if seat.state is not None and view.class_state is None:
            title = lesson(seat.state.lesson.partition("-")[0]).title.of(lang)
            opens = el("button", sentence(lang, "page.lessons.class.open", title=title),
                       type="button", class_="p10-primary", id="lessons-class-open",
                       data_act="lessons.class.open")  # fmt: skip
        leave = button(sentence(lang, "page.lessons.class.leave"), "lessons.class.leave")
        shown.append(el("div", opens, leave, class_="p10-row"))
    else:
        shown = [_join_field(lang, view)]
    return el("div", el("h2", sentence(lang, "page.lessons.class")), shown, class_="p10-stack")


def _joined(lang: str, view: LessonsView) -> str:
    seat = view.seat
    if seat.joining:
        return sentence(lang, "page.lessons.class.joining", text=seat.code)
    if seat.waiting:
        return sentence(lang, "page.lessons.class.waiting", text=seat.code)
    return sentence(lang, "page.lessons.class.in", text=seat.code)


def _join_field(lang: str, view: LessonsView) -> Html:
    wrong = view.error[1] if view.error and view.error[0] == "class" else view.seat.error
    return el(
        "div",
        el("label", sentence(lang, "page.lessons.class.code"), for_="lessons-class-code",
           class_="p10-label"),
        el(
            "div",
            el("input", type="text", id="lessons-class-code", value=view.class_text,
               data_rev=view.revision, data_act="lessons.class.typing",
               data_enter="lessons.class.join", autocomplete="off", autocapitalize="characters",
               spellcheck="false", aria_describedby="lessons-class-help lessons-class-error",
               aria_invalid=True if wrong else None),
            el("button", sentence(lang, "page.lessons.class.join"), type="button",
               id="lessons-class-join", data_act="lessons.class.join"),
            class_="p10-with-button",
        ),
        el("small", sentence(lang, "page.lessons.class.help"), id="lessons-class-help"),
        el("div", el("p", error_text(lang, wrong), class_="p10-error") if wrong else None,
           id="lessons-class-error"),
        class_="p10-field",
    )  # fmt: skip
