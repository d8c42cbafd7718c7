"""Unseen cards, useful draws and exact chances without replacement, as fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from phase10.game.cards import CARDS, SKIP, Card, Cards, Hand
from phase10.game.errors import CardError, GameError, NumberError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.counting import WaysToComplete, equal_kinds
from phase10.solver.counting_by_color import ways_by_color
from phase10.solver.counting_goals import mixes_axes
from phase10.solver.groupings import counts_quickly, missing, useful_kinds

__all__ = [
    "DRAW_LIMIT",
    "DealOdds",
    "DrawOdds",
    "chances_within",
    "chances_within_discards",
    "deal_odds",
    "draw_odds",
    "useful_draws",
]

DRAW_LIMIT: Final = 10
# Where goals mix numbers and colours, chances are counted for so many draws at most, and with so
# many steps (about a million a second) before it is tried with fewer draws, or not at all.
MIXED_DRAWS: Final = 5
MIXED_DRAWS_OF_EACH_DISCARD: Final = 3
CHANCE_WORK: Final = 400_000
DEAL_WORK: Final = 10_000_000


@dataclass(frozen=True)
class DrawOdds:
    """Hold the exact chances of the next draw from the unseen cards.

    ``useful``: unseen copies (> 0) of each card that lowers ``missing``; ``live`` their sum;
    ``unseen``: how many cards are unseen; ``p_next`` the chance that the next draw helps,
    ``p_complete`` that it completes the phase. A complete hand: nothing useful, both chances 1.
    """

    missing: int
    useful: dict[Card, int]
    live: int
    unseen: int
    p_next: Fraction
    p_complete: Fraction


@dataclass(frozen=True)
class DealOdds:
    """Hold an exact count of hands: ``favourable`` of ``total`` complete the phase."""

    favourable: int
    total: int

    @property
    def probability(self) -> Fraction:
        """Give favourable / total."""
        return Fraction(self.favourable, self.total)


def useful_draws(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> dict[Card, int]:
    """Count the unseen copies of each card that would lower ``missing``.

    ``seen``: cards outside the hand that are known not to be drawn; :class:`CardError`
    ``card.too_many`` when hand and seen together exceed the deck. In canonical order.

    >>> useful_draws(Hand("R7 B7 W R3 G3 Y3"), Phase("set:3+set:4"), seen=Cards("W W"))
    {Card.parse('R3'): 1, Card.parse('R7'): 1, Card.parse('B3'): 2, Card.parse('B7'): 1, \
Card.parse('G3'): 1, Card.parse('G7'): 2, Card.parse('Y3'): 1, Card.parse('Y7'): 2, \
Card.parse('W'): 5}
    """
    return _useful(hand, phase, rules, _unseen(hand, rules, seen), missing(hand, phase, rules))


def draw_odds(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> DrawOdds:
    """Compute the exact chances of the next draw: live useful cards of all unseen cards.

    Errors as in :func:`useful_draws`. With no card unseen nothing can be drawn: chance 0.
    """
    return _next_draw(hand, phase, rules, _unseen(hand, rules, seen))


def chances_within(
    hand: Hand, phase: Phase, draws: int, rules: Rules = SEED, *, seen: Cards | None = None
) -> tuple[Fraction, ...]:
    """Compute the chance to hold the phase within 1, 2, … ``draws`` blind draws, all cards kept.

    Exact for that model, hence a bound for the game, where a card is discarded each turn. When the
    unseen cards run out, the last chance stays. Where sets or runs stand beside a goal of one
    colour, the result has five entries at most, fewer where there are too many cases to count, one
    where two goals gather a colour. :class:`NumberError` ``number.range`` unless
    1 ≤ ``draws`` ≤ 10; else as :func:`useful_draws`.

    >>> chances_within(Hand("R1 R2 R3 R4 R5 R6"), Phase("run:7"), 3)
    (Fraction(8, 51), Fraction(88, 303), Fraction(204, 505))
    """
    _check_range("draws", draws, 1, DRAW_LIMIT)
    most = min(draws, MIXED_DRAWS) if mixes_axes(phase.groups, rules.same_number_sets) else draws
    return _chances(hand, phase, most, rules, _unseen(hand, rules, seen))


def chances_within_discards(
    hand: Hand, phase: Phase, draws: int, rules: Rules = SEED, *, seen: Cards | None = None
) -> dict[Card, tuple[Fraction, ...]]:
    """Compute :func:`chances_within` after each possible discard; the discard counts as seen.

    Cards that the phase does not tell apart share one computation. All results have as many
    entries; where sets or runs stand beside a goal of one colour, three at most.
    """
    _check_range("draws", draws, 1, DRAW_LIMIT)
    unseen = _unseen(hand, rules, seen)
    mixed = mixes_axes(phase.groups, rules.same_number_sets)
    most = min(draws, MIXED_DRAWS_OF_EACH_DISCARD) if mixed else draws
    possible = min(draws, sum(unseen))
    shared = None if mixed else WaysToComplete(phase, rules, hand.counts, unseen, possible)
    alike = equal_kinds(phase)
    found: dict[int, tuple[Fraction, ...]] = {}
    for card in hand.kinds():
        label = alike[card.kind]
        if label not in found:
            if shared is not None:
                found[label] = _as_chances(shared.by_draws(card.kind), sum(unseen), draws)
            else:
                found[label] = _chances(hand - card, phase, most, rules, unseen)
                most = min(most, len(found[label]))
    return {card: found[alike[card.kind]][:most] for card in hand.kinds()}


def deal_odds(phase: Phase, cards: int = 10, rules: Rules = SEED) -> DealOdds:
    """Count the dealt hands of ``cards`` cards that hold the whole phase, exactly.

    :class:`NumberError` ``number.range`` unless 0 ≤ ``cards`` ≤ the size of the deck;
    :class:`GameError` ``odds.mixed`` where sets or runs stand beside goals of one colour in a way
    that leaves too many cases to count (all phases of the printed editions can be counted).

    >>> deal_odds(Phase("8"))
    DealOdds(favourable=1071555721624, total=38722819230810)
    """
    deck = rules.deck
    _check_range("cards", cards, 0, deck.size)
    ways = _ways(phase, rules, [0] * len(CARDS), deck.counts, cards, DEAL_WORK)
    if ways is None:
        raise GameError("odds.mixed", phase=str(phase))
    return DealOdds(ways[cards], comb(deck.size, cards))


def _next_draw(hand: Hand, phase: Phase, rules: Rules, unseen: Sequence[int]) -> DrawOdds:
    lacking = missing(hand, phase, rules)
    useful = _useful(hand, phase, rules, unseen, lacking)
    live, cards = sum(useful.values()), sum(unseen)
    if lacking == 0:
        helps = completes = Fraction(1)
    else:
        helps = Fraction(live, cards) if cards else Fraction(0)
        completes = helps if lacking == 1 else Fraction(0)
    return DrawOdds(lacking, useful, live, cards, helps, completes)


def _ways(
    phase: Phase,
    rules: Rules,
    held: Sequence[int],
    live: Sequence[int],
    draws: int,
    work: int,
) -> tuple[int, ...] | None:
    """Count the sets of 0 … ``draws`` live cards that complete the phase; ``None``: too many."""
    if not mixes_axes(phase.groups, rules.same_number_sets):
        return WaysToComplete(phase, rules, held, live, draws).by_draws()
    if sum(group.kind in ("color", "crun") for group in phase.groups) > 1:
        return None
    return ways_by_color(phase, rules, held, live, draws, work)


def _chances(
    hand: Hand, phase: Phase, draws: int, rules: Rules, unseen: Sequence[int]
) -> tuple[Fraction, ...]:
    """Compute the chances for ``draws`` draws, or for fewer where there are too many cases."""
    cards = sum(unseen)
    for last in range(draws, 0, -1):
        ways = _ways(phase, rules, hand.counts, unseen, min(last, cards), CHANCE_WORK)
        if ways is not None:
            return _as_chances(ways, cards, last)
    return (_next_draw(hand, phase, rules, unseen).p_complete,)


def _as_chances(ways: Sequence[int], cards: int, draws: int) -> tuple[Fraction, ...]:
    """Divide by the number of ways to draw; when the cards run out the last chance stays."""
    chances = [Fraction(good, comb(cards, n)) for n, good in enumerate(ways)]
    return tuple(chances[min(n, len(chances) - 1)] for n in range(1, draws + 1))


def _useful(
    hand: Hand, phase: Phase, rules: Rules, unseen: Sequence[int], lacking: int
) -> dict[Card, int]:
    if lacking == 0:
        return {}
    if not counts_quickly(phase, rules):
        kinds = useful_kinds(hand, phase, rules)
        return {CARDS[kind]: unseen[kind] for kind in kinds if unseen[kind]}
    alike = equal_kinds(phase)
    helps: dict[int, bool] = {}
    for kind, copies in enumerate(unseen):
        if copies and kind != SKIP and alike[kind] not in helps:
            counts = list(hand.counts)
            counts[kind] += 1
            more = Cards.from_counts(counts, rules.deck)
            helps[alike[kind]] = missing(more, phase, rules) < lacking
    return {
        CARDS[kind]: copies
        for kind, copies in enumerate(unseen)
        if copies and helps.get(alike[kind], False)
    }


def _unseen(hand: Hand, rules: Rules, seen: Cards | None) -> list[int]:
    """Count the cards not seen yet, by kind."""
    unseen = []
    gone = seen.counts if seen is not None else (0,) * len(CARDS)
    for kind, most in enumerate(rules.deck.counts):
        count = hand.counts[kind] + gone[kind]
        if count > most:
            raise CardError("card.too_many", card=str(CARDS[kind]), count=count, limit=most)
        unseen.append(most - count)
    return unseen


def _check_range(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise NumberError("number.range", what=what, value=value, low=low, high=high)
