"""The best partial groupings of one hand toward a phase, and how many cards are missing.

With targets fixed (see :mod:`phase10.solver.targets`), u natural cards used, J wilds held and T
places in the phase, the fewest further cards of free choice are max(T − u − J, z): z is 1 when no
natural card is used yet (S35), or the number of goals without one under ``natural_per=group``.
``missing`` is the least of it over all targets. Skips never count. Exact, plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from phase10.game.cards import CARDS, COLORS, NUMBERS, WILD, Card, Cards, Hand
from phase10.game.phases import SET_KINDS, Group, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.choices import Choices
from phase10.solver.targets import (
    Slot,
    Target,
    axis_targets,
    free_targets,
    handling_order,
    run_hits,
    slots_of,
)

__all__ = [
    "GroupPlan",
    "Grouping",
    "best_groupings",
    "counts_quickly",
    "missing",
    "useful_kinds",
]


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """Hold one goal of a plan.

    ``cards``: the cards of the hand that serve it, in order (a run ascending); a wild says what
    number it stands for where the goal has numbers. ``number`` (set, cset), ``start`` (run, crun),
    ``color`` (color, crun, cset: colour word), ``parity`` ("even"/"odd") name the target where one
    is chosen, else ``None``: a goal that has no natural card yet is open. ``gaps``: the places
    still empty, each as (number or None, colour word or None) of the card that would fill it.
    """

    group: Group
    cards: tuple[Card, ...]
    number: int | None
    start: int | None
    color: str | None
    parity: str | None
    gaps: tuple[tuple[int | None, str | None], ...]

    @property
    def missing(self) -> int:
        """Count the places still empty."""
        return len(self.gaps)


@dataclass(frozen=True)
class Grouping:
    """Hold one best plan: a :class:`GroupPlan` per goal in the phase's order.

    ``missing``: fewest further cards of free choice; ``spare``: cards that serve no goal;
    ``alternatives``: in how many ways natural cards could be chosen for these targets so that as
    many are used (1 = only this); ``points_left``: points of the spare cards; ``useful_kinds``: the
    kinds that lower this plan's missing, ``unseen``: fifty counts of the cards not seen.
    """

    groups: tuple[GroupPlan, ...]
    spare: tuple[Card, ...]
    missing: int
    alternatives: int
    points_left: int
    live: int
    useful_kinds: tuple[int, ...]
    unseen: tuple[int, ...]

    @cached_property
    def useful(self) -> dict[Card, int]:
        """Count the unseen copies (> 0) of each card that lowers this plan's missing."""
        return {CARDS[kind]: self.unseen[kind] for kind in self.useful_kinds if self.unseen[kind]}


def missing(hand: Cards, phase: Phase, rules: Rules = SEED) -> int:
    """Count the fewest further cards of free choice that complete the whole phase.

    A card serves one goal; a wild stands for any card, a skip for none; at least one natural card
    in the phase (S35); runs stay within 1–12. Exact.

    >>> missing(Hand("R7 B7 W R3 G4 S"), Phase("set:3+run:4"))
    2
    """
    return _counter(phase, rules.natural_per == "group", rules.same_number_sets)(hand)


# --- counting missing cards: a closed form for each shape of phase --------------------------------


@lru_cache(maxsize=512)
def _counter(phase: Phase, in_each: bool, same_number: bool) -> Callable[[Cards], int]:
    """Choose the quickest exact way for the goals of a phase."""
    quick = _quick_counter(phase, in_each, same_number)
    if quick is not None:
        return quick

    def count(hand: Cards) -> int:
        return free_targets(hand.counts, hand.wilds, phase, not same_number, in_each)[0]

    return count


def counts_quickly(phase: Phase, rules: Rules = SEED) -> bool:
    """Tell whether ``missing`` takes microseconds, so that trying all cards is the quickest way."""
    return _quick_counter(phase, rules.natural_per == "group", rules.same_number_sets) is not None


@lru_cache(maxsize=512)
def _quick_counter(phase: Phase, in_each: bool, same_number: bool) -> Callable[[Cards], int] | None:
    kinds = [group.kind for group in phase.groups]
    sizes = [group.size for group in phase.groups]
    if in_each:
        return None
    if kinds in (["set"], ["set", "set"]):
        return _sets_counter(sorted(sizes, reverse=True), same_number)
    if kinds == ["run"]:
        return _run_counter(sizes[0])
    if sorted(kinds) == ["run", "set"]:
        return _set_run_counter(sizes[kinds.index("set")], sizes[kinds.index("run")])
    if kinds == ["color"]:
        return _color_counter(sizes[0])
    return None


