"""A board on the page: its goal, the card table, what is asked, what was said, hints, rules."""

from __future__ import annotations

from typing import Final

from phase10.dashboards.controls import button, chosen
from phase10.dashboards.learn import LearnView, hint_text, level_of, next_board, said_texts
from phase10.dashboards.learn_looks import (
    faces,
    problem,
    rule_link,
    stars,
    still_own,
    still_piles,
    trouble,
    view_link,
    words,
)
from phase10.dashboards.learn_map import shaky_list
from phase10.dashboards.play_end import end_html, log_html
from phase10.dashboards.play_match import PageMatch
from phase10.dashboards.play_table import hand_html, others_html, piles_html
from phase10.dashboards.play_words import problem_texts, turn_text
from phase10.game.cards import Card
from phase10.game.position import ME
from phase10.game.rules import PRESETS
from phase10.players.at_table import is_running
from phase10.teaching.course import MOST_STARS, RUNGS, Answer, Board, Sitting
from phase10.teaching.course.acts import MOVES
from phase10.views.cards import card_face
from phase10.views.course import mode_name, target_name
from phase10.views.course_words import act_cards, act_order, candidate_text
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.names import joined
from phase10.views.refusals import instead_text, refusal_rule
from phase10.views.rules import rule_lines

__all__ = ["board_parts", "board_skeleton"]

_KEYS: Final = (
    *(("D", "draw"), ("T", "take"), ("L", "lay"), ("H", "hit"), ("X", "discard")),
    *(("U", "undo"), ("C", "hint"), ("S", "sort"), ("N", "next"), ("1–9", "answer")),
)


def _plays(sitting: Sitting) -> bool:
    """Tell whether moves of the game can be tried here."""
    return any(kind in MOVES for kind in sitting.board.acts)


def _parts(view: LearnView) -> tuple[list[str], list[str]]:
    """Name the parts beside the table and on it."""
    sitting, match = view.sitting, view.table.match
    if sitting is None:
        return [], []
    board = sitting.board
    table = ["learn-goal"]
    if match is not None:
        table += ["play-others", "play-piles", "play-own"]
    if board.options or board.fields or board.moves:
        table.append("learn-ask")
    table.append("learn-says")
    over = match is not None and board.script and not is_running(match.game)
    side = ["play-end"] if over else ["learn-help"]
    if board.script:
        side.append("play-log")
    return table, [*side, "learn-rules"]


def board_skeleton(lang: str, view: LearnView) -> Html:
    """Give the places of the parts, in reading order."""
    table, side = _parts(view)
    places = [
        el("section", data_part=part, id=f"part-{part}",
           aria_label=sentence(lang, "page.play.table") if part == "play-others" else None)
        for part in table
    ]  # fmt: skip
    return el(
        "div",
        el("nav", data_part="learn-where", id="part-learn-where",
           aria_label=sentence(lang, "learn.where")),
        el(
            "div",
            el("div", el("div", places, class_="p10-panel p10-playtable p10-stack"),
               class_="p10-column"),
            el(
                "div",
                [
                    el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
                    for part in side
                ],
                class_="p10-column",
            ),
            class_="p10-columns p10-playcolumns",
        ),
        class_="p10-column",
        id="learn",
    )  # fmt: skip


def board_parts(lang: str, view: LearnView) -> dict[str, Html]:
    """Draw every part of the open board."""
    view.show(lang)
    sitting, match = view.sitting, view.table.match
    if sitting is None:
        return {}
    drawn = {
        "learn-where": _where(lang, view, sitting),
        "learn-goal": _goal(lang, view, sitting, match),
        "learn-ask": _ask(lang, view, sitting),
        "learn-says": _says(lang, view, sitting),
        "learn-help": _help(lang, view, sitting, match),
        "learn-rules": _rules(lang, view, sitting),
    }
    if match is not None:
        plays = _plays(sitting)
        touched = plays or view.table.taps
        drawn |= {
            "play-others": others_html(lang, view.table, match),
            "play-piles": piles_html(lang, view.table, match) if touched
            else still_piles(lang, match),
            "play-own": hand_html(lang, view.table, match) if plays
            else _tapped_hand(lang, view, match) if view.table.taps
            else still_own(lang, match),
        }  # fmt: skip
        if sitting.board.script:
            drawn |= {"play-log": log_html(lang, match)}
            if not is_running(match.game):
                drawn |= {"play-end": end_html(lang, match)}
    table, side = _parts(view)
    return {part: drawn[part] for part in ("learn-where", *table, *side)}


