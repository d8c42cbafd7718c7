"""The one seeded shuffle: a deal code gives the same deal everywhere and for ever.

The algorithm is fixed (version 1) and needs unsigned integers of 64 bits only; all sums and
products below are taken modulo 2^64.

1. ``mixed`` is the finalizer of SplitMix64 (Steele, Lea and Flood 2014, with the constants of
   Vigna's public-domain code).
2. The start state of a stream: from 0, for each of version, players, seed, round and counter in
   this order, ``state = mixed(state + GAMMA + value)``.
3. The stream is SplitMix64: ``state += GAMMA`` and then ``mixed(state)`` is the next number.
4. A number below ``bound``: of the stream's numbers take the first that is at least
   2^64 mod ``bound``, modulo ``bound``. What is refused makes all results equally likely.
5. A shuffle puts the cards in canonical order of kinds first, then for ``last`` from the last index
   down to 1 exchanges the cards at ``last`` and at a number below ``last + 1`` (Fisher–Yates). The
   last card of the result lies on top: it is dealt or drawn first.

Counter 0 is the deal of the round; 1, 2, … are the reshuffles of the discards in that round;
:data:`DEALER_DRAW` is the draw for the first dealer.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from phase10.game.cards import CARDS, STANDARD_DECK, Card, Deck, Hand
from phase10.game.errors import GameError, NumberError, PositionError
from phase10.game.kinds import KINDS

__all__ = [
    "DEALER_DRAW",
    "GAMMA",
    "HAND_SIZE",
    "Deal",
    "DealCode",
    "below",
    "deal",
    "high_card_dealer",
    "high_card_draws",
    "mixed",
    "shuffled",
    "start_state",
]

HAND_SIZE: Final = 10
"""Cards dealt to each player (S15)."""

DEALER_DRAW: Final = 1 << 32
"""The counter of the draw for the first dealer; those of reshuffles are smaller."""

GAMMA: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1
_RANGES: Final = {"players": (2, 6), "seed": (0, (1 << 63) - 1), "round": (1, 100_000)}
# Twenty digits are more than any seed has; of more, int() would only cost time.
_CODE: Final = re.compile(r"P10-1-([0-9]{1,20})-([0-9]{1,20})-([0-9]{1,20})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DealCode:
    """Name a deal: how many play, the seed of the match, the round.

    2–6 players, a seed of 0 to 2^63 − 1, a round of 1 to 100 000; else :class:`NumberError`
    ``number.range``.

    >>> print(DealCode.parse(" p10-1-4-77-1 "))
    P10-1-4-77-1
    """

    players: int
    seed: int
    round: int

    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            # A number of an array is made a plain one: it would overflow.
            value = int(operator.index(getattr(self, name)))
            if not low <= value <= high:
                raise NumberError("number.range", what=name, value=value, low=low, high=high)
            object.__setattr__(self, name, value)

    @classmethod
    def parse(cls, text: str) -> DealCode:
        """Read ``P10-1-<players>-<seed>-<round>``; letters of either case, spaces around it.

        Raises :class:`PositionError` ``deal.code`` when the text is no code of this version,
        :class:`NumberError` ``number.range`` when one of its numbers is out of range.
        """
        match = _CODE.fullmatch(text.strip())
        if match is None:
            raise PositionError("deal.code", text=text)
        return cls(*map(int, match.groups()))

    def __str__(self) -> str:
        return f"P10-{self.version}-{self.players}-{self.seed}-{self.round}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Hold what is dealt for a round (S15–S19).

    ``hands``: of seats A, B, …; ``top``: the first card of the discard pile; ``pile``: the kinds of
    the draw pile, of which the last is drawn first.
    """

    hands: tuple[Hand, ...]
    top: Card
    pile: tuple[int, ...]


