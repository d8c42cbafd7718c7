"""A visitor who presses and types anything on every page: nothing may ever go wrong behind it.

The visitor sees what a browser would see, the parts put together, and uses only what stands there.
Ticks of computer players and of work in slices come as they do on a page; the clock is made.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from phase10.dashboards.app import VIEWS, make_page
from phase10.dashboards.winning import Playing
from phase10.game.position import Position
from phase10.solver.win_chances import WinChance, WinChances
from phase10.widgets.session import Session

ACTS = 400
MANY = 3_000
RELOADS = 0.01
LEAVES = 0.03
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
TYPED = (
    "", " ", "R5 B5 W", "r7", "2xW", "S S", "zaļš 3", "3", "set:3+run:4", "7 of one color",
    "0", "-1", "1/3", "0,5", "55,3", "1e9", "1e999999999", "9" * 5000, "²", "<b>x</b>",
    "'; DROP TABLE", "Anna", "🂡", "P10-1-2-77-1", "L05-D1-V1-77-A", "seed,skip_target=chosen",
    "\x00", "x" * 10_001, "{}", "[[",
)  # fmt: skip


class Seen(HTMLParser):
    """What can be used on a page: its elements with an act, and the options of choices."""

    def __init__(self) -> None:
        super().__init__()
        self.usable: list[dict[str, Any]] = []
        self._open: list[tuple[str, bool]] = []
        self._select: dict[str, Any] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        hidden = "hidden" in found or any(hidden for _, hidden in self._open)
        if tag not in VOID:
            self._open.append((tag, hidden))
        if tag == "option" and self._select is not None:
            self._select["options"].append(found.get("value") or "")
        element = {"tag": tag, "options": [], **found}
        if tag == "select":
            self._select = element
        acts = {"data-act", "data-enter", "data-keys"} & set(found)
        if acts and not hidden and "disabled" not in found:
            self.usable.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        while self._open and self._open.pop()[0] != tag:
            pass


class Visitor:
    """One window: what it shows, what it keeps, and a clock that goes on with every act."""

    def __init__(self, seed: int, asked: list[Callable[[Random], None]]) -> None:
        self.asked = asked
        self.chance = Random(seed)
        self.local: dict[str, Any] = {}
        self.stored: dict[str, Any] = {}
        self.trail: list[str] = []
        self.faults: list[str] = []
        self.ticks: list[dict[str, Any]] = []
        self.arrive()

    def arrive(self) -> None:
        """Open the page, or load it again."""
        self.parts: dict[str, str] = {}
        self.ticks.clear()
        self.asked.clear()
        self.page = make_page()
        self.session = Session(self.page, self.take)
        for view, act in (("play", "play.tick"), ("review", "review.tick")):
            getattr(self.page, view).later = self._later(act)
        for view in ("lessons", "teacher", "puzzles"):
            if hasattr(getattr(self.page, view, None), "later"):
                getattr(self.page, view).later = self._later(f"{view}.tick")
        hello = {"type": "hello", "seq": 0, "lang": self.chance.choice(("en", "lv")), "search": ""}
        self.send({**hello, "session": self.stored, "local": self.local})

    def _later(self, act: str) -> Any:
        def later(_seconds: float, ticket: int) -> bool:
            self.ticks.append({"type": "act", "act": act, "value": ticket})
            return True

        return later

    def send(self, message: dict[str, Any]) -> None:
        self.trail.append(json.dumps(message)[:200])
        self.session.receive(message)

    def take(self, reply: dict[str, Any]) -> None:
        json.dumps(reply)
        self.parts.update(reply.get("parts", {}))
        if "kept" in reply:
            # As a browser stores it.
            kept = json.loads(json.dumps(reply["kept"]))
            self.stored, self.local = kept["session"], kept["local"]
        trouble = self.page.trouble()
        if any(effect.get("alert") == trouble for effect in reply.get("effects", [])):
            self.faults.append(trouble)

    def usable(self) -> list[dict[str, Any]]:
        """List what stands on the page now; parts that have no place are not seen."""
        seen = Seen()
        shown = self.parts["frame"]
        known = {"frame"}
        while True:
            places = [name for name in self.parts if f'data-part="{name}"' in shown]
            if known.issuperset(places):
                break
            for name in places:
                if name not in known:
                    known.add(name)
                    shown += self.parts[name]
        seen.feed(shown)
        return seen.usable

    def act(self) -> None:
        """Do one thing, as somebody does who does not read."""
        if self.ticks and self.chance.random() < 0.5:
            self.send(self.ticks.pop(0))
            return
        if self.asked and self.chance.random() < 0.3:
            self.trail.append("chances to win")
            self.asked.pop(self.chance.randrange(len(self.asked)))(self.chance)
            return
        if self.chance.random() < RELOADS:
            self.trail.append("reload")
            self.arrive()
            return
        if self.chance.random() < LEAVES:
            self.send({"type": "act", "act": "app.view", "value": self.chance.choice(VIEWS)})
            return
        found = self.usable()
        if not found:
            self.send({"type": "act", "act": "app.view", "value": "home"})
            return
        # Every kind of act is as likely, however many buttons have it.
        act = self.chance.choice(sorted({str(one.get("data-act")) for one in found}))
        element = self.chance.choice([one for one in found if str(one.get("data-act")) == act])
        self.send({"type": "act", **self._use(element)})

    def _use(self, element: dict[str, Any]) -> dict[str, Any]:
        name, kind = element.get("data-act"), element.get("type")
        text = self.chance.choice(TYPED)
        if "data-keys" in element and name is None:
            keys = ("r", "7", "b", "w", "Backspace", "Enter", "Escape", "š", "0", "5")
            return {"act": element["data-keys"], "value": self.chance.choice(keys)}
        if element["tag"] == "select":
            return {"act": name, "value": self.chance.choice([*element["options"], text])}
        if kind in ("checkbox",):
            return {"act": name, "value": self.chance.random() < 0.5}
        if kind == "file":
            return {"act": name, "value": {"name": "a.json", "size": len(text), "text": text}}
        if element["tag"] == "textarea" or (element["tag"] == "input" and kind != "radio"):
            if "data-enter" in element and self.chance.random() < 0.5:
                return {"act": element["data-enter"], "value": text}
            low, high = element.get("min"), element.get("max")
            if kind in ("range", "number") and low is not None and high is not None:
                steps = [low, high, str((float(low) + float(high)) // 2), text]
                return {"act": name, "value": self.chance.choice(steps)}
            return {"act": name or element["data-enter"], "value": text}
        if kind == "radio":
            return {"act": name, "value": element.get("value")}
        return {"act": name, "value": element.get("data-value")}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[Random], None]]:
    """Questions for chances to win, each to be answered some time later, by chance."""
    waiting: list[Callable[[Random], None]] = []

    def ask(
        self: Playing, position: Position, moves: Sequence[Sequence[str]], *_: Any, **__: Any
    ) -> None:
        def answer(chance: Random) -> None:
            found = [WinChance(chance.random(), 0.01, 100) for _ in moves]
            pairs = {
                (one, two): (found[one].value - found[two].value, 0.01)
                for one in range(len(found))
                for two in range(len(found))
            }
            chances = WinChances(tuple(found), pairs, 100, 1, False, 0.3)
            push = self.push
            assert push is not None
            push(lambda: self._done(position, chances))

        waiting.append(answer)

    monkeypatch.setattr(Playing, "ask", ask)
    return waiting


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which every look is a moment later: what is done is the same on every machine."""
    now = iter(range(10**9))
    monkeypatch.setattr(time, "perf_counter", lambda: next(now) / 100)


Asked = list[Callable[[Random], None]]


def wander(seed: int, acts: int, asked: Asked, caplog: pytest.LogCaptureFixture) -> None:
    visitor = Visitor(seed, asked)
    for number in range(acts):
        visitor.act()
        told = [record for record in caplog.records if record.levelno >= logging.ERROR]
        why = "\n".join([f"seed {seed}, act {number}:", *visitor.trail[-8:], caplog.text[-4000:]])
        assert not visitor.faults, why
        assert not told, why


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.usefixtures("clock")
def test_nothing_goes_wrong_whatever_is_pressed(
    seed: int, asked: Asked, caplog: pytest.LogCaptureFixture
) -> None:
    wander(seed, ACTS // 4, asked, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 108))
@pytest.mark.usefixtures("clock")
def test_nothing_goes_wrong_for_long(
    seed: int, asked: Asked, caplog: pytest.LogCaptureFixture
) -> None:
    wander(seed, MANY // 8, asked, caplog)
