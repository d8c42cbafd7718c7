"""Phases of one's own: solved once, kept safely, made again when damaged; bounds by simulation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from phase10.game.cards import Deck, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import Rules
from phase10.solver import waiting, waiting_build, waiting_simulation
from phase10.solver.waiting import (
    MODELS,
    MOST_TURNS,
    SOLVED,
    WaitingFigures,
    cache_folder,
    case_of,
    expected_turns,
    figures_for,
    table_for,
)
from phase10.solver.waiting_build import chances_within, solve, solve_and_keep
from phase10.solver.waiting_file import WaitingFile, packed
from phase10.solver.waiting_simulation import POLICY, simulate_waiting

OWN = Phase("color:6")
BOUNDED = Phase("crun:3")
TEN = Hand("R1 R2 R3 B4 B5 G6 Y7 Y8 W S")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of our own; nothing of it is known afterwards."""
    monkeypatch.setattr(waiting, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(waiting_build, "cache_folder", lambda: tmp_path / "cache")
    SOLVED.forget()
    yield tmp_path / "cache"
    SOLVED.forget()


def kept(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


# --- solving and keeping --------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules(), Rules(deck=Deck(wilds=4))], ids=str)
def test_an_own_phase_is_solved_once(
    rules: Rules, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table_for(OWN, "pile", rules) is None
    shares: list[float] = []
    first = solve_and_keep(OWN, rules, shares.append)
    assert shares == sorted(shares)
    assert shares[0] >= 0
    assert shares[-1] == 1
    assert kept(folder).name == case_of(OWN, rules).file_name

    SOLVED.forget()
    monkeypatch.setattr(waiting_build, "solve", None)
    assert solve_and_keep(OWN, rules).figures == first.figures
    for model in MODELS:
        table = table_for(OWN, model, rules)
        assert table is not None
        assert table is table_for(OWN, model, rules)
        assert table.figures == figures_for(OWN, model, rules) == first.figures[model]
        assert table.expected(Hand(table.worst[0])) == pytest.approx(table.worst[1], abs=0.001)
        assert expected_turns(TEN, OWN, model, rules) == table.expected(TEN)
        if model == "offer":
            exact = chances_within(TEN, OWN, model, rules)
            shown = [table.within(TEN, turns) for turns in range(1, 6)]
            assert shown == pytest.approx(exact[:5], abs=1 / 255)


def test_the_deck_matters() -> None:
    with_fewer_wilds = Rules(deck=Deck(wilds=4))
    usual, harder = solve_and_keep(OWN), solve_and_keep(OWN, with_fewer_wilds)
    for model in MODELS:
        assert harder.figures[model].average > usual.figures[model].average + 0.1


def test_shipped_phases_are_not_solved_again(folder: Path) -> None:
    assert solve_and_keep(PHASES[3]).figures["pile"] == figures_for(PHASES[3], "pile")
    assert not folder.exists()


def test_what_is_kept_is_found_by_another_process(folder: Path) -> None:
    solved = solve_and_keep(OWN)
    program = (
        "from pathlib import Path; import sys\n"
        "for name in ('numpy', 'numba', 'platformdirs'): sys.modules[name] = None\n"
        "from phase10.solver import waiting\n"
        "from phase10.game.phases import Phase\n"
        f"phase = Phase({str(OWN)!r})\n"
        "assert waiting.cache_folder() is None\n"
        "assert waiting.table_for(phase, 'pile') is None\n"
        f"waiting.cache_folder = lambda: Path({str(folder)!r})\n"
        "print(repr(waiting.table_for(phase, 'pile').average))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert float(done.stdout) == solved.figures["pile"].average


def test_two_processes_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from phase10.solver.waiting_build import solve_and_keep\n"
        "from phase10.game.phases import Phase\n"
        f"print(repr(solve_and_keep(Phase({str(OWN)!r})).figures['offer'].average))\n"
    )
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=surroundings,
        )
        for _ in range(2)
    ]
    said = {process.communicate()[0] for process in running}
    assert [process.returncode for process in running] == [0, 0]
    assert len(said) == 1
    (path,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert WaitingFile.open(path, whole=True) is not None


def test_the_cache_folder_is_the_user_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    folder = cache_folder()
    assert folder is not None
    assert "phase10" in folder.parts
    assert folder.is_absolute()


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [0, 8, 12, 15, 20, 300, 1500, -1],
    ids=lambda place: f"byte {place}",
)
def test_a_changed_byte_is_found_and_mended(place: int, folder: Path) -> None:
    whole = solve_and_keep(OWN)
    path = kept(folder)
    good = path.read_bytes()
    bad = bytearray(good)
    bad[place] ^= 0x41
    path.write_bytes(bad)
    SOLVED.forget()
    assert table_for(OWN, "pile") is None
    assert solve_and_keep(OWN).figures == whole.figures
    assert kept(folder).read_bytes() == good


@pytest.mark.parametrize("length", [0, 1, 11, 15, 16, 100, 1024, -64, -1])
def test_a_file_cut_short_is_found(length: int, folder: Path) -> None:
    solve_and_keep(OWN)
    path = kept(folder)
    path.write_bytes(path.read_bytes()[:length])
    SOLVED.forget()
    assert table_for(OWN, "offer") is None
    # In the package the sum is not checked, but the length is.
    assert WaitingFile.open(path, whole=False) is None


def test_what_is_no_table_is_none(folder: Path) -> None:
    folder.mkdir()
    path = folder / case_of(OWN).file_name
    for data in (
        packed([], []),
        packed({"columns": []}, []),
        packed({"columns": [], "states": 280, "case": "color:6", "cards": 10}, []),
        packed({"columns": [{"type": "Q"}], "states": 2}, [b"12345678"]),
        packed({"columns": 7, "states": 280}, []),
        b"P10WAIT1" + bytes(100),
    ):
        path.write_bytes(data)
        assert table_for(OWN, "pile") is None
    path.unlink()
    path.mkdir()
    assert table_for(OWN, "pile") is None


def test_the_file_of_another_case_is_none(folder: Path) -> None:
    solve_and_keep(OWN)
    kept(folder).rename(folder / case_of(Phase("color:5")).file_name)
    SOLVED.forget()
    assert table_for(Phase("color:5"), "pile") is None
    assert table_for(OWN, "pile") is None


def test_a_folder_that_cannot_be_written(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where the folder should be", "utf-8")
    solved = solve_and_keep(OWN)
    table = table_for(OWN, "pile")
    assert table is not None
    assert table.average == solved.figures["pile"].average
    assert 1 <= table.expected(TEN) <= table.worst[1]


def test_no_folder_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "cache_folder", lambda: None)
    monkeypatch.setattr(waiting_build, "cache_folder", lambda: None)
    solve_and_keep(OWN)
    assert table_for(OWN, "pile") is not None


def test_an_interrupted_write_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve_and_keep(OWN)
    assert list(folder.iterdir()) == []


def test_long_waits_have_steps_that_are_small_enough() -> None:
    """Two bytes a value would round too much where the worst hand waits for long."""
    rules = Rules(deck=Deck(4, 12, 2, 0, 60))
    solved = solve_and_keep(Phase("set:8+set:3"), rules)
    fresh = solve(solved.case.phase, rules)
    assert fresh is not None
    for model, solution in fresh[1].items():
        table = solved.tables[model]
        assert table.worst[1] > 66
        assert table.error <= 0.0005
        for state in range(0, len(solution.expected), 3):
            hand = table.states.counts(state)
            assert table.expected(hand) == pytest.approx(solution.expected[state], abs=0.0005)


# --- what no vector holds -------------------------------------------------------------------------


def test_a_bound_by_simulation_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_simulation, "BUDGET", 20_000)
    shares: list[float] = []
    solved = solve_and_keep(BOUNDED, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert solved.tables == {}
    for model in MODELS:
        figures = solved.figures[model]
        assert figures.method == "simulated"
        assert figures.policy == POLICY
        assert figures.worst is None
        assert figures == simulate_waiting(BOUNDED, model)
        assert len(figures.within) == len(figures.within_errors or ()) == MOST_TURNS
        assert list(figures.within) == sorted(figures.within)
        assert 0 < (figures.standard_error or 0) < 0.5
        assert WaitingFigures.from_json(json.loads(json.dumps(figures.to_json()))) == figures
    SOLVED.forget()
    assert figures_for(BOUNDED, "pile") == solved.figures["pile"]
    assert table_for(BOUNDED, "pile") is None
    assert kept(folder).stat().st_size < 4096


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("text", ["1", "4", "8"])
def test_the_policy_is_no_better_than_the_best_and_not_much_worse(text: str, model: str) -> None:
    phase = Phase.parse(text)
    best = figures_for(phase, model)
    played = simulate_waiting(phase, model, games=3000)
    assert best is not None
    assert played.standard_error is not None
    assert best.average - 4 * played.standard_error <= played.average <= 1.2 * best.average
    shares = zip(played.within, best.within, played.within_errors or (), strict=True)
    assert all(share <= most + 4 * error for share, most, error in shares)
    # Nothing is played in the first turn but the card drawn.
    assert played.within[0] == pytest.approx(best.within[0], abs=5 * 0.01)


@pytest.mark.parametrize("model", MODELS)
def test_a_simulated_hand(model: str) -> None:
    hand = Hand("R1 R2 R3 R4 B5 B6 G7 Y8 S S")
    played = simulate_waiting(Phase("run:7"), model, hand=hand, games=200)
    assert (played.average, played.within[0], played.standard_error) == (1, 1, 0)
    far = Hand("R1 R1 B1 B1 G1 G1 Y1 Y1 S S")
    worst = simulate_waiting(Phase("run:7"), model, hand=far, games=400)
    table = table_for(Phase("run:7"), model)
    assert table is not None
    assert worst.average > table.expected(far) - 4 * (worst.standard_error or 0)
    again = simulate_waiting(Phase("run:7"), model, hand=far, games=400)
    assert again == worst
    other = simulate_waiting(Phase("run:7"), model, hand=far, games=400, seed=11)
    assert other.average != worst.average


def test_a_wild_may_be_offered_never() -> None:
    """Where no natural card is left to be offered the model only draws blind."""
    rules = Rules(deck=Deck(1, 5, 2, 3, 3))
    hand = Hand("R1 R1 R2 R2 R3 R3 R4 R4 R5 R5", rules.deck)
    phase = Phase("set:3")
    drawn, offered = (
        simulate_waiting(phase, model, rules, hand=hand, games=300) for model in MODELS
    )
    assert abs(drawn.average - offered.average) < 0.5
    fresh = solve(phase, rules)
    assert fresh is not None
    game, solutions = fresh
    state = game.states.index(hand)
    for model, played in zip(MODELS, (drawn, offered), strict=True):
        turns = solutions[model].expected[state]
        assert abs(played.average - turns) <= 4 * (played.standard_error or 0) + 0.1


def test_what_cannot_be_simulated() -> None:
    for call, code in (
        (lambda: simulate_waiting(BOUNDED, "deck"), "waiting.model"),
        (lambda: simulate_waiting(BOUNDED, hand=Hand("R1")), "waiting.cards"),
        (lambda: simulate_waiting(BOUNDED, rules=Rules(deck=Deck(1, 5, 2, 0, 0))), "waiting.deck"),
        (lambda: solve_and_keep(BOUNDED, Rules(deck=Deck(4, 2, 2, 0, 8))), "game.phase_deck"),
    ):
        with pytest.raises(GameError) as refused:
            call()
        assert refused.value.code == code
