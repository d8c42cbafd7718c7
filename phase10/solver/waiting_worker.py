"""Solve one phase in a process of its own, for a page whose process must stay light.

    python -m phase10.solver.waiting_worker --phase set:3+run:5 --rules seed

writes one JSON object a line: ``{"share": 0.4}`` while it works; at the end ``{"done": true}``, or
``{"error": code, "values": {…}}`` if it cannot be done. It ends when its standard input is closed,
which is when the page that started it is gone.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from phase10.game.errors import GameError
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.waiting import cache_folder, case_of
from phase10.solver.waiting_file import WaitingFile

__all__ = ["main"]

NICER = 5
"""How far the process steps back, so that the page stays quick on a machine of few cores."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Solve the phase, keep it in the cache folder, tell how far it is."""
    parser = argparse.ArgumentParser(prog="python -m phase10.solver.waiting_worker")
    parser.add_argument("--phase", required=True)
    parser.add_argument("--rules", default="seed")
    chosen = parser.parse_args(arguments)
    threading.Thread(target=_end_with_the_page, daemon=True).start()
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICER)
    _tell(share=0.0)
    try:
        _solve(Phase(chosen.phase), Rules.parse(chosen.rules))
    except GameError as error:
        _tell(error=error.code, values=dict(error.values))
        return 1
    _tell(done=True)
    return 0


def _solve(phase: Phase, rules: Rules) -> None:
    # Loading it takes long: the page hears before that the work has begun.
    from phase10.solver.waiting_build import solve_and_keep

    solve_and_keep(phase, rules, lambda share: _tell(share=round(share, 4)))
    folder = cache_folder()
    # What was only held in memory ends with this process.
    if folder is None:
        raise GameError("waiting.unkept", folder="?")
    if WaitingFile.open(folder / case_of(phase, rules).file_name, whole=False) is None:
        raise GameError("waiting.unkept", folder=str(folder))


def _tell(**said: Any) -> None:
    sys.stdout.write(f"{json.dumps(said)}\n")
    sys.stdout.flush()


def _end_with_the_page() -> None:
    """Wait until nobody is there any more who could read the answer."""
    with suppress(OSError, ValueError):
        while sys.stdin.read(1024):
            pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
