"""The goals of a phase as small walkers along an axis of places, for exact counting.

A goal walks from place to place with a state of its own; ``moves`` says how it may use the cards
held at a place, ``leave`` what its state becomes when the place is left behind, and ``shortfall``
how many cards a goal in one state may fall behind the same goal in another state at most.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, NamedTuple

from phase10.game.cards import COLORS, NUMBERS, WILD
from phase10.game.phases import SET_KINDS, Group

__all__ = ["FREE", "Goal", "Place", "State", "axis_for", "goal_on", "mixes_axes", "parts_numbers"]

State = tuple[int, ...]
FREE: Final[State] = ()
DONE: Final[State] = (99,)
LINES: Final = len(COLORS)
ALL_LINES: Final = tuple(range(LINES))


class Place(NamedTuple):
    """One place of an axis: the kinds there, its number and colour (-1: several).

    ``starts_number`` tells whether no earlier place has the same number, ``ends_number``
    (``ends_color``) whether no later one has; ``last`` whether none follows at all.
    """

    position: int
    kinds: tuple[int, ...]
    number: int
    color: int
    starts_number: bool
    ends_number: bool
    ends_color: bool
    last: bool


def axis_for(
    groups: tuple[Group, ...],
    fixed: tuple[int | None, ...] | None = None,
    same_number: bool = True,
) -> tuple[Place, ...]:
    """Choose the shortest axis on which every goal can be followed.

    ``fixed``: for each goal the one colour it is followed in, or ``None``; then kinds are walked
    number by number, other colours together. ``same_number``: two sets may have one number.
    """
    kinds = {group.kind for group in groups}
    cells: list[tuple[int, tuple[int, ...]]]
    if fixed is not None:
        apart = [color for color in range(LINES) if color in fixed or "cset" in kinds]
        rest = tuple(color for color in range(LINES) if color not in apart)
        lines = [(color,) for color in apart] + ([rest] if rest else [])
        cells = [(number, line) for number in range(NUMBERS) for line in lines]
    elif kinds <= {"set", "run", "even", "odd", "parity"}:
        cells = [(number, ALL_LINES) for number in range(NUMBERS)]
    elif kinds <= {"color"}:
        cells = [(-1, (color,)) for color in range(LINES)]
    elif not kinds & {"set", "run"} and not parts_numbers(groups, same_number):
        cells = [(number, (color,)) for color in range(LINES) for number in range(NUMBERS)]
    else:
        cells = [(number, (color,)) for number in range(NUMBERS) for color in range(LINES)]
    places = []
    for position, (number, line) in enumerate(cells):
        later = cells[position + 1 :]
        places.append(
            Place(
                position=position,
                kinds=tuple(
                    kind
                    for kind in range(WILD)
                    if number in (-1, kind % NUMBERS) and kind // NUMBERS in line
                ),
                number=number,
                color=line[0] if len(line) == 1 else -1,
                starts_number=all(cell[0] != number for cell in cells[:position]),
                ends_number=all(cell[0] != number for cell in later),
                ends_color=all(cell[1] != line for cell in later),
                last=not later,
            )
        )
    return tuple(places)


class Goal(ABC):
    """One goal that walks along an axis.

    ``each``: the goal itself needs a number card. ``distinct``: it is a set, of one color or not,
    whose number may not be that of another set where the rules say so.
    """

    start: State = FREE

    def __init__(self, group: Group, each: bool) -> None:
        self.group = group
        self.size = group.size
        self.each = each
        self.distinct = group.kind in SET_KINDS

    @abstractmethod
    def most(self, place: Place) -> int:
        """Give the most cards that the goal can use at a place."""

    @abstractmethod
    def moves(self, state: State, place: Place, cards: int) -> list[tuple[State, int]]:
        """List the states reachable with up to ``cards`` cards at a place, and the cards used."""

    @abstractmethod
    def leave(self, state: State, place: Place) -> State | None:
        """Give the state after a place; ``None`` when the goal can no longer be served."""

    @abstractmethod
    def shortfall(self, one: State, other: State, place: Place) -> int | None:
        """Bound by how many cards ``one`` falls behind ``other`` from here; ``None``: no bound."""

    def holds(self, state: State) -> bool:
        """Tell whether cards of the place at hand serve the goal."""
        return state not in (FREE, DONE)


class Collect(Goal):
    """Collect cards of one number (set), one colour (color) or one kind (cset).

    States: free; ``(cards,)`` so far, in the target that the place belongs to; done with it. Where
    other places lie within the target, ``(cards, color)``: a colour that is not in one piece on the
    axis, or a one-color set that keeps its number to itself until the last color has passed.
    """

    def __init__(self, group: Group, each: bool, labelled: bool) -> None:
        super().__init__(group, each)
        self.labelled = labelled

    def most(self, place: Place) -> int:
        return self.size

    def moves(self, state: State, place: Place, cards: int) -> list[tuple[State, int]]:
        if state == FREE:
            label = (place.color,) if self.labelled else ()
            return [(FREE, 0)] + [((n, *label), n) for n in range(1, min(self.size, cards) + 1)]
        if state == DONE or (self.labelled and state[1] != place.color):
            return [(state, 0)]
        return [
            ((state[0] + more, *state[1:]), more)
            for more in range(min(self.size - state[0], cards) + 1)
        ]

    def leave(self, state: State, place: Place) -> State | None:
        if place.last:
            return None if state == FREE and self.each else DONE
        if state in (FREE, DONE):
            return state
        ends = {
            "set": place.ends_number,
            "color": place.ends_color and not self.labelled,
            "cset": place.ends_number or not self.labelled,
        }
        return DONE if ends[self.group.kind] else state

    def shortfall(self, one: State, other: State, place: Place) -> int | None:
        if one == other or other == DONE:
            return None if one == FREE and one != other and self.each else 0
        if one == FREE:
            return None if self.each else 0
        if other == FREE:
            return self.size
        behind = self.size - other[0]
        if one == DONE or one[1:] != other[1:]:
            return behind
        return max(0, one[0] - other[0])


class Count(Goal):
    """Collect even or odd numbers (``parity``: the first card chooses), or one fixed colour.

    States: free, or ``(cards, label)`` with the parity or colour as label.
    """

    def __init__(self, group: Group, each: bool, color: int | None = None) -> None:
        super().__init__(group, each)
        self.color = color

    def most(self, place: Place) -> int:
        return self.size if self._label(place) >= 0 else 0

    def _label(self, place: Place) -> int:
        if self.color is not None:
            return self.color if place.color == self.color else -1
        parity = (place.number + 1) % 2
        return parity if self.group.kind in ("parity", ("even", "odd")[parity]) else -1

    def moves(self, state: State, place: Place, cards: int) -> list[tuple[State, int]]:
        label = self._label(place)
        if state == FREE and label >= 0:
            return [(FREE, 0)] + [((n, label), n) for n in range(1, min(self.size, cards) + 1)]
        if state == FREE or state[1] != label:
            return [(state, 0)]
        return [
            ((state[0] + more, label), more) for more in range(min(self.size - state[0], cards) + 1)
        ]

    def leave(self, state: State, place: Place) -> State | None:
        if place.last:
            return None if state == FREE and self.each else DONE
        return state

    def shortfall(self, one: State, other: State, place: Place) -> int | None:
        if one == other:
            return 0
        if one == FREE:
            return None if self.each else 0
        if other == FREE:
            return self.size
        return max(0, one[0] - other[0]) if one[1] == other[1] else self.size - other[0]


class Span(Goal):
    """Cover consecutive numbers, in any colours (run) or within one colour (crun).

    States: free; ``(places covered, number card used here, any used yet, color)`` while covering;
    done. "Any used yet" is followed only where each goal needs a number card.
    """

    def __init__(self, group: Group, each: bool, by_number: bool, color: int | None) -> None:
        super().__init__(group, each)
        self.colored = group.kind == "crun"
        self.by_number = by_number
        self.color = color
        self.last_color = LINES - 1 if color is None else color

    def most(self, place: Place) -> int:
        return int(self.color in (None, place.color))

    def _ends(self, place: Place) -> bool:
        return self.colored or place.ends_number

    def _starts(self, place: Place) -> bool:
        return self.color in (None, place.color) if self.colored else place.starts_number

    def moves(self, state: State, place: Place, cards: int) -> list[tuple[State, int]]:
        entered: list[State] = [state]
        if state == FREE:
            if self._starts(place) and place.number + self.size <= NUMBERS:
                entered.append((1, 0, 0, place.color if self.colored else -1))
        elif state != DONE and state[3] in (-1, place.color) and self._starts(place):
            entered = [(state[0] + 1, 0, state[2], state[3])]
        result = [(after, 0) for after in entered]
        if cards:
            result += [
                ((after[0], 1, int(self.each), after[3]), 1)
                for after in entered
                if after not in (FREE, DONE) and not after[1] and after[3] in (-1, place.color)
            ]
        return result

    def leave(self, state: State, place: Place) -> State | None:
        if state == FREE:
            return FREE if self._may_start(place) else None
        if state != DONE and state[3] in (-1, place.color) and self._ends(place):
            if state[0] == self.size:
                return DONE if state[2] or not self.each else None
            if place.number == NUMBERS - 1:
                return None
            return (state[0], 0, state[2], state[3])
        return state

    def _next_start(self, place: Place, color: int) -> int:
        """Give the number at which a run (in a colour, if it has one) may start after a place."""
        if not self.colored:
            return place.number + 1
        return place.number + (place.color == -1 or color <= place.color)

    def _may_start(self, place: Place) -> bool:
        if self.colored and not self.by_number and place.color < LINES - 1:
            return True
        if self.colored and self.by_number:
            return self._next_start(place, self.last_color) + self.size <= NUMBERS
        return place.number + 1 + self.size <= NUMBERS

    def shortfall(self, one: State, other: State, place: Place) -> int | None:
        if one == other:
            return 0
        lost = self._lost(one, other, place)
        # Without a number card yet, only full imitation is sure to bring the one it needs.
        if not self._touched(one) and (lost > 0 or self._touched(other)):
            return None
        return lost

    def _lost(self, one: State, other: State, place: Place) -> int:
        if other == DONE:
            return 0
        if other == FREE:
            return self.size
        here = int(not other[1] and not self._ends(place))
        ahead = self.size - other[0]
        if one == FREE and self._next_start(place, other[3]) + self.size <= NUMBERS:
            return here
        if one in (FREE, DONE) or one[3] != other[3]:
            return here + ahead
        mine = int(not one[1] and not self._ends(place))
        return max(0, here - mine) + max(0, ahead - (self.size - one[0]))

    def _touched(self, state: State) -> bool:
        return not self.each or state == DONE or (state != FREE and bool(state[2]))


def parts_numbers(groups: tuple[Group, ...], same_number: bool) -> bool:
    """Tell whether a one-color set stands beside a set whose number it may not have."""
    kinds = [group.kind for group in groups]
    return not same_number and "cset" in kinds and sum(kind in SET_KINDS for kind in kinds) > 1


def mixes_axes(groups: tuple[Group, ...], same_number: bool = True) -> bool:
    """Tell whether goals of any colours stand beside goals that gather one colour.

    Sets of one color that may not share a number (``same_number``) count with the former: they are
    followed number by number.
    """
    kinds = {group.kind for group in groups}
    by_number = bool(kinds & {"set", "run"}) or parts_numbers(groups, same_number)
    return by_number and bool(kinds & {"color", "crun"})


def goal_on(
    group: Group,
    places: tuple[Place, ...],
    each: bool,
    color: int | None = None,
    apart: bool = False,
) -> Goal:
    """Make the walker of a goal on an axis, in one fixed colour if one is given.

    ``apart``: a one-color set keeps its number from other sets (:func:`parts_numbers`).
    """
    by_number = places[0].number == places[1].number >= 0
    if group.kind in ("even", "odd", "parity") or (group.kind == "color" and color is not None):
        return Count(group, each, color)
    if group.kind in ("run", "crun"):
        return Span(group, each, by_number, color)
    labelled = by_number if group.kind == "color" else group.kind == "cset" and apart
    return Collect(group, each, labelled)
