"""Languages, numbers, and no silent help from another language."""

from __future__ import annotations

import doctest
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.views import i18n
from phase10.views.i18n import (
    MissingText,
    decimal,
    fraction,
    language,
    number,
    percent,
    plural,
    sentence,
)

SPACE = "\u00a0"


def test_doctests() -> None:
    assert doctest.testmod(i18n).failed == 0


@pytest.mark.parametrize(
    ("tag", "chosen"),
    [
        ("lv-LV", "lv"),
        ("LV", "lv"),
        ("lv_LV", "lv"),
        ("en-GB", "en"),
        ("de", "en"),
        ("", "en"),
        (None, "en"),
        ("lvx", "en"),
    ],
)
def test_language_of_a_tag(tag: str | None, chosen: str) -> None:
    assert language(tag) == chosen


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_a_missing_code_is_an_error(lang: str) -> None:
    with pytest.raises(MissingText):
        sentence(lang, "page.no_such_code")
    with pytest.raises(MissingText):
        plural(lang, "page.no_such_code", 3)
    with pytest.raises(KeyError):
        sentence(lang, "live.phase", number=1)


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(MissingText):
        sentence("de", "page.app")


@pytest.mark.parametrize(
    ("value", "english", "latvian"),
    [
        (0, "0", "0"),
        (9999, "9999", "9999"),
        (10_000, "10,000", f"10{SPACE}000"),
        (38_722_819_230_810, "38,722,819,230,810", SPACE.join(["38", "722", "819", "230", "810"])),
        (-12, "\u221212", "\u221212"),
    ],
)
def test_whole_numbers(value: int, english: str, latvian: str) -> None:
    assert number("en", value) == english
    assert number("lv", value) == latvian


@pytest.mark.parametrize(
    ("value", "digits", "english", "latvian"),
    [
        (Fraction(16, 97), 3, "0.165", "0,165"),
        (Fraction(1, 8), 2, "0.13", "0,13"),
        (Fraction(-1, 8), 2, "\u22120.13", "\u22120,13"),
        (6.53, 2, "6.53", "6,53"),
        (Fraction(1), 3, "1.000", "1,000"),
        (Fraction(25_000), 1, "25,000.0", f"25{SPACE}000,0"),
        (Fraction(1, 3), 0, "0", "0"),
    ],
)
def test_decimals(value: Fraction | float, digits: int, english: str, latvian: str) -> None:
    assert decimal("en", value, digits) == english
    assert decimal("lv", value, digits) == latvian


@pytest.mark.parametrize(
    ("value", "digits", "english", "latvian"),
    [
        (Fraction(0), 0, "0%", f"0{SPACE}%"),
        (Fraction(1), 1, "100.0%", f"100,0{SPACE}%"),
        (Fraction(1, 7), 1, "14.3%", f"14,3{SPACE}%"),
        (Fraction(1, 10**6), 0, "<1%", f"<1{SPACE}%"),
        (Fraction(1, 10**6), 1, "<0.1%", f"<0,1{SPACE}%"),
        (1 - Fraction(1, 10**6), 1, ">99.9%", f">99,9{SPACE}%"),
    ],
)
def test_percent(value: Fraction, digits: int, english: str, latvian: str) -> None:
    assert percent("en", value, digits) == english
    assert percent("lv", value, digits) == latvian


def test_fractions_are_in_lowest_terms() -> None:
    assert [fraction(Fraction(*pair)) for pair in ((32, 194), (0, 5), (7, 7))] == [
        "16/97",
        "0",
        "1",
    ]


@given(st.fractions(0, 1), st.integers(0, 4))
def test_a_decimal_is_the_nearest_one(value: Fraction, digits: int) -> None:
    shown = Fraction(decimal("lv", value, digits).replace(",", "."))
    assert abs(shown - value) <= Fraction(1, 2 * 10**digits)


def test_values_stay_as_typed() -> None:
    typed = "<b>{n}</b>{error.__class__}"
    said = sentence("en", "error.card.number", token=typed)
    assert said.startswith(typed)


def test_whole_numbers_in_sentences_follow_the_language() -> None:
    assert SPACE in plural("lv", "count.hand", 12_345)
    assert plural("en", "count.hand", 12_345) == "12,345 cards in hand"
