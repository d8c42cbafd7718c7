"""Small states, taken whole: every move that can be written, and which of them are lawful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from phase10.game.cards import CARDS, KINDS, WILD, Card, Deck, Hand
from phase10.game.engine import Game
from phase10.game.moves import Discard, Draw, EndTurn, Hit, Laid, Lay, Move, TakeBack, TakeDiscard
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.game.stages import MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS, view_of
from tests.game.games import random_player
from tests.oracle.law import canonical, lawful, layings, moves

WILDS = [Card(WILD, number) for number in range(1, 13)]
DECKS = (Deck(2, 5, 2, 2, 2), Deck(3, 4, 2, 3, 3), Deck(2, 6, 2, 3, 4), Deck(2, 3, 3, 4, 3))
PHASES = (
    "set:2+set:2",
    "set:3+run:2",
    "run:2+run:3",
    "set:3+set:2",
    "cset:2+set:2",
    "crun:3",
    "run:4",
    "color:4",
    "color:2+set:2",
    "even:2+odd:2",
    "parity:3",
    "crun:2+cset:2",
    "parity:2+run:2",
    "set:2",
)
CHOICES = {
    "natural_per": ("phase", "group"),
    "same_number_sets": (True, False),
    "extra_on_lay": (True, False),
    "hit_others_same_turn": (True, False),
    "go_out_by_hit": (True, False),
    "discard_taken": (True, False),
    "take_skip": (True, False),
    "skip_target": ("next", "chosen"),
    "skip_limit": ("none", "until_served"),
    "restock": ("reshuffle", "end"),
    "in_order": (True, False),
    "game_end": ("round", "at_once", "out"),
    "tie_break": ("lay", "out"),
}


def small_state(seed: int, most: int) -> Game:
    """Play a while by chance under rules by chance; who has not laid then holds a few cards."""
    chance = Random(seed)
    rules = Rules(
        deck=chance.choice(DECKS),
        run_min=2,
        **{option: chance.choice(values) for option, values in CHOICES.items()},
    )
    phases = tuple(map(Phase, chance.sample(PHASES, 3)))
    game = Game.start(seed, 2, rules, phases)
    choose = random_player(seed)
    keen = PLAYERS["greedy"]
    # Later nearly everybody has laid.
    steps = chance.choice((1, chance.randrange(120)))
    while steps > 0 or game.stage != PLAY:
        if game.stage == MATCH_OVER:
            game = Game.start(game.setup.seed + 1, 2, rules, phases)
        elif game.stage == ROUND_OVER:
            game = game.next_round()
        elif chance.random() < 0.5:
            game = game.play(keen.choose(view_of(game), chance))
        else:
            game = game.play(choose(game))
        steps -= 1
    seat = game.seats[game.turn]
    if seat.laid is None:
        # Each wild more can be declared in twelve ways more.
        cards = [card for card in seat.hand if not card.is_wild]
        cards += [CARDS[WILD]] * min(seat.hand.wilds, 2)
        few = chance.sample(cards, min(len(cards), chance.randint(3, most)))
        kept = Hand(few, rules.deck)
        away = tuple(card.kind for card in seat.hand - few)
        seats = list(game.seats)
        seats[game.turn] = replace(seat, hand=kept, took=())
        game = replace(game, seats=tuple(seats), pile=away + game.pile, drew=None, taken=False)
    return game


def writable(game: Game) -> Iterator[Move]:
    """Every move but the layings that can be written, lawful or not."""
    yield from (Draw(), EndTurn(), *map(TakeDiscard, (1, 2, 3)))
    players = range(len(game.seats) + 1)
    for card in CARDS:
        for target in (None, *players):
            yield Discard(card, target)
    for card in (*CARDS, *WILDS):
        for seat, group in product(players, range(5)):
            yield Hit(card, seat, group)
            yield TakeBack(card, seat, group)


def writable_layings(game: Game) -> Iterator[Lay]:
    """Every way to split cards of the hand into groups of the kinds that the phases ask.

    Equal cards are interchangeable; the wilds of a set or a run are declared in every way, or not
    at all.
    """
    hand = game.hand(game.turn)
    held = [(kind, hand.counts[kind]) for kind in range(KINDS) if hand.counts[kind]]
    asked = {tuple(goal.kind for goal in game.setup.phases[number - 1].groups)
             for number in game.open_phases(game.turn)}  # fmt: skip
    for kinds in sorted(asked):
        for split in product(*(_shares(count, len(kinds)) for _, count in held)):
            groups = [
                [
                    kind
                    for (kind, _), share in zip(held, split, strict=True)
                    for _ in range(share[i])
                ]
                for i in range(len(kinds))
            ]
            if all(groups):
                for declared in product(*map(_declared, kinds, groups)):
                    yield Lay(tuple(map(Laid, kinds, declared)))


def _shares(count: int, groups: int) -> list[tuple[int, ...]]:
    """Share so many equal cards among groups; some may stay in the hand."""
    return [share for share in product(range(count + 1), repeat=groups) if sum(share) <= count]


def _declared(kind: str, cards: list[int]) -> list[tuple[Card, ...]]:
    naturals = tuple(CARDS[each] for each in cards if each != WILD)
    wilds = len(cards) - len(naturals)
    if not wilds or kind not in ("set", "cset", "run", "crun"):
        return [(*naturals, *[CARDS[WILD]] * wilds)]
    said = combinations_with_replacement([CARDS[WILD], *WILDS], wilds)
    return [(*naturals, *each) for each in said]


def check_all_moves(game: Game) -> int:
    """Hold the engine's answer to every move against the rules; give how many were lawful."""
    legal = game.legal_moves()
    assert {move for move in legal if not isinstance(move, Lay)} == moves(game)
    accepted: set[object] = set()
    for move in writable(game):
        allowed = game.check(move) is None
        assert allowed == lawful(game, move), move
        if allowed:
            (step,) = game.steps(move)
            assert step in legal
            accepted.add(step)
    assert accepted == {move for move in legal if not isinstance(move, Lay)}
    return len(accepted)


