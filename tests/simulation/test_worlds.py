"""Hidden cards dealt as fits what was seen and done, against a count of all deals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from phase10.game.cards import KINDS, STANDARD_DECK, Cards, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES
from phase10.game.position import Opponent, Position
from phase10.players import board as b
from phase10.simulation import rows as r
from phase10.simulation import worlds_deal as deal
from phase10.simulation.state import State
from phase10.simulation.worlds import world_of, worlds_of
from phase10.solver.groupings import missing

HAND = "R1 B1 G1 R9 B9 Y11 Y12 G12 R11 G11 W"


def all_but(shown: Cards, hidden: str) -> Cards:
    """Give the whole deck without some cards."""
    return Cards.from_counts(
        [
            full - here - there
            for full, here, there in zip(
                STANDARD_DECK.counts, shown.counts, Cards(hidden).counts, strict=True
            )
        ],
        STANDARD_DECK,
    )


def hand_of(state: State, seat: int) -> Hand:
    return Hand.from_counts(state.owns[seat][b.HAND : b.HAND + KINDS], STANDARD_DECK)


def everything(state: State) -> Counter[int]:
    """Count all cards of a match, wherever they are."""
    found: Counter[int] = Counter()
    for own in state.owns:
        for kind in range(KINDS):
            found[kind] += own[b.HAND + kind]
    found.update(state.cards[: state.board[b.PILE]])
    first = state.game[r.ROOM]
    found.update(state.cards[first : first + state.game[r.DISCARDS]])
    return found


def test_every_card_has_one_place_and_every_seat_sees_what_it_may() -> None:
    position = Position(
        Hand(HAND),
        PHASES[0],
        discards=tuple(Cards("R5 G6")),
        players=(
            Opponent("A", phase=2, cards=10, holds=Cards("B7"), threw=Cards("R5")),
            Opponent("B", phase=1, cards=9, took=Cards("Y3")),
        ),
        pile=60,
    )
    worlds = worlds_of(position)
    assert worlds.needs[:3] == (0, 9, 8)
    assert worlds.needs[deal.REST] == 108 - 11 - 2 - 10 - 9 - 60
    seen = set()
    for seed in range(20):
        state = world_of(worlds, seed)
        counts = everything(state)
        assert [counts[kind] for kind in range(KINDS)] == list(STANDARD_DECK.counts)
        assert hand_of(state, 0) == position.hand
        assert [sum(hand_of(state, seat).counts) for seat in (1, 2)] == [10, 9]
        assert state.owns[1][b.HAND + Cards("B7").counts.index(1)]
        for seat, own in enumerate(state.owns):
            others = [
                state.owns[other][b.HAND + kind]
                - state.board[b.SEATS + other * b.SEAT_SIZE + b.TOOK + kind]
                for kind in range(KINDS)
                for other in range(3)
                if other != seat
            ]
            pile = Counter(state.cards[: state.board[b.PILE]])
            hidden = [pile[kind] + others[2 * kind] + others[2 * kind + 1] for kind in range(KINDS)]
            assert own[b.UNSEEN : b.UNSEEN + KINDS] == hidden
        seen.add(str(hand_of(state, 1)))
    assert len(seen) == 20


def test_the_same_seed_deals_the_same_world() -> None:
    worlds = worlds_of(Position(Hand(HAND), PHASES[2], players=(Opponent("A", phase=4),)))
    assert world_of(worlds, 7) == world_of(worlds, 7)
    assert world_of(worlds, 7) != world_of(worlds, 8)


HIDDEN = "R3 B3 G3 Y5 R6 B6 R10"
FEW = Opponent("A", phase=2, cards=9, holds=Cards("R7 B8 G4 Y4 Y7 G8"), threw=Cards("R5"))


def expected(position: Position, player: Opponent) -> dict[str, float]:
    """Weigh every hand of a player by what it did, straight from the description."""
    phase = PHASES[(player.phase or 1) - 1]
    weights: dict[str, float] = {}
    for chosen in combinations(list(Cards(HIDDEN)), 3):
        hand = Hand([*player.holds, *chosen])
        lacks = missing(hand, phase)
        weight = 1.0
        if lacks == 0:
            weight = deal.KEPT_WHOLE
        else:
            for card in player.threw:
                if missing(hand + card, phase) < lacks:
                    weight *= deal.THREW_USEFUL
            for card in set(player.holds):
                if missing(hand - card, phase) == lacks:
                    weight *= deal.TOOK_USELESS
        weights[str(hand)] = weight
    total = sum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


def test_hands_come_as_often_as_what_was_done_is_likely() -> None:
    shown = Cards([*Hand(HAND), *FEW.holds, *FEW.threw])
    position = Position(
        Hand(HAND),
        PHASES[0],
        seen=all_but(shown, HIDDEN),
        discards=tuple(FEW.threw),
        players=(FEW,),
        pile=4,
    )
    worlds = worlds_of(position)
    games = 3000
    found = Counter(str(hand_of(world_of(worlds, seed, steps=10), 1)) for seed in range(games))
    wanted = expected(position, FEW)
    assert set(found) <= set(wanted)
    distance = sum((found[hand] - games * share) ** 2 / (games * share)
                   for hand, share in wanted.items())  # fmt: skip
    # Chi squared with 34 degrees of freedom: beyond 70 in one of 4,000 samples.
    assert len(wanted) == 35
    assert distance < 70


def test_who_threw_a_card_did_not_take_the_one_below_it() -> None:
    position = Position(
        Hand(HAND),
        PHASES[0],
        discards=(*Cards("G3"), *Cards("R5")),
        players=(Opponent("A", phase=1, threw=Cards("R5")),),
    )
    worlds = worlds_of(position)
    row = deal.EVIDENCE_ROOM
    assert worlds.evidence[row + deal.ACTED] == 1
    assert worlds.evidence[row + deal.THROWN + Cards("R5").counts.index(1)] == 1
    assert worlds.evidence[row + deal.REFUSED + Cards("G3").counts.index(1)] == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": (Opponent("A", cards=14),)}, "number.range"),
        ({"players": (Opponent("A"),), "pile": 100}, "number.range"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(
    changes: dict[str, object], code: str
) -> None:
    with pytest.raises(GameError) as caught:
        worlds_of(Position(Hand(HAND), PHASES[0], **changes))  # type: ignore[arg-type]
    assert caught.value.code == code
