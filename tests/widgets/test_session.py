"""The conversation between page and front end, without a front end."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import pytest

from phase10.widgets.session import Hello, Reply, Session


class Counter:
    """A page that counts, and fails when it is told to."""

    lang = "en"
    title = "Counter"

    def __init__(self) -> None:
        self.count = 0
        self.greeting: Hello | None = None
        self.fails = False
        self.effects: list[dict[str, Any]] = []

    def hello(self, hello: Hello) -> None:
        self.greeting = hello
        self.count = hello.session.get("count", 0)

    def act(self, name: str, value: Any) -> None:
        if name == "fail":
            raise RuntimeError("told to")
        if name == "fail later":
            self.fails = True
        if name == "add":
            self.count += 1
            self.effects.append({"say": f"{value}"})

    def parts(self) -> Mapping[str, str]:
        if self.fails:
            raise RuntimeError("no parts")
        return {"frame": "<i></i>", "count": f"<b>{self.count}</b>"}

    def kept(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return {"count": self.count}, {}

    def take_effects(self) -> list[dict[str, Any]]:
        effects, self.effects = self.effects, []
        return effects

    def trouble(self) -> str:
        return "Trouble."


@pytest.fixture
def counter() -> Counter:
    return Counter()


@pytest.fixture
def sent() -> list[Reply]:
    return []


@pytest.fixture
def session(counter: Counter, sent: list[Reply]) -> Session:
    return Session(counter, sent.append)


HELLO = {"type": "hello", "lang": "lv-LV", "search": "?hand=R5+B5&lang=lv", "seq": 1}


def test_hello_tells_the_page_everything_and_shows_everything(
    session: Session, counter: Counter, sent: list[Reply]
) -> None:
    session.receive(HELLO | {"session": {"count": 3}, "local": None})
    assert counter.greeting == Hello("lv-LV", {"hand": "R5 B5", "lang": "lv"}, {"count": 3}, {})
    assert sent == [
        {
            "type": "show",
            "seq": 1,
            "parts": {"frame": "<i></i>", "count": "<b>3</b>"},
            "lang": "en",
            "title": "Counter",
            "effects": [],
        }
    ]


def test_act_shows_only_what_changed(session: Session, sent: list[Reply]) -> None:
    session.receive(HELLO)
    session.receive({"type": "act", "act": "add", "value": "one", "seq": 2})
    assert sent[-1]["parts"] == {"count": "<b>1</b>"}
    assert sent[-1]["seq"] == 2
    assert sent[-1]["effects"] == [{"say": "one"}]
    assert sent[-1]["kept"] == {"session": {"count": 1}, "local": {}}
    session.receive({"type": "act", "act": "nothing", "value": None, "seq": 3})
    assert sent[-1]["parts"] == {}
    assert "kept" not in sent[-1]


def test_a_later_hello_shows_the_page_as_it_is(
    session: Session, counter: Counter, sent: list[Reply]
) -> None:
    session.receive(HELLO)
    session.receive({"type": "act", "act": "add", "value": "", "seq": 2})
    session.receive(HELLO | {"session": {"count": 40}})
    assert counter.count == 1
    assert sent[-1]["parts"] == {"frame": "<i></i>", "count": "<b>1</b>"}


def test_an_act_that_arrives_twice_is_done_once(
    session: Session, counter: Counter, sent: list[Reply]
) -> None:
    session.receive(HELLO)
    for _ in range(2):
        session.receive({"type": "act", "act": "add", "value": "", "seq": 7})
    session.receive({"type": "act", "act": "add", "value": "", "seq": 8})
    assert counter.count == 2
    assert [reply["seq"] for reply in sent] == [1, 7, 7, 8]


def test_ping_is_answered(session: Session, sent: list[Reply]) -> None:
    session.receive({"type": "ping", "seq": 5})
    assert sent == [{"type": "pong", "seq": 5}]


def test_push_shows_work_done_in_the_background(
    session: Session, counter: Counter, sent: list[Reply]
) -> None:
    session.receive(HELLO)
    counter.count = 9
    session.push()
    assert sent[-1]["parts"] == {"count": "<b>9</b>"}
    assert sent[-1]["seq"] is None


def test_a_failing_act_is_logged_said_and_survived(
    session: Session, sent: list[Reply], caplog: pytest.LogCaptureFixture
) -> None:
    session.receive(HELLO)
    with caplog.at_level(logging.ERROR):
        session.receive({"type": "act", "act": "fail", "value": None, "seq": 2})
    assert sent[-1]["effects"] == [{"alert": "Trouble.", "show": True}]
    assert caplog.records[0].exc_info is not None
    session.receive({"type": "act", "act": "add", "value": "", "seq": 3})
    assert sent[-1]["parts"] == {"count": "<b>1</b>"}


def test_failing_parts_are_said_once_and_come_back(
    session: Session, counter: Counter, sent: list[Reply]
) -> None:
    session.receive(HELLO)
    session.receive({"type": "act", "act": "fail later", "value": None, "seq": 2})
    assert sent[-1]["parts"] == {}
    assert sent[-1]["effects"] == [{"alert": "Trouble.", "show": True}]
    counter.fails = False
    session.receive({"type": "act", "act": "add", "value": "", "seq": 3})
    assert sent[-1]["parts"] == {"count": "<b>1</b>"}


@pytest.mark.parametrize(
    "message",
    [
        None,
        "act",
        17,
        [],
        {},
        {"type": None},
        {"type": ["act"]},
        {"type": "execute", "code": "1/0"},
        {"type": "act"},
        {"type": "act", "act": 5, "value": ""},
        {"type": "act", "act": "add", "value": ["a", "list"]},
        {"type": "act", "act": "add", "value": b"bytes"},
    ],
)
def test_messages_of_the_wrong_shape_are_ignored(
    session: Session, counter: Counter, sent: list[Reply], message: object
) -> None:
    session.receive(message)
    assert sent == []
    assert counter.count == 0


@pytest.mark.parametrize(
    "given",
    [
        {"lang": 5, "search": None, "session": "text", "local": [1]},
        {"search": "?" + "&".join(["a=1"] * 5000)},
        {"search": "?%ff=%zz&;&=", "lang": "x" * 10_000},
        {},
    ],
)
def test_a_hello_of_the_wrong_shape_is_still_a_hello(
    session: Session, counter: Counter, sent: list[Reply], given: dict[str, Any]
) -> None:
    session.receive({"type": "hello", "seq": True} | given)
    assert counter.greeting is not None
    assert len(counter.greeting.lang) <= 35
    assert counter.greeting.session == {}
    assert sent[-1]["seq"] is None
    assert set(sent[-1]["parts"]) == {"frame", "count"}
