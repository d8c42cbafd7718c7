"""The file of a solved waiting game: bytes that are mapped, not read.

A file is the eight bytes ``P10WAIT1``, the CRC-32 of all that follows and the length of the header
(each four bytes), the header as JSON, blanks up to a multiple of 64, and the columns: one whole
number a state, least significant byte first. A column's numbers q mean ``first + q / scale``.

A file that is not exactly what it should be counts as missing: it can always be made again.
"""

from __future__ import annotations

import json
import mmap
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

__all__ = ["Column", "WaitingFile", "packed"]

MAGIC: Final = b"P10WAIT1"
HEAD: Final = 16
ALIGNED: Final = 64
TYPES: Final = {"B": 1, "H": 2, "I": 4}
"""Bytes of a number, by its letter in :mod:`array`."""


class Column:
    """Hold one figure of every state."""

    __slots__ = ("first", "numbers", "scale")

    def __init__(self, numbers: Sequence[int], first: float, scale: float) -> None:
        self.numbers = numbers
        self.first = first
        self.scale = scale

    def __getitem__(self, state: int) -> float:
        return self.first + self.numbers[state] / self.scale

    def __len__(self) -> int:
        return len(self.numbers)


class WaitingFile:
    """Hold an opened file: its ``header``, how many ``states`` and its ``columns`` by name."""

    def __init__(self, data: memoryview, *, whole: bool) -> None:
        """Read the header; ``whole``: check every byte. Raises :class:`ValueError` if damaged."""
        if len(data) < HEAD or bytes(data[:8]) != MAGIC:
            raise ValueError("no table of the waiting game")
        if whole and zlib.crc32(data[12:]) != int.from_bytes(data[8:12], "little"):
            raise ValueError("damaged")
        end = HEAD + int.from_bytes(data[12:HEAD], "little")
        header: dict[str, Any] = json.loads(bytes(data[HEAD:end]))
        start = -(-end // ALIGNED) * ALIGNED
        self.header = header
        self.states: int = header["states"]
        self.columns: dict[str, Column] = {}
        for column in header["columns"]:
            stop = start + self.states * TYPES[column["type"]]
            if stop > len(data):
                raise ValueError("cut short")
            numbers = _numbers(data[start:stop], column["type"])
            self.columns[column["name"]] = Column(numbers, column["first"], column["scale"])
            start = -(-stop // ALIGNED) * ALIGNED
        if start != len(data):
            raise ValueError("longer than it should be")

    @classmethod
    def open(cls, path: Traversable, *, whole: bool) -> WaitingFile | None:
        """Map a file; ``None`` when there is none or it is damaged."""
        try:
            return cls(memoryview(_mapped(path)), whole=whole)
        except (OSError, ValueError, LookupError, TypeError):
            return None


def packed(header: Mapping[str, Any], columns: Sequence[bytes]) -> bytes:
    """Put a header and the bytes of its columns together."""
    text = json.dumps(header, ensure_ascii=False).encode()
    body = bytearray(len(text).to_bytes(4, "little") + text)
    for column in (b"", *columns):
        body += column
        body += bytes(-(len(body) + 12) % ALIGNED)
    return MAGIC + zlib.crc32(body).to_bytes(4, "little") + bytes(body)


def _mapped(path: Traversable) -> mmap.mmap | bytes:
    """Map a file of this machine; read one that lies in an archive or cannot be mapped."""
    if isinstance(path, Path):
        with path.open("rb") as stream:
            try:
                return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            except (OSError, ValueError):
                pass
    return path.read_bytes()


def _numbers(data: memoryview, letter: str) -> Sequence[int]:
    if sys.byteorder == "little":
        return data.cast(letter)  # type: ignore[call-overload, no-any-return]
    swapped = array(letter)
    swapped.frombytes(data)
    swapped.byteswap()
    return swapped
