"""L13 as HTML: opponents as a tree of frequencies, and what a computer player throws and takes."""

from __future__ import annotations

from fractions import Fraction

from phase10.game.cards import COLORS
from phase10.teaching.lessons.tools.l13 import CLUES, EACH, LIKELIHOODS, Clue, Clues
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.i18n import number, percent, plural, sentence
from phase10.views.lesson_charts_cards import Branch, frequency_tree
from phase10.views.lesson_text import figure_text, rounded
from phase10.views.names import card_name, color_name
from phase10.views.tools import (
    number_field,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)
from phase10.views.tools_typed import fieldset, note

__all__: list[str] = []

_TREE = 1000
"""Opponents of whom the tree of a replay tells."""


@tool_html.register
def _(tool: Clues, lang: str, ident: str = "tool") -> Html:
    shares = [
        number_field(lang, sentence(lang, f"tool.l13.share.{name}"), f"share.{name}",
                     tool.likelihoods[name], 0, EACH)
        for name in LIKELIHOODS
    ]  # fmt: skip
    return el(
        "div",
        fieldset(
            sentence(lang, "tool.l13.assumption"),
            note(sentence(lang, "tool.l13.assumption.note")),
            el("div", shares, class_="p10-toolfields"),
        ),
        fieldset(
            sentence(lang, "tool.l13.clues"),
            el("p", _clues(tool, lang)),
            el(
                "div",
                [
                    tool_button(sentence(lang, f"tool.l13.clue.{clue}"), "clue", clue)
                    for clue in CLUES
                ],
                tool_button(sentence(lang, "tool.l13.back"), "back", off=not tool.clues),
                tool_button(sentence(lang, "tool.l13.none"), "none", off=not tool.clues),
                class_="p10-row",
            ),
            wide_chart(lang, _tree(tool, lang), f"{ident}-tree"),
            note(_answer(tool, lang)),
            _table(tool, lang, ident),
        ),
        _replay(tool, lang, ident),
        class_="p10-tool",
        id=ident,
    )


@tool_said.register
def _(tool: Clues, lang: str) -> str:
    return _clue(lang, tool.shown[-1]) if tool.shown else _answer(tool, lang)


# --- the tree ------------------------------------------------------------------------------------


def _clues(tool: Clues, lang: str) -> str:
    if not tool.clues:
        return sentence(lang, "tool.l13.no_clues")
    named = "; ".join(sentence(lang, f"tool.l13.did.{clue}") for clue in tool.clues)
    return sentence(lang, "tool.l13.they", clues=named)


def _tree(tool: Clues, lang: str) -> Html:
    own = Fraction(1, len(COLORS))
    branches = []
    for who, share in (("own", own), ("other", 1 - own)):
        showed = tool.likelihood(who)
        then = (
            Branch(sentence(lang, "tool.l13.shows"), showed),
            Branch(sentence(lang, "tool.l13.hides"), 1 - showed),
        )
        branches.append(
            Branch(sentence(lang, f"tool.l13.who.{who}"), share, then if tool.clues else ())
        )
    title = plural(lang, "tool.l13.tree", tool.people)
    return frequency_tree(branches, tool.people, lang, title=title)


def _answer(tool: Clues, lang: str) -> str:
    """Write the posterior as counts: ``5 of 5 + 90 = 95: 1/19 ≈ 0.053``."""
    if tool.posterior is None:
        return sentence(lang, "tool.l13.nobody")
    return sentence(
        lang,
        "tool.l13.answer",
        theirs=tool.theirs,
        others=tool.others,
        total=tool.theirs + tool.others,
        chance=figure_text(lang, tool.posterior),
    )


def _table(tool: Clues, lang: str, ident: str) -> Html:
    quarter = tool.people // len(COLORS)
    rows = [
        [
            sentence(lang, f"tool.l13.who.{who}"),
            number(lang, people),
            number(lang, showed),
            number(lang, people - showed),
        ]
        for who, people, showed in (
            ("own", quarter, tool.theirs),
            ("other", tool.people - quarter, tool.others),
        )
    ]
    headings = [
        sentence(lang, f"tool.l13.head.{name}") for name in ("who", "people", "shows", "hides")
    ]
    return tool_table(sentence(lang, "tool.l13.table"), headings, rows, ident=f"{ident}-table")


# --- the replay ----------------------------------------------------------------------------------


def _replay(tool: Clues, lang: str, ident: str) -> Html:
    controls = el(
        "div",
        tool_button(sentence(lang, "tool.l13.game"), "game", primary=tool.game == 0),
        tool_button(sentence(lang, "tool.l13.next"), "next", primary=tool.more, off=not tool.more),
        tool_button(sentence(lang, "tool.l13.reveal"), "reveal", off=tool.replay is None),
        class_="p10-row",
    )
    parts: list[Html] = []
    if tool.replay is not None:
        told = [
            el("li", card_face(clue.card, lang, small=True, named=False), " ", _clue(lang, clue))
            for clue in tool.shown
        ]
        parts.append(
            note(
                sentence(lang, "tool.l13.watching", game=tool.game, seen=tool.seen,
                         clues=len(tool.replay.clues))
            )
        )  # fmt: skip
        parts.append(el("ol", told))
        parts += _colors(tool, lang, ident)
        if tool.revealed:
            color = tool.replay.color
            parts.append(
                el("p", el("strong", sentence(lang, f"tool.l13.collected.{color or 'nothing'}")))
            )
    return fieldset(
        sentence(lang, "tool.l13.replay"),
        note(sentence(lang, "tool.l13.replay.note")),
        controls,
        parts,
    )


def _colors(tool: Clues, lang: str, ident: str) -> list[Html]:
    """Draw and table how likely each color is after the clues so far."""
    shares = tool.shares()
    if shares is None:
        return [note(sentence(lang, "tool.l13.nobody"))]
    branches = [
        Branch(color_name(lang, color), Fraction(round(share * _TREE), _TREE))
        for color, share in shares.items()
    ]
    weights = tool.weights()
    rows = [
        [color_name(lang, color), rounded(lang, weights[color]), percent(lang, share, 1)]
        for color, share in shares.items()
    ]
    headings = [sentence(lang, f"tool.l13.head.{name}") for name in ("color", "weight", "share")]
    return [
        wide_chart(
            lang,
            frequency_tree(
                branches, _TREE, lang, title=sentence(lang, "tool.l13.colors", people=_TREE)
            ),
            f"{ident}-now",
        ),
        tool_table(sentence(lang, "tool.l13.colors.table", each=EACH), headings, rows,
                   ident=f"{ident}-colors"),
    ]  # fmt: skip


def _clue(lang: str, clue: Clue) -> str:
    name = card_name(lang, clue.card, "accusative")
    return sentence(lang, f"tool.l13.event.{clue.what}", card=name)
