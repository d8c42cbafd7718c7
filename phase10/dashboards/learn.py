"""The page that teaches the rules: a map of levels, boards on the card table, stars, progress.

State and acts; the looks are in ``learn_map``, ``learn_board`` and ``learn_parts``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from phase10.dashboards.learn_learner import FORMATS, Learner
from phase10.dashboards.learn_table import BoardMatch, BoardTable
from phase10.dashboards.play_words import said_text
from phase10.game.rules import Rules
from phase10.teaching.course import Act, Answer, Board, Level, Sitting, levels
from phase10.teaching.course.acts import Choose, Enter, Point, Wait, kind_of
from phase10.teaching.course.sitting import Hint
from phase10.teaching.progress import Progress
from phase10.views.course import act_sentence, answer_text
from phase10.views.i18n import plural, sentence
from phase10.views.text import error_text

__all__ = ["LearnView", "learn_style", "level_of", "next_board"]

_LONGEST: Final = 12
"""Characters of a number that is typed."""


def level_of(board_id: str) -> Level:
    """Give the level of a board."""
    return next(level for level in levels() if any(one.id == board_id for one in level.boards))


def next_board(board_id: str) -> Board | None:
    """Give the board after this one, None after the last."""
    every = [one for level in levels() for one in level.boards]
    place = next(place for place, one in enumerate(every) if one.id == board_id)
    return every[place + 1] if place + 1 < len(every) else None


class LearnView:
    """Connect the course with the page.

    ``effects`` collects what the page should say or focus; ``learner`` keeps the progress, the quiz
    uses it too; ``sitting``: the open board, None on the map; ``answer``: what the board said last,
    ``note``: the code of what else there is to say; ``typed``: numbers as they are typed, by field.
    """

    def __init__(self, effects: list[dict[str, Any]], learner: Learner) -> None:
        self.effects = effects
        self.learner = learner
        self.sitting: Sitting | None = None
        self.answer: Answer | None = None
        self.note = ""
        self.typed: dict[str, str] = {}
        self.rules: Rules | None = None
        self.table = BoardTable(
            effects, self.make, {"hint": self.hint, "undo": self.undo, "next": self.go_on}
        )
        self._begun = False
        self._lang = "en"

    @property
    def progress(self) -> Progress:
        """Give the progress of whoever learns."""
        return self.learner.progress

    @property
    def place(self) -> str:
        """Name what is open: a board by its id, "" for the map."""
        return "" if self.sitting is None else self.sitting.board.id

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        self._lang = lang
        verb = name.partition(".")[2]
        if name.startswith("play."):
            self.note = ""
            self.table.act(name, value, lang)
        elif verb in ("name", "named", "export", "import", "leave", "forget"):
            self._learner_act(verb, value, lang)
        elif self.sitting is not None:
            self._board_act(verb, value, lang)

    def _board_act(self, verb: str, value: Any, lang: str) -> None:
        text = value if isinstance(value, str) else str(value) if type(value) is int else ""
        field = verb.partition(".")[2]
        if not verb.startswith("typing"):
            self.table.problem = None
        match verb.partition(".")[0]:
            case "hint":
                self.hint(lang)
            case "undo":
                self.undo(lang)
            case "again":
                self.again(lang)
            case "wait":
                self.make(Wait(), lang)
            case "choose" if self._knows(text):
                self.make(Choose(text), lang)
            case "point" if text.isdecimal():
                self.make(Point(int(text[:2])), lang)
            case "typing" if field in self._fields:
                self.typed[field] = text[:_LONGEST]
            case "number" if field in self._fields:
                self.typed[field] = text[:_LONGEST]
                self._enter(field, lang)
            case "check":
                self._check(lang)
            case "rules":
                self._vary(text, lang)

    @property
    def _fields(self) -> tuple[str, ...]:
        return () if self.sitting is None else tuple(f.id for f in self.sitting.board.fields)

    def _knows(self, option: str) -> bool:
        options = () if self.sitting is None else self.sitting.board.options
        return any(option == one.id for one in options)

    def _enter(self, field: str, lang: str) -> bool:
        """Enter what was typed into a field; tell whether it is right."""
        text = self.typed.get(field, "").strip()
        if not text.isdecimal():
            self.answer, self.note = None, "learn.number.none"
            self.effects.append({"alert": sentence(lang, self.note)})
            return False
        return self.make(Enter(field, int(text)), lang)

    def _check(self, lang: str) -> None:
        """Enter all numbers that are not there yet, up to the first wrong one."""
        if self.sitting is None:
            return
        entered = {field for field, _ in self.sitting.state.numbers}
        waiting = [field for field in self._fields if field not in entered]
        filled = [field for field in waiting if self.typed.get(field, "").strip()]
        for field in filled or waiting[:1]:
            if not self._enter(field, lang):
                self.effects.append({"focus": f"learn-field-{field}"})
                return

    # --- a board --------------------------------------------------------------------------------

    def go(self, place: str, lang: str) -> None:
        """Open a board where the learner left it; the map for anything else."""
        self._lang = lang
        self.answer, self.note, self.typed, self.rules = None, "", {}, None
        known = {one.id: one for level in levels() for one in level.boards}
        self.learner.look_again()
        self.sitting = self._sat(known[place]) if place in known else None
        self.table.forget()
        self.show(lang)

    def _sat(self, opened: Board) -> Sitting:
        resumed = self.progress.resumed(opened)
        self._begun = resumed is not None
        if resumed is not None:
            self.rules = resumed.rules
            if resumed.answers:
                self.answer = resumed.answers[-1]
        return resumed or opened.start()

    def show(self, lang: str) -> None:
        """Put the board on the table as it stands."""
        self.table.put(self.sitting, self.learner.name or sentence(lang, "play.name"))

    def make(self, act: Act, lang: str) -> bool:
        """Make an act, save it, and say what came of it; tell whether it was accepted."""
        sitting = self.sitting
        if sitting is None:
            return False
        self.note = ""
        if not self._begun:
            self._begin(sitting)
        answer = self.answer = sitting.act(act)
        self.learner.keep(lambda: self.progress.acted(sitting, answer))
        self.show(lang)
        self._say(sitting, answer, lang)
        return answer.accepted

    def _begin(self, sitting: Sitting) -> None:
        self.learner.keep(lambda: self.progress.begin(sitting.board, sitting.rules))
        self._begun = True

    def _say(self, sitting: Sitting, answer: Answer, lang: str) -> None:
        said = " ".join(said_texts(lang, self, answer))
        if not answer.accepted:
            self.effects.append({"alert": said})
            return
        if answer.solved:
            stars = plural(lang, "learn.stars", sitting.stars)
            self.effects += [{"focus": "learn-says-heading"}, {"say": f"{said} {stars}"}]
        else:
            if answer.missed:
                self.effects.append({"focus": "learn-says-heading"})
            self.effects.append({"say": said})

    def hint(self, lang: str) -> None:
        """Open the next rung of the ladder."""
        sitting = self.sitting
        if sitting is None or sitting.solved or sitting.missed:
            return
        if not self._begun:
            self._begin(sitting)
        hint = sitting.hint()
        self.learner.keep(lambda: self.progress.hinted(sitting, hint))
        self.effects.append({"say": hint_text(lang, sitting, hint)})

    def undo(self, lang: str) -> None:
        """Take the last act back."""
        sitting = self.sitting
        match = self.table.match
        if sitting is None:
            return
        if self.table.asked is not None or self.table.coach.pending is not None:
            self.table.asked = self.table.coach.pending = None
            return
        able = match.can_undo if match is not None else len(sitting.states) > 1
        if not able or not sitting.undo():
            self.answer, self.note = None, "learn.undo.none"
            self.effects.append({"alert": sentence(lang, self.note)})
            return
        self.answer, self.note = None, "learn.undone"
        self.learner.keep(lambda: self.progress.undone(sitting))
        self.table.forget()
        self.show(lang)
        self.effects.append({"say": sentence(lang, self.note)})

    def again(self, lang: str) -> None:
        """Begin the board anew, with all stars to be had."""
        if self.sitting is None:
            return
        fresh = self.sitting.board.start(self.rules)
        self.sitting, self.answer, self.note, self.typed = fresh, None, "", {}
        self._begin(fresh)
        self.table.forget()
        self.show(lang)
        self.effects.append({"focus": "learn-goal"})

    def go_on(self, lang: str) -> None:
        """Let the others play where it is their turn; go to the next board from a solved one."""
        sitting = self.sitting
        if sitting is None:
            return
        if sitting.solved:
            after = next_board(sitting.board.id)
            if after is not None:
                self.effects.append({"visit": f"learn/{after.id}", "from": f"learn/{self.place}"})
                self.go(after.id, lang)
                self.effects.append({"focus": "learn-goal"})
        elif sitting.waiting:
            self.make(Wait(), lang)

    def _vary(self, text: str, lang: str) -> None:
        """Play the board by other rules: one of its variants."""
        if self.sitting is None:
            return
        variants = {str(rules): rules for rules in self.sitting.board.variants}
        if text in variants:
            self.play_by(variants[text], lang)
            self.effects.append({"focus": "learn-rules"})

    def play_by(self, rules: Rules, lang: str) -> None:
        """Play the open board by other rules, from its start."""
        self.rules = rules
        self.again(lang)

    # --- the learner ----------------------------------------------------------------------------

    def _learner_act(self, verb: str, value: Any, lang: str) -> None:
        learner = self.learner
        match verb, value:
            case "name", str():
                learner.entered = value[:100]
            case "named", _:
                before = learner.name
                if learner.be_called(value if isinstance(value, str) else learner.entered):
                    code = "learn.name.new" if not before else "learn.name.other"
                    self.effects.append({"say": sentence(lang, code, name=learner.name)})
                    self.effects.append({"focus": "learn-name-heading"})
                elif learner.error is not None:
                    said = error_text(lang, learner.error[1])
                    self.effects += [{"alert": said}, {"focus": "learn-name"}]
            case "export", str() if value in FORMATS:
                done = sentence(lang, "learn.export.done")
                self.effects.append({**learner.file(value), "done": done})
            case "import", dict():
                if learner.take_file(value):
                    count = learner.imported or 0
                    self.effects.append({"say": plural(lang, "learn.import.done", count)})
                elif learner.error is not None:
                    self.effects.append({"alert": error_text(lang, learner.error[1])})
            case "leave", _:
                learner.leave()
                self.effects.append({"focus": "learn-name-heading"})
            case "forget", bool() | None:
                learner.forgetting = not learner.forgetting and value is None
            case "forget", "sure":
                learner.forget()
                self.effects += [
                    {"say": sentence(lang, "learn.forgotten")},
                    {"focus": "learn-name-heading"},
                ]

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab; acts are in the progress."""
        return {"place": self.place, "typed": dict(self.typed), "sort": self.table.hand.sort}

    def restore(self, kept: Mapping[str, Any], lang: str) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        place, typed = kept.get("place"), kept.get("typed")
        if isinstance(place, str) and place:
            self.go(place, lang)
        if isinstance(typed, dict):
            known = self._fields
            self.typed = {
                key: text for key, text in typed.items()
                if key in known and isinstance(text, str) and len(text) <= _LONGEST
            }  # fmt: skip
        self.table.act("play.sort", kept.get("sort"), lang)
        self.effects.clear()

    def open(self, query: Mapping[str, str], lang: str) -> None:
        """Open a board from a link."""
        self.go(query.get("board", ""), lang)

    def last(self, lang: str) -> str:
        """Say how many boards are solved, "" while none is."""
        solved = len(self.progress.stars())
        return plural(lang, "learn.last", solved) if solved else ""


