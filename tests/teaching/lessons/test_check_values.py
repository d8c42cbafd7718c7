"""Every check value of the course, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, sqrt

import pytest

from phase10.game.cards import Cards, Hand
from phase10.game.phases import Phase
from phase10.solver.odds import chances_within, deal_odds, draw_odds
from phase10.teaching.lessons import chance
from phase10.teaching.lessons.experiment import Experiment
from phase10.teaching.lessons.experiments_draw import (
    AfterNoWild,
    ColorAndNumber,
    NextCard,
    RepeatedDraws,
    TwoCards,
)
from phase10.teaching.lessons.experiments_hand import (
    DealtInOrder,
    HandPoints,
    PhaseDealt,
    UsefulCard,
    Waiting,
    WildsDealt,
)
from phase10.teaching.lessons.experiments_play import MatchRounds, ThrownCards

PAIR = "R7 B7 R1 B2 G3 Y4 R5 B6 G9 Y12"
OPEN = "R3 B4 G5 Y6 R7 B8 R12 B12 G12 Y11"
GAP = "R3 B4 G5 Y6 R8 B9 R12 B12 G12 Y12"


def exact(experiment: Experiment, name: str) -> Fraction:
    return next(figure.exact for figure in experiment.figures if figure.name == name)


def test_l01_what_is_in_the_deck() -> None:
    assert (
        exact(NextCard(), "wild")
        == exact(NextCard(), "seven")
        == Fraction(8, 108)
        == Fraction(2, 27)
    )
    assert exact(NextCard(), "skip") == Fraction(1, 27)
    assert exact(NextCard(), "number") == Fraction(8, 9)


def test_l02_frequency_settles() -> None:
    p = Fraction(2, 27)
    assert round(chance.half_width(p, 50), 4) == 0.0726
    assert round(chance.half_width(p, 1500), 4) == 0.0133
    assert chance.central(chance.binomial(50, p), Fraction(95, 100)) == (1, 8)
    assert exact(RepeatedDraws(), "wilds") == 50 * p


def test_l03_keep_or_put_back() -> None:
    assert exact(AfterNoWild(kept=False), "now") == Fraction(2, 27)
    assert exact(AfterNoWild(kept=True), "now") == Fraction(1, 11)
    assert exact(TwoCards(kept=True), "sevens") == Fraction(14, 2889)
    assert exact(TwoCards(kept=False), "sevens") == Fraction(4, 729)
    assert exact(TwoCards(kept=True), "second") == Fraction(2, 27)


def test_l04_how_many_hands() -> None:
    assert comb(12, 3) == 220
    assert deal_odds(Phase("8")).total == comb(108, 10) == 38_722_819_230_810
    assert exact(DealtInOrder(12, 3), "sorted") == Fraction(1, 6) == Fraction(1, factorial(3))


def test_l05_wilds_in_the_opening_hand() -> None:
    p = Fraction(14973783059, 27078894567)
    assert exact(WildsDealt(), "some") == p == 1 - Fraction(comb(100, 10), comb(108, 10))
    assert round(float(p), 4) == 0.5530
    assert exact(WildsDealt(), "wilds") == Fraction(20, 27)
    assert chance.variance(WildsDealt().distribution) == Fraction(49000, 78003)


def test_l06_outs_and_waiting() -> None:
    waiting = Waiting(PAIR, "set:3", "G10")
    assert (len(waiting.unseen), waiting.outs) == (97, 14)
    assert exact(waiting, "within") == Fraction(55559, 147440)
    assert exact(waiting, "draws") == Fraction(98, 15)
    assert exact(Waiting(PAIR, "set:3", "G10", returned=True), "draws") == Fraction(97, 14)


def test_l07_given_that() -> None:
    useful = UsefulCard(GAP, "run:7", "Y11")
    assert exact(useful, "wild_if_useful") == Fraction(8, 16) == Fraction(1, 2)
    assert exact(useful, "useful_if_wild") == 1
    whole = ColorAndNumber(special=False)
    assert exact(whole, "both") == Fraction(2, 96) == Fraction(24, 96) * Fraction(8, 96)
    after = ColorAndNumber(special=False, seen="R7")
    assert exact(after, "both") == Fraction(1, 95)
    assert (
        exact(after, "color") * exact(after, "number")
        == Fraction(23, 95) * Fraction(7, 95)
        == Fraction(161, 9025)
    )
    assert Fraction(1, 95) != Fraction(161, 9025)


def test_l08_and_or() -> None:
    either = ColorAndNumber()
    assert exact(either, "either") == Fraction(24 + 8 - 2, 108) == Fraction(5, 18)
    assert exact(either, "both") < exact(either, "number") < exact(either, "either")


def test_l09_exact_or_simulate() -> None:
    def complete(phase: str, rules: str) -> Fraction:
        return exact(PhaseDealt(phase, rules=rules), "complete")

    each = "seed,natural_per=group"
    assert complete("8", each) == complete("8", "seed") == Fraction(5201726804, 187974850635)
    assert round(float(complete("8", "seed")), 5) == 0.02767
    assert complete("1", each) == Fraction(6069200932, 33209965035)
    assert round(float(complete("1", "seed")), 5) == 0.18275
    apart = complete("1", f"{each},same_number_sets=no")
    assert apart == Fraction(24707289512, 135394472835)
    assert round(float(apart), 5) == 0.18248
    # Number cards only: what were wilds are cards that serve nothing.
    plain = "seed,deck=4x12x2+0W+12S"
    assert round(float(complete("8", plain)), 6) == 0.003683
    assert round(float(complete("1", plain)), 6) == 0.016553
    assert 10 < complete("1", "seed") / complete("1", plain) < 12, "wilds matter: eleven times"
    assert chance.needed_trials(Fraction(1, 2), Fraction(1, 100)) == 9604


def test_l10_price_of_a_hand() -> None:
    one, hand = exact(HandPoints(1), "points"), exact(HandPoints(10), "points")
    assert one == Fraction(72 * 5 + 24 * 10 + 4 * 15 + 8 * 25, 108) == Fraction(215, 27)
    assert hand == Fraction(2150, 27) == 10 * one
    shares = [Fraction(points * count, 860) * 100 for points, count in chance.POINT_ROWS]
    assert [round(float(share), 1) for share in shares] == [41.9, 27.9, 7.0, 23.3]


@pytest.mark.parametrize(
    ("hand", "outs", "within"),
    [(OPEN, 24, Fraction(21311, 36860)), (GAP, 16, Fraction(1553, 3686))],
)
def test_l11_which_plan(hand: str, outs: int, within: Fraction) -> None:
    top = "G10"
    odds = draw_odds(Hand(hand), Phase("run:7"), seen=Cards(top))
    assert (odds.live, odds.unseen) == (outs, 97)
    assert exact(Waiting(hand, "run:7", top), "next") == Fraction(outs, 97)
    assert exact(Waiting(hand, "run:7", top), "within") == within
    assert chances_within(Hand(hand), Phase("run:7"), 3, seen=Cards(top))[-1] == within


def test_l12_how_long_is_a_game() -> None:
    halves = (Fraction(1, 2),) * 10
    assert chance.expected_rounds(halves) == 20
    assert chance.variance_of_rounds(halves) == 20
    assert sqrt(chance.variance_of_rounds(halves)) == sqrt(20)
    assert exact(MatchRounds(), "within") == Fraction(308333, 524288)
    assert sum(comb(20, k) for k in range(10, 21)) / Fraction(2) ** 20 == Fraction(308333, 524288)
    assert chance.rounds_within(halves, 10) == Fraction(1, 1024)


def test_l13_reading_discards() -> None:
    assert exact(ThrownCards(signs=1), "theirs") == Fraction(1, 19)
    assert exact(ThrownCards(signs=2), "theirs") == Fraction(1, 109)
    assert chance.posterior(Fraction(1, 4), Fraction(9, 10), Fraction(1, 10)) == Fraction(3, 4)


def test_l14_race() -> None:
    r, h = Fraction(1, 4), Fraction(1, 5)
    assert chance.race_table(2, r, h) == (1, Fraction(5, 8), Fraction(5, 16))
    assert chance.race(1, r, h) == r / (r + h - r * h)
    assert chance.race(2, r, h) == (1 - h) * chance.race(1, r, h) ** 2
