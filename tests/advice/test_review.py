"""Reviews: the loss of each decision, grades by loss and never by luck, what chances change."""

from __future__ import annotations

from functools import cache
from math import exp

import pytest

from phase10.advice.hints import advise
from phase10.advice.review import (
    KINDS,
    Asked,
    Decision,
    Ranked,
    Review,
    Working,
    called_by,
    decision_at,
    graded,
    review,
    reviewed_seats,
    reviewing,
    steps_of_option,
)
from phase10.game.moves import Discard, Draw, Hit, Lay, TakeDiscard, parse_move
from phase10.game.position import ME
from phase10.game.records import Record
from phase10.game.sight import position_of
from phase10.players.at_table import aimed_phase
from tests.advice.review_matches import Known, match
from tests.game.record_texts import GOLDEN

TWO_PHASES = "seed,last_phase=2"
MIXTURES = (
    match("random", "greedy", "random", seed=3),
    match("greedy", "random", seed=4, rules="official,take_skip=yes,last_phase=1"),
    match("greedy", "random", seed=6, rules="seed,in_order=no,last_phase=2"),
    match("greedy", "greedy", "random", seed=8,
          rules="seed,go_out_by_hit=yes,discard_taken=no,last_phase=1"),
)  # fmt: skip


@cache
def reviewed(place: int) -> Review:
    return review(MIXTURES[place])


@pytest.fixture
def mixed() -> Review:
    return reviewed(0)


# --- decisions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mixture", range(4))
def test_every_choice_of_a_match_is_a_decision(mixture: int) -> None:
    record = MIXTURES[mixture]
    found = {decision.place: decision for decision in reviewed(mixture).decisions}
    turn = 0
    for place, event in enumerate(record.events):
        if event.step is None:
            continue
        before = record.events[place - 1].game
        turn += isinstance(event.step, Draw | TakeDiscard)
        if place not in found:
            # Nothing could be chosen, but perhaps among cards that are all the same.
            kinds = [move for move in before.legal_moves() if not isinstance(move, Hit)]
            assert len(kinds) <= 1, (place, kinds)
            continue
        decision = found[place]
        assert (decision.step, decision.seat, decision.round) == (
            event.step, before.turn, before.round,
        )  # fmt: skip
        assert (decision.turn, decision.line) == (turn, event.line)
        assert decision.kind in KINDS
        assert decision.worth >= 0


def test_a_decision_is_judged_by_what_could_be_seen_and_not_by_what_came() -> None:
    record = MIXTURES[0]
    for place in range(1, len(record.events), 7):
        if record.events[place].step is None:
            continue
        cut = Record(record.header, record.events[: place + 1])
        whole, alone = decision_at(record, place), decision_at(cut, place)
        assert whole == alone
        if whole is not None:
            before = record.events[place - 1].game
            seat = before.turn
            seen = position_of(before, seat, aimed_phase(before, seat), record.names)
            assert whole.advice == advise(seen)


@pytest.mark.parametrize("mixture", range(4))
def test_the_better_move_is_lawful_to_its_end(mixture: int) -> None:
    record = MIXTURES[mixture]
    for decision in reviewed(mixture).decisions:
        game = record.events[decision.place - 1].game
        seats = {name: seat for seat, name in enumerate(record.names)} | {ME: decision.seat}
        for option in (decision.best, decision.own):
            after = game
            steps = () if option is None else steps_of_option(decision.advice, option)
            for step in steps:
                after = after.play(parse_move(step, seats), decision.seat)
        if decision.own is not None:
            first = steps_of_option(decision.advice, decision.own)
            assert decision.steps == first


