"""A group that lies on the table: its goal, its cards, what each wild stands for, what may be hit.

A wild stands for what was declared when it was played and never changes (S38, S39). A colour group
or a one-colour run of wilds alone has no colour until the first natural card is hit on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from phase10.game.cards import CARDS, Card
from phase10.game.errors import CardError, PositionError
from phase10.game.kinds import NUMBERS, SKIP, WILD
from phase10.game.notation import parse_cards, plain_letters
from phase10.game.phases import GOAL_SIZES, SET_KINDS

__all__ = ["Fault", "Meld", "arrange", "declared", "kind_of_goal"]

_RUNS: Final = ("run", "crun")
_ONE_COLOR: Final = ("color", "crun", "cset")
_PARITIES: Final = {"even": 0, "odd": 1}


class Fault(NamedTuple):
    """Tell why cards do not make a group, or a card does not fit it: a code and the cards.

    Codes: ``numbers`` (a set of different numbers), ``order`` (a run with a gap or a number twice),
    ``ends`` (a run beyond 1 or 12), ``color``, ``parity``, ``wild_number`` (a wild declared as what
    its place does not ask), ``undeclared`` (a wild that could stand for several numbers), ``taken``
    (a place that a wild stands in), ``skip``.
    """

    code: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Meld:
    """Hold one laid group: who laid it, the goal kind, the cards in order.

    Text form: ``A run R3 B4 W=5 G6``, goal kinds as in :mod:`phase10.game.phases`; a size after the
    kind (``set:4``) is accepted and may be smaller than the number of cards, which grows by hits.
    The text reads back when the owner's name has no goal kind in it; the parts always do.
    """

    owner: str
    kind: str
    cards: tuple[Card, ...]

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read ``owner kind cards``; raise PositionError or CardError.

        >>> str(Meld.parse("Anna run:4 r3 b4 w=5 g6 y7"))
        'Anna run R3 B4 W=5 G6 Y7'
        """
        words = text.split()
        # No card is called like a goal, but a player may be: the last such word is the goal.
        for place in range(len(words) - 1, 0, -1):
            word = words[place]
            if kind_of_goal(word) is not None:
                return cls.of(" ".join(words[:place]), word, " ".join(words[place + 1 :]))
        raise PositionError("position.meld", text=text.strip())

    @classmethod
    def of(cls, owner: str, goal: str, cards: str) -> Meld:
        """Build from its three parts; the goal may carry a size."""
        name, kind, read = " ".join(owner.split()), kind_of_goal(goal), parse_cards(cards)
        if not name or kind is None or not read:
            raise PositionError("position.meld", text=f"{owner} {goal} {cards}".strip())
        if any(card.is_skip for card in read):
            raise CardError("card.skip_laid", card="S")
        if not _suits(kind, read):
            shown = " ".join(map(str, read))
            raise PositionError("position.meld_cards", text=shown, kind=kind)
        return cls(name, kind, tuple(read))

    def __str__(self) -> str:
        return f"{self.owner} {self.kind} {' '.join(map(str, self.cards))}"

    def settled(self) -> Meld:
        """Give the same group with every wild declared, however it was told.

        Wilds whose place cannot be told from the order of the cards fill the gaps of a run from
        below, then go to its upper end, then to its lower end.
        """
        arranged = arrange(self.kind, self.cards)
        if isinstance(arranged, Fault):
            arranged = _settled(self.kind, self.cards)
        return Meld(self.owner, self.kind, arranged)

    @cached_property
    def number(self) -> int | None:
        """Give the number of a set; None for other goals."""
        return _number(self.cards[-1]) if self.kind in SET_KINDS else None

    @cached_property
    def ends(self) -> tuple[int, int] | None:
        """Give the lowest and the highest number of a run; None for other goals."""
        if self.kind not in _RUNS:
            return None
        first, last = _number(self.cards[0]), _number(self.cards[-1])
        return None if first is None or last is None else (first, last)

    @cached_property
    def color(self) -> str | None:
        """Give the colour that a natural card must have, None where any may come."""
        return _color(self.cards) if self.kind in _ONE_COLOR else None

    @cached_property
    def parity(self) -> int | None:
        """Give the remainder by 2 that a number must have, None where any may come."""
        return _parity(self.kind, self.cards)

    @cached_property
    def open_to(self) -> tuple[tuple[Card, ...], ...]:
        """List for each of the fifty kinds the cards, as declared, that may be hit now."""
        return _open_to(self.kind, self.number, self.ends, self.color, self.parity)

    def understood(self, card: Card) -> Card:
        """Give a wild as it can only be meant here: declared where one number is open."""
        options = self.open_to[WILD]
        if card.is_wild and len(options) == 1:
            needless = options[0].stands_for is None
            return options[0] if needless or card.stands_for is None else card
        return card

    def fault(self, card: Card) -> Fault | None:
        """Tell why a card, declared where it is a wild, cannot be hit here; None when it can."""
        if card in self.open_to[card.kind]:
            return None
        if card.is_skip:
            return Fault("skip", (card,))
        if card.is_wild:
            options = self.open_to[WILD]
            if card.stands_for is None and len(options) > 1:
                return Fault("undeclared", options)
            return Fault("wild_number", options)
        if self.ends is not None:
            return self._run_fault(card)
        if self.number is not None and card.number != self.number:
            return Fault("numbers", (card,))
        if self.color is not None and card.color != self.color:
            return Fault("color", (card,))
        return Fault("parity", (card,))

    def _run_fault(self, card: Card) -> Fault:
        if self.color is not None and card.color != self.color:
            return Fault("color", (card,))
        inside = next((held for held in self.cards if _number(held) == card.number), None)
        if inside is not None and inside.is_wild:
            return Fault("taken", (inside,))
        low, high = self.ends or (1, NUMBERS)
        beyond = (card.number == 1 and high == NUMBERS) or (card.number == NUMBERS and low == 1)
        return Fault("ends" if beyond else "order", (card,))

    def with_card(self, card: Card) -> Meld:
        """Give the group after a hit with a card that fits."""
        ends = self.ends
        if ends is not None and (_number(card) or 0) < ends[0]:
            return Meld(self.owner, self.kind, (card, *self.cards))
        return Meld(self.owner, self.kind, (*self.cards, card))


