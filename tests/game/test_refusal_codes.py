"""Every reason against a move is provoked: the code, the cards it names, the rule, and instead."""

from __future__ import annotations

import copy
import pickle
import re
from dataclasses import replace
from typing import NamedTuple

import pytest

from phase10.game.cards import Card
from phase10.game.engine import Game
from phase10.game.errors import GameError
from phase10.game.moves import Discard, EndTurn, Hit, TakeBack
from phase10.game.refusals import REFUSALS, IllegalMove
from phase10.game.rules import OPTIONS
from phase10.game.setup import Setup
from tests.game.games import NAMES, at, move, only, play, refusal

TEN = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
SETS = ("A set R3 B3 Y3", "A set R9 G9 Y9")
RUN = ("A set R8 B8 G8", "A run R4 B5 Y6 W=7")
COLOR = ("A color B1 B2 B3 B4 B5 B6 W",)
DRAWN = "R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1"


class Case(NamedTuple):
    """One move that is refused, and what the refusal says."""

    game: Game
    move: str
    cards: str = ""
    values: tuple[tuple[str, str | int], ...] = ()
    instead: str | None = None
    seat: str | None = None


def draws(hand: str = TEN, **moment: object) -> Game:
    return at(hand, stage="draw", **moment)


PROVOKED = {
    "turn.over": Case(play(at("R5", table=SETS), "discard R5"), "draw pile"),
    "turn.not_yours": Case(draws(), "draw pile", seat="B"),
    "turn.must_discard": Case(at(f"{TEN} B4"), "end turn", instead="discard R10"),
    "draw.first": Case(draws(), "discard R1", instead="draw pile"),
    "draw.once": Case(at(f"{TEN} B4"), "take discard"),
    "draw.only_top": Case(draws(discards="G1 B4"), "take discard second", instead="take discard"),
    # No game leads here: whoever takes the last discard ends the turn with another.
    "draw.no_discard": Case(only(draws(), "R11 R12", ""), "take discard", instead="draw pile"),
    "draw.empty": Case(
        draws(rules="seed,restock=end", pile="", discards="B4"), "draw pile", instead="take discard"
    ),
    "draw.skip": Case(draws(discards="S"), "take discard", "S", instead="draw pile"),
    "lay.already": Case(at("R1 B2 Y3 G4", table=SETS), "lay run R1 B2 Y3 G4"),
    "lay.skip": Case(at(DRAWN), "lay set R3 B3 S | set R9 G9 Y9", "S"),
    "lay.not_held": Case(at(DRAWN), "lay set R3 B3 G3 | set R9 G9 Y9", "G3"),
    "lay.twice": Case(at(DRAWN), "lay set R3 B3 W | set R9 G9 W", "W"),
    "lay.partial": Case(at(DRAWN), "lay set R3 B3 Y3", "R3 B3 Y3", (("phase", "set:3+set:3"),)),
    "lay.not_a_goal": Case(
        at("R5 B5 G5 R7 B7 G7 R10 B10 G10 G11 Y12"),
        "lay set R5 B5 G5 | set R7 B7 G7 | set R10 B10 G10",
        "R10 B10 G10",
        (("phase", "set:3+set:3"), ("kind", "set")),
    ),
    "lay.wrong_goal": Case(
        at(DRAWN), "lay set R3 B3 Y3 | color R1 R9", "R1 R9", (("phase", "set:3+set:3"),)
    ),
    "lay.short": Case(
        at("R8 B8 G8 R1 B2 Y3 G11 B11 S Y12 Y9", phase=2),
        "lay set R8 B8 G8 | run R1 B2 Y3",
        "R1 B2 Y3",
        (("kind", "run"), ("count", 3), ("size", 4)),
    ),
    "lay.numbers": Case(
        at("R5 B5 G6 R7 B7 G7 R10 B11 G1 G2 Y12"), "lay set R5 B5 G6 | set R7 B7 G7", "G6"
    ),
    "lay.order": Case(
        at("R1 B2 B2 G4 R5 B6 Y7 R9 B10 S R11", phase=4), "lay run R1 B2 B2 G4 R5 B6 Y7", "B2"
    ),
    "lay.ends": Case(
        at("R8 B8 G8 R10 B11 Y12 W B1 S Y5 Y6", phase=2),
        "lay set R8 B8 G8 | run R10 B11 Y12 W",
        "W",
    ),
    "lay.color": Case(
        at("Y7 Y7 Y1 Y4 Y5 Y9 R3 B2 S G1 G2", phase=8), "lay color Y7 Y7 Y1 Y4 Y5 Y9 R3", "R3"
    ),
    "lay.parity": Case(at("R2 B4 G5 R7 B7", phases="even:3"), "lay even R2 B4 G5", "G5"),
    "lay.wild_number": Case(
        at(DRAWN),
        "lay set R3 B3 W=4 | set R9 G9 Y9",
        "W=4",
        instead="lay set R3 B3 Y3 | set R9 G9 Y9",
    ),
    "lay.undeclared": Case(
        at("W W W B4 G4 Y4 R1 R2 B9 G11 Y12"), "lay set W W W | set B4 G4 Y4", "W W W"
    ),
    "lay.no_natural": Case(
        at("W W W W W W W W B5 S R11", phase=4),
        "lay run W=1 W=2 W=3 W=4 W=5 W=6 W=7",
        "W=1 W=2 W=3 W=4 W=5 W=6 W=7",
    ),
    "lay.no_natural_group": Case(
        at("W W W B4 G4 Y4 R1 R2 B9 G11 Y12", rules="seed,natural_per=group"),
        "lay set W=9 W=9 W=9 | set B4 G4 Y4",
        "W=9 W=9 W=9",
    ),
    "lay.same_number": Case(
        at("R3 B3 Y3 R3 G3 Y3 R1 R2 B9 G11 Y12", rules="seed,same_number_sets=no"),
        "lay set R3 B3 Y3 | set R3 G3 Y3",
        "R3 B3 Y3 R3 G3 Y3",
    ),
    "lay.extra": Case(
        at("R3 B3 Y3 R9 G9 Y9 B9 B12 W S R1", rules="seed,extra_on_lay=no"),
        "lay set R3 B3 Y3 | set R9 G9 Y9 B9",
        "Y9",
    ),
    "lay.no_discard": Case(at("R3 B3 Y3 R9 G9 Y9"), "lay set R3 B3 Y3 | set R9 G9 Y9"),
    "lay.not_open": Case(
        at("R3 B3 Y3 R4 B5 G6 Y7 R1 R9 B12 G11"),
        "lay 2: set R3 B3 Y3 | run R4 B5 G6 Y7",
        values=(("number", 2),),
    ),
    "lay.done": Case(
        at(DRAWN, rules="seed,in_order=no", done={"A": (1,)}),
        "lay 1: set R3 B3 Y3 | set R9 G9 Y9",
        values=(("number", 1),),
    ),
    "hit.before_laying": Case(at(f"{TEN} G4", table=("B set R4 B4 Y4",)), "hit G4 on B.1", "G4"),
    "hit.others_same_turn": Case(
        at("G4 B1 Y5", table=(*SETS, "B set R4 B4 Y4"), laid_now=True), "hit G4 on B.1", "G4"
    ),
    "hit.no_group": Case(at("G4 B1", table=SETS), "hit G4 on A.3", "G4"),
    "hit.not_held": Case(at("G4 B1", table=SETS), "hit G9 on A.2", "G9"),
    "hit.skip": Case(at("S R8 B9", phase=8, table=COLOR), "hit S on A.1", "S"),
    "hit.numbers": Case(at("G4 B1", table=SETS), "hit G4 on A.2", "G4", (("number", 9),)),
    "hit.order": Case(
        at("R9 B1", phase=2, table=RUN), "hit R9 on A.2", "R9", (("low", 4), ("high", 7))
    ),
    "hit.ends": Case(
        at("Y1 B2", phase=2, table=("A set R8 B8 G8", "A run G9 Y10 B11 R12")),
        "hit Y1 on A.2",
        "Y1",
        (("low", 9), ("high", 12)),
    ),
    "hit.color": Case(
        at("R8 B9", phase=8, table=COLOR), "hit R8 on A.1", "R8", (("color", "blue"),)
    ),
    "hit.parity": Case(
        at("R3 R2", phases="odd:3", table=("A odd B1 B3 B5",)), "hit R2 on A.1", "R2"
    ),
    "hit.taken": Case(at("B7 R1", phase=2, table=RUN), "hit B7 on A.2", "W=7", (("number", 7),)),
    "hit.wild_number": Case(
        at("W R1", phase=2, table=RUN), "hit W=10 on A.2", "W=3 W=8", instead="hit W=3 on A.2"
    ),
    "hit.undeclared": Case(
        at("W R1", phase=2, table=RUN), "hit W on A.2", "W=3 W=8", instead="hit W=3 on A.2"
    ),
    "hit.last_card": Case(at("G9", table=SETS), "hit G9 on A.2", "G9", instead="discard G9"),
    "wild.stays": Case(at("B7 R1", phase=2, table=RUN), "take W from A.2", "W"),
    "discard.not_held": Case(at(f"{TEN} B4"), "discard G1", "G1"),
    "discard.taken": Case(
        play(draws(discards="G1 B4", rules="seed,discard_taken=no"), "take discard"),
        "discard B4",
        "B4",
    ),
    "discard.target": Case(at(f"{TEN} B4"), "discard B4 on B", "B4", instead="discard B4"),
    "skip.next_only": Case(
        at(f"{TEN} S"), "discard S on C", "S", (("player", 1),), instead="discard S on B"
    ),
    "skip.self": Case(
        at(f"{TEN} S", rules="official"), "discard S on A", "S", instead="discard S on B"
    ),
    "skip.no_player": Case(
        at(f"{TEN} S", rules="official", tied="AC", phase=11), "discard S on B", "S"
    ),
    "skip.choose": Case(
        at(f"{TEN} S", rules="official"), "discard S", "S", instead="discard S on B"
    ),
    "skip.served": Case(
        at(f"{TEN} S", rules="official", skips={"C": 1}), "discard S on C", "S", (("player", 2),)
    ),
}
"""For each code the smallest moment that provokes it."""


