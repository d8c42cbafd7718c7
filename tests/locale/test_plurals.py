"""Plural forms and cases as the vocabulary lists them, asked through the program."""

from __future__ import annotations

import pytest

from phase10.views.i18n import plural


def latvian_form(n: int) -> str:
    """The rule in words: what ends in 0 or 11–19, what ends in 1, the rest."""
    if n % 10 == 0 or 11 <= n % 100 <= 19:
        return "zero"
    return "one" if n % 10 == 1 else "other"


CASES = {
    "count.hand": {"zero": "Rokā {n} kāršu", "one": "Rokā {n} kārts", "other": "Rokā {n} kārtis"},
    "advice.missing": {
        "zero": "Trūkst {n} kāršu",
        "one": "Trūkst {n} kārts",
        "other": "Trūkst {n} kāršu",
    },
    "column.within": {
        "zero": "Izlikta {n} gājienu laikā",
        "one": "Izlikta {n} gājiena laikā",
        "other": "Izlikta {n} gājienu laikā",
    },
}
LIVE = {
    "zero": "Paliek {n} noderīgu kāršu, nevis 7.",
    "one": "Paliek {n} noderīga kārts, nevis 7.",
    "other": "Paliek {n} noderīgas kārtis, nevis 7.",
}
POINTS = {"zero": "soda punktu", "one": "soda punkts", "other": "soda punkti"}


@pytest.mark.parametrize("code", CASES)
@pytest.mark.parametrize("n", [*range(31), 100, 101, 102, 110, 111, 112, 119, 121])
def test_latvian_counts(code: str, n: int) -> None:
    assert plural("lv", code, n) == CASES[code][latvian_form(n)].format(n=n)


@pytest.mark.parametrize("n", [0, 1, 2, 7, 9, 10, 11, 12, 19, 20, 21, 22, 101])
def test_latvian_reasons(n: int) -> None:
    said = plural("lv", "reason.live", n, other=7)
    assert said == LIVE[latvian_form(n)].format(n=n)
    points = plural("lv", "ladder.points", n)
    assert f"{n} {POINTS[latvian_form(n)]}." in points


@pytest.mark.parametrize(
    ("code", "one", "many"),
    [
        ("count.hand", "1 card in hand", "0 cards in hand"),
        ("advice.missing", "1 card missing", "0 cards missing"),
    ],
)
def test_english_counts(code: str, one: str, many: str) -> None:
    assert plural("en", code, 1) == one
    assert plural("en", code, 0) == many
    assert plural("en", code, 21) == many.replace("0", "21")
