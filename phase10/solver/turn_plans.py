"""Which cards, and which pairs of cards, complete a phase for a hand that gives cards away.

Kinds that the phase cannot tell apart form one *class*: the twelve numbers where only numbers
count, the four colours, else the 48 kinds; then wilds, then skips. Sets of classes are bits of one
integer. A *plan* is a phase with its targets fixed; only plans that lack two cards at most matter
for two turns. Where all goals look at one axis a plan is a demand by class, and counting is a
matter of bits. Any other mixture is left to :mod:`phase10.solver.turn_matching`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Final, NamedTuple, Protocol

from phase10.game.cards import COLORS, NUMBERS, WILD
from phase10.game.phases import SET_KINDS, Group, Phase
from phase10.game.rules import Rules
from phase10.solver.counting import equal_kinds
from phase10.solver.targets import slots_of

__all__ = [
    "COMPLETE",
    "Classes",
    "Needs",
    "Search",
    "all_targets",
    "bits_of",
    "classes_of",
    "needs_in_each",
    "search_by_demand",
]

FIELD: Final = 12
"""Bits for each class in a row of held or demanded cards: one for each card, from below."""
DEMANDS: Final = 20_000
"""The most choices of targets that are listed once and for all."""


@dataclass(frozen=True)
class Classes:
    """Tell the class of each kind; ``naturals`` classes of number cards come first."""

    of: tuple[int, ...]
    naturals: int

    @property
    def wild(self) -> int:
        """Give the class of wilds."""
        return self.naturals

    @property
    def skip(self) -> int:
        """Give the class of skips."""
        return self.naturals + 1

    def count(self, counts: Sequence[int]) -> list[int]:
        """Add up fifty counts by class."""
        result = [0] * (self.naturals + 2)
        for place, count in zip(self.of, counts, strict=True):
            result[place] += count
        return result


class Needs(NamedTuple):
    """Tell what completes a hand.

    ``complete``: nothing is needed. ``one``: classes of which one card completes it. ``two``: for
    a class outside ``one``, the classes of which one card more completes it then; those of ``one``
    are left out or not.
    """

    complete: bool
    one: int
    two: dict[int, int]


class Search(Protocol):
    """Answer for one hand what it needs after giving cards away."""

    @property
    def hopeless(self) -> bool:
        """Tell whether the whole hand lacks three cards or more."""

    def needs(self, given: tuple[int, ...]) -> Needs:
        """Tell what is needed when a card of each of the classes ``given``, all held, is gone."""


COMPLETE: Final = Needs(True, 0, {})
NOTHING: Final = Needs(False, 0, {})


@lru_cache(maxsize=512)
def classes_of(phase: Phase) -> Classes:
    """Find the classes of a phase."""
    labels = equal_kinds(phase)
    places = {label: place for place, label in enumerate(sorted(set(labels[:WILD])))}
    naturals = len(places)
    return Classes((*(places[label] for label in labels[:WILD]), naturals, naturals + 1), naturals)


def search_by_demand(counts: Sequence[int], phase: Phase, rules: Rules) -> Search | None:
    """Prepare for a hand given by class, or tell that the goals look at different axes.

    ``counts``: see :meth:`Classes.count`.
    """
    if needs_in_each(phase, rules):
        return None
    demands = _demands(phase, rules.same_number_sets)
    return None if demands is None else _ByDemand(counts, demands, phase.size)


def needs_in_each(phase: Phase, rules: Rules) -> bool:
    """Tell whether several goals each need a number card of their own."""
    return rules.natural_per == "group" and len(phase.groups) > 1


def bits_of(mask: int) -> Iterator[int]:
    """List the classes of a set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# --- goals on one axis: a plan is a number of cards of each class -------------------------------


