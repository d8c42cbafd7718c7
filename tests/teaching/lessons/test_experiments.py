"""Simulation agrees with the exact figures, and one seed means one simulation."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.errors import GameError, NumberError
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.experiment import Experiment
from phase10.teaching.lessons.experiments import EXPERIMENTS, make_experiment
from phase10.teaching.lessons.simulation import Tally, estimate, simulate, start
from tests.teaching.lessons.test_check_values import GAP, OPEN, PAIR

SETTINGS = [
    ("next_card", {}),
    ("repeated_draws", {}),
    ("after_no_wild", {"kept": True}),
    ("after_no_wild", {"kept": False}),
    ("two_cards", {"kept": True}),
    ("two_cards", {"kept": False}),
    ("dealt_in_order", {}),
    ("wilds_dealt", {}),
    ("waiting", {"hand": PAIR, "phase": "set:3", "top": "G10"}),
    ("waiting", {"hand": PAIR, "phase": "set:3", "top": "G10", "returned": True}),
    ("waiting", {"hand": OPEN, "phase": "run:7", "top": "G10"}),
    ("waiting", {"hand": GAP, "phase": "run:7", "top": "G10"}),
    ("useful_card", {"hand": GAP, "phase": "run:7", "top": "G10"}),
    ("color_and_number", {}),
    ("color_and_number", {"special": False, "seen": "R7"}),
    ("phase_dealt", {"phase": "8"}),
    ("phase_dealt", {"phase": "1"}),
    ("phase_dealt", {"phase": "1", "rules": "seed,natural_per=group"}),
    ("hand_points", {}),
    ("match_rounds", {}),
    ("match_rounds", {"chances": ["1/2", "3/5", "4/10"], "within": 6}),
    ("thrown_cards", {"signs": 1}),
    ("thrown_cards", {"signs": 2}),
    ("race", {}),
    ("race", {"need": 2, "mine": "1/2"}),
]
IDS = [f"{name}{settings or ''}" for name, settings in SETTINGS]
EXACT_LIMIT = 4


@pytest.mark.parametrize(("name", "settings"), SETTINGS, ids=IDS)
def test_simulated_figures_are_within_four_standard_errors(
    name: str, settings: dict[str, object]
) -> None:
    experiment = make_experiment(name, settings)
    for seed in range(20):
        tally = simulate(experiment, start(LessonCode("L00", seed)), 400)
        for figure in experiment.figures:
            found = estimate(figure, tally.counts)
            if found is None:
                continue
            error = sqrt(figure.variance / found.size)
            assert abs(float(found.value - figure.exact)) <= EXACT_LIMIT * error, (seed, figure)


@pytest.mark.parametrize(("name", "settings"), SETTINGS, ids=IDS)
def test_distributions_add_up_and_give_the_figures(name: str, settings: dict[str, object]) -> None:
    experiment = make_experiment(name, settings)
    distribution = experiment.distribution
    if distribution is None:
        return
    assert sum(distribution.values()) == 1
    for figure in experiment.figures:
        if figure.of is None:
            assert figure.exact == chance.mean(distribution)
            assert figure.variance == chance.variance(distribution)
        else:
            among = figure.among or frozenset(distribution)
            base = sum(distribution.get(k, Fraction(0)) for k in among)
            hits = sum(distribution.get(k, Fraction(0)) for k in figure.of & among)
            assert figure.exact == hits / base
            assert figure.variance == figure.exact * (1 - figure.exact)


def test_every_experiment_is_simulated_here() -> None:
    assert {name for name, _ in SETTINGS} == set(EXPERIMENTS)


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(1, 40), min_size=1, max_size=6))
def test_one_seed_gives_the_same_trials_however_portioned(seed: int, portions: list[int]) -> None:
    experiment: Experiment = make_experiment("wilds_dealt", {})
    at_once = simulate(experiment, start(LessonCode("L05", seed)), sum(portions))
    stepped: Tally = start(LessonCode("L05", seed))
    for trials in portions:
        stepped = simulate(experiment, stepped, trials)
    assert stepped == at_once
    assert sum(stepped.counts.values()) == stepped.trials == sum(portions)


def test_a_golden_simulation() -> None:
    tally = simulate(make_experiment("wilds_dealt", {}), start(LessonCode("L05", 77)), 1000)
    assert tally.counts == GOLDEN


GOLDEN = {0: 460, 1: 387, 2: 125, 3: 26, 4: 2}


def test_a_conditional_figure_waits_for_its_trials() -> None:
    (figure,) = make_experiment("thrown_cards", {}).figures
    assert estimate(figure, {0: 12}) is None
    found = estimate(figure, {0: 12, 1: 1, 2: 3})
    assert found is not None
    assert (found.value, found.size) == (Fraction(1, 4), 4)
    assert found.standard_error == pytest.approx(sqrt(3 / 64))


@pytest.mark.parametrize(
    ("name", "settings", "code"),
    [
        ("nothing", {}, "lesson.experiment"),
        ("race", {"nead": 1}, "lesson.setting"),
        ("waiting", {"hand": PAIR}, "lesson.setting"),
        ("race", {"need": "two"}, "lesson.value"),
        ("race", {"need": True}, "lesson.value"),
        ("race", {"mine": "1/0"}, "lesson.value"),
        ("race", {"mine": "a half"}, "lesson.value"),
        ("match_rounds", {"chances": [None]}, "lesson.value"),
        ("match_rounds", {"chances": ["1/2", 0]}, "lesson.value"),
        ("match_rounds", {"chances": []}, "lesson.value"),
        ("match_rounds", {"chances": ["1/2"] * 31}, "lesson.value"),
        ("race", {"mine": 0}, "lesson.value"),
        ("race", {"rival": "6/5"}, "lesson.value"),
        ("race", {"need": 0}, "number.range"),
        ("thrown_cards", {"own": 0}, "lesson.value"),
        ("color_and_number", {"color": "pink"}, "lesson.value"),
        ("color_and_number", {"number": 13}, "number.range"),
        ("wilds_dealt", {"cards": 0}, "number.range"),
        ("after_no_wild", {"draws": 101}, "number.range"),
        ("dealt_in_order", {"deck": 3, "cards": 4}, "lesson.value"),
    ],
)
def test_wrong_settings_are_named(name: str, settings: dict[str, object], code: str) -> None:
    with pytest.raises(GameError) as caught:
        make_experiment(name, settings)
    assert caught.value.code == code


def test_numbers_of_trials_have_limits() -> None:
    experiment, tally = make_experiment("race", {}), start(LessonCode("L14", 1))
    for trials in (0, -3, 1_000_001):
        with pytest.raises(NumberError):
            simulate(experiment, tally, trials)
    with pytest.raises(NumberError):
        simulate(experiment, Tally(1, trials=999_999), 2)


def test_codes_are_read_back_and_wrong_ones_refused() -> None:
    for code in (LessonCode("L05", 77), LessonCode("L14", 2**63 - 1, "F"), LessonCode("MINE1", 0)):
        assert LessonCode.parse(f" {str(code).lower()} ") == code
    for text in (
        "",
        "L05",
        "L05-D1-V1",
        "L05-D2-V1-7",
        "L05-D1-V9-7",
        "L05-D1-V1-7-G",
        "5-D1-V1-7",
    ):
        with pytest.raises(GameError) as caught:
            LessonCode.parse(text)
        assert caught.value.code == "lesson.code"
    for wrong in (("l05", 1, ""), ("L05", 1, "G"), ("L-5", 1, "")):
        with pytest.raises(GameError):
            LessonCode(*wrong)
    with pytest.raises(NumberError):
        LessonCode("L05", 2**63)


def test_streams_differ_by_lesson_number_version_and_purpose() -> None:
    codes = [
        LessonCode("L05", 1),
        LessonCode("L06", 1),
        LessonCode("L05", 2),
        LessonCode("L05", 1, "A"),
    ]
    states = {code.stream(purpose).state for code in codes for purpose in ("a", "b")}
    assert len(states) == 8
