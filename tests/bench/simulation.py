"""Speed of the simulator on one core: rounds among four players, hands of the waiting game."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import mean

from phase10.game.phases import PHASES
from phase10.simulation.study import Study, count_blocks
from phase10.simulation.tally import ROUND_TURNS, counted
from phase10.simulation.waiting_hands import waiting_hands
from tests.bench.figure import Figure

AIMS = {"greedy": ">= 20000", "careful": "-", "chance": "-", "optimal": ">= 8000"}
BLOCKS = 1000
HANDS = 20_000
READY = (
    "import time; begun = time.perf_counter()\n"
    "from phase10.simulation.matches import simulate\n"
    "simulate(['greedy', 'optimal'], 2, 1, workers=1)\n"
    "print(time.perf_counter() - begun)"
)


def simulation_figures() -> Iterator[Figure]:
    """Yield the figures; processor time of one thread, so that other work counts little."""
    for player, aim in AIMS.items():
        study = Study((player,) * 4, 4 * BLOCKS, 1)
        count_blocks(study, 0, 20)  # compiles; fills what is remembered
        begun = time.thread_time()
        turns, rounds = counted(count_blocks(study, 0, BLOCKS), ROUND_TURNS)
        seconds = time.thread_time() - begun
        how = f"{rounds} rounds, {1e6 * seconds / turns:.2f} us a turn"
        yield Figure(f"four players {player}", rounds / seconds, "rounds/s", aim, how)
    rates = []
    for number, phase in enumerate(PHASES, start=1):
        waiting_hands(phase, "pile", 100, 1)
        begun = time.thread_time()
        found = waiting_hands(phase, "pile", HANDS, number)
        rates.append(HANDS / (time.thread_time() - begun))
        how = f"{found.turns:.2f} turns a hand"
        yield Figure(f"waiting game, pile, phase {number}", rates[-1], "hands/s", "-", how)
    yield Figure("waiting game, pile, mean of phases", mean(rates), "hands/s", ">= 200000", "")
    subprocess.run([sys.executable, "-c", READY], check=True, capture_output=True)
    done = subprocess.run([sys.executable, "-c", READY], check=True, capture_output=True)
    yield Figure("first figures, warm cache", float(done.stdout), "s", "<= 3", "a new process")
