"""L06, waiting for a useful card: two 7s are held, a third or a wild is needed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Final

from phase10.game.cards import CARDS, STANDARD_DECK, WILD, Card, Cards
from phase10.game.errors import GameError
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.experiment import DECK, SIZE
from phase10.teaching.lessons.tools.base import SIMULATE, kept_whole, unknown_act, whole

__all__ = ["HELD", "MOST_OTHERS", "MOST_WAITS", "SEVENS", "WILDS", "Waiting", "make"]

HELD: Final = 2
"""The 7s in the hand: these are always seen."""
SEVENS: Final = STANDARD_DECK.colors * STANDARD_DECK.copies
WILDS: Final = STANDARD_DECK.wilds
MOST_OTHERS: Final = SIZE - SEVENS - WILDS
MOST_WAITS: Final = 500

_HAND: Final = Cards("R7 B7 R1 B2 G3 Y4 R5 B6 G9 Y12")
_UP: Final = Card.parse("G10")


class Waiting:
    """Set which cards are seen, and turn the unseen ones over until one helps.

    ``sevens``, ``wilds``, ``others``: the seen cards; ``draws``: within how many draws;
    ``turned``: the cards turned over in this wait; ``waits``: how long earlier waits were. Other
    seen cards begin anew.
    """

    # A useful card within three draws is what is to be predicted.
    after: ClassVar[str] = SIMULATE

    def __init__(self, code: LessonCode) -> None:
        self._code = code
        self.sevens, self.wilds, self.others, self.draws = HELD, 0, 9, 3
        self._begin()

    def _begin(self) -> None:
        self.waits: list[int] = []
        self._shuffle()

    def _shuffle(self) -> None:
        purpose = f"tool pile {self.sevens} {self.wilds} {self.others} {len(self.waits)}"
        self._pile = self._code.stream(purpose).mixed_order(self._unseen())
        self.turned: list[Card] = []

    @property
    def seen(self) -> tuple[Card, ...]:
        """List the seen cards: the two 7s first."""
        return tuple(CARDS[kind] for kind in self._seen())

    @property
    def unseen(self) -> int:
        """Count the unseen cards, U."""
        return SIZE - self.sevens - self.wilds - self.others

    @property
    def outs(self) -> int:
        """Count the useful ones among them, o: 7s and wilds."""
        return SEVENS - self.sevens + WILDS - self.wilds

    @property
    def drawn(self) -> int:
        """Give :attr:`draws`, no more than there are unseen cards."""
        return min(self.draws, self.unseen)

    @property
    def within(self) -> Fraction:
        """Compute the chance of a useful card within the draws."""
        return chance.within(self.unseen, self.outs, self.drawn)

    @property
    def within_returned(self) -> Fraction:
        """Compute the same when each card is put back."""
        return 1 - (1 - self.each) ** self.drawn

    @property
    def added(self) -> Fraction:
        """Add the chances of the single draws, as one should not."""
        return self.each * self.drawn

    @property
    def each(self) -> Fraction:
        """Give the chance of a single draw; 0 where no card is left."""
        return Fraction(self.outs, self.unseen) if self.unseen else Fraction(0)

    @property
    def mean(self) -> Fraction | None:
        """Compute the mean wait, drawn cards kept out; ``None`` when no card helps."""
        return chance.wait(self.unseen, self.outs) if self.outs else None

    @property
    def mean_returned(self) -> Fraction | None:
        """Compute the mean wait when each card is put back."""
        return 1 / self.each if self.outs else None

    @property
    def mean_turned(self) -> Fraction | None:
        """Give the mean of the waits turned over here; ``None`` before the first."""
        return Fraction(sum(self.waits), len(self.waits)) if self.waits else None

    @property
    def done(self) -> bool:
        """Tell whether the last card turned over helps."""
        return bool(self.turned) and helps(self.turned[-1])

    def act(self, name: str, value: object) -> None:
        """Do ``sevens``, ``wilds``, ``others``, ``draws``, ``turn`` (one), ``until`` (one helps).

        Turning after a useful card shuffles anew. :class:`GameError` ``tool.no_outs`` when no
        unseen card helps, ``tool.drawn`` after as many waits as are kept.
        """
        if name == "draws":
            self.draws = whole(value, 0, SIZE)
            return
        if name in ("turn", "until"):
            self._turn(until=name == "until")
            return
        if name == "sevens":
            self.sevens = whole(value, HELD, SEVENS)
        elif name == "wilds":
            self.wilds = whole(value, 0, WILDS)
        elif name == "others":
            self.others = whole(value, 0, MOST_OTHERS)
        elif name != "restart":
            raise unknown_act(name)
        self._begin()

    def kept(self) -> dict[str, object]:
        """Give what was set, and how many waits and cards of an open one were turned over."""
        return {
            "sevens": self.sevens,
            "wilds": self.wilds,
            "others": self.others,
            "draws": self.draws,
            "waits": len(self.waits),
            "turned": 0 if self.done else len(self.turned),
        }

    def restore(self, kept: Mapping[str, object]) -> None:
        """Take up what was set, and turn as many cards over again."""
        self.sevens = kept_whole(kept, "sevens", HELD, SEVENS, self.sevens)
        self.wilds = kept_whole(kept, "wilds", 0, WILDS, self.wilds)
        self.others = kept_whole(kept, "others", 0, MOST_OTHERS, self.others)
        self.draws = kept_whole(kept, "draws", 0, SIZE, self.draws)
        self._begin()
        if not self.outs:
            return
        for _ in range(kept_whole(kept, "waits", 0, MOST_WAITS, 0)):
            self._turn(until=True)
        if len(self.waits) < MOST_WAITS:
            for _ in range(kept_whole(kept, "turned", 0, SIZE, 0)):
                self._turn(until=False)
                if self.done:
                    break

    def _turn(self, *, until: bool) -> None:
        if not self.outs:
            raise GameError("tool.no_outs")
        if self.done:
            if len(self.waits) >= MOST_WAITS:
                raise GameError("tool.drawn", limit=MOST_WAITS)
            self._shuffle()
        while True:
            self.turned.append(self._pile[len(self.turned)])
            if self.done:
                self.waits.append(len(self.turned))
                return
            if not until:
                return

    def _seen(self) -> list[int]:
        """List the kinds of the seen cards; the hand of the lesson and its up-card come first."""
        sevens = [Card.parse("R7").kind, Card.parse("B7").kind]
        sevens += [kind for kind in _without(DECK, sevens) if CARDS[kind].number == 7]
        first = [card.kind for card in (*_HAND, _UP) if card.number != 7]
        rest = [k for k in _without(DECK, first) if k != WILD and CARDS[k].number != 7]
        others = first + self._code.stream("tool seen").mixed_order(rest)
        return sevens[: self.sevens] + [WILD] * self.wilds + others[: self.others]

    def _unseen(self) -> list[Card]:
        return [CARDS[kind] for kind in _without(DECK, self._seen())]


def helps(card: Card) -> bool:
    """Tell whether a card makes the set of 7s."""
    return card.is_wild or card.number == 7


def make(code: LessonCode) -> Waiting:
    """Make the interactive."""
    return Waiting(code)


def _without(kinds: tuple[int, ...], taken: list[int]) -> list[int]:
    left = list(kinds)
    for kind in taken:
        left.remove(kind)
    return left
