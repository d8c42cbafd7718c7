"""The looks of the score keeper: the form, the round that is written, the sheet."""

from __future__ import annotations

from phase10.dashboards.controls import button, chips, chosen, labelled, taken_notice
from phase10.dashboards.scores import ScoresView, status_text
from phase10.game.errors import GameError
from phase10.game.moves import SEATS
from phase10.game.scorekeeper import LONGEST_NAME, ScoreSheet
from phase10.views.html import Html, el, table
from phase10.views.i18n import number, plural, sentence
from phase10.views.names import phase_name
from phase10.views.text import error_text

__all__ = ["scores_parts", "scores_skeleton"]


def scores_skeleton(lang: str, view: ScoresView) -> Html:
    """Give the places of the parts."""
    parts = ("scores-new",) if view.sheet is None else ("scores-round", "scores-sheet")
    return el(
        "div",
        [el("section", data_part=part, id=f"part-{part}", class_="p10-panel") for part in parts],
        class_="p10-narrow" if view.sheet is None else "p10-columns p10-scores",
        id="scores",
    )


def scores_parts(lang: str, view: ScoresView) -> dict[str, Html]:
    """Draw every part."""
    if view.sheet is None:
        return {"scores-new": _new(lang, view)}
    return {
        "scores-round": _round(lang, view, view.sheet),
        "scores-sheet": _sheet(lang, view, view.sheet),
    }


# --- a new sheet ---------------------------------------------------------------------------------


def _new(lang: str, view: ScoresView) -> Html:
    counts = [(str(count), str(count)) for count in range(2, len(SEATS) + 1)]
    fields = [
        labelled(
            sentence(lang, "page.play.seat", number=place + 1),
            f"scores-name-{place}",
            el("input", type="text", id=f"scores-name-{place}", value=name,
               placeholder=SEATS[place], maxlength=LONGEST_NAME, autocomplete="off",
               spellcheck="false", data_act=f"scores.new.name.{place}"),
        )
        for place, name in enumerate(view.names)
    ]  # fmt: skip
    dealers = [(str(place), name) for place, name in enumerate(view.shown_names)]
    wrong = view.error
    return el(
        "div",
        el("h2", sentence(lang, "page.scores.new"), id="scores-new-heading", tabindex=-1),
        el("p", sentence(lang, "page.home.scores.help"), class_="p10-muted"),
        _busy(lang, view),
        _aside(lang, view),
        el("span", sentence(lang, "page.scores.count"), id="scores-count-label",
           class_="p10-label"),
        chips("scores-count", "scores.new.count", counts, str(len(view.names)),
              "scores-count-label"),
        el("div", fields, class_="p10-player-fields"),
        chosen(sentence(lang, "page.scores.dealer"), "scores-dealer", "scores.new.dealer", dealers,
               str(view.dealer)),
        view.form.render(lang),
        el("p", error_text(lang, wrong), class_="p10-error") if wrong is not None else None,
        el("button", sentence(lang, "page.scores.start"), type="button",
           class_="p10-primary p10-wide", id="do-scores-start", data_act="scores.start"),
        class_="p10-stack",
    )  # fmt: skip


def _busy(lang: str, view: ScoresView) -> Html | None:
    if not view.busy:
        return None
    text = sentence(lang, "page.scores.busy")
    return taken_notice(lang, text, "scores-busy", "scores.take_over")


def _aside(lang: str, view: ScoresView) -> Html | None:
    if view.aside is None:
        return None
    return el(
        "div",
        el("p", sentence(lang, "page.scores.damaged"), class_="p10-error"),
        el("p", sentence(lang, "page.play.aside", path=str(view.aside))),
        class_="p10-problem",
    )


# --- the round that is written -------------------------------------------------------------------


