"""A second way to every answer: enumeration, chains and sums instead of the formulas of a template.

Only what the question tells is used.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import isqrt
from typing import Any

from phase10.teaching.lessons.items import Item

COLORS = ("red", "blue", "green", "yellow")
Card = tuple[str, int]
NUMBER_CARDS: list[Card] = [(c, n) for c in COLORS for n in range(1, 13) for _ in range(2)]
DECK: list[Card] = NUMBER_CARDS + [("wild", 0)] * 8 + [("skip", 0)] * 4
TURNS = 600


def belongs(word: Any) -> Callable[[Card], bool]:
    """The event that a word of the data names."""
    key = word.key
    if key.startswith("number"):
        return lambda card: card[1] == int(key.removeprefix("number"))
    return lambda card: card[0] == key


def share(cards: list[Any], wanted: Callable[[Any], bool]) -> Fraction:
    return Fraction(sum(map(wanted, cards)), len(cards))


def dealt(marked: int, deck: int, cards: int) -> dict[int, Fraction]:
    """The number of marked cards, card by card."""
    at = {0: Fraction(1)}
    for drawn in range(cards):
        after: dict[int, Fraction] = {}
        for found, chance in at.items():
            hit = Fraction(marked - found, deck - drawn)
            for more, p in ((1, hit), (0, 1 - hit)):
                after[found + more] = after.get(found + more, Fraction(0)) + chance * p
        at = after
    return at


def pairs(wanted: Callable[[Card, Card], bool]) -> Fraction:
    """All ordered pairs of different cards of the deck."""
    hits = sum(wanted(one, other) for one, other in permutations(DECK, 2))
    return Fraction(hits, len(DECK) * (len(DECK) - 1))


def hands(deck: int, cards: int, wanted: Callable[[tuple[int, ...]], bool]) -> Fraction:
    every = list(combinations(range(deck), cards))
    return Fraction(sum(map(wanted, every)), len(every))


def waited(unseen: int, outs: int) -> Fraction:
    """The sum of the chances to be still waiting after 0, 1, 2, … draws."""
    total, still = Fraction(0), Fraction(1)
    for drawn in range(unseen - outs + 1):
        total += still
        still *= Fraction(unseen - outs - drawn, unseen - drawn)
    return total


def turns(need: int, mine: Fraction, rival: Fraction) -> Fraction:
    """Turn by turn for so long that next to nothing is left."""
    at = {need: 1.0}
    won = 0.0
    for _ in range(TURNS):
        after: dict[int, float] = {}
        for left, chance in at.items():
            for more, p in ((1, float(mine)), (0, 1 - float(mine))):
                if left - more == 0:
                    won += chance * p
                else:
                    stays = chance * p * (1 - float(rival))
                    after[left - more] = after.get(left - more, 0.0) + stays
        at = after
    return Fraction(won)


def successes(rounds: int, p: Fraction, least: int) -> Fraction:
    total = Fraction(0)
    for made in product((True, False), repeat=rounds):
        if sum(made) >= least:
            chance = Fraction(1)
            for one in made:
                chance *= p if one else 1 - p
            total += chance
    return total


def after_kept(draws: int) -> Fraction:
    none = dealt(8, 108, draws)[0]
    return 1 - dealt(8, 108, draws + 1)[0] / none


def outs(v: dict[str, Any]) -> Fraction:
    wanted = belongs(v["number"])
    cards = list(DECK)
    for _ in range(v["held"] + v["seen"]):
        cards.remove(next(card for card in cards if wanted(card)))
    for _ in range(v["wilds"]):
        cards.remove(("wild", 0))
    useful = sum(wanted(card) or card[0] == "wild" for card in cards)
    return Fraction(useful, v["unseen"])


def number_if_color(v: dict[str, Any]) -> Fraction:
    wanted, color = belongs(v["number"]), belongs(v["color"])
    cards = list(NUMBER_CARDS)
    for _ in range(v["seen"]):
        cards.remove(next(card for card in cards if wanted(card) and color(card)))
    for _ in range(v["others"]):
        cards.remove(next(card for card in cards if color(card) and not wanted(card)))
    return share([card for card in cards if color(card)], wanted)


def needed(v: dict[str, Any]) -> Fraction:
    """The first number of trials that is enough, found by halving."""
    p, error = v["p"], Fraction(v["points"], 100)
    low, high = 0, 10**6
    while high - low > 1:
        middle = (low + high) // 2
        enough = Fraction(196, 100) ** 2 * p * (1 - p) <= error**2 * middle
        low, high = (low, middle) if enough else (middle, high)
    return Fraction(high)


def points(card: Card) -> int:
    if card[0] in ("wild", "skip"):
        return 25 if card[0] == "wild" else 15
    return 5 if card[1] < 10 else 10


def collects(v: dict[str, Any]) -> Fraction:
    """400 players with 100 turns each, counted one by one."""
    throws = [
        mine
        for player in range(v["all"])
        for mine in [player < v["group"]]
        for turn in range(100)
        if turn < (v["own"] if mine else v["other"])
    ]
    return Fraction(sum(throws), len(throws))


def rounds(v: dict[str, Any]) -> Fraction:
    expected = Fraction(0)
    for p in [v["easy"]] * v["first"] + [v["hard"]] * v["second"]:
        expected = (1 + p * expected) / p
    return expected


def in_range(v: dict[str, Any]) -> Callable[[Card], bool]:
    return lambda card: v["low"] <= card[1] <= v["high"]


WAYS: dict[str, Callable[[dict[str, Any]], Fraction]] = {
    "L01.bag": lambda v: share(["red"] * v["red"] + ["blue"] * v["blue"], "red".__eq__),
    "L01.not_red": lambda v: share(list(range(v["total"])), lambda i: i >= v["red"]),
    "L01.next_card": lambda v: share(DECK, belongs(v["event"])),
    "L01.numbers_between": lambda v: share(DECK, in_range(v)),
    "L02.expected_hits": lambda v: sum(
        (share(DECK, lambda card: card[0] == "wild") for _ in range(v["draws"])), Fraction(0)
    ),
    "L02.next_after_row": lambda _: share(DECK, lambda card: card[0] == "wild"),
    "L02.relative_frequency": lambda v: share(
        [True] * v["hits"] + [False] * (v["draws"] - v["hits"]), bool
    ),
    "L03.next_after_kept": lambda v: after_kept(v["draws"]),
    "L03.two_alike": lambda v: pairs(
        lambda one, other: belongs(v["event"])(one) and belongs(v["event"])(other)
    ),
    "L03.second_unseen": lambda v: pairs(lambda _, other: belongs(v["event"])(other)),
    "L04.hands": lambda v: Fraction(len(list(combinations(range(v["deck"]), v["cards"])))),
    "L04.orders": lambda v: Fraction(len(list(permutations(range(v["cards"]))))),
    "L04.given_hand": lambda v: hands(
        v["deck"], v["cards"], lambda hand: hand == tuple(range(v["cards"]))
    ),
    "L04.with_card": lambda v: Fraction(
        sum(0 in hand for hand in combinations(range(v["deck"]), v["cards"]))
    ),
    "L05.some": lambda v: 1 - dealt(sum(map(belongs(v["event"]), DECK)), 108, v["cards"])[0],
    "L05.some_of_few": lambda v: hands(
        v["deck"], v["cards"], lambda hand: any(card < v["marked"] for card in hand)
    ),
    "L05.exactly": lambda v: hands(
        v["deck"],
        v["cards"],
        lambda hand: sum(card < v["marked"] for card in hand) == v["hits"],
    ),
    "L05.mean_marked": lambda v: sum(
        (
            found * chance
            for found, chance in dealt(sum(map(belongs(v["event"]), DECK)), 108, v["cards"]).items()
        ),
        Fraction(0),
    ),
    "L06.within": lambda v: 1 - dealt(v["outs"], v["unseen"], v["draws"])[0],
    "L06.mean_wait": lambda v: waited(v["unseen"], v["outs"]),
    "L06.count_outs": outs,
    "L07.wild_if_useful": lambda v: share(
        ["wild"] * v["wilds"] + ["number"] * v["natural"], "wild".__eq__
    ),
    "L07.number_if_color": number_if_color,
    "L08.either": lambda v: share(
        DECK, lambda card: belongs(v["color"])(card) or in_range(v)(card)
    ),
    "L08.both": lambda v: share(DECK, lambda card: belongs(v["color"])(card) and in_range(v)(card)),
    "L09.needed": needed,
    "L09.band": lambda v: Fraction(v["points"], isqrt(v["more"] // v["trials"])),
    "L10.card_mean": lambda v: share_of_points(
        [5] * v["low"] + [10] * v["high"] + [25] * v["wilds"], 1
    ),
    "L10.hand_mean": lambda v: share_of_points([points(card) for card in DECK], v["cards"]),
    "L11.two_plans": lambda v: Fraction(
        v["open_numbers"] + v["wilds"], v["gap_numbers"] + v["wilds"]
    ),
    "L11.expected_cost": lambda v: share_of_points(
        [v["paid"]] * v["outs"] + [v["lost"]] * (v["unseen"] - v["outs"]), 1
    ),
    "L12.rounds": rounds,
    "L12.straight": lambda v: successes(v["phases"], v["p"], v["phases"]),
    "L12.rounds_within": lambda v: successes(v["rounds"], v["p"], 2),
    "L13.collects": collects,
    "L13.thrown": lambda v: share(
        [
            turn < (v["own"] if color == "red" else v["other"])
            for color in COLORS
            for turn in range(100)
        ],
        bool,
    ),
    "L14.first_to": lambda v: turns(1, v["mine"], v["rival"]),
    "L14.two_needed": lambda v: turns(2, v["mine"], v["rival"]),
}
"""For each template another way to its answer."""

SUMS = {"L14.first_to", "L14.two_needed"}
"""Templates whose other way is a sum without end, cut off."""


def share_of_points(cards: list[int], times: int) -> Fraction:
    return times * Fraction(sum(cards), len(cards))


def agrees(item: Item, value: Fraction) -> bool:
    """Whether the other way leads to this value."""
    found = WAYS[item.template](dict(item.values))
    if item.template in SUMS:
        return abs(float(found - value)) < 1e-9
    return found == value
