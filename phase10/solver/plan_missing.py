"""How many cards a hand lacks for a phase, in plain functions on rows (:mod:`.plan_rows`).

The same figure as :func:`phase10.solver.groupings.missing`, exact for every goal kind and rule.
"""

from __future__ import annotations

from phase10.game.kinds import NUMBERS, WILD
from phase10.solver.plan_rows import (
    ALONE,
    ANY_SHAPE,
    ASKED_KINDS,
    ASKED_NODES,
    ASKED_NUMBERS,
    CHOSEN,
    COLOR_COUNTS,
    COLOR_GOAL,
    COLOR_RUN,
    COLOR_SET,
    COLOR_SHAPE,
    DISTINCT,
    EVEN,
    GOAL_COUNT,
    GOAL_ROWS,
    GOALS_ROW,
    HELD_MASK,
    HITS_ROW,
    IN_EACH,
    LEFT_NUMBERS,
    MASK_COUNTS,
    NUMBER_COUNTS,
    NUMBERS_DIFFER,
    ODD,
    ORDERED_ROWS,
    PHASE_CARDS,
    RUN,
    RUN_SHAPE,
    SET,
    SETS_SHAPE,
    SHAPE,
    TAKEN_KINDS,
    USED_BEFORE,
    Row,
    Tables,
)

__all__ = [
    "add_card",
    "ask",
    "clear_asked",
    "count_cards",
    "fits_goal",
    "lacking",
    "next_target",
    "remove_card",
    "target_count",
    "touchable",
    "used_cards",
    "useful_places",
]

NO_TARGET = -1


# --- counting the hand ----------------------------------------------------------------------------


def count_cards(hand: Row, work: Row) -> None:
    """Count the number cards of a hand by number and by color into ``work``."""
    for color in range(4):
        work[COLOR_COUNTS + color] = 0
    mask = 0
    for number in range(NUMBERS):
        red = hand[number]
        blue = hand[number + 12]
        green = hand[number + 24]
        yellow = hand[number + 36]
        held = red + blue + green + yellow
        work[NUMBER_COUNTS + number] = held
        if held > 0:
            mask |= 1 << number
            work[COLOR_COUNTS] += red
            work[COLOR_COUNTS + 1] += blue
            work[COLOR_COUNTS + 2] += green
            work[COLOR_COUNTS + 3] += yellow
    work[HELD_MASK] = mask


