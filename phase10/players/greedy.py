"""The player ``greedy``: the fewest missing cards now, and after laying the fewest points.

It looks no draw ahead. The deciding functions work on counts of the fifty kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from phase10.game.cards import CARDS, KINDS, SKIP, WILD, Card, Deck, Hand
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Move, TakeDiscard
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.game.stages import DRAW
from phase10.players.interface import View
from phase10.solver.groupings import missing

__all__ = ["Greedy", "aimed", "best_discard", "least_missing", "next_hit", "ranked_layings"]

_COMPARED: Final = 60
"""Layouts whose points are compared; of more, those with the fewest wilds."""


class Greedy:
    """Take what lowers ``missing``, lay at once, hit all it can, throw what costs most."""

    name = "greedy"

    def choose(self, view: View, chance: Random) -> Move:
        """Choose a legal move; nothing is left to chance."""
        if view.stage == DRAW:
            return _draw(view)
        if not view.has_laid:
            layings = [move for move in view.moves if isinstance(move, Lay)]
            return ranked_layings(view, layings)[0] if layings else _discard(view)
        return _hit(view) or _discard(view)


# --- on counts ------------------------------------------------------------------------------------


def least_missing(
    counts: Sequence[int], phases: Sequence[Phase], rules: Rules, deck: Deck
) -> tuple[int, ...]:
    """Count for each phase what is missing from a hand, told as fifty counts."""
    hand = Hand.from_counts(counts, deck)
    return tuple(missing(hand, phase, rules) for phase in phases)


def aimed(lacking: Sequence[int], phases: Sequence[Phase]) -> int:
    """Choose the phase to aim at: the fewest missing, of equal ones the hardest.

    The hardest is the one that asks the most cards, then the last one of the list: it is worth
    taking when it comes as easily as the others.
    """
    return min(range(len(phases)), key=lambda i: (lacking[i], -phases[i].size, -i))


def best_discard(
    counts: Sequence[int],
    phase: Phase | None,
    rules: Rules,
    deck: Deck,
    points: Sequence[int],
    allowed: Sequence[int],
) -> int:
    """Choose the kind to throw: the fewest missing after it, then the most points, wilds last.

    ``points``: what shedding each of the fifty kinds is worth; ``allowed``: the kinds that may be
    thrown; without a ``phase`` only the points count.
    """
    left = list(counts)

    def cost(kind: int) -> tuple[int, bool, int, int]:
        lacking = 0
        if phase is not None:
            left[kind] -= 1
            lacking = missing(Hand.from_counts(left, deck), phase, rules)
            left[kind] += 1
        return (lacking, kind == WILD, -points[kind], -kind)

    return min(allowed, key=cost)


def next_hit(counts: Sequence[int], melds: Sequence[Meld]) -> tuple[Card, int] | None:
    """Choose the next card to hit and on which of the groups; None when no card fits.

    Number cards come before wilds and are better put on runs, where they make room for the next
    one. A wild goes where it lets a number card follow, else where it closes no end of a run.
    """
    best: tuple[tuple[bool, bool, bool, int], Card, int] | None = None
    held = [kind for kind in range(SKIP) if counts[kind]]
    for place, meld in enumerate(melds):
        open_to, run = meld.open_to, meld.ends is not None
        for kind in held:
            for card in open_to[kind]:
                wild = kind == WILD
                leads = run and (not wild or _leads(counts, meld, card))
                key = (wild, not leads, wild and run, place)
                if best is None or key < best[0]:
                    best = key, card, place
    return None if best is None else best[1:]


def _leads(counts: Sequence[int], meld: Meld, wild: Card) -> bool:
    """Tell whether a wild at the end of a run lets a number card that is held follow."""
    extended = meld.with_card(wild)
    return any(counts[kind] and extended.open_to[kind] for kind in range(WILD))


# --- on a view ------------------------------------------------------------------------------------


def _draw(view: View) -> Move:
    take = TakeDiscard() if TakeDiscard() in view.moves else None
    if Draw() not in view.moves:
        return take or view.moves[0]
    if take is None or view.top is None or view.top.is_skip:
        return Draw()
    kind = view.top.kind
    if view.has_laid:
        fits = any(meld.open_to[kind] for _, _, meld in view.groups_to_hit())
        return take if fits else Draw()
    phases = [view.phases[number - 1] for number in view.open_phases]
    counts, deck = list(view.hand.counts), view.rules.deck
    now = min(least_missing(counts, phases, view.rules, deck), default=0)
    counts[kind] += 1
    # A card that helps lowers what is missing by one, and another card can be thrown for it.
    then = min(least_missing(counts, phases, view.rules, deck), default=0)
    return take if then < now else Draw()


def ranked_layings(view: View, layings: Sequence[Lay]) -> list[Lay]:
    """Sort layings, the best first: the hardest phase, the fewest wilds, the fewest points left.

    The points that stay after the hits of the same turn are counted for the first sixty only.
    """

    def rank(lay: Lay) -> tuple[int, int, int]:
        number = lay.phase or view.open_phases[0]
        return (-view.phases[number - 1].size, -number, _wilds(lay))

    ranked = sorted(layings, key=rank)
    compared = sorted(ranked[:_COMPARED], key=lambda lay: (rank(lay), _points_after(view, lay)))
    return compared + ranked[_COMPARED:]


def _wilds(lay: Lay) -> int:
    return sum(card.is_wild for group in lay.groups for card in group.cards)


def _points_after(view: View, lay: Lay) -> int:
    """Count the points that stay in hand after this laying and the hits of the same turn."""
    counts = list(view.hand.counts)
    for group in lay.groups:
        for card in group.cards:
            counts[card.kind] -= 1
    melds = [Meld(SEATS[view.seat], kind, cards) for kind, cards in lay.groups]
    if view.rules.hit_others_same_turn:
        melds.extend(view.table)
    for _ in range(sum(counts) - (not view.rules.go_out_by_hit)):
        chosen = next_hit(counts, melds)
        if chosen is None:
            break
        card, place = chosen
        counts[card.kind] -= 1
        melds[place] = melds[place].with_card(card)
    points = _points(view.rules)
    left = [points[kind] for kind in range(KINDS) for _ in range(counts[kind])]
    return sum(left) - max(left, default=0)


@lru_cache(maxsize=64)
def _points(rules: Rules) -> tuple[int, ...]:
    """Give the points of each of the fifty kinds."""
    return tuple(map(rules.points, CARDS))


def _hit(view: View) -> Move | None:
    if len(view.hand) == 1 and not view.rules.go_out_by_hit:
        return None
    groups = view.groups_to_hit()
    chosen = next_hit(view.hand.counts, [meld for _, _, meld in groups])
    if chosen is None:
        return None
    card, place = chosen
    owner, number, _ = groups[place]
    return Hit(card, owner, number)


def _discard(view: View) -> Move:
    discards = [move for move in view.moves if isinstance(move, Discard)]
    deck, rules = view.rules.deck, view.rules
    points = list(_points(rules))
    if any(move.card.kind == SKIP and move.target is None for move in discards):
        # A skip that nobody can be skipped with is worth keeping for the next turn.
        points[SKIP] = 0
    counts, phase = view.hand.counts, None
    if not view.has_laid and view.open_phases:
        phases = [view.phases[number - 1] for number in view.open_phases]
        phase = phases[aimed(least_missing(counts, phases, rules, deck), phases)]
    allowed = sorted({move.card.kind for move in discards})
    kind = best_discard(counts, phase, rules, deck, points, allowed)
    return min(
        (move for move in discards if move.card.kind == kind),
        key=lambda move: _distance_to_out(view, move.target),
    )


def _distance_to_out(view: View, target: int | None) -> tuple[bool, int, int, int, int]:
    """Tell how far a player is from going out: who has laid and holds the fewest cards first."""
    if target is None:
        return (True, 0, 0, 0, 0)
    shown = view.seats[target]
    turn = (target - view.seat) % len(view.seats)
    return (shown.laid is None, shown.cards, -len(shown.done), shown.score, turn)
