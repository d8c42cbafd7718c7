"""Matches kept in files: who has one open, what is damaged put aside, nothing written over.

A match that is open is locked by the program that has it; a killed program holds no lock. Beside
the lock stands a word (the *token*) of who opened it last, so that another page can take a match
over: the first one finds the word changed before it writes again.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from phase10.game.errors import RecordError
from phase10.game.records import Record, load, save
from phase10.game.whole_files import write_whole

__all__ = ["KeptFile", "KeptMatch", "free_name", "locked_file", "put_aside"]


def locked_file(path: Path) -> IO[str] | None:
    """Open and lock a file until it is closed; None when somebody else has locked it.

    Raises OSError where the file cannot be opened for writing.
    """
    stream = path.open("a+", encoding="utf-8")
    if _lock(stream.fileno()) and _is_there(stream.fileno(), path):
        return stream
    stream.close()
    return None


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a web page alone has no locks, and nobody to share a file with
        return True
    except OSError:
        return False
    return True


def _is_there(descriptor: int, path: Path) -> bool:
    """Tell whether an open file is still the one of this name: others may have removed it."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def free_name(path: Path) -> Path:
    """Give a name beside a file that nothing has yet: ``match-1.txt``."""
    number = 1
    while (kept := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return kept


def put_aside(path: Path) -> Path:
    """Rename a file so that its name is free; raise :class:`RecordError` where that fails."""
    kept = free_name(path)
    try:
        path.rename(kept)
    except OSError:
        raise RecordError("record.unwritable", path=str(kept)) from None
    return kept


class KeptFile:
    """Keep one file for one page.

    ``path``: the file; ``token``: the word of this page.
    """

    def __init__(self, path: Path, token: str) -> None:
        self.path = path
        self.token = token
        self._stream: IO[str] | None = None

    @property
    def _lock_path(self) -> Path:
        return self.path.with_name(f".{self.path.name}.lock")

    @property
    def _owner_path(self) -> Path:
        return self.path.with_name(f".{self.path.name}.owner")

    def claim(self, known: str = "") -> bool:
        """Open the file for this page; False where another page that lives has it open.

        ``known``: the word of the page that had it before in the same tab, whose program may not
        have ended yet. Where no file can be written there is nobody to share it with.
        """
        if self._take_lock() or (known and self._owner() == known):
            self.take_over()
            return True
        return False

    def take_over(self) -> None:
        """Make this page the owner, whoever was it before."""
        self._take_lock()
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._owner_path.write_text(self.token, "utf-8")

    @property
    def is_ours(self) -> bool:
        """Tell whether no other page has taken the file over."""
        return self._owner() in ("", self.token)

    def _owner(self) -> str:
        try:
            return self._owner_path.read_text("utf-8")
        except (OSError, ValueError):
            return ""

    def write(self, raw: bytes) -> None:
        """Write the file whole; raise OSError or ValueError where that fails."""
        # Whoever was taken over from may have ended since.
        self._take_lock()
        write_whole(self.path, raw)

    def _take_lock(self) -> bool:
        if self._stream is not None:
            return True
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = locked_file(self._lock_path)
        except OSError:
            return True
        return self._stream is not None

    def close(self) -> None:
        """Let others have the file."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None
            if self.is_ours:
                with suppress(OSError):
                    self._lock_path.unlink()
                    self._owner_path.unlink()


class KeptMatch(KeptFile):
    """Keep the record of one match in a file for one page."""

    def load(self) -> Record:
        """Load and verify the record; raise :class:`RecordError`."""
        return load(self.path)

    def save(self, record: Record) -> None:
        """Save the record; raise :class:`RecordError` where that fails."""
        self._take_lock()
        save(record, self.path)
