"""Speed of the engine: all layouts of a hand, records of matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

from phase10.game.all_layouts import all_layouts
from phase10.game.cards import Hand
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.records import Record, save
from phase10.game.stages import ROUND_OVER
from phase10.players import PLAYERS, choice_of
from tests.bench.figure import Figure, best_seconds
from tests.bench.solver import dealt, fresh
from tests.game.record_texts import long_record

PRINTED = (*PHASES, *map(Phase, ("crun:4+set:3", "run:4+color:4", "set:2+set:2+set:2+set:2")))
"""The ten phases and the slowest ones of other printed editions."""

HARDEST = (
    ("set:3+set:3", "R5 R9 R9 B9 B9 G9 G9 Y9 W W W"),
    ("set:3+run:4", "R5 R6 R8 R9 G7 G8 Y7 Y8 W W W"),
    ("run:7", "R4 R5 B8 G6 G9 Y7 Y10 W W W W"),
    ("run:8", "R3 R6 R7 R8 G4 G9 Y5 W W W W"),
    ("color:7", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"),
    ("crun:4+set:3", "R7 B6 B7 B8 B9 B10 B11 W W W W"),
    ("run:5+color:4", "B4 B5 B6 B7 B8 B9 B10 W W W W"),
    ("run:4+color:4", "G3 G4 G5 G6 G7 G8 G9 G10 W W W"),
    ("set:2+set:2+set:2+set:2", "R5 R5 B5 G5 Y5 W W W W W W"),
    ("set:3+set:3+set:3", "R12 R12 B12 G12 G12 Y12 Y12 W W W W"),
    ("color:3+color:3+color:4", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"),
)
"""Hands found by climbing that take long, for these phases."""


def layout_seconds(hands: Sequence[Hand], phase: Phase, runs: int) -> list[float]:
    """Time each hand by itself, with nothing kept from before; the best of several runs."""
    times = []
    for hand in hands:
        copies = iter([fresh(hand) for _ in range(runs)])
        times.append(best_seconds(lambda: all_layouts(next(copies), phase), runs))  # noqa: B023
    return times


def layouts() -> Iterator[Figure]:
    """Measure the list of layouts: random hands that cannot lay and that can, then the hardest."""
    hands = dealt(11, 1000)
    slowest: dict[bool, list[float]] = {False: [], True: []}
    for phase in PRINTED:
        for lays in (False, True):
            chosen = [hand for hand in hands if bool(all_layouts(hand, phase)) == lays]
            if chosen:
                slowest[lays].append(mean(layout_seconds(chosen, phase, 3)))
    for lays, name, aim in ((False, "none", "<= 10"), (True, "some", "-")):
        how = "mean of 1000 hands, best of 3"
        yield Figure(f"all_layouts, {name}, median phase", median(slowest[lays]) * 1e6, "us", aim,
                     how)  # fmt: skip
        yield Figure(f"all_layouts, {name}, slowest phase", max(slowest[lays]) * 1e6, "us", aim,
                     how)  # fmt: skip
    for goals, cards in HARDEST:
        phase, hand = Phase(goals), Hand(cards)
        (seconds,) = layout_seconds([hand], phase, 9)
        count = len(all_layouts(hand, phase))
        yield Figure(f"all_layouts, {goals}, {count} layouts", seconds * 1e3, "ms", "<= 2",
                     "best of 9, a hard hand")  # fmt: skip


def greedy_record(rounds: int) -> Record:
    """Play so many rounds with four greedy players."""
    names = ["greedy"] * 4
    record = Record.start(3, names, names, phases=EDITIONS["plus_ten"].phases)
    while (record.game.stage, record.game.round) != (ROUND_OVER, rounds):
        if record.game.stage == ROUND_OVER:
            record = record.dealt()
        else:
            record = record.played(choice_of(PLAYERS["greedy"], record.game))
    return record


def records() -> Iterator[Figure]:
    """Measure records of 30 rounds of four players: read, written, saved after a move."""
    long = long_record(30, EDITIONS["plus_ten"].phases)
    for who, record in (("greedy players", greedy_record(30)), ("players by chance", long)):
        source = str(record).encode()
        moves = f"{len(record.moves)} moves, {len(source) // 1000} kB, best of 7"
        seconds = best_seconds(lambda: Record.parse(source), 7)  # noqa: B023
        yield Figure(f"record of 30 rounds, {who}, verified", seconds * 1e3, "ms", "<= 200", moves)
        yield Figure("  for each move", seconds / len(record.moves) * 1e6, "us", "<= 70", moves)
    yield Figure("  written", best_seconds(lambda: str(long), 7) * 1e3, "ms", "-", moves)
    before, move = long.undone(), long.moves[-1]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.txt"
        seconds = best_seconds(lambda: save(before.played(move), path), 20)
    yield Figure("  a move played and saved after them", seconds * 1e3, "ms", "-",
                 "with the disk, best of 20")  # fmt: skip


def engine_figures() -> Iterator[Figure]:
    """Yield all figures of the engine."""
    yield from layouts()
    yield from records()
