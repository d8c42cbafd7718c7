"""What players ask and what is often told wrongly: the engine's answer under both presets."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from phase10.game.cards import STANDARD_DECK, Deck
from phase10.game.engine import Game
from phase10.game.rules import PRESETS
from phase10.game.setup import Setup
from tests.game.games import at, code, held, legal, on_table, only, play, points
from tests.game.hostile import attempt

TEN = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
OWN = ("A set R3 B3 Y3", "A set R9 G9 Y9")
HOLDS = "R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1"
LAYS = "lay set R3 B3 Y3 | set R9 G9 Y9"
TENTH = "lay set R5 B5 G5 Y5 R5 | set R7 B7 G7"
HOLDS_TENTH = "R5 B5 G5 Y5 R5 R7 B7 G7 R1 R2 B1"
MADE_TENTH = ("A set R3 B3 Y3 G3 R3", "A set R9 G9 Y9", "B set R4 B4 Y4 G4 R4", "B set R8 G8 Y8")


class Answer(NamedTuple):
    """A question put to the engine, and what it has to answer under seed and official."""

    ask: Callable[[str], object]
    seed: object
    official: object


def both(ask: Callable[[str], object], answer: object) -> Answer:
    return Answer(ask, answer, answer)


def asked(move: str, hand: str = HOLDS, **moment: object) -> Callable[[str], str]:
    """Ask whether a move is lawful in a moment: the code of the refusal, or ""."""
    return lambda preset: code(at(hand, rules=preset, **moment), move)


def after(*moves: str, hand: str = HOLDS, **moment: object) -> Callable[[str], Game]:
    return lambda preset: play(at(hand, rules=preset, **moment), *moves)


def first_up(letter: str) -> Callable[[str], object]:
    """Who begins with what when such a card is turned up first; A is left of the dealer."""

    def ask(preset: str) -> object:
        games = (Game.start(seed, 4, PRESETS[preset], dealer=3) for seed in range(500))
        game = next(game for game in games if str(game.top) == letter)
        return "ABCD"[game.turn], legal(game)

    return ask


def goes_out(table: tuple[str, ...] = OWN, hand: str = "R5", **moment: object):
    return after(f"discard {hand}", hand=hand, table=table, **moment)


RUN = ("A set R8 B8 G8", "A run B1 Y2 G3 R4")

QUESTIONS = {
    # skip
    1: both(lambda p: goes_out(hand="S")(p).out, 0),
    2: Answer(asked("discard S on C", f"{TEN} S"), "skip.next_only", ""),
    3: Answer(
        asked("discard S on C", f"{TEN} S", skips={"C": 1}), "skip.next_only", "skip.served"
    ),
    5: both(asked("take discard", TEN, stage="draw", discards="S"), "draw.skip"),
    6: both(lambda p: after("discard S", hand=f"{TEN} S", players=2)(p).turn, 0),
    7: both(
        asked("lay color B1 B2 B3 B4 B5 B6 S", "B1 B2 B3 B4 B5 B6 S R1 R2 R3 R4", phase=8),
        "lay.skip",
    ),
    9: both(lambda p: PRESETS[p].deck.skips, 4),
    10: both(lambda p: goes_out(hands={"B": "S"})(p).points[1], 15),
    11: both(lambda p: first_up("S")(p)[0], "B"),
    13: Answer(asked("discard S on A", f"{TEN} S"), "skip.self", "skip.self"),
    14: Answer(
        lambda p: at(f"{TEN} S", rules=p, skips={"C": 1, "D": 1}).skip_targets(), (1,), (1,)
    ),
    15: both(asked("discard W on B"), "discard.target"),
    17: both(
        lambda p: [
            (len(seat.hand), seat.score)
            for seat in after("discard S on B", hand=f"{TEN} S", scores={"B": 5})(p).seats[1:2]
        ],
        [(10, 5)],
    ),
    18: both(lambda p: first_up("S")(p)[1], {"draw pile"}),
    # wild
    19: both(
        asked("hit R12 on B.1", "R12 R1", table=(*OWN, "B run R4 B5 G6 R7 B8 W=9 G10 R11 W=12")),
        "hit.taken",
    ),
    21: both(
        asked(f"lay set {'W=3 ' * 3}| set {'W=4 ' * 3}", "W W W W W W W R1 R2 B9 G11"),
        "lay.no_natural",
    ),
    22: both(
        asked("lay set W=9 W=9 W=9 | set B4 G4 Y4", "W W W B4 G4 Y4 R1 R2 B9 G11 Y12"), ""
    ),
    23: both(first_up("W"), ("A", {"draw pile", "take discard"})),
    25: both(asked("take discard", TEN, stage="draw", discards="W"), ""),
    26: both(
        asked("lay run R1 W=2 W=3 Y4 B5 G6 Y7", "R1 W W Y4 B5 G6 Y7 R9 B10 G11 R12", phase=4), ""
    ),
    27: both(
        asked("lay color G2 B3 W W W W W", "G2 B3 W W W W W R3 B2 S B1", phase=8), "lay.color"
    ),
    29: both(asked("take W=2 from A.2", "R1 R2", phase=2, table=(RUN[0], "A run B1 W=2 G3 R4")),
             "wild.stays"),
    30: both(asked("hit W on A.2", "W R2", phase=2, table=(RUN[0], "A run B4 Y5 G6 R7")),
             "hit.undeclared"),
    31: both(lambda p: goes_out(hands={"B": "W"})(p).points[1], 25),
    33: both(asked("hit W on A.1", "W R2", table=OWN), ""),
    # making a phase
    34: both(asked("lay set R3 B3 Y3"), "lay.partial"),
    35: both(
        asked("lay set R5 B5 G5 | set R7 B7 G7 | set R9 B9 G9", "R5 B5 G5 R7 B7 G7 R9 B9 G9 G1 Y2"),
        "lay.not_a_goal",
    ),
    37: both(
        lambda p: goes_out(("A run R1 B2 Y3 G4 R5 B6 Y7 G8 R9",), phase=4)(p)
        .next_round()
        .open_phases(0),
        (5,),
    ),
    38: both(asked("lay set R3 R3 B3 | set B3 G3 Y3", "R3 R3 B3 B3 G3 Y3 R1 R2 R4 R5 R6"), ""),
    39: both(
        asked("lay set R5 B5 G5 | run R3 B4 G5 G6", "R5 B5 G5 R3 B4 G6 R9 B10 G12 Y1 Y2", phase=2),
        "lay.twice",
    ),
    41: both(
        lambda p: (
            asked("lay set R3 R3 W | set R9 R9 W", "R3 R3 R9 R9 W W R1 R2 R4 R5 R6")(p),
            asked(LAYS)(p),
        ),
        ("", ""),
    ),
    42: both(
        asked("lay run R1 B2 Y3 G4 R5 B6 Y7", "R1 B2 Y3 G4 R5 B6 Y7 R9 B10 S W", phase=4), ""
    ),
    43: both(
        asked("lay set R8 B8 G8 | run R11 B12 G1 Y2", "R8 B8 G8 R11 B12 G1 Y2 S W R5 R6", phase=2),
        "lay.order",
    ),
    45: both(asked("lay 2: set R3 B3 Y3 | run R4 B5 G6 R7", "R3 B3 Y3 R4 B5 G6 R7 R1 R2 B9 S"),
             "lay.not_open"),
    46: both(asked("lay set R1 B1 Y1 | run R2 B3 Y4 G5", "R1 B1 Y1 R2 B3 Y4 G5 R6", table=OWN),
             "lay.already"),
    47: both(
        lambda p: goes_out((*OWN, "B set R4 B4 Y4", "B set R8 G8 Y8"))(p)
        .next_round()
        .open_phases(1),
        (2,),
    ),
    49: both(
        lambda p: code(at(HOLDS, rules=p, hands={"B": "R2 B2 Y2 R8 G8 Y8 B6 B7 W R11"}),
                       "lay set R2 B2 Y2 | set R8 G8 Y8", "B"),
        "turn.not_yours",
    ),
    50: both(asked("discard B12"), ""),
    51: both(
        asked("lay set R6 B6 G6 Y6 | set R9 B9 G9", "R6 B6 G6 Y6 R9 B9 G9 R1 B2 S Y3", phase=10),
        "lay.short",
    ),
    53: both(asked(f"{LAYS} W"), ""),
    # hitting
    54: both(asked("hit Y4 on B.1", "Y4 R1", table=(*OWN, "B set R4 B4 G4")), ""),
    55: Answer(
        lambda p: [
            code(after(LAYS, hand="R3 B3 Y3 R9 G9 Y9 Y4 G3 R1", table=("B set R4 B4 G4",))(p), hit)
            for hit in ("hit G3 on A.1", "hit Y4 on B.1")
        ],
        ["", "hit.others_same_turn"],
        ["", ""],
    ),
    57: both(asked("hit Y4 on B.1", "Y4 R1", table=("B set R4 B4 G4",)), "hit.before_laying"),
    58: both(
        lambda p: on_table(
            after("hit B5 on A.2", "hit Y6 on A.2", hand="B5 Y6 R1", phase=2, table=RUN)(p)
        )[1],
        "A run B1 Y2 G3 R4 B5 Y6",
    ),
    59: both(asked("hit B2 on A.2", "B2 R1", phase=2, table=RUN), "hit.order"),
    61: both(
        asked("hit R8 on A.1", "R8 B9", phase=8, table=("A color B1 B2 B3 B4 B5 B6 W",)),
        "hit.color",
    ),
    62: both(
        asked("hit Y1 on A.2", "Y1 B2", phase=2, table=(RUN[0], "A run G9 Y10 B11 R12")), "hit.ends"
    ),
    63: both(lambda p: code(goes_out()(p), "hit R9 on A.2"), "turn.over"),
    65: both(lambda p: legal(at("B3 R1", rules=p, table=OWN)),
             {"hit B3 on A.1", "discard B3", "discard R1"}),
    # turn, piles and going out
    66: both(asked("discard R1", TEN, stage="draw"), "draw.first"),
    67: both(asked("end turn"), "turn.must_discard"),
    69: both(lambda p: code(at(TEN, rules=p, stage="draw"), "take discard", "C"), "turn.not_yours"),
    70: both(lambda p: len(after("discard B12")(p).hand(0)), 10),
    71: both(asked("hit B3 on A.1", "B3", table=OWN), "hit.last_card"),
    73: both(
        lambda p: after(
            "lay set R6 B6 G6 Y6 R6 | set R9 B9 G9", "hit B6 on A.1", "hit Y9 on A.2", "discard R1",
            hand="R6 B6 G6 Y6 R6 R9 B9 G9 B6 Y9 R1", phase={"A": 10},
        )(p).out,
        0,
    ),
    74: both(lambda p: goes_out()(p).legal_moves(), ()),
    75: both(
        lambda p: str(after("draw pile", hand=TEN, stage="draw", pile="", discards="B4 Y9")(p).top),
        "Y9",
    ),
    77: both(
        lambda p: code(after("take discard", hand=TEN, stage="draw", discards="B4")(p),
                       "discard B4"),
        "",
    ),
    78: both(lambda p: goes_out(dealer="C")(p).next_round().dealer, 3),
    79: both(lambda p: {len(seat.hand) for seat in Game.start(1, 6, PRESETS[p]).seats}, {10}),
    81: both(lambda p: attempt(Setup, PRESETS[p], Setup().phases, 1).code, "game.players"),
    82: both(lambda p: PRESETS[p].deck.size, 108),
    # Two packs of 52 with four jokers: ace to queen are 1–12, kings wild, jokers skip.
    83: both(lambda p: PRESETS[p].deck == Deck(4, 12, 2, wilds=2 * 4, skips=2 * 2), True),
    # scoring and winning
    85: both(lambda p: goes_out(hands={"B": "R1 R9 R10 R12"})(p).points[1], 30),
    86: both(lambda p: after(TENTH, hand=HOLDS_TENTH, phase={"A": 10})(p).winner, None),
    87: both(
        lambda p: goes_out(
            MADE_TENTH, phase={"A": 10, "B": 10}, hands={"B": "R1"}, scores={"A": 210, "B": 190}
        )(p).winner,
        1,
    ),
    89: both(lambda p: goes_out((*OWN, *MADE_TENTH[2:]), phase={"B": 10})(p).winner, 1),
    90: both(
        lambda p: goes_out(MADE_TENTH[:2], phase={"A": 10}, scores={"A": 900, "C": 0})(p).winner, 0
    ),
}  # fmt: skip
"""The questions by their numbers; no game can answer 91, which phase is hardest."""

NUMBERS = {
    *(1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26, 27, 29, 30, 31, 33),
    *(34, 35, 37, 38, 39, 41, 42, 43, 45, 46, 47, 49, 50, 51, 53, 54, 55, 57, 58, 59, 61, 62, 63),
    *(65, 66, 67, 69, 70, 71, 73, 74, 75, 77, 78, 79, 81, 82, 83, 85, 86, 87, 89, 90, 91),
}


def test_every_question_that_a_game_can_answer_is_put():
    assert set(QUESTIONS) == NUMBERS - {91}


@pytest.mark.parametrize("number", QUESTIONS)
def test_the_answer_by_the_seed(number):
    assert QUESTIONS[number].ask("seed") == QUESTIONS[number].seed


@pytest.mark.parametrize("number", QUESTIONS)
def test_the_official_answer(number):
    assert QUESTIONS[number].ask("official") == QUESTIONS[number].official


# --- wrong claims --------------------------------------------------------------------------------

CLAIMS = {
    "runs must be of one colour": both(
        asked("lay run R1 B2 Y3 G4 R5 B6 Y7", "R1 B2 Y3 G4 R5 B6 Y7 R9 B10 S W", phase=4), ""
    ),
    "one wild a turn": both(
        lambda p: code(
            after("hit W on A.1", "hit W on A.2", hand="W W W R1", table=OWN)(p), "hit W on A.1"
        ),
        "",
    ),
    "8 or 10 skips in the deck": both(
        lambda p: (PRESETS[p].deck.skips, PRESETS[p].deck.wilds), (4, 8)
    ),
    "a skip in hand is 25": both(lambda p: goes_out(hands={"D": "S S"})(p).points[3], 30),
    "cards count their number": both(lambda p: goes_out(hands={"D": "R7 R11"})(p).points[3], 15),
    "most points win": both(
        lambda p: goes_out(
            MADE_TENTH, phase={"A": 10, "B": 10}, hands={"B": "R1"}, scores={"A": 1, "B": 500}
        )(p).winner,
        0,
    ),
    "going out on a skip needs a replacement draw": both(
        lambda p: goes_out(hand="S")(p).stage, "round over"
    ),
    "going out without a phase": both(
        lambda p: {len(each.hand) for each in after("discard B12")(p).seats}, {10}
    ),
    "12 is followed by 1": both(
        asked("lay set R8 B8 G8 | run R11 B12 G1 Y2", "R8 B8 G8 R11 B12 G1 Y2 S W R5 R6", phase=2),
        "lay.order",
    ),
    "phase 10 is 4 + 3": both(lambda p: str(at(rules=p, hand="R1").setup.phase(10)), "set:5+set:3"),
    "only exact goal size may be laid": both(asked(f"{LAYS} W=9"), ""),
    "12 wilds, no skip": both(
        lambda p: PRESETS[p].deck == STANDARD_DECK == Deck(4, 12, 2, 8, 4), True
    ),
    "no card 12": both(lambda p: sum(PRESETS[p].deck.counts[11:48:12]), 8),
    "run may pass 12": both(
        asked("lay set R8 B8 G8 | run R10 B11 G12 W", "R8 B8 G8 R10 B11 G12 W S R1 R5 R6", phase=2),
        "lay.ends",
    ),
    "set of wilds only": both(
        asked("lay set W=3 W=3 W=3 | set W=4 W=4 W=4", "W W W W W W W R1 R2 B9 G11"),
        "lay.no_natural",
    ),
    "a tie is won by whoever joined first": both(
        lambda p: goes_out(
            MADE_TENTH, phase={"A": 10, "B": 10}, hands={"B": "R1"}, scores={"A": 200, "B": 195}
        )(p).tied,
        (0, 1),
    ),
    "a wild can act as a skip": both(asked("discard W on B"), "discard.target"),
    "lay or hit, not both": both(
        lambda p: code(after(LAYS, hand=f"{HOLDS[:-2]}G3")(p), "hit G3 on A.1"), ""
    ),
}  # fmt: skip
"""What is told wrongly, and what is right."""


def test_every_wrong_claim_is_answered():
    assert len(CLAIMS) == 17 + 1  # one row of the list makes two claims


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_right(claim, preset):
    assert CLAIMS[claim].ask(preset) == getattr(CLAIMS[claim], preset)


def test_points_are_counted_twice_over():
    """The points told here and those of the engine are worked out apart."""
    hand = "R1 B9 G10 Y12 S W"
    over = play(only(at("R5", table=OWN, hands={"B": hand}), "R1", "R2"), "discard R5")
    assert held(over, "B") == "R1 B9 G10 Y12 W S"
    assert over.points[1] == points(hand) == 70
