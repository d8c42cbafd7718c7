"""L11, take or draw: two plans side by side, by chance and by expected cost.

A plan is a hand that needs cards for a phase. Chances are those of blind draws from the unseen
cards, all cards kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final

from phase10.game.cards import CARDS, HAND_LIMIT, Card, Cards, Hand
from phase10.game.errors import CardError, GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED
from phase10.solver.groupings import missing
from phase10.solver.odds import DrawOdds, chances_within, draw_odds
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, one_of, unknown_act, whole
from phase10.teaching.lessons.tools.typed import kept_text, typed

__all__ = [
    "HANDS",
    "MOST_DRAWS",
    "MOST_POINTS",
    "OPTIONS",
    "PICKS",
    "PLANS",
    "RUN_OF_7",
    "Plan",
    "TwoPlans",
    "make",
]

HANDS: Final = {
    "open": "R3 B4 G5 Y6 R7 B8 R12 B12 G12 Y11",
    "gap": "R3 B4 G5 Y6 R8 B9 R12 B12 G12 Y12",
}
"""Hands that lack one card of a run of 7: open at both ends, or with a gap."""
PLANS: Final = ("a", "b")
PICKS: Final = ("chance", "cost")
OPTIONS: Final = ("take", "draw")
MOST_DRAWS: Final = 5
MOST_POINTS: Final = 250
RUN_OF_7: Final = Phase("run:7")


@dataclass(frozen=True)
class Plan:
    """Hold a hand, and the points that stay in it when the phase is made (``paid``) or not."""

    hand: str
    paid: int = 30
    lost: int = 70


@dataclass
class TwoPlans:
    """Compare two plans for a phase (``phase``: 0 the run of 7, else the number in the list).

    ``top``: the face-up card, seen by both; ``draws``: how many draws are left; ``picks``: what
    the learner chose, plan a or b by chance and by cost; ``turn``: take or draw for plan a.
    ``texts``: what was typed in the fields, read when it is applied; ``None`` where the cards stand
    there that are in use.
    """

    # The outs of both runs answer "is open twice as good?".
    after: ClassVar[str] = SIMULATE

    plans: dict[str, Plan] = field(
        default_factory=lambda: {"a": Plan(HANDS["open"]), "b": Plan(HANDS["gap"])}
    )
    phase: int = 0
    top: str = "G10"
    draws: int = 3
    picks: dict[str, str] = field(default_factory=dict)
    turn: str = ""
    texts: dict[str, str | None] = field(
        default_factory=lambda: {"a": None, "b": None, "top": None}
    )

    @property
    def goal(self) -> Phase:
        """Give the phase that both plans are after."""
        return PHASES[self.phase - 1] if self.phase else RUN_OF_7

    def odds(self, plan: str) -> DrawOdds:
        """Give the outs of a plan and the chance of the next draw."""
        return _odds(self.plans[plan].hand, self.goal, self.top)

    def within(self, plan: str) -> tuple[Fraction, ...]:
        """Give the chances to hold the phase within 1, 2, … draws."""
        return _within(self.plans[plan].hand, self.goal, self.top, self.draws)

    def chance(self, plan: str) -> Fraction:
        """Give the chance to hold the phase within the draws that are left."""
        return self.within(plan)[-1]

    def cost(self, plan: str) -> Fraction:
        """Compute the expected points: paid·p + lost·(1 − p)."""
        return _cost(self.plans[plan], self.chance(plan))

    @property
    def ratio(self) -> Fraction | None:
        """Compare the outs of plan a with those of plan b."""
        a, b = self.odds("a").live, self.odds("b").live
        return Fraction(a, b) if b else None

    def best(self, by: str) -> str:
        """Name the better plan by ``chance`` or ``cost``; "" when they are equal."""
        if by == "chance":
            a, b = self.chance("a"), self.chance("b")
        else:
            a, b = -self.cost("a"), -self.cost("b")
        return "" if a == b else "a" if a > b else "b"

    @property
    def can_take(self) -> bool:
        """Tell whether the face-up card may be taken: a skip may not."""
        return not Card.parse(self.top).is_skip

    def turn_chance(self, option: str) -> Fraction:
        """Compute the chance of plan a when the turn begins by taking the face-up card, or a draw.

        Taking uses up one of the draws that are left. ``GameError`` ``tool.skip`` for a skip.
        """
        if option == "draw":
            return self.chance("a")
        if not self.can_take:
            raise GameError("tool.skip")
        return _taken(self.plans["a"].hand, self.goal, self.top, self.draws)

    def turn_cost(self, option: str) -> Fraction:
        """Compute the expected points of plan a after taking or drawing."""
        return _cost(self.plans["a"], self.turn_chance(option))

    @property
    def best_turn(self) -> str:
        """Name the cheaper of taking and drawing; "" when they are equal."""
        if not self.can_take:
            return "draw"
        take, draw = self.turn_cost("take"), self.turn_cost("draw")
        return "" if take == draw else "take" if take < draw else "draw"

    def act(self, name: str, value: object) -> None:
        """Do ``phase``, ``draws``, ``hand.PLAN`` and ``top`` (typed), ``apply``, ``preset.PLAN``,
        ``paid.PLAN``, ``lost.PLAN``, ``pick.chance``, ``pick.cost``, ``pick.turn``.

        Errors of cards as :class:`Hand` has them; ``hand.too_many`` for more than ten.
        """
        what, _, which = name.partition(".")
        if what == "pick" and which in PICKS:
            self.picks[which] = one_of(value, PLANS)
        elif name == "pick.turn":
            self.turn = one_of(value, OPTIONS if self.can_take else OPTIONS[1:])
        elif what == "hand" and which in PLANS:
            self.texts[which] = typed(value)
        elif name == "top":
            self.texts["top"] = typed(value)
        elif name == "apply":
            self._apply()
        elif not self._set(what, which, value):
            raise unknown_act(name)
        else:
            self._unpick()

    def _set(self, what: str, which: str, value: object) -> bool:
        """Set something that the chances follow from; ``False`` for an act that is not known."""
        if (what, which) == ("phase", ""):
            self.phase = whole(value, 0, len(PHASES))
        elif (what, which) == ("draws", ""):
            self.draws = whole(value, 1, MOST_DRAWS)
        elif what == "preset" and which in PLANS:
            hand = HANDS[one_of(value, HANDS)]
            self._check(hand, self.top)
            self.plans[which] = replace(self.plans[which], hand=hand)
            self.texts[which] = None
        elif what in ("paid", "lost") and which in PLANS:
            points = whole(value, 0, MOST_POINTS)
            plan = self.plans[which]
            self.plans[which] = (
                replace(plan, paid=points) if what == "paid" else replace(plan, lost=points)
            )
        else:
            return False
        return True

    def _apply(self) -> None:
        """Read the typed hands and the typed face-up card."""
        top = self._read_top(_either(self.texts["top"], self.top))
        hands = {plan: _either(self.texts[plan], self.plans[plan].hand) for plan in PLANS}
        for hand in hands.values():
            self._check(hand, top)
        self.top = top
        self.plans = {plan: replace(self.plans[plan], hand=hands[plan]) for plan in PLANS}
        self._unpick()

    def _read_top(self, text: str) -> str:
        return str(CARDS[Card.parse(text).kind])

    def _check(self, text: str, top: str) -> None:
        hand = Hand(text)
        if len(hand) >= HAND_LIMIT:
            raise CardError("hand.too_many", count=len(hand), limit=HAND_LIMIT - 1)
        _ = Cards(text) + Cards(top)  # refuses more copies than the deck has

    def _unpick(self) -> None:
        self.picks, self.turn = {}, ""

    def kept(self) -> dict[str, object]:
        """Give what was chosen and typed."""
        return {
            "plans": {name: [plan.hand, plan.paid, plan.lost] for name, plan in self.plans.items()},
            "phase": self.phase,
            "top": self.top,
            "draws": self.draws,
            "picks": dict(self.picks),
            "turn": self.turn,
            "texts": dict(self.texts),
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Choose and type as before."""
        self.phase = kept_whole(kept, "phase", 0, len(PHASES), self.phase)
        self.draws = kept_whole(kept, "draws", 1, MOST_DRAWS, self.draws)
        plans, texts, picks = kept.get("plans"), kept.get("texts"), kept.get("picks")
        try:
            top = self._read_top(kept_text(kept, "top", self.top))
            read = {
                name: self._read_plan(plans.get(name) if isinstance(plans, Mapping) else None, top)
                for name in PLANS
            }
        except GameError:
            return
        self.top, self.plans = top, read
        for name in self.texts:
            text = texts.get(name) if isinstance(texts, Mapping) else None
            self.texts[name] = typed(text) if isinstance(text, str) else None
        self._unpick()
        given = {**(picks if isinstance(picks, Mapping) else {}), "turn": kept.get("turn")}
        for name in (*PICKS, "turn"):
            if given.get(name) in (*PLANS, *OPTIONS):
                try:
                    self.act(f"pick.{name}", given[name])
                except GameError:
                    continue

    def _read_plan(self, kept: object, top: str) -> Plan:
        if not isinstance(kept, list) or len(kept) != 3 or not isinstance(kept[0], str):
            raise GameError("lesson.saved")
        hand = typed(kept[0])
        self._check(hand, top)
        return Plan(hand, whole(kept[1], 0, MOST_POINTS), whole(kept[2], 0, MOST_POINTS))


@lru_cache(maxsize=64)
def _odds(hand: str, goal: Phase, top: str) -> DrawOdds:
    return draw_odds(Hand(hand), goal, SEED, seen=Cards(top))


@lru_cache(maxsize=64)
def _within(hand: str, goal: Phase, top: str, draws: int) -> tuple[Fraction, ...]:
    return chances_within(Hand(hand), goal, draws, SEED, seen=Cards(top))


@lru_cache(maxsize=64)
def _taken(hand: str, goal: Phase, top: str, draws: int) -> Fraction:
    """Compute the chance after taking: the face-up card first, then one draw less."""
    held = Hand(hand) + Card.parse(top)
    if missing(held, goal, SEED) == 0:
        return Fraction(1)
    return chances_within(held, goal, draws - 1, SEED)[-1] if draws > 1 else Fraction(0)


def _either(text: str | None, otherwise: str) -> str:
    return otherwise if text is None else text


def _cost(plan: Plan, p: Fraction) -> Fraction:
    return plan.paid * p + plan.lost * (1 - p)


def make(code: LessonCode) -> TwoPlans:
    """Make the interactive; nothing in it depends on the seed."""
    return TwoPlans()
