"""Matches of a study as records: played once more with a log, then by the engine."""

from __future__ import annotations

from typing import Final

from phase10.game.records import Record
from phase10.players.board import DONE, NONE, ROUND, SCORE, SEAT_SIZE, SEATS
from phase10.simulation.records import recorded
from phase10.simulation.rows import WINNER
from phase10.simulation.study import Study, logged_match

__all__ = ["MOST_RECORDS", "record_match"]

MOST_RECORDS: Final = 10_000


def record_match(study: Study, number: int) -> Record:
    """Give the record of a match of a study, by its number from 0, verified against the engine.

    Raises :class:`ValueError` when the engine came to another end than the simulator: then one of
    the two is wrong.
    """
    match = logged_match(study, number)
    names = [study.players[player] for player in match.seated]
    record = Record.start(match.seed, names, names, study.rules, study.phases)
    board = match.state.board
    record = recorded(record, match.log, int(board[ROUND]))
    game = record.game
    rows = [SEATS + seat * SEAT_SIZE for seat in range(len(names))]
    winner = int(match.state.game[WINNER])
    found = (
        None if winner == NONE else winner,
        [int(board[row + SCORE]) for row in rows],
        [int(board[row + DONE]) for row in rows],
        int(board[ROUND]),
    )
    right = (
        game.winner,
        [seat.score for seat in game.seats],
        [sum(1 << (done - 1) for done in seat.done) for seat in game.seats],
        game.round,
    )
    if found != right:
        raise ValueError(f"match {number} of {study}: {found} in the simulator, {right} by the law")
    return record
