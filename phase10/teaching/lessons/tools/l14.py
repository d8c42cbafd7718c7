"""L14, the race: a table filled backwards, a Bellman step at a click, and two plans simulated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final

from phase10.game.errors import GameError
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.codes import LessonCode, Stream
from phase10.teaching.lessons.experiments_play import Race as Trial
from phase10.teaching.lessons.tools.base import SIMULATE, unknown_act, whole
from phase10.teaching.lessons.tools.typed import kept_state, kept_text, read_share, typed

__all__ = ["LIMIT", "MOST_NEED", "PLANS", "RACES", "Plan", "Race", "Step", "make"]

PLANS: Final = ("a", "b")
MOST_NEED: Final = 6
RACES: Final = 500
"""Races of each plan simulated with one press."""
LIMIT: Final = 10_000
_SLOWEST: Final = Fraction(1, 20)
"""The smallest chance of a turn: with a smaller one a race takes hundreds of turns."""


@dataclass(frozen=True)
class Plan:
    """Hold a plan: ``need`` cards, each with the chance ``r`` in a turn.

    ``filled``: states of its table that are filled in, from 1; ``races`` simulated, ``wins`` of
    them won.
    """

    need: int
    r: Fraction
    filled: int = 0
    races: int = 0
    wins: int = 0


@dataclass(frozen=True)
class Step:
    """Hold a Bellman step: V(n) = r·V′ / (r + h − rh).

    ``after``: V′, the value when the card was found: 1 with no card to go, else (1−h)·V(n−1).
    """

    left: int
    r: Fraction
    after: Fraction
    below: Fraction
    value: Fraction


class Race:
    """Compare two plans against a rival who ends the round with the chance ``h`` in a turn."""

    # V(1) is what is to be predicted.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self.h = Fraction(1, 5)
        self.plans = {"a": Plan(1, Fraction(1, 4)), "b": Plan(2, Fraction(1, 2))}
        self.texts = {"a": "1/4", "b": "1/2", "h": "1/5"}
        self._states = dict.fromkeys(PLANS, 0)
        for plan in PLANS:
            self._anew(plan)

    def _anew(self, plan: str) -> None:
        """Empty the table of a plan, and forget its races."""
        self.plans[plan] = replace(self.plans[plan], filled=0, races=0, wins=0)
        self._states[plan] = self._code.stream(f"tool race {plan}").state

    def step(self, plan: str, left: int) -> Step:
        """Give the step that fills in the state with ``left`` cards to go."""
        chosen = self.plans[plan]
        table = chance.race_table(left, chosen.r, self.h)
        after = table[left - 1] * (1 if left == 1 else 1 - self.h)
        return Step(left, chosen.r, after, chosen.r + self.h - chosen.r * self.h, table[left])

    def value(self, plan: str) -> Fraction | None:
        """Give the chance to win of a plan; ``None`` while its table is not filled."""
        chosen = self.plans[plan]
        if chosen.filled < chosen.need:
            return None
        return chance.race(chosen.need, chosen.r, self.h)

    def second(self, plan: str) -> Fraction | None:
        """Give the chance to win when the rival moves first: (1 − h)·V."""
        value = self.value(plan)
        return None if value is None else (1 - self.h) * value

    def simulated(self, plan: str) -> Fraction | None:
        """Give the share of races won; ``None`` before the first."""
        chosen = self.plans[plan]
        return Fraction(chosen.wins, chosen.races) if chosen.races else None

    def band(self, plan: str) -> float | None:
        """Give how far from the chance 95 of 100 such shares stay."""
        chosen = self.plans[plan]
        if not chosen.races:
            return None
        return chance.half_width(chance.race(chosen.need, chosen.r, self.h), chosen.races)

    @property
    def best(self) -> str | None:
        """Name the better plan, "" when they are equal; ``None`` until both tables are filled."""
        a, b = self.value("a"), self.value("b")
        if a is None or b is None:
            return None
        return "" if a == b else "a" if a > b else "b"

    def act(self, name: str, value: object) -> None:
        """Do ``need.PLAN``, ``r.PLAN`` and ``h`` (typed), ``apply``, ``fill.PLAN`` (a state),
        ``empty``, ``race`` (simulate both plans).

        :class:`GameError` ``tool.order`` for a state before those that it follows from,
        ``tool.share`` for a text that is no chance, ``tool.drawn`` beyond the limit.
        """
        what, _, plan = name.partition(".")
        if what == "need" and plan in PLANS:
            self.plans[plan] = replace(self.plans[plan], need=whole(value, 1, MOST_NEED))
            self._anew(plan)
        elif what == "r" and plan in PLANS:
            self.texts[plan] = typed(value)
        elif name == "h":
            self.texts["h"] = typed(value)
        elif name == "apply":
            self._apply()
        elif what == "fill" and plan in PLANS:
            self._fill(plan, whole(value, 1, self.plans[plan].need))
        elif name == "empty":
            self.plans = {plan: replace(self.plans[plan], filled=0) for plan in PLANS}
        elif name == "race":
            self._race()
        else:
            raise unknown_act(name)

    def _apply(self) -> None:
        r = {plan: _read_r(plan, self.texts[plan]) for plan in PLANS}
        h = _read_h(self.texts["h"])
        for plan in PLANS:
            if (r[plan], h) != (self.plans[plan].r, self.h):
                self.plans[plan] = replace(self.plans[plan], r=r[plan])
                self._anew(plan)
        self.h = h

    def _fill(self, plan: str, left: int) -> None:
        filled = self.plans[plan].filled
        if left > filled + 1:
            raise GameError("tool.order", left=left, first=filled + 1)
        self.plans[plan] = replace(self.plans[plan], filled=max(left, filled))

    def _race(self) -> None:
        for plan in PLANS:
            if self.plans[plan].races + RACES > LIMIT:
                raise GameError("tool.drawn", limit=LIMIT)
        for plan in PLANS:
            chosen = self.plans[plan]
            trial = Trial(chosen.need, chosen.r, self.h).trial
            stream = Stream(self._states[plan])
            wins = sum(trial(stream) for _ in range(RACES))
            self._states[plan] = stream.state
            self.plans[plan] = replace(chosen, races=chosen.races + RACES, wins=chosen.wins + wins)

    def kept(self) -> dict[str, object]:
        """Give the plans with their tables and races, and what was typed."""
        return {
            "h": str(self.h),
            "texts": dict(self.texts),
            "plans": {
                name: [plan.need, str(plan.r), plan.filled, plan.races, plan.wins,
                       str(self._states[name])]
                for name, plan in self.plans.items()
            },
        }  # fmt: skip

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take them up again."""
        plans, texts = kept.get("plans"), kept.get("texts")
        try:
            h = _read_h(kept_text(kept, "h", ""))
            read = {
                name: _read_plan(name, plans.get(name) if isinstance(plans, Mapping) else None)
                for name in PLANS
            }
        except GameError:
            return
        self.h = h
        for name, (plan, state) in read.items():
            self.plans[name], self._states[name] = plan, state
        for name in self.texts:
            if isinstance(texts, Mapping):
                self.texts[name] = kept_text(texts, name, self.texts[name])


def _read_plan(name: str, kept: object) -> tuple[Plan, int]:
    if not isinstance(kept, list) or len(kept) != 6 or not isinstance(kept[1], str):
        raise GameError("lesson.saved")
    need = whole(kept[0], 1, MOST_NEED)
    races = whole(kept[3], 0, LIMIT)
    plan = Plan(need, _read_r(name, kept[1]), whole(kept[2], 0, need), races,
                whole(kept[4], 0, races))  # fmt: skip
    state = kept_state(kept[5])
    if state is None:
        raise GameError("lesson.saved")
    return plan, state


def _read_r(plan: str, text: str) -> Fraction:
    return read_share(f"r ({plan.upper()})", text, _SLOWEST, Fraction(1))


def _read_h(text: str) -> Fraction:
    return read_share("h", text, Fraction(0), Fraction(1))


def make(code: LessonCode) -> Race:
    """Make the interactive."""
    return Race(code)
