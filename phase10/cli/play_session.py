"""A match at the table, without any input or output of its own.

:class:`PlaySession` takes what was typed, line by line, and gives what is to be shown. After every
step, of whichever player, it hands the record to be kept; so a match goes on where it was left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from phase10.advice.hints import advise
from phase10.cli.inputs import InputError
from phase10.cli.play_terminal import (
    groups_view,
    hand_view,
    help_view,
    layings_view,
    log_view,
    opponents_view,
    refusal_view,
    rules_view,
    score_view,
    table_view,
)
from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.errors import GameError, RecordError, RulesError
from phase10.game.meaning import hits_meant, laying_meant, reason_against_hit
from phase10.game.moves import Draw, EndTurn, Hit, Lay, Move
from phase10.game.records import Record
from phase10.game.refusals import IllegalMove
from phase10.game.sight import position_of
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.game.typed_moves import Said, read_line
from phase10.players import PLAYERS, choice_of
from phase10.players.at_table import (
    aimed_phase,
    best_layings,
    can_undo,
    happened,
    is_computers,
    moved_by_computer,
    nearest_missing,
    persons_of,
    seats_by_name,
)
from phase10.views.i18n import plural, sentence
from phase10.views.moves import option_text, reasons
from phase10.views.names import card_name, phase_name
from phase10.views.play import (
    deal_text,
    dealer_texts,
    end_texts,
    own_text,
    phases_text,
    place_name,
    question_text,
)
from phase10.views.play_log import told_turns
from phase10.views.records import player_names, record_error_text
from phase10.views.refusals import instead_text
from phase10.views.text import advice_headline, error_text

__all__ = ["PlaySession", "person_of", "unknown_player"]

Shown = list[RenderableType]

_LAYOUTS: Final = 9
"""Layouts listed unless all are asked for."""

_TURNS: Final = 20
"""Turns of others that are told; of more, the last ones."""


def person_of(lang: str, record: Record) -> int:
    """Give the seat of the only person.

    Raises :class:`InputError` where not exactly one seat is a person's, or where a computer player
    of the match is not known here.
    """
    for strategy in record.strategies:
        if strategy and strategy not in PLAYERS:
            raise InputError(unknown_player(lang, strategy))
    persons = persons_of(record)
    if len(persons) != 1:
        raise InputError(plural(lang, "play.persons", len(persons)))
    return persons[0]


def unknown_player(lang: str, name: str) -> str:
    """Say that there is no computer player of this name, and which there are."""
    return sentence(lang, "play.player", name=name, known=", ".join(PLAYERS))


class PlaySession:
    """Play one person's match against computer players.

    ``keep`` is given every new record at once; when it raises :class:`RecordError` the match goes
    on and the error is shown. Nothing else is outside of the session: :meth:`opening` and
    :meth:`typed` give what to show, :attr:`question` what to ask.
    """

    def __init__(self, lang: str, record: Record, keep: Callable[[Record], None]) -> None:
        self.lang = lang
        self.record = record
        self.me = person_of(lang, record)
        self.names = player_names(record)
        self.order = "color"
        self.quits = False
        self._keep = keep
        self._unsaved = False
        self._seats = seats_by_name(record, self.names)

    # --- where it stands --------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """Give the state of the match."""
        return self.record.game

    @property
    def is_over(self) -> bool:
        """Tell whether nothing is left to be typed: the match is over, or the person has left."""
        return self.quits or self.game.stage == MATCH_OVER

    @property
    def question(self) -> str:
        """Ask for what can be done now."""
        can_lay = self._is_mine() and self.game.stage == PLAY and bool(self.game.legal_layings())
        return question_text(self.lang, self.game, can_lay=can_lay)

    def _is_mine(self) -> bool:
        game = self.game
        return game.stage in (DRAW, PLAY) and game.turn == self.me

    # --- what is shown ----------------------------------------------------------------------------

    def opening(self, *, new: bool) -> Shown:
        """Begin: let the others play up to the person's turn, and show the table."""
        shown: Shown = []
        game = self.game
        if new:
            shown.append(opponents_view(self.lang, self.names, self.record.strategies, self.me))
            shown += map(Text, dealer_texts(self.lang, game, self.names))
            shown += map(Text, deal_text(self.lang, game, self.names, self.me))
            self._save(shown)
        return shown + self._advance()

    def typed(self, line: str) -> Shown:
        """Do what a line says, and give what is to be shown; never raises for what was typed."""
        try:
            said = read_line(line, self._seats)
        except GameError as error:
            return self._misread(error)
        if self.game.stage == ROUND_OVER and (said.act == "next" or not line.strip()):
            return self._deal()
        return _ACTS[said.act](self, said)

    def _misread(self, error: GameError) -> Shown:
        if error.code == "move.unknown":
            problem = sentence(self.lang, "play.unknown", text=error.values["text"])
        else:
            problem = error_text(self.lang, error)
        return [Text(problem, style="bold")]

    def _table(self) -> RenderableType:
        return table_view(self.lang, self.game, self.names, self.me, self.order, self._lacking())

    def _hand(self) -> RenderableType:
        return hand_view(self.lang, self.game, self.me, self.order, self._lacking())

    def _lacking(self) -> str:
        """Say how many cards are missing; of several open phases for the nearest."""
        aim = aimed_phase(self.game, self.me)
        if aim is None:
            return ""
        count = nearest_missing(self.game, self.me)
        if len(self.game.open_phases(self.me)) == 1:
            if not count:
                return sentence(self.lang, "play.complete")
            return plural(self.lang, "play.missing", count)
        name = phase_name(self.lang, self.game.setup.phase(aim))
        if not count:
            return sentence(self.lang, "play.nearest.complete", number=aim, phase=name)
        return plural(self.lang, "play.nearest", count, number=aim, phase=name)

    # --- steps ------------------------------------------------------------------------------------

    def _play(self, move: Move) -> Shown:
        """Make a move of the person, or say why not."""
        start = len(self.record.events)
        try:
            self.record = self.record.played(move, self.me)
        except IllegalMove as error:
            return [refusal_view(self.lang, error.refusal, self.names, self.me)]
        shown: Shown = []
        self._save(shown)
        for before, step, after in happened(self.record, start):
            if after.shuffles > before.shuffles:
                shown.append(Text(sentence(self.lang, "play.reshuffled")))
            shown.append(Text(own_text(self.lang, step, before, after, self.names)))
        if self._is_mine():
            return [*shown, *([] if isinstance(move, Draw) else self._groups()), self._hand()]
        return shown + self._advance(start)

    def _groups(self) -> Shown:
        groups = groups_view(self.lang, self.game)
        return [] if groups is None else [groups]

    def _deal(self) -> Shown:
        self.record = self.record.dealt()
        shown: Shown = [Text()]
        self._save(shown)
        shown += map(Text, deal_text(self.lang, self.game, self.names, self.me))
        return shown + self._advance()

    def _advance(self, start: int | None = None) -> Shown:
        """Let the others play until the person has to decide, and show what happened.

        ``start``: the first event that is to be told; None for what comes now.
        """
        shown: Shown = []
        first = len(self.record.events) if start is None else start
        while is_computers(self.record):
            self.record = moved_by_computer(self.record)
            self._save(shown)
        turns = told_turns(self.lang, happened(self.record, first), self.names, self.me)
        log = [(self.names[turn.seat], turn.clauses) for turn in turns]
        if len(log) > _TURNS:
            shown.append(Text(plural(self.lang, "play.turns.more", len(log) - _TURNS)))
        if log:
            shown.append(log_view(log[-_TURNS:]))
        return [*shown, *self._ended()] if self._has_ended() else [*shown, self._table()]

    def _has_ended(self) -> bool:
        return self.game.stage in (ROUND_OVER, MATCH_OVER)

    def _ended(self) -> Shown:
        """Show how the round ended and where the match stands."""
        told = end_texts(self.lang, self.game, self.names, self.me)
        score = score_view(self.lang, self.game, self.names, self.me)
        return [
            Text(told[0], style="bold"),
            score,
            *(Text(line, style="bold") for line in told[1:]),
        ]

    def _save(self, shown: Shown) -> None:
        """Keep the record; say once that it cannot be kept."""
        try:
            self._keep(self.record)
            self._unsaved = False
        except RecordError as error:
            if not self._unsaved:
                shown.append(Text(record_error_text(self.lang, error), style="bold"))
            self._unsaved = True

    # --- what was typed ---------------------------------------------------------------------------

    def _move(self, said: Said) -> Shown:
        return self._play(EndTurn() if said.move is None else said.move)

    def _lay(self, said: Said) -> Shown:
        """Lay what was written, or the layout of a number, or list the layouts."""
        game = self.game
        if said.groups:
            return self._play(laying_meant(game, self.me, said))
        if not self._is_mine() or game.stage != PLAY or game.seats[self.me].laid is not None:
            return self._play(Lay(()))  # which tells why not
        layings = best_layings(game)
        if not layings:
            lacking = max(1, nearest_missing(game, self.me))
            return [
                Text(plural(self.lang, "play.lay.missing", lacking), style="bold"),
                Text(sentence(self.lang, "refusal.rule", rule="S22"), style="dim"),
            ]
        if not said.number:
            shown = len(layings) if said.detail == "all" else _LAYOUTS
            return [layings_view(self.lang, game, layings, shown)]
        if said.number > len(layings):
            code = "play.layout.unknown"
            return [Text(plural(self.lang, code, len(layings), number=said.number), style="bold")]
        return self._play(layings[said.number - 1])

    def _hit(self, said: Said) -> Shown:
        """Hit where the card fits, where that is one place; else say where it fits or why not."""
        game, card = self.game, said.card
        hits = hits_meant(game, said) if self._is_mine() else []
        if card is None:
            if hits:
                return [self._places("play.hit.any", hits)]
            card = next(iter(game.hand(self.me)), Card(0))
        if len(hits) == 1:
            return self._play(hits[0])
        if hits:
            return [self._places("play.hit.which", hits)]
        reason = reason_against_hit(game, self.me, card, said.seat)
        if reason is not None:
            return [refusal_view(self.lang, reason, self.names, self.me)]
        text = sentence(self.lang, "play.hit.nowhere", card=card_name(self.lang, card))
        return [
            Text(text[:1].upper() + text[1:], style="bold"),
            Text(sentence(self.lang, "refusal.rule", rule="S27"), style="dim"),
        ]

    def _places(self, code: str, hits: Sequence[Hit]) -> RenderableType:
        """List hits as they can be typed."""
        typed = [
            sentence(
                self.lang,
                "play.type.hit.on",
                card=card_name(self.lang, hit.card),
                place=place_name(hit.seat, hit.group),
            )
            for hit in hits
        ]
        return Text(sentence(self.lang, code, hits="; ".join(typed)), style="bold")

    def _undo(self, said: Said) -> Shown:
        """Take the last own step back, where it showed nothing new."""
        if not can_undo(self.record, self.me):
            return [Text(sentence(self.lang, "play.undo.none"), style="bold")]
        self.record = self.record.undone(self.me)
        shown: Shown = []
        self._save(shown)
        shown.append(Text(sentence(self.lang, "play.undone")))
        return [*shown, self._table()]

    def _hint(self, said: Said) -> Shown:
        """Say what to do now, and why."""
        game = self.game
        if not self._is_mine():
            return []
        advice = advise(position_of(game, self.me, aimed_phase(game, self.me), self.names))
        if advice.options:
            best = option_text(self.lang, advice, advice.options[0])
            why = [advice_headline(self.lang, advice), *reasons(self.lang, advice)]
            return [Text(best, style="bold"), *map(Text, why)]
        move = choice_of(PLAYERS["greedy"], game)
        return [Text(instead_text(self.lang, move, self.names), style="bold")]

    def _sort(self, said: Said) -> Shown:
        other = "number" if self.order == "color" else "color"
        self.order = said.detail or other
        return self._again(said) if self._has_ended() else [self._hand()]

    def _again(self, said: Said) -> Shown:
        return self._ended() if self._has_ended() else [self._table()]

    def _phases(self, said: Said) -> Shown:
        return [Text(line) for line in phases_text(self.lang, self.game, self.me)]

    def _rules(self, said: Said) -> Shown:
        return [rules_view(self.lang, self.game)]

    def _score(self, said: Said) -> Shown:
        who = opponents_view(self.lang, self.names, self.record.strategies, self.me)
        return [score_view(self.lang, self.game, self.names, self.me), who]

    def _help(self, said: Said) -> Shown:
        return [help_view(self.lang)]

    def _quit(self, said: Said) -> Shown:
        self.quits = True
        return []

    def _next(self, said: Said) -> Shown:
        return self._misread(RulesError("game.running"))

    def _several(self, said: Said) -> Shown:
        return [Text(sentence(self.lang, "play.several"), style="bold")]


_ACTS: Final[dict[str, Callable[[PlaySession, Said], Shown]]] = {
    "move": PlaySession._move,
    "lay": PlaySession._lay,
    "hit": PlaySession._hit,
    "several": PlaySession._several,
    "undo": PlaySession._undo,
    "hint": PlaySession._hint,
    "sort": PlaySession._sort,
    "table": PlaySession._again,
    "phases": PlaySession._phases,
    "rules": PlaySession._rules,
    "score": PlaySession._score,
    "help": PlaySession._help,
    "quit": PlaySession._quit,
    "next": PlaySession._next,
}
