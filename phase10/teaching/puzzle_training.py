"""Puzzles that were missed come again: after minutes, days, weeks, as each is remembered.

When each is due is worked out by the library ``fsrs`` from the answers alone, which are kept as
entries of the progress; so is the position of a missed puzzle, in pieces that fit an entry.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from phase10.advice.puzzles import Puzzle, puzzle_of
from phase10.game.errors import GameError
from phase10.game.position import Position
from phase10.teaching.progress import Entry, Progress

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

__all__ = ["PUZZLES", "Training"]

PUZZLES: Final = "puzzles"
"""The room of these entries."""

_PIECE: Final = 300
"""Characters of a position in one entry."""
_MARK: Final = "p:"
"""What a piece begins with, so that no spreadsheet takes it for a formula."""
_LARGEST: Final = 20_000
"""Bytes of a position."""


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    # Without chance, so that the same answers give the same days.
    return Scheduler(enable_fuzzing=False)


class Training:
    """Hold which puzzles a learner missed, and when each is due again."""

    def __init__(self, progress: Progress, *, now: Callable[[], datetime] | None = None) -> None:
        self.progress = progress
        self._now = now or (lambda: datetime.now(UTC))

    def answered(self, puzzle: Puzzle, move: str) -> bool:
        """Save an answer; the position of a puzzle that is missed the first time comes along.

        Raises what the store of the progress raises, with nothing lost.
        """
        right = puzzle.is_right(move)
        known = any(entry.event == "piece" for entry in self._entries(puzzle.key))
        if not right and not known:
            pieces = _pieces(puzzle.position)
            for number, piece in enumerate(pieces, start=1):
                code = f"{number} {len(pieces)}"
                self.progress.record(PUZZLES, puzzle.key, "piece", code=code, value=piece)
        event = "right" if right else "wrong"
        self.progress.record(PUZZLES, puzzle.key, event, code=puzzle.kind)
        return right

    def missed(self) -> dict[str, Card]:
        """Give by key the puzzles that were missed, with what is known of how they are kept."""
        found: dict[str, Card] = {}
        for entry in self._entries():
            if entry.event == "wrong" or (entry.event == "right" and entry.item in found):
                found[entry.item] = _reviewed(found.get(entry.item), entry)
        return found

    def due(self) -> tuple[str, ...]:
        """List the keys of the puzzles that are due, those first that have waited longest."""
        now = self._now()
        waiting = [(card.due, key) for key, card in self.missed().items() if card.due <= now]
        return tuple(key for _, key in sorted(waiting))

    def next_due(self) -> datetime | None:
        """Tell when the next missed puzzle is due; None where none was missed."""
        return min((card.due for card in self.missed().values()), default=None)

    def puzzle(self, key: str) -> Puzzle | None:
        """Give a missed puzzle again; None where its position is not whole, or is none any more."""
        pieces: dict[int, str] = {}
        whole = 0
        for entry in self._entries(key):
            if entry.event == "piece":
                number, _, count = entry.code.partition(" ")
                if number.isdecimal() and count.isdecimal():
                    pieces[int(number)], whole = entry.value, int(count)
        try:
            text = "".join(pieces[number] for number in range(1, whole + 1))
            return puzzle_of(_position(text)) if text else None
        except (KeyError, ValueError, zlib.error):
            return None

    def _entries(self, key: str = "") -> list[Entry]:
        return [
            entry
            for entry in self.progress.entries
            if entry.room == PUZZLES and key in ("", entry.item)
        ]


def _reviewed(card: Card | None, entry: Entry) -> Card:
    """Work out what an answer changes."""
    from fsrs import Card, Rating

    at = datetime.fromisoformat(entry.at).astimezone(UTC)
    rating = Rating.Good if entry.event == "right" else Rating.Again
    # The id only tells cards apart within the library.
    before = Card(card_id=int(entry.item[:12], 16), due=at) if card is None else card
    if before.last_review is not None and at < before.last_review:
        at = before.last_review  # a clock was put back
    after, _ = _scheduler().review_card(before, rating, at)
    return after


def _pieces(position: Position) -> list[str]:
    raw = json.dumps(position.to_json(), ensure_ascii=False, separators=(",", ":")).encode()
    text = urlsafe_b64encode(zlib.compress(raw, 9)).decode()
    return [f"{_MARK}{text[at : at + _PIECE]}" for at in range(0, len(text), _PIECE)]


def _position(text: str) -> Position:
    packed = urlsafe_b64decode(text.replace(_MARK, ""))
    work = zlib.decompressobj()
    raw = work.decompress(packed, _LARGEST)
    data: Any = json.loads(raw)
    try:
        return Position.from_json(data)
    except GameError as error:
        raise ValueError(error.code) from error
