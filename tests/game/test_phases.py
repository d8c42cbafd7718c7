"""Goals, phases and editions, from text and back, and in words of both languages."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.errors import PhaseError
from phase10.game.phases import EDITIONS, GOAL_SIZES, PHASE_LIMIT, PHASES, Group, Phase
from phase10.views.i18n import LANGUAGES
from phase10.views.names import phase_name
from tests.game.hostile import any_text, attempt
from tests.game.strategies import phases

SEED_PHASES = [  # S12
    "set:3+set:3",
    "set:3+run:4",
    "set:4+run:4",
    "run:7",
    "run:8",
    "run:9",
    "set:4+set:4",
    "color:7",
    "set:5+set:2",
    "set:5+set:3",
]


def test_the_ten_phases_are_those_of_the_seed_text():
    assert [str(phase) for phase in PHASES] == SEED_PHASES
    assert [phase.size for phase in PHASES] == [6, 7, 8, 7, 8, 9, 8, 7, 7, 8]


def test_the_goal_kinds_and_their_sizes():
    assert set(GOAL_SIZES) == {"set", "run", "color", "crun", "cset", "even", "odd", "parity"}
    assert GOAL_SIZES["set"] == (2, 8)
    assert GOAL_SIZES["run"] == (2, 12)
    assert GOAL_SIZES["color"] == (2, 12)
    assert PHASE_LIMIT == 11


@pytest.mark.parametrize("number", range(1, 11))
def test_a_number_means_a_phase_of_the_list(number):
    assert Phase(str(number)) == Phase(number) == Phase.parse(f" {number} ") == PHASES[number - 1]
    other = EDITIONS["master"].phases
    assert Phase.parse(str(number), other) == other[number - 1]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("set:3+run:4", "set:3+run:4"),
        ("SET : 3 + Run:4", "set:3+run:4"),
        ("set 3, run 4", "set:3+run:4"),
        ("2 sets of 3", "set:3+set:3"),
        ("a set of 3", "set:3"),
        ("1 set of 3 and 1 run of 4", "set:3+run:4"),
        ("set of 3 cards plus run of 4 cards", "set:3+run:4"),
        ("run of 7", "run:7"),
        ("7 of one color", "color:7"),
        ("7 cards of one colour", "color:7"),
        ("7 cards of the same color", "color:7"),
        ("run of 4 of one color and 7 of one color", "crun:4+color:7"),
        ("2 runs of 4", "run:4+run:4"),
        ("one-color run of 4 and set of 3", "crun:4+set:3"),
        ("run of 4 in one color", "crun:4"),
        ("3 of one number and color and run of 4", "cset:3+run:4"),
        ("4 even and 4 odd", "even:4+odd:4"),
        ("7 even or odd", "parity:7"),
        ("2 komplekti pa 3 kārtīm", "set:3+set:3"),
        ("3 kāršu komplekts un 4 kāršu virkne", "set:3+run:4"),
        ("3 KARSU KOMPLEKTS UN 4 KARSU VIRKNE", "set:3+run:4"),
        ("7 kāršu virkne", "run:7"),
        ("7 vienas krāsas kārtis", "color:7"),
        ("5 vienas krāsas un viena skaitļa kārtis un 2 kāršu komplekts", "cset:5+set:2"),
        ("set:2+set:2+set:2+set:2+set:2", "set:2+set:2+set:2+set:2+set:2"),
        ("٣", "set:4+run:4"),
    ],
)
def test_phases_in_words(text, printed):
    assert str(Phase(text)) == printed


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("", "phase.empty", {}),
        ("  \n", "phase.empty", {}),
        ("0", "phase.number", {"number": "0", "last": 10}),
        ("11", "phase.number", {"number": "11", "last": 10}),
        ("-3", "phase.number", {"number": "-3", "last": 10}),
        ("9" * 30, "phase.number", {"number": "9" * 30, "last": 10}),
        ("set", "phase.unknown", {"text": "set"}),
        ("set:3+", "phase.unknown", {"text": "set:3+"}),
        ("+5", "phase.unknown", {"text": "+5"}),
        ("3.5", "phase.unknown", {"text": "3.5"}),
        ("straight:4", "phase.unknown", {"text": "straight:4"}),
        ("set of many", "phase.unknown", {"text": "set of many"}),
        ("0 sets of 3", "phase.unknown", {"text": "0 sets of 3"}),
        ("0 sets of 3 and run of 4", "phase.unknown", {"text": "0 sets of 3 and run of 4"}),
        ("set:3 and", "phase.unknown", {"text": "set:3 and"}),
        ("set:3 and and run:4", "phase.unknown", {"text": "set:3 and and run:4"}),
        ("<b>set:3</b>", "phase.unknown", {"text": "<b>set:3</b>"}),
        ("set:1", "phase.size", {"goal": "set:1", "size": 1, "low": 2, "high": 8}),
        ("set:9", "phase.size", {"goal": "set:9", "size": 9, "low": 2, "high": 8}),
        ("run:13", "phase.size", {"goal": "run:13", "size": 13, "low": 2, "high": 12}),
        ("set:0", "phase.size", {"goal": "set:0", "size": 0, "low": 2, "high": 8}),
        ("run:12", "phase.too_long", {"count": 12, "limit": 11}),
        ("set:6+set:6", "phase.too_long", {"count": 12, "limit": 11}),
        ("4 sets of 3", "phase.too_long", {"count": 12, "limit": 11}),
        ("1000000 sets of 3", "phase.too_long", {"count": 3_000_000, "limit": 11}),
    ],
)
def test_what_is_no_phase(text, code, values):
    for read in (Phase, Phase.parse):
        with pytest.raises(PhaseError) as caught:
            read(text)
        assert (caught.value.code, caught.value.values) == (code, values)


def test_a_phase_has_a_goal_and_no_unknown_kind():
    with pytest.raises(PhaseError, match=r"phase\.empty"):
        Phase([])
    with pytest.raises(PhaseError, match=r"phase\.unknown"):
        Group("straight", 4)


@given(phases)
def test_parse_and_print_are_inverse(phase):
    assert Phase(str(phase)) == Phase.parse(str(phase)) == phase
    assert eval(repr(phase)) == phase
    assert Phase(phase.groups) == phase
    assert pickle.loads(pickle.dumps(phase)) == copy.deepcopy(phase) == phase
    assert hash(Phase(str(phase))) == hash(phase)
    assert phase.size == sum(group.size for group in phase.groups) <= PHASE_LIMIT


@pytest.mark.parametrize("lang", LANGUAGES)
@given(phase=phases)
def test_a_phase_in_words_reads_back(lang, phase):
    assert Phase(phase_name(lang, phase)) == phase


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_goal_in_words_reads_back(lang):
    for kind, (low, high) in GOAL_SIZES.items():
        for size in range(low, min(high, PHASE_LIMIT) + 1):
            for times in range(1, PHASE_LIMIT // size + 1):
                phase = Phase([Group(kind, size)] * times)
                assert Phase(phase_name(lang, phase)) == phase


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phase_of_every_edition_in_words_reads_back(lang):
    for edition in EDITIONS.all().values():
        for phase in edition.phases:
            assert Phase(phase_name(lang, phase)) == phase


@given(any_text)
def test_any_text_is_a_phase_or_a_known_error(text):
    phase = attempt(Phase.parse, text)
    if not isinstance(phase, PhaseError):
        assert Phase(str(phase)) == phase


parts_of_phases = st.sampled_from(["2 sets of 2", "run of 3", "and", "un", "+", ",", "7"])


@given(st.lists(parts_of_phases, max_size=9).map(" ".join))
def test_goals_in_a_row_are_a_phase_or_a_known_error(text):
    phase = attempt(Phase, text)
    if not isinstance(phase, PhaseError):
        assert Phase(str(phase)) == phase


def test_phases_and_groups_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        PHASES[0].groups = ()
    with pytest.raises(FrozenInstanceError):
        PHASES[0].groups[0].size = 5


# --- editions ------------------------------------------------------------------------------------


def test_editions():
    editions = EDITIONS.all()
    assert list(editions) == ["classic", "master", "plus_ten", "without_color"]
    assert editions["classic"].phases == PHASES
    assert {edition.source for edition in editions.values()} == {"printed", "page"}
    for name, edition in editions.items():
        assert edition.id == name
        assert EDITIONS[name] is edition
        assert all(phase.size <= PHASE_LIMIT for phase in edition.phases)
    assert str(editions["master"].phases[7]) == "crun:4+set:3"
    # Twenty phases: the classic ten and ten more.
    assert editions["plus_ten"].phases[:10] == PHASES
    assert [str(phase) for phase in editions["plus_ten"].phases[10:12]] == [
        "set:2+set:2+set:2+set:2",
        "set:4+run:5",
    ]
    assert len(editions["without_color"].phases) == 9


def test_the_list_of_editions_belongs_to_nobody():
    EDITIONS.all().clear()
    assert EDITIONS["classic"].phases == PHASES


@pytest.mark.parametrize("name", ["", "Classic", "twist", "__class__"])
def test_there_is_no_other_edition(name):
    with pytest.raises(PhaseError) as caught:
        EDITIONS[name]
    assert (caught.value.code, caught.value.values) == ("phase.edition", {"text": name})
