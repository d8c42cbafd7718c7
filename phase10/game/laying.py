"""Whether cards may be laid as a phase, and if not, why.

The whole phase at once (S22–S24), each group as its goal asks (S6–S8), wilds for any card (S34)
with at least one natural card (S35). Further fitting cards are own hits in the same turn (S25).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from phase10.game.cards import Card, Hand
from phase10.game.melds import Fault, arrange
from phase10.game.moves import Laid
from phase10.game.phases import SET_KINDS, Phase
from phase10.game.refusals import Refusal
from phase10.game.rules import Rules

__all__ = ["Laying", "judge_laying"]


@dataclass(frozen=True, slots=True)
class Laying:
    """Hold a lawful laying: the groups of exactly the goals' sizes, and the own hits after it.

    ``groups``: in the order in which the player laid them; ``extras``: (card, group from 1) in an
    order in which they can be hit.
    """

    groups: tuple[Laid, ...]
    extras: tuple[tuple[Card, int], ...]


def judge_laying(
    groups: tuple[Laid, ...], hand: Hand, phase: Phase, rules: Rules
) -> Laying | Refusal:
    """Give the lawful laying of these groups from the hand, or the first reason against it."""
    refusal = _not_in_hand(groups, hand) or _without_naturals(groups, phase, rules)
    if refusal is not None:
        return refusal
    arranged: list[Laid] = []
    for group in groups:
        cards = arrange(group.kind, group.cards)
        if isinstance(cards, Fault):
            return Refusal(f"lay.{cards.code}", cards.cards)
        arranged.append(Laid(group.kind, cards))
    sizes = _sizes(arranged, phase)
    if isinstance(sizes, Refusal):
        return sizes
    return _whole(arranged, sizes, rules)


def _not_in_hand(groups: tuple[Laid, ...], hand: Hand) -> Refusal | None:
    used = Counter(card.kind for group in groups for card in group.cards)
    laid = [card for group in groups for card in group.cards]
    skips = tuple(card for card in laid if card.is_skip)
    if skips:
        return Refusal("lay.skip", skips[:1])
    over = {kind for kind, count in used.items() if count > hand.counts[kind]}
    if not over:
        return None
    missing = tuple(dict.fromkeys(card for card in laid if card.kind in over))
    if any(hand.counts[card.kind] == 0 for card in missing):
        return Refusal(
            "lay.not_held", tuple(card for card in missing if not hand.counts[card.kind])
        )
    return Refusal("lay.twice", missing)


def _without_naturals(groups: tuple[Laid, ...], phase: Phase, rules: Rules) -> Refusal | None:
    """Refuse groups without cards, and wilds where a natural card is needed (S35)."""
    if not all(group.cards for group in groups):
        return _partial(groups, phase)
    naturals = [sum(card.is_number for card in group.cards) for group in groups]
    if not any(naturals):
        return Refusal("lay.no_natural", _all_cards(groups))
    if rules.natural_per == "group" and not all(naturals):
        return Refusal("lay.no_natural_group", groups[naturals.index(0)].cards)
    return None


def _partial(groups: Sequence[Laid], phase: Phase) -> Refusal:
    return Refusal("lay.partial", _all_cards(groups), (("phase", str(phase)),))


def _all_cards(groups: Sequence[Laid]) -> tuple[Card, ...]:
    return tuple(card for group in groups for card in group.cards)


def _sizes(groups: list[Laid], phase: Phase) -> list[int] | Refusal:
    """Give each group the size of the goal that it makes: the largest groups the largest goals."""
    wanted = Counter(goal.kind for goal in phase.groups)
    given = Counter(group.kind for group in groups)
    text = str(phase)
    if given != wanted:
        surplus, lacking = given - wanted, wanted - given
        if not surplus:
            return _partial(groups, phase)
        if not lacking:
            kind = next(iter(surplus))
            last = next(group for group in reversed(groups) if group.kind == kind)
            return Refusal("lay.not_a_goal", last.cards, (("phase", text), ("kind", kind)))
        wrong = [group for group in groups if group.kind in surplus]
        return Refusal("lay.wrong_goal", _all_cards(wrong), (("phase", text),))
    sizes = [0] * len(groups)
    for kind in wanted:
        asked = sorted((goal.size for goal in phase.groups if goal.kind == kind), reverse=True)
        places = [place for place, group in enumerate(groups) if group.kind == kind]
        places.sort(key=lambda place: -len(groups[place].cards))
        for place, size in zip(places, asked, strict=True):
            cards = groups[place].cards
            if len(cards) < size:
                values = (("kind", kind), ("count", len(cards)), ("size", size))
                return Refusal("lay.short", cards, values)
            sizes[place] = size
    return sizes


def _whole(groups: list[Laid], sizes: list[int], rules: Rules) -> Laying | Refusal:
    if not rules.same_number_sets:
        numbers = [_number(group) for group in groups if group.kind in SET_KINDS]
        for number, count in Counter(numbers).items():
            if count > 1:
                same = (group for group in groups if _number(group) == number)
                return Refusal("lay.same_number", tuple(c for group in same for c in group.cards))
    cores: list[Laid] = []
    extras: list[tuple[Card, int]] = []
    for place, (group, size) in enumerate(zip(groups, sizes, strict=True), start=1):
        core, more = _core(group, size)
        cores.append(Laid(group.kind, core))
        extras.extend((card, place) for card in more)
    if extras and not rules.extra_on_lay:
        return Refusal("lay.extra", tuple(card for card, _ in extras))
    return Laying(tuple(cores), tuple(extras))


def _number(group: Laid) -> int | None:
    if group.kind not in SET_KINDS:
        return None
    card = group.cards[-1]
    return card.stands_for or card.number


def _core(group: Laid, size: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Divide a group into what the goal asks, natural cards first, and what is hit after it."""
    cards = group.cards
    if group.kind not in ("run", "crun"):
        return cards[:size], cards[size:]
    starts = range(len(cards) - size + 1)
    start = max(starts, key=lambda s: (sum(c.is_number for c in cards[s : s + size]), -s))
    below, above = cards[:start], cards[start + size :]
    return cards[start : start + size], (*above, *reversed(below))
