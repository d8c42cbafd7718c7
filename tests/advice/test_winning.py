"""What chances to win do to the ranks of an advice."""

from __future__ import annotations

from phase10.advice.hints import advise
from phase10.advice.options import Advice
from phase10.advice.winning import steps_of, with_chances
from phase10.game.cards import Card, Hand
from phase10.game.phases import PHASES
from phase10.game.position import Position
from phase10.solver.win_chances import WinChance, WinChances
from phase10.views.moves import columns, figure_texts, method_text, reasons

ADVICE = advise(Position(Hand("R3 B3 Y5 G9 R9 B12 W R5 G1 Y7 S"), PHASES[0]))
MANY = 400


def found(values: list[float | None], error: float, games: int = MANY) -> WinChances:
    """Give chances whose differences have one standard error."""
    chances = tuple(None if value is None else WinChance(value, 0.01, games) for value in values)
    known = [(place, value) for place, value in enumerate(values) if value is not None]
    differences = {
        (first, second): (one - other, error)
        for first, one in known
        for second, other in known
        if first != second
    }
    return WinChances(chances, differences, games, 1, True, 0.3)


def moves(advice: Advice) -> list[str]:
    return [option.move for option in advice.options]


def test_a_clear_difference_ranks_and_is_the_first_reason() -> None:
    values: list[float | None] = [0.5, 0.56, 0.44, *[None] * (len(ADVICE.options) - 3)]
    advice = with_chances(ADVICE, found(values, 0.01))
    before = moves(ADVICE)
    assert moves(advice) == [before[1], before[0], before[2], *before[3:]]
    assert [option.rank for option in advice.options][:3] == [1, 2, 3]
    best = advice.options[0]
    assert best.reasons[0].code == "wins.more"
    assert abs(float(best.reasons[0].values["chance"]) - 0.06) < 1e-9
    assert (best.win_chance, best.win_chance_se) == (0.56, 0.01)


def test_a_difference_that_is_not_clear_leaves_the_order() -> None:
    values: list[float | None] = [0.5, 0.51, *[0.49] * (len(ADVICE.options) - 2)]
    for chances in (found(values, 0.02), found([*values], 0.001, games=8)):
        advice = with_chances(ADVICE, chances)
        assert moves(advice) == moves(ADVICE)
        assert [option.rank for option in advice.options] == [
            option.rank for option in ADVICE.options
        ]
        assert all(reason.code != "wins.more" for reason in advice.options[0].reasons)


def test_without_any_chance_nothing_changes() -> None:
    assert with_chances(ADVICE, found([None] * len(ADVICE.options), 0.01)) is ADVICE


def test_the_steps_of_a_move_are_in_the_order_in_which_it_is_made() -> None:
    laying = advise(Position(Hand("R3 B3 Y3 G3 R9 B9 G9 W S R5 G1"), PHASES[0]))
    steps = steps_of(laying)[0]
    assert steps[0].startswith("lay set")
    assert any(step.startswith("hit") for step in steps[1:-1])
    assert steps[-1].startswith("discard")
    drawing = advise(
        Position(Hand("R3 B3 Y5 G9 R9 B12 W R5 G1 Y7"), PHASES[0], top=Card.parse("B9"))
    )
    assert sorted(steps_of(drawing)) == [("draw pile",), ("take discard",)]


def test_chances_are_told_in_both_languages() -> None:
    values: list[float | None] = [0.5, 0.56, None, *[None] * (len(ADVICE.options) - 3)]
    advice = with_chances(ADVICE, found(values, 0.01))
    for lang, percent in (("en", "56.0%"), ("lv", "56,0 %")):
        assert columns(lang, advice)[-1].key == "win"
        assert figure_texts(lang, advice.options[0])["win"].startswith(percent[:4])
        assert figure_texts(lang, advice.options[2])["win"] == ""
        said = " ".join(method_text(lang, advice))
        assert str(MANY) in said
        assert any("6" in reason for reason in reasons(lang, advice))
