"""The looks of the quiz: the table, the move, the answers, why."""

from __future__ import annotations

from phase10.dashboards.learn_looks import (
    faces,
    problem,
    rule_link,
    still_own,
    still_piles,
    trouble,
    view_link,
    words,
)
from phase10.dashboards.learn_table import BoardTable, ShownMatch
from phase10.dashboards.play_table import others_html
from phase10.dashboards.quiz import QuizView
from phase10.game.sight import game_of
from phase10.teaching.quiz import LENGTH, Question
from phase10.teaching.rules import sentence_of
from phase10.views.course import table_names
from phase10.views.course_words import act_cards, move_sentence
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.refusals import instead_text, refusal_text
from phase10.views.rules import rule_lines
from phase10.views.text import error_text

__all__ = ["question_skeleton", "quiz_parts"]


def question_skeleton(lang: str, room: str, keys: str | None = None) -> Html:
    """Give the places of a table that is only looked at, and of a question about it beside it.

    ``room``: what the parts and the whole are called by; ``keys``: the act that keys are sent as.
    """
    table = [
        el("section", data_part=part, id=f"part-{part}",
           aria_label=sentence(lang, "page.play.table") if part == "play-others" else None)
        for part in ("play-others", "play-piles", "play-own")
    ]  # fmt: skip
    return el(
        "div",
        el("div", el("div", table, class_="p10-panel p10-playtable p10-stack"),
           class_="p10-column"),
        el(
            "div",
            [
                el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
                for part in (f"{room}-asks", f"{room}-about")
            ],
            class_="p10-column",
        ),
        class_="p10-columns p10-playcolumns p10-quiz",
        id=room,
        data_keys=keys,
    )  # fmt: skip


def quiz_parts(lang: str, view: QuizView) -> dict[str, Html]:
    """Draw every part."""
    view.ask()
    question = view.question
    about = _about(lang, view)
    if question is None:
        error = view.error
        said = [] if error is None else [error_text(lang, error)]
        return {"quiz-asks": problem(said) if said else el("div"), "quiz-about": about}
    name = view.learner.name or sentence(lang, "play.name")
    match = ShownMatch(game_of(question.position), (name, *question.names[1:]))
    table = BoardTable([], lambda act, lang: False, {})
    return {
        "play-others": others_html(lang, table, match),
        "play-piles": still_piles(lang, match),
        "play-own": still_own(lang, match),
        "quiz-asks": _asks(lang, view, question, match),
        "quiz-about": about,
    }


def _asks(lang: str, view: QuizView, question: Question, match: ShownMatch) -> Html:
    cards = act_cards(question.move)
    lines = rule_lines(lang, view.rules)
    return el(
        "div",
        trouble(lang, view.learner),
        el("h2", sentence(lang, "quiz.may"), id="quiz-heading"),
        el("p", el("strong", move_sentence(lang, question.move, question.names)),
           faces(lang, cards) if cards else None, id="quiz-move", tabindex=-1,
           class_="p10-shownact"),
        el("ul", [el("li", line) for line in lines], class_="p10-reasons") if lines else None,
        _answers(lang, view, question),
        _says(lang, view, question) if view.result is not None else None,
        class_="p10-stack",
    )  # fmt: skip


def _answers(lang: str, view: QuizView, question: Question) -> Html:
    choices = [("", sentence(lang, "quiz.allowed"))]
    choices += [
        (rule, sentence(lang, "quiz.not", rule=rule, words=sentence_of(rule).words.of(lang)))
        for rule in question.reasons
    ]
    true = "" if question.legal else question.rule
    rows = []
    for rule, said in choices:
        mark = None
        if view.result is not None:
            given = rule == view.given
            code = "quiz.mark.true" if rule == true else "quiz.mark.given" if given else ""
            mark = el("em", sentence(lang, code), class_="p10-mark") if code else None
        ident = f"quiz-{rule or 'allowed'}"
        answer = el("span", said)
        if view.result is None:
            shown = el("button", answer, type="button", class_="p10-answer p10-wide", id=ident,
                       data_act="quiz.reason" if rule else "quiz.allowed",
                       data_value=rule or None)  # fmt: skip
        else:
            state = " p10-true" if rule == true else ""
            shown = el("div", answer, mark, class_=f"p10-given{state}", id=ident)
        rows.append(el("li", shown))
    return el("ul", rows, class_="p10-answers", aria_label=sentence(lang, "learn.choices"))


def _says(lang: str, view: QuizView, question: Question) -> Html:
    refusal = question.refusal
    told = []
    if refusal is not None:
        names = table_names(lang, question.names)
        told.append(refusal_text(lang, refusal, names))
        if refusal.instead is not None:
            told.append(instead_text(lang, refusal.instead, names, 0))
    right = view.result is not None and view.result.right
    return el(
        "div",
        el("h3", sentence(lang, f"quiz.{view.verdict}"), id="quiz-says-heading", tabindex=-1),
        [el("p", text) for text in told],
        rule_link(lang, question.rule, "quiz-rule"),
        el("button", sentence(lang, "quiz.next"), type="button", class_="p10-primary",
           id="quiz-next", data_act="quiz.next"),
        class_="p10-stack p10-right" if right else "p10-stack p10-problem",
    )  # fmt: skip


def _about(lang: str, view: QuizView) -> Html:
    texts = [] if view.question is None else [
        move_sentence(lang, view.question.move, view.question.names)
    ]  # fmt: skip
    return el(
        "div",
        el("p", sentence(lang, "quiz.count", right=view.right, asked=view.asked),
           id="quiz-count") if view.asked else None,
        el("p", sentence(lang, "quiz.enough"), class_="p10-muted")
        if view.asked and view.asked % LENGTH == 0 and view.result is not None else None,
        el("p", sentence(lang, "quiz.help"), class_="p10-muted"),
        words(lang, texts, "quiz"),
        el("div", view_link(sentence(lang, "learn.map"), "learn", "quiz-to-map"),
           view_link(sentence(lang, "rules.tab.tables"), "rules/tables", "quiz-to-tables"),
           class_="p10-row"),
        class_="p10-stack",
    )  # fmt: skip
