"""Rules: every open point a named option.

This step knows the options that concern a single hand; the game's own options join them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

from phase10.game.cards import NUMBERS, STANDARD_DECK, Card, Cards, Deck
from phase10.game.errors import RulesError

__all__ = ["PRESETS", "SEED", "Rules"]


@dataclass(frozen=True)
class Rules:
    """Hold the options in use; the defaults are the preset ``seed``.

    ``natural_per``: at least one natural card in the whole ``phase`` (S35) or in each ``group``.
    ``same_number_sets``: two sets of one phase may have the same number (S6 does not forbid it).
    ``wild_points``: what a wild left in hand costs, 25 (S47) or 20 in one edition.
    ``deck``: the cards in play, 108 unless given.
    """

    natural_per: str = "phase"
    same_number_sets: bool = True
    wild_points: int = 25
    deck: Deck = STANDARD_DECK

    def __post_init__(self) -> None:
        for option, allowed in _ALLOWED.items():
            value = getattr(self, option)
            # True is not the number 1 here.
            if not any(type(value) is type(choice) and value == choice for choice in allowed):
                shown = ", ".join(map(_shown, allowed))
                raise RulesError("rules.value", option=option, value=_shown(value), allowed=shown)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read ``seed``, ``official`` or changes to them: ``seed,natural_per=group``.

        >>> Rules.parse("seed,natural_per=group").natural_per
        'group'
        """
        rules = SEED
        for place, part in enumerate(piece.strip() for piece in text.split(",")):
            option, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals:
                if place > 0 or option not in PRESETS:
                    raise RulesError("rules.preset", text=part)
                rules = PRESETS[option]
                continue
            if option not in _ALLOWED:
                raise RulesError("rules.option", option=option)
            readable = {_shown(choice): choice for choice in _ALLOWED[option]}
            if value not in readable:
                allowed = ", ".join(readable)
                raise RulesError("rules.value", option=option, value=value, allowed=allowed)
            rules = replace(rules, **{option: readable[value]})  # type: ignore[arg-type]
        return rules

    def points(self, card: Card) -> int:
        """Give the points of one card left in hand (S47)."""
        if card.is_wild:
            return self.wild_points
        if card.is_skip:
            return 15
        return 5 if card.kind % NUMBERS < 9 else 10

    def points_of(self, cards: Cards) -> int:
        """Add up the points of cards left in hand."""
        return sum(map(self.points, cards))

    def __str__(self) -> str:
        """Print what differs from ``seed``; the text parses back when the deck is the standard."""
        changed = [
            f"{item.name}={_shown(getattr(self, item.name))}"
            for item in fields(self)
            if item.name in _ALLOWED and getattr(self, item.name) != getattr(SEED, item.name)
        ]
        return ",".join(["seed", *changed])


_ALLOWED: Final[dict[str, tuple[str | bool | int, ...]]] = {
    "natural_per": ("phase", "group"),
    "same_number_sets": (True, False),
    "wild_points": (25, 20),
}


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


SEED: Final = Rules()
PRESETS: Final[dict[str, Rules]] = {"seed": SEED, "official": Rules()}
