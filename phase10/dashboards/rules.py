"""The rules as a page: every sentence, what players ask, the words, what other tables play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.teaching.rules import differences, sentences
from phase10.views.i18n import sentence

__all__ = ["TABS", "RulesView"]

TABS: Final = ("sentences", "questions", "words", "tables")
"""What the page shows of the rules."""

_LONGEST: Final = 200


class RulesView:
    """Hold what is looked for and shown, and the rules of the table that is put together.

    ``effects`` collects what the page should say or focus; ``rule``: the sentence that was asked
    for last; ``rules``: those chosen under *What do other tables play?*
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.tab = TABS[0]
        self.sought = ""
        self.revision = 0
        self.rule = ""
        self.rules: Rules = SEED

    @property
    def place(self) -> str:
        """Name what is shown, as a place of the page."""
        return "" if self.tab == TABS[0] else self.tab

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        verb = name.removeprefix("rules.")
        option = verb.removeprefix("set.")
        match verb, value:
            case "tab", str() if value in TABS:
                self.tab = value
            case "search", str():
                self.sought, self.rule = value[:_LONGEST], ""
            case "clear", _:
                self.sought, self.revision = "", self.revision + 1
                self.effects.append({"focus": "rules-search"})
            case "preset", str() if value in PRESETS:
                self.rules = PRESETS[value]
                self._say(lang)
            case _, str() if value in PRESETS and option in _options():
                self.rules = replace(self.rules, **{option: getattr(PRESETS[value], option)})
                self._say(lang)

    def _say(self, lang: str) -> None:
        self.effects.append({"say": sentence(lang, "rules.changed")})

    def go(self, place: str) -> None:
        """Show a sentence by its number, a part of the page by its name, else the sentences."""
        self.rule = ""
        if place in TABS:
            self.tab = place
            return
        self.tab = TABS[0]
        if place in (one.id for one in sentences()):
            self.sought, self.revision, self.rule = "", self.revision + 1, place
            self.effects.append({"focus": f"rule-{place}"})

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {"tab": self.tab, "sought": self.sought, "rules": str(self.rules)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        if kept.get("tab") in TABS:
            self.tab = str(kept["tab"])
        if isinstance(kept.get("sought"), str):
            self.sought = str(kept["sought"])[:_LONGEST]
        try:
            self.rules = Rules.parse(kept["rules"])
        except (GameError, KeyError, AttributeError, TypeError):
            return


def _options() -> tuple[str, ...]:
    return tuple(difference.option.id for difference in differences())
