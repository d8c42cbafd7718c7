"""A learner at a board: acts, answers, hints, stars. This is what a page talks to.

>>> from phase10.teaching.course import levels
>>> sitting = levels()[2].boards[0].start()
>>> answer = sitting.act("lay set R7 B7 G9")
>>> answer.accepted, answer.code, answer.refusal.rule
(False, 'lay.numbers', 'S6')
>>> sitting.act(sitting.next_act()).accepted, sitting.solved, sitting.stars
(True, True, 2)
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, replace
from typing import Final

from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.refusals import Refusal
from phase10.game.rules import Rules
from phase10.players import PLAYERS, choice_of
from phase10.teaching.course.acts import Act, Point, Tap, act_text, parse_act, tap_meets
from phase10.teaching.course.board import RUNGS, Board, Wrong
from phase10.teaching.course.playing import (
    Happened,
    Refused,
    State,
    acted,
    first_state,
    is_met,
    is_missed,
    refused_move,
    same_act,
    unwanted,
)
from phase10.teaching.course.scene import seats_of, waits
from phase10.teaching.words import Words

__all__ = ["MOST_STARS", "Answer", "Hint", "Sitting", "stars_for"]

MOST_STARS: Final = 3
_ONE_LESS: Final = 2
"""Acts too many that still leave two stars."""

_DEPTH: Final = 3
_MOST_TRIED: Final = 600
"""How far a way to the goal is looked for where the learner has left the shown one."""


@dataclass(frozen=True)
class Answer:
    """Hold what a board says to an act.

    ``code``: "" for an accepted act, else that of the refusal, of the game or of
    :data:`phase10.teaching.course.playing.REFUSED` (with ``values``); ``refusal``: what the rules
    say, with the cards and a lawful act (on a board where the forbidden move is found, the reason
    against it); ``words``: what the board itself says about this act; ``happened``: the steps of
    the game that followed, the learner's own first; ``solved`` and ``missed``: how the board stands
    now.
    """

    act: Act
    code: str = ""
    refusal: Refusal | None = None
    values: tuple[tuple[str, int], ...] = ()
    words: Words | None = None
    happened: tuple[Happened, ...] = ()
    solved: bool = False
    missed: bool = False

    @property
    def accepted(self) -> bool:
        """Tell whether the act was made."""
        return not self.code


@dataclass(frozen=True)
class Hint:
    """Hold one rung of the ladder, from 1; the last one has the act, all others only words."""

    rung: int
    words: Words | None
    act: Act | None = None


def stars_for(board: Board, accepted: int, refused: int) -> int:
    """Give the stars of a solved board: 3 for par, one less for up to two acts too many, else 1.

    Each refused act is one too many, so is each beyond par. Hints are free.
    """
    beyond = max(0, accepted - board.par) if board.par else 0
    surplus = beyond + refused
    return MOST_STARS if not surplus else MOST_STARS - 1 if surplus <= _ONE_LESS else 1


class Sitting:
    """Hold a learner's way through a board.

    ``board``, ``rules`` (None: the board's own), ``state`` (now), ``answers`` (all of them, in
    order), ``rung`` (the highest hint opened since the last accepted act).
    """

    def __init__(
        self, board: Board, rules: Rules | None = None, acts: tuple[str, ...] = ()
    ) -> None:
        self.board = board
        self.rules = rules
        self.states = [first_state(board, rules)]
        self.answers: list[Answer] = []
        self.hints = 0
        self.rung = 0
        self._open_first_hint()
        for act in acts:
            self.act(act)

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Give the board as it stands."""
        return self.states[-1]

    @property
    def game(self) -> Game | None:
        """Give the game on the table; the learner sits at seat 0."""
        return self.state.game

    @property
    def names(self) -> tuple[str, ...]:
        """Name the players by seat; the learner is ``me``."""
        return self.state.names

    @property
    def waiting(self) -> bool:
        """Tell whether others are to play first: the act to make is ``wait``."""
        return self.game is not None and waits(self.game)

    @property
    def solved(self) -> bool:
        """Tell whether the goal is reached."""
        return is_met(self.board, self.state)

    @property
    def missed(self) -> bool:
        """Tell whether the goal cannot be reached any more: take back, or start again."""
        return is_missed(self.board, self.state)

    @property
    def stars(self) -> int:
        """Give the stars so far, 0 before the board is solved."""
        if not self.solved:
            return 0
        accepted = sum(answer.accepted for answer in self.answers)
        return stars_for(self.board, accepted, len(self.answers) - accepted)

    @property
    def left(self) -> tuple[str, ...]:
        """List what is still to be tapped and which fields are still empty."""
        goal, state = self.board.success, self.state
        filled = {field for field, _ in state.numbers}
        return (
            *(
                target
                for target in goal.tapped
                if not any(tap_meets(what, target) for what in state.tapped)
            ),
            *(field for field, _ in goal.numbers if field not in filled),
        )

    @property
    def shaky(self) -> dict[str, int]:
        """Count how often each rule was the reason of a refusal here, the most frequent first."""
        return dict(Counter(map(self.rule_of, self._refused())).most_common())

    def _refused(self) -> list[Answer]:
        return [answer for answer in self.answers if self.rule_of(answer)]

    def rule_of(self, answer: Answer) -> str:
        """Give the sentence of the rules that an answer was about; "" where no rule was broken.

        Where the game does not say, it is the first one that the board is about.
        """
        if answer.accepted:
            return ""
        if answer.refusal is not None:
            return answer.refusal.rule
        about = answer.code in ("course.tap", "course.option", "course.number", "course.allowed")
        return self.board.rules[0] if about and self.board.rules else ""

    # --- what can be done -------------------------------------------------------------------------

    def act(self, act: Act | str) -> Answer:
        """Make an act, or tell why not; a refused act changes nothing on the table.

        Raises :class:`GameError` for a text that is no act.
        """
        if isinstance(act, str):
            act = parse_act(act, seats_of(self.names))
        before = self.state
        result = acted(self.board, before, act)
        if isinstance(result, Refused):
            answer = Answer(
                act,
                result.code,
                result.refusal,
                result.values,
                self._words(before, act, result),
                solved=self.solved,
                missed=self.missed,
            )
        else:
            self.states.append(result)
            self.rung = 0
            answer = Answer(
                act,
                refusal=self._found(act),
                words=self._praise(act),
                happened=result.happened,
                solved=self.solved,
                missed=self.missed,
            )
            self._open_first_hint()
        if _counts(answer):
            self.answers.append(answer)
        return answer

    def undo(self) -> bool:
        """Take the last accepted act back; False at the start. What was done still counts."""
        if len(self.states) == 1:
            return False
        self.states.pop()
        self.rung = 0
        self._open_first_hint()
        return True

    def restart(self) -> None:
        """Begin the board anew, with all stars to be had."""
        del self.states[1:]
        self.answers.clear()
        self.hints = self.rung = 0
        self._open_first_hint()

    def hint(self, rung: int | None = None) -> Hint:
        """Open the next rung of the ladder, or the one asked for; the last one tells the act."""
        self.hints += 1
        self.rung = min(RUNGS, rung or self.rung + 1)
        return self.hint_at(self.rung)

    def hint_at(self, rung: int) -> Hint:
        """Give a rung without opening it."""
        if rung < RUNGS:
            hints = self.board.hints
            return Hint(rung, hints[rung - 1] if rung <= len(hints) else None)
        act = self.next_act()
        return Hint(rung, None if act is None else self._reason(act), act)

    def next_act(self) -> Act | None:
        """Give the next act of a best way to the goal; None where the last act must be undone."""
        board, state = self.board, self.state
        if self.solved or self.missed:
            return None
        if board.script:
            game = state.game
            return None if game is None else choice_of(PLAYERS[board.script], game)
        if board.moves and state.game is not None:
            game = state.game
            wrong = (
                place
                for place, candidate in enumerate(board.moves, start=1)
                if refused_move(game, candidate) is not None
            )
            return Point(next(wrong))
        return _way_on(board, state) or _way_found(board, state)

    # --- words ------------------------------------------------------------------------------------

    def _open_first_hint(self) -> None:
        self.rung = 1 if self.board.mode == "guided" and not self.solved else 0

    def _words(self, state: State, act: Act, refused: Refused) -> Words | None:
        """Find what the board says about a refused act: to this one, else to all with its code."""
        if isinstance(act, Point) and refused.code == "course.allowed":
            return self.board.moves[act.move - 1].words
        if refused.code == "course.wrong":
            wrong = unwanted(self.board, state, act)
            return None if wrong is None else wrong.words
        return _wrong_words(self.board.wrongs, state, act, refused.code)

    def _found(self, act: Act) -> Refusal | None:
        if isinstance(act, Point) and self.state.game is not None:
            return refused_move(self.state.game, self.board.moves[act.move - 1])
        return None

    def _praise(self, act: Act) -> Words | None:
        """Find why an accepted act is right, where the board tells it."""
        if isinstance(act, Point):
            return self.board.moves[act.move - 1].words
        return self._reason(act)

    def _reason(self, act: Act) -> Words | None:
        games = [state.game for state in self.states[-2:]]
        for step in self.board.steps:
            if any(_alike(game, step.act, act) for game in games):
                return step.words
        return None


