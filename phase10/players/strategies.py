"""Every decision of every strategy, by the number of the strategy.

Plain functions on the rows of :mod:`phase10.players.board`. Uncompiled they decide for the pages
and the terminal (:mod:`phase10.players.strategy`); :mod:`phase10.simulation` compiles the same
functions. They are asked only where there is a choice: ``take`` when a card can be drawn and the
face-up card taken, ``lay`` until the phase lies, ``hit`` after it, again and again.

``player``: the number of the strategy; ``style``: its weights, in the order of
:mod:`phase10.players.styles`; ``tables``: :func:`phase10.players.rows.tables_of`; ``work``: a row
of ``WORK_SIZE`` whole numbers, the first of them the state of chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from phase10.players.board import TAKEN
from phase10.players.chance import chance_discard, chance_take
from phase10.players.collector import collector_discard, collector_take
from phase10.players.dice import ONE, below
from phase10.players.greedy import greedy_discard, greedy_hit, greedy_take
from phase10.players.laying import ANY_LAYOUT, FEWEST_WILDS, LEAST_LEFT, lay_hardest
from phase10.players.optimal import optimal_discard, optimal_take
from phase10.players.random_moves import random_discard, random_hit, random_take
from phase10.players.scratch import WORK_SIZE
from phase10.players.styles import CAREFUL, CHANCE, COLLECTOR, MISTAKES, OPTIMAL, RANDOM
from phase10.solver.plan_rows import Row, Tables
from phase10.solver.worth import CARD_LEFT

__all__ = ["TAKEN", "WORK_SIZE", "discard", "hit", "lay", "take"]


def errs(style: Sequence[float], work: Row) -> bool:
    """Tell by chance whether a weaker player makes a mistake: it draws or throws at random."""
    return style[MISTAKES] > 0.0 and below(work, ONE) < style[MISTAKES] * ONE


def take(
    player: int,
    style: Sequence[float],
    own: Row,
    board: Row,
    setup: Row,
    tables: Tables,
    work: Row,
) -> int:
    """Decide whether to draw or to take the face-up card: ``DRAWN`` or ``TAKEN``."""
    if player == RANDOM or errs(style, work):
        return random_take(work)
    if player == OPTIMAL:
        return optimal_take(style, own, board, setup, tables, work)
    if player == CHANCE:
        return chance_take(own, board, setup, tables, work)
    if player == COLLECTOR:
        return collector_take(own, board, setup, tables, work)
    return greedy_take(own, board, setup, tables, work)


def lay(
    player: int,
    style: Sequence[float],
    own: Row,
    board: Row,
    setup: Row,
    tables: Tables,
    work: Row,
    cards_out: Row,
) -> int:
    """Decide which phase to lay, and with which cards; ``NONE`` when none is laid."""
    how = ANY_LAYOUT if player == RANDOM else FEWEST_WILDS
    card_points = 0
    if player == OPTIMAL and style[CARD_LEFT] > 0.0:
        how = LEAST_LEFT
        card_points = int(style[CARD_LEFT])
    return lay_hardest(how, card_points, own, board, setup, tables, work, cards_out)


def hit(
    player: int,
    style: Sequence[float],
    own: Row,
    board: Row,
    setup: Row,
    tables: Tables,
    work: Row,
) -> int:
    """Decide on the next hit; ``NONE`` when there is none."""
    if player == RANDOM:
        return random_hit(own, board, setup, work)
    return greedy_hit(own, board, setup)


def discard(
    player: int,
    style: Sequence[float],
    own: Row,
    board: Row,
    setup: Row,
    tables: Tables,
    work: Row,
) -> int:
    """Decide what to throw, and a skip on whom."""
    if player == RANDOM or errs(style, work):
        return random_discard(own, board, setup, work)
    if player == OPTIMAL:
        return optimal_discard(style, own, board, setup, tables, work)
    if player == CHANCE:
        return chance_discard(own, board, setup, tables, work)
    if player == COLLECTOR:
        return collector_discard(own, board, setup, tables, work)
    return greedy_discard(player == CAREFUL, own, board, setup, tables, work)
