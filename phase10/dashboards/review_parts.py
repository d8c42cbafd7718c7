"""The looks of the review page: opening a record, the grade, the chart, a decision at its table."""

from __future__ import annotations

from phase10.advice.review import Decision, Review
from phase10.dashboards.controls import button, chips, labelled
from phase10.dashboards.play_table import seat_facts
from phase10.dashboards.review import ReviewView
from phase10.game.engine import Game
from phase10.game.errors import RecordError
from phase10.views.cards import card_face
from phase10.views.hints import moves_html
from phase10.views.html import Html, el, fragment, table
from phase10.views.i18n import decimal, number, percent, sentence
from phase10.views.names import card_list
from phase10.views.play import group_name, place_name
from phase10.views.records import record_error_text
from phase10.views.review import (
    amount_text,
    did_text,
    grade_text,
    kind_text,
    measured_text,
    summary_texts,
    told_texts,
)
from phase10.views.review_chart import course_chart, course_table
from phase10.views.text import error_text
from phase10.widgets.hand import sorted_cards

__all__ = ["review_parts", "review_skeleton", "table_seen"]


def review_skeleton(lang: str, view: ReviewView) -> Html:
    """Give the places of the parts, in reading order."""
    if view.record is None:
        panel = el("section", data_part="review-open", id="part-review-open", class_="p10-panel")
        return el("div", panel, class_="p10-narrow", id="review")
    left, right = ("review-grade", "review-course", "review-all"), ("review-decision",)
    return el(
        "div",
        [
            el(
                "div",
                [
                    el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
                    for part in parts
                ],
                class_="p10-column",
            )
            for parts in (left, right)
        ],
        class_="p10-columns",
        id="review",
        data_keys="review.key",
    )


def review_parts(lang: str, view: ReviewView) -> dict[str, Html]:
    """Draw every part."""
    if view.record is None:
        return {"review-open": _open(lang, view)}
    return {
        "review-grade": _grade(lang, view),
        "review-course": _course(lang, view),
        "review-all": _all(lang, view),
        "review-decision": _decision(lang, view),
    }


# --- opening a record ----------------------------------------------------------------------------


def _open(lang: str, view: ReviewView) -> Html:
    return el(
        "div",
        el("h2", sentence(lang, "page.review.open"), id="review-heading", tabindex=-1),
        el("p", sentence(lang, "page.home.review.help"), class_="p10-muted"),
        el(
            "button",
            sentence(lang, "page.review.last"),
            type="button",
            class_="p10-primary p10-wide",
            id="do-review-last",
            data_act="review.last",
        ) if view.has_last else None,
        labelled(
            sentence(lang, "page.review.file"),
            "review-file",
            el("input", type="file", id="review-file", accept=".txt,text/plain",
               data_act="review.file", aria_describedby="review-error"),
        ),
        el(
            "details",
            el("summary", sentence(lang, "page.review.typed")),
            el(
                "div",
                el("p", sentence(lang, "page.review.typed.help"), class_="p10-muted"),
                labelled(
                    sentence(lang, "page.review.text"),
                    "review-text",
                    el("textarea", view.typed, id="review-text", rows=8, data_rev=view.revision,
                       data_act="review.typing", spellcheck="false",
                       aria_describedby="review-error"),
                ),
                button(sentence(lang, "page.review.read"), "review.typed"),
                class_="p10-stack",
            ),
            id="review-typed-more",
            data_keep="",
            open=bool(view.typed),
        ),
        el("p", _error(lang, view), class_="p10-error", id="review-error", tabindex=-1),
        class_="p10-stack",
    )  # fmt: skip


def _error(lang: str, view: ReviewView) -> str:
    if view.error is None:
        return ""
    if isinstance(view.error, RecordError):
        return record_error_text(lang, view.error)
    return error_text(lang, view.error)


# --- the grade -----------------------------------------------------------------------------------


