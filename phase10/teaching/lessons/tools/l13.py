"""L13, reading discards: opponents as a tree of frequencies, and real discards of computer players.

The likelihoods are an assumption that may be changed. A replay shows what an opponent of a dealt
round of phase 8 throws and takes, one card after another, and at last what it collected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import ClassVar, Final

from phase10.game.cards import COLORS, Card
from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.moves import Discard, Lay, Move, TakeDiscard
from phase10.game.phases import Phase
from phase10.players import PLAYERS, play_match
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, one_of, unknown_act, whole

__all__ = ["CLUES", "EACH", "LIKELIHOODS", "MOST_CLUES", "Clue", "Clues", "Replay", "make"]

EACH: Final = 100
"""Opponents who collect each of the four colors, at first."""
CLUES: Final = ("threw", "took")
MOST_CLUES: Final = 4
LIKELIHOODS: Final = {"threw_own": 5, "threw_other": 30, "took_own": 90, "took_other": 10}
"""Of 100 opponents, how many show a clue of a color: those who collect it, and others."""
_WATCHED: Final = 1
_SEATS: Final = 3
_GAMES: Final = 1000
_TRIES: Final = 40


@dataclass(frozen=True)
class Clue:
    """Hold something an opponent did: ``what`` of :data:`CLUES`, with which card."""

    what: str
    card: Card


@dataclass(frozen=True)
class Replay:
    """Hold what an opponent did until it laid its phase, and the color that it laid."""

    clues: tuple[Clue, ...]
    color: str


class Clues:
    """Hold the clues of one color (``clues``), the likelihoods, and the replay.

    ``people``: of how many opponents the tree tells, so many that all counts are whole.
    ``game``: the number of the dealt round, 0 for none; ``seen``: clues shown of it.
    """

    # "Could they still be collecting red?" is what the lesson asks.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self.likelihoods = dict(LIKELIHOODS)
        self.clues: tuple[str, ...] = ("threw",)
        self.game = 0
        self.seen = 0
        self.revealed = False

    # --- the tree --------------------------------------------------------------------------------

    @property
    def scale(self) -> int:
        """Give how many hundreds of opponents there are for each color."""
        return int(EACH ** max(0, len(self.clues) - 1))

    @property
    def people(self) -> int:
        """Count the opponents."""
        return len(COLORS) * EACH * self.scale

    @property
    def theirs(self) -> int:
        """Count those who collect the color and showed all the clues."""
        return self._showed("own") * (1 if self.clues else EACH)

    @property
    def others(self) -> int:
        """Count those who collect another color and showed all the clues."""
        return (len(COLORS) - 1) * self._showed("other") * (1 if self.clues else EACH)

    @property
    def posterior(self) -> Fraction | None:
        """Give the share of the color's collectors among those; ``None`` where nobody is left."""
        total = self.theirs + self.others
        return Fraction(self.theirs, total) if total else None

    def likelihood(self, who: str) -> Fraction:
        """Compute the chance that ``own`` or ``other`` collectors show all the clues."""
        return Fraction(self._showed(who), EACH ** len(self.clues))

    def _showed(self, who: str) -> int:
        return prod(self.likelihoods[f"{clue}_{who}"] for clue in self.clues)

    # --- the replay ------------------------------------------------------------------------------

    @property
    def replay(self) -> Replay | None:
        """Give the dealt round that is watched; ``None`` before the first."""
        return _replay(self._code, self.game) if self.game else None

    @property
    def shown(self) -> tuple[Clue, ...]:
        """Give the clues shown so far."""
        return self.replay.clues[: self.seen] if self.replay else ()

    @property
    def more(self) -> bool:
        """Tell whether there are more clues to show."""
        return self.replay is not None and self.seen < len(self.replay.clues)

    def weights(self, seen: int | None = None) -> dict[str, Fraction]:
        """Give how many of 100 opponents for each color would have shown the clues so far.

        A wild or a skip says nothing of a color.
        """
        found = dict.fromkeys(COLORS, Fraction(EACH))
        for clue in self.shown if seen is None else self.shown[:seen]:
            if clue.card.color is None:
                continue
            for color in COLORS:
                who = "own" if color == clue.card.color else "other"
                found[color] *= Fraction(self.likelihoods[f"{clue.what}_{who}"], 100)
        return found

    def shares(self, seen: int | None = None) -> dict[str, Fraction] | None:
        """Give the chance of each color after the clues; ``None`` where they are impossible."""
        weights = self.weights(seen)
        total = sum(weights.values())
        return {color: weight / total for color, weight in weights.items()} if total else None

    # --- acts ------------------------------------------------------------------------------------

    def act(self, name: str, value: object) -> None:
        """Do ``share.NAME`` (a likelihood of 100), ``clue`` (one more), ``back``, ``none``,
        ``game`` (watch another round), ``next`` (its next clue), ``reveal``.

        :class:`GameError` ``tool.clues`` for too many clues, ``tool.end`` where a round has no
        more, ``tool.no_game`` before one is chosen.
        """
        what, _, which = name.partition(".")
        if what == "share" and which in LIKELIHOODS:
            self.likelihoods[which] = whole(value, 0, 100)
        elif name == "clue":
            clue = one_of(value, CLUES)
            if len(self.clues) == MOST_CLUES:
                raise GameError("tool.clues", limit=MOST_CLUES)
            self.clues = (*self.clues, clue)
        elif name == "back":
            self.clues = self.clues[:-1]
        elif name == "none":
            self.clues = ()
        elif name == "game":
            self.game, self.seen, self.revealed = self.game % _GAMES + 1, 0, False
        elif name in ("next", "reveal"):
            if self.replay is None:
                raise GameError("tool.no_game")
            if name == "reveal":
                self.revealed = True
            elif not self.more:
                raise GameError("tool.end")
            else:
                self.seen += 1
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give the clues, the likelihoods and how far the round was watched."""
        return {
            "likelihoods": dict(self.likelihoods),
            "clues": list(self.clues),
            "game": self.game,
            "seen": self.seen,
            "revealed": self.revealed,
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take them up again."""
        shares, clues = kept.get("likelihoods"), kept.get("clues")
        if isinstance(shares, Mapping):
            self.likelihoods = {
                name: kept_whole(shares, name, 0, EACH, share)
                for name, share in self.likelihoods.items()
            }
        if (
            isinstance(clues, list)
            and len(clues) <= MOST_CLUES
            and all(clue in CLUES for clue in clues)
        ):
            self.clues = tuple(clues)
        self.game = kept_whole(kept, "game", 0, _GAMES, 0)
        most = len(self.replay.clues) if self.replay else 0
        self.seen = kept_whole(kept, "seen", 0, most, 0)
        self.revealed = self.game > 0 and kept.get("revealed") is True