def _round(lang: str, view: ScoresView, sheet: ScoreSheet) -> Html:
    over = sheet.winner is not None
    form = None if over else _tie(lang, view, sheet) if sheet.tied else _entries(lang, view, sheet)
    return el(
        "div",
        el("div", el("p", status_text(lang, sheet), id="scores-status", tabindex=-1),
           class_="p10-status"),
        _aside(lang, view),
        el("p", sentence(lang, "page.scores.unsaved"), class_="p10-error")
        if view.unsaved else None,
        form,
        el("p", _wrong(lang, view), class_="p10-error",
           id="scores-error", tabindex=-1),
        None if over else el(
            "button", sentence(lang, "page.scores.write"), type="button", id="do-scores-write",
            class_="p10-primary p10-wide", data_act="scores.write",
            aria_describedby="scores-error",
        ),
        el(
            "div",
            button(sentence(lang, "page.scores.undo"), "scores.undo", off=not sheet.rounds),
            button(sentence(lang, "page.scores.copy"), "scores.copy"),
            el("button", sentence(lang, "page.print"), type="button", data_print=""),
            button(sentence(lang, "page.scores.leave"), "scores.leave"),
            class_="p10-row p10-noprint",
        ),
        class_="p10-stack",
        data_fallback="scores-status",
    )  # fmt: skip


def _wrong(lang: str, view: ScoresView) -> str:
    """Say why the round cannot be written down, "" when nothing is wrong."""
    if view.unsaid:
        return sentence(lang, "page.scores.who")
    return "" if view.error is None else error_text(lang, view.error)


def _out(lang: str, view: ScoresView, sheet: ScoreSheet) -> Html:
    """Ask who went out."""
    players = sheet.tied or range(len(sheet.names))
    options = [(str(player), sheet.names[player]) for player in players]
    options.append(("none", sentence(lang, "page.scores.nobody")))
    value = "none" if view.blocked else "" if view.out is None else str(view.out)
    ident = "scores-out-label"
    question = sentence(lang, "page.scores.won" if sheet.tied else "page.scores.out")
    return el(
        "div",
        el("span", question, id=ident, class_="p10-label"),
        chips("scores-out", "scores.out", options, value, ident),
        class_="p10-field",
    )


def _tie(lang: str, view: ScoresView, sheet: ScoreSheet) -> Html:
    return el(
        "div",
        el("p", sentence(lang, f"page.scores.tie.{sheet.rules.tie_break}"), class_="p10-muted"),
        _out(lang, view, sheet),
        class_="p10-stack",
    )


def _entries(lang: str, view: ScoresView, sheet: ScoreSheet) -> Html:
    rows = [_entry(lang, view, sheet, player) for player in range(len(sheet.names))]
    return el(
        "div",
        _out(lang, view, sheet),
        el("p", sentence(lang, "page.scores.left.help", wild=sheet.rules.wild_points),
           class_="p10-muted", id="scores-left-help"),
        rows,
        class_="p10-stack",
    )  # fmt: skip


def _entry(lang: str, view: ScoresView, sheet: ScoreSheet, player: int) -> Html:
    """Draw what is written for a player: the phase made, what was left."""
    entry, out = view.entries[player], player == view.out
    ident = f"scores-left-{player}"
    label = sentence(lang, "page.scores.left")
    if out:
        left = el("p", sentence(lang, "page.scores.went_out"), class_="p10-muted")
    else:
        left = labelled(
            label,
            ident,
            el("input", type="text", id=ident, value=entry.left, autocomplete="off",
               spellcheck="false", data_act=f"scores.left.{player}", data_rev=view.revision,
               data_enter="scores.write", aria_describedby=f"{ident}-is scores-left-help"),
        )  # fmt: skip
    return el(
        "div",
        el("strong", sheet.names[player]),
        _made(lang, view, sheet, player),
        left,
        el("small", _counted(lang, view, sheet, player), id=f"{ident}-is"),
        class_="p10-scoreentry",
        role="group",
        aria_label=sheet.names[player],
    )