# --- above the table ------------------------------------------------------------------------------


def _where(lang: str, view: LearnView, sitting: Sitting) -> Html:
    level = level_of(sitting.board.id)
    best = view.progress.stars()
    boards = [
        el(
            "li",
            el(
                "button",
                el("span", board.id, aria_hidden=True),
                el("span", sentence(lang, "learn.board", board=board.id,
                                    mode=mode_name(lang, board)), class_="p10-hidden"),
                stars(lang, best.get(board.id, 0), MOST_STARS),
                type="button",
                class_="p10-chip p10-boardchip",
                id=f"learn-board-{board.id}",
                aria_current="page" if board.id == sitting.board.id else None,
                data_act="app.view",
                data_value=f"learn/{board.id}",
            ),
        )
        for board in level.boards
    ]  # fmt: skip
    return el(
        "div",
        view_link(sentence(lang, "learn.map"), "learn", "learn-to-map"),
        el("h2", sentence(lang, "term.course.level", number=level.id, title=level.title.of(lang))),
        el("ul", boards, class_="p10-boardchips"),
        class_="p10-where",
    )


def _goal(lang: str, view: LearnView, sitting: Sitting, match: PageMatch | None) -> Html:
    board = sitting.board
    left = [
        target_name(lang, target, sitting.names) for target in sitting.left if "tap" in board.acts
    ]
    return el(
        "div",
        el("p", mode_name(lang, board), class_="p10-mode"),
        el("p", board.goal.of(lang), id="learn-goal", class_="p10-goalline", tabindex=-1),
        _variants(lang, view, board),
        el("ul", [el("li", line) for line in _table_rules(lang, sitting)], class_="p10-reasons")
        if _table_rules(lang, sitting) and not board.variants else None,
        _now(lang, sitting),
        el("p", sentence(lang, "learn.left", things=joined(lang, left)), class_="p10-muted")
        if left and not sitting.solved else None,
        _waiting(lang, sitting),
        el("p", turn_text(lang, match), class_="p10-muted", id="learn-turn")
        if match is not None and _plays(sitting) and is_running(match.game)
        and not sitting.solved and not sitting.missed and not sitting.waiting else None,
        class_="p10-stack",
    )  # fmt: skip


def _table_rules(lang: str, sitting: Sitting) -> list[str]:
    game = sitting.game
    return [] if game is None else rule_lines(lang, game.rules)


def _variants(lang: str, view: LearnView, board: Board) -> Html | None:
    """Let other rules be chosen; the round begins anew with them."""
    if not board.variants:
        return None
    now = view.rules or board.variants[0]
    options = [
        (
            str(rules),
            sentence(lang, f"learn.rules.{rules}")
            if str(rules) in PRESETS
            else rule_lines(lang, rules)[0],
        )
        for rules in board.variants
    ]
    if now not in board.variants:
        options.insert(0, (str(now), sentence(lang, "learn.rules.mine")))
    return chosen(
        sentence(lang, "learn.rules.choose"), "learn-rules", "learn.rules", options, str(now)
    )


def _now(lang: str, sitting: Sitting) -> Html | None:
    """Show the act of a shown board, which the learner then makes."""
    if sitting.board.mode != "shown":
        return None
    act = sitting.next_act()
    if act is None:
        return None
    cards = act_cards(act)
    return el(
        "p",
        el("strong", sentence(lang, "learn.now")),
        " ",
        el("span", act_order(lang, act, sitting.board, sitting.names), id="learn-now"),
        faces(lang, cards) if cards else None,
        class_="p10-shownact",
    )


