"""What happened at a table, turn by turn: who did what, who missed a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from phase10.players.at_table import Happened
from phase10.views.i18n import sentence
from phase10.views.play import missed, recorded_clause, step_clause

__all__ = ["Told", "told_turns"]


class Told(NamedTuple):
    """Hold what a seat did in one turn, as clauses that stand beside its name."""

    seat: int
    clauses: tuple[str, ...]


def told_turns(
    lang: str,
    steps: Iterable[Happened],
    names: Sequence[str],
    me: int | None,
    *,
    own: bool = False,
) -> list[Told]:
    """Tell turn by turn what the others did, and who missed a turn; ``own``: what ``me`` did too.

    ``me`` is the seat of the reader, who is spoken to; None when nobody is.
    """
    log: list[Told] = []
    last: tuple[int, int] | None = None
    for before, step, after in steps:
        if own or before.turn != me:
            if last != (before.round, before.turns):
                log.append(Told(before.turn, ()))
                last = before.round, before.turns
            said = [
                recorded_clause(lang, step, before, after, names)
                if before.turn == me
                else step_clause(lang, step, before, names, me)
            ]
            if after.shuffles > before.shuffles:
                said.insert(0, sentence(lang, "play.shuffles"))
            log[-1] = log[-1]._replace(clauses=(*log[-1].clauses, *said))
        for seat in missed(before, after):
            code = "play.misses.you" if seat == me else "play.misses"
            log.append(Told(seat, (sentence(lang, code),)))
    return log
