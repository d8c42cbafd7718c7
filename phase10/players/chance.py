"""The strategy ``chance``: for every target of the phase its chance, for every card what it serves.

The strongest strategy known in public. A target says what each group aims at: the number of a set,
the start of a run, a color. Its chance counts the orders in which the cards still needed can come
(``Tables.odds``); each card that a color or a parity lacks makes it smaller by 4 or by 2. Chances
are whole numbers, parts of ``WHOLE``. Plain functions on rows, also compiled by
:mod:`phase10.simulation`.
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.players.board import (
    DRAWN,
    FITS,
    HAND,
    ME,
    NONE,
    POINTS,
    TAKEN,
    TOP,
    discard_code,
)
from phase10.players.greedy import aimed_phase, greedy_discard
from phase10.players.scratch import SCORES
from phase10.players.table import (
    fits_table,
    is_down,
    kept_kind,
    next_to_play,
    skip_target,
)
from phase10.solver.plan_missing import (
    add_card,
    ask,
    clear_asked,
    count_cards,
    lacking,
    next_target,
    remove_card,
)
from phase10.solver.plan_rows import (
    ASKED_KINDS,
    ASKED_NODES,
    ASKED_NUMBERS,
    CHOSEN,
    COLOR_COUNTS,
    GOAL_COUNT,
    GOAL_ROWS,
    GOALS_ROW,
    HELD,
    KEYS,
    NUMBER_COUNTS,
    ORDERED_ROWS,
    RUN,
    Row,
    Tables,
)

__all__ = ["chance_discard", "chance_take"]

_NUMBER_SCORES = SCORES
_NODE_SCORES = SCORES + NUMBERS
_KIND_SCORES = _NODE_SCORES + 6
_TOTAL = _KIND_SCORES + WILD
_PLAIN = _TOTAL + 1
"""1 when the phase asks numbers alone."""
_WITH = _PLAIN + 1
"""Twelve numbers, then the wild: the total of all chances when one such card is held more."""

_KINDS_OF_CARDS = 13


def _parity_count(work: Row, odd: int) -> int:
    held = 0
    for number in range(NUMBERS):
        if (number + 1) % 2 == odd:
            held += work[NUMBER_COUNTS + number]
    return held


def _node_count(work: Row, node: int) -> int:
    """Count the cards held of a color (0–3), or of a parity (4 even, 5 odd)."""
    if node < 4:
        return work[COLOR_COUNTS + node]
    return _parity_count(work, node - 4)


def _chance_of(
    hand: Row, work: Row, tables: Tables, key: int, needed: int, wilds: int, more: int
) -> int:
    """Give the chance of the target that is asked, parts of ``WHOLE``.

    ``key`` and ``needed``: the cards needed by number; ``more``: a card more is held of this
    number, ``NUMBERS``: of none. Wilds serve numbers first.
    """
    if needed >= HELD:
        return 0
    wilds = min(wilds, HELD - 1)
    found = int(tables.odds[int(tables.partitions[key]) * HELD + wilds])
    if work[_PLAIN] == 1:
        return found
    left = max(0, wilds - needed)
    for node in range(6):
        asked = work[ASKED_NODES + node]
        if asked > 0:
            lacks = asked - _node_count(work, node)
            if lacks > left:
                found >>= (lacks - left) * (2 if node < 4 else 1)
                left = 0
            elif lacks > 0:
                left -= lacks
    for kind in range(WILD):
        lacks = work[ASKED_KINDS + kind] - hand[kind]
        for _ in range(lacks):
            if left > 0:
                left -= 1
            elif kind % NUMBERS != more:
                found //= WILD
    return found


def rate_targets(hand: Row, work: Row, tables: Tables, phase: int) -> None:
    """Add up the chances of all targets: as the hand is, with each card more, and by card used.

    The hand is counted in ``work``.
    """
    row = phase * GOALS_ROW
    count = int(tables.goals[row + GOAL_COUNT])
    wilds = hand[WILD]
    for place in range(SCORES, _WITH + _KINDS_OF_CARDS):
        work[place] = 0
    clear_asked(work)
    work[_PLAIN] = 1
    for place in range(count):
        if tables.goals[row + GOAL_ROWS + 2 * place] > RUN:
            work[_PLAIN] = 0
    place = 0
    work[CHOSEN] = NONE
    while place >= 0:
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + place])
        goal = int(tables.goals[at])
        size = int(tables.goals[at + 1])
        if work[CHOSEN + place] != NONE:
            ask(work, goal, size, work[CHOSEN + place], -1)
        target = next_target(work, tables, row, place, work[CHOSEN + place])
        work[CHOSEN + place] = target
        if target == NONE:
            place -= 1
            continue
        ask(work, goal, size, target, 1)
        if place + 1 < count:
            place += 1
            work[CHOSEN + place] = NONE
        else:
            _rate(hand, work, tables, wilds)


def _rate(hand: Row, work: Row, tables: Tables, wilds: int) -> None:
    """Add the chances of one target."""
    key = 0
    needed = 0
    for number in range(NUMBERS):
        lacks = work[ASKED_NUMBERS + number] - work[NUMBER_COUNTS + number]
        if lacks > 0:
            needed += lacks
            key += KEYS[min(lacks, HELD - 1)]
    found = _chance_of(hand, work, tables, key, needed, wilds, NUMBERS)
    work[_TOTAL] += found
    work[_WITH + NUMBERS] += _chance_of(hand, work, tables, key, needed, wilds + 1, NUMBERS)
    for number in range(NUMBERS):
        asked = work[ASKED_NUMBERS + number]
        lacks = asked - work[NUMBER_COUNTS + number]
        closer = found
        if 0 < lacks < HELD:
            nearer = key - KEYS[lacks] + KEYS[lacks - 1]
            closer = _chance_of(hand, work, tables, nearer, needed - 1, wilds, number)
        work[_WITH + number] += closer
        if asked > 0 and lacks >= 0:
            work[_NUMBER_SCORES + number] += found
    if work[_PLAIN] == 1:
        return
    for node in range(6):
        asked = work[ASKED_NODES + node]
        if asked > 0 and asked >= _node_count(work, node):
            work[_NODE_SCORES + node] += found
    for kind in range(WILD):
        if work[ASKED_KINDS + kind] > 0 and work[ASKED_KINDS + kind] >= hand[kind]:
            work[_KIND_SCORES + kind] += found


def _score(work: Row, kind: int) -> int:
    """Give the sum over the targets that use a card of this kind."""
    if kind == SKIP:
        return 0
    if kind == WILD:
        return work[_TOTAL]
    number = kind % NUMBERS
    found = work[_NUMBER_SCORES + number] + work[_KIND_SCORES + kind]
    found += work[_NODE_SCORES + kind // NUMBERS]
    return found + work[_NODE_SCORES + 4 + (number + 1) % 2]


def chance_take(own: Row, board: Row, setup: Row, tables: Tables, work: Row) -> int:
    """Take what completes the phase, or makes the total at least the mean over the 13 kinds."""
    kind = board[TOP]
    if kind == SKIP:
        return DRAWN
    if is_down(board, board[ME]):
        return TAKEN if fits_table(board, kind) else DRAWN
    count_cards(own, work)
    phase = aimed_phase(own, board, setup, tables, work)
    if phase == NONE:
        return DRAWN
    add_card(own, work, HAND + kind)
    whole = lacking(own, work, tables, phase) == 0
    rate_targets(own, work, tables, phase)
    total = work[_TOTAL]
    remove_card(own, work, HAND + kind)
    if whole:
        return TAKEN
    own[HAND + kind] += 1
    thrown = chance_discard(own, board, setup, tables, work)
    own[HAND + kind] -= 1
    if thrown == discard_code(kind, NONE):
        # The table would be as before, and a match might have no end.
        return DRAWN
    count_cards(own, work)
    rate_targets(own, work, tables, phase)
    together = 0
    for place in range(_WITH, _WITH + _KINDS_OF_CARDS):
        together += work[place]
    return TAKEN if total * _KINDS_OF_CARDS >= together else DRAWN


def chance_discard(own: Row, board: Row, setup: Row, tables: Tables, work: Row) -> int:
    """Throw the lowest score, of equal ones the dearest; once the phase lies the dearest card.

    If the next player is down, a card that fits no group, never a wild, where there is one.
    """
    if is_down(board, board[ME]):
        return greedy_discard(True, own, board, setup, tables, work)
    count_cards(own, work)
    phase = aimed_phase(own, board, setup, tables, work)
    if phase == NONE:
        return greedy_discard(True, own, board, setup, tables, work)
    rate_targets(own, work, tables, phase)
    follower = next_to_play(board, NONE)
    guarded = follower != board[ME] and is_down(board, follower)
    target = NONE
    if own[HAND + SKIP] > 0:
        target = skip_target(own, board, setup)
    kept = kept_kind(own, setup)
    best = NONE
    best_score = 0
    best_safe = False
    for kind in range(SKIP + 1):
        if own[HAND + kind] == 0 or kind == kept:
            continue
        safe = not guarded or board[FITS + kind] == 0
        score = _score(work, kind)
        better = best == NONE or (safe and not best_safe)
        if not better and safe == best_safe:
            dearer = setup[POINTS + kind] > setup[POINTS + best]
            better = score < best_score or (score == best_score and dearer)
        if better:
            best = kind
            best_score = score
            best_safe = safe
    return discard_code(best, target if best == SKIP else NONE)
