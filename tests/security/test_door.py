"""The code of a class: how it is kept, how it is compared, how often it may be tried."""

from __future__ import annotations

import json
import stat
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httputil import HTTPHeaders

from phase10.server.door import WRONG_OF_ALL, WRONG_OF_ONE, Attempts, Door, kept_code, visitor
from phase10.server.notices import asked_language, join_html, notice_html
from phase10.teaching.classroom import open_classrooms, read_code
from tests.support.visitors import run


def request(peer: str, **headers: str) -> Any:
    given = HTTPHeaders({name.replace("_", "-"): value for name, value in headers.items()})
    return SimpleNamespace(remote_ip=peer, protocol="http", headers=given)


# --- the code ------------------------------------------------------------------------------------


def test_a_server_that_starts_again_has_the_same_code(tmp_path: Path) -> None:
    place = tmp_path / "state" / "door.json"
    code, secret = kept_code(place)
    assert read_code(code) == code
    assert len(secret) == 64
    assert kept_code(place) == (code, secret)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert [path.name for path in place.parent.iterdir()] == ["door.json"]


def test_on_the_next_day_the_code_is_another(tmp_path: Path) -> None:
    place = tmp_path / "door.json"
    old = kept_code(place)
    kept = json.loads(place.read_text("utf-8"))
    place.write_text(json.dumps(kept | {"made": time.time() - 13 * 3600}), "utf-8")
    new = kept_code(place)
    assert new[0] != old[0]
    assert new[1] != old[1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"code": "BCD234", "secret": "", "made": 1e12}',
        '{"code": "", "secret": "x", "made": 1}',
        '{"code": "<b>", "secret": "' + "x" * 64 + '", "made": 9e999}',
        '{"code": "BCD234", "secret": "' + "x" * 64 + '", "made": NaN}',
        "[" * 100_000,
    ],
)
def test_a_damaged_file_gives_a_new_code(tmp_path: Path, text: str) -> None:
    place = tmp_path / "door.json"
    place.write_text(text, "utf-8")
    code, secret = kept_code(place)
    assert (read_code(code), len(secret)) == (code, 64)
    assert kept_code(place) == (code, secret)


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    code, _ = kept_code(tmp_path / "file" / "door.json")
    assert read_code(code) == code


def test_the_code_is_taken_as_people_type_it(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door(code="BCD234", secret="s" * 64)
    for typed in ("BCD234", "bcd234", " bcd-234 ", "b c d 2 3 4"):
        assert run(door.accepts(typed)), typed
    wrong = [
        "",
        "BCD235",
        "BCD23",
        "BCD2344",
        "ＢＣＤ２３４",
        "' OR 1=1",
        "<b>",
        "x" * 10_000,
        "\x00",
    ]
    for typed in wrong:
        assert not run(door.accepts(typed)), typed


def test_the_code_of_a_class_that_is_taught_here_opens_the_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from phase10.server.door import is_class

    monkeypatch.setenv("PHASE10_CLASSES", str(tmp_path / "classes.sqlite3"))
    rooms = open_classrooms()
    state, key = rooms.make("L05-D1-V1-77-A")
    door = Door(code="BCD234", secret="s" * 64, knows=is_class)
    assert run(door.accepts(state.code.lower()))
    rooms.end(state.code, key)
    assert not run(door.accepts(state.code))


# --- guessing ------------------------------------------------------------------------------------


def test_wrong_codes_of_one_address_have_to_wait_and_others_do_not() -> None:
    now = [0.0]
    attempts = Attempts(clock=lambda: now[0])
    for _ in range(WRONG_OF_ONE):
        assert attempts.allowed("10.0.0.1")
        attempts.note("10.0.0.1")
    assert not attempts.allowed("10.0.0.1")
    assert attempts.allowed("10.0.0.2")
    now[0] = 61
    assert attempts.allowed("10.0.0.1")


def test_who_has_many_addresses_has_to_wait_as_well() -> None:
    attempts = Attempts(clock=lambda: 0.0)
    for host in range(WRONG_OF_ONE):
        attempts.note(f"2001:db8::{host:x}")
    assert not attempts.allowed("2001:db8::ffff")
    assert attempts.allowed("2001:db8:0:1::1")
    for host in range(WRONG_OF_ALL):
        attempts.note(f"10.0.{host}.1")
    assert not attempts.allowed("10.1.1.1")


def test_what_is_noted_does_not_grow_without_end() -> None:
    now = [0.0]
    attempts = Attempts(clock=lambda: now[0])
    for number in range(20_000):
        now[0] += 0.001
        attempts.note(f"10.{number // 65536}.{number // 256 % 256}.{number % 256}")
    assert len(attempts._wrong) <= 5001


# --- proxies -------------------------------------------------------------------------------------


def test_only_a_proxy_on_this_machine_is_believed() -> None:
    told = {"X_Forwarded_For": "6.6.6.6, 10.0.0.7", "X_Forwarded_Proto": "https"}
    assert visitor(request("127.0.0.1", **told)) == ("10.0.0.7", True)
    assert visitor(request("10.0.0.9", **told)) == ("10.0.0.9", False)
    assert visitor(request("127.0.0.1")) == ("127.0.0.1", False)


# --- the pages without a kernel ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "accepted", "expected"),
    [
        ([("lang", "lv")], "en", "lv"),
        ([("lang", "xx")], "lv-LV,en;q=0.8", "lv"),
        ([], "de, lv;q=0.5", "lv"),
        ([], "de", "en"),
        ([], ";;,,," * 1000, "en"),
    ],
)
def test_the_language_is_the_visitors(
    query: list[tuple[str, str]], accepted: str, expected: str
) -> None:
    assert asked_language(query, accepted) == expected


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_what_a_visitor_sends_is_text(lang: str) -> None:
    evil = '"><script>alert(1)</script>'
    page = join_html(lang, "/", [("view", evil), (evil, "1")], problem="join.wrong", typed=evil)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in notice_html(lang, "/", "notice.full", again=f"/?{evil}")
