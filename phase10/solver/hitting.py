"""What the groups on the table take, and what hits can leave of a hand.

A run grows only outwards from its two ends, and all other groups take the same cards however many
lie there. So hits are told by how far each end of each run goes and with which cards; whatever else
fits can be hit in any order. The hand is one integer, four bits for each kind held, so that what
hits leave of it is found once however it comes about. Exact, plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from phase10.game.cards import CARDS, COLORS, KINDS, NUMBERS, WILD, Card, Hand
from phase10.game.melds import Meld, declared
from phase10.game.moves import SEATS, Hit

__all__ = [
    "Group",
    "PackedHand",
    "Place",
    "Way",
    "groups_of",
    "places_of",
    "shown_by",
    "ways",
    "ways_of",
]

# --- what groups take -----------------------------------------------------------------------------

_ANY: Final = len(COLORS)
_WILD_ONLY: Final = _ANY + 1
"""Rows of cards that a run takes: one for each color, any color, no natural card."""

_NUMBERED: Final = (1 << WILD) - 1
_WILD_BIT: Final = 1 << WILD
_OF_COLOR: Final = [((1 << NUMBERS) - 1) << color * NUMBERS for color in range(len(COLORS))]
_OF_NUMBER: Final = [
    sum(1 << color * NUMBERS + number - 1 for color in range(len(COLORS))) if number else 0
    for number in range(NUMBERS + 1)
] + [0]
_SHOWN: Final = [
    *([kinds & color for kinds in _OF_NUMBER] for color in _OF_COLOR),
    _OF_NUMBER,
    _OF_NUMBER,
]
"""For each row the kinds that fit next turn at a number, 0 to 13, as bits."""
_STANDS: Final = [*_SHOWN[:_WILD_ONLY], [0] * (NUMBERS + 2)]
"""For each row the kinds that can stand at a number now."""


class Place(NamedTuple):
    """Hold what a group takes, kinds as bits.

    ``takes``: what may be hit now if it is no run, ``shows``: what fits next turn; ``run``: the
    lowest and the highest number and the row of cards that a run takes.
    """

    takes: int
    shows: int
    run: tuple[int, int, int] | None


class Group(NamedTuple):
    """Hold a group on the table: whose, which of theirs from 1, and what it can take.

    More than one place where the group has no color or parity yet: the first natural card decides.
    The first place is then the group left as it is, hit with wilds alone.
    """

    seat: int
    number: int
    places: tuple[Place, ...]
    wild: tuple[Card, ...]


def groups_of(table: Iterable[Meld], already: int = 0) -> list[Group]:
    """Make groups ready for the search; ``already``: how many of each player's are elsewhere."""
    count: dict[str, int] = {}
    found = []
    for meld in table:
        count[meld.owner] = count.get(meld.owner, already) + 1
        found.append(_group(meld, count[meld.owner]))
    return found


def _group(meld: Meld, number: int) -> Group:
    if meld.kind in _DECLARED and (meld.ends or meld.number) is None:
        meld = meld.settled()
    return Group(SEATS.index(meld.owner), number, places_of(meld), meld.open_to[WILD])


_DECLARED: Final = ("set", "cset", "run", "crun")
_ONE_COLOR: Final = ("color", "cset", "crun")
_KNOWN: dict[tuple[object, ...], tuple[Place, ...]] = {}
"""Places by all that they depend on: a few thousand at most."""


def places_of(meld: Meld) -> tuple[Place, ...]:
    """List what the group may take; see :class:`Group`."""
    traits = (meld.kind, meld.number, meld.ends, meld.color, meld.parity)
    known = _KNOWN.get(traits)
    if known is None:
        known = _KNOWN[traits] = tuple(_places(meld))
    return known


