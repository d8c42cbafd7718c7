"""The end of a turn after laying: the hits that shed most, and the discard.

Every card left in hand costs points, so all that fits is hit; what has to be searched is how far
the runs are taken and with which cards (:mod:`phase10.solver.hitting`). Exact, plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from phase10.game.cards import CARDS, KINDS, SKIP, WILD, Card, Hand
from phase10.game.melds import Meld
from phase10.game.moves import SEATS, Hit
from phase10.game.rules import Rules
from phase10.solver.hitting import Group, PackedHand, Way, groups_of, shown_by, ways_of

__all__ = ["Best", "Held", "Key", "TurnEnd", "best_ending", "endings"]

Key = tuple[int, ...]
"""What is compared, the smaller the better."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """Hold the end of a turn: hits in an order in which they can be played, then the discard.

    ``hits`` say what each wild stands for; ``discard`` is None where the last card is hit
    (``go_out_by_hit``) or no card is held. ``left``: the hand after it, ``points_left``: what it
    costs if the round ends then (S47). ``open_next``: the most cards of ``left`` that could be hit
    one after another in the player's next turn, also on others' phases, if the table stays as it
    is; the card drawn then is not counted and serves as the discard. So cards that fit appear here
    only in the turn of laying, when others' phases are still closed (S26). ``open_kinds``: how many
    of the 48 number cards some group would take if drawn next: which ends of runs stay open.
    """

    hits: tuple[Hit, ...]
    discard: Card | None
    left: Hand
    points_left: int
    goes_out: bool
    open_next: int
    open_kinds: int

    @property
    def key(self) -> Key:
        """Give what ends are ranked by, the smaller the better; equal keys are equally good.

        1. Going out at once: it ends the round, nothing else matters then.
        2. Fewest points left: another player may go out before the next turn.
        3. Fewest cards that cannot be hit next turn: with none, the next turn goes out whatever is
           drawn. Of as many cards left it is the most that can be hit.
        4. Fewest cards left.
        5. Most wilds left: a wild fits any later turn. Points come first, though, and a wild in
           hand costs most: it is hit at once wherever it fits. Holding it back only pays for a gap
           that one wild does not close yet, and takes no turn less otherwise.
        6. Most skips left: a skip can be played in any later turn (S41).
        7. No wild thrown: the next player could take it.
        8. Most kinds of cards that fit if drawn next: ends of runs stay open.
        """
        cards = len(self.left)
        return (
            not self.goes_out,
            self.points_left,
            cards - self.open_next,
            cards,
            -self.left.wilds,
            -self.left.skips,
            not self.goes_out and self.discard is not None and self.discard.is_wild,
            -self.open_kinds,
        )


def best_ending(
    hand: Hand,
    table: Sequence[Meld],
    own: str,
    rules: Rules,
    *,
    laid_now: bool,
    kept: int | None = None,
) -> TurnEnd:
    """Find the best end of a turn for a player who has laid: the least key there is.

    ``hand``: what is held now; ``table``: all groups, their owners by the letters of ``SEATS``;
    ``own``: the player's letter; ``laid_now``: whether the phase was laid in this turn, so that
    others' groups are closed (S26, ``hit_others_same_turn``); ``kept``: the kind that may not be
    discarded (``discard_taken``), as ``Game.kept()`` gives it.

    >>> end = best_ending(
    ...     Hand("R10 W B2 S"), (Meld.parse("A run R5 B6 G7 Y8"),), "A", Rules(), laid_now=True
    ... )
    >>> print(*(hit.text() for hit in end.hits), end.discard, end.left, sep=", ")
    hit W=9 on A.1, hit R10 on A.1, S, B2
    """
    held, groups = _prepared(hand, table, own, rules, laid_now, kept)
    chosen = ways_of(groups)
    return held.finished(groups, chosen, held.best(chosen, held.whole).ties, held.whole)


def endings(
    hand: Hand,
    table: Sequence[Meld],
    own: str,
    rules: Rules,
    *,
    laid_now: bool,
    kept: int | None = None,
) -> tuple[TurnEnd, ...]:
    """Give for each card that may end the turn its best end, the best first.

    Arguments are those of :func:`best_ending`. With ``go_out_by_hit`` there is also the end with no
    discard, where every card can be hit. Of equal keys the dearer card comes first.
    """
    held, groups = _prepared(hand, table, own, rules, laid_now, kept)
    chosen = ways_of(groups)
    found = []
    for ties in held.by_discard(chosen):
        end = held.finished(groups, chosen, ties, held.whole)
        found.append((end.key, held.order(ties[0][1]), end))
    return tuple([end for _, _, end in sorted(found, key=lambda item: item[:2])])


def _prepared(
    hand: Hand,
    table: Sequence[Meld],
    own: str,
    rules: Rules,
    laid_now: bool,
    kept: int | None,
) -> tuple[Held, list[Group]]:
    groups = groups_of(table)
    usable = [group for group in groups if group.seat == SEATS.index(own)]
    others = [group for group in groups if group.seat != SEATS.index(own)]
    if not laid_now or rules.hit_others_same_turn:
        usable, others = usable + others, []
    return Held(hand, rules.points, others, kept, rules.go_out_by_hit), usable


# --- the search -----------------------------------------------------------------------------------

Tie = tuple[int, int]
"""What is left, packed, and the kind of the discard, −1 without one."""


class Best(NamedTuple):
    """Hold the least key but for ``open_kinds``, and the ends that have it."""

    key: Key
    ties: tuple[Tie, ...]

    @property
    def goes_out(self) -> bool:
        """Tell whether the round ends."""
        return not self.key[0]


_OUT: Final = (0,) * 7


class Held(PackedHand):
    """Find how a turn ends best with what is left of a hand; what was found once is kept.

    ``closed``: groups that can be hit next turn only; ``kept``: the kind that may not be discarded;
    ``last_may_be_hit``: ``go_out_by_hit``.
    """

    def __init__(
        self,
        hand: Hand,
        points: Callable[[Card], int],
        closed: Sequence[Group] = (),
        kept: int | None = None,
        last_may_be_hit: bool = False,
    ) -> None:
        super().__init__(hand)
        self.closed = ways_of(closed)
        self.last_may_be_hit = last_may_be_hit
        # Of two alike the other may go, whether it is held or has left the hand in this turn.
        self.kept = kept if kept is not None and hand.counts[kept] == 1 else None
        self.points = {kind: points(CARDS[kind]) for kind in self.unit}
        self._few = frozenset((0, *self.unit.values()))
        self._values: dict[int, Key] = {}
        self._throws: dict[int, Best] = {}
        self._hands: dict[int, Hand] = {}

    # --- the best ends by all but the last figure of the key

    def best(self, chosen: Iterable[Way], start: int, *, quickly: bool = False) -> Best:
        """Find the best discards after all hits; ``start``: the cards held, packed.

        The turn goes out when at most one card cannot be hit. Otherwise that card is thrown which
        leaves the best hand of those that cannot be hit. ``quickly``: of the ends that go out take
        one that is found soon, not the one whose discard comes first in :func:`endings`.
        """
        if not start:
            return Best(_OUT if self.last_may_be_hit else (1, *_OUT[1:]), ((0, -1),))
        last: list[int] = []
        throws: dict[int, Best] = {}
        for way in chosen:
            still = ~self.fields(way.takes)
            rests: set[int] = set()
            for rests in self.growing_rests(start, way.runs):
                if quickly and any(rest & still in self._few for rest in rests):
                    break
            for rest in rests:
                stuck = rest & still
                if stuck in self._few:
                    last += [kind for kind, _ in self.kinds(stuck or rest)]
                elif not last and stuck not in throws:
                    throws[stuck] = self._throw(stuck)
            if quickly and last:
                break
        if last:
            return Best(_OUT, ((0, min(last, key=self.order)),))
        if len(throws) == 1:
            return next(iter(throws.values()))
        key = min([throw.key for throw in throws.values()])
        ties = [tie for throw in throws.values() if throw.key == key for tie in throw.ties]
        return Best(key, tuple(dict.fromkeys(ties)))

    def _throw(self, stuck: int) -> Best:
        """Choose what to throw of two or more cards that cannot be hit."""
        found = self._throws.get(stuck)
        if found is None:
            options = [
                ((1, *self._value(stuck - self.unit[kind]), int(kind == WILD)), kind)
                for kind, _ in self.kinds(stuck)
                if kind != self.kept
            ]
            key = min(options)[0]
            ties = [(stuck - self.unit[kind], kind) for other, kind in options if other == key]
            found = self._throws[stuck] = Best(key, tuple(ties))
        return found

    def _value(self, left: int) -> Key:
        """Give the key of a hand left: points, cards not hit next turn, cards, wilds, skips."""
        found = self._values.get(left)
        if found is None:
            held = dict(self.kinds(left))
            cards = sum(held.values())
            found = self._values[left] = (
                sum([count * self.points[kind] for kind, count in held.items()]),
                min([self._stuck_next_turn(left, way, cards) for way in self.closed]),
                cards,
                -held.get(WILD, 0),
                -held.get(SKIP, 0),
            )
        return found

    def _stuck_next_turn(self, left: int, way: Way, cards: int) -> int:
        """Count the cards that cannot be hit next turn.

        Only groups closed now matter: what fits the others is hit already, or it would cost points.
        """
        if not way.places:
            return cards
        still = ~self.fields(way.takes)
        stuck = {rest & still for rest in self.rests(left, way.runs)}
        return min([sum([count for _, count in self.kinds(rest)]) for rest in stuck])

    def order(self, kind: int) -> tuple[int, ...]:
        """Sort discards that are equally good: no wild, the dearest, then in order of kinds."""
        if kind < 0:
            return (2,)
        return (kind == WILD, -self.points[kind], kind)

    def by_discard(self, chosen: Sequence[Way]) -> Iterator[tuple[Tie, ...]]:
        """Yield for each discard from the whole hand the best ends with it."""
        if not self.whole:
            yield ((0, -1),)
            return
        found = [
            (rest, rest & ~self.fields(way.takes))
            for way in chosen
            for rest in self.rests(self.whole, way.runs)
        ]
        for kind, unit in self.unit.items():
            lefts = {
                stuck - unit if stuck & 15 * unit else stuck
                for rest, stuck in found
                if rest & 15 * unit
            }
            if kind == self.kept:
                lefts &= {0}
            if lefts:
                key = min(map(self._value, lefts))
                yield tuple([(left, kind) for left in lefts if self._value(left) == key])
        if self.last_may_be_hit and any(not stuck for _, stuck in found):
            yield ((0, -1),)

    # --- the last figure, and the hits

    def finished(
        self, groups: Sequence[Group], chosen: Sequence[Way], ties: Iterable[Tie], start: int
    ) -> TurnEnd:
        """Choose the end after which most kinds of cards fit; give it with its hits.

        ``chosen``: the ways of just these groups.
        """
        known: dict[int, list[tuple[int, tuple[Hit, ...]]]] = {}
        found = []
        for left, kind in sorted(ties, key=lambda tie: (self.order(tie[1]), tie[0])):
            gone = start - left - (self.unit[kind] if kind >= 0 else 0)
            if gone not in known:
                shown = shown_by(self.closed[0]) if left else None
                options = [self.hits(gone, way, groups, shown) for way in chosen]
                known[gone] = [option for option in options if option is not None]
            found += [(count, (left, kind), hits) for count, hits in known[gone]]
        open_kinds, (left, kind), played = max(found, key=lambda option: option[0])
        points, stuck, cards, *_ = self._value(left)
        return TurnEnd(
            hits=played,
            discard=CARDS[kind] if kind >= 0 else None,
            left=self._hand(left),
            points_left=points,
            goes_out=not left and (kind >= 0 or self.last_may_be_hit),
            open_next=cards - stuck,
            open_kinds=open_kinds,
        )

    def _hand(self, packed: int) -> Hand:
        found = self._hands.get(packed)
        if found is None:
            counts = [0] * KINDS
            for kind, count in self.kinds(packed):
                counts[kind] = count
            found = self._hands[packed] = Hand.from_counts(counts, self.hand.deck)
        return found