def _sets_counter(sizes: list[int], same_number: bool) -> Callable[[Cards], int]:
    total = sum(sizes)
    first = sizes[0]
    second = sizes[1] if len(sizes) == 2 else 0

    def count(hand: Cards) -> int:
        *_, runner_up, top = sorted(hand.numbers)
        used = min(first, top) + min(second, runner_up)
        if same_number and top > used:
            used = min(total, top)
        needed = total - used - hand.counts[WILD]
        return needed if needed > 0 else int(top == 0)

    return count


def _run_counter(size: int) -> Callable[[Cards], int]:
    hits = run_hits(size)

    def count(hand: Cards) -> int:
        used = hits[hand.mask]
        needed = size - used - hand.counts[WILD]
        return needed if needed > 0 else int(used == 0)

    return count


def _set_run_counter(set_size: int, run_size: int) -> Callable[[Cards], int]:
    hits = run_hits(run_size)
    total = set_size + run_size

    def count(hand: Cards) -> int:
        mask = hand.mask
        used = 0
        bit = 1
        for held in hand.numbers:
            if held:
                # A number that the set uses up is lost to the run; with a card to spare it is not.
                if held > set_size:
                    now = set_size + hits[mask]
                else:
                    now = held + hits[mask ^ bit]
                if now > used:
                    used = now
            bit += bit
        needed = total - used - hand.counts[WILD]
        return needed if needed > 0 else int(used == 0)

    return count


def _color_counter(size: int) -> Callable[[Cards], int]:
    def count(hand: Cards) -> int:
        used = max(hand.colors)
        needed = size - used - hand.counts[WILD]
        return needed if needed > 0 else int(used == 0)

    return count


# --- all best groupings ---------------------------------------------------------------------------


def best_groupings(
    hand: Hand, phase: Phase, rules: Rules = SEED, *, seen: Cards | None = None
) -> tuple[Grouping, ...]:
    """List every best grouping, each choice of targets once.

    The one with most live useful cards comes first, then the one that leaves the fewest points.
    ``seen``: cards outside the hand that are known not to be drawn. Cards are chosen so that as
    many as possible serve, then so that the fewest points are left; wilds take the lowest places,
    goal by goal. A goal without a natural card is listed open (no target); only when the phase is
    complete is a goal of wilds given a target, the one that suits the spare cards best.
    """
    in_each = rules.natural_per == "group"
    gone = seen.counts if seen is not None else (0,) * len(CARDS)
    unseen = tuple(
        most - held - out
        for most, held, out in zip(rules.deck.counts, hand.counts, gone, strict=True)
    )
    builder = _Builder(hand, phase, rules, unseen, in_each)
    plans = [builder.build(targets) for targets in _targets(hand, phase, rules, in_each)]
    plans.sort(key=lambda plan: (-plan.live, plan.points_left))
    return tuple(plans)


def is_axis(phase: Phase) -> bool:
    """Tell whether all goals look at numbers alone (sets, runs) or at colours alone."""
    kinds = {group.kind for group in phase.groups}
    return kinds <= {"set", "run"} or kinds == {"color"}


def useful_kinds(hand: Hand, phase: Phase, rules: Rules = SEED) -> tuple[int, ...]:
    """List the kinds that would lower ``missing``, in canonical order.

    A card lowers it exactly if it lowers the missing of one of the best plans: the plan that is
    best with the card is at most one card worse without it, hence best already.
    """
    in_each = rules.natural_per == "group"
    builder = _Builder(hand, phase, rules, (0,) * len(CARDS), in_each)
    useful: set[int] = set()
    for targets in _targets(hand, phase, rules, in_each):
        useful.update(builder.useful(targets))
    return tuple(sorted(useful))


def _targets(hand: Hand, phase: Phase, rules: Rules, in_each: bool) -> list[tuple[Target, ...]]:
    kinds = {group.kind for group in phase.groups}
    if in_each or not is_axis(phase):
        distinct = not rules.same_number_sets
        return free_targets(hand.counts, hand.wilds, phase, distinct, in_each)[1]
    order = handling_order(phase)
    groups = [phase.groups[i] for i in order]
    counts: Sequence[int] = hand.colors if kinds == {"color"} else hand.numbers
    found = axis_targets(
        counts,
        [group.size for group in groups if group.kind != "run"],
        [group.size for group in groups if group.kind == "run"],
        kinds != {"color"} and not rules.same_number_sets,
        max(1, phase.size - hand.wilds),
    )
    if all(a < b for a, b in pairwise(order)):
        return found
    back = [order.index(i) for i in range(len(order))]
    return [tuple(targets[i] for i in back) for targets in found]


