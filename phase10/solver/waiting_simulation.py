"""What no vector holds, simulated: one named policy in the models of the waiting game.

One-color runs and sets, and a color beside sets or runs, need numbers and colors at once, which is
too much for a table. Here a policy plays whole games instead, many side by side. Its mean is an
upper bound of the expected turns and its shares are lower bounds of the chances, up to their
standard errors; never the optimum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from phase10.game.cards import CARDS, WILD, Cards
from phase10.game.errors import GameError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.groupings_batch import missing_many
from phase10.solver.waiting import MOST_TURNS, WaitingFigures, check_model
from phase10.solver.waiting_states import CARDS_HELD

__all__ = ["POLICY", "simulate_waiting"]

Array = NDArray[Any]
Progress = Callable[[float], None]

POLICY: Final = "fewest missing, then most live cards, then fewest points"
"""What the policy keeps; it takes an offered card that leaves fewer missing or more live cards."""

SEED_NUMBER: Final = 10
PILOT: Final = 32
"""Games played first, only to see how long they take."""
BUDGET: Final = 2_000_000
"""Hands looked at for one model, which decides how many games are played: no clock, no chance.

Of phases of several goals fewer are looked at: each takes longer.
"""
FEWEST, MOST = 200, 20_000
TURNS_LIMIT: Final = 100_000


def simulate_waiting(
    phase: Phase,
    model: str = "pile",
    rules: Rules = SEED,
    *,
    hand: Cards | None = None,
    games: int | None = None,
    seed: int = SEED_NUMBER,
    progress: Progress = lambda share: None,
) -> WaitingFigures:
    """Play the policy from ten dealt cards, or from ``hand``, and give means and standard errors.

    ``games``: by default as many as a fixed number of hands looked at allows, found with a pilot.
    The same arguments give the same figures. Any phase can be simulated. Raises
    :class:`GameError` ``waiting.deck`` or ``game.phase_deck`` as solving does, ``waiting.model``,
    and ``waiting.cards`` for a hand of another size.
    """
    check_model(model)
    deck = np.array(rules.deck.counts, np.int16)
    if rules.deck.size <= CARDS_HELD:
        raise GameError("waiting.deck", count=rules.deck.size, needed=CARDS_HELD + 1)
    if missing_many(deck[None, :], phase, rules)[0] > 0:
        raise GameError("game.phase_deck", phase=str(phase))
    if hand is not None and len(hand) != CARDS_HELD:
        raise GameError("waiting.cards", count=len(hand), needed=CARDS_HELD)
    if games is None:
        pilot = _Games(phase, model, rules, np.random.default_rng([seed, 1]))
        pilot.play(hand, PILOT, lambda share: None)
        budget = BUDGET // max(len(phase.groups) - 1, 1)
        games = int(np.clip(budget * PILOT // pilot.looked_at, FEWEST, MOST))
    turns = _Games(phase, model, rules, np.random.default_rng([seed, 0])).play(
        hand, games, progress
    )
    within = [float(np.mean(turns <= most)) for most in range(1, MOST_TURNS + 1)]
    return WaitingFigures(
        model=model,
        method="simulated",
        average=float(turns.mean()),
        within=tuple(within),
        policy=POLICY,
        games=games,
        seed=seed,
        standard_error=float(turns.std(ddof=1) / games**0.5),
        within_errors=tuple((share * (1 - share) / games) ** 0.5 for share in within),
    )


class _Games:
    """Play games side by side; row g of an array is game g."""

    def __init__(self, phase: Phase, model: str, rules: Rules, random: np.random.Generator) -> None:
        self.phase = phase
        self.offers = model == "offer"
        self.rules = rules
        self.random = random
        self.deck = np.array(rules.deck.counts, np.int16)
        self.points = np.array([rules.points(card) for card in CARDS])
        self.looked_at = 0

    def play(self, hand: Cards | None, games: int, progress: Progress) -> NDArray[np.int64]:
        """Give the turns of each game."""
        turns = np.zeros(games, np.int64)
        hands = np.zeros((games, len(self.deck)), np.int16)
        if hand is None:
            for _ in range(CARDS_HELD):
                self._add(hands, self._draw(self.deck - hands))
        else:
            hands += np.array(hand.counts, np.int16)
        missing = self._missing(hands)
        live = self._live(hands, missing)
        playing = np.arange(games)
        while len(playing):
            turns[playing] += 1
            won, hands, missing, live = self._turn(hands, missing, live)
            playing = playing[~won]
            hands, missing, live = hands[~won], missing[~won], live[~won]
            progress(1 - len(playing) / games)
            if turns.max() >= TURNS_LIMIT:
                raise GameError("game.phase_deck", phase=str(self.phase))
        return turns

    def _turn(self, hands: Array, missing: Array, live: Array) -> tuple[Array, Array, Array, Array]:
        """Play one turn of all games; give who has won, the hands and how good they are."""
        won = np.zeros(len(hands), bool)
        blind = np.ones(len(hands), bool)
        hands, missing, live = hands.copy(), missing.copy(), live.copy()
        unseen = self.deck - hands
        if self.offers:
            natural = unseen.copy()
            natural[:, WILD:] = 0
            offered = np.flatnonzero(natural.sum(axis=1) > 0)
            more = hands[offered]
            self._add(more, self._draw(natural[offered]))
            laid, kept, fewer, livelier = self._best(more)
            better = (fewer < missing[offered]) | (
                (fewer == missing[offered]) & (livelier > live[offered])
            )
            taken = laid | better
            rows = offered[taken]
            won[offered[laid]] = True
            hands[rows], missing[rows], live[rows] = kept[taken], fewer[taken], livelier[taken]
            blind[rows] = False
        rows = np.flatnonzero(blind)
        more = hands[rows]
        self._add(more, self._draw(unseen[rows]))
        won[rows], hands[rows], missing[rows], live[rows] = self._best(more)
        return won, hands, missing, live

    def _best(self, more: Array) -> tuple[Array, Array, Array, Array]:
        """Discard as the policy does: who holds the phase, the hands left, how good they are."""
        laid = self._missing(more) == 0
        hands = more.copy()
        missing, live = np.zeros(len(more), np.int8), np.zeros(len(more), np.int64)
        rows = np.flatnonzero(~laid)
        if not len(rows):
            return laid, hands, missing, live
        which, kinds = np.nonzero(more[rows])
        left = more[rows][which]
        left[np.arange(len(kinds)), kinds] -= 1
        lacking = self._missing(left)
        least = np.minimum.reduceat(lacking, np.flatnonzero(np.diff(which, prepend=-1)))
        keep = lacking == least[which]
        which, kinds, left, lacking = which[keep], kinds[keep], left[keep], lacking[keep]
        alive = self._live(left, lacking)
        # Most live cards, then the dearest discard, then the first kind.
        order = np.lexsort((kinds, -self.points[kinds], -alive, which))
        first = order[np.flatnonzero(np.diff(which[order], prepend=-1))]
        hands[rows], missing[rows], live[rows] = left[first], lacking[first], alive[first]
        return laid, hands, missing, live

    def _live(self, hands: Array, missing: Array) -> Array:
        """Count the unseen cards that lower what is missing."""
        unseen = self.deck - hands
        which, kinds = np.nonzero(unseen)
        more = hands[which]
        more[np.arange(len(kinds)), kinds] += 1
        useful = self._missing(more) < missing[which]
        live = np.bincount(which, unseen[which, kinds] * useful, minlength=len(hands))
        return live.astype(np.int64)

    def _missing(self, hands: Array) -> Array:
        self.looked_at += len(hands)
        return missing_many(hands, self.phase, self.rules)

    def _draw(self, cards: Array) -> Array:
        """Draw one card of each row of counts; give the kinds."""
        upto = cards.cumsum(axis=1)
        drawn = (self.random.random(len(cards)) * upto[:, -1]).astype(np.int64)
        kinds: Array = (upto <= drawn[:, None]).sum(axis=1)
        return kinds

    def _add(self, hands: Array, kinds: Array) -> None:
        hands[np.arange(len(kinds)), kinds] += 1
