"""Errors, plans and figures as sentences in both languages."""

from __future__ import annotations

import ast
import doctest
import re
from fractions import Fraction
from pathlib import Path

import pytest

from phase10.advice.hints import advise
from phase10.game.cards import CARDS, Card, Cards, Hand
from phase10.game.errors import CODES, CardError, GameError
from phase10.game.notation import read_cards
from phase10.game.phases import PHASES, Phase
from phase10.game.position import Position
from phase10.game.rules import Rules
from phase10.solver.groupings import best_groupings
from phase10.solver.odds import draw_odds
from phase10.views import text
from phase10.views.i18n import LANGUAGES, decimal
from phase10.views.text import (
    advice_headline,
    card_label,
    chance_text,
    error_text,
    headline,
    picker_label,
    plan_text,
    problem_text,
    target_name,
    useful_text,
)
from tests.locale.catalogues import PACKAGE, placeholders, texts

ELEVEN = Hand("R5 B5 W Y3 G4 G9 B9 S R12 Y1 G7")


def sample(code: str) -> dict[str, str | int]:
    """Values for a code that can be recognised in its sentence."""
    known: dict[str, str | int] = {
        "card": "R7",
        "expected": "text",
        "kind": "set",
        "low": 2,
        "high": 8,
    }
    numbers = {"count", "limit", "last", "size", "value", "line", "row"}
    return {
        name: known.get(name, 97 if name in numbers else f"typed-{name}") for name in CODES[code]
    }


def raised_codes() -> set[str]:
    """Codes of every error that the package makes."""
    return {
        node.args[0].value
        for path in Path(PACKAGE).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "").endswith("Error")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and re.fullmatch(r"[a-z]+\.[a-z_]+", str(node.args[0].value))
    }


def test_doctests() -> None:
    assert doctest.testmod(text).failed == 0


# --- errors --------------------------------------------------------------------------------------


def test_every_error_has_a_sentence_and_no_sentence_is_left_over() -> None:
    said = {code.removeprefix("error.") for code in texts("en") if code.startswith("error.")}
    assert said - {"hand.too_many.card"} == set(CODES)
    assert raised_codes() <= set(CODES)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", sorted(CODES))
def test_an_error_names_what_was_typed(lang: str, code: str) -> None:
    values = sample(code)
    said = error_text(lang, GameError(code, **values))
    if values:
        assert str(next(iter(values.values()))) in said
    for form in texts(lang)[f"error.{code}"]:
        assert placeholders(form) <= {*values, "name"}
    assert said.endswith((".", "?", "'phase10[fast]'"))
    assert "{" not in said


