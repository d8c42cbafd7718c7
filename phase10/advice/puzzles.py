"""Puzzles: one position, one question, every equally good answer right.

They come from self-play, by a seed, and from a player's own mistakes. What is right and how hard it
is comes from the figures of the advice: a file of puzzles holds the positions alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, Final

from phase10.advice.compare import compared
from phase10.advice.hints import advise
from phase10.advice.losses import TOLD, option_loss
from phase10.advice.options import Advice, Option
from phase10.advice.review import Decision
from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.json_text import read_json
from phase10.game.position import ME, Position
from phase10.game.rules import SEED, Rules
from phase10.game.sight import game_of, position_of, seat_names
from phase10.game.stages import DRAW, PLAY
from phase10.players import PLAYERS, choice_of
from phase10.players.at_table import NAMES, SEEDS, aimed_phase

__all__ = [
    "HARDEST",
    "KINDS",
    "LARGEST_SET",
    "MOST",
    "Puzzle",
    "PuzzleSet",
    "made_puzzles",
    "puzzle_of",
    "puzzles_of_mistakes",
    "read_set",
]

KINDS: Final = ("discard", "draw", "lay")
"""What would you discard? Take it or draw? Lay it out."""

HARDEST: Final = 5
MOST: Final = 100
"""Puzzles of a set."""
LARGEST_SET: Final = 1_000_000
"""Characters of a file that can be a set."""

_CLEAR: Final = {"discard": 0.1, "draw": 0.1, "lay": 0.03}
"""Turns by which a wrong answer has to be worse for a position to be a puzzle."""
_SMALL: Final = {"discard": TOLD, "draw": TOLD, "lay": 0.03}
"""Turns below which an answer is as good as the best one."""
_LAY_POINT: Final = 0.01
"""A point that a layout leaves in hand, in turns: what else would tell two layouts apart?"""
_CLOSE: Final = 0.3
"""Turns below which a wrong answer is near the right one."""
_FORMAT: Final = "puzzles"
_VERSION: Final = 1
_LOOKED: Final = 0.3
"""Share of the decisions of a round that are looked at."""
_SEATS: Final = (2, 3, 4)
_PLAYERS: Final = ("greedy", "collector", "random")
_TIRED: Final = 400
"""Rounds played for one puzzle before it is given up."""


@dataclass(frozen=True)
class Puzzle:
    """Hold a puzzle: what ``me`` sees, and the advice for it.

    ``losses``: of each option of the advice, in turns with points, gifts and skips on one scale.
    """

    kind: str
    position: Position
    advice: Advice
    losses: tuple[float, ...]

    @cached_property
    def key(self) -> str:
        """Give the same word for the same position."""
        text = json.dumps(self.position.to_json(), sort_keys=True)
        return sha256(text.encode()).hexdigest()[:20]

    @property
    def options(self) -> tuple[Option, ...]:
        """List the answers to choose from, the best first."""
        return self.advice.options

    @property
    def right(self) -> tuple[Option, ...]:
        """List the right answers: the best, and those that are as good but for what is not told."""
        pairs = zip(self.options, self.losses, strict=True)
        return tuple(option for option, loss in pairs if self.accepts(loss))

    def accepts(self, loss: float) -> bool:
        """Tell whether so small a loss is none."""
        return loss < _SMALL[self.kind]

    def is_right(self, move: str) -> bool:
        """Tell whether an answer, the move of an option, is right."""
        return any(option.move == move for option in self.right)

    def option(self, move: str) -> Option | None:
        """Find an answer by its move."""
        return next((option for option in self.options if option.move == move), None)

    @property
    def margin(self) -> float:
        """Give by how much the best wrong answer is worse, in turns."""
        return min(loss for loss in self.losses if not self.accepts(loss))

    @property
    def steps(self) -> int:
        """Count what has to be seen ahead: cards missing after the move, or steps of the turn."""
        best = self.options[0]
        if self.kind == "lay":
            return 1 + len(best.hits) + bool(best.then)
        return best.missing

    @cached_property
    def tempting(self) -> Option | None:
        """Give the wrong answer that a simple player falls for, None where it does not."""
        game = game_of(self.position)
        found = compared(self.advice, choice_of(PLAYERS["greedy"], game), seat_names(self.position))
        own = None if found is None else found.own
        return None if own is None or self.is_right(own.move) else own

    @property
    def difficulty(self) -> int:
        """Grade from 1 to :data:`HARDEST`: steps, how tempting the wrong move is, the margin."""
        hard = 2 * (self.tempting is not None) + (self.margin < _CLOSE) + (self.steps >= 2)
        return min(HARDEST, 1 + hard)


def puzzle_of(position: Position) -> Puzzle | None:
    """Make a puzzle of a position; None where nothing is to be found in it.

    There have to be a right answer and one that is clearly wrong.
    """
    advice = advise(position)
    if advice.question not in KINDS or len(advice.options) < 2:
        return None
    kind = advice.question
    losses = tuple(_loss(advice, option) for option in advice.options)
    puzzle = Puzzle(kind, position, advice, losses)
    shown = [option for option in advice.options if kind != "lay" or option.move.startswith("lay")]
    wrong = [
        loss
        for option, loss in zip(advice.options, losses, strict=True)
        if option in shown and not puzzle.accepts(loss)
    ]
    # Between right and wrong there is nothing that could be argued about.
    if not wrong or min(wrong) < _CLEAR[kind]:
        return None
    return puzzle


def _loss(advice: Advice, option: Option) -> float:
    """Give what an answer loses, in turns."""
    best = advice.options[0]
    if not (option.move.startswith("lay") and best.move.startswith("lay")):
        return option_loss(advice, option).worth
    (on, points), (best_on, best_points) = option.cost[:2], best.cost[:2]
    return max(0.0, on - best_on + _LAY_POINT * (points - best_points))


def puzzles_of_mistakes(decisions: Sequence[Decision]) -> tuple[Puzzle, ...]:
    """Make puzzles of the mistakes of a review, those that cost most first.

    A mistake by the chance to win of which the turns say otherwise makes none: the puzzle would
    contradict the review.
    """
    mistakes = sorted((each for each in decisions if each.is_mistake), key=lambda each: -each.cost)
    made = [(puzzle_of(each.advice.position), each) for each in mistakes]
    agreed = [puzzle for puzzle, each in made if puzzle is not None and _agree(puzzle, each)]
    return tuple({puzzle.key: puzzle for puzzle in agreed}.values())


def _agree(puzzle: Puzzle, decision: Decision) -> bool:
    """Tell whether the better move of a review is right in a puzzle, and the one played wrong."""
    own = decision.own
    return puzzle.is_right(decision.best.move) and not (own and puzzle.is_right(own.move))


# --- self-play -----------------------------------------------------------------------------------


def made_puzzles(
    seed: int,
    kinds: Sequence[str] = KINDS,
    rules: Rules = SEED,
    easiest: int = 1,
    start: int = 0,
) -> Iterator[Puzzle]:
    """Make puzzles without end from rounds of computer players; the same seed makes the same ones.

    ``kinds`` take turns; ``easiest``: the least difficulty; ``start``: the number, from 0, of the
    first one. Raises :class:`GameError` ``puzzles.none`` where nothing can be found.
    """
    for place in count(start):
        chance = Random(f"puzzles/{seed}/{place}")
        kind = kinds[place % len(kinds)]
        tries = (_of_a_round(chance, kind, rules, easiest) for _ in range(_TIRED))
        found = next((puzzle for puzzle in tries if puzzle is not None), None)
        if found is None:
            raise GameError("puzzles.none", rules=str(rules))
        yield found


def _of_a_round(chance: Random, kind: str, rules: Rules, easiest: int) -> Puzzle | None:
    """Play a round until a decision makes a puzzle of a kind."""
    game = _some_round(chance, rules)
    players = [PLAYERS[chance.choice(_PLAYERS[:2] if chance.random() < 0.8 else _PLAYERS)]
               for _ in game.seats]  # fmt: skip
    while game.stage in (DRAW, PLAY):
        seat = game.turn
        asked = game.stage == (DRAW if kind == "draw" else PLAY) and game.seats[seat].laid is None
        if asked and kind == "lay":
            asked = len(game.legal_layings()) > 1
        elif asked:
            asked = chance.random() < _LOOKED
        if asked:
            names = _names(seat, len(game.seats))
            puzzle = puzzle_of(position_of(game, seat, aimed_phase(game, seat), names))
            if puzzle is not None and puzzle.kind == kind and puzzle.difficulty >= easiest:
                return puzzle
        game = game.play(choice_of(players[seat], game))
    return None


def _names(seat: int, count: int) -> list[str]:
    """Name the others as they sit on the left of a seat."""
    called = [ME, *NAMES[: count - 1]]
    return [called[(other - seat) % count] for other in range(count)]


def _some_round(chance: Random, rules: Rules) -> Game:
    """Deal a round of a match in which the players have come to some phase."""
    game = Game.start(chance.randrange(SEEDS), chance.choice(_SEATS), rules)
    numbers = game.setup.numbers
    if rules.advance_all:
        return game
    reached = chance.randrange(len(numbers))
    seats = []
    for seat in game.seats:
        made = max(0, min(len(numbers) - 1, reached + chance.choice((-1, 0, 0, 1))))
        seats.append(replace(seat, done=numbers[:made], score=5 * chance.randrange(1 + 8 * made)))
    return replace(game, seats=tuple(seats), round=reached + 1)


# --- sets in files -------------------------------------------------------------------------------


@dataclass(frozen=True)
class PuzzleSet:
    """Hold puzzles that belong together; ``seed``: what they were made from, None for mistakes."""

    seed: int | None
    puzzles: tuple[Puzzle, ...]

    def text(self) -> str:
        """Write the set as a file: the positions, from which all else follows."""
        shape: dict[str, Any] = {"phase10": _FORMAT, "version": _VERSION}
        if self.seed is not None:
            shape["seed"] = self.seed
        shape["puzzles"] = [puzzle.position.to_json() for puzzle in self.puzzles]
        return f"{json.dumps(shape, ensure_ascii=False, indent=1)}\n"


def read_set(text: str) -> PuzzleSet:
    """Read what :meth:`PuzzleSet.text` wrote.

    Raises :class:`GameError` ``puzzles.large``, ``puzzles.form``, ``puzzles.version`` or
    ``puzzles.entry`` with the number of the puzzle that is none.
    """
    if len(text) > LARGEST_SET:
        raise GameError("puzzles.large", limit=LARGEST_SET)
    try:
        data = read_json(text.removeprefix("\ufeff"))
    except ValueError:
        raise GameError("puzzles.form") from None
    if not isinstance(data, Mapping) or data.get("phase10") != _FORMAT:
        raise GameError("puzzles.form")
    if data.get("version") != _VERSION:
        raise GameError("puzzles.version", version=str(data.get("version")))
    rows, seed = data.get("puzzles"), data.get("seed")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST:
        raise GameError("puzzles.form")
    if seed is not None and type(seed) is not int:
        raise GameError("puzzles.form")
    return PuzzleSet(seed, tuple(_entry(row, number) for number, row in enumerate(rows, start=1)))


def _entry(row: object, number: int) -> Puzzle:
    try:
        puzzle = puzzle_of(Position.from_json(row))
        if puzzle is not None:
            game_of(puzzle.position)
            return puzzle
    except GameError:
        pass
    raise GameError("puzzles.entry", number=number)
