"""How a phase is laid: which number, start or color each group aims at, and which cards it gets.

Plain functions on rows, also compiled by :mod:`phase10.simulation`.
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.players.board import (
    FITS,
    GROUP_ROOM,
    HAND,
    ME,
    NONE,
    OPEN,
    PHASES,
    POINTS,
    STANDS,
)
from phase10.players.dice import below
from phase10.players.scratch import (
    BEST_TARGETS,
    FROM_PLACE,
    GROUP_HIGHS,
    GROUP_LOWS,
    HELD_KINDS,
    HOLDERS,
    KINDS_LEFT,
    PLACE_GOALS,
    PLACE_NUMBERS,
    QUEUE,
)
from phase10.players.table import HIT_OTHERS, LAST_MAY_BE_HIT, cards_held, seat_row
from phase10.solver.plan_missing import (
    ask,
    clear_asked,
    count_cards,
    fits_goal,
    lacking,
    next_target,
    touchable,
    used_cards,
)
from phase10.solver.plan_rows import (
    CHOSEN,
    COLOR_RUN,
    COLOR_SET,
    GOAL_COUNT,
    GOAL_ROWS,
    GOALS_ROW,
    IN_EACH,
    ORDERED_ROWS,
    PHASE_CARDS,
    RUN,
    SET,
    Row,
    Tables,
)

__all__ = ["ANY_LAYOUT", "FEWEST_WILDS", "lay_hardest", "lay_phase"]

FEWEST_WILDS = 0
"""Which layout: the fewest wilds, then the fewest points left after the hits of the turn."""
LEAST_LEFT = 1
"""The least left after the hits of the turn, points and cards, then the fewest wilds."""
ANY_LAYOUT = 2
"""Any, by chance."""

NO_TARGET = -1
_POINTS_ROOM = 1000
"""More than the points of any hand."""


def lay_hardest(
    how: int,
    card_points: int,
    own: Row,
    board: Row,
    setup: Row,
    tables: Tables,
    work: Row,
    cards_out: Row,
) -> int:
    """Lay the hardest phase that the hand holds whole; give its place, ``NONE`` without any.

    The hardest is the one that asks the most cards, then the last one of the list.
    """
    most = cards_held(own)
    if setup[LAST_MAY_BE_HIT] == 0:
        most -= 1
    count_cards(own, work)
    open_phases = board[seat_row(board[ME]) + OPEN]
    while open_phases > 0:
        hardest = NONE
        cards = 0
        for phase in range(setup[PHASES]):
            if open_phases >> phase & 1:
                size = int(tables.goals[phase * GOALS_ROW + PHASE_CARDS])
                if size >= cards:
                    hardest = phase
                    cards = size
        whole = cards <= most and lacking(own, work, tables, hardest) == 0
        if whole and lay_phase(
            hardest, how, card_points, own, board, setup, tables, work, cards_out
        ):
            return hardest
        open_phases ^= 1 << hardest
    return NONE


def lay_phase(
    phase: int,
    how: int,
    card_points: int,
    own: Row,
    board: Row,
    setup: Row,
    tables: Tables,
    work: Row,
    cards_out: Row,
) -> bool:
    """Write the best layout of a phase, as ``how`` says, to ``cards_out``; False without any.

    The hand is counted in ``work``.
    """
    row = phase * GOALS_ROW
    count = int(tables.goals[row + GOAL_COUNT])
    size = int(tables.goals[row + PHASE_CARDS])
    in_each = tables.goals[row + IN_EACH] == 1
    wilds = own[HAND + WILD]
    clear_asked(work)
    found = 0
    best = 0
    place = 0
    work[CHOSEN] = NO_TARGET
    while place >= 0:
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + place])
        goal = int(tables.goals[at])
        cards = int(tables.goals[at + 1])
        target = work[CHOSEN + place]
        if target >= 0:
            ask(work, goal, cards, target, -1)
        target = next_target(work, tables, row, place, target)
        work[CHOSEN + place] = target
        if target == NO_TARGET:
            place -= 1
            continue
        ask(work, goal, cards, target, 1)
        used = used_cards(own, work)
        asked = 0
        for before in range(place + 1):
            asked += int(
                tables.goals[row + GOAL_ROWS + 2 * tables.goals[row + ORDERED_ROWS + before] + 1]
            )
        if asked - used > wilds:
            continue
        if place + 1 < count:
            place += 1
            work[CHOSEN + place] = NO_TARGET
            continue
        if used == 0 or (in_each and not touchable(own, work, tables, row, count)):
            continue
        found += 1
        if how == ANY_LAYOUT:
            better = below(work, found) == 0
        else:
            cost = size - used
            if how == FEWEST_WILDS and found > 1 and cost > best // _POINTS_ROOM:
                continue
            _assign(own, tables, work, row)
            points = _points_after(card_points, own, board, setup, tables, work, row)
            if how == FEWEST_WILDS:
                cost = cost * _POINTS_ROOM + points
            else:
                cost += points * _POINTS_ROOM
            better = found == 1 or cost < best
            if better:
                best = cost
        if better:
            for before in range(count):
                work[BEST_TARGETS + before] = work[CHOSEN + before]
    if found == 0:
        return False
    for before in range(count):
        work[CHOSEN + before] = work[BEST_TARGETS + before]
    _assign(own, tables, work, row)
    _write(tables, work, row, cards_out)
    return True


# --- which cards ----------------------------------------------------------------------------------


def _assign(own: Row, tables: Tables, work: Row, row: int) -> None:
    """Give the places of the chosen targets as many natural cards as can serve: a matching.

    Writes the places (goal and number), the kind that stands in each (``NONE``: a wild), and what
    is left of each kind.
    """
    count = int(tables.goals[row + GOAL_COUNT])
    held = 0
    for kind in range(SKIP + 1):
        work[KINDS_LEFT + kind] = own[HAND + kind]
        if kind < WILD and own[HAND + kind] > 0:
            work[HELD_KINDS + held] = kind
            held += 1
    places = 0
    for goal in range(count):
        cards = int(tables.goals[row + GOAL_ROWS + 2 * tables.goals[row + ORDERED_ROWS + goal] + 1])
        for number in range(cards):
            work[PLACE_GOALS + places] = goal
            work[PLACE_NUMBERS + places] = number
            work[HOLDERS + places] = NONE
            places += 1
    if tables.goals[row + IN_EACH] == 1:
        # A card for each goal first: what follows moves cards but never empties a place.
        for goal in range(count):
            served = False
            for place in range(places):
                if work[PLACE_GOALS + place] == goal and work[HOLDERS + place] != NONE:
                    served = True
            for place in range(places):
                if not served and work[PLACE_GOALS + place] == goal:
                    served = _serve(tables, work, row, place, places, held)
    for place in range(places):
        if work[HOLDERS + place] == NONE:
            _serve(tables, work, row, place, places, held)
    work[KINDS_LEFT + WILD] = own[HAND + WILD]
    for place in range(places):
        if work[HOLDERS + place] == NONE:
            work[KINDS_LEFT + WILD] -= 1


def _serve(tables: Tables, work: Row, row: int, start: int, places: int, held: int) -> bool:
    """Find a card for a place, others moving on if need be: the shortest augmenting path."""
    for place in range(places):
        work[FROM_PLACE + place] = -2
    work[FROM_PLACE + start] = NONE
    work[QUEUE] = start
    head = 0
    tail = 1
    while head < tail:
        place = work[QUEUE + head]
        head += 1
        goal = work[PLACE_GOALS + place]
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + goal])
        for index in range(held):
            kind = work[HELD_KINDS + index]
            if not _fits_place(tables, work, at, goal, work[PLACE_NUMBERS + place], kind):
                continue
            if work[KINDS_LEFT + kind] > 0:
                work[KINDS_LEFT + kind] -= 1
                card = kind
                while place != NONE:
                    before = work[HOLDERS + place]
                    work[HOLDERS + place] = card
                    card = before
                    place = work[FROM_PLACE + place]
                return True
            for other in range(places):
                if work[HOLDERS + other] == kind and work[FROM_PLACE + other] == -2:
                    work[FROM_PLACE + other] = place
                    work[QUEUE + tail] = other
                    tail += 1
    return False


def _fits_place(tables: Tables, work: Row, at: int, goal: int, number: int, kind: int) -> bool:
    """Tell whether a number card can stand at a place of a goal."""
    goal_kind = int(tables.goals[at])
    target = work[CHOSEN + goal]
    if goal_kind == RUN:
        return kind % NUMBERS == target + number
    if goal_kind == COLOR_RUN:
        return kind == target + number
    return fits_goal(goal_kind, int(tables.goals[at + 1]), target, kind)


def _write(tables: Tables, work: Row, row: int, cards_out: Row) -> None:
    """Write the groups in the order of the phase, natural cards first where there is no order."""
    count = int(tables.goals[row + GOAL_COUNT])
    place = 0
    for goal in range(count):
        here = int(tables.goals[row + ORDERED_ROWS + goal])
        at = row + GOAL_ROWS + 2 * here
        goal_kind = int(tables.goals[at])
        size = int(tables.goals[at + 1])
        target = work[CHOSEN + goal]
        start = here * GROUP_ROOM
        if goal_kind in (RUN, COLOR_RUN):
            for number in range(size):
                kind = work[HOLDERS + place + number]
                wild = STANDS + target % NUMBERS + number + 1
                cards_out[start + number] = wild if kind == NONE else kind
        else:
            stands = STANDS
            if goal_kind in (SET, COLOR_SET):
                stands = STANDS + target % NUMBERS + 1
            natural = 0
            for number in range(size):
                kind = work[HOLDERS + place + number]
                if kind != NONE:
                    cards_out[start + natural] = kind
                    natural += 1
            for number in range(natural, size):
                cards_out[start + number] = stands
        cards_out[start + size] = NONE
        place += size


# --- what is left ---------------------------------------------------------------------------------


def _points_after(
    card_points: int, own: Row, board: Row, setup: Row, tables: Tables, work: Row, row: int
) -> int:
    """Count the points that stay in hand after this layout, own hits and the dearest discard.

    Cards are hit on the groups just laid, and on those of others where the rules allow it in the
    turn of laying. A wild is hit wherever it goes.
    """
    count = int(tables.goals[row + GOAL_COUNT])
    for goal in range(count):
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + goal])
        low = work[CHOSEN + goal] % NUMBERS + 1
        work[GROUP_LOWS + goal] = low
        work[GROUP_HIGHS + goal] = low + int(tables.goals[at + 1]) - 1
    others = setup[HIT_OTHERS] == 1
    again = True
    while again:
        again = False
        for kind in range(WILD):
            while work[KINDS_LEFT + kind] > 0:
                if not (others and board[FITS + kind] == 1):
                    if not _joins(tables, work, row, count, kind):
                        break
                    again = True
                work[KINDS_LEFT + kind] -= 1
    points = 0
    dearest = 0
    for kind in range(SKIP + 1):
        if kind != WILD and work[KINDS_LEFT + kind] > 0:
            cost = setup[POINTS + kind] + card_points
            if board[FITS + kind] == 1:
                # It can be hit in the next turn.
                cost -= card_points // 2
            points += work[KINDS_LEFT + kind] * cost
            dearest = max(dearest, cost)
    return points - dearest


def _joins(tables: Tables, work: Row, row: int, count: int, kind: int) -> bool:
    """Hit a number card on one of the groups just laid, if one takes it."""
    for goal in range(count):
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + goal])
        goal_kind = int(tables.goals[at])
        target = work[CHOSEN + goal]
        if goal_kind in (RUN, COLOR_RUN):
            number = kind % NUMBERS + 1
            if goal_kind == COLOR_RUN and kind // NUMBERS != target // NUMBERS:
                continue
            if number == work[GROUP_LOWS + goal] - 1:
                work[GROUP_LOWS + goal] = number
                return True
            if number == work[GROUP_HIGHS + goal] + 1:
                work[GROUP_HIGHS + goal] = number
                return True
        elif fits_goal(goal_kind, int(tables.goals[at + 1]), target, kind):
            return True
    return False
