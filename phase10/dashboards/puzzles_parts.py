"""The looks of the puzzle page: the table, the question, the answers, why, other puzzles."""

from __future__ import annotations

from phase10.advice.options import Option
from phase10.advice.puzzles import HARDEST, KINDS, Puzzle
from phase10.dashboards.controls import button, chips, chosen, labelled
from phase10.dashboards.learn_looks import faces, problem, still_own, still_piles, trouble
from phase10.dashboards.learn_table import BoardTable, ShownMatch
from phase10.dashboards.play_table import others_html
from phase10.dashboards.puzzles import SOURCES, PuzzlesView, answers_of
from phase10.game.cards import Card
from phase10.game.notation import parse_cards
from phase10.game.sight import game_of, seat_names
from phase10.players.at_table import SEEDS
from phase10.views.hints import moves_html
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.moves import move_text
from phase10.views.puzzles import ask_text, difficulty_text, kind_name, verdict_texts
from phase10.views.text import error_text

__all__ = ["puzzles_parts"]


def puzzles_parts(lang: str, view: PuzzlesView) -> dict[str, Html]:
    """Draw every part."""
    view.ask()
    puzzle = view.puzzle
    about = _about(lang, view)
    if puzzle is None:
        empty = {part: el("div") for part in ("play-others", "play-piles", "play-own")}
        return {**empty, "puzzles-asks": _none(lang, view), "puzzles-about": about}
    name = view.learner.name or sentence(lang, "play.name")
    names = seat_names(puzzle.position)
    match = ShownMatch(game_of(puzzle.position), (name, *names[1:]))
    table = BoardTable([], lambda act, lang: False, {})
    return {
        "play-others": others_html(lang, table, match),
        "play-piles": still_piles(lang, match),
        "play-own": still_own(lang, match),
        "puzzles-asks": _asks(lang, view, puzzle),
        "puzzles-about": about,
    }


def _none(lang: str, view: PuzzlesView) -> Html:
    """Say why there is no puzzle, and what there is instead."""
    said = "" if view.error is None else error_text(lang, view.error)
    empty = ""
    if view.source != "new":
        empty = sentence(lang, f"page.puzzles.none.{view.source}")
    return el(
        "div",
        trouble(lang, view.learner),
        problem([said]) if said else None,
        el("p", empty, id="puzzles-ask", tabindex=-1) if empty else None,
        class_="p10-stack",
    )


def _asks(lang: str, view: PuzzlesView, puzzle: Puzzle) -> Html:
    return el(
        "div",
        trouble(lang, view.learner),
        el("h2", ask_text(lang, puzzle), id="puzzles-ask", tabindex=-1),
        el("p", difficulty_text(lang, puzzle), class_="p10-muted"),
        _says(lang, view, puzzle) if view.given else None,
        _answers(lang, view, puzzle),
        class_="p10-stack",
    )


def _answers(lang: str, view: PuzzlesView, puzzle: Puzzle) -> Html:
    rows = []
    for place, option in enumerate(answers_of(puzzle), start=1):
        label = el("span", move_text(lang, option, then=puzzle.kind == "lay"))
        cards = faces(lang, _cards(puzzle, option))
        ident = f"puzzles-answer-{place}"
        if not view.given:
            shown = el("button", cards, label, type="button", class_="p10-answer p10-puzzleanswer",
                       id=ident, data_act="puzzles.answer", data_value=option.move)  # fmt: skip
        else:
            true = puzzle.is_right(option.move)
            mine = option.move == view.given
            code = _mark(right=true, mine=mine)
            shown = el(
                "div",
                cards,
                label,
                el("em", sentence(lang, code), class_="p10-mark") if code else None,
                class_=f"p10-given p10-puzzleanswer{' p10-true' if true else ''}",
                id=ident,
            )
        rows.append(el("li", shown))
    compact = " p10-puzzlecards" if puzzle.kind == "discard" and not view.given else ""
    return el("ul", rows, class_=f"p10-answers{compact}",
              aria_label=sentence(lang, "learn.choices"))  # fmt: skip


