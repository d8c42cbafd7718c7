"""The parts of the play page, and the places where they stand."""

from __future__ import annotations

from phase10.dashboards.controls import taken_notice
from phase10.dashboards.play import PlayView
from phase10.dashboards.play_end import about_html, end_html, log_html
from phase10.dashboards.play_match import PageMatch
from phase10.dashboards.play_table import (
    hand_html,
    others_html,
    piles_html,
    problem_html,
    status_html,
)
from phase10.game.errors import RecordError
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players.at_table import is_running
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.records import record_error_text
from phase10.views.text import error_text

__all__ = ["play_parts", "play_skeleton"]


def play_skeleton(lang: str, view: PlayView) -> Html:
    """Give the places of the parts, in reading order."""
    match = view.match
    if match is None:
        panel = el("section", data_part="play-start", id="part-play-start", class_="p10-panel")
        return el("div", panel, class_="p10-narrow", id="play")
    over = match.game.stage in (ROUND_OVER, MATCH_OVER)
    table = [
        el("section", data_part=part, id=f"part-{part}",
           aria_label=sentence(lang, "page.play.table") if part == "play-others" else None)
        for part in ("play-others", "play-piles", "play-status", "play-own")
    ]  # fmt: skip
    side = ["play-end"] if over else ["play-coach"]
    return el(
        "div",
        el("div", el("div", table, class_="p10-panel p10-playtable p10-stack"),
           class_="p10-column"),
        el(
            "div",
            [
                el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
                for part in (*side, "play-log", "play-about")
            ],
            class_="p10-column",
        ),
        class_="p10-columns p10-playcolumns",
        id="play",
    )  # fmt: skip


def play_parts(lang: str, view: PlayView) -> dict[str, Html]:
    """Draw every part."""
    match = view.match
    if match is None:
        return {"play-start": _start(lang, view)}
    over = match.game.stage in (ROUND_OVER, MATCH_OVER)
    side = (
        {"play-end": end_html(lang, match)}
        if over
        else {"play-coach": view.coach.render(lang, match)}
    )
    told, place = problem_html(lang, view, match), _place(view, match)
    return {
        "play-others": others_html(lang, view, match),
        "play-piles": piles_html(lang, view, match),
        "play-status": _status(lang, view, match, told if place == "piles" else None),
        "play-own": hand_html(lang, view, match, told if place == "acts" else None),
        **side,
        "play-log": log_html(lang, match),
        "play-about": about_html(lang, view, match, told if place == "typed" else None),
    }


def _place(view: PlayView, match: PageMatch) -> str:
    """Tell where to explain what was not done: where it was asked for, as far as that is shown."""
    shown = match.sees_hand and is_running(match.game)
    return "piles" if view.asked_at == "acts" and not shown else view.asked_at


def _status(lang: str, view: PlayView, match: PageMatch, told: Html | None) -> Html:
    return el("div", _trouble(lang, view), status_html(lang, view, match, told), class_="p10-stack")


def _trouble(lang: str, view: PlayView) -> Html | None:
    """Say what was wrong with a kept match, and where its file is now."""
    found = view.trouble
    if found is None:
        return None
    if found.foreign:
        said = sentence(lang, "page.play.foreign")
    elif found.error is None:
        said = sentence(lang, "page.play.gone")
    elif isinstance(found.error, RecordError):
        said = record_error_text(lang, found.error)
    else:
        said = error_text(lang, found.error)
    texts = [el("p", said, class_="p10-error")]
    if found.aside is not None:
        texts.append(el("p", sentence(lang, "page.play.aside", path=str(found.aside))))
    if found.match is not None:
        texts.append(el("p", sentence(lang, "page.play.rescued")))
    return el("div", texts, class_="p10-problem", role="note")


def _start(lang: str, view: PlayView) -> Html:
    """Draw what stands before a match: one that goes on, one that another page has, a new one."""
    return el(
        "div",
        _trouble(lang, view),
        _busy(lang, view),
        _kept(lang, view),
        view.new.render(lang),
        class_="p10-stack",
    )


def _busy(lang: str, view: PlayView) -> Html | None:
    if not view.busy:
        return None
    return taken_notice(lang, sentence(lang, "page.play.busy"), "play-busy", "play.take_over")


def _kept(lang: str, view: PlayView) -> Html | None:
    """Offer the matches that this browser knows."""
    others = [key for key in view.matches if key != view.busy]
    if not others:
        return None
    buttons = [
        el(
            "button",
            sentence(lang, "page.play.continue" if not place else "page.play.continue.earlier",
                     number=place),
            type="button",
            id=f"play-open-{key}",
            data_act="play.open",
            data_value=key,
        )
        for place, key in enumerate(others)
    ]  # fmt: skip
    return el("div", buttons, class_="p10-row")
