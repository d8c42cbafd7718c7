"""Chances to win: against every deal of tiny endgames played by the engine; ranks; refusals."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from phase10.advice.hints import advise
from phase10.advice.winning import steps_of
from phase10.game.cards import CARDS, STANDARD_DECK, Card, Cards, Hand
from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.melds import Meld
from phase10.game.moves import parse_move
from phase10.game.phases import PHASES
from phase10.game.position import ME, Opponent, Position
from phase10.game.rules import PRESETS, Rules
from phase10.game.scoring import settled
from phase10.game.sight import game_of, seat_names, seats_by_name
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS, choice_of
from phase10.simulation import worlds_deal as deal
from phase10.simulation.winning import MOST_TURNS, PLAYER, Estimator
from phase10.solver.win_chances import WinChance, WinChances

MINE = (Meld.of(ME, "set", "R2 B2 G2 Y2 W=2"), Meld.of(ME, "set", "R8 B8 W=8"))
THEIRS = (Meld.of("A", "set", "R4 B4 G4 Y4 W=4"), Meld.of("A", "set", "R6 B6 G6"))
TOP = Card.parse("G12")


def endgame(hand: str, hidden: str, theirs: int, pile: int, **changes: object) -> Position:
    """Make a last round in which both have laid and all cards but a few are seen."""
    table = (*MINE, *THEIRS)
    laid = [CARDS[card.kind] for meld in table for card in meld.cards]
    shown = Cards([*Cards(hand), *Cards(hidden), *laid, TOP])
    seen = Cards.from_counts(
        [full - here for full, here in zip(STANDARD_DECK.counts, shown.counts, strict=True)],
        STANDARD_DECK,
    )
    position = Position(
        hand=Hand(hand),
        phase=PHASES[9],
        rules=Rules.parse("seed,restock=end"),
        top=TOP,
        seen=seen,
        table=table,
        players=(Opponent("A", phase=10, score=100, cards=theirs, laid=True),),
        score=86,
        laid=True,
        at="after_draw",
        pile=pile,
    )
    return replace(position, **changes)  # type: ignore[arg-type]


def played(position: Position, steps: tuple[str, ...]) -> float:
    """Play every deal of the hidden cards by the engine and give the share won, weighted."""
    game = game_of(position)
    names = seats_by_name(seat_names(position))
    kinds = [kind for kind, count in enumerate(position.unseen) for _ in range(count)]
    theirs = position.players[0].cards or 0
    threw = position.players[0].threw
    won = weight = 0.0
    for order in set(permutations(kinds)):
        hand = Hand([CARDS[kind] for kind in order[:theirs]], STANDARD_DECK)
        seats = (game.seats[0], replace(game.seats[1], hand=hand))
        state = replace(game, seats=seats, pile=order[theirs:])
        fitting = sum(any(meld.open_to[card.kind] for meld in state.table) for card in hand)
        likely = deal.KEPT_FITTING**fitting if threw else 1.0
        for text in steps:
            state = state.play(parse_move(text, names))
        won += likely * (end_of(state).winner == 0)
        weight += likely
    return won / weight


def end_of(game: Game) -> Game:
    """Play on to the end; hands that only go round are counted after many turns."""
    while game.stage not in (ROUND_OVER, MATCH_OVER):
        if game.turns > MOST_TURNS:
            return replace(game, **settled(game, None))
        game = game.play(choice_of(PLAYERS[PLAYER], game))
    assert game.stage == MATCH_OVER
    return game


ENDGAMES = [
    endgame("R12 B1 Y11", "R6 B3 G9 Y12", theirs=1, pile=3),
    endgame("R12 G8 Y11 B1", "R6 B3 Y12 Y8", theirs=2, pile=2),
    endgame("R12 B1", "R6 B3 R8 Y12 W", theirs=2, pile=3, at="before_draw"),
    endgame(
        "R12 B1 Y11", "R6 B3 G9 Y4 Y8", theirs=2, pile=3,
        players=(Opponent("A", phase=10, score=100, cards=2, laid=True, threw=Cards("G12")),),
    ),
]  # fmt: skip


@pytest.mark.parametrize("position", ENDGAMES)
def test_tiny_endgames_come_out_as_all_deals_played(position: Position) -> None:
    advice = advise(position)
    steps = steps_of(advice)[:3]
    found = Estimator(seconds=None, games=800, compiled=False, early=False)(position, steps)
    exact = [played(position, each) for each in steps]
    assert len(set(exact)) > 1 or 0 < exact[0] < 1
    for chance, right in zip(found.chances, exact, strict=True):
        assert chance is not None
        assert chance.games == 800
        assert abs(chance.value - right) < max(4 * chance.error, 1e-9)


HAND = "R3 B3 Y5 G9 R9 B12 W R5 G1 Y7 S"
TABLE = Position(Hand(HAND), PHASES[0], players=(Opponent("A", phase=2, score=20),))


def test_a_hint_has_chances_beside_the_moves_played() -> None:
    estimator = Estimator(seconds=None, games=4, compiled=False)
    advice = advise(TABLE, winning=estimator)
    told = [option for option in advice.options if option.win_chance is not None]
    assert len(told) == 4
    assert all(0 <= (option.win_chance or 0) <= 1 for option in told)
    assert all(0 <= (option.win_chance_se or 0) <= 0.5 for option in told)
    assert advice.method["win_chance"] == "simulated"
    assert advice.winning is not None
    assert (advice.winning.games, advice.winning.seed, advice.winning.compiled) == (4, 1, False)
    plain = advise(TABLE)
    assert [option.move for option in advice.options] == [option.move for option in plain.options]
    assert [option.rank for option in advice.options] == [option.rank for option in plain.options]


def test_the_same_seed_and_games_give_the_same_chances() -> None:
    steps = steps_of(advise(TABLE))[:2]
    first, again, other = (
        Estimator(seconds=None, games=3, seed=seed, compiled=False)(TABLE, steps)
        for seed in (5, 5, 6)
    )
    assert first.chances == again.chances
    assert first.differences == again.differences
    assert first.chances != other.chances
    timed = Estimator(seconds=60, games=3, seed=5, compiled=False)(TABLE, steps)
    assert timed.chances == first.chances
    assert WinChances.from_json(first.to_json()) == first


@pytest.mark.slow  # compiles the loops where they are not kept
def test_compiled_loops_and_plain_ones_play_the_same() -> None:
    for rules in PRESETS.values():
        position = replace(TABLE, rules=rules)
        steps = steps_of(advise(position))[:3]
        plain, quick = (
            Estimator(seconds=None, games=5, compiled=compiled)(position, steps)
            for compiled in (False, True)
        )
        assert plain.chances == quick.chances
        assert plain.differences == quick.differences


def test_a_sure_win_ends_it_early() -> None:
    sure = endgame("R8 Y11", "R6 B2 Y4 G8", theirs=2, pile=2)
    advice = advise(sure)
    assert advice.options[0].goes_out
    found = Estimator(seconds=None, games=900, compiled=False)(sure, steps_of(advice))
    assert found.chances[0] == WinChance(1.0, 0.0, found.games)
    assert found.games < 900


@pytest.mark.parametrize(
    "position",
    [
        Position(Hand("R3 B3 G3 R9 B9 G9 W S R5 G1 Y7"), PHASES[0]),
        Position(Hand("R3 B3 Y5 G9 R9 B12 W R5 G1 Y7"), PHASES[0], top=Card.parse("B9")),
        replace(TABLE, rules=PRESETS["official"], players=tuple(map(Opponent, "ABCDE"))),
    ],
)
def test_every_question_is_played(position: Position) -> None:
    advice = advise(position, winning=Estimator(seconds=None, games=2, compiled=False))
    assert advice.options[0].win_chance is not None


def test_a_move_that_is_not_allowed_is_not_played() -> None:
    found = Estimator(seconds=None, games=2, compiled=False)(
        TABLE, [("discard R12",), ("discard G1",)]
    )
    assert found.chances[0] is None
    assert found.chances[1] is not None


def test_a_position_that_contradicts_itself_is_refused() -> None:
    wrong = replace(TABLE, players=(Opponent("A", cards=14),))
    with pytest.raises(GameError) as caught:
        Estimator()(wrong, [("discard G1",)])
    assert caught.value.code == "number.range"
