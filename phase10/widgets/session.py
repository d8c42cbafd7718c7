"""The conversation between a page in Python and its front end, without Jupyter.

A :class:`Page` keeps its state in Python and describes itself as named parts of HTML. A
:class:`Session` takes the front end's messages, lets the page act, and answers with the parts
that changed. The same two classes run behind an anywidget (Voilà, JupyterLab) and in a web worker
(Pyodide); only the thing that carries the messages differs.
"""

from __future__ import annotations

import copy
import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable
from urllib.parse import parse_qsl

__all__ = ["Hello", "Page", "Reply", "Session", "Working"]

Reply = dict[str, Any]

LONGEST_LANGUAGE = 35
"""Characters of the longest language tag that is listened to (RFC 5646, section 4.4.1)."""

REMEMBERED_ACTS = 1000
"""Numbers of acts that are known to be done when a front end sends them again."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Hello:
    """What the front end knows when it opens: languages, the query string, what it kept."""

    lang: str
    query: Mapping[str, str]
    session: Mapping[str, Any]
    local: Mapping[str, Any]


class Page(Protocol):
    """What a session needs of a page."""

    @property
    def lang(self) -> str:
        """The language of the page: ``en`` or ``lv``."""

    @property
    def title(self) -> str:
        """The title of the window."""

    def hello(self, hello: Hello) -> None:
        """Take the language, the query and what was kept, once, before anything is shown."""

    def act(self, name: str, value: Any) -> None:
        """Do what the user asked for; unknown names and values are ignored."""

    def parts(self) -> Mapping[str, str]:
        """Return the HTML of every part by its id; ``frame`` is the skeleton of the others."""

    def kept(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return what outlives a reload: in this tab, and in this browser. JSON values only."""

    def take_effects(self) -> list[dict[str, Any]]:
        """Return the effects since the last call, and forget them."""

    def trouble(self) -> str:
        """Return the sentence for a fault of ours: something went wrong, nothing is lost."""


@runtime_checkable
class Working(Protocol):
    """What a page is besides that has work done in the background."""

    def listen(self, push: Callable[[Callable[[], None]], None]) -> None:
        """Take :meth:`Session.push`, to show what changed when no message asked for it."""


class Session:
    """Carry messages for one page; never let a fault of the page through.

    Messages of the wrong shape or of an unknown type are ignored. An act that arrives twice, as
    it may when a connection was lost and came back, is done once. A lock keeps acts in order where
    a kernel handles messages in several threads.
    """

    def __init__(self, page: Page, send: Callable[[Reply], None]) -> None:
        self.page = page
        self._send = send
        self._shown: dict[str, str] = {}
        self._kept: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {})
        self._greeted = False
        self._done: deque[int] = deque(maxlen=REMEMBERED_ACTS)
        self._lock = threading.RLock()
        if isinstance(page, Working):
            page.listen(self.push)

    def receive(self, message: object) -> None:
        """Handle one message of the front end."""
        if not isinstance(message, Mapping):
            return
        with self._lock:
            match message.get("type"):
                case "ping":
                    self._send({"type": "pong", "seq": _sequence(message)})
                case "hello":
                    self._hello(message)
                case "act":
                    self._act(message)

    def push(self, work: Callable[[], None] | None = None) -> None:
        """Show what changed without a message, for work that was done in the background.

        ``work`` changes the page: it is done in order with what the front end asks for.
        """
        with self._lock:
            self._show(None, [] if work is None else self._guarded(work))

    def _hello(self, message: Mapping[str, Any]) -> None:
        """Greet the page once; to every later view tell the state as it is.

        A second view of one widget, a browser that reconnects and a reloaded JupyterLab all say
        hello to a page that is in use: what Python holds is newer than anything they kept.
        """
        effects: list[dict[str, Any]] = []
        if not self._greeted:
            self._greeted = True
            hello = Hello(
                lang=_text(message.get("lang"))[:LONGEST_LANGUAGE],
                query=_query(message.get("search")),
                session=_mapping(message.get("session")),
                local=_mapping(message.get("local")),
            )
            self._kept = copy.deepcopy((hello.session, hello.local))
            effects = self._guarded(lambda: self.page.hello(hello))
        self._shown = {}
        self._show(_sequence(message), effects)

    def _act(self, message: Mapping[str, Any]) -> None:
        name, value, seq = message.get("act"), message.get("value"), _sequence(message)
        if not isinstance(name, str) or not _is_value(value):
            return
        effects: list[dict[str, Any]] = []
        if seq is None or seq not in self._done:
            effects = self._guarded(lambda: self.page.act(name, value))
        if seq is not None:
            self._done.append(seq)
        self._show(seq, effects)

    def _guarded(self, work: Callable[[], None]) -> list[dict[str, Any]]:
        """Do the work; return the effects that say so if it failed."""
        try:
            work()
        except Exception:
            logger.exception("a page could not do what it was asked for")
            return [{"alert": self.page.trouble(), "show": True}]
        return []

    def _show(self, seq: int | None, effects: list[dict[str, Any]]) -> None:
        """Send the parts that changed since the front end last heard of them."""
        parts: dict[str, str] = {}
        failed = self._guarded(lambda: parts.update(self.page.parts()))
        changed = {name: html for name, html in parts.items() if self._shown.get(name) != html}
        self._shown.update(changed)
        reply: Reply = {
            "type": "show",
            "seq": seq,
            "parts": changed,
            "lang": self.page.lang,
            "title": self.page.title,
            "effects": (effects or failed) + self.page.take_effects(),
        }
        kept = self.page.kept()
        if kept != self._kept:
            self._kept = copy.deepcopy(kept)
            reply["kept"] = {"session": dict(kept[0]), "local": dict(kept[1])}
        self._send(reply)


def _sequence(message: Mapping[str, Any]) -> int | None:
    number = message.get("seq")
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _is_value(value: object) -> bool:
    return value is None or isinstance(value, str | bool | int | float | dict)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _query(search: object) -> dict[str, str]:
    """Return the query string as a mapping; a string that cannot be read is no query."""
    try:
        return dict(parse_qsl(_text(search).removeprefix("?"), keep_blank_values=True))
    except ValueError:
        return {}
