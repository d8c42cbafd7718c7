"""``phase10 deal``: the cards of a deal code, for programs and for people."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from phase10.game.cards import CARDS, STANDARD_DECK
from phase10.game.notation import parse_cards
from phase10.game.shuffle import DealCode, deal
from phase10.views.names import card_list, card_name
from tests.cli.runner import phase10, program, refused
from tests.golden import write_deals

CODE = "P10-1-4-77-1"
GOLDEN = json.loads(write_deals.PATH.read_text("utf-8"))["deals"]

WRONG = {
    "words": (["hello"], "hello — this is not a deal code"),
    "nothing": ([""], "A deal code is missing"),
    "another version": (["P10-2-4-77-1"], "P10-2-4-77-1 — this is not a deal code"),
    "one player": (["P10-1-1-77-1"], "players 1 — the number must be from 2 to 6"),
    "seven players": (["P10-1-7-77-1"], "players 7"),
    "round 0": (["P10-1-4-77-0"], "round 0"),
    "a seed too large": ([f"P10-1-4-{2**63}-1"], "from 0 to 9,223,372,036,854,775,807"),
    "an endless seed": (["P10-1-4-" + "7" * 5000 + "-1"], "this is not a deal code"),
    "a command for a terminal": (["P10\x1b[31m"], "this is not a deal code"),
    "a small deck": ([CODE, "--rules", "seed,deck=1x12x2+8W+4S"], "36 cards; 4 players"),
    "a smaller table": (
        [CODE, "--rules", "seed,players=3"],
        "Number of players: 4 — by these rules",
    ),
    "no such rules": ([CODE, "--rules", "house"], "house"),
    "no code": ([], "CODE"),
    "two codes": ([CODE, CODE], CODE),
    "unknown option": ([CODE, "--bogus"], "--bogus"),
}


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['code']} {case['deck']}")
def test_as_json(case: dict[str, str]) -> None:
    answer = phase10("deal", case["code"], "--rules", f"seed,deck={case['deck']}", "--json").json
    assert answer == {
        "code": case["code"],
        "hands": dict(zip("ABCDEF", case["hands"], strict=False)),
        "top": case["top"],
        "pile": case["pile"],
    }


def test_as_json_all_cards_are_there_and_the_pile_begins_with_the_next_one() -> None:
    answer = phase10("deal", CODE, "--json").json
    assert list(answer) == ["code", "hands", "top", "pile"]
    assert list(answer["hands"]) == ["A", "B", "C", "D"]
    made = deal(DealCode(4, 77, 1))
    pile = parse_cards(answer["pile"])
    assert pile[0] == CARDS[made.pile[-1]]
    counts = Counter(parse_cards(" ".join([*answer["hands"].values(), answer["top"]])) + pile)
    assert [counts[card] for card in CARDS] == list(STANDARD_DECK.counts)


def test_a_code_is_read_tolerantly_and_written_as_it_is() -> None:
    assert phase10("deal", " p10-1-4-77-1 ", "--json").json == phase10("deal", CODE, "--json").json
    assert phase10("deal", "P10-1-4-0077-01", "--json").json["code"] == CODE


def test_rules_that_leave_the_deck_alone_deal_the_same() -> None:
    usual = phase10("deal", CODE, "--json").json
    assert phase10("deal", CODE, "--rules", "official", "--json").json == usual
    deck = ("--rules", "seed,deck=4x12x2+7W+5S")
    assert phase10("deal", CODE, *deck, "--json").json["pile"] != usual["pile"]


def test_as_a_program() -> None:
    run = program("deal", CODE, "--json", PYTHONHASHSEED="7")
    assert run.json == phase10("deal", CODE, "--json").json


@pytest.mark.parametrize("lang", ["en", "lv"])
@pytest.mark.parametrize("columns", [20, 30, 80, 200])
def test_for_people(lang: str, columns: int) -> None:
    run = phase10("deal", CODE, "--lang", lang, COLUMNS=str(columns))
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= columns
    assert "…" not in run.out
    assert "\0" not in run.out
    told = " ".join(run.out.split())
    made = deal(DealCode(4, 77, 1))
    assert CODE in told
    for hand in made.hands:
        assert card_list(lang, hand) in told
    assert card_name(lang, made.top) in told
    assert told.endswith(card_list(lang, [CARDS[kind] for kind in reversed(made.pile)]))


def test_for_people_in_both_languages() -> None:
    english = phase10("deal", CODE).out
    assert english.startswith("Deal code: P10-1-4-77-1\nRound 1, 4 players\n")
    assert "Face-up card: green 7" in english
    assert "Draw pile, 67 cards, the next one first: blue 6," in english
    latvian = phase10("--lang", "lv", "deal", CODE).out
    assert latvian.startswith("Izdales kods: P10-1-4-77-1\n1. raunds, 4 spēlētāji\n")
    assert "Pirmā atklātā kārts: zaļais 7" in latvian
    assert "Velkamo kāršu kaudzē 67 kārtis, nākamā pirmā: zilais 6," in latvian


def test_an_empty_pile_is_told() -> None:
    arguments = ("deal", "P10-1-2-77-1", "--rules", "seed,deck=1x12x1+5W+4S")
    assert phase10(*arguments).out.splitlines()[-1] == "Draw pile: no cards"
    latvian = phase10(*arguments, "--lang", "lv").out
    assert latvian.splitlines()[-1] == "Velkamo kāršu kaudzē nav nevienas kārts"
    assert phase10(*arguments, "--json").json["pile"] == ""


def test_cards_have_their_colors_where_there_is_color() -> None:
    colored = phase10("deal", CODE, FORCE_COLOR="1", TERM="xterm").out
    assert "\x1b[31mred 4\x1b[0m" in colored
    assert "\x1b[32mgreen 7\x1b[0m" in colored
    assert "\x1b[3" not in phase10("deal", CODE, FORCE_COLOR="1", NO_COLOR="1").out


@pytest.mark.parametrize("name", WRONG)
def test_refused(name: str) -> None:
    arguments, told = WRONG[name]
    for extra in ((), ("--json",)):
        refused(phase10("deal", *arguments, *extra), told)


def test_refused_in_latvian() -> None:
    refused(phase10("deal", "hello", "--lang", "lv"), "tas nav izdales kods")


def test_help_names_the_form_of_a_code() -> None:
    assert "P10-1-4-77-1" in phase10("deal", "--help").out
    assert "deal" in phase10("--help").out