def check_all_layings(game: Game) -> int:
    """Hold the engine's answer to every laying against the rules; give how many were lawful."""
    legal = {canonical(move) for move in game.legal_layings()}
    several = len(game.open_phases(game.turn)) > 1
    assert legal == {
        ("lay", number if several else None, each)
        for number, lays in layings(game).items()
        for each in lays
    }
    exact: set[object] = set()
    count = 0
    for move in writable_layings(game):
        allowed = game.check(move) is None
        assert allowed == lawful(game, move), move
        if not allowed:
            continue
        count += 1
        lay, *hits = game.steps(move)
        assert canonical(lay) in legal
        # More cards are the exact laying and lawful own hits after it.
        state = game.play(lay)
        for hit in hits:
            assert isinstance(hit, Hit)
            assert hit in state.legal_moves()
            state = state.play(hit)
        assert state == game.play(move)
        ended = state.stage in (ROUND_OVER, MATCH_OVER)
        used = Counter(card.kind for group in move.groups for card in group.cards)
        if not ended:
            assert Counter(c.kind for c in game.hand(game.turn) - state.hand(game.turn)) == used
        if used.total() == sum(len(group.cards) for group in lay.groups):
            exact.add(canonical(lay))
    if not several:
        # With several phases open the first that suits is taken; each can be named.
        assert exact == legal
    for move in game.legal_layings():
        assert game.check(move) is None
    return count


@pytest.mark.parametrize("seed", range(40))
def test_small_states_whole(seed):
    game = small_state(seed, most=6)
    assert check_all_moves(game) or check_all_layings(game)
    check_all_layings(game)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_many_small_states_whole(seed):
    game = small_state(seed, most=7)
    check_all_moves(game)
    check_all_layings(game)


def test_some_small_states_have_layings_and_hits():
    """The states above are not empty ones."""
    states = [small_state(seed, most=6) for seed in range(80)]
    laying = [game for game in states if game.legal_layings()]
    hitting = [game for game in states if any(isinstance(m, Hit) for m in game.legal_moves())]
    assert len(laying) >= 3
    assert len(hitting) >= 3
