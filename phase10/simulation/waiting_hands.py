"""One player alone in the waiting game: hands played until the phase is laid, counted in turns.

The waiting game is that of :mod:`phase10.solver.waiting`: every turn all cards that the player does
not hold are shuffled together; in the model ``offer`` one natural card of them lies face up first.
Who decides is a strategy as in a match; alone at the table, and with only the turns that a hand
still needs among its weights, ``optimal`` plays the waiting game as its tables do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np

from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.game.setup import Setup
from phase10.players.board import (
    CARDS,
    COUNT,
    DECK,
    DRAWN,
    DREW,
    HAND,
    LAID,
    MOST_SEATS,
    NONE,
    OPEN,
    PLAYING,
    SEATS,
    TOP,
    UNSEEN,
)
from phase10.players.strategies import WORK_SIZE, discard, take
from phase10.players.styles import STYLE_SIZE, number_of
from phase10.simulation.compiled import COMPILED
from phase10.simulation.shuffling import below, seed_of, unsigned
from phase10.simulation.state import new_state
from phase10.simulation.study import numbers, ready, tables_for
from phase10.solver.plan_missing import count_cards, lacking
from phase10.solver.plan_rows import Row, Tables
from phase10.solver.waiting import check_model
from phase10.solver.worth import WAITING

__all__ = ["WaitingHands", "play_hands", "waiting_hands"]

WILD: Final = 48
SKIP: Final = 49
HELD: Final = 10
CARDS_HELD: Final = SEATS + CARDS
OPEN_PHASES: Final = SEATS + OPEN
LAID_PHASE: Final = SEATS + LAID
"""Places on the board of the only seat."""
MOST_TURNS: Final = 10_000
"""Turns after which a hand is broken off, which under the ten phases does not happen."""


def play_hands(
    hands: int,
    seed: int,
    offer: bool,
    player: int,
    style: Sequence[float],
    own: Row,
    board: Row,
    setup: Row,
    cards: Row,
    tables: Tables,
    work: Row,
    sums: Row,
) -> None:
    """Play hands to their laying; add their turns and the squares of these to ``sums``.

    ``cards``: the whole deck, in any order; its first ten become the hand.
    """
    size = len(cards)
    chance = unsigned(seed)
    for _ in range(hands):
        for kind in range(SKIP + 1):
            own[HAND + kind] = 0
            own[UNSEEN + kind] = setup[DECK + kind]
        for place in range(HELD):
            chance, other = below(chance, size - place)
            _exchange(cards, place, place + other)
            own[HAND + cards[place]] += 1
            own[UNSEEN + cards[place]] -= 1
        turns = 0
        while turns < MOST_TURNS:
            turns += 1
            board[CARDS_HELD] = HELD
            board[TOP] = NONE
            how = DRAWN
            if offer:
                chance, place = _natural(cards, size, chance)
                if place != NONE:
                    _exchange(cards, HELD, place)
                    board[TOP] = cards[HELD]
                    own[UNSEEN + cards[HELD]] -= 1
                    how = take(player, style, own, board, setup, tables, work)
                    own[UNSEEN + cards[HELD]] += 1
            if how == DRAWN:
                chance, place = below(chance, size - HELD)
                _exchange(cards, HELD, HELD + place)
            own[HAND + cards[HELD]] += 1
            own[UNSEEN + cards[HELD]] -= 1
            board[CARDS_HELD] = HELD + 1
            count_cards(own, work)
            if lacking(own, work, tables, 0) == 0:
                break
            code = discard(player, style, own, board, setup, tables, work)
            kind = code // (MOST_SEATS + 1)
            place = 0
            while cards[place] != kind:
                place += 1
            _exchange(cards, HELD, place)
            own[HAND + kind] -= 1
            own[UNSEEN + kind] += 1
        sums[0] += turns
        sums[1] += turns * turns


def _natural(cards: Row, size: int, chance: int) -> tuple[int, int]:
    """Choose a number card that is not held; ``NONE`` where there is none."""
    naturals = 0
    for place in range(HELD, size):
        if cards[place] < WILD:
            naturals += 1
    if naturals == 0:
        return chance, NONE
    while True:
        chance, place = below(chance, size - HELD)
        if cards[HELD + place] < WILD:
            return chance, HELD + place


def _exchange(cards: Row, first: int, second: int) -> None:
    card = cards[first]
    cards[first] = cards[second]
    cards[second] = card


@dataclass(frozen=True)
class WaitingHands:
    """Hold how many turns hands took: their mean with its standard error."""

    phase: Phase
    model: str
    player: str
    turns: float
    error: float
    hands: int
    seed: int


def waiting_hands(
    phase: Phase, model: str, hands: int, seed: int, player: str = "optimal", rules: Rules = SEED
) -> WaitingHands:
    """Let a player play hands of the waiting game, from the deal to the laying.

    All its weights but the turns that it still needs are left out. Raises :class:`GameError`
    ``waiting.model`` and what :class:`phase10.game.setup.Setup` raises.
    """
    check_model(model)
    setup = Setup(rules, (phase,), 2)
    state = new_state(setup)
    board = state.board
    board[COUNT], board[OPEN_PHASES], board[LAID_PHASE] = 1, 1, NONE
    board[SEATS + PLAYING] = 1
    deck = [kind for kind, copies in enumerate(rules.deck.counts) for _ in range(copies)]
    sums, own = numbers([0, 0]), state.owns[0]
    own[DREW] = NONE
    ready(play_hands)(
        hands, seed_of(seed, 0, 0), model == "offer", number_of(player), _waiting_alone(),
        own, board, state.setup, numbers(deck), tables_for((phase,), rules),
        numbers([0] * WORK_SIZE), sums,
    )  # fmt: skip
    total, squares = int(sums[0]), int(sums[1])
    mean = total / hands
    spread = max(squares - total * mean, 0.0) / max(hands - 1, 1)
    return WaitingHands(phase, model, player, mean, sqrt(spread / hands), hands, seed)


def _waiting_alone() -> Any:
    """Give weights of which only that of the turns still needed counts."""
    weights = [0.0] * STYLE_SIZE
    weights[WAITING] = 1.0
    return np.array(weights) if COMPILED else weights
