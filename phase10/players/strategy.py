"""A player of the engine that follows a strategy: a view becomes rows, a decision a move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from phase10.game.moves import Discard, Draw, Hit, Lay, Move, TakeDiscard
from phase10.game.stages import DRAW
from phase10.players.board import (
    GROUP_ROOM,
    MOST_GROUPS,
    NONE,
    TAKEN,
)
from phase10.players.codes import discard_of, hit_of, laid_groups
from phase10.players.interface import View
from phase10.players.rows import board_row, own_row, setup_row, tables_of
from phase10.players.strategies import WORK_SIZE, discard, hit, lay, take
from phase10.players.styles import NAMES, number_of, style_of
from phase10.solver.plan_rows import CHANCE, Row, Tables

__all__ = ["PLAYERS", "StrategyPlayer"]


@dataclass(frozen=True)
class StrategyPlayer:
    """Play a named strategy of :mod:`phase10.players.styles`."""

    name: str

    def choose(self, view: View, chance: Random) -> Move:
        """Choose a legal move; what is random comes from ``chance``."""
        if len(view.moves) == 1:
            return view.moves[0]
        return _Decision(self.name, view, chance).move()


PLAYERS: Final[dict[str, StrategyPlayer]] = {name: StrategyPlayer(name) for name in NAMES}
"""Every player by its name, the weakest first; ``views.play`` describes each."""


class _Decision:
    """Hold the rows of one decision."""

    def __init__(self, name: str, view: View, chance: Random) -> None:
        self.view = view
        self.player = number_of(name)
        self.style = style_of(name)
        self.own = own_row(view)
        self.board = board_row(view)
        self.setup = setup_row(view.phases, view.rules)
        self.tables = tables_of(view.phases, view.rules)
        self.work = [0] * WORK_SIZE
        self.work[CHANCE] = chance.getrandbits(62)

    def move(self) -> Move:
        """Decide what the stage of the turn asks."""
        view = self.view
        if view.stage == DRAW:
            return TakeDiscard() if take(*self._arguments) == TAKEN else Draw()
        if not view.has_laid:
            return self._laying() or self._discard()
        may_hit = len(view.hand) > 1 or view.rules.go_out_by_hit
        return (self._hit() if may_hit else None) or self._discard()

    @property
    def _arguments(self) -> tuple[int, list[float], list[int], list[int], list[int], Tables, Row]:
        return (
            self.player, self.style, self.own, self.board, self.setup, self.tables, self.work,
        )  # fmt: skip

    def _laying(self) -> Lay | None:
        view = self.view
        if not view.open_phases:
            return None
        cards = [NONE] * (MOST_GROUPS * GROUP_ROOM)
        chosen = lay(*self._arguments, cards)
        if chosen == NONE:
            return None
        groups = laid_groups(cards, view.phases[chosen])
        return Lay(groups, chosen + 1 if len(view.open_phases) > 1 else None)

    def _hit(self) -> Hit | None:
        code = hit(*self._arguments)
        return None if code == NONE else hit_of(code, self.view.table)

    def _discard(self) -> Discard:
        return discard_of(discard(*self._arguments))
