"""A match at this screen: its record, who sits before the screen, the file that keeps it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.errors import GameError, RecordError
from phase10.game.kept_matches import KeptMatch, put_aside
from phase10.game.moves import Move
from phase10.game.records import Record
from phase10.game.stages import ROUND_OVER
from phase10.players import PLAYERS
from phase10.players.at_table import (
    aimed_phase,
    can_undo,
    is_computers,
    is_running,
    moved_by_computer,
    persons_of,
)
from phase10.solver.groupings import best_groupings
from phase10.views.hints import plan_cards
from phase10.views.records import player_names

__all__ = [
    "Opened",
    "PageMatch",
    "begin",
    "data_folder",
    "is_word",
    "match_folder",
    "new_word",
    "opened",
    "playable",
]

KEY_LENGTH: Final = 12
"""Letters of the name of a match: nobody guesses it, and no two are alike."""


def data_folder() -> Path:
    """Give the user's folder for data.

    A web page without a server has no library for that and no folder that would stay: there the
    browser keeps what is saved.
    """
    try:
        from platformdirs import user_data_path
    except ImportError:
        return Path("phase10")
    return user_data_path("phase10", appauthor=False)


def match_folder() -> Path:
    """Give the folder of the matches."""
    return data_folder() / "matches"


def new_word() -> str:
    """Make a word that nobody else has, fit for the name of a file."""
    return secrets.token_hex(KEY_LENGTH // 2)


def is_word(key: object) -> bool:
    """Tell whether this can be such a word: what comes from a browser names no other file."""
    digits = "0123456789abcdef"
    return isinstance(key, str) and len(key) == KEY_LENGTH and all(sign in digits for sign in key)


def playable(record: Record) -> bool:
    """Tell whether a record can be played on here: a person sits there, every other is known."""
    known = all(not strategy or strategy in PLAYERS for strategy in record.strategies)
    return known and bool(persons_of(record))


class PageMatch:
    """Hold a match and whose cards are shown.

    ``shown_to``: the seat whose hand may be seen; with several persons None between their turns.
    ``unsaved``: why the last state could not be written, None when it was.
    """

    def __init__(self, record: Record, key: str, kept: KeptMatch) -> None:
        self.record = record
        self.key = key
        self.kept = kept
        self.names: Sequence[str] = player_names(record)
        self.persons = persons_of(record)
        self.shown_to = self.persons[0] if len(self.persons) == 1 else None
        self.unsaved: RecordError | None = None
        self._plan: tuple[object, list[Card]] = (None, [])

    # --- who looks ----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """Give the state of the match."""
        return self.record.game

    @property
    def alone(self) -> bool:
        """Tell whether one person plays: only then is the reader spoken to as *you*."""
        return len(self.persons) == 1

    @property
    def me(self) -> int:
        """Give the seat from which the table is seen: of several persons the next to move."""
        if self.alone:
            return self.persons[0]
        return next((seat for seat in self.persons if seat >= self.game.turn), self.persons[0])

    @property
    def reader(self) -> int | None:
        """Give the seat that is spoken to as *you*; None where several persons read."""
        return self.me if self.alone else None

    @property
    def is_mine(self) -> bool:
        """Tell whether the person that sees its cards is to move."""
        return is_running(self.game) and self.game.turn == self.shown_to

    @property
    def is_covered(self) -> bool:
        """Tell whether a person is to move who has not yet asked to see the own cards."""
        return (
            is_running(self.game)
            and not is_computers(self.record)
            and self.shown_to != self.game.turn
        )

    @property
    def sees_hand(self) -> bool:
        """Tell whether the hand of the seat that looks may be shown."""
        return self.shown_to == self.me

    def show(self) -> None:
        """Show the cards of the person to move."""
        if self.is_covered:
            self.shown_to = self.game.turn

    # --- going on -----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move of the person to move; raise :class:`IllegalMove`."""
        turns = self.game.turns
        self.record = self.record.played(move, self.me)
        ended = self.game.turns != turns or not is_running(self.game)
        if ended and not self.alone:
            self.shown_to = None
        self.save()

    def play_computer(self) -> None:
        """Let the computer player that is to move make one move."""
        self.record = moved_by_computer(self.record)

    def deal(self) -> None:
        """Deal the next round."""
        self.record = self.record.dealt()
        if not self.alone:
            self.shown_to = None
        self.save()

    @property
    def can_undo(self) -> bool:
        """Tell whether the last step may be taken back."""
        return self.is_mine and can_undo(self.record, self.game.turn)

    def undo(self) -> None:
        """Take the last step back."""
        self.record = self.record.undone(self.game.turn)
        self.save()

    def save(self) -> None:
        """Write the record; what goes wrong is kept in :attr:`unsaved`."""
        try:
            self.kept.save(self.record)
            self.unsaved = None
        except RecordError as error:
            self.unsaved = error

    @property
    def waits_for_deal(self) -> bool:
        """Tell whether the next round is to be dealt."""
        return self.game.stage == ROUND_OVER

    # --- the hand -----------------------------------------------------------------------------

    @property
    def plan(self) -> list[Card]:
        """List the cards of the best plan of the hand that is seen, to sort it by."""
        game, seat = self.game, self.me
        aim = aimed_phase(game, seat)
        asked = (game.hand(seat), aim)
        if self._plan[0] != asked:
            cards: list[Card] = []
            if aim is not None and game.hand(seat):
                phase = game.setup.phase(aim)
                cards = plan_cards(best_groupings(game.hand(seat), phase, game.rules)[0])
            self._plan = asked, cards
        return self._plan[1]


def begin(record: Record) -> PageMatch:
    """Keep a new match under a name of its own."""
    key = new_word()
    match = PageMatch(record, key, KeptMatch(match_folder() / f"{key}.txt", new_word()))
    match.kept.claim()
    match.save()
    return match


class Opened(NamedTuple):
    """Hold what came of opening a kept match.

    ``busy``: another page has it open; ``error``: what is wrong with its file, which lies at
    ``aside`` now; ``foreign``: nobody at this screen can play it on.
    """

    match: PageMatch | None = None
    busy: bool = False
    error: GameError | None = None
    aside: Path | None = None
    foreign: bool = False


def opened(key: str, text: str = "", known: str = "", *, take: bool = False) -> Opened:
    """Open a kept match.

    ``text``: the record as the tab kept it, for where the file is gone or damaged; ``known``: the
    word with which this tab had it open; ``take`` takes it over from another page.
    """
    kept = KeptMatch(match_folder() / f"{key}.txt", new_word())
    if take:
        kept.take_over()
    elif not kept.claim(known):
        return Opened(busy=True)
    found = _read(kept, text)
    if found.record is None or not playable(found.record):
        kept.close()
        return Opened(error=found.error, aside=found.aside, foreign=found.record is not None)
    match = PageMatch(found.record, key, kept)
    if found.error is not None:
        match.save()
    return Opened(match, error=None if found.aside is None else found.error, aside=found.aside)


class _Found(NamedTuple):
    record: Record | None
    error: GameError | None = None
    aside: Path | None = None


def _read(kept: KeptMatch, text: str) -> _Found:
    """Read the file, else what the tab kept; a file that cannot be used is put aside."""
    aside: Path | None = None
    try:
        return _Found(kept.load())
    except RecordError as error:
        problem: GameError = error
        if error.code != "record.absent":
            with suppress(RecordError):
                aside = put_aside(kept.path)
    if not text:
        return _Found(None, problem, aside)
    try:
        return _Found(Record.parse(text), problem, aside)
    except GameError as error:
        return _Found(None, error if aside is None else problem, aside)
