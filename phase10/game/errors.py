"""What can be wrong with an input: a code with its values, never a sentence.

``views.text`` turns an error into English or Latvian.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from phase10.game.refusals import Refusal

__all__ = [
    "CODES",
    "CardError",
    "GameError",
    "NumberError",
    "PhaseError",
    "PositionError",
    "RecordError",
    "RulesError",
]

CODES: Final[dict[str, tuple[str, ...]]] = {
    "card.unknown": ("token",),  # no card is written like this
    "card.number": ("token", "number"),  # numbers run from 1 to 12
    "card.skip_number": ("token",),  # a skip carries no number
    "card.wild_number": ("token",),  # a wild stands for 1 to 12
    "card.copies": ("token", "count"),  # a count before a card is 1 to 108
    "card.skip_laid": ("card",),  # a skip is never part of a phase
    "card.too_many": ("card", "count", "limit"),  # more copies than the deck holds
    "hand.too_many": ("count", "limit"),  # more than eleven cards in a hand
    "phase.unknown": ("text",),  # no goal is written like this
    "phase.number": ("number", "last"),  # the list has no such phase
    "phase.edition": ("text",),  # no list of phases has this name
    "phase.empty": (),  # a phase without a goal
    "phase.size": ("goal", "size", "low", "high"),  # a goal asks too few or too many cards
    "phase.too_long": ("count", "limit"),  # the goals together ask too many cards
    "rules.preset": ("text",),  # no preset has this name
    "rules.option": ("option", "nearest"),  # no rule option has this name
    "rules.value": ("option", "value", "allowed"),  # an option cannot take this value
    "rules.mixture": ("first", "second"),  # two options contradict each other
    "rules.twice": ("first", "second"),  # an option is given twice
    "move.unknown": ("text",),  # no move is written like this
    "move.player": ("name", "players"),  # no player has this name
    "game.players": ("count", "low", "high"),  # too few or too many players
    "game.last_phase": ("number", "last"),  # the list of phases is shorter
    "game.no_phases": (),  # no phase of the list is left to play
    "game.run_min": ("phase", "low"),  # a phase asks a shorter run than the rules know
    "game.deck": ("count", "needed", "players"),  # too few cards to deal to all
    "game.phase_discard": ("phase",),  # a phase so long that no card is left to discard
    "game.phase_deck": ("phase",),  # a phase that the deck cannot make
    "game.running": (),  # a new round is asked for before the old one is over
    "game.over": (),  # a new round is asked for after the match is over
    "deal.code": ("text",),  # no deal code is written like this
    "record.start": ("line",),  # the first line is not that of a record
    "record.version": ("line", "version"),  # a record of a version that is not known here
    "record.encoding": ("line",),  # bytes that are no text
    "record.large": ("line", "limit"),  # more bytes than any record has
    "record.long": ("line", "limit"),  # a line longer than any line of a record
    "record.truncated": ("line",),  # the end of the record is lost
    "record.check": ("line",),  # the text is not the one that was saved
    "record.header": ("line", "text"),  # a line of the header cannot be used
    "record.missing": ("line", "expected"),  # another line than the one that belongs here
    "record.syntax": ("line", "text"),  # a turn that cannot be read
    "record.turn": ("line", "player"),  # it is another player's turn, or the turn goes on
    "record.illegal": ("line", "move"),  # a move that the rules do not allow
    "record.drawn": ("line", "card", "expected"),  # another card was drawn
    "record.deal": ("line", "text", "expected"),  # another deal
    "record.score": ("line", "text", "expected"),  # the round ended otherwise
    "record.winner": ("line", "text", "expected"),  # another player won
    "record.after_end": ("line",),  # something stands after the end
    "record.name": ("player", "limit"),  # a name that is too long
    "record.undo": (),  # no step is left to be taken back
    "record.absent": ("path",),  # there is no such record
    "record.unreadable": ("path",),  # a record that cannot be opened
    "record.unwritable": ("path",),  # a record that cannot be saved
    "position.shape": ("key", "expected"),  # a part of a position has the wrong form
    "position.unknown_key": ("key",),  # a position has no such part
    "position.value": ("key", "value", "allowed"),  # a part is none of the words it can be
    "position.top": ("top", "last"),  # the top card is not the last discard
    "position.meld": ("text",),  # a laid group cannot be read
    "position.meld_cards": ("text", "kind"),  # the cards do not make such a group
    "position.same_name": ("name",),  # two players have one name
    "position.hand_size": ("count", "needed"),  # more or fewer cards than a player holds then
    "position.no_top": (),  # a move takes the face-up card, which is not told
    "position.no_move": (),  # there is no step to judge
    "live.hand": ("count", "needed"),  # another number of cards than I hold then
    "live.hand_laid": ("count", "needed"),  # so few only once my phase is told to lie
    "live.own_name": ("name",),  # another player is called as I am
    "live.players": (),  # nobody else is at the table
    "live.dealer": (),  # who dealt is not told
    "live.top": (),  # the face-up card is not told
    "live.turned": ("card",),  # another card is turned on top of this one, or in its place
    "live.mine": ("player",),  # a report of another player in my turn
    "live.theirs": ("player",),  # a report of mine in another player's turn
    "live.turn": ("player", "turn"),  # a report of a player in another player's turn
    "live.drawn": ("player",),  # a second card drawn or taken in a turn
    "live.card": (),  # which card I drew is not told
    "live.drew": ("card",),  # I cannot have drawn it: all copies lie elsewhere
    "live.few": ("player", "count"),  # more cards than this player holds
    "live.known": ("player", "card"),  # all cards of this player are known, and this is none
    "live.copies": ("player", "card"),  # nobody else can hold it: all copies lie elsewhere
    "live.not_laid": ("player",),  # a hit of a player who has not laid
    "live.laid": ("player",),  # a second phase laid in one round
    "live.phase": ("player",),  # groups that make none of the phases
    "live.nothing": (),  # no report is left to be taken back
    "live.points": ("players",),  # points that decide the match are not told
    "live.watch": ("players",),  # a tie-break in which I do not play
    "score.player": (),  # who went out does not play in this round
    "score.phase": ("player", "number"),  # a phase that is not this player's turn to make
    "score.points": ("player", "points", "most"),  # points that no cards cost
    "score.left": ("player",),  # only who goes out holds no card
    "score.out_points": ("player",),  # who goes out holds no card
    "score.out_phase": ("player",),  # who goes out has made the phase
    "score.nothing": (),  # no round is left to be taken back
    "counts.shape": ("shape", "expected"),  # an array of counts has another shape
    "counts.type": ("type",),  # counts that are no whole numbers
    "counts.negative": ("row",),  # a row of counts has one below 0
    "numba.missing": (),  # the compiled way was asked for and is not installed
    "odds.mixed": ("phase",),  # too many cases to count: several colors beside sets or runs
    "waiting.model": ("text", "allowed"),  # no model of the waiting game has this name
    "waiting.cards": ("count", "needed"),  # another number of cards than is held between turns
    "waiting.deck": ("count", "needed"),  # the deck has no card to draw after the deal
    "waiting.kind": ("phase",),  # no table can hold such a phase
    "waiting.stopped": (),  # the process that solved a phase ended without a result
    "waiting.unkept": ("folder",),  # a solved phase could not be written into the cache folder
    "waiting.unsolved": ("phase",),  # a phase of one's own that was not solved yet
    "number.range": ("what", "value", "low", "high"),  # a number is outside its range
    "board.syntax": (),  # a file of boards is no TOML
    "board.empty": (),  # a file has no board
    "board.key": ("key",),  # a board has no such key
    "board.missing": ("key",),  # a key that a board needs
    "board.shape": ("key", "expected"),  # a value has the wrong form
    "board.blank": ("key",),  # a text is empty, or has a sign that cannot be shown
    "board.long": ("key", "count", "limit"),  # a text is too long
    "board.count": ("key", "count", "needed"),  # a list has more or fewer items
    "board.number": ("key", "value", "low", "high"),  # a number is outside its range
    "board.value": ("key", "value", "allowed"),  # a value is none of those it can be
    "board.id": ("key", "value"),  # an id has signs that ids do not have
    "board.twice": ("id",),  # two boards have one id
    "board.both": ("first", "second"),  # two keys that exclude each other
    "board.act": ("act",),  # no act is written like this
    "board.code": ("value",),  # no refusal has this code
    "board.hand": ("count", "needed"),  # more or fewer cards than a player holds then
    "board.met": (),  # the goal is reached before the first act
    "board.unreached": (),  # the steps do not reach the goal
    "board.early": ("step",),  # the goal is reached before the last step
    "board.par": ("par", "steps"),  # more steps than par
    "board.step": ("act", "refusal"),  # the board itself refuses a step
    "board.after": ("after", "steps"),  # a wrong act is tried after more steps than there are
    "board.wrong_allowed": ("act",),  # a wrong act is accepted
    "board.wrong_code": ("act", "found", "expected"),  # a wrong act is refused with another code
    "board.one_illegal": ("count",),  # not exactly one of the moves is illegal
    "player.unknown": ("name", "nearest"),  # no computer player has this name
    "simulate.records": ("count", "limit"),  # more matches than are recorded at once
    "cluster.missing": (),  # the library for clusters is not installed
    "cluster.silent": ("address",),  # no scheduler answers
    "cluster.lost": ("address",),  # a scheduler that answered is away
    "cluster.idle": ("address", "seconds"),  # a scheduler has no worker
    "cluster.differs": ("address", "worker"),  # a worker plays by other code
    "cluster.failed": ("address", "reason"),  # the cluster cannot play at all
    "progress.nickname": ("name", "limit"),  # no nickname is written like this
    "progress.nickname.missing": ("limit",),  # none was entered
    "progress.full": ("path",),  # no room is left where progress is kept
    "progress.unwritable": ("path",),  # progress cannot be kept there
    "progress.busy": ("path",),  # another program has the file and does not give it back
    "progress.version": ("path", "version"),  # a file of a later version of the program
    "progress.large": ("limit",),  # an exported file is longer than any
    "progress.form": (),  # a file is no exported progress
    "progress.file_version": ("version",),  # an exported file of another version
    "progress.entry": ("number",),  # an entry of an exported file cannot be used
    "lesson.code": ("text",),  # no lesson code is written like this
    "lesson.unknown": ("text", "known"),  # no lesson has this id
    "lesson.key": ("key",),  # the file of a lesson has no such key
    "lesson.name": ("key", "value"),  # a name has signs that names do not have
    "lesson.twice": ("key", "name"),  # two parts of a lesson have one name
    "lesson.experiment": ("text", "known"),  # no experiment has this name
    "lesson.setting": ("name", "experiment", "known"),  # a setting is not known, or missing
    "lesson.value": ("name", "value"),  # an experiment cannot take this value
    "lesson.no_outs": ("hand", "phase"),  # no card helps this hand
    "lesson.item": ("name",),  # no item has this name
    "lesson.collision": ("item",),  # answers of an item cannot be told apart
    "lesson.right": ("key", "value"),  # the exact value lies elsewhere
    "lesson.one_right": ("count",),  # not exactly one choice is right
    "lesson.gap": ("key",),  # intervals do not follow one another
    "lesson.fraction": ("key", "value"),  # no fraction is written like this
    "lesson.braces": ("key",),  # braces that are no placeholder
    "lesson.placeholder": ("name", "known"),  # a placeholder that nothing fills
    "lesson.step": ("act", "step"),  # an act that this step of a lesson does not have
    "lesson.answered": (),  # all items of a step are answered
    "lesson.unanswered": (),  # an item of a step is not answered yet
    "lesson.choice": ("text", "allowed"),  # there is no such answer
    "lesson.prediction": ("text", "low", "high"),  # a prediction is no number of the range
    "lesson.prediction_missing": (),  # nothing was chosen or typed
    "lesson.committed": (),  # a prediction is stored already
    "lesson.predict_first": (),  # a result is asked for before the prediction
    "lesson.simulate_first": (),  # the simulation is passed by
    "lesson.saved": (),  # data that are no saved lesson
    "tool.act": ("name",),  # an interactive has no such control
    "tool.whole": ("text", "low", "high"),  # no whole number of the range
    "tool.no_outs": (),  # no unseen card helps
    "tool.share": ("what", "text", "low", "high"),  # no fraction of the range
    "tool.drawn": ("limit",),  # no more can be drawn, dealt or played
    "tool.early": (),  # the exact value is asked for before the lesson shows it
    "tool.few": ("cards", "size"),  # a hand of more cards than there are
    "tool.skip": (),  # a skip cannot be taken
    "tool.over": (),  # the match is over
    "tool.clues": ("limit",),  # too many clues
    "tool.end": (),  # a round has no more clues
    "tool.no_game": (),  # no round is watched yet
    "tool.order": ("left", "first"),  # a state before those that it follows from
    "class.code": ("text",),  # no class code is written like this
    "class.unknown": ("text",),  # there is no such class, or it was ended
    "class.key": ("text",),  # another key than the teacher's
    "class.full": ("seats",),  # no seat is free
    "class.rate": ("limit",),  # too many join in one minute
    "class.tries": ("seconds",),  # a page tried too many codes
    "class.runs": ("limit",),  # a class keeps no more runs
    "class.value": ("value", "what"),  # a class cannot be set to this
    "class.form": (),  # what was sent is no pupil's run
    "class.busy": ("path",),  # others have the storage of classes and do not give it back
    "class.disk": ("path",),  # no room is left where classes are kept
    "class.unwritable": ("path",),  # classes cannot be kept there
    "class.damaged": ("path", "aside"),  # a damaged file of classes was put aside
    "class.version": ("path", "version"),  # classes of a later version of the program
    "class.foreign": ("path",),  # a file of somebody else
    "class.away": ("place",),  # the server that keeps classes does not answer
    "class.driver": (),  # the library for PostgreSQL is not installed
    "result.code": ("text",),  # no result code is written like this
    "result.check": ("text",),  # a result code has a wrong sign
    "result.lesson": ("text",),  # only a file can hold a run of a lesson of one's own
    "result.large": ("limit",),  # a file is longer than any results
    "result.form": (),  # a file holds no results
    "result.version": ("version",),  # results of another version
    "worksheet.version": ("text",),  # a version other than A to F
    "worksheet.print": (),  # the library that makes PDF is not installed
    "worksheet.folder": ("path",),  # a folder cannot be written into
    "teacher.seed": ("text", "digits"),  # no seed is written like this
    "teacher.questions": ("high",),  # a worksheet has no such number of questions
    "teacher.hands": ("text", "most"),  # no number of hands is written like this
    "teacher.trials": ("text", "most"),  # no number of trials is written like this
    "teacher.hits": ("hits", "trials"),  # it happened more often than it was tried
    "teacher.no_codes": (),  # no result code was pasted
    "teacher.other_lesson": ("text", "lesson"),  # a run of another lesson than the page shows
    "site.taken": ("path",),  # a folder holds somebody's files
    "site.other": ("path",),  # a file of somebody else would be written over
    "site.folder": ("path",),  # a folder cannot be written into
    "site.full": ("path", "size"),  # there is no room for the site
    "site.npm": ("version",),  # nothing here can fetch Pyodide
    "site.fetch": ("version", "reason"),  # npm could not fetch it
    "site.digest": ("version",),  # what came is another package
    "site.pyodide": ("path", "name", "version"),  # a folder without a file of Pyodide
    "site.version": ("path", "found", "version", "python"),  # another Pyodide
    "notebooks.folder": ("path",),  # notebooks cannot be copied here
    "hub.folder": ("path",),  # a hub's files cannot be written here
    "hub.exists": ("path",),  # a hub is set up here already
    "hub.password": (),  # the address of a database has a password in it
    "puzzles.large": ("limit",),  # a file is longer than any set of puzzles
    "puzzles.form": (),  # a file is no set of puzzles
    "puzzles.version": ("version",),  # a set of another version
    "puzzles.entry": ("number",),  # a puzzle of a set that is none
    "puzzles.none": ("rules",),  # no puzzle is found under these rules
    "quiz.none": ("rules",),  # under these rules no question can be made any more
    "file.large": ("path", "limit"),  # a position file is longer than any position
    "file.missing": ("path",),  # there is no such file
    "file.unreadable": ("path",),  # a file is no text
    "file.form": ("path", "line"),  # a text is neither JSON nor YAML
}
"""Every code with the names of its values."""

Value = str | int

_LONGEST: Final = 120


class GameError(ValueError):
    """Carry a code and its values for an input that cannot be used.

    Texts among the values quote the input and fit on one line of any screen: what cannot be printed
    is replaced, and a long text keeps its beginning and its end. ``place`` names the part of a
    position in which the input stands, "" outside of a position.
    """

    place = ""

    def __init__(self, code: str, **values: Value) -> None:
        self.code = code
        self.values = {
            key: _quotable(value) if isinstance(value, str) else value
            for key, value in values.items()
        }
        details = ", ".join(f"{key}={value}" for key, value in self.values.items())
        super().__init__(f"{code}: {details}" if details else code)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.values))


class CardError(GameError):
    """Tell what is wrong with cards as typed."""


class PhaseError(GameError):
    """Tell what is wrong with a phase as typed."""


class RulesError(GameError):
    """Tell what is wrong with rule options."""


class PositionError(GameError):
    """Tell what is wrong with a position."""


class NumberError(GameError):
    """Tell that a number lies outside its range."""


class RecordError(GameError):
    """Tell what is wrong with a record.

    ``reason``: the fault found by the rooms below, where there is one; for ``record.illegal`` it
    carries the refusal.
    """

    reason: GameError | None = None

    def because(self, reason: GameError) -> RecordError:
        """Add the reason."""
        self.reason = reason
        return self

    @property
    def refusal(self) -> Refusal | None:
        """Give the refusal of a move that the rules do not allow."""
        refusal: Refusal | None = getattr(self.reason, "refusal", None)
        return refusal

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.values, self.reason))


def _rebuild(
    kind: type[GameError],
    code: str,
    values: dict[str, Value],
    reason: GameError | None = None,
) -> GameError:
    error = kind(code, **values)
    if isinstance(error, RecordError):
        error.reason = reason
    return error


def _quotable(text: str) -> str:
    if len(text) > _LONGEST:
        half = _LONGEST // 2
        text = f"{text[: half - 1]}…{text[-half:]}"
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in text
    )
