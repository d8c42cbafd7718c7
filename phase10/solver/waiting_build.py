"""Solve the waiting game of a phase, exactly, and keep it as a file.

    python -m phase10.solver.waiting_build

makes the tables of the ten phases anew. A phase of a player's own is solved by
:func:`solve_and_keep` and kept in the user's cache folder, where
:mod:`phase10.solver.waiting` finds it.

With NumPy, and with Numba for all but the smallest games.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from phase10.game.cards import Cards
from phase10.game.errors import GameError, NumberError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.waiting import (
    MODELS,
    MOST_TURNS,
    SOLVED,
    TABLE_TURNS,
    Case,
    Solved,
    WaitingFigures,
    cache_folder,
    case_of,
    check_model,
    read,
)
from phase10.solver.waiting_file import WaitingFile, packed
from phase10.solver.waiting_game import Progress, WaitingGame, game_of
from phase10.solver.waiting_loops import COMPILED, improve, residual, sooner
from phase10.solver.waiting_simulation import simulate_waiting
from phase10.solver.waiting_states import CARDS_HELD

__all__ = ["Solution", "build_tables", "chances_within", "solve", "solve_and_keep"]

ACCURACY: Final = 1e-9
"""Proven accuracy of the expected turns, in turns, where they stay below some hundreds."""
ROUNDING: Final = 0.001
"""Largest error of a value in a table."""
SMALL: Final = 5_000
"""States up to which a game is solved without Numba."""
MOST_PASSES: Final = 1_000
CHANCE_SCALE: Final = 255


@dataclass(frozen=True)
class Solution:
    """Hold one model of a solved game: values by state, float64.

    ``expected``: turns. ``bound``: no value is further than this from the true one, which is
    proven: where one turn played as well as possible before V changes V by at most r, optimal play
    needs V turns up to r · max V. ``within[n - 1]``: the best chance within n turns, for n up to 5
    in the model that tables keep, else none. ``figures``: averages over the deal.
    """

    expected: NDArray[np.float64]
    bound: float
    within: tuple[NDArray[np.float64], ...]
    figures: WaitingFigures


def _silent(share: float) -> None:
    """Tell nobody how much is done."""


def solve(
    phase: Phase,
    rules: Rules = SEED,
    *,
    cards: int = CARDS_HELD,
    progress: Progress = _silent,
) -> tuple[WaitingGame, dict[str, Solution]] | None:
    """Solve both models of a phase exactly; ``None`` when no vector holds it.

    Two threads are used. ``progress`` is told the share done, rising from 0 to 1, in this thread.
    Raises :class:`GameError` ``waiting.deck``, ``game.phase_deck`` (no cards of the deck complete
    the phase) or ``numba.missing`` (a large game, and Numba is not installed).
    """
    game = game_of(phase, rules, cards, lambda share: progress(0.4 * share))
    if game is None:
        return None
    _check_size(game)
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(_solve_model, game, "pile", _silent)
        offer = _solve_model(game, "offer", lambda share: progress(0.4 + 0.6 * share))
        solutions = {"pile": other.result(), "offer": offer}
    progress(1.0)
    return game, solutions


def _check_size(game: WaitingGame) -> None:
    if not COMPILED and game.states.size > SMALL:
        raise GameError("numba.missing")


def _solve_model(game: WaitingGame, model: str, progress: Progress) -> Solution:
    expected, bound = _expected(game, model, lambda share: progress(share / 2))
    kept = []
    averages = []
    for turns, chances in enumerate(_chances(game, model, MOST_TURNS), start=1):
        progress(0.5 + turns / MOST_TURNS / 2)
        averages.append(min(1.0, game.average(chances)))
        if model == "offer" and turns <= TABLE_TURNS:
            kept.append(chances.copy())
    worst = int(np.flatnonzero(expected >= expected.max() - ACCURACY)[0])
    hand = Cards.from_counts(game.states.counts(worst), game.states.deck)
    figures = WaitingFigures(
        model=model,
        method=f"model {model}",
        average=game.average(expected),
        within=tuple(averages),
        worst=(str(hand), float(expected[worst])),
    )
    return Solution(expected, bound, tuple(kept), figures)


def _expected(
    game: WaitingGame, model: str, progress: Progress
) -> tuple[NDArray[np.float64], float]:
    """Find the expected turns of all states, and how far they may be from the true ones.

    Every move worth making leads to a state worth less, so one pass over the states in the order of
    their values finds all of them. The order is not known: it starts with the missing cards and is
    then that of the last values, until nothing changes.
    """
    offer = model == "offer"
    values = np.full(game.states.size, np.inf)
    best = np.where(game.missing == 0, 0.0, np.inf)
    missing = np.where(game.more >= 0, game.missing[game.more], np.int8(127)).min(axis=1)
    order = np.argsort(missing, kind="stable")
    for done in range(MOST_PASSES):
        change = improve(order, game.more, game.copies, game.unseen, offer, best, values)
        if change <= 1e-15 * values.max() and np.isfinite(values).all():
            break
        progress(1 - 0.7**done)
        order = np.argsort(values, kind="stable")
    done_states = game.missing == 0
    off = residual(game.more, game.copies, game.unseen, offer, done_states, values, best)
    return values, float(off * values.max())


def _chances(game: WaitingGame, model: str, turns: int) -> Iterator[NDArray[np.float64]]:
    """Yield the best chances of all states within 1, 2, … turns, in one array that changes."""
    done = game.missing == 0
    chances = np.zeros(game.states.size)
    best = np.empty(len(done))
    for _ in range(turns):
        sooner(game.more, game.copies, game.unseen, model == "offer", done, chances, best)
        yield chances


def chances_within(
    hand: Cards, phase: Phase, model: str = "pile", rules: Rules = SEED, turns: int = MOST_TURNS
) -> tuple[float, ...]:
    """Give the best chances to lay down within 1, 2, … turns from ten cards, each for itself.

    Solved when first asked for, in seconds, and kept for the last phase. Exact to 1e-7. Raises
    :class:`GameError` as :func:`solve` does, ``waiting.kind`` where no vector holds the phase, and
    :class:`NumberError` for more than 10 turns.
    """
    if not 1 <= turns <= MOST_TURNS:
        raise NumberError("number.range", what="turns", value=turns, low=1, high=MOST_TURNS)
    check_model(model)
    game, chances = _all_chances(case_of(phase, rules), model)
    state = game.states.index(hand)
    return tuple(float(chance) for chance in chances[:turns, state])


@lru_cache(maxsize=1)
def _all_chances(case: Case, model: str) -> tuple[WaitingGame, NDArray[np.float32]]:
    game = game_of(case.phase, case.rules, CARDS_HELD)
    if game is None:
        raise GameError("waiting.kind", phase=str(case.phase))
    _check_size(game)
    chances = np.empty((MOST_TURNS, game.states.size), np.float32)
    for turns, values in enumerate(_chances(game, model, MOST_TURNS)):
        chances[turns] = values
    return game, chances


# --- files ----------------------------------------------------------------------------------------


def solve_and_keep(phase: Phase, rules: Rules = SEED, progress: Progress = _silent) -> Solved:
    """Give a phase solved, at once if it is known, else after solving and keeping it.

    Both models, a few seconds. A phase that no vector holds is simulated instead. ``progress`` is
    told the share done. The file appears whole or not at all, so that several processes may do this
    at once; one that cannot be written is held in memory. Raises :class:`GameError` as
    :func:`solve` does.
    """
    case = case_of(phase, rules)
    known = SOLVED.get(case)
    if known is not None:
        return known
    header, columns = _made(case, progress)
    data = packed(header, columns)
    folder = cache_folder()
    file = None
    if folder is not None:
        path = folder / case.file_name
        with suppress(OSError):
            _write(path, data)
        file = WaitingFile.open(path, whole=True)
    solved = None if file is None else read(case, file, header["figures"])
    if solved is None:
        solved = Solved(case, WaitingFile(memoryview(data), whole=False), header["figures"])
    SOLVED.keep(solved)
    return solved


def _made(case: Case, progress: Progress) -> tuple[dict[str, Any], list[bytes]]:
    """Solve or simulate a case; give the header of its file and the columns."""
    header: dict[str, Any] = {"case": str(case), "cards": CARDS_HELD, "states": 0, "columns": []}
    solved = solve(case.phase, case.rules, progress=progress)
    if solved is None:
        figures = {
            "pile": _simulated(case, "pile", lambda share: progress(share / 2)),
            "offer": _simulated(case, "offer", lambda share: progress((1 + share) / 2)),
        }
        return {**header, "figures": figures}, []
    game, solutions = solved
    columns = []
    header |= {
        "states": game.states.size,
        "errors": {},
        "figures": {model: solution.figures.to_json() for model, solution in solutions.items()},
    }
    for model, solution in solutions.items():
        column, data = _turns_column(solution.expected)
        header["columns"].append({"name": f"expected {model}", **column})
        header["errors"][model] = 0.5 / column["scale"] + solution.bound
        columns.append(data)
        for turns, chances in enumerate(solution.within, start=1):
            shown = {"type": "B", "first": 0.0, "scale": CHANCE_SCALE}
            header["columns"].append({"name": f"within {turns} {model}", **shown})
            columns.append(_chance_bytes(chances))
    return header, columns


def _simulated(case: Case, model: str, progress: Progress) -> dict[str, Any]:
    return simulate_waiting(case.phase, model, case.rules, progress=progress).to_json()


def _turns_column(expected: NDArray[np.float64]) -> tuple[dict[str, Any], bytes]:
    """Write turns as whole numbers of equal steps, in two bytes if that is fine enough."""
    span = float(expected.max()) - 1.0
    letter, most = "H", 2**16 - 1
    if span / most > ROUNDING:
        letter, most = "I", 2**32 - 1
    scale = most / span if span else 1.0
    numbers = np.rint((expected - 1.0) * scale).astype("<u2" if letter == "H" else "<u4")
    return {"type": letter, "first": 1.0, "scale": scale}, numbers.tobytes()


def _chance_bytes(chances: NDArray[np.float64]) -> bytes:
    """Write chances in 255 steps, the last only for what is certain."""
    numbers = np.rint(chances * CHANCE_SCALE).astype(np.uint8)
    numbers[(numbers == CHANCE_SCALE) & (chances < 1.0 - 1e-12)] -= 1
    return numbers.tobytes()


def _write(path: Path, data: bytes) -> None:
    """Write a file that others see whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def build_tables(folder: Path, phases: Sequence[Phase] = PHASES) -> None:
    """Solve phases, write their tables and ``figures.json`` into a folder, tell how it goes."""
    folder.mkdir(parents=True, exist_ok=True)
    figures: dict[str, Any] = {}
    started = time.perf_counter()
    size = 0
    for phase in phases:
        case = case_of(phase)
        began = time.perf_counter()
        header, columns = _made(case, _silent)
        figures[str(case)] = header.pop("figures")
        data = packed(header, columns)
        _write(folder / case.file_name, data)
        size += len(data)
        averages = ", ".join(
            f"{model} {figures[str(case)][model]['average']:.9f}" for model in MODELS
        )
        _tell(
            f"{case!s:14} {averages}   {len(data):>9,} bytes {time.perf_counter() - began:6.1f} s"
        )
    text = json.dumps(figures, indent=1, ensure_ascii=False) + "\n"
    _write(folder / "figures.json", text.encode())
    _tell(f"{size:,} bytes in {time.perf_counter() - started:.1f} s")


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the voice of this command


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the tables anew."""
    parser = argparse.ArgumentParser(
        prog="python -m phase10.solver.waiting_build",
        description="Solve the waiting game of the ten phases and write their tables.",
    )
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent / "tables")
    build_tables(parser.parse_args(arguments).folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
