"""L03, the tree of two stages, its switch, and a wild that is waited for in two games."""

from __future__ import annotations

from phase10.teaching.lessons.tools.l03 import ENDS, EVENTS, GAMES, SIZE, TwoStages
from phase10.views.html import Html, el
from phase10.views.i18n import number, sentence
from phase10.views.lesson_charts_cards import Branch, probability_tree
from phase10.views.tools import (
    chance_text,
    choice_list,
    choice_row,
    exact_text,
    facts,
    number_field,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)


@tool_html.register
def _html(tool: TwoStages, lang: str, ident: str = "tool") -> Html:
    games = [(game, sentence(lang, f"tool.l03.game.{game}")) for game in GAMES]
    events = [(event, sentence(lang, f"tool.event.{event}")) for event in EVENTS]
    event = sentence(lang, f"tool.event.{tool.event}")
    cards = number(lang, EVENTS[tool.event])
    return el(
        "div",
        choice_row(sentence(lang, "tool.l03.game"), "game", games, tool.game),
        choice_list(sentence(lang, "tool.l03.event"), "event", events, tool.event),
        el("p", sentence(lang, "tool.l03.event.told", event=event, cards=cards, all=SIZE)),
        wide_chart(lang, _tree(tool, lang), f"{ident}-tree"),
        el(
            "div",
            el("span", sentence(lang, "tool.l03.ends"), id=f"{ident}-ends", class_="p10-label"),
            el("div", [_end(tool, name, lang) for name in ENDS], role="group", class_="p10-row",
               aria_labelledby=f"{ident}-ends"),
            class_="p10-field",
        ),
        facts([(_sum(tool, lang), exact_text(lang, tool.total))]) if tool.shaded else None,
        el("h3", sentence(lang, "tool.l03.wait")),
        number_field(lang, sentence(lang, "tool.l03.draws"), "draws", tool.draws, 0, tool.most),
        _games(tool, lang, ident),
        id=ident,
        class_="p10-tool",
    )  # fmt: skip


@tool_said.register
def _said(tool: TwoStages, lang: str) -> str:
    game = sentence(lang, f"tool.l03.game.{tool.game}")
    values = {name: str(tool.now(name)) for name in GAMES}
    now = sentence(lang, "tool.l03.said.now", draws=tool.draws, **values)
    if not tool.shaded:
        return f"{game}. {now}"
    total = exact_text(lang, tool.total)
    return f"{game}. {sentence(lang, 'tool.l03.said', total=total)} {now}"


def _tree(tool: TwoStages, lang: str) -> Html:
    def second(*, before: bool) -> tuple[Branch, ...]:
        ends = ("both", "first") if before else ("second", "neither")
        return tuple(
            Branch(
                _event(lang, happens=happens) + (" ✓" if end in tool.shaded else ""),
                tool.second(before=before, happens=happens),
            )
            for end, happens in zip(ends, (True, False), strict=True)
        )

    branches = [
        Branch(
            _event(lang, happens=happens),
            tool.first(happens=happens),
            second(before=happens),
        )
        for happens in (True, False)
    ]
    return probability_tree(branches, lang, title=sentence(lang, f"tool.l03.game.{tool.game}"))


def _end(tool: TwoStages, name: str, lang: str) -> Html:
    told = _path(lang, name)
    return tool_button(f"{told}: {tool.end(name)}", "end", name, pressed=name in tool.shaded)


def _sum(tool: TwoStages, lang: str) -> str:
    ends = [name for name in ENDS if name in tool.shaded]
    parts = " + ".join(str(tool.end(name)) for name in ends)
    return sentence(lang, "tool.l03.sum", parts=parts)


def _path(lang: str, name: str) -> str:
    first = _event(lang, happens=name in ("both", "first"))
    second = _event(lang, happens=name in ("both", "second"))
    return sentence(lang, "tool.l03.path", first=first, second=second)


def _event(lang: str, *, happens: bool) -> str:
    return "A" if happens else sentence(lang, "tool.l03.not")


def _games(tool: TwoStages, lang: str, ident: str) -> Html:
    wilds = EVENTS["wild"]
    rows = [
        [
            sentence(lang, f"tool.l03.game.{game}"),
            number(lang, SIZE - (tool.draws if game == "kept" else 0)),
            chance_text(lang, wilds, SIZE),
            chance_text(lang, wilds, SIZE - (tool.draws if game == "kept" else 0)),
        ]
        for game in GAMES
    ]
    heads = ("game", "left", "before", "now")
    return tool_table(
        sentence(lang, "tool.l03.table", draws=tool.draws),
        [sentence(lang, f"tool.l03.head.{name}") for name in heads],
        rows,
        ident=f"{ident}-games",
    )
