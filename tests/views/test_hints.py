"""An advice as HTML: plans with their places, moves with their figures, nothing unescaped."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from phase10.advice.hints import advise
from phase10.game.cards import Card, Hand
from phase10.game.melds import Meld
from phase10.game.phases import PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.game.rules import Rules
from phase10.views.hints import (
    MOST_TABS,
    advice_html,
    plan_cards,
    plans_html,
    summary_html,
    useful_html,
)
from phase10.views.i18n import sentence
from phase10.views.moves import columns
from phase10.views.text import advice_headline


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def test_a_run_shows_its_places_in_order() -> None:
    advice = advise(Position(Hand("R3 B4 W G6 Y9"), Phase("run:7")))
    shown = plans_html("en", advice.groupings, 0, "plan.choose")
    row = re.search(r'class="p10-goals">.*?</ul>', shown, re.DOTALL)
    assert row is not None
    start = advice.groupings[0].groups[0].start or 0
    numbers = [int(n) for n in re.findall(r'class="p10-face"[^>]*>(\d+)<', row[0])]
    assert numbers == list(range(start, start + 7))


def test_tabs_only_where_plans_are_equal() -> None:
    one = advise(Position(Hand("R7 B7 G7"), Phase("set:4")))
    assert 'role="tab"' not in plans_html("en", one.groupings, 0, "plan.choose")
    many = advise(Position(Hand("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"), Phase("2 sets of 2")))
    assert len(many.groupings) > MOST_TABS
    shown = plans_html("en", many.groupings, 1, "plan.choose")
    assert shown.count('role="tab"') == MOST_TABS
    assert shown.count('aria-selected="true"') == 1
    assert str(len(many.groupings) - MOST_TABS) in words(shown)


def test_cards_to_sort_by_come_goal_by_goal() -> None:
    advice = advise(Position(Hand("R9 B9 G9 R1 R2 R3"), Phase("run:4+set:3")))
    assert [str(card) for card in plan_cards(advice.groupings[0])] == [
        *("R1", "R2", "R3", "R9", "B9", "G9"),
    ]


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_moves_are_a_table_with_names_and_equal_ranks(lang: str) -> None:
    hand = Hand("R7 B7 R3 B3 Y5 S R12 B11 G1 Y9 W")
    advice = advise(Position(hand, PHASES[0]))
    shown = advice_html(lang, advice)
    assert shown.count("<tr") == len(hand.kinds()) + 1
    assert shown.count('scope="row"') == len(hand.kinds())
    assert shown.count("data-tip") == shown.count('role="tooltip"')
    ranks = [option.rank for option in advice.options]
    assert ranks == sorted(ranks)


def test_useful_cards_are_told_as_the_phase_looks_at_them() -> None:
    by_number = {Card.parse("R7"): 2, Card.parse("B7"): 1, Card.parse("W"): 8}
    shown = useful_html("en", by_number, Phase("set:3"))
    assert shown.count("<li") == 2
    assert "7, 3 unseen" in words(shown)
    by_color = {Card.parse("R7"): 2, Card.parse("R8"): 1}
    assert "any red card, 3 unseen" in words(useful_html("en", by_color, Phase("color:7")))
    mixed = useful_html("en", by_color, Phase("crun:4+set:3"))
    assert mixed.count("<li") == 2
    assert "red 7, 2 unseen" in words(mixed)


def test_nothing_useful_is_a_dash() -> None:
    assert words(useful_html("en", {}, Phase("set:3"))) == "–"


def test_summary_has_the_headline_and_the_best_move() -> None:
    advice = advise(Position(Hand("R7 B7 R3 B3 Y5 S R12 B11 G1 Y9 W"), PHASES[0]))
    text = words(summary_html("en", advice))
    assert text.startswith("1 card missing · ")
    assert "Discard the skip." in text


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_chances_have_bars_as_long_as_they_are(lang: str) -> None:
    player = Opponent("A", phase=2, cards=10)
    position = Position(Hand("R7 B7 R3 B3 Y5 S R12 B11 G1 Y9 W"), PHASES[0], players=(player,))
    advice = advise(position)
    shown = advice_html(lang, advice)
    parts = [float(part) for part in re.findall(r"--p10-part: ([\d.]+)%", shown)]
    assert all(0 <= part <= 100 for part in parts)
    best = advice.options[0]
    assert f"{float(best.p_within[2]) * 100:.1f}" in re.findall(r"--p10-part: ([\d.]+)%", shown)
    keys = {column.key for column in columns(lang, advice)}
    assert {"within.1", "within.2", "within.3", "within.5", "turns", "danger"} <= keys


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_once_the_phase_lies_only_what_matters_then_is_shown(lang: str) -> None:
    table = (Meld.parse("me set R7 B7 G7"), Meld.parse("A run R3 B4 G5 Y6"))
    laid = Position(
        Hand("Y7 R1 B2"), PHASES[0], table=table, laid=True, at="before_draw", top=Card.parse("B7")
    )
    for position in (laid, replace(laid, at="after_draw", top=None)):
        advice = advise(position)
        keys = [column.key for column in columns(lang, advice)]
        assert keys == ["rank", "move", *(["out"] if advice.question == "draw" else []), "points"]
        assert "p10-plan" not in summary_html(lang, advice)
        assert words(summary_html(lang, advice)).startswith(advice_headline(lang, advice))
    waiting = advise(replace(laid, at="others_turn"))
    assert sentence(lang, "page.do.wait") in words(advice_html(lang, waiting))


def test_a_skip_names_whom_it_is_played_on() -> None:
    players = (Opponent("Anna", phase=1), Opponent("Bruno", phase=4))
    rules = Rules.parse("official")
    hand = Hand("R7 B7 R3 B3 Y5 S R12 B11 G1 Y9 W")
    advice = advise(Position(hand, PHASES[0], rules, players=players))
    text = words(advice_html("en", advice))
    assert "Discard a skip: Anna misses a turn" in text
    assert "Discard a skip: Bruno misses a turn" in text
