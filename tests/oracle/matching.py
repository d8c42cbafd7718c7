"""A slow, plain twin of the solver: every target tried, cards matched to places one by one.

Nothing here is taken from the package: cards are integers 0–47 (colour · 12 + number − 1), a hand
is a list of them with a number of wilds, a goal is a pair (kind, size).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

Goal = tuple[str, int]
Target = int | None
Places = list[frozenset[int]]

NATURALS = range(48)
WILD = 48
HANDLING = ("cset", "crun", "set", "run", "color", "even", "odd", "parity")


def number(card: int) -> int:
    return card % 12 + 1


def color(card: int) -> int:
    return card // 12


def is_set(goal: Goal) -> bool:
    """Tell whether a goal has one number, which is that of a card: n − 1 or color · 12 + n − 1."""
    return goal[0] in ("set", "cset")


def goals_of(phase: object) -> list[Goal]:
    """Read the goals from the printed form of a phase."""
    return [(kind, int(size)) for kind, size in (part.split(":") for part in str(phase).split("+"))]


def targets_of(goal: Goal) -> dict[int, Places]:
    """List every target of a goal: for each place the cards that may lie there."""
    kind, size = goal
    starts = range(1, 12 - size + 2)
    if kind == "set":
        return {n - 1: [cards(number, n)] * size for n in range(1, 13)}
    if kind == "run":
        return {s - 1: [cards(number, n) for n in range(s, s + size)] for s in starts}
    if kind == "color":
        return {c: [cards(color, c)] * size for c in range(4)}
    if kind == "cset":
        return {card: [frozenset([card])] * size for card in NATURALS}
    if kind == "crun":
        return {
            c * 12 + s - 1: [cards(color, c) & cards(number, n) for n in range(s, s + size)]
            for c in range(4)
            for s in starts
        }
    parities = {"even": [0], "odd": [1], "parity": [0, 1]}[kind]
    return {p: [frozenset(card for card in NATURALS if number(card) % 2 == p)] * size
            for p in parities}  # fmt: skip


def cards(quality: object, value: int) -> frozenset[int]:
    return frozenset(card for card in NATURALS if quality(card) == value)  # type: ignore[operator]


_TARGETS: dict[Goal, dict[int, Places]] = {}


def all_targets(goal: Goal) -> dict[int, Places]:
    if goal not in _TARGETS:
        _TARGETS[goal] = targets_of(goal)
    return _TARGETS[goal]


def handled(goals: Sequence[Goal]) -> list[int]:
    """Give the documented order in which goals are handled."""
    return sorted(range(len(goals)), key=lambda i: (HANDLING.index(goals[i][0]), i))


class Matching:
    """Grow a maximum matching: place after place, each with an augmenting path if there is one."""

    def __init__(self, hand: Sequence[int]) -> None:
        self.hand = list(hand)
        self.places: list[list[int]] = []
        self.holder: dict[int, int] = {}

    def copy(self) -> Matching:
        new = Matching(self.hand)
        new.places = list(self.places)
        new.holder = dict(self.holder)
        return new

    def with_places(self, fits: Sequence[list[int]]) -> Matching:
        new = self.copy()
        for cards_that_fit in fits:
            new.places.append(cards_that_fit)
            new._place(len(new.places) - 1, set())
        return new

    def _place(self, place: int, tried: set[int]) -> bool:
        for card in self.places[place]:
            if card not in tried:
                tried.add(card)
                if card not in self.holder or self._place(self.holder[card], tried):
                    self.holder[card] = place
                    return True
        return False

    @property
    def used(self) -> int:
        return len(self.holder)


def fitting(hand: Sequence[int], places: Places) -> list[list[int]]:
    """List for every place the cards (positions in the hand) that fit it."""
    known: dict[frozenset[int], list[int]] = {}
    for kinds in places:
        if kinds not in known:
            known[kinds] = [i for i, card in enumerate(hand) if card in kinds]
    return [known[kinds] for kinds in places]


def choices(
    hand: Sequence[int], goals: Sequence[Goal], same_number: bool = True
) -> Iterator[tuple[tuple[Target, ...], int, bool]]:
    """Try every choice of targets, ``None`` for a goal left open.

    Yields the targets in the order of the goals, the size of a maximum matching, and whether every
    goal with a target added to what the goals handled before it use.
    """
    order = handled(goals)
    fits = [
        {target: fitting(hand, places) for target, places in all_targets(goals[i]).items()}
        for i in order
    ]
    # A target that no card fits uses as much as no target at all.
    fits = [{target: rows for target, rows in one.items() if any(rows)} for one in fits]

    def choose(
        i: int, chosen: tuple[Target, ...], matching: Matching, adds: bool
    ) -> Iterator[tuple[tuple[Target, ...], int, bool]]:
        if i == len(order):
            back = [chosen[order.index(place)] for place in range(len(order))]
            yield tuple(back), matching.used, adds
            return
        goal = goals[order[i]]
        before = chosen[-1] if i and goals[order[i - 1]] == goal else 0
        taken = {
            target % 12
            for j, target in enumerate(chosen)
            if is_set(goals[order[j]]) and is_set(goal) and target is not None and not same_number
        }
        if before is not None:
            for target, rows in fits[i].items():
                if target >= before and target % 12 not in taken:
                    more = matching.with_places(rows)
                    yield from choose(
                        i + 1, (*chosen, target), more, adds and more.used > matching.used
                    )
        yield from choose(i + 1, (*chosen, None), matching, adds)

    yield from choose(0, (), Matching(hand), True)


def best_plans(
    hand: Sequence[int], wilds: int, goals: Sequence[Goal], same_number: bool = True
) -> tuple[int, set[tuple[Target, ...]]]:
    """Give the fewest missing cards and every choice of targets that reaches it.

    One natural card in the whole phase is enough; choices whose goals all add cards are listed.
    """
    size = sum(size for _, size in goals)
    best, found = size + 1, set[tuple[Target, ...]]()
    for targets, used, adds in choices(hand, goals, same_number):
        missing = max(size - used - wilds, 1 if used == 0 else 0)
        if missing < best:
            best, found = missing, set()
        if missing == best and adds:
            found.add(targets)
    return best, found


def missing_by_assignment(
    hand: Sequence[int],
    wilds: int,
    goals: Sequence[Goal],
    same_number: bool = True,
    in_each: bool = False,
    fixed: Sequence[Target] | None = None,
) -> int:
    """Count missing cards by giving out the cards one by one in every way, for every target.

    Slower still than matching, and free of its theory: it also answers for the rule that each goal
    needs a natural card. ``fixed``: targets that are given; ``None`` in it: any.
    """
    size = sum(size for _, size in goals)
    best = size + 1
    seen = set[tuple[tuple[tuple[int, ...], ...], ...]]()
    for combination in product(*_options(hand, goals, same_number, fixed)):
        sets = [t % 12 for (t, _), goal in zip(combination, goals, strict=True) if is_set(goal)]
        if not same_number and len(set(sets)) < len(sets):
            continue
        rows = tuple(row for _, row in combination)
        if rows in seen:
            continue
        seen.add(rows)
        for filled in _assignments(len(hand), rows):
            used = sum(map(len, filled))
            empty = sum(not places for places in filled)
            owed = empty if in_each else int(used == 0)
            best = min(best, max(size - used - wilds, owed))
    return best


def _options(
    hand: Sequence[int], goals: Sequence[Goal], same_number: bool, fixed: Sequence[Target] | None
) -> list[list[tuple[int, tuple[tuple[int, ...], ...]]]]:
    """List for each goal its targets and the cards that fit its places; equal ones once."""
    options = []
    for i, goal in enumerate(goals):
        rows: dict[object, tuple[int, tuple[tuple[int, ...], ...]]] = {}
        for target, places in all_targets(goal).items():
            if fixed is None or fixed[i] in (None, target):
                row = tuple(sorted(map(tuple, fitting(hand, places))))
                rows.setdefault(row if same_number else target, (target, row))
        options.append(list(rows.values()))
    return options


def _assignments(
    cards_held: int, rows: tuple[tuple[tuple[int, ...], ...], ...]
) -> set[tuple[frozenset[int], ...]]:
    """Give out cards in every way; a result tells for each goal which of its places are filled."""
    states = {tuple(frozenset[int]() for _ in rows)}
    for card in range(cards_held):
        for state in states.copy():
            for goal, row in enumerate(rows):
                seen_places = set[tuple[int, ...]]()
                for place, fits in enumerate(row):
                    # Equal places of a goal are filled from the first on.
                    if card in fits and place not in state[goal] and fits not in seen_places:
                        seen_places.add(fits)
                        states.add((*state[:goal], state[goal] | {place}, *state[goal + 1 :]))
    return states


def ways_to_choose(
    hand: Sequence[int], goals: Sequence[Goal], targets: Sequence[Target]
) -> dict[int, set[tuple[tuple[tuple[int, ...], ...], ...]]]:
    """List every way to choose cards for fixed targets, by how many cards it uses.

    A way tells for each goal, for each sort of its places, which cards (sorted) lie there; equal
    copies are not told apart. Open goals take nothing.
    """
    sorts: list[list[tuple[frozenset[int], int]]] = []
    for goal, target in zip(goals, targets, strict=True):
        places = [] if target is None else all_targets(goal)[target]
        sorts.append([(kinds, places.count(kinds)) for kinds in dict.fromkeys(places)])
    states = {tuple(tuple(() for _ in one) for one in sorts)}
    for card in sorted(hand):
        for state in states.copy():
            for goal, one in enumerate(sorts):
                for sort, (kinds, room) in enumerate(one):
                    if card in kinds and len(state[goal][sort]) < room:
                        laid = (*state[goal][sort], card)
                        row = (*state[goal][:sort], laid, *state[goal][sort + 1 :])
                        states.add((*state[:goal], row, *state[goal + 1 :]))
    result: dict[int, set[tuple[tuple[tuple[int, ...], ...], ...]]] = {}
    for state in states:
        used = sum(len(laid) for row in state for laid in row)
        result.setdefault(used, set()).add(state)
    return result


def completes(
    hand: Sequence[int], wilds: int, goals: Sequence[Goal], same_number: bool = True
) -> bool:
    """Tell whether the hand holds the whole phase with a natural card in it."""
    size = sum(size for _, size in goals)
    return any(
        used >= 1 and used + wilds >= size for _, used, _ in choices(hand, goals, same_number)
    )
