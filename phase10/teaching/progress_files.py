"""Progress as a file that a learner takes along: JSON or CSV, out and in."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.game.json_text import read_json
from phase10.teaching.progress import Entry, nickname

__all__ = ["LARGEST_FILE", "read_progress", "to_csv", "to_json"]

LARGEST_FILE: Final = 20_000_000
"""Characters of a file that are read: years of practice."""

_FORMAT: Final = "progress"
_VERSION: Final = 1
_LONGEST: Final = 400
_ID: Final = re.compile(r"[0-9a-f]{32}")
_WORD: Final = re.compile(r"[\w.\-]{1,60}")
_CODE: Final = re.compile(r"[\w. \-]{0,120}")
_MARKS: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a cell must not begin with, or a spreadsheet takes it for a formula."""


def to_json(entries: Sequence[Entry]) -> str:
    """Write entries as one JSON object."""
    shape = {
        "phase10": _FORMAT,
        "version": _VERSION,
        "entries": [entry._asdict() for entry in entries],
    }
    return f"{json.dumps(shape, ensure_ascii=False, indent=1)}\n"


def to_csv(entries: Sequence[Entry]) -> str:
    """Write entries as CSV with a heading."""
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\r\n")
    table.writerow(Entry._fields)
    table.writerows(entries)
    return stream.getvalue()


def read_progress(text: str) -> tuple[Entry, ...]:
    """Read what :func:`to_json` or :func:`to_csv` wrote.

    Raises :class:`GameError` ``progress.large``, ``progress.form`` (the file is neither),
    ``progress.file_version`` or ``progress.entry`` with the number of the entry that is wrong.
    """
    if len(text) > LARGEST_FILE:
        raise GameError("progress.large", limit=LARGEST_FILE)
    text = text.removeprefix("\ufeff")
    rows = _json_rows(text) if text.lstrip()[:1] in ("{", "[") else _csv_rows(text)
    return tuple(_entry(row, number) for number, row in enumerate(rows, start=1))


def _json_rows(text: str) -> list[Any]:
    try:
        data = read_json(text)
    except ValueError:
        raise GameError("progress.form") from None
    if not isinstance(data, Mapping) or data.get("phase10") != _FORMAT:
        raise GameError("progress.form")
    if data.get("version") != _VERSION:
        raise GameError("progress.file_version", version=str(data.get("version")))
    rows = data.get("entries")
    if not isinstance(rows, list):
        raise GameError("progress.form")
    return rows


def _csv_rows(text: str) -> list[Any]:
    try:
        first, *rest = csv.reader(io.StringIO(text, newline=""), strict=True)
    except (csv.Error, ValueError):
        raise GameError("progress.form") from None
    if tuple(first) != Entry._fields:
        raise GameError("progress.form")
    return [dict(zip(first, row, strict=False)) if len(row) == len(first) else None for row in rest]


def _entry(row: object, number: int) -> Entry:
    try:
        if not isinstance(row, Mapping) or set(row) != set(Entry._fields):
            raise ValueError
        entry = Entry(**{name: _text(row[name]) for name in Entry._fields})
        nickname(entry.learner)
        datetime.fromisoformat(entry.at)
        fits = (
            _ID.fullmatch(entry.id)
            and all(_WORD.fullmatch(word) for word in (entry.room, entry.item, entry.event))
            and all(_CODE.fullmatch(word) for word in (entry.sitting, entry.code, entry.rule))
            and entry.value.isprintable()
            and not entry.value.startswith(_MARKS)
            and entry.at.endswith("+00:00")
        )
        if not fits:
            raise ValueError
    except ValueError:
        raise GameError("progress.entry", number=number) from None
    return entry


def _text(given: object) -> str:
    if not isinstance(given, str) or len(given) > _LONGEST:
        raise ValueError
    return given
