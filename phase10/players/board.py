"""What a strategy sees, as whole numbers in three rows: the own cards, the table, the setup.

A strategy is written once, in plain functions over these rows. Uncompiled they are lists; compiled
by :mod:`phase10.simulation` they are arrays of int64. So a strategy only reads and writes single
numbers by index, calls functions of its own kind, and allocates nothing.

Seats are numbered from 0 as in :class:`phase10.game.engine.Game`; phases are places in the list,
from 0; kinds of cards are those of :mod:`phase10.game.kinds`. A card *as it lies* is its kind, or
for a wild ``STANDS + n`` where it stands for the number n, ``STANDS`` where it needs none.

Every decision is one whole number:

- draw or take: ``DRAWN`` or ``TAKEN``;
- lay: the place of the phase, with the cards of each group written to a row of
  ``MOST_GROUPS × GROUP_ROOM``, lowest first in a run, ended by ``NONE``; or ``NONE`` to wait;
- hit: :func:`hit_code`, or ``NONE`` to hit no more;
- discard: :func:`discard_code`; a skip names whom it is played on, every other card ``NONE``.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "BOARD_SIZE",
    "CARDS",
    "COLOR",
    "COUNT",
    "DEALER",
    "DEAL_SIZE",
    "DECK",
    "DONE",
    "DRAWN",
    "DREW",
    "FITS",
    "GOALS",
    "GOAL_KINDS",
    "GROUPS",
    "GROUP_ROOM",
    "HAND",
    "HIGH",
    "KIND",
    "LAID",
    "LAID_NOW",
    "LOW",
    "ME",
    "MELDS",
    "MELD_ROOM",
    "MELD_SIZE",
    "MOST_GROUPS",
    "MOST_MELDS",
    "MOST_PHASES",
    "MOST_SEATS",
    "NONE",
    "NUMBER",
    "OPEN",
    "OWNER",
    "OWN_SIZE",
    "PHASES",
    "PHASE_SIZE",
    "PILE",
    "PLAYING",
    "POINTS",
    "ROUND",
    "RULES",
    "RULE_FLAGS",
    "SCORE",
    "SEATS",
    "SEAT_ROOM",
    "SEAT_SIZE",
    "SETUP_SIZE",
    "SIZE",
    "SKIPS",
    "STANDS",
    "TAKEN",
    "THREW",
    "TIE_BREAK",
    "TOOK",
    "TOP",
    "TURNS",
    "UNSEEN",
    "WAS_TAKEN",
    "discard_code",
    "discard_parts",
    "hit_code",
    "hit_parts",
]

NONE: Final = -1
MOST_SEATS: Final = 6
MOST_PHASES: Final = 40
MOST_GROUPS: Final = 5
"""A phase has at most eleven cards and a group at least two."""
GROUP_ROOM: Final = 13
"""Twelve cards and the end."""
STANDS: Final = 100
DRAWN: Final = 0
TAKEN: Final = 1

# --- the own row: only the seat to move sees it ---------------------------------------------------

HAND: Final = 0
"""Fifty counts of the own hand."""
UNSEEN: Final = 50
"""Fifty counts of the cards that this seat sees nowhere: not in its hand, not on the table, not
among the discards since the last reshuffle, not known in another hand (taken and not yet shed)."""
DREW: Final = 100
"""The kind drawn or taken in this turn, ``NONE`` before."""
WAS_TAKEN: Final = 101
"""1 when that card was taken from the discards."""
LAID_NOW: Final = 102
"""1 when this seat has laid its phase in this turn."""
OWN_SIZE: Final = 103

# --- the table: what everybody sees ---------------------------------------------------------------

COUNT: Final = 0
"""How many seats there are."""
ME: Final = 1
"""The seat that decides."""
ROUND: Final = 2
TURNS: Final = 3
DEALER: Final = 4
PILE: Final = 5
"""Cards in the draw pile."""
TOP: Final = 6
"""The kind on top of the discards, ``NONE`` when there is none or it may not be taken."""
TIE_BREAK: Final = 7
MELDS: Final = 8
"""How many groups lie on the table."""
FITS: Final = 10
"""For each of the fifty kinds 1 when a group on the table is open to it, else 0."""
SEATS: Final = 60

CARDS: Final = 0
"""Within a seat's row: how many cards it holds."""
SCORE: Final = 1
OPEN: Final = 2
"""The phases that it may lay, as bits."""
DONE: Final = 3
"""The phases made in earlier rounds, as bits."""
LAID: Final = 4
"""The place of the phase it has laid in this round, or ``NONE``."""
SKIPS: Final = 5
"""Turns it still has to lose."""
PLAYING: Final = 6
"""1 when it was dealt in."""
TOOK: Final = 10
"""Fifty counts: taken from the discards and not shed since."""
THREW: Final = 60
"""Fifty counts: thrown since the last reshuffle."""
SEAT_SIZE: Final = 110
SEAT_ROOM: Final = SEATS + MOST_SEATS * SEAT_SIZE

