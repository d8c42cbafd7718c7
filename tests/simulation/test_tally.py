"""What is counted over matches: against the engine's own play and textbook formulas."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import Counter
from statistics import mean

import pytest

from phase10.game.moves import Lay
from phase10.game.records import Record
from phase10.game.rules import PRESETS, Rules
from phase10.game.stages import MATCH_OVER
from phase10.simulation.matches import Simulated, simulate
from phase10.simulation.recording import record_match
from phase10.simulation.study import Study, added, count_blocks
from phase10.simulation.tally import (
    FIGURES,
    LENGTH,
    ROUND_TURNS,
    WINS,
    counted,
    ratio,
)

NAMES = ("greedy", "careful", "random")
SHORT = Rules.parse("official,last_phase=4")


def engine_counts(record: Record) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Count by hand from a record: turns at each phase, layings, rounds of players at it."""
    turns: Counter[int] = Counter()
    laid: Counter[int] = Counter()
    rounds: Counter[int] = Counter()
    had: Counter[tuple[int, int]] = Counter()
    for game in record.rounds():
        if not game.tie_break:
            first = game.round
            for seat in range(len(record.names)):
                rounds[phase_in(record, first, seat)] += 1
    lies: set[tuple[int, int]] = set()
    for line in record.steps():
        game = line.before
        if game.tie_break:
            continue
        key = (line.round, line.seat)
        phase = phase_in(record, line.round, line.seat)
        if game.stage == "draw" and key not in lies:
            had[key] += 1
            turns[phase] += 1
        if isinstance(line.step, Lay):
            lies.add(key)
            laid[phase] += 1
    return turns, laid, rounds


def phase_in(record: Record, round_number: int, seat: int) -> int:
    """Give the phase that a seat is at in a round."""
    for event in record.events:
        if event.game.round == round_number:
            return event.game.open_phases(seat)[0]
    raise AssertionError("no such round")


@pytest.mark.parametrize("rules", [PRESETS["seed"], SHORT])
def test_phases_are_counted_as_in_the_engine(rules: Rules) -> None:
    games = 9
    study = Study(NAMES, games, 5, rules)
    found = Simulated.of(study, count_blocks(study, 0, study.blocks), 1.0, 1)
    turns: Counter[int] = Counter()
    laid: Counter[int] = Counter()
    rounds: Counter[int] = Counter()
    records = [record_match(study, number) for number in range(games)]
    for record in records:
        for total, part in zip((turns, laid, rounds), engine_counts(record), strict=True):
            total.update(part)
    assert set(found.by_phase) == set(rounds)
    for number, phase in found.by_phase.items():
        assert phase.completed.value == pytest.approx(laid[number] / rounds[number])
        if phase.turns is not None:
            assert phase.turns.value == pytest.approx(turns[number] / laid[number])
    assert found.rounds_per_game.value == pytest.approx(mean(r.game.round for r in records))
    wins = Counter(record.names[record.game.winner or 0] for record in records)
    assert all(record.game.stage == MATCH_OVER for record in records)
    assert {player.player: player.wins for player in found.players if player.wins} == wins
    scores = [seat.score for record in records for seat in record.game.seats]
    assert sum(player.score.value for player in found.players) == pytest.approx(sum(scores) / games)


def test_errors_are_those_of_a_ratio_estimate() -> None:
    """From the counts of each block alone: the formula of a textbook, and leaving blocks out."""
    study = Study(("greedy", "careful"), 120, 3)
    whole = count_blocks(study, 0, study.blocks)
    blocks = [count_blocks(study, number, number + 1) for number in range(study.blocks)]
    for figure in (WINS, ROUND_TURNS, LENGTH):
        above, below = zip(*(counted(block, figure) for block in blocks), strict=True)
        n, value = len(blocks), sum(above) / sum(below)
        residuals = [a - value * b for a, b in zip(above, below, strict=True)]
        textbook = math.sqrt(sum(r * r for r in residuals) / (n * (n - 1))) / (sum(below) / n)
        found = ratio(whole, figure)
        assert found is not None
        assert found.value == pytest.approx(value)
        assert found.error == pytest.approx(textbook)
        without = [(sum(above) - a) / (sum(below) - b) for a, b in zip(above, below, strict=True)]
        center = mean(without)
        jackknife = math.sqrt((n - 1) / n * sum((w - center) ** 2 for w in without))
        assert found.error == pytest.approx(jackknife, rel=0.05)


def test_parts_add_up_to_the_whole_however_it_is_divided() -> None:
    study = Study(NAMES, 100, 8, SHORT)
    assert study.blocks == 34
    whole = count_blocks(study, 0, 34)
    assert counted(whole, LENGTH)[1] == 100, "the last block has one match only"
    parts = [count_blocks(study, *span) for span in ((20, 34), (0, 1), (1, 13), (13, 20))]
    assert added(parts) == whole
    assert [simulate(NAMES, 100, 8, SHORT, workers=n).tally for n in (1, 2, 5)] == [whole] * 3


def test_another_seed_gives_other_matches() -> None:
    assert simulate(NAMES, 60, 1, SHORT).tally != simulate(NAMES, 60, 2, SHORT).tally


def test_equal_players_win_equally_and_pairs_say_so_exactly() -> None:
    found = simulate(["careful", "careful"], 200, 4, SHORT)
    assert found.difference is not None
    assert (found.difference.value, found.difference.error) == (0.0, 0.0)
    assert len(found.tally) == FIGURES * 5 + 1


def test_pairs_shrink_the_error() -> None:
    found = simulate(["careful", "greedy"], 2000, 4)
    assert found.difference is not None
    assert found.difference.error is not None
    share = found.players[0].share
    assert found.difference.value == pytest.approx(2 * share.value - 1)
    alone = 2 * math.sqrt(share.value * (1 - share.value) / 2000)
    assert found.difference.error < alone


PLAIN = """
import json, sys
sys.modules["numba"] = None
from phase10.game.rules import Rules
from phase10.players.styles import NAMES
from phase10.simulation.matches import simulate
found = simulate(NAMES[:6], 12, 5, Rules.parse("official,last_phase=2"), workers=2)
print(json.dumps([found.compiled, found.tally]))
"""


def test_without_numba_the_result_is_the_same() -> None:
    from phase10.players.styles import NAMES as PLAYERS

    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True)
    compiled, tally = json.loads(done.stdout)
    rules = Rules.parse("official,last_phase=2")
    assert compiled is False
    assert tuple(tally) == simulate(PLAYERS[:6], 12, 5, rules, workers=1).tally
