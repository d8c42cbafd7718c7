"""L04, all hands of three from a deck of twelve, ordered or not; then any deck and any hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, factorial, perm
from typing import ClassVar, Final

from phase10.game.cards import CARDS, Card, Deck
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, one_of, unknown_act, whole

__all__ = ["HAND", "MINI", "ORDERS", "PAGE", "SCALE", "AllHands", "Places", "make"]

MINI: Final[tuple[Card, ...]] = tuple(
    card
    for card in CARDS
    for _ in range(Deck(colors=2, numbers=3, copies=2, wilds=0, skips=0).counts[card.kind])
)
"""Two colors, the numbers 1 to 3, each card twice; twins beside each other."""
HAND: Final = 3
ORDERS: Final = ("hands", "deals")
"""A hand is the same in any order; deals are told apart by their order."""
PAGE: Final = 20
"""So many stand in the list at once."""
SCALE: Final = 200
"""The largest deck to compute for."""

Places = tuple[int, ...]


class AllHands:
    """List hands by the places of their cards in :data:`MINI`.

    ``order``: one of :data:`ORDERS`; ``card``: the place of a card that must be among them, or -1;
    ``at``: which one is looked at, from 0; ``deck`` and ``hand``: the numbers of the large count.
    """

    # The length of the list is what is to be predicted.
    after: ClassVar[str] = SIMULATE

    def __init__(self) -> None:
        self.order = "hands"
        self.card = -1
        self.at = 0
        self.deck = 108
        self._hand = 10

    @property
    def listed(self) -> tuple[Places, ...]:
        """Give the whole list."""
        return _listed(self.order, self.card)

    @property
    def current(self) -> Places:
        """Give the hand or deal that is looked at."""
        return self.listed[self.at]

    @property
    def page(self) -> range:
        """Give the entries that stand in the list around the one that is looked at."""
        first = self.at // PAGE * PAGE
        return range(first, min(first + PAGE, len(self.listed)))

    @property
    def rearranged(self) -> tuple[Places, ...]:
        """Give the orders in which the cards that are looked at can be dealt."""
        return tuple(permutations(sorted(self.current)))

    @property
    def looks(self) -> int:
        """Count the hands of the list that look different: twins are not told apart."""
        return len({tuple(sorted(MINI[place] for place in hand)) for hand in self.listed})

    @property
    def alike(self) -> int:
        """Count the hands that look like the one that is looked at, this one included."""
        want = Counter(MINI[place] for place in self.current)
        ways = 1
        for card, count in want.items():
            ways *= comb(MINI.count(card), count)
        return ways

    @property
    def hand(self) -> int:
        """Give the size of the hand of the large count; no larger than the deck."""
        return min(self._hand, self.deck)

    @property
    def unordered(self) -> int:
        """Count the hands of the large deck."""
        return comb(self.deck, self.hand)

    @property
    def ordered(self) -> int:
        """Count its deals."""
        return perm(self.deck, self.hand)

    @property
    def orders(self) -> int:
        """Count the orders of one hand of it."""
        return factorial(self.hand)

    def act(self, name: str, value: object) -> None:
        """Do ``order``, ``card`` (a place or -1), ``at`` (from 1), ``deck``, ``hand``."""
        if name == "order":
            self.order, self.at = one_of(value, ORDERS), 0
        elif name == "card":
            self.card, self.at = whole(value, -1, len(MINI) - 1), 0
        elif name == "at":
            self.at = whole(value, 1, len(self.listed)) - 1
        elif name == "deck":
            self.deck = whole(value, 1, SCALE)
        elif name == "hand":
            self._hand = whole(value, 0, self.deck)
        else:
            raise unknown_act(name)

    def kept(self) -> dict[str, object]:
        """Give what was set."""
        return {
            "order": self.order,
            "card": self.card,
            "at": self.at,
            "deck": self.deck,
            "hand": self._hand,
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take up what was set."""
        order = kept.get("order")
        if isinstance(order, str) and order in ORDERS:
            self.order = order
        self.card = kept_whole(kept, "card", -1, len(MINI) - 1, -1)
        self.at = kept_whole(kept, "at", 0, len(self.listed) - 1, 0)
        self.deck = kept_whole(kept, "deck", 1, SCALE, self.deck)
        self._hand = kept_whole(kept, "hand", 0, SCALE, self._hand)


def make(code: LessonCode) -> AllHands:
    """Make the interactive; there is no chance in it."""
    del code
    return AllHands()


@lru_cache(maxsize=2 * (len(MINI) + 1))
def _listed(order: str, card: int) -> tuple[Places, ...]:
    choose = combinations if order == "hands" else permutations
    return tuple(each for each in choose(range(len(MINI)), HAND) if card < 0 or card in each)
