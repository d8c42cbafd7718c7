"""What a learner did and can: kept entry by entry, under a nickname and nothing else.

An entry is never changed, so two sittings at once cannot damage anything: what they add is put
together by the id of each entry. Where entries are kept is behind :class:`Store`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple, Protocol
from uuid import uuid4

from phase10.game.errors import GameError
from phase10.game.rules import Rules
from phase10.teaching.course.acts import act_text
from phase10.teaching.course.board import Board
from phase10.teaching.course.sitting import Answer, Hint, Sitting

__all__ = ["COURSE", "QUIZ", "Entry", "Progress", "Store", "merged", "nickname"]

COURSE: Final = "course"
QUIZ: Final = "quiz"
"""Where an entry was made; lessons add rooms of their own."""

LONGEST_NAME: Final = 24
_NAME: Final = re.compile(r"[^\W_][\w .'\-]*")
_SURE_AFTER: Final = 2
"""So many times right since the last slip make a rule sure again."""


class Entry(NamedTuple):
    """Hold one thing that a learner did.

    ``id``: unique everywhere; ``at``: the time as ISO text in UTC; ``sitting``: the visit in which
    it was; ``room``: :data:`COURSE`, :data:`QUIZ` or a room of lessons; ``item``: the board or
    question; ``event``: what happened (``began``, ``act``, ``refused``, ``undo``, ``hint``,
    ``solved``; ``right``, ``wrong``); ``code`` and ``rule``: of a refusal, of a question;
    ``value``: an act in text, stars, a rung.
    """

    id: str
    learner: str
    at: str
    sitting: str
    room: str
    item: str
    event: str
    code: str = ""
    rule: str = ""
    value: str = ""


class Store(Protocol):
    """Keep entries of learners: in a database on this computer, or in the browser.

    All raise :class:`GameError` where nothing can be kept or read: ``progress.full``,
    ``progress.unwritable``, ``progress.busy``, ``progress.version``.
    """

    def add(self, entries: Sequence[Entry]) -> int:
        """Add the entries that are not there yet, all or none; count them."""

    def entries(self, learner: str) -> tuple[Entry, ...]:
        """List the entries of a learner in the order of time."""

    def learners(self) -> tuple[str, ...]:
        """List the learners that have entries, by name."""

    def forget(self, learner: str) -> None:
        """Remove all entries of a learner."""


def nickname(text: str) -> str:
    """Give a nickname in the form in which it is kept.

    Raises ``progress.nickname``, or ``progress.nickname.missing`` where there is none.

    Letters, digits, spaces, dots, dashes and apostrophes: nothing that is a mail address, markup or
    the beginning of a formula.

    >>> nickname("  Anna   B ")
    'Anna B'
    """
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name:
        raise GameError("progress.nickname.missing", limit=LONGEST_NAME)
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise GameError("progress.nickname", name=name, limit=LONGEST_NAME)
    return name


def merged(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Give each entry once, in the order of time."""
    return tuple(sorted({entry.id: entry for entry in entries}.values(), key=lambda one: one.at))


def _now() -> datetime:
    return datetime.now(UTC)