@dataclass(frozen=True, slots=True)
class _Fill:
    """Hold the places of a plan and the natural cards in them, goal by goal.

    ``used``: natural cards in places; ``short``: places that neither they nor wilds fill (negative
    with wilds to spare); ``reserve``: natural cards that are owed whatever the wilds do.
    """

    slots: list[tuple[Slot, ...]]
    filled: list[list[int | None]]
    empty: list[bool]
    used: int
    short: int
    reserve: int

    @property
    def needed(self) -> int:
        """Count the missing cards."""
        return max(self.short, self.reserve)


class _Builder:
    """Turn chosen targets into a plan: cards, wilds, gaps, what is useful, what is left."""

    def __init__(
        self, hand: Hand, phase: Phase, rules: Rules, unseen: tuple[int, ...], in_each: bool
    ) -> None:
        self.phase = phase
        self.rules = rules
        self.unseen = unseen
        self.in_each = in_each
        self.order = handling_order(phase)
        self.counts = hand.counts
        self.wilds = hand.wilds
        self.points = [rules.points(card) for card in CARDS]
        self.held = [kind for kind, count in enumerate(hand.counts) if count]
        self.total = sum(self.points[kind] * hand.counts[kind] for kind in self.held)
        self.choices = Choices(hand, self.points, in_each)
        self.mixed = not is_axis(phase)

    def useful(self, targets: tuple[Target, ...]) -> tuple[int, ...]:
        """List the kinds that lower the missing of the plan with these targets."""
        return self._useful(self._fill(targets))

    def build(self, targets: tuple[Target, ...]) -> Grouping:
        """Make the plan with these targets."""
        fill = self._fill(targets)
        slots = fill.slots
        spare = list(self.counts)
        points_left = self.total
        for kinds in fill.filled:
            for kind in kinds:
                if kind is not None:
                    spare[kind] -= 1
                    points_left -= self.points[kind]
        places = self._wild_places(fill)
        laid_wilds = sum(map(len, places))
        spare[WILD] -= laid_wilds
        useful = self._useful(fill)
        alternatives = self.choices.count([slots[i] for i in self.order], fill.used)
        if fill.needed == 0 and any(fill.empty):
            slots = self._concrete(slots, fill.empty, spare)
        return Grouping(
            groups=tuple(map(_plan, self.phase.groups, slots, fill.filled, places)),
            spare=tuple(CARDS[kind] for kind in self.held for _ in range(spare[kind])),
            missing=fill.needed,
            alternatives=alternatives,
            points_left=points_left - laid_wilds * self.points[WILD],
            live=sum(map(self.unseen.__getitem__, useful)),
            useful_kinds=useful,
            unseen=self.unseen,
        )

    def _fill(self, targets: tuple[Target, ...]) -> _Fill:
        """Put natural cards into the places of the targets."""
        groups = self.phase.groups
        slots = [slots_of(i, group, targets[i]) for i, group in enumerate(groups)]
        filled: list[list[int | None]] = [[]] * len(groups)
        chosen = self.choices.assign([slots[i] for i in self.order])
        for place, kinds in zip(self.order, chosen, strict=True):
            filled[place] = kinds
        free = [kinds.count(None) for kinds in filled]
        empty = [count == len(kinds) for count, kinds in zip(free, filled, strict=True)]
        used = self.phase.size - sum(free)
        reserve = sum(empty) if self.in_each else int(used == 0)
        return _Fill(slots, filled, empty, used, sum(free) - self.wilds, reserve)

    def _useful(self, fill: _Fill) -> tuple[int, ...]:
        """List the kinds that lower this plan's missing, a wild among them where it does.

        A place that only a wild fills counts as free: the wild can move. So does a place whose card
        could move to a free one. When natural cards are owed (``reserve``) and wilds would do for
        the rest, only a card that starts an open goal helps.
        """
        if fill.needed == 0:
            return ()
        short, reserve = fill.short, fill.reserve
        fitting: set[frozenset[int]] = set()
        for i, group in enumerate(self.phase.groups):
            if fill.empty[i]:
                if reserve or short > reserve:
                    fitting.add(self._startable(group, fill))
            elif short > reserve:
                for slot, kind in zip(fill.slots[i], fill.filled[i], strict=True):
                    if kind is None:
                        fitting.add(slot.kinds)
        if short > reserve and self.mixed:
            self._open_by_moving(fill, fitting)
        return _united(frozenset(fitting), short > reserve)

    def _open_by_moving(self, fill: _Fill, fitting: set[frozenset[int]]) -> None:
        """Add the places that become free when their card moves on, until nothing changes."""
        held = [
            (slot.kinds, kind)
            for slots, kinds in zip(fill.slots, fill.filled, strict=True)
            for slot, kind in zip(slots, kinds, strict=True)
            if kind is not None
        ]
        grown = True
        while grown:
            grown = False
            for kinds, kind in held:
                if kinds not in fitting and any(kind in others for others in fitting):
                    fitting.add(kinds)
                    grown = True

    def _startable(self, group: Group, fill: _Fill) -> frozenset[int]:
        """List the kinds that could be the first natural card of an open goal."""
        if group.kind in ("even", "odd"):
            return slots_of(0, group, int(group.kind == "odd"))[0].kinds
        kinds = _NATURAL
        if group.kind in SET_KINDS and not self.rules.same_number_sets:
            for j, other in enumerate(self.phase.groups):
                if other.kind in SET_KINDS and not fill.empty[j]:
                    number = fill.slots[j][0].number
                    kinds = frozenset(kind for kind in kinds if kind % NUMBERS + 1 != number)
        return kinds

    def _wild_places(self, fill: _Fill) -> list[list[int]]:
        """Give the wilds the lowest free places, leaving one for each natural card still owed."""
        left = self.wilds
        if not left:
            return [[]] * len(fill.filled)
        may_fill = self.phase.size - fill.used - fill.reserve
        result: list[list[int]] = []
        for kinds, empty in zip(fill.filled, fill.empty, strict=True):
            places = [place for place, kind in enumerate(kinds) if kind is None]
            if self.in_each and empty:
                places = places[:-1]
            take = min(left, may_fill, len(places))
            result.append(places[:take])
            left -= take
            may_fill -= take
        return result

    def _concrete(
        self, slots: list[tuple[Slot, ...]], empty: list[bool], spare: list[int]
    ) -> list[tuple[Slot, ...]]:
        """Aim complete goals of wilds at the target that most spare cards could later join."""
        numbers = [sum(spare[n:WILD:NUMBERS]) for n in range(NUMBERS)]
        taken = {goal[0].number for goal, group in zip(slots, self.phase.groups, strict=True)
                 if group.kind in SET_KINDS}  # fmt: skip
        result = list(slots)
        for i, group in enumerate(self.phase.groups):
            if not empty[i]:
                continue
            target = 0
            if group.kind in SET_KINDS:
                held = numbers if group.kind == "set" else spare[:WILD]
                allowed = [
                    n
                    for n in range(len(held))
                    if self.rules.same_number_sets or n % NUMBERS + 1 not in taken
                ]
                target = max(allowed, key=lambda n: (held[n], -n))
                taken.add(target % NUMBERS + 1)
            elif group.kind == "run":
                starts = range(NUMBERS - group.size + 1)
                size = group.size
                target = max(starts, key=lambda start: (_ends(numbers, start, size), -start))
            elif group.kind == "color":
                colors = [sum(spare[start : start + NUMBERS]) for start in range(0, WILD, NUMBERS)]
                target = colors.index(max(colors))
            elif group.kind == "odd":
                target = 1
            result[i] = slots_of(i, group, target)
        return result


