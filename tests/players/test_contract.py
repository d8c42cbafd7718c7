"""What every player keeps: legal moves only, nothing hidden is used, the same again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.cards import CARDS, Hand
from phase10.game.engine import Game
from phase10.game.moves import Lay, Move
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.game.setup import Setup
from phase10.players import PLAYERS, chance_of, choice_of, play_match, view_of
from tests.players.states import rule_mixtures, states

PHASE_LISTS = (
    PHASES,
    EDITIONS["master"].phases,
    (Phase("set:3+color:4"), Phase("crun:4"), Phase("even:5+odd:3"), Phase("cset:2+set:3")),
)
names = st.sampled_from(sorted(PLAYERS))


@settings(max_examples=60)
@given(names, rule_mixtures, st.sampled_from(PHASE_LISTS), st.integers(2, 6), st.integers(0, 9**9))
def test_the_choice_is_legal_under_any_rules(
    name: str, rules: Rules, phases: tuple[Phase, ...], players: int, seed: int
) -> None:
    rules = replace(rules, last_phase=min(rules.last_phase, len(phases)))
    game = Game.start(seed, players, rules, phases)
    for state in states(game, Random(seed), 80):
        move = choice_of(PLAYERS[name], state)
        assert _plain(move) in map(_plain, state.legal_moves())
        assert state.check(move) is None


def _plain(move: Move) -> object:
    """A move, a laying with its groups and their cards in any order: equal goals may change places.

    A group lies as its cards say, so a run is the same however it is told.
    """
    if not isinstance(move, Lay):
        return move
    return move.phase, sorted((kind, sorted(cards)) for kind, cards in move.groups)


def test_master_is_a_list_of_its_own() -> None:
    assert PHASE_LISTS[1] != PHASES


@settings(max_examples=40)
@given(names, st.sampled_from(sorted(PRESETS)), st.integers(2, 6), st.integers(0, 9**9))
def test_the_choice_does_not_depend_on_what_is_hidden(
    name: str, preset: str, players: int, seed: int
) -> None:
    chance = Random(seed)
    for state in states(Game.start(seed, players, PRESETS[preset]), chance, 60):
        other = _hidden_shuffled(state, chance)
        assert view_of(other) == view_of(state)
        asked, again = (PLAYERS[name].choose(view_of(g), chance_of(state)) for g in (state, other))
        assert asked == again


def _hidden_shuffled(game: Game, chance: Random) -> Game:
    """The same table for the seat to move: other hands, another pile, another seed."""
    others = [seat for seat in game.playing if seat != game.turn]
    hidden = [*game.pile, *(card.kind for seat in others for card in game.hand(seat))]
    chance.shuffle(hidden)
    seats = list(game.seats)
    for seat in others:
        dealt = [CARDS[hidden.pop()] for _ in game.hand(seat)]
        seats[seat] = replace(seats[seat], hand=Hand(dealt, game.rules.deck))
    setup = Setup(game.rules, game.setup.phases, game.setup.players, game.setup.seed + 1)
    return replace(game, setup=setup, seats=tuple(seats), pile=tuple(hidden))


def test_a_view_has_no_way_to_what_is_hidden() -> None:
    game = Game.start(3, 4)
    hidden = {id(game), id(game.setup), id(game.pile), *(id(game.hand(seat)) for seat in (1, 2, 3))}
    view = view_of(replace(game, turn=0))
    seen: set[int] = set()
    _collect(view, seen)
    assert id(game.hand(0)) in seen
    assert not hidden & seen
    assert game.setup.seed not in {getattr(view, field, None) for field in view.__slots__}


def _collect(value: object, seen: set[int]) -> None:
    """Note everything that can be reached from a value."""
    if id(value) in seen or isinstance(value, str | int | float | type):
        return
    seen.add(id(value))
    if isinstance(value, tuple | list):
        for item in value:
            _collect(item, seen)
    for owner in type(value).__mro__:
        for name in getattr(owner, "__slots__", ()):
            if name not in ("__dict__", "__weakref__"):
                _collect(getattr(value, name, None), seen)
    for item in getattr(value, "__dict__", {}).values():
        _collect(item, seen)


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_a_match_is_the_same_again_and_when_it_is_continued(name: str) -> None:
    players = [PLAYERS[name]] * 3
    whole: list[Game] = []
    most = 3
    start = Game.start(11, 3)
    play_match(start, players, most_rounds=most, watch=lambda _, __, after: whole.append(after))
    again = play_match(start, players, most_rounds=most)
    assert again.game == whole[-1]
    middle = whole[len(whole) // 2]
    assert play_match(middle, players, most_rounds=most).game == whole[-1]


def test_chance_differs_from_decision_to_decision() -> None:
    numbers = [chance_of(state).random() for state in states(Game.start(1, 4), Random(1), 200)]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_the_name_is_that_of_the_list(name: str) -> None:
    assert PLAYERS[name].name == name


def test_seed_is_the_default() -> None:
    assert view_of(Game.start(1)).rules == SEED
