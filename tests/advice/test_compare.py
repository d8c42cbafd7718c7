"""A move of one's own among the ranked ones."""

from __future__ import annotations

from phase10.advice.compare import compared
from phase10.advice.hints import advise
from phase10.game.engine import Game
from phase10.game.moves import Discard, Draw, Lay, TakeDiscard
from phase10.game.position import ME
from phase10.game.sight import position_of
from phase10.game.stages import DRAW
from phase10.players.at_table import best_layings
from tests.game.games import at
from tests.game.games import move as read_move

CALLED = (ME, "B", "C", "D")


def found(game: Game, text: str):  # type: ignore[no-untyped-def]
    advice = advise(position_of(game, 0, names=["A", *CALLED[1:]]))
    return advice, compared(advice, read_move(text), CALLED)


def test_every_discard_is_found_with_its_rank() -> None:
    game = at("R3 B3 Y3 R9 G9 B12 W S R5 G1 Y7", phase=7)
    advice, _ = found(game, "discard R3")
    for option in advice.options:
        if " on " in option.move:
            continue
        _, comparison = found(game, option.move)
        assert comparison.own is option or comparison.own == option
        assert comparison.best == advice.options[0]
        assert comparison.as_good == (option.rank == advice.options[0].rank)


def test_draw_and_take() -> None:
    game = at("R3 B3 Y3 R9 G9 B12 W R5 G1 Y7", stage=DRAW, discards="G9", phase=7)
    for move in (Draw(), TakeDiscard()):
        _, comparison = found(game, move.text())
        assert comparison.own is not None
        assert comparison.own.move == move.text()


def test_a_skip_is_found_with_its_target() -> None:
    game = at("R3 B3 Y3 R9 G9 B12 W S R5 G1 Y7", phase=7, rules="official")
    _, comparison = found(game, "discard S on C")
    assert comparison.own is not None
    assert comparison.own.move == "discard S on C"


def test_a_laying_is_found_whatever_the_order_of_its_cards() -> None:
    game = at("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1")
    lay = best_layings(game)[0]
    turned = Lay(tuple(group._replace(cards=group.cards[::-1]) for group in lay.groups[::-1]))
    advice = advise(position_of(game, 0, names=["A", *CALLED[1:]]))
    comparison = compared(advice, turned, CALLED)
    assert comparison is not None
    assert comparison.own is not None
    assert comparison.own.move.startswith("lay")


def test_a_discard_instead_of_hits_is_not_the_move_after_them() -> None:
    game = at("R3 B12 R5", table=("A set B3 G3 Y3", "A set R9 G9 Y9"))
    _, hit = found(game, "hit R3 on A.1")
    assert hit.own is not None
    assert hit.own.hits
    _, thrown = found(game, "discard B12")
    assert thrown.own is None or not thrown.own.hits


def test_where_nothing_is_ranked_nothing_is_compared() -> None:
    game = at("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", stage=DRAW, turn="B")
    advice = advise(position_of(game, 0))
    assert compared(advice, Discard(game.hand(0).kinds()[0]), CALLED) is None
