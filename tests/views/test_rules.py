"""Rules in words: what differs from the seed, or all of them, each option with its own words."""

from __future__ import annotations

import doctest
from dataclasses import fields

import pytest

from phase10.game.cards import Card, Deck
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.views import rules
from phase10.views.i18n import LANGUAGES
from phase10.views.names import option_name
from phase10.views.rules import rule_groups, rule_lines


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


def told(lang: str, rules: Rules) -> list[str]:
    return [line for _, lines in rule_groups(lang, rules) for line in lines]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_all_rules_of_a_match_are_told_once(lang: str, preset: str) -> None:
    rules = PRESETS[preset]
    lines = told(lang, rules)
    assert len(lines) == len(set(lines))
    for item in fields(rules):
        if item.name != "wild_points":
            assert lines.count(option_name(lang, item.name, getattr(rules, item.name))) == 1
    headings = [heading for heading, _ in rule_groups(lang, rules)]
    assert len(set(headings)) == len(headings) == 5


@pytest.mark.parametrize("wild", [20, 25])
def test_points_are_told_as_they_count(wild: int) -> None:
    (line,) = (line for line in told("en", Rules(wild_points=wild)) if line.startswith("Points:"))
    assert line.endswith(f"15 for a skip, {wild} for a wild")
    for card, points in (("R9", "5 for each number from 1 to 9"), ("R10", "10 for each from 10")):
        assert points in line
        assert points.split()[0] == str(Rules().points(Card.parse(card)))
    (latvian,) = (line for line in told("lv", Rules(wild_points=wild)) if "Soda punkti:" in line)
    assert latvian.endswith(f"par džokeru – {wild}")


def test_what_cannot_happen_in_a_match_is_not_told() -> None:
    everybody = told("en", Rules(advance_all=True))
    assert option_name("en", "game_end", "round") not in everybody
    assert not any("several players" in line for line in everybody)
    free = told("en", Rules(in_order=False))
    assert option_name("en", "advance_all", False) not in free
    assert "The last phase of a player is the one that was still to be made" in free
    assert not any("several players" in line for line in told("en", Rules(game_end="out")))