def test_kinds_tell_what_there_was_to_decide(mixed: Review) -> None:
    for decision in mixed.decisions:
        step, best = decision.step, decision.advice.options[0]
        if isinstance(step, Draw | TakeDiscard):
            assert decision.kind == "draw"
        elif isinstance(step, Lay) or best.move.startswith("lay"):
            assert decision.kind == "lay"
        elif isinstance(step, Hit) or best.hits:
            assert decision.kind == "hit"
        else:
            assert isinstance(step, Discard)
            skips = step.card.is_skip or best.move.startswith("discard S")
            assert decision.kind == ("skip" if skips else "discard")
    assert {decision.kind for decision in mixed.decisions} >= {"draw", "discard", "lay"}


def test_what_throws_a_wanted_card_away_loses_the_turns_that_the_hint_tells(mixed: Review) -> None:
    compared = 0
    for decision in mixed.decisions:
        own, best = decision.own, decision.best
        if decision.kind != "discard" or own is None or own.rank == best.rank:
            continue
        if own.turns is None or best.turns is None:
            continue
        assert decision.turns == pytest.approx(max(0.0, own.turns - best.turns))
        assert decision.worth == pytest.approx(own.cost[0] - best.cost[0])
        compared += 1
    assert compared > 5


def test_whoever_lays_later_than_possible_loses_a_turn() -> None:
    record = Record.start(1, ["A", "B"], ["", ""])
    for seed in range(1, 400):
        record = Record.start(seed, ["A", "B"], ["", ""], dealer=1).played(Draw())
        if record.game.legal_layings():
            break
    waited = record.played(record.game.legal_moves()[-1])
    decision = decision_at(waited, len(waited.events) - 1)
    assert decision is not None
    assert decision.kind == "lay"
    assert decision.turns == 1.0
    assert decision.worth >= 1.0


# --- grades ---------------------------------------------------------------------------------------


def test_a_lucky_bad_player_is_graded_below_an_unlucky_good_one() -> None:
    """Who wins among random players was lucky, who loses among optimal ones was not."""
    compared = 0
    for seed in (1, 2, 3):
        bad, good = match("random", "random", seed=seed), match("optimal", "optimal", seed=seed)
        lucky, unlucky = bad.game.winner, 1 - (good.game.winner or 0)
        assert lucky is not None
        low = review(bad, seats=(lucky,)).grade(lucky)
        high = review(good, seats=(unlucky,)).grade(unlucky)
        assert low.points < high.points, (seed, low, high)
        compared += 1
    assert compared == 3


def test_a_lucky_bad_discard_costs_more_than_an_unlucky_good_one() -> None:
    """One deal, two discards: what comes afterwards changes neither loss."""
    record = Record.start(11, ["A", "B"], ["", ""], dealer=1).played(Draw())
    place = len(record.events)
    advice = advise(position_of(record.game, 0, names=record.names))
    best, worst = advice.options[0], advice.options[-1]
    seats = {"me": 0, "B": 1}
    costs = {}
    for name, option in (("good", best), ("bad", worst)):
        after = record.played(parse_move(option.move, seats))
        decision = decision_at(after, place)
        assert decision is not None
        costs[name] = decision.cost
    assert costs["good"] == 0 < costs["bad"]


def test_optimal_players_make_next_to_no_mistakes_and_random_ones_many() -> None:
    good = review(match("optimal", "optimal", "optimal", seed=2, rules=TWO_PHASES))
    bad = review(match("random", "random", "random", seed=2))
    assert graded(good.decisions).points >= 93
    assert graded(bad.decisions).points <= 75
    assert min(map(good.grade, range(3))) > max(map(bad.grade, range(3)))
    mistakes = [decision for decision in good.decisions if decision.is_mistake]
    assert len(mistakes) <= 0.03 * len(good.decisions)
    assert sum(each.is_mistake for each in bad.decisions) >= 0.25 * len(bad.decisions)


def test_points_follow_from_the_mean_loss(mixed: Review) -> None:
    for seat in mixed.seats:
        own = mixed.of(seat)
        lost = sum(each.worth for each in own if each.best is not each.own)
        grade = mixed.grade(seat)
        assert grade.points == round(100 * exp(-4 * lost / len(own)))
        assert (grade.decisions, grade.lost, grade.error) == (len(own), None, None)
        lines = mixed.lines(seat)
        assert sum(each.decisions for each in lines.values()) == grade.decisions
        assert sum(each.mistakes for each in lines.values()) == grade.mistakes
        assert sum(each.turns for each in lines.values()) == pytest.approx(grade.turns)


