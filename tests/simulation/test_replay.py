"""Simulated matches are lawful, and come to the same end in the engine."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from phase10.game.records import Record
from phase10.game.rules import Rules
from phase10.game.stages import MATCH_OVER
from phase10.players.board import ROUND, SCORE, TIE_BREAK
from phase10.players.styles import NAMES
from phase10.simulation import recording
from phase10.simulation.recording import record_match
from phase10.simulation.study import LoggedMatch, Study, logged_match
from tests.simulation.studies import some


@pytest.mark.parametrize("kind", ["ordinary", "unusual"])
def test_matches_replay_in_the_engine_to_the_same_scores(kind: str) -> None:
    """300 matches: 150 of the presets, 150 under any options; each one verified move by move."""
    played, over = 0, 0
    players: Counter[str] = Counter()
    for study in some(kind, 75, 2024):
        for number in (0, 1):
            record = record_match(study, number)
            played += 1
            over += record.game.stage == MATCH_OVER
            players.update(record.strategies)
    assert played == 150
    assert over > 120, "most matches have an end"
    assert set(players) == set(NAMES)


@pytest.mark.parametrize("how", ["lay", "out"])
def test_tie_breaks_replay(how: str) -> None:
    rules = Rules.parse(f"seed,last_phase=2,tie_break={how}")
    study = Study(("greedy", "careful", "greedy", "careful"), 4000, 6, rules)
    tied = (
        number
        for number in range(study.games)
        if logged_match(study, number).state.board[TIE_BREAK]
    )
    numbers = list(islice(tied, 3))
    assert len(numbers) == 3, "some matches end in a tie-break"
    for number in numbers:
        game = record_match(study, number).game
        assert game.tie_break
        assert game.stage == MATCH_OVER
        assert (game.out is None) == (how == "lay")


def test_a_record_reads_back() -> None:
    study = some("unusual", 1, 7)[0]
    record = record_match(study, 1)
    assert Record.parse(str(record)) == record
    assert record.strategies == record.names
    assert record.rules == study.rules
    assert record.phases == study.phases


def test_every_player_sits_once_in_each_seat_with_the_same_deals() -> None:
    names = ("greedy", "careful", "random")
    study = Study(names, 6, 11)
    records = [record_match(study, number) for number in range(6)]
    for first in (0, 3):
        block = records[first : first + 3]
        assert len({record.seed for record in block}) == 1
        assert len({record.dealer for record in block}) == 1
        for seat in range(3):
            assert {record.names[seat] for record in block} == set(names)
    assert records[0].seed != records[3].seed


@pytest.mark.parametrize("row", [SCORE, ROUND])
def test_a_result_that_the_engine_does_not_find_is_told(
    row: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verification verifies: a wrong score or round is found."""
    study = Study(("greedy", "careful"), 2, 3)
    real = recording.logged_match

    def wrong(study: Study, number: int) -> LoggedMatch:
        match = real(study, number)
        place = row if row == ROUND else recording.SEATS + row
        match.state.board[place] += 1
        return match

    monkeypatch.setattr(recording, "logged_match", wrong)
    with pytest.raises((ValueError, AssertionError)):
        record_match(study, 0)
