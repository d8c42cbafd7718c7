"""A board of the course, as read from its data file: a small table, a goal, and words for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from phase10.game.cards import Cards
from phase10.game.position import Position
from phase10.game.rules import Rules
from phase10.teaching.course.acts import Act
from phase10.teaching.words import Words

if TYPE_CHECKING:
    from phase10.teaching.course.sitting import Sitting

__all__ = [
    "MODES",
    "RUNGS",
    "Board",
    "Candidate",
    "Deal",
    "Field",
    "Goal",
    "Level",
    "Option",
    "Scene",
    "Step",
    "Wrong",
]

MODES: Final = ("shown", "guided", "alone", "illegal")
"""How much help a board gives, in the order of a level.

``shown``: each act is shown and the learner makes it; ``guided``: the first hint lies open;
``alone``: hints when asked for; ``illegal``: of several moves the one is found that the rules do
not allow.
"""

RUNGS: Final = 4
"""Rungs of the ladder of hints: the idea, the cards, the count, the whole act with its reason."""


class Step(NamedTuple):
    """Hold one act of the best way to the goal, and why it is right."""

    act: Act
    words: Words


class Wrong(NamedTuple):
    """Hold an act that is answered with words of its own.

    ``code``: of the refusal it provokes, ``course.wrong`` for a lawful act that does not serve the
    goal; ``after``: how many steps are made before it can be tried; ``every``: whether the words
    suit all acts that are refused with this code, not only this one.
    """

    act: Act
    code: str
    words: Words
    after: int = 0
    every: bool = False


class Option(NamedTuple):
    """Hold one thing that can be chosen."""

    id: str
    words: Words


class Field(NamedTuple):
    """Hold a place for a number; ``low`` and ``high`` bound what can be entered."""

    id: str
    words: Words
    low: int
    high: int


class Candidate(NamedTuple):
    """Hold moves among which the one that is not allowed is to be found, with words about them."""

    acts: tuple[Act, ...]
    words: Words


@dataclass(frozen=True)
class Goal:
    """Hold what makes a board solved: all that is asked for, at the same time.

    ``laid``: the own phase lies; ``hits``: so many cards were hit; ``turns``: so many own turns are
    over; ``round_over``: the round is; ``out``: who ended it; ``skipped``: who was skipped by the
    learner; ``played``: acts that were made; ``keeps``: cards still in the hand; ``tapped``: what
    was tapped; ``chosen``: the option chosen; ``numbers``: what the fields hold; ``found``: the
    move that is not allowed was pointed at.
    """

    laid: bool = False
    hits: int = 0
    turns: int = 0
    round_over: bool = False
    out: str = ""
    skipped: str = ""
    played: tuple[str, ...] = ()
    keeps: Cards = Cards()
    tapped: tuple[str, ...] = ()
    chosen: str = ""
    numbers: tuple[tuple[str, int], ...] = ()
    found: bool = False


class Deal(NamedTuple):
    """Hold a round that is dealt: the seed, the others in turn order, who deals."""

    seed: int
    players: tuple[str, ...]
    dealer: str


@dataclass(frozen=True)
class Scene:
    """Hold what lies on the table at the start; all parts are None or empty where nothing does.

    ``position``: what the learner sees; ``draws``: the kinds that come from the draw pile, the next
    one first; ``watching``: who sits at the table and is not dealt in; ``deal``: a whole round
    instead of a position.
    """

    position: Position | None = None
    draws: tuple[int, ...] = ()
    watching: tuple[str, ...] = ()
    deal: Deal | None = None


@dataclass(frozen=True)
class Board:
    """Hold one board; :meth:`start` sits a learner down at it.

    ``rules``: the numbers of the sentences it is about; ``par``: the fewest acts, 0 where a whole
    round is played; ``acts``: the kinds of acts it knows; ``turns``: own turns after which it is
    missed, 0 for no end; ``others``: how the others play – ``quiet``, a computer player's name, or
    moves in text one after the other; ``script``: the computer player that shows the way through a
    dealt round; ``variants``: rules that it can be played by instead of its own.
    """

    id: str
    mode: str
    goal: Words
    rules: tuple[str, ...]
    par: int
    hints: tuple[Words, ...]
    success: Goal
    scene: Scene
    acts: tuple[str, ...]
    turns: int = 1
    steps: tuple[Step, ...] = ()
    wrongs: tuple[Wrong, ...] = ()
    options: tuple[Option, ...] = ()
    fields: tuple[Field, ...] = ()
    moves: tuple[Candidate, ...] = ()
    others: str | tuple[str, ...] = "quiet"
    script: str = ""
    variants: tuple[Rules, ...] = ()

    def start(self, rules: Rules | None = None, acts: tuple[str, ...] = ()) -> Sitting:
        """Begin the board; ``acts`` are made at once, to go on where a learner stopped.

        ``rules``: one of ``variants``, or any others for a dealt round. Raises
        :class:`GameError` where rules, players and cards do not go together.
        """
        from phase10.teaching.course.sitting import Sitting

        return Sitting(self, rules, acts)


@dataclass(frozen=True)
class Level:
    """Hold a level: its number, title and goal, and its boards from the shown one on."""

    id: int
    title: Words
    goal: Words
    boards: tuple[Board, ...]

    def board(self, board_id: str) -> Board:
        """Give a board by its id; raise KeyError."""
        found = {board.id: board for board in self.boards}
        return found[board_id]