def deal(code: DealCode, deck: Deck = STANDARD_DECK) -> Deal:
    """Deal ten cards to each player, one by one in turn from seat A, then turn one up (S15, S16).

    Raises :class:`GameError` ``game.deck`` when the deck has too few cards for that.

    >>> print(deal(DealCode.parse("P10-1-4-77-1")).top)
    G7
    """
    pile = list(shuffled(_all_kinds(code, deck), code, 0))
    counts = [[0] * KINDS for _ in range(code.players)]
    for _ in range(HAND_SIZE):
        for held in counts:
            held[pile.pop()] += 1
    hands = tuple(Hand.from_counts(held, deck) for held in counts)
    top = CARDS[pile.pop()]
    return Deal(hands, top, tuple(pile))


def shuffled(kinds: Sequence[int], code: DealCode, counter: int) -> tuple[int, ...]:
    """Shuffle cards; the last one of the result lies on top.

    ``kinds``: 0–49 in any order, which does not matter; ``counter``: which shuffle of the round, 0
    to 2^64 − 1, else :class:`NumberError` ``number.range``.
    """
    cards = sorted(kinds)
    state = start_state(code, counter)
    for last in range(len(cards) - 1, 0, -1):
        state, place = below(state, last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def high_card_dealer(code: DealCode, deck: Deck = STANDARD_DECK) -> tuple[int, tuple[Card, ...]]:
    """Choose the first dealer by the high card (S14): the seat, and each seat's last card drawn.

    The rules are told at :func:`high_card_draws`, which tells every card drawn; this raises what
    that raises.
    """
    draws = high_card_draws(code, deck)
    last: dict[int, Card] = {}
    for drawn in draws:
        last |= drawn
    return _highest(draws[-1])[0], tuple(last[seat] for seat in range(code.players))


def high_card_draws(code: DealCode, deck: Deck = STANDARD_DECK) -> tuple[dict[int, Card], ...]:
    """List the draws for the first dealer (S14), each a card of every seat that draws in it.

    All draw a card of the shuffled deck, from seat A on, and the highest number becomes dealer. A
    wild and a skip have no number and are lowest. Who share the highest draw again from the cards
    that are left; when these are too few, the first of them deals. Raises :class:`GameError`
    ``game.deck`` like :func:`deal`.
    """
    pile = list(shuffled(_all_kinds(code, deck), code, DEALER_DRAW))
    draws: list[dict[int, Card]] = []
    tied = list(range(code.players))
    while len(tied) > 1 and len(pile) >= len(tied):
        draws.append({seat: CARDS[pile.pop()] for seat in tied})
        tied = _highest(draws[-1])
    return tuple(draws)


def start_state(code: DealCode, counter: int) -> int:
    """Give the state from which the stream of one shuffle starts."""
    if not 0 <= counter <= _MASK:
        raise NumberError("number.range", what="counter", value=counter, low=0, high=_MASK)
    state = 0
    for value in (code.version, code.players, code.seed, code.round, counter):
        state = mixed((state + GAMMA + value) & _MASK)
    return state


def below(state: int, bound: int) -> tuple[int, int]:
    """Give the next state of the stream and a number below ``bound``, all equally likely."""
    refused = (_MASK + 1) % bound
    while True:
        state = (state + GAMMA) & _MASK
        number = mixed(state)
        if number >= refused:
            return state, number % bound


def mixed(state: int) -> int:
    """Mix the 64 bits of a state: one to one, and every bit depends on every bit."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def _all_kinds(code: DealCode, deck: Deck) -> list[int]:
    """List the kinds of all cards of the deck, which must be enough to deal."""
    needed = HAND_SIZE * code.players + 1
    if deck.size < needed:
        raise GameError("game.deck", count=deck.size, needed=needed, players=code.players)
    return [kind for kind, copies in enumerate(deck.counts) for _ in range(copies)]


def _highest(drawn: dict[int, Card]) -> list[int]:
    """List the seats that share the highest card of a draw."""
    height = max(card.number or 0 for card in drawn.values())
    return [seat for seat, card in drawn.items() if (card.number or 0) == height]