@pytest.mark.parametrize("where", ["hand", "seen", "top", "table", "phase", "rules", "visible"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_error_names_its_place(lang: str, where: str) -> None:
    error = CardError("card.number", token="R13", number="13")
    said = error_text(lang, error, where, 5)
    assert said.endswith(error_text(lang, error))
    assert len(said) > len(error_text(lang, error))
    if where in {"hand", "seen", "table"}:
        assert "5" in said.partition("R13")[0]


def test_sentences_of_problems() -> None:
    _, problems = read_cards("R5 R13, R5 R5 2xR4")
    assert [problem_text("en", problem) for problem in problems] == [
        "Card 2 of your hand: R13 — numbers run from 1 to 12."
    ]
    _, problems = read_cards("R7 R7 R7", Rules().deck)
    assert problem_text("en", problems[0]) == (
        "Card 3 of your hand: R7 (red 7) — 3 in all, but the deck has only 2."
    )
    assert problem_text("lv", problems[0]) == (
        "Tavu kāršu 3. ieraksts: R7 (sarkanais 7) – kopā 3, bet kavā ir tikai 2."
    )
    _, problems = read_cards("2xR1 2xR2 2xR3 2xR4 2xR5 2xR6", Rules().deck, 11)
    said = problem_text("en", problems[0])
    assert said.startswith("Card 6 of your hand: R6 —")
    assert "12 cards" in said
    assert "at most 11" in said


def test_markup_in_an_error_stays_text() -> None:
    _, problems = read_cards("<script>alert(1)</script>")
    assert "<script>" in problem_text("en", problems[0])


# --- labels --------------------------------------------------------------------------------------


def test_labels_for_a_screen_reader() -> None:
    red, skip = Card.parse("R7"), Card.parse("S")
    assert card_label("en", red, 3, 10, chosen=True) == "red 7, chosen, 3 of 10"
    assert card_label("lv", red, 3, 10, chosen=True) == (
        "sarkanais septītnieks, izvēlēts, 3. kārts no 10"
    )
    assert card_label("lv", skip, 1, 10, chosen=True).startswith("izlaišanas kārts, izvēlēta,")
    assert card_label("en", red, 3, 10) == "red 7, 3 of 10"
    assert picker_label("en", red, 2) == "red 7, 2 left"
    assert picker_label("en", red, 0) == "red 7, none left"
    assert picker_label("lv", red, 1) == "sarkanais septītnieks, vēl 1"
    assert picker_label("lv", Card.parse("W"), 8) == "džokers, vēl 8"


# --- hints ---------------------------------------------------------------------------------------


def test_headline() -> None:
    odds = draw_odds(Hand("R5 B5 W Y3 G4 G9 B9 S R12 Y1"), PHASES[2])
    assert headline("en", odds) == "2 cards missing · 35 of 98 unseen cards help"
    assert headline("lv", odds) == "Trūkst 2 kāršu · neredzēto kāršu ir 98, noderīgo – 35"
    complete = draw_odds(Hand("R3 B3 Y3 G9 R9 B9"), PHASES[0])
    assert headline("en", complete) == "Nothing is missing: the whole phase is in your hand"


def test_headline_when_nothing_helps() -> None:
    seen = Cards("8xW 2xG5 2xY5 R5 B5")
    odds = draw_odds(Hand("R5 B5"), Phase("set:3"), seen=seen)
    assert odds.live == 0
    assert headline("en", odds) == "1 card missing · no unseen card helps"


def test_plans_in_words() -> None:
    plans = best_groupings(Hand("R5 B5 W Y3 G4 S"), PHASES[2])
    said = plan_text("en", plans[0]).splitlines()
    assert said[-1] == "Spare cards: skip"
    assert len(said) == 3
    started = best_groupings(Hand("R5"), Phase("color:4+crun:3"))
    names = {target_name("lv", plan) for grouping in started for plan in grouping.groups}
    assert "4 vienas krāsas kārtis: krāsa – sarkana" in names
    assert any("vēl nav izvēlēts" in name for name in names)
    even = best_groupings(Hand("R4 B6"), Phase("parity:4"))
    assert target_name("en", even[0].groups[0]) == "4 cards all even or all odd: even"


def test_useful_cards_are_told_together() -> None:
    sevens = {card: 2 for card in CARDS if card.number == 7}
    red = {card: 2 for card in CARDS if card.color == "red"}
    assert useful_text("en", sevens | {CARDS[48]: 8}) == "any 7 ×8, wild ×8"
    assert useful_text("en", red) == "any red card ×24"
    assert useful_text("en", dict.fromkeys(CARDS[:48], 2)) == "any number card ×96"
    assert useful_text("lv", {CARDS[6]: 1}) == "sarkanais 7 ×1"
    together = useful_text("en", red | sevens)
    assert together == "any red card ×24, blue 7 ×2, green 7 ×2, yellow 7 ×2"


def test_once_the_phase_lies_the_headline_tells_the_points() -> None:
    laid = advise(Position(Hand("R5 B12"), PHASES[0], laid=True))
    assert advice_headline("en", laid) == "Your phase lies on the table · 15 points in your hand"
    assert advice_headline("lv", laid) == "Tava fāze ir izlikta · rokā 15 soda punktu"
    other = advise(Position(ELEVEN, PHASES[2]))
    best = other.options[0]
    turns = decimal("en", best.turns or 0, 2)
    assert advice_headline("en", other) == f"{headline('en', best)} · {turns} turns on average"


def test_chance_three_ways() -> None:
    assert chance_text("en", Fraction(16, 97)).endswith("about 165 times in 1000.")
    assert chance_text("lv", Fraction(35, 97)) == (
        "Varbūtība, ka noder nākamā izvilktā kārts, ir 35/97 ≈ 0,361: aptuveni 361 no 1000 reizēm."
    )