def _waiting(lang: str, sitting: Sitting) -> Html | None:
    if not sitting.waiting or sitting.solved or sitting.missed:
        return None
    return el("button", sentence(lang, "learn.wait"), type="button", class_="p10-primary",
              id="learn-wait", data_act="learn.wait")  # fmt: skip


def _tapped_hand(lang: str, view: LearnView, match: PageMatch) -> Html:
    label = sentence(lang, "learn.tap")
    cards = match.game.hand(match.me)
    return el(
        "div",
        el("p", label, class_="p10-handline"),
        el("div", view.table.hand.render(lang, cards, label), class_="p10-handbox"),
        class_="p10-stack",
    )


# --- what is asked --------------------------------------------------------------------------------


def _ask(lang: str, view: LearnView, sitting: Sitting) -> Html:
    board = sitting.board
    return el(
        "div",
        _options(lang, sitting) if board.options else None,
        _moves(lang, sitting) if board.moves else None,
        _fields(lang, view, sitting) if board.fields else None,
        class_="p10-stack",
        data_fallback="learn-says-heading",
    )


def _options(lang: str, sitting: Sitting) -> Html:
    shown = [
        el("li", el("button", el("span", option.words.of(lang)), type="button",
                    class_="p10-answer p10-wide", id=f"learn-choose-{option.id}",
                    aria_pressed=option.id == sitting.state.chosen,
                    data_act="learn.choose", data_value=option.id))
        for option in sitting.board.options
    ]  # fmt: skip
    return el("ul", shown, class_="p10-answers", aria_label=sentence(lang, "learn.choices"))


def _moves(lang: str, sitting: Sitting) -> Html:
    shown = []
    for place, candidate in enumerate(sitting.board.moves, start=1):
        cards = [card for act in candidate.acts for card in act_cards(act)]
        shown.append(
            el(
                "li",
                el(
                    "button",
                    el("span", place, class_="p10-place", aria_hidden=True),
                    el("span", candidate_text(lang, candidate, sitting.names)),
                    faces(lang, cards) if cards else None,
                    type="button",
                    class_="p10-answer p10-wide",
                    id=f"learn-point-{place}",
                    data_act="learn.point",
                    data_value=place,
                ),
            )
        )
    return el("ol", shown, class_="p10-answers", aria_label=sentence(lang, "learn.moves"))


def _fields(lang: str, view: LearnView, sitting: Sitting) -> Html:
    entered = dict(sitting.state.numbers)
    rows = []
    for field in sitting.board.fields:
        ident = f"learn-field-{field.id}"
        held = _held(sitting, field.id)
        right = field.id in entered
        control = (
            el("strong", sentence(lang, "learn.number.right", number=entered[field.id]), id=ident)
            if right
            else el("input", type="text", inputmode="numeric", id=ident,
                    value=view.typed.get(field.id, ""), data_rev=len(sitting.states),
                    data_act=f"learn.typing.{field.id}", data_enter=f"learn.number.{field.id}",
                    autocomplete="off", aria_describedby="part-learn-says")
        )  # fmt: skip
        label = field.words.of(lang)
        rows.append(
            el(
                "div",
                el("span", label, class_="p10-label") if right
                else el("label", label, for_=ident, class_="p10-label"),
                el("div", [card_face(card, lang, small=True) for card in held],
                   class_="p10-cards p10-faces") if held is not None else None,
                control,
                class_="p10-numberrow",
            )
        )  # fmt: skip
    return el(
        "div",
        rows,
        button(sentence(lang, "learn.check"), "learn.check") if not sitting.solved else None,
        class_="p10-stack",
        role="group",
        aria_label=sentence(lang, "learn.numbers"),
    )


def _held(sitting: Sitting, field: str) -> tuple[Card, ...] | None:
    """Give the open hand of a player whose points are asked for; None where it is not open."""
    position = sitting.board.scene.position
    if position is None or position.at != "round_over":
        return None
    if field == ME:
        return tuple(position.hand) or None
    for player in position.players:
        if player.name == field and len(player.holds) == (player.cards or len(player.holds)):
            return tuple(player.holds) or None
    return None


