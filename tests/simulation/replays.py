"""Replay simulated matches of all players, presets, short games and options in the engine.

    python tests/simulation/replays.py 5000

prints how many matches came to the same end, move by move. A match that does not is an error.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from phase10.game.stages import MATCH_OVER
from phase10.simulation.recording import record_match
from tests.simulation.studies import ordinary, unusual

SEED = 2025


def main(matches: int) -> None:
    """Play half of the matches by the presets, half by any options, two of each study."""
    begun = time.perf_counter()
    steps = over = ties = 0
    players: Counter[str] = Counter()
    rules: set[str] = set()
    for kind in (ordinary, unusual):
        for study in islice(kind(SEED), matches // 4):
            for number in (0, 1):
                record = record_match(study, number)
                steps += len(record.moves)
                over += record.game.stage == MATCH_OVER
                ties += record.game.tie_break
            players.update(study.players)
            rules.add(str(study.rules))
    played = matches // 4 * 4
    print(
        f"{played} matches replayed to the same scores, {steps} steps, seed {SEED}: "
        f"{over} with a winner, {ties} by a tie-break, {len(rules)} different rules; "
        f"{time.perf_counter() - begun:.0f} s"
    )
    print("seats:", ", ".join(f"{name} {count}" for name, count in sorted(players.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
