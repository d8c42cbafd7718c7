"""The puzzle page: one position, one question; those that were missed come again.

State and acts; the looks are in ``puzzles_parts``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import islice
from random import Random
from typing import Any, Final

from phase10.advice.options import Option
from phase10.advice.puzzles import (
    HARDEST,
    KINDS,
    LARGEST_SET,
    Puzzle,
    PuzzleSet,
    made_puzzles,
    puzzle_of,
    puzzles_of_mistakes,
    read_set,
)
from phase10.dashboards.learn_learner import Learner
from phase10.dashboards.review import ReviewView
from phase10.game.errors import GameError
from phase10.game.position import Position
from phase10.game.rules import SEED
from phase10.players.at_table import SEEDS
from phase10.teaching.puzzle_training import Training
from phase10.views.i18n import sentence

__all__ = ["SOURCES", "PuzzlesView", "answers_of", "puzzles_style"]

SOURCES: Final = ("new", "again", "mistakes", "file")
"""From self-play; those missed that are due; from the review that is open; from a file."""

SAVED: Final = 10
"""Puzzles of a set that is saved."""
_LAYOUTS: Final = 3
"""Right layouts, and wrong ones, to choose from."""


def answers_of(puzzle: Puzzle) -> tuple[Option, ...]:
    """List the answers in an order that gives nothing away, the same one every time."""
    options = list(puzzle.options)
    if puzzle.kind == "lay":
        # A hundred ways to lay the same phase are no better question than a few.
        right = [each for each in options if puzzle.is_right(each.move)]
        wrong = [each for each in options if each not in right and each.move.startswith("lay")]
        rest = [each for each in options if not each.move.startswith("lay")]
        options = [*right[:_LAYOUTS], *wrong[:_LAYOUTS], *rest]
        Random(puzzle.key).shuffle(options)
        return tuple(options)
    if puzzle.kind == "draw":
        return tuple(sorted(options, key=lambda each: each.move, reverse=True))
    order = {str(card): place for place, card in enumerate(puzzle.position.hand.kinds())}
    return tuple(sorted(options, key=lambda each: order.get(each.move.split()[1], 0)))


class PuzzlesView:
    """Hold where puzzles come from, the one that is asked, and what was answered.

    ``number``: which one of its source, from 0; ``given``: the answer, "" before it; ``asked`` and
    ``right``: of this sitting; ``error``: why there is none, or what is wrong with a file;
    ``seed_is_wrong``: whether what was typed last is no seed.
    """

    def __init__(self, effects: list[dict[str, Any]], learner: Learner, review: ReviewView) -> None:
        self.effects = effects
        self.learner = learner
        self.review = review
        self.source = SOURCES[0]
        self.kind = ""
        self.easiest = 1
        self.seed = 1
        self.seed_is_wrong = False
        self.number = 0
        self.puzzle: Puzzle | None = None
        self.given = ""
        self.asked = self.right = 0
        self.error: GameError | None = None
        self._set: PuzzleSet | None = None

    @property
    def training(self) -> Training:
        """Give what is known of the puzzles that this learner missed."""
        return Training(self.learner.progress)

    @property
    def has_set(self) -> bool:
        """Tell whether a set was taken from a file."""
        return self._set is not None

    @property
    def kinds(self) -> Sequence[str]:
        """List the kinds asked for."""
        return (self.kind,) if self.kind else KINDS

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        verb = name.removeprefix("puzzles.")
        match verb, value:
            case "source", str() if value in SOURCES and (value != "file" or self._set):
                self._from(value)
            case "kind", str() if value in ("", *KINDS):
                self.kind = value
                self._from(self.source)
            case "easiest", str() if value in [str(n) for n in range(1, HARDEST + 1)]:
                self.easiest = int(value)
                self._from(self.source)
            case "seed", str():
                if value.isascii() and value.isdecimal() and int(value[:20]) < SEEDS:
                    self.seed = int(value)
                    self._from("new")
                else:
                    self.seed_is_wrong = True
            case "answer", str() if self.puzzle is not None and not self.given:
                self._answer(self.puzzle, value, lang)
            case "next", _ if self.given or self.puzzle is None:
                self._next()
            case "key", str():
                self._key(value, lang)
            case "file", {"text": str() as text, "size": int() as size}:
                self._read(text, size)
            case "save", _:
                self._save()

    def _from(self, source: str) -> None:
        self.source, self.number, self.error = source, 0, None
        self.seed_is_wrong = False
        self.puzzle, self.given = None, ""

    def _next(self) -> None:
        self.number += 1
        self.puzzle, self.given = None, ""
        self.effects.append({"focus": "puzzles-ask"})

    def _key(self, key: str, lang: str) -> None:
        if key in ("n", "N"):
            self.act("puzzles.next", None, lang)
        elif key.isascii() and key.isdecimal() and self.puzzle is not None and key != "0":
            answers = answers_of(self.puzzle)
            if int(key) <= len(answers):
                self.act("puzzles.answer", answers[int(key) - 1].move, lang)

    def _answer(self, puzzle: Puzzle, move: str, lang: str) -> None:
        if puzzle.option(move) is None:
            return
        self.given = move
        right = puzzle.is_right(move)
        self.learner.keep(lambda: self.training.answered(puzzle, move))
        self.asked += 1
        self.right += right
        self.effects.append({"say": sentence(lang, "puzzle.right" if right else "puzzle.wrong")})
        self.effects.append({"focus": "puzzles-says"})

    # --- where they come from -------------------------------------------------------------------

    def ask(self) -> None:
        """Have a puzzle open, if there is one."""
        if self.puzzle is None and self.error is None:
            try:
                self.puzzle = self._found()
            except GameError as error:
                self.error = error

    def _found(self) -> Puzzle | None:
        if self.source == "new":
            made = made_puzzles(self.seed, self.kinds, SEED, self.easiest, self.number)
            return next(made)
        if self.source == "again":
            training = self.training
            found = (training.puzzle(key) for key in training.due())
            return next((puzzle for puzzle in found if puzzle and puzzle.kind in self.kinds), None)
        fitting = [each for each in self._listed() if each.kind in self.kinds]
        return fitting[self.number] if self.number < len(fitting) else None

    def _listed(self) -> Sequence[Puzzle]:
        if self.source == "file":
            return () if self._set is None else self._set.puzzles
        review = self.review.found
        return () if review is None else puzzles_of_mistakes(review.of(self.review.seat))

    def _read(self, text: str, size: int) -> None:
        """Take a set from a file, or say what is wrong with it."""
        try:
            if size > LARGEST_SET:
                raise GameError("puzzles.large", limit=LARGEST_SET)
            self._set = read_set(text)
        except GameError as error:
            self.error = error
            self.effects.append({"focus": "puzzles-error"})
            return
        self.kind = ""
        self._from("file")
        self.effects.append({"focus": "puzzles-ask"})

    def _save(self) -> None:
        """Save a set as a file: the puzzles of a list, else those of the seed."""
        listed = tuple(self._listed()) if self.source in ("mistakes", "file") else ()
        seed = None
        if not listed:
            seed = self.seed
            try:
                listed = tuple(islice(made_puzzles(seed, self.kinds, SEED, self.easiest), SAVED))
            except GameError as error:
                self.error = error
                return
        name = "phase10-puzzles.json" if seed is None else f"phase10-puzzles-{seed}.json"
        text = PuzzleSet(seed, listed).text()
        self.effects.append({"download": text, "name": name, "mime": "application/json"})

    # --- what outlives a reload -----------------------------------------------------------------

    def last(self, lang: str) -> str:
        """Say how many were answered, and how many are due; "" when none."""
        due = len(self.training.due())
        return sentence(lang, "page.puzzles.due", count=due) if due else ""

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab; answers are in the progress."""
        return {
            "source": self.source,
            "kind": self.kind,
            "easiest": self.easiest,
            "seed": self.seed,
            "number": self.number,
            "position": None if self.puzzle is None else self.puzzle.position.to_json(),
            "given": self.given,
            "count": [self.right, self.asked],
            "set": "" if self._set is None else self._set.text(),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        text = kept.get("set")
        if isinstance(text, str) and text:
            try:
                self._set = read_set(text)
            except GameError:
                self._set = None
        for name, known in (("source", SOURCES), ("kind", ("", *KINDS))):
            if kept.get(name) in known:
                setattr(self, name, kept[name])
        for name, most in (("easiest", HARDEST), ("seed", SEEDS - 1), ("number", SEEDS)):
            value = kept.get(name)
            if type(value) is int and (name != "easiest" or value) and 0 <= value <= most:
                setattr(self, name, value)
        match kept.get("count"):
            case [int() as right, int() as asked] if 0 <= right <= asked:
                self.right, self.asked = right, asked
        try:
            position = kept.get("position")
            self.puzzle = None if position is None else puzzle_of(Position.from_json(position))
        except GameError:
            self.puzzle = None
        given = kept.get("given")
        if self.puzzle is not None and isinstance(given, str):
            self.given = given if self.puzzle.option(given) else ""


def puzzles_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("puzzles.css").read_text("utf-8")
