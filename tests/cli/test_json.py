"""With --json: one object whose keys others rely on."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from phase10.game.cards import Hand
from phase10.game.phases import PHASES
from phase10.solver.groupings import missing
from tests.cli.runner import phase10, program

TEN = "R5 B5 W Y3 G4 G9 B9 S R12 Y1"
POSITION = """
rules: seed
phases: classic
me: {hand: "R5 B5 W Y3 G4 G9 B9 S R12 Y1", phase: 3, score: 35, laid: false}
players:
  - {name: A, phase: 3, score: 10, cards: 10, laid: true, took: B7, threw: R12 G1}
turn: me
at: before_draw
top: G5
discards: R12 G1 G5
table:
  - {owner: A, goal: "set:4", cards: "R8 B8 G8 W=8"}
"""


def test_solve() -> None:
    answer = phase10("solve", TEN, "--phase", "3", "--json").json
    assert list(answer) == [
        *("missing", "groupings", "useful_draws", "live", "unseen"),
        *("p_next", "p_next_exact", "p_complete_next"),
    ]
    assert answer["missing"] == 2 == missing(Hand(TEN), PHASES[2])
    assert answer["unseen"] == 98
    assert answer["live"] == sum(answer["useful_draws"].values()) == 35
    assert answer["useful_draws"]["W"] == 7
    assert answer["useful_draws"]["R5"] == 1
    assert answer["p_next_exact"] == "5/14"
    assert answer["p_next"] == pytest.approx(5 / 14, abs=1e-15)
    assert answer["p_complete_next"] == 0.0
    first = answer["groupings"][0]
    assert first == {
        "groups": [
            {"goal": "set:4", "cards": ["R5", "B5", "W=5"], "number": 5, "missing": 1},
            {"goal": "run:4", "cards": ["Y1", "Y3", "G4"], "start": 1, "missing": 1},
        ],
        "spare": ["R12", "B9", "G9", "S"],
        "alternatives": 1,
    }


def test_solve_a_complete_hand() -> None:
    answer = phase10("solve", "R3 B3 Y3 G9 R9 W S", "--phase", "1", "--json").json
    assert answer["missing"] == 0
    assert answer["useful_draws"] == {}
    assert answer["live"] == 0
    assert answer["p_next"] == answer["p_complete_next"] == 1.0
    assert Fraction(answer["p_next_exact"]) == 1


def test_solve_with_cards_seen() -> None:
    answer = phase10("solve", "R7 B7", "--phase", "set:3", "--seen", "7xW R7 G7", "--json").json
    assert answer["unseen"] == 108 - 2 - 9
    assert answer["useful_draws"] == {"B7": 1, "G7": 1, "Y7": 2, "W": 1}
    assert Fraction(answer["p_next_exact"]) == Fraction(5, 97)
    assert answer["p_complete_next"] == answer["p_next"]


def test_a_color_names_its_target_and_nothing_else() -> None:
    answer = phase10("solve", "R7 R2 W B1", "--phase", "7 of one color", "--json").json
    (plan,) = answer["groupings"][0]["groups"]
    assert plan["color"] == "red"
    assert plan["missing"] == 4
    assert set(plan) == {"goal", "cards", "color", "missing"}
    assert "W" in plan["cards"]


def test_solve_an_empty_hand() -> None:
    answer = phase10("solve", "", "--phase", "2", "--json").json
    assert answer["missing"] == 7
    assert answer["unseen"] == 108
    assert set(answer["groupings"][0]["groups"][0]) == {"goal", "cards", "missing"}


def test_hint_with_eleven_cards() -> None:
    answer = phase10("hint", f"{TEN} G7", "--phase", "3", "--json").json
    options = answer["options"]
    assert answer["question"] == "discard"
    assert len(options) == 11
    ranks = [option["rank"] for option in options]
    assert ranks[0] == 1
    assert ranks == sorted(ranks)
    assert len(set(ranks)) < len(ranks)  # some are equally good
    assert set(options[0]) == {
        *("move", "rank", "missing", "useful", "live", "p_next", "p_within"),
        *("expected_turns", "points_left", "win_chance", "win_chance_se", "reasons", "text"),
    }
    assert 0 < options[0]["win_chance"] < 1
    assert 0 < options[0]["win_chance_se"] < 0.5
    assert answer["method"]["win_chance"] == "simulated"
    assert options[0]["move"] == "discard S"
    assert options[0]["text"].startswith("Discard the skip. ")
    turns = [option["expected_turns"] for option in options]
    assert 1 < min(turns) == turns[0]
    for option in options:
        for reason in option["reasons"]:
            assert {"code", "text"} <= set(reason)
    assert len(answer["ladder"]) == 4
    assert answer["ladder"][3].startswith(options[0]["text"])
    assert len(answer["within"]) == 10
    assert answer["within"] == sorted(answer["within"])
    assert answer["within"][0] == options[0]["p_within"]["1"]
    for option in options:
        assert list(option["p_within"]) == ["1", "2", "3", "5"]
        chances = list(option["p_within"].values())
        assert chances == sorted(chances)
        assert all(0 <= chance <= 1 for chance in chances)
        assert option["live"] == sum(option["useful"].values())
        assert option["p_next"] == pytest.approx(option["live"] / 97)
    assert answer["method"]["p_within"] == "model offer"
    assert answer["method"]["expected_turns"] == "model offer"
    assert answer["method"]["rank"] == "judgment"
    assert answer["method"]["missing"] == "exact"
    assert {entry["code"] for entry in answer["assumed"]} == {
        *("seen.nothing", "players.unknown", "rules.seed"),
    }
    assert answer["text"].startswith(options[0]["text"])


def test_hint_with_ten_cards_and_the_face_up_card() -> None:
    answer = phase10("hint", TEN, "--phase", "3", "--top", "G5", "--json").json
    assert answer["question"] == "draw"
    take, draw = answer["options"]
    assert (take["move"], take["then"]) == ("take discard", "discard S")
    assert draw["move"] == "draw pile"
    assert "then" not in draw
    assert take["expected_missing"] == 1.0 < draw["expected_missing"] < 2.0
    assert take["expected_turns"] < draw["expected_turns"]
    assert take["p_within"]["1"] == 0 < draw["p_within"]["2"]


def test_hint_when_the_phase_can_be_laid() -> None:
    hand = "R3 B3 Y3 G9 R9 B12 W S R5 G1 Y7"
    answer = phase10("hint", hand, "--phase", "1", "--json", "--lang", "lv").json
    assert answer["question"] == "lay"
    assert answer["options"][0]["move"] == "lay set R3 B3 Y3 | set R9 G9 W=9"
    assert answer["options"][0]["then"] == "discard S"
    assert answer["text"].startswith("Izliec fāzi: komplekts (sarkanais 3,")


def test_hint_with_what_is_known_of_the_others(tmp_path: Path) -> None:
    told = {
        "me": {"hand": f"{TEN} G7", "phase": 3},
        "players": [{"name": "Anna", "phase": 1, "cards": 3, "laid": True}, {"name": "B"}],
        "table": [{"owner": "Anna", "goal": "set:3", "cards": "R7 B7 Y7"}],
        "rules": "seed,skip_target=chosen",
    }
    path = tmp_path / "position.json"
    path.write_text(json.dumps(told), "utf-8")
    answer = phase10("hint", "--position", str(path), "--json").json
    options = {option["move"]: option for option in answer["options"]}
    assert {"discard S on Anna", "discard S on B"} <= set(options)
    assert options["discard G7"]["danger"] == 1
    assert options["discard R12"]["danger"] == 0
    reasons = [reason["code"] for reason in options["discard G7"]["reasons"]]
    assert "feeds" in reasons
    assert answer["method"]["danger"] == "estimate"


def test_hint_once_the_phase_lies(tmp_path: Path) -> None:
    told = {
        "me": {"hand": "Y7 Y2 R1", "phase": 1, "laid": True},
        "table": [
            {"owner": "me", "goal": "set:3", "cards": "R7 B7 G7"},
            {"owner": "A", "goal": "run:4", "cards": "R3 B4 G5 Y6"},
        ],
        "at": "after_draw",
    }
    path = tmp_path / "position.json"
    path.write_text(json.dumps(told), "utf-8")
    answer = phase10("hint", "--position", str(path), "--json").json
    best = answer["options"][0]
    assert answer["question"] == "end"
    assert (best["hits"], best["move"]) == (["hit Y2 on A.1", "hit Y7 on me.1"], "discard R1")
    assert best["goes_out"] is True
    assert "missing" not in best
    path.write_text(json.dumps({**told, "at": "others_turn"}), "utf-8")
    waiting = phase10("hint", "--position", str(path), "--json").json
    assert (waiting["question"], waiting["options"], waiting["ladder"]) == ("plan", [], [])
    assert waiting["text"] == "Your phase lies on the table · 15 points in your hand"
    assert "nothing to decide" in phase10("hint", "--position", str(path)).out


@pytest.mark.parametrize("hand", ["R5 B5 W", TEN])
def test_hint_without_a_choice_is_the_output_of_solve(hand: str) -> None:
    hint = phase10("hint", hand, "--phase", "3", "--json").json
    assert hint == phase10("solve", hand, "--phase", "3", "--json").json


def test_hint_from_a_position(tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION, "utf-8")
    answer = phase10("hint", "--position", str(path), "--json").json
    assert answer["question"] == "draw"
    assert answer["options"][0]["move"] == "take discard"
    assert answer["options"][0]["useful"]["W"] == 6
    assert answer["assumed"] == [
        entry for entry in answer["assumed"] if entry["code"] != "seen.nothing"
    ]
    piped = phase10("hint", "--position", "-", "--json", stdin=POSITION).json
    assert piped == answer


def test_options_of_the_command_replace_parts_of_a_position(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text('{"me": {"hand": "R5", "phase": 1},\n\t"rules": "seed"}', "utf-8-sig")
    answer = phase10(
        *("hint", f"{TEN} G7", "--phase", "3", "--position", str(path), "--json"),
        *("--seen", "W", "--rules", "seed,wild_points=20"),
    ).json
    assert answer["question"] == "discard"
    assert answer["options"][0]["useful"]["W"] == 6
    assert [entry["code"] for entry in answer["assumed"]] == ["players.unknown"]


@pytest.mark.parametrize(
    ("arguments", "favourable", "total"),
    [
        (["--phase", "1"], "7076688307832", "38722819230810"),
        (["--phase", "8"], "1071555721624", "38722819230810"),
        (["--phase", "1", "--cards", "7"], "454600928", "27883218168"),
        (
            ["--phase", "1", "--cards", "7", "--natural-per", "group"],
            "454576736",
            "27883218168",
        ),
        (
            ["--phase", "1", "--cards", "7", "--rules", "seed,natural_per=group"],
            "454576736",
            "27883218168",
        ),
        (["--phase", "3", "--cards", "7"], "0", "27883218168"),
    ],
)
def test_odds(arguments: list[str], favourable: str, total: str) -> None:
    answer = phase10("odds", *arguments, "--json").json
    assert answer["favourable"] == favourable
    assert answer["total"] == total
    assert answer["probability"] == int(favourable) / int(total)
    assert set(answer) == {"favourable", "total", "probability"}


def test_as_a_program() -> None:
    run = program("solve", TEN, "--phase", "3", "--json")
    assert run.json == phase10("solve", TEN, "--phase", "3", "--json").json


def test_hands_may_be_typed_without_quotes_and_in_words() -> None:
    words = phase10("solve", "sarkans", "7,", "zil", "7", "2xW", "--phase", "1", "--json").json
    assert words == phase10("solve", "R7 B7 W W", "--phase", "1", "--json").json