def _counts(answer: Answer) -> bool:
    """Tell whether an answer is one of the learner's tries; after the end nothing is tried."""
    return answer.code not in ("course.solved", "course.missed", "course.tapped", "course.here")


def _wrong_words(wrongs: tuple[Wrong, ...], state: State, act: Act, code: str) -> Words | None:
    """Find the words about a refused act: those written for it, else those for its code."""
    same = [wrong for wrong in wrongs if wrong.code == code]
    for wrong in same:
        if wrong.act == act or same_act(state.game, wrong.act, act):
            return wrong.words
    return next((wrong.words for wrong in same if wrong.every), None)


def _alike(game: Game | None, planned: Act, act: Act) -> bool:
    if isinstance(planned, Tap) and isinstance(act, Tap):
        return planned.what == act.what
    return same_act(game, planned, act)


def _way_on(board: Board, state: State) -> Act | None:
    """Find acts among the steps of the board that lead to the goal from here; give the first."""
    made = Counter(state.made)
    left: list[Act] = []
    for step in board.steps:
        text = act_text(step.act, state.names)
        if made[text]:
            made[text] -= 1
        else:
            left.append(step.act)
    all_steps = [step.act for step in board.steps]
    ways = [left, *(all_steps[place:] for place in range(len(all_steps)))]
    return next((way[0] for way in ways if way and _leads(board, state, way)), None)


def _way_found(board: Board, state: State) -> Act | None:
    """Try lawful moves until the goal is reached, the fewest first; give the first of them."""
    free = replace(board, mode="alone") if board.mode == "shown" else board
    reached: deque[tuple[State, Act | None, int]] = deque([(state, None, 0)])
    tried = 0
    while reached and tried < _MOST_TRIED:
        now, first, depth = reached.popleft()
        if now.game is None or depth == _DEPTH:
            continue
        for move in now.game.legal_moves():
            tried += 1
            after = acted(free, now, move)
            if isinstance(after, Refused):
                continue
            if is_met(board, after):
                return first or move
            if not is_missed(board, after):
                reached.append((after, first or move, depth + 1))
    return None


def _leads(board: Board, state: State, acts: list[Act]) -> bool:
    free = replace(board, mode="alone") if board.mode == "shown" else board
    for act in acts:
        try:
            after = acted(free, state, act)
        except GameError:
            return False
        if isinstance(after, Refused):
            return False
        state = after
        if is_met(board, state):
            return True
    return False
