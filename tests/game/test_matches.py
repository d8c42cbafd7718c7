"""Whole matches under both presets and every short game end as the rules say.

Who should have won is worked out again here, from nothing but the hands left and the phases laid at
the end of each round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from phase10.game.cards import Deck
from phase10.game.engine import Game
from phase10.game.moves import SEATS, Move
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import PRESETS, Rules
from phase10.game.scoring import standings
from phase10.game.stages import DRAW, MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS, view_of
from tests.game.games import NAMES, Choose, at, play_match, points, random_player
from tests.oracle.referee import check_begin, check_state, check_step

SHORT_GAMES = (
    "",
    ",last_phase=5",
    ",last_phase=8",
    ",last_phase=3",
    ",use_phases=even",
    ",use_phases=odd",
    ",use_phases=even,last_phase=8",
    ",in_order=no",
    ",advance_all=yes",
    ",advance_all=yes,last_phase=5",
    ",game_end=at_once",
    ",game_end=out",
    ",in_order=no,game_end=out,last_phase=4",
    ",next_dealer=winner,first_skip=cover,first_wild=put_back",
)
GAMES = [preset + short for preset in PRESETS for short in SHORT_GAMES]
MOST_TURNS = 20_000


class Round(NamedTuple):
    """What is left at the end of a round: hands as text, phases laid, who went out."""

    hands: tuple[str, ...]
    laid: tuple[int | None, ...]
    out: int | None
    tie_break: bool


class Watched(NamedTuple):
    """A match that was watched to its end."""

    over: Game
    rounds: list[Round]


def keen_player(seed: int) -> Choose:
    """Make a player who plays greedily."""
    chance, greedy = Random(seed), PLAYERS["greedy"]
    return lambda game: greedy.choose(view_of(game), chance)


def watched(start: Game, choose: Choose, most_turns: int = MOST_TURNS) -> Watched:
    """Play a match, every state and step held against the rules."""
    rounds: list[Round] = []
    check_begin(start)
    assert start.stage == DRAW

    def see(before: Game, after: Game) -> None:
        check_state(after)
        check_step(before, after, None if before.stage == ROUND_OVER else moves[-1])
        if after.stage in (ROUND_OVER, MATCH_OVER):
            rounds.append(
                Round(
                    tuple(str(seat.hand) for seat in after.seats),
                    tuple(seat.laid for seat in after.seats),
                    after.out,
                    after.tie_break,
                )
            )

    moves: list[Move] = []

    def noted(game: Game) -> Move:
        moves.append(choose(game))
        return moves[-1]

    return Watched(play_match(start, noted, most_turns, see), rounds)


def rightful_winner(rounds: list[Round], rules: Rules, in_use: list[int]) -> int | None:
    """Work out who wins a match, None when nobody has won it by the end of these rounds."""
    players = len(rounds[0].hands)
    totals, made = [0] * players, [set[int]() for _ in range(players)]
    rivals: list[int] = []
    for number, end in enumerate(rounds, start=1):
        if end.tie_break:
            by_laying = [seat for seat in rivals if end.laid[seat] is not None]
            if rules.tie_break == "lay" and by_laying:
                assert len(by_laying) == 1
                return by_laying[0]
            if end.out is not None:
                assert end.out in rivals
                return end.out
            continue
        assert not rivals  # a tie is followed by nothing but tie-breaks
        for seat in range(players):
            totals[seat] += points(end.hands[seat], rules.wild_points)
            phase = end.laid[seat]
            if phase is not None:
                assert phase not in made[seat]
                last = len(made[seat]) + 1 == len(in_use)
                if not (rules.game_end == "out" and last and seat != end.out):
                    made[seat].add(phase)
        if rules.advance_all:
            rivals = list(range(players)) if number == len(in_use) else []
        else:
            rivals = [seat for seat in range(players) if made[seat] == set(in_use)]
        lowest = min((totals[seat] for seat in rivals), default=0)
        rivals = [seat for seat in rivals if totals[seat] == lowest]
        if len(rivals) == 1:
            return rivals[0]
    return None


def phases_of(rules: Rules, listed: int) -> list[int]:
    numbers = range(1, (rules.last_phase or listed) + 1)
    parity = {"all": (0, 1), "even": (0,), "odd": (1,)}[rules.use_phases]
    return [number for number in numbers if number % 2 in parity]


def check_match(match: Watched) -> None:
    over = match.over
    assert over.stage == MATCH_OVER
    in_use = phases_of(over.rules, len(over.setup.phases))
    assert over.winner == rightful_winner(match.rounds, over.rules, in_use)
    for before in range(1, len(match.rounds)):  # nobody had won before
        assert rightful_winner(match.rounds[:before], over.rules, in_use) is None
    assert len(match.rounds) == over.round
    order = standings(over)
    assert order[0] == over.winner
    assert sorted(order) == list(range(len(over.seats)))
    for better, worse in pairwise(order[1:]):
        first, second = over.seats[better], over.seats[worse]
        if over.rules.advance_all or len(first.done) == len(second.done):
            assert first.score <= second.score
        else:
            assert len(first.done) > len(second.done)


def play_games(
    rules: str, count: int, player: Callable[[int], Choose], phases: tuple[Phase, ...] = PHASES
) -> Iterator[Watched]:
    for seed in range(count):
        players = 2 + seed % 5
        start = Game.start(1000 + seed, players, Rules.parse(rules), phases)
        yield watched(start, player(seed))


@pytest.mark.parametrize("rules", GAMES)
def test_matches_of_greedy_players_end_as_the_rules_say(rules):
    for match in play_games(rules, 2, keen_player):
        check_match(match)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_many_matches_of_greedy_players_end_as_the_rules_say(rules):
    """More than 300 matches in all."""
    for match in play_games(rules, 11, keen_player):
        check_match(match)


def check_rounds(rules: str, count: int) -> None:
    """So many rounds of players who choose by chance; matches that end are followed by others."""
    seen = 0
    for seed in range(count):
        start = Game.start(seed, 2 + seed % 5, Rules.parse(rules))
        match = watched(start, random_player(seed))
        check_match(match)
        seen += len(match.rounds)
        if seen >= count:
            return
    raise AssertionError("too few rounds")


@pytest.mark.parametrize("rules", GAMES)
def test_rounds_of_random_players_end_as_the_rules_say(rules):
    check_rounds(rules, 12)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_a_hundred_rounds_of_random_players_end_as_the_rules_say(rules):
    check_rounds(rules, 100)


@pytest.mark.parametrize("edition", sorted(EDITIONS.all()))
def test_matches_of_the_editions(edition):
    for match in play_games("seed", 2, keen_player, EDITIONS[edition].phases):
        check_match(match)
        assert match.over.setup.phases == EDITIONS[edition].phases
        assert len(match.over.seats[match.over.winner].done) == len(EDITIONS[edition].phases)


# Beside a run or a set of one color, which soon take no card any more, something takes many: else
# it can come to rounds in which nobody can ever go out.
OWN_PHASES = "set:3/run:4/color:4/crun:3+odd:2/cset:2+even:3/odd:5/parity:6/even:3+odd:3"


@pytest.mark.parametrize(
    "rules", ["seed", "seed,natural_per=group,same_number_sets=no", "seed,in_order=no"]
)
def test_matches_of_phases_of_ones_own(rules):
    """Every kind of goal is laid and hit on."""
    laid, hit = set(), set()
    phases = tuple(map(Phase, OWN_PHASES.split("/")))
    for seed in range(3):
        match = watched(Game.start(seed, 4, Rules.parse(rules), phases), noting(seed, laid, hit))
        check_match(match)
    assert laid == {"set", "run", "color", "crun", "cset", "even", "odd", "parity"}
    assert hit == laid


def noting(seed: int, laid: set[str], hit: set[str]) -> Choose:
    """A greedy player who notes what kinds of groups lie and grow."""
    choose = keen_player(seed)

    def noted(game: Game) -> Move:
        for meld in game.table:
            laid.add(meld.kind)
            goals = [goal for phase in game.setup.phases for goal in phase.groups]
            if len(meld.cards) > max(goal.size for goal in goals if goal.kind == meld.kind):
                hit.add(meld.kind)
        return choose(game)

    return noted


@pytest.mark.parametrize("restock", ["reshuffle", "end"])
@pytest.mark.parametrize("tie_break", ["lay", "out"])
def test_matches_with_a_tiny_deck_in_which_rounds_are_blocked(restock, tie_break):
    rules = Rules(deck=Deck(2, 4, 2, 2, 3), restock=restock, tie_break=tie_break, run_min=2)
    phases = tuple(map(Phase, ("set:2+set:2", "run:3", "set:3+run:2")))
    blocked = 0
    for seed in range(8):
        start = Game.start(seed, 2, rules, phases)
        if start.stage != DRAW:
            continue  # blocked as it was dealt
        match = watched(start, random_player(seed), 400)
        blocked += sum(end.out is None for end in match.rounds)
        if match.over.stage == MATCH_OVER:
            check_match(match)
    assert blocked


def test_ties_are_broken_in_every_kind_of_game():
    """With few easy phases and cards of one worth ties come often enough."""
    for extra in ("", ",in_order=no", ",advance_all=yes"):
        for tie_break in ("lay", "out"):
            rules = Rules.parse(f"seed,deck=4x9x3+0W+0S{extra},tie_break={tie_break}")
            ties = seed = 0
            while ties < 2 and seed < 100:
                start = Game.start(seed, 4, rules, (Phase("odd:2"), Phase("even:2")))
                match = watched(start, random_player(seed))
                check_match(match)
                ties += any(end.tie_break for end in match.rounds)
                seed += 1
            assert ties == 2


@pytest.mark.parametrize(
    ("rules", "winner", "order"),
    [
        ("seed", None, "CDAB"),
        ("seed", "B", "BCDA"),
        ("seed,advance_all=yes", None, "BCDA"),
        ("seed,advance_all=yes", "C", "CBDA"),
    ],
)
def test_who_is_ahead(rules, winner, order):
    game = at(
        "R1",
        rules=rules,
        done={"A": (1, 2), "B": (1,), "C": (1, 2, 3), "D": (1, 2)},
        scores={"A": 100, "B": 5, "C": 50, "D": 90},
    )
    game = replace(game, winner=None if winner is None else NAMES[winner])
    assert "".join(SEATS[seat] for seat in standings(game)) == order
