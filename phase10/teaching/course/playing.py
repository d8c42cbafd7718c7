"""What an act does on a board: the next state, or why it is refused. Nothing here is kept.

Every board is played by this one engine on :mod:`phase10.game.engine`; no level has code of its
own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from phase10.game.cards import Cards
from phase10.game.engine import Game
from phase10.game.moves import Discard, Hit, Lay, Move, Step, TakeBack
from phase10.game.refusals import Refusal
from phase10.game.rules import Rules
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.teaching.course.acts import (
    Act,
    Choose,
    Enter,
    Point,
    Tap,
    Wait,
    act_text,
    kind_of,
    tap_meets,
)
from phase10.teaching.course.board import Board, Candidate, Wrong
from phase10.teaching.course.scene import MY_SEAT, begun, lies_there, others_move, waits

__all__ = [
    "REFUSED",
    "Happened",
    "Refused",
    "State",
    "acted",
    "first_state",
    "is_met",
    "is_missed",
    "refused_move",
    "same_act",
    "unwanted",
]

REFUSED: Final = {
    "course.here": (),  # this board knows no such act
    "course.shown": (),  # another act than the one that is shown
    "course.wrong": (),  # lawful, but it does not serve the goal
    "course.tap": (),  # this thing is not asked for
    "course.nothing": (),  # no such thing lies here
    "course.tapped": (),  # this was found before
    "course.option": (),  # the wrong one of the options
    "course.number": (),  # the wrong number
    "course.range": ("low", "high"),  # a number that cannot be
    "course.allowed": (),  # the move pointed at is allowed
    "course.your_turn": (),  # nothing to wait for
    "course.solved": (),  # the board is solved
    "course.missed": (),  # the turns of the board are over
}
"""Why an act is refused where the rules of the game do not say; each with its values."""

_MOST_MOVES: Final = 2_000
"""Moves of others in a row, more than any round has: whatever plays on is stopped."""


class Happened(NamedTuple):
    """Hold a step that was made, and the state of the game before it."""

    before: Game
    step: Step


@dataclass(frozen=True)
class Refused:
    """Hold why an act is refused: a code of the game or of :data:`REFUSED`, with its values.

    ``refusal``: what the rules say, None where it is not the rules that refuse.
    """

    code: str
    refusal: Refusal | None = None
    values: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class State:
    """Hold a board at one moment; undo is keeping the old state.

    ``game``: None on a board without a table; ``names``: the players by seat; ``made``: what the
    learner did, in text; ``steps``: the learner's steps of the game; ``others``: moves that the
    others made; ``happened``: what the last act brought; the rest is what was tapped, chosen and
    entered, and whether the forbidden move was found.
    """

    game: Game | None
    names: tuple[str, ...]
    made: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    others: int = 0
    tapped: tuple[str, ...] = ()
    chosen: str = ""
    numbers: tuple[tuple[str, int], ...] = ()
    found: bool = False
    happened: tuple[Happened, ...] = ()

    @property
    def over(self) -> bool:
        """Tell whether the round has ended."""
        return self.game is not None and self.game.stage in (ROUND_OVER, MATCH_OVER)

    @property
    def turns(self) -> int:
        """Count the own turns that are over."""
        return sum(isinstance(step, Discard) for step in self.steps)


def first_state(board: Board, rules: Rules | None = None) -> State:
    """Give the board at its start; in a dealt round the others play up to the own turn.

    ``rules`` replace those of the board. Raises :class:`phase10.game.errors.GameError`.
    """
    state = State(*begun(board.scene, rules))
    return _others_play(board, state) if board.scene.deal is not None else state


def acted(board: Board, state: State, act: Act) -> State | Refused:
    """Give the state after an act of the learner and what the others do then, or the refusal."""
    refused = _refused_at_once(board, state, act)
    if refused is not None:
        return refused
    if isinstance(act, Tap):
        after = _tapped(board, state, act)
    elif isinstance(act, Choose):
        after = _chosen(board, state, act)
    elif isinstance(act, Enter):
        after = _entered(board, state, act)
    elif isinstance(act, Point):
        after = _pointed(board, state, act)
    elif isinstance(act, Wait):
        after = _waited(board, state)
    else:
        after = _moved(board, state, act)
    if isinstance(after, Refused):
        return after
    return replace(after, made=(*state.made, act_text(act, state.names)))


def _refused_at_once(board: Board, state: State, act: Act) -> Refused | None:
    """Refuse what the board has no place for, whatever it is."""
    is_move = isinstance(act, Move)
    if isinstance(act, Move) and state.game is not None and state.over:
        return _by_the_rules(state.game, act)
    if is_met(board, state):
        return Refused("course.solved")
    if is_missed(board, state):
        return Refused("course.missed")
    if kind_of(act) not in board.acts or (is_move and state.game is None):
        return Refused("course.here")
    return None


# --- moves of the game ----------------------------------------------------------------------------


def _moved(board: Board, state: State, move: Move) -> State | Refused:
    game = state.game
    if game is None:
        return Refused("course.here")
    refused = _by_the_rules(game, move)
    if refused is not None:
        return refused
    if unwanted(board, state, move) is not None:
        return Refused("course.wrong")
    if _is_not_shown(board, state, move):
        return Refused("course.shown")
    steps = game.steps(move, MY_SEAT)
    happened: list[Happened] = []
    for step in steps:
        happened.append(Happened(game, step))
        game = game.play(step, MY_SEAT)
    after = replace(state, game=game, steps=(*state.steps, *steps), happened=tuple(happened))
    return _others_play(board, after)


def _by_the_rules(game: Game, move: Move) -> Refused | None:
    refusal = game.check(move, MY_SEAT)
    return None if refusal is None else Refused(refusal.code, refusal)


def _others_play(board: Board, state: State) -> State:
    """Let the others play until it is the learner's turn, or the round is over."""
    game, made = state.game, state.others
    happened = list(state.happened)
    while game is not None and waits(game) and made - state.others < _MOST_MOVES:
        move = others_move(game, board.others, made, state.names)
        made += 1
        for step in game.steps(move):
            happened.append(Happened(game, step))
            game = game.play(step)
    return replace(state, game=game, others=made, happened=tuple(happened))