def add_card(hand: Row, work: Row, kind: int) -> None:
    """Add a card to a hand that was counted."""
    hand[kind] += 1
    if kind < WILD:
        number = kind % NUMBERS
        work[NUMBER_COUNTS + number] += 1
        work[COLOR_COUNTS + kind // NUMBERS] += 1
        work[HELD_MASK] |= 1 << number


def remove_card(hand: Row, work: Row, kind: int) -> None:
    """Take a card out of a hand that was counted."""
    hand[kind] -= 1
    if kind < WILD:
        number = kind % NUMBERS
        left = work[NUMBER_COUNTS + number] - 1
        work[NUMBER_COUNTS + number] = left
        work[COLOR_COUNTS + kind // NUMBERS] -= 1
        if left == 0:
            work[HELD_MASK] &= ~(1 << number)


# --- what is missing ------------------------------------------------------------------------------


def lacking(hand: Row, work: Row, tables: Tables, phase: int) -> int:
    """Count the fewest further cards of free choice that complete a phase, the hand counted."""
    row = phase * GOALS_ROW
    shape = tables.goals[row + SHAPE]
    if shape == ANY_SHAPE:
        return _lacking_any(hand, work, tables, row)
    used = 0
    if shape == SETS_SHAPE:
        used = _used_by_sets(work, tables, row)
    elif shape == RUN_SHAPE:
        size = int(tables.goals[row + GOAL_ROWS + 1])
        used = int(tables.hits[size * HITS_ROW + work[HELD_MASK]])
    elif shape == COLOR_SHAPE:
        for color in range(4):
            used = max(used, work[COLOR_COUNTS + color])
        used = min(used, int(tables.goals[row + GOAL_ROWS + 1]))
    else:
        used = _used_by_set_and_run(work, tables, row)
    needed = int(tables.goals[row + PHASE_CARDS]) - used - hand[WILD]
    if needed > 0:
        return needed
    return 1 if used == 0 else 0


def _used_by_sets(work: Row, tables: Tables, row: int) -> int:
    """Count the natural cards that one or two sets can use."""
    top = 0
    second = 0
    for number in range(NUMBERS):
        held = work[NUMBER_COUNTS + number]
        if held > top:
            second = top
            top = held
        elif held > second:
            second = held
    large = int(tables.goals[row + GOAL_ROWS + 1])
    if tables.goals[row + GOAL_COUNT] == 1:
        return min(large, top)
    small = int(tables.goals[row + GOAL_ROWS + 3])
    if small > large:
        large, small = small, large
    used = min(large, top) + min(small, second)
    if top > used and tables.goals[row + DISTINCT] == 0:
        used = min(large + small, top)
    return used


def _used_by_set_and_run(work: Row, tables: Tables, row: int) -> int:
    """Count the natural cards that a set and a run can use."""
    first = row + GOAL_ROWS
    if tables.goals[first] == SET:
        set_size = int(tables.goals[first + 1])
        hits = int(tables.goals[first + 3]) * HITS_ROW
    else:
        set_size = int(tables.goals[first + 3])
        hits = int(tables.goals[first + 1]) * HITS_ROW
    mask = work[HELD_MASK]
    whole = int(tables.hits[hits + mask])
    used = 0
    for number in range(NUMBERS):
        held = work[NUMBER_COUNTS + number]
        if held > 0:
            # A number that the set uses up is lost to the run; with a card to spare it is not.
            if held > set_size:
                used = max(used, set_size + whole)
            elif held + whole > used:
                used = max(used, held + int(tables.hits[hits + (mask ^ (1 << number))]))
    return used


def next_target(work: Row, tables: Tables, row: int, place: int, target: int) -> int:
    """Give the next target of a goal, ``NO_TARGET`` after the last; of equal goals they never fall.

    Targets that no natural card fits are among them: wilds can make a whole group.
    """
    order = row + ORDERED_ROWS
    here = row + GOAL_ROWS + 2 * int(tables.goals[order + place])
    goal = int(tables.goals[here])
    size = int(tables.goals[here + 1])
    if target == NO_TARGET and place > 0:
        before = row + GOAL_ROWS + 2 * int(tables.goals[order + place - 1])
        if tables.goals[before] == goal and tables.goals[before + 1] == size:
            target = work[CHOSEN + place - 1] - 1
    most = target_count(goal, size)
    target += 1
    while target < most:
        good = exists(goal, size, target)
        if good and tables.goals[row + NUMBERS_DIFFER] == 1 and goal in (SET, COLOR_SET):
            for earlier in range(place):
                other = int(tables.goals[row + GOAL_ROWS + 2 * tables.goals[order + earlier]])
                same = work[CHOSEN + earlier] % NUMBERS == target % NUMBERS
                if same and other in (SET, COLOR_SET):
                    good = False
        if good:
            return target
        target += 1
    return NO_TARGET


# --- what would help ------------------------------------------------------------------------------


def useful_places(hand: Row, work: Row, tables: Tables, phase: int) -> int:
    """Give the numbers of which one card more lowers what is missing, as bits.

    The colors where the phase is one color. The hand is counted and lacks something. In a mixture
    of goals a number counts when its red card helps.
    """
    row = phase * GOALS_ROW
    shape = tables.goals[row + SHAPE]
    useful = 0
    if work[HELD_MASK] == 0 or shape == ANY_SHAPE:
        missing = lacking(hand, work, tables, phase)
        for place in range(4 if shape == COLOR_SHAPE else NUMBERS):
            kind = place * NUMBERS if shape == COLOR_SHAPE else place
            add_card(hand, work, kind)
            if lacking(hand, work, tables, phase) < missing:
                useful |= 1 << place
            remove_card(hand, work, kind)
    elif shape == SETS_SHAPE:
        useful = _useful_to_sets(work, tables, row)
    elif shape == RUN_SHAPE:
        hits = int(tables.goals[row + GOAL_ROWS + 1]) * HITS_ROW
        mask = work[HELD_MASK]
        for number in range(NUMBERS):
            if tables.hits[hits + (mask | 1 << number)] > tables.hits[hits + mask]:
                useful |= 1 << number
    elif shape == COLOR_SHAPE:
        most = 0
        for color in range(4):
            most = max(most, work[COLOR_COUNTS + color])
        for color in range(4):
            if work[COLOR_COUNTS + color] == most:
                useful |= 1 << color
    else:
        useful = _useful_to_set_and_run(work, tables, row)
    return useful


def _useful_to_sets(work: Row, tables: Tables, row: int) -> int:
    """Give the numbers of which one card more serves one or two sets, as bits.

    One card more can only serve where the number then is one of the two held most.
    """
    second = 0
    top = 0
    for number in range(NUMBERS):
        held = work[NUMBER_COUNTS + number]
        if held > top:
            second = top
            top = held
        elif held > second:
            second = held
    used = _used_by_sets(work, tables, row)
    useful = 0
    for number in range(NUMBERS):
        if work[NUMBER_COUNTS + number] >= second:
            work[NUMBER_COUNTS + number] += 1
            if _used_by_sets(work, tables, row) > used:
                useful |= 1 << number
            work[NUMBER_COUNTS + number] -= 1
    return useful


def _useful_to_set_and_run(work: Row, tables: Tables, row: int) -> int:
    """Give the numbers of which one card more serves a set or a run, as bits."""
    used = _used_by_set_and_run(work, tables, row)
    first = row + GOAL_ROWS
    run = first if tables.goals[first] == RUN else first + 2
    set_size = int(tables.goals[row + PHASE_CARDS]) - int(tables.goals[run + 1])
    hits = int(tables.goals[run + 1]) * HITS_ROW
    mask = work[HELD_MASK]
    useful = 0
    for number in range(NUMBERS):
        bit = 1 << number
        held = work[NUMBER_COUNTS + number]
        # With the number as the set.
        more = held + 1 + int(tables.hits[hits + (mask & ~bit)])
        if held + 1 > set_size:
            more = set_size + int(tables.hits[hits + (mask | bit)])
        if held == 0:
            # With the number in the run, beside any set.
            for other in range(NUMBERS):
                many = work[NUMBER_COUNTS + other]
                if many > set_size:
                    more = max(more, set_size + int(tables.hits[hits + (mask | bit)]))
                elif many > 0:
                    rest = (mask | bit) ^ (1 << other)
                    more = max(more, many + int(tables.hits[hits + rest]))
        if more > used:
            useful |= bit
    return useful


# --- any mixture of goals: what chosen targets ask ------------------------------------------------


def target_count(goal: int, size: int) -> int:
    """Count the targets of a goal as numbers from 0; some of a one-color run do not exist.

    Set: number − 1. Run: start − 1. Color: 0–3. Parity: 0 even, 1 odd. One-color goals: color · 12
    and that.
    """
    if goal == SET:
        return NUMBERS
    if goal == RUN:
        return NUMBERS - size + 1
    if goal == COLOR_GOAL:
        return 4
    if goal in (COLOR_RUN, COLOR_SET):
        return WILD
    return 2


def fits_goal(goal: int, size: int, target: int, kind: int) -> bool:
    """Tell whether a number card can stand in a goal aimed at a target."""
    number = kind % NUMBERS
    if goal == SET:
        return number == target
    if goal == RUN:
        return target <= number < target + size
    if goal == COLOR_GOAL:
        return kind // NUMBERS == target
    if goal == COLOR_SET:
        return kind == target
    if goal == COLOR_RUN:
        return target <= kind < target + size
    return (number + 1) % 2 == target


def exists(goal: int, size: int, target: int) -> bool:
    """Tell whether a target of a goal exists."""
    if goal == COLOR_RUN:
        return target % NUMBERS + size <= NUMBERS
    if goal == EVEN:
        return target == 0
    if goal == ODD:
        return target == 1
    return True


def clear_asked(work: Row) -> None:
    """Forget what targets ask."""
    for place in range(ASKED_KINDS, ASKED_NODES + 6):
        work[place] = 0


def ask(work: Row, goal: int, size: int, target: int, sign: int) -> None:
    """Add what a goal at a target asks; take it back with ``sign`` −1."""
    if goal == SET:
        work[ASKED_NUMBERS + target] += sign * size
    elif goal == RUN:
        for number in range(target, target + size):
            work[ASKED_NUMBERS + number] += sign
    elif goal == COLOR_SET:
        work[ASKED_KINDS + target] += sign * size
    elif goal == COLOR_RUN:
        for kind in range(target, target + size):
            work[ASKED_KINDS + kind] += sign
    elif goal == COLOR_GOAL:
        work[ASKED_NODES + target] += sign * size
    else:
        work[ASKED_NODES + 4 + target] += sign * size


def used_cards(hand: Row, work: Row) -> int:
    """Count the natural cards that can serve what is asked: the size of a maximum matching.

    See :mod:`phase10.solver.targets`: places of one kind first, then the minimum cut over the
    colors and parities that are asked.
    """
    used = 0
    for number in range(NUMBERS):
        work[LEFT_NUMBERS + number] = work[NUMBER_COUNTS + number]
    for kind in range(WILD):
        served = min(work[ASKED_KINDS + kind], hand[kind])
        work[TAKEN_KINDS + kind] = served
        used += served
        work[LEFT_NUMBERS + kind % NUMBERS] -= served
    nodes = 0
    for node in range(6):
        if work[ASKED_NODES + node] > 0:
            nodes |= 1 << node
    least = 1000
    # Every set of the nodes that are asked, spared from the cut; their cards are cut off instead.
    spared = nodes
    while True:
        flow = 0
        for node in range(6):
            if nodes >> node & 1 and not spared >> node & 1:
                flow += work[ASKED_NODES + node]
        for number in range(NUMBERS):
            asked = work[ASKED_NUMBERS + number]
            if spared == 0:
                flow += min(asked, work[LEFT_NUMBERS + number])
                continue
            left = work[LEFT_NUMBERS + number]
            odd = spared >> (4 + (number + 1) % 2) & 1
            for color in range(4):
                if odd or spared >> color & 1:
                    kind = color * NUMBERS + number
                    cut = hand[kind] - work[TAKEN_KINDS + kind]
                    flow += cut
                    left -= cut
            flow += min(asked, left)
        least = min(least, flow)
        if spared == 0:
            return used + least
        spared = (spared - 1) & nodes


def touchable(hand: Row, work: Row, tables: Tables, row: int, goals: int) -> bool:
    """Tell whether the first goals that have a target can have a natural card each at once.

    By Hall's theorem: any of them together are fit by at least as many cards.
    """
    for mask in range(1 << goals):
        work[MASK_COUNTS + mask] = 0
    for kind in range(WILD):
        if hand[kind] > 0:
            mask = 0
            for place in range(goals):
                target = work[CHOSEN + place]
                if target != NO_TARGET:
                    at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + place])
                    goal = int(tables.goals[at])
                    if fits_goal(goal, int(tables.goals[at + 1]), target, kind):
                        mask |= 1 << place
            work[MASK_COUNTS + mask] += hand[kind]
    for together in range(1, 1 << goals):
        asked = 0
        for place in range(goals):
            if together >> place & 1 and work[CHOSEN + place] != NO_TARGET:
                asked += 1
        fitting = 0
        for mask in range(1, 1 << goals):
            if mask & together:
                fitting += work[MASK_COUNTS + mask]
        if fitting < asked:
            return False
    return True


