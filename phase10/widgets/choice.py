"""The picker as a question for one card: what is tapped or typed is handed on, nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phase10.game.cards import Card
from phase10.views.html import Html
from phase10.widgets.picker import CardPicker

__all__ = ["CardChoice"]


class CardChoice(CardPicker):
    """Ask for one card after the other.

    ``available``: fifty counts of the copies that may come; a card without one is drawn as gone,
    and can be chosen all the same: whoever asks says why it cannot be.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.available: Sequence[int] = ()
        self.picked: list[Card] = []

    def left(self, kind: int) -> int:
        """Count the copies of a kind that may come."""
        return self.available[kind] if self.available else super().left(kind)

    def ask(self, verb: str, value: Any, lang: str) -> tuple[list[Card], str]:
        """Do ``add`` or ``key``; give the cards chosen by it and what is to be said."""
        self.picked = []
        said = self.act(verb, value, lang) if verb in ("add", "key") else ""
        return self.picked, said

    def _add(self, card: Card, lang: str) -> str:
        self.picked.append(card)
        return ""

    def render(self, lang: str, question: str) -> Html:
        """Draw the fifty kinds under a question."""
        return self.render_picker(lang, question)
