"""The command ``phase10 play``: it begins, is interrupted in every way, and goes on."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from phase10.game.phases import EDITIONS
from phase10.game.records import Record, load, save
from phase10.game.rules import Rules
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS, choice_of
from tests.cli.kept import Kept
from tests.cli.runner import phase10
from tests.support.packaging import CHECKOUT

# --- beginning and going on -----------------------------------------------------------------------


def test_a_match_begins_and_is_saved_before_anything_is_typed(kept: Kept) -> None:
    run = kept.play("--seed", "5", "--name", "Anna")
    assert (run.code, run.err) == (0, "")
    assert "A new match. After every move it is saved in" in run.out
    assert "match.txt" in run.out
    assert "Anna (you)" in run.out
    assert "P10-1-4-5-1" in run.out
    assert "The match is saved in" in run.out
    record = load(kept.match)
    assert record.seed == 5
    assert record.names == ("Anna", "Bruno", "Cilla", "Dora")
    assert record.strategies == ("", "greedy", "greedy", "greedy")
    assert record.game.turn == 0
    assert kept.names == ["match.txt"]


def test_a_seed_by_chance_is_told_by_the_deal_code(kept: Kept) -> None:
    out = kept.play().out
    assert f"P10-1-4-{load(kept.match).seed}-1" in out


def test_an_unfinished_match_goes_on(kept: Kept) -> None:
    kept.play("--seed", "5", stdin="d\n")
    before = load(kept.match)
    assert before.game.stage == "play"
    run = kept.play()
    assert "goes on; --new would begin another one." in run.out
    assert "Your hand, 11 cards" in run.out
    assert load(kept.match) == before


def test_options_that_say_the_same_are_no_conflict(kept: Kept) -> None:
    options = ("--seed", "5", "--rules", "official", "--players", "greedy,random", "--name", "Eva")
    kept.play(*options)
    assert kept.play(*options).code == 0


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--players", "greedy"),
        ("--name", "Eva"),
        ("--rules", "official"),
        ("--phases", "run:4"),
        ("--seed", "6"),
    ],
)
@pytest.mark.parametrize(("lang", "said"), [("en", "add --new"), ("lv", "pievieno --new")])
def test_other_options_than_those_of_the_match_are_refused(
    kept: Kept, option: str, value: str, lang: str, said: str
) -> None:
    kept.play("--seed", "5")
    before = kept.match.read_bytes()
    run = kept.play(option, value, "--lang", lang)
    assert run.code == 2
    assert run.out == ""
    assert option in run.err
    assert said in run.err
    assert kept.match.read_bytes() == before


def test_a_new_match_keeps_the_old_one(kept: Kept) -> None:
    kept.play("--seed", "5")
    first = kept.match.read_bytes()
    out = kept.play("--seed", "6", "--new").out
    assert "match-1.txt" in out
    kept.play("--seed", "7", "--new")
    assert kept.names == ["match-1.txt", "match-2.txt", "match.txt"]
    assert kept.match.with_name("match-1.txt").read_bytes() == first
    assert [load(kept.match.with_name(name)).seed for name in kept.names] == [5, 6, 7]


def test_a_finished_match_is_kept_too(kept: Kept) -> None:
    record = _whole_match(4, Rules.parse("seed,last_phase=1"))
    kept.play()
    save(record, kept.match)
    out = kept.play("--seed", "8").out
    assert "The match before is kept as" in out
    assert load(kept.match.with_name("match-1.txt")) == record
    assert load(kept.match).seed == 8


def _whole_match(seed: int, rules: Rules) -> Record:
    record = Record.start(seed, ["Anna", "Bruno"], ["", "greedy"], rules)
    while record.game.stage != MATCH_OVER:
        if record.game.stage == ROUND_OVER:
            record = record.dealt()
        else:
            record = record.played(choice_of(PLAYERS["greedy"], record.game))
    return record


# --- what cannot be played ------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_a_damaged_match_is_not_touched_and_can_be_put_aside(kept: Kept, lang: str) -> None:
    kept.play("--seed", "5", stdin="d\n")
    damaged = kept.match.read_text("utf-8").replace("dealer: ", "dealer:  ")
    kept.match.write_text(damaged, "utf-8")
    run = kept.play("--lang", lang)
    assert run.code == 2
    assert "--new" in run.err
    assert run.err.count("\n") == 1
    assert kept.match.read_text("utf-8") == damaged
    assert kept.play("--new", "--lang", lang).code == 0
    assert kept.match.with_name("match-1.txt").read_text("utf-8") == damaged


@pytest.mark.parametrize("more", [(), ("--new",)])
def test_a_file_that_is_no_record_is_never_touched(
    kept: Kept, tmp_path: Path, more: tuple[str, ...]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna,\n", "utf-8")
    run = kept.play("--record", str(letter), *more)
    assert run.code == 2
    assert "is not touched" in run.err
    assert letter.read_text("utf-8") == "Dear Anna,\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "letter.txt"]


def test_an_empty_own_file_is_no_match_either(kept: Kept, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    assert kept.play("--record", str(empty)).code == 2
    assert empty.exists()


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("more", [(), ("--new",)])
@pytest.mark.parametrize("kind", ["folder", "pipe", "link to a pipe", "device", "root", "here"])
def test_what_is_no_file_is_neither_opened_nor_renamed(
    tmp_path: Path, kind: str, more: tuple[str, ...], lang: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link to a pipe").symlink_to(pipe)
    path = {"device": "/dev/full", "root": "/", "here": "."}.get(kind, str(tmp_path / kind))
    run = phase10("play", "--record", path, *more, "--lang", lang)
    assert run.code == 2
    assert run.out == ""
    assert run.err.count("\n") == 1
    said = {"en": "this is no ordinary file", "lv": "tas nav parasts fails"}[lang]
    assert f"{path} " in run.err
    assert said in run.err
    assert "--new" not in run.err
    left = sorted(each.name for each in tmp_path.iterdir())
    assert left == ["folder", "link to a pipe", "pipe"]


def test_a_pipe_in_the_place_of_the_match_is_not_waited_for(kept: Kept) -> None:
    kept.play("--seed", "5")
    match = kept.match
    match.unlink()
    os.mkfifo(match)
    assert "this is no ordinary file" in kept.play().err
    assert "this is no ordinary file" in kept.play("--new").err
    assert match.is_fifo()


@pytest.mark.parametrize("text", ["", " "])
def test_a_record_without_a_name_is_told(kept: Kept, text: str) -> None:
    run = kept.play("--record", text)
    assert run.code == 2
    assert run.err.startswith("phase10: --record names no file;")
    latvian = kept.play("--record", text, "--lang", "lv")
    assert latvian.err.startswith("phase10: Pēc --record nav faila nosaukuma;")
    assert run.err.count("\n") == latvian.err.count("\n") == 1
    assert kept.names == []


@pytest.mark.parametrize("path", ["x" * 300, "\0"])
def test_a_name_that_no_file_can_have_is_told(path: str) -> None:
    run = phase10("play", "--record", path)
    assert run.code == 2
    assert run.err.endswith("— the record cannot be saved here.\n")


def test_links_that_lead_in_a_circle_are_told(tmp_path: Path) -> None:
    circle = tmp_path / "circle.txt"
    circle.symlink_to(circle)
    run = phase10("play", "--record", str(circle), "--new")
    assert run.code == 2
    assert "the record cannot be saved here" in run.err
    assert circle.is_symlink()


@pytest.mark.parametrize("more", [(), ("--new",)])
def test_a_link_to_a_file_that_is_not_there_yet_leads_there(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to("match.txt")
    run = phase10("play", "--record", str(link), "--seed", "5", *more)
    assert run.code == 0
    assert "is kept as" not in run.out
    assert link.is_symlink()
    assert load(tmp_path / "match.txt").seed == 5
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.txt", "match.txt"]


@pytest.mark.parametrize("where", ["nowhere/match.txt", "home"])
def test_a_place_where_nothing_can_be_saved_is_told(kept: Kept, tmp_path: Path, where: str) -> None:
    run = kept.play("--record", str(tmp_path / where))
    assert run.code == 2
    assert where in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("strategies", "said"),
    [
        (["", ""], "played by 2 persons"),
        (["greedy", "greedy"], "played by 0 persons"),
        (["", "wizard"], "wizard — no computer player has this name; there are random, "),
    ],
)
def test_a_match_of_others_is_refused(
    kept: Kept, tmp_path: Path, strategies: list[str], said: str
) -> None:
    path = tmp_path / "other.txt"
    save(Record.start(5, ["Anna", "Bruno"], strategies), path)
    run = kept.play("--record", str(path))
    assert run.code == 2
    assert said in run.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "wizard"), "there are random, "),
        (("--players", ""), "--players lacks a name"),
        (("--players", "greedy,,random"), "--players lacks a name"),
        (("--players", ",".join(["random"] * 6)), "Number of players: 7"),
        (("--players", "greedy,random", "--rules", "seed,players=2"), "at most 2 can play"),
        (("--rules", "sead"), "there are seed and official."),
        (("--rules", "last_phase=11"), "the list ends with phase 10."),
        (("--rules", "advance_all=yes,in_order=no"), "contradict each other"),
        (("--phases", "house"), "The lists are classic, master, plus_ten, without_color;"),
        (("--phases", "run:4; house"), "house — this is neither a list of phases nor a phase."),
        (("--phases", ""), "write the name of a list (classic, master, plus_ten,"),
        (("--phases", ";"), "--phases lacks a phase"),
        (("--phases", "set:3; ; run:44"), "run"),
        (("--phases", "run:3", "--rules", "official"), "run_min allows shorter ones"),
        (("--phases", ";".join(["run:4"] * 41)), "41 phases"),
        (("--seed", "-1"), "seed"),
        (("--seed", "x"), "--seed"),
        (("--name", "x" * 25), "at most 24 characters"),
    ],
)
def test_wrong_options_are_said_in_one_line(
    kept: Kept, arguments: tuple[str, ...], said: str
) -> None:
    run = kept.play(*arguments)
    assert run.code == 2
    assert run.out == ""
    assert said in run.err
    assert run.err.count("\n") == 1
    assert kept.names == []


def test_a_match_with_other_phases_and_players(kept: Kept) -> None:
    run = kept.play("--phases", "set:3+run:4; run:7;", "--players", "random", "--seed", "2")
    assert "set of 3 and run of 4" in run.out
    assert "draws and discards at random" in run.out
    record = load(kept.match)
    assert [str(phase) for phase in record.phases] == ["set:3+run:4", "run:7"]
    assert record.strategies == ("", "random")
    for name in ("plus_ten", "PLUS_TEN", "Plus Ten", "plus-ten"):
        kept.play("--phases", name, "--new")
        assert load(kept.match).edition == "plus_ten"
    kept.play("--players", "Greedy, RANDOM", "--new")
    assert load(kept.match).strategies == ("", "greedy", "random")


def test_the_lists_of_phases_are_named_in_the_help_and_in_the_readme() -> None:
    told = " ".join(phase10("play", "--help", COLUMNS="200").out.split())
    readme = (CHECKOUT / "README.md").read_text("utf-8").partition("## A match in the terminal")[2]
    for name in EDITIONS.all():
        assert re.search(rf"\b{name}\b", told)
        assert f"`{name}`" in readme
        assert name in phase10("play", "--phases", "nope").err
        assert name in phase10("play", "--phases", "nope", "--lang", "lv").err
    assert len(EDITIONS.all()) == 4


# --- what is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("columns", [20, 30, 40, 50, 60, 80])
def test_headings_are_whole_at_any_width(kept: Kept, lang: str, columns: int) -> None:
    lines = "d\nhelp\nscore\nrules\n"
    run = phase10(
        "play", "--lang", lang, "--seed", "1", stdin=lines, **kept.home, COLUMNS=str(columns)
    )
    assert run.code == 0
    shown = [line for line in run.out.splitlines() if "match.txt" not in line and line != "> "]
    assert max(map(len, shown)) <= columns
    told = " ".join(run.out.split())
    assert "…" not in told.replace("komplekts …", "")
    headings = {
        "en": ("Phase", "Points", "Cards", "Phases made"),
        "lv": ("Fāze", "Soda punkti", "Kārtis", "Izpildītās fāzes"),
    }[lang]
    assert all(heading in told for heading in headings)
    # Below so many letters a table would be broken, and a list is shown instead.
    listed = f"{headings[1]}: 0" in told
    assert listed == (columns < {"en": 47, "lv": 53}[lang]), "a list where the table does not fit"


def test_who_drew_again_for_the_deal_is_told(kept: Kept) -> None:
    out = " ".join(kept.play("--seed", "1", "--name", "Anna").out.split())
    assert (
        "Each player draws a card, and the highest one deals: Anna red 5, Bruno red 11, Cilla "
        "yellow 11, Dora red 10. The highest card was drawn more than once, so these draw again: "
        "Bruno red 9, Cilla yellow 5. Round 1"
    ) in out
    assert "dealer: Bruno" in out


def test_a_name_that_a_computer_player_has_is_told_apart(kept: Kept) -> None:
    kept.play("--name", " bruno ")
    assert load(kept.match).names[:2] == ("bruno", "Bruno 2")


def test_latvian_has_its_own_words(kept: Kept) -> None:
    out = kept.play("--lang", "lv", "--seed", "5", stdin="velc\npalīgs\nR13\n").out
    assert "Jauna spēle." in out
    assert "Viesis (tu)" in out
    assert "Tu izvelc " in out
    assert "sarkanais 7" in out
    assert "R13 – skaitļi uz kārtīm ir no 1 līdz 12." in out
    assert load(kept.match).names[0] == "Viesis"


def test_nothing_is_coloured_where_there_is_no_terminal(kept: Kept) -> None:
    for width in ("60", "200"):
        run = phase10("play", stdin="d\nhelp\nscore\n", **kept.home, COLUMNS=width)
        assert "\x1b" not in run.out
        # A path is not broken, so that it can be copied.
        lines = [line for line in run.out.splitlines() if "match.txt" not in line]
        assert len(lines) > 20
        assert max(map(len, lines)) <= int(width)


def test_bytes_that_are_no_text_do_no_harm(kept: Kept) -> None:
    run = phase10("play", stdin=b"\xff\xfe\x00d\n" + b"x" * 100_000 + b"\nd\n", **kept.home)
    assert run.code == 0
    assert run.out.count("this is not understood") == 2
    assert "You draw " in run.out


def test_the_match_of_the_readme_is_as_told(kept: Kept) -> None:
    readme = (CHECKOUT / "README.md").read_text("utf-8")
    block = readme.partition("```text\n$ phase10 play ")[2].partition("```")[0]
    options, _, told = block.partition("\n...\n")
    typed = [line.removeprefix("> ") for line in told.splitlines() if line.startswith("> ")]
    run = kept.play(*options.split(), stdin="".join(f"{line}\n" for line in typed))
    shown = "\n".join(line.rstrip() for line in run.out.splitlines())
    assert len(typed) == 2
    assert told.removesuffix("\n...\n") in shown
