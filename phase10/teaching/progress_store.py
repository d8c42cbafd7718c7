"""Where progress is kept on a computer: a database in the user's folder for data.

Where there is none, the browser keeps it: :class:`phase10.teaching.progress_text.TextStore`.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

from phase10.game.errors import GameError
from phase10.teaching.progress import Entry, Store
from phase10.teaching.progress_text import TextStore

__all__ = ["SqliteStore", "TextStore", "default_path", "default_store"]

_APPLICATION: Final = 0x50313050
"""What a database of ours is marked with: P10P."""

_VERSION: Final = 1
_PATIENCE: Final = 10.0
"""Seconds to wait for another sitting that is writing."""

_COLUMNS: Final = Entry._fields
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FULL: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))

_R = TypeVar("_R")


class _DamagedFile(Exception):
    """Tell that a file is no database of ours."""


def default_path() -> Path:
    """Give the file of the learners of this computer's user."""
    from platformdirs import user_data_path

    return user_data_path("phase10", appauthor=False) / "learners.sqlite3"


def default_store() -> Store:
    """Give the store of this computer's user."""
    return SqliteStore(default_path())


class SqliteStore:
    """Keep entries in a database; every call opens it, so any number of sittings share it.

    A file that is damaged is kept aside under another name, told by ``kept_aside``, and a new one
    is begun. Raises :class:`GameError` as :class:`phase10.teaching.progress.Store` says.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.kept_aside: Path | None = None

    def add(self, entries: Sequence[Entry]) -> int:
        """Add the entries that are not there yet, all or none; count them."""
        return self._done(lambda base: _added(base, entries))

    def entries(self, learner: str) -> tuple[Entry, ...]:
        """List the entries of a learner in the order of time."""

        def read(base: sqlite3.Connection) -> tuple[Entry, ...]:
            columns = ", ".join(_COLUMNS)
            rows = base.execute(
                f"SELECT {columns} FROM entries WHERE learner = ? ORDER BY at, id",  # noqa: S608
                (learner,),
            )
            return tuple(Entry(*row) for row in rows)

        return self._done(read)

    def learners(self) -> tuple[str, ...]:
        """List the learners that have entries, by name."""

        def read(base: sqlite3.Connection) -> tuple[str, ...]:
            rows = base.execute("SELECT DISTINCT learner FROM entries ORDER BY learner")
            return tuple(str(row[0]) for row in rows)

        return self._done(read)

    def forget(self, learner: str) -> None:
        """Remove all entries of a learner."""
        self._done(lambda base: base.execute("DELETE FROM entries WHERE learner = ?", (learner,)))

    # --- the file ---------------------------------------------------------------------------------

    def connect(self) -> sqlite3.Connection:
        """Open the database; statements are finished by ``BEGIN`` and ``COMMIT`` alone."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)

    def _done(self, work: Callable[[sqlite3.Connection], _R]) -> _R:
        """Do something with the database in one transaction; a damaged file is tried once anew."""
        try:
            return self._tried(work)
        except _DamagedFile:
            self._keep_aside()
        try:
            return self._tried(work)
        except _DamagedFile:
            raise GameError("progress.unwritable", path=str(self.path)) from None

    def _tried(self, work: Callable[[sqlite3.Connection], _R]) -> _R:
        with self._told(), closing(self.connect()) as base:
            base.execute("BEGIN IMMEDIATE")
            try:
                self._prepare(base)
                result = work(base)
                base.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    base.execute("ROLLBACK")
                raise
            return result

    def _prepare(self, base: sqlite3.Connection) -> None:
        """Make the table in a new file; refuse what is no file of ours."""
        mark = base.execute("PRAGMA application_id").fetchone()[0]
        version = base.execute("PRAGMA user_version").fetchone()[0]
        tables = {row[0] for row in base.execute("SELECT name FROM sqlite_master")}
        if mark == _APPLICATION and version > _VERSION:
            raise GameError("progress.version", path=str(self.path), version=version)
        if not tables and mark in (0, _APPLICATION):
            columns = ", ".join(f"{name} TEXT NOT NULL" for name in _COLUMNS[1:])
            base.execute(f"CREATE TABLE entries (id TEXT PRIMARY KEY, {columns})")
            base.execute("CREATE INDEX of_learner ON entries (learner, at)")
            base.execute(f"PRAGMA application_id = {_APPLICATION}")
            base.execute(f"PRAGMA user_version = {_VERSION}")
        elif mark != _APPLICATION or "entries" not in tables:
            raise _DamagedFile

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn errors of the database and of the system into ours."""
        path = str(self.path)
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR) & 0xFF
            if code in _DAMAGED:
                raise _DamagedFile from None
            if code == sqlite3.SQLITE_FULL:
                raise GameError("progress.full", path=path) from None
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise GameError("progress.busy", path=path) from None
            raise GameError("progress.unwritable", path=path) from None
        except OSError as error:
            if error.errno in _FULL:
                raise GameError("progress.full", path=path) from None
            raise GameError("progress.unwritable", path=path) from None

    def _keep_aside(self) -> None:
        """Give a damaged file another name; what a file turns out to hold after all is taken in.

        Another sitting may have begun a new file in the meantime: then it is that one that was
        moved, and its entries come back.
        """
        free = (
            self.path.with_name(f"{self.path.stem}.damaged-{number}{self.path.suffix}")
            for number in count(1)
        )
        aside = next(path for path in free if not path.exists())
        with self._told():
            try:
                self.path.rename(aside)
            except FileNotFoundError:
                return
            journal = Path(f"{self.path}-journal")
            with suppress(FileNotFoundError):
                journal.rename(f"{aside}-journal")
        moved = SqliteStore(aside)
        try:
            held = moved._tried(_all_entries)
        except (_DamagedFile, GameError):
            self.kept_aside = aside
            return
        self.add(held)
        aside.unlink(missing_ok=True)


def _all_entries(base: sqlite3.Connection) -> tuple[Entry, ...]:
    rows = base.execute(f"SELECT {', '.join(_COLUMNS)} FROM entries")  # noqa: S608
    return tuple(Entry(*row) for row in rows)


def _added(base: sqlite3.Connection, entries: Sequence[Entry]) -> int:
    before = base.total_changes
    places = ", ".join("?" for _ in _COLUMNS)
    base.executemany(
        f"INSERT OR IGNORE INTO entries ({', '.join(_COLUMNS)}) VALUES ({places})",  # noqa: S608
        entries,
    )
    return base.total_changes - before