def _lacking_any(hand: Row, work: Row, tables: Tables, row: int) -> int:
    """Search the targets of all goals, those without a hope of fewer missing cards left out."""
    count = int(tables.goals[row + GOAL_COUNT])
    cards = int(tables.goals[row + PHASE_CARDS])
    in_each = tables.goals[row + IN_EACH] == 1
    distinct = tables.goals[row + DISTINCT] == 1
    wilds = hand[WILD]
    clear_asked(work)
    rest = 0
    work[ALONE + count] = 0
    for place in range(count - 1, -1, -1):
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + place])
        goal = int(tables.goals[at])
        rest += _most_alone(hand, work, tables, goal, int(tables.goals[at + 1]))
        work[ALONE + place] = rest
    best = cards + 1
    opened = 0
    place = 0
    work[USED_BEFORE] = 0
    work[CHOSEN] = NO_TARGET - 1
    while place >= 0:
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + place])
        goal = int(tables.goals[at])
        size = int(tables.goals[at + 1])
        target = work[CHOSEN + place]
        if target == NO_TARGET:
            # The goal was left open last: all its targets were tried before.
            opened -= 1
            place -= 1
            continue
        if target >= 0:
            ask(work, goal, size, target, -1)
        target = _next_useful(work, tables, row, place, target, goal, size, distinct)
        work[CHOSEN + place] = target
        used = work[USED_BEFORE + place]
        if target == NO_TARGET:
            opened += 1
        else:
            ask(work, goal, size, target, 1)
            now = used_cards(hand, work)
            grown = now > used
            if not grown and in_each:
                grown = touchable(hand, work, tables, row, place + 1)
            if not grown:
                continue
            used = now
        empty = opened
        if not in_each:
            empty = 1 if used + work[ALONE + place + 1] == 0 else 0
        if max(cards - used - work[ALONE + place + 1] - wilds, empty) >= best:
            continue
        if place + 1 == count:
            best = max(cards - used - wilds, empty)
            continue
        place += 1
        work[USED_BEFORE + place] = used
        work[CHOSEN + place] = NO_TARGET - 1
    return best


