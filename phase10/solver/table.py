"""At the table, not in the model: turns and chances from the cards really unseen.

The waiting game shuffles every discard back and knows nothing of the cards seen. At a table what is
unseen is another mixture, and nothing comes back. Two corrections, measured in docs/waiting.md:

*Mixture.* In the model the expected turns V of a hand fall by one a turn, on average. With the
cards really unseen the next draw lowers V by σ on average, so the hand needs V / σ. Two draws are
looked ahead with real chances: the draws of this turn and, for each, those of the next, which give
σ of what is left then.

*No return.* A useless card that leaves the pool makes the useful ones likelier. If r cards leave U
unseen ones a turn, t = 1 + U / (U + r) · (mean of what is left after the turn, from a pool still
whole): exact for a blind draw and one lot of useful cards. What the model leaves becomes
(P + 1) · (1 − (1 + V / (k P))^−k) with P = (cards not held) / r and k = 1 + V / 3, as if k lots of
useful cards were waited for in turn.

Beyond two turns, whose chances are exact, chances follow from the expected turns and the fewest
missing cards. Plain Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from operator import add, gt
from typing import Any, Final

from phase10.game.cards import HAND_LIMIT, KINDS, SKIP, Card, Cards, Hand
from phase10.game.errors import NumberError
from phase10.game.phases import Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.groupings import missing
from phase10.solver.table_draws import DONE, Draws, State, draws_for
from phase10.solver.turns import TurnChances, turn_chances
from phase10.solver.waiting import check_model
from phase10.solver.waiting_states import CARDS_HELD

__all__ = [
    "METHODS",
    "Restock",
    "chances_by_turn",
    "discard_turns",
    "draw_or_take_turns",
    "table_turns",
]

METHODS: Final[Mapping[str, str]] = {
    "pile": "model pile, corrected",
    "offer": "model offer, corrected",
}
"""What to say of a figure of each model; the chances of one and two turns are exact."""

GONE_EACH_TURN: Final[Mapping[str, float]] = {"pile": 1.0, "offer": 1.5}
"""Cards that leave the unseen ones in a turn: the card drawn; the card offered and, unless it is
taken, a card drawn."""
LOTS: Final = (1.0, 3.0)
"""k = first + V / second. Measured: the spread of the turns in the model of all ten phases."""
SLOWEST: Final = 0.1
"""The least speed σ: below it the table knows too little of what else the hand could become."""
GAIN: Final = 0.05
"""Turns of the model that a draw must save to be looked into."""
EXACT: Final = 2
"""Turns of which the chances are exact."""
STEEP: Final = 1.0
"""How soon the chance of a turn nears its last value: by this share of the expected turns."""
NEGLIGIBLE: Final = 1e-7
HALVINGS: Final = 30
LEAST_REST: Final = 1.1
MOST_TURNS: Final = 100
"""Turns up to which chances are given."""


@dataclass(frozen=True)
class Restock:
    """Hold the pile that is made of discards once the present one is used up.

    ``turns``: how many turns still draw from the present one; ``cards``: fifty counts of the next.
    """

    turns: int
    cards: Sequence[int]


def table_turns(
    hand: Hand,
    phase: Phase,
    unseen: Sequence[int],
    rules: Rules = SEED,
    *,
    model: str,
    restock: Restock | None = None,
) -> float | None:
    """Estimate the turns until ten cards lay the phase down, the last one counted.

    ``unseen``: fifty counts of the cards that may come; cards seen elsewhere do not come back.
    ``model``: ``pile``, every turn one blind draw; ``offer``, every turn one number card lies face
    up and may be taken instead. A hand that holds the phase needs 1; infinity when hand and unseen
    cards together cannot complete it, the discards would have to return first. ``restock``: they
    will, and these turns are put together from both piles. ``None`` when no table of the phase
    exists. Raises :class:`GameError` ``waiting.model`` and
    :class:`NumberError` ``number.range`` for another number of cards or for counts that the deck
    does not have.
    """
    table = _table(hand, CARDS_HELD, phase, unseen, rules, model, restock)
    return None if table is None else table.all_turns(table.hand)


def discard_turns(
    hand: Hand,
    phase: Phase,
    unseen: Sequence[int],
    rules: Rules = SEED,
    *,
    model: str,
    restock: Restock | None = None,
) -> dict[Card, float] | None:
    """Estimate :func:`table_turns` of what is left after each discard from eleven cards.

    In canonical order. The discard is not among ``unseen``: it does not come back. No discard is
    better than a skip, and none is worse than a wild.
    """
    table = _table(hand, HAND_LIMIT, phase, unseen, rules, model, restock)
    if table is None:
        return None
    turns = table.after_discards(table.hand)
    return {card: turns[table.draws.class_of(card.kind)] for card in hand.kinds()}


def draw_or_take_turns(
    hand: Hand,
    top: Card | None,
    phase: Phase,
    unseen: Sequence[int],
    rules: Rules = SEED,
    *,
    model: str,
    restock: Restock | None = None,
) -> dict[str, float] | None:
    """Compare the blind draw with the take of the face-up card, for a hand of ten cards.

    Expected turns, this one counted as the first, with the best discard after it; the turns that
    follow are those of the model. ``top`` is not among ``unseen`` and is lost when a card is drawn.
    Keys are ``draw pile`` and, where there is a card that may be taken, ``take discard``. Infinity,
    ``None`` and errors as in :func:`table_turns`.
    """
    table = _table(hand, CARDS_HELD, phase, unseen, rules, model, restock)
    if table is None:
        return None
    draws, state = table.draws, table.hand
    if draws.certain(state):
        found = {"draw pile": 1.0}
    else:
        found = {"draw pile": 1.0 + table.after_draw()}
    if top is not None and (top.kind != SKIP or rules.take_skip):
        more = draws.added(state, draws.class_of(top.kind))
        done = draws.best(more) == DONE
        left = 0.0 if done else min(table.after_discards(more, 1).values())
        found["take discard"] = 1.0 + left
    return found


def chances_by_turn(
    hand: Hand,
    phase: Phase,
    unseen: Sequence[int],
    rules: Rules = SEED,
    *,
    model: str,
    turns: int = 10,
    exact: TurnChances | None = None,
    restock: Restock | None = None,
) -> tuple[float, ...] | None:
    """Estimate the chances of ten cards to have laid down within 1, 2, … turns.

    The first two are exact and each the best for its number of turns, the others those of
    :func:`table_turns`; never falling. ``exact``: the chances of the next two turns, where they
    are known already. ``None`` and errors as there.
    """
    table = _table(hand, CARDS_HELD, phase, unseen, rules, model, restock)
    if table is None:
        return None
    if not 1 <= turns <= MOST_TURNS:
        raise NumberError("number.range", what="turns", value=turns, low=1, high=MOST_TURNS)
    if exact is None:
        exact = turn_chances(hand, phase, unseen, rules, model=model)
    chances = [float(exact.one), float(exact.two)]
    if turns > EXACT:
        expected = table.all_turns(table.hand)
        lacking = missing(hand, phase, rules)
        if lacking <= EXACT:
            _continue(chances, expected, turns)
        else:
            known = table.draws.within(table.hand)
            if known and expected < inf:
                _follow(chances, known, table.draws.turns(table.hand) / expected, lacking)
                _continue(chances, expected, turns)
            else:
                _wait(chances, expected, lacking, turns)
    found = []
    most = 0.0
    for chance in chances[:turns]:
        most = max(most, min(chance, 1.0))
        found.append(most)
    return tuple(found)


def _follow(chances: list[float], known: Sequence[float], pace: float, lacking: int) -> None:
    """Add the chances of the table, played ``pace`` times as fast as in the model.

    While little is likely, a hand that lacks m cards is lucky m times: pace to the power of m.
    """
    chances += [
        min(chance * pace ** (lacking * (1.0 - chance)), 1.0) for chance in known[len(chances) :]
    ]


def _wait(chances: list[float], expected: float, lacking: int, turns: int) -> None:
    """Add the chances of as many waits as cards are missing, each as long as the others."""
    chance = min(lacking / expected, 1.0)
    waiting = [1.0] + [0.0] * lacking
    for turn in range(1, turns + 1):
        for done in range(lacking, 0, -1):
            stays = 1.0 if done == lacking else 1.0 - chance
            waiting[done] = waiting[done] * stays + waiting[done - 1] * chance
        waiting[0] *= 1.0 - chance
        if turn > len(chances):
            chances.append(waiting[-1])


def _continue(chances: list[float], expected: float, turns: int) -> None:
    """Add chances whose expected turns, with those known, are the given ones.

    The chance of a turn, once it has come, nears a last value by a fixed share of the distance each
    turn. That value is found by halving.
    """
    open_before = [1.0] + [1.0 - chance for chance in chances]
    still, before = open_before[-1], open_before[-2]
    if still <= NEGLIGIBLE or expected == inf:
        chances += chances[-1:] * turns
        return
    # An estimate too low for what is known must not make the next turn the last one.
    rest = max(expected - sum(open_before[:-1]), still * LEAST_REST)
    first, keeps = 1.0 - still / before, max(1.0 - STEEP / expected, 0.0)
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        last = (low + high) / 2
        left, distance, total = still, first - last, 0.0
        while left > NEGLIGIBLE and total <= rest:
            total += left
            distance *= keeps
            left *= 1.0 - last - distance
        low, high = (last, high) if total > rest else (low, last)
    distance = first - last
    while len(chances) < turns:
        distance *= keeps
        still *= 1.0 - last - distance
        chances.append(1.0 - still)


def _table(
    hand: Hand,
    cards: int,
    phase: Phase,
    unseen: Sequence[int],
    rules: Rules,
    model: str,
    restock: Restock | None,
) -> _Table | None:
    check_model(model)
    if len(hand) != cards:
        raise NumberError("number.range", what="cards", value=len(hand), low=cards, high=cards)
    if len(unseen) != KINDS:
        raise NumberError("number.range", what="unseen", value=len(unseen), low=KINDS, high=KINDS)
    together = [held + copies for held, copies in zip(hand.counts, unseen, strict=True)]
    if any(map(gt, together, rules.deck.counts)) or min(unseen) < 0:
        # Refused with the name of the card.
        Cards.from_counts(unseen, rules.deck)
        Cards.from_counts(together, rules.deck)
    draws = draws_for(phase, model, rules)
    return None if draws is None else _Table(draws, hand, unseen, model, restock)


class _Table:
    """Estimate for one mixture of unseen cards."""

    def __init__(
        self,
        draws: Draws,
        hand: Hand,
        unseen: Sequence[int],
        model: str,
        restock: Restock | None = None,
    ) -> None:
        self.draws = draws
        self.offers = model == "offer"
        self.gone = GONE_EACH_TURN[model]
        self.hand = draws.state(draws.counts(hand.counts))
        self.unseen = draws.counts(unseen)
        self.cards = sum(self.unseen)
        self.pool = (draws.case.deck.size - CARDS_HELD) / self.gone
        self._known: dict[tuple[Any, ...], float] = {}
        self.lasts = 0 if restock is None else restock.turns
        self.later = None if restock is None else _Table(draws, hand, restock.cards, model)

    # --- one hand ------------------------------------------------------------------------------

    def turns(self, state: State, unseen: Sequence[int]) -> float:
        """Estimate the turns of ten cards, looking two draws ahead."""
        draws = self.draws
        if draws.certain(state):
            return 1.0
        return self._turns(state, unseen, draws.after_draws(state, unseen))

    def all_turns(self, state: State, gone: int = 0) -> float:
        """Estimate the turns of ten cards over both piles; ``gone``: turns that draw nothing."""
        turns = self.turns(state, self.unseen)
        if self.later is None or turns == 1.0:
            return turns
        return self._over(turns, self.later.turns(state, self.later.unseen), state, gone)

    def _over(self, turns: float, later: float, state: State, gone: int) -> float:
        """Put together what a hand needs with each of two piles.

        As waits for as many cards as are missing, one after another, among useful cards of which
        none returns: so many that ``turns`` is how long it takes if the first pile lasts. Of
        ``later`` counts the share that the cards still missing have when it is used up.
        """
        if later == inf and self.later is not None:
            # The next pile alone does not do: it is waited out, then it is as with this one.
            later = self.later.cards / self.gone + turns
        if later == inf:
            return inf
        lots = max(self.draws.lacking(state), 1)
        lasts = max(self.lasts - gone, 0)
        pool = self.cards / self.gone
        if turns == inf:
            # The first pile alone does not do; what it has may still help.
            held = map(add, self.draws.held(state), self.unseen)
            useful = float(lots - self.draws.lacking(self.draws.state([*held])))
        else:
            useful = max((pool + 1.0) * lots / turns - 1.0, float(lots))
        waiting = [0.0] * lots + [1.0]
        waited = 0.0
        for turn in range(lasts):
            waited += sum(waiting[1:])
            for lacks in range(1, lots + 1):
                live = useful - (lots - lacks)
                chance = min(max(live, 0.0) / max(pool - turn, 1.0), 1.0)
                waiting[lacks - 1] += waiting[lacks] * chance
                waiting[lacks] *= 1.0 - chance
        still = sum(lacks * share for lacks, share in enumerate(waiting)) / lots
        return waited + still * later

    def _turns(self, state: State, unseen: Sequence[int], after: Sequence[float]) -> float:
        """Estimate the turns of ten cards that lack something, from what each draw leaves."""
        if not self._possible(state, unseen):
            return inf
        left = self._left_after(state, unseen, after)
        found = self._solved(left, unseen)
        return max(found, 2.0 - self._next(after, unseen))

    def _left_after(
        self, state: State, unseen: Sequence[int], after: Sequence[float]
    ) -> list[float]:
        """Estimate what each draw leaves; infinity where it is no better than before."""
        draws = self.draws
        least = draws.turns(state) - GAIN
        left = []
        for place, value in enumerate(after):
            if value >= least:
                value = inf
            elif value != DONE:
                fewer = [*unseen[:place], unseen[place] - 1, *unseen[place + 1 :]]
                value = self._near(draws.left(draws.added(state, place), unseen), fewer)
            left.append(value)
        return left

    def _near(self, state: State, unseen: Sequence[int]) -> float:
        """Estimate the turns of ten cards, looking one draw ahead."""
        key = (state, *unseen)
        found = self._known.get(key)
        if found is None:
            turns = self.draws.turns(state)
            # A skip helps nobody: it takes the place of another card of no use at best.
            after = self.draws.after_draws(state, [*unseen[:-1], 0])
            speed = self._speed(turns, after, unseen)
            left = [
                inf if value >= turns else value and self._left(value / speed) for value in after
            ]
            found = self._known[key] = self._solved(left, unseen)
        return found

    def _possible(self, state: State, unseen: Sequence[int]) -> bool:
        """Tell whether hand and unseen cards together hold the phase."""
        if self._plenty:
            return True
        held = self.draws.held(state)
        return self.draws.holds_phase(list(map(add, held, unseen)))

    @cached_property
    def _plenty(self) -> bool:
        """Tell whether the unseen cards alone hold the phase, also when another card is gone."""
        return self.draws.holds_phase([max(copies - 1, 0) for copies in self.unseen])

    def _left(self, turns: float) -> float:
        """Turn turns of the model into those of a pool to which nothing returns."""
        lots = LOTS[0] + turns / LOTS[1]
        waited: float = (1.0 + turns / (lots * self.pool)) ** -lots
        return (self.pool + 1.0) * (1.0 - waited)

    def _speed(self, turns: float, after: Sequence[float], unseen: Sequence[int]) -> float:
        """Give σ: how much the next turn lowers the model's turns, on average."""
        blind = 0.0
        for value, copies in zip(after, unseen, strict=True):
            if value < turns:
                blind += copies * (turns - value)
        blind /= self.cards
        naturals = self._naturals(unseen)
        if not naturals:
            return max(blind, SLOWEST)
        offered = 0.0
        for value, copies in zip(after[:-2], unseen, strict=False):
            offered += copies * max(blind, turns - value) if copies else 0.0
        return max(offered / naturals, SLOWEST)

    def _solved(self, left: Sequence[float], unseen: Sequence[int]) -> float:
        """Solve t = 1 + U / (U + r) · mean of min(t, left) over the turns of the model."""
        if not self.cards:
            return inf
        naturals = self._naturals(unseen)
        return self._offered(left, unseen, naturals) if naturals else self._drawn(left, unseen)

    def _naturals(self, unseen: Sequence[int]) -> int:
        """Count the cards that may be offered; none in the model where none are."""
        return sum(unseen[:-2]) if self.offers else 0

    def _drawn(self, left: Sequence[float], unseen: Sequence[int]) -> float:
        """Solve it where every turn is a blind draw."""
        useful, total = self.gone, self.cards + self.gone
        better = [pair for pair in zip(left, unseen, strict=True) if pair[0] != inf]
        better.sort()
        for value, copies in better:
            if value * useful >= total:
                break
            useful += copies
            total += copies * value
        return total / useful

    def _offered(self, left: Sequence[float], unseen: Sequence[int], naturals: int) -> float:
        """Solve it where every turn a number card is offered, taken or not.

        As a policy of which hands to go on from, improved until it stays as it is.
        """
        kinds = [pair for pair in zip(left, unseen, strict=True) if pair[1]]
        offers = [pair for pair in zip(left[:-2], unseen, strict=False) if pair[1]]
        cards, others = self.cards, self.cards - 1
        share = cards / (cards + self.gone)
        turns = cards / self.gone + 1.0
        while True:
            useful = total = 0.0
            for value, copies in kinds:
                if value < turns:
                    useful += copies
                    total += copies * value
            # What is left once the offers are over is fixed + again · turns, on average.
            fixed = again = 0.0
            for value, copies in offers:
                own = min(value, turns)
                blind = (total + (cards - useful) * turns - own) / others if others else inf
                if value <= blind:
                    fixed += copies * value
                    continue
                keeps = value >= turns
                fixed += copies * (total - (0.0 if keeps else value)) / others
                again += copies * (cards - useful - keeps) / others
            better = (1.0 + share * fixed / naturals) / (1.0 - share * again / naturals)
            if better >= turns - 1e-12:
                return turns
            turns = better

    def _next(self, after: Sequence[float], unseen: Sequence[int]) -> float:
        """Give the chance to lay down on the next turn."""
        done = [copies if value == DONE else 0 for value, copies in zip(after, unseen, strict=True)]
        naturals = self._naturals(unseen)
        if not naturals:
            return sum(done) / self.cards
        offered = sum(done[:-2]) / naturals
        return offered + (1.0 - offered) * (sum(done) / (self.cards - 1) if self.cards > 1 else 0.0)

    # --- several hands -------------------------------------------------------------------------

    def after_discards(self, state: State, gone: int = 0) -> dict[int, float]:
        """Estimate the turns after each discard from eleven cards, by class."""
        draws = self.draws
        turns: dict[int, float] = {}
        for place, left in draws.discards(state):
            turns[place] = self.all_turns(left, gone)
        # Whatever an estimate says: in place of a skip any card does, in place of any a wild.
        if draws.naturals in turns:
            turns[draws.naturals] = max(turns.values())
        if draws.naturals + 1 in turns:
            turns[draws.naturals + 1] = min(turns.values())
        return turns

    def after_draw(self) -> float:
        """Estimate what is left after a blind draw now and the best discard."""
        left = self._after_draw()
        if self.later is None:
            return left
        return self._over(1.0 + left, 1.0 + self.later._after_draw(), self.hand, 0) - 1.0

    def _after_draw(self) -> float:
        state, unseen = self.hand, self.unseen
        after = self.draws.after_draws(state, unseen)
        stay = self._turns(state, unseen, after)
        if stay == inf:
            return inf
        left = self._left_after(state, unseen, after)
        total = sum(
            copies * min(value, stay) for value, copies in zip(left, unseen, strict=True) if copies
        )
        return total / (self.cards + 1.0)