def _places(meld: Meld) -> Iterator[Place]:
    open_color = meld.kind in _ONE_COLOR and meld.color is None
    if meld.ends is not None:
        low, high = meld.ends
        rows = [_ANY if meld.color is None else COLORS.index(meld.color)]
        for row in [_WILD_ONLY, *range(_ANY)] if open_color else rows:
            yield Place(0, 0, (low, high, row))
        return
    takes = sum(1 << kind for kind, cards in enumerate(meld.open_to) if cards)
    numbered = takes & _NUMBERED
    parts: list[int] = []
    if open_color:
        parts = _OF_COLOR
    elif meld.kind == "parity" and meld.parity is None:
        even = sum(_OF_NUMBER[number] for number in range(2, NUMBERS + 1, 2))
        parts = [even, _NUMBERED - even]
    if not parts:
        yield Place(takes, numbered, None)
        return
    yield Place(_WILD_BIT, numbered, None)
    for part in parts:
        yield Place(numbered & part | _WILD_BIT, numbered & part, None)


class Way(NamedTuple):
    """Hold groups with one place chosen for each: all that takes cards however often, and the runs.

    ``takes`` and ``shows``: as of a :class:`Place`, of all groups but runs together.
    """

    takes: int
    shows: int
    runs: tuple[tuple[int, int, int], ...]
    places: tuple[Place, ...]


def ways(groups: Iterable[tuple[Place, ...]]) -> list[Way]:
    """List the ways to choose places: one unless a group has no color or parity yet.

    Of ways that are equal but for whose group is which, one is listed.
    """
    found = [_way(places) for places in product(*groups)]
    if len(found) == 1:
        return found
    return list({(way.takes, way.shows, tuple(sorted(way.runs))): way for way in found}.values())


def ways_of(groups: Iterable[Group]) -> list[Way]:
    """List the ways to choose a place of each group."""
    return ways([group.places for group in groups])


def _way(places: tuple[Place, ...]) -> Way:
    takes = shows = 0
    for place in places:
        takes |= place.takes
        shows |= place.shows
    return Way(takes, shows, tuple([place.run for place in places if place.run]), places)


def shown_by(way: Way) -> int:
    """Give the kinds of number cards that fit groups as they lie, as bits."""
    shown = way.shows
    for low, high, row in way.runs:
        shown |= _SHOWN[row][low - 1] | _SHOWN[row][high + 1]
    return shown


# --- what hits leave of a hand --------------------------------------------------------------------

_Fill = tuple[int, int, int]
"""A card that can stand in a run: its bits in a packed hand, the amount that one adds, its kind."""


class _Trail(NamedTuple):
    """Hold a hit on a run and those before it: the place of the run, the card."""

    before: _Trail | None
    place: int
    card: Card


_States = dict[tuple[int, int], _Trail | None]
"""What is left of a hand, with the kinds that fit afterwards, and by which hits on runs."""


