"""Deal the cards that a player does not see: the loops behind :mod:`phase10.simulation.worlds`.

All functions can be compiled. A world is dealt into rows in which only what is known lies: the
hands have their known cards, ``UNSEEN`` of every seat counts all hidden cards. ``pool``: the hidden
cards, in any order; afterwards first those of the seats, then the hidden discards, then the draw
pile.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final

from phase10.game.kinds import KINDS, SKIP
from phase10.players.board import (
    COUNT,
    FITS,
    HAND,
    LAID,
    MOST_SEATS,
    NONE,
    OPEN,
    PHASES,
    PILE,
    SEAT_SIZE,
    SEATS,
    TOOK,
    UNSEEN,
)
from phase10.players.dice import below
from phase10.simulation.rows import ROOM, SORTED, Rows
from phase10.solver.plan_missing import add_card, count_cards, lacking, remove_card
from phase10.solver.plan_rows import Row, Tables

__all__ = ["deal_world", "hand_likelihood"]

REST: Final = MOST_SEATS
"""In the row ``needs``, after the hidden cards of each seat: the hidden discards."""
POOL: Final = REST + 1
"""All hidden cards."""
NEEDS_SIZE: Final = POOL + 1

ACTED: Final = 0
"""In the evidence of a seat: 1 when it has had a turn, after which a whole phase would lie."""
THROWN: Final = 1
"""Fifty counts: thrown, so not of use, as far as one can tell."""
REFUSED: Final = THROWN + KINDS
"""Fifty counts: face up at its turn and not taken."""
EVIDENCE_ROOM: Final = REFUSED + KINDS

KEPT_WHOLE: Final = 0.02
"""How likely a hand is that holds its whole phase and did not lay it, for one that does not."""
THREW_USEFUL: Final = 0.15
REFUSED_USEFUL: Final = 0.3
TOOK_USELESS: Final = 0.3
KEPT_FITTING: Final = 0.2
"""The same of one that has laid, for each card held that fits the table."""

PARTS: Final = 1 << 30


def hand_likelihood(
    seat: int, owns: Rows, board: Row, setup: Row, evidence: Row, tables: Tables, work: Row
) -> float:
    """Tell how likely it is that a seat with this hand has done what it did; 1 without a turn."""
    row = seat * EVIDENCE_ROOM
    if not evidence[row + ACTED]:
        return 1.0
    hand = owns[seat]
    base = SEATS + seat * SEAT_SIZE
    likely = 1.0
    if board[base + LAID] != NONE:
        for kind in range(SKIP):
            if board[FITS + kind]:
                for _ in range(hand[HAND + kind]):
                    likely *= KEPT_FITTING
        return likely
    count_cards(hand, work)
    phase = NONE
    missing = 0
    for place in range(setup[PHASES]):
        if board[base + OPEN] >> place & 1:
            lacks = lacking(hand, work, tables, place)
            if phase == NONE or lacks < missing:
                phase = place
                missing = lacks
    if phase == NONE:
        return 1.0
    if missing == 0:
        return KEPT_WHOLE
    for kind in range(SKIP):
        thrown = evidence[row + THROWN + kind]
        refused = evidence[row + REFUSED + kind]
        if thrown + refused > 0:
            add_card(hand, work, kind)
            useful = lacking(hand, work, tables, phase) < missing
            remove_card(hand, work, kind)
            if useful:
                for _ in range(thrown):
                    likely *= THREW_USEFUL
                for _ in range(refused):
                    likely *= REFUSED_USEFUL
        if board[base + TOOK + kind] and hand[HAND + kind]:
            remove_card(hand, work, kind)
            useless = lacking(hand, work, tables, phase) == missing
            add_card(hand, work, kind)
            if useless:
                likely *= TOOK_USELESS
    return likely


def deal_world(
    steps: int,
    owns: Rows,
    board: Row,
    setup: Row,
    game: Row,
    cards: Row,
    pool: Row,
    needs: Row,
    evidence: Row,
    weights: MutableSequence[float],
    tables: Tables,
    work: Row,
) -> None:
    """Deal all hidden cards at random, then move the hands to what the seats have done.

    ``steps``: exchanges of a card of a hand for another hidden card that are tried, for each hidden
    card of the hands. Each is accepted with the chance min(1, ratio of the likelihoods): the
    sampler of Metropolis, by which every deal comes as often as its likelihood asks.
    """
    count = needs[POOL]
    _sort(pool, count, game)
    for last in range(count - 1, 0, -1):
        place = below(work, last + 1)
        kind = pool[last]
        pool[last] = pool[place]
        pool[place] = kind
    place = 0
    for seat in range(board[COUNT]):
        for _ in range(needs[seat]):
            owns[seat][HAND + pool[place]] += 1
            place += 1
    free = place
    if steps and free:
        for seat in range(board[COUNT]):
            weights[seat] = 1.0
            if needs[seat]:
                weights[seat] = hand_likelihood(seat, owns, board, setup, evidence, tables, work)
        for _ in range(steps * free):
            _exchange(free, owns, board, setup, pool, needs, evidence, weights, tables, work)
    _place(free, owns, board, game, cards, pool, needs)


def _sort(pool: Row, count: int, game: Row) -> None:
    """Put the hidden cards in order, so that a world does not depend on the one before it."""
    for kind in range(KINDS):
        game[SORTED + kind] = 0
    for place in range(count):
        game[SORTED + pool[place]] += 1
    place = 0
    for kind in range(KINDS):
        for _ in range(game[SORTED + kind]):
            pool[place] = kind
            place += 1


def _exchange(
    free: int,
    owns: Rows,
    board: Row,
    setup: Row,
    pool: Row,
    needs: Row,
    evidence: Row,
    weights: MutableSequence[float],
    tables: Tables,
    work: Row,
) -> None:
    """Try to exchange a card of a hand for another hidden card."""
    first = below(work, free)
    second = below(work, needs[POOL])
    here = _owner(first, board, needs)
    there = _owner(second, board, needs)
    if here == there or pool[first] == pool[second]:
        return
    _swap(first, second, here, there, owns, pool)
    before = weights[here]
    after = hand_likelihood(here, owns, board, setup, evidence, tables, work)
    elsewhere = 1.0
    if there != NONE:
        before *= weights[there]
        elsewhere = hand_likelihood(there, owns, board, setup, evidence, tables, work)
    if after * elsewhere < before and below(work, PARTS) >= after * elsewhere / before * PARTS:
        _swap(first, second, here, there, owns, pool)
        return
    weights[here] = after
    if there != NONE:
        weights[there] = elsewhere


def _owner(place: int, board: Row, needs: Row) -> int:
    """Give the seat that a place of the pool goes to; ``NONE`` for piles."""
    for seat in range(board[COUNT]):
        if place < needs[seat]:
            return seat
        place -= needs[seat]
    return NONE


def _swap(first: int, second: int, here: int, there: int, owns: Rows, pool: Row) -> None:
    kind = pool[first]
    other = pool[second]
    pool[first] = other
    pool[second] = kind
    owns[here][HAND + kind] -= 1
    owns[here][HAND + other] += 1
    if there != NONE:
        owns[there][HAND + other] -= 1
        owns[there][HAND + kind] += 1


def _place(free: int, owns: Rows, board: Row, game: Row, cards: Row, pool: Row, needs: Row) -> None:
    """Put the rest into the piles, and take out of every seat's unseen cards what it sees."""
    place = 0
    for seat in range(board[COUNT]):
        for _ in range(needs[seat]):
            owns[seat][UNSEEN + pool[place]] -= 1
            place += 1
    for each in range(needs[REST]):
        kind = pool[free + each]
        cards[game[ROOM] + each] = kind
        for seat in range(board[COUNT]):
            owns[seat][UNSEEN + kind] -= 1
    first = free + needs[REST]
    for each in range(board[PILE]):
        cards[each] = pool[first + each]
