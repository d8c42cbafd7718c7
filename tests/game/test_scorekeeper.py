"""The score sheet: against whole matches of the engine, what cannot be written, what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.phases import PHASES
from phase10.game.rules import Rules
from phase10.game.scorekeeper import Line, ScoreSheet
from phase10.game.scoring import standings
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS, choice_of
from tests.game.score_sheets import GOOD, NAMES, PROVOKED, finished, sheet

RULES = (
    "seed",
    "official",
    "seed,last_phase=3",
    "seed,use_phases=even",
    "seed,advance_all=yes,last_phase=4",
    "seed,in_order=no,last_phase=4",
    "seed,next_dealer=winner,last_phase=3",
    "official,last_phase=2,wild_points=20",
    "seed,last_phase=2,game_end=out",
    "seed,last_phase=2,game_end=at_once",
)


def ends_of_rounds(game: Game) -> Iterator[Game]:
    """Play a match and give the state at the end of each round."""
    while game.stage != MATCH_OVER:
        if game.stage == ROUND_OVER:
            yield game
            game = game.next_round()
        else:
            game = game.play(choice_of(PLAYERS["greedy"], game))
    yield game


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", RULES)
def test_every_round_of_the_engine_is_kept_as_the_engine_keeps_it(rules: str, seed: int) -> None:
    players = 2 + seed
    game = Game.start(seed, players, Rules.parse(rules))
    kept = ScoreSheet(tuple("ABCDEF"[:players]), game.rules, PHASES, game.dealer)
    assert kept.numbers == game.setup.numbers
    for end in ends_of_rounds(game):
        assert kept.next_dealer == end.dealer
        assert kept.next_round == end.round
        assert bool(kept.tied) == end.tie_break
        for player in end.playing:
            before = kept.standings[player].done
            made = end.seats[player].laid
            assert made is None or made in kept.goals(player) or made in before
        if end.tie_break:
            kept = kept.played(end.winner, [Line()] * players)
        else:
            lines = [Line(seat.laid, points) for seat, points in
                     zip(end.seats, end.points, strict=True)]  # fmt: skip
            kept = kept.played(end.out, lines)
        assert [s.score for s in kept.standings] == [seat.score for seat in end.seats]
        assert [s.done for s in kept.standings] == [seat.done for seat in end.seats]
        assert kept.winner == end.winner
        assert kept.order == standings(end)
    assert kept.winner is not None
    assert ScoreSheet.from_json(json.loads(json.dumps(kept.to_json()))) == kept


@pytest.mark.parametrize("code", PROVOKED)
def test_what_cannot_have_been_is_refused(code: str) -> None:
    with pytest.raises(GameError) as raised:
        PROVOKED[code]()
    assert raised.value.code == code


def test_equal_points_lead_to_a_tie_break_that_the_first_wins() -> None:
    kept = sheet("seed,last_phase=1")
    kept = kept.played(2, (Line(1, 15), Line(1, 15), Line(1)))
    assert kept.winner == 2
    kept = kept.undone().played(None, (Line(1, 15), Line(1, 15), Line(None, 5)))
    assert kept.tied == (0, 1)
    assert kept.winner is None
    assert kept.goals(0) == (1,)
    assert kept.next_dealer == 1
    assert kept.next_first == 0
    again = kept.played(None, [Line()] * 3)
    assert again.tied == (0, 1)
    assert again.next_dealer == 0
    won = again.played(1, [Line()] * 3)
    assert won.winner == 1
    assert won.order[0] == 1
    assert [standing.score for standing in won.standings] == [15, 15, 5]
    with pytest.raises(GameError) as raised:
        kept.played(2, [Line()] * 3)
    assert raised.value.code == "score.player"


def test_the_dealer_passes_to_the_left_and_the_next_begins() -> None:
    kept = sheet(dealer=2)
    assert (kept.next_dealer, kept.next_first) == (2, 0)
    kept = kept.played(0, GOOD)
    assert (kept.next_dealer, kept.next_first) == (0, 1)


def test_undo_gives_the_sheet_before() -> None:
    before = sheet().played(0, GOOD)
    assert before.played(1, (Line(None, 10), Line(2), Line(1, 5))).undone() == before
    assert before.undone() == sheet()
    assert before.standings_after(0)[1].score == 0
    assert before.standings_after(1)[1].score == 20


def test_nothing_is_written_after_the_end() -> None:
    with pytest.raises(GameError) as raised:
        finished().played(0, GOOD)
    assert raised.value.code == "game.over"


@pytest.mark.parametrize(
    "names", [("Anna", "anna"), ("Anna", ""), ("Anna", "x" * 25), ("Anna",), ("A",) * 7]
)
def test_names_and_numbers_of_players(names: tuple[str, ...]) -> None:
    with pytest.raises(GameError):
        sheet(names=names)


@pytest.mark.parametrize(
    "data",
    [
        None, 5, [], {"hello": 1}, {"names": 5}, {"names": [1, 2]}, {"names": ["A"]},
        {"names": ["A", "B"], "phases": ["set:3"], "dealer": 9},
        {"names": ["A", "B"], "phases": ["set:3"], "dealer": True},
        {"names": ["A", "B"], "phases": ["hello"]}, {"names": ["A", "B"], "phases": []},
        {"names": ["A", "B"], "phases": ["set:3"], "rules": "hello"},
        *(
            {"names": ["A", "B"], "phases": ["set:3"], "rounds": [played]}
            for played in (
                5,
                {"out": 0, "lines": [[1]]},
                {"out": 0, "lines": [[1, 0]]},
                {"out": 0, "lines": [["1", 0], [1, 5]]},
                {"out": 7, "lines": [[1, 0], [None, 5]]},
                {"out": 1, "lines": [[1, 0], [None, 5]], "hello": 1},
            )
        ),
    ],
)  # fmt: skip
def test_what_is_no_sheet_is_refused(data: object) -> None:
    with pytest.raises(GameError):
        ScoreSheet.from_json(data)


def test_the_names_are_kept() -> None:
    assert sheet().names == NAMES
