"""Speed of the waiting game: solving phases, opening tables, looking hands up, sizes."""

from __future__ import annotations

import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from phase10.game.phases import PHASES, Phase
from phase10.solver import waiting_build
from phase10.solver.waiting import SOLVED, table_for
from phase10.solver.waiting_build import solve
from phase10.solver.waiting_simulation import simulate_waiting
from tests.bench.figure import Figure, best_seconds
from tests.bench.solver import dealt

HANDS = 2_000
OWN = ("even:4+set:3", "run:3+run:3+even:4", "color:4+color:3")
BOUNDED = "crun:4"


def solving() -> Iterator[Figure]:
    """Measure both models, with the chances up to ten turns, on two threads."""
    solve(Phase("color:7"))
    for phase in (*PHASES[:4], PHASES[7], *map(Phase, OWN)):
        began, started = time.process_time(), time.perf_counter()
        solve(phase)
        seconds, work = time.perf_counter() - started, time.process_time() - began
        how = f"one run, {work:.1f} s of work by two threads"
        yield Figure(f"solve {phase}, both models", seconds, "s", "≤ 20", how)
    started = time.perf_counter()
    figures = simulate_waiting(Phase(BOUNDED))
    seconds = time.perf_counter() - started
    yield Figure(f"simulate {BOUNDED}", seconds, "s", "≤ 20", f"{figures.games} games")


def looking_up() -> Iterator[Figure]:
    """Measure the first use of a table and look-ups of hands that are new to it."""
    for phase in (PHASES[3], PHASES[0]):
        SOLVED.forget()
        started = time.perf_counter()
        table_for(phase, "offer")
        milliseconds = 1000 * (time.perf_counter() - started)
        yield Figure(f"open the table of {phase}", milliseconds, "ms", "≤ 50", "first in a process")
    program = (
        "import time; from phase10.game.phases import PHASES; start = time.process_time()\n"
        "from phase10.solver.waiting import MODELS, table_for\n"
        "for phase in PHASES:\n"
        "    for model in MODELS: table_for(phase, model)\n"
        "print(time.process_time() - start)"
    )

    def everything() -> float:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
        return 1000 * float(done.stdout)

    best = min(everything() for _ in range(5))
    yield Figure("import the module, open all tables", best, "ms", "≤ 50", "new process, best of 5")
    for phase in (PHASES[3], PHASES[0], PHASES[7]):
        table = table_for(phase, "offer")
        assert table is not None
        lookup = table.expected

        def all_hands(lookup=lookup) -> float:  # type: ignore[no-untyped-def]
            hands = dealt(10, HANDS)
            started = time.perf_counter()
            for hand in hands:
                lookup(hand)
            return time.perf_counter() - started

        best = min(all_hands() for _ in range(5)) / HANDS
        yield Figure(f"look a new hand up, {phase}", 1e6 * best, "µs", "≤ 20", f"{HANDS} hands")
        counts = [hand.counts for hand in dealt(10, HANDS)]
        best = best_seconds(lambda c=counts, f=lookup: [f(hand) for hand in c], 5) / HANDS
        yield Figure(f"look fifty counts up, {phase}", 1e6 * best, "µs", "≤ 20", f"{HANDS} hands")


def sizes() -> Iterator[Figure]:
    """Measure the tables as installed and as packed in a wheel."""
    folder = Path(waiting_build.__file__).parent / "tables"
    files = sorted(folder.iterdir())
    plain = sum(path.stat().st_size for path in files)
    yield Figure("tables, installed", plain / 1e6, "MB", "≤ 27", f"{len(files)} files")
    with TemporaryDirectory() as scratch:
        packed = Path(scratch) / "tables.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                archive.write(path, path.name)
        yield Figure("tables, in the wheel", packed.stat().st_size / 1e6, "MB", "≤ 25", "deflated")


def waiting_figures() -> Iterator[Figure]:
    """Give all figures of this section."""
    yield from looking_up()
    yield from sizes()
    yield from solving()
