"""The champion: a player of the simulator whose matches the engine replays."""

from __future__ import annotations

import pytest

from phase10.game.errors import GameError
from phase10.game.rules import PRESETS
from phase10.players import PLAYERS
from phase10.simulation import champion
from phase10.simulation.matches import simulate
from phase10.simulation.recording import record_match
from phase10.simulation.study import PLAYERS as SIMULATED
from phase10.simulation.study import Study


def test_the_champion_joins_the_players_in_the_simulator() -> None:
    assert (*PLAYERS, champion.NAME) == SIMULATED
    assert Study((champion.NAME, "greedy"), 10, 1).players[0] == "champion"


def test_without_compiled_loops_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion, "COMPILED", False)
    champion.champion_loop.cache_clear()
    with pytest.raises(GameError) as caught:
        champion.champion_loop(record_match)
    assert caught.value.code == "numba.missing"


@pytest.mark.slow  # compiles loops within loops
@pytest.mark.parametrize("preset", ["seed", "official"])
def test_its_matches_are_lawful_and_depend_on_the_seed_alone(preset: str) -> None:
    rules = PRESETS[preset]
    players = [champion.NAME, "greedy", "careful"]
    first = simulate(players, 6, 3, rules=rules, workers=1)
    again = simulate(players, 6, 3, rules=rules, workers=2)
    assert first.tally == again.tally
    # Verified by the engine move by move.
    record = record_match(Study(tuple(players), 6, 3, rules), 4)
    assert record.game.winner is not None
    assert simulate([champion.NAME, "random"], 20, 1, rules=rules).players[0].wins >= 18
