"""Count the card sets that complete a phase in which one goal gathers a colour and others do not.

A set or run looks at numbers, a colour group or one-colour run at a colour: one walk cannot follow
both for all four colours in reasonable time. So the phase is walked four times side by side, each
time with the colour goal in one fixed colour (see :mod:`phase10.solver.counting`), number by
number. It is held when one of the four walks holds it. A walk is given up as soon as more cards
have been drawn in vain than may be; when one walk holds the phase whatever comes, the rest is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, prod
from typing import Final

from phase10.game.cards import COLORS, NUMBERS, SKIP, WILD
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.counting import Automaton, automaton

__all__ = ["ways_by_color"]

LINES: Final = range(len(COLORS))
GIVEN_UP: Final = (-1, 0)
OPEN_END: Final = 99

Walks = tuple[tuple[int, int], ...]
"""For each colour the state of its walk and the most number cards used; given up: (-1, 0)."""


def ways_by_color(
    phase: Phase,
    rules: Rules,
    held: Sequence[int],
    live: Sequence[int],
    draws: int,
    work: int,
) -> tuple[int, ...] | None:
    """Count for 0, 1, … ``draws`` live cards the sets with which the hand holds the whole phase.

    ``held`` and ``live``: fifty counts each. Exact. ``None`` when more than ``work`` steps would be
    needed.
    """
    return _SideBySide(phase, rules, held, live, draws).count(work)


class _SideBySide:
    """Four walks along the numbers, one for each colour of the colour goal."""

    def __init__(
        self, phase: Phase, rules: Rules, held: Sequence[int], live: Sequence[int], draws: int
    ) -> None:
        groups = tuple(sorted(phase.groups))
        self.size = phase.size
        self.draws = draws
        self.wilds, self.live_wilds, self.live_skips = held[WILD], live[WILD], live[SKIP]
        # Seen from its own colour every walk is the same: colour 0, then the others.
        self.walk: Automaton = automaton(
            groups,
            (rules.natural_per == "group",) * len(groups),
            rules.same_number_sets,
            tuple(0 if group.kind in ("color", "crun") else None for group in groups),
        )
        self.apart = len(self.walk.places) == WILD
        self.held = [tuple(held[n:WILD:NUMBERS]) for n in range(NUMBERS)]
        self.live = [tuple(live[n:WILD:NUMBERS]) for n in range(NUMBERS)]
        self.alike = all(len(set(row)) == 1 for row in (*self.held, *self.live))
        self._later: dict[tuple[int, int, int], int] = {}

    def count(self, work: int) -> tuple[int, ...] | None:
        result = [0] * (self.draws + 1)
        layer: dict[tuple[int, Walks], int] = {(0, ((0, 0),) * len(LINES)): 1}
        for number in range(NUMBERS):
            drawings = self._drawings(number)
            work -= len(layer) * len(drawings)
            if work < 0:
                return None
            layer = self._pass(number, layer, drawings, result)
        for (drawn, walks), ways in layer.items():
            used = max(used for state, used in walks if state >= 0)
            for wilds in range(max(0, self.size - used - self.wilds), self.draws - drawn + 1):
                with_wilds = ways * comb(self.live_wilds, wilds) if used else 0
                for skips in range(self.draws - drawn - wilds + 1):
                    result[drawn + wilds + skips] += with_wilds * comb(self.live_skips, skips)
        return tuple(result)

    def _drawings(self, number: int) -> list[tuple[int, tuple[int, ...], int]]:
        """List what may be drawn of a number: how many, of which colours, in how many ways."""
        live = self.live[number]
        drawings = [
            (sum(colors), colors, prod(map(comb, live, colors)))
            for colors in product(*(range(min(copies, self.draws) + 1) for copies in live))
        ]
        return sorted(drawings)

    def _pass(
        self,
        number: int,
        layer: dict[tuple[int, Walks], int],
        drawings: list[tuple[int, tuple[int, ...], int]],
        result: list[int],
    ) -> dict[tuple[int, Walks], int]:
        """Take all walks past a number; what is sure to hold the phase goes to ``result``."""
        least = self.size - self.wilds - self.draws
        sure = max(1, self.size - self.wilds)
        later = sum(map(sum, self.live[number + 1 :])) + self.live_wilds + self.live_skips
        known: dict[tuple[int, int, tuple[int, ...]], tuple[int, int, int]] = {}
        following: dict[tuple[int, Walks], int] = {}
        for (before, walks), ways in layer.items():
            for more, colors, choices in drawings:
                drawn = before + more
                if drawn > self.draws:
                    break
                after: list[tuple[int, int]] = []
                for line, (state, used) in enumerate(walks):
                    if state < 0:
                        after.append(GIVEN_UP)
                        continue
                    key = (line, state, colors)
                    step = known.get(key)
                    if step is None:
                        step = known[key] = self._step(number, *key)
                    state, gain, outlook = step
                    if state >= 0 and sure <= used + outlook < OPEN_END:
                        break
                    hopeless = state < 0 or used + outlook - drawn < least
                    after.append(GIVEN_UP if hopeless else (state, used + gain))
                else:
                    if any(state >= 0 for state, _ in after):
                        # Where no colour differs from another, their order does not matter.
                        into = (drawn, tuple(sorted(after) if self.alike else after))
                        following[into] = following.get(into, 0) + ways * choices
                    continue
                for free in range(self.draws - drawn + 1):
                    result[drawn + free] += ways * choices * comb(later, free)
        return following

    def _step(
        self, number: int, line: int, state: int, drawn: tuple[int, ...]
    ) -> tuple[int, int, int]:
        """Give the state of a walk after a number, its growth, and that without more draws."""
        counts = [held + more for held, more in zip(self.held[number], drawn, strict=True)]
        state, gain = self._through(number, line, state, counts)
        return (state, gain, gain + self._outlook(number + 1, line, state) if state >= 0 else 0)

    def _outlook(self, number: int, line: int, state: int) -> int:
        """Tell how many cards of the hand a walk will still use when nothing more is drawn.

        :data:`OPEN_END` where the walk ends without the card that a goal needs of its own.
        """
        if number == NUMBERS:
            return 0
        key = (number, line, state)
        if key not in self._later:
            after, gain = self._through(number, line, state, self.held[number])
            self._later[key] = (
                gain + self._outlook(number + 1, line, after) if after >= 0 else OPEN_END
            )
        return self._later[key]

    def _through(
        self, number: int, line: int, state: int, counts: Sequence[int]
    ) -> tuple[int, int]:
        """Take one walk through the places of a number: its own colour first, then the others."""
        own = counts[line]
        if self.apart:
            rest = [counts[other] for other in LINES if other != line]
        else:
            rest = [sum(counts) - own]
        place = number * (1 + len(rest))
        total = 0
        for count in (own, *rest):
            state, gain = self.walk.step(place, state, min(count, self.walk.caps[place]))
            if state < 0:
                return (-1, 0)
            total += gain
            place += 1
        return (state, total)
