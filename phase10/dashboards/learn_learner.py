"""Whose progress a page keeps: a nickname with a database behind it, or a guest in this browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import UUID, uuid5

from phase10.game.errors import GameError
from phase10.teaching.progress import Entry, Progress, Store, nickname
from phase10.teaching.progress_files import LARGEST_FILE, read_progress, to_csv, to_json
from phase10.teaching.progress_text import TextStore

__all__ = ["FORMATS", "GUEST", "Learner"]

GUEST: Final = "guest"
"""Whose entries they are before a nickname is given; they stay in the browser."""

FORMATS: Final = {"json": "application/json", "csv": "text/csv"}
"""Files of progress, each with its kind."""

_ROOM: Final = 4_000_000
"""Characters that the browser's own store takes; most have room for five million."""

_SPACE: Final = UUID("5e0c6f0a-6d0f-4b7e-9a57-0d2f6f3f4c10")
_LONGEST: Final = 200
_OWN: Final = "progress."

_R = TypeVar("_R")


def _database() -> Store | None:
    """Give the database of this computer's user; None on a page that has none."""
    try:
        from phase10.teaching.progress_store import default_store

        return default_store()
    except ImportError:
        return None


class Learner:
    """Hold the progress of whoever learns on this page.

    ``name``: the nickname, "" for a guest; ``progress``: never missing; ``trouble``: why the last
    entry could not be saved; ``said``: what came of the last import, with its count; ``error``:
    what is wrong with what was entered, with its place (``name`` or ``import``).
    """

    def __init__(self) -> None:
        self.name = ""
        self.entered = ""
        self.revision = 0
        self.trouble: GameError | None = None
        self.error: tuple[str, GameError] | None = None
        self.imported: int | None = None
        self.forgetting = False
        self._denied: GameError | None = None
        self._text = ""
        self._since: dict[str, str] = {}
        self._browser = TextStore(lambda: self._text, self._write)
        self.progress = Progress(self._browser, GUEST)

    def _write(self, text: str) -> None:
        if len(text) > _ROOM:
            raise OSError
        self._text = text

    @property
    def aside(self) -> Path | None:
        """Give the place of a damaged file that was put aside."""
        found = getattr(self.progress.store, "kept_aside", None)
        return found if isinstance(found, Path) else None

    # --- saving ---------------------------------------------------------------------------------

    def keep(self, work: Callable[[], _R]) -> _R | None:
        """Do something that saves; note why it could not, and keep in the browser what waits."""
        try:
            result = work()
        except GameError as error:
            if not error.code.startswith(_OWN):
                raise
            self.trouble = error
            waiting = tuple(self.progress.pending)
            if waiting and self.progress.store is not self._browser:
                self._browser.add(waiting)
            return None
        self.trouble = self._denied
        if self.name and self._text and self.progress.store is not self._browser:
            self._browser.forget(self.name)
        return result

    def look_again(self) -> None:
        """Take in what the same learner did in another window meanwhile."""
        try:
            self.progress.refresh()
        except GameError as error:
            if not error.code.startswith(_OWN):
                raise
            # What is known here stays shown; the next act that cannot be saved tells why.

    # --- who it is ------------------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Take the progress of a nickname; what waits in the browser comes along.

        Raises ``progress.nickname``.
        """
        name = nickname(name)
        store = _database()
        self.trouble = self._denied = None
        if store is None:
            self.progress = Progress(self._browser, name)
        else:
            try:
                self.progress = Progress(store, name)
            except GameError as error:
                self.trouble = self._denied = error
                self.progress = Progress(self._browser, name)
            else:
                self._save_waiting(name)
        self.name = name

    def _save_waiting(self, name: str) -> None:
        """Save what the browser kept while it could not be saved."""
        waiting = self._browser.entries(name)
        if not waiting:
            return
        try:
            self.progress.take_in(waiting)
            self._browser.forget(name)
        except GameError as error:
            self.trouble = error
            self.progress.pending += waiting
            self.progress.refresh()

    def be_called(self, text: str) -> bool:
        """Give the guest a nickname, or become somebody else; what a guest did comes along."""
        self.entered, self.error, self.imported = text[:_LONGEST], None, None
        guest = () if self.name else self.progress.entries
        before = self.name, self.progress
        try:
            self.open(self.entered)
            if guest:
                self.progress.take_in(guest)
                self._drop(GUEST)
        except GameError as error:
            if error.code.startswith("progress.nickname"):
                self.error = "name", error
            else:
                self.trouble = error
            self.name, self.progress = before
            return False
        self.entered, self.revision = "", self.revision + 1
        return True

    def leave(self) -> None:
        """Be a guest again."""
        self.name, self.trouble, self._denied = "", None, None
        self.progress = Progress(self._browser, GUEST)

    def forget(self) -> None:
        """Remove all that was kept of this learner."""
        name, self.forgetting = self.name or GUEST, False
        if self.keep(lambda: self.progress.store.forget(name)) is None and self.trouble:
            return
        self._drop(name)
        self.leave()

    def _drop(self, name: str) -> None:
        """Remove a learner from the browser's copy, for its other windows too."""
        self._browser.forget(name)
        self._since[name] = datetime.now(UTC).isoformat()

    # --- other windows --------------------------------------------------------------------------

    def elsewhere(self, local: Mapping[str, Any]) -> None:
        """Take in what another window of this browser remembers; wrong shapes are left out.

        Every window writes the whole copy, which may lack what another one did meanwhile: what
        either has stays. Who was forgotten since in one of them is taken from that one alone.
        """
        text, since = local.get("text"), local.get("since")
        if not isinstance(text, str) or len(text) > _ROOM or not isinstance(since, Mapping):
            return
        other = TextStore(lambda: text, lambda _: None).all_entries()
        theirs = {name: at for name, at in since.items() if isinstance(at, str)}
        begun = {name: max(theirs.get(name, ""), self._since.get(name, "")) for name in
                 [*theirs, *self._since]}  # fmt: skip
        copies = ((self._browser.all_entries(), self._since), (other, theirs))
        with suppress(GameError):  # no room for both: each keeps its own
            self._browser.keep_only(
                entry
                for entries, known in copies
                for entry in entries
                if known.get(entry.learner, "") == begun.get(entry.learner, "")
            )
            self._since = begun
        self.look_again()

    # --- files ----------------------------------------------------------------------------------

    def file(self, kind: str) -> dict[str, Any]:
        """Give the effect that saves all entries as a file of one of :data:`FORMATS`."""
        write = to_json if kind == "json" else to_csv
        return {
            "download": write(self.progress.entries),
            "name": f"phase10-{self.name or GUEST}.{kind}".replace(" ", "-"),
            "mime": FORMATS[kind],
        }

    def take_file(self, given: Mapping[str, Any]) -> bool:
        """Take the entries of a file that was chosen; note what is wrong with it."""
        self.error = self.imported = None
        text, size = given.get("text"), given.get("size")
        try:
            if not isinstance(text, str) or not isinstance(size, int):
                raise GameError("progress.form")
            if size > len(text.encode("utf-8", "replace")) and not text:
                raise GameError("progress.large", limit=LARGEST_FILE)
            entries = [self._own(entry) for entry in read_progress(text)]
            self.imported = self.keep(lambda: self.progress.take_in(entries))
        except GameError as error:
            self.error = "import", error
        else:
            if self.trouble is not None and self.imported is None:
                self.error, self.trouble = ("import", self.trouble), None
        return self.error is None

    def _own(self, entry: Entry) -> Entry:
        """Give an entry of another learner an id of its own, always the same one.

        The other learner may be kept here as well, and an id is there once.
        """
        if entry.learner in (GUEST, self.progress.learner):
            return entry
        return entry._replace(id=uuid5(_SPACE, f"{entry.id} {self.progress.learner}").hex)

    # --- what outlives a reload -----------------------------------------------------------------

    def remembered(self) -> dict[str, Any]:
        """Give what this browser remembers."""
        return {"name": self.name, "text": self._text, "since": dict(self._since)}

    def recall(self, local: Mapping[str, Any]) -> None:
        """Take what the browser remembers; anything of the wrong shape is left out."""
        name, text, since = local.get("name"), local.get("text"), local.get("since")
        if isinstance(text, str) and len(text) <= _ROOM:
            self._text = text
        if isinstance(since, Mapping):
            self._since = {one: at for one, at in since.items() if isinstance(at, str)}
        try:
            if isinstance(name, str) and name:
                self.open(name)
            else:
                self.leave()
        except GameError:
            self.leave()
