"""Names of cards, colours, goals and phases in words.

Every form is stored in the catalogues, also the endings of Latvian cases; none is built here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from phase10.game.cards import Card, Deck
from phase10.game.phases import Group, Phase
from phase10.views.i18n import plural, sentence

__all__ = [
    "card_gender",
    "card_list",
    "card_name",
    "color_name",
    "edition_name",
    "gap_name",
    "goal_name",
    "joined",
    "option_label",
    "option_name",
    "phase_name",
]

_NAMED_BY_SIZE = {"set", "run", "crun", "cset"}
"""Goals whose noun is the group ("set of 3"); the others count cards ("7 cards of one color")."""

_REPEATED = {"set", "run", "crun"}
"""Goals that are named together when a phase has several: 2 sets of 3."""

_NUMBERED = {"last_phase", "players"}
"""Rule options whose values are numbers that one sentence tells."""


def card_name(lang: str, card: Card, case: str = "nominative") -> str:
    """Name a card: ``red 7``, ``sarkanais 7``; a declared wild as ``wild as 9``.

    ``case``: ``nominative``, ``accusative`` ("nomet sarkano 7") or ``spoken``, the name for a
    screen reader ("sarkanais septītnieks").
    """
    if card.stands_for is not None:
        code = "card.W.as.accusative" if case == "accusative" else "card.W.as"
        return sentence(lang, code, number=card.stands_for)
    if case == "nominative":
        return sentence(lang, f"card.{card}")
    return sentence(lang, f"card.{card}.{case}")


def card_gender(lang: str, card: Card) -> str:
    """Tell the gender that a word about the card agrees with: ``feminine``, for example."""
    return sentence(lang, f"card.{'W' if card.is_wild else card}.gender")


def card_list(lang: str, cards: Iterable[Card]) -> str:
    """Name several cards, joined by commas."""
    return ", ".join(card_name(lang, card) for card in cards)


def color_name(lang: str, color: str) -> str:
    """Name a colour word of :data:`phase10.game.cards.COLORS`."""
    return sentence(lang, f"color.{color}")


def gap_name(
    lang: str,
    number: int | None,
    color: str | None,
    *,
    parity: str | None = None,
    in_run: bool = False,
) -> str:
    """Name what would fill an empty place: ``any 7``, in a run ``the 6``, ``any red card``."""
    if number is not None and color is not None:
        letter = color[0].upper()
        return sentence(lang, f"card.{letter}{number}")
    if number is not None:
        return sentence(lang, "gap.run" if in_run else "gap.number", number=number)
    return sentence(lang, f"gap.{color or parity or 'any'}")


def goal_name(lang: str, group: Group, times: int = 1) -> str:
    """Name a goal, or ``times`` equal ones together: ``set of 3``, ``2 sets of 3``."""
    if times > 1:
        return sentence(lang, f"goal.{group.kind}.times", times=times, size=group.size)
    if group.kind in _NAMED_BY_SIZE:
        return sentence(lang, f"goal.{group.kind}", size=group.size)
    return plural(lang, f"goal.{group.kind}", group.size)


def phase_name(lang: str, phase: Phase) -> str:
    """Put a phase in words that ``Phase`` reads back: ``set of 3 and run of 4``."""
    named: list[str] = []
    for group, equal in groupby(phase.groups):
        times = len(list(equal))
        if group.kind in _REPEATED:
            named.append(goal_name(lang, group, times))
        else:
            named.extend([goal_name(lang, group)] * times)
    return joined(lang, named)


def joined(lang: str, parts: list[str]) -> str:
    """Join parts with commas and, before the last, the language's *and*."""
    if len(parts) < 2:
        return "".join(parts)
    return sentence(lang, "list.and", first=", ".join(parts[:-1]), last=parts[-1])


def edition_name(lang: str, edition: str) -> str:
    """Name a list of phases by its id in the data file of editions."""
    return sentence(lang, f"edition.{edition}")


def option_label(lang: str, option: str) -> str:
    """Name a rule option: ``Shortest run``."""
    return sentence(lang, f"option.{option}")


def option_name(lang: str, option: str, value: str | bool | int | Deck) -> str:
    """Say in words what a value of a rule option means."""
    if isinstance(value, Deck):
        return plural(
            lang,
            "option.deck.cards",
            value.size,
            colors=value.colors,
            numbers=value.numbers,
            copies=value.copies,
            wilds=value.wilds,
            skips=value.skips,
        )
    if option == "last_phase" and value == 0:
        return sentence(lang, "option.last_phase.whole")
    if option in _NUMBERED and isinstance(value, int):
        return sentence(lang, f"option.{option}.number", number=value)
    written = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    return sentence(lang, f"option.{option}.{written}")
