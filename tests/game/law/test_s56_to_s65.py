"""The variations of the seed, sentence by sentence: S58–S65, in moments and in whole matches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from phase10.game.engine import Game
from phase10.game.rules import PRESETS, Rules
from tests.game.games import at, code, legal, play, play_match, random_player
from tests.oracle.law import phases_in_use

OWN = ["A set R3 B3 Y3", "A set R9 G9 Y9"]


def matches(rules: str, count: int = 3) -> Iterator[list[Game]]:
    """Whole matches of players who choose by chance, each as the states at the ends of rounds."""
    for seed in range(count):
        ends: list[Game] = []

        def note(before: Game, after: Game, ends: list[Game] = ends) -> None:
            if after.stage in ("round over", "match over"):
                ends.append(after)

        start = Game.start(seed, 2 + seed % 3, Rules.parse(rules))
        over = play_match(start, random_player(seed), 100_000, note)
        assert over.stage == "match over"
        yield ends


@pytest.mark.parametrize("preset", PRESETS)
def test_s58_all_advance_each_round_and_the_lowest_score_wins(preset):
    rules = f"{preset},advance_all=yes"
    for ends in matches(rules):
        ordinary = [end for end in ends if not end.tie_break]
        assert [end.round for end in ordinary] == list(range(1, 11))
        last = ordinary[-1]
        scores = [seat.score for seat in last.seats]
        if ends[-1] is last:
            assert scores[last.winner] == min(scores)
            assert scores.count(min(scores)) == 1
        else:
            assert last.tied == tuple(i for i, s in enumerate(scores) if s == min(scores))
            assert ends[-1].winner in last.tied


@pytest.mark.parametrize("preset", PRESETS)
def test_s58_each_round_has_its_phase_for_all(preset):
    rules = f"{preset},advance_all=yes"
    for number in range(1, 11):
        game = at(rules=rules, hand="R1", round_number=number, phase={"B": 2, "C": 1})
        assert [game.open_phases(seat) for seat in range(4)] == [(number,)] * 4
    # Whoever did not make the first goes on to the second all the same.
    over = play(at("R5", table=OWN, rules=rules), "discard R5")
    assert [over.next_round().open_phases(seat) for seat in range(4)] == [(2,)] * 4
    # Nobody needs phase 10 to win, and who makes it does not win by it.
    tenth = ["A set R3 B3 Y3 G3 R3", "A set R9 G9 Y9"]
    game = at(
        "R5",
        table=tenth,
        rules=rules,
        round_number=10,
        done={"A": tuple(range(1, 10))},
        scores={"A": 300, "B": 10, "C": 200, "D": 200},
        hands={"B": "R1"},
    )
    over = play(game, "discard R5")
    assert (over.stage, over.winner) == ("match over", 1)


@pytest.mark.parametrize("last", [5, 8])
@pytest.mark.parametrize("preset", PRESETS)
def test_s59_play_to_phase_5_or_8(last, preset):
    rules = f"{preset},last_phase={last}"
    for ends in matches(rules):
        made = [len(seat.done) for seat in ends[-1].seats]
        assert max(made) == last
        assert made[ends[-1].winner] == last
    assert at("R1", rules=rules).setup.numbers == tuple(range(1, last + 1))


@pytest.mark.parametrize("last", [1, 2, 3, 4, 6, 7, 9, 10])
def test_s60_play_to_any_phase_and_end_there(last):
    rules = f"seed,last_phase={last}"
    game = at("R5", rules=rules, phase={"A": last}, done={"A": tuple(range(1, last))})
    assert game.setup.numbers == tuple(range(1, last + 1))
    table = {1: OWN, 2: ["A set R3 B3 Y3", "A run R1 B2 G3 Y4"]}.get(last, ["A set R3 B3 Y3"])
    at_last = at("R5", rules=rules, phase={"A": last}, table=table)
    over = play(at_last, "discard R5")
    assert (over.stage, over.winner) == ("match over", 0)
    if last > 1:
        before = at("R5", rules=rules, phase={"A": last - 1}, table=OWN)
        assert play(before, "discard R5").stage == "round over"
    tied = play(
        at("R5", rules=rules, phase=last, table=[*OWN, "B set R4 B4 Y4"], hands={"B": "R1"},
           scores={"A": 5}),
        "discard R5",
    )  # fmt: skip
    # The tie-break is about the last phase in use (section 6.4).
    assert tied.next_round().open_phases(0) == (last,)


@pytest.mark.parametrize(
    ("parity", "numbers"), [("even", (2, 4, 6, 8, 10)), ("odd", (1, 3, 5, 7, 9))]
)
@pytest.mark.parametrize("preset", PRESETS)
def test_s61_only_the_even_or_only_the_odd_phases(parity, numbers, preset):
    rules = f"{preset},use_phases={parity}"
    assert at("R1", rules=rules).setup.numbers == numbers
    for ends in matches(rules):
        assert ends[-1].seats[ends[-1].winner].done == numbers
        for end in ends:
            for seat in end.seats:
                assert seat.done == numbers[: len(seat.done)]
    both = at("R1", rules=f"{rules},last_phase=7")
    assert list(both.setup.numbers) == [each for each in numbers if each <= 7]
    assert phases_in_use(both) == list(both.setup.numbers)


def test_s63_any_phase_in_any_round_but_each_only_once():
    hand = "R3 B3 Y3 R9 G9 Y9 R1 R2 R4 B5 B6"
    game = at(hand, rules="seed,in_order=no", done={"A": (4, 9)})
    assert game.open_phases(0) == (1, 2, 3, 5, 6, 7, 8, 10)
    sets = "lay set R3 B3 Y3 | set R9 G9 Y9"
    mixed = "lay set R9 G9 Y9 | run R1 R2 R3 R4"
    assert play(game, sets).seats[0].laid == 1
    assert play(game, mixed).seats[0].laid == 2
    assert code(game, f"lay 2: {mixed[4:]}") == code(game, f"lay 1: {sets[4:]}") == ""
    made = at(hand, rules="seed,in_order=no", done={"A": (1,)})
    assert code(made, f"lay 1: {sets[4:]}") == "lay.done"
    assert made.check(game.legal_layings()[0]).rule == "S63"
    assert code(made, sets) == "lay.short"  # as phase 7
    assert any("lay 2: " in each for each in legal(made))
    assert not any("lay 1: " in each for each in legal(made))
    # In an ordinary game only the phase that comes next (S10, question 45).
    ordinary = at(hand)
    assert code(ordinary, f"lay 2: {mixed[4:]}") == "lay.not_open"
    assert ordinary.check(game.legal_layings()[-1]).rule == "S10"


def test_s63_matches_in_any_order_make_each_phase_once():
    orders = set()
    for ends in matches("seed,in_order=no", 4):
        for number in range(len(ends[0].seats)):
            made = [end.seats[number].laid for end in ends if not end.tie_break]
            order = [phase for phase in made if phase is not None]
            assert len(set(order)) == len(order)
            assert tuple(sorted(order)) == ends[-1].seats[number].done
            orders.add(tuple(order))
    assert any(order != tuple(sorted(order)) for order in orders)


@pytest.mark.parametrize("preset", PRESETS)
def test_s64_the_first_with_all_ten_phases_wins(preset):
    rules = f"{preset},in_order=no"
    for ends in matches(rules):
        over = ends[-1]
        assert over.seats[over.winner].done == tuple(range(1, 11))
        for end in ends[:-1]:
            complete = [seat for seat in end.seats if len(seat.done) == 10]
            assert not complete or end.tied or end.tie_break
    # Several in one round: the fewest points; equal: a tie-break (section 6.5).
    without = {"A": tuple(n for n in range(1, 11) if n != 1), "B": tuple(range(2, 11))}
    moment = {
        "rules": rules,
        "done": without,
        "laid": {"A": 1, "B": 1},
        "table": [*OWN, "B set R4 B4 Y4", "B set R8 B8 Y8"],
        "hands": {"B": "R1"},
    }
    fewest = play(at("R5", scores={"A": 100, "B": 90}, **moment), "discard R5")
    assert (fewest.stage, fewest.winner) == ("match over", 1)
    equal = play(at("R5", scores={"A": 95, "B": 90}, **moment), "discard R5")
    assert (equal.stage, equal.tied) == ("round over", (0, 1))
    assert equal.next_round().open_phases(1) == (10,)
