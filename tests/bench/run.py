"""Print how fast things are, with the machine and the best of several runs.

    python tests/bench/run.py              everything
    python tests/bench/run.py solver       one section

A section is a module beside this one: ``page.py`` with ``page_figures()``, which yields lines.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from pathlib import Path

SECTIONS = (
    "simulation",
    "winning",
    "solver",
    "turns",
    "layouts",
    "engine",
    "page",
    "play",
    "waiting",
    "advice",
    "review",
    "table",
    "lessons",
    "site",
)


def machine() -> str:
    """Describe the machine in one line."""
    processor = platform.processor() or platform.machine()
    names = Path("/proc/cpuinfo")
    if names.exists():
        lines = names.read_text("utf-8").splitlines()
        named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        processor = named[0] if named else processor
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{processor}, {os.cpu_count()} cores{load}; {platform.system()} {platform.release()}; "
        f"Python {platform.python_version()}"
    )


def main(wanted: list[str]) -> int:
    """Run the sections asked for, or all that there are."""
    unknown = [name for name in wanted if name not in SECTIONS]
    if unknown:
        print(f"no section {', '.join(unknown)}; there are: {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    print(machine())
    for name in wanted or SECTIONS:
        module = importlib.import_module(f"tests.bench.{name}")
        print(f"\n{name}")
        for figure in getattr(module, f"{name}_figures")():
            print(f"  {figure}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
