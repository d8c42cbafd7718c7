"""Commands that are typed wrong: what is said of it, in both languages; output without a place."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runner import Run, phase10

CODE = "P10-1-3-77-1"

WRONG = {
    "a word for a number": (
        ["play", "--seed", "abc"],
        "--seed abc — this must be a whole number.",
        "--seed abc – te jābūt veselam skaitlim.",
    ),
    "a number beyond all": (
        ["--port=99999"],
        "--port 99999 — this must be a whole number from 0 to 65535.",
        "--port 99999 – te jābūt veselam skaitlim no 0 līdz 65535.",
    ),
    "a choice": (
        ["wait", "--phase", "2", "--model", "x"],
        "--model x — this option takes one of these: pile, offer.",
        "--model x – te der viena no šīm vērtībām: pile, offer.",
    ),
    "no option": (
        ["solve", "R5"],
        "The option --phase is missing; phase10 solve --help explains it.",
        "Trūkst --phase; phase10 solve --help parāda, ko tur rakstīt.",
    ),
    "no argument": (
        ["deal"],
        "Here CODE is missing; phase10 deal --help tells what to write.",
        "Trūkst CODE; phase10 deal --help paskaidro, ko rakstīt.",
    ),
    "no value": (
        ["odds", "--phase"],
        "--phase — a value must follow; phase10 --help tells which.",
        "--phase – aiz tā jābūt vērtībai; phase10 --help parāda, kādai.",
    ),
    "a value too many": (
        ["play", "--new=3"],
        "--new=3 — no value belongs here; write just --new.",
        "--new=3 – vērtība te nav vajadzīga; raksti tikai --new.",
    ),
    "an option like another": (
        ["play", "--sed", "3"],
        "--sed — there is no such option; did you mean --seed?",
        "--sed – tādas opcijas nav; varbūt domāji --seed?",
    ),
    "an option like none": (
        ["play", "-x"],
        "-x — there is no such option; phase10 play --help lists them.",
        "-x – tādas opcijas nav; visas parāda phase10 play --help.",
    ),
    "no such command": (
        ["nope"],
        "nope — there is no such command; there are course, deal, hint, hub-config,",
        "nope – tādas komandas nav; ir course, deal, hint, hub-config,",
    ),
    "too much": (
        ["deal", CODE, "(b)", "c"],
        "(b) c — this is too much here;",
        "(b) c – tas te ir lieks;",
    ),
    "an empty code": (["deal", " "], "A deal code is missing;", "Trūkst izdales koda;"),
    "an empty file": (
        ["referee", ""],
        "The name of a file is missing;",
        "Trūkst faila nosaukuma;",
    ),
    "an empty position": (
        ["hint", "--position", ""],
        "The name of a file is missing;",
        "Trūkst faila nosaukuma;",
    ),
    "an empty card": (
        ["hint", "R5", "--phase", "1", "--top", ""],
        "--top lacks a card;",
        "Pēc --top trūkst kārts;",
    ),
    "empty rules": (["deal", CODE, "--rules", ""], "--rules lacks a part:", "kaut kā trūkst:"),
    "rules that end early": (
        ["deal", CODE, "--rules", "seed,"],
        "--rules lacks a part: write the name of the rules (seed, official)",
        "Pēc --rules kaut kā trūkst: raksti noteikumu nosaukumu (seed, official)",
    ),
    "an option of rules without value": (
        ["deal", CODE, "--rules", "seed,last_phase="],
        "--rules lacks a part:",
        "Pēc --rules kaut kā trūkst:",
    ),
    "an option of rules twice": (
        ["deal", CODE, "--rules", "seed,last_phase=4,last_phase=5"],
        "last_phase=4 and last_phase=5 decide the same; leave one of them out.",
        "last_phase=4 un last_phase=5 nosaka vienu un to pašu; atstāj tikai vienu.",
    ),
    "two names of rules": (
        ["deal", CODE, "--rules", "seed,official"],
        "official — the name of the rules is given once and comes first;",
        "official – noteikumu nosaukumu raksti vienreiz un pašā sākumā;",
    ),
    "more players than the rules allow": (
        ["deal", CODE, "--rules", "seed,players=2"],
        "Number of players: 3 — by these rules at least 2 and at most 2 can play.",
        "Spēlētāju skaits: 3 – pēc šiem noteikumiem jābūt vismaz 2, bet ne vairāk kā 2.",
    ),
}


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("name", WRONG)
def test_what_is_typed_wrong_is_said_in_the_language_asked_for(name: str, lang: str) -> None:
    arguments, english, latvian = WRONG[name]
    # Before what is wrong: an option that lacks its value would take the next word for it.
    place = int(arguments[0].isalpha() and name != "no such command")
    run = phase10(*arguments[:place], "--lang", lang, *arguments[place:])
    assert run.code == 2, run
    assert run.out == ""
    assert run.err.count("\n") == 1
    assert run.err.startswith("phase10: ")
    assert (latvian if lang == "lv" else english) in run.err
    assert not re.match(r"phase10: [—–-] ", run.err)


def test_a_language_that_is_none() -> None:
    run = phase10("deal", CODE, "--lang", "de")
    assert run.code == 2
    assert run.err == "phase10: --lang de — this option takes one of these: en, lv.\n"


def test_names_of_rules_are_read_in_any_case() -> None:
    wanted = phase10("deal", CODE, "--rules", "seed,deck=4x12x2+7W+5S", "--json").json
    assert phase10("deal", CODE, "--rules", "SEED,Deck=4X12x2+7w+5s", "--json").json == wanted
    assert "Sead — no rules have this name" in phase10("deal", CODE, "--rules", "Sead").err


# --- output ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["deal", "referee", "replay", "rules"])
def test_no_line_ends_with_blanks(command: str, tmp_path: Path) -> None:
    checkout = Path(__file__).parents[2]
    entry = '{"phase": 1, "hand": "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 S", "move": ["discard S on C"]}'
    run = {
        "deal": lambda: phase10("deal", CODE),
        "referee": lambda: phase10("referee", "-", stdin=entry.replace("{", '{"players": 4, ', 1)),
        "replay": lambda: phase10(
            "replay", "--turns", str(checkout / "tests" / "golden" / "records" / "tie_break.txt")
        ),
        "rules": lambda: phase10(
            "play", "--record", str(tmp_path / "m.txt"), stdin="rules\nhelp\nscore\n"
        ),
    }[command]()
    assert run.code == 0, run.err
    lines = [line for line in run.out.splitlines() if line != "> "]
    assert len(lines) > 3
    assert [line for line in lines if line != line.rstrip()] == []


def _started(where: str, *arguments: str) -> Run:
    """Run the program with its output closed or on a disk that is full."""
    command = f'exec "$@" {where}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "phase10", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("where", [">/dev/full", ">&-"])
@pytest.mark.parametrize("arguments", [["deal", CODE], ["deal", CODE, "--json"], ["--help"]])
def test_output_that_has_no_place_is_told_in_one_line(where: str, arguments: list[str]) -> None:
    run = _started(where, *arguments)
    assert run.code == 1
    assert run.err == (
        "phase10: What is to be printed cannot be written: the output is closed or the disk is "
        "full.\n"
    )


def test_a_match_whose_output_has_no_place_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    run = _started(">/dev/full", "play", "--record", str(path), "--lang", "lv")
    assert run.code == 1
    assert run.err.startswith("phase10: Atbildi nevar izvadīt:")
    assert run.err.count("\n") == 1
    assert path.read_text("utf-8").startswith("phase10 record 1\n")