class Progress:
    """Hold one learner's entries, and add to them; every act is saved as it is made.

    Where saving fails the error is raised, the entries wait in ``pending`` and are saved with the
    next one. ``now`` gives the time (in tests).
    """

    def __init__(self, store: Store, learner: str, *, now: Callable[[], datetime] = _now) -> None:
        self.store = store
        self.learner = nickname(learner)
        self.sitting = uuid4().hex[:12]
        self.pending: list[Entry] = []
        self._now = now
        self._last = ""
        self._entries = list(store.entries(self.learner))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """List all entries known here; :meth:`refresh` looks for those of other sittings."""
        return tuple(self._entries)

    def refresh(self) -> None:
        """Read the entries anew, with those that other sittings added."""
        self._entries = list(merged((*self.store.entries(self.learner), *self.pending)))

    def record(
        self, room: str, item: str, event: str, *, code: str = "", rule: str = "", value: str = ""
    ) -> None:
        """Add an entry and save it; raise what the store raises, with nothing lost."""
        # Two entries of one moment keep their order, also when the clock is put back.
        at = self._now().isoformat(timespec="microseconds")
        if self._last and at <= self._last:
            at = _just_after(self._last)
        self._last = at
        entry = Entry(
            uuid4().hex, self.learner, at, self.sitting, room, item, event, code, rule, value
        )
        self._entries.append(entry)
        self.pending.append(entry)
        self.save()

    def save(self) -> None:
        """Save what could not be saved before."""
        if self.pending:
            self.store.add(tuple(self.pending))
            self.pending.clear()

    def take_in(self, entries: Iterable[Entry]) -> int:
        """Add entries of a file under this nickname; count those that were not there."""
        own = tuple(entry._replace(learner=self.learner) for entry in entries)
        added = self.store.add(own)
        self.refresh()
        return added

    # --- the course -------------------------------------------------------------------------------

    def begin(self, board: Board, rules: Rules | None = None) -> Sitting:
        """Sit down at a board from its start."""
        self.record(COURSE, board.id, "began", value="" if rules is None else str(rules))
        return board.start(rules)

    def acted(self, sitting: Sitting, answer: Answer) -> None:
        """Save an act and how the board answered."""
        board = sitting.board
        text = act_text(answer.act, sitting.names)
        event = "act" if answer.accepted else "refused"
        rule = sitting.rule_of(answer)
        try:
            self.record(COURSE, board.id, event, code=answer.code, rule=rule, value=text)
        finally:
            # Where the act could not be saved, what it led to waits with it.
            if answer.accepted and answer.solved:
                self.record(
                    COURSE, board.id, "solved", rule=" ".join(board.rules), value=str(sitting.stars)
                )

    def hinted(self, sitting: Sitting, hint: Hint) -> None:
        """Save that a hint was opened: hints are free, and known to the learner."""
        self.record(COURSE, sitting.board.id, "hint", value=str(hint.rung))

    def undone(self, sitting: Sitting) -> None:
        """Save that the last act was taken back."""
        self.record(COURSE, sitting.board.id, "undo")

    def resumed(self, board: Board) -> Sitting | None:
        """Sit down at a board where the learner left it; None if it was not begun or is solved.

        Acts that the board does not know any more, because its file was changed, are left out.
        """
        since: list[Entry] | None = None
        for entry in self._entries:
            if (entry.room, entry.item) != (COURSE, board.id):
                continue
            if entry.event == "began":
                since = [entry]
            elif entry.event == "solved":
                since = None
            elif since is not None:
                since.append(entry)
        if since is None:
            return None
        try:
            sitting = board.start(Rules.parse(since[0].value) if since[0].value else None)
        except GameError:
            return None
        for entry in since[1:]:
            _made_again(sitting, entry)
        return sitting

    def stars(self) -> dict[str, int]:
        """Give the best stars of every board that was solved."""
        best: dict[str, int] = {}
        for entry in self._entries:
            if entry.room == COURSE and entry.event == "solved" and entry.value.isdecimal():
                best[entry.item] = max(best.get(entry.item, 0), int(entry.value))
        return best

    def shaky(self) -> dict[str, int]:
        """Count the slips of each rule that is not sure again, the most frequent first.

        A slip is a refusal in the course or a wrong answer of the quiz; sure again is a rule that
        went well twice since: a right answer, or a board about it with all stars.
        """
        slips: Counter[str] = Counter()
        well: Counter[str] = Counter()
        for entry in self._entries:
            if entry.event in ("refused", "wrong") and entry.rule:
                slips[entry.rule] += 1
                well[entry.rule] = 0
            elif entry.event == "right" or (entry.event == "solved" and entry.value == "3"):
                for rule in entry.rule.split():
                    well[rule] += 1
                    if well[rule] >= _SURE_AFTER:
                        slips.pop(rule, None)
        return dict(slips.most_common())


def _made_again(sitting: Sitting, entry: Entry) -> None:
    if entry.event == "undo":
        sitting.undo()
    elif entry.event == "hint":
        sitting.hints += 1
    elif entry.event in ("act", "refused"):
        try:
            sitting.act(entry.value)
        except GameError:
            return


def _just_after(at: str) -> str:
    """Give the next moment that a time can tell."""
    later = datetime.fromisoformat(at) + timedelta(microseconds=1)
    return later.isoformat(timespec="microseconds")
