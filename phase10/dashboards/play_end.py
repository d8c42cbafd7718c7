"""Beside and after the table: what happened, where the match stands, and every card of a round."""

from __future__ import annotations

from phase10.dashboards.controls import button, chosen
from phase10.dashboards.play import SPEEDS, PlayView
from phase10.dashboards.play_match import PageMatch
from phase10.game.cards import CARDS
from phase10.game.engine import Game
from phase10.game.scoring import standings
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players.at_table import happened
from phase10.views.cards import card_face
from phase10.views.html import Html, el, fragment, table
from phase10.views.i18n import number, sentence
from phase10.views.play import deal_text, end_texts, made_text, phases_text
from phase10.views.play_log import Told, told_turns
from phase10.views.rules import rule_groups
from phase10.widgets.hand import sorted_cards

__all__ = ["about_html", "end_html", "log_html"]

SHOWN_TURNS = 6
"""The newest turns, which are shown unfolded."""


def log_html(lang: str, match: PageMatch) -> Html:
    """Tell what happened in this round, the newest first."""
    events = match.record.events
    start = max((place for place, event in enumerate(events) if event.step is None), default=0)
    me = match.reader
    turns = told_turns(lang, happened(match.record, start + 1), match.names, me, own=True)
    told = [_turn(lang, match, turn) for turn in reversed(turns)]
    told.append(el("li", " ".join(deal_text(lang, events[start].game, match.names, me))))
    new, old = told[:SHOWN_TURNS], told[SHOWN_TURNS:]
    return el(
        "div",
        el("h2", sentence(lang, "page.live.log")),
        el("ol", new, class_="p10-log", reversed=True, start=len(told)),
        el(
            "details",
            el("summary", sentence(lang, "page.live.log.more")),
            el("ol", old, class_="p10-log", reversed=True, start=len(old)),
            id="play-log-more",
            data_keep="",
        ) if old else None,
        class_="p10-stack",
    )  # fmt: skip


def _turn(lang: str, match: PageMatch, turn: Told) -> Html:
    return el("li", el("strong", match.names[turn.seat]), " ", " · ".join(turn.clauses))


# --- the end of a round --------------------------------------------------------------------------


def end_html(lang: str, match: PageMatch) -> Html:
    """Say how the round ended, who stands where, and open all cards."""
    game = match.game
    me = match.reader
    told = end_texts(lang, game, match.names, me)
    over = game.stage == MATCH_OVER
    return el(
        "div",
        el("h2", sentence(lang, "page.play.end.match" if over else "page.play.end.round",
                          round=game.round)),
        [el("p", el("strong", text)) for text in told],
        _standings(lang, match),
        el("div", button(sentence(lang, "page.play.new"), "play.leave"),
           button(sentence(lang, "page.play.again"), "play.again"), class_="p10-row")
        if over else None,
        _honest(lang, match),
        class_="p10-stack",
    )  # fmt: skip


def _standings(lang: str, match: PageMatch) -> Html:
    game = match.game
    scored = game.stage in (ROUND_OVER, MATCH_OVER) and not game.tie_break
    headings = [sentence(lang, "page.live.column.player")]
    headings += [sentence(lang, "play.column.round")] if scored else []
    headings += [sentence(lang, "play.column.points"), sentence(lang, "play.column.made")]
    rows = [
        [
            _named(lang, match, seat),
            *([number(lang, game.points[seat])] if scored else []),
            number(lang, game.seats[seat].score),
            made_text(lang, game, seat),
        ]
        for seat in standings(game)
    ]
    caption = sentence(lang, "page.play.standings")
    return el(
        "div",
        table(caption, headings, rows),
        class_="p10-scroll",
        role="region",
        tabindex=0,
        aria_label=caption,
    )


def _named(lang: str, match: PageMatch, seat: int) -> str:
    name = match.names[seat]
    own = match.alone and seat == match.me
    return sentence(lang, "play.name.you", player=name) if own else name