MELD_ROOM: Final = SEAT_ROOM
"""Where the groups on the table begin, in the order in which they were laid, each a row of:"""
OWNER: Final = 0
KIND: Final = 1
"""A place in ``GOAL_KINDS``."""
NUMBER: Final = 2
"""The number of a set; of a parity group 0 even, 1 odd; ``NONE`` while nothing settles it."""
COLOR: Final = 3
"""The color (0–3) of a one-color group, ``NONE`` while no natural card settles it."""
LOW: Final = 4
"""The lowest number of a run, else ``NONE``."""
HIGH: Final = 5
SIZE: Final = 6
MELD_SIZE: Final = 7
MOST_MELDS: Final = MOST_SEATS * MOST_GROUPS
BOARD_SIZE: Final = MELD_ROOM + MOST_MELDS * MELD_SIZE

# --- the setup: the same for a whole match --------------------------------------------------------

GOAL_KINDS: Final = ("set", "run", "color", "crun", "cset", "even", "odd", "parity")
RULE_FLAGS: Final = (
    "natural_per_group", "same_number_sets", "extra_on_lay", "hit_others_same_turn",
    "go_out_by_hit", "discard_taken", "take_skip", "skip_chosen", "skip_until_served",
    "advance_all", "in_order",
)  # fmt: skip
"""Options of :class:`phase10.game.rules.Rules` that strategies ask for, 1 or 0, in this order."""

PHASES: Final = 0
"""How many phases the list has."""
RULES: Final = 1
"""The ``RULE_FLAGS``."""
POINTS: Final = 20
"""Fifty numbers: what a card left in hand costs."""
DECK: Final = 70
"""Fifty counts: the whole deck."""
GOALS: Final = 120
"""For each phase a row: how many groups, then (kind, size) of each."""
GROUPS: Final = 0
PHASE_SIZE: Final = 1 + 2 * MOST_GROUPS
DEAL_SIZE: Final = GOALS + MOST_PHASES * PHASE_SIZE
"""Where the number of cards dealt to a hand stands."""
SETUP_SIZE: Final = DEAL_SIZE + 1


def hit_code(kind: int, meld: int, high: int) -> int:
    """Code a hit of a card on a group: ``high`` 1 for the upper end of a run, else 0."""
    return (kind * MOST_MELDS + meld) * 2 + high


def hit_parts(code: int) -> tuple[int, int, int]:
    """Give kind, group and end of a hit."""
    return code // (2 * MOST_MELDS), code // 2 % MOST_MELDS, code % 2


def discard_code(kind: int, target: int) -> int:
    """Code a discard: ``target`` is the seat that a skip is played on, else ``NONE``."""
    return kind * (MOST_SEATS + 1) + target + 1


def discard_parts(code: int) -> tuple[int, int]:
    """Give kind and target of a discard."""
    return code // (MOST_SEATS + 1), code % (MOST_SEATS + 1) - 1