def arrange(kind: str, cards: Sequence[Card]) -> tuple[Card, ...] | Fault:
    """Put cards in the order of a group of this kind and declare its wilds, or say what is wrong.

    A wild that is not declared stands in a set for the set's number, in a run for the number of its
    place in the cards as given (``R1 B2 W``: 3).

    >>> arrange("run", parse_cards("W R3 B4"))
    (Card.parse('W=2'), Card.parse('R3'), Card.parse('B4'))
    """
    skips = tuple(card for card in cards if card.is_skip)
    if skips:
        return Fault("skip", skips)
    naturals = sorted(card for card in cards if card.is_number)
    wilds = [card for card in cards if card.is_wild]
    if kind in _ONE_COLOR and len({card.color for card in naturals}) > 1:
        return Fault("color", _odd_ones_out(naturals, [card.color or "" for card in naturals]))
    if kind in _RUNS:
        return _run(cards)
    if kind in SET_KINDS:
        return _set(naturals, wilds)
    parity = _parity(kind, naturals)
    if parity is not None:
        wrong = [card for card in naturals if (card.number or 0) % 2 != parity]
        if wrong:
            return Fault("parity", tuple(wrong))
    return (*naturals, *(CARDS[WILD] for _ in wilds))


def _set(naturals: list[Card], wilds: list[Card]) -> tuple[Card, ...] | Fault:
    numbers = [card.number or 0 for card in naturals]
    if len(set(numbers)) > 1:
        return Fault("numbers", _odd_ones_out(naturals, numbers))
    said = [card.stands_for for card in wilds if card.stands_for is not None]
    if not numbers and not said:
        return Fault("undeclared", tuple(wilds))
    number = numbers[0] if numbers else said[0]
    wrong = [card for card in wilds if card.stands_for not in (None, number)]
    if wrong:
        return Fault("wild_number", tuple(wrong))
    return (*naturals, *(declared(number) for _ in wilds))


def _run(cards: Sequence[Card]) -> tuple[Card, ...] | Fault:
    known = [_number(card) for card in cards]
    if None not in known:
        cards = sorted(cards, key=lambda card: _number(card) or 0)
    elif sum(number is not None for number in known) > 1 and _falls(known):
        cards = tuple(reversed(cards))
    return _run_as_told(cards)


def _run_as_told(cards: Sequence[Card]) -> tuple[Card, ...] | Fault:
    place = next((i for i, card in enumerate(cards) if _number(card) is not None), None)
    if place is None:
        return Fault("undeclared", tuple(cards))
    start = (_number(cards[place]) or 0) - place
    told: list[Card] = []
    for number, card in enumerate(cards, start=start):
        if _number(card) not in (None, number):
            return Fault("order" if card.is_number or told else "wild_number", (card,))
        if not 1 <= number <= NUMBERS:
            return Fault("ends", (card,))
        told.append(declared(number) if card.is_wild else card)
    return tuple(told)


