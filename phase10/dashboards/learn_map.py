"""The map of the course: fifteen levels with their stars, what is shaky, the learner's progress."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from phase10.dashboards.controls import button
from phase10.dashboards.learn import LearnView
from phase10.dashboards.learn_learner import FORMATS, Learner
from phase10.dashboards.learn_looks import rule_link, trouble, view_link
from phase10.teaching.course import MOST_STARS, Board, Level, levels
from phase10.teaching.rules import sentence_of
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.text import error_text

__all__ = ["map_parts", "map_skeleton", "progress_html", "shaky_list"]

_SHAKY = 5
"""Shaky rules that are shown at most: what to look at next, not a list of sins."""


def map_skeleton() -> Html:
    """Give the places of the parts."""
    return el(
        "div",
        el("div", data_part="learn-map", id="part-learn-map", class_="p10-column"),
        el(
            "div",
            [
                el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
                for part in ("learn-shaky", "learn-progress")
            ],
            class_="p10-column",
        ),
        class_="p10-columns p10-playcolumns",
        id="learn",
    )


def map_parts(lang: str, view: LearnView) -> dict[str, Html]:
    """Draw every part of the map."""
    return {
        "learn-map": _map(lang, view),
        "learn-shaky": _shaky(lang, view),
        "learn-progress": progress_html(lang, view.learner),
    }


def _map(lang: str, view: LearnView) -> Html:
    best = view.progress.stars()
    every = [board for level in levels() for board in level.boards]
    after = _next(every, best)
    total = sum(min(MOST_STARS, best.get(board.id, 0)) for board in every)
    return el(
        "div",
        el(
            "div",
            trouble(lang, view.learner),
            el("p", sentence(lang, "learn.lead.on" if best else "learn.lead"), class_="p10-lead"),
            el(
                "div",
                _go_on(lang, after, begun=bool(best)) if after is not None else None,
                el("p", sentence(lang, "learn.done"), class_="p10-best") if after is None else None,
                el("span", plural(lang, "learn.total", total, most=MOST_STARS * len(every)),
                   class_="p10-muted"),
                class_="p10-row",
            ),
            class_="p10-panel p10-stack",
        ),
        el("ol", [_level(lang, level, best, after) for level in levels()], class_="p10-levels"),
        el(
            "div",
            [
                view_link(_door(lang, place), place, f"learn-to-{place.replace('/', '-')}",
                          quiet=False)
                for place in ("quiz", "rules", "rules/tables")
            ],
            class_="p10-learndoors",
        ),
        class_="p10-column",
    )  # fmt: skip


def _door(lang: str, place: str) -> Html:
    code = place.replace("/", ".")
    return el(
        "span",
        el("strong", sentence(lang, f"learn.door.{code}")),
        el("span", sentence(lang, f"learn.door.{code}.help"), class_="p10-muted"),
        class_="p10-levelwords",
    )


def _next(every: list[Board], best: Mapping[str, int]) -> Board | None:
    """Give the first board that is not solved after the last one that is, else the first of all."""
    solved = [place for place, board in enumerate(every) if board.id in best]
    later = every[solved[-1] + 1 :] if solved else every
    return next((board for board in (*later, *every) if board.id not in best), None)


def _go_on(lang: str, board: Board, *, begun: bool) -> Html:
    code = "learn.continue" if begun else "learn.start"
    return el(
        "button",
        sentence(lang, code, board=board.id),
        type="button",
        class_="p10-primary",
        id="learn-continue",
        data_act="app.view",
        data_value=f"learn/{board.id}",
    )


def _level(lang: str, level: Level, best: Mapping[str, int], after: Board | None) -> Html:
    count = sum(min(MOST_STARS, best.get(board.id, 0)) for board in level.boards)
    most = MOST_STARS * len(level.boards)
    solved = sum(board.id in best for board in level.boards)
    first = next((one for one in level.boards if one.id not in best), level.boards[0])
    now = after is not None and any(one.id == after.id for one in level.boards)
    full = count == most
    state = " p10-full" if full else " p10-now" if now else ""
    return el(
        "li",
        el(
            "button",
            el("span", level.id, class_="p10-levelnumber", aria_hidden=True),
            el(
                "span",
                el("span", sentence(lang, "term.course.level", number=level.id,
                                    title=level.title.of(lang)), class_="p10-hidden"),
                el("strong", level.title.of(lang), aria_hidden=True),
                el("span", level.goal.of(lang), class_="p10-muted"),
                class_="p10-levelwords",
            ),
            el(
                "span",
                el("span", "★", class_="p10-star", aria_hidden=True),
                el("span", f"{count}/{most}", aria_hidden=True),
                el("span", plural(lang, "learn.stars.of", count, most=most), class_="p10-hidden"),
                el("span", sentence(lang, "learn.boards", solved=solved, count=len(level.boards)),
                   class_="p10-hidden"),
                class_="p10-levelstars",
            ),
            type="button",
            class_=f"p10-level{state}",
            id=f"learn-level-{level.id}",
            data_act="app.view",
            data_value=f"learn/{first.id}",
        ),
    )  # fmt: skip


# --- what is shaky --------------------------------------------------------------------------------


def shaky_list(lang: str, view: LearnView, where: str) -> Html | None:
    """List the rules that are still shaky, each with a board that shows it; None without any."""
    found = list(view.progress.shaky())[:_SHAKY]
    if not found:
        return None
    rows = []
    for rule in found:
        boards = sentence_of(rule).boards
        rows.append(
            el(
                "li",
                rule_link(lang, rule, where),
                [
                    view_link(sentence(lang, "learn.board.try", board=board), f"learn/{board}",
                              f"{where}-{rule}-board-{board}")
                    for board in boards[:1]
                ],
            )
        )  # fmt: skip
    return el("ul", rows, class_="p10-plainlist")


def _shaky(lang: str, view: LearnView) -> Html:
    listed = shaky_list(lang, view, "shaky")
    return el(
        "div",
        el("h2", sentence(lang, "learn.shaky")),
        listed or el("p", sentence(lang, "learn.shaky.none"), class_="p10-muted"),
        el("p", sentence(lang, "learn.shaky.help"), class_="p10-muted") if listed else None,
        class_="p10-stack",
    )


# --- the learner ----------------------------------------------------------------------------------


def progress_html(lang: str, learner: Learner) -> Html:
    """Show whose progress is kept, and its files; the acts are those of the course."""
    wrong = learner.error
    named = bool(learner.name)
    return el(
        "div",
        el(
            "h2",
            sentence(lang, "learn.of", name=learner.name) if named
            else sentence(lang, "learn.progress"),
            id="learn-name-heading",
            tabindex=-1,
        ),
        el("p", sentence(lang, "learn.name.kept" if named else _unnamed()),
           class_="p10-muted", id="learn-name-help"),
        _name_field(lang, learner) if not named else button(
            sentence(lang, "learn.name.leave"), "learn.leave"
        ),
        el("h3", sentence(lang, "learn.files")),
        el(
            "div",
            [
                button(sentence(lang, f"learn.export.{kind}"), "learn.export", kind)
                for kind in FORMATS
            ],
            class_="p10-row",
        ),
        el(
            "div",
            el("label", sentence(lang, "learn.import"), for_="learn-import", class_="p10-label"),
            el("input", type="file", id="learn-import", data_act="learn.import",
               accept=".json,.csv", aria_describedby="learn-import-said",
               aria_invalid=True if wrong and wrong[0] == "import" else None),
            el(
                "div",
                el("p", error_text(lang, wrong[1]), class_="p10-error")
                if wrong and wrong[0] == "import" else None,
                el("p", plural(lang, "learn.import.done", learner.imported))
                if learner.imported is not None else None,
                id="learn-import-said",
            ),
            class_="p10-field",
        ),
        _forget(lang, learner),
        class_="p10-stack",
    )  # fmt: skip


def _unnamed() -> str:
    """Choose the sentence on where progress is kept: a browser alone has no database."""
    return "learn.name.alone" if sys.platform == "emscripten" else "learn.name.help"


def _name_field(lang: str, learner: Learner) -> Html:
    wrong = learner.error if learner.error and learner.error[0] == "name" else None
    return el(
        "div",
        el("label", sentence(lang, "learn.name"), for_="learn-name", class_="p10-label"),
        el(
            "div",
            el("input", type="text", id="learn-name", value=learner.entered,
               data_rev=learner.revision, data_act="learn.name", data_enter="learn.named",
               autocomplete="off", spellcheck="false",
               aria_describedby="learn-name-help learn-name-error",
               aria_invalid=True if wrong else None),
            el("button", sentence(lang, "learn.name.save"), type="button", class_="p10-primary",
               id="learn-named", data_act="learn.named"),
            class_="p10-with-button",
        ),
        el("div", el("p", error_text(lang, wrong[1]), class_="p10-error") if wrong else None,
           id="learn-name-error"),
        class_="p10-field",
    )  # fmt: skip


def _forget(lang: str, learner: Learner) -> Html | None:
    if not learner.progress.entries:
        return None
    if not learner.forgetting:
        return el("button", sentence(lang, "learn.forget"), type="button", class_="p10-quiet",
                  id="learn-forget", data_act="learn.forget")  # fmt: skip
    return el(
        "div",
        el("p", sentence(lang, "learn.forget.sure")),
        el(
            "div",
            el("button", sentence(lang, "learn.forget.do"), type="button", id="learn-forget-sure",
               data_act="learn.forget", data_value="sure"),
            el("button", sentence(lang, "learn.forget.not"), type="button", id="learn-forget",
               data_act="learn.forget"),
            class_="p10-row",
        ),
        class_="p10-problem p10-stack",
    )  # fmt: skip
