"""What ``phase10 hub-config`` writes, and who may come to a hub; without a hub that runs."""

from __future__ import annotations

import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from tornado.web import HTTPError
from traitlets.config import Config

from phase10.game.errors import GameError
from phase10.hub.door import NicknameAuthenticator, Nicknames
from phase10.hub.settings import CODE, CONFIG, configure, write_hub
from phase10.server.door import WRONG_OF_ONE
from phase10.views.i18n import LANGUAGES
from tests.support.visitors import run


def test_what_is_written_is_a_configuration(tmp_path: Path) -> None:
    made = write_hub(tmp_path / "hub", seats=12, port=4321)
    config = Config()
    text = (made.folder / CONFIG).read_text("utf-8")
    exec(
        compile(text, str(made.folder / CONFIG), "exec"),
        {"get_config": lambda: config, "__file__": str(made.folder / CONFIG)},
    )
    assert config.JupyterHub.bind_url == "http://127.0.0.1:4321"
    assert config.JupyterHub.active_server_limit == 12
    assert config.NicknameAuthenticator.code == made.code
    assert made.code not in text
    assert stat.S_IMODE((made.folder / CODE).stat().st_mode) == 0o600
    said = config.JupyterHub.template_vars["words"]
    for name, html in said.items():
        assert all(f'<span lang="{lang}">' in html for lang in LANGUAGES), name


def test_a_hub_that_is_there_stays(tmp_path: Path) -> None:
    write_hub(tmp_path)
    before = (tmp_path / CONFIG).read_text("utf-8")
    with pytest.raises(GameError) as caught:
        write_hub(tmp_path, seats=3)
    assert caught.value.code == "hub.exists"
    assert (tmp_path / CONFIG).read_text("utf-8") == before


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://phase10:secret@db/phase10",
        "postgresql://db/phase10?user=a&password=secret",
        "postgresql://[broken",
    ],
)
def test_no_password_is_written(tmp_path: Path, address: str) -> None:
    with pytest.raises(GameError) as caught:
        write_hub(tmp_path, classes=address)
    assert caught.value.code == "hub.password"
    assert list(tmp_path.iterdir()) == []


def test_classes_are_those_of_the_folder_or_those_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PHASE10_CLASSES", raising=False)
    config = Config()
    configure(config, tmp_path)
    assert config.PageSpawner.classes == str(tmp_path / "classes.sqlite3")
    monkeypatch.setenv("PHASE10_CLASSES", "postgresql://db/phase10")
    configure(config, tmp_path)
    assert config.PageSpawner.classes == "postgresql://db/phase10"


def test_the_first_who_takes_a_nickname_sets_its_code(tmp_path: Path) -> None:
    names = Nicknames(tmp_path / "names.sqlite3")
    assert names.admit("anna", "āboli")
    assert names.admit("anna", "āboli")
    assert not names.admit("anna", "abols")
    assert names.admit("juris", "abols")
    assert b"boli" not in names.place.read_bytes()
    assert stat.S_IMODE(names.place.stat().st_mode) == 0o600


def come(door: NicknameAuthenticator, **data: str) -> str | None:
    """Give the name, or the word that says why not."""
    handler = SimpleNamespace(request=SimpleNamespace(remote_ip="10.0.0.1"))
    try:
        return run(door.authenticate(handler, data))
    except HTTPError as error:
        return f"!{error.log_message}"


@pytest.fixture
def door(tmp_path: Path) -> NicknameAuthenticator:
    return NicknameAuthenticator(code="BCD234", names=str(tmp_path / "names.sqlite3"))


@pytest.mark.parametrize(
    ("name", "own", "code", "expected"),
    [
        (" Ānna  B ", "four", "bcd-234", "ānna b"),
        ("Anna", "four", "BCD235", "!code"),
        ("Anna", "four", "", "!code"),
        ("Anna", "abc", "BCD234", "!short"),
        ("Anna", "x" * 65, "BCD234", "!short"),
        ("", "four", "BCD234", "!name"),
        ("a/../b", "four", "BCD234", "!name"),
        ("<b>", "four", "BCD234", "!name"),
        ("x" * 10_000, "four", "BCD234", "!name"),
    ],
)
def test_who_comes_in(
    door: NicknameAuthenticator, name: str, own: str, code: str, expected: str
) -> None:
    assert come(door, username=name, password=own, code=code) == expected


def test_who_guesses_has_to_wait(door: NicknameAuthenticator) -> None:
    assert come(door, username="anna", password="four", code="BCD234") == "anna"
    for _ in range(WRONG_OF_ONE):
        assert come(door, username="ANNA", password="five", code="BCD234") == "!taken"
    assert come(door, username="anna", password="four", code="BCD234") == "!wait"
