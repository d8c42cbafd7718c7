"""A whole match as readable text: written, saved, read, and verified by playing it again.

``record_text`` says what the text looks like. A record is immutable like the states that it holds;
:meth:`Record.played` gives the record with one move more, and undo is going back to a shorter one.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from phase10.game.cards import CARDS, Card
from phase10.game.engine import Game
from phase10.game.errors import GameError, RecordError
from phase10.game.moves import SEATS, Move, Step
from phase10.game.phases import PHASES, Phase
from phase10.game.record_text import (
    RECORD_LIMIT,
    Body,
    Header,
    deal_line,
    edition_of,
    ending_lines,
    read_body,
    read_header,
    read_step,
    step_text,
    with_check,
)
from phase10.game.refusals import IllegalMove
from phase10.game.rules import SEED, Rules
from phase10.game.stages import DRAW, MATCH_OVER, ROUND_OVER
from phase10.game.whole_files import write_whole

__all__ = ["Event", "Record", "Recorded", "Turn", "load", "save"]


@dataclass(frozen=True, slots=True)
class Event:
    """Hold a deal or a step: what is written of it, the state after it.

    ``line``: the line of the record on which it stands; ``lead``: what is written before ``said``;
    ``after``: lines that follow because the round is over; ``step``: None for a deal.
    """

    line: int
    lead: str
    said: str
    after: tuple[str, ...]
    step: Step | None
    game: Game = field(compare=False, repr=False)

    @property
    def end(self) -> int:
        """Give the last line that it writes."""
        return self.line + len(self.after)


class Recorded(NamedTuple):
    """Hold one step of a record: the line on which it stands, and the state before it."""

    line: int
    round: int
    seat: int
    step: Step
    before: Game


_ON: Final = "; "
"""Between the steps of a turn."""


class Turn(NamedTuple):
    """Hold one turn of a record as it is written: the line, and each step with what was drawn."""

    line: int
    round: int
    seat: int
    said: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """Hold a match from its first deal to :attr:`game`; :meth:`start` makes it, ``str`` writes it.

    Equal are records with the same text. ``events``: every deal and every step.

    >>> from phase10.game.moves import Draw
    >>> record = Record.start(77, ["Anna", "greedy"], ["", "greedy"], dealer=1)
    >>> record = record.played(Draw())
    >>> print(record)  # doctest: +ELLIPSIS
    phase10 record 1
    rules: seed
    phases: classic
    seed: 77
    dealer: B
    player A: Anna
    player B: greedy (greedy)
    round 1: P10-1-2-77-1
    A: draw pile ...
    check: ...
    >>> Record.parse(str(record)) == record
    True
    """

    header: Header
    events: tuple[Event, ...]

    @classmethod
    def start(
        cls,
        seed: int,
        names: Sequence[str],
        strategies: Sequence[str] | None = None,
        rules: Rules = SEED,
        phases: tuple[Phase, ...] = PHASES,
        dealer: int | None = None,
    ) -> Record:
        """Deal the first round to players of these names.

        ``strategies``: one for each seat, "" for a person; ``dealer``: a seat, None for the one
        with the high card. Raises :class:`GameError` where these do not go together, and
        ``record.name`` for a name that is too long.
        """
        game = Game.start(operator.index(seed), len(names), rules, phases, dealer)
        said = ("",) * len(names) if strategies is None else tuple(strategies)
        if len(said) != len(names):
            raise ValueError("one strategy for each name")
        header = Header(rules, phases, game.setup.seed, game.dealer, tuple(names), said)
        return cls(header, (_deal(game, len(header.lines)),))

    @classmethod
    def parse(cls, source: str | bytes) -> Record:
        """Read a record and verify it: every move, card, deal, round and the winner.

        Raises :class:`RecordError` with the first line that is wrong and, where the rooms below
        found the fault, its ``reason``.
        """
        body = read_body(source)
        header, game, used = read_header(body)
        record = cls(header, _replayed(body, game, used))
        if body.damaged:
            raise RecordError("record.check", line=body.end)
        return record

    # --- going on ---------------------------------------------------------------------------------

    def played(self, move: Move, seat: int | None = None) -> Record:
        """Give the record with a move more; raise :class:`IllegalMove` when it is not allowed.

        ``seat`` None: the player to move.
        """
        added: list[Event] = []
        last = self.events[-1]
        for step in last.game.steps(move, seat):
            last = _played(last.game, step, last.end)
            added.append(last)
        return Record(self.header, (*self.events, *added))

    def dealt(self) -> Record:
        """Give the record with the next round; raise :class:`RulesError` where there is none."""
        last = self.events[-1]
        return Record(self.header, (*self.events, _deal(last.game.next_round(), last.end)))

    def undone(self, seat: int | None = None) -> Record:
        """Give the record before the last step of a seat; None: before the last step of anybody.

        Raises :class:`RecordError` ``record.undo`` where there is none.
        """
        for place in range(len(self.events) - 1, 0, -1):
            mover = self.events[place - 1].game.turn
            if self.events[place].step is not None and seat in (None, mover):
                return Record(self.header, self.events[:place])
        raise RecordError("record.undo")

    # --- what it holds ----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """Give the state at the end of the record."""
        return self.events[-1].game

    @property
    def rules(self) -> Rules:
        """Give the rules of the match."""
        return self.header.rules

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Give the list of phases that the match is played with."""
        return self.header.phases

    @property
    def edition(self) -> str:
        """Name the edition of the phases, "" for a list of one's own."""
        return edition_of(self.header.phases)

    @property
    def seed(self) -> int:
        """Give the seed of the deals."""
        return self.header.seed

    @property
    def dealer(self) -> int:
        """Give the dealer of the first round."""
        return self.header.dealer

    @property
    def names(self) -> tuple[str, ...]:
        """Give the players' names by seat."""
        return self.header.names

    @property
    def strategies(self) -> tuple[str, ...]:
        """Give the strategy of each seat, "" for a person."""
        return self.header.strategies

    @property
    def moves(self) -> tuple[Step, ...]:
        """List all steps."""
        return tuple(event.step for event in self.events if event.step is not None)

    def steps(self) -> Iterator[Recorded]:
        """Go through all steps, each with the state before it."""
        before = self.events[0].game
        for event in self.events:
            if event.step is not None:
                yield Recorded(event.line, before.round, before.turn, event.step, before)
            before = event.game

    def turns(self) -> tuple[Turn, ...]:
        """List all turns; the last one may not be over."""
        turns: list[Turn] = []
        before = self.events[0].game
        for event in self.events:
            if event.lead == _ON:
                turns[-1] = turns[-1]._replace(said=(*turns[-1].said, event.said))
            elif event.step is not None:
                turns.append(Turn(event.line, before.round, before.turn, (event.said,)))
            before = event.game
        return tuple(turns)

    def rounds(self) -> tuple[Game, ...]:
        """Give the last state of each round, the running one included."""
        last = {event.game.round: event.game for event in self.events}
        return tuple(last.values())

    def __str__(self) -> str:
        lines = ["\n".join(self.header.lines)]
        for event in self.events:
            lines += (event.lead, event.said)
            if event.after:
                lines += [f"\n{line}" for line in event.after]
        return with_check(f"{''.join(lines)}\n")


