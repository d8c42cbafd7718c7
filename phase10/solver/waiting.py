"""The waiting game: how many turns a hand needs when it is played as well as possible.

You hold ten cards. Every turn the cards that you do not hold are shuffled together. ``pile``: you
draw one of them blind. ``offer``: first one natural card, uniformly one of those that you do not
hold, lies face up; you take it, or you draw blind from all that you do not hold. With eleven cards
you lay the phase down if they hold it and the game ends on this turn; otherwise you discard a card
of your choice. A hand is worth V, the smallest expected number of turns, the last one counted.
Source: docs/waiting.md.

This module only looks values up: in the tables of the ten phases that come with the package, and in
those of a player's own phases that :mod:`phase10.solver.waiting_build` has solved and kept. Plain
Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from phase10.game.cards import Cards, Deck, Hand
from phase10.game.errors import GameError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.waiting_file import Column, WaitingFile
from phase10.solver.waiting_states import CARDS_HELD, States, states_of, vector_of

__all__ = [
    "MODELS",
    "MOST_TURNS",
    "TABLE_TURNS",
    "Case",
    "WaitingFigures",
    "WaitingTable",
    "cache_folder",
    "case_of",
    "check_model",
    "expected_turns",
    "figures_for",
    "table_for",
]

MODELS: Final = ("pile", "offer")
MOST_TURNS: Final = 10
"""Turns up to which the best chance is averaged over the deal."""
TABLE_TURNS: Final = 5
"""Turns up to which a table holds the best chance of each hand, in the ``offer`` model."""


@dataclass(frozen=True)
class Case:
    """Hold all that the values depend on: the goals, the rules that matter to them, the deck."""

    phase: Phase
    natural_per: str
    same_number_sets: bool
    deck: Deck

    @property
    def rules(self) -> Rules:
        """Give rules under which the phase is worth the same."""
        return Rules(
            natural_per=self.natural_per,
            same_number_sets=self.same_number_sets,
            deck=self.deck,
        )

    def __str__(self) -> str:
        return str(self.phase) if self.rules == SEED else f"{self.phase} {self.rules}"

    @property
    def file_name(self) -> str:
        """Name the file of this case: the goals, and a digest unless the rules are usual."""
        name = str(self.phase).replace(":", "").replace("+", "_")
        if self.rules == SEED:
            return f"{name}.bin"
        from hashlib import sha256  # slow to import, and rarely needed

        return f"{name}_{sha256(str(self).encode()).hexdigest()[:12]}.bin"


@lru_cache(maxsize=256)
def case_of(phase: Phase, rules: Rules = SEED) -> Case:
    """Reduce a phase and rules to what matters: the order of goals, for one, does not."""
    kinds = [group.kind for group in phase.groups]
    several_sets = sum(kind in ("set", "cset") for kind in kinds) > 1
    return Case(
        Phase(sorted(phase.groups)),
        rules.natural_per if len(kinds) > 1 else SEED.natural_per,
        rules.same_number_sets if several_sets else SEED.same_number_sets,
        rules.deck,
    )


@dataclass(frozen=True)
class WaitingFigures:
    """Hold what one model says of a phase before the cards are dealt, averaged over the deal.

    ``average``: expected turns. ``within[n - 1]``: the best chance to lay down within n turns, the
    current one counted, each n played for itself. ``worst``: a hand that needs most turns, and how
    many. ``method``: ``model pile``, ``model offer`` or ``simulated``.

    ``simulated``: no table can hold the phase, so one policy was played, ``policy`` by name, in
    ``games`` games from ``seed``. Optimal play needs at most so many turns and has at least these
    chances, up to the standard errors; there is no ``worst``.
    """

    model: str
    method: str
    average: float
    within: tuple[float, ...]
    worst: tuple[str, float] | None = None
    policy: str | None = None
    games: int | None = None
    seed: int | None = None
    standard_error: float | None = None
    within_errors: tuple[float, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> WaitingFigures:
        """Read what :meth:`to_json` wrote."""
        tuples = {key: tuple(value) for key, value in data.items() if isinstance(value, list)}
        return cls(**{**data, **tuples})

    def to_json(self) -> dict[str, Any]:
        """Give the figures that there are as plain values."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in vars(self).items()
            if value is not None
        }


class WaitingTable:
    """Look up hands of ten cards for one phase in one model.

    ``phase``, ``model``, ``method`` ("model pile" or "model offer"), ``figures``; ``average`` and
    ``worst``, ten cards that need most turns and how many, at full precision; ``error``: no value
    looked up is off by more.
    """

    def __init__(
        self,
        phase: Phase,
        states: States,
        file: WaitingFile,
        figures: WaitingFigures,
        worst: tuple[str, float],
    ) -> None:
        self.phase = phase
        self.model = figures.model
        self.method = figures.method
        self.figures = figures
        self.average = figures.average
        self.worst = worst
        self.states = states
        self.error: float = file.header["errors"][self.model]
        self._expected = file.columns[f"expected {self.model}"]
        self._within: list[Column] = [
            file.columns[name]
            for turns in range(1, TABLE_TURNS + 1)
            if (name := f"within {turns} {self.model}") in file.columns
        ]

    def expected(self, hand: Cards | Sequence[int]) -> float:
        """Look up the expected turns of ten cards, a hand or fifty counts.

        A hand that holds the whole phase needs 1: it still draws, and lays down on that turn.
        Raises :class:`GameError` ``waiting.cards`` for another number of cards.
        """
        return self._expected[self.states.index(hand)]

    def within(self, hand: Cards | Sequence[int], turns: int) -> float | None:
        """Look up the best chance to lay down within ``turns`` turns, the current one counted.

        Held for 1 to 5 turns in the model ``offer``, in steps of 1/255; otherwise ``None``. Only a
        hand that is sure to lay down has 1.
        """
        if not 1 <= turns <= len(self._within):
            return None
        return self._within[turns - 1][self.states.index(hand)]


