"""The review page: a record is opened, its decisions are judged in slices while the page goes on.

State and acts; the looks are in ``review_parts``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from phase10.advice.review import (
    Asked,
    Decision,
    Ranked,
    Review,
    Reviewing,
    Working,
    reviewed_seats,
    reviewing,
)
from phase10.dashboards.play import PlayView
from phase10.dashboards.play_match import match_folder
from phase10.dashboards.winning import Playing
from phase10.game.errors import GameError, RecordError
from phase10.game.position import Position
from phase10.game.record_text import RECORD_LIMIT
from phase10.game.records import Record, load
from phase10.solver.win_chances import WinChances
from phase10.views.i18n import sentence
from phase10.views.records import player_names
from phase10.views.review import grade_text

__all__ = ["ReviewView", "review_style"]

SLICE: Final = 0.06
"""Seconds of work after which the page is heard again."""
PAUSE: Final = 0.01
PATIENCE: Final = 300.0
"""Seconds in which an answer has to come: loops may have to be compiled first."""
KEPT: Final = 400_000
"""Characters of a record that the browser keeps for a reload."""
COSTLIEST: Final = 3

Later = Callable[[float, int], bool]


class ReviewView:
    """Hold the record, whose decisions are looked at, the review, and the decision chosen.

    ``later`` and ``watch``: let ``review.tick`` and ``review.watch`` come with a number after so
    many seconds and tell whether they can; without them all is done at once. ``play``: where the
    match played last is.
    """

    def __init__(self, effects: list[dict[str, Any]], play: PlayView) -> None:
        self.effects = effects
        self.play = play
        self.later: Later | None = None
        self.watch: Later | None = None
        self.playing = Playing(self._played)
        self.record: Record | None = None
        self.names: tuple[str, ...] = ()
        self.seat = 0
        self.found: Review | None = None
        self.share: float | None = None
        self.chosen = 0
        self.typed = ""
        self.revision = 0
        self.error: GameError | None = None
        self._text = ""
        self._work: Reviewing | None = None
        self._asked: Asked | None = None
        self._ticket = self._count = 0
        self._watched = self._by_hand = False
        self._lang = "en"

    @property
    def has_last(self) -> bool:
        """Tell whether a match was played at this screen."""
        return self.play.match is not None or any(path.exists() for path in self._paths())

    def _paths(self) -> list[Path]:
        return [match_folder() / f"{key}.txt" for key in self.play.matches]

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        self._lang = lang
        verb = name.removeprefix("review.")
        match verb, value:
            case "file", {"text": str() as text, "size": int() as size}:
                large = size > RECORD_LIMIT
                self._read(text, RecordError("record.large", line=1, limit=RECORD_LIMIT), large)
            case "typing", str():
                self.typed = value[:KEPT]
            case "typed", _:
                self._read(self.typed)
            case "last", _:
                self._open_last()
            case "close", _:
                self._close()
                self.effects.append({"focus": "review-heading"})
            case "seat", str():
                self._sit(value)
            case "tick", int() if value == self._ticket:
                self._slice()
            case "watch", int():
                self._look_after(value)
            case "choose", str():
                self._choose(value)
            case "key", "n" | "N":
                self.step(1)
            case "key", "p" | "P":
                self.step(-1)
            case (("next" | "previous"), _):
                self.step(1 if verb == "next" else -1)

    def _open_last(self) -> None:
        """Open the match that is played, or the one that was played last."""
        if self.play.match is not None:
            self._open(self.play.match.record)
            return
        for path in self._paths():
            try:
                self._open(load(path))
                return
            except RecordError as error:
                self.error = error
        self.effects.append({"focus": "review-error"})

    def _read(self, text: str, error: GameError | None = None, wrong: bool = False) -> None:
        """Open a record as text, or say what is wrong with it."""
        if not wrong:
            try:
                self._open(Record.parse(text))
                return
            except RecordError as problem:
                error = problem
        self.error = error
        self.effects.append({"focus": "review-error"})

    def _open(self, record: Record, seat: int | None = None) -> None:
        self._close()
        self.record, self.names, self._text = record, player_names(record), str(record)
        self.seat = reviewed_seats(record)[0] if seat is None else seat
        self._begin()
        self.effects.append({"focus": "review-status"})

    def _close(self) -> None:
        self.record, self.found, self.error, self.share = None, None, None, None
        self._work, self._asked = None, None
        self._ticket += 1
        self.revision += 1

    def _sit(self, value: str) -> None:
        """Look at the decisions of another player."""
        if self.record is not None and value in [str(seat) for seat in range(len(self.names))]:
            self.seat = int(value)
            self._begin()

    @property
    def _by_chance(self) -> bool:
        """Tell whether chances to win can be had: from too few games they say nothing."""
        return self.playing.possible and self.later is not None and find_spec("numba") is not None

    # --- the work -------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self.record is None:
            return
        self.found, self.share, self.chosen, self._asked = None, 0.0, 0, None
        self._by_hand = False
        self._work = reviewing(
            self.record, names=self.names, seats=(self.seat,), by_chance=self._by_chance
        )
        self._wait()

    def _wait(self) -> None:
        """Let the next slice of work come, or do all of it where nothing can bring it."""
        self._ticket += 1
        if self.later is None or not self.later(PAUSE, self._ticket):
            while self._work is not None and self._asked is None:
                self._slice(again=False)

    def _slice(self, answer: WinChances | None = None, *, again: bool = True) -> None:
        """Work for a moment."""
        end = time.perf_counter() + SLICE
        while self._work is not None and self._asked is None:
            try:
                said = self._work.send(answer)
            except StopIteration as stop:
                self._done(stop.value)
                return
            answer = None
            if isinstance(said, Working):
                self.share = said.share
            elif isinstance(said, Ranked):
                self._show(said.review)
            else:
                self._ask(said)
                return
            if time.perf_counter() > end:
                break
        if again and self._work is not None:
            self._wait()

    def _ask(self, asked: Asked) -> None:
        """Ask the process that plays matches; where no answer comes, go on without."""
        self._asked = asked
        self._count += 1
        self.playing.ask(asked.advice.position, asked.moves, asked.seconds, asked.seed)
        if not self._watched and self.watch is not None:
            self._watched = self.watch(PATIENCE, self._count)

    def _look_after(self, count: int) -> None:
        """Give the chances up when no answer has come since this question."""
        self._watched = False
        if self._asked is None:
            return
        if count == self._count:
            self._asked = None
            self._slice()
        elif self.watch is not None:
            self._watched = self.watch(PATIENCE, self._count)

    def _played(self, position: Position, found: WinChances) -> None:
        """Take an answer of the process that plays matches, and go on."""
        asked = self._asked
        # First figures, while loops are being compiled, are from few games: others will follow.
        if asked is None or not found.compiled or found.seed != asked.seed:
            return
        if asked.advice.position == position:
            self._asked = None
            self._slice(found)

    def _show(self, review: Review) -> None:
        self.found = review
        costly = review.costliest(self.seat, COSTLIEST)
        self.chosen = costly[0].place if costly else 0

    def _done(self, review: Review) -> None:
        place = self.chosen
        self._work, self.share = None, None
        self._show(review)
        if self._by_hand:
            self.chosen = place
        grade = grade_text(self._lang, review.grade(self.seat))
        self.effects.append({"say": sentence(self._lang, "page.review.done", grade=grade)})

    # --- looking through ------------------------------------------------------------------------

    @property
    def marked(self) -> tuple[Decision, ...]:
        """List the decisions that are numbered: those that cost most."""
        return () if self.found is None else self.found.costliest(self.seat, COSTLIEST)

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """List the mistakes in the order of the match."""
        if self.found is None:
            return ()
        return tuple(each for each in self.found.of(self.seat) if each.is_mistake)

    @property
    def decision(self) -> Decision | None:
        """Give the decision that is looked at."""
        if self.found is None:
            return None
        return next((each for each in self.found.decisions if each.place == self.chosen), None)

    def _choose(self, value: str) -> None:
        if self.found is not None and value in [str(each.place) for each in self.found.decisions]:
            self.chosen, self._by_hand = int(value), True
            self.effects.append({"focus": "review-decision"})

    def step(self, by: int) -> None:
        """Go to the next mistake, or the one before."""
        places = [each.place for each in self.mistakes]
        later = [place for place in places if (place - self.chosen) * by > 0]
        if later:
            self.chosen, self._by_hand = min(later) if by > 0 else max(later), True
            self.effects.append({"focus": "review-decision"})

    # --- what outlives a reload -----------------------------------------------------------------

    def last(self, lang: str) -> str:
        """Say whose review is open, "" when none is."""
        if self.found is None:
            return ""
        grade = grade_text(lang, self.found.grade(self.seat))
        return sentence(lang, "review.title", player=self.names[self.seat], grade=grade)

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab."""
        text = "" if self.record is None or len(self._text) > KEPT else self._text
        return {
            "record": text,
            "seat": self.seat,
            "typed": self.typed,
        }

    def restore(self, kept: Mapping[str, Any], lang: str = "en") -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        self._lang = lang
        typed, text, seat = kept.get("typed"), kept.get("record"), kept.get("seat")
        self.typed = typed[:KEPT] if isinstance(typed, str) else ""
        if not isinstance(text, str) or not text:
            return
        try:
            record = Record.parse(text)
        except RecordError:
            return
        known = type(seat) is int and 0 <= seat < len(record.names)
        self._open(record, seat if known else None)
        self.effects.clear()


def review_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("review.css").read_text("utf-8")
