"""The rules of a game in words."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from phase10.game.rules import SEED, Rules
from phase10.views.i18n import sentence
from phase10.views.names import option_name

__all__ = ["rule_groups", "rule_lines"]

_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "phase": ("natural_per", "same_number_sets", "run_min", "extra_on_lay"),
    "turn": ("discard_taken", "hit_others_same_turn", "go_out_by_hit"),
    "skip": ("skip_target", "skip_limit", "take_skip"),
    "round": ("first_wild", "first_skip", "restock", "next_dealer"),
    "match": (
        *("last_phase", "use_phases", "in_order", "advance_all", "game_end", "tie_break"),
        *("players", "deck"),
    ),
}
"""What belongs together; ``wild_points`` is told with all points."""


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


def rule_groups(lang: str, rules: Rules) -> list[tuple[str, list[str]]]:
    """Tell all rules of a match, in groups with a heading: what every option means here.

    What all rules share stands first in its group: how a turn goes, how a round ends, what cards
    cost. Sources: S21–S24, S32, S43–S47, S51, S52.
    """
    told: list[tuple[str, list[str]]] = []
    for group, options in _GROUPS.items():
        lines = [option_name(lang, option, getattr(rules, option)) for option in options]
        if group == "turn":
            lines.insert(0, sentence(lang, "rules.turn"))
        if group == "round":
            lines += [
                sentence(lang, "rules.end"),
                sentence(lang, "rules.points", wild=rules.wild_points),
            ]
        if group == "match":
            lines = _match_lines(lang, rules, options)
        told.append((sentence(lang, f"rules.group.{group}"), lines))
    return told


def _match_lines(lang: str, rules: Rules, options: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    for option in options:
        if option == "game_end" and rules.advance_all:
            # The match ends with the round of the last phase, whoever makes it.
            continue
        if option == "advance_all" and not rules.in_order:
            # There is no next phase; what the last one is has to be told instead.
            lines.append(sentence(lang, "rules.last"))
            continue
        lines.append(option_name(lang, option, getattr(rules, option)))
        if option == "game_end" and rules.game_end != "out":
            lines.append(sentence(lang, "rules.fewest"))
    return lines
