"""A list of phases as typed: the name of an edition, or phases of one's own with ``;`` between."""

from __future__ import annotations

import re

from phase10.game.errors import NumberError
from phase10.game.phases import EDITIONS, Phase
from phase10.game.rules import LAST_PHASE

__all__ = ["read_phase_list"]


def read_phase_list(text: str) -> tuple[Phase, ...]:
    """Read a list of phases.

    Raises :class:`NumberError` ``number.range`` for too many phases, and :class:`PhaseError` for
    the first one that is none.

    >>> [str(phase) for phase in read_phase_list("set:3+run:4; run of 7")]
    ['set:3+run:4', 'run:7']
    """
    editions = EDITIONS.all()
    name = "_".join(re.findall(r"[^\W_]+", text.casefold()))
    if name in editions:
        return editions[name].phases
    parts = [part for part in text.split(";") if part.strip()] or [""]
    if len(parts) > LAST_PHASE:
        raise NumberError("number.range", what="phases", value=len(parts), low=1, high=LAST_PHASE)
    return tuple(map(Phase, parts))