@lru_cache(maxsize=8)
def _replay(code: LessonCode, number: int) -> Replay:
    """Play rounds of phase 8 until the watched player lays the color that it collected."""
    stream = code.stream(f"tool game {number}")
    found = Replay((), "")
    for _ in range(_TRIES):
        found = _played(stream.below(1 << 32))
        if found.color and len(found.clues) > 3:
            break
    return found


def _played(seed: int) -> Replay:
    """Play one round; without a color where the watched player did not lay the phase."""
    clues: list[Clue] = []
    color = ""

    def watch(before: Game, move: Move | None, after: Game) -> None:
        nonlocal color
        if before.turn != _WATCHED or color or move is None:
            return
        if isinstance(move, TakeDiscard) and before.top is not None:
            clues.append(Clue("took", before.top))
        elif isinstance(move, Discard):
            clues.append(Clue("threw", move.card))
        elif isinstance(move, Lay):
            color = next(card.color for group in move.groups for card in group.cards if card.color)

    game = Game.start(seed, players=_SEATS, phases=(Phase("8"),))
    play_match(game, [PLAYERS["careful"]] * _SEATS, most_rounds=1, watch=watch)
    return Replay(tuple(clues), color)


def make(code: LessonCode) -> Clues:
    """Make the interactive."""
    return Clues(code)