# --- what was said --------------------------------------------------------------------------------


def _says(lang: str, view: LearnView, sitting: Sitting) -> Html:
    """Answer the last act, in words and with the cards."""
    table, answer = view.table, view.answer
    told: Html | None = None
    if table.problem is not None:
        names = () if table.match is None else table.match.names
        told = problem(problem_texts(lang, table.problem, names, 0))
    elif view.note:
        told = el("p", sentence(lang, view.note), class_="p10-muted")
    elif answer is not None and not answer.accepted:
        told = _refused(lang, view, sitting, answer)
    elif sitting.solved:
        told = _solved(lang, view, sitting, answer)
    elif sitting.missed:
        told = _missed(lang, view, answer)
    elif answer is not None:
        texts = said_texts(lang, view, answer)
        told = el("div", [el("p", text) for text in texts], class_="p10-right p10-stack")
    return el(
        "div",
        trouble(lang, view.learner),
        told or el("p", sentence(lang, "learn.says.first"), class_="p10-muted"),
        class_="p10-stack p10-says",
        id="learn-says",
    )


def _refused(lang: str, view: LearnView, sitting: Sitting, answer: Answer) -> Html:
    refusal, names = answer.refusal, view.table.match.names if view.table.match else ()
    texts = said_texts(lang, view, answer)
    cards = refusal.cards if refusal is not None else act_cards(answer.act)
    # A wrong thing that is touched on a board about several rules is about none of them.
    rule = "" if answer.code == "course.tap" else sitting.rule_of(answer)
    instead = None if refusal is None else refusal.instead
    return el(
        "div",
        el("div", el("p", texts[0], class_="p10-error"), faces(lang, cards) if cards else None,
           class_="p10-withcards"),
        [el("p", text) for text in texts[1:]],
        el("p", instead_text(lang, instead, names, 0)) if instead is not None else None,
        view_link(
            refusal_rule(lang, refusal) if refusal is not None
            else sentence(lang, "refusal.rule", rule=rule),
            f"rules/{rule}", "learn-says-rule",
        ) if rule else None,
        class_="p10-problem",
    )  # fmt: skip


def _solved(lang: str, view: LearnView, sitting: Sitting, answer: Answer | None) -> Html:
    texts = [] if answer is None else said_texts(lang, view, answer)[1:]
    after = next_board(sitting.board.id)
    refusal = None if answer is None else answer.refusal
    count = sitting.stars
    shaky = shaky_list(lang, view, "after") if sitting.board.script else None
    return el(
        "div",
        el("h3", sentence(lang, "learn.solved"), " ", stars(lang, count, big=True),
           id="learn-says-heading", tabindex=-1),
        [el("p", text) for text in texts],
        rule_link(lang, refusal.rule, "solved") if refusal is not None else None,
        el("p", sentence(lang, "learn.fewer", par=sitting.board.par), class_="p10-muted")
        if count < MOST_STARS and sitting.board.par else None,
        el(
            "div",
            el("button", sentence(lang, "learn.next", board=after.id), type="button",
               class_="p10-primary", id="learn-next", data_act="app.view",
               data_value=f"learn/{after.id}") if after is not None
            else view_link(sentence(lang, "learn.to.quiz"), "quiz", "learn-next", quiet=False),
            el("button", sentence(lang, "learn.again"), type="button", id="learn-again",
               data_act="learn.again"),
            class_="p10-row",
        ),
        [el("h3", sentence(lang, "learn.shaky")), shaky] if shaky is not None else None,
        class_="p10-right p10-stack",
    )  # fmt: skip