def _honest(lang: str, match: PageMatch) -> Html:
    """Open the round: the code of the deal, what was dealt, what is left, the draw pile."""
    game = match.game
    events = match.record.events
    dealt = next(event.game for event in reversed(events) if event.step is None)
    code = game.setup.code(game.round, len(game.playing))
    rows = [
        [
            _named(lang, match, seat),
            _hand(lang, dealt, seat),
            _hand(lang, game, seat),
        ]
        for seat in game.playing
    ]
    caption = sentence(lang, "page.play.honest.hands")
    pile = [card_face(CARDS[kind], lang, small=True) for kind in reversed(dealt.pile)]
    return el(
        "details",
        el("summary", sentence(lang, "page.play.honest")),
        el(
            "div",
            el("p", sentence(lang, "page.play.honest.help", deal=str(code))),
            el(
                "div",
                table(caption, [
                    sentence(lang, "page.live.column.player"),
                    sentence(lang, "page.play.honest.dealt"),
                    sentence(lang, "page.play.honest.left"),
                ], rows, caption_hidden=True),
                class_="p10-scroll",
                role="region",
                tabindex=0,
                aria_label=caption,
            ),
            el("h3", sentence(lang, "page.play.honest.pile")),
            el("div", pile, class_="p10-cards p10-pilecards"),
            class_="p10-stack",
        ),
        id="play-honest",
        data_keep="",
    )  # fmt: skip


def _hand(lang: str, game: Game, seat: int) -> Html:
    cards = sorted_cards(game.hand(seat), "number")
    if not cards:
        return el("span", "–")
    faces = [card_face(card, lang, small=True) for card in cards]
    return el("span", faces, class_="p10-cards p10-pilecards")


# --- about the match -----------------------------------------------------------------------------


def about_html(lang: str, view: PlayView, match: PageMatch, told: Html | None = None) -> Html:
    """Tell the settings, the phases, the rules; offer a link, the record, a new match.

    ``told`` stands below the typed moves.
    """
    game, me = match.game, match.me
    speeds = [(speed, sentence(lang, f"page.play.speed.{speed}")) for speed in SPEEDS]
    code = game.setup.code(game.round, len(game.playing))
    rules = [
        fragment(el("h3", heading), el("ul", [el("li", line) for line in lines],
                                       class_="p10-reasons"))
        for heading, lines in rule_groups(lang, match.record.rules)
    ]  # fmt: skip
    return el(
        "div",
        chosen(sentence(lang, "page.play.speed"), "play-speed", "play.speed", speeds, view.speed),
        _typed(lang, view, told),
        el(
            "details",
            el("summary", sentence(lang, "page.play.about")),
            el(
                "div",
                el("p", sentence(lang, "page.play.code.now", deal=str(code))),
                el("ul", [el("li", text) for text in phases_text(lang, game, me)],
                   class_="p10-plainlist"),
                el(
                    "details",
                    el("summary", sentence(lang, "page.table.rules")),
                    rules,
                    id="play-rules-more",
                    data_keep="",
                ),
                class_="p10-stack",
            ),
            id="play-about",
            data_keep="",
        ),
        el(
            "div",
            button(sentence(lang, "page.play.link"), "play.link"),
            button(sentence(lang, "page.play.copy"), "play.copy"),
            button(sentence(lang, "page.play.leave"), "play.leave"),
            class_="p10-row",
        ),
        class_="p10-stack",
    )  # fmt: skip


def _typed(lang: str, view: PlayView, told: Html | None) -> Html:
    keys = [
        el("li", el("kbd", key), " ", sentence(lang, f"page.play.key.{act}"))
        for key, act in (
            ("D", "draw"), ("T", "take"), ("L", "lay"), ("H", "hit"), ("X", "discard"),
            ("U", "undo"), ("C", "hint"), ("S", "sort"), ("N", "next"), ("1–9", "answer"),
        )
    ]  # fmt: skip
    return el(
        "details",
        el("summary", sentence(lang, "page.play.keys")),
        el(
            "div",
            el("p", sentence(lang, "page.play.keys.help"), class_="p10-muted"),
            el("ul", keys, class_="p10-plainlist p10-keys"),
            el("label", sentence(lang, "page.play.typed"), for_="play-typed", class_="p10-label"),
            el("input", type="text", id="play-typed", value=view.typed_text,
               data_rev=view.typed_revision, data_act="play.typing", data_enter="play.typed",
               autocomplete="off", autocapitalize="off", spellcheck="false",
               aria_describedby="play-typed-help"),
            told,
            el("small", sentence(lang, "page.play.typed.help"), id="play-typed-help"),
            class_="p10-field",
        ),
        id="play-keys",
        data_keep="",
    )  # fmt: skip
