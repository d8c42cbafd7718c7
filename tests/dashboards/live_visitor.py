"""A visitor of the hint page who follows a round at a real table."""

from __future__ import annotations

import html
import re
from typing import Any

from phase10.game.live import LiveRound
from tests.dashboards.test_app import Visitor

TEN = "R1 R2 R3 B4 B5 B6 G7 G8 Y9 Y10"
LAID_BY_ANNA = ("Y1", "Y1", "G1", "R12", "B12", "Y12")


class Table(Visitor):
    """A visitor who follows a round: two others, Anna and B; B dealt."""

    def __init__(self, **kept: Any) -> None:
        super().__init__(**kept)
        if kept:
            return
        self.act("hand.text", TEN)
        self.act("opponents.count", "2")
        self.act("opponents.name.0", "Anna")
        for place in ("0", "1"):
            self.act(f"opponents.phase.{place}", "1")
            self.act(f"opponents.score.{place}", "0")
        self.act("live.score", "0")
        self.act("live.dealer", "2")

    def act(self, name: str, value: Any = None) -> dict[str, Any]:
        """Do an act, in which nothing of ours fails, and return the reply."""
        reply = super().act(name, value)
        assert not any(effect.get("show") for effect in reply["effects"]), (name, value)
        return reply

    def begin(self, top: str = "G12") -> Table:
        """Tap the face-up card and begin."""
        self.act("live.add", top)
        self.act("live.start")
        assert self.page.hint.live.round is not None
        return self

    @property
    def live(self) -> LiveRound:
        live = self.page.hint.live.round
        assert live is not None
        return live

    def shown(self, part: str) -> str:
        """Read a part as it is now, as text."""
        return words(self.page.parts()[part])

    def taps(self, *cards: str) -> dict[str, Any]:
        """Tap cards of the picker and return the last reply."""
        return [self.act("live.add", card) for card in cards][-1]

    def my_turn(self, drew: str = "R11", threw: str = "R11") -> Table:
        """Draw and throw."""
        self.act("live.add", drew)
        self.act("live.hand", threw)
        return self


def words(part: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", part)).split())


def alerted(reply: dict[str, Any]) -> str:
    return " ".join(str(effect["alert"]) for effect in reply["effects"] if "alert" in effect)


def anna_has_laid() -> Table:
    table = Table().begin().my_turn()
    table.act("live.mode", "lay")
    table.taps(*LAID_BY_ANNA)
    table.act("live.move", table.page.hint.live.ways()[0].text())
    return table