def _waited(board: Board, state: State) -> State | Refused:
    if state.game is None or not waits(state.game):
        return Refused("course.your_turn")
    return _others_play(board, replace(state, happened=()))


def unwanted(board: Board, state: State, act: Act) -> Wrong | None:
    """Find the words about a lawful act that does not serve the goal of the board."""
    return next(
        (
            wrong
            for wrong in board.wrongs
            if wrong.code == "course.wrong" and same_act(state.game, wrong.act, act)
        ),
        None,
    )


def _is_not_shown(board: Board, state: State, act: Act) -> bool:
    """Tell whether a board shows another act now than this one."""
    if board.mode != "shown" or board.script:
        return False
    place = len(state.made)
    return place < len(board.steps) and not same_act(state.game, board.steps[place].act, act)


def same_act(game: Game | None, first: Act, second: Act) -> bool:
    """Tell whether two acts are the same at this moment, however they are written."""
    if first == second:
        return True
    if kind_of(first) != kind_of(second) or game is None:
        return False
    if isinstance(first, Discard) and isinstance(second, Discard):
        same = first.card.kind == second.card.kind
        return same and _target(game, first) == _target(game, second)
    if isinstance(first, Lay) and isinstance(second, Lay):
        return _groups(game, first) == _groups(game, second)
    if isinstance(first, Hit | TakeBack) and isinstance(second, Hit | TakeBack):
        place = (first.seat, first.group) == (second.seat, second.group)
        return place and _hit_card(game, first) == _hit_card(game, second)
    return False


def _target(game: Game, discard: Discard) -> int | None:
    """Give who is skipped by a discard, also where it is not said because only one can be."""
    if discard.target is None and discard.card.is_skip and len(game.skip_targets()) == 1:
        return game.skip_targets()[0]
    return discard.target


def _groups(game: Game, lay: Lay) -> list[tuple[str, tuple[str, ...]]]:
    """Give the groups of a laying in a form that does not depend on how they were told."""
    told = lay
    if game.check(lay, MY_SEAT) is None:
        step = game.steps(lay, MY_SEAT)[0]
        told = step if isinstance(step, Lay) else lay
    return sorted((kind, tuple(sorted(map(str, cards)))) for kind, cards in told.groups)


