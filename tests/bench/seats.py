"""Print the table of sizes: seats, memory, seconds until a page is ready, seconds of a click.

python tests/bench/seats.py                 for 1, 5, 10, 20 and 30 seats
python tests/bench/seats.py 30 --minutes 2  for some, for so long
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.load.crowd import Crowd, memory, quantile, warm
from tests.support.packaging import private_environment
from tests.support.servers import Server, free_port
from tests.support.visitors import run

HEAD = (
    "| seats | ready, median | ready, p95 | click, median | click, p95 | failures "
    "| waiting | working |\n|---|---|---|---|---|---|---|---|"
)


def measured(seats: int, minutes: float) -> str:
    """Serve a class of so many, let it work, and write one line of the table."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        server = Server(
            [sys.executable, "-m", "phase10", "serve", "--class", str(seats), "--no-browser",
             "--port", str(port)],
            port,
            folder / "log",
            environment=private_environment(folder / "home", PHASE10_WIN_CHANCES="off"),
            folder=folder,
        )  # fmt: skip
        crowd = Crowd(server, server.says(r"Code to come in: (\w+)"), seats)

        async def lesson() -> tuple[float, float]:
            await warm(server, seats)
            waiting = memory(server)
            await crowd.come()
            await crowd.work(minutes * 60)
            working = memory(server)
            await crowd.go()
            return waiting, working

        try:
            waiting, working = run(lesson())
        finally:
            server.stop()
    found = crowd.figures
    ready = f"{quantile(found.ready, 0.5):.2f} s | {quantile(found.ready, 0.95):.2f} s"
    clicks = f"{quantile(found.clicks, 0.5) * 1000:.0f} ms | "
    clicks += f"{quantile(found.clicks, 0.95) * 1000:.0f} ms"
    return (
        f"| {seats} | {ready} | {clicks} | {len(found.failures)} "
        f"| {waiting:.2f} GB | {working:.2f} GB |"
    )


def main() -> None:
    """Print the table for the seats that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("seats", nargs="*", type=int, default=[1, 5, 10, 20, 30])
    parser.add_argument("--minutes", type=float, default=0.5)
    asked = parser.parse_args()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"{os.cpu_count()} cores, load {load:.1f} before\n\n{HEAD}", flush=True)
    for seats in asked.seats:
        print(measured(seats, asked.minutes), flush=True)


if __name__ == "__main__":
    main()
