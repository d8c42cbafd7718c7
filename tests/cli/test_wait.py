"""``phase10 wait``: expected turns and chances, for programs and for people."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from phase10.game.cards import Hand
from phase10.game.phases import Phase
from phase10.solver import waiting_build
from phase10.solver.waiting import SOLVED, figures_for
from phase10.views.names import card_list, phase_name
from tests.cli.runner import phase10, program, refused
from tests.golden.test_known_waiting import WAITING

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("model", ["pile", "offer"])
@pytest.mark.parametrize("number", WAITING)
def test_as_json(number: str, model: str, folder: Path) -> None:
    answer = phase10("wait", "--phase", number, "--model", model, "--json").json
    assert list(answer) == ["phase", "model", "method", "expected_turns", "worst", "within"]
    assert answer["phase"] == str(Phase.parse(number))
    assert (answer["model"], answer["method"]) == (model, f"model {model}")
    assert answer["expected_turns"] == pytest.approx(WAITING[number][model], abs=2.5e-9)
    assert len(Hand(answer["worst"]["hand"])) == 10
    assert answer["worst"]["expected_turns"] > answer["expected_turns"]
    assert list(answer["within"]) == [str(turns) for turns in range(1, 11)]
    chances = list(answer["within"].values())
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1
    assert not folder.exists()


def test_the_model_is_the_pile_unless_told_otherwise() -> None:
    assert phase10("wait", "--phase", "4", "--json").json["model"] == "pile"


def test_an_own_phase_is_solved_and_kept(folder: Path) -> None:
    answer = phase10("wait", "--phase", "6 of one color", "--json").json
    assert answer["phase"] == "color:6"
    assert 1 < answer["expected_turns"] < WAITING["8"]["pile"]
    assert [path.name for path in folder.iterdir()] == ["color6.bin"]
    SOLVED.forget()
    assert phase10("wait", "--phase", "color:6", "--json").json == answer
    few = phase10("wait", "--phase", "color:6", "--rules", "seed,deck=4x12x2+4W+4S", "--json").json
    assert few["expected_turns"] > answer["expected_turns"]


def test_an_own_phase_as_a_program(tmp_path: Path) -> None:
    run = program(
        *("wait", "--phase", "color:5", "--model", "offer", "--json"),
        XDG_CACHE_HOME=str(tmp_path),
        LOCALAPPDATA=str(tmp_path),
    )
    figures = waiting_build.solve_and_keep(Phase("color:5")).figures["offer"]
    assert run.json["expected_turns"] == figures.average


def test_a_bound_says_that_it_is_one() -> None:
    answer = phase10("wait", "--phase", "crun:3", "--json").json
    assert answer["method"] == "simulated"
    assert answer["bound"] == {"expected_turns": "upper", "within": "lower"}
    assert answer["games"] >= 200
    assert 0 < answer["expected_turns_se"] < 1
    assert list(answer["within_se"]) == list(answer["within"])
    assert "fewest missing" in answer["policy"]
    assert "worst" not in answer
    told = " ".join(phase10("wait", "--phase", "crun:3").out.split())
    assert "at most" in told
    assert "standard error" in told
    assert "Games: 200, seed: 10" in told
    told = " ".join(phase10("wait", "--phase", "crun:3", "--lang", "lv").out.split())
    assert "ne vairāk kā" in told
    assert "sākumvērtība: 10" in told


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("columns", [30, 80, 200])
@pytest.mark.parametrize("number", ["1", "3", "8"])
def test_for_people(number: str, columns: int, lang: str) -> None:
    arguments = ("wait", "--phase", number, "--model", "offer", "--lang", lang)
    run = phase10(*arguments, COLUMNS=str(columns))
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= columns
    assert "…" not in run.out
    told = " ".join(run.out.split())
    phase = Phase.parse(number)
    figures = figures_for(phase, "offer")
    assert figures is not None
    assert figures.worst is not None
    mark = "." if lang == "en" else ","
    assert f"{figures.average:.3f}".replace(".", mark) in told
    assert f"{figures.worst[1]:.2f}".replace(".", mark) in told
    assert phase_name(lang, phase) in told
    assert card_list(lang, Hand(figures.worst[0])) in told
    for chance in figures.within:
        assert f"{100 * chance:.1f}".replace(".", mark) in told


def test_for_people_in_both_languages() -> None:
    english = phase10("wait", "--phase", "4").out
    assert "Expected turns from ten dealt cards: 5.524" in english
    assert "you draw one of them" in " ".join(english.split())
    latvian = phase10("--lang", "lv", "wait", "--phase", "4").out
    assert "Vidējais gājienu skaits ar desmit izdalītām kārtīm: 5,524" in latvian
    assert "Best chance" not in latvian


WRONG = {
    "no phase": ([], "--phase"),
    "no such phase": (["--phase", "11"], "phases 1 to 10"),
    "no such model": (["--phase", "1", "--model", "deck"], "deck"),
    "no such rules": (["--phase", "1", "--rules", "house"], "house"),
    "cards that the deck has not": (
        ["--phase", "set:8", "--rules", "seed,deck=1x12x2+0W+4S"],
        "does not have the cards",
    ),
    "nothing to draw": (["--phase", "run:3", "--rules", "seed,deck=1x5x2+0W+0S"], "at least 11"),
    "a hand": (["R5 B5", "--phase", "1"], "R5"),
}


@pytest.mark.parametrize("name", WRONG)
def test_refused(name: str) -> None:
    arguments, told = WRONG[name]
    for extra in ((), ("--json",)):
        run = phase10("wait", *arguments, *extra)
        refused(run, told)


def without(*modules: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the command where some libraries are not installed."""
    told = (
        f"import sys; sys.modules.update(dict.fromkeys({modules!r}))\n"
        f"from phase10.cli import main; main({arguments!r})"
    )
    return subprocess.run(
        [sys.executable, "-c", told], capture_output=True, encoding="utf-8", check=False
    )


def test_the_ten_phases_need_no_numpy() -> None:
    done = without("numpy", "numba", arguments=["wait", "--phase", "5", "--json"])
    assert (done.returncode, done.stderr) == (0, "")


def test_a_large_own_phase_needs_numba() -> None:
    arguments = ["wait", "--phase", "run:6", "--rules", "seed,deck=4x8x2+2W+2S"]
    for lang, told in (("en", "Numba is not installed"), ("lv", "Numba nav instalēta")):
        done = without("numba", arguments=[*arguments, "--lang", lang])
        assert done.returncode == 1
        assert done.stdout == ""
        assert told in done.stderr
        assert "pip install 'phase10[fast]'" in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_bar_is_shown_on_a_terminal_while_solving(tmp_path: Path) -> None:
    reading, writing = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "phase10", "wait", "--phase", "color:4", "--json"],
        stdout=subprocess.PIPE,
        stderr=writing,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "80"},
        check=True,
    )
    os.close(writing)
    shown = os.read(reading, 100_000).decode()
    os.close(reading)
    assert json.loads(done.stdout)["phase"] == "color:4"
    assert "Solving: 4 cards of one color" in shown


def test_no_bar_is_shown_elsewhere() -> None:
    run = phase10("wait", "--phase", "color:4", FORCE_COLOR="1", TERM="xterm")
    assert (run.code, run.err) == (0, "")


def test_help() -> None:
    told = phase10("wait", "--help").out
    assert "--model" in told
    assert "pile|offer" in told
    assert "wait" in phase10("--help").out
