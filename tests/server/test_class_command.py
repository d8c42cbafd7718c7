"""``phase10 serve``: what it says, what it hands on, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from phase10.cli import commands
from tests.support.servers import Server


def served(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> dict[str, object]:
    """Run the command without a server; give what would be served."""
    import phase10.serve

    asked: list[dict[str, object]] = []
    monkeypatch.setattr(phase10.serve, "serve", lambda **options: asked.append(options))
    with pytest.raises(SystemExit) as ended:
        commands.main(["serve", *arguments])
    assert ended.value.code == 0
    return asked[0]


def test_without_options_it_is_the_single_user_on_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = served(monkeypatch)
    assert (options["host"], options["port"], options["seats"]) == ("127.0.0.1", 8866, 0)


def test_a_class_is_handed_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    options = served(
        monkeypatch,
        *("--class", "30", "--host", "0.0.0.0", "--port", "9000", "--no-browser"),
        *("--classes", "classes.sqlite3", "--lang", "lv"),
    )
    assert options["seats"] == 30
    assert options["host"] == "0.0.0.0"
    assert options["open_browser"] is False
    assert options["lang"] == "lv"
    # Kernels work in another folder.
    assert options["classes"] == str(tmp_path / "classes.sqlite3")
    checked = "phase10.teaching.classroom_postgres.PostgresClassrooms.check"
    monkeypatch.setattr(checked, lambda rooms: None)
    place = "postgresql://coach@database/classes"
    assert served(monkeypatch, "--classes", place)["classes"] == place


@pytest.mark.parametrize(
    "arguments",
    [("--class", "-1"), ("--class", "501"), ("--class", "many"), ("--port", "70000"),
     ("--key", "key.pem")],
)  # fmt: skip
def test_what_cannot_be_is_one_line(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        commands.main(["serve", *arguments])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.strip().count("\n") <= 1
    assert arguments[0] in told


def test_a_certificate_that_cannot_be_used_is_said(
    voila_server: Callable[..., Server], tmp_path: Path
) -> None:
    (tmp_path / "no.pem").write_text("nothing", "utf-8")
    for name in ("no.pem", "missing.pem"):
        with pytest.raises(AssertionError, match=f"cannot use the certificate .*{name}"):
            voila_server(certificate=str(tmp_path / name))


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_open_to_the_network_is_said_with_code_link_and_picture(
    voila_server: Callable[..., Server], lang: str
) -> None:
    """On an address of this machine that is none of its own names, so that nobody else comes."""
    server = voila_server(host="127.0.0.2", seats=2, lang=lang)
    link = server.says(r"(http://\S+code=\w+)")
    told = server.output()
    words = {"en": "It is open to the network", "lv": "Serveris ir atvērts tīklam"}
    assert words[lang] in told
    assert link == f"http://127.0.0.2:{server.port}/?lang={lang}&code={link[-6:]}"
    server.says("(█.*▀)")
    assert re.search("█{20,}", server.output())
    server.process.terminate()
    assert server.process.wait(60) == 0


def test_on_this_machine_there_is_no_code(voila_server: Callable[..., Server]) -> None:
    server = voila_server(preheat=0)
    server.says("(Ctrl-C)")
    assert "code" not in server.output().lower()


@pytest.mark.parametrize("seats", [2, 6])
def test_ended_while_the_pool_is_filled_nothing_stays(
    voila_server: Callable[..., Server], seats: int
) -> None:
    server = voila_server(seats=seats)
    server.says("(Ctrl-C)")
    seen: set[psutil.Process] = set()
    while len(seen) < 2:
        seen.update(server.kernels())
    server.process.terminate()
    while server.process.poll() is None:
        seen.update(server.kernels())
    assert server.process.returncode == 0
    gone, alive = psutil.wait_procs(seen, timeout=60)
    assert gone
    assert not alive
    assert "Traceback" not in server.output()
