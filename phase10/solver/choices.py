"""Which natural cards serve the chosen targets, and in how many equal ways."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from phase10.game.cards import WILD, Cards
from phase10.solver.targets import Slot

__all__ = ["Choices"]


class Choices:
    """Choose natural cards of one hand for places, and count the equal choices.

    ``points``: points by kind. With ``in_each`` every goal that can have a natural card gets one.
    """

    def __init__(self, hand: Cards, points: Sequence[int], in_each: bool) -> None:
        self.counts = hand.counts
        self.in_each = in_each
        # Dearest first: by the greedy property of matchings what is left then costs least.
        self.cards = sorted(
            (kind for kind in range(WILD) if hand.counts[kind] for _ in range(hand.counts[kind])),
            key=lambda kind: (-points[kind], kind),
        )
        self._fitting: dict[frozenset[int], list[int]] = {}

    def fitting(self, kinds: frozenset[int]) -> list[int]:
        """List the cards held that fit a place, dearest first."""
        result = self._fitting.get(kinds)
        if result is None:
            result = self._fitting[kinds] = [kind for kind in self.cards if kind in kinds]
        return result

    def assign(self, goals: Sequence[tuple[Slot, ...]]) -> list[list[int | None]]:
        """Choose a kind (or None) for every place so that as many natural cards as possible serve.

        Goals come in handling order; earlier goals are filled first.
        """
        if self.in_each or not _apart(goals):
            return self._matched(goals)
        used: dict[frozenset[int], int] = {}
        result: list[list[int | None]] = []
        for slots in goals:
            row: list[int | None] = []
            for slot in slots:
                kinds = slot.kinds
                cards = self._fitting.get(kinds)
                if cards is None:
                    cards = self.fitting(kinds)
                taken = used.get(kinds, 0)
                if taken < len(cards):
                    row.append(cards[taken])
                    used[kinds] = taken + 1
                else:
                    row.append(None)
            result.append(row)
        return result

    def count(self, goals: Sequence[tuple[Slot, ...]], used: int) -> int:
        """Count the ways to choose natural cards, goal by goal, so that ``used`` of them serve.

        Equal copies are not told apart, nor are places of one goal that ask the same.
        """
        asked: dict[tuple[int, frozenset[int]], int] = {}
        for goal, slots in enumerate(goals):
            for slot in slots:
                if slot.kinds and self.fitting(slot.kinds):
                    asked[goal, slot.kinds] = asked.get((goal, slot.kinds), 0) + 1
        if self.in_each or not _apart(goals):
            return _count_any(self.counts, asked, used, self.in_each)
        demands: dict[frozenset[int], tuple[int, ...]] = {}
        for (_, kinds), size in asked.items():
            demands[kinds] = (*demands.get(kinds, ()), size)
        result = 1
        for kinds, sizes in demands.items():
            held = self.fitting(kinds)
            if len(sizes) > 1 or sizes[0] < len(held):
                copies = tuple(sorted(self.counts[kind] for kind in set(held)))
                result *= _splits(copies, sizes)
        return result

    def _matched(self, goals: Sequence[tuple[Slot, ...]]) -> list[list[int | None]]:
        """Match cards to places where a card may fit places of many sorts; no goal goes without.

        A goal has a target only if all goals with a target can have a card at once; when the
        cheapest matching leaves one without, start again from a card for each.
        """
        if not self.in_each:
            result = self._match(goals, one_each=False)
            waiting = [
                row.count(None) == len(row) and bool(slots[0].kinds)
                for row, slots in zip(result, goals, strict=True)
            ]
            if not any(waiting):
                return result
        return self._match(goals, one_each=True)

    def _match(
        self, goals: Sequence[tuple[Slot, ...]], *, one_each: bool
    ) -> list[list[int | None]]:
        """Find a maximum matching by augmenting paths, dearest cards first."""
        places = [(goal, place) for goal, slots in enumerate(goals) for place in range(len(slots))]
        fits = [goals[goal][place].kinds for goal, place in places]
        cards = self.cards
        holder: list[int | None] = [None] * len(places)
        options = {
            kind: [i for i, kinds in enumerate(fits) if kind in kinds] for kind in set(cards)
        }

        def serve(card: int, tried: set[int]) -> bool:
            for i in options[cards[card]]:
                if holder[i] is None:
                    holder[i] = card
                    return True
            for i in options[cards[card]]:
                if i not in tried:
                    tried.add(i)
                    other = holder[i]
                    if other is not None and serve(other, tried):
                        holder[i] = card
                        return True
            return False

        started = _one_each(goals, cards, places, holder) if one_each else set()
        for card in range(len(cards)):
            if card not in started:
                serve(card, set())
        result: list[list[int | None]] = [[None] * len(slots) for slots in goals]
        for (goal, place), holding in zip(places, holder, strict=True):
            if holding is not None:
                result[goal][place] = cards[holding]
        return result


def _apart(goals: Sequence[tuple[Slot, ...]]) -> bool:
    """Tell whether any two places ask for the same cards or for none in common.

    Places that as many kinds fit are of one sort (a kind, a number, a colour, a parity); within a
    sort two places are equal or have nothing in common.
    """
    return len({len(slots[0].kinds) for slots in goals if slots[0].kinds}) <= 1


def _one_each(
    goals: Sequence[tuple[Slot, ...]],
    cards: list[int],
    places: list[tuple[int, int]],
    holder: list[int | None],
) -> set[int]:
    """Give every goal one card of its own; later steps move cards but never empty a place."""
    server: dict[int, int] = {}

    def serve(goal: int, tried: set[int]) -> bool:
        for card, kind in enumerate(cards):
            if card in tried or not any(kind in slot.kinds for slot in goals[goal]):
                continue
            tried.add(card)
            owner = next((g for g, c in server.items() if c == card), None)
            if owner is None or serve(owner, tried):
                server[goal] = card
                return True
        return False

    for goal in range(len(goals)):
        serve(goal, set())
    for goal, card in server.items():
        for i, (owner, place) in enumerate(places):
            if owner == goal and cards[card] in goals[goal][place].kinds:
                holder[i] = card
                break
    return set(server.values())


@lru_cache(maxsize=65536)
def _splits(held: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """Count the ways to give goals of these sizes as many of these copies as possible."""
    total = min(sum(held), sum(sizes))

    def ways(kind: int, room: tuple[int, ...], left: int) -> int:
        if left == 0:
            return 1
        if kind == len(held):
            return 0
        return sum(
            ways(kind + 1, after, left - given) for after, given in _spread(held[kind], room)
        )

    return ways(0, sizes, total)


def _spread(copies: int, room: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """List the ways to give up to ``copies`` equal cards to goals with this much room."""
    if not room:
        return [((), 0)]
    result = []
    for given in range(min(copies, room[0]) + 1):
        for rest, more in _spread(copies - given, room[1:]):
            result.append(((room[0] - given, *rest), given + more))
    return result


def _count_any(
    counts: Sequence[int],
    asked: dict[tuple[int, frozenset[int]], int],
    used: int,
    in_each: bool,
) -> int:
    entries = sorted(asked.items(), key=lambda item: (item[0][0], sorted(item[0][1])))
    sizes = tuple(size for _, size in entries)
    fits = [kinds for (_, kinds), _ in entries]
    owners = [goal for (goal, _), _ in entries]
    held = [(kind, n) for kind, n in enumerate(counts[:WILD]) if n]

    @cache
    def ways(i: int, room: tuple[int, ...], left: int) -> int:
        if i == len(held):
            if left or (in_each and not _all_started(owners, sizes, room)):
                return 0
            return 1
        kind, copies = held[i]
        open_places = [place for place, kinds in enumerate(fits) if kind in kinds]
        total = 0
        for after, given in _spread(copies, tuple(room[place] for place in open_places)):
            if given <= left:
                new = list(room)
                for place, value in zip(open_places, after, strict=True):
                    new[place] = value
                total += ways(i + 1, tuple(new), left - given)
        return total

    return ways(0, sizes, used)


def _all_started(owners: list[int], sizes: tuple[int, ...], room: tuple[int, ...]) -> bool:
    started = {owner for owner, a, b in zip(owners, sizes, room, strict=True) if b < a}
    return started == set(owners)
