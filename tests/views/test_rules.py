"""Rules in words: only what differs from the seed, every option with words of its own."""

from __future__ import annotations

import doctest

import pytest

from phase10.game.cards import Deck
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.views import rules
from phase10.views.i18n import LANGUAGES
from phase10.views.rules import rule_lines


def test_doctests() -> None:
    assert doctest.testmod(rules).failed == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_seed_differs_in_nothing(lang: str) -> None:
    assert rule_lines(lang, SEED) == []


def test_the_official_rules() -> None:
    assert rule_lines("en", PRESETS["official"]) == [
        "A run has at least 4 cards",
        "Others' phases may be hit in the same turn in which the own phase is laid down",
        "Who plays a skip chooses the player that misses a turn",
        "A player who still has a turn to miss cannot be skipped again",
        "A tie-break is won by the first to go out",
    ]
    assert rule_lines("lv", PRESETS["official"]) == [
        "Virknē ir vismaz 4 kārtis",
        "Pie citu fāzēm drīkst pielikt jau gājienā, kurā izliek savu fāzi",
        "Kas nomet izlaišanas kārti, tas izvēlas, kurš izlaiž gājienu",
        "Kamēr spēlētājam vēl jāizlaiž gājiens, otru likt izlaist nedrīkst",
        "Izšķirošajā raundā uzvar tas, kas pirmais pabeidz raundu",
    ]


def test_a_short_game_with_a_small_deck() -> None:
    short = Rules(deck=Deck(4, 10, 2, 5, 1), last_phase=8, use_phases="even", players=3)
    assert rule_lines("en", short) == [
        "86 cards — colors: 4; numbers: 1 to 10; copies of each: 2; wilds: 5; skips: 1",
        "The game goes to phase 8",
        "Only the even phases are played: 2, 4, 6 …",
        "At most 3 players",
    ]
    assert rule_lines("lv", short) == [
        (
            "86 kārtis – krāsas: 4; skaitļi: no 1 līdz 10; katras kārts eksemplāri: 2; džokeri: 5; "
            "izlaišanas kārtis: 1"
        ),
        "Spēlē līdz 8. fāzei",
        "Spēlē tikai pāra fāzes: 2., 4., 6. …",
        "Ne vairāk kā 3 spēlētāji",
    ]
