"""Read the decisions of strategies as moves of the engine (:mod:`phase10.players.board`)."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.game.cards import CARDS, Card
from phase10.game.kinds import KINDS, WILD
from phase10.game.melds import Meld, declared
from phase10.game.moves import SEATS, Discard, Hit, Laid
from phase10.game.phases import Phase
from phase10.players.board import GROUP_ROOM, NONE, STANDS, discard_parts, hit_parts

__all__ = ["discard_of", "hit_of", "laid_groups"]


def laid_groups(codes: Sequence[int], phase: Phase) -> tuple[Laid, ...]:
    """Read the groups of a layout: ``codes`` is a row for each goal of the phase, in its order."""
    groups = []
    for index, group in enumerate(phase.groups):
        start = index * GROUP_ROOM
        cards = tuple([_card(int(code)) for code in codes[start : start + group.size]])
        groups.append(Laid(group.kind, cards))
    return tuple(groups)


def hit_of(code: int, table: Sequence[Meld]) -> Hit:
    """Read a hit on one of the groups on the table."""
    kind, index, high = hit_parts(int(code))
    meld = table[index]
    number = sum(other.owner == meld.owner for other in table[: index + 1])
    # A wild may stand at either end of a run: the lower one is listed first.
    return Hit(meld.open_to[kind][-high], SEATS.index(meld.owner), number)


def discard_of(code: int) -> Discard:
    """Read a discard."""
    kind, target = discard_parts(int(code))
    return Discard(CARDS[kind], None if target == NONE else target)


def _card(code: int) -> Card:
    if code < KINDS:
        return CARDS[code]
    return declared(code - STANDS) if code > STANDS else CARDS[WILD]