def test_no_decisions_are_no_bad_play() -> None:
    assert graded(()) == (100, 0, 0, 0.0, None, None)


def test_the_costliest_come_first(mixed: Review) -> None:
    for seat in mixed.seats:
        costs = [decision.cost for decision in mixed.costliest(seat)]
        assert costs == sorted(costs, reverse=True)
        rest = [each for each in mixed.of(seat) if each not in mixed.costliest(seat)]
        assert len(costs) <= 3
        if len(costs) == 3:
            assert max((each.cost for each in rest), default=0) <= costs[-1]


# --- whose decisions, and names -------------------------------------------------------------------


def test_persons_are_reviewed_and_among_computers_all() -> None:
    assert reviewed_seats(match("random", "greedy", persons=False)) == (0, 1)
    assert reviewed_seats(match("random", "greedy")) == (0, 1)
    record = Record.start(3, ["Anna", "x", "y"], ["", "greedy", "random"])
    assert reviewed_seats(record) == (0,)
    assert review(MIXTURES[0], seats=(2,)).decisions == reviewed(0).of(2)


@pytest.mark.parametrize(
    "names", [("Anna", "anna"), ("me", "B"), ("", "x"), ("two  blanks", "x"), ("a\nb", "x")]
)
def test_names_that_could_be_confused_are_letters(names: tuple[str, str]) -> None:
    assert called_by(names) == ("A", "B")
    record = Record.start(3, names, ["", ""], dealer=1).played(Draw())
    worst = advise(position_of(record.game, 0)).options[-1].move
    found = review(record.played(parse_move(worst, {"A": 1, "B": 1, "me": 0})))
    assert found.names == ("A", "B")
    assert len(found.decisions) >= 1


def test_names_that_are_clear_stay() -> None:
    assert called_by(("Anna", "Žanis B.", "C on D")) == ("Anna", "Žanis B.", "C on D")


def test_typed_records_are_reviewed_like_written_ones() -> None:
    typed = Record.parse((GOLDEN / "typed.txt").read_bytes())
    written = Record.parse((GOLDEN / "seed.txt").read_bytes())
    one, other = review(typed), review(written)
    assert [each.cost for each in one.decisions] == [each.cost for each in other.decisions]
    assert len(one.decisions) > 10


@pytest.mark.parametrize("path", sorted(GOLDEN.iterdir()), ids=lambda path: path.stem)
def test_all_kinds_of_matches_can_be_reviewed(path) -> None:  # type: ignore[no-untyped-def]
    record = Record.parse(path.read_bytes())
    found = review(record, seats=range(len(record.names)))
    assert found.decisions
    assert all(0 <= found.grade(seat).points <= 100 for seat in found.seats)


# --- chances to win -------------------------------------------------------------------------------


def worst_of(record: Record) -> Decision:
    """The costliest decision by turns, with a discard that is not the best."""
    found = reviewed(MIXTURES.index(record))
    return max((each for each in found.decisions if each.kind == "discard"), key=lambda d: d.cost)


def test_losses_are_the_differences_of_the_second_look() -> None:
    record = MIXTURES[0]
    bad = worst_of(record)
    known = Known({bad.steps[-1]: 0.2}, error=0.01)
    found = review(record, known)
    decision = next(each for each in found.decisions if each.place == bad.place)
    assert found.by_chance
    assert decision.loss == pytest.approx(0.2)
    assert (decision.error, decision.is_mistake) == (0.01, True)
    assert decision.chance == pytest.approx(0.3)
    seeds = [seed for _, seed, _ in known.asked]
    assert seeds == sorted(seeds), "first all decisions, then with other cards the doubtful ones"
    looked_again = [moves for _, seed, moves in known.asked if seed == 2]
    assert all(len(moves) == 2 for moves in looked_again)
    assert bad.steps in [moves[0] for moves in looked_again]


