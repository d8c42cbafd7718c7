"""Classes in one file of a computer, which several kernels write at once: SQLite with WAL.

A file that is not ours is never changed: its first bytes are read before anything opens it. A file
of ours that is damaged is kept aside under another name.
"""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, TypeVar

from phase10.game.errors import GameError
from phase10.teaching.classroom_sql import SCHEMA, VERSION, Base, SqlClassrooms

__all__ = ["SqliteClassrooms"]

_APPLICATION: Final = 0x50313043
"""What a file of ours is marked with: P10C."""

_HEADER: Final = 100
"""Bytes of the header of a database (the file format of SQLite, section 1.3)."""

_MAGIC: Final = b"SQLite format 3\0"
PATIENCE: Final = 8.0
"""Seconds to wait for other kernels that are writing."""

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_FULL: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))

_R = TypeVar("_R")
_mending = threading.Lock()


class _Damaged(Exception):
    """Tell that a file of ours cannot be read; ``seen``: its number in its folder, if known."""

    def __init__(self, seen: int = 0) -> None:
        super().__init__(seen)
        self.seen = seen


class _Busy(Exception):
    """Tell that others did not let go of the file."""


class _File:
    """Run statements in a file; a :class:`phase10.teaching.classroom_sql.Base`."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and give the rows it found."""
        return self._base.execute(statement, tuple(values)).fetchall()

    def count(self, statement: str, values: Sequence[object] = ()) -> int:
        """Run a statement and count the rows it changed."""
        return self._base.execute(statement, tuple(values)).rowcount


class SqliteClassrooms(SqlClassrooms):
    """Keep classes in a file; every call opens it, so any number of kernels share it.

    ``own``: the file lies in our own folder, so that anything there is ours, however damaged.
    ``kept_aside``: where a damaged file was put. Raises :class:`GameError` as
    :class:`phase10.teaching.classroom.Classrooms` says.
    """

    def __init__(
        self, path: str | Path, *, own: bool = False, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__(now)
        self.path = Path(path)
        self.kept_aside: Path | None = None
        self.patience = PATIENCE
        self._own = own

    @property
    def place(self) -> str:
        """Say where classes are kept."""
        return str(self.path)

    def _read(self, work: Callable[[Base], _R]) -> _R:
        return self._tried(work, "BEGIN")

    def _write(self, work: Callable[[Base], _R]) -> _R:
        return self._tried(work, "BEGIN IMMEDIATE")

    # --- the file ---------------------------------------------------------------------------------

    def connect(self) -> sqlite3.Connection:
        """Open the file; statements are finished by ``BEGIN`` and ``COMMIT`` alone."""
        base = sqlite3.connect(self.path, timeout=self.patience / 4, isolation_level=None)
        base.execute("PRAGMA foreign_keys = ON")
        base.execute("PRAGMA synchronous = FULL")
        return base

    def _tried(self, work: Callable[[Base], _R], begin: str) -> _R:
        """Do some work; wait and try again while others have the file."""
        until = time.monotonic() + self.patience
        while True:
            seen = 0
            try:
                with self._told():
                    seen = self._ready()
                    return self._done(work, begin)
            except _Busy:
                if time.monotonic() >= until:
                    raise GameError("class.busy", path=self.place) from None
                time.sleep(random.uniform(0.01, 0.1))
            except _Damaged as found:
                aside = self._put_aside(found.seen or seen)
                raise GameError("class.damaged", path=self.place, aside=aside) from None

    def _done(self, work: Callable[[Base], _R], begin: str) -> _R:
        with closing(self.connect()) as base:
            base.execute(begin)
            try:
                result = work(_File(base))
                base.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    base.execute("ROLLBACK")
                raise
            return result

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn errors of the database and of the system into ours."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR) & 0xFF
            if code in _DAMAGED or "no such table" in str(error):
                raise _Damaged from None
            if code in _BUSY:
                raise _Busy from None
            if code == sqlite3.SQLITE_FULL:
                raise GameError("class.disk", path=self.place) from None
            raise GameError("class.unwritable", path=self.place) from None
        except OSError as error:
            if error.errno in _FULL:
                raise GameError("class.disk", path=self.place) from None
            raise GameError("class.unwritable", path=self.place) from None

    def _ready(self) -> int:
        """Make sure that a file of ours is there; give the number of the file in its folder."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self._make_file()
            status = self.path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise GameError("class.foreign", path=self.place)
        with self.path.open("rb") as stream:
            header = stream.read(_HEADER)
        mark, version = header[68:72], int.from_bytes(header[60:64], "big")
        if not header.startswith(_MAGIC) or mark != _APPLICATION.to_bytes(4, "big"):
            if not self._own:
                raise GameError("class.foreign", path=self.place)
            raise _Damaged(status.st_ino)
        if version > VERSION:
            raise GameError("class.version", path=self.place, version=version)
        return status.st_ino

    def _make_file(self) -> None:
        """Make the file somewhere else and put it in place whole, unless another kernel did."""
        for rest in ("-wal", "-shm", "-journal"):
            if Path(f"{self.path}{rest}").exists():
                raise GameError("class.foreign", path=f"{self.path}{rest}")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(mkdtemp(prefix=".phase10-", dir=self.path.parent))
        made = folder / "new.sqlite3"
        try:
            with closing(sqlite3.connect(made, isolation_level=None)) as base:
                for statement in SCHEMA:
                    base.execute(statement)
                base.execute(f"PRAGMA application_id = {_APPLICATION}")
                base.execute(f"PRAGMA user_version = {VERSION}")
                base.execute("PRAGMA journal_mode = WAL")
            with suppress(FileExistsError):
                _put(made, self.path)
        finally:
            for left in folder.iterdir():
                left.unlink(missing_ok=True)
            folder.rmdir()

    def _put_aside(self, seen: int) -> str:
        """Give a damaged file another name, unless another kernel did; say which."""
        names = (
            self.path.with_name(f"{self.path.stem}.damaged-{number}{self.path.suffix}")
            for number in count(1)
        )
        with _mending, self._told():
            aside = next(path for path in names if not path.exists())
            with suppress(FileNotFoundError):
                if self.path.stat().st_ino == seen:
                    self.path.rename(aside)
                    self.kept_aside = aside
                    for rest in ("-wal", "-shm"):
                        with suppress(FileNotFoundError):
                            Path(f"{self.path}{rest}").rename(f"{aside}{rest}")
        return str(self.kept_aside or aside)


def _put(made: Path, path: Path) -> None:
    """Put a file in place; :class:`FileExistsError` if another is there."""
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, as on many USB sticks
        if path.exists():
            raise FileExistsError from None
        made.rename(path)
