"""Hands and plans as pictures that stand alone: for a notebook, a file, a printed page.

Pure functions from values to SVG, with a title and a description for who cannot see it. No style
sheet is needed; letters outside the cards take the colour of the text around the picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from phase10.game.cards import Card
from phase10.solver.groupings import Grouping, GroupPlan
from phase10.views.cards import SHAPES, look
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.names import card_list, gap_name
from phase10.views.text import plan_text, target_name

__all__ = ["grouping_svg", "hand_svg"]

_WIDE, _HIGH, _GAP = 40, 56, 6
_ROW = _HIGH + 30
_FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
_COLORS: Final = {
    "red": ("#b91c1c", "#ffffff"),
    "blue": ("#1d4ed8", "#ffffff"),
    "green": ("#166534", "#ffffff"),
    "yellow": ("#facc15", "#000000"),
    "wild": ("#2b2440", "#ffffff"),
    "skip": ("#4b5563", "#ffffff"),
}


def hand_svg(cards: Iterable[Card], lang: str = "en") -> Html:
    """Draw cards in a row, in the order given."""
    shown = list(cards)
    drawn = [_card(card, place * (_WIDE + _GAP), 0) for place, card in enumerate(shown)]
    title = sentence(lang, "picture.hand")
    return _picture(lang, title, card_list(lang, shown), drawn, _across(len(shown)), _HIGH)


def grouping_svg(grouping: Grouping, lang: str = "en") -> Html:
    """Draw a plan: a row a goal, with dashed places for what is missing, then the spare cards."""
    drawn: list[Html] = []
    widest = _across(0)
    for row, plan in enumerate(grouping.groups):
        top = row * _ROW
        drawn.append(_heading(target_name(lang, plan), top))
        places = _places(lang, plan, top + 20)
        drawn += places
        widest = max(widest, _across(len(places)))
    height = len(grouping.groups) * _ROW
    if grouping.spare:
        drawn.append(_heading(sentence(lang, "page.plan.spare"), height))
        for place, card in enumerate(grouping.spare):
            drawn.append(_card(card, place * (_WIDE + _GAP), height + 20))
        widest = max(widest, _across(len(grouping.spare)))
        height += _ROW
    title = sentence(lang, "picture.plan")
    return _picture(lang, title, plan_text(lang, grouping), drawn, max(widest, 240), height)


def _picture(
    lang: str, title: str, description: str, drawn: list[Html], width: int, height: int
) -> Html:
    return el(
        "svg",
        el("title", title),
        el("desc", description),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"-1 -1 {width + 2} {height + 2}",
        width=width + 2,
        height=height + 2,
        role="img",
        aria_label=f"{title}: {description}",
        lang=lang,
        font_family=_FONT,
        style="max-width:100%;height:auto",
    )


def _across(count: int) -> int:
    return max(1, count) * (_WIDE + _GAP) - _GAP


def _heading(text: str, top: int) -> Html:
    return el("text", text, x=0, y=top + 13, font_size=13, fill="currentColor")


def _places(lang: str, plan: GroupPlan, top: int) -> list[Html]:
    """Draw the cards of a goal and its empty places; a run in the order of its numbers."""
    gaps = list(plan.gaps)
    in_run = plan.group.kind in {"run", "crun"}
    entries: list[tuple[int, Card | tuple[int | None, str | None]]] = [
        *((card.number or card.stands_for or 0, card) for card in plan.cards),
        *((number or 0, (number, color)) for number, color in gaps),
    ]
    if in_run and plan.start is not None:
        entries.sort(key=lambda entry: entry[0])
    drawn = []
    for place, (_, what) in enumerate(entries):
        x = place * (_WIDE + _GAP)
        if isinstance(what, Card):
            drawn.append(_card(what, x, top))
        else:
            name = gap_name(lang, *what, parity=plan.parity, in_run=in_run)
            drawn.append(_gap(*what, name, x, top))
    return drawn


def _card(card: Card, x: int, y: int) -> Html:
    name = look(card)
    back, front = _COLORS[name]
    figure = card.number or card.stands_for
    return el(
        "g",
        _box(back, "#8888888c" if name != "yellow" else "#5c4a00"),
        _shape(name, large=figure is None, fill=front),
        None if figure is None else _figure(figure, front),
        transform=f"translate({x} {y})",
    )


def _gap(number: int | None, color: str | None, name: str, x: int, y: int) -> Html:
    shown = "?" if number is None and color is None else number
    return el(
        "g",
        el("title", name),
        _box("none", "currentColor", dashed=True),
        None
        if color is None
        else _shape(color, large=shown is None, fill="none", stroke="currentColor"),
        None if shown is None else _figure(shown, "currentColor"),
        transform=f"translate({x} {y})",
        opacity=0.75,
    )


def _box(fill: str, stroke: str, *, dashed: bool = False) -> Html:
    return el(
        "rect",
        width=_WIDE,
        height=_HIGH,
        rx=6,
        fill=fill,
        stroke=stroke,
        stroke_dasharray="5 4" if dashed else None,
    )


def _shape(name: str, *, large: bool, fill: str, stroke: str | None = None) -> Html:
    place = "translate(8 16)" if large else "translate(5 5) scale(0.42)"
    return el("path", d=SHAPES[name], transform=place, fill=fill, stroke=stroke, stroke_width=2)


def _figure(figure: int | str, color: str) -> Html:
    return el(
        "text",
        figure,
        x=_WIDE / 2,
        y=42,
        font_size=23,
        font_weight=700,
        text_anchor="middle",
        fill=color,
    )
