"""What of the hint page outlives a reload or goes into a link.

Two fields may want the same copy of a card: the one that had it first keeps it. So what was
accepted is written apart from what was typed, and read back before it: the accepted cards of all
fields fit together, in whatever order they are read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from phase10.widgets.fields import LONGEST_TEXT, CardField, MeldField

if TYPE_CHECKING:
    from phase10.dashboards.hint import HintView

__all__ = ["accepted", "retype", "typed"]

_OF_A_PLAYER = ("took", "threw")


def accepted(view: HintView) -> dict[str, str]:
    """Write the accepted cards of every field by their name in a link."""
    return {
        "hand": str(view.picker.hand),
        "top": _cards(view.top),
        "seen": _cards(view.seen),
        "table": "\n".join(map(str, view.melds.melds)),
        "players": _players(view),
    }


def _cards(field: CardField) -> str:
    return " ".join(map(str, field.cards))


def _players(view: HintView) -> str:
    text = view.opponents.text()
    if not text:
        return ""
    rows = json.loads(text)
    for row, player in zip(rows, view.opponents.rows, strict=True):
        for key in _OF_A_PLAYER:
            row.pop(key, None)
            cards = _cards(getattr(player, key))
            if cards:
                row[key] = cards
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def typed(view: HintView) -> dict[str, Any]:
    """Write the fields as they were typed, with what was refused."""
    return {
        **{name: field.text for name, field in _fields(view).items()},
        "players": [[row.took.text, row.threw.text] for row in view.opponents.rows],
    }


def retype(view: HintView, kept: object) -> None:
    """Type again what :func:`typed` wrote; anything of the wrong shape is left out."""
    if not isinstance(kept, Mapping):
        return
    for name, field in _fields(view).items():
        text = kept.get(name)
        if isinstance(text, str):
            field.read(text[:LONGEST_TEXT], view.rules.deck, view.elsewhere(name))
    players = kept.get("players")
    for place, texts in enumerate(players if isinstance(players, list) else ()):
        if isinstance(texts, list) and place < len(view.opponents.rows):
            for key, text in zip(_OF_A_PLAYER, texts, strict=False):
                view.opponents.act(f"{key}.{place}", text, view.open_cards(), view.melds.counts)


def _fields(view: HintView) -> dict[str, CardField | MeldField]:
    return {"top": view.top, "seen": view.seen, "melds": view.melds}
