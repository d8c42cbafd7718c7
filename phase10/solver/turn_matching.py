"""Which cards complete a phase, alone or in pairs, for any mixture of goals.

The twin of :mod:`phase10.solver.turn_plans` where goals look at different axes or each goal needs a
number card of its own: the cards of a hand are matched to the places of a plan one by one. Exact as
well, up to a hundred times slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from phase10.game.cards import NUMBERS, WILD
from phase10.game.phases import SET_KINDS, Group, Phase
from phase10.game.rules import Rules
from phase10.solver.targets import Slot, handling_order, set_number, slots_of
from phase10.solver.turn_plans import (
    COMPLETE,
    Classes,
    Needs,
    Search,
    all_targets,
    bits_of,
    classes_of,
    needs_in_each,
)

__all__ = ["search_by_matching"]

Rectangle = tuple[int, int]
"""Two sets of classes: one card of the first and one of the second complete a hand."""


def search_by_matching(counts: Sequence[int], phase: Phase, rules: Rules) -> Search:
    """Prepare for a hand given by class, see :meth:`Classes.count`."""
    return _ByMatching(counts, phase, rules.same_number_sets, needs_in_each(phase, rules))


class _Asked(NamedTuple):
    """Hold equal places of a plan: the classes that fit, and how many places there are."""

    classes: int
    places: int


class _Matching:
    """Match the number cards of a hand to what is asked, as many as possible.

    ``owners``: for each card the place that it serves, -1 for none. A card can leave
    (:meth:`without`); the best matching is found again from the last one.
    """

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = list(cards)
        self.owners = [-1] * len(cards)
        self.asked: list[_Asked] = []
        self.free: list[int] = []
        self.used = 0

    def copy(self) -> _Matching:
        """Copy what later changes."""
        new = _Matching.__new__(_Matching)
        new.cards, new.owners = self.cards[:], self.owners[:]
        new.asked, new.free, new.used = self.asked[:], self.free[:], self.used
        return new

    def ask(self, more: Iterable[_Asked]) -> None:
        """Ask for more places and serve as many as possible."""
        for asked in more:
            self.asked.append(asked)
            self.free.append(asked.places)
            while self.free[-1] and self._serve(len(self.asked) - 1):
                pass

    def without(self, gone: Sequence[int]) -> _Matching:
        """Match again without a card of each class in ``gone``."""
        new = self.copy()
        for place in gone:
            # A copy that serves nothing is given away before one that does.
            position = min(
                (n for n, card in enumerate(new.cards) if card == place),
                key=lambda n: new.owners[n] >= 0,
            )
            owner = new.owners[position]
            del new.cards[position], new.owners[position]
            if owner >= 0:
                new.free[owner] += 1
                new.used -= 1
                new._serve(owner)
        return new

    def _serve(self, place: int) -> bool:
        """Find one more card for a place, moving others if that helps."""
        came: dict[int, tuple[int, int]] = {}
        queue = [place]
        seen = {place}
        for current in queue:
            fits = self.asked[current].classes
            for position, card in enumerate(self.cards):
                owner = self.owners[position]
                if not fits >> card & 1 or owner in seen:
                    continue
                if owner >= 0:
                    came[owner] = (position, current)
                    seen.add(owner)
                    queue.append(owner)
                    continue
                self.owners[position] = current
                while current != place:
                    position, current = came[current]
                    self.owners[position] = current
                self.free[place] -= 1
                self.used += 1
                return True
        return False

    def open_places(self, joined: tuple[int, int] | None = None) -> set[int]:
        """List the places that one card more could serve, moving others if that helps.

        ``joined``: a card that has just filled a place with one card free, as (card, place).
        """
        reached = {place for place, free in enumerate(self.free) if free}
        held = [*zip(self.cards, self.owners, strict=True)]
        if joined is not None:
            reached.discard(joined[1])
            held.append(joined)
        fits = self.useful(reached)
        grown = bool(reached)
        while grown:
            grown = False
            for card, owner in held:
                if owner >= 0 and owner not in reached and fits >> card & 1:
                    reached.add(owner)
                    fits |= self.asked[owner].classes
                    grown = True
        return reached

    def useful(self, places: Iterable[int]) -> int:
        """Unite the classes that fit some places."""
        fits = 0
        for place in places:
            fits |= self.asked[place].classes
        return fits

    def gaining(self, cards: int, wild: int, every: int) -> list[Rectangle]:
        """List which two cards serve ``cards`` (0, 1, 2) places more; ``wild`` fits any place."""
        if cards <= 0:
            return [(every, every)]
        places = self.open_places()
        useful = self.useful(places)
        if cards == 1:
            return [(useful | wild, every)]
        if cards > 2:
            return []
        found: dict[int, int] = {}
        for card in bits_of(useful):
            fitting = sum(1 << place for place in places if self.asked[place].classes >> card & 1)
            found[fitting] = found.get(fitting, 0) | 1 << card
        pairs = [(wild, useful | wild)] if wild else []
        for fitting, classes in found.items():
            then = self._useful_after(next(bits_of(classes)), fitting, useful)
            pairs.append((classes, then | wild))
        return pairs

    def _useful_after(self, card: int, fitting: int, useful: int) -> int:
        """Give what is useful when a card has joined that fits the places ``fitting``."""
        free = [place for place in bits_of(fitting) if self.free[place]]
        if any(self.free[place] > 1 for place in free):
            return useful
        if free:
            return self.useful(self.open_places((card, free[0])))
        new = self.copy()
        new.cards.append(card)
        new.owners.append(-1)
        any(new._serve(place) for place, count in enumerate(new.free) if count)
        return new.useful(new.open_places())


class _Plan(NamedTuple):
    """Hold a plan of any goals.

    ``served``: number cards matched to the places of the goals with a target; ``touched``: the same
    cards matched to these goals, one to each; ``opened``: goals that no card of the hand fits yet;
    ``taken``: the classes that other sets may not use; ``fits``: the classes that the goals with a
    target could use; ``known``: what completes the plan without some of these, with so many wilds.
    """

    served: _Matching
    touched: _Matching | None
    opened: tuple[Group, ...]
    taken: int
    fits: int
    known: dict[tuple[tuple[int, ...], int], frozenset[Rectangle]]


class _ByMatching:
    """Search for any goals: plans of targets that cards of the hand fit, other goals left open."""

    def __init__(
        self, counts: Sequence[int], phase: Phase, same_number: bool, in_each: bool
    ) -> None:
        self.classes = classes_of(phase)
        self.size = phase.size
        self.same_number = same_number
        self.in_each = in_each
        self.wilds = counts[self.classes.wild]
        self.wild = 1 << self.classes.wild
        of = self.classes.of
        self.numbers = [
            _mask(of[kind] for kind in range(number, WILD, NUMBERS)) for number in range(NUMBERS)
        ]
        """The classes of each number; only sets ask for them."""
        self.every = (1 << self.classes.naturals + 2) - 1
        cards = [place for place in range(self.classes.naturals) for _ in range(counts[place])]
        self.groups = [phase.groups[i] for i in handling_order(phase)]
        held = sum(1 << place for place in set(cards))
        self.targets = [
            [
                (target, asked)
                for target, asked in _asked_by(group, phase)
                if any(part.classes & held for part in asked)
            ]
            for group in self.groups
        ]
        self.plans: list[_Plan] = []
        most = [
            max((_alone(cards, asked) for _, asked in targets), default=0)
            for targets in self.targets
        ]
        self.rest = [sum(most[i:]) for i in range(len(most) + 1)]
        self._choose(0, _Matching(cards), [])

    @property
    def hopeless(self) -> bool:
        """Tell whether no plan lacks two cards or fewer."""
        return not self.plans

    def _choose(self, i: int, served: _Matching, chosen: list[int | None]) -> None:
        """Try the targets of the goals one after another; a goal without one is left open."""
        if served.used + self.rest[i] + self.wilds + 2 < self.size:
            return
        if i == len(self.groups):
            self._keep(served, chosen)
            return
        group = self.groups[i]
        same = i > 0 and self.groups[i - 1] == group
        first = chosen[-1] if same else 0
        if first is not None:
            for place, (_, asked) in enumerate(self.targets[i]):
                if place < first or self._is_taken(self._number(i, place), chosen):
                    continue
                more = served.copy()
                more.ask(asked)
                self._choose(i + 1, more, [*chosen, place])
        self._choose(i + 1, served, [*chosen, None])

    def _number(self, i: int, place: int) -> int | None:
        """Give the number that a set keeps from other sets where the rules ask it."""
        return None if self.same_number else set_number(self.groups[i], self.targets[i][place][0])

    def _is_taken(self, number: int | None, chosen: list[int | None]) -> bool:
        """Tell whether another set has this number and the rules forbid it."""
        return number is not None and any(
            place is not None and self._number(i, place) == number for i, place in enumerate(chosen)
        )

    def _keep(self, served: _Matching, chosen: list[int | None]) -> None:
        opened = tuple(
            group for group, place in zip(self.groups, chosen, strict=True) if place is None
        )
        if self.in_each and len(opened) > 2:
            return
        touched = None
        taken = 0
        goals = []
        for i, place in enumerate(chosen):
            if place is not None:
                classes = 0
                for asked in self.targets[i][place][1]:
                    classes |= asked.classes
                goals.append(_Asked(classes, 1))
                number = self._number(i, place)
                if number is not None:
                    taken |= self.numbers[number]
        if self.in_each:
            touched = _Matching(served.cards)
            touched.ask(goals)
            if len(goals) - touched.used > 2 - len(opened):
                return
        fits = served.useful(range(len(served.asked)))
        self.plans.append(_Plan(served, touched, opened, taken, fits, {}))

    def needs(self, given: tuple[int, ...]) -> Needs:
        """Tell what is needed, see :class:`Search`."""
        gone = [place for place in given if place < self.classes.naturals]
        wilds = self.wilds - given.count(self.classes.wild)
        found: set[Rectangle] = set()
        for plan in self.plans:
            if self.size - plan.served.used - wilds <= 2:
                # What cannot serve the plan anyway makes no difference.
                key = (tuple(place for place in gone if plan.fits >> place & 1), wilds)
                pairs = plan.known.get(key)
                if pairs is None:
                    pairs = plan.known[key] = frozenset(self._completing(plan, *key))
                found |= pairs
        return self._gather(found)

    def _gather(self, found: set[Rectangle]) -> Needs:
        """Turn pairs of sets into what completes a hand, class by class."""
        skip = 1 << self.classes.skip
        one = 0
        joined: dict[int, int] = {}
        for first, second in found:
            if first & skip:
                if second & skip:
                    return COMPLETE
                one |= second
            elif second & skip:
                one |= first
            else:
                joined[first] = joined.get(first, 0) | second
                joined[second] = joined.get(second, 0) | first
        two: dict[int, int] = {}
        for first, second in joined.items():
            if second & ~one:
                for place in bits_of(first & ~one):
                    two[place] = two.get(place, 0) | second
        return Needs(False, one, two)

    def _completing(self, plan: _Plan, gone: tuple[int, ...], wilds: int) -> Iterator[Rectangle]:
        """List what completes one plan after some number cards are gone."""
        served = plan.served.without(gone)
        need = self.size - served.used - wilds
        if need > 2:
            return
        every, wild = self.every, self.wild
        opened = plan.opened
        # What is owed: number cards that goals must have (S35), apart from how many are missing.
        touch: _Matching | None = None
        owed = 0
        if plan.touched is not None:
            touch = plan.touched.without(gone)
            owed = len(touch.asked) - touch.used
        if not (self.in_each and opened):
            pairs = served.gaining(need, wild, every)
            if touch is not None:
                pairs = _both(pairs, touch.gaining(owed, 0, every))
            elif not served.used:
                pairs = _both(pairs, [(plan.fits, every)])
            yield from pairs
        if not opened or (self.in_each and owed + len(opened) > 2):
            return
        if len(opened) == 1 or not self.in_each:
            then = every
            if need == 2:
                then = served.useful(served.open_places()) | wild
            if touch is not None and owed == 1:
                then &= touch.useful(touch.open_places())
            for group in set(opened):
                taken = plan.taken if group.kind in SET_KINDS else 0
                yield _starts(group, self.classes) & ~taken, then
                if need == 2 and not owed:
                    yield from (
                        (first, second)
                        for first, second in _mates(group, self.classes)
                        if not first & taken
                    )
        for one, other in combinations(opened, 2):
            yield from self._starting_two(one, other, plan.taken)

    def _starting_two(self, one: Group, other: Group, taken: int) -> Iterator[Rectangle]:
        """List the pairs of which each card starts a goal of its own."""
        first, second = (
            _starts(group, self.classes) & ~(taken if group.kind in SET_KINDS else 0)
            for group in (one, other)
        )
        if self.same_number or one.kind not in SET_KINDS or other.kind not in SET_KINDS:
            yield first, second
            return
        for number in self.numbers:
            if number & first:
                yield number & first, second & ~number


def _both(some: list[Rectangle], others: list[Rectangle]) -> list[Rectangle]:
    """Keep the pairs that are in both lists, whichever card comes first."""
    kept = []
    for a, b in some:
        for c, d in others:
            kept += [(a & c, b & d), (a & d, b & c)]
    return [(first, second) for first, second in kept if first and second]


def _alone(cards: list[int], asked: tuple[_Asked, ...]) -> int:
    """Bound the cards that a goal could use if it were the only one."""
    return sum(min(part.places, sum(part.classes >> card & 1 for card in cards)) for part in asked)


@lru_cache(maxsize=512)
def _asked_by(group: Group, phase: Phase) -> tuple[tuple[int, tuple[_Asked, ...]], ...]:
    """List what a goal asks for each of its targets."""
    of = classes_of(phase).of
    return tuple((target, _united(slots_of(0, group, target), of)) for target in all_targets(group))


def _united(slots: tuple[Slot, ...], of: tuple[int, ...]) -> tuple[_Asked, ...]:
    places: dict[int, int] = {}
    for slot in slots:
        classes = _mask(of[kind] for kind in slot.kinds)
        places[classes] = places.get(classes, 0) + 1
    return tuple(_Asked(classes, count) for classes, count in places.items())


@lru_cache(maxsize=512)
def _starts(group: Group, classes: Classes) -> int:
    """Unite the classes that can be the first card of a goal."""
    united = 0
    for first, _ in _mates(group, classes):
        united |= first
    return united


@lru_cache(maxsize=512)
def _mates(group: Group, classes: Classes) -> tuple[Rectangle, ...]:
    """List which two cards can serve a goal that has none yet."""
    found: dict[int, int] = {}
    for target in all_targets(group):
        slots = slots_of(0, group, target)
        masks = [_mask(classes.of[kind] for kind in slot.kinds) for slot in slots]
        for i, first in enumerate(masks):
            for second in masks[:i]:
                found[first] = found.get(first, 0) | second
                found[second] = found.get(second, 0) | first
    return tuple(found.items())


def _mask(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask
