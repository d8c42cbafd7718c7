"""Wrong input: exit code 2, one clear line, no traceback, nothing on standard output."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.runner import phase10, program, refused

TEN = "R5 R5 W Y3 G4 G9 B9 S R12 Y1"

WRONG = {
    "number 13": (["solve", "R5 R13", "--phase", "1"], "Card 2 of your hand: R13"),
    "13 of one card": (["solve", "13xR5", "--phase", "1"], "13 in all"),
    "three red 7s": (["solve", "R7 R7 R7", "--phase", "1"], "only 2"),
    "nine wilds": (["hint", "9xW", "--phase", "1"], "only 8"),
    "five skips": (["solve", "5xS", "--phase", "1"], "only 4"),
    "twelve cards": (["hint", f"{TEN} G7 G8", "--phase", "1"], "at most 11"),
    "words": (["solve", "hello world", "--phase", "1"], "hello"),
    "a skip with a number": (["solve", "S7", "--phase", "1"], "S7"),
    "script": (["solve", "<script>alert(1)</script>", "--phase", "1"], "<script>"),
    "an empty phase": (["solve", "R5", "--phase", ""], "No phase is given"),
    "phase 11": (["solve", "R5", "--phase", "11"], "phases 1 to 10"),
    "phase in words": (["solve", "R5", "--phase", "everything"], "everything"),
    "a set of 9": (["odds", "--phase", "set:9"], "2 to 8"),
    "a phase of 16": (["odds", "--phase", "set:8+run:8"], "at most 11"),
    "no such preset": (["solve", "R5", "--phase", "1", "--rules", "house"], "house"),
    "no such option": (["solve", "R5", "--phase", "1", "--rules", "seed,x=1"], "x"),
    "no such value": (
        ["solve", "R5", "--phase", "1", "--rules", "seed,natural_per=card"],
        "phase, group",
    ),
    "seen too often": (["solve", "R7 R7", "--phase", "1", "--seen", "R7"], "only 2"),
    "seen unreadable": (["solve", "R7", "--phase", "1", "--seen", "Q9"], "cards seen: Q9"),
    "top too often": (["hint", TEN, "--phase", "1", "--top", "R5"], "only 2"),
    "top and seen": (
        ["hint", "R5 B5", "--phase", "1", "--top", "R5", "--seen", "R5"],
        "only 2",
    ),
    "two cards on top": (["hint", TEN, "--phase", "1", "--top", "G5 G6"], "Face-up card"),
    "too many cards": (["odds", "--phase", "1", "--cards", "109"], "108"),
    "cards below none": (["odds", "--phase", "1", "--cards", "-1"], "108"),
    "cards in words": (["odds", "--phase", "1", "--cards", "ten"], "--cards"),
    "mixed goals": (["odds", "--phase", "color:3+color:3+set:3"], "color:3+color:3+set:3"),
    "no hand": (["solve", "--phase", "1"], "HAND"),
    "no phase": (["solve", "R5"], "--phase"),
    "no phase for a hint": (["hint", "R5"], "--phase"),
    "unknown option": (["solve", "R5", "--phase", "1", "--bogus"], "--bogus"),
    "unknown command": (["bogus"], "bogus"),
    "unknown language": (["solve", "R5", "--phase", "1", "--lang", "xx"], "xx"),
    "a port beyond all": (["--port", "99999"], "--port"),
    "a word for a port": (["--port", "x"], "--port"),
}

FILES = {
    "no yaml": ("{me: [", "neither JSON nor YAML"),
    "a list": ("[1, 2]", "position"),
    "nothing": ("", "position"),
    "a number": ("7", "position"),
    "a wrong key": ('{"me": {"hand": "R5", "phase": 1}, "bogus": 1}', "bogus"),
    "a hand of numbers": ('{"me": {"hand": 5, "phase": 1}}', "me.hand"),
    "me as text": ('{"me": "R5"}', "me"),
    "no phase": ('{"me": {"hand": "R5"}}', "me.phase"),
    "a wrong card": ('{"me": {"hand": "R13", "phase": 1}}', "R13"),
    "a date": ("me: {hand: 2026-13-45, phase: 1}", "neither JSON nor YAML"),
    "too many": ('{"me": {"hand": "R7 R7", "phase": 1}, "seen": "R7"}', "R7"),
    "an object of python": ("!!python/object/apply:os.getcwd []", "neither JSON nor YAML"),
    "endless nesting": ("[" * 5000, "neither JSON nor YAML"),
    "not text": (b"\xff\xfe\x00\x01", "cannot be read as text"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments(name: str) -> None:
    arguments, told = WRONG[name]
    refused(phase10(*arguments), told)


@pytest.mark.parametrize("name", FILES)
def test_wrong_positions(name: str) -> None:
    content, told = FILES[name]
    refused(phase10("hint", "--position", "-", stdin=content), told)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    refused(phase10("hint", "--position", str(tmp_path / "none.yaml")), "no such file")
    refused(phase10("hint", "--position", str(tmp_path)), "cannot be read")


def test_as_a_program() -> None:
    refused(program("solve", "R5 R13", "--phase", "1"), "Card 2 of your hand: R13")
    refused(program("hint", "--position", "-", stdin="[1]"), "position")


def test_with_json_standard_output_stays_empty_too() -> None:
    refused(phase10("solve", "R13", "--phase", "1", "--json"), "R13")


def test_refusals_in_latvian() -> None:
    refused(phase10("solve", "R13", "--phase", "1", "--lang", "lv"), "no 1 līdz 12")
    refused(phase10("--lang", "lv", "solve", "R13", "--phase", "1"), "no 1 līdz 12")


def test_what_a_terminal_must_not_obey_is_escaped() -> None:
    refused(phase10("solve", "\x1b[31mX\n\rY", "--phase", "1"), "no card is written like this")
    refused(phase10("\x1b[31m"), "[31m")


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ('"players": [{"took": "foo"}]', "players.took"),
        ('"seen": "R1 R1 R1"', "seen"),
        ('"table": ["A set R7 B8 G7"]', "table"),
        ('"discards": "X"', "discards"),
        ('"top": "R13"', "top"),
    ],
)
def test_a_position_file_says_where_it_is_wrong(part: str, place: str) -> None:
    text = f'{{"me": {{"hand": "R5", "phase": 1}}, {part}}}'
    run = phase10("hint", "--position", "-", stdin=text)
    assert run.code == 2
    assert run.err.startswith(f"phase10: {place}: ")
    assert run.err.count("\n") == 1


def test_a_file_without_end_is_refused_at_once() -> None:
    run = phase10("hint", "--position", "-", stdin="- a\n" * 200_000)
    assert run.code == 2
    assert "100,000" in run.err


@pytest.mark.parametrize(
    ("command", "name", "text", "line"),
    [
        ("referee", "a.yaml", f"a: 1\nb: {'9' * 5000}\n", 2),
        ("referee", "a.yaml", f"a: 0x{'f' * 5000}\n", 1),
        ("referee", "a.json", f'{{"a":\n\n{"9" * 5000}}}', 3),
        ("course check", "a.toml", f"a = 1\n\nb = {'9' * 5000}\n", 3),
        ("course check", "a.toml", f"a = 1\nb = 0x{'f' * 5000}\n", 2),
        ("lessons --lesson", "a.toml", f"a = 1\nb = {'9' * 5000}\n", 2),
        ("lessons --lesson", "a.toml", f"a = 1\nb = {'[' * 5000}\n", 1),
    ],
)
def test_numbers_without_end_are_told_with_their_line(
    command: str, name: str, text: str, line: int, tmp_path: Path
) -> None:
    """Python reads no decimal number of 5,000 digits, and writes none that it read otherwise."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    done = phase10(*command.split(), str(file))
    refused(done, str(line))
    assert re.search(rf"(line |Line |:){line}\b", done.err), done.err
