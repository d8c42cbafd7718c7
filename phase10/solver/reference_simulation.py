"""A real deck played by one player: what the figures at a table are measured against.

Ten cards are dealt from a shuffled deck, or given; every turn one card is drawn blind, or, in the
model ``offer``, one unseen number card lies face up first and is taken if the table of the model
says so. Nothing comes back until the pile is empty; then all that was seen, discarded or left lying
is shuffled. Discards are the best of the table, which knows nothing of the cards seen. Source:
docs/waiting.md.

    python -m phase10.solver.reference_simulation

prints how far :mod:`phase10.solver.table` is from it. With NumPy and Numba.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from phase10.game.cards import KINDS, WILD, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver.table import chances_by_turn, table_turns
from phase10.solver.table_draws import draws_for
from phase10.solver.waiting import MODELS, MOST_TURNS, SOLVED, case_of, check_model
from phase10.solver.waiting_loops import COMPILED, compiled
from phase10.solver.waiting_states import CARDS_HELD, HALF, NumberStates

__all__ = ["SITUATIONS", "Measured", "Reference", "measure", "reference_turns", "situation"]

Array = NDArray[Any]

SEED_NUMBER: Final = 108
TURNS_LIMIT: Final = 10_000
"""A game that takes longer is broken off; none of the ten phases does."""
SITUATIONS: Final = ("dealt", "30 seen", "60 seen", "wilds seen", "useful seen", "useless seen")
"""What was seen before the first turn, besides the ten cards in hand; see :func:`situation`."""


@dataclass(frozen=True)
class Reference:
    """Hold what so many games took.

    ``turns``: mean until the phase is laid down, with ``standard_error``; ``within[n - 1]``: the
    share of games that took n turns at most, up to ten.
    """

    model: str
    turns: float
    standard_error: float
    within: tuple[float, ...]
    games: int
    seed: int


def reference_turns(
    phase: Phase,
    rules: Rules = SEED,
    *,
    model: str = "pile",
    hand: Hand | None = None,
    unseen: Sequence[int] | None = None,
    games: int = 100_000,
    seed: int = SEED_NUMBER,
) -> Reference | None:
    """Play games from ten dealt cards, or from ``hand`` with ``unseen`` as the pile.

    ``unseen``: fifty counts, by default all cards that are not in the hand; the others were seen.
    The same arguments give the same figures. ``None`` when the phase has no table, or asks eleven
    cards. Raises :class:`GameError` ``waiting.model``, ``numba.missing`` and ``waiting.cards`` for
    another number of cards.
    """
    check_model(model)
    if not COMPILED:
        raise GameError("numba.missing")
    draws = draws_for(phase, model, rules)
    if draws is None or not draws.whole:
        return None
    tables = _tables(phase, rules, model)
    deck = np.array(draws.counts(rules.deck.counts))
    if hand is None:
        turns = _play(tables, deck, np.zeros_like(deck), deck, CARDS_HELD, games, seed)
    else:
        if len(hand) != CARDS_HELD:
            raise GameError("waiting.cards", count=len(hand), needed=CARDS_HELD)
        if unseen is None:
            unseen = [
                most - held for most, held in zip(rules.deck.counts, hand.counts, strict=True)
            ]
        held, pile = np.array(draws.counts(hand.counts)), np.array(draws.counts(unseen))
        turns = _play(tables, deck, held, pile, 0, games, seed)
    return Reference(
        model=model,
        turns=float(turns.mean()),
        standard_error=float(turns.std(ddof=1) / games**0.5),
        within=tuple(float(np.mean(turns <= most)) for most in range(1, MOST_TURNS + 1)),
        games=games,
        seed=seed,
    )


# --- what may have been seen ----------------------------------------------------------------------


def situation(
    phase: Phase, name: str, random: Random, rules: Rules = SEED
) -> tuple[Hand, tuple[int, ...]]:
    """Deal ten cards and take seen ones away; give the hand and the fifty counts unseen.

    ``dealt``: nothing is seen; ``30 seen``, ``60 seen``: so many random cards; ``wilds seen``: two
    thirds of the wilds and 20 others; ``useful seen``: 60 % of the number cards that would improve
    the hand, of each number (or color), and 15 others; ``useless seen``: 40 cards that would not,
    or all there are. Drawn again until the cards can complete the phase, and the hand alone does
    not. Raises :class:`GameError` ``waiting.unsolved`` when there is no table of the phase and
    :class:`ValueError` for another name.
    """
    draws = draws_for(phase, "pile", rules)
    if draws is None:
        raise GameError("waiting.unsolved", phase=str(phase))
    if name not in SITUATIONS:
        raise ValueError(name)
    deck = [kind for kind, copies in enumerate(rules.deck.counts) for _ in range(copies)]
    while True:
        random.shuffle(deck)
        hand = Hand.from_counts(_counted(deck[:CARDS_HELD]), rules.deck)
        state = draws.state(draws.counts(hand.counts))
        if draws.certain(state):
            continue
        rest = deck[CARDS_HELD:]
        after = draws.after_draws(state, draws.counts(_counted(rest)))
        useful = [after[draws.class_of(kind)] < draws.turns(state) for kind in range(KINDS)]
        if name == "30 seen":
            rest = rest[30:]
        elif name == "60 seen":
            rest = rest[60:]
        elif name == "wilds seen":
            wilds = [kind for kind in rest if kind == WILD]
            others = [kind for kind in rest if kind != WILD]
            rest = wilds[: len(wilds) // 3] + others[20:]
        elif name == "useful seen":
            kept = [kind for kind in rest if kind >= WILD or not useful[kind]]
            for place in range(draws.naturals):
                alike = [
                    kind
                    for kind in rest
                    if kind < WILD and useful[kind] and draws.class_of(kind) == place
                ]
                kept += alike[: round(len(alike) * 0.4)]
            random.shuffle(kept)
            rest = kept[15:]
        elif name == "useless seen":
            gone = [kind for kind in rest if not useful[kind]][:40]
            rest = [kind for kind in rest if useful[kind]]
            rest += [kind for kind in deck[CARDS_HELD:] if not useful[kind]][len(gone) :]
        unseen = _counted(rest)
        if draws.holds_phase(draws.counts(list(map(add, hand.counts, unseen)))):
            return hand, tuple(unseen)


def _counted(kinds: Sequence[int]) -> list[int]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


@dataclass(frozen=True)
class Measured:
    """Hold how far the estimates are from the reference, in percent of it.

    ``turns``: mean of the reference; ``bias`` of the mean estimate, with its standard ``error``;
    ``spread``: root mean square over the situations, the chance of the reference taken out.
    ``chances``: greatest bias of the chances within 1 to 10 turns, in percent points.
    """

    turns: float
    bias: float
    error: float
    spread: float
    chances: float


def measure(
    phase: Phase, name: str, rules: Rules = SEED, *, model: str, hands: int, games: int
) -> Measured:
    """Compare :mod:`phase10.solver.table` with the reference over situations of one name.

    Errors as in :func:`situation`; ``waiting.kind`` for a phase of eleven cards.
    """
    random = Random(f"{phase} {name}")
    true, errors, told, off = [], [], [], []
    for number in range(hands):
        hand, unseen = situation(phase, name, random, rules)
        reference = reference_turns(
            phase, rules, model=model, hand=hand, unseen=unseen, games=games, seed=number
        )
        turns = table_turns(hand, phase, unseen, rules, model=model)
        chances = chances_by_turn(hand, phase, unseen, rules, model=model)
        if reference is None or turns is None or chances is None:
            raise GameError("waiting.kind", phase=str(phase))
        true.append(reference.turns)
        errors.append(reference.standard_error)
        told.append(turns)
        off.append([told - seen for told, seen in zip(chances, reference.within, strict=True)])
    relative = np.array(told) / np.array(true) - 1
    chance = np.array(errors) / np.array(true)
    return Measured(
        turns=float(np.mean(true)),
        bias=float(np.mean(told) / np.mean(true) - 1) * 100,
        error=float(np.linalg.norm(errors) / np.sum(true)) * 100,
        spread=float(np.sqrt(max(np.mean(relative**2 - chance**2), 0))) * 100,
        chances=float(np.abs(np.mean(off, axis=0)).max()) * 100,
    )


# --- the table as arrays --------------------------------------------------------------------------


class _Tables(NamedTuple):
    """Hold a table for compiled loops.

    ``numbers``, ``mirror``, ``sizes``, ``bases``: see :mod:`phase10.solver.waiting_states`;
    ``left``, ``right``: the ranks of halves, six counts read as digits. ``weights``: a number for
    each count, whose sum is one for all hands of the same sorted counts; ``places``: their states.
    ``turns``: by state; ``whole``: whether the phase is held, or will be, whatever is drawn.
    """

    numbers: bool
    mirror: bool
    offers: bool
    left: Array
    right: Array
    sizes: Array
    bases: Array
    weights: Array
    places: Array
    turns: Array
    whole: Array


@lru_cache(maxsize=2)
def _tables(phase: Phase, rules: Rules, model: str) -> _Tables:
    solved = SOLVED.get(case_of(phase, rules))
    assert solved is not None  # noqa: S101 - asked before
    states = solved.tables[model].states
    column, pile = (solved.file.columns[f"expected {name}"] for name in (model, "pile"))
    # What a vector has no use for is there all the same: loops are compiled once for all.
    none = np.zeros(1, np.int64)
    parts: dict[str, Any] = {
        "numbers": isinstance(states, NumberStates),
        "mirror": False,
        "offers": model == "offer",
        "left": none.astype(np.int32),
        "right": none.astype(np.int32),
        "sizes": none,
        "bases": np.zeros((1, 1, 1), np.int64),
        "weights": none,
        "places": np.zeros((1, 1, 1), np.int32),
        "turns": column.first + np.array(column.numbers) / column.scale,
        "whole": np.array(pile.numbers) == 0,
    }
    if isinstance(states, NumberStates):
        parts |= {
            "mirror": states.mirror,
            "left": _ranks(states.left.ranks),
            "right": _ranks(states.right.ranks),
            "sizes": np.array(states.right.sizes, np.int64),
            "bases": np.array(states.bases, np.int64),
        }
    else:
        # Every count has a digit of its own that says how many classes have it.
        weights, size = [0], 1
        for count in range(1, CARDS_HELD + 1):
            weights.append(size)
            size *= min(CARDS_HELD // count, len(states.limits())) + 1
        places = np.full((states.most_wilds + 1, states.most_skips + 1, size), -1, np.int32)
        for state in range(states.size):
            axis, wilds, skips = states.axis(state)
            places[wilds, skips, sum(weights[held] for held in axis)] = state
        parts |= {"weights": np.array(weights, np.int64), "places": places}
    return _Tables(**parts)


def _ranks(ranks: dict[tuple[int, ...], tuple[int, int]]) -> Array:
    found = np.full((CARDS_HELD + 1) ** HALF, -1, np.int32)
    for half, (_, rank) in ranks.items():
        found[sum(held * (CARDS_HELD + 1) ** place for place, held in enumerate(half))] = rank
    return found


@compiled
def _place(tables: _Tables, hand: Array) -> int:
    """Give the state of ten cards by class; see :meth:`States.place`."""
    naturals = len(hand) - 2
    if not tables.numbers:
        code = 0
        for place in range(naturals):
            code += tables.weights[hand[place]]
        return int(tables.places[hand[naturals], hand[naturals + 1], code])
    half = naturals // 2
    left = right = cards = others = 0
    digit = 1
    for place in range(half):
        left += digit * hand[place]
        cards += hand[place]
        right += digit * hand[naturals - 1 - place]
        others += hand[naturals - 1 - place]
        digit *= 11
    rank, other = tables.left[left], tables.right[right]
    if tables.mirror and (cards < others or (cards == others and rank < other)):
        cards, others = others, cards
        rank, other = other, rank
    base = tables.bases[hand[naturals], hand[naturals + 1], cards]
    if tables.mirror and cards == others:
        return int(base + rank * (rank + 1) // 2 + other)
    return int(base + rank * tables.sizes[others] + other)


@compiled
def _best(tables: _Tables, hand: Array) -> tuple[float, int]:
    """Give the least turns after a discard from eleven cards and the class; 0 for the phase."""
    least, which = np.inf, -1
    for place in range(len(hand)):
        if hand[place] > 0:
            hand[place] -= 1
            state = _place(tables, hand)
            hand[place] += 1
            if tables.whole[state]:
                return 0.0, place
            if tables.turns[state] < least:
                least, which = tables.turns[state], place
    return least, which


@compiled
def _blind(tables: _Tables, hand: Array, deck: Array) -> float:
    """Give the mean of what a blind draw leaves in the model, the hand kept if that is better."""
    stay = tables.turns[_place(tables, hand)]
    total = cards = 0.0
    for place in range(len(hand)):
        copies = deck[place] - hand[place]
        if copies > 0:
            hand[place] += 1
            total += copies * min(_best(tables, hand)[0], stay)
            hand[place] -= 1
            cards += copies
    return total / cards


@compiled
def _play(
    tables: _Tables, deck: Array, hand: Array, pile: Array, dealt: int, games: int, seed: int
) -> Array:
    """Play games and give the turns of each; ``dealt`` cards more are dealt from the pile."""
    np.random.seed(seed)
    classes = len(deck)
    whole = np.empty(pile.sum(), np.int64)
    size = 0
    for place in range(classes):
        for _ in range(pile[place]):
            whole[size] = place
            size += 1
    cards = np.empty(deck.sum(), np.int64)
    turns = np.zeros(games, np.int64)
    for game in range(games):
        held = hand.copy()
        gone = deck - hand - pile
        size = len(whole)
        cards[:size] = whole
        for _ in range(dealt):
            place = np.random.randint(size)
            held[cards[place]] += 1
            size -= 1
            cards[place] = cards[size]
        while turns[game] < TURNS_LIMIT:
            turns[game] += 1
            if size < 1 + tables.offers:
                for kind in range(classes):
                    for _ in range(gone[kind]):
                        cards[size] = kind
                        size += 1
                gone[:] = 0
            if tables.offers:
                naturals = 0
                for place in range(size):
                    naturals += cards[place] < classes - 2
                if naturals > 0:
                    which = np.random.randint(naturals)
                    place = 0
                    while which > 0 or cards[place] >= classes - 2:
                        which -= cards[place] < classes - 2
                        place += 1
                    card = cards[place]
                    size -= 1
                    cards[place] = cards[size]
                    held[card] += 1
                    left, discard = _best(tables, held)
                    if left == 0.0:
                        break
                    held[card] -= 1
                    better = left < tables.turns[_place(tables, held)]
                    if better and (size == 0 or left < _blind(tables, held, deck)):
                        held[card] += 1
                        held[discard] -= 1
                        gone[discard] += 1
                        continue
                    gone[card] += 1
                    if size == 0:
                        continue
            place = np.random.randint(size)
            card = cards[place]
            size -= 1
            cards[place] = cards[size]
            held[card] += 1
            left, discard = _best(tables, held)
            if left == 0.0:
                break
            held[discard] -= 1
            gone[discard] += 1
    return turns


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of docs/waiting.md."""
    parser = argparse.ArgumentParser(
        prog="python -m phase10.solver.reference_simulation",
        description="Compare the figures at a table with a real deck, for the ten phases.",
    )
    parser.add_argument("--hands", type=int, default=400, help="situations of each kind")
    parser.add_argument("--games", type=int, default=1_000, help="games from each of them")
    parser.add_argument("--situations", default=",".join(SITUATIONS))
    parser.add_argument("--phases", default=",".join(map(str, range(1, len(PHASES) + 1))))
    options = parser.parse_args(arguments)
    for name in options.situations.split(","):
        for text in options.phases.split(","):
            for model in MODELS:
                found = measure(
                    Phase.parse(text), name, model=model, hands=options.hands, games=options.games
                )
                _tell(
                    f"{name:<14} phase {text:>2} {model:<5} {found.turns:7.3f} turns"
                    f"  bias {found.bias:+5.2f} ± {found.error:.2f} %  spread {found.spread:4.1f} %"
                    f"  chances {found.chances:4.1f}"
                )
    return 0


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the voice of this command


if __name__ == "__main__":
    sys.exit(main())
