"""A match at one table between persons and computer players: what terminal and page both need.

Plain functions on a record; nothing is shown and nothing is saved here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from phase10.game.engine import Game
from phase10.game.moves import SEATS, Draw, Lay, Step
from phase10.game.records import Record
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS
from phase10.players.interface import choice_of, view_of
from phase10.players.preferences import aimed, ranked_layings
from phase10.solver.groupings import missing

__all__ = [
    "LONGEST_NAME",
    "NAMES",
    "SEEDS",
    "Happened",
    "aimed_phase",
    "best_layings",
    "can_undo",
    "happened",
    "is_computers",
    "is_running",
    "moved_by_computer",
    "names_beside",
    "nearest_missing",
    "persons_of",
    "seats_by_name",
]

NAMES: Final = ("Bruno", "Cilla", "Dora", "Emil", "Flora")
"""Names of computer players at seats B to F, by their initials."""

LONGEST_NAME: Final = 24

SEEDS: Final = 10**9
"""A seed that nobody chose is below this: a code that can be told to somebody."""


class Happened(NamedTuple):
    """Hold a step of a match between the states before and after it."""

    before: Game
    step: Step
    after: Game


def persons_of(record: Record) -> tuple[int, ...]:
    """List the seats of persons: those without a strategy."""
    return tuple(seat for seat, strategy in enumerate(record.strategies) if not strategy)


def names_beside(name: str, count: int) -> list[str]:
    """Name so many computer players so that none is called like the person."""
    called = [
        f"{other} 2" if other.casefold() == name.casefold() else other for other in NAMES[:count]
    ]
    # More opponents than seats are refused by the law.
    return called + ["?"] * (count - len(called))


def seats_by_name(record: Record, shown: Sequence[str]) -> dict[str, int]:
    """Give the seat of each letter, and of each name as it was given and as it is ``shown``."""
    named = {name.strip(): seat for seat, name in enumerate(record.names) if name.strip()}
    named |= {name: seat for seat, name in enumerate(shown)}
    letters = {SEATS[seat]: seat for seat in range(len(record.names))}
    return letters | {name: seat for name, seat in named.items() if name.upper() not in SEATS}


def is_running(game: Game) -> bool:
    """Tell whether a player is to move."""
    return game.stage in (DRAW, PLAY)


def is_computers(record: Record) -> bool:
    """Tell whether a computer player is to move."""
    return is_running(record.game) and bool(record.strategies[record.game.turn])


def moved_by_computer(record: Record) -> Record:
    """Let the computer player that is to move make one move."""
    player = PLAYERS[record.strategies[record.game.turn]]
    return record.played(choice_of(player, record.game))


def can_undo(record: Record, seat: int) -> bool:
    """Tell whether the last step may be taken back by a seat: its own, and it showed nothing new.

    A card that was drawn from the pile stays drawn, and a turn that has ended stays ended.
    """
    last = record.events[-1].step
    mine = record.game.turn == seat and record.game.stage == PLAY
    return mine and last is not None and not isinstance(last, Draw)


def happened(record: Record, start: int = 1) -> Iterator[Happened]:
    """Go through the steps from an event on, each between two states."""
    events = record.events
    for place in range(max(1, start), len(events)):
        step = events[place].step
        if step is not None:
            yield Happened(events[place - 1].game, step, events[place].game)


def aimed_phase(game: Game, seat: int) -> int | None:
    """Give the open phase that is nearest, None where none is open or one lies already."""
    numbers = game.open_phases(seat)
    if game.seats[seat].laid is not None or not numbers:
        return None
    phases = [game.setup.phase(number) for number in numbers]
    lacking = [missing(game.hand(seat), phase, game.rules) for phase in phases]
    return numbers[aimed(lacking, phases)]


def nearest_missing(game: Game, seat: int) -> int:
    """Count the cards missing from the nearest open phase; 0 where there is none."""
    aim = aimed_phase(game, seat)
    if aim is None:
        return 0
    return missing(game.hand(seat), game.setup.phase(aim), game.rules)


def best_layings(game: Game) -> Sequence[Lay]:
    """List the layings of the player to move, the best first."""
    if game.stage in (ROUND_OVER, MATCH_OVER):
        return []
    return ranked_layings(view_of(game), game.legal_layings())