def _grade(lang: str, view: ReviewView) -> Html:
    found = view.found
    seats = [(str(seat), name) for seat, name in enumerate(view.names)]
    return el(
        "div",
        el("span", sentence(lang, "page.review.whose"), id="review-whose", class_="p10-label"),
        chips("review-seat", "review.seat", seats, str(view.seat), "review-whose"),
        el("div", el("div", _status(lang, view), class_="p10-stack"), class_="p10-status"),
        _progress(lang, view),
        None if found is None else _lines(lang, found, view.seat),
        None if found is None else el("p", measured_text(lang, found), class_="p10-muted"),
        el("div", button(sentence(lang, "page.review.close"), "review.close"), class_="p10-row"),
        class_="p10-stack",
    )


def _status(lang: str, view: ReviewView) -> Html:
    if view.found is None:
        said = [sentence(lang, "review.working")]
    else:
        grade = view.found.grade(view.seat)
        said = [grade_text(lang, grade), " ".join(summary_texts(lang, grade))]
    return fragment(
        el("p", el("strong", said[0]), id="review-status", tabindex=-1),
        [el("p", text) for text in said[1:]],
    )


def _progress(lang: str, view: ReviewView) -> Html | None:
    if view.share is None:
        return None
    code = "page.review.ranking" if view.found is None else "page.review.measuring"
    return el(
        "div",
        el("p", sentence(lang, code, share=percent(lang, view.share)), id="review-said"),
        el("progress", max=1, value=f"{view.share:.2f}", aria_labelledby="review-said"),
        class_="p10-solving p10-noprint",
    )


def _lines(lang: str, found: Review, seat: int) -> Html:
    """Show a line for each kind of decisions."""
    chance = ("lost.chance",) if found.by_chance else ()
    names = ("kind", "decisions", "mistakes", *chance, "lost.turns", "points")
    headings = [sentence(lang, f"review.column.{name}") for name in names]
    rows = [
        [
            kind_text(lang, kind),
            number(lang, grade.decisions),
            number(lang, grade.mistakes),
            *([amount_text(lang, grade)] if found.by_chance else []),
            decimal(lang, grade.turns, 2),
            number(lang, grade.points),
        ]
        for kind, grade in found.lines(seat).items()
    ]
    caption = sentence(lang, "page.review.lines")
    return el(
        "div",
        table(caption, headings, rows),
        class_="p10-scroll",
        role="region",
        tabindex=0,
        aria_label=caption,
    )


# --- the course of the match ---------------------------------------------------------------------


def _course(lang: str, view: ReviewView) -> Html:
    found = view.found
    heading = el("h2", sentence(lang, "review.costliest"))
    if found is None:
        return el("div", heading, class_="p10-stack")
    marked = view.marked
    costly = [_listed(lang, view, found, each, place) for place, each in enumerate(marked, start=1)]
    return el(
        "div",
        heading,
        el("ol", costly, class_="p10-plainlist p10-reviewlist") if costly
        else el("p", sentence(lang, "page.review.none")),
        fragment(
            course_chart(found, view.seat, lang, marked, ident="review-chart"),
            el(
                "details",
                el("summary", sentence(lang, "page.review.numbers")),
                course_table(found, view.seat, lang),
                id="review-numbers",
                data_keep="",
            ),
        ) if found.by_chance else None,
        class_="p10-stack",
    )  # fmt: skip


def _all(lang: str, view: ReviewView) -> Html:
    """List all mistakes, and every decision, in the order of the match."""
    found = view.found
    if found is None:
        return Html("")
    mistakes = [_listed(lang, view, found, each) for each in view.mistakes]
    every = [_listed(lang, view, found, each) for each in found.of(view.seat)]
    lists = (("mistakes", mistakes), ("every", every))
    return el(
        "div",
        [
            el(
                "details",
                el("summary", sentence(lang, f"page.review.{name}", count=len(listed))),
                el("ol", listed, class_="p10-plainlist p10-reviewlist"),
                id=f"review-{name}",
                data_keep="",
            )
            for name, listed in lists
        ],
        class_="p10-stack",
    )


