"""The command ``phase10 play``: it begins, is interrupted in every way, and goes on."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from phase10.game.engine import Game
from phase10.game.errors import RecordError
from phase10.game.phases import EDITIONS
from phase10.game.records import Record, load, save
from phase10.game.rules import Rules
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS, choice_of, play_match
from tests.cli.person import answer
from tests.cli.runner import Run, phase10, program
from tests.support.packaging import CHECKOUT


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Folders of a user who has never played."""
    folder = tmp_path / "home"
    folder.mkdir()
    return {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LOCALAPPDATA": str(folder)}


@dataclass
class Kept:
    """The folder of the matches of that user."""

    home: dict[str, str]

    @property
    def match(self) -> Path:
        """The match that is played."""
        found = list(Path(self.home["HOME"]).rglob("match.txt"))
        assert len(found) == 1, found
        return found[0]

    @property
    def names(self) -> list[str]:
        """All files there."""
        return sorted(path.name for path in Path(self.home["HOME"]).rglob("*") if path.is_file())

    def play(self, *arguments: str, stdin: str = "") -> Run:
        """Run the command with this home."""
        return phase10("play", *arguments, stdin=stdin, **self.home)


@pytest.fixture
def kept(home: dict[str, str]) -> Kept:
    """The matches of a user who has none yet."""
    return Kept(home)


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
        (["", "wizard"], "wizard — no computer player has this name; there are greedy, random."),
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
        (("--players", "wizard"), "there are greedy, random."),
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


# --- interrupted ----------------------------------------------------------------------------------

MATCH = ("--seed", "12", "--rules", "official,last_phase=3", "--players", "greedy,random,greedy")


class Window:
    """The command as a program of its own, talked to line by line."""

    def __init__(self, path: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "phase10", "play", "--record", str(path), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80"},
            bufsize=0,
        )
        self.shown = b""

    def wait_for_prompt(self) -> bool:
        """Read until something can be typed; False when the program has ended."""
        assert self.process.stdout is not None
        while not self.shown.endswith(b"\n> "):
            more = self.process.stdout.read(1)
            if not more:
                return False
            self.shown += more
        return True

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.shown = b""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(f"{line}\n".encode())

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal and wait; how it ended, and what it said."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, (self.shown + out + err).decode()


@pytest.fixture
def window(tmp_path: Path) -> Iterator[type[Window]]:
    """Windows that do not outlive the test."""
    opened: list[Window] = []

    class Noted(Window):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            opened.append(self)

    yield Noted
    for each in opened:
        if each.process.poll() is None:
            each.process.kill()
        each.process.communicate()


def test_a_match_killed_again_and_again_ends_as_one_that_was_not(
    tmp_path: Path, window: type[Window]
) -> None:
    path = tmp_path / "match.txt"
    kills = 0
    arguments = MATCH
    while True:
        table = window(path, *arguments)
        arguments = ()
        typed = 0
        while table.wait_for_prompt():
            table.type(answer(load(path).game))
            typed += 1
            if kills < 8 and typed == 3 + kills % 3:
                # The others are just playing, or not yet: a kill may come at any moment.
                assert table.end(signal.SIGKILL)[0] == -signal.SIGKILL
                kills += 1
                break
        if table.process.poll() is None:
            table.process.wait(60)
        if table.process.returncode == 0:
            break
        assert table.process.returncode == -signal.SIGKILL
    assert kills == 8
    record = load(path)
    players = [PLAYERS[name] for name in ("greedy", "greedy", "random", "greedy")]
    start = Game.start(12, 4, Rules.parse("official,last_phase=3"))
    assert record.game == play_match(start, players).game
    left = sorted(file.name for file in tmp_path.iterdir())
    assert left == ["match.txt"], "no draft and no lock is left"


def test_control_c_ends_quietly_and_the_match_goes_on(tmp_path: Path, window: type[Window]) -> None:
    path = tmp_path / "match.txt"
    table = window(path, *MATCH)
    assert table.wait_for_prompt()
    table.type("d")
    assert table.wait_for_prompt()
    code, said = table.end(signal.SIGINT)
    assert code == 0
    assert "The match is saved in" in said
    assert "Traceback" not in said
    assert load(path).game.stage == "play"
    again = window(path)
    assert again.wait_for_prompt()
    assert b"goes on" in again.shown


def test_a_second_window_cannot_play_the_same_match(tmp_path: Path, window: type[Window]) -> None:
    path = tmp_path / "match.txt"
    first = window(path, *MATCH)
    assert first.wait_for_prompt()
    second = program("play", "--record", str(path))
    assert second.code == 2
    assert "is being played in another window" in second.err
    first.end(signal.SIGKILL)
    assert program("play", "--record", str(path)).code == 0, "a killed window holds nothing"


def test_an_output_that_nobody_reads_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    command = [sys.executable, "-m", "phase10", "play", "--record", str(path), *MATCH]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()  # type: ignore[union-attr]
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
    assert load(path).seed == 12


def test_on_a_terminal_cards_have_their_colours_and_the_end_of_input_ends_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "match.txt"
    command = [sys.executable, "-m", "phase10", "play", "--record", str(path), "--seed", "5"]
    child, terminal = pty.fork()
    if child == 0:
        os.execve(sys.executable, command, {**os.environ, "TERM": "xterm-256color"})
    shown = b""
    typed = [b"d\n", b"\x04"]
    # Reading from a terminal whose program has ended is an error on some systems.
    with contextlib.suppress(OSError):
        while more := os.read(terminal, 4096):
            shown += more
            if typed and shown.endswith(b"> "):
                os.write(terminal, typed.pop(0))
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert b"\x1b[31mred 7\x1b[0m" in shown
    assert b"You draw blue 7." in shown
    assert b"The match is saved in" in shown
    assert load(path).game.stage == "play"


def test_a_match_that_cannot_be_saved_at_the_end_is_not_said_to_be(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from phase10.game import records

    path = tmp_path / "match.txt"
    kept.play("--record", str(path), "--seed", "5")
    before = path.read_bytes()

    def full(record: Record, where: object) -> None:
        raise RecordError("record.unwritable", path=str(where))

    monkeypatch.setattr(records, "save", full)
    run = kept.play("--record", str(path), stdin="d\n")
    assert run.code == 2
    assert "the record cannot be saved here" in " ".join(run.out.split())
    assert "the record cannot be saved here" in run.err
    assert "The match is saved" not in run.out
    assert path.read_bytes() == before
    assert kept.play("--record", str(path), "--new").code == 2
    assert path.read_bytes() == before, "the old match lies where it lay"


def test_the_match_of_the_readme_is_as_told(kept: Kept) -> None:
    readme = (CHECKOUT / "README.md").read_text("utf-8")
    block = readme.partition("```text\n$ phase10 play ")[2].partition("```")[0]
    options, _, told = block.partition("\n...\n")
    typed = [line.removeprefix("> ") for line in told.splitlines() if line.startswith("> ")]
    run = kept.play(*options.split(), stdin="".join(f"{line}\n" for line in typed))
    shown = "\n".join(line.rstrip() for line in run.out.splitlines())
    assert len(typed) == 2
    assert told.removesuffix("\n...\n") in shown
