"""A PostgreSQL server of a test's own: on loopback, in a folder of its own, gone afterwards.

The programs are those of Debian's package ``postgresql``. The server refuses to run as root; then
it runs as the user that the package made, or as nobody.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.support.servers import free_port

USERS = ("postgres", "nobody")
PATIENCE = 120.0


class Server:
    """A server that can be stopped and started again."""

    def __init__(self) -> None:
        self.password = secrets.token_urlsafe(12)
        self.folder = Path(tempfile.mkdtemp(prefix="phase10-pg-"))
        self.port = free_port()
        self._account = _account()
        self._process: subprocess.Popen[bytes] | None = None
        if self._account is not None:
            os.chown(self.folder, self._account.pw_uid, self._account.pw_gid)
        secret = self.folder / "password"
        secret.write_text(self.password)
        secret.chmod(0o644)
        self._run(
            "initdb", "--pgdata", str(self.data), "--username", "teacher", "--encoding", "UTF8",
            "--locale", "C", "--auth", "scram-sha-256", "--pwfile", str(secret), "--no-sync",
        )  # fmt: skip
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://teacher:{self.password}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "off",
            "shared_buffers": "16MB",
            "max_connections": 60,
        }
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            [_program("postgres"), "-D", str(self.data), *settings],
            stdout=log, stderr=log, cwd=self.folder, **self._as_user(),
        )  # fmt: skip
        log.close()
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text("utf-8", "replace"))
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once; what was committed stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        """Stop it and remove its folder."""
        self.stop()
        shutil.rmtree(self.folder)

    def _answers(self) -> bool:
        asked = subprocess.run(
            [_program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"], check=False
        )
        return asked.returncode == 0

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [_program(name), *arguments], capture_output=True, cwd=self.folder, check=False,
            **self._as_user(),
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError((done.stdout + done.stderr).decode("utf-8", "replace"))

    def _as_user(self) -> dict[str, int]:
        account = self._account
        return {} if account is None else {"user": account.pw_uid, "group": account.pw_gid}


def _account() -> pwd.struct_passwd | None:
    """Give the account to run as where this is root; None otherwise."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)


def _program(name: str) -> str:
    """Find a program of the newest version that is installed."""
    found = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3])
    )
    program = str(found[-1]) if found else shutil.which(name)
    if program is None:
        raise RuntimeError(
            f"{name} is not installed: the tests need a PostgreSQL server of their own "
            "(Debian: apt-get install postgresql)"
        )
    return program
