"""Classes in a PostgreSQL database, where several computers serve one class.

One connection a process is kept and made anew when it was lost. What is wrong is told without the
password of the address.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from phase10.game.errors import GameError
from phase10.teaching.classroom_sql import SCHEMA, VERSION, Base, SqlClassrooms

if TYPE_CHECKING:
    import psycopg

__all__ = ["PostgresClassrooms"]

_CONNECTING: Final = 3
"""Seconds to wait for the server to answer."""

_WORKING: Final = 5_000
"""Milliseconds that a statement may take."""

_SCHEMA_NAME: Final = "phase10_classes"
_ONCE: Final = 0x50313043
"""The number of the lock under which the tables are made."""

_TRIES: Final = 3

_R = TypeVar("_R")


class _Server:
    """Run statements on a connection; a :class:`phase10.teaching.classroom_sql.Base`."""

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        self._connection = connection

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and give the rows it found."""
        return self._run(statement, values).fetchall()

    def count(self, statement: str, values: Sequence[object] = ()) -> int:
        """Run a statement and count the rows it changed."""
        return self._run(statement, values).rowcount

    def _run(self, statement: str, values: Sequence[object]) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._connection.execute(statement.replace("?", "%s").encode(), tuple(values))


class PostgresClassrooms(SqlClassrooms):
    """Keep classes in a database of a PostgreSQL server, in a schema of their own.

    Raises :class:`GameError` as :class:`phase10.teaching.classroom.Classrooms` says, and
    ``class.driver`` at once when the library is not installed.
    """

    hold = " FOR UPDATE"

    def __init__(self, url: str, *, now: Callable[[], float] = time.time) -> None:
        super().__init__(now)
        try:
            import psycopg
        except ImportError:
            raise GameError("class.driver") from None
        self._library = psycopg
        self._url = url
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._guard = threading.Lock()

    @property
    def place(self) -> str:
        """Say where classes are kept, without a password."""
        try:
            parts = urlsplit(self._url)
            port = f":{parts.port}" if parts.port else ""
            return f"postgresql://{parts.hostname or ''}{port}{parts.path}"
        except ValueError:
            return "postgresql://"

    def close(self) -> None:
        """Let the connection go; the next call makes another."""
        with self._guard:
            self._let_go()

    def _read(self, work: Callable[[Base], _R]) -> _R:
        return self._write(work)

    def _write(self, work: Callable[[Base], _R]) -> _R:
        """Do some work in one transaction; once more when the connection was lost meanwhile.

        Every call may be made twice: what it sets, joins or sends is the same the second time, and
        a class that was made and not told of is forgotten.
        """
        away = GameError("class.away", place=self.place)
        busy = GameError("class.busy", path=self.place)
        library = self._library
        with self._guard:
            for tries in range(_TRIES):
                fresh = self._connection is None
                try:
                    connection = self._connected()
                    with connection.transaction():
                        return work(_Server(connection))
                except (library.errors.DeadlockDetected, library.errors.SerializationFailure):
                    if tries == _TRIES - 1:
                        raise busy from None
                except (library.errors.QueryCanceled, library.errors.LockNotAvailable):
                    raise busy from None
                except (library.errors.DiskFull, library.errors.OutOfMemory):
                    raise GameError("class.disk", path=self.place) from None
                except (library.errors.ReadOnlySqlTransaction,
                        library.errors.InsufficientPrivilege):  # fmt: skip
                    self._let_go()
                    raise GameError("class.unwritable", path=self.place) from None
                except (library.OperationalError, library.InterfaceError):
                    self._let_go()
                    if fresh:
                        raise away from None
                except library.Error:
                    self._let_go()
                    raise GameError("class.unwritable", path=self.place) from None
        raise away

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._connection is not None and not self._connection.closed:
            return self._connection
        connection = self._library.connect(
            self._url,
            autocommit=True,
            connect_timeout=_CONNECTING,
            application_name="phase10",
            prepare_threshold=None,
            options=f"-c statement_timeout={_WORKING} -c search_path={_SCHEMA_NAME}",
            tcp_user_timeout=_WORKING,
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def _prepare(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        """Make the tables, unless they are there; many processes may want it in one moment."""
        base = _Server(connection)
        with connection.transaction():
            base.rows("SELECT pg_advisory_xact_lock(?)", (_ONCE,))
            known = base.rows("SELECT to_regclass(?)::text", (f"{_SCHEMA_NAME}.classes",))
            if known[0][0] is None:
                base.count(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA_NAME}")
                for statement in SCHEMA:
                    base.count(statement)
                base.count(f"COMMENT ON SCHEMA {_SCHEMA_NAME} IS 'phase10 classes {VERSION}'")
                return
            said = base.rows(
                "SELECT obj_description(oid) FROM pg_namespace WHERE nspname = ?", (_SCHEMA_NAME,)
            )
        words = str(said[0][0] or "").split()
        if words[:2] != ["phase10", "classes"]:
            raise GameError("class.foreign", path=f"{self.place} {_SCHEMA_NAME}")
        if words[2:] != [str(VERSION)]:
            raise GameError("class.version", path=self.place, version=" ".join(words[2:]))

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(self._library.Error):
                connection.close()
