"""L09, the frequency that settles: hands dealt from the seed and judged for a phase, and its band.

The exact value is counted only where ``allow_exact`` says that the lesson has come to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final

from phase10.game.errors import GameError
from phase10.game.phases import PHASES
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.experiment import Figure
from phase10.teaching.lessons.experiments_hand import PhaseDealt
from phase10.teaching.lessons.simulation import MARKS, Tally, simulate
from phase10.teaching.lessons.tools.base import SIMULATE, one_of, unknown_act, whole
from phase10.teaching.lessons.tools.typed import kept_state, kept_text, read_share, typed

__all__ = ["BASES", "LIMIT", "RULES", "STEPS", "Settling", "make"]

STEPS: Final = (1, 10, 100, 1000)
LIMIT: Final = 20_000
"""Hands dealt for one phase, at most."""

RULES: Final = {
    "mixed": "seed",
    "each": "seed,natural_per=group",
    "apart": "seed,natural_per=group,same_number_sets=no",
    "plain": "seed,deck=4x12x2+0W+12S",
}
"""Ways to judge: with wilds as the rules have it; a number card in each set; sets of different
numbers too; the wilds serve nothing."""

BASES: Final = ("half", "found")
"""What p is taken for the number of trials that is needed: 1/2, or the frequency found."""

_LEAST_ERROR, _MOST_ERROR = Fraction(1, 10), Fraction(50)


@dataclass(frozen=True)
class Seen:
    """Hold what was dealt for a phase: how many hands, how many complete, and their ``band``.

    ``band``: 1.96·√(W(1−W)/n); ``None`` while all hands came out alike.
    """

    trials: int
    hits: int

    @property
    def frequency(self) -> Fraction | None:
        """Give W; ``None`` before the first hand."""
        return Fraction(self.hits, self.trials) if self.trials else None

    @property
    def band(self) -> float | None:
        """Give how far from the chance 95 of 100 such frequencies stay, by the frequency found."""
        found = self.frequency
        if found is None or not 0 < found < 1:
            return None
        return chance.half_width(found, self.trials)


class Settling:
    """Deal hands for a phase; every phase and way to judge has its own deals.

    ``allow_exact``: whether the exact value may be shown; the page sets it.
    """

    # Without the exact values it shows only what the simulation of the lesson shows.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self.allow_exact = False
        self.phase = 8
        self.rules = "mixed"
        self.basis = "half"
        self.error = Fraction(1)
        self.typed_error = "1"
        self.shown = False
        self.tallies: dict[tuple[int, str], Tally] = {}

    @property
    def tally(self) -> Tally:
        """Give what was dealt for the phase chosen."""
        return self.tallies.get((self.phase, self.rules)) or self._start(self.phase, self.rules)

    @property
    def seen(self) -> Seen:
        """Summarize what was dealt for the phase chosen."""
        return Seen(self.tally.trials, self.tally.counts.get(1, 0))

    def seen_of(self, phase: int, rules: str) -> Seen:
        """Summarize what was dealt for a phase."""
        tally = self.tallies.get((phase, rules))
        return Seen(tally.trials, tally.counts.get(1, 0)) if tally else Seen(0, 0)

    @property
    def needed(self) -> int | None:
        """Compute the trials needed for the wished error; ``None`` where p is not known yet."""
        p = Fraction(1, 2) if self.basis == "half" else self.seen.frequency
        if p is None or not 0 < p < 1:
            return None
        return chance.needed_trials(p, self.error / 100)

    @property
    def exact(self) -> Fraction | None:
        """Give the exact chance, once it is allowed and asked for."""
        return self._figure().exact if self.allow_exact and self.shown else None

    @property
    def figure(self) -> Figure:
        """Give the figure that the chart draws: the exact one, else one of the frequency found."""
        if self.exact is not None:
            return self._figure()
        found = self.seen.frequency or Fraction(0)
        return Figure("complete", found, found * (1 - found), frozenset([1]))

    def act(self, name: str, value: object) -> None:
        """Do ``phase``, ``rules``, ``deal`` (so many hands), ``restart``, ``error`` (typed),
        ``apply``, ``basis``, ``exact`` (show it or not).

        :class:`GameError` ``tool.drawn`` beyond the limit, ``tool.early`` for the exact value
        before the lesson shows it.
        """
        if name == "phase":
            self.phase = whole(value, 1, len(PHASES))
        elif name == "rules":
            self.rules = one_of(value, RULES)
        elif name == "deal":
            self._deal(whole(value, 1, STEPS[-1]))
        elif name == "restart":
            self.tallies.pop((self.phase, self.rules), None)
        elif name == "error":
            self.typed_error = typed(value)
        elif name == "apply":
            text = typed(value) if isinstance(value, str) else self.typed_error
            self.typed_error = text
            self.error = read_share("e", text, _LEAST_ERROR, _MOST_ERROR)
        elif name == "basis":
            self.basis = one_of(value, BASES)
        elif name == "exact":
            if not self.allow_exact:
                raise GameError("tool.early")
            self.shown = not self.shown
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give what was chosen, and the hands that were dealt with how they came out."""
        return {
            "phase": self.phase,
            "rules": self.rules,
            "basis": self.basis,
            "error": self.typed_error,
            "applied": str(self.error),
            "shown": self.shown,
            "dealt": [
                {
                    "phase": phase,
                    "rules": rules,
                    "state": str(tally.state),
                    "trials": tally.trials,
                    "hits": tally.counts.get(1, 0),
                    "path": [[trials, counts.get(1, 0)] for trials, counts in tally.path],
                }
                for (phase, rules), tally in self.tallies.items()
            ],
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take it up again."""
        for name in ("phase", "rules", "basis"):
            try:
                self.act(name, kept.get(name))
            except GameError:
                continue
        try:
            self.error = read_share("e", kept_text(kept, "applied", "1"), _LEAST_ERROR, _MOST_ERROR)
        except GameError:
            self.error = Fraction(1)
        self.typed_error = kept_text(kept, "error", self.typed_error)
        self.shown = kept.get("shown") is True
        dealt = kept.get("dealt")
        self.tallies = {}
        for entry in dealt if isinstance(dealt, list) else []:
            read = _read_tally(entry)
            if read is not None:
                key, tally = read
                self.tallies[key] = tally

    def _start(self, phase: int, rules: str) -> Tally:
        return Tally(self._code.stream(f"tool {phase} {rules}").state)

    def _deal(self, hands: int) -> None:
        tally = self.tally
        if tally.trials + hands > LIMIT:
            raise GameError("tool.drawn", limit=LIMIT)
        grown = simulate(_experiment(self.phase, self.rules), tally, hands)
        path = [point for point in grown.path if point[0] in MARKS or point[0] == grown.trials]
        if path[-1:] != [(grown.trials, grown.counts)]:
            path.append((grown.trials, dict(grown.counts)))
        self.tallies[self.phase, self.rules] = replace(grown, path=tuple(path))

    def _figure(self) -> Figure:
        return _experiment(self.phase, self.rules).figures[0]


@lru_cache(maxsize=len(PHASES) * len(RULES))
def _experiment(phase: int, rules: str) -> PhaseDealt:
    return PhaseDealt(str(phase), rules=RULES[rules])


def _read_tally(entry: object) -> tuple[tuple[int, str], Tally] | None:
    """Read one kept tally; ``None`` for anything that is none."""
    if not isinstance(entry, Mapping):
        return None
    state, path = kept_state(entry.get("state")), entry.get("path")
    try:
        phase = whole(entry.get("phase"), 1, len(PHASES))
        rules = one_of(entry.get("rules"), RULES)
        trials = whole(entry.get("trials"), 1, LIMIT)
        hits = whole(entry.get("hits"), 0, trials)
    except GameError:
        return None
    if state is None or not isinstance(path, list) or len(path) > 2 * len(MARKS):
        return None
    points: list[tuple[int, dict[int, int]]] = []
    for point in [*path, [trials, hits]]:
        if not isinstance(point, list) or len(point) != 2:
            return None
        try:
            made = whole(point[0], points[-1][0] if points else 1, trials)
            found = whole(point[1], 0, made)
        except GameError:
            return None
        if not points or points[-1][0] < made:
            points.append((made, _counts(made, found)))
    return (phase, rules), Tally(state, trials, _counts(trials, hits), tuple(points))


def _counts(trials: int, hits: int) -> dict[int, int]:
    counts = {0: trials - hits, 1: hits}
    return {outcome: count for outcome, count in counts.items() if count}


def make(code: LessonCode) -> Settling:
    """Make the interactive."""
    return Settling(code)