def test_every_code_is_provoked():
    assert set(PROVOKED) == set(REFUSALS)


@pytest.mark.parametrize("code", sorted(PROVOKED))
def test_a_refusal_names_its_code_cards_values_and_rule(code):
    case = PROVOKED[code]
    found = refusal(case.game, case.move, case.seat)
    assert found is not None
    assert found.code == code
    assert " ".join(map(str, found.cards)) == case.cards
    assert found.values == case.values
    law = REFUSALS[code]
    assert (found.rule, found.option) == (law.rule, law.option)
    assert re.fullmatch(r"S([1-9]|[1-5]\d|6[0-5])", found.rule)
    assert {name for name, _ in found.values} == set(law.values)


@pytest.mark.parametrize("code", sorted(PROVOKED))
def test_what_is_proposed_instead_is_lawful(code):
    case = PROVOKED[code]
    instead = refusal(case.game, case.move, case.seat).instead
    if instead is not None:
        assert case.game.check(instead) is None
        assert instead in case.game.legal_moves()
    if case.instead is not None:
        assert instead == move(case.instead)


@pytest.mark.parametrize("code", sorted(PROVOKED))
def test_a_refused_move_cannot_be_played_and_changes_nothing(code):
    case = PROVOKED[code]
    seat = None if case.seat is None else NAMES[case.seat]
    before = copy.deepcopy(case.game)
    for attempt in (case.game.play, case.game.steps):
        with pytest.raises(IllegalMove) as caught:
            attempt(move(case.move), seat)
        assert caught.value.refusal.code == code
        assert isinstance(caught.value, GameError)
        twin = pickle.loads(pickle.dumps(caught.value))
        assert (twin.refusal, str(twin)) == (caught.value.refusal, str(caught.value))
    assert case.game == before


@pytest.mark.parametrize("code", sorted(set(REFUSALS) - {"turn.over", "turn.not_yours"}))
def test_a_refused_move_does_not_end_the_turn(code):
    game = PROVOKED[code].game
    assert game.legal_moves()


DECIDED = {
    "draw.empty": {"restock": "reshuffle"},
    "draw.skip": {"take_skip": True},
    "lay.no_natural_group": {"natural_per": "phase"},
    "lay.same_number": {"same_number_sets": True},
    "lay.extra": {"extra_on_lay": True},
    "lay.no_discard": {"go_out_by_hit": True},
    "lay.not_open": {"in_order": False},
    "hit.others_same_turn": {"hit_others_same_turn": True},
    "hit.last_card": {"go_out_by_hit": True},
    "discard.taken": {"discard_taken": True},
    "skip.next_only": {"skip_target": "chosen"},
    "skip.choose": {"skip_target": "next"},
    "skip.served": {"skip_limit": "none"},
}
"""The options with which the same move would be lawful."""

WHICH_PHASES = ("last_phase", "use_phases", "in_order", "advance_all")


def under(game: Game, **options: object) -> Game:
    """The same moment with other rules."""
    setup = game.setup
    rules = replace(setup.rules, **options)
    return replace(game, setup=Setup(rules, setup.phases, setup.players, setup.seed))


def test_every_code_that_an_option_decides_names_it():
    named = {code: law.option for code, law in REFUSALS.items() if law.option}
    # Phases in order: another phase is open then, not the one made before.
    assert named == {code: next(iter(option)) for code, option in DECIDED.items()} | {
        "lay.done": "in_order"
    }


@pytest.mark.parametrize("code", sorted(DECIDED))
def test_with_the_option_the_other_way_the_move_is_lawful(code):
    case = PROVOKED[code]
    assert refusal(under(case.game, **DECIDED[code]), case.move) is None


@pytest.mark.parametrize("code", sorted(set(REFUSALS) - set(DECIDED)))
def test_no_option_of_the_turn_allows_what_all_rules_forbid(code):
    case = PROVOKED[code]
    for option, allowed in OPTIONS.items():
        for value in () if option in WHICH_PHASES else allowed:
            if option == "players" and value < len(case.game.seats):
                continue
            other = under(case.game, **{option: value})
            assert refusal(other, case.move, case.seat) is not None, (option, value)


@pytest.mark.parametrize(
    "strange",
    [
        Hit(Card.parse("R3"), 9, 1),
        Hit(Card.parse("R3"), -1, 1),
        Hit(Card.parse("R3"), 0, -1),
        Hit(Card.parse("R3"), 0, 0),
        TakeBack(Card.parse("R3"), 9, 1),
        Discard(Card.parse("S"), 9),
        Discard(Card.parse("S"), -1),
        Discard(Card.parse("S"), -2),
        EndTurn(),
    ],
)
@pytest.mark.parametrize("players", [2, 6])
def test_players_and_groups_that_do_not_exist_are_refused(strange, players):
    table = (*SETS, *("F set G3 B3 W=3", "F set R1 B1 Y1")[: players - 2])
    for rules in ("seed", "official"):
        game = at("R3 S R4 W R5", rules=rules, players=players, table=table)
        assert game.check(strange) is not None
        assert game.check(strange).code in REFUSALS
