"""Which way to lay the phase, judged by what the turn leaves: hits and the discard included.

Layouts differ in the cards they use, in where the wilds stand and in which ends of runs stay open.
What counts is what each leaves in hand after the best hits and discard of the same turn
(:mod:`phase10.solver.endings`). Exact, plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from phase10.game.all_layouts import all_layouts
from phase10.game.cards import CARDS, HAND_LIMIT, WILD, Card, Deck, Hand
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Laid
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.endings import Best, Held, Key, TurnEnd, best_ending, endings
from phase10.solver.groupings import Grouping
from phase10.solver.hitting import Group, Place, Way, groups_of, places_of, ways, ways_of

__all__ = [
    "AfterLaying",
    "Layout",
    "TurnEnd",
    "after_laying",
    "best_ending",
    "best_layouts",
    "endings",
]


@dataclass(frozen=True, slots=True)
class Layout:
    """Hold one way to lay the phase, the groups in the order of its goals, and the turn's end."""

    groups: tuple[Laid, ...]
    end: TurnEnd

    @property
    def key(self) -> Key:
        """Give what layouts are ranked by, the smaller the better: the key of the turn's end."""
        return self.end.key


def best_layouts(
    hand: Hand,
    phase: Phase,
    table: Sequence[Meld],
    own: str,
    rules: Rules,
    *,
    kept: int | None = None,
    most: int | None = None,
) -> tuple[Layout, ...]:
    """List every layout worth considering with its best end, the best first; ``most``: so many.

    Arguments are those of :func:`~phase10.solver.endings.best_ending`. Worth considering is a
    layout unless another one leaves no more points, no more cards that cannot be hit next turn and
    no more cards, and is better in one of them or, if all three are equal, in what comes after them
    in the key. So where any layout goes out, only those that go out are listed. Of layouts that
    leave the same cards in hand and take the same hits one is listed. Of equal keys those that lay
    the fewest wilds come first. Empty where the phase cannot be laid with a card left to discard
    (S32). What ends by laying alone, as a tie-break does (S55), is not looked at.

    >>> for layout in best_layouts(Hand("R3 B4 W G6 Y9 B9 S"), Phase("run:3"), (), "A", Rules()):
    ...     print(*layout.groups, *(hit.text() for hit in layout.end.hits), layout.end.left)
    run R3 B4 W=5 hit G6 on A.1 B9 Y9
    run B4 W=5 G6 hit R3 on A.1 B9 Y9
    """
    if phase.size > len(hand) - (not rules.go_out_by_hit) or (most is not None and most < 1):
        return ()
    search = _Search(hand, table, own, rules, kept)
    found: list[_Found] = []
    seen: set[tuple[int, tuple[int, ...]]] = set()
    out = 0
    laid = all_layouts(hand, phase, rules)
    for groups in laid:
        laying = search.laying(groups)
        if laying.effect not in seen:
            seen.add(laying.effect)
            best = search.best(laying)
            found.append((best, laying))
            # Ends that go out are all equal, so no more are looked for than are asked for.
            out += best.goes_out
            if out == most:
                break
    if out:
        return tuple([search.finished(best, laying) for best, laying in found if best.goes_out])
    layouts: list[Layout] = []
    for equals in _front(found):
        layouts += _least([search.finished(best, laying) for best, laying in equals])
        if most is not None and len(layouts) >= most:
            break
    return tuple(layouts[:most])


@dataclass(frozen=True, slots=True)
class _Laying:
    """Hold a layout made ready: what is left of the hand, and what its groups take.

    ``effect``: the same for layouts after which the same can be done.
    """

    groups: tuple[Laid, ...]
    rest: int
    places: tuple[tuple[Place, ...], ...]
    effect: tuple[int, tuple[int, ...]]


