"""Fill the rows of :mod:`phase10.players.board` for players of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from phase10.game.cards import CARDS as CARD_LIST
from phase10.game.kinds import COLORS, KINDS
from phase10.game.melds import Meld
from phase10.game.moves import SEATS as SEAT_LETTERS
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.game.shuffle import HAND_SIZE
from phase10.players import board as place
from phase10.players.board import NONE
from phase10.players.interface import Shown, View
from phase10.solver.plan_rows import Tables, plan_tables

__all__ = ["board_row", "own_row", "setup_row", "tables_of"]


@lru_cache(maxsize=8)
def tables_of(phases: tuple[Phase, ...], rules: Rules) -> Tables:
    """Give the tables that strategies read, for a list of phases under some rules."""
    return plan_tables(phases, rules)


def setup_row(phases: tuple[Phase, ...], rules: Rules) -> list[int]:
    """Write what stays the same for a whole match, a row of ``SETUP_SIZE``."""
    row = [0] * place.SETUP_SIZE
    row[place.PHASES] = len(phases)
    flags = {
        "natural_per_group": rules.natural_per == "group",
        "skip_chosen": rules.skip_target == "chosen",
        "skip_until_served": rules.skip_limit == "until_served",
    }
    for index, flag in enumerate(place.RULE_FLAGS):
        row[place.RULES + index] = int(flags[flag] if flag in flags else getattr(rules, flag))
    for kind in range(KINDS):
        row[place.POINTS + kind] = rules.points(CARD_LIST[kind])
        row[place.DECK + kind] = rules.deck.counts[kind]
    for index, phase in enumerate(phases):
        at = place.GOALS + index * place.PHASE_SIZE
        row[at + place.GROUPS] = len(phase.groups)
        for group_index, group in enumerate(phase.groups):
            row[at + 1 + 2 * group_index] = place.GOAL_KINDS.index(group.kind)
            row[at + 2 + 2 * group_index] = group.size
    row[place.DEAL_SIZE] = HAND_SIZE
    return row


def own_row(view: View) -> list[int]:
    """Write what only the seat to move sees, a row of ``OWN_SIZE``."""
    unseen = list(view.rules.deck.counts)
    shown: list[Sequence[int]] = [view.hand.counts]
    for index, seat in enumerate(view.seats):
        if index != view.seat:
            shown.append(_counted(seat.took))
    shown.append(_counted(card.kind for meld in view.table for card in meld.cards))
    shown.append(_counted(view.discards))
    for counts in shown:
        for kind in range(KINDS):
            unseen[kind] -= counts[kind]
    drew = NONE if view.drew is None else view.drew
    return [*view.hand.counts, *unseen, drew, int(view.taken), int(view.laid_now)]


def board_row(view: View) -> list[int]:
    """Write what everybody sees, a row of ``BOARD_SIZE``."""
    row = [0] * place.BOARD_SIZE
    row[place.COUNT] = len(view.seats)
    row[place.ME] = view.seat
    row[place.ROUND] = view.round
    row[place.TURNS] = view.turns
    row[place.DEALER] = view.dealer
    row[place.PILE] = view.pile
    row[place.TOP] = NONE
    if view.top is not None and (view.rules.take_skip or not view.top.is_skip):
        row[place.TOP] = view.top.kind
    row[place.TIE_BREAK] = int(view.tie_break)
    row[place.MELDS] = len(view.table)
    for index, seat in enumerate(view.seats):
        at = place.SEATS + index * place.SEAT_SIZE
        row[at : at + place.SEAT_SIZE] = _seat_row(seat, index in view.playing)
    for index, meld in enumerate(view.table):
        at = place.MELD_ROOM + index * place.MELD_SIZE
        row[at : at + place.MELD_SIZE] = _meld_row(meld)
        for kind in range(KINDS):
            if meld.open_to[kind]:
                row[place.FITS + kind] = 1
    return row


_GAP: Final = [0] * (place.TOOK - place.PLAYING - 1)


def _seat_row(seat: Shown, playing: bool) -> list[int]:
    laid = NONE if seat.laid is None else seat.laid - 1
    head = [seat.cards, seat.score, _bits(seat.open), _bits(seat.done), laid, seat.skips]
    return [*head, int(playing), *_GAP, *_counted(seat.took), *_counted(seat.threw)]


def _meld_row(meld: Meld) -> list[int]:
    number = meld.number if meld.kind in ("set", "cset") else meld.parity
    low, high = meld.ends or (NONE, NONE)
    return [
        SEAT_LETTERS.index(meld.owner),
        place.GOAL_KINDS.index(meld.kind),
        NONE if number is None else number,
        NONE if meld.color is None else COLORS.index(meld.color),
        low,
        high,
        len(meld.cards),
    ]


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << (number - 1) for number in numbers)


def _counted(kinds: Iterable[int]) -> list[int]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts
