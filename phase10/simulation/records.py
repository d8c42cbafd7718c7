"""From the log of a simulated match to a record that the engine has played move by move."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from phase10.game.cards import CARDS, Card
from phase10.game.engine import Game
from phase10.game.kinds import WILD
from phase10.game.melds import declared
from phase10.game.moves import SEATS, Discard, Draw, Hit, Laid, Lay, Step, TakeDiscard
from phase10.game.records import Record
from phase10.game.stages import DRAW, ROUND_OVER
from phase10.players.board import NONE, STANDS, TAKEN, discard_parts, hit_parts
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
        goals = game.setup.phases[value].groups
        groups = tuple(Laid(goal.kind, _cards(numbers)) for goal in goals)
        return Lay(groups, value + 1 if len(game.open_phases(game.turn)) > 1 else None)
    if step == HIT_ON:
        return _hit(game, *hit_parts(value))
    kind, target = discard_parts(value)
    return Discard(CARDS[kind], None if target == NONE else target)


def _cards(numbers: deque[int]) -> tuple[Card, ...]:
    """Read the cards of a group as they lie."""
    found: list[Card] = []
    while (number := numbers.popleft()) != NONE:
        if number < STANDS:
            found.append(CARDS[number])
        else:
            found.append(declared(number - STANDS) if number > STANDS else CARDS[WILD])
    return tuple(found)


def _hit(game: Game, kind: int, place: int, high: int) -> Hit:
    meld = game.table[place]
    card = CARDS[kind]
    if kind == WILD:
        if meld.ends is not None:
            card = declared(meld.ends[1] + 1 if high else meld.ends[0] - 1)
        elif meld.number is not None:
            card = declared(meld.number)
    group = sum(other.owner == meld.owner for other in game.table[: place + 1])
    return Hit(card, SEATS.index(meld.owner), group)


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
