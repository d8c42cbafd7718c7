"""Write moves as scripts for :mod:`phase10.simulation.winning_loops`: the numbers of a log."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.moves import Discard, Draw, Hit, Laid, Lay, Step, TakeDiscard, parse_move
from phase10.game.phases import Phase
from phase10.game.sight import seats_by_name
from phase10.players.board import (
    DRAWN,
    GROUP_ROOM,
    NONE,
    STANDS,
    TAKEN,
    discard_code,
    hit_code,
)
from phase10.simulation.rows import DREW_ONE, HIT_ON, LAID_DOWN, STEPS, THREW_ONE

__all__ = ["script_of"]


def script_of(game: Game, names: Sequence[str], steps: Sequence[str]) -> list[int]:
    """Write moves of the player to move as numbers.

    ``names``: of the seats, as in the texts. What a blind draw brings is not looked at: it has to
    be the last move. Raises what :meth:`phase10.game.engine.Game.steps` raises.
    """
    seats = seats_by_name(names)
    script: list[int] = []
    # Where a group of the engine's table lies in the rows.
    places = list(range(len(game.table)))
    for text in steps:
        for step in game.steps(parse_move(text, seats)):
            if isinstance(step, Lay):
                numbers = game.open_phases(game.turn)
                number = numbers[0] if step.phase is None else step.phase
                order = _order(step.groups, game.setup.phase(number))
                script += [(number - 1) * STEPS + LAID_DOWN, *_laying(step.groups, order)]
                first = len(places)
                places += [first + order.index(group) for group in range(len(order))]
            else:
                script.append(_number(game, step, places))
            game = game.play(step)
    return script


def _order(groups: Sequence[Laid], phase: Phase) -> list[int]:
    """Give for each goal of a phase the place of its group."""
    free = list(range(len(groups)))
    order = []
    for goal in phase.groups:
        found = next(
            place
            for place in free
            if groups[place].kind == goal.kind and len(groups[place].cards) == goal.size
        )
        free.remove(found)
        order.append(found)
    return order


def _laying(groups: Sequence[Laid], order: Sequence[int]) -> list[int]:
    row = []
    for place in order:
        kind, cards = groups[place]
        codes = [_code(kind, card) for card in cards]
        row += [*codes, *[NONE] * (GROUP_ROOM - len(codes))]
    return row


def _code(kind: str, card: Card) -> int:
    """Write a card as it lies; where a group needs no number, a wild stands for none."""
    if not card.is_wild:
        return card.kind
    numbered = kind in ("set", "cset", "run", "crun")
    return STANDS + (card.stands_for or 0 if numbered else 0)


def _number(game: Game, step: Step, places: Sequence[int]) -> int:
    if isinstance(step, Draw):
        return DRAWN * STEPS + DREW_ONE
    if isinstance(step, TakeDiscard):
        return TAKEN * STEPS + DREW_ONE
    if isinstance(step, Hit):
        place = game.place(step.seat, step.group)
        ends = game.table[place].ends
        number = step.card.stands_for or step.card.number
        high = int(ends is not None and number == ends[1] + 1)
        return hit_code(step.card.kind, places[place], high) * STEPS + HIT_ON
    assert isinstance(step, Discard)  # noqa: S101 - the last kind of a lawful step
    target = NONE if step.target is None else step.target
    return discard_code(step.card.kind, target) * STEPS + THREW_ONE