@lru_cache(maxsize=64)
def _demands(phase: Phase, same_number: bool) -> tuple[int, ...] | None:
    """List the demands of all plans, or ``None`` where goals look at different axes."""
    kinds = {group.kind for group in phase.groups}
    if not (kinds <= {"set", "run"} or kinds == {"color"} or kinds <= {"cset", "crun"}):
        return None
    of = classes_of(phase).of
    number_of = {label: kind % NUMBERS for kind, label in enumerate(of[:WILD])}
    alike = {group: phase.groups.count(group) for group in phase.groups}
    choices, ways = [], 1
    for group, times in alike.items():
        targets = [
            tuple(of[min(slot.kinds)] for slot in slots_of(0, group, target))
            for target in all_targets(group)
        ]
        ways *= comb(len(targets) + times - 1, times)
        choices.append((group.kind, targets, times))
    if ways > DEMANDS:
        return None
    found = set()
    for chosen in product(
        *(combinations_with_replacement(targets, times) for _, targets, times in choices)
    ):
        goals = [goal for part in chosen for goal in part]
        sets = [
            number_of[goal[0]]
            for (kind, _, _), part in zip(choices, chosen, strict=True)
            if kind in SET_KINDS
            for goal in part
        ]
        if not same_number and len(set(sets)) < len(sets):
            continue
        places = [place for goal in goals for place in goal]
        found.add(_row((place, places.count(place)) for place in set(places)))
    return tuple(sorted(found))


def all_targets(group: Group) -> list[int]:
    """List every target of a goal, see :data:`phase10.solver.targets.Target`."""
    kind, starts = group.kind, NUMBERS - group.size + 1
    if kind == "run":
        return list(range(starts))
    if kind == "crun":
        return [color * NUMBERS + start for color in range(len(COLORS)) for start in range(starts)]
    return list(
        {"set": range(NUMBERS), "color": range(len(COLORS)), "cset": range(WILD), "even": range(1),
         "odd": range(1, 2), "parity": range(2)}[kind]
    )  # fmt: skip


def _row(counts: Iterable[tuple[int, int]]) -> int:
    """Write counts by class as one bit for each card."""
    return sum(((1 << count) - 1) << FIELD * place for place, count in counts)


@lru_cache(maxsize=1 << 15)
def _places(gaps: int) -> tuple[int, int]:
    """Give the classes in which cards are lacking, and those in which just one is."""
    every = lone = 0
    while gaps:
        place = ((gaps & -gaps).bit_length() - 1) // FIELD
        field = gaps >> FIELD * place & ((1 << FIELD) - 1)
        every |= 1 << place
        if field & (field - 1) == 0:
            lone |= 1 << place
        gaps ^= field << FIELD * place
    return every, lone


class _ByDemand:
    """Search where a plan is a demand by class: held cards are bits, to be laid over it."""

    def __init__(self, counts: Sequence[int], demands: tuple[int, ...], size: int) -> None:
        self.counts = counts
        self.size = size
        self.wild = len(counts) - 2
        self.held = _row(enumerate(counts[: self.wild]))
        held, enough = self.held, size - counts[self.wild] - 2
        self.plans = [plan for plan in demands if (held & plan).bit_count() >= enough]

    @property
    def hopeless(self) -> bool:
        """Tell whether no plan lacks two cards or fewer."""
        return not self.plans

    def needs(self, given: tuple[int, ...]) -> Needs:
        """Tell what is needed, see :class:`Search`."""
        held, enough = self.held, self.size - self.counts[self.wild]
        for position, place in enumerate(given):
            if place < self.wild:
                left = self.counts[place] - given[:position].count(place)
                held ^= 1 << FIELD * place + left - 1
            elif place == self.wild:
                enough += 1
        one = 0
        wild_helps = False
        pairs: set[int] = set()
        without_natural: set[int] = set()
        for plan in self.plans:
            used = (held & plan).bit_count()
            if used + 2 < enough:
                continue
            gaps = plan & ~held
            if not used:
                # S35: a number card is needed, so that two wilds, or one, do not do.
                if enough < 2:
                    one |= gaps
                else:
                    without_natural.add(gaps)
            elif used + 2 == enough:
                pairs.add(gaps)
            elif used >= enough:
                return COMPLETE
            else:
                one |= gaps
                wild_helps = True
        if not (one or pairs or without_natural):
            return NOTHING
        wild = 1 << self.wild
        singles = _places(one)[0] | (wild if wild_helps else 0)
        two: dict[int, int] = {}
        for several, with_wilds in ((pairs, wild), (without_natural, 0)):
            for gaps in several:
                every, lone = _places(gaps)
                for place in bits_of(every & ~singles):
                    bit = 1 << place
                    more = (every ^ bit if lone & bit else every) | wild
                    two[place] = two.get(place, 0) | more
                if not wild_helps:
                    two[self.wild] = two.get(self.wild, 0) | every | with_wilds
        return Needs(False, singles, two)
