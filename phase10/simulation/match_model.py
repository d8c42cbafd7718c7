"""A fast model of rounds, for what comes after the round at hand; method in docs/winning.md.

In a round every seat draws from tables of self-play, each by itself: in which of its turns its
phase will lie, and how many turns later it will be out. The first to be out ends the round; who
has laid by then has made the phase; all others draw the points they keep. Phases, scores and the
end of the match are those of :mod:`phase10.simulation.rounds`. Except for :func:`model_for` all
functions can be compiled.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from phase10.game.phases import PHASES, Phase
from phase10.game.rules import PRESETS, Rules
from phase10.players.board import (
    COUNT,
    DEALER,
    DONE,
    LAID,
    NONE,
    OPEN,
    PLAYING,
    ROUND,
    SCORE,
    SEAT_SIZE,
    SEATS,
    TIE_BREAK,
)
from phase10.players.board import PHASES as PHASE_COUNT
from phase10.players.table import bits
from phase10.simulation.rounds import open_phases, settle
from phase10.simulation.rows import (
    AT_ONCE,
    GAME_SIZE,
    IN_USE,
    LAID_AFTER,
    MATCH_ENDED,
    MOST_ROUNDS,
    OWN_TURNS,
    STAGE,
    TIE_BY_LAYING,
    WINNER,
)
from phase10.simulation.table import next_seat
from phase10.simulation.tournament import next_round
from phase10.solver.plan_rows import Row
from phase10.solver.waiting import figures_for

__all__ = ["FILE", "Model", "match_chance", "model_for"]

FILE: Final = "match_model.json"

TURNS: Final = 32
"""How many turns the tables tell; what has not happened by then does not."""
QUANTILES: Final = 16
WHOLE: Final = 10_000
"""A chance of 1 in the tables."""
NEVER: Final = 99
LUCK: Final = (1 << 31) - 1


class Model(NamedTuple):
    """Hold the tables, one row after the other for each phase of a list.

    ``lay``: the chance, of ``WHOLE``, to have laid by turn 1, 2, …; ``out``: to be out 0, 1, …
    turns after that; ``laid`` and ``open``: as many equally likely numbers of points of who was
    not out, with the phase on the table and without.
    """

    lay: Sequence[int]
    out: Sequence[int]
    laid: Sequence[int]
    open: Sequence[int]


# --- rounds ---------------------------------------------------------------------------------------


def luck(seed: int, use: int) -> int:
    """Give a number from 0 to 2^31 − 1 that depends on both whole numbers in no visible way."""
    number = (seed + use * 1640531527) & LUCK
    number = ((number ^ (number >> 16)) * 1540483477) & LUCK
    number = ((number ^ (number >> 13)) * 1013904223) & LUCK
    return number ^ (number >> 15)


def _drawn(table: Sequence[int], first: int, chance: int) -> int:
    """Give the place in a row of growing chances at which something happens, else ``NEVER``."""
    wanted = chance * WHOLE >> 31
    for place in range(TURNS):
        if wanted < table[first + place]:
            return place
    return NEVER


def _aim(phases: int, setup: Row, model: Model) -> int:
    """Choose of the open phases the one that is laid soonest."""
    best = NONE
    for place in range(setup[PHASE_COUNT]):
        if phases >> place & 1:
            row = place * TURNS
            if best == NONE or model.lay[row + 7] > model.lay[best * TURNS + 7]:
                best = place
    return best


def model_round(seed: int, board: Row, setup: Row, game: Row, model: Model) -> None:
    """Play a round by the model: who lays, who is out, points; then whether the match is over."""
    out = NONE
    end = NEVER
    seat = board[DEALER]
    for _ in range(board[COUNT]):
        seat = next_seat(seat, board)
        base = SEATS + seat * SEAT_SIZE
        board[base + LAID] = NONE
        phases = open_phases(seat, board, setup, game)
        board[base + OPEN] = phases
        game[LAID_AFTER + seat] = NEVER
        game[OWN_TURNS + seat] = 0
        if phases == 0:
            continue
        place = _aim(phases, setup, model)
        lays = 1 + _drawn(model.lay, place * TURNS, luck(seed, 4 * seat))
        after = _drawn(model.out, place * TURNS, luck(seed, 4 * seat + 1))
        last = game[AT_ONCE] and bits(board[base + DONE]) + 1 == game[IN_USE]
        if last or (board[TIE_BREAK] and game[TIE_BY_LAYING]):
            # Who lays now ends the match.
            after = 0
        game[LAID_AFTER + seat] = lays
        board[base + LAID] = place
        if lays + after < end:
            end = lays + after
            out = seat
    if board[TIE_BREAK]:
        # Whoever is first wins; where nobody is, the tie-break is played once more.
        if out != NONE:
            game[STAGE] = MATCH_ENDED
            game[WINNER] = out
        return
    before = out != NONE
    seat = board[DEALER]
    for _ in range(board[COUNT]):
        seat = next_seat(seat, board)
        base = SEATS + seat * SEAT_SIZE
        place = board[base + LAID]
        # Who comes after the one that is out has had a turn less.
        turns = end if before else end - 1
        if seat == out:
            before = False
            continue
        chance = luck(seed, 4 * seat + 2) * QUANTILES >> 31
        if place == NONE:
            continue
        row = place * QUANTILES + chance
        if game[LAID_AFTER + seat] <= turns:
            board[base + SCORE] += model.laid[row]
        else:
            board[base + LAID] = NONE
            board[base + SCORE] += model.open[row]
    settle(out, board, setup, game)


def match_chance(
    me: int,
    samples: int,
    seed: int,
    board: Row,
    setup: Row,
    game: Row,
    far_board: Row,
    far_game: Row,
    model: Model,
) -> float:
    """Give the share of matches, played on by the model from the end of a round, that a seat wins.

    ``far_board``, ``far_game``: rows to play on. The luck of a seat in a round to come is the same
    wherever the match stands, so that two ends of a round are compared with the same luck.
    """
    if game[STAGE] == MATCH_ENDED:
        return 1.0 if game[WINNER] == me else 0.0
    won = 0
    last = board[ROUND] + game[MOST_ROUNDS]
    for sample in range(samples):
        for place in range(SEATS):
            far_board[place] = board[place]
        for seat in range(board[COUNT]):
            for place in range(PLAYING + 1):
                row = SEATS + seat * SEAT_SIZE + place
                far_board[row] = board[row]
        for place in range(GAME_SIZE):
            far_game[place] = game[place]
        while far_game[STAGE] != MATCH_ENDED and far_board[ROUND] < last:
            next_round(far_board, far_game)
            round_seed = luck(seed, sample * 1021 + far_board[ROUND] - board[ROUND])
            model_round(round_seed, far_board, setup, far_game, model)
        if far_game[STAGE] == MATCH_ENDED and far_game[WINNER] == me:
            won += 1
    return won / samples


# --- the tables -----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Any]:
    """Read the tables of the ten phases, by preset and number of players."""
    text = files("phase10.simulation").joinpath(FILE).read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@lru_cache(maxsize=16)
def model_for(phases: tuple[Phase, ...], rules: Rules, players: int) -> Model:
    """Give the tables for a list of phases under some rules.

    Those of the preset that differs in fewer options; a phase of another list is taken to be like
    the one of the ten that needs about as many turns, or, where that is not known, about as many
    cards.
    """
    tables = _shipped()["tables"][_nearest_preset(rules)][str(players)]
    rows = [tables[_alike(phase, rules)] for phase in phases]
    return Model(*([number for row in rows for number in row[key]] for key in Model._fields))


_OPTIONS: Final = tuple(option.name for option in fields(Rules))


def _nearest_preset(rules: Rules) -> str:
    def differences(name: str) -> int:
        preset = PRESETS[name]
        return sum(getattr(rules, key) != getattr(preset, key) for key in _OPTIONS)

    return min(sorted(PRESETS, reverse=True), key=differences)


def _alike(phase: Phase, rules: Rules) -> int:
    """Give the place of that one of the ten phases that is most like another one."""
    if phase in PHASES:
        return PHASES.index(phase)
    turns = [_turns(known, rules) for known in PHASES]
    wanted = _turns(phase, rules)
    if wanted is None or None in turns:
        return min(range(len(PHASES)), key=lambda place: abs(PHASES[place].size - phase.size))
    known_turns = [0.0 if known is None else known for known in turns]
    return min(range(len(PHASES)), key=lambda place: abs(known_turns[place] - wanted))


def _turns(phase: Phase, rules: Rules) -> float | None:
    figures = figures_for(phase, "offer", rules)
    return None if figures is None else figures.average