def hint_text(lang: str, sitting: Sitting, hint: Hint) -> str:
    """Say a rung of the ladder; the last one has the act and its reason."""
    reason = "" if hint.words is None else hint.words.of(lang)
    if hint.act is not None:
        return f"{act_sentence(lang, hint.act, sitting.board, sitting.names)} {reason}".strip()
    return reason or sentence(lang, "learn.hint.undo")


def said_texts(lang: str, view: LearnView, answer: Answer) -> list[str]:
    """Say what came of an act: the reason against it, or what happened, and the board's words."""
    sitting = view.sitting
    if sitting is None:
        return []
    words = [] if answer.words is None else [answer.words.of(lang)]
    if not answer.accepted:
        return [answer_text(lang, answer, sitting.names), *words]
    told = _happened(lang, view, answer)
    if answer.solved:
        return [sentence(lang, "learn.solved"), *words, *told[1:]]
    if answer.missed:
        return [sentence(lang, "course.refused.missed"), *told]
    if kind_of(answer.act) in ("tap", "number", "choose"):
        return words or [sentence(lang, "learn.right")]
    return [*words, *told]


def _happened(lang: str, view: LearnView, answer: Answer) -> list[str]:
    """Tell the steps that followed an act, the learner's own first."""
    match = view.table.match
    count = len(answer.happened)
    if not isinstance(match, BoardMatch) or not count:
        return []
    last = len(match.record.events)
    return [said_text(lang, match, event) for event in range(last - count, last)]


def learn_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("learn.css").read_text("utf-8")