def _falls(numbers: list[int | None]) -> bool:
    known = [number for number in numbers if number is not None]
    return all(a > b for a, b in pairwise(known))


def _settled(kind: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Declare wilds that nobody declared: in a run from below, in a set of wilds as ones."""
    free = sum(card.is_wild and card.stands_for is None for card in cards)
    if kind not in _RUNS:
        return tuple(card if card.is_number else declared(1) for card in cards)
    by_number = {_number(card): card for card in cards if _number(card) is not None}
    low = min((number for number in by_number if number is not None), default=1)
    high = max((number for number in by_number if number is not None), default=0)
    inside = [number for number in range(low, high + 1) if number not in by_number]
    above = list(range(high + 1, NUMBERS + 1))
    below = list(range(low - 1, 0, -1))
    for number in (*inside, *above, *below)[:free]:
        by_number[number] = declared(number)
    return tuple(by_number[number] for number in range(1, NUMBERS + 1) if number in by_number)


def _odd_ones_out(cards: Sequence[Card], traits: Sequence[int | str]) -> tuple[Card, ...]:
    """Name the cards that differ from most."""
    common = max(traits, key=traits.count)
    return tuple(card for card, trait in zip(cards, traits, strict=True) if trait != common)


def _number(card: Card) -> int | None:
    return card.stands_for if card.kind == WILD else card.number


def _color(cards: Sequence[Card]) -> str | None:
    return next((card.color for card in cards if card.is_number), None)


def _parity(kind: str, cards: Sequence[Card]) -> int | None:
    if kind == "parity":
        numbers = [card.number for card in cards if card.number is not None]
        odd = sum(number % 2 for number in numbers)
        return (1 if 2 * odd > len(numbers) else 0) if numbers else None
    return _PARITIES.get(kind)


@lru_cache(maxsize=4096)
def _open_to(
    kind: str,
    number: int | None,
    ends: tuple[int, int] | None,
    color: str | None,
    parity: int | None,
) -> tuple[tuple[Card, ...], ...]:
    wild: tuple[Card, ...] = (CARDS[WILD],)
    numbers = set(range(1, NUMBERS + 1))
    if ends is not None:
        numbers &= {ends[0] - 1, ends[1] + 1}
        wild = tuple(map(declared, sorted(numbers)))
    elif number is not None:
        numbers = {number}
        wild = (declared(number),)
    elif parity is not None:
        numbers = {n for n in numbers if n % 2 == parity}
    return tuple(
        wild
        if card.kind == WILD
        else (card,)
        if card.kind != SKIP and card.number in numbers and color in (None, card.color)
        else ()
        for card in CARDS
    )


_WILDS: Final = (None, *(Card(WILD, number) for number in range(1, NUMBERS + 1)))


def declared(number: int) -> Card:
    """Give the wild that stands for a number."""
    return _WILDS[number] or CARDS[WILD]


def kind_of_goal(goal: str) -> str | None:
    """Give the kind of a goal such as ``set``, ``set:4`` or ``komplekts``, if it is one."""
    kind, colon, size = plain_letters(goal.strip()).partition(":")
    kind = _LATVIAN.get(kind, kind)
    return kind if kind in GOAL_SIZES and (not colon or size.isdecimal()) else None


def _suits(kind: str, cards: list[Card]) -> bool:
    """Tell whether the cards can lie as such a group, whatever order they were told in."""
    naturals = [card for card in cards if card.is_number]
    numbers = [card.number or card.stands_for for card in cards if card.number or card.stands_for]
    if kind in _ONE_COLOR and len({card.color for card in naturals}) > 1:
        return False
    if kind in SET_KINDS:
        return len(set(numbers)) <= 1
    if kind in _RUNS:
        known = [number for number in numbers if number is not None]
        spread = max(known, default=0) - min(known, default=0)
        return len(set(known)) == len(known) and spread < len(cards) <= NUMBERS
    if kind in ("even", "odd", "parity"):
        allowed = {"even": {0}, "odd": {1}}.get(kind, {0, 1})
        parities = {number % 2 for number in numbers if number is not None}
        return len(parities) <= 1 and parities <= allowed
    return True


_LATVIAN = {"komplekts": "set", "virkne": "run", "krasa": "color"}
