"""The door of a class: who comes enters the code once, and is known by a cookie.

Where only this machine is served there is no door.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import json
import os
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_server.auth.identity import IdentityProvider, User
from tornado.httputil import HTTPServerRequest
from tornado.web import RequestHandler
from traitlets import Any as Anything
from traitlets import Bool, Unicode

from phase10.game.errors import GameError
from phase10.teaching.classroom import new_code, open_classrooms, read_code

__all__ = ["Attempts", "Door", "is_class", "kept_code", "visitor"]

KEPT_SECONDS = 12 * 3600
"""A server that is started again within a day of school has the same code and knows who came in."""

SECRET_LENGTH = 64

WINDOW = 60.0
WRONG_OF_ONE = 20
"""Wrong codes of one address in a minute; thirty pupils may share one behind a school's router."""

WRONG_OF_ALL = 200
MOST_ADDRESSES = 5000


def visitor(request: HTTPServerRequest) -> tuple[str, bool]:
    """Give the address that a request comes from, and whether it came by https.

    What a proxy says of them is believed where it runs on this machine.
    """
    peer, protocol = str(request.remote_ip), request.protocol
    if peer in {"127.0.0.1", "::1"}:
        peer = request.headers.get("X-Forwarded-For", peer).rpartition(",")[2].strip()[:64]
        protocol = request.headers.get("X-Forwarded-Proto", protocol).rpartition(",")[2].strip()
    return peer, protocol == "https"


def kept_code(place: Path) -> tuple[str, str]:
    """Give the code of the class and the secret behind its cookies; both are kept for a day.

    ``place`` is a file that only this user can read. Where it cannot be written both are new.
    """
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError, GameError):
        kept = json.loads(place.read_text("utf-8"))
        code, secret = read_code(str(kept["code"])), str(kept["secret"])
        if 0 <= time.time() - float(kept["made"]) < KEPT_SECONDS and len(secret) == SECRET_LENGTH:
            return code, secret
    code = new_code()
    secret = secrets.token_hex(SECRET_LENGTH // 2)
    text = json.dumps({"code": code, "secret": secret, "made": time.time()})
    with suppress(OSError):
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = place.with_name(f"{place.name}.{os.getpid()}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
        new.replace(place)
    return code, secret


class Attempts:
    """Count wrong codes: only so many in a minute, of one address and of all."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}
        self._all: deque[float] = deque(maxlen=WRONG_OF_ALL)

    def allowed(self, address: str) -> bool:
        """Tell whether an address may try."""
        start = self._clock() - WINDOW
        recent = [moment for moment in self._wrong.get(_network(address), ()) if moment > start]
        everybody = len(self._all) == WRONG_OF_ALL and self._all[0] > start
        return len(recent) < WRONG_OF_ONE and not everybody

    def note(self, address: str) -> None:
        """Note a wrong code."""
        now = self._clock()
        if len(self._wrong) >= MOST_ADDRESSES:
            old = [name for name, wrong in self._wrong.items() if wrong[-1] <= now - WINDOW]
            for name in old or list(self._wrong)[: MOST_ADDRESSES // 2]:
                del self._wrong[name]
        self._wrong.setdefault(_network(address), deque(maxlen=WRONG_OF_ONE)).append(now)
        self._all.append(now)


def _network(address: str) -> str:
    """Give what is counted as one: whoever has an IPv6 address has 2^64 of them."""
    with suppress(ValueError):
        found = ipaddress.ip_address(address)
        if found.version == 6:
            return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return address


class Door(IdentityProvider):
    """Know who may come in."""

    code = Unicode("", config=True)
    secret = Unicode("", config=True)
    secure = Bool(False, config=True)
    knows = Anything(None, allow_none=True, config=True)
    """Tells whether a code is that of a class that somebody teaches here."""

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.attempts = Attempts()

    @property
    def closed(self) -> bool:
        """Tell whether a code is wanted."""
        return bool(self.code)

    @property
    def auth_enabled(self) -> bool:
        """Tell Jupyter the same."""
        return self.closed

    def get_user(self, handler: RequestHandler) -> User | None:
        """Let everybody in whose cookie is right, or everybody."""
        if self.closed:
            given = handler.get_cookie(self.cookie_of(handler)) or ""
            if not hmac.compare_digest(given.encode(), self._pass().encode()):
                return None
        return User("visitor")

    def should_check_origin(self, handler: RequestHandler) -> bool:
        """Check where every request comes from."""
        return True

    def is_token_authenticated(self, handler: RequestHandler) -> bool:
        """Know no tokens: nobody gets round what is checked."""
        return False

    def cookie_of(self, handler: RequestHandler) -> str:
        """Name the cookie: servers on other ports of one machine have others."""
        return f"phase10-class-{handler.settings['phase10_port']}"

    def admit(self, handler: RequestHandler) -> None:
        """Give the cookie to one who knows the code."""
        handler.set_cookie(
            self.cookie_of(handler),
            self._pass(),
            path=handler.settings["base_url"],
            max_age=KEPT_SECONDS,
            httponly=True,
            # A link on the school's own page leads in, too.
            samesite="Lax",
            secure=self.secure or visitor(handler.request)[1],
        )

    async def accepts(self, typed: str) -> bool:
        """Tell whether a code opens the door: ours, or that of a class that is taught here."""
        try:
            code = read_code(typed)
        except GameError:
            return False
        if hmac.compare_digest(code, self.code):
            return True
        if self.knows is None:
            return False
        # It reads from a disk or asks another machine.
        known: bool = await asyncio.get_running_loop().run_in_executor(None, self.knows, code)
        return known

    def _pass(self) -> str:
        return hmac.new(self.secret.encode(), self.code.encode(), hashlib.sha256).hexdigest()


def is_class(code: str) -> bool:
    """Tell whether somebody teaches a class of this code here."""
    try:
        open_classrooms().state(code)
    except GameError:
        return False
    return True
