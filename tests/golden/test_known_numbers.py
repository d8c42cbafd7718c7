"""Exact counts of dealt hands against figures known from elsewhere, to the last card."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from phase10.game.cards import Deck
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.odds import deal_odds

KNOWN = tomllib.loads(Path(__file__).with_name("known_numbers.toml").read_text("utf-8"))
NATURAL_ONLY = Rules(deck=Deck(wilds=0, skips=12))


def rules_of(item: dict[str, Any]) -> Rules:
    if item.get("wilds_fit") is False:
        return NATURAL_ONLY
    options = {key: item[key] for key in ("natural_per", "same_number_sets") if key in item}
    return Rules(**options)


@pytest.mark.parametrize("item", KNOWN["deal"], ids=str)
def test_deals(item: dict[str, Any]) -> None:
    for cards in ("10", "7"):
        if cards in item:
            odds = deal_odds(Phase.parse(item["phase"]), int(cards), rules_of(item))
            assert (odds.favourable, odds.total) == (item[cards], KNOWN["totals"][cards])


@pytest.mark.parametrize("item", KNOWN["share"], ids=str)
def test_shares(item: dict[str, Any]) -> None:
    chance = deal_odds(Phase.parse(item["phase"]), 10, rules_of(item)).probability
    assert f"{float(100 * chance):.8f}" == item["percent"]


@pytest.mark.parametrize("item", KNOWN["fraction"], ids=str)
def test_fractions(item: dict[str, Any]) -> None:
    chance = deal_odds(Phase.parse(item["phase"]), 10, rules_of(item)).probability
    assert chance == Fraction(item["value"])


@pytest.mark.parametrize("item", KNOWN["sampled"], ids=str)
def test_samples(item: dict[str, Any]) -> None:
    chance = deal_odds(Phase.parse(item["phase"])).probability
    assert abs(float(100 * chance) - item["percent"]) <= item["within"]


def test_natural_cards_only() -> None:
    chance = deal_odds(Phase("1"), 10, NATURAL_ONLY).probability
    assert f"{float(chance):.6f}" == "0.016553"


def test_ten_numbers_in_a_row() -> None:
    """A deck without wilds: 3 · 8^10 hands of ten cards are ten numbers in a row."""
    assert deal_odds(Phase("run:10"), 10, NATURAL_ONLY).favourable == 3 * 8**10
