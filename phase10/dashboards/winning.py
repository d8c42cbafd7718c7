"""Chances to win for a page, from a process beside it that all pages of a user share.

The kernel of a page never loads what plays matches: it asks a process that is started when the
first page needs it (:mod:`phase10.simulation.winning_worker`), shows the answer when it comes, and
goes on without one where none comes.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

from phase10.dashboards.solving import Push
from phase10.game.position import Position
from phase10.solver.win_chances import WinChances

__all__ = ["SWITCH", "Playing"]

SWITCH: Final = "PHASE10_WIN_CHANCES"
"""A variable of the environment: ``off`` where pages shall tell no chances to win."""

SECONDS: Final = 0.3
STARTING: Final = 30.0
"""Seconds in which a process that was started has to listen."""
ANSWERING: Final = 60.0
"""Seconds in which an answer has to come."""
LOOKING: Final = 2.0
"""Seconds after which it is asked again whether loops are compiled."""
PAUSE: Final = 60.0
"""Seconds in which nothing is asked after a failure."""

_PACKAGE: Final = Path(__file__).resolve().parents[1]

logger = logging.getLogger(__name__)


class Playing:
    """Have the moves of one position at a time played out by another process.

    ``done`` is called with the position and what was found, in order with what the user does;
    twice where first figures come from few games. A question that was overtaken by the next one
    is dropped.
    """

    def __init__(self, done: Callable[[Position, WinChances], None]) -> None:
        self.push: Push | None = None
        self._done = done
        self._asked: tuple[Position, dict[str, Any]] | None = None
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._talk: _Talk | None = None
        self._closed = False

    @property
    def possible(self) -> bool:
        """Tell whether processes can be asked here: not in a browser alone."""
        on = os.environ.get(SWITCH, "").lower() not in ("off", "0", "no")
        return self.push is not None and sys.platform != "emscripten" and on

    def ask(
        self,
        position: Position,
        moves: Sequence[Sequence[str]],
        seconds: float = SECONDS,
        seed: int = 1,
    ) -> None:
        """Ask for the chances of some moves, in the place of what was asked before."""
        if not self.possible:
            return
        with self._news:
            self._asked = (position, {"moves": moves, "seconds": seconds, "seed": seed})
            self._news.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._follow, daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ask nothing any more."""
        with self._news:
            self._closed = True
            self._news.notify()

    def _follow(self) -> None:
        """Answer question after question, in a thread of its own."""
        while True:
            with self._news:
                self._news.wait_for(self._has_news)
                asked, self._asked = self._asked, None
            if self._closed or asked is None:
                return
            try:
                self._answer(*asked)
            except (OSError, ValueError, KeyError, TypeError):
                logger.warning("no chances to win", exc_info=True)
                self._talk = None
                with self._news:
                    self._news.wait_for(lambda: self._closed, timeout=PAUSE)

    def _has_news(self) -> bool:
        return self._asked is not None or self._closed

    def _answer(self, position: Position, asked: dict[str, Any]) -> None:
        request = {"position": position.to_json(), **asked}
        told = self._told(request)
        self._show(position, told)
        while told.get("more"):
            # Loops are being compiled: with them more games can be played.
            with self._news:
                if self._news.wait_for(self._has_news, timeout=LOOKING):
                    return
            told = self._told({})
            if told.get("ready"):
                self._show(position, self._told(request))

    def _told(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask the process; one that has died since the last time is started again."""
        for fresh in (False, True):
            if self._talk is None:
                self._talk = _connected()
                fresh = True
            try:
                return self._talk.told(request)
            except (OSError, ValueError):
                self._talk = None
                if fresh:
                    raise
        raise OSError("unreachable")

    def _show(self, position: Position, told: dict[str, Any]) -> None:
        if "found" not in told:
            logger.info("no chances to win: %s", told.get("error"))
            return
        found = WinChances.from_json(told["found"])
        if self.push is not None:
            self.push(lambda: self._done(position, found))


class _Talk:
    """Hold a connection to the process."""

    def __init__(self, port: int, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self._lines: IO[bytes] = self._socket.makefile("rb")
        self._token = token

    def told(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for the answer."""
        self._socket.settimeout(ANSWERING)
        self._socket.sendall(f"{json.dumps({**request, 'token': self._token})}\n".encode())
        line = self._lines.readline()
        if not line:
            raise ConnectionError("the process that plays matches has ended")
        told: dict[str, Any] = json.loads(line)
        return told


def _connected() -> _Talk:
    """Connect to the process, which is started if it does not listen."""
    from phase10.game.kept_matches import locked_file

    file = _folder() / f"winning-{_version()}.json"
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        with suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads(file.read_text("utf-8"))
            return _Talk(int(told["port"]), str(told["token"]))
        # One page starts it, the others wait for that.
        lock = locked_file(file.with_suffix(".lock"))
        if lock is not None:
            with lock:
                file.unlink(missing_ok=True)
                _start(file, end)
        else:
            time.sleep(0.1)
    raise TimeoutError("the process that plays matches does not listen")


def _start(file: Path, end: float) -> None:
    import subprocess  # rarely needed, and not in a browser alone

    process = subprocess.Popen(  # noqa: S603 - our own module, and no shell
        [sys.executable, "-m", "phase10.simulation.winning_worker", "--file", str(file)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=_PACKAGE.parent,
        # It serves other pages when this one is gone.
        start_new_session=True,
    )
    while not file.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    # Reaped when it ends, so that no dead child stays beside the page.
    threading.Thread(target=process.wait, daemon=True).start()


def _version() -> str:
    """Tell this installation of the package from others and from older ones, in a few letters."""
    changed = (_PACKAGE / "simulation" / "winning_worker.py").stat().st_mtime
    said = f"{sys.executable} {_PACKAGE} {changed}"
    return sha256(said.encode()).hexdigest()[:12]


def _folder() -> Path:
    """Give a folder that only this user can read."""
    try:
        from platformdirs import user_runtime_path

        folder = user_runtime_path("phase10", appauthor=False)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (ImportError, OSError):
        folder = Path(tempfile.gettempdir()) / f"phase10-{getattr(os, 'getuid', os.getpid)()}"
        folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder
