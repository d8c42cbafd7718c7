"""How likely the next player can use a discard: certain on the table, else an estimate."""

from __future__ import annotations

import random
from dataclasses import replace
from math import comb

import pytest

from phase10.game.cards import CARDS, SKIP, STANDARD_DECK, WILD, Card, Cards, Hand
from phase10.game.melds import Meld
from phase10.game.phases import PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.solver.danger import danger, fits_table, phase_of
from phase10.solver.plan_danger import OF_USE

HAND = Hand("R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10 G11")
DECK = [kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies)]


def use(card: str, player: Opponent, **parts: object) -> float | None:
    position = Position(HAND, PHASES[0], players=(player,))
    position = replace(position, **parts)  # type: ignore[arg-type]
    return danger(Card.parse(card), player, position)


def test_what_fits_the_table_is_certain_for_who_has_laid_down() -> None:
    table = (Meld.parse("A set R12 B12 G12"), Meld.parse("me run R3 B4 G5 Y6"))
    down = Opponent("A", phase=1, cards=4, laid=True)
    position = Position(HAND, PHASES[0], table=table, players=(down,))
    for card in CARDS:
        expected = card.kind == WILD or card.number in (2, 7, 12)
        assert fits_table(card, position) == expected
        assert danger(card, down, position) == float(expected)
    assert use("R2", replace(down, laid=True)) == 0.0  # an empty table takes nothing


def test_nobody_needs_a_skip_and_everybody_a_wild() -> None:
    waiting = Opponent("A", phase=4, cards=10)
    assert use("S", waiting) == 0.0
    assert use("W", waiting) == 1.0


def test_of_an_unknown_phase_nothing_is_said() -> None:
    assert use("R5", Opponent("A")) is None
    assert use("R5", Opponent("A", phase=11)) is None
    position = Position(HAND, PHASES[0])
    assert phase_of(Opponent("A", phase=4), position) == PHASES[3]
    assert phase_of(Opponent("A", phase=0), position) is None


@pytest.mark.parametrize("number", [1, 3, 4, 7, 9])
def test_what_a_player_took_threw_and_holds_changes_the_estimate(number: int) -> None:
    blank = Opponent("A", phase=number, cards=10)
    sets = PHASES[number - 1].groups[0].kind == "set"
    alone = use("R12", blank)
    threw = use("R12", replace(blank, threw=Cards("B12")))
    holds = use("R12", replace(blank, holds=Cards("Y12")))
    took = use("R12", replace(blank, took=Cards("G12")))
    assert 0 < alone < 1
    assert threw < alone
    assert holds == took
    if sets:
        assert took == 1.0
    elif len(PHASES[number - 1].groups) == 1:
        assert took == 0.0  # a run needs no second 12


def test_fewer_cards_hold_a_number_less_likely() -> None:
    chances = [use("R12", Opponent("A", phase=7, cards=cards)) for cards in range(1, 11)]
    assert chances == sorted(chances)
    # One card of 97 unseen, eight of them twelves; most numbers held are collected.
    assert chances[0] == pytest.approx(OF_USE * 8 / 97)


@pytest.mark.parametrize(("phase", "runs"), [(4, 6), (5, 5), (6, 4)])
def test_numbers_in_more_of_the_runs_are_needed_more(phase: int, runs: int) -> None:
    size = 13 - runs
    blank = Opponent("A", phase=phase, cards=10)
    position = Position(Hand("W W W W W W W W S S"), PHASES[0], players=(blank,))
    chances = [danger(CARDS[number], blank, position) for number in range(12)]
    none_held = comb(90, 10) / comb(98, 10)
    for number, chance in enumerate(chances):
        through = sum(start <= number < start + size for start in range(runs))
        assert chance == pytest.approx(none_held * through / runs)


def test_colors_of_known_cards() -> None:
    player = Opponent("A", phase=8, cards=10)
    assert use("R12", player) == 0.25
    assert use("R12", replace(player, threw=Cards("B7 G1"))) == 0.5
    reds = replace(player, took=Cards("R2 R3 B4"))
    assert use("R12", reds) == pytest.approx(2 / 3)
    assert use("B12", reds) == pytest.approx(1 / 3)
    assert use("G12", reds) == 0.0
    assert use("R12", replace(reds, threw=Cards("R7"))) < use("R12", reds)


def test_even_and_odd() -> None:
    phases = (Phase("even:7"), Phase("odd:7"), Phase("parity:7"))
    players = [Opponent("A", phase=number, cards=10) for number in (1, 2, 3)]
    assert [use("R12", player, phases=phases) for player in players] == [1.0, 0.0, 0.5]
    assert [use("R1", player, phases=phases) for player in players] == [0.0, 1.0, 0.5]


@pytest.mark.parametrize("seed", range(40))
def test_an_estimate_is_a_chance(seed: int) -> None:
    rng = random.Random(seed)
    cards = [CARDS[kind] for kind in rng.sample(DECK, 40)]
    phases = (*PHASES, Phase("crun:4+cset:2"), Phase("even:4+odd:3"), Phase("parity:6"))
    player = Opponent(
        "A",
        phase=rng.randrange(1, len(phases) + 1),
        cards=rng.choice([None, 1, 5, 10]),
        took=Cards(cards[11 : 11 + rng.randrange(4)]),
        threw=Cards(cards[20 : 20 + rng.randrange(6)]),
        holds=Cards(cards[30 : 30 + rng.randrange(3)]),
    )
    position = Position(
        Hand(cards[:11]),
        PHASES[0],
        phases=phases,
        discards=tuple(player.threw),
        players=(player,),
    )
    for card in CARDS:
        estimate = danger(card, player, position)
        assert estimate is not None
        assert 0 <= estimate <= 1
        assert (estimate == 0) or card.kind != SKIP
