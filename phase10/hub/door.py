"""Who may come to a hub: with the code of the site, a nickname, and a code of one's own.

There are no accounts: the first who takes a nickname sets its code.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from jupyterhub.auth import Authenticator
from tornado.web import HTTPError
from traitlets import Unicode

from phase10.game.errors import GameError
from phase10.server.door import Attempts
from phase10.teaching.classroom import read_code
from phase10.teaching.progress import nickname

__all__ = ["NicknameAuthenticator", "Nicknames"]

SHORTEST = 4
LONGEST = 64
"""Signs of a code of one's own."""


class Nicknames:
    """The nicknames that are taken, each with what its code is known by."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def admit(self, name: str, code: str) -> bool:
        """Take a nickname, or tell whether this is its code."""
        salt = secrets.token_bytes(16)
        with closing(sqlite3.connect(self.place, timeout=30)) as base, base:
            self.place.chmod(0o600)
            base.execute(
                "CREATE TABLE IF NOT EXISTS nicknames "
                "(name TEXT PRIMARY KEY, salt BLOB NOT NULL, code BLOB NOT NULL)"
            )
            base.execute(
                "INSERT OR IGNORE INTO nicknames VALUES (?, ?, ?)", (name, salt, _kept(code, salt))
            )
            kept_salt, kept = base.execute(
                "SELECT salt, code FROM nicknames WHERE name = ?", (name,)
            ).fetchone()
        return hmac.compare_digest(kept, _kept(code, kept_salt))


def _kept(code: str, salt: bytes) -> bytes:
    """Give what a code is known by: slow to guess for who reads the file."""
    return hashlib.scrypt(code.encode(), salt=salt, n=2**14, r=8, p=1)


class NicknameAuthenticator(Authenticator):  # type: ignore[misc]  # JupyterHub has no types
    """Let in whoever knows the code of the site, each to the own page only."""

    code = Unicode("", help="The code of the site.").tag(config=True)
    names = Unicode("", help="The file of nicknames.").tag(config=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.allow_all = True  # the codes say who may come
        self.attempts = Attempts()

    def normalize_username(self, username: str) -> str:
        """Give a nickname in the form in which it is known: upper and lower case are one."""
        try:
            return nickname(username).casefold()
        except GameError:
            return ""

    def validate_username(self, username: str) -> bool:
        """Tell whether a nickname can be one."""
        return bool(username) and username == self.normalize_username(username)

    async def authenticate(self, handler: Any, data: dict[str, str]) -> str | None:
        """Let a pupil in, or raise 403 with the code of the sentence that says why not."""
        address = str(handler.request.remote_ip)
        # Right codes wait as well: otherwise who guesses would learn from it.
        if not self.attempts.allowed(address):
            raise HTTPError(403, "wait")
        own = data.get("password", "")
        name = self.normalize_username(data.get("username", "")[: 4 * LONGEST])
        if not self._knows(data.get("code", "")):
            self.attempts.note(address)
            raise HTTPError(403, "code")
        if not name:
            raise HTTPError(403, "name")
        if not SHORTEST <= len(own) <= LONGEST:
            raise HTTPError(403, "short")
        admit = Nicknames(Path(self.names)).admit
        if not await asyncio.get_running_loop().run_in_executor(None, admit, name, own):
            self.attempts.note(address)
            raise HTTPError(403, "taken")
        return name

    def _knows(self, typed: str) -> bool:
        try:
            return bool(self.code) and hmac.compare_digest(read_code(typed), self.code)
        except GameError:
            return False
