"""Random games reported move by move: what is known is what the seat sees, to the last card."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, SKIP
from phase10.game.engine import Game
from phase10.game.errors import PositionError, RulesError
from phase10.game.live import LiveRound
from phase10.game.moves import Discard, Draw, Hit, Lay, Move, TakeDiscard
from phase10.game.phases import PHASES
from phase10.game.position import ME, Position
from phase10.game.refusals import IllegalMove
from phase10.game.rules import Rules
from phase10.game.sight import position_of
from phase10.game.stages import MATCH_OVER, PLAY, ROUND_OVER
from tests.game import games
from tests.game.test_sight import MIXTURES, SHORT

# --- a real game, reported from one seat ---------------------------------------------------------


def chosen(game: Game, chance: random.Random) -> Move:
    """A legal move by chance: lay, hit and take when it can be done quite often."""
    moves = game.legal_moves()
    better = [move for move in moves if isinstance(move, Lay | Hit | TakeDiscard)]
    return chance.choice(better if better and chance.random() < 0.7 else moves)


def eager(game: Game, chance: random.Random) -> Move:
    """A legal move that brings the round to its end: lay, hit, else draw and throw what is dear."""
    moves = game.legal_moves()
    for kind in (Lay, Hit, Draw, TakeDiscard):
        fitting = [move for move in moves if isinstance(move, kind)]
        if fitting:
            return chance.choice(fitting)
    return max(moves, key=lambda move: (game.rules.points(move.card), chance.random()))


def begun(rules: str, players: int, seed: int) -> Game:
    read = Rules.parse(rules)
    phases = games.read_phases(SHORT) if read.run_min <= 3 else PHASES
    return Game.start(seed, min(players, (read.deck.size - 1) // 10), read, phases)


def order(game: Game, seat: int) -> list[int]:
    """The seats that play, in turn order after one of them."""
    count = len(game.seats)
    after = [(seat + step) % count for step in range(count)]
    return [other for other in after if other in game.playing]


def names_of(game: Game, seat: int) -> dict[int, str]:
    """The names of the seats as the player at one of them says them."""
    count = len(game.seats)
    after = [(seat + step) % count for step in range(count)]
    return dict(zip(after, [ME, *"ABCDE"], strict=False))


def as_said(game: Game, move: Move, seat: int) -> Move:
    """A move with the seats counted from the one that reports."""
    places = {other: place for place, other in enumerate(order(game, seat))}
    if isinstance(move, Hit):
        return replace(move, seat=places[move.seat])
    if isinstance(move, Discard) and move.target is not None:
        return replace(move, target=places[move.target])
    return move


def told(live: LiveRound, before: Game, move: Move, after: Game, seat: int) -> LiveRound:
    """The round after a report of what was done in the real game."""
    player = names_of(before, seat)[before.turn]
    drawn = isinstance(move, Draw) and before.turn == seat
    assert after.drew is not None or not drawn
    card = CARDS[after.drew or 0] if drawn else None
    return live.report(player, as_said(before, move, seat), card)


def seen(game: Game, seat: int, live: LiveRound) -> Position:
    """What a seat sees, but for the points of others that nobody told at the end of a round."""
    position = position_of(game, seat, None if live.begun.rules.in_order else live.aim)
    if game.stage not in (ROUND_OVER, MATCH_OVER) or game.tie_break:
        return position
    out = None if game.out is None else names_of(game, seat)[game.out]
    unknown = tuple(
        player if player.name == out else replace(player, score=None) for player in position.players
    )
    return replace(position, players=unknown)


def followed(
    rules: str, players: int, seed: int, seat: int, steps: int, *, terse: bool = False
) -> Iterator[tuple[Game, LiveRound, int]]:
    """Play and report at once; give the game and the round after every report.

    ``terse``: what others draw from the pile is not reported but follows from what they do next.
    """
    game, chance = begun(rules, players, seed), random.Random(seed)
    seat %= len(game.seats)
    live = LiveRound.start(position_of(game, seat))
    yield game, live, seat
    for _ in range(steps):
        if game.stage == MATCH_OVER:
            return
        if game.stage == ROUND_OVER:
            points = {
                name: game.points[other]
                for other, name in names_of(game, seat).items()
                if other in game.playing and other != seat
            }
            game = game.next_round()
            if seat not in game.playing:
                with pytest.raises(RulesError, match=r"live\.watch"):
                    live.next_round(points)
                return
            upcoming = live.next_round(points)
            dealt = position_of(game, seat, None if upcoming.rules.in_order else live.aim)
            upcoming = replace(upcoming, hand=dealt.hand, discards=dealt.discards)
            if not upcoming.rules.in_order:
                upcoming = replace(upcoming, phase=dealt.phase)
            if game.stage == ROUND_OVER:
                return  # dealt and blocked at once
            live = LiveRound.start(upcoming, live)
            yield game, live, seat
            continue
        move = chosen(game, chance)
        after = game.play(move)
        if not (terse and isinstance(move, Draw) and game.turn != seat):
            live = told(live, game, move, after, seat)
            yield after, live, seat
        game = after


played = {
    "rules": st.sampled_from(MIXTURES),
    "players": st.integers(2, 6),
    "seed": st.integers(0, 10_000),
    "seat": st.integers(0, 5),
}


@given(**played, steps=st.integers(0, 150), terse=st.booleans())
def test_a_round_that_is_followed_is_known_as_the_seat_sees_it(
    rules, players, seed, seat, steps, terse
):
    for game, live, own in followed(rules, players, seed, seat, steps, terse=terse):
        assert live.position == seen(game, own, live)
        assert live.turn == seen(game, own, live).turn
        assert live.over == (game.stage in (ROUND_OVER, MATCH_OVER))


@pytest.mark.parametrize("rules", ["seed,last_phase=1", "seed,last_phase=1,tie_break=out"])
def test_whole_matches_are_followed_to_their_winner(rules):
    """Ties and tie-breaks are among them; a match in which nobody can go out is left."""
    ended = set()
    for seed in range(40):
        game, chance = begun(rules, 3, seed), random.Random(seed)
        live = LiveRound.start(position_of(game, 0))
        for _ in range(400):
            points = {name: game.points[seat] for seat, name in names_of(game, 0).items()
                      if game.points}  # fmt: skip
            if game.stage == MATCH_OVER:
                winner = names_of(game, 0)[game.winner or 0]
                assert live.ending(points).winner == winner
                with pytest.raises(RulesError, match=r"game\.over"):
                    live.next_round(points)
                ended.add((game.tie_break, winner == ME))
                break
            if game.stage == ROUND_OVER:
                ending = live.ending(points)
                assert not ending.winner
                game = game.next_round()
                assert ending.tied == tuple(names_of(game, 0)[seat] for seat in order(game, 0)
                                            if game.tied)  # fmt: skip
                if 0 not in game.playing:
                    break
                dealt = position_of(game, 0)
                upcoming = replace(live.next_round(points), hand=dealt.hand, top=dealt.top)
                live = LiveRound.start(upcoming, live)
                continue
            move = eager(game, chance)
            after = game.play(move)
            live, game = told(live, game, move, after, 0), after
    assert ended >= {(False, True), (False, False)}


@given(**played, before=st.integers(0, 60), steps=st.integers(1, 80))
def test_a_round_is_joined_where_it_stands(rules, players, seed, seat, before, steps):
    game, chance = begun(rules, players, seed), random.Random(seed)
    seat %= len(game.seats)
    for _ in range(before):
        if game.stage in (ROUND_OVER, MATCH_OVER):
            return
        game = game.play(chosen(game, chance))
    while game.stage == PLAY and game.turn != seat:
        game = game.play(chosen(game, chance))
    if game.stage in (ROUND_OVER, MATCH_OVER):
        return
    live = LiveRound.join(position_of(game, seat))
    assert live.position == position_of(game, seat, None if live.begun.rules.in_order else live.aim)
    for _ in range(steps):
        if game.stage in (ROUND_OVER, MATCH_OVER):
            return
        move = chosen(game, chance)
        after = game.play(move)
        live = told(live, game, move, after, seat)
        game = after
        assert live.position == seen(game, seat, live)


@given(**played, steps=st.integers(0, 60))
def test_undo_and_the_json_form(rules, players, seed, seat, steps):
    states = [live for _, live, _ in followed(rules, players, seed, seat, steps)]
    live = states[-1]
    again = LiveRound.from_json(json.loads(json.dumps(live.to_json())))
    assert again == live
    assert again.position == live.position
    assert (again.earlier is None) == (live.earlier is None)
    for earlier in reversed(states[:-1]):
        live = live.undo()
        assert live == earlier
        assert live.position == earlier.position
    with pytest.raises(PositionError, match=r"live\.nothing"):
        live.undo()


@given(**played, steps=st.integers(0, 60), kind=st.integers(0, SKIP))
def test_whoever_plays_can_throw_just_what_may_be_in_that_hand(
    rules, players, seed, seat, steps, kind
):
    """No answer depends on where the cards out of sight were put."""
    *_, (_, live, _) = followed(rules, players, seed, seat, steps)
    if live.over or live.turn == ME:
        return
    position, player = live.position, live.turn
    held = next(other for other in position.players if other.name == player)
    can_be = position.unseen[kind] > 0 or held.holds.counts[kind] > 0
    if position.unseen[kind] and not live.drawn and len(held.holds) == held.cards:
        can_be = True  # the card drawn now is not known
    elif len(held.holds) == held.cards:
        can_be = held.holds.counts[kind] > 0
    target = 0 if kind == SKIP and live.game.rules.skip_target == "chosen" else None
    found = outcome(live, player, Discard(CARDS[kind], target))
    if can_be:
        assert found in ("", "discard.taken", "skip.served", "draw.first")
    else:
        assert found in ("live.copies", "live.known")


def outcome(live: LiveRound, player: str, move: Move) -> str:
    """The code of what is against a report, "" when nothing is."""
    try:
        live.report(player, move)
    except IllegalMove as error:
        return error.refusal.code
    except PositionError as error:
        return error.code
    return ""
