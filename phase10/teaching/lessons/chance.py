"""The exact mathematics of the lessons, as fractions: whole numbers and fractions in, the same out.

A *distribution* is a dictionary from whole numbers to their probabilities, which add up to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, lcm, sqrt
from typing import Final

from phase10.game.errors import NumberError

__all__ = [
    "NORMAL_95",
    "POINT_ROWS",
    "Distribution",
    "at_least_one",
    "binomial",
    "central",
    "expected_rounds",
    "half_width",
    "hypergeometric",
    "mean",
    "needed_trials",
    "points_distribution",
    "posterior",
    "race",
    "race_table",
    "rounds_table",
    "rounds_within",
    "variance",
    "variance_of_rounds",
    "variance_of_wait",
    "wait",
    "wait_distribution",
    "within",
]

Distribution = dict[int, Fraction]

NORMAL_95: Final = Fraction(196, 100)
"""Standard errors to each side that hold 95 of 100 results, where the normal curve fits."""

POINT_ROWS: Final = ((5, 72), (10, 24), (15, 4), (25, 8))
"""Points and how many cards of the deck cost them (S47)."""


def hypergeometric(marked: int, deck: int, cards: int) -> Distribution:
    """Distribute the number of ``marked`` cards among ``cards`` dealt from ``deck``.

    :class:`NumberError` ``number.range`` for more marked or dealt cards than the deck has.

    >>> hypergeometric(1, 4, 2)
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    _check("marked", marked, 0, deck)
    _check("cards", cards, 0, deck)
    ways = comb(deck, cards)
    return {
        found: Fraction(comb(marked, found) * comb(deck - marked, cards - found), ways)
        for found in range(max(0, cards - deck + marked), min(marked, cards) + 1)
    }


def binomial(trials: int, chance: Fraction) -> Distribution:
    """Distribute the number of hits in ``trials`` independent trials."""
    _check("trials", trials, 0, 100_000)
    return {
        hits: comb(trials, hits) * chance**hits * (1 - chance) ** (trials - hits)
        for hits in range(trials + 1)
    }


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """Compute the expected value."""
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


def variance(distribution: Mapping[int, Fraction]) -> Fraction:
    """Compute the variance: the mean square less the square of the mean."""
    square = sum((value * value * chance for value, chance in distribution.items()), Fraction(0))
    return square - mean(distribution) ** 2


def central(distribution: Mapping[int, Fraction], share: Fraction) -> tuple[int, int]:
    """Give the smallest values that leave at most half of 1 − ``share`` below, and above."""
    tail = (1 - share) / 2
    low = _quantile(distribution, tail, sorted(distribution))
    high = _quantile(distribution, tail, sorted(distribution, reverse=True))
    return low, high


def half_width(chance: Fraction, trials: int) -> float:
    """Compute how far 95 of 100 frequencies stay from ``chance``: 1.96·√(p(1−p)/n)."""
    _check("trials", trials, 1, 10**12)
    return float(NORMAL_95) * sqrt(chance * (1 - chance) / trials)