def _mark(*, right: bool, mine: bool) -> str:
    """Choose the word beside an answer once one was given."""
    if right:
        return "page.puzzles.mark.mine" if mine else "page.puzzles.mark.right"
    return "quiz.mark.given" if mine else ""


def _cards(puzzle: Puzzle, option: Option) -> list[Card]:
    """List the cards that an answer is about."""
    verb, _, rest = option.move.partition(" ")
    if verb == "discard":
        return [Card.parse(rest.split()[0])]
    if verb == "take" and puzzle.position.top is not None:
        return [puzzle.position.top]
    if verb == "lay":
        return [
            card for part in rest.split("|") for card in parse_cards(part.strip().partition(" ")[2])
        ]
    return []


def _says(lang: str, view: PuzzlesView, puzzle: Puzzle) -> Html:
    said = verdict_texts(lang, puzzle, view.given)
    right = puzzle.is_right(view.given)
    return el(
        "div",
        el("h3", said[0], id="puzzles-says", tabindex=-1),
        el("ul", [el("li", text) for text in said[1:]], class_="p10-reasons")
        if said[1:] else None,
        el(
            "details",
            el("summary", sentence(lang, "page.review.moves")),
            moves_html(lang, puzzle.advice),
            id="puzzles-moves",
            data_keep="",
        ),
        el("button", sentence(lang, "page.puzzles.next"), type="button", class_="p10-primary",
           id="puzzles-next", data_act="puzzles.next"),
        class_="p10-stack p10-right" if right else "p10-stack p10-problem",
    )  # fmt: skip


def _about(lang: str, view: PuzzlesView) -> Html:
    due = len(view.training.due())
    sources = [
        (source, sentence(lang, f"page.puzzles.source.{source}", count=due))
        for source in SOURCES
        if source != "file" or view.has_set
    ]
    kinds = [("", sentence(lang, "page.puzzles.all")), *((k, kind_name(lang, k)) for k in KINDS)]
    levels = [(str(n), str(n)) for n in range(1, HARDEST + 1)]
    wrong = error_text(lang, view.error) if view.error is not None and view.puzzle else ""
    return el(
        "div",
        el("p", sentence(lang, "quiz.count", right=view.right, asked=view.asked),
           id="puzzles-count"),
        el("span", sentence(lang, "page.puzzles.source"), id="puzzles-source-label",
           class_="p10-label"),
        chips("puzzles-source", "puzzles.source", sources, view.source, "puzzles-source-label"),
        chosen(sentence(lang, "page.puzzles.kind"), "puzzles-kind", "puzzles.kind", kinds,
               view.kind),
        chosen(sentence(lang, "page.puzzles.easiest"), "puzzles-easiest", "puzzles.easiest",
               levels, str(view.easiest)) if view.source == "new" else None,
        labelled(
            sentence(lang, "page.puzzles.seed"),
            "puzzles-seed",
            el("input", type="text", inputmode="numeric", id="puzzles-seed", value=str(view.seed),
               data_rev=view.seed, data_act="puzzles.seed", autocomplete="off",
               aria_describedby="puzzles-seed-error", aria_invalid=view.seed_is_wrong or None),
        ) if view.source == "new" else None,
        el("p", sentence(lang, "page.puzzles.seed.wrong", most=SEEDS - 1)
           if view.seed_is_wrong else "", class_="p10-error", id="puzzles-seed-error",
           role="status") if view.source == "new" else None,
        el(
            "details",
            el("summary", sentence(lang, "page.puzzles.sets")),
            el(
                "div",
                button(sentence(lang, "page.puzzles.save"), "puzzles.save"),
                labelled(
                    sentence(lang, "page.puzzles.file"),
                    "puzzles-file",
                    el("input", type="file", id="puzzles-file", accept=".json,application/json",
                       data_act="puzzles.file", aria_describedby="puzzles-error"),
                ),
                class_="p10-stack",
            ),
            id="puzzles-sets",
            data_keep="",
        ),
        el("p", wrong, class_="p10-error", id="puzzles-error", tabindex=-1),
        el("p", sentence(lang, "page.puzzles.keys"), class_="p10-muted"),
        class_="p10-stack",
    )  # fmt: skip
