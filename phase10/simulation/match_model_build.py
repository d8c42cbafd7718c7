"""Make the tables of :mod:`phase10.simulation.match_model` from self-play.

    python -m phase10.simulation.match_model_build --matches 20000 --seed 1

plays matches of ``optimal`` for both presets and 2 to 6 players and writes ``match_model.json``
into the package. Who has not laid, or is not out, when a round ends has waited longer than that:
the chances of each turn are those among the seats that were still waiting then (the estimator of
Kaplan and Meier).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from phase10.game.phases import PHASES
from phase10.game.rules import PRESETS, Rules
from phase10.game.setup import Setup
from phase10.players.board import COUNT, LAID, NONE, OPEN, ROUND, SEAT_SIZE, SEATS, TIE_BREAK
from phase10.players.strategies import WORK_SIZE
from phase10.players.styles import number_of, style_of
from phase10.simulation.match_model import FILE, QUANTILES, TURNS, WHOLE
from phase10.simulation.rounds import begin_round, play_on, points_left
from phase10.simulation.rows import (
    CAPPED,
    LAID_AFTER,
    MATCH_ENDED,
    MOST_ROUNDS,
    OUT,
    OWN_TURNS,
    STAGE,
    Rows,
)
from phase10.simulation.shuffling import seed_of
from phase10.simulation.state import new_state
from phase10.simulation.study import numbers, ready, tables_for
from phase10.simulation.tournament import begin_match, next_round
from phase10.solver.plan_rows import Row, Tables

__all__ = ["main", "tables_of_self_play"]

PLAYER: Final = "optimal"
COUNTS: Final = (2, 3, 4, 5, 6)

ROOM: Final = 64
"""Turns, and steps of five points, that are told apart."""
LAYS, LAY_ENDS, OUTS, OUT_ENDS, LAID_POINTS, OPEN_POINTS = range(6)
PER_PHASE: Final = 6 * ROOM
SEEN_SIZE: Final = len(PHASES) * PER_PHASE


def watch_matches(
    first: int,
    last: int,
    seed: int,
    players: Sequence[int],
    styles: Sequence[Sequence[float]],
    owns: Rows,
    board: Row,
    setup: Row,
    game: Row,
    cards: Row,
    laying: Row,
    tables: Tables,
    work: Row,
    no_log: Row,
    seen: Row,
) -> None:
    """Play matches and count when seats laid and were out, and what they kept."""
    for number in range(first, last):
        work[0] = seed_of(seed, number, 1)
        begin_match(seed_of(seed, number, 0), board, setup, game, cards)
        while True:
            begin_round(owns, board, setup, game, cards)
            play_on(players, styles, owns, board, setup, game, cards, laying, tables, work, no_log)
            if not game[CAPPED] and not board[TIE_BREAK]:
                watch_round(owns, board, setup, game, seen)
            if game[STAGE] == MATCH_ENDED or game[CAPPED] or board[ROUND] >= game[MOST_ROUNDS]:
                break
            next_round(board, game)


def watch_round(owns: Rows, board: Row, setup: Row, game: Row, seen: Row) -> None:
    """Count a round that has ended."""
    for seat in range(board[COUNT]):
        base = SEATS + seat * SEAT_SIZE
        turns = min(game[OWN_TURNS + seat], ROOM - 1)
        points = min(points_left(owns[seat], setup) // 5, ROOM - 1)
        place = board[base + LAID]
        if place == NONE:
            place = 0
            while place < len(PHASES_AT) and not board[base + OPEN] >> place & 1:
                place += 1
            seen[place * PER_PHASE + LAY_ENDS * ROOM + turns] += 1
            seen[place * PER_PHASE + OPEN_POINTS * ROOM + points] += 1
            continue
        row = place * PER_PHASE
        laid = min(game[LAID_AFTER + seat], ROOM - 1)
        seen[row + LAYS * ROOM + laid] += 1
        if game[OUT] == seat:
            seen[row + OUTS * ROOM + turns - laid] += 1
        else:
            seen[row + OUT_ENDS * ROOM + turns - laid] += 1
            seen[row + LAID_POINTS * ROOM + points] += 1


PHASES_AT: Final = tuple(range(len(PHASES)))


def tables_of_self_play(
    rules: Rules, players: int, matches: int, seed: int
) -> list[dict[str, list[int]]]:
    """Play matches and give the tables of each of the ten phases."""
    setup = Setup(rules, PHASES, players)
    state = new_state(setup)
    style = style_of(PLAYER)
    seen = numbers([0] * SEEN_SIZE)
    styles = np.array([style] * players)
    ready(watch_matches)(
        0, matches, seed, numbers([number_of(PLAYER)] * players), styles, *state,
        tables_for(PHASES, rules), numbers([0] * WORK_SIZE), numbers([0]), seen,
    )  # fmt: skip
    counts = np.array(seen).reshape(len(PHASES), 6, ROOM)
    return [
        {
            "lay": _chances(rows[LAYS][1:], rows[LAY_ENDS][1:]),
            "out": _chances(rows[OUTS], rows[OUT_ENDS]),
            "laid": _quantiles(rows[LAID_POINTS]),
            "open": _quantiles(rows[OPEN_POINTS]),
        }
        for rows in counts
    ]


def _chances(happened: Any, ended: Any) -> list[int]:
    """Give the chance to have happened by each place, from counts of what did and did not."""
    waiting = float(happened.sum() + ended.sum())
    open_still, chances = 1.0, []
    for place in range(TURNS):
        if waiting > 0:
            open_still *= 1 - happened[place] / waiting
        waiting -= float(happened[place] + ended[place])
        chances.append(round(WHOLE * (1 - open_still)))
    return chances


def _quantiles(counts: Any) -> list[int]:
    """Give equally likely numbers of points."""
    points = np.repeat(np.arange(ROOM) * 5, counts)
    if not len(points):
        return [0] * QUANTILES
    parts = np.array_split(points, QUANTILES)
    return [int(5 * round(part.mean() / 5)) if len(part) else int(points[-1]) for part in parts]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables into the package."""
    parser = argparse.ArgumentParser(prog="python -m phase10.simulation.match_model_build")
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    tables = {
        name: {
            str(players): tables_of_self_play(rules, players, asked.matches // players, asked.seed)
            for players in COUNTS
        }
        for name, rules in PRESETS.items()
    }
    made = {"player": PLAYER, "matches": asked.matches, "seed": asked.seed, "tables": tables}
    text = json.dumps(made, separators=(",", ":")).replace("},{", "},\n{")
    Path(__file__).with_name(FILE).write_text(text + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
