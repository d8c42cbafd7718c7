"""The start page: a door to each view, and what was last open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from phase10.views.cards import shape
from phase10.views.html import Html, el
from phase10.views.i18n import sentence

__all__ = ["home_html"]

_SHAPES: Final = {
    "hint": "wild",
    "learn": "blue",
    "lessons": "wild",
    "play": "yellow",
    "review": "red",
    "puzzles": "skip",
    "scores": "green",
    "teacher": "blue",
}
"""The sign of each door, one of those on the cards."""


def home_html(lang: str, doors: Sequence[str], last: Mapping[str, str]) -> Html:
    """Show a door for each view; ``last``: by view, what was open there."""
    cards = [
        el(
            "button",
            el("span", shape(_SHAPES.get(door, "wild")), class_="p10-doorshape"),
            el("strong", sentence(lang, f"page.home.{door}")),
            el("span", last.get(door) or sentence(lang, f"page.home.{door}.help"),
               class_="p10-muted"),
            type="button",
            class_="p10-door",
            id=f"door-{door}",
            data_act="app.view",
            data_value=door,
        )
        for door in doors
    ]  # fmt: skip
    return el(
        "section",
        el("p", sentence(lang, "page.lead"), class_="p10-lead"),
        el("div", cards, class_="p10-doors"),
        class_="p10-panel p10-stack",
        id="home",
    )
