"""``phase10 hint`` for phases without a table, and the hints that tell less than the whole move."""

from __future__ import annotations

from pathlib import Path

import pytest

from phase10.advice.hints import advise
from phase10.cli import solving
from phase10.game.cards import Hand
from phase10.game.errors import GameError
from phase10.game.phases import Phase
from phase10.game.position import Position
from phase10.solver import waiting_build, waiting_simulation
from phase10.views.moves import ladder
from tests.cli.runner import phase10

HAND = "R3 B4 Y5 G6 R9 B9 Y1 R12 B12 S G2"
OWN = "color:6"

pytestmark = pytest.mark.usefixtures("folder")


def test_an_own_phase_is_solved_for_the_hint_and_kept(folder: Path) -> None:
    answer = phase10("hint", HAND, "--phase", OWN, "--json").json
    assert [path.name for path in folder.iterdir()] == ["color6.bin"]
    assert answer["method"]["expected_turns"] == "model offer"
    assert answer["method"]["rank"] == "judgment"
    assert all(option["expected_turns"] > 1 for option in answer["options"])
    assert "bound" not in answer
    told = phase10("hint", HAND, "--phase", OWN)
    assert (told.code, told.err) == (0, "")
    assert "turns" in told.out.lower()


def test_what_no_table_holds_is_simulated_and_called_a_bound() -> None:
    answer = phase10("hint", HAND, "--phase", "crun:3", "--json").json
    assert answer["method"]["bound"] == "simulated"
    assert answer["method"]["rank"] == "counting"
    assert answer["bound"]["bound"] == {"expected_turns": "upper", "within": "lower"}
    assert answer["bound"]["policy"] == waiting_simulation.POLICY
    assert answer["bound"]["expected_turns_se"] > 0
    assert all("expected_turns" not in option for option in answer["options"])
    for lang, words in (("en", "at most about"), ("lv", "ne lielāks par")):
        assert words in " ".join(
            phase10("hint", HAND, "--phase", "crun:3", "--lang", lang).out.split()
        )


@pytest.mark.parametrize(
    "arguments",
    [
        ("R3 B4", "--phase", OWN),
        ("R3 B4 Y5 G6 R9 B9 Y1 R12 B12 S", "--phase", OWN),
        ("R1 R2 R3 R4 R5 R6 B1 B2 B3 G4 S", "--phase", OWN),
        (HAND, "--phase", "3"),
    ],
)
def test_nothing_is_solved_that_is_not_asked_for(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(waiting_build, "solve_and_keep", None)
    assert phase10("hint", *arguments, "--json").json
    assert not folder.exists()


def test_what_cannot_be_solved_is_hinted_by_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(lang: str, phase: object, rules: object) -> None:
        raise GameError("numba.missing")

    monkeypatch.setattr(solving, "solve_behind_a_bar", refused)
    run = phase10("hint", HAND, "--phase", OWN, "--json")
    assert run.code == 0
    assert run.err.startswith("phase10: Numba is not installed")
    assert '"rank": "counting"' in run.out
    assert run.out.count("\n") == 1


# --- the ladder -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("rung", [1, 2, 3, 4])
def test_a_rung_tells_no_more_than_asked(rung: int, lang: str) -> None:
    all_rungs = ladder(lang, advise(Position(Hand(HAND), Phase.parse("3"))))
    run = phase10("hint", HAND, "--phase", "3", "--rung", str(rung), "--lang", lang, "--no-win")
    said = " ".join(run.out.split())
    assert run.code == 0
    for place, text in enumerate(all_rungs, start=1):
        assert (" ".join(f"{place}. {text}".split()) in said) == (place <= rung)
    answer = phase10(
        *("hint", HAND, "--phase", "3", "--rung", str(rung), "--lang", lang, "--json"),
        "--no-win",
    ).json
    assert answer == {"question": "discard", "ladder": list(all_rungs[:rung])}


@pytest.mark.parametrize("rung", ["0", "5", "idea"])
def test_there_are_four_rungs(rung: str) -> None:
    run = phase10("hint", HAND, "--phase", "3", "--rung", rung)
    assert run.code == 2
    assert "--rung" in run.err
    assert run.out == ""