def test_a_difference_inside_its_error_is_no_mistake() -> None:
    record = MIXTURES[0]
    bad = worst_of(record)
    found = review(record, Known({bad.steps[-1]: 0.2}, error=0.11))
    decision = next(each for each in found.decisions if each.place == bad.place)
    assert decision.loss == pytest.approx(0.2)
    assert not decision.is_mistake
    assert decision not in found.costliest(decision.seat)


def test_a_move_that_is_only_found_by_playing_out_is_the_better_one() -> None:
    record = MIXTURES[0]
    plain = reviewed(MIXTURES.index(record))
    right = next(
        each for each in plain.decisions
        if each.kind == "discard" and each.as_good and len(each.advice.options) > 2
        and sum(option.rank == 1 for option in each.advice.options) == 1
    )  # fmt: skip
    found = review(record, Known({right.steps[-1]: 0.1}))
    decision = next(each for each in found.decisions if each.place == right.place)
    assert decision.is_mistake
    assert decision.best is not decision.own
    assert decision.loss == pytest.approx(0.1)


def test_a_move_that_beats_the_best_one_is_the_best() -> None:
    record = MIXTURES[0]
    bad = worst_of(record)
    assert bad.own is not None
    worse = {bad.best.move: 0.2}
    worse |= {option.move: 0.2 for option in bad.advice.options if option is not bad.own}
    found = review(record, Known(worse))
    decision = next(each for each in found.decisions if each.place == bad.place)
    assert decision.best is decision.own
    assert not decision.is_mistake
    assert decision.as_good
    assert decision.cost == 0


def test_what_was_given_away_is_the_sum_with_its_error() -> None:
    record = MIXTURES[1]
    bad = worst_of(record)
    found = review(record, Known({bad.steps[-1]: 0.2}, error=0.02))
    grade = found.grade(bad.seat)
    losses = [each.loss or 0.0 for each in found.of(bad.seat)]
    assert grade.lost == pytest.approx(sum(losses))
    measured = [each for each in found.of(bad.seat) if each.error]
    assert grade.error == pytest.approx(0.02 * len(measured) ** 0.5)


def test_the_time_is_shared_and_what_is_right_is_left_out_first() -> None:
    record = MIXTURES[0]
    now = 0.0
    work = reviewing(record, seconds=10.0, clock=lambda: now)
    asked: list[Asked] = []
    answer = None
    while True:
        try:
            said = work.send(answer)
        except StopIteration as stop:
            found: Review = stop.value
            break
        answer = None
        if isinstance(said, Asked):
            asked.append(said)
            now += 1.0  # each answer takes long
            answer = Known()(said.seconds, said.seed)(said.advice.position, said.moves)
    assert found.by_chance
    assert all(0 < each.seconds <= 10 for each in asked)
    plain = reviewed(MIXTURES.index(record))
    doubtful = [each for each in plain.decisions if not each.as_good]
    assert len(asked) < 2 * len(doubtful) + 10
    unlooked = [each for each in found.decisions if each.chance is None]
    assert unlooked
    assert all(each.as_good and each.loss == 0 for each in unlooked)


def test_without_answers_losses_are_in_turns() -> None:
    record = MIXTURES[1]
    plain = reviewed(MIXTURES.index(record))
    work = reviewing(record)
    shares: list[float] = []
    ranked: list[Review] = []
    while True:
        try:
            said = next(work)
        except StopIteration as stop:
            found: Review = stop.value
            break
        if isinstance(said, Working):
            shares.append(said.share)
        elif isinstance(said, Ranked):
            ranked.append(said.review)
    assert found == plain == ranked[0]
    assert not found.by_chance
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[float] = []
    review(MIXTURES[1], Known(), progress=told.append)
    assert told == sorted(told)
    assert told[0] > 0
    assert told[-1] == 1