def expected_turns(hand: Hand, phase: Phase, model: str = "pile", rules: Rules = SEED) -> float:
    """Give the smallest expected number of turns to lay the phase down from ten cards.

    Ten cards are what one holds between two turns; with eleven take the least over the discards. A
    hand that holds the whole phase needs 1 turn. Exact in the model to 0.001. Raises
    :class:`GameError` ``waiting.model``, ``waiting.cards``, ``waiting.kind`` (no table can hold
    such a phase) or ``waiting.unsolved`` (a phase of one's own that was not solved yet).
    """
    table = table_for(phase, model, rules)
    if table is None:
        if vector_of(phase) is None:
            raise GameError("waiting.kind", phase=str(phase))
        raise GameError("waiting.unsolved", phase=str(phase))
    return table.expected(hand)


def table_for(phase: Phase, model: str, rules: Rules = SEED) -> WaitingTable | None:
    """Give the table of a phase, mapped into memory; ``None`` when the phase is not solved yet.

    The ten phases come solved; others are looked for in the user's cache folder.
    """
    case = case_of(phase, rules)
    check_model(model)
    solved = SOLVED.get(case)
    return None if solved is None else solved.tables.get(model)


def figures_for(phase: Phase, model: str, rules: Rules = SEED) -> WaitingFigures | None:
    """Give the figures of a phase over the deal; ``None`` when it is not solved yet."""
    check_model(model)
    solved = SOLVED.get(case_of(phase, rules))
    return None if solved is None else solved.figures[model]


def cache_folder() -> Path | None:
    """Give the folder for solved phases of one's own; ``None`` where there is none."""
    try:
        from platformdirs import user_cache_path
    except ImportError:  # a page in the browser keeps nothing
        return None
    return user_cache_path("phase10", appauthor=False) / "waiting"


def check_model(model: str) -> None:
    """Raise :class:`GameError` ``waiting.model`` unless the model is one of ``MODELS``."""
    if model not in MODELS:
        raise GameError("waiting.model", text=model, allowed=", ".join(MODELS))


class Solved:
    """Hold one solved phase: its figures and, where a vector holds it, its tables."""

    def __init__(
        self, case: Case, file: WaitingFile, figures: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.case = case
        self.file = file
        self.figures = {model: WaitingFigures.from_json(figures[model]) for model in MODELS}

    @cached_property
    def tables(self) -> dict[str, WaitingTable]:
        """Give the tables by model; none for a phase that was only simulated."""
        states = states_of(self.case.phase, self.case.deck)
        if states is None:
            return {}
        return {
            model: WaitingTable(self.case.phase, states, self.file, figures, figures.worst)
            for model, figures in self.figures.items()
            if figures.worst is not None
        }


class _SolvedPhases:
    """Find solved phases; those found stay open, those not found are looked for again.

    ``bring``: fetches a table of the package by the name of its file, where the package came
    without them; None where it cannot be had now.
    """

    def __init__(self) -> None:
        self._found: dict[Case, Solved] = {}
        self.bring: Callable[[str], bytes | None] | None = None

    def get(self, case: Case) -> Solved | None:
        """Find a phase among those open, those of the package, those in the cache folder."""
        solved = self._found.get(case)
        if solved is None:
            solved = self._shipped(case) or self._kept(case)
            if solved is not None:
                self._found[case] = solved
        return solved

    def keep(self, solved: Solved) -> None:
        """Hold a phase that was just solved, whether or not it could be written."""
        self._found[solved.case] = solved

    def forget(self) -> None:
        """Close everything."""
        self._found.clear()

    def _shipped(self, case: Case) -> Solved | None:
        figures = shipped_figures().get(str(case))
        if figures is None:
            return None
        # The package is checked as a whole where it is built; here the length must do.
        file = WaitingFile.open(_TABLES.joinpath(case.file_name), whole=False) or self._brought(
            case
        )
        return None if file is None else read(case, file, figures)

    def _brought(self, case: Case) -> WaitingFile | None:
        data = None if self.bring is None else self.bring(case.file_name)
        if data is None:
            return None
        try:
            return WaitingFile(memoryview(data), whole=True)
        except (ValueError, LookupError, TypeError):  # cut short on its way
            return None

    def _kept(self, case: Case) -> Solved | None:
        folder = cache_folder()
        if folder is None:
            return None
        file = WaitingFile.open(folder / case.file_name, whole=True)
        return None if file is None else read(case, file, file.header.get("figures", {}))


def read(case: Case, file: WaitingFile, figures: Mapping[str, Mapping[str, Any]]) -> Solved | None:
    """Give a solved phase from its file; ``None`` when the file is of another case."""
    states = states_of(case.phase, case.deck)
    size = 0 if states is None else states.size
    header = file.header
    if (header.get("case"), header.get("cards"), file.states) != (str(case), CARDS_HELD, size):
        return None
    needed = {f"expected {model}" for model in MODELS} if size else set()
    if not needed <= file.columns.keys() or not figures.keys() >= set(MODELS):
        return None
    return Solved(case, file, figures)


_TABLES: Final = files("phase10.solver").joinpath("tables")
SOLVED: Final = _SolvedPhases()


@lru_cache(maxsize=1)
def shipped_figures() -> dict[str, dict[str, dict[str, Any]]]:
    """Read the figures of the phases that come with the package, by case and model."""
    path = _TABLES.joinpath("figures.json")
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(path.read_text("utf-8"))
    return found
