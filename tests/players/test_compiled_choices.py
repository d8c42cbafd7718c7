"""Strategies decide the same compiled, on arrays, and uncompiled, on the rows of a view."""

from __future__ import annotations

import pytest

from phase10.game.engine import Game
from phase10.game.moves import Lay, Move
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.records import Record
from phase10.game.rules import Rules
from phase10.players import PLAYERS, choice_of
from phase10.simulation.records import recorded
from phase10.simulation.study import Study, logged_match

PLUS_TEN = EDITIONS["plus_ten"].phases
CASES: tuple[tuple[tuple[str, ...], str, tuple[Phase, ...]], ...] = (
    (("greedy", "careful"), "seed,last_phase=4", PHASES),
    (("collector", "chance", "optimal"), "official,last_phase=3", PHASES),
    (("optimal", "chance"), "official,in_order=no,last_phase=3,take_skip=yes", PHASES),
    (
        ("chance", "optimal"),
        "seed,last_phase=3,natural_per=group",
        EDITIONS["plus_ten"].phases[13:],
    ),
    (("optimal", "greedy"), "seed,discard_taken=no,go_out_by_hit=yes", (Phase("crun:3+set:2"),)),
)


@pytest.mark.parametrize(("players", "rules", "phases"), CASES)
def test_every_decision_is_the_same_compiled_and_not(
    players: tuple[str, ...], rules: str, phases: tuple[Phase, ...]
) -> None:
    ruled = Rules.parse(rules)
    study = Study(players, len(players), 4, ruled, phases)
    match = logged_match(study, 0)
    seated = [players[player] for player in match.seated]
    start = Record.start(match.seed, ["A", "B", "C"][: len(players)], seated, ruled, phases)
    record = recorded(start, match.log, int(match.state.board[2]))
    decisions = 0
    for before, after in zip(record.events, record.events[1:], strict=False):
        if after.step is not None and len(before.game.legal_moves()) > 1:
            assert plain(choice(before.game, seated)) == plain(after.step)
            decisions += 1
    assert decisions > 20


def choice(game: Game, seated: list[str]) -> Move:
    return choice_of(PLAYERS[seated[game.turn]], game)


def plain(move: Move) -> object:
    """A laying without the phase, named only where several are open, and without an order."""
    if not isinstance(move, Lay):
        return move
    return [(group.kind, sorted(group.cards)) for group in move.groups]
