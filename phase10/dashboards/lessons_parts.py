"""The looks of a lesson: one column that grows step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from phase10.dashboards.controls import button, chips
from phase10.dashboards.learn_looks import faces, trouble, view_link
from phase10.dashboards.lessons import LessonsView
from phase10.dashboards.lessons_figures import figures_html, predicted_html, prediction_text
from phase10.dashboards.lessons_list import class_html, list_parts, list_skeleton, standing_text
from phase10.game.errors import GameError
from phase10.game.notation import read_cards
from phase10.teaching.classroom import contribution_of
from phase10.teaching.lessons.engine import STEPS, Answer, Run, asked_items, explanation
from phase10.teaching.lessons.items import Item
from phase10.teaching.lessons.keeping import attempts
from phase10.teaching.lessons.mastery import standing
from phase10.teaching.lessons.reading import LESSON_IDS, lesson, misconceptions
from phase10.teaching.result_codes import result_code
from phase10.views.html import Html, el, fragment, table
from phase10.views.i18n import fraction, number, plural, sentence
from phase10.views.lesson_text import exact_steps, filled, formula, item_text, rounded
from phase10.views.text import error_text
from phase10.views.tools import scrolled

__all__ = ["lessons_parts", "lessons_skeleton"]

_LETTERS: Final = "abcde"


def lessons_skeleton(view: LessonsView) -> Html:
    """Give the places of the parts: of the list, or of every step that is reached."""
    run = view.run
    if run is None:
        return list_skeleton()
    after = view.tools.after(run)
    places = ["lessons-head", "lessons-class"] if view.seat.code else ["lessons-head"]
    for step in STEPS:
        if run.reached(step) and (step != "recall" or run.recall):
            places.append(f"lessons-{step}")
        if step == after:
            places.append("lessons-tool")
    shown = [el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
             for part in places]  # fmt: skip
    return el("div", shown, class_="p10-column p10-lesson", id="lessons")


def lessons_parts(lang: str, view: LessonsView) -> dict[str, Html]:
    """Draw every part that there is a place for."""
    run = view.run
    if run is None:
        return list_parts(lang, view)
    drawn = {"lessons-head": _head(lang, view, run)}
    if view.seat.code:
        drawn["lessons-class"] = class_html(lang, view)
    for step, draw in _STEPS.items():
        if run.reached(step):
            drawn[f"lessons-{step}"] = el(
                "div",
                el("h2", sentence(lang, f"page.lessons.step.{step}"), id=f"lessons-{step}-heading",
                   tabindex=-1),
                draw(lang, view, run),
                _onward(lang, view, run) if run.step == step else None,
                class_="p10-stack",
            )  # fmt: skip
    if view.tools.after(run):
        drawn["lessons-tool"] = view.tools.html(run, lang)
    return drawn


# --- the head -------------------------------------------------------------------------------------


def _head(lang: str, view: LessonsView, run: Run) -> Html:
    each = run.lesson
    steps = [
        el(
            "li",
            sentence(lang, f"page.teacher.step.{step}"),
            aria_current="step" if step == run.step else None,
            class_="p10-reached" if run.reached(step) else None,
        )
        for step in STEPS
        if step != "recall" or run.recall
    ]
    return el(
        "div",
        trouble(lang, view.learner),
        el("div", view_link(sentence(lang, "page.lessons.all"), "lessons", "lessons-to-list"),
           class_="p10-where"),
        el("h2", sentence(lang, "lessons.head", id=each.id, title=each.title.of(lang)),
           id="lessons-title", tabindex=-1),
        el("p", each.goal.of(lang)),
        el("ol", steps, class_="p10-steps", aria_label=sentence(lang, "page.lessons.steps")),
        _seed(lang, view, run),
        class_="p10-stack",
    )  # fmt: skip


def _seed(lang: str, view: LessonsView, run: Run) -> Html:
    told = el("p", sentence(lang, "page.lessons.seed.code", text=str(run.code)),
              id="lessons-code")  # fmt: skip
    if run.prediction is not None or view.class_state is not None:
        return told
    wrong = _error(view, "seed")
    return el(
        "details",
        el("summary", sentence(lang, "page.lessons.seed.now", seed=str(run.code.seed))),
        el(
            "div",
            told,
            el("label", sentence(lang, "page.lessons.seed"), for_="lessons-seed",
               class_="p10-label"),
            el(
                "div",
                el("input", type="text", inputmode="numeric", id="lessons-seed",
                   value=view.seed_text, data_act="lessons.seed.typing",
                   data_enter="lessons.seed", data_rev=view.revision, autocomplete="off",
                   aria_describedby="lessons-seed-help lessons-seed-error",
                   aria_invalid=True if wrong else None),
                button(sentence(lang, "page.lessons.seed.use"), "lessons.seed"),
                class_="p10-with-button",
            ),
            el("small", sentence(lang, "page.lessons.seed.help"), id="lessons-seed-help"),
            el("div", _wrong(lang, wrong), id="lessons-seed-error"),
            class_="p10-field",
        ),
        id="lessons-seed-details",
        data_keep="",
        open=True if wrong else None,
    )  # fmt: skip


def _error(view: LessonsView, place: str) -> GameError | None:
    return view.error[1] if view.error is not None and view.error[0] == place else None


def _wrong(lang: str, error: GameError | None) -> Html | None:
    return None if error is None else el("p", error_text(lang, error), class_="p10-error")


def _onward(lang: str, view: LessonsView, run: Run) -> Html | None:
    """Draw the way to the next step; none where something must be answered or predicted first."""
    asked = asked_items(run, run.step)
    if run.step in ("predict", "done") or (asked and asked[-1][1] is None):
        return None if view.allows(run.step) else _waits(lang, view)
    after = STEPS[STEPS.index(run.step) + 1]
    if not view.allows(after):
        return _waits(lang, view)
    return el(
        "div",
        el("button", sentence(lang, f"page.lessons.to.{after}"), type="button",
           class_="p10-primary", id="lessons-next", data_act="lessons.next"),
        el("div", _wrong(lang, _error(view, "step")), id="lessons-next-error"),
        class_="p10-field",
    )  # fmt: skip


def _waits(lang: str, view: LessonsView) -> Html:
    state = view.class_state
    paused = state is not None and state.paused
    code = "page.lessons.class.paused" if paused else "page.lessons.class.wait"
    return el("p", sentence(lang, code), class_="p10-classwait", id="lessons-waits", role="note")


# --- the steps ------------------------------------------------------------------------------------


def _asked(lang: str, view: LessonsView, run: Run, step: str) -> Html:
    """Draw the questions of a step: those answered with their why, and the next one."""
    shown = []
    for place, (item, given) in enumerate(asked_items(run, step)):
        if given is None:
            shown.append(_question(lang, run, item, open_=view.allows(step)))
        else:
            shown.append(_answered(lang, run, item, given, f"lessons-{step}-{place}"))
    return fragment(*shown)


def _question(lang: str, run: Run, item: Item, *, open_: bool) -> Html:
    text = item_text(lang, item, run.lesson)
    options = [
        el(
            "li",
            el(
                "button",
                el("strong", f"{letter})"),
                el("span", formula(option)),
                type="button",
                class_="p10-option",
                id=f"lessons-option-{place}",
                data_act="lessons.answer",
                data_value=place,
            )
            if open_
            else el("span", f"{letter}) ", formula(option)),
        )
        for place, (letter, option) in enumerate(zip(_LETTERS, text.options, strict=False))
    ]
    return el(
        "div",
        el("p", formula(text.question), id="lessons-question"),
        el("ol", options, class_="p10-options", aria_labelledby="lessons-question"),
        class_="p10-stack",
    )


def _answered(lang: str, run: Run, item: Item, given: Answer, ident: str) -> Html:
    text = item_text(lang, item, run.lesson)
    code = "page.lessons.right" if given.right else "page.lessons.wrong"
    why = text.why[given.chosen]
    return el(
        "div",
        el("p", formula(text.question)),
        el(
            "div",
            el("h3", sentence(lang, code), id=f"{ident}-said", tabindex=-1),
            el("p", sentence(lang, "page.lessons.yours"), " ",
               el("strong", formula(text.options[given.chosen]))),
            el("p", formula(why), id=f"{ident}-why") if why else None,
            None if given.right else el(
                "p", sentence(lang, "page.lessons.correct"), " ",
                el("strong", formula(text.options[item.right]))),
            el("details", el("summary", sentence(lang, "page.lessons.how")),
               el("ol", [el("li", formula(step)) for step in text.steps]),
               id=f"{ident}-how", data_keep="", open=True if not given.right else None),
            class_="p10-right p10-stack" if given.right else "p10-problem p10-stack",
        ),
        class_="p10-stack",
    )  # fmt: skip


def _recall(lang: str, view: LessonsView, run: Run) -> Html:
    return fragment(
        el("p", sentence(lang, "page.lessons.recall.help"), class_="p10-muted"),
        _asked(lang, view, run, "recall"),
    )


def _situation(lang: str, view: LessonsView, run: Run) -> Html:
    cards, _ = read_cards(run.lesson.cards)
    return fragment(
        faces(lang, cards, named=True) if cards else None,
        el("p", formula(filled(lang, run.lesson.situation)), class_="p10-goalline"),
        el("details", el("summary", sentence(lang, "lessons.mini")),
           el("p", formula(filled(lang, run.lesson.mini))), id="lessons-mini", data_keep=""),
    )  # fmt: skip


def _predict(lang: str, view: LessonsView, run: Run) -> Html:
    asked = run.lesson.prediction
    question = el("p", formula(filled(lang, asked.question)), class_="p10-goalline",
                  id="lessons-predict-question")  # fmt: skip
    if run.prediction is not None:
        return fragment(question, predicted_html(lang, run))
    if not view.allows("predict"):
        return question
    wrong = _error(view, "prediction")
    if asked.kind == "choice":
        options = [(choice.id, filled(lang, choice.text)) for choice in asked.choices]
        control = el("div", chips("lessons-choice", "lessons.choose", options, view.typed,
                                  "lessons-predict-question"), class_="p10-choices")  # fmt: skip
    else:
        control = el(
            "div",
            el("label", sentence(lang, "page.lessons.predict.number", low=str(asked.low),
                                 high=str(asked.high)),
               for_="lessons-number", class_="p10-label"),
            el("input", type="text", inputmode="decimal", id="lessons-number", value=view.typed,
               data_act="lessons.typing", data_enter="lessons.predict", data_rev=view.revision,
               autocomplete="off", aria_describedby="lessons-predict-error",
               aria_invalid=True if wrong else None),
            class_="p10-field p10-numberonly",
        )  # fmt: skip
    return fragment(
        question,
        control,
        el("div", _wrong(lang, wrong), id="lessons-predict-error"),
        el("div", el("button", sentence(lang, "page.lessons.predict.give"), type="button",
                     class_="p10-primary", id="lessons-predict", data_act="lessons.predict"),
           class_="p10-row"),
        el("p", sentence(lang, "page.lessons.predict.help"), class_="p10-muted"),
    )  # fmt: skip


def _simulate(lang: str, view: LessonsView, run: Run) -> Html:
    if not view.allows("simulate") and run.step == "simulate":
        return fragment(predicted_html(lang, run), _waits(lang, view))
    return figures_html(lang, view, run)


def _exact(lang: str, _view: LessonsView, run: Run) -> Html:
    steps = [el("li", formula(step)) for step in exact_steps(lang, run.lesson)]
    return fragment(
        predicted_html(lang, run),
        el("ol", steps, class_="p10-exactsteps"),
        scrolled(
            _exact_table(lang, run),
            sentence(lang, "page.lessons.step.exact"),
            "lessons-exact-figures",
        ),
        el("p", sentence(lang, "page.lessons.exact.help"), class_="p10-muted"),
    )


def _exact_table(lang: str, run: Run) -> Html:
    """Give every figure exactly: as a fraction however long, as a decimal, as so many of 1000."""
    rows = []
    for part in run.lesson.parts:
        for figure in part.shown:
            name = filled(lang, part.figures[figure.name])
            if len(run.lesson.parts) > 1:
                # The same figure of another experiment has the same name.
                name = f"{filled(lang, part.title)}: {name}"
            chance = figure.of is not None
            thousand = number(lang, round(figure.exact * 1000)) if chance else ""
            rows.append([name, fraction(figure.exact), rounded(lang, figure.exact), thousand])
    headings = [sentence(lang, f"page.lessons.exact.{name}")
                for name in ("figure", "fraction", "decimal", "thousand")]  # fmt: skip
    return table(sentence(lang, "page.lessons.step.exact"), headings, rows, caption_hidden=True)


def _explain(lang: str, _view: LessonsView, run: Run) -> Html:
    told = explanation(run)
    known = misconceptions()
    name = known[told.misconception].name.of(lang) if told.misconception else ""
    return fragment(
        el(
            "div",
            el("h3", sentence(lang, "page.lessons.explain.yours",
                              text=prediction_text(lang, run))),
            el("p", el("strong", name)) if name else None,
            el("p", formula(filled(lang, told.why)), id="lessons-explain-why"),
            class_="p10-right p10-stack" if told.right else "p10-problem p10-stack",
        ),
        el("p", formula(filled(lang, run.lesson.summary))),
    )  # fmt: skip


def _transfer(lang: str, view: LessonsView, run: Run) -> Html:
    return _asked(lang, view, run, "transfer")


def _exit(lang: str, view: LessonsView, run: Run) -> Html:
    return _asked(lang, view, run, "exit")


def _done(lang: str, view: LessonsView, run: Run) -> Html:
    states = standing(attempts(view.learner.progress))
    held = standing_text(lang, run.lesson, states)
    right = sum(given.right for given in run.answers)
    place = LESSON_IDS.index(run.lesson.id) if run.lesson.id in LESSON_IDS else -1
    after = lesson(LESSON_IDS[place + 1]) if 0 <= place < len(LESSON_IDS) - 1 else None
    onward = None
    if after is not None:
        title = after.title.of(lang)
        words = sentence(lang, "page.lessons.next", id=after.id, title=title)
        onward = el("button", words, type="button", class_="p10-primary", id="lessons-next-lesson",
                    data_act="app.view", data_value=f"lessons/{after.id}")  # fmt: skip
    return fragment(
        el("p", plural(lang, "page.lessons.score", right, asked=len(run.answers))),
        el("p", held) if held else None,
        el("p", sentence(lang, "page.lessons.held.help"), class_="p10-muted"),
        el("div", onward, button(sentence(lang, "page.lessons.anew"), "lessons.again"),
           class_="p10-row"),
        _result(lang, view, run),
    )  # fmt: skip


def _result(lang: str, view: LessonsView, run: Run) -> Html:
    """Give what a class without a network takes: a code to type, a file."""
    given = contribution_of(run, view.seat.chair, view.learner.name)
    try:
        code = result_code(given)
    except GameError as error:
        code = error_text(lang, error)
    return el(
        "details",
        el("summary", sentence(lang, "page.lessons.result")),
        el(
            "div",
            el("p", sentence(lang, "page.lessons.result.help"), class_="p10-muted"),
            el("p", el("code", code, id="lessons-result-code"), class_="p10-resultcode"),
            el(
                "div",
                button(sentence(lang, "page.lessons.result.file"), "lessons.result"),
                class_="p10-row",
            ),
            class_="p10-stack",
        ),
        id="lessons-result",
        data_keep="",
    )


_Draw = Callable[[str, LessonsView, Run], Html]
_STEPS: Final[dict[str, _Draw]] = {
    "recall": _recall,
    "situation": _situation,
    "predict": _predict,
    "simulate": _simulate,
    "exact": _exact,
    "explain": _explain,
    "transfer": _transfer,
    "exit": _exit,
    "done": _done,
}
