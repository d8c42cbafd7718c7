"""Where progress is kept without a database: one text, as a browser keeps it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from phase10.game.errors import GameError
from phase10.teaching.progress import Entry, merged

__all__ = ["TextStore"]


class TextStore:
    """Keep entries as one text: where there is no database, as in the browser's own store.

    ``read`` gives the text, "" at first, and ``write`` keeps it; OSError of ``write`` means that
    there is no room. Entries that another window added meanwhile are kept.
    """

    def __init__(self, read: Callable[[], str], write: Callable[[str], None]) -> None:
        self._read = read
        self._write = write

    def add(self, entries: Sequence[Entry]) -> int:
        """Add the entries that are not there yet, all or none; count them."""
        known = self.all_entries()
        after = merged((*known, *entries))
        self.keep_only(after)
        return len(after) - len(known)

    def entries(self, learner: str) -> tuple[Entry, ...]:
        """List the entries of a learner in the order of time."""
        return tuple(entry for entry in self.all_entries() if entry.learner == learner)

    def learners(self) -> tuple[str, ...]:
        """List the learners that have entries, by name."""
        return tuple(sorted({entry.learner for entry in self.all_entries()}))

    def forget(self, learner: str) -> None:
        """Remove all entries of a learner."""
        self.keep_only(tuple(entry for entry in self.all_entries() if entry.learner != learner))

    def all_entries(self) -> tuple[Entry, ...]:
        """Read all entries; of a damaged text there are none, for the browser has no other."""
        try:
            rows = json.loads(self._read() or "[]")
            return merged(Entry(*map(str, row)) for row in rows)
        except (ValueError, TypeError):
            return ()

    def keep_only(self, entries: Iterable[Entry]) -> None:
        """Keep these entries, each once, and no others."""
        try:
            self._write(json.dumps(merged(entries), ensure_ascii=False, separators=(",", ":")))
        except OSError:
            raise GameError("progress.full", path="browser") from None
