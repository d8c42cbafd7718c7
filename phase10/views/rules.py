"""The rules of a game in words."""

from __future__ import annotations

from dataclasses import fields

from phase10.game.rules import SEED, Rules
from phase10.views.names import option_name

__all__ = ["rule_lines"]


def rule_lines(lang: str, rules: Rules) -> list[str]:
    """Say how rules differ from the preset ``seed``, one line an option; empty for ``seed``.

    >>> rule_lines("en", Rules(skip_target="chosen", last_phase=5))
    ['Who plays a skip chooses the player that misses a turn', 'The game goes to phase 5']
    """
    return [
        option_name(lang, item.name, getattr(rules, item.name))
        for item in fields(rules)
        if getattr(rules, item.name) != getattr(SEED, item.name)
    ]