class PackedHand:
    """Hold a hand as one integer. Any of its cards together are packed in the same way."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        held = [kind for kind in range(KINDS) if hand.counts[kind]]
        self.unit = {kind: 1 << 4 * place for place, kind in enumerate(held)}
        self.whole = sum([hand.counts[kind] * unit for kind, unit in self.unit.items()])
        self._rows: dict[int, list[tuple[_Fill, ...]]] = {}
        self._fields: dict[int, int] = {}

    def _row(self, row: int) -> list[tuple[_Fill, ...]]:
        """List for each number, 0 to 13, the cards held that can stand there in a run."""
        found = self._rows.get(row)
        if found is None:
            unit = self.unit
            wild = [_fill(WILD, unit)] if WILD in unit else []
            found = self._rows[row] = [
                tuple([_fill(k, unit) for k in unit if _STANDS[row][number] >> k & 1] + wild)
                if 0 < number <= NUMBERS
                else ()
                for number in range(NUMBERS + 2)
            ]
        return found

    def fields(self, kinds: int) -> int:
        """Give the bits that count any of these kinds."""
        found = self._fields.get(kinds)
        if found is None:
            found = sum([15 * unit for kind, unit in self.unit.items() if kinds >> kind & 1])
            self._fields[kinds] = found
        return found

    def kinds(self, packed: int) -> list[tuple[int, int]]:
        """List the kinds among packed cards, each with its number."""
        return [
            (kind, packed // unit & 15) for kind, unit in self.unit.items() if packed & 15 * unit
        ]

    def rests(self, start: int, runs: Iterable[tuple[int, int, int]]) -> set[int]:
        """Find all that hits on runs can leave of packed cards."""
        *_, found = self.growing_rests(start, runs)
        return found

    def growing_rests(self, start: int, runs: Iterable[tuple[int, int, int]]) -> Iterator[set[int]]:
        """Yield what hits can leave on none of the runs, on the first, on the first two, …."""
        found = {start}
        yield found
        for low, high, row in runs:
            fills = self._row(row)
            for number, step in ((low - 1, -1), (high + 1, 1)):
                current = found
                while fills[number]:
                    current = {
                        rest - unit
                        for rest in current
                        for bits, unit, _ in fills[number]
                        if rest & bits
                    }
                    if not current:
                        break
                    found = found | current
                    number += step
            yield found

    def hits(
        self, gone: int, way: Way, groups: Sequence[Group], shown: int | None
    ) -> tuple[int, tuple[Hit, ...]] | None:
        """Hit all these cards so that the most kinds of number cards fit afterwards.

        ``shown``: kinds that fit on other groups; None where it is all the same what fits. Gives
        the number of kinds with the hits in a playable order, None where the cards cannot be hit.
        """
        still = ~self.fields(way.takes)
        wanted = shown is not None
        if not wanted and not gone & still:
            return 0, self._played(gone, None, way, groups)
        states: _States = {(gone, (shown or 0) | way.shows if wanted else 0): None}
        for index, place in enumerate(way.places):
            if place.run is not None:
                states = self._extended(states, index, place.run, wanted)
                if not wanted and any(not rest & still for rest, _ in states):
                    break
        done = [state for state in states if not state[0] & still]
        if not done:
            return None
        best = max(done, key=lambda state: state[1].bit_count())
        return best[1].bit_count(), self._played(best[0], states[best], way, groups)

    def _played(
        self, rest: int, trail: _Trail | None, way: Way, groups: Sequence[Group]
    ) -> tuple[Hit, ...]:
        """List the hits on runs, then those on other groups: on the first that takes the card."""
        hits: list[Hit] = []
        while trail is not None:
            group = groups[trail.place]
            hits.append(Hit(trail.card, group.seat, group.number))
            trail = trail.before
        hits.reverse()
        for kind, copies in self.kinds(rest):
            index = [place.takes >> kind & 1 for place in way.places].index(1)
            group = groups[index]
            card = group.wild[0] if kind == WILD else CARDS[kind]
            hits += [Hit(card, group.seat, group.number)] * copies
        return tuple(hits)

    def _extended(
        self, states: _States, place: int, run: tuple[int, int, int], wanted: bool
    ) -> _States:
        """Grow a run by any number of cards at both ends."""
        low, high, row = run
        fills, shown = self._row(row), _SHOWN[row]
        found: _States = {}
        while states:
            top, grown = high, states
            while grown:
                ends = shown[low - 1] | shown[top + 1] if wanted else 0
                for (rest, kinds), trail in grown.items():
                    found.setdefault((rest, kinds | ends), trail)
                top += 1
                grown = _grown(grown, fills[top], place, top)
            low -= 1
            states = _grown(states, fills[low], place, low)
        return found


def _fill(kind: int, unit: Mapping[int, int]) -> _Fill:
    return 15 * unit[kind], unit[kind], kind


def _grown(states: _States, fills: Sequence[_Fill], place: int, number: int) -> _States:
    """Put one card at the end of a run in every way."""
    found: _States = {}
    for bits, unit, kind in fills:
        card = declared(number) if kind == WILD else CARDS[kind]
        for (rest, kinds), trail in states.items():
            if rest & bits:
                state = rest - unit, kinds
                if state not in found:
                    found[state] = _Trail(trail, place, card)
    return found
