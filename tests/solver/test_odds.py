"""What is asked wrongly, what is unusual: decks, cards seen, the last cards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from phase10.game.cards import CARDS, Cards, Deck, Hand
from phase10.game.errors import CardError, GameError, NumberError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import Rules
from phase10.solver import odds
from phase10.solver.odds import (
    chances_within,
    chances_within_discards,
    deal_odds,
    draw_odds,
    useful_draws,
)


@pytest.mark.parametrize("cards", [-1, 109, 10**9])
def test_deals_of_impossible_size(cards: int) -> None:
    with pytest.raises(NumberError) as caught:
        deal_odds(PHASES[0], cards)
    assert caught.value.code == "number.range"
    assert caught.value.values == {"what": "cards", "value": cards, "low": 0, "high": 108}


def test_a_small_deck_deals_fewer_cards() -> None:
    rules = Rules(deck=Deck(colors=2, numbers=6, copies=1, wilds=1, skips=0))
    assert deal_odds(Phase("run:6"), 13, rules).probability == 1
    with pytest.raises(NumberError) as caught:
        deal_odds(Phase("run:6"), 14, rules)
    assert caught.value.values["high"] == 13


@pytest.mark.parametrize("draws", [0, -3, 11])
def test_impossible_numbers_of_draws(draws: int) -> None:
    for call in (chances_within, chances_within_discards):
        with pytest.raises(NumberError) as caught:
            call(Hand("R1"), PHASES[0], draws)
        assert caught.value.values == {"what": "draws", "value": draws, "low": 1, "high": 10}


def test_more_cards_seen_than_there_are() -> None:
    hand, seen = Hand("R7 R7"), Cards("R7")
    calls = [
        lambda: useful_draws(hand, PHASES[0], seen=seen),
        lambda: draw_odds(hand, PHASES[0], seen=seen),
        lambda: chances_within(hand, PHASES[0], 2, seen=seen),
        lambda: chances_within_discards(hand, PHASES[0], 2, seen=seen),
    ]
    for call in calls:
        with pytest.raises(CardError) as caught:
            call()
        assert caught.value.code == "card.too_many"
        assert caught.value.values == {"card": "R7", "count": 3, "limit": 2}


def test_by_hand() -> None:
    """Six of a run of seven: 8 sevens and 8 wilds of 102 unseen cards help."""
    hand = Hand("R1 B2 G3 Y4 R5 B6")
    found = draw_odds(hand, PHASES[3])
    assert (found.missing, found.live, found.unseen) == (1, 16, 102)
    assert found.useful == {CARDS[k]: 2 for k in (6, 18, 30, 42)} | {CARDS[48]: 8}
    assert found.p_next == found.p_complete == Fraction(16, 102)
    two = 1 - Fraction(86 * 85, 102 * 101)
    assert chances_within(hand, PHASES[3], 2) == (Fraction(16, 102), two)


def test_one_natural_card_is_needed() -> None:
    """Wilds alone: any number card starts the phase, a further wild does not."""
    found = draw_odds(Hand("W W W W W W W"), PHASES[0])
    assert found.missing == 1
    assert found.live == 96
    assert CARDS[48] not in found.useful


def test_a_complete_hand() -> None:
    found = draw_odds(Hand("R7 B7 G7 R2 B2 G2"), PHASES[0])
    assert (found.missing, found.useful, found.live) == (0, {}, 0)
    assert found.p_next == found.p_complete == 1
    assert chances_within(Hand("R7 B7 G7 R2 B2 G2"), PHASES[0], 2) == (1, 1)


def test_nothing_left_to_draw() -> None:
    hand = Hand("R1 R1")
    seen = Cards.from_counts([0, *Deck().counts[1:]])
    found = draw_odds(hand, Phase("set:4"), seen=seen)
    assert (found.unseen, found.p_next, found.p_complete) == (0, 0, 0)
    assert chances_within(hand, Phase("set:4"), 2, seen=seen) == (0, 0)


def test_the_last_cards_run_out() -> None:
    """Two cards are left: with both drawn the chance no longer changes."""
    counts = list(Deck().counts)
    counts[0] = 0
    counts[12] = 0
    seen = Cards.from_counts([*counts[:48], 7, 4])
    hand = Hand("R1 R1 B1")
    assert chances_within(hand, Phase("set:5"), 4, seen=seen) == (0, 1, 1, 1)
    assert chances_within(hand, Phase("set:4"), 1, seen=seen) == (1,)


def test_a_run_beside_a_color() -> None:
    """Seven of eight: any of the eight fours, or a wild."""
    hand = Hand("R1 B2 G3 R7 R8 R9 R10")
    one, two, three = chances_within(hand, Phase("run:4+color:4"), 3)
    assert one == Fraction(16, 101)
    assert two >= 1 - Fraction(85 * 84, 101 * 100)
    assert two < three < 1


def test_too_many_cases_to_count() -> None:
    """Two goals of one colour beside a run: deals are refused, one draw is still exact."""
    phase = Phase("run:3+color:3+color:3")
    with pytest.raises(GameError) as caught:
        deal_odds(phase)
    assert caught.value.code == "odds.mixed"
    assert caught.value.values == {"phase": "run:3+color:3+color:3"}
    hand = Hand("R1 B2 R7 R8 R9 G7 G8 G9")
    assert chances_within(hand, phase, 3) == (draw_odds(hand, phase).p_complete,)
    assert chances_within(hand, phase, 3)[0] == Fraction(16, 100)
    assert set(map(len, chances_within_discards(hand, phase, 3).values())) == {1}


def test_fewer_draws_where_steps_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    hand, phase = Hand("R1 R2 B3 B5 G6 G8 Y9 Y11 R12 B12"), Phase("run:4+color:4")
    whole = chances_within(hand, phase, 5)
    assert len(whole) == 5
    monkeypatch.setattr(odds, "CHANCE_WORK", 3000)
    fewer = chances_within(hand, phase, 5)
    assert 1 <= len(fewer) < 5
    assert fewer == whole[: len(fewer)]
    monkeypatch.setattr(odds, "DEAL_WORK", 3000)
    with pytest.raises(GameError) as caught:
        deal_odds(phase)
    assert caught.value.code == "odds.mixed"