def _deal(game: Game, end: int) -> Event:
    """Give the event of a deal; ``end``: the last line before it."""
    # Where nothing can be drawn at all, the round is over as it is dealt.
    after = ending_lines(game) if game.stage in (ROUND_OVER, MATCH_OVER) else ()
    return Event(end + 1, "\n", deal_line(game), after, None, game)


def _played(game: Game, step: Step, end: int) -> Event:
    """Give the event of a lawful step; ``end``: the last line before it."""
    later = game.play(step)
    said = step_text(step, later.drew if game.stage == DRAW else None)
    after = ending_lines(later) if later.stage in (ROUND_OVER, MATCH_OVER) else ()
    if game.stage == DRAW:
        return Event(end + 1, f"\n{SEATS[game.turn]}: ", said, after, step, later)
    return Event(end, _ON, said, after, step, later)


# --- verifying ------------------------------------------------------------------------------------

_TURN = re.compile(r"([A-F])\s*:(.*)", re.DOTALL)
_KINDS: Final = (
    (re.compile(r"round \d+ over:.*", re.DOTALL), "over"),
    (re.compile(r"round \d+:.*", re.DOTALL), "deal"),
    (re.compile(r"winner:.*", re.DOTALL), "winner"),
)


def _replayed(body: Body, game: Game, used: int) -> tuple[Event, ...]:
    """Play the lines of a record after its header; ``game``: the first deal."""
    lines = iter(body.lines[used:])
    events = [_deal(game, used + 1)]
    _expect(lines, body.end, (events[0].said, *events[0].after))
    for number, line in lines:
        last = events[-1]
        if last.game.stage == MATCH_OVER:
            raise RecordError("record.after_end", line=number)
        if last.game.stage == ROUND_OVER:
            events.append(_deal(last.game.next_round(), last.end))
            _compare(number, line, events[-1].said)
        else:
            _turn(events, number, line)
        _expect(lines, body.end, events[-1].after)
    return tuple(events)


