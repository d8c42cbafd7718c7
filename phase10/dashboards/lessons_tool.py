"""The interactive of a lesson at its place: what fails in it is told there and harms nothing else.

The interactive that a lesson has is found by its id; a lesson of one's own has none.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from phase10.game.errors import GameError
from phase10.teaching.lessons.engine import Run
from phase10.teaching.lessons.tools.base import Tool
from phase10.teaching.lessons.tools.l09 import Settling
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.text import error_text
from phase10.views.tools import make_tool, tool_html, tool_said

__all__ = ["ToolPlace"]

logger = logging.getLogger(__name__)


class ToolPlace:
    """Hold the interactive of the open lesson.

    ``error``: why the last act in it could not be done; ``failed``: something of ours went wrong.
    """

    def __init__(self) -> None:
        self.tool: Tool | None = None
        self.error: GameError | None = None
        self.failed = False

    def open(self, run: Run) -> None:
        """Make the interactive of a lesson, as it is at first."""
        self.tool, self.error, self.failed = None, None, False
        try:
            self.tool = make_tool(run.lesson.id, run.code)
        except Exception:
            logger.exception("an interactive failed")
            self.failed = True

    def after(self, run: Run) -> str:
        """Name the step of the lesson after which the interactive stands, "" for nowhere yet."""
        if self.tool is None:
            return "simulate" if self.failed and run.reached("simulate") else ""
        return self.tool.after if run.reached(self.tool.after) else ""

    def act(self, run: Run, name: str, value: Any, lang: str) -> dict[str, Any] | None:
        """Do an act in the interactive; give what is to be said of it."""
        if self.tool is None or not self.after(run):
            return None
        self.error, self.failed = None, False
        self._follow(run)
        kept = self.tool.kept()
        try:
            self.tool.act(name, value)
            return {"say": tool_said(self.tool, lang)}
        except GameError as error:
            self.error = error
            return {"alert": error_text(lang, error)}
        except Exception:
            logger.exception("an interactive failed")
            self.failed = True
            self.restore({"set": kept})
            return {"alert": sentence(lang, "page.lessons.tool.failed")}

    def _follow(self, run: Run) -> None:
        """Let the interactive show exact values as soon as the lesson does."""
        if isinstance(self.tool, Settling):
            self.tool.allow_exact = run.reached("exact")

    def html(self, run: Run, lang: str) -> Html:
        """Draw the interactive, with what went wrong in it."""
        drawn = None
        self._follow(run)
        if self.tool is not None:
            try:
                drawn = tool_html(self.tool, lang)
                told = tool_said(self.tool, lang)
                drawn = el("div", drawn, el("p", told, class_="p10-muted", id="lessons-tool-said"),
                           class_="p10-stack")  # fmt: skip
            except Exception:
                logger.exception("an interactive failed")
                self.failed = True
        return el(
            "div",
            el("h2", sentence(lang, "page.lessons.tool"), id="lessons-tool-heading", tabindex=-1),
            drawn,
            el("p", error_text(lang, self.error), class_="p10-error") if self.error else None,
            el("p", sentence(lang, "page.lessons.tool.failed"), class_="p10-error")
            if self.failed or drawn is None else None,
            class_="p10-stack",
        )  # fmt: skip

    def kept(self) -> dict[str, Any]:
        """Give what was set in the interactive."""
        if self.tool is None:
            return {}
        try:
            return {"set": self.tool.kept()}
        except Exception:
            logger.exception("an interactive failed")
            self.failed = True
            return {}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Set the interactive again; what has another shape is left out."""
        if self.tool is not None and isinstance(kept.get("set"), Mapping):
            try:
                self.tool.restore(kept["set"])
            except Exception:
                logger.exception("an interactive failed")
                self.failed = True
