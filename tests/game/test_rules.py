"""Rule options from text and back, and the points of cards."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, Cards, Deck, Hand
from phase10.game.errors import RulesError
from phase10.game.rules import OPTIONS, PRESETS, SEED, Rules
from tests.game.hostile import any_text, attempt
from tests.game.strategies import decks, rules

OFFICIAL = PRESETS["official"]
DECK = "4x12x2+8W+4S"


def test_the_seed_preset():
    assert Rules() == SEED == PRESETS["seed"]
    assert (SEED.natural_per, SEED.same_number_sets, SEED.wild_points) == ("phase", True, 25)
    assert set(PRESETS) == {"seed", "official"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seed", Rules()),
        (" official ", PRESETS["official"]),
        ("Seed, Natural_Per = GROUP", Rules(natural_per="group")),
        ("seed,natural_per=group", Rules(natural_per="group")),
        ("official , same_number_sets = no", replace(OFFICIAL, same_number_sets=False)),
        ("seed,skip_target=chosen", Rules(skip_target="chosen")),
        (
            "official,skip_target=next,skip_limit=none",
            replace(OFFICIAL, skip_target="next", skip_limit="none"),
        ),
        ("seed,last_phase=8,use_phases=odd", Rules(last_phase=8, use_phases="odd")),
        ("last_phase=40", Rules(last_phase=40)),
        ("seed,in_order=no,game_end=at_once", Rules(in_order=False, game_end="at_once")),
        ("seed,deck=4x12x2+8W+4S", Rules()),
        ("seed,deck=3 x 5 x 2 + 3w + 2s", Rules(deck=Deck(3, 5, 2, 3, 2))),
        (
            "official,deck=4x12x4+16W+8S,players=4",
            replace(OFFICIAL, deck=Deck(4, 12, 4, 16, 8), players=4),
        ),
        ("seed,wild_points=20,natural_per=group", Rules("group", wild_points=20)),
        ("natural_per=group", Rules("group")),
        ("seed,wild_points=25", Rules()),
    ],
)
def test_rules_from_text(text, expected):
    assert Rules.parse(text) == expected


@given(rules, st.none() | decks)
def test_parse_and_print_are_inverse(chosen, deck):
    if deck is not None:
        chosen = replace(chosen, deck=deck)
    assert Rules.parse(str(chosen)) == chosen
    assert eval(repr(chosen)) == chosen
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    assert hash(Rules.parse(str(chosen))) == hash(chosen)


@given(rules)
def test_a_preset_with_changes_is_printed_with_the_fewest_changes(chosen):
    changed = {
        name: [item.name for item in fields(Rules)
               if getattr(chosen, item.name) != getattr(preset, item.name)]
        for name, preset in PRESETS.items()
    }  # fmt: skip
    name, *changes = str(chosen).split(",")
    assert len(changes) == len(changed[name]) == min(map(len, changed.values()))
    assert [change.partition("=")[0] for change in changes] == changed[name]


@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_every_value_can_be_told_in_text(option):
    for value in OPTIONS[option]:
        shown = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        for preset in PRESETS:
            parsed = Rules.parse(f"{preset},{option}={shown}")
            assert parsed == replace(PRESETS[preset], **{option: value})


@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_an_option_told_twice_is_refused(option):
    first, last = OPTIONS[option][0], OPTIONS[option][-1]
    told = [{True: "yes", False: "no"}[v] if isinstance(v, bool) else v for v in (first, last)]
    for second in told:
        with pytest.raises(RulesError, match=r"rules\.twice"):
            Rules.parse(f"seed,{option}={told[0]},{option}={second}")


def test_only_what_differs_is_printed():
    assert str(SEED) == "seed"
    assert str(OFFICIAL) == "official"
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
        (
            "seed,skip_taget=next",
            "rules.option",
            {"option": "skip_taget", "nearest": "skip_target"},
        ),
        ("seed,tiebreak=lay", "rules.option", {"option": "tiebreak", "nearest": "tie_break"}),
        ("seed,deck=5", "rules.value", {"option": "deck", "value": "5", "allowed": DECK}),
        ("seed,deck=", "rules.value", {"option": "deck", "value": "", "allowed": DECK}),
        (
            "seed,deck=5x12x2+8W+4S",
            "rules.value",
            {"option": "deck", "value": "5x12x2+8W+4S", "allowed": DECK},
        ),
        (
            "seed,deck=4x13x2+8W+4S",
            "rules.value",
            {"option": "deck", "value": "4x13x2+8W+4S", "allowed": DECK},
        ),
        (
            "seed,last_phase=41",
            "rules.value",
            {"option": "last_phase", "value": "41", "allowed": "0–40"},
        ),
        (
            "seed,last_phase=-1",
            "rules.value",
            {"option": "last_phase", "value": "-1", "allowed": "0–40"},
        ),
        (
            "seed,players=1",
            "rules.value",
            {"option": "players", "value": "1", "allowed": "2, 3, 4, 5, 6"},
        ),
        (
            "official,in_order=no,advance_all=yes",
            "rules.mixture",
            {"first": "advance_all=yes", "second": "in_order=no"},
        ),
        (
            "seed,players=3, Players=3",
            "rules.twice",
            {"first": "players=3", "second": "Players=3"},
        ),
        (
            "official,deck=4x12x2+8W+4S,deck=4x12x1+8W+4S",
            "rules.twice",
            {"first": "deck=4x12x2+8W+4S", "second": "deck=4x12x1+8W+4S"},
        ),
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
        {"last_phase": True},
        {"last_phase": 41},
        {"players": 7},
        {"players": "4"},
        {"skip_target": True},
        {"in_order": 1},
        {"use_phases": ""},
        {"game_end": "at once"},
    ],
)
def test_options_take_their_own_kind_of_value(options):
    with pytest.raises(RulesError, match=r"rules\.value"):
        Rules(**options)


@given(any_text)
def test_any_text_is_rules_or_a_known_error(text):
    starts = ("", "seed,", "seed,natural_per=", "seed,deck=", "seed,last_phase=")
    for line in (*(start + text for start in starts), f"seed,{text}=20"):
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
