"""The looks of a round that is followed: whose turn, what can be reported, the table, the log."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.advice.hints import Advice
from phase10.dashboards.controls import labelled
from phase10.dashboards.live import LiveView
from phase10.game.cards import Card
from phase10.game.errors import GameError
from phase10.game.live import LiveRound
from phase10.game.moves import SEATS, Discard, Hit, Lay, Move, parse_move
from phase10.game.position import ME, Opponent
from phase10.game.sight import seats_by_name
from phase10.views.cards import card_face
from phase10.views.hints import summary_html
from phase10.views.html import Html, el, fragment, table
from phase10.views.i18n import plural, sentence
from phase10.views.live import (
    advised_text,
    called,
    ending_texts,
    entry_text,
    group_text,
    opening_text,
    place_text,
    turn_text,
)
from phase10.views.names import card_name, option_name, phase_name
from phase10.views.play import laid_text
from phase10.views.text import card_label

__all__ = ["live_html", "round_html"]

SUGGESTED = 3
"""Layings that are offered without choosing cards."""

SHOWN_ENTRIES = 4
"""The newest reports, which are shown unfolded."""


# --- what is done now ----------------------------------------------------------------------------


def live_html(
    lang: str, view: LiveView, live: LiveRound, advice: Advice | None, hand: Sequence[Card]
) -> Html:
    """Draw the part in which the round goes on; ``hand``: my cards in the order to show."""
    mine = live.turn == ME
    return el(
        "div",
        el(
            "div",
            el("h2", sentence(lang, "page.live")),
            el("span", _phase_words(lang, live), class_="p10-muted"),
            class_="p10-heading-row",
        ),
        el(
            "div",
            el("p", turn_text(lang, live), id="live-status", tabindex=-1),
            _undo(lang, view, live),
            class_="p10-status",
        ),
        el("p", view.wrong_text(lang), class_="p10-error", id="live-error"),
        _house_rule(lang, view),
        summary_html(lang, advice) if mine and advice is not None else None,
        _advised(lang, live, advice) if mine and live.drawn and advice is not None else None,
        _over(lang, view, live) if live.over else _acts(lang, view, live, advice, hand),
        _hand(lang, live, hand),
        None if live.over else _edit(lang),
        class_="p10-stack",
        data_fallback="live-status",
    )


def _house_rule(lang: str, view: LiveView) -> Html | None:
    """Draw the button by which a table keeps its own rule, where that allows what was refused."""
    if view.house is None or view.wrong is None:
        return None
    rule = option_name(lang, view.house.option, view.house.value)
    return el(
        "button",
        sentence(lang, "page.live.allow", rule=rule),
        type="button",
        id="do-live-allow",
        class_="p10-wide",
        data_act="live.allow",
    )


def _phase_words(lang: str, live: LiveRound) -> str:
    position = live.position
    name = phase_name(lang, position.phase)
    if position.phase not in position.phases:
        return name
    number = position.phases.index(position.phase) + 1
    return sentence(lang, "page.phase.chip", number=number, phase=name)


def _acts(
    lang: str, view: LiveView, live: LiveRound, advice: Advice | None, hand: Sequence[Card]
) -> Html:
    mine = live.turn == ME
    if mine and not live.drawn:
        question = sentence(lang, "page.live.ask.drew")
        return fragment(_take(lang, live), _picker(lang, view, question))
    take = None if live.drawn else _take(lang, live)
    pieces: list[Html | None] = [take, _modes(lang, view, live)]
    if view.asked is not None:
        pieces.append(_asked(lang, view, live))
    # What grows with every tap stands below what is tapped, which then stays in its place.
    question = _question(lang, view, live)
    if mine:
        pieces.append(_buttons(lang, view, live, hand))
    else:
        pieces.append(_picker(lang, view, question))
    if view.mode == "lay":
        pieces.append(_laying(lang, view, live, advice))
    return fragment(pieces)


def _question(lang: str, view: LiveView, live: LiveRound) -> str:
    if live.turn == ME:
        return sentence(lang, f"page.live.ask.own.{view.mode}")
    return sentence(lang, f"page.live.ask.{view.mode}", player=live.turn)


def _take(lang: str, live: LiveRound) -> Html | None:
    """Draw the button for the face-up card, where it may be taken."""
    top = live.position.top
    if top is None or not live.game.can_take():
        return None
    card = card_name(lang, top, "accusative")
    if live.turn == ME:
        label = sentence(lang, "page.live.took.own", card=card)
    else:
        label = sentence(lang, "page.live.took", player=live.turn, card=card)
    return el(
        "button",
        card_face(top, lang, small=True, named=False),
        label,
        type="button",
        id="do-live-take",
        class_="p10-wide",
        data_act="live.take",
    )


def _modes(lang: str, view: LiveView, live: LiveRound) -> Html:
    mine = live.turn == ME
    chips = [
        el(
            "button",
            sentence(lang, f"page.live.mode.own.{mode}" if mine else f"page.live.mode.{mode}"),
            type="button",
            role="radio",
            class_="p10-chip",
            id=f"live-mode-{mode}",
            aria_checked=mode == view.mode,
            data_act="live.mode",
            data_value=mode,
        )
        for mode in view.modes
    ]
    if mine:
        label = sentence(lang, "page.live.modes.own")
    else:
        label = sentence(lang, "page.live.modes", player=live.turn)
    return el("div", chips, role="radiogroup", class_="p10-row", aria_label=label, data_roving="")


def _picker(lang: str, view: LiveView, question: str) -> Html:
    return el(
        "div",
        el("p", question, class_="p10-label"),
        view.choice.render(lang, question),
        view.choice.render_refusal(lang),
        class_="p10-field",
    )


def _asked(lang: str, view: LiveView, live: LiveRound) -> Html:
    """Ask for what a report lacks: each answer is a button that reports it."""
    asked = view.asked
    if asked is None:
        return fragment()
    if asked.what == "target":
        question = sentence(lang, "page.live.ask.target")
    else:
        card = card_name(lang, asked.card)
        question = sentence(lang, "page.live.ask.place", card=card)
    buttons = [_move_button(_move_label(lang, live, move), move) for move in asked.moves]
    return el(
        "div",
        el("p", question, class_="p10-label", id="live-asked", tabindex=-1),
        el("div", buttons, class_="p10-row", role="group", aria_labelledby="live-asked"),
        class_="p10-field p10-asked",
    )


def _move_label(lang: str, live: LiveRound, move: Move) -> str:
    if isinstance(move, Hit):
        return place_text(lang, live, move)
    if isinstance(move, Discard) and move.target is not None:
        return called(lang, live.names[move.target], alone=True)
    return move.text()


def _move_button(label: Html | str, move: Move, ident: str = "", *, wide: bool = False) -> Html:
    text = move.text()
    written = "".join(sign if sign.isalnum() else "-" for sign in text)
    return el(
        "button",
        label,
        type="button",
        id=ident or f"live-{written}",
        class_="p10-wide" if wide else None,
        data_act="live.move",
        data_value=text,
    )


def _advised(lang: str, live: LiveRound, advice: Advice) -> Html | None:
    """Draw the button that reports the next step of the best move: what is advised is one tap."""
    move = _next_step(live, advice)
    if move is None:
        return None
    return _move_button(advised_text(lang, live, move), move, "do-live-advised", wide=True)


def _next_step(live: LiveRound, advice: Advice) -> Lay | Hit | Discard | None:
    """Give the first step of the best move as the engine has it; None where there is none."""
    if not advice.options:
        return None
    best = advice.options[0]
    steps = (best.move, *best.hits) if best.move.startswith("lay ") else (*best.hits, best.move)
    try:
        move = parse_move(steps[0], seats_by_name(live.names))
    except GameError:
        return None
    if not isinstance(move, Lay | Hit | Discard) or live.game.check(move) is not None:
        return None
    return move


def _laying(lang: str, view: LiveView, live: LiveRound, advice: Advice | None) -> Html:
    """Show the cards chosen for a laying, and the ways in which they can lie."""
    ways = view.ways()
    if not view.cards and live.turn == ME:
        ways = _suggested(live, advice)
    chosen = [
        el(
            "button",
            card_face(card, lang, small=True, named=False),
            type="button",
            class_="p10-cardbutton p10-chosen",
            id=f"live-chosen-{place}",
            aria_label=card_label(lang, card, place, len(view.cards), chosen=True),
            data_act="live.unpick",
            data_value=str(card),
        )
        for place, card in enumerate(view.cards, start=1)
    ]
    if ways:
        said = sentence(lang, "page.live.ways.one" if len(ways) == 1 else "page.live.ways")
    elif view.cards:
        said = sentence(lang, "page.live.ways.none")
    else:
        said = ""
    return el(
        "div",
        el(
            "div", chosen, class_="p10-row", role="group", data_roving="",
            aria_label=sentence(lang, "page.live.chosen"),
        ) if chosen else None,
        el("p", said, class_="p10-muted") if said else None,
        [_move_button(_layout(lang, way), way, wide=True) for way in ways],
        class_="p10-field",
    )  # fmt: skip


def _suggested(live: LiveRound, advice: Advice | None) -> tuple[Lay, ...]:
    """List a few ways to lay my phase, those of the hint first."""
    seats = {letter: seat for seat, letter in enumerate(SEATS)}
    found: list[Lay] = []
    for option in advice.options if advice is not None else ():
        if option.move.startswith("lay "):
            move = parse_move(option.move, seats)
            if isinstance(move, Lay) and live.game.check(move) is None:
                found.append(move)
    if not found:
        found = live.game.legal_layings()
    return tuple(found[:SUGGESTED])


def _layout(lang: str, way: Lay) -> Html:
    """Draw the groups of a laying as small cards."""
    groups = [
        el(
            "span",
            [card_face(card, lang, small=True, named=False) for card in group.cards],
            class_="p10-cards",
        )
        for group in way.groups
    ]
    name = sentence(lang, "page.live.lay", groups=laid_text(lang, way.groups))
    return fragment(
        el("span", name, class_="p10-hidden"), el("span", groups, class_="p10-layout",
                                                  aria_hidden=True)
    )  # fmt: skip


# --- my hand -------------------------------------------------------------------------------------


def _hand(lang: str, live: LiveRound, hand: Sequence[Card]) -> Html | None:
    """Show my cards while none of them can be reported."""
    if not hand or (live.turn == ME and live.drawn):
        return None
    label = plural(lang, "count.hand", len(hand))
    faces = [el("li", card_face(card, lang)) for card in hand]
    return el(
        "div",
        el("h3", sentence(lang, "page.hand")),
        el("ul", faces, class_="p10-hand p10-cardlist", aria_label=label),
        class_="p10-field p10-handbox",
    )


def _buttons(lang: str, view: LiveView, live: LiveRound, hand: Sequence[Card]) -> Html:
    """Draw my cards as buttons: a tap reports one of them, or chooses it for a laying."""
    chosen = list(view.cards) if view.mode == "lay" else []
    copies: dict[Card, int] = {}
    buttons = []
    for place, card in enumerate(hand, start=1):
        copies[card] = copies.get(card, 0) + 1
        picked = card in chosen
        if picked:
            chosen.remove(card)
        buttons.append(
            el(
                "button",
                card_face(card, lang, named=False),
                type="button",
                class_="p10-cardbutton",
                id=f"live-hand-{card}-{copies[card]}",
                data_act="live.hand",
                data_value=str(card),
                aria_pressed=picked if view.mode == "lay" else None,
                aria_label=card_label(lang, card, place, len(hand)),
            )
        )
    question = _question(lang, view, live)
    label = plural(lang, "count.hand", len(hand))
    return el(
        "div",
        el("p", question, class_="p10-label"),
        el("div", buttons, class_="p10-hand", role="group", aria_label=f"{label}. {question}",
           data_roving=""),
        class_="p10-field p10-handbox",
    )  # fmt: skip


def _undo(lang: str, view: LiveView, live: LiveRound) -> Html:
    nothing = not (view.cards or view.asked or live.before or live.earlier)
    return el(
        "button",
        sentence(lang, "page.undo"),
        type="button",
        id="do-live-undo",
        data_act="live.undo",
        aria_disabled=True if nothing else None,
    )


def _edit(lang: str) -> Html:
    return el(
        "button",
        sentence(lang, "page.live.edit"),
        type="button",
        id="do-live-edit",
        class_="p10-noprint",
        data_act="live.edit",
    )


# --- the end -------------------------------------------------------------------------------------


def _over(lang: str, view: LiveView, live: LiveRound) -> Html:
    """Say how the round ended, ask for points, lead on."""
    ending = live.ending(view.told_points)
    # How it ended is told above, where else it says whose turn it is.
    said = [el("p", text) for text in ending_texts(lang, live, view.told_points)[1:]]
    fields = []
    if not live.game.tie_break:
        mine = ending.points[ME] or 0
        said.append(el("p", plural(lang, "page.live.points.own", mine)))
        for seat, name in enumerate(live.names):
            if name in (ME, ending.out):
                continue
            ident = f"live-points-{seat}"
            field = el(
                "input", type="text", inputmode="numeric", id=ident, autocomplete="off",
                value=view.points.get(name, ""), data_act=f"live.points.{seat}",
            )  # fmt: skip
            label = sentence(lang, "page.live.points", player=name)
            fields.append(labelled(label, ident, field))
    watching = bool(ending.tied) and ME not in ending.tied
    act = "new" if ending.winner or watching else "next"
    return el(
        "div",
        said,
        el("div", fields, class_="p10-player-fields") if fields else None,
        el("small", sentence(lang, "page.live.points.help")) if fields else None,
        el(
            "button",
            sentence(lang, f"page.live.{act}"),
            type="button",
            class_="p10-primary",
            id=f"do-live-{act}",
            data_act=f"live.{act}",
        ),
        class_="p10-stack",
    )


# --- the table and the log -----------------------------------------------------------------------


def round_html(lang: str, live: LiveRound) -> Html:
    """Draw the piles, the players, what lies on the table, and what happened."""
    return el(
        "div",
        el("h2", sentence(lang, "page.live.table"), id="round-heading"),
        _piles(lang, live),
        el(
            "div",
            _players(lang, live),
            class_="p10-scroll",
            role="region",
            tabindex=0,
            aria_label=sentence(lang, "page.live.players"),
        ),
        _melds(lang, live),
        _log(lang, live),
        class_="p10-stack",
    )


def _piles(lang: str, live: LiveRound) -> Html:
    position = live.position
    top = position.top
    return el(
        "div",
        el(
            "div",
            el("span", sentence(lang, "page.table.top"), class_="p10-label"),
            card_face(top, lang) if top is not None else el("span", "–"),
            class_="p10-pile",
        ),
        el("span", plural(lang, "play.pile", position.pile)) if position.pile is not None else None,
        el("span", sentence(lang, "page.live.dealt", player=called(lang, position.dealer)))
        if position.dealer
        else None,
        class_="p10-piles",
    )


def _players(lang: str, live: LiveRound) -> Html:
    position = live.position
    number = (
        position.phases.index(position.phase) + 1 if position.phase in position.phases else None
    )
    me = Opponent(ME, number, position.score, len(position.hand), position.laid)
    rows = []
    for player in (me, *position.players):
        turn = (
            el("span", sentence(lang, "page.live.has_turn"), class_="p10-turn")
            if player.name == live.turn
            else None
        )
        skips = position.skipped.count(player.name)
        rows.append(
            [
                [
                    el(
                        "span", called(lang, player.name, alone=True), turn, class_="p10-playername"
                    ),
                    el("small", plural(lang, "play.seat.skips", skips)) if skips else None,
                ],
                _phase_cell(lang, player),
                [
                    "–" if player.cards is None else player.cards,
                    [card_face(card, lang, small=True) for card in player.holds],
                ],
                "–" if player.score is None else player.score,
            ]
        )
    headings = [
        sentence(lang, "page.live.column.player"),
        sentence(lang, "play.column.phase"),
        sentence(lang, "play.column.cards"),
        sentence(lang, "play.column.points"),
    ]
    caption = sentence(lang, "page.live.players")
    return table(caption, headings, rows, caption_hidden=True, class_="p10-players")


def _phase_cell(lang: str, player: Opponent) -> str:
    if player.phase is None:
        return sentence(lang, "page.live.laid") if player.laid else "–"
    code = "play.phase.laid" if player.laid else "play.phase"
    return sentence(lang, code, number=player.phase)


def _melds(lang: str, live: LiveRound) -> Html:
    groups = [
        el(
            "li",
            el("span", group_text(lang, meld, live.names[SEATS.index(meld.owner)])),
            el(
                "span",
                [card_face(card, lang, small=True) for card in meld.cards],
                class_="p10-cards",
            ),
            class_="p10-goal",
        )
        for meld in live.game.table
    ]
    heading = el("h3", sentence(lang, "page.live.groups"))
    if not groups:
        return fragment(heading, el("p", sentence(lang, "page.live.groups.none"),
                                    class_="p10-muted"))  # fmt: skip
    return fragment(heading, el("ul", groups, class_="p10-goals"))


def _log(lang: str, live: LiveRound) -> Html:
    """Tell what happened, the newest first; what is long ago is folded."""
    told = [entry_text(lang, entry, live.names) for entry in reversed(live.entries)]
    told += filter(None, [opening_text(lang, live)])
    heading = el("h3", sentence(lang, "page.live.log"))
    if not told:
        return fragment(heading, el("p", sentence(lang, "page.live.log.none"), class_="p10-muted"))
    new, old = told[:SHOWN_ENTRIES], told[SHOWN_ENTRIES:]
    return fragment(
        heading,
        el("ol", [el("li", text) for text in new], class_="p10-log", reversed=True,
           start=len(told)),
        el(
            "details",
            el("summary", sentence(lang, "page.live.log.more")),
            el("ol", [el("li", text) for text in old], class_="p10-log", reversed=True,
               start=len(old)),
            id="log-more",
            data_keep="",
        ) if old else None,
    )  # fmt: skip
