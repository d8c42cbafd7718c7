"""The rows of a round: where each number of its state lies, and how the rows are made.

These rows hold a match: ``owns``, for each seat the row of :mod:`phase10.players.board`; the board
and the setup of the same module; ``game``, what no strategy sees; ``cards``, the draw pile and
after it the discards, of each the last one on top; ``laying``, the cards about to be laid. Compiled
they are arrays of int64, uncompiled lists.

A log tells what was decided: how many numbers it has, then for each step ``number · STEPS + step``;
after a laying stands the row of its groups, ``GROUP_ROOM`` numbers for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from phase10.solver.plan_rows import Row

__all__ = ["Rows"]

Rows = Sequence[Row]

# --- the game row ---------------------------------------------------------------------------------

STAGE: Final = 0
TURN: Final = 1
SEED: Final = 2
DISCARDS: Final = 3
"""How many cards the discards have."""
SHUFFLES: Final = 4
DEALT: Final = 5
"""How many seats are dealt in."""
OUT: Final = 6
"""The seat that got rid of its last card, else ``NONE``."""
WINNER: Final = 7
MOST_TURNS: Final = 8
MOST_ROUNDS: Final = 9
CAPPED: Final = 10
"""1 when a match was stopped by one of the two."""
TIED: Final = 11
"""The seats of the next tie-break as bits."""
ROOM: Final = 12
"""How many cards a pile can have: where the discards begin in the row of cards."""

OWN_TURNS: Final = 20
"""For each seat the turns that it has had in this round."""
LAID_AFTER: Final = 26
"""For each seat the number of its turn in which it laid."""
FIT_COUNTS: Final = 40
"""For each of the fifty kinds how many groups are open to it."""
SORTED: Final = 90
"""Fifty counts of cards about to be shuffled."""

RESTOCK: Final = 140
"""1 when an empty draw pile is made anew."""
WILD_BACK: Final = 141
"""1 when a wild turned up first is put back."""
FIRST_SKIP: Final = 142
"""What a skip turned up first does: ``LOSE``, ``BACK`` or ``COVER``."""
WINNER_DEALS: Final = 143
AT_ONCE: Final = 144
MUST_GO_OUT: Final = 145
TIE_BY_LAYING: Final = 146
IN_USE: Final = 147
"""How many phases are played, then their places in the list."""
GAME_SIZE: Final = 200

LOSE: Final = 0
BACK: Final = 1
COVER: Final = 2

DRAWING: Final = 0
PLAYING_ON: Final = 1
ROUND_ENDED: Final = 2
MATCH_ENDED: Final = 3
"""The stages of :mod:`phase10.game.stages` as numbers."""

STEPS: Final = 4
DREW_ONE: Final = 0
"""Drawn or taken: ``DRAWN`` or ``TAKEN``."""
LAID_DOWN: Final = 1
"""The place of the phase."""
HIT_ON: Final = 2
"""The code of the hit."""
THREW_ONE: Final = 3
"""The code of the discard."""
