"""Which numbers, starts and colours the goals of a phase should aim at.

A *target* fixes a goal: the number of a set, the start of a run, the colour of a colour group. With
all targets fixed, the most natural cards that can serve them is the size of a maximum matching of
cards to places; here it is computed in closed form:

- a place that one kind of card fits (one-colour runs and sets) takes that card first: no other
  place can need it more;
- then, with c_x cards of number x and d_x places for them, Σ min(c_x, d_x) as long as goals look at
  numbers only; with colour and parity goals the minimum cut over the sets of such goals that are
  left uncut (max-flow min-cut theorem).

Goals are handled in the order one-colour sets, one-colour runs, sets, runs, colours, parities. A
goal gets a target only if it adds natural cards to what the goals before it use; otherwise it stays
*open*. So each choice of targets is found once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from phase10.game.cards import NUMBERS, WILD
from phase10.game.phases import SET_KINDS, Group, Phase

__all__ = [
    "OPEN",
    "Slot",
    "Target",
    "axis_targets",
    "free_targets",
    "handling_order",
    "run_hits",
    "set_number",
    "slots_of",
    "window",
]

OPEN = -1
_ORDER = ("cset", "crun", "set", "run", "color", "even", "odd", "parity")

Target = int
"""Set: number−1. Run: start−1. Color: 0–3. Parity: 0 even, 1 odd. One-colour: color·12 + that."""


@lru_cache(maxsize=256)
def handling_order(phase: Phase) -> tuple[int, ...]:
    """Give the places of the goals in the order in which they are handled; equal goals together."""
    groups = phase.groups
    return tuple(
        sorted(
            range(len(groups)),
            key=lambda i: (_ORDER.index(groups[i].kind), groups.index(groups[i]), i),
        )
    )


def window(start: int, size: int) -> int:
    """Give the bits of the numbers of a run that starts at bit ``start``."""
    return ((1 << size) - 1) << start


@lru_cache(maxsize=16)
def run_hits(size: int) -> bytes:
    """Tabulate for each 12-bit set of numbers how many the best run of ``size`` can use."""
    windows = [window(start, size) for start in range(NUMBERS - size + 1)]
    return bytes(max((mask & w).bit_count() for w in windows) for mask in range(1 << NUMBERS))


# --- goals that look at one axis: sets and runs on numbers, or colour groups on colours ----------


def axis_targets(
    counts: Sequence[int], sets: Sequence[int], runs: Sequence[int], distinct: bool, enough: int
) -> list[tuple[Target, ...]]:
    """List all targets of sets and runs with which the most natural cards, or enough, are used.

    ``counts``: cards at each place of the axis; ``sets`` and ``runs``: sizes in handling order;
    ``distinct``: two sets may not share a place; ``enough``: the wilds cover the rest, so that more
    natural cards than this (at least 1) change nothing. Sets come first, :data:`OPEN` stands for a
    goal that would get no card.
    """
    best = 0
    found: list[tuple[Target, ...]] = []
    places = len(counts)
    held = [place for place in range(places) if counts[place]]
    demand = [0] * places
    top = max(counts) if held else 0
    rest = [0] * (len(sets) + len(runs) + 1)
    for i in range(len(runs) - 1, -1, -1):
        rest[len(sets) + i] = rest[len(sets) + i + 1] + min(runs[i], len(held))
    for i in range(len(sets) - 1, -1, -1):
        rest[i] = rest[i + 1] + min(sets[i], top)

    def place_runs(i: int, used: int, chosen: tuple[Target, ...]) -> None:
        nonlocal best
        if i == len(runs):
            used = min(used, enough)
            if used > best:
                best = used
                found.clear()
            if used == best:
                found.append(chosen)
            return
        size = runs[i]
        available = 0
        for place in held:
            if counts[place] > demand[place]:
                available |= 1 << place
        same = i > 0 and runs[i - 1] == size
        first = chosen[-1] if same else 0
        further = rest[len(sets) + i + 1]
        if first != OPEN:
            for start in range(first, places - size + 1):
                hits = (available >> start & ((1 << size) - 1)).bit_count()
                if hits and used + hits + further >= best:
                    if i + 1 == len(runs):
                        place_runs(i + 1, used + hits, (*chosen, start))
                    else:
                        for place in range(start, start + size):
                            demand[place] += 1
                        place_runs(i + 1, used + hits, (*chosen, start))
                        for place in range(start, start + size):
                            demand[place] -= 1
        if used + further >= best:
            place_runs(i + 1, used, (*chosen, OPEN))

    def place_sets(i: int, used: int, chosen: tuple[Target, ...]) -> None:
        if i == len(sets):
            place_runs(0, used, chosen)
            return
        size = sets[i]
        same = i > 0 and sets[i - 1] == size
        first = chosen[-1] if same else 0
        further = rest[i + 1]
        if first != OPEN:
            for place in held:
                if place < first:
                    continue
                taken = demand[place]
                if distinct and taken:
                    continue
                gain = min(counts[place] - taken, size)
                if gain > 0 and used + gain + further >= best:
                    demand[place] = taken + size
                    place_sets(i + 1, used + gain, (*chosen, place))
                    demand[place] = taken
        if used + further >= best:
            place_sets(i + 1, used, (*chosen, OPEN))

    place_sets(0, 0, ())
    return found


# --- any mixture of goals ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slot:
    """Hold one place of a goal: which natural cards fit it.

    ``kinds``: the kinds that fit; ``number`` 1–12 and ``color`` 0–3 say what the place asks.
    """

    goal: int
    kinds: frozenset[int]
    number: int | None = None
    color: int | None = None


@lru_cache(maxsize=4096)
def slots_of(goal: int, group: Group, target: Target) -> tuple[Slot, ...]:
    """List the places of a goal aimed at a target; an open goal has places that fit nothing yet."""
    if target == OPEN:
        return (Slot(goal, frozenset()),) * group.size
    kind, size = group.kind, group.size
    if kind == "set":
        return (Slot(goal, _of_number(target), target + 1),) * size
    if kind == "run":
        return tuple(Slot(goal, _of_number(n), n + 1) for n in range(target, target + size))
    if kind == "color":
        return (Slot(goal, _of_color(target), None, target),) * size
    if kind == "cset":
        color, number = divmod(target, NUMBERS)
        return (Slot(goal, frozenset((target,)), number + 1, color),) * size
    if kind == "crun":
        color, start = divmod(target, NUMBERS)
        return tuple(
            Slot(goal, frozenset((color * NUMBERS + n,)), n + 1, color)
            for n in range(start, start + size)
        )
    return (Slot(goal, _of_parity(target)),) * size


@lru_cache(maxsize=16)
def _of_number(place: int) -> frozenset[int]:
    return frozenset(range(place, WILD, NUMBERS))


@lru_cache(maxsize=8)
def _of_color(color: int) -> frozenset[int]:
    return frozenset(range(color * NUMBERS, (color + 1) * NUMBERS))


@lru_cache(maxsize=4)
def _of_parity(odd: int) -> frozenset[int]:
    return frozenset(kind for kind in range(WILD) if (kind % NUMBERS + 1) % 2 == odd)


def _all_targets(group: Group) -> range:
    kind, size = group.kind, group.size
    if kind == "set":
        return range(NUMBERS)
    if kind == "run":
        return range(NUMBERS - size + 1)
    if kind == "color":
        return range(4)
    if kind in ("cset", "crun"):
        return range(WILD)
    return {"even": range(1), "odd": range(1, 2)}.get(kind, range(2))


def _targets_touched(group: Group, counts: Sequence[int]) -> list[Target]:
    """List the targets of a goal that at least one card of the hand fits."""
    size = group.size
    result = []
    for target in _all_targets(group):
        if group.kind == "crun" and target % NUMBERS + size > NUMBERS:
            continue
        if any(counts[kind] for slot in slots_of(0, group, target) for kind in slot.kinds):
            result.append(target)
    return result


class _Demand:
    """Add up what chosen targets ask, and tell how many natural cards can serve them."""

    def __init__(self, counts: Sequence[int]) -> None:
        self.held = [(kind, n) for kind, n in enumerate(counts[:WILD]) if n]
        self.counts = counts
        self.totals = [sum(counts[number:WILD:NUMBERS]) for number in range(NUMBERS)]
        self.exact: dict[int, int] = {}
        self.numbers: dict[int, int] = {}
        self.nodes: dict[int, int] = {}
        """What colours (0–3) and parities (4 even, 5 odd) ask."""

    def add(self, group: Group, target: Target, sign: int = 1) -> None:
        """Add what a goal at a target asks, or take it back with ``sign`` −1."""
        kind, size = group.kind, group.size
        if kind in ("run", "crun"):
            asked = self.numbers if kind == "run" else self.exact
            for place in range(target, target + size):
                asked[place] = asked.get(place, 0) + sign
            return
        if kind == "set":
            asked, place = self.numbers, target
        elif kind == "cset":
            asked, place = self.exact, target
        else:
            asked, place = self.nodes, target if kind == "color" else 4 + target
        asked[place] = asked.get(place, 0) + size * sign

    def used(self) -> int:
        """Give the size of a maximum matching of the natural cards to the places asked."""
        exact = 0
        taken: dict[int, int] = {}
        totals = self.totals
        if self.exact:
            totals = list(totals)
            for kind, asked in self.exact.items():
                served = min(asked, self.counts[kind])
                if served:
                    taken[kind] = served
                    exact += served
                    totals[kind % NUMBERS] -= served
        nodes = [(name, asked) for name, asked in self.nodes.items() if asked]
        if not nodes:
            return exact + sum(
                min(asked, totals[number]) for number, asked in self.numbers.items() if asked
            )
        return exact + min(self._cut(uncut, nodes, taken, totals) for uncut in _subsets(nodes))

    def _cut(
        self,
        uncut: tuple[tuple[int, int], ...],
        nodes: list[tuple[int, int]],
        taken: dict[int, int],
        totals: list[int],
    ) -> int:
        """Give the capacity of the cut that spares the nodes ``uncut``: their cards are cut off."""
        names = {name for name, _ in uncut}
        flow = sum(asked for name, asked in nodes if name not in names)
        if names:
            totals = list(totals)
            for kind, count in self.held:
                number = kind % NUMBERS
                if kind // NUMBERS in names or 4 + (number + 1) % 2 in names:
                    left = count - taken.get(kind, 0)
                    flow += left
                    totals[number] -= left
        return flow + sum(
            min(asked, totals[number]) for number, asked in self.numbers.items() if asked
        )


def _subsets(nodes: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    for size in range(len(nodes) + 1):
        yield from combinations(nodes, size)


def can_touch_all(counts: Sequence[int], slots: Sequence[Sequence[Slot]]) -> bool:
    """Tell whether each goal can have a natural card of its own (augmenting paths)."""
    accepted = [
        [
            (kind, copy)
            for kind in sorted({kind for slot in goal for kind in slot.kinds})
            for copy in range(counts[kind])
        ]
        for goal in slots
    ]
    owner: dict[tuple[int, int], int] = {}

    def serve(goal: int, tried: set[tuple[int, int]]) -> bool:
        for card in accepted[goal]:
            if card not in tried:
                tried.add(card)
                if card not in owner or serve(owner[card], tried):
                    owner[card] = goal
                    return True
        return False

    return all(serve(goal, set()) for goal in range(len(slots)))


def free_targets(
    counts: Sequence[int], wilds: int, phase: Phase, distinct: bool, natural_in_each: bool
) -> tuple[int, list[tuple[Target, ...]]]:
    """Find the fewest missing cards for any mixture of goals, and all targets that reach it.

    ``counts``: fifty counts. Targets come in the order of the phase's goals. With
    ``natural_in_each`` every goal needs a natural card of its own (option ``natural_per=group``),
    and a goal may take a target as soon as it can have one.
    """
    order = handling_order(phase)
    groups = [phase.groups[i] for i in order]
    size = phase.size
    touched = [_targets_touched(group, counts) for group in groups]
    alone = []
    for group, targets in zip(groups, touched, strict=True):
        gains = []
        for target in targets:
            demand = _Demand(counts)
            demand.add(group, target)
            gains.append(demand.used())
        alone.append(max(gains, default=0))
    rest = [sum(alone[i:]) for i in range(len(groups) + 1)]
    demand = _Demand(counts)
    best = size + 1
    found: list[tuple[Target, ...]] = []
    chosen: list[Target] = []

    def result(used: int, opened: int) -> int:
        empty = opened if natural_in_each else int(used == 0)
        return max(size - used - wilds, empty)

    def choose(i: int, used: int, opened: int) -> None:
        nonlocal best
        if result(used + rest[i], opened) > best:
            return
        if i == len(groups):
            value = result(used, opened)
            if value < best:
                best = value
                found.clear()
            in_order: list[Target] = [OPEN] * len(groups)
            for place, target in zip(order, chosen, strict=True):
                in_order[place] = target
            found.append(tuple(in_order))
            return
        group = groups[i]
        same = i > 0 and groups[i - 1] == group
        first = chosen[-1] if same else 0
        for target in touched[i] if first != OPEN else ():
            if target < first:
                continue
            if distinct and _is_taken(group, target, groups, chosen):
                continue
            demand.add(group, target)
            now = demand.used()
            chosen.append(target)
            if now > used or (natural_in_each and _touchable(counts, groups, chosen)):
                choose(i + 1, now, opened)
            chosen.pop()
            demand.add(group, target, -1)
        chosen.append(OPEN)
        choose(i + 1, used, opened + 1)
        chosen.pop()

    choose(0, 0, 0)
    return best, found


def set_number(group: Group, target: Target) -> int | None:
    """Give the number (0–11) of a set, of one color or not; ``None`` for other or open goals."""
    return target % NUMBERS if group.kind in SET_KINDS and target != OPEN else None


def _is_taken(
    group: Group, target: Target, groups: Sequence[Group], chosen: Sequence[Target]
) -> bool:
    """Tell whether a set chosen before has the number that this set would have."""
    number = set_number(group, target)
    return number is not None and any(
        set_number(other, taken) == number for other, taken in zip(groups, chosen, strict=False)
    )


def _touchable(counts: Sequence[int], groups: Sequence[Group], chosen: Sequence[Target]) -> bool:
    slots = [
        slots_of(place, groups[place], target)
        for place, target in enumerate(chosen)
        if target != OPEN
    ]
    return can_touch_all(counts, slots)