def _counted(lang: str, view: ScoresView, sheet: ScoreSheet, player: int) -> str:
    """Say what the cards left cost, or what is wrong with them."""
    text = view.entries[player].left.strip()
    if not text or player == view.out:
        return ""
    try:
        points = view.points(sheet, player)
    except GameError as error:
        return error_text(lang, error)
    return "" if points is None else plural(lang, "page.play.points", points)


def _made(lang: str, view: ScoresView, sheet: ScoreSheet, player: int) -> Html:
    goals = sheet.goals(player)
    made = view.entries[player].made
    act = f"scores.made.{player}"
    if len(goals) == 1:
        name = phase_name(lang, sheet.phases[goals[0] - 1])
        label = sentence(lang, "page.scores.made", number=goals[0], phase=name)
        return el(
            "label",
            el("input", type="checkbox", id=f"scores-made-{player}", data_act=act,
               checked=made is not None),
            label,
        )  # fmt: skip
    options = [("", sentence(lang, "page.scores.made.none"))] + [
        (str(goal), sentence(lang, "page.phase.chip", number=goal,
                             phase=phase_name(lang, sheet.phases[goal - 1])))
        for goal in goals
    ]  # fmt: skip
    value = "" if made is None else str(made)
    label = sentence(lang, "page.scores.made.which")
    return chosen(label, f"scores-made-{player}", act, options, value)


# --- the sheet -----------------------------------------------------------------------------------


def _sheet(lang: str, view: ScoresView, sheet: ScoreSheet) -> Html:
    caption = sentence(lang, "page.play.standings")
    rows = [
        [
            el("strong", sheet.names[player]),
            number(lang, sheet.standings[player].score),
            _done(sheet, player),
            _next_goal(sheet, player),
        ]
        for player in sheet.order
    ]
    headings = [
        sentence(lang, "page.live.column.player"),
        sentence(lang, "play.column.points"),
        sentence(lang, "play.column.made"),
        sentence(lang, "page.scores.goal"),
    ]
    return el(
        "div",
        el("h2", sentence(lang, "page.scores.sheet")),
        _scrolled(caption, table(caption, headings, rows, caption_hidden=True)),
        _history(lang, sheet) if sheet.rounds else None,
        class_="p10-stack",
    )


def _scrolled(label: str, content: Html) -> Html:
    return el("div", content, class_="p10-scroll", role="region", tabindex=0, aria_label=label)


def _done(sheet: ScoreSheet, player: int) -> str:
    done = sheet.standings[player].done
    if sheet.rules.in_order:
        return str(len(done))
    return ", ".join(map(str, done)) or "–"


def _next_goal(sheet: ScoreSheet, player: int) -> str:
    if sheet.winner is not None or (sheet.tied and player not in sheet.tied):
        return "–"
    return ", ".join(map(str, sheet.goals(player))) or "–"


def _history(lang: str, sheet: ScoreSheet) -> Html:
    """List round by round what each player got, with the sum so far."""
    caption = sentence(lang, "page.scores.rounds")
    headings = [sentence(lang, "page.scores.round"), *sheet.names]
    rows = []
    for place, played in enumerate(sheet.rounds, start=1):
        after = sheet.standings_after(place)
        cells: list[list[Html | str | None]] = []
        for player, line in enumerate(played.lines):
            made = (
                el("small", sentence(lang, "page.scores.phase", number=line.made))
                if line.made is not None
                else None
            )
            out = (
                el("small", sentence(lang, "page.scores.is_out")) if player == played.out else None
            )
            cells.append(
                [f"+{number(lang, line.points)} = {number(lang, after[player].score)}", made, out]
            )
        rows.append([str(place), *cells])
    return el(
        "div",
        el("h3", caption),
        _scrolled(caption, table(caption, headings, rows, caption_hidden=True,
                                 class_="p10-scorerounds")),
        class_="p10-field",
    )  # fmt: skip