@lru_cache(maxsize=8192)
def _united(fitting: frozenset[frozenset[int]], with_wild: bool) -> tuple[int, ...]:
    return (*sorted(frozenset().union(*fitting)), *((WILD,) if with_wild else ()))


_NATURAL = frozenset(range(WILD))


def _ends(numbers: list[int], start: int, size: int) -> int:
    """Count the spare cards that could be hit at either end of a run."""
    below = numbers[start - 1] if start > 0 else 0
    above = numbers[start + size] if start + size < NUMBERS else 0
    return min(1, below) + min(1, above)


def _plan(
    group: Group, slots: tuple[Slot, ...], filled: list[int | None], wild_places: list[int]
) -> GroupPlan:
    cards: list[Card] = []
    wilds: list[Card] = []
    gaps: list[tuple[int | None, str | None]] = []
    in_order = group.kind in ("run", "crun")
    for place, (slot, kind) in enumerate(zip(slots, filled, strict=True)):
        if kind is not None:
            cards.append(CARDS[kind])
        elif place in wild_places:
            (cards if in_order else wilds).append(_WILDS[slot.number])
        else:
            gaps.append((slot.number, None if slot.color is None else COLORS[slot.color]))
    first = slots[0]
    number = first.number if group.kind in SET_KINDS else None
    parity = None
    if group.kind in ("even", "odd", "parity") and first.kinds:
        parity = "odd" if 0 in first.kinds else "even"
    return GroupPlan(
        group=group,
        cards=tuple(cards if in_order else [*sorted(cards), *wilds]),
        number=number,
        start=first.number if in_order else None,
        color=None if first.color is None else COLORS[first.color],
        parity=parity,
        gaps=tuple(gaps),
    )


_WILDS: dict[int | None, Card] = {
    None: CARDS[WILD],
    **{number: Card(WILD, number) for number in range(1, NUMBERS + 1)},
}
