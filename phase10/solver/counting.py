"""Count the card sets that complete a phase, exactly, by one walk along an axis of places.

An *axis* orders the number cards: by number (twelve places, colours ignored), by colour (four
places), or all 48 kinds, colour by colour or number by number. Walking along it, a *state* says for
every way to serve the goals so far how many number cards it uses at most; ways that can never beat
another are dropped. States and steps between them depend on the phase only, so all hands share
them. A hand and the unseen cards enter as weights: how many ways there are to draw. Wilds and skips
join at the end: what number cards leave open, wilds must fill.

Numbers of ways are packed: one integer holds the counts for every (number cards used, cards drawn),
each in a field wide enough never to overflow, so that one multiplication handles them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Final

from phase10.game.cards import KINDS, SKIP, WILD
from phase10.game.phases import Group, Phase
from phase10.game.rules import Rules
from phase10.solver.counting_goals import FREE, Goal, State, axis_for, goal_on, parts_numbers

__all__ = ["Automaton", "WaysToComplete", "automaton", "equal_kinds"]

Config = tuple[State, ...]
Step = tuple[int, int]
AUTOMATA: Final = 24


class Automaton:
    """Walk the goals of a phase along its axis; states are small integers, 0 the start.

    ``step(place, state, count)`` gives for a count of cards held at the place, at most
    ``caps[place]`` (more make no difference), the next state and by how much the most number cards
    used grows; the next state is -1 where the phase can no longer be served.
    """

    def __init__(
        self,
        groups: tuple[Group, ...],
        each: tuple[bool, ...],
        same_number: bool,
        fixed: tuple[int | None, ...] | None = None,
    ) -> None:
        self.size = sum(group.size for group in groups)
        self.places = axis_for(groups, fixed, same_number)
        colors = fixed if fixed is not None else (None,) * len(groups)
        goals = sorted(zip(groups, each, colors, strict=True), key=str)
        apart = parts_numbers(groups, same_number)
        self.goals: tuple[Goal, ...] = tuple(
            goal_on(group, self.places, needs_own, color, apart)
            for group, needs_own, color in goals
        )
        self.same_number = same_number
        self.caps = [
            min(self.size, sum(goal.most(place) for goal in self.goals)) for place in self.places
        ]
        self._alike = _slices_of_equals(goals)
        self._configs: dict[Config, int] = {}
        self._shown: list[Config] = []
        self._ids: dict[tuple[tuple[int, int], ...], int] = {}
        self._states: list[tuple[tuple[int, int], ...]] = []
        self._steps: list[dict[tuple[int, int], Step]] = [{} for _ in self.places]
        self._moves: list[dict[tuple[int, int], tuple[Step, ...]]] = [{} for _ in self.places]
        self._shortfalls: list[dict[tuple[int, int], int | None]] = [{} for _ in self.places]
        self._state(((self._config(tuple(goal.start for goal in self.goals)), 0),))

    def _config(self, config: Config) -> int:
        for first, last in self._alike:
            config = (*config[:first], *sorted(config[first:last]), *config[last:])
        number = self._configs.setdefault(config, len(self._shown))
        if number == len(self._shown):
            self._shown.append(config)
        return number

    def _state(self, content: tuple[tuple[int, int], ...]) -> int:
        number = self._ids.setdefault(content, len(self._states))
        if number == len(self._states):
            self._states.append(content)
        return number

    def step(self, place: int, state: int, count: int) -> Step:
        """Give the next state and the growth for a count of cards at the place."""
        steps = self._steps[place]
        found = steps.get((state, count))
        if found is None:
            found = steps[state, count] = self._next(place, state, count)
        return found

    def _next(self, place: int, state: int, count: int) -> Step:
        best: dict[int, int] = {}
        moves = self._moves[place]
        for config, used in self._states[state]:
            found = moves.get((config, count))
            if found is None:
                found = moves[config, count] = self._moves_of(place, config, count)
            for after, more in found:
                if used + more > best.get(after, -1):
                    best[after] = used + more
        if not best:
            return (-1, 0)
        top = max(best.values())
        if place == len(self.places) - 1:
            return (0, top)
        # Values are kept relative to the best, negative below it, shifted to stay ≥ 0.
        ranked = sorted(best.items(), key=lambda item: -item[1])
        kept: list[tuple[int, int]] = []
        for config, used in ranked:
            if not any(self._beats(place, other, config, value - used) for other, value in kept):
                kept.append((config, used))
        least = min(used for _, used in kept)
        content = tuple(sorted((config, used - least) for config, used in kept))
        return (self._state(content), least)

    def _beats(self, place: int, one: int, other: int, lead: int) -> bool:
        """Tell whether config ``one``, ``lead`` cards ahead, is at least as good as ``other``."""
        key = (one, other)
        table = self._shortfalls[place]
        if key not in table:
            total = self._lost_to_the_number(self._shown[one], self._shown[other])
            for goal, a, b in zip(self.goals, self._shown[one], self._shown[other], strict=True):
                part = goal.shortfall(a, b, self.places[place])
                total = None if part is None or total is None else total + part
            table[key] = total
        limit = table[key]
        return limit is not None and lead >= limit

    def _lost_to_the_number(self, one: Config, other: Config) -> int | None:
        """Bound what ``one`` loses by a set that keeps the number at hand from its other sets.

        Of these, one at most has cards of this number in ``other``, which it may have to do without
        (``None`` where it may need them for a number card of its own).
        """
        holder = self._holder(one)
        if holder in (None, self._holder(other)):
            return 0
        lost = 0
        for position, (goal, mine, its) in enumerate(zip(self.goals, one, other, strict=True)):
            if (
                goal.distinct
                and position != holder
                and mine == FREE
                and (its == FREE or goal.holds(its))
            ):
                if goal.each:
                    return None
                lost = max(lost, goal.size)
        return lost

    def _holder(self, config: Config) -> int | None:
        """Find the set that has the number at hand, where no other set may have it too."""
        if self.same_number:
            return None
        for position, (goal, state) in enumerate(zip(self.goals, config, strict=True)):
            if goal.distinct and goal.holds(state):
                return position
        return None

    def _moves_of(self, place: int, config: int, count: int) -> tuple[Step, ...]:
        """List what one config may become with ``count`` cards at the place, most cards used."""
        where = self.places[place]
        best: dict[int, int] = {}
        partial: list[tuple[Config, int, int]] = [((), 0, 0)]
        for goal, state in zip(self.goals, self._shown[config], strict=True):
            longer = []
            for states, used, sets in partial:
                for after, cards in goal.moves(state, where, count - used):
                    joined = sets + (goal.distinct and goal.holds(after))
                    if joined < 2 or self.same_number:
                        longer.append(((*states, after), used + cards, joined))
            partial = longer
        for states, used, _ in partial:
            left = tuple(
                goal.leave(state, where) for goal, state in zip(self.goals, states, strict=True)
            )
            if None not in left:
                number = self._config(left)  # type: ignore[arg-type]
                if used > best.get(number, -1):
                    best[number] = used
        return tuple(best.items())


def _slices_of_equals(goals: Sequence[object]) -> tuple[tuple[int, int], ...]:
    """Find goals that are alike, as slices: their states may be swapped."""
    starts = [n for n, goal in enumerate(goals) if n == 0 or goal != goals[n - 1]]
    slices = zip(starts, [*starts[1:], len(goals)], strict=True)
    return tuple((first, last) for first, last in slices if last - first > 1)


@lru_cache(maxsize=512)
def equal_kinds(phase: Phase) -> tuple[int, ...]:
    """Label the fifty kinds so that kinds which the phase cannot tell apart share a label."""
    labels = list(range(KINDS))
    for place in axis_for(phase.groups):
        for kind in place.kinds:
            labels[kind] = place.kinds[0]
    return tuple(labels)


@lru_cache(maxsize=AUTOMATA)
def automaton(
    groups: tuple[Group, ...],
    each: tuple[bool, ...],
    same_number: bool,
    fixed: tuple[int | None, ...] | None = None,
) -> Automaton:
    """Share the automaton of some goals; ``each``: which of them need a number card of their own.

    ``fixed``: the colour in which each goal is followed, see :func:`axis_for`.
    """
    return Automaton(groups, each, same_number, fixed)


class WaysToComplete:
    """Count the ways in which blind draws complete a phase.

    ``held`` and ``live``: fifty counts each, the cards of the hand and the cards that may be drawn;
    ``draws``: the most cards drawn. ``by_draws()[n]`` is the number of sets of n live cards with
    which the hand holds the whole phase, of C(live cards, n).
    """

    def __init__(
        self, phase: Phase, rules: Rules, held: Sequence[int], live: Sequence[int], draws: int
    ) -> None:
        self.automaton = automaton(
            tuple(sorted(phase.groups)),
            (rules.natural_per == "group",) * len(phase.groups),
            rules.same_number_sets,
        )
        self.draws = draws
        self.wilds, self.live_wilds, self.live_skips = held[WILD], live[WILD], live[SKIP]
        naturals = sum(live[:WILD])
        self.bits = comb(naturals, min(draws, naturals // 2)).bit_length() + 1
        # Products reach up to 2·draws cards; what lies above ``draws`` may outgrow its field, but
        # never by more than one field again, and is cut off after every place.
        self.row = self.bits * (2 * draws + 3)
        kept = (1 << self.bits * (draws + 1)) - 1
        self.mask = sum(kept << self.row * used for used in range(self.automaton.size + 1))
        places = self.automaton.places
        self.held = [sum(held[kind] for kind in place.kinds) for place in places]
        self.live = [sum(live[kind] for kind in place.kinds) for place in places]

        self._layers = [{0: 1}]

    def by_draws(self, without: int | None = None) -> tuple[int, ...]:
        """Count for 0, 1, … ``draws`` cards the sets that complete the phase.

        ``without``: the kind of a card that the hand gives away first; it cannot be drawn again.
        """
        for place in range(len(self._layers) - 1, len(self.held)):
            self._layers.append(self._pass(place, self.held[place], self._layers[place]))
        layer = self._layers[-1]
        for place, where in enumerate(self.automaton.places):
            if without in where.kinds:
                # Up to the place where the card is missed nothing changes.
                layer = self._pass(place, self.held[place] - 1, self._layers[place])
                for later in range(place + 1, len(self.held)):
                    layer = self._pass(later, self.held[later], layer)
        return self._finish(layer.get(0, 0), self.wilds - (without == WILD))

    def _weights(self, place: int, held: int) -> list[tuple[int, int]]:
        """Give for each count of cards that matters the packed ways to come to it by drawing."""
        cap, live = self.automaton.caps[place], self.live[place]
        weights: dict[int, int] = {}
        for drawn in range(min(live, self.draws) + 1):
            count = min(held + drawn, cap)
            weights[count] = weights.get(count, 0) + (comb(live, drawn) << self.bits * drawn)
        return list(weights.items())

    def _pass(self, place: int, held: int, layer: dict[int, int]) -> dict[int, int]:
        """Take the packed ways for every state past a place where ``held`` cards are held."""
        step, row, mask = self.automaton.step, self.row, self.mask
        weights = self._weights(place, held)
        following: dict[int, int] = {}
        for state, ways in layer.items():
            for count, weight in weights:
                after, more = step(place, state, count)
                if after >= 0:
                    following[after] = following.get(after, 0) + ((ways * weight) << row * more)
        return {state: ways & mask for state, ways in following.items()}

    def _finish(self, packed: int, wilds: int) -> tuple[int, ...]:
        """Let wilds fill what number cards leave open; at least one number card must be used."""
        size, draws = self.automaton.size, self.draws
        field = (1 << self.bits) - 1
        # fills[r][m]: ways to draw m wilds and skips with at least r wilds among them
        fills = [[0] * (draws + 1) for _ in range(draws + 2)]
        for least in range(draws, -1, -1):
            for cards in range(least, draws + 1):
                exactly = comb(self.live_wilds, least) * comb(self.live_skips, cards - least)
                fills[least][cards] = fills[least + 1][cards] + exactly
        result = [0] * (draws + 1)
        for used in range(1, size + 1):
            need = max(0, size - used - wilds)
            fields = packed >> self.row * used
            for drawn in range(draws - need + 1):
                ways = fields >> self.bits * drawn & field
                if ways:
                    for total in range(drawn + need, draws + 1):
                        result[total] += ways * fills[need][total - drawn]
        return tuple(result)