def _hit_card(game: Game, move: Hit | TakeBack) -> str:
    place = game.place(move.seat, move.group)
    return str(game.table[place].understood(move.card) if place >= 0 else move.card)


# --- acts that are no moves -----------------------------------------------------------------------


def _tapped(board: Board, state: State, act: Tap) -> State | Refused:
    if not lies_there(state.game, state.names, act.what):
        return Refused("course.nothing")
    targets = [target for target in board.success.tapped if tap_meets(act.what, target)]
    if not targets:
        return Refused("course.tap")
    if all(any(tap_meets(what, target) for what in state.tapped) for target in targets):
        return Refused("course.tapped")
    if _is_not_shown(board, state, act):
        return Refused("course.shown")
    return replace(state, tapped=(*state.tapped, act.what), happened=())


def _chosen(board: Board, state: State, act: Choose) -> State | Refused:
    if act.option not in (option.id for option in board.options):
        return Refused("course.nothing")
    if act.option != board.success.chosen:
        return Refused("course.option")
    return replace(state, chosen=act.option, happened=())


def _entered(board: Board, state: State, act: Enter) -> State | Refused:
    field = next((field for field in board.fields if field.id == act.field), None)
    if field is None:
        return Refused("course.nothing")
    if not field.low <= act.number <= field.high:
        return Refused("course.range", values=(("low", field.low), ("high", field.high)))
    if (act.field, act.number) not in board.success.numbers:
        return Refused("course.number")
    if _is_not_shown(board, state, act):
        return Refused("course.shown")
    return replace(
        state, numbers=tuple(sorted({*state.numbers, (act.field, act.number)})), happened=()
    )


def _pointed(board: Board, state: State, act: Point) -> State | Refused:
    if not 1 <= act.move <= len(board.moves) or state.game is None:
        return Refused("course.nothing")
    if refused_move(state.game, board.moves[act.move - 1]) is None:
        return Refused("course.allowed")
    return replace(state, found=True, happened=())


def refused_move(game: Game, candidate: Candidate) -> Refusal | None:
    """Give the refusal of the first of the moves that is not allowed; None when all are."""
    for move in candidate.acts:
        if not isinstance(move, Move):
            raise TypeError(f"no move: {move!r}")
        refusal = game.check(move, MY_SEAT)
        if refusal is not None:
            return refusal
        game = game.play(move, MY_SEAT)
    return None


# --- the goal -------------------------------------------------------------------------------------


def is_met(board: Board, state: State) -> bool:
    """Tell whether all that the board asks for holds."""
    goal, game = board.success, state.game
    made = set(state.made)
    hits = sum(isinstance(step, Hit) for step in state.steps)
    return (
        (not goal.laid or (game is not None and game.seats[MY_SEAT].laid is not None))
        and hits >= goal.hits
        and state.turns >= goal.turns
        and (not goal.round_over or state.over)
        and (not goal.out or _out(state) == goal.out)
        and (not goal.skipped or _skipped(state, goal.skipped))
        and made.issuperset(goal.played)
        and (not goal.keeps or _keeps(state, goal.keeps))
        and all(any(tap_meets(what, one) for what in state.tapped) for one in goal.tapped)
        and state.chosen == goal.chosen
        and set(state.numbers).issuperset(goal.numbers)
        and (not goal.found or state.found)
    )


def is_missed(board: Board, state: State) -> bool:
    """Tell whether the goal can no longer be reached: the turns of the board are over."""
    if is_met(board, state):
        return False
    ended_here = state.over and bool(state.steps or state.others)
    return ended_here or (board.turns > 0 and state.turns >= board.turns)


def _out(state: State) -> str:
    """Name who ended the round, "" while nobody has."""
    game = state.game
    return "" if game is None or not state.over or game.out is None else state.names[game.out]


def _skipped(state: State, name: str) -> bool:
    return any(
        isinstance(step, Discard) and step.target is not None and state.names[step.target] == name
        for step in state.steps
    )


def _keeps(state: State, cards: Cards) -> bool:
    if state.game is None:
        return False
    held = state.game.hand(MY_SEAT).counts
    return all(have >= wanted for have, wanted in zip(held, cards.counts, strict=True))
