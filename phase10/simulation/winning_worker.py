"""The process beside the pages that estimates chances to win, one for all pages of a user.

    python -m phase10.simulation.winning_worker --file FILE

listens on loopback and writes port and token to the file, which only its user can read. Each line
that it is sent is a JSON object with the token, a position, moves, seconds and a seed; it
answers in one line. Games are played one request after the other. It ends when nobody has been
connected for a while.

While the loops are being compiled it answers at once from few games and says that more can be had,
``{"found": …, "more": true}``; asked without a position it tells whether they are ready.
"""

from __future__ import annotations

import argparse
import hmac
import json
import os
import secrets
import socketserver
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from phase10.game.errors import GameError
from phase10.game.position import Position

if TYPE_CHECKING:
    from phase10.solver.win_chances import WinChances

__all__ = ["main"]

IDLE_SECONDS: Final = 20.0
NICER: Final = 5
MOST_SECONDS: Final = 10.0
LONGEST: Final = 1 << 20
"""Bytes of a request."""


class _Bench:
    """Hold the loops: ready or being compiled, used by one request at a time."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.begun = threading.Event()
        self.quick = False
        self._turn = threading.Lock()
        self._waiting = 0
        threading.Thread(target=self._prepare, daemon=True).start()

    def _prepare(self) -> None:
        """Load the loops; meanwhile requests wait, unless they have to be compiled first."""
        from phase10.simulation.compiled import COMPILED
        from phase10.simulation.winning import is_ready, make_ready

        if COMPILED and not is_ready():
            self.begun.set()
        try:
            if COMPILED:
                make_ready()
            self.quick = COMPILED
        finally:
            # Without compiled loops plain ones do.
            self.ready.set()
            self.begun.set()

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Estimate what was asked for, within a share of the time where several wait."""
        if "position" not in asked:
            ready = self.ready.is_set()
            return {"ready": ready, "more": not ready}
        position = Position.from_json(asked["position"])
        seconds = min(MOST_SECONDS, float(asked["seconds"]))
        self.begun.wait()
        self._waiting += 1
        try:
            with self._turn:
                compiled = self.quick
                more = not self.ready.is_set()
                found = _estimated(position, asked, seconds / self._waiting, compiled)
        finally:
            self._waiting -= 1
        return {"found": found.to_json(), "more": more}


def _estimated(
    position: Position, asked: dict[str, Any], seconds: float, compiled: bool
) -> WinChances:
    from phase10.simulation.winning import Estimator

    seed = int(asked.get("seed", 1))
    return Estimator(seconds=seconds, seed=seed, compiled=compiled)(position, asked["moves"])


class _Server(socketserver.ThreadingTCPServer):
    """Hold the token, the loops, and how many pages are connected."""

    daemon_threads = True

    def __init__(self, token: str) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.token = token
        self.bench = _Bench()
        self.talks = 0
        self.left = time.monotonic()

    def end_when_unused(self) -> None:
        """Wait until nobody has been connected for a while."""
        while self.talks or time.monotonic() < self.left + IDLE_SECONDS:
            time.sleep(1)


class _Talk(socketserver.StreamRequestHandler):
    """Answer one page until it is gone; who does not know the token is not heard."""

    server: _Server

    def handle(self) -> None:
        """Answer line by line."""
        asked = self._asked()
        if asked is None:
            return
        self.server.talks += 1
        try:
            while asked is not None:
                self.wfile.write(f"{json.dumps(self._told(asked))}\n".encode())
                asked = self._asked()
        except OSError:
            return  # the page is gone
        finally:
            self.server.left = time.monotonic()
            self.server.talks -= 1

    def _asked(self) -> dict[str, Any] | None:
        """Read a request; None at the end, and for what is none."""
        with suppress(ValueError, OSError):
            asked = json.loads(self.rfile.readline(LONGEST))
            if isinstance(asked, dict) and hmac.compare_digest(
                str(asked.get("token")).encode(), self.server.token.encode()
            ):
                return asked
        return None

    def _told(self, asked: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.server.bench.answer(asked)
        except GameError as error:
            return {"error": error.code}
        except (KeyError, TypeError, ValueError) as error:
            return {"error": repr(error)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Listen until nobody needs it any more."""
    parser = argparse.ArgumentParser(prog="python -m phase10.simulation.winning_worker")
    parser.add_argument("--file", type=Path, required=True)
    file: Path = parser.parse_args(arguments).file
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICER)
    with _Server(secrets.token_hex(16)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        told = json.dumps({"port": server.server_address[1], "token": server.token})
        _write(file, told)
        server.end_when_unused()
        with suppress(OSError):
            if file.read_text("utf-8") == told:
                file.unlink()
    return 0


def _write(file: Path, text: str) -> None:
    """Write a file that only this user can read, whole or not at all."""
    new = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
    new.replace(file)


if __name__ == "__main__":
    sys.exit(main())
