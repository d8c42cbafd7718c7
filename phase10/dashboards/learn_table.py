"""A board of the course on the card table of Play: the same cards, the same acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from phase10.dashboards.play import PlayView
from phase10.dashboards.play_match import PageMatch
from phase10.dashboards.play_words import Problem
from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.kept_matches import KeptMatch
from phase10.game.moves import SEATS, Move, Step
from phase10.game.record_text import Header
from phase10.game.records import Event, Record
from phase10.game.stages import DRAW
from phase10.players.at_table import can_undo
from phase10.teaching.course import Act, Sitting
from phase10.teaching.course.acts import MOVES, Tap, parse_act
from phase10.teaching.course.playing import Happened
from phase10.teaching.course.scene import MY_SEAT, seats_of
from phase10.views.text import error_text

__all__ = ["BoardMatch", "BoardTable", "ShownMatch"]

_OTHERS: Final = "greedy"
"""A strategy of the others in a record; a board itself tells how they play."""

_TAPS: Final = {"draw": "pile", "top": "discards", "take": "discards"}
"""What is touched where these are tapped."""


def _record(first: Game, names: Sequence[str], steps: Sequence[tuple[Step, Game]]) -> Record:
    """Write a record of what happened, each step with the state after it; nothing is saved."""
    setup = first.setup
    strategies = tuple("" if seat == MY_SEAT else _OTHERS for seat in range(len(names)))
    header = Header(setup.rules, setup.phases, setup.seed, first.dealer, tuple(names), strategies)
    told = [(None, first), *steps]
    return Record(header, tuple(Event(0, "", "", (), step, game) for step, game in told))


class ShownMatch(PageMatch):
    """Hold a moment of a game to be looked at from the first seat.

    ``can_move``: whether moves of the game can be made in it.
    """

    can_move = False

    def __init__(
        self, game: Game, names: Sequence[str], steps: Sequence[tuple[Step, Game]] = ()
    ) -> None:
        super().__init__(_record(game, names, steps), "", KeptMatch(Path(), ""))

    @property
    def is_mine(self) -> bool:
        """Tell whether the learner is to move, and can."""
        return self.can_move and super().is_mine


class BoardMatch(ShownMatch):
    """Hold a board that is played as a match of Play.

    ``name``: what the learner is called.
    """

    def __init__(self, sitting: Sitting, game: Game, name: str) -> None:
        self.sitting = sitting
        self.can_move = any(kind in MOVES for kind in sitting.board.acts)
        moments = [happened for state in sitting.states for happened in state.happened]
        first = moments[0].before if moments else game
        super().__init__(first, (name, *sitting.names[1:]), _steps(moments, game))

    @property
    def can_undo(self) -> bool:
        """Tell whether the last act may be taken back: in a dealt round no card that was seen."""
        if self.sitting.board.script:
            return self.is_mine and can_undo(self.record, MY_SEAT)
        return len(self.sitting.states) > 1


def _steps(moments: list[Happened], last: Game) -> list[tuple[Step, Game]]:
    """Give each step that happened with the state after it."""
    after = (*(moment.before for moment in moments), last)[1:]
    return [(moment.step, game) for moment, game in zip(moments, after, strict=False)]


class BoardTable(PlayView):
    """Connect a board with the table: what is tapped, chosen, asked and typed becomes an act.

    ``make``: makes an act on the board and tells whether it was accepted; ``others``: what is done
    for ``hint``, ``undo`` and ``next``.
    """

    def __init__(
        self,
        effects: list[dict[str, Any]],
        make: Callable[[Act, str], bool],
        others: dict[str, Callable[[str], None]],
    ) -> None:
        super().__init__(effects)
        self._make = make
        self._others = others
        self.sitting: Sitting | None = None

    def put(self, sitting: Sitting | None, name: str) -> None:
        """Put a board on the table as it stands now, or nothing."""
        self.sitting = sitting
        game = None if sitting is None else sitting.game
        if sitting is None or game is None:
            self.match = None
            return
        self.match = BoardMatch(sitting, game, name)
        if self.taps:
            self.hand.clear()
            for what in dict.fromkeys(sitting.state.tapped):
                self.hand.toggle(f"{what}-1", self._held)

    def forget(self) -> None:
        """Choose nothing and ask nothing: another board, or the same one anew."""
        self.hand.clear()
        self.coach.forget()
        self.problem = self.asked = None
        self.typed_text, self.typed_revision = "", self.typed_revision + 1

    @property
    def taps(self) -> bool:
        """Tell whether a tap touches a thing here instead of choosing it."""
        return self.sitting is not None and "tap" in self.sitting.board.acts

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what was tapped or typed; unknown acts and values are ignored."""
        verb = name.removeprefix("play.")
        if verb in ("sort", "coach", "first"):
            self._settings_act(verb, value, lang)
        elif self.sitting is not None:
            self.act_at_table(verb, value, lang)

    def act_at_table(self, verb: str, value: Any, lang: str) -> None:
        """Touch a thing on a board for that; else do as at any table."""
        what = self._touched(verb, value) if self.taps else ""
        if what:
            self.problem = None
            self._make(Tap(what), lang)
        elif verb in self._others and not (verb == "hint" and self._coached):
            self.problem = None
            self._others[verb](lang)
        else:
            super().act_at_table(verb, value, lang)

    @property
    def _coached(self) -> bool:
        return self.sitting is not None and bool(self.sitting.board.script)

    def _touched(self, verb: str, value: Any) -> str:
        if verb == "card" and isinstance(value, str):
            return value.partition("-")[0]
        if verb == "meld" and isinstance(value, str) and self.sitting is not None:
            letter, _, group = value.partition(".")
            seat = SEATS.find(letter) if len(letter) == 1 else -1
            if 0 <= seat < len(self.sitting.names) and group.isdecimal():
                return f"{self.sitting.names[seat]}.{group[:2]}"
        return _TAPS.get(verb, "")

    def act_around(self, verb: str, value: Any, lang: str) -> None:
        """Nothing is around a board that is not the page's."""

    def go_on(self, lang: str) -> None:
        """Let nobody move: a board tells itself what the others do."""

    def _play(self, move: Move, lang: str, *, compare: bool = True) -> None:
        match = self.match
        if match is None:
            return
        if compare and self._coached and self.coach.asks and match.game.check(move, 0) is None:
            self.coach.pending, self.asked = move, None
            self.effects.append({"focus": "coach-verdict"})
            return
        drew = match.game.stage == DRAW
        self.asked = None
        if self._make(move, lang):
            self.coach.forget()
            if not drew:
                self.hand.clear()

    def _lay(self, lang: str) -> None:
        """Lay the chosen cards: which ones they are is what is learned here."""
        match = self.match
        if match is not None and match.is_mine and not self.chosen:
            seat = match.game.seats[MY_SEAT]
            if seat.laid is None and match.game.stage != DRAW:
                self._wrong(Problem(code="learn.choose", rule="S22"), lang)
                return
        super()._lay(lang)

    def _hit(self, lang: str, place: tuple[int, int] | None = None) -> None:
        """Add the chosen card; without one nothing was tried, and no card is named."""
        if self.match is not None and self.match.is_mine and not self.chosen:
            self._wrong(Problem(code="page.play.one.hit"), lang)
        else:
            super()._hit(lang, place)

    def _typed(self, line: str, lang: str) -> None:
        """Do what a line says: any act of a board, else in the words of Play."""
        if self.sitting is None:
            return
        try:
            act = parse_act(line, seats_of(self.sitting.names))
        except GameError as error:
            if self.match is not None:
                super()._typed(line, lang)
            else:
                self.problem = Problem(error=error)
                self.effects.append({"alert": error_text(lang, error)})
            return
        self.typed_text = line
        if self._make(act, lang):
            self.typed_text = ""
            self.typed_revision += 1
            self.hand.clear()
