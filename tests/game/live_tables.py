"""Real tables to report from: a round just dealt, reports as text, and all that can go wrong."""

from __future__ import annotations

from collections.abc import Callable

from phase10.game.cards import Card, Cards, Hand
from phase10.game.live import LiveRound, Report
from phase10.game.moves import Draw, parse_move
from phase10.game.phases import PHASES
from phase10.game.position import ME, Opponent, Position
from phase10.game.rules import Rules

SEATS = {"me": 0, "A": 1, "B": 2, "C": 3}
TEN = "R1 R2 R3 B4 B5 B6 G7 G8 Y9 Y10"
CARDS_OF_A = "A: lay set Y1 Y1 G1 | set R12 B12 Y12"
MY_TURN = ("me: draw pile R5", "me: discard R5")


def table(hand: str = TEN, top: str = "G12", **parts: object) -> Position:
    """A round just dealt to me and three others, the dealer on my right."""
    given = {
        "phase": PHASES[0],
        "top": Card.parse(top) if top else None,
        "players": (Opponent("A", 1, 0), Opponent("B", 1, 0), Opponent("C", 1, 0)),
        "dealer": "C",
        "round": 1,
        "score": 0,
    }
    return Position(Hand(hand), **(given | parts))


def at_table(*reports: str, **parts: object) -> LiveRound:
    """A round with reports: ``A: discard R5``, ``me: draw pile R5``."""
    live = LiveRound.start(table(**parts))
    for text in reports:
        live = reported(live, text)
    return live


def report_of(text: str) -> Report:
    player, _, move = text.partition(": ")
    if move.startswith("draw pile "):
        return Report(player, Draw(), Card.parse(move.removeprefix("draw pile ")))
    return Report(player, parse_move(move, SEATS))


def reported(live: LiveRound, text: str) -> LiveRound:
    return live.report(*report_of(text))


def last_turn(*, short: bool = False, **parts: object) -> LiveRound:
    """A round in which I have laid and hold one card; ``short``: the match ends with phase 1."""
    position = table(
        hand="R1", laid=True, phases=PHASES[:1] if short else PHASES, top="R5", turn=ME,
        at="after_draw", dealer="B",
        **{"players": (Opponent("A", 1, 10, 10), Opponent("B", 1, 40, 4, laid=True)), **parts},
    )  # fmt: skip
    return LiveRound.join(position)


def turn_of_a(*reports: str, **parts: object) -> LiveRound:
    """A round under way in which ``A`` is about to draw."""
    live = LiveRound.join(table(turn="A", at="others_turn", **parts))
    for text in reports:
        live = reported(live, text)
    return live


def finished(*laid: str, score: int = 0) -> LiveRound:
    """A round that I ended, of a match of one phase; these others have made it, too."""
    players = tuple(Opponent(name, 1, 10, 4, laid=name in laid) for name in "AB")
    return reported(last_turn(short=True, players=players, score=score), "me: discard R1")


PROVOKED: dict[str, Callable[[], object]] = {
    "live.hand": lambda: at_table(hand="R1"),
    "live.hand_laid": lambda: turn_of_a(hand="R1 R2"),
    "live.top": lambda: at_table(top=""),
    "live.turned": lambda: at_table(top="W", rules=Rules(first_wild="put_back")),
    "live.mine": lambda: at_table("A: take discard"),
    "live.theirs": lambda: at_table(*MY_TURN, "me: take discard"),
    "live.turn": lambda: at_table(*MY_TURN, "B: take discard"),
    "live.drawn": lambda: at_table(*MY_TURN, "A: take discard", "A: draw pile"),
    "live.card": lambda: at_table("me: draw pile"),
    "live.drew": lambda: at_table(
        "me: take discard", "me: discard G12", "A: take discard", "A: discard Y1",
        "B: discard G12", "C: discard Y1", "me: draw pile G12",
    ),
    "live.few": lambda: turn_of_a(CARDS_OF_A, players=(Opponent("A", 1, 0, 3),), dealer="A"),
    "live.known": lambda: turn_of_a(
        "A: take discard", "A: discard B9", dealer="A",
        players=(Opponent("A", 1, 0, 1, holds=Cards("R5")),),
    ),
    "live.copies": lambda: at_table("me: draw pile R1", "me: discard R1", "A: discard R1"),
    "live.not_laid": lambda: at_table(*MY_TURN, "A: hit R9 on A.1"),
    "live.laid": lambda: at_table(*MY_TURN, CARDS_OF_A, CARDS_OF_A),
    "live.phase": lambda: turn_of_a("A: lay set R9 B9", players=(Opponent("A"),), dealer="A"),
    "live.nothing": lambda: at_table().undo(),
    "live.points": lambda: finished("B").next_round(),
    "live.watch": lambda: finished("A", "B", score=90).next_round({"A": 5, "B": 5}),
}  # fmt: skip
"""Something that goes wrong for each code."""
