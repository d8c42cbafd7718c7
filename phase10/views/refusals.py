"""Why a move is not allowed, in words: what is wrong, what the rule says, what could be done.

A sentence says what holds under the rules in use: a code that only some rules know is only met
under them. Which end of a run is closed, or how many numbers are open, is told by a code of its own
(``refusal.hit.order.low``), so that every sentence is whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from phase10.game.cards import CARDS, NUMBERS, Card
from phase10.game.moves import SEATS, Discard, Draw, Hit, Laid, Lay, Move, TakeDiscard
from phase10.game.phases import Group, Phase
from phase10.game.refusals import Refusal, Value
from phase10.views.i18n import plural, sentence
from phase10.views.names import card_list, card_name, color_name, goal_name, joined, phase_name

__all__ = ["instead_text", "refusal_rule", "refusal_text"]

_IN_HAND: Final = ("lay.not_held", "lay.twice")
"""Codes about what is in the hand, where a wild stands for nothing yet and each kind counts once.

Their sentences depend on how many cards they name.
"""


def refusal_text(lang: str, refusal: Refusal, names: Sequence[str] | None = None) -> str:
    """Say what is wrong with a move and what the rule says.

    ``names``: the players by seat; without them they are called by the letters of their seats.

    >>> print(refusal_text("en", Refusal("hit.numbers", (Card.parse("R8"),), (("number", 7),))))
    Red 8 does not fit this set: all its cards have the number 7.
    """
    key = refusal.code + _variant(refusal)
    values = _values(lang, refusal, names)
    count = _count(refusal)
    if count is None:
        text = sentence(lang, f"refusal.{key}", **values)
    else:
        text = plural(lang, f"refusal.{key}", count, **values)
    # A sentence may begin with the name of a card.
    return text[:1].upper() + text[1:]


def refusal_rule(lang: str, refusal: Refusal) -> str:
    """Name the sentence of the rules, and the option that decides where rule sets differ.

    >>> print(refusal_rule("en", Refusal("hit.others_same_turn")))
    Rule S26; the option hit_others_same_turn decides
    """
    if refusal.option:
        return sentence(lang, "refusal.rule.option", rule=refusal.rule, option=refusal.option)
    return sentence(lang, "refusal.rule", rule=refusal.rule)


def instead_text(
    lang: str, move: Move, names: Sequence[str] | None = None, me: int | None = None
) -> str:
    """Say that a lawful move could be played; ValueError for a move that never is.

    ``me``: the seat of the reader, who is to move; None where nobody is spoken to.

    >>> print(instead_text("en", Discard(Card.parse("R5"))))
    You could discard red 5.
    """
    if isinstance(move, Draw):
        return sentence(lang, "refusal.instead.draw")
    if isinstance(move, TakeDiscard):
        return sentence(lang, "refusal.instead.take")
    if isinstance(move, Lay):
        groups = _groups_text(lang, move.groups)
        if move.phase is None:
            return sentence(lang, "refusal.instead.lay", groups=groups)
        return sentence(lang, "refusal.instead.lay.number", number=move.phase, groups=groups)
    if isinstance(move, Hit):
        return _instead_hit(lang, move, names, me)
    if isinstance(move, Discard):
        return _instead_discard(lang, move, names)
    raise ValueError(f"no rules allow this move: {move.text()}")


def _instead_hit(lang: str, move: Hit, names: Sequence[str] | None, me: int | None) -> str:
    player, group = _player(move.seat, names), move.group
    number = move.card.stands_for
    if number is not None:
        if move.seat == me:
            return sentence(lang, "refusal.instead.hit.wild.own", number=number, group=group)
        code = "refusal.instead.hit.wild"
        return sentence(lang, code, number=number, group=group, player=player)
    card = card_name(lang, move.card, "accusative")
    if move.seat == me:
        return sentence(lang, "refusal.instead.hit.own", card=card, group=group)
    return sentence(lang, "refusal.instead.hit", card=card, group=group, player=player)


def _instead_discard(lang: str, move: Discard, names: Sequence[str] | None) -> str:
    if not move.card.is_skip:
        card = card_name(lang, move.card, "accusative")
        return sentence(lang, "refusal.instead.discard", card=card)
    if move.target is None:
        return sentence(lang, "refusal.instead.skip.nobody")
    return sentence(lang, "refusal.instead.skip", player=_player(move.target, names))


def _groups_text(lang: str, groups: Iterable[Laid]) -> str:
    named = (
        sentence(
            lang,
            "move.group",
            kind=sentence(lang, f"kind.{group.kind}"),
            cards=card_list(lang, group.cards),
        )
        for group in groups
    )
    return "; ".join(named)


# --- which sentence ------------------------------------------------------------------------------


def _variant(refusal: Refusal) -> str:
    """Give the end of the code where a refusal has several sentences, "" where it has one."""
    code, values = refusal.code, dict(refusal.values)
    if code in ("hit.order", "hit.ends"):
        return _open_ends(values.get("low") != 1, values.get("high") != NUMBERS)
    if code in ("lay.parity", "hit.parity"):
        # The cards are those that do not belong: odd ones among even numbers.
        return ".even" if all(_is_odd(card) for card in refusal.cards) else ".odd"
    if code == "hit.wild_number":
        return (".none", ".one", ".two")[min(2, len(_declared(refusal)))]
    if code == "lay.partial" and not refusal.cards:
        return ".none"
    if code == "lay.not_open" and not values.get("number"):
        return ".none"
    if code == "wild.stays":
        return ".card" if any(card.is_number for card in refusal.cards) else ".wild"
    return ""


def _open_ends(below: bool, above: bool) -> str:
    """Tell which ends of a run can grow: ``low`` is the variant whose low end is closed."""
    if below:
        return ".open" if above else ".high"
    return ".low" if above else ".full"


def _is_odd(card: Card) -> bool:
    return (card.number or card.stands_for or 0) % 2 == 1


def _declared(refusal: Refusal) -> list[int]:
    """List the numbers that the wilds of a refusal stand for."""
    return sorted({card.stands_for for card in refusal.cards if card.stands_for is not None})


def _count(refusal: Refusal) -> int | None:
    """Give the number that the form of the sentence depends on."""
    if refusal.code in _IN_HAND:
        return len(_cards(refusal))
    if refusal.code == "lay.short":
        return int(dict(refusal.values)["count"])
    return None


# --- its values ----------------------------------------------------------------------------------


def _values(lang: str, refusal: Refusal, names: Sequence[str] | None) -> dict[str, Value]:
    """Give all that a sentence may tell: the values of the refusal in words, and the cards."""
    told = dict(refusal.values)
    cards = _cards(refusal)
    values = dict(told)
    if cards:
        values["card"] = card_name(lang, cards[0])
        values["object"] = card_name(lang, cards[0], "accusative")
        values["cards"] = _cards_text(lang, cards)
    if "phase" in told:
        values["phase"] = phase_name(lang, Phase(str(told["phase"])))
    if "size" in told:
        values["goal"] = goal_name(lang, Group(str(told["kind"]), int(told["size"])))
    if "kind" in told:
        values["kind"] = sentence(lang, f"kind.{told['kind']}")
    if "color" in told:
        values["color"] = color_name(lang, str(told["color"]))
    if "player" in told:
        values["player"] = _player(int(told["player"]), names)
    if "low" in told:
        values["below"] = int(told["low"]) - 1
        values["above"] = int(told["high"]) + 1
    elif refusal.code in ("hit.undeclared", "hit.wild_number"):
        numbers = _declared(refusal)
        if numbers:
            values["low"], values["high"] = numbers[0], numbers[-1]
    return values


def _cards(refusal: Refusal) -> tuple[Card, ...]:
    if refusal.code in _IN_HAND:
        return tuple(dict.fromkeys(CARDS[card.kind] for card in refusal.cards))
    return refusal.cards


def _cards_text(lang: str, cards: Iterable[Card]) -> str:
    """Name cards, equal ones once with their number: ``red 3 and wild ×2``."""
    named = [
        card_name(lang, card)
        if copies == 1
        else sentence(lang, "count.copies", card=card_name(lang, card), n=copies)
        for card, copies in Counter(cards).items()
    ]
    return joined(lang, named)


def _player(seat: int, names: Sequence[str] | None) -> str:
    return (SEATS if names is None else names)[seat]
