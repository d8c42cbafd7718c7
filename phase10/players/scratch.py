"""Places in ``work`` that strategies use, after those that a plan uses."""

from __future__ import annotations

from typing import Final

from phase10.solver.plan_rows import PLAN_WORK

BEST_TARGETS: Final = PLAN_WORK
HOLDERS: Final = BEST_TARGETS + 6
"""For each place of a layout the kind that stands there."""
PLACE_GOALS: Final = HOLDERS + 12
PLACE_NUMBERS: Final = PLACE_GOALS + 12
FROM_PLACE: Final = PLACE_NUMBERS + 12
QUEUE: Final = FROM_PLACE + 12
HELD_KINDS: Final = QUEUE + 12
KINDS_LEFT: Final = HELD_KINDS + 52
GROUP_LOWS: Final = KINDS_LEFT + 50
GROUP_HIGHS: Final = GROUP_LOWS + 6
SCORES: Final = GROUP_HIGHS + 6
"""What ``chance`` adds up."""
WORK_SIZE: Final = SCORES + 100
"""How long the row ``work`` is."""
