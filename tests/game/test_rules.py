"""Rule options from text and back, and the points of cards."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from phase10.game.cards import CARDS, Cards, Deck, Hand
from phase10.game.errors import RulesError
from phase10.game.rules import PRESETS, SEED, Rules
from tests.game.hostile import any_text, attempt
from tests.game.strategies import rules


def test_the_seed_preset():
    assert Rules() == SEED == PRESETS["seed"]
    assert (SEED.natural_per, SEED.same_number_sets, SEED.wild_points) == ("phase", True, 25)
    assert set(PRESETS) == {"seed", "official"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seed", Rules()),
        (" official ", PRESETS["official"]),
        ("seed,natural_per=group", Rules(natural_per="group")),
        ("official , same_number_sets = no", Rules(same_number_sets=False)),
        ("seed,wild_points=20,natural_per=group", Rules("group", wild_points=20)),
        ("natural_per=group", Rules("group")),
        ("seed,wild_points=20,wild_points=25", Rules()),
    ],
)
def test_rules_from_text(text, expected):
    assert Rules.parse(text) == expected


@given(rules)
def test_parse_and_print_are_inverse(chosen):
    assert Rules.parse(str(chosen)) == chosen
    assert eval(repr(chosen)) == chosen
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    assert hash(Rules.parse(str(chosen))) == hash(chosen)


def test_only_what_differs_is_printed():
    assert str(SEED) == "seed"
    assert (
        str(Rules("group", same_number_sets=False)) == "seed,natural_per=group,same_number_sets=no"
    )


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("", "rules.preset", {"text": ""}),
        ("house", "rules.preset", {"text": "house"}),
        ("seed,official", "rules.preset", {"text": "official"}),
        ("seed,", "rules.preset", {"text": ""}),
        ("seed,colour=red", "rules.option", {"option": "colour"}),
        ("seed,deck=5", "rules.option", {"option": "deck"}),
        ("seed,__class__=5", "rules.option", {"option": "__class__"}),
        (
            "seed,natural_per=card",
            "rules.value",
            {"option": "natural_per", "value": "card", "allowed": "phase, group"},
        ),
        (
            "seed,same_number_sets=True",
            "rules.value",
            {"option": "same_number_sets", "value": "True", "allowed": "yes, no"},
        ),
        (
            "seed,wild_points=-1",
            "rules.value",
            {"option": "wild_points", "value": "-1", "allowed": "25, 20"},
        ),
    ],
)
def test_what_is_no_rule(text, code, values):
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert (caught.value.code, caught.value.values) == (code, values)


@pytest.mark.parametrize(
    "options",
    [
        {"natural_per": "card"},
        {"same_number_sets": 1},
        {"same_number_sets": "yes"},
        {"wild_points": 25.0},
        {"wild_points": []},
        {"natural_per": None},
    ],
)
def test_options_take_their_own_kind_of_value(options):
    with pytest.raises(RulesError, match=r"rules\.value"):
        Rules(**options)


@given(any_text)
def test_any_text_is_rules_or_a_known_error(text):
    for line in (text, f"seed,{text}", f"seed,natural_per={text}", f"seed,{text}=20"):
        chosen = attempt(Rules.parse, line)
        if not isinstance(chosen, RulesError):
            assert Rules.parse(str(chosen)) == chosen


@pytest.mark.parametrize(
    ("hand", "points"),
    [  # the first three are E01, E02 and E04 of the rule positions
        ("R1 B9 G10 W S", 60),
        ("R12 B12 W", 45),
        ("", 0),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9", 45),
        ("G10 G11 G12", 30),
    ],
)
def test_points_left_in_hand(hand, points):
    assert SEED.points_of(Hand(hand)) == points


def test_points_of_single_cards():
    assert [SEED.points(card) for card in CARDS[:12]] == [5] * 9 + [10] * 3
    assert SEED.points(CARDS[48]) == 25
    assert SEED.points(CARDS[49]) == 15
    assert Rules(wild_points=20).points_of(Cards("W W S")) == 55


def test_a_deck_of_ones_own_is_part_of_the_rules():
    small = Rules(deck=Deck(copies=1))
    assert small != SEED
    assert eval(repr(small)) == small
