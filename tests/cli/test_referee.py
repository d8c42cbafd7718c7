"""``phase10 referee``: verdicts as JSON and for people, and files that cannot be judged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from phase10.game.moves import parse_move
from phase10.game.rules import PRESETS
from tests.cli.runner import Run, phase10, program

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "positions.yaml"
ENTRIES = yaml.safe_load(GOLDEN.read_text(encoding="utf-8"))
HAND = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 S"
ESCAPE = "\x1b[31m"


def judged(data: object, *arguments: str, **environment: str) -> Run:
    return phase10("referee", "-", *arguments, stdin=json.dumps(data), **environment)


def entry(**parts: Any) -> dict[str, Any]:
    return {"id": "X1", "phase": 1, "hand": HAND, "move": ["discard S on C"], **parts}


def nulls(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(nulls, value.values()))
    return any(map(nulls, value)) if isinstance(value, list) else value is None


# --- as JSON -------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_file_of_positions_agrees_with_every_entry(preset: str) -> None:
    answer = phase10("referee", str(GOLDEN), "--rules", preset, "--json").json
    assert not nulls(answer)
    assert answer.keys() == {"positions", "events"}
    moves = [entry for entry in ENTRIES if "event" not in entry]
    assert [position["id"] for position in answer["positions"]] == [given["id"] for given in moves]
    for given, position in zip(moves, answer["positions"], strict=True):
        said = given[preset] if given[preset] in ("legal", "illegal") else given["use"]
        assert position["legal"] is (said == "legal"), given["id"]
        assert (position["expected"], position["agrees"]) == (said, True)
        assert (position["code"] == "legal") is position["legal"]
        assert position["text"]
    assert answer["events"][3] == {"id": "E06", "event": "phase not laid at the end"}
    assert len(answer["events"]) == 10


def test_what_is_told_of_a_legal_move_and_of_an_illegal_one() -> None:
    data = [entry(players=4), entry(id=2, move="discard R1", seed="illegal")]
    first, second = judged(data, "--json").json["positions"]
    assert first == {
        "id": "X1",
        "legal": False,
        "code": "skip.next_only",
        "text": "By these rules a skip goes to the next player only: A.",
        "step": 1,
        "move": "discard S on C",
        "cards": ["S"],
        "rule": "S40",
        "option": "skip_target",
        "instead": "discard S on A",
    }
    assert second == {
        "id": "2",
        "legal": True,
        "code": "legal",
        "text": "The move is allowed.",
        "expected": "illegal",
        "agrees": False,
    }
    (official,) = judged(entry(players=4), "--json", "--rules", "official").json["positions"]
    assert official["legal"]


def test_what_could_be_played_instead_is_a_move() -> None:
    names = {"me": 0, "A": 1, "B": 2, "C": 3}
    for preset in PRESETS:
        answer = phase10("referee", str(GOLDEN), "--rules", preset, "--json").json
        for position in answer["positions"]:
            if "instead" in position:
                move = parse_move(position["instead"], names)
                assert move.text(tuple(names)) == position["instead"]


def test_a_wild_that_stands_for_no_number_is_named() -> None:
    hand = "R8 B8 G8 W R1 B2 Y3 B11 S Y5 Y6"
    lay = "lay set R8 B8 G8 | run W=0 R1 B2 Y3"
    (told,) = judged(entry(phase=2, hand=hand, move=lay), "--json").json["positions"]
    assert (told["code"], told["rule"], told["cards"]) == ("lay.wild_number", "S34", ["W"])
    assert told["text"].startswith("W=0 — a wild stands for a number from 1 to 12")


def test_yaml_and_json_and_standard_input(tmp_path: Path) -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    expected = phase10("referee", str(GOLDEN), "--json").json
    assert phase10("referee", "-", "--json", stdin=text).json == expected
    path = tmp_path / "positions.json"
    path.write_text(json.dumps(ENTRIES), encoding="utf-8")
    assert phase10("referee", str(path), "--json").json == expected
    run = program("referee", str(path), "--json")
    assert (run.code, json.loads(run.out)) == (0, expected)


def test_nothing_to_judge() -> None:
    assert judged([], "--json").json == {"positions": [], "events": []}
    assert judged([{"event": "rain"}], "--json").json == {
        "positions": [],
        "events": [{"id": "1", "event": "rain"}],
    }
    assert judged([]).out.strip() == "0 positions: 0 allowed, 0 not allowed."


def test_a_file_of_many_hundred_entries() -> None:
    many = [{**entry(players=4), "id": f"X{n}", "why": "x" * 100} for n in range(1000)]
    text = json.dumps(many)
    assert len(text) > 200_000
    answer = phase10("referee", "-", "--json", stdin=text).json
    assert len(answer["positions"]) == 1000
    assert {position["code"] for position in answer["positions"]} == {"skip.next_only"}


# --- for people ----------------------------------------------------------------------------------


def test_the_example_of_the_readme(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (moves,) = re.findall(r"^```json\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    (wanted,) = re.findall(r"^```text\n(skip: .*?)^```$", readme, re.MULTILINE | re.DOTALL)
    path = tmp_path / "moves.json"
    path.write_text(moves, encoding="utf-8")
    out = phase10("referee", str(path)).out
    assert [line.rstrip() for line in out.splitlines()] == wanted.splitlines()


def test_the_file_of_positions_for_people() -> None:
    run = phase10("referee", str(GOLDEN))
    assert (run.code, run.err) == (0, "")
    lines = [line.rstrip() for line in run.out.splitlines()]
    assert lines[0] == "L01: allowed"
    assert "T10: not allowed" in lines
    assert "  Step 2: hit Y4 on A.1" in lines
    text = " ".join(" ".join(lines).split())
    assert text.endswith(
        "All verdicts given in the file agree. 10 entries describe events and are not judged."
    )
    assert "\x1b" not in run.out


def test_disagreements_are_shown_and_counted() -> None:
    data = [
        entry(id="a", players=4, seed="legal"),
        entry(id="b", move="discard R1", seed="illegal"),
        entry(id="c", move="discard R1", seed="legal"),
    ]
    out = " ".join(judged(data).out.split())
    assert (
        "Rule S40; the option skip_target decides The file says that this move is allowed." in out
    )
    assert "b: allowed The file says that this move is not allowed. c: allowed 3 positions" in out
    assert out.endswith("2 verdicts differ from those given in the file.")
    one = " ".join(judged(data[:1]).out.split())
    assert one.endswith("1 verdict differs from the one given in the file.")
    none = " ".join(judged([entry(move="discard R1")]).out.split())
    assert none == "X1: allowed 1 position: 1 allowed, 0 not allowed."


def test_verdicts_in_latvian() -> None:
    out = " ".join(judged([entry(players=4)], "--lang", "lv").out.split())
    assert out.startswith("X1: neatļauts gājiens 1. solis: discard S on C Pēc šiem noteikumiem")
    assert out.endswith("1 pozīcija: atļauto gājienu ir 0, neatļauto – 1.")
    (told,) = judged(entry(players=4), "--lang", "lv", "--json").json["positions"]
    assert told["text"].startswith("Pēc šiem noteikumiem")
    for word in ("allowed", "Step", "Rule"):
        assert word not in phase10("referee", str(GOLDEN), "--lang", "lv").out


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("columns", [30, 80, 120])
def test_no_line_is_wider_than_the_terminal(columns: int, lang: str) -> None:
    run = phase10("referee", str(GOLDEN), "--lang", lang, COLUMNS=str(columns))
    assert run.code == 0
    assert max(map(len, run.out.splitlines())) <= columns


def test_players_are_named_and_the_reader_is_you() -> None:
    me = {"hand": "R8 B10 B9", "phase": 2, "laid": True}
    table = ["me set G8 B8 Y8", "Anna run R3 B4 Y5 G6"]
    data = {"me": me, "table": table, "players": [{"name": "Anna"}], "move": "hit R8 on Anna.1"}
    assert "to group 1 of your own phase." in judged(data).out
    assert judged(data, "--json").json["positions"][0]["instead"] == "hit R8 on me.1"


def test_what_a_terminal_must_not_obey_is_escaped() -> None:
    me = {"hand": HAND, "phase": 1}
    players = [{"name": f"A{ESCAPE}"}, {"name": "B"}]
    data = {"id": f"X{ESCAPE}", "me": me, "players": players, "move": "discard S on B"}
    run = judged(data)
    assert run.code == 0
    assert "\x1b" not in run.out
    assert "X\\x1b[31m: not allowed" in run.out
    assert "A\\x1b[31m." in run.out


# --- files that cannot be judged -----------------------------------------------------------------

WRONG: dict[str, tuple[object, str]] = {
    "no list": ("text", "positions"),
    "a number": (5, "positions"),
    "nothing": (None, "positions"),
    "an entry of text": (["text"], "1: positions"),
    "an entry without a name": ([{"phase": 1}, 5], "1: hand"),
    "a wrong card": ([entry(hand="R13")], "X1: hand: R13 — numbers run from 1 to 12."),
    "a third card": ([entry(hand="R7 R7 R7")], "X1: hand: R7 (red 7) — 3 in all"),
    "beyond the deck": ([entry(table=["A set R1 B1", "B set R1 G1"])], "X1: R1 (red 1) — 3 in all"),
    "too few cards": ([entry(hand="R1")], "X1: hand: The hand is of size 1"),
    "an unknown key": ([entry(bogus=1)], "X1: bogus — a position has no part with this name"),
    "no such owner": ([entry(move="hit R1 on Q.1")], "X1: move 1: Q — no player has this name"),
    "no such player": ([entry()], "X1: move 1: C — no player has this name; there are me, A."),
    "an empty move": ([entry(move=[])], "X1: The move has no step"),
    "no move": ([entry(move=None)], "X1: move — this part"),
    "a move of numbers": ([entry(move=[1, 2])], "X1: move 1: move — this part"),
    "no such step": ([entry(move=["jump"])], "X1: move 1: jump — this is not a move"),
    "no such moment": ([entry(at="noon")], "X1: at: noon"),
    "a long id": ([entry(id="x" * 500)], "1: id 500"),
    "an escape": ([entry(id=ESCAPE, hand=ESCAPE)], "\\x1b[31m: hand: "),
    "wrong rules": ([entry(rules="house")], "X1: rules: house"),
    "the third entry": ([entry(move="discard R1"), {"event": "rain"}, {"phase": 0}], "3: "),
    "a whole position": ([{"me": {"hand": "R1 R13", "phase": 1}}], "1: me.hand: R13"),
    "no face-up card": (
        [entry(hand=HAND[:-2], at="before_draw", move="take discard")],
        "X1: move 1: The move takes the face-up card",
    ),
}


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("name", sorted(WRONG))
def test_one_line_says_what_is_wrong_and_where(name: str, lang: str) -> None:
    data, told = WRONG[name]
    for arguments in ([], ["--json"]):
        run = judged(data, "--lang", lang, *arguments)
        assert (run.code, run.out) == (2, "")
        assert run.err.endswith("\n")
        assert run.err.count("\n") == 1
        assert run.err.rstrip("\n").isprintable()
        if lang == "en":
            assert run.err.startswith(f"phase10: {told}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for content, told in (
        ("- {id: [", "neither JSON nor YAML"),
        ("- !!python/object/apply:os.getcwd []", "neither JSON nor YAML"),
        (b"\xff\xfe\x00", "cannot be read as text"),
        (" " * 1_000_001, "1,000,000"),
        (GOLDEN.read_text(encoding="utf-8") + "#" * 900_000 + "\n- 5", "74: positions"),
        ("&a [*a]", "1: positions"),
        ("[" * 5000, "neither JSON nor YAML"),
    ):
        run = phase10("referee", "-", stdin=content)
        assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
        assert told in run.err
    assert "no such file" in phase10("referee", str(tmp_path / "none.yaml")).err
    assert "FILE" in phase10("referee").err
    assert "house" in phase10("referee", str(GOLDEN), "--rules", "house").err