class _Search:
    """Hold what all layouts of one hand have in common."""

    def __init__(
        self, hand: Hand, table: Sequence[Meld], own: str, rules: Rules, kept: int | None
    ) -> None:
        before = groups_of(table)
        self.own, self.seat = own, SEATS.index(own)
        self.already = sum([group.seat == self.seat for group in before])
        mine = [group for group in before if group.seat == self.seat]
        others = [group for group in before if group.seat != self.seat]
        self.open_now = mine + others if rules.hit_others_same_turn else mine
        closed = [] if rules.hit_others_same_turn else others
        self.held = Held(hand, rules.points, closed, kept, rules.go_out_by_hit)
        self._laid: dict[int, tuple[int, tuple[Place, ...], tuple[Card, ...]]] = {}
        self._ways: dict[tuple[int, ...], list[Way]] = {}

    def laying(self, groups: tuple[Laid, ...]) -> _Laying:
        """Make a layout ready; the groups of all layouts must be held while this is used."""
        rest = self.held.whole
        places = []
        for laid in groups:
            used, place, _ = self._laid.get(id(laid)) or self._known(laid)
            rest -= used
            places.append(place)
        effect = rest, tuple(sorted(map(id, places)))
        return _Laying(groups, rest, tuple(places), effect)

    def _known(self, laid: Laid) -> tuple[int, tuple[Place, ...], tuple[Card, ...]]:
        used = sum([self.held.unit[card.kind] for card in laid.cards])
        meld = Meld(self.own, *laid)
        known = self._laid[id(laid)] = used, places_of(meld), meld.open_to[WILD]
        return known

    def best(self, laying: _Laying) -> Best:
        """Find the best ends after a layout, the ends of runs not yet looked at."""
        return self.held.best(self._chosen(laying), laying.rest, quickly=True)

    def _chosen(self, laying: _Laying) -> list[Way]:
        same = tuple(map(id, laying.places))
        found = self._ways.get(same)
        if found is None:
            places = (*laying.places, *[group.places for group in self.open_now])
            found = self._ways[same] = ways(places)
        return found

    def finished(self, best: Best, laying: _Laying) -> Layout:
        """Give a layout with its best end."""
        own = [
            Group(self.seat, number, *self._laid[id(laid)][1:])
            for number, laid in enumerate(laying.groups, start=self.already + 1)
        ]
        groups = own + self.open_now
        end = self.held.finished(groups, self._chosen(laying), best.ties, laying.rest)
        return Layout(laying.groups, end)


_Found = tuple[Best, _Laying]


def _front(found: Sequence[_Found]) -> list[list[_Found]]:
    """Group by points, cards not hit next turn and cards, the least first.

    What is worse throughout is left out, and of equals what is worse in the figures after these.
    """
    by_figures: dict[Key, list[_Found]] = {}
    for each in found:
        by_figures.setdefault(each[0].key[1:4], []).append(each)
    front = []
    for figures, same in sorted(by_figures.items()):
        if not any(_dominates(other, figures) for other in by_figures):
            key = min(best.key for best, _ in same)
            front.append([each for each in same if each[0].key == key])
    return front


def _dominates(other: Key, figures: Key) -> bool:
    return other != figures and all(a <= b for a, b in zip(other, figures, strict=True))


def _least(layouts: Sequence[Layout]) -> list[Layout]:
    key = min(layout.key for layout in layouts)
    return [layout for layout in layouts if layout.key == key]


# --- for the first hints --------------------------------------------------------------------------


@dataclass(frozen=True)
class AfterLaying:
    """Hold the end of a turn: hits in order, the discard (None without a card), what is left.

    A hit is a card and the place of the goal it is hit on, from 1.
    """

    hits: tuple[tuple[Card, int], ...]
    discard: Card | None
    left: tuple[Card, ...]


_ANY_DECK: Final = Deck(copies=HAND_LIMIT, wilds=HAND_LIMIT, skips=HAND_LIMIT)
"""A deck that no hand exceeds."""


def after_laying(grouping: Grouping, points: Callable[[Card], int]) -> AfterLaying:
    """Choose own hits and the discard after laying a complete plan: :func:`best_ending`.

    ``points`` gives what a card left in hand costs; nothing but the plan lies on the table.
    """
    table = [Meld(SEATS[0], plan.group.kind, plan.cards) for plan in grouping.groups]
    groups = groups_of(table)
    chosen = ways_of(groups)
    held = Held(Hand(grouping.spare, _ANY_DECK), points)
    best = held.best(chosen, held.whole)
    end = held.finished(groups, chosen, best.ties, held.whole)
    in_runs = {place for place, plan in enumerate(grouping.groups, start=1) if plan.start}
    return AfterLaying(
        tuple(
            (hit.card if hit.group in in_runs else CARDS[hit.card.kind], hit.group)
            for hit in end.hits
        ),
        end.discard,
        tuple(end.left),
    )
