"""Every rule option, with every value it can have, does what it says and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from phase10.game.cards import CARDS, STANDARD_DECK, Card, Deck, Hand
from phase10.game.engine import Game
from phase10.game.errors import GameError, RulesError
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import OPTIONS, PRESETS, Rules
from phase10.game.setup import Setup
from phase10.game.shuffle import DealCode, deal
from tests.game.games import all_cards, at, code, deck_cards, held, legal, on_table, only, play
from tests.game.hostile import attempt

TEN = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
SETS = ("A set R3 B3 Y3", "A set R9 G9 Y9")
LAYS = "lay set R3 B3 Y3 | set R9 G9 Y9"
FOURS = "B set R4 B4 G4"
FORTY = PHASES * 4


def allowed(make: Callable[..., object], *arguments: object, **named: object) -> bool:
    return not isinstance(attempt(lambda: make(*arguments, **named)), GameError)


# --- what a phase needs --------------------------------------------------------------------------


def natural_per(rules: Rules) -> object:
    game = at("W W W B4 G4 Y4 R1 R2 B9 G11 Y12", rules=rules)
    wild_alone = any(
        all(card.is_wild for card in group.cards)
        for lay in game.legal_layings()
        for group in lay.groups
    )
    return code(game, "lay set W=9 W=9 W=9 | set B4 G4 Y4"), wild_alone


def same_number_sets(rules: Rules) -> object:
    game = at("R3 B3 Y3 R3 G3 Y3 R1 R2 B9 G11 Y12", rules=rules)
    return code(game, "lay set R3 B3 Y3 | set R3 G3 Y3"), len(game.legal_layings()) > 0


def wild_points(rules: Rules) -> object:
    over = play(
        at("R5", table=SETS, hands={"B": "W", "C": "W W R1", "D": "S"}, rules=rules), "discard R5"
    )
    return over.points


def run_min(rules: Rules) -> object:
    goals = ("run:2", "run:3", "crun:3", "run:4", "set:2")
    return tuple(allowed(Setup, rules, (Phase(goal),)) for goal in goals)


def extra_on_lay(rules: Rules) -> object:
    game = at("R3 B3 Y3 R9 G9 Y9 B9 B12 W S R1", rules=rules)
    exact_first = code(play(game, LAYS), "hit B9 on A.2")
    return code(game, f"{LAYS} B9"), exact_first


# --- the turn ------------------------------------------------------------------------------------


def hit_others_same_turn(rules: Rules) -> object:
    game = play(at("R3 B3 Y3 R9 G9 Y9 Y4 Y3 W S R1", table=[FOURS], rules=rules), LAYS)
    return code(game, "hit Y4 on B.1"), "hit Y4 on B.1" in legal(game), code(game, "hit Y3 on A.1")


def go_out_by_hit(rules: Rules) -> object:
    hits = at("Y4", table=[*SETS, FOURS], rules=rules)
    lays = at("R3 B3 Y3 R9 G9 Y9", rules=rules)
    return (
        code(hits, "hit Y4 on B.1"),
        "hit Y4 on B.1" in legal(hits),
        code(lays, LAYS),
        len(lays.legal_layings()) > 0,
        allowed(Setup, rules, (Phase("run:11"),)),
        code(hits, "discard Y4"),
    )


def discard_taken(rules: Rules) -> object:
    before = at(TEN, stage="draw", discards="G1 B4", pile="Y1 Y2", rules=rules)
    taken, drawn = play(before, "take discard"), play(before, "draw pile")
    double = play(at(f"{TEN[:-4]} B4", stage="draw", discards="B4", rules=rules), "take discard")
    last = at("B4", table=SETS, rules=rules, drew="B4", taken=True)
    alike = at("R4 B1", table=["A set B4 G4 Y4"], stage="draw", discards="R4", rules=rules)
    hit = play(alike, "take discard", "hit R4 on A.1")
    hand = "R3 B3 Y3 R9 G9 Y9 R1 R2 R4 R5"
    moment = {"stage": "draw", "rules": rules, "pile": "Y1 Y9"}
    lays_drawn = play(at(hand, **moment), "draw pile", LAYS)
    lays_others = play(at(hand, discards="G7", **moment), "take discard", LAYS)
    lays_taken = play(at(hand, discards="Y9", **moment | {"pile": "Y1"}), "take discard", LAYS)
    drawn_kept = play(at(hand, **moment | {"pile": "Y1 G7"}), "draw pile", LAYS)
    return (
        code(taken, "discard B4"),
        "discard B4" in legal(taken),
        code(lays_others, "discard G7"),
        [code(lays_drawn, "discard Y9"), code(lays_taken, "discard Y9")],
        code(drawn_kept, "discard G7"),
        code(drawn, f"discard {CARDS[drawn.drew]}"),
        code(double, "discard B4"),  # the other one of two alike may go
        code(last, "discard B4"),  # the last card ends the round
        code(hit, "discard R4"),  # the one that was hit may have been the one taken
    )


def take_skip(rules: Rules) -> object:
    game = at(TEN, stage="draw", discards="S", rules=rules)
    return code(game, "take discard"), legal(game)


def skip_target(rules: Rules) -> object:
    game = at(f"{TEN} S", rules=rules)
    pair = at(f"{TEN} S", rules=rules, players=2)
    return code(game, "discard S on C"), game.skip_targets(), pair.skip_targets()


def skip_limit(rules: Rules) -> object:
    chosen = replace(rules, skip_target="chosen")
    game = at(f"{TEN} S", rules=chosen, skips={"C": 1})
    pair = at(f"{TEN} S", rules=rules, players=2)
    again = replace(play(pair, "discard S on B"), stage="play")
    return code(game, "discard S on C"), game.skip_targets(), again.skip_targets()


# --- the round -----------------------------------------------------------------------------------


@cache
def seed_with_first(letter: str, then: str) -> int:
    """The first seed whose deal turns up such a card, with such a one next in the pile."""
    for seed in range(100_000):
        dealt = deal(DealCode(3, seed, 1))
        following = CARDS[dealt.pile[-1]]
        is_number = following.is_number if then == "number" else str(following) == then
        if str(dealt.top) == letter and is_number:
            return seed
    raise AssertionError("no such deal")


def turned_up(rules: Rules, letter: str, then: str = "number") -> tuple[object, ...]:
    """What lies face up, what lies under the pile, and who begins with what."""
    seed = seed_with_first(letter, then)
    dealt = deal(DealCode(3, seed, 1))
    game = Game.start(seed, 3, rules, dealer=0)
    assert all_cards(game) == deck_cards(STANDARD_DECK)
    place = len(dealt.pile) - len(game.pile)  # so many cards were turned
    return (
        [str(CARDS[kind]) for kind in game.discards if kind >= 48],
        game.discards[-1] == dealt.pile[-1],
        [str(CARDS[kind]) for kind in game.pile[:1] if kind != dealt.pile[0]],
        place,
        game.turn,
        "take discard" in legal(game),
    )


def first_wild(rules: Rules) -> object:
    return turned_up(rules, "W")


def first_skip(rules: Rules) -> object:
    twice = turned_up(replace(rules, take_skip=False), "S", "S")[0]
    return turned_up(rules, "S"), twice


def restock(rules: Rules) -> object:
    game = at(TEN, stage="draw", pile="", discards="G1 W S B4", rules=rules)
    pile = len(play(game, "draw pile").pile) > 80 if "draw pile" in legal(game) else None
    blocked = at(f"{TEN} S", pile="", discards="B4", rules=rules)
    return legal(game), code(game, "draw pile"), pile, play(blocked, "discard S on B").stage


def next_dealer(rules: Rules) -> object:
    table = ["C set R3 B3 Y3", "C set R9 G9 Y9"]
    left = play(at("R5", turn="C", table=table, dealer="A", rules=rules), "discard R5")
    moment = {"dealer": "D", "rules": rules, "hands": {"B": "R1"}}
    blocked = play(only(at("S R5", table=SETS, **moment), "", ""), "discard S on B")
    return left.next_round().dealer, blocked.next_round().dealer


# --- the match -----------------------------------------------------------------------------------


def last_phase(rules: Rules) -> object:
    setup = Setup(rules, FORTY)
    last = setup.numbers[-1]
    game = replace(
        at("R5", table=SETS, phases=FORTY, rules=rules, phase=1),
        setup=setup,
    )
    seat = replace(game.seats[0], done=setup.numbers[:-1], laid=last)
    over = play(replace(game, seats=(seat, *game.seats[1:])), "discard R5")
    return setup.numbers, over.winner, allowed(Setup, rules, PHASES)


def use_phases(rules: Rules) -> object:
    return Setup(rules).numbers, at("R5", rules=rules, phase=2).open_phases(0)


def in_order(rules: Rules) -> object:
    game = at("R3 B3 Y3 R9 G9 Y9 R1 R2 R4 B5 B6", rules=rules, done={"A": (1, 2)})
    return game.open_phases(0), code(game, "lay 8: color R1 R2 R3 R4 R9 B3 B5")


def advance_all(rules: Rules) -> object:
    over = play(at("R5", table=SETS, rules=rules), "discard R5").next_round()
    last = play(
        at("R5", table=SETS, rules=rules, round_number=10, scores={"A": 99}, hands={"B": "R1"}),
        "discard R5",
    )
    return [over.open_phases(seat) for seat in (0, 1)], last.winner


TENTH = "lay set R5 B5 G5 Y5 R5 | set R7 B7 G7"


def game_end(rules: Rules) -> object:
    hand = "R5 B5 G5 Y5 R5 R7 B7 G7 R1 R2 B1"
    alone = play(at(hand, phase={"A": 10, "B": 9}, rules=rules), TENTH)
    rival = play(at(hand, phase={"A": 10, "B": 10}, rules=rules), TENTH)
    table = [*SETS, "B set R4 B4 Y4 G4 R4", "B set R8 G8 Y8"]
    moment = {"table": table, "phase": {"B": 10}, "hands": {"B": "W W"}, "rules": rules}
    another_out = play(at("R5", **moment), "discard R5")
    own = play(at("R5", phase={"A": 10}, table=SETS, rules=rules), "discard R5")
    return (
        (alone.stage, alone.winner, alone.out),
        (rival.stage, rival.winner),
        (another_out.stage, another_out.winner, another_out.next_round().open_phases(1))
        if another_out.winner is None
        else (another_out.stage, another_out.winner),
        (own.stage, own.winner),
    )


def tie_break(rules: Rules) -> object:
    hand = "R5 B5 G5 Y5 R5 R7 B7 G7 R1 R2 B1"
    laid = play(at(hand, tied="AB", phase=11, rules=rules), TENTH)
    out = play(at("R5", tied="AB", phase=11, table=SETS, rules=rules), "discard R5")
    return (laid.stage, laid.winner), (out.stage, out.winner)


def players(rules: Rules) -> object:
    return tuple(number for number in range(9) if allowed(Setup, rules, players=number))


EXPECTED: dict[Callable[[Rules], object], dict[Any, object]] = {
    natural_per: {"phase": ("", True), "group": ("lay.no_natural_group", False)},
    same_number_sets: {True: ("", True), False: ("lay.same_number", False)},
    wild_points: {25: (0, 25, 55, 15), 20: (0, 20, 45, 15)},
    run_min: {
        2: (True, True, True, True, True),
        3: (False, True, True, True, True),
        4: (False, False, False, True, True),
    },
    extra_on_lay: {True: ("", ""), False: ("lay.extra", "")},
    hit_others_same_turn: {True: ("", True, ""), False: ("hit.others_same_turn", False, "")},
    go_out_by_hit: {
        True: ("", True, "", True, True, ""),
        False: ("hit.last_card", False, "lay.no_discard", False, False, ""),
    },
    discard_taken: {
        True: ("", True, "", ["", ""], "", "", "", "", ""),
        False: ("discard.taken", False, "discard.taken", ["", ""], "", "", "", "", ""),
    },
    take_skip: {
        True: ("", {"draw pile", "take discard"}),
        False: ("draw.skip", {"draw pile"}),
    },
    skip_target: {"next": ("skip.next_only", (1,), (1,)), "chosen": ("", (1, 2, 3), (1,))},
    skip_limit: {"none": ("", (1, 2, 3), (1,)), "until_served": ("skip.served", (1, 3), (1,))},
    first_wild: {
        "take": (["W"], False, [], 0, 1, True),
        "put_back": ([], True, ["W"], 0, 1, True),
    },
    first_skip: {
        "lose_turn": ((["S"], False, [], 0, 2, False), ["S"]),
        "put_back": (([], True, ["S"], 0, 1, True), []),
        "cover": ((["S"], True, [], 1, 1, True), ["S", "S"]),
    },
    restock: {
        "reshuffle": ({"draw pile", "take discard"}, "", False, "draw"),
        "end": ({"take discard"}, "draw.empty", None, "round over"),
    },
    next_dealer: {"left": (1, 0), "winner": (2, 0)},
    last_phase: {
        number: (tuple(range(1, (number or 40) + 1)), 0, number <= 10) for number in range(41)
    },
    use_phases: {
        "all": (tuple(range(1, 11)), (2,)),
        "even": ((2, 4, 6, 8, 10), (4,)),
        "odd": ((1, 3, 5, 7, 9), (3,)),
    },
    in_order: {True: ((3,), "lay.not_open"), False: ((3, 4, 5, 6, 7, 8, 9, 10), "lay.color")},
    advance_all: {True: ([(2,), (2,)], 1), False: ([(2,), (1,)], None)},
    game_end: {
        "round": (
            ("play", None, None),
            ("play", None),
            ("match over", 1),
            ("match over", 0),
        ),
        "at_once": (
            ("match over", 0, None),
            ("play", None),
            ("match over", 1),
            ("match over", 0),
        ),
        "out": (
            ("play", None, None),
            ("play", None),
            ("round over", None, (10,)),
            ("match over", 0),
        ),
    },
    tie_break: {
        "lay": (("match over", 0), ("match over", 0)),
        "out": (("play", None), ("match over", 0)),
    },
    players: {number: tuple(range(2, number + 1)) for number in range(2, 7)},
}
"""What each option changes, told by the function of its name, for each of its values."""


def test_every_option_and_every_value_is_told():
    assert {tell.__name__: set(said) for tell, said in EXPECTED.items()} == {
        option: set(values) for option, values in OPTIONS.items()
    }


@pytest.mark.parametrize("tell", EXPECTED, ids=lambda tell: tell.__name__)
def test_every_value_says_something_else(tell):
    said = [repr(each) for each in EXPECTED[tell].values()]
    if tell is last_phase:  # 0 is the whole list, which has 40
        assert said.pop(0) == said[39].replace("False", "True")
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("tell", "value"),
    [(tell, value) for tell, said in EXPECTED.items() for value in said],
    ids=lambda part: part.__name__ if callable(part) else str(part),
)
def test_an_option_does_what_it_says(tell, value, preset):
    rules = replace(PRESETS[preset], **{tell.__name__: value})
    assert tell(rules) == EXPECTED[tell][value]


# --- decks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deck", [Deck(4, 12, 1, 8, 4), Deck(3, 5, 2, 3, 3), Deck(2, 6, 2, 4, 3), Deck(4, 12, 4, 16, 8)]
)
def test_a_deck_of_ones_own(deck):
    game = Game.start(5, 2, Rules(deck=deck), (Phase("set:3"),))
    assert all_cards(game) == deck_cards(deck)
    assert len(game.pile) == deck.size - 21
    game = play(game, "draw pile")
    assert all_cards(game) == deck_cards(deck)


def test_how_many_a_deck_serves():
    served = {}
    for deck in (STANDARD_DECK, Deck(4, 12, 1, 8, 4), Deck(2, 5, 2, 1, 2), Deck(2, 5, 2, 1, 0)):
        rules, phases = Rules(deck=deck), (Phase("set:2"),)
        served[deck.size] = [n for n in range(2, 7) if allowed(Setup, rules, phases, n)]
    assert served == {108: [2, 3, 4, 5, 6], 60: [2, 3, 4, 5], 23: [2], 21: [2]}


# --- impossible mixtures -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        ({"advance_all": True, "in_order": False}, "advance_all=yes", "in_order=no"),
        ({"advance_all": True, "game_end": "at_once"}, "advance_all=yes", "game_end=at_once"),
        ({"advance_all": True, "game_end": "out"}, "advance_all=yes", "game_end=out"),
        ({"use_phases": "even", "last_phase": 1}, "use_phases=even", "last_phase=1"),
    ],
)
def test_options_that_contradict_each_other(options, first, second):
    for make in (
        lambda: Rules(**options),
        lambda: replace(PRESETS["official"], **options),
        lambda: Rules.parse(f"seed,{first},{second}"),
        lambda: Rules.parse(f"official,{second},{first}"),
    ):
        with pytest.raises(RulesError) as caught:
            make()
        assert caught.value.code == "rules.mixture"
        assert caught.value.values == {"first": first, "second": second}


@pytest.mark.parametrize(
    ("rules", "phases", "players", "error", "values"),
    [
        ("seed", "1", 1, "game.players", {"count": 1, "low": 2, "high": 6}),
        ("seed", "1", 7, "game.players", {"count": 7, "low": 2, "high": 6}),
        ("seed,players=4", "1", 5, "game.players", {"count": 5, "low": 2, "high": 4}),
        ("seed,deck=2x5x2+1W+2S", "set:2", 3, "game.deck",
         {"count": 23, "needed": 31, "players": 3}),
        ("seed,last_phase=3", "1/2", 4, "game.last_phase", {"number": 3, "last": 2}),
        ("seed,use_phases=even", "1", 4, "game.no_phases", {}),
        ("seed", "run:2", 4, "game.run_min", {"phase": "run:2", "low": 3}),
        ("official", "1/run:3+set:2", 4, "game.run_min", {"phase": "run:3+set:2", "low": 4}),
        ("official", "crun:3", 4, "game.run_min", {"phase": "crun:3", "low": 4}),
        ("seed", "run:11", 4, "game.phase_discard", {"phase": "run:11"}),
        ("seed,deck=4x12x2+0W+4S", "cset:3", 4, "game.phase_deck", {"phase": "cset:3"}),
        ("seed,deck=1x12x3+2W+4S", "set:6", 2, "game.phase_deck", {"phase": "set:6"}),
        ("seed,deck=4x5x2+2W+4S", "run:8", 2, "game.phase_deck", {"phase": "run:8"}),
        ("seed,deck=1x2x9+3W+4S", "odd:8+set:2", 2, None, {}),
        ("seed,deck=1x2x5+3W+9S", "odd:9", 2, "game.phase_deck", {"phase": "odd:9"}),
        ("seed,deck=1x2x5+3W+9S", "even:9", 2, "game.phase_deck", {"phase": "even:9"}),
        ("seed,deck=2x3x2+1W+9S", "color:8", 2, "game.phase_deck", {"phase": "color:8"}),
        ("seed,deck=0x0x0+20W+9S", "set:3", 2, "game.phase_deck", {"phase": "set:3"}),
        # A phase that is not played may ask what it likes.
        ("seed,last_phase=1", "1/run:11/run:2", 4, None, {}),
        ("seed,use_phases=odd", "1/run:11/2", 4, None, {}),
    ],
)  # fmt: skip
def test_rules_that_do_not_go_with_phases_deck_or_players(rules, phases, players, error, values):
    listed = tuple(map(Phase, phases.split("/")))
    result = attempt(lambda: Game.start(1, players, Rules.parse(rules), listed))
    if error is None:
        assert isinstance(result, Game)
    else:
        assert (result.code, result.values) == (error, values)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_seeds_out_of_range(seed):
    assert attempt(lambda: Game.start(seed)).code == "number.range"


@pytest.mark.parametrize("dealer", [-1, 4])
def test_dealers_who_are_not_at_the_table(dealer):
    assert attempt(lambda: Game.start(1, 4, dealer=dealer)).code == "number.range"


def test_every_edition_can_be_played_by_the_seed_rules():
    for edition in EDITIONS.all().values():
        assert Setup(phases=edition.phases).numbers == tuple(range(1, len(edition.phases) + 1))
    short = [e.id for e in EDITIONS.all().values()
             if not allowed(Setup, PRESETS["official"], e.phases)]  # fmt: skip
    assert short == ["master"]  # one-colour runs of three; officially a run has four


def test_a_new_round_is_dealt_only_after_one_is_over():
    game = Game.start(3)
    assert attempt(game.next_round).code == "game.running"
    over = replace(game, stage="match over", winner=0)
    assert attempt(over.next_round).code == "game.over"


# --- what is seen of each other ------------------------------------------------------------------


def test_what_all_have_seen_of_a_player():
    game = at(TEN, stage="draw", discards="G1 B4", pile="Y8 Y7")
    taken = play(game, "take discard")
    assert taken.seats[0].took == (CARDS.index(Card.parse("B4")),)
    thrown = play(taken, "discard R10")
    assert [CARDS[kind] for kind in thrown.seats[0].threw] == [Card.parse("R10")]
    assert thrown.seats[0].took == taken.seats[0].took
    gone = play(taken, "discard B4")
    assert gone.seats[0].took == ()
    laid = at("R3 B3 R9 G9 Y9 R1 R2 R4 R5 R6", stage="draw", discards="Y3")
    assert play(laid, "take discard", LAYS).seats[0].took == ()


def test_an_old_state_is_kept_as_it_was():
    game = at("R3 B3 Y3 R9 G9 Y9 B9 B12 W S R1")
    before = repr(game), hash(game.setup), held(game, "A"), on_table(game)
    play(game, LAYS, "hit B9 on A.2", "discard R1")
    assert (repr(game), hash(game.setup), held(game, "A"), on_table(game)) == before
    assert isinstance(game.hand(0), Hand)
