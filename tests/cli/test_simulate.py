"""``phase10 simulate`` and ``phase10 players``, for programs and for people; what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from phase10.game.records import load
from phase10.game.rules import Rules
from phase10.simulation.matches import simulate
from phase10.simulation.study import PLAYERS
from tests.cli.runner import phase10

PAIR = ("simulate", "--players", "greedy,careful", "--seed", "5", "--rules", "seed,last_phase=2")


def test_as_json() -> None:
    shape = phase10(*PAIR, "--games", "60", "--workers", "1", "--json").json
    found = simulate(["greedy", "careful"], 60, 5, Rules.parse("seed,last_phase=2"), workers=2)
    assert shape["games"] == 60
    assert shape["seed"] == 5
    assert [(p["seat"], p["player"]) for p in shape["players"]] == [
        ("A", "greedy"),
        ("B", "careful"),
    ]
    for told, player in zip(shape["players"], found.players, strict=True):
        assert told["wins"] == player.wins
        assert (told["share"], told["share_se"]) == player.share
    assert sum(p["wins"] for p in shape["players"]) == 60
    assert shape["rounds_per_game"] == found.rounds_per_game.value
    assert shape["turns_per_round"] == found.turns_per_round.value
    assert set(shape["by_phase"]) == {"1", "2"}
    assert {"turns", "completed"} <= set(shape["by_phase"]["1"])
    assert shape["difference"] == pytest.approx(2 * shape["players"][0]["share"] - 1)
    assert shape["games_per_second"] > 0
    assert not shape["stopped"]
    assert "null" not in json.dumps(shape)


def test_what_one_block_cannot_tell_is_left_out() -> None:
    shape = phase10(*PAIR, "--games", "2", "--json").json
    assert "share_se" not in shape["players"][0]
    assert "difference_se" not in shape


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("matches were played", "±")), ("lv", ("Spēles kopā", "±"))]
)
@pytest.mark.parametrize("width", ["80", "40"])
def test_for_people(lang: str, words: tuple[str, ...], width: str) -> None:
    run = phase10(*PAIR, "--games", "40", "--lang", lang, COLUMNS=width)
    assert run.code == 0, run.err
    for word in (*words, "greedy", "careful"):
        assert word in run.out
    assert max(map(len, run.out.splitlines())) <= int(width)


def test_players_are_listed_as_json_and_for_people() -> None:
    listed = phase10("players", "--json").json
    assert [player["name"] for player in listed] == list(PLAYERS)
    assert all(len(player["description"]) > 20 for player in listed)
    shown = phase10("players", "--lang", "lv")
    assert all(name in shown.out for name in PLAYERS)


def test_records_are_written_and_read_back(tmp_path: Path) -> None:
    one = tmp_path / "one.txt"
    assert phase10(*PAIR, "--games", "1", "--record", str(one)).code == 0
    assert phase10("replay", str(one), "--json").json["legal"] is True
    many = phase10(*PAIR, "--games", "3", "--record", str(tmp_path / "all.txt"), "--json").json
    records = [load(tmp_path / f"all-{number}.txt") for number in (1, 2, 3)]
    wins = [record.names[record.game.winner or 0] for record in records]
    assert {p["player"]: p["wins"] for p in many["players"] if p["wins"]} == {
        name: wins.count(name) for name in set(wins)
    }
    assert records[0].seed == records[1].seed != records[2].seed


REFUSED = {
    "no such player": (
        ["--players", "gredy,careful"],
        "gredy — there is no such player; the nearest: greedy",
    ),
    "one player": (["--players", "greedy"], "2"),
    "seven players": (["--players", ",".join(["greedy"] * 7)], "7"),
    "no player": (["--players", ""], "--players"),
    "a comma too many": (["--players", "greedy,,careful"], "--players"),
    "no game": (["--players", "greedy,careful", "--games", "0"], "games 0"),
    "a negative seed": (["--players", "greedy,careful", "--seed", "-1"], "seed"),
    "a word for a number": (["--players", "greedy,careful", "--games", "x"], "--games x"),
    "no worker": (["--players", "greedy,careful", "--workers", "0"], "workers 0"),
    "no rules": (["--players", "greedy,careful", "--rules", "seed,skip=x"], "skip"),
    "too many records": (
        ["--players", "greedy,careful", "--games", "10001", "--record", "x.txt"],
        "--record",
    ),
    "a record without a name": (["--players", "greedy,careful", "--record", " "], "--record"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused(what: str) -> None:
    arguments, told = REFUSED[what]
    for lang in ("en", "lv"):
        run = phase10("simulate", *arguments, "--lang", lang)
        assert run.code == 2, what
        assert run.out == ""
        assert run.err.count("\n") == 1
        assert "Traceback" not in run.err
        if lang == "en":
            assert told in run.err


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    run = phase10(*PAIR, "--games", "1", "--record", str(tmp_path / "no" / "where.txt"))
    assert run.code == 2
    assert "where.txt" in run.err


def test_ctrl_c_ends_with_the_figures_so_far() -> None:
    phase10(*PAIR, "--games", "2")  # compiled, so that the program below plays at once
    program = subprocess.Popen(
        [sys.executable, "-m", "phase10", *PAIR, "--games", "100000000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    time.sleep(4)
    for _ in range(60):
        if program.poll() is not None:
            break
        program.send_signal(signal.SIGINT)
        time.sleep(2)
    out, err = program.communicate()
    if program.returncode == 0:
        shape = json.loads(out)
        assert shape["stopped"] is True
        assert 0 < shape["games"] < 100_000_000
    else:
        # Interrupted before the first match was over: there are no figures.
        assert (program.returncode, out) == (1, b""), err
