"""``phase10 replay``: a recorded match verified, for programs and for people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phase10.game.errors import RecordError
from phase10.game.records import Record, load, save
from phase10.views.i18n import LANGUAGES
from phase10.views.records import player_names, record_error_text
from tests.cli.runner import phase10, program, refused
from tests.game.record_texts import (
    CODES_OF_TEXTS,
    DAMAGED,
    FORGERIES,
    GOLDEN,
    SHORT,
    line_of,
    long_record,
)

README = Path(__file__).parents[2] / "README.md"
GOLDEN_FILES = sorted(GOLDEN.iterdir())


def written(tmp_path: Path, text: str | bytes) -> str:
    path = tmp_path / "match.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_as_json() -> None:
    assert phase10("replay", str(GOLDEN / "seed.txt"), "--json").json == {
        "legal": True,
        "finished": True,
        "scores": {"A": 0, "B": 100},
        "phases": {"A": 2, "B": 1},
        "winner": "A",
        "rounds": 2,
        "turns": 9,
        "players": [{"seat": "A", "name": "Anna"}, {"seat": "B", "name": "Žanis"}],
        "by_round": [
            {
                "round": 1,
                "deal": "P10-1-2-235-1",
                "turns": 8,
                "end": "out",
                "out": "A",
                "points": {"A": 0, "B": 20},
            },
            {
                "round": 2,
                "deal": "P10-1-2-235-2",
                "turns": 1,
                "end": "out",
                "out": "A",
                "points": {"A": 0, "B": 80},
            },
        ],
    }


def test_an_unfinished_match_has_no_winner(tmp_path: Path) -> None:
    record = load(GOLDEN / "tie_break.txt").undone()
    path = tmp_path / "match.txt"
    save(record, path)
    answer = phase10("replay", str(path), "--json").json
    assert answer["legal"] is True
    assert answer["finished"] is False
    assert "winner" not in answer
    assert answer["scores"] == {"A": 85, "B": 10, "C": 145, "D": 10}
    assert answer["players"][1] == {"seat": "B", "name": "greedy", "player": "greedy"}
    running = answer["by_round"][-1]
    assert running["tie_break"] == ["B", "D"]
    assert running.keys().isdisjoint({"end", "out", "points"})


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.stem)
def test_scores_are_the_sums_of_the_rounds(path: Path) -> None:
    answer = phase10("replay", str(path), "--turns", "--json").json
    for seat, score in answer["scores"].items():
        assert score == sum(each["points"][seat] for each in answer["by_round"] if "points" in each)
    assert answer["turns"] == len(answer["by_turn"])
    lines = str(load(path)).split("\n")
    for turn in answer["by_turn"]:
        assert f"{turn['seat']}: {'; '.join(turn['moves'])}" == lines[turn["line"] - 1]


def test_standard_input_and_a_program_of_its_own() -> None:
    wanted = phase10("replay", str(GOLDEN / "seed.txt"), "--json").json
    assert phase10("replay", "-", "--json", stdin=SHORT).json == wanted
    assert program("replay", "-", "--json", stdin=SHORT.replace("\n", "\r\n")).json == wanted


# --- for people -----------------------------------------------------------------------------------


def test_for_people_in_both_languages() -> None:
    english = phase10("replay", str(GOLDEN / "seed.txt")).out
    assert english.startswith("9 turns, all played by the rules.\nAnna wins the match.\n")
    assert re.search(r"1 +8 +Anna goes out +0 +20\n", english)
    assert re.search(r"Points in all +0 +100", english)
    assert re.search(r"Phases made +2 +1", english)
    latvian = phase10("replay", str(GOLDEN / "seed.txt"), "--lang", "lv").out
    assert latvian.startswith("9 gājieni, visi pēc noteikumiem.\nSpēlē uzvar Anna.\n")
    assert re.search(r"Soda punkti kopā +0 +100", latvian)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", [30, 80, 200])
@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.stem)
def test_any_width_will_do(path: Path, columns: int, lang: str) -> None:
    run = phase10("replay", str(path), "--turns", "--lang", lang, COLUMNS=str(columns))
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= columns
    assert "…" not in run.out
    told = " ".join(run.out.split())
    record = load(path)
    for name in player_names(record):
        assert name in told
    assert str(record.turns()[-1].line) in told


def test_where_a_match_stands_is_told() -> None:
    record = load(GOLDEN / "seed.txt")
    out = phase10("replay", "-", stdin=str(record.undone())).out
    assert "The match is not over: round 2, Anna is to move." in out
    assert "not over yet" in out
    over = next(place for place, event in enumerate(record.events) if event.after)
    between = Record(record.header, record.events[: over + 1])
    out = phase10("replay", "-", stdin=str(between)).out
    assert "round 1 has ended, the next one is still to be dealt." in " ".join(out.split())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("at_once", "greedy lays the last phase"),
        ("small_deck", "nothing left to draw"),
        ("lay_tie_break", "greedy lays the last phase"),
    ],
)
def test_how_a_round_ended_is_told(name: str, told: str) -> None:
    assert told in phase10("replay", str(GOLDEN / f"{name}.txt")).out


def test_turns_are_told_with_their_lines() -> None:
    out = phase10("replay", str(GOLDEN / "seed.txt"), "--turns", COLUMNS="200").out
    assert "Round 1, P10-1-2-235-1: Anna goes out" in out
    line = line_of(SHORT, "A: draw pile R1;")
    assert f"  {line} Anna  draws red 1 · discards green 9\n" in out
    latvian = phase10("replay", str(GOLDEN / "seed.txt"), "--turns", "--lang", "lv").out
    assert f"  {line} Anna  izvelk sarkano 1 · nomet zaļo 9\n" in latvian
    assert "draw pile" not in latvian


def test_turns_stand_below_one_another() -> None:
    """Lines of the record to the right, names and clauses below those above, also when broken."""
    out = phase10("replay", str(GOLDEN / "seed.txt"), "--turns").out
    assert "\n   9 Žanis draws yellow 12 · discards a skip: Anna misses a turn\n" in out
    assert "\n  10 Žanis draws green 6 · discards yellow 12\n" in out
    turns = out.partition("Anna goes out\n")[2].partition("Round 2")[0].splitlines()
    broken = [line for line in turns if not line[:4].strip()]
    assert len(broken) > 1
    assert all(len(line) - len(line.lstrip()) == len("  10 Žanis ") for line in broken)


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.stem)
def test_every_turn_is_told(path: Path) -> None:
    record = load(path)
    out = phase10("replay", str(path), "--turns", COLUMNS="500").out
    told = [line for line in out.splitlines() if re.match(r" +\d+ \S.* (draws|takes) ", line)]
    assert [int(line.split()[0]) for line in told] == [turn.line for turn in record.turns()]
    for line, turn in zip(told, record.turns(), strict=True):
        # A skip is discarded in one clause, and a new draw pile is told in one more.
        clauses = line.count(" · ") + 1 - line.count("shuffles the discards")
        assert clauses == len(turn.said)


def test_turns_that_are_missed_and_new_piles_are_told() -> None:
    out = phase10("replay", str(GOLDEN / "reshuffled.txt"), "--turns", COLUMNS="500").out
    assert "shuffles the discards into a new draw pile" in out
    game = load(GOLDEN / "reshuffled.txt").game
    assert game.shuffles or game.round > 1


def test_names_are_shown_and_not_obeyed() -> None:
    record = Record.start(1, ["\x1b[31mred\n", "Anna", "Anna", "", "[bold]x", " y "])
    assert player_names(record) == ("\\x1b[31mred", "Anna (B)", "Anna (C)", "D", "[bold]x", "y")
    out = phase10("replay", "-", stdin=str(record), COLUMNS="200").out
    assert "\x1b" not in out
    assert "\\x1b[31mred" in out
    assert "[bold]x" in out


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES_OF_TEXTS)
def test_a_refused_record_is_told_with_its_line(code: str, tmp_path: Path) -> None:
    path = written(tmp_path, CODES_OF_TEXTS[code])
    for extra, told in (((), "Line "), (("--json",), "Line "), (("--lang", "lv"), ". rinda: ")):
        refused(phase10("replay", path, *extra), told)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a card drawn", "Line 9: Y11 — the card that comes here is Y12."),
        ("a hit on another group", "Line 12: hit G11 on A.1 — Green 11 does not fit this set"),
        ("points", "Line 17: points A 0, B 25 — after the moves above it must be: points A 0,"),
        ("the winner", "Line 21: winner: B — after the moves above it must be: winner: A."),
        ("a deal code", "Line 18: round 2: P10-1-2-236-2 — this round was dealt like this:"),
        ("a turn taken out", "Line 13: here it is the turn of player B."),
        ("a turn after the end", "Line 22: the record ends before this line"),
        ("no card", "Line 12: R13 — numbers run from 1 to 12."),
        ("options that contradict", "Line 2: advance_all=yes and in_order=no contradict"),
        ("one player", "Line 6: Number of players: 1 — by these rules at least 2 and"),
        ("the winner left out", "Line 21: winner: A — this is what belongs here."),
    ],
)
def test_the_reason_is_told(name: str, told: str) -> None:
    refused(phase10("replay", "-", stdin=FORGERIES[name]), told)


def test_damage_is_told() -> None:
    refused(phase10("replay", "-", stdin=DAMAGED["record.check"]), "Line 22: the check does not")
    refused(program("replay", "-", stdin=DAMAGED["record.truncated"]), "Line 21: the record breaks")
    refused(phase10("replay", "-", stdin=""), "Line 1: this is not the record of a match")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    refused(phase10("replay", str(tmp_path / "none.txt")), "there is no such record")
    refused(phase10("replay", str(tmp_path)), "this record cannot be opened")
    refused(phase10("replay"), "FILE")
    refused(phase10("replay", " "), "The name of a record is missing")
    refused(phase10("replay", "", "--lang", "lv"), "Trūkst pieraksta nosaukuma")
    refused(phase10("replay", "a", "b"), "b")


def test_every_refusal_has_its_sentence_in_both_languages() -> None:
    for source in (*FORGERIES.values(), *DAMAGED.values()):
        with pytest.raises(RecordError) as caught:
            Record.parse(source)
        told = {record_error_text(lang, caught.value) for lang in LANGUAGES}
        assert len(told) == len(LANGUAGES)


# --- the README -----------------------------------------------------------------------------------


def test_the_record_of_the_readme(tmp_path: Path) -> None:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text("utf-8"), re.M | re.S)
    (record,) = (text for kind, text in blocks if text.startswith("phase10 record 1"))
    (shown,) = (text for _, text in blocks if text.startswith("$ phase10 replay match.txt\n"))
    run = phase10("replay", written(tmp_path, record))
    assert run.code == 0, run.err
    wanted = [line.rstrip() for line in shown.splitlines()[1:]]
    assert [line.rstrip() for line in run.out.splitlines()] == wanted


def test_a_long_match_is_told() -> None:
    record = long_record(2)
    out = phase10("replay", "-", stdin=str(record)).out
    assert f"{len(record.turns())} turns" in out