def needed_trials(chance: Fraction, error: Fraction) -> int:
    """Compute the fewest trials that keep the half width at ``error``: n ≥ 1.96²·p(1−p)/e²."""
    exact = NORMAL_95**2 * chance * (1 - chance) / error**2
    return -(-exact.numerator // exact.denominator)


def at_least_one(marked: int, deck: int, cards: int) -> Fraction:
    """Compute the chance of at least one marked card among ``cards`` dealt: 1 − C(rest)/C(all).

    >>> at_least_one(8, 108, 10)
    Fraction(14973783059, 27078894567)
    """
    return 1 - hypergeometric(marked, deck, cards).get(0, Fraction(0))


def within(unseen: int, outs: int, draws: int) -> Fraction:
    """Compute the chance of a useful card within ``draws`` draws from the unseen cards."""
    return at_least_one(outs, unseen, draws)


def wait(unseen: int, outs: int) -> Fraction:
    """Compute the expected draw of the first useful card: (U + 1)/(o + 1).

    The useful cards cut the others into o + 1 equal heaps, on average.
    """
    _check("outs", outs, 1, unseen)
    return Fraction(unseen + 1, outs + 1)


def wait_distribution(unseen: int, outs: int) -> Distribution:
    """Distribute the draw at which the first useful card comes, without replacement."""
    _check("outs", outs, 1, unseen)
    found: Distribution = {}
    still = Fraction(1)
    for draw in range(1, unseen - outs + 2):
        chance = Fraction(outs, unseen - draw + 1)
        found[draw] = still * chance
        still *= 1 - chance
    return found


def variance_of_wait(unseen: int, outs: int) -> Fraction:
    """Compute the variance of the draw at which the first useful card comes."""
    _check("outs", outs, 1, unseen)
    top = outs * (unseen + 1) * (unseen - outs)
    return Fraction(top, (outs + 1) ** 2 * (outs + 2))


def points_distribution(cards: int, row: Sequence[tuple[int, int]] = POINT_ROWS) -> Distribution:
    """Distribute the points of ``cards`` dealt cards; ``row``: points and number of such cards."""
    deck = sum(count for _, count in row)
    _check("cards", cards, 0, deck)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for points, count in row:
        grown: dict[tuple[int, int], int] = {}
        for (held, total), number in ways.items():
            for more in range(min(count, cards - held) + 1):
                key = (held + more, total + more * points)
                grown[key] = grown.get(key, 0) + number * comb(count, more)
        ways = grown
    everything = comb(deck, cards)
    return {
        total: Fraction(number, everything)
        for (held, total), number in sorted(ways.items())
        if held == cards
    }


def posterior(prior: Fraction, likelihood: Fraction, otherwise: Fraction) -> Fraction:
    """Compute the chance of a cause after its sign was seen (Bayes).

    ``likelihood``: the chance of the sign with the cause; ``otherwise``: without it.

    >>> posterior(Fraction(1, 4), Fraction(5, 100), Fraction(30, 100))
    Fraction(1, 19)
    """
    both = prior * likelihood
    return both / (both + (1 - prior) * otherwise)


def expected_rounds(chances: Sequence[Fraction]) -> Fraction:
    """Compute the expected rounds to make all phases in order: the sum of 1/p."""
    return sum((1 / chance for chance in chances), Fraction(0))


def variance_of_rounds(chances: Sequence[Fraction]) -> Fraction:
    """Compute the variance of the rounds to make all phases: the sum of (1 − p)/p²."""
    return sum(((1 - chance) / chance**2 for chance in chances), Fraction(0))


def rounds_within(chances: Sequence[Fraction], rounds: int) -> Fraction:
    """Compute the chance to make all phases within ``rounds``, a step of the chain each round."""
    return rounds_table(chances, rounds)[-1]


def rounds_table(chances: Sequence[Fraction], rounds: int) -> tuple[Fraction, ...]:
    """Compute :func:`rounds_within` for 0, 1, … ``rounds``, in one walk of the chain.

    >>> rounds_table([Fraction(1, 2)], 2)
    (Fraction(0, 1), Fraction(1, 2), Fraction(3, 4))
    """
    _check("rounds", rounds, 0, 100_000)
    # Whole numbers of a common denominator: reducing each fraction would take most of the time.
    whole = lcm(*(p.denominator for p in chances))
    on = [int(p * whole) for p in chances]
    at = [1] + [0] * len(chances)
    scale = 1
    found = [Fraction(at[-1])]
    for _ in range(rounds):
        scale *= whole
        moved = [here * step for here, step in zip(at, on, strict=False)]
        at = [
            here * whole
            - (moved[place] if place < len(moved) else 0)
            + (moved[place - 1] if place else 0)
            for place, here in enumerate(at)
        ]
        found.append(Fraction(at[-1], scale))
    return tuple(found)


def race(need: int, mine: Fraction, rival: Fraction) -> Fraction:
    """Compute the chance to win a race in which I move first.

    I need ``need`` cards and get one with the chance ``mine`` in a turn of mine; in each turn of
    the rival the round ends against me with the chance ``rival``.
    """
    return race_table(need, mine, rival)[need]


def race_table(need: int, mine: Fraction, rival: Fraction) -> tuple[Fraction, ...]:
    """Fill the table of :func:`race` backwards: entry n is the chance with n cards to go.

    V(n) = r·W(n−1) + (1−r)(1−h)·V(n), where W is the value after the rival's turn: W(0) = 1 and
    W(n) = (1−h)·V(n).

    >>> race_table(2, Fraction(1, 4), Fraction(1, 5))
    (Fraction(1, 1), Fraction(5, 8), Fraction(5, 16))
    """
    _check("need", need, 0, 100)
    values = [Fraction(1)]
    for left in range(1, need + 1):
        after = values[-1] * (1 if left == 1 else 1 - rival)
        values.append(mine * after / (1 - (1 - mine) * (1 - rival)))
    return tuple(values)


def _quantile(distribution: Mapping[int, Fraction], tail: Fraction, values: Sequence[int]) -> int:
    passed = Fraction(0)
    for value in values:
        passed += distribution[value]
        if passed > tail:
            return value
    raise NumberError("number.range", what="share", value=0, low=1, high=1)


def _check(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise NumberError("number.range", what=what, value=value, low=low, high=high)
