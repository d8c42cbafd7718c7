"""Names of cards, goals and phases; phases in words read back."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.cards import CARDS, COLORS, STANDARD_DECK, Card, Deck
from phase10.game.notation import parse_cards
from phase10.game.phases import EDITIONS, GOAL_SIZES, PHASE_LIMIT, PHASES, Group, Phase
from phase10.game.rules import OPTIONS, Rules
from phase10.views.i18n import LANGUAGES
from phase10.views.names import (
    card_gender,
    card_list,
    card_name,
    color_name,
    edition_name,
    gap_name,
    option_label,
    option_name,
    phase_name,
)
from tests.locale.catalogues import texts

LATVIAN_PHASES = [
    "2 komplekti pa 3 kārtīm",
    "3 kāršu komplekts un 4 kāršu virkne",
    "4 kāršu komplekts un 4 kāršu virkne",
    "7 kāršu virkne",
    "8 kāršu virkne",
    "9 kāršu virkne",
    "2 komplekti pa 4 kārtīm",
    "7 vienas krāsas kārtis",
    "5 kāršu komplekts un 2 kāršu komplekts",
    "5 kāršu komplekts un 3 kāršu komplekts",
]
SPOKEN_NUMBERS = [
    *("vieninieks", "divnieks", "trijnieks", "četrinieks", "piecinieks", "sešinieks"),
    *("septītnieks", "astotnieks", "devītnieks", "desmitnieks", "vienpadsmitnieks"),
    "divpadsmitnieks",
]
LATVIAN_COLORS = {
    "red": ("sarkanais", "sarkano"),
    "blue": ("zilais", "zilo"),
    "green": ("zaļais", "zaļo"),
    "yellow": ("dzeltenais", "dzelteno"),
}

groups = st.sampled_from(sorted(GOAL_SIZES)).flatmap(
    lambda kind: st.integers(GOAL_SIZES[kind][0], min(GOAL_SIZES[kind][1], PHASE_LIMIT)).map(
        lambda size: Group(kind, size)
    )
)
phases = (
    st.lists(groups, min_size=1, max_size=5)
    .filter(lambda goals: sum(goal.size for goal in goals) <= PHASE_LIMIT)
    .map(Phase)
)


def test_latvian_names_are_those_of_the_vocabulary() -> None:
    for card in CARDS[:48]:
        assert card.color is not None
        assert card.number is not None
        nominative, accusative = LATVIAN_COLORS[card.color]
        assert card_name("lv", card) == f"{nominative} {card.number}"
        assert card_name("lv", card, "accusative") == f"{accusative} {card.number}"
        spoken = f"{nominative} {SPOKEN_NUMBERS[card.number - 1]}"
        assert card_name("lv", card, "spoken") == spoken
        assert card_gender("lv", card) == "masculine"
    assert card_list("lv", CARDS[48:]) == "džokers, izlaišanas kārts"
    assert card_name("lv", CARDS[48], "accusative") == "džokeru"
    assert card_name("lv", CARDS[49], "accusative") == "izlaišanas kārti"
    assert card_gender("lv", CARDS[49]) == "feminine"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_cards_can_be_typed_back(lang: str) -> None:
    for card in CARDS:
        assert parse_cards(card_name(lang, card)) == [card]


def test_a_declared_wild_says_its_number() -> None:
    wild = Card.parse("W=9")
    assert card_name("en", wild, "accusative") == "a wild as 9"
    assert card_name("lv", wild, "accusative") == "džokeru kā 9"
    assert card_name("en", wild) == "wild as 9"
    assert card_name("lv", wild, "spoken") == "džokers kā 9"
    assert card_gender("lv", wild) == "masculine"


def test_the_ten_phases_in_words() -> None:
    assert [phase_name("lv", phase) for phase in PHASES] == LATVIAN_PHASES
    assert phase_name("en", PHASES[0]) == "2 sets of 3"
    assert phase_name("en", PHASES[1]) == "set of 3 and run of 4"
    assert phase_name("en", PHASES[7]) == "7 cards of one color"


@pytest.mark.parametrize("lang", LANGUAGES)
@given(phase=phases)
def test_phases_in_words_read_back(lang: str, phase: Phase) -> None:
    assert Phase(phase_name(lang, phase)) == phase


@pytest.mark.parametrize("lang", LANGUAGES)
def test_editions_read_back_and_have_names(lang: str) -> None:
    names = set()
    for edition in EDITIONS.all().values():
        names.add(edition_name(lang, edition.id))
        for phase in edition.phases:
            assert Phase(phase_name(lang, phase)) == phase
    assert len(names) == len(EDITIONS.all())


def test_gaps() -> None:
    assert gap_name("en", 7, None) == "any 7"
    assert gap_name("en", 6, None, in_run=True) == "the 6"
    assert gap_name("en", None, "red") == "any red card"
    assert gap_name("lv", 7, None) == "jebkurš 7"
    assert gap_name("lv", None, "green") == "jebkura zaļa kārts"
    assert gap_name("lv", 3, "blue") == "zilais 3"
    assert gap_name("en", None, None, parity="odd") == "any odd number card"
    assert gap_name("en", None, None) == "any number card"


def test_colors_have_names() -> None:
    for lang in LANGUAGES:
        assert len({color_name(lang, color) for color in COLORS}) == 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_of_every_rule_option_has_words(lang: str) -> None:
    values = {**OPTIONS, "deck": (Deck(), Deck(4, 10), Deck(2, 12, 3, 4, 1))}
    assert values.keys() == {option.name for option in fields(Rules)}
    said = [option_name(lang, option, value) for option, all_ in values.items() for value in all_]
    assert len(set(said)) == sum(map(len, values.values()))
    labels = [option_label(lang, option) for option in values]
    assert len(set(labels)) == len(values)
    for text in (*said, *labels):
        assert text[0].isupper() or text[0].isdigit()
        assert not text.endswith(".") or "…" in text
        assert "{" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_of_rule_options_are_left_over(lang: str) -> None:
    written = {True: "yes", False: "no"}
    expected = {"option.deck", "option.deck.cards"}
    for option, values in OPTIONS.items():
        expected.add(f"option.{option}")
        if option == "players":
            expected.add("option.players.number")
        elif option == "last_phase":
            expected |= {"option.last_phase.number", "option.last_phase.whole"}
        else:
            for value in values:
                word = written[value] if isinstance(value, bool) else value
                expected.add(f"option.{option}.{word}")
    assert {code for code in texts(lang) if code.startswith("option.")} == expected


def test_options_that_are_numbers() -> None:
    assert option_name("en", "last_phase", 0) == "The game goes to the end of the list of phases"
    assert option_name("en", "last_phase", 8) == "The game goes to phase 8"
    assert option_name("lv", "last_phase", 8) == "Spēlē līdz 8. fāzei"
    assert option_name("lv", "players", 4) == "Ne vairāk kā 4 spēlētāji"
    assert option_name("en", "deck", STANDARD_DECK) == (
        "108 cards — colors: 4; numbers: 1 to 12; copies of each: 2; wilds: 8; skips: 4"
    )
    assert option_name("lv", "deck", Deck(wilds=1)).startswith("101 kārts –")
    assert option_name("lv", "deck", Deck(wilds=11)).startswith("111 kāršu –")
