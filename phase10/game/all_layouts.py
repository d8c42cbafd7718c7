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
from phase10.game.phases import Group, Phase
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
    if plan.most_naturals(hand) + wilds < plan.size:
        return []
    return _search(plan, _Packed(hand, wilds, plan.distinct))


# --- what does not depend on the hand -------------------------------------------------------------


class _Block(NamedTuple):
    """Hold equal goals: one of them, how many there are, its groups of wilds alone.

    ``alone``: with the number that the wilds of a set stand for, else 0.
    """

    goal: Group
    times: int
    alone: tuple[tuple[int, _Layout], ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Hold a phase made ready: its goals in the order of the search and a quick bound."""

    size: int
    blocks: tuple[_Block, ...]
    in_goals_order: Callable[[_Layout], _Layout] | None
    distinct: bool
    naturals_owed: int
    most_naturals: Callable[[Hand], int]


_ORDER: Final = ("cset", "crun", "set", "run", "color", "even", "odd", "parity")
"""Goals that few groups serve are searched first."""
_SETS: Final = ("set", "cset")
_RUNS: Final = ("run", "crun")


@lru_cache(maxsize=512)
def _plan(phase: Phase, in_each: bool, same_number: bool) -> _Plan:
    goals = phase.groups
    searched = sorted(
        range(len(goals)), key=lambda i: (_ORDER.index(goals[i].kind), goals[i].size, i)
    )
    back = [searched.index(i) for i in range(len(goals))]
    distinct = not same_number and sum(goal.kind in _SETS for goal in goals) > 1
    return _Plan(
        size=phase.size,
        blocks=tuple(
            _Block(goal, goals.count(goal), () if in_each else tuple(_alone(goal)))
            for goal in dict.fromkeys(goals[i] for i in searched)
        ),
        in_goals_order=None if back == sorted(back) else itemgetter(*back),
        distinct=distinct,
        naturals_owed=len(goals) if in_each else 1,
        most_naturals=_most_naturals(goals, distinct),
    )


def _alone(goal: Group) -> Iterator[tuple[int, _Layout]]:
    """Yield the groups of wilds alone: a set of any number, a run from any start."""
    kind, size = goal.kind, goal.size
    if kind in _SETS:
        for number in range(1, NUMBERS + 1):
            yield number, (Laid(kind, (declared(number),) * size),)
    elif kind in _RUNS:
        for start in range(1, NUMBERS - size + 2):
            yield 0, (Laid(kind, tuple(map(declared, range(start, start + size)))),)
    else:
        yield 0, (Laid(kind, (CARDS[WILD],) * size),)


# --- a quick bound --------------------------------------------------------------------------------


def _most_naturals(goals: Sequence[Group], distinct: bool) -> Callable[[Hand], int]:
    """Make a function that tells how many natural cards of a hand the goals can use at most.

    Exact for sets alone, for colors alone, for one run and for a set beside a run; else a bound.
    """
    sizes = {kind: [goal.size for goal in goals if goal.kind == kind] for kind in _ORDER}
    sets, runs, colors = sizes["set"], sizes["run"], sizes["color"]
    bounds: list[Callable[[Hand], int]] = []
    if len(sets) == 1 and runs:
        bounds.append(_most_beside_runs(sets[0], runs))
    else:
        if sets:
            bounds.append(_most_shared(sets, distinct, lambda hand: hand.numbers))
        bounds += [_most_in_run(size) for size in runs]
    if colors:
        bounds.append(_most_shared(colors, False, lambda hand: hand.colors))
    bounds += [_most_in_one_color(size) for size in sizes["crun"]]
    bounds += [_most_alike(size) for size in sizes["cset"]]
    bounds += [_most_of_parity(goal) for goal in goals if goal.kind in ("even", "odd", "parity")]
    if len(bounds) == 1:
        return bounds[0]
    return lambda hand: min(sum([bound(hand) for bound in bounds]), hand.naturals)


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


def _most_in_run(size: int) -> Callable[[Hand], int]:
    hits = _run_hits(size)
    return lambda hand: hits[hand.mask]


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


def _most_in_one_color(size: int) -> Callable[[Hand], int]:
    hits = _run_hits(size)

    def most(hand: Hand) -> int:
        masks = [0] * len(COLORS)
        for kind, count in enumerate(hand.counts[:WILD]):
            if count:
                masks[kind // NUMBERS] |= 1 << kind % NUMBERS
        return max([hits[mask] for mask in masks])

    return most


def _most_alike(size: int) -> Callable[[Hand], int]:
    return lambda hand: min(size, max(hand.counts[:WILD]))


def _most_of_parity(goal: Group) -> Callable[[Hand], int]:
    kind, size = goal.kind, goal.size

    def most(hand: Hand) -> int:
        even, odd = sum(hand.numbers[1::2]), sum(hand.numbers[::2])
        return min(size, even if kind == "even" else odd if kind == "odd" else max(even, odd))

    return most


# --- the groups that one hand can make ------------------------------------------------------------


class _Field(NamedTuple):
    """Hold a card of the hand, the amount that one of it adds, the bits that count it."""

    card: Card
    unit: int
    bits: int


class _Packed:
    """Hold a hand as one integer ``whole`` with its ``guards``; ``wilds`` of its wilds at most.

    ``taken`` gives for each number what the set of that number takes, where no other may have it.
    """

    __slots__ = ("by_number", "fields", "guards", "taken", "whole", "wild_bits", "wilds")

    def __init__(self, hand: Hand, wilds: int, distinct: bool) -> None:
        self.fields: list[_Field] = []
        self.by_number: list[list[_Field]] = [[] for _ in range(NUMBERS + 1)]
        # The wilds lie lowest, so that a wild is 1.
        shift = wilds.bit_length()
        self.wilds = wilds
        self.wild_bits = (1 << shift) - 1
        guards = 1 << shift
        whole = wilds | guards
        shift += 1
        for kind, count in enumerate(hand.counts[:WILD]):
            if count:
                bits = count.bit_length()
                field = _Field(CARDS[kind], 1 << shift, ((1 << bits) - 1) << shift)
                self.fields.append(field)
                self.by_number[kind % NUMBERS + 1].append(field)
                whole |= (count | 1 << bits) << shift
                guards |= 1 << bits + shift
                shift += bits + 1
        self.taken = [0] * (NUMBERS + 1)
        if distinct:
            for number in range(1, NUMBERS + 1):
                self.taken[number] = 1 << shift
                whole |= 3 << shift
                guards |= 2 << shift
                shift += 2
        self.whole = whole
        self.guards = guards


def _choices(block: _Block, hand: _Packed) -> list[list[_Choice]]:
    """List the groups for one goal by the number of their wilds, from none up."""
    goal = block.goal
    found: list[list[_Choice]] = [[] for _ in range(min(hand.wilds, goal.size) + 1)]
    if goal.kind in _RUNS:
        _add_runs(goal, hand, found)
    else:
        for number, fields in _pools(goal.kind, hand):
            _add_alike(goal, number, fields, hand, found)
    if hand.wilds >= goal.size:
        found[goal.size] += [(goal.size + hand.taken[n], group) for n, group in block.alone]
    return found


def _pools(kind: str, hand: _Packed) -> list[tuple[int, list[_Field]]]:
    """List the cards that can lie together in a goal that is no run, with the number of a set."""
    if kind == "set":
        return [(n, fields) for n, fields in enumerate(hand.by_number) if fields]
    if kind == "cset":
        return [(field.card.kind % NUMBERS + 1, [field]) for field in hand.fields]
    if kind == "color":
        return [(0, fields) for fields in _by_color(hand)]
    even = [field for field in hand.fields if field.card.kind % 2]
    odd = [field for field in hand.fields if not field.card.kind % 2]
    return [(0, pool) for pool in {"even": (even,), "odd": (odd,)}.get(kind, (even, odd))]


def _by_color(hand: _Packed) -> list[list[_Field]]:
    by_color: list[list[_Field]] = [[] for _ in COLORS]
    for field in hand.fields:
        by_color[field.card.kind // NUMBERS].append(field)
    return by_color


_new = tuple.__new__
"""Makes a :class:`Laid` in half the time that its own constructor takes."""


def _add_alike(
    goal: Group, number: int, fields: list[_Field], hand: _Packed, found: list[list[_Choice]]
) -> None:
    """Add the groups of cards of one pool, wilds behind them."""
    kind, size = goal.kind, goal.size
    units: list[int] = []
    cards: list[Card] = []
    for card, unit, bits in fields:
        for _ in range((hand.whole & bits) // unit):
            units.append(unit)
            cards.append(card)
    wild = declared(number) if number else CARDS[WILD]
    for wilds in range(max(0, size - len(units)), min(len(found), size)):
        taken, end = hand.taken[number] + wilds, (wild,) * wilds
        # Equal copies give equal sums, so that each choice stays once.
        chosen = dict(
            zip(_sums(units, size - wilds), combinations(cards, size - wilds), strict=True)
        )
        found[wilds] += [
            (taken + used, (_new(Laid, (kind, laid + end)),)) for used, laid in chosen.items()
        ]


def _sums(units: Iterable[int], number: int) -> Iterator[int]:
    return map(sum, combinations(units, number))


def _add_runs(goal: Group, hand: _Packed, found: list[list[_Choice]]) -> None:
    """Add the runs from every start, wilds in any place."""
    size = goal.size
    rows = [hand.by_number]
    if goal.kind == "crun":
        rows = [[[] for _ in range(NUMBERS + 1)] for _ in COLORS]
        for field in hand.fields:
            color, number = divmod(field.card.kind, NUMBERS)
            rows[color][number + 1].append(field)
    for row in rows:
        cards = [tuple([field.card for field in fields]) for fields in row]
        units = [[field.unit for field in fields] for fields in row]
        for start in range(1, NUMBERS - size + 2):
            window = range(start, start + size)
            held = [number for number in window if units[number]]
            for wilds in range(max(0, size - len(held)), min(len(found), size)):
                for natural in combinations(held, size - wilds):
                    places = [cards[n] if n in natural else (declared(n),) for n in window]
                    used = map(sum, product([wilds], *[units[n] for n in natural]))
                    found[wilds] += [
                        (need, (_new(Laid, (goal.kind, laid)),))
                        for need, laid in zip(used, product(*places), strict=True)
                    ]


# --- the search -----------------------------------------------------------------------------------

_States = dict[int, list[_Layout]]
"""Groups for the goals so far, together by what they leave of the hand."""


def _search(plan: _Plan, hand: _Packed) -> list[_Layout]:
    """Find the groups goal by goal, then put the layouts with the fewest wilds first."""
    states: _States = {hand.whole: [()]}
    by_wilds: list[list[_Layout]] = [[] for _ in range(hand.wilds + 1)]
    last = plan.blocks[-1]
    for block in plan.blocks:
        choices = _choices(block, hand)
        if block.times > 1:
            states = _extended_equally(states, block.times, list(chain(*choices)), hand.guards)
        elif block is last:
            _finish(states, choices, block, hand, by_wilds)
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
                    more.setdefault(left, []).extend([start + group for start in starts])
    return levels[times]


_MANY: Final = 60
"""From so many groups on it is quicker to make those that fit than to look for them."""


def _finish(
    states: _States,
    choices: list[list[_Choice]],
    block: _Block,
    hand: _Packed,
    by_wilds: list[list[_Layout]],
) -> None:
    """Add the groups for the last goal, where it stands alone."""
    guards, wild_bits = hand.guards, hand.wild_bits
    made = None
    wide = block.goal.kind not in _SETS + _RUNS and sum(map(len, choices)) > _MANY
    if wide and len(states) > 1:
        made = [dict(groups) for groups in choices]
        pools = [fields for _, fields in _pools(block.goal.kind, hand)]
    for before, starts in states.items():
        free = before & wild_bits
        used = hand.wilds - free
        if made is None:
            for groups in choices[: free + 1]:
                ends = [group for need, group in groups if before - need & guards == guards]
                if ends:
                    by_wilds[used] += [start + end for start in starts for end in ends]
                used += 1
            continue
        held = [
            [unit for _, unit, bits in fields for _ in range((before & bits) // unit)]
            for fields in pools
        ]
        for wilds, known in enumerate(made[: free + 1]):
            naturals = block.goal.size - wilds
            if naturals:
                ends = [
                    known[need + wilds]
                    for units in held
                    for need in dict.fromkeys(_sums(units, naturals))
                ]
            else:
                ends = list(known.values())
            if ends:
                by_wilds[used + wilds] += [start + end for start in starts for end in ends]