def _next_useful(
    work: Row,
    tables: Tables,
    row: int,
    place: int,
    target: int,
    goal: int,
    size: int,
    distinct: bool,
) -> int:
    """Give the next target worth trying, ``NO_TARGET`` after the last one.

    Of equal goals the targets never fall, so that each choice is found once; a goal before that was
    left open leaves the equal ones open.
    """
    if target < 0:
        target = -1
        if place > 0:
            here = int(tables.goals[row + ORDERED_ROWS + place])
            before = int(tables.goals[row + ORDERED_ROWS + place - 1])
            at = row + GOAL_ROWS + 2 * before
            if tables.goals[at] == goal and tables.goals[at + 1] == size and here != before:
                if work[CHOSEN + place - 1] == NO_TARGET:
                    return NO_TARGET
                target = work[CHOSEN + place - 1] - 1
    most = target_count(goal, size)
    target += 1
    while target < most:
        good = exists(goal, size, target)
        if good and goal == SET:
            good = work[NUMBER_COUNTS + target] > 0
            if good and distinct:
                good = not _is_set(work, tables, row, place, target)
        if good:
            return target
        target += 1
    return NO_TARGET


def _is_set(work: Row, tables: Tables, row: int, goals: int, target: int) -> bool:
    """Tell whether one of the first goals is a set of this number."""
    for place in range(goals):
        at = row + GOAL_ROWS + 2 * int(tables.goals[row + ORDERED_ROWS + place])
        if tables.goals[at] == SET and work[CHOSEN + place] == target:
            return True
    return False


def _most_alone(hand: Row, work: Row, tables: Tables, goal: int, size: int) -> int:
    """Count the most natural cards that a goal could use if it were alone."""
    most = 0
    if goal == SET:
        for number in range(NUMBERS):
            most = max(most, work[NUMBER_COUNTS + number])
    elif goal == RUN:
        most = int(tables.hits[size * HITS_ROW + work[HELD_MASK]])
    elif goal == COLOR_GOAL:
        for color in range(4):
            most = max(most, work[COLOR_COUNTS + color])
    elif goal == COLOR_SET:
        for kind in range(WILD):
            most = max(most, hand[kind])
    elif goal == COLOR_RUN:
        for color in range(4):
            mask = 0
            for number in range(NUMBERS):
                if hand[color * NUMBERS + number] > 0:
                    mask |= 1 << number
            most = max(most, int(tables.hits[size * HITS_ROW + mask]))
    else:
        odd = 0
        even = 0
        for number in range(0, NUMBERS, 2):
            odd += work[NUMBER_COUNTS + number]
            even += work[NUMBER_COUNTS + number + 1]
        if goal != EVEN:
            most = odd
        if goal != ODD:
            most = max(most, even)
    return min(most, size)
