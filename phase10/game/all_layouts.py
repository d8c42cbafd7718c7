"""Every way to lay the whole phase from a hand, each way once.

The hand is one integer: a field of bits for the wilds and for each kind of number card held, a
guard bit above each field. A group takes its cards by subtraction and fits while all guard bits
stay set. What is left of the hand after some goals is found in many ways, so the ways are kept
together by what they leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from operator import itemgetter
from typing import Final, NamedTuple

from phase10.game.cards import CARDS, COLORS, NUMBERS, WILD, Card, Hand
from phase10.game.melds import declared
from phase10.game.moves import Laid
from phase10.game.phases import SET_KINDS, Group, Phase
from phase10.game.rules import SEED, Rules

__all__ = ["all_layouts"]

_Layout = tuple[Laid, ...]
_Choice = tuple[int, _Layout]
"""What a group takes from the packed hand, and the group."""


def all_layouts(hand: Hand, phase: Phase, rules: Rules = SEED) -> list[tuple[Laid, ...]]:
    """List every way to lay the whole phase with exactly the cards of its goals (S22–S24, S34–S36).

    Each way comes once: equal cards are the same, and so are equal goals with their groups swapped.
    The groups stand in the order of the goals, their cards as :func:`~phase10.game.melds.arrange`
    puts them. The layouts with the fewest wilds come first, and of equal goals the group with the
    fewest wilds; beyond that the order is fixed but means nothing. How many cards stay in the hand
    is not looked at. Exact; for most hands that cannot lay the empty list comes at once.

    >>> for layout in all_layouts(Hand("R7 B7 W R9"), Phase("set:2")):
    ...     print(*layout)
    set R7 B7
    set R7 W=7
    set B7 W=7
    set R9 W=9
    """
    plan = _plan(phase, rules.natural_per == "group", rules.same_number_sets)
    # So many wilds at most: the others must be natural (S35).
    wilds = min(hand.counts[WILD], plan.size - plan.naturals_owed)
    for most_naturals in plan.bounds:
        if most_naturals(hand) + wilds < plan.size:
            return []
    return _search(plan, _Packed(hand, wilds, plan.distinct))


# --- what does not depend on the hand -------------------------------------------------------------

_Bound = Callable[[Hand], int]
"""Tells how many natural cards of a hand can be used at most."""


class _Block(NamedTuple):
    """Hold equal goals: one of them, how many there are, its groups of wilds alone, its bound.

    ``alone``: with the number that the wilds of a set stand for, else 0.
    """

    goal: Group
    times: int
    alone: tuple[tuple[int, _Layout], ...]
    most_naturals: _Bound


@dataclass(frozen=True, slots=True)
class _Plan:
    """Hold a phase made ready: its goals in the order of the search; bounds, quick ones first."""

    size: int
    blocks: tuple[_Block, ...]
    in_goals_order: Callable[[_Layout], _Layout] | None
    distinct: bool
    naturals_owed: int
    bounds: tuple[_Bound, ...]


_ORDER: Final = ("cset", "crun", "set", "run", "color", "even", "odd", "parity")
"""Goals that few groups serve are searched first."""
_RUNS: Final = ("run", "crun")


@lru_cache(maxsize=512)
def _plan(phase: Phase, in_each: bool, same_number: bool) -> _Plan:
    goals = phase.groups
    searched = sorted(
        range(len(goals)), key=lambda i: (_ORDER.index(goals[i].kind), goals[i].size, i)
    )
    back = [searched.index(i) for i in range(len(goals))]
    distinct = not same_number and sum(goal.kind in SET_KINDS for goal in goals) > 1
    return _Plan(
        size=phase.size,
        blocks=tuple(
            _Block(goal, goals.count(goal), () if in_each else tuple(_alone(goal)), _most(goal))
            for goal in dict.fromkeys(goals[i] for i in searched)
        ),
        in_goals_order=None if back == sorted(back) else itemgetter(*back),
        distinct=distinct,
        naturals_owed=len(goals) if in_each else 1,
        bounds=tuple(_bounds(goals, distinct)),
    )


def _alone(goal: Group) -> Iterator[tuple[int, _Layout]]:
    """Yield the groups of wilds alone: a set of any number, a run from any start."""
    kind, size = goal.kind, goal.size
    if kind in SET_KINDS:
        for number in range(1, NUMBERS + 1):
            yield number, (Laid(kind, (declared(number),) * size),)
    elif kind in _RUNS:
        for start in range(1, NUMBERS - size + 2):
            yield 0, (Laid(kind, tuple(map(declared, range(start, start + size)))),)
    else:
        yield 0, (Laid(kind, (CARDS[WILD],) * size),)


# --- quick bounds ---------------------------------------------------------------------------------


def _bounds(goals: Sequence[Group], distinct: bool) -> Iterator[_Bound]:
    """Yield bounds for all goals together, the quick ones first.

    Exact for sets alone, for colors alone, for one run and for a set beside a run.
    """
    sizes = {kind: [goal.size for goal in goals if goal.kind == kind] for kind in _ORDER}
    sets, runs, colors = sizes["set"], sizes["run"], sizes["color"]
    bounds = [_most(goal) for goal in goals if goal.kind not in ("set", "run", "color")]
    if len(sets) == 1 and runs:
        bounds.append(_most_beside_runs(sets[0], runs))
    else:
        bounds += [_most(goal) for goal in goals if goal.kind == "run"]
        if sets:
            bounds.append(_most_shared(sets, distinct, lambda hand: hand.numbers))
    if colors:
        bounds.append(_most_shared(colors, False, lambda hand: hand.colors))
    if len(bounds) == 1:
        yield bounds[0]
        return
    yield lambda hand: min(sum([bound(hand) for bound in bounds]), hand.naturals)
    if sorted(goal.kind for goal in goals) == ["color", "run"]:
        yield _most_of_run_and_color(runs[0], colors[0])
    if sorted(goal.kind for goal in goals) == ["crun", "set"]:
        yield _most_of_set_and_color_run(sets[0], sizes["crun"][0])


def _most(goal: Group) -> _Bound:
    """Make the bound for one goal, exact if it stood alone."""
    kind, size = goal.kind, goal.size
    if kind == "run":
        hits = _run_hits(size)
        return lambda hand: hits[hand.mask]
    if kind == "crun":
        hits = _run_hits(size)
        return lambda hand: max([hits[mask] for mask in _masks(hand)])
    amount: _Bound = {
        "set": lambda hand: max(hand.numbers),
        "cset": lambda hand: max(hand.counts[:WILD]),
        "color": lambda hand: max(hand.colors),
        "even": lambda hand: sum(hand.numbers[1::2]),
        "odd": lambda hand: sum(hand.numbers[::2]),
        "parity": lambda hand: max(sum(hand.numbers[1::2]), sum(hand.numbers[::2])),
    }[kind]
    return lambda hand: min(size, amount(hand))


def _most_shared(
    sizes: Sequence[int], distinct: bool, axis: Callable[[Hand], tuple[int, ...]]
) -> Callable[[Hand], int]:
    """Let goals share numbers (colors): the largest demand meets the largest count."""
    demands = {tuple(sorted(sizes, reverse=True))} if distinct else _joined(tuple(sizes))

    def most(hand: Hand) -> int:
        counts = sorted(axis(hand), reverse=True)
        return max([sum(map(min, demand, counts)) for demand in demands])

    return most


def _joined(sizes: tuple[int, ...]) -> set[tuple[int, ...]]:
    """List the demands, largest first, of all ways to put goals together."""
    if not sizes:
        return {()}
    first, *others = sizes
    found = set()
    for sums in _joined(tuple(others)):
        found.add((*sums, first))
        for i, total in enumerate(sums):
            found.add((*sums[:i], total + first, *sums[i + 1 :]))
    return {tuple(sorted(sums, reverse=True)) for sums in found}


@lru_cache(maxsize=16)
def _run_hits(size: int) -> bytes:
    """Tabulate for each 12-bit set of numbers how many the best run of ``size`` can use."""
    windows = [((1 << size) - 1) << start for start in range(NUMBERS - size + 1)]
    return bytes(max((mask & w).bit_count() for w in windows) for mask in range(1 << NUMBERS))


def _most_beside_runs(size: int, runs: Sequence[int]) -> Callable[[Hand], int]:
    """Try each number for the set; a number that it uses up is lost to the runs."""
    tables = [_run_hits(run) for run in runs]

    def most(hand: Hand) -> int:
        mask = hand.mask
        whole = sum([hits[mask] for hits in tables])
        best = whole
        bit = 1
        for held in hand.numbers:
            if held > size:
                best = max(best, size + whole)
            elif held:
                left = mask ^ bit
                used = held + sum([hits[left] for hits in tables])
                if used > best:
                    best = used
            bit += bit
        return best

    return most


def _most_of_run_and_color(run: int, color: int) -> _Bound:
    """Try each color; a card of it that the run takes is lost to the color or was to spare."""
    hits = _run_hits(run)

    def most(hand: Hand) -> int:
        red, blue, green, yellow = _masks(hand)
        others = (
            blue | green | yellow,
            red | green | yellow,
            red | blue | yellow,
            red | blue | green,
        )
        top = color + hits[hand.mask]
        return max(
            [min(top, held + hits[mask]) for held, mask in zip(hand.colors, others, strict=True)]
        )

    return most


def _most_of_set_and_color_run(size: int, run: int) -> _Bound:
    """Try each number for the set; a number that it uses up is lost to the run."""
    hits = _run_hits(run)

    def most(hand: Hand) -> int:
        masks = _masks(hand)
        whole = max([hits[mask] for mask in masks])
        best = whole
        for number, held in enumerate(hand.numbers):
            if held > size:
                best = max(best, size + whole)
            elif held and held + whole > best:
                best = max(best, held + max([hits[mask & ~(1 << number)] for mask in masks]))
        return best

    return most


def _masks(hand: Hand) -> list[int]:
    """Give for each color the numbers held as bits."""
    masks = [0] * len(COLORS)
    for kind, count in enumerate(hand.counts[:WILD]):
        if count:
            masks[kind // NUMBERS] |= 1 << kind % NUMBERS
    return masks


# --- the groups that one hand can make ------------------------------------------------------------

_Field = tuple[Card, int, int]
"""A card of the hand, the amount that one of it adds, how many there are."""


class _Packed:
    """Hold a hand as one integer ``whole`` with its ``guards``; ``wilds`` of its wilds at most.

    ``taken`` gives for each number what the set of that number takes, where no other may have it.
    """

    __slots__ = ("fields", "guards", "hand", "taken", "whole", "wild_bits", "wilds")

    def __init__(self, hand: Hand, wilds: int, distinct: bool) -> None:
        self.hand = hand
        self.wilds = wilds
        self.fields: list[_Field] = []
        # The wilds lie lowest, so that a wild is 1.
        shift = wilds.bit_length()
        self.wild_bits = (1 << shift) - 1
        guards = 1 << shift
        whole = wilds | guards
        shift += 1
        for kind, count in enumerate(hand.counts[:WILD]):
            if count:
                unit = 1 << shift
                self.fields.append((CARDS[kind], unit, count))
                shift += count.bit_length()
                whole |= count * unit | 1 << shift
                guards |= 1 << shift
                shift += 1
        self.taken = [0] * (NUMBERS + 1)
        if distinct:
            for number in range(1, NUMBERS + 1):
                self.taken[number] = 1 << shift
                whole |= 3 << shift
                guards |= 2 << shift
                shift += 2
        self.whole = whole
        self.guards = guards


def _choices(block: _Block, hand: _Packed, most: int) -> list[list[_Choice]]:
    """List the groups for one goal with up to ``most`` wilds by their number, from none up."""
    goal = block.goal
    found: list[list[_Choice]] = [[] for _ in range(min(most, goal.size) + 1)]
    if goal.kind in _RUNS:
        _add_runs(goal, hand, found)
    else:
        for number, fields in _pools(goal.kind, hand):
            _add_alike(goal, number, fields, hand, found)
    if most >= goal.size:
        found[goal.size] += [(goal.size + hand.taken[n], group) for n, group in block.alone]
    return found


def _pools(kind: str, hand: _Packed) -> list[tuple[int, list[_Field]]]:
    """List the cards that can lie together in a goal that is no run, with the number of a set."""
    if kind == "set":
        return list(enumerate(_by_number(hand.fields)))
    if kind == "cset":
        return [(field[0].kind % NUMBERS + 1, [field]) for field in hand.fields]
    if kind == "color":
        return [(0, fields) for fields in _by_color(hand)]
    even = [field for field in hand.fields if field[0].kind % 2]
    odd = [field for field in hand.fields if not field[0].kind % 2]
    return [(0, pool) for pool in {"even": (even,), "odd": (odd,)}.get(kind, (even, odd))]


def _by_number(fields: Iterable[_Field]) -> list[list[_Field]]:
    """Sort the cards by their numbers, 0 to 12."""
    by_number: list[list[_Field]] = [[] for _ in range(NUMBERS + 1)]
    for field in fields:
        by_number[field[0].kind % NUMBERS + 1].append(field)
    return by_number


def _by_color(hand: _Packed) -> list[list[_Field]]:
    by_color: list[list[_Field]] = [[] for _ in COLORS]
    for field in hand.fields:
        by_color[field[0].kind // NUMBERS].append(field)
    return by_color


_new = tuple.__new__
"""Makes a :class:`Laid` in half the time that its own constructor takes."""


def _add_alike(
    goal: Group, number: int, fields: list[_Field], hand: _Packed, found: list[list[_Choice]]
) -> None:
    """Add the groups of cards of one pool, wilds behind them."""
    kind, size = goal.kind, goal.size
    held = sum([count for _, _, count in fields])
    if not held or held + len(found) <= size:
        return
    units = [unit for _, unit, count in fields for _ in range(count)]
    cards = [card for card, _, count in fields for _ in range(count)]
    wild = declared(number) if number else CARDS[WILD]
    for wilds in range(max(0, size - held), min(len(found), size)):
        need, end = hand.taken[number] + wilds, (wild,) * wilds
        if wilds + held == size:
            found[wilds].append((need + sum(units), (_new(Laid, (kind, (*cards, *end))),)))
            continue
        # Equal copies give equal sums, so that each choice stays once.
        chosen = dict(
            zip(_sums(units, size - wilds), combinations(cards, size - wilds), strict=True)
        )
        found[wilds] += [
            (need + used, (_new(Laid, (kind, laid + end)),)) for used, laid in chosen.items()
        ]


def _sums(units: Iterable[int], number: int) -> Iterator[int]:
    return map(sum, combinations(units, number))


_STANDING: Final = [declared(number) for number in range(1, NUMBERS + 1)]
"""What stands in each place of a run that has no natural card."""


def _add_runs(goal: Group, hand: _Packed, found: list[list[_Choice]]) -> None:
    """Add the runs from every start, wilds in any place but not in all."""
    kind, size = goal.kind, goal.size
    for fields in _by_color(hand) if kind == "crun" else [hand.fields]:
        if len(fields) + len(found) <= size:
            continue
        row = [[(card, unit) for card, unit, _ in held] for held in _by_number(fields)[1:]]
        for start in range(NUMBERS - size + 1):
            held = [(n, row[n + start]) for n in range(size) if row[n + start]]
            standing = _STANDING[start : start + size]
            for wilds in range(max(0, size - len(held)), min(len(found), size)):
                same = found[wilds]
                for natural in combinations(held, size - wilds):
                    places = [place for place, _ in natural]
                    for chosen in product(*[cards for _, cards in natural]):
                        laid = standing.copy()
                        need = wilds
                        for place, (card, unit) in zip(places, chosen, strict=True):
                            laid[place] = card
                            need += unit
                        same.append((need, (_new(Laid, (kind, tuple(laid))),)))


# --- the search -----------------------------------------------------------------------------------

_States = dict[int, list[_Layout]]
"""Groups for the goals so far, together by what they leave of the hand."""


def _search(plan: _Plan, hand: _Packed) -> list[_Layout]:
    """Find the groups goal by goal, then put the layouts with the fewest wilds first."""
    states: _States = {hand.whole: [()]}
    by_wilds: list[list[_Layout]] = [[] for _ in range(hand.wilds + 1)]
    last = plan.blocks[-1]
    # Wilds that a goal needs at least: the other goals cannot have them.
    needs = [block.goal.size - block.most_naturals(hand.hand) for block in plan.blocks]
    owed = sum([need * block.times for need, block in zip(needs, plan.blocks, strict=True)])
    for block, need in zip(plan.blocks, needs, strict=True):
        most = max([left & hand.wild_bits for left in states]) - (owed - need)
        if most < 0:
            return []
        owed -= need * block.times
        choices = _choices(block, hand, most)
        if block.times > 1:
            states = _extended_equally(states, block.times, list(chain(*choices)), hand.guards)
        elif block is last:
            _finish(states, choices, block.goal, hand, by_wilds)
            states = {}
        else:
            states = _extended(states, list(chain(*choices)), hand.guards)
        if not states:
            break
    for left, layouts in states.items():
        by_wilds[hand.wilds - (left & hand.wild_bits)] += layouts
    found = list(chain(*by_wilds))
    return found if plan.in_goals_order is None else list(map(plan.in_goals_order, found))


def _extended(states: _States, choices: list[_Choice], guards: int) -> _States:
    """Add a group for one goal to all that is found so far."""
    further: _States = {}
    for before, starts in states.items():
        for need, group in choices:
            if (left := before - need) & guards == guards:
                further.setdefault(left, []).extend([start + group for start in starts])
    return further


def _extended_equally(states: _States, times: int, choices: list[_Choice], guards: int) -> _States:
    """Add groups for equal goals: choice by choice, each as often as it fits.

    So the groups come in the order of the choices, and never swapped.
    """
    levels: list[_States] = [states, *({} for _ in range(times))]
    for need, group in choices:
        for fewer, more in pairwise(levels):
            for before, starts in fewer.items():
                if (left := before - need) & guards == guards:
                    longer = [start + group for start in starts]
                    known = more.setdefault(left, longer)
                    if known is not longer:
                        known += longer
    return levels[times]


_MANY: Final = 60
"""From so many groups on it is quicker to make those that fit than to look for them."""


def _finish(
    states: _States,
    choices: list[list[_Choice]],
    goal: Group,
    hand: _Packed,
    by_wilds: list[list[_Layout]],
) -> None:
    """Add the groups for the last goal, where no other is equal to it."""
    wide = len(states) > 1 and goal.kind not in SET_KINDS + _RUNS and sum(map(len, choices)) > _MANY
    ends_of = _maker(choices, goal, hand) if wide else _finder(choices, hand)
    for before, starts in states.items():
        free = before & hand.wild_bits
        for used, ends in enumerate(ends_of(before, free), start=hand.wilds - free):
            if ends:
                by_wilds[used] += [start + end for start in starts for end in ends]


_Ends = Callable[[int, int], Iterator[list[_Layout]]]
"""Gives the groups that fit in what is left of a hand, by their wilds, none to those free."""


def _finder(choices: list[list[_Choice]], hand: _Packed) -> _Ends:
    guards = hand.guards

    def ends_of(before: int, free: int) -> Iterator[list[_Layout]]:
        for groups in choices[: free + 1]:
            yield [group for need, group in groups if before - need & guards == guards]

    return ends_of


def _maker(choices: list[list[_Choice]], goal: Group, hand: _Packed) -> _Ends:
    known = [dict(groups) for groups in choices]
    pools = [
        [
            (unit, ((1 << count.bit_length()) - 1) * unit, copy * unit)
            for _, unit, count in fields
            for copy in range(1, count + 1)
        ]
        for _, fields in _pools(goal.kind, hand)
    ]
    pools = [pool for pool in pools if len(pool) + len(choices) > goal.size]

    def ends_of(before: int, free: int) -> Iterator[list[_Layout]]:
        # The second copy of a card is there while two are left.
        held = [[unit for unit, bits, enough in pool if before & bits >= enough] for pool in pools]
        for wilds, groups in enumerate(known[: free + 1]):
            naturals = goal.size - wilds
            if naturals:
                yield [
                    groups[need + wilds]
                    for units in held
                    for need in dict.fromkeys(_sums(units, naturals))
                ]
            else:
                yield list(groups.values())

    return ends_of