def _missed(lang: str, view: LearnView, answer: Answer | None) -> Html:
    texts = [] if answer is None else said_texts(lang, view, answer)[1:]
    return el(
        "div",
        el("p", sentence(lang, "course.refused.missed"), class_="p10-error",
           id="learn-says-heading", tabindex=-1),
        [el("p", text) for text in texts],
        el(
            "div",
            el("button", sentence(lang, "page.play.undo"), type="button", class_="p10-primary",
               id="learn-undo", data_act="learn.undo"),
            el("button", sentence(lang, "learn.again"), type="button", id="learn-again",
               data_act="learn.again"),
            class_="p10-row",
        ),
        class_="p10-problem p10-stack",
    )  # fmt: skip


# --- beside the table -----------------------------------------------------------------------------


def _help(lang: str, view: LearnView, sitting: Sitting, match: PageMatch | None) -> Html:
    """Show the coach in a round that is played with one, else the ladder of hints."""
    board = sitting.board
    if board.script and board.mode == "guided" and match is not None:
        return el("div", view.table.coach.render(lang, match),
                  el("h3", sentence(lang, "learn.hints.round")), _ladder(lang, sitting, RUNGS - 1),
                  class_="p10-stack")  # fmt: skip
    more = sitting.rung < RUNGS and not sitting.solved and not sitting.missed
    return el(
        "div",
        el("h2", sentence(lang, "learn.hints")),
        _ladder(lang, sitting, sitting.rung),
        button(sentence(lang, "page.coach.more" if sitting.rung else "page.coach.hint"),
               "learn.hint") if more else None,
        el("p", sentence(lang, "learn.hints.free"), class_="p10-muted") if not sitting.rung
        else None,
        _actions(lang, sitting),
        class_="p10-stack",
    )  # fmt: skip


def _ladder(lang: str, sitting: Sitting, rung: int) -> Html | None:
    if not rung:
        return None
    rungs = [
        el("li", hint_text(lang, sitting, sitting.hint_at(place))) for place in range(1, rung + 1)
    ]
    return el("ol", rungs, class_="p10-ladder", id="learn-rungs")


def _actions(lang: str, sitting: Sitting) -> Html | None:
    """Offer to take back and to begin anew, where the bar of the table does not."""
    if len(sitting.states) == 1 and not sitting.answers:
        return None
    undo = len(sitting.states) > 1 and not _plays(sitting) and not sitting.missed
    return el(
        "div",
        el("button", sentence(lang, "page.play.undo"), type="button", class_="p10-quiet",
           id="learn-back", data_act="learn.undo") if undo else None,
        el("button", sentence(lang, "learn.again"), type="button", class_="p10-quiet",
           id="learn-restart", data_act="learn.again") if not sitting.solved else None,
        class_="p10-row",
    )  # fmt: skip


def _rules(lang: str, view: LearnView, sitting: Sitting) -> Html:
    board = sitting.board
    texts = [board.goal.of(lang), *(hint.of(lang) for hint in board.hints)]
    return el(
        "div",
        el("h2", sentence(lang, "learn.about")),
        [rule_link(lang, rule, "about") for rule in board.rules],
        words(lang, texts, "learn"),
        _typed(lang, view),
        class_="p10-stack",
    )


def _typed(lang: str, view: LearnView) -> Html:
    keys = [
        el("li", el("kbd", key), " ", sentence(lang, f"page.play.key.{act}")) for key, act in _KEYS
    ]
    return el(
        "details",
        el("summary", sentence(lang, "page.play.keys")),
        el(
            "div",
            el("p", sentence(lang, "page.play.keys.help"), class_="p10-muted"),
            el("ul", keys, class_="p10-plainlist p10-keys"),
            el("label", sentence(lang, "learn.typed"), for_="learn-typed", class_="p10-label"),
            el("input", type="text", id="learn-typed", value=view.table.typed_text,
               data_rev=view.table.typed_revision, data_act="play.typing",
               data_enter="play.typed", autocomplete="off", autocapitalize="off",
               spellcheck="false", aria_describedby="learn-typed-help"),
            el("small", sentence(lang, "learn.typed.help"), id="learn-typed-help"),
            class_="p10-field",
        ),
        id="learn-keys",
        data_keep="",
    )  # fmt: skip
