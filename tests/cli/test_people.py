"""What people read, and how the command ends when something else goes wrong."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from phase10.cli import commands, hand, serve
from tests.cli.runner import phase10, program

ELEVEN = "R5 B5 W Y3 G4 G9 B9 S R12 Y1 G7"


def test_solve_for_people() -> None:
    run = phase10("solve", "R5 B5 W Y3 G4 G9 B9 S R12 Y1", "--phase", "3")
    assert run.code == 0
    assert run.err == ""
    for part in (
        "Phase: set of 4 and run of 4",
        "2 cards missing · 35 of 98 unseen cards help",
        "Plan 1 of 4",
        "There is 1 more equally good plan.",
        "red 5, blue 5, wild as 5",
        "5/14 ≈ 0.357",
    ):
        assert part in run.out
    assert "\x1b" not in run.out


def test_chance_to_complete_is_told_when_one_card_is_missing() -> None:
    out = phase10("solve", "R7 B7", "--phase", "set:3").out
    assert "The next draw completes the phase with a chance of" in out
    assert "completes" not in phase10("solve", "R7 B7 G7", "--phase", "set:3").out


def test_hint_for_people_in_latvian() -> None:
    run = phase10("hint", ELEVEN, "--phase", "3", "--lang", "lv", COLUMNS="120")
    assert run.code == 0
    lines = run.out.splitlines()
    assert any(line.startswith("Nomet izlaišanas kārti.") for line in lines)
    row = next(line for line in lines if re.match(r"\s*\d+\s+sarkanais 5 ", line))
    assert re.search(r"\d,\d\u00a0%.* \d+,\d\d ", row)  # chances, then turns
    assert "discard" not in run.out
    again = phase10("--lang", "lv", "hint", ELEVEN, "--phase", "3", COLUMNS="120")
    assert again.out == run.out


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("columns", [30, 40, 60, 80, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", ELEVEN, "--phase", "2"],
        ["hint", ELEVEN, "--phase", "3"],
        ["hint", ELEVEN.removesuffix(" G7"), "--phase", "3", "--top", "G5"],
        ["odds", "--phase", "2"],
    ],
    ids=["solve", "discard", "draw", "odds"],
)
def test_nothing_is_cut_in_a_narrow_terminal(arguments: list[str], columns: int, lang: str) -> None:
    run = phase10(*arguments, "--lang", lang, COLUMNS=str(columns))
    assert run.code == 0
    assert max(map(len, run.out.splitlines())) <= columns
    assert "…" not in run.out


def test_a_wide_terminal_gets_a_table_and_a_narrow_one_a_list() -> None:
    assert "Rank" in phase10("hint", ELEVEN, "--phase", "3", COLUMNS="100").out
    narrow = phase10("hint", ELEVEN, "--phase", "3", COLUMNS="40").out
    assert "Rank" not in narrow
    assert "1. skip" in narrow
    assert "Missing: 2" in narrow


def test_colour_is_an_extra() -> None:
    plain = phase10("hint", ELEVEN, "--phase", "3", NO_COLOR="1", FORCE_COLOR="1")
    colored = phase10("hint", ELEVEN, "--phase", "3", FORCE_COLOR="1", TERM="xterm")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", plain.out)
    assert re.search(r"\x1b\[[0-9;]*3[0-9]", colored.out)
    escapes = re.compile(r"\x1b\[[0-9;]*m")
    assert escapes.sub("", plain.out) == escapes.sub("", colored.out)


def test_odds_for_people() -> None:
    run = phase10("odds", "--phase", "2")
    assert "0.298093, about 298 of 1000 deals" in run.out
    assert "11,542,982,419,856 of 38,722,819,230,810" in " ".join(run.out.split())


def test_version_and_help() -> None:
    assert phase10("--version").out == f"phase10 {version('phase10')}\n"
    overview = phase10("--help").out
    assert all(command in overview for command in ("solve", "hint", "odds", "--no-browser"))
    assert "--position" in phase10("hint", "-h").out


def test_a_terminal_without_unicode_gets_replacements() -> None:
    run = program("solve", "R5 B5", "--phase", "2", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert run.code == 0
    assert "cards missing ? " in run.out


def test_a_terminal_without_columns_gets_eighty() -> None:
    run = program("solve", "R5 B5", "--phase", "1", COLUMNS="0")
    assert run.code == 0
    assert "Phase: 2 sets of 3" in run.out


def test_a_closed_pipe_is_no_error_with_json_either() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "phase10", "solve", "R5", "--phase", "1", "--json"],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with errors.open("wb") as stream:
        program = subprocess.Popen(
            [sys.executable, "-m", "phase10", "solve", "R5", "--phase", "3"],
            stdout=subprocess.PIPE,
            stderr=stream,
        )
        assert program.stdout is not None
        program.stdout.close()
        assert program.wait() == 0
    assert errors.read_bytes() == b""


def test_an_unexpected_fault_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault\nof ours")

    monkeypatch.setattr(hand, "read_phase", broken)
    monkeypatch.delenv("PHASE10_DEBUG", raising=False)
    with pytest.raises(SystemExit) as ended:
        commands.main(["solve", "R5", "--phase", "1"])
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "RuntimeError" in told
    assert "PHASE10_DEBUG=1" in told
    monkeypatch.setenv("PHASE10_DEBUG", "1")
    with pytest.raises(SystemExit):
        commands.main(["solve", "R5", "--phase", "1", "--lang", "lv"])
    told = capsys.readouterr().err
    assert "Traceback" in told
    assert "radās kļūda" in told


def test_an_interruption_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(hand, "read_phase", interrupted)
    with pytest.raises(SystemExit) as ended:
        commands.main(["solve", "R5", "--phase", "1"])
    assert ended.value.code == 1
    assert capsys.readouterr().err == ""


# --- the dashboards ------------------------------------------------------------------------------


def test_without_a_command_the_dashboards_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    import phase10.serve

    asked: list[dict[str, object]] = []
    monkeypatch.setattr(phase10.serve, "serve", lambda **options: asked.append(options))
    for arguments in ([], ["--no-browser", "--port", "9000", "--host", "0.0.0.0", "--lang", "lv"]):
        with pytest.raises(SystemExit) as ended:
            commands.main(arguments)
        assert ended.value.code == 0
    assert asked == [
        {"host": "127.0.0.1", "port": 8866, "open_browser": True, "lang": None},
        {"host": "0.0.0.0", "port": 9000, "open_browser": False, "lang": "lv"},
    ]


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_without_voila_one_line_names_what_to_install(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda _: None)
    with pytest.raises(SystemExit) as ended:
        commands.main(["--no-browser", "--lang", lang])
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "pip install 'phase10[app]'" in told


def test_commands_need_no_jupyter_and_no_numpy() -> None:
    program = (
        "import sys\n"
        "for name in ('voila', 'numpy', 'numba', 'ipywidgets', 'anywidget', 'IPython'):\n"
        "    sys.modules[name] = None\n"
        "from phase10.cli import main\n"
        f"main(['hint', {ELEVEN!r}, '--phase', '3', '--json'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
