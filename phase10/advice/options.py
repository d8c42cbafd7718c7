"""What an advice consists of: options with their figures, and the reasons for them, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from phase10.game.cards import Card
from phase10.game.position import Position
from phase10.solver.groupings import Grouping
from phase10.solver.odds import DrawOdds
from phase10.solver.waiting import WaitingFigures
from phase10.solver.win_chances import WinChances

__all__ = ["Advice", "Option", "Reason"]

Value = str | int | float


@dataclass(frozen=True)
class Reason:
    """Hold one reason for or against an option: a code with its values, never a sentence."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Option:
    """Hold one possible move with its figures.

    ``move``: ``discard R5``, ``discard S on A``, ``take discard``, ``draw pile``, ``lay set R3 B3
    Y3 | run …``, "" where every card is hit. ``then``: the move that follows: the discard after a
    lay, the discard or the lay after a take ("" if none). ``hits``: cards hit before the discard,
    in a playable order, ``hit Y9 on me.2``. ``missing``, ``useful``, ``live``, ``unseen``,
    ``p_next`` (chance that the next draw helps) describe the hand that the move leaves; for ``draw
    pile`` the hand before the draw. ``p_within``: by number of turns, the chance to have laid down,
    with best play; for a take or a draw this turn is the first. ``turns``: expected number of turns
    until then; None where no table is known for the phase, or the phase lies. ``points_left``:
    points of the cards held after the move, should the round end then; for a ``draw pile`` on the
    average, rounded. ``danger``: estimated chance that the next player can use the discard, None
    where nothing is known of the next player. ``expected_missing``: mean of ``missing`` after a
    take or a draw. ``goes_out``: the round ends with this move; ``p_out``: chance that a draw ends
    it. ``win_chance``: estimated chance to win the match, ``win_chance_se`` its standard error;
    None where nobody was asked. ``cost``: what the options are ranked by, the smaller the better;
    equal ones share ``rank``.
    """

    move: str
    then: str = ""
    hits: tuple[str, ...] = ()
    rank: int = 0
    missing: int = 0
    useful: Mapping[Card, int] = field(default_factory=dict)
    live: int = 0
    unseen: int = 0
    p_next: Fraction = Fraction(0)
    p_within: Mapping[int, Fraction | float] = field(default_factory=dict)
    turns: float | None = None
    points_left: int = 0
    danger: float | None = None
    expected_missing: Fraction | None = None
    goes_out: bool = False
    p_out: float | None = None
    win_chance: float | None = None
    win_chance_se: float | None = None
    cost: tuple[float, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Advice:
    """Hold everything a hint says.

    ``question``: "discard" (eleven cards), "draw" (take the face-up card or draw), "lay" (eleven
    cards hold the phase), "end" (the phase lies: hits and the discard), "plan" (no move to rank).
    ``within``: chance to have laid down within 1, 2, … turns, of the hand as it is, or after the
    best discard. ``assumed``: codes of what was not given (``seen.nothing``, ``top.unknown``,
    ``rules.seed``) or cannot be done (``top.skip``: a skip lies face up and may not be taken).
    ``method``: for each figure that is there how it was found: "exact", "estimate", "counting",
    "judgment", "model offer", "model pile" or "simulated". ``model``: what turns to come are like,
    "offer" or "pile". ``bound``: figures of the phase by a simulated policy, where no table can
    hold it: over the deal, not for this hand. ``winning``: how the chances to win were found.
    """

    position: Position
    question: str
    groupings: tuple[Grouping, ...]
    odds: DrawOdds
    within: tuple[Fraction | float, ...]
    options: tuple[Option, ...]
    assumed: tuple[str, ...]
    method: Mapping[str, str]
    model: str = "offer"
    bound: WaitingFigures | None = None
    winning: WinChances | None = None

    @property
    def certain(self) -> bool:
        """Tell whether the phase can be laid in this turn: nothing is waited for."""
        return self.question in ("lay", "end")

    @property
    def counted(self) -> bool:
        """Tell whether moves are ranked by counting for want of any figure of the phase."""
        return self.method.get("rank") == "counting" and self.bound is None
