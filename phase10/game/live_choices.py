"""What a report can mean: the ways to lay cards that were seen, the places where a card fits.

And by which rule of the house a report would be allowed that the rules in use refuse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from phase10.game.cards import Card
from phase10.game.errors import GameError
from phase10.game.live import LiveRound, Report
from phase10.game.meaning import ways_with
from phase10.game.moves import SEATS, Hit, Lay
from phase10.game.refusals import IllegalMove
from phase10.game.rules import OPTIONS

__all__ = ["HouseRule", "house_rule", "places_of", "ways_to_lay"]

_SETTLED: Final = ("in_order",)
"""Options that change the match and not a move: nobody plays them without knowing."""


def ways_to_lay(live: LiveRound, cards: Sequence[Card]) -> tuple[Lay, ...]:
    """List how the player to move can lay all these cards as a whole phase, at most 24 ways.

    Whose phase nobody told may be at any; see :func:`phase10.game.meaning.ways_with`.
    """
    game, seat = live.game, live.game.turn
    open_to_all = seat in live.unknown.phases and not game.tie_break and game.rules.in_order
    return ways_with(game, cards, game.setup.numbers if open_to_all else game.open_phases(seat))


def places_of(live: LiveRound, card: Card) -> tuple[Hit, ...]:
    """List the hits with a card that fit the groups on the table, wilds as what they stand for."""
    met: Counter[str] = Counter()
    found: list[Hit] = []
    for meld in live.game.table:
        met[meld.owner] += 1
        owner, group = SEATS.index(meld.owner), met[meld.owner]
        found += [Hit(declared, owner, group) for declared in meld.open_to[card.kind]]
    return tuple(found)


class HouseRule(NamedTuple):
    """Hold a rule option by which a refused report is allowed, and the round that has it."""

    option: str
    value: str | bool | int
    live: LiveRound


def house_rule(live: LiveRound, report: Report, error: GameError) -> HouseRule | None:
    """Find the value of the option that decided a refusal with which the report is allowed.

    None where all rule sets agree, and where what was reported before does not go with it.
    """
    option = error.refusal.option if isinstance(error, IllegalMove) else ""
    if not option or option in _SETTLED:
        return None
    rules = live.begun.rules
    for value in OPTIONS[option]:
        if value == getattr(rules, option):
            continue
        try:
            allowed = live.under(replace(rules, **{option: value})).report(*report)  # type: ignore[arg-type]
        except GameError:
            continue
        return HouseRule(option, value, allowed)
    return None