def _listed(
    lang: str, view: ReviewView, found: Review, decision: Decision, place: int | None = None
) -> Html:
    """Draw a decision as a button that shows it."""
    did = did_text(lang, found, decision, view.names)
    where = sentence(lang, "page.review.where", round=decision.round, did=did)
    label = where if place is None else f"{place}. {where}"
    kind = "all" if place is None else "costly"
    mark = "mistake" if place is None and decision.is_mistake else kind
    return el(
        "li",
        el(
            "button",
            label,
            type="button",
            id=f"review-{mark}-{decision.place}",
            class_="p10-reviewmove",
            data_act="review.choose",
            data_value=str(decision.place),
            aria_pressed=decision.place == view.chosen,
        ),
    )


# --- one decision --------------------------------------------------------------------------------


def _decision(lang: str, view: ReviewView) -> Html:
    decision, found = view.decision, view.found
    if decision is None or found is None:
        text = sentence(lang, "page.review.choose" if found else "review.working")
        return el("p", text, class_="p10-muted")
    told = told_texts(lang, decision)
    did = did_text(lang, found, decision, view.names)
    where = sentence(lang, "page.review.where", round=decision.round, did=did)
    game = found.record.events[decision.place - 1].game
    places = [each.place for each in view.mistakes]
    return el(
        "div",
        el("h2", where, id="review-decision", tabindex=-1),
        el("p", el("strong", told[0])),
        el("ul", [el("li", text) for text in told[1:]], class_="p10-reasons")
        if told[1:] else None,
        table_seen(lang, game, decision.seat, view.names),
        el(
            "details",
            el("summary", sentence(lang, "page.review.moves")),
            moves_html(lang, decision.advice),
            id="review-moves",
            data_keep="",
        ),
        el(
            "div",
            button(sentence(lang, "page.review.previous"), "review.previous",
                   off=not any(place < decision.place for place in places)),
            button(sentence(lang, "page.review.next"), "review.next",
                   off=not any(place > decision.place for place in places)),
            class_="p10-row p10-noprint",
        ),
        el("p", sentence(lang, "page.review.keys"), class_="p10-muted p10-noprint"),
        class_="p10-stack",
    )  # fmt: skip


def table_seen(lang: str, game: Game, seat: int, names: tuple[str, ...]) -> Html:
    """Draw what a player saw: the own hand, the face-up card, what lies, the others."""
    hand = [card_face(card, lang, small=True) for card in sorted_cards(game.hand(seat), "number")]
    others = [other for other in game.playing if other != seat]
    top = game.top
    return el(
        "div",
        el("h3", sentence(lang, "page.review.hand", count=len(hand))),
        el("p", seat_facts(lang, game, seat), class_="p10-muted"),
        el("span", hand, class_="p10-cards"),
        _laid(lang, game, seat, names),
        el("h3", sentence(lang, "page.table.top")),
        el("span", card_face(top, lang, small=True), class_="p10-cards")
        if top is not None else el("p", "–"),
        [
            fragment(
                el("h3", sentence(lang, "page.review.other", player=names[other],
                                  count=len(game.hand(other)))),
                el("p", seat_facts(lang, game, other), class_="p10-muted"),
                _laid(lang, game, other, names),
            )
            for other in others
        ],
        class_="p10-stack p10-reviewtable",
    )  # fmt: skip


def _laid(lang: str, game: Game, seat: int, names: tuple[str, ...]) -> Html | None:
    """Draw the groups that a seat has laid."""
    melds = game.groups_of(seat)
    if not melds:
        return None
    shown = []
    for place, meld in enumerate(melds, start=1):
        name = place_name(seat, place)
        said = sentence(lang, "page.play.meld", place=name, group=group_name(lang, meld),
                        cards=card_list(lang, meld.cards))  # fmt: skip
        faces = [card_face(card, lang, small=True, named=False) for card in meld.cards]
        shown.append(
            el(
                "li",
                el("span", said, class_="p10-hidden"),
                el("span", name, class_="p10-place", aria_hidden=True),
                el("span", faces, class_="p10-cards p10-meldcards", aria_hidden=True),
                class_="p10-meld",
            )
        )
    return el("ul", shown, class_="p10-melds")
