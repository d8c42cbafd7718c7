"""What must hold in every state of a match and between one state and the next.

Written from rules.en.md; the engine is only asked for its states, never for what it thinks of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

from phase10.game.engine import Game
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Move, TakeDiscard
from tests.game.games import all_cards, deck_cards
from tests.oracle.law import (
    SKIP,
    WILD,
    canonical,
    faces,
    layings,
    left_of,
    may_draw,
    may_take,
    moves,
    outcome,
    phases_in_use,
    phases_open,
    valid_group,
)

OVER = ("round over", "match over")


def check_state(game: Game) -> None:
    """Hold a state against the rules: cards, hands, table, turn."""
    assert all_cards(game) == deck_cards(game.rules.deck)
    assert game.stage in ("draw", "play", *OVER)
    assert set(game.playing) <= set(range(len(game.seats)))
    for index, seat in enumerate(game.seats):
        if index not in game.playing:
            assert not seat.hand
            assert seat.laid is None
            continue
        in_turn = index == game.turn and game.stage == "play"
        if seat.laid is None:
            assert len(seat.hand) == 10 + in_turn
        elif game.stage not in OVER:
            assert seat.hand
        assert set(seat.done) <= set(phases_in_use(game))
        assert seat.laid not in seat.done or game.stage in OVER or game.tie_break
        held = Counter(card.kind for card in seat.hand)
        assert not Counter(seat.took) - held
    _check_table(game)
    assert game.turn in game.playing
    if game.stage == "draw":
        assert not game.seats[game.turn].skips
        assert game.discards
        assert may_draw(game) or may_take(game)
        assert not game.laid_now
        assert game.drew is None


def _check_table(game: Game) -> None:
    assert all(valid_group(meld.kind, faces(meld)) for meld in game.table)
    for index, seat in enumerate(game.seats):
        groups = [meld for meld in game.table if meld.owner == SEATS[index]]
        assert bool(groups) == (seat.laid is not None)
        if seat.laid is not None:
            goals = game.setup.phases[seat.laid - 1].groups
            assert len(groups) == len(goals)
            assert any(
                all(
                    meld.kind == goal.kind and len(meld.cards) >= goal.size
                    for meld, goal in zip(groups, order, strict=True)
                )
                for order in permutations(goals)
            )
            cards = [card for meld in groups for card in faces(meld)]
            assert any(kind < WILD for kind, _ in cards)
            if game.rules.natural_per == "group":
                assert all(any(kind < WILD for kind, _ in faces(meld)) for meld in groups)


def check_moves(game: Game) -> None:
    """Hold the legal moves of a state against the rules, and what the engine says of each."""
    found = game.legal_moves()
    assert len(set(found)) == len(found)
    named = {canonical(move) for move in found}
    assert len(named) == len(found)
    assert {move for move in found if not isinstance(move, Lay)} == moves(game)
    several = len(phases_open(game, game.turn)) > 1
    expected = {
        ("lay", number if several else None, each)
        for number, lays in layings(game).items()
        for each in lays
    }
    assert {canonical(move) for move in found if isinstance(move, Lay)} == expected
    assert bool(found) == (game.stage not in OVER)
    for move in found:
        assert game.check(move) is None
        assert game.check(move, game.turn) is None
        assert game.steps(move) == (move,)
    for seat in range(len(game.seats)):
        if seat != game.turn and found:
            assert game.check(found[0], seat).code == "turn.not_yours"


def check_step(before: Game, after: Game, move: Move | None) -> None:
    """Hold a step against the rules; ``move`` None: a new round was dealt."""
    assert after.setup == before.setup
    if move is None:
        _check_deal(before, after)
        return
    mover = before.turn
    assert before.stage not in OVER
    assert (after.round, after.dealer, after.playing) == (
        before.round,
        before.dealer,
        before.playing,
    )
    for index, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if index != mover:
            assert (new.hand, new.laid) == (old.hand, old.laid)
    _check_kept(before, after)
    check = {
        Draw: _check_draw,
        TakeDiscard: _check_take,
        Lay: _check_lay,
        Hit: _check_hit,
        Discard: _check_discard,
    }
    check[type(move)](before, after, move)
    if after.stage in OVER:
        _check_end(before, after, move)
    else:
        assert not after.points
        assert after.winner is None
        assert [(seat.score, seat.done) for seat in after.seats] == [
            (seat.score, seat.done) for seat in before.seats
        ]


def _check_kept(before: Game, after: Game) -> None:
    """No card on the table ever leaves, moves, or becomes another (S38, S39)."""
    assert len(after.table) >= len(before.table)
    for old, new in zip(before.table, after.table, strict=False):
        assert (old.owner, old.kind) == (new.owner, new.kind)
        assert old.cards in (new.cards, new.cards[:-1], new.cards[1:])


def _difference(after: Game, before: Game) -> Counter[int]:
    new = Counter(card.kind for card in after.seats[before.turn].hand)
    new.subtract(card.kind for card in before.seats[before.turn].hand)
    return Counter({kind: count for kind, count in new.items() if count})


def _check_draw(before: Game, after: Game, move: Move) -> None:
    assert before.stage == "draw"
    assert (after.stage, after.turn, after.table) == ("play", before.turn, before.table)
    assert _difference(after, before) == Counter([after.drew])
    if before.pile:
        assert (*after.pile, after.drew) == before.pile
        assert after.discards == before.discards
    else:
        assert sorted((*after.pile, after.drew)) == sorted(before.discards[:-1])
        assert after.discards == before.discards[-1:]
        assert after.shuffles == before.shuffles + 1
    assert not after.taken


def _check_take(before: Game, after: Game, move: Move) -> None:
    assert before.stage == "draw"
    assert (after.stage, after.turn, after.table) == ("play", before.turn, before.table)
    assert (*after.discards, after.drew) == before.discards
    assert _difference(after, before) == Counter([before.discards[-1]])
    assert after.pile == before.pile
    assert after.taken


def _check_lay(before: Game, after: Game, move: Lay) -> None:
    mover = before.turn
    assert before.seats[mover].laid is None
    assert after.seats[mover].laid in phases_open(before, mover)
    laid = Counter(kind for meld in after.table[len(before.table) :] for kind, _ in faces(meld))
    assert all(meld.owner == SEATS[mover] for meld in after.table[len(before.table) :])
    assert after.table[: len(before.table)] == before.table
    assert _difference(after, before) == Counter({kind: -count for kind, count in laid.items()})
    phase = before.setup.phases[after.seats[mover].laid - 1]
    assert laid.total() >= phase.size
    assert after.laid_now
    assert after.taken == (before.taken and before.drew not in laid)
    _check_same_piles(before, after)


def _check_hit(before: Game, after: Game, move: Hit) -> None:
    assert before.seats[before.turn].laid is not None
    assert _difference(after, before) == Counter({move.card.kind: -1})
    # Whoever hits a card like the one taken may say that it was this one.
    assert after.taken == (before.taken and before.drew != move.card.kind)
    changed = [(old, new) for old, new in zip(before.table, after.table, strict=True) if old != new]
    assert len(changed) == 1
    assert changed[0][0].owner == SEATS[move.seat]
    assert Counter(faces(changed[0][1])) - Counter(faces(changed[0][0])) == Counter(
        [(move.card.kind, move.card.stands_for or 0)]
    )
    _check_same_piles(before, after)


def _check_same_piles(before: Game, after: Game) -> None:
    assert (after.pile, after.discards, after.turn) == (before.pile, before.discards, before.turn)


def _check_discard(before: Game, after: Game, move: Discard) -> None:
    assert before.stage == "play"
    assert after.discards == (*before.discards, move.card.kind)
    assert after.pile == before.pile
    assert after.table == before.table
    assert _difference(after, before) == Counter({move.card.kind: -1})
    if not after.seats[before.turn].hand:
        return
    pending = [seat.skips for seat in before.seats]
    if move.target is not None:
        assert move.card.kind == SKIP
        pending[move.target] += 1
    # The turn goes to the left; whoever has a turn to lose loses one.
    walk = replace(before, turn=left_of(before))
    while pending[walk.turn]:
        pending[walk.turn] -= 1
        walk = replace(walk, turn=left_of(walk))
    if after.stage == "draw":
        assert after.turn == walk.turn
        assert [seat.skips for seat in after.seats] == pending
        assert after.turns == before.turns + 1


def _check_end(before: Game, after: Game, move: Move) -> None:
    """Hold the end of a round against the rules: why it ended, and what it brings."""
    counted = _uncounted(before, after)
    rules, mover = before.rules, before.turn
    if not after.seats[mover].hand:
        assert after.out == mover
        assert isinstance(move, Discard) or rules.go_out_by_hit
        assert after.seats[mover].laid is not None
    elif isinstance(move, Lay):
        _check_end_by_laying(before, counted)
    else:
        assert isinstance(move, Discard)  # blocked
        assert after.out is None
        assert not may_draw(after)
        assert not may_take(after)
    if after.tie_break and isinstance(move, Lay) and rules.tie_break == "lay":
        assert (after.stage, after.winner) == ("match over", mover)
        return
    _check_outcome(before, after)


def _uncounted(before: Game, after: Game) -> Game:
    """Give the end of a round with the scores and phases of before it."""
    return replace(
        after,
        seats=tuple(
            replace(new, score=old.score, done=old.done)
            for old, new in zip(before.seats, after.seats, strict=True)
        ),
    )


def _check_outcome(before: Game, after: Game) -> None:
    """Hold points, phases, winner and ties at the end of a round against the rules."""
    expected = outcome(_uncounted(before, after))
    assert after.points == expected.points
    assert tuple(seat.score for seat in after.seats) == expected.scores
    assert tuple(seat.done for seat in after.seats) == expected.done
    assert after.winner == expected.winner
    assert after.stage == ("round over" if expected.winner is None else "match over")
    if after.stage == "round over":
        assert after.tied == expected.tied
    for old, new in zip(before.seats, after.seats, strict=True):
        assert set(old.done) <= set(new.done)
        assert len(new.done) <= len(old.done) + 1


def _check_end_by_laying(before: Game, counted: Game) -> None:
    """The match may end by laying in a tie-break (S55) or with ``game_end=at_once``."""
    if before.tie_break:
        assert before.rules.tie_break == "lay"
        return
    assert before.rules.game_end == "at_once"
    in_use, mover = set(phases_in_use(before)), before.turn
    assert {*counted.seats[mover].done, counted.seats[mover].laid} == in_use
    for index in set(before.playing) - {mover}:
        assert len(in_use - set(counted.seats[index].done)) > 1


def _check_deal(before: Game, after: Game) -> None:
    """Hold a new round against the rules: who plays, who deals, who begins."""
    assert before.stage == "round over"
    assert after.round == before.round + 1
    assert after.playing == (before.tied or tuple(range(len(before.seats))))
    assert after.tie_break == bool(before.tied)
    assert not after.table
    for new in after.seats:
        assert (new.laid, new.skips, new.took, new.threw) == (None, 0, (), ())
    walk = replace(after, turn=before.dealer)
    dealer = left_of(walk)
    if before.rules.next_dealer == "winner" and before.out in after.playing:
        dealer = before.out
    assert after.dealer == dealer
    check_begin(after)
    if after.stage in OVER:
        # Blocked as it was dealt: it is scored all the same.
        assert not may_draw(after)
        assert not may_take(after)
        assert after.out is None
        _check_outcome(before, after)
    else:
        assert [(seat.score, seat.done) for seat in after.seats] == [
            (seat.score, seat.done) for seat in before.seats
        ]


def check_begin(game: Game) -> None:
    """Hold a round as it is dealt against the rules: hands, first card, first player."""
    rules = game.rules
    for index in game.playing:
        assert len(game.seats[index].hand) == 10
    rest = rules.deck.size - 10 * len(game.playing)
    assert len(game.pile) + len(game.discards) == rest
    first = left_of(replace(game, turn=game.dealer))
    if game.discards[-1] == SKIP and rules.first_skip == "lose_turn":
        first = left_of(replace(game, turn=first))
    assert game.turn == first
    put_back = {
        kind
        for kind, how in ((WILD, rules.first_wild), (SKIP, rules.first_skip))
        if how == "put_back"
    }
    covered = {SKIP} if rules.first_skip == "cover" else set()
    assert set(game.discards[:-1]) <= covered
    if game.discards[-1] in put_back | covered:
        assert set(game.pile) <= put_back | covered