def _turn(events: list[Event], number: int, line: str) -> None:
    """Play the steps of one line."""
    match = _TURN.fullmatch(line)
    game = events[-1].game
    seat = game.turn
    if not line.strip():
        raise RecordError("record.missing", line=number, expected=f"{SEATS[seat]}:")
    if match is None and not _kind(line):
        raise RecordError("record.syntax", line=number, text=line)
    if match is None or match[1] != SEATS[seat]:
        raise RecordError("record.turn", line=number, player=SEATS[seat])
    for part in match[2].split(";"):
        said = part.strip()
        if not said:
            raise RecordError("record.syntax", line=number, text=line)
        try:
            move, drawn = read_step(said)
        except GameError as error:
            raise RecordError("record.syntax", line=number, text=said).because(error) from None
        last = events[-1]
        try:
            steps = last.game.steps(move, seat)
        except IllegalMove as error:
            raise RecordError("record.illegal", line=number, move=said).because(error) from None
        for step in steps:
            draws = last.game.stage == DRAW
            last = _played(last.game, step, last.end)
            events.append(last)
            if draws:
                _compare_card(number, said, drawn, last.game.drew)


def _compare_card(number: int, said: str, drawn: Card | None, drew: int | None) -> None:
    """Compare the card that a line says was drawn with the one that was."""
    if drawn is None or drew is None:
        raise RecordError("record.syntax", line=number, text=said)
    if drawn != CARDS[drew]:
        raise RecordError("record.drawn", line=number, card=str(drawn), expected=str(CARDS[drew]))


def _expect(lines: Iterator[tuple[int, str]], end: int, wanted: Sequence[str]) -> None:
    """Take the lines that have to come now."""
    for line in wanted:
        number, found = next(lines, (end, ""))
        _compare(number, found, line)


def _compare(number: int, found: str, wanted: str) -> None:
    """Compare a line with the only one that is right here; name the part that differs."""
    said = " ".join(found.split())
    if said == wanted:
        return
    kind = _kind(said)
    if kind != _kind(wanted):
        raise RecordError("record.missing", line=number, expected=wanted)
    pairs = zip_longest(said.split("; "), wanted.split("; "), fillvalue="")
    wrong, right = next(pair for pair in pairs if pair[0] != pair[1])
    if not wrong:
        raise RecordError("record.missing", line=number, expected=right)
    right = right or wanted
    if kind == "over":
        raise RecordError("record.score", line=number, text=wrong, expected=right)
    if kind == "deal":
        raise RecordError("record.deal", line=number, text=wrong, expected=right)
    raise RecordError("record.winner", line=number, text=wrong, expected=right)


def _kind(line: str) -> str:
    """Tell which of the lines between the turns a line is, "" for none."""
    return next((kind for pattern, kind in _KINDS if pattern.fullmatch(line)), "")


# --- files ----------------------------------------------------------------------------------------


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Save a record: a kill at any moment leaves the old file or the new one, whole.

    Raises :class:`RecordError` ``record.unwritable``, or ``record.large`` for what could not be
    loaded again.
    """
    raw = str(record).encode()
    if len(raw) > RECORD_LIMIT:
        raise RecordError("record.large", line=record.events[-1].end, limit=RECORD_LIMIT)
    try:
        write_whole(path, raw)
    except (OSError, ValueError) as error:
        raise RecordError("record.unwritable", path=os.fspath(path)) from error


def load(path: str | os.PathLike[str]) -> Record:
    """Load a record and verify it; raise :class:`RecordError` where it cannot be used."""
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(RECORD_LIMIT + 1)
    except FileNotFoundError:
        raise RecordError("record.absent", path=os.fspath(path)) from None
    except (OSError, ValueError):
        raise RecordError("record.unreadable", path=os.fspath(path)) from None
    return Record.parse(raw)
