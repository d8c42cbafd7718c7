"""The looks of the table: the others on top, the piles, the own groups, the hand, the acts."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.dashboards.play import PlayView
from phase10.dashboards.play_match import PageMatch
from phase10.dashboards.play_moves import Asked
from phase10.dashboards.play_words import problem_texts, turn_text
from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Discard, Hit, Lay
from phase10.game.stages import DRAW, PLAY
from phase10.players.at_table import is_computers, is_running, nearest_missing
from phase10.views.cards import card_face
from phase10.views.html import Html, el, fragment
from phase10.views.i18n import plural, sentence
from phase10.views.live import group_text
from phase10.views.names import card_list, card_name, phase_name
from phase10.views.play import laid_text, place_name, seat_notes
from phase10.widgets.hand import SORTS

__all__ = ["hand_html", "others_html", "piles_html", "problem_html", "status_html"]

_BACKS = 11


def status_html(lang: str, view: PlayView, match: PageMatch, told: Html | None = None) -> Html:
    """Say whose turn it is; ``told`` stands below."""
    going = is_computers(match.record)
    if match.is_covered:
        button = _button(lang, "page.play.show", "show", primary=True)
    elif going and view.speed == "step":
        button = _button(lang, "page.play.step", "next", primary=True)
    elif match.waits_for_deal:
        code = "page.play.next.tie" if match.game.tied else "page.play.next"
        button = _button(lang, code, "next", primary=True)
    else:
        button = None
    unsaved = match.unsaved is not None
    return el(
        "div",
        el(
            "div",
            el("p", turn_text(lang, match), id="play-status", tabindex=-1),
            button,
            class_="p10-status",
        ),
        told,
        el("p", sentence(lang, "page.play.unsaved"), class_="p10-error") if unsaved else None,
        class_="p10-stack",
        data_fallback="play-status",
    )


def problem_html(lang: str, view: PlayView, match: PageMatch) -> Html:
    """Explain what was not done."""
    if view.problem is None:
        return el("div", id="play-problem")
    said = problem_texts(lang, view.problem, match.names, match.me)
    return el(
        "div",
        el("p", said[0], class_="p10-error"),
        [el("p", text) for text in said[1:]],
        class_="p10-problem",
        id="play-problem",
    )


def _button(lang: str, code: str, act: str, *, primary: bool = False, off: bool = False) -> Html:
    return el(
        "button",
        sentence(lang, code),
        type="button",
        id=f"do-play-{act}",
        class_="p10-primary" if primary else None,
        data_act=f"play.{act}",
        aria_disabled=True if off else None,
    )


# --- the others ----------------------------------------------------------------------------------


def others_html(lang: str, view: PlayView, match: PageMatch) -> Html:
    """Draw the other seats clockwise from the one that looks."""
    count, me = len(match.names), match.me
    seats = [(me + step) % count for step in range(1, count)]
    return el(
        "ul",
        [_seat(lang, view, match, seat) for seat in seats],
        class_="p10-seats",
        aria_label=sentence(lang, "page.live.players"),
    )


def _seat(lang: str, view: PlayView, match: PageMatch, seat: int) -> Html:
    game = match.game
    held = game.seats[seat]
    turn = is_running(game) and game.turn == seat
    notes = seat_notes(lang, game, seat)
    cards = len(held.hand)
    backs = [el("span", class_="p10-back") for _ in range(min(cards, _BACKS))]
    return el(
        "li",
        el(
            "div",
            el("span", SEATS[seat], class_="p10-avatar", aria_hidden=True),
            el("span", match.names[seat], class_="p10-playername"),
            el("span", sentence(lang, "page.live.has_turn"), class_="p10-turn") if turn else None,
            el(
                "span",
                el("span", backs, class_="p10-backs", aria_hidden=True),
                el("span", plural(lang, "page.play.cards", cards), class_="p10-cardcount"),
                class_="p10-held",
            ),
            class_="p10-seathead",
        ),
        el("p", seat_facts(lang, game, seat), class_="p10-seatfacts"),
        el("p", notes, class_="p10-seatfacts p10-note") if notes else None,
        _melds(lang, view, match, seat),
        class_="p10-seat p10-now" if turn else "p10-seat",
        id=f"play-seat-{SEATS[seat]}",
    )


def seat_facts(lang: str, game: Game, seat: int) -> str:
    """Say which phase a seat is at or has laid, and its points."""
    held = game.seats[seat]
    points = plural(lang, "page.play.points", held.score)
    if held.laid is not None:
        name = phase_name(lang, game.setup.phase(held.laid))
        return sentence(lang, "page.play.seat.laid", number=held.laid, phase=name, points=points)
    numbers = game.open_phases(seat)
    if len(numbers) == 1:
        name = phase_name(lang, game.setup.phase(numbers[0]))
        return sentence(lang, "page.play.seat.at", number=numbers[0], phase=name, points=points)
    made = ", ".join(map(str, held.done)) or "–"
    return sentence(lang, "page.play.seat.made", numbers=made, points=points)


def _melds(lang: str, view: PlayView, match: PageMatch, seat: int) -> Html | None:
    """Draw the groups of a seat; a tap hits the chosen card on a group."""
    game = match.game
    melds = game.groups_of(seat)
    if not melds:
        return None
    open_ = match.is_mine and game.stage == PLAY and game.seats[game.turn].laid is not None
    shown = [
        el("li", _meld(lang, match, seat, place, meld, open_=open_))
        for place, meld in enumerate(melds, start=1)
    ]
    return el("ul", shown, class_="p10-melds")


def _meld(lang: str, match: PageMatch, seat: int, place: int, meld: Meld, *, open_: bool) -> Html:
    name = place_name(seat, place)
    group = group_text(lang, meld, match.names[seat])
    faces = el(
        "span",
        [card_face(card, lang, small=True, named=False) for card in meld.cards],
        class_="p10-cards p10-meldcards",
    )
    label = sentence(lang, "page.play.meld", place=name, group=group,
                     cards=card_list(lang, meld.cards))  # fmt: skip
    if not open_:
        return el(
            "span",
            el("span", label, class_="p10-hidden"),
            el("span", name, class_="p10-place", aria_hidden=True),
            el("span", faces, aria_hidden=True),
            class_="p10-meld",
        )
    return el(
        "button",
        el("span", name, class_="p10-place", aria_hidden=True),
        faces,
        type="button",
        class_="p10-meld",
        id=f"play-meld-{SEATS[seat]}-{place}",
        aria_label=sentence(lang, "page.play.meld.hit", meld=label),
        data_act="play.meld",
        data_value=name,
    )


# --- the piles -----------------------------------------------------------------------------------


def piles_html(lang: str, view: PlayView, match: PageMatch) -> Html:
    """Draw the two piles: a tap draws, takes or discards."""
    game = match.game
    top = game.top
    draws = match.is_mine and game.stage == DRAW
    pile = plural(lang, "play.pile", len(game.pile))
    face = card_face(top, lang, named=False) if top is not None else el("span", class_="p10-nocard")
    shown = sentence(lang, "play.top.none") if top is None else sentence(
        lang, "play.top", card=card_name(lang, top)
    )  # fmt: skip
    return el(
        "div",
        _pile("draw", el("span", class_="p10-card p10-back p10-backlarge"), pile,
              sentence(lang, "page.play.draw"), lit=draws and game.can_draw()),
        _pile("top", face, shown[:1].upper() + shown[1:],
              sentence(lang, "page.play.discard" if game.stage == PLAY else "page.play.take"),
              lit=draws and game.can_take()),
        class_="p10-playpiles",
        role="group",
        aria_label=sentence(lang, "page.play.piles"),
    )  # fmt: skip


def _pile(act: str, face: Html, label: str, does: str, *, lit: bool) -> Html:
    """Draw a pile; who does not see it is told what a press does."""
    return el(
        "button",
        el("span", face, aria_hidden=True),
        el("span", label, el("span", f" · {does}", class_="p10-hidden")),
        type="button",
        class_="p10-playpile p10-lit" if lit else "p10-playpile",
        id=f"play-pile-{act}",
        data_act=f"play.{act}",
        data_value="pile",
    )


# --- the own side --------------------------------------------------------------------------------


def hand_html(lang: str, view: PlayView, match: PageMatch, told: Html | None = None) -> Html:
    """Draw the own groups, the hand and what can be done; ``told`` stands below the acts."""
    game, me = match.game, match.me
    turn = is_running(game) and game.turn == me
    if match.alone:
        name = sentence(lang, "play.name.you", player=match.names[me])
    else:
        name = match.names[me]
    notes = seat_notes(lang, game, me)
    return el(
        "div",
        el(
            "div",
            el("span", SEATS[me], class_="p10-avatar", aria_hidden=True),
            el("h2", name, class_="p10-playername", id="play-hand-heading"),
            el("span", sentence(lang, "page.live.has_turn"), class_="p10-turn") if turn else None,
            class_="p10-seathead",
        ),
        el("p", seat_facts(lang, game, me), class_="p10-seatfacts"),
        el("p", notes, class_="p10-seatfacts p10-note") if notes else None,
        _melds(lang, view, match, me),
        _cards(lang, view, match, told) if match.sees_hand else _hidden(lang, match),
        class_="p10-stack",
    )


def _hidden(lang: str, match: PageMatch) -> Html:
    """Draw backs where a hand must not be seen."""
    count = len(match.game.hand(match.me))
    return el(
        "div",
        el("span", [el("span", class_="p10-back") for _ in range(count)], class_="p10-backs",
           aria_hidden=True),
        el("p", sentence(lang, "page.play.hidden", player=match.names[match.me]),
           class_="p10-muted"),
        class_="p10-held",
    )  # fmt: skip


def _cards(lang: str, view: PlayView, match: PageMatch, told: Html | None) -> Html:
    game = match.game
    hand = list(game.hand(match.me))
    lacking = _lacking(lang, match)
    count = plural(lang, "count.hand", len(hand))
    plan = match.plan if view.hand.sort == "plan" else ()
    sorts = [
        el(
            "button",
            sentence(lang, f"page.sort.{by}"),
            type="button",
            class_="p10-chip",
            id=f"play-sort-{by}",
            aria_pressed=by == view.hand.sort,
            data_act="play.sort",
            data_value=by,
        )
        for by in SORTS
    ]
    return el(
        "div",
        el("p", f"{count} · {lacking}" if lacking else count, class_="p10-handline"),
        el(
            "div",
            view.hand.render(lang, hand, f"{count}. {sentence(lang, 'page.play.choose')}", plan),
            class_="p10-handbox",
        ),
        _bar(lang, view, match) if is_running(game) else None,
        told,
        _asked(lang, view, match),
        el(
            "div",
            el("span", sentence(lang, "page.sort"), id="play-sort-label", class_="p10-label"),
            sorts,
            class_="p10-row",
            role="group",
            aria_labelledby="play-sort-label",
        ),
        class_="p10-stack",
        data_fallback="play-status",
    )


def _lacking(lang: str, match: PageMatch) -> str:
    """Say how many cards are missing from the phase that is aimed at."""
    game, me = match.game, match.me
    if not is_running(game) or game.seats[me].laid is not None or not game.open_phases(me):
        return ""
    count = nearest_missing(game, me)
    return plural(lang, "play.missing", count) if count else sentence(lang, "play.complete")


def _bar(lang: str, view: PlayView, match: PageMatch) -> Html:
    """Draw the acts: what is possible now stands out, the others say why not."""
    game = match.game
    mine = match.is_mine
    chosen = view.chosen
    draws, plays = mine and game.stage == DRAW, mine and game.stage == PLAY
    laid = plays and game.seats[game.turn].laid is not None
    ready = {
        "draw": draws and game.can_draw(),
        "take": draws and game.can_take(),
        "lay": plays and not laid and bool(game.legal_layings()),
        "hit": laid and any(isinstance(move, Hit) for move in game.legal_moves()),
        "discard": plays and len(chosen) == 1,
        "undo": match.can_undo or view.asked is not None or view.coach.pending is not None,
    }
    labels = {act: sentence(lang, f"page.play.{act}") for act in ready}
    if draws and game.top is not None:
        card = card_name(lang, game.top, "accusative")
        labels["take"] = sentence(lang, "page.play.take.card", card=card)
    if len(chosen) == 1 and plays:
        card = card_name(lang, chosen[0], "accusative")
        labels["discard"] = sentence(lang, "page.play.discard.card", card=card)
    buttons = [
        el(
            "button",
            labels[act],
            type="button",
            id=f"do-play-{act}",
            class_="p10-primary" if can and act != "undo" else None,
            data_act=f"play.{act}",
            aria_disabled=None if can else True,
        )
        for act, can in ready.items()
    ]
    return el(
        "div",
        buttons,
        class_="p10-acts",
        role="group",
        aria_label=sentence(lang, "page.play.acts"),
        data_keys="play.key",
    )


def _asked(lang: str, view: PlayView, match: PageMatch) -> Html | None:
    """Ask which of several moves is meant: each is a button."""
    asked = view.asked
    if asked is None:
        return None
    code = f"page.play.ask.{asked.what}"
    if asked.card is None:
        question = sentence(lang, code)
    else:
        question = sentence(lang, code, card=card_name(lang, asked.card))
    buttons = [
        el(
            "button",
            el("span", place + 1, class_="p10-place", aria_hidden=True),
            _answer(lang, match, asked, place),
            type="button",
            id=f"play-answer-{place}",
            class_="p10-wide p10-answer" if asked.what == "lay" else "p10-answer",
            data_act="play.answer",
            data_value=place,
        )
        for place in range(len(asked.shown))
    ]
    more = len(asked.moves) - len(asked.shown)
    return el(
        "div",
        el("p", question, class_="p10-label", id="play-asked", tabindex=-1),
        el("div", buttons, class_="p10-row", role="group", aria_labelledby="play-asked",
           data_keys="play.key"),
        _more(lang, more) if more else None,
        el("button", sentence(lang, "page.play.cancel"), type="button", class_="p10-quiet",
           id="do-play-clear", data_act="play.clear"),
        class_="p10-field p10-asked",
        data_fallback="play-status",
    )  # fmt: skip


def _more(lang: str, count: int) -> Html:
    return el(
        "button",
        plural(lang, "page.play.more", count),
        type="button",
        class_="p10-quiet",
        id="do-play-all",
        data_act="play.all",
    )


def _answer(lang: str, match: PageMatch, asked: Asked, place: int) -> Html:
    move = asked.moves[place]
    if isinstance(move, Discard) and move.target is not None:
        return fragment(match.names[move.target])
    if isinstance(move, Hit):
        meld = match.game.groups_of(move.seat)[move.group - 1]
        group = group_text(lang, meld, match.names[move.seat])
        if move.card.stands_for is not None:
            said = sentence(lang, "page.live.place.wild", number=move.card.stands_for,
                            group=group)  # fmt: skip
            return fragment(f"{place_name(move.seat, move.group)} · {said}")
        return fragment(f"{place_name(move.seat, move.group)} · {group}")
    if isinstance(move, Lay):
        return _layout(lang, match, move)
    return fragment(move.text())


def _layout(lang: str, match: PageMatch, lay: Lay) -> Html:
    """Draw a laying as small cards, and what stays in hand after it."""
    groups = [el("span", _faces(lang, group.cards), class_="p10-cards") for group in lay.groups]
    used = [card for group in lay.groups for card in group.cards]
    left = match.game.hand(match.game.turn) - used
    name = laid_text(lang, lay.groups)
    if lay.phase is not None:
        name = sentence(lang, "play.layout.phase", number=lay.phase, groups=name)
    points = match.game.rules.points_of(left)
    return fragment(
        el("span", name, class_="p10-hidden"),
        el("span", groups, class_="p10-layout", aria_hidden=True),
        el("span", plural(lang, "page.play.left", points), class_="p10-muted"),
    )


def _faces(lang: str, cards: Sequence[Card]) -> list[Html]:
    return [card_face(card, lang, small=True, named=False) for card in cards]
