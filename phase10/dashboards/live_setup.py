"""What a live round begins with: the players, who dealt, the cards; filled in a few taps."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.dashboards.controls import chosen, labelled
from phase10.dashboards.live import LiveView
from phase10.dashboards.table import preset_field
from phase10.game.cards import Card
from phase10.game.phases import Phase
from phase10.game.position import ME, Position
from phase10.game.shuffle import HAND_SIZE
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.live import called

__all__ = ["setup_html"]


def setup_html(lang: str, view: LiveView, typed: Position, phases: Sequence[Phase]) -> Html:
    """Draw the folded part in which a round is begun."""
    wrong = view.wrong_text(lang)
    return el(
        "details",
        el("summary", el("h2", sentence(lang, "page.live")), id="live-heading"),
        el(
            "div",
            el("p", sentence(lang, "page.live.help"), class_="p10-muted"),
            _resume(lang, view),
            view.opponents.render_count(lang, "live", 1),
            _first_round(lang, view),
            _players(lang, view, phases),
            view.opponents.render_twin(lang),
            _dealer(lang, view),
            _moment(lang, view),
            preset_field(lang, typed.rules, "live"),
            _cards(lang, view, typed),
            el("p", wrong, class_="p10-error", id="live-error"),
            el(
                "button",
                sentence(lang, "page.live.start"),
                type="button",
                class_="p10-primary",
                id="do-live-start",
                data_act="live.start",
                aria_describedby="live-error",
            ),
            class_="p10-stack",
        ),
        id="live-more",
        data_keep="",
        open=bool(view.behind or view.wrong),
    )


def _resume(lang: str, view: LiveView) -> Html | None:
    if view.behind is None:
        return None
    code = "page.live.back.over" if view.behind.over else "page.live.back"
    return el(
        "button",
        sentence(lang, code),
        type="button",
        id="do-live-resume",
        data_act="live.resume",
    )


def _first_round(lang: str, view: LiveView) -> Html | None:
    """Draw the switch that says of all at once what is so when a match begins."""
    if not view.opponents.rows or (view.behind is not None and view.behind.over):
        return None
    return el(
        "button",
        sentence(lang, "page.live.first"),
        type="button",
        id="do-live-first",
        class_="p10-wide",
        data_act="live.first",
        aria_pressed=view.first_round,
    )


def _players(lang: str, view: LiveView, phases: Sequence[Phase]) -> Html | None:
    """Draw the names, phases and points, folded: a round can be followed without."""
    rows = view.opponents.rows
    if not rows:
        return None
    names = view.opponents.names
    others = [
        el(
            "fieldset",
            el("legend", names[place]),
            el(
                "div",
                view.opponents.name_field(lang, place, "live"),
                view.opponents.phase_field(lang, place, "live", phases),
                _score(lang, f"opponents.score.{place}", f"live-score-{place + 1}", row.score),
                class_="p10-player-fields",
            ),
            class_="p10-player",
        )
        for place, row in enumerate(rows)
    ]
    mine = el(
        "fieldset",
        el("legend", called(lang, ME, alone=True)),
        el(
            "div",
            _score(lang, "live.score", "live-score-0", view.score),
            class_="p10-player-fields",
        ),
        class_="p10-player",
    )
    return el(
        "details",
        el("summary", sentence(lang, "page.live.people"), id="live-people"),
        el("div", others, mine, class_="p10-stack"),
        id="live-people-more",
        data_keep="",
        open=bool(view.opponents.twin),
    )


def _score(lang: str, act: str, ident: str, value: str) -> Html:
    field = el(
        "input",
        type="text",
        inputmode="numeric",
        id=ident,
        value=value,
        data_act=act,
        autocomplete="off",
    )
    return labelled(sentence(lang, "page.live.score"), ident, field)


def _dealer(lang: str, view: LiveView) -> Html | None:
    """Draw the players to choose the dealer from; one tap."""
    if not view.opponents.rows:
        return None
    names = [called(lang, ME, alone=True), *view.opponents.names]
    chips = [
        el(
            "button",
            name,
            type="button",
            role="radio",
            class_="p10-chip",
            id=f"live-dealer-{seat}",
            aria_checked=seat == view.dealer,
            data_act="live.dealer",
            data_value=seat,
        )
        for seat, name in enumerate(names)
    ]
    return el(
        "div",
        el("span", sentence(lang, "page.live.dealer"), id="live-dealer-label", class_="p10-label"),
        el("div", chips, role="radiogroup", class_="p10-row", aria_labelledby="live-dealer-label",
           data_roving=""),
        class_="p10-field",
    )  # fmt: skip


def _moment(lang: str, view: LiveView) -> Html | None:
    if not view.opponents.rows:
        return None
    words = {
        "": sentence(lang, "page.live.moment.dealt"),
        "before_draw": sentence(lang, "page.live.moment.before_draw"),
        "after_draw": sentence(lang, "page.live.moment.after_draw"),
    }
    options = [
        (key, words[key] if key in words else
         sentence(lang, "page.live.moment.other", player=view.opponents.names[int(key) - 1]))
        for key in view.moments
    ]  # fmt: skip
    label = sentence(lang, "page.live.moment")
    return chosen(label, "live-moment", "live.moment", options, view.moment)


def _cards(lang: str, view: LiveView, typed: Position) -> Html:
    """Say which cards are still to be entered; the face-up card is tapped here."""
    count = len(typed.hand)
    said = plural(lang, "page.live.hand", count, needed=HAND_SIZE)
    top: Html | None
    if typed.top is None:
        question = sentence(lang, "page.live.ask.top")
        top = el(
            "div",
            el("p", question, class_="p10-label"),
            view.choice.render(lang, question),
            class_="p10-field",
        )
    else:
        top = _face_up(lang, typed.top)
    return el("div", el("p", said, id="live-hand-count"), top, class_="p10-stack")


def _face_up(lang: str, card: Card) -> Html:
    return el(
        "p",
        el("span", sentence(lang, "page.table.top"), class_="p10-label"),
        " ",
        card_face(card, lang, small=True),
        class_="p10-row",
    )
