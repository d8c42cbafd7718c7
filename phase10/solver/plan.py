"""The value of every move of a turn, without simulation: what players and advice both use.

Before the phase lies a move is worth the turns that it leaves: the waiting game's, where a table
holds the phase (:mod:`phase10.solver.plan_waiting`), else a rough count of missing and useful
cards. Plain functions on rows (:mod:`phase10.solver.plan_rows`).
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.solver.plan_missing import add_card, lacking, remove_card, useful_places
from phase10.solver.plan_rows import (
    ANY_SHAPE,
    COLOR_COUNTS,
    COLOR_SHAPE,
    COLORS_VECTOR,
    DECK_POOL,
    GOALS_ROW,
    NO_VECTOR,
    NUMBER_COUNTS,
    PLACES,
    POOL,
    POOL_COLORS,
    POOL_NUMBERS,
    POOL_SIZE,
    POOL_WILDS,
    SHAPE,
    VECTOR,
    Numbers,
    Row,
    Tables,
)
from phase10.solver.plan_waiting import note_places, turns_at, waiting_place, waiting_turns

__all__ = [
    "DONE",
    "best_turns",
    "drawn_turns",
    "memory_size",
    "note_pool",
    "scarcity",
    "turns_left",
]

DONE = 0.0
"""What eleven cards are worth that hold the phase: it lies in this turn."""
WAITING_CARDS = 10
_NEVER = 1000.0
_EACH = 3.0
_LOOKS = 2.0
"""Cards looked at in a turn, roughly: the one offered and the one drawn."""


def memory_size(tables: Tables) -> int:
    """Tell how long ``Tables.memory`` must be where it is kept."""
    return len(tables.values)


def turns_left(hand: Row, work: Row, tables: Tables, phase: int) -> float:
    """Give the turns that ten cards need, counted in ``work``; rough where no table is at hand."""
    if tables.goals[phase * GOALS_ROW + VECTOR] != NO_VECTOR:
        return waiting_turns(hand, work, tables, phase)
    return rough_turns(hand, work, tables, phase)


def rough_turns(hand: Row, work: Row, tables: Tables, phase: int) -> float:
    """Reckon the turns of ten cards from the cards missing and the cards that would help.

    As if every missing card were waited for as long as the first. Where counting is slow, in a
    mixture of goals, each missing card is reckoned with the same turns.
    """
    missing = lacking(hand, work, tables, phase)
    if missing == 0:
        return 1.0
    if tables.goals[phase * GOALS_ROW + SHAPE] == ANY_SHAPE:
        return _EACH * missing
    live = 0
    total = 0
    for kind in range(SKIP):
        copies = int(tables.deck[kind]) - hand[kind]
        total += copies
        if copies > 0:
            add_card(hand, work, kind)
            if lacking(hand, work, tables, phase) < missing:
                live += copies
            remove_card(hand, work, kind)
    if live == 0:
        return _NEVER
    return missing * max(1.0, total / (_LOOKS * live))


def note_pool(work: Row, tables: Tables, unseen: Numbers, unseen_from: int) -> None:
    """Count the cards really unseen, and those of the deck, into ``work`` for :func:`scarcity`.

    ``unseen[unseen_from:]``: fifty counts.
    """
    for place in range(POOL, DECK_POOL + POOL_SIZE):
        work[place] = 0
    for kind in range(SKIP + 1):
        live = unseen[unseen_from + kind]
        deck = int(tables.deck[kind])
        work[POOL] += live
        work[DECK_POOL] += deck
        place = POOL_WILDS
        if kind == SKIP:
            continue
        if kind < WILD:
            place = POOL_NUMBERS + kind % NUMBERS
            color = POOL_COLORS + kind // NUMBERS
            work[color] += live
            work[color + POOL_SIZE] += deck
        work[place] += live
        work[place + POOL_SIZE] += deck


def scarcity(hand: Row, work: Row, tables: Tables, phase: int) -> float:
    """Tell how many times rarer the cards that help are among those really unseen.

    Rarer than among all cards that ten cards do not hold, as the waiting game has it. The hand and,
    by :func:`note_pool`, the pool are counted in ``work``; the hand lacks something.
    """
    useful = useful_places(hand, work, tables, phase)
    by_color = tables.goals[phase * GOALS_ROW + SHAPE] == COLOR_SHAPE
    first = POOL_COLORS if by_color else POOL_NUMBERS
    counts = COLOR_COUNTS if by_color else NUMBER_COUNTS
    # A wild always helps.
    live = work[POOL_WILDS]
    model = work[POOL_WILDS + POOL_SIZE] - hand[WILD]
    for place in range(4 if by_color else NUMBERS):
        if useful >> place & 1:
            live += work[first + place]
            model += work[first + POOL_SIZE + place] - work[counts + place]
    cards = work[DECK_POOL] - WAITING_CARDS
    if model == 0 or cards == 0:
        return 1.0
    return model * work[POOL] / (max(0.5, live) * cards)


def best_turns(hand: Row, work: Row, tables: Tables, phase: int) -> float:
    """Give the turns that eleven cards leave after the best discard; ``DONE`` with the phase."""
    if lacking(hand, work, tables, phase) == 0:
        return DONE
    least = _NEVER
    if tables.goals[phase * GOALS_ROW + VECTOR] == NO_VECTOR:
        for kind in range(SKIP + 1):
            if hand[kind] > 0:
                least = min(least, _turns_without(hand, work, tables, phase, kind))
        return least
    note_places(hand, work, tables, phase)
    by_color = tables.goals[phase * GOALS_ROW + VECTOR] == COLORS_VECTOR
    counts = COLOR_COUNTS if by_color else NUMBER_COUNTS
    for place in range(4 if by_color else NUMBERS):
        if work[counts + place] > 0:
            least = min(least, turns_at(tables, phase, work[PLACES + place]))
    if hand[WILD] > 0:
        least = min(least, turns_at(tables, phase, work[PLACES + NUMBERS]))
    if hand[SKIP] > 0:
        least = min(least, turns_at(tables, phase, work[PLACES + NUMBERS + 1]))
    return least


def _turns_without(hand: Row, work: Row, tables: Tables, phase: int, kind: int) -> float:
    remove_card(hand, work, kind)
    turns = turns_left(hand, work, tables, phase)
    add_card(hand, work, kind)
    return turns


def drawn_turns(hand: Row, work: Row, tables: Tables, phase: int) -> float:
    """Give the turns that a blind draw leaves of ten cards, after the best discard, on average.

    The card is drawn from all that the hand does not hold. Kept in ``tables.memory`` by state.
    """
    vector = tables.goals[phase * GOALS_ROW + VECTOR]
    place = -1
    if vector != NO_VECTOR and len(tables.memory) > 0:
        place = waiting_place(work, tables, phase, hand[WILD], hand[SKIP])
        known = tables.memory[place]
        if known == known:
            return known
    together = 0.0
    total = 0
    for first in range(SKIP + 1):
        # The first kind of a class stands for it.
        copies = 0
        if first >= WILD or vector == NO_VECTOR:
            copies = int(tables.deck[first]) - hand[first]
        elif vector == COLORS_VECTOR:
            if first % NUMBERS == 0:
                for kind in range(first, first + NUMBERS):
                    copies += int(tables.deck[kind]) - hand[kind]
        elif first < NUMBERS:
            for kind in range(first, WILD, NUMBERS):
                copies += int(tables.deck[kind]) - hand[kind]
        if copies > 0:
            add_card(hand, work, first)
            together += copies * best_turns(hand, work, tables, phase)
            remove_card(hand, work, first)
            total += copies
    mean = together / total if total > 0 else _NEVER
    if place >= 0:
        tables.memory[place] = mean
    return mean
