"""From the log of a simulated match to a record that the engine has played move by move."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from phase10.game.engine import Game
from phase10.game.moves import Draw, Lay, Step, TakeDiscard
from phase10.game.records import Record
from phase10.game.stages import DRAW, ROUND_OVER
from phase10.players.board import GROUP_ROOM, TAKEN
from phase10.players.codes import discard_of, hit_of, laid_groups
from phase10.simulation.rows import DREW_ONE, HIT_ON, LAID_DOWN, STEPS

__all__ = ["move_of", "recorded"]


def move_of(game: Game, numbers: deque[int]) -> Step:
    """Read the next step of a log, in the state in which it was made.

    Raises :class:`ValueError` for a log that does not go with the state.
    """
    number = numbers.popleft()
    value, step = divmod(number, STEPS)
    if (step == DREW_ONE) != (game.stage == DRAW):
        raise ValueError(f"step {step} of the log in the stage {game.stage!r}")
    if step == DREW_ONE:
        return TakeDiscard() if value == TAKEN else Draw()
    if step == LAID_DOWN:
        phase = game.setup.phases[value]
        codes = [numbers.popleft() for _ in range(len(phase.groups) * GROUP_ROOM)]
        several = len(game.open_phases(game.turn)) > 1
        return Lay(laid_groups(codes, phase), value + 1 if several else None)
    return hit_of(value, game.table) if step == HIT_ON else discard_of(value)


def recorded(record: Record, log: Sequence[int], rounds: int) -> Record:
    """Play a log on from the end of a record, every move ruled by the engine.

    ``rounds``: the last round that was dealt. Raises :class:`phase10.game.refusals.IllegalMove` for
    a move that the law does not allow, and :class:`ValueError` for a log that does not go with the
    record.
    """
    numbers = deque(log)
    while numbers or (record.game.stage == ROUND_OVER and record.game.round < rounds):
        if record.game.stage == ROUND_OVER:
            record = record.dealt()
        else:
            record = record.played(move_of(record.game, numbers))
    return record
