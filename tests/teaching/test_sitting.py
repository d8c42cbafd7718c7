"""A learner at a board: what is accepted, what is said, stars, undo, hints; the bot's rounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.errors import GameError
from phase10.game.rules import Rules
from phase10.game.stages import ROUND_OVER
from phase10.teaching.course import Sitting, board
from phase10.teaching.course.acts import KINDS, act_text, kind_of, parse_act, tap_target
from phase10.teaching.course.playing import REFUSED
from phase10.teaching.course.sitting import stars_for
from phase10.views.course import act_sentence, answer_text, target_name
from phase10.views.i18n import LANGUAGES
from tests.teaching.courses import BOARDS, IDS

SEATS = {"me": 0, "Anna": 1}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("draw pile", "draw"),
        ("take discard second", "take"),
        ("lay set R3 B3 Y3 | run R4 W=5 G6 Y7", "lay"),
        ("hit W=8 on Anna.1", "hit"),
        ("discard S on Anna", "discard"),
        ("take W=5 from Anna.2", "back"),
        ("end turn", "end"),
        ("tap R7", "tap"),
        ("tap Anna.1", "tap"),
        ("choose left", "choose"),
        ("number Anna = 15", "number"),
        ("point 2", "point"),
        ("wait", "wait"),
    ],
)
def test_acts_are_written_and_read(text: str, kind: str) -> None:
    act = parse_act(f"  {text.replace(' ', '  ')} ", SEATS)
    assert kind_of(act) == kind
    written = act_text(act, ("me", "Anna"))
    assert parse_act(written, SEATS) == act
    assert kind in KINDS


NO_ACTS = (
    *("", "tap", "tap nothing", "tap Emma.1", "choose", "number = 3", "number x = y", "point x"),
    *("go", "draw " * 200, "hit R7 on Emma.1", "discard R13"),
)


@pytest.mark.parametrize("text", NO_ACTS)
def test_what_is_no_act(text: str) -> None:
    with pytest.raises(GameError):
        parse_act(text, SEATS)


@given(st.text(max_size=80))
def test_any_text_is_an_act_or_is_refused(text: str) -> None:
    for read in (parse_act, tap_target):
        try:
            found = read(text, SEATS)
        except GameError:
            continue
        assert found is not None


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_is_tried_is_answered(data: st.DataObject) -> None:
    """Any act on any board: accepted, or refused with words in both languages."""
    acts = [
        *("draw pile", "take discard", "end turn", "wait", "point 1", "point 9", "tap pile"),
        *("tap R7", "tap Anna.1", "choose anna", "choose x", "number me = 3", "number x = 1"),
        *("discard R1", "discard S", "hit R7 on me.1", "lay set R3 B3 Y3", "number Anna = -5"),
    ]
    for each in BOARDS:
        sitting = each.start()
        for text in data.draw(st.lists(st.sampled_from(acts), min_size=1, max_size=4)):
            if text.endswith("Anna.1") and "Anna" not in sitting.names:
                with pytest.raises(GameError):
                    sitting.act(text)
                continue
            before, answer = sitting.state, sitting.act(text)
            assert (sitting.state is before) == (not answer.accepted)
            for lang in LANGUAGES:
                assert bool(answer_text(lang, answer, sitting.names)) == (not answer.accepted)


# --- what is accepted -----------------------------------------------------------------------------


def test_a_shown_board_wants_what_is_shown() -> None:
    sitting = board("6.1").start()
    answer = sitting.act("discard B12")
    assert answer.code == "course.shown"
    assert sitting.act("lay set R9 G9 Y9 | set Y3 B3 R3").accepted, (
        "the same laying, told otherwise"
    )
    assert sitting.act("discard B12").solved


def test_a_board_alone_takes_any_way_to_the_goal() -> None:
    for laid in ("R5 B5 G5 | set R7 B7 G7", "R10 B10 G10 | set R5 B5 G5"):
        sitting = board("6.3").start()
        assert sitting.act(f"lay set {laid}").accepted
        assert sitting.act("discard G11").solved
        assert sitting.stars == 3


def test_lawful_but_not_asked_for() -> None:
    sitting = board("2.2").start()
    answer = sitting.act("draw pile")
    assert (answer.code, answer.refusal) == ("course.wrong", None)
    assert answer.words is not None
    assert sitting.rule_of(answer) == ""


def test_a_turn_without_the_goal_is_missed_and_can_be_taken_back() -> None:
    sitting = board("9.2").start()
    answer = sitting.act("discard Y4")
    assert answer.accepted
    assert answer.missed
    assert sitting.next_act() is None
    assert sitting.act("draw pile").code == "course.missed"
    assert sitting.undo()
    assert not sitting.missed
    assert sitting.act("hit Y4 on Anna.1").accepted
    assert sitting.act("discard G9").solved
    assert sitting.stars == 2
    assert not board("9.2").start().undo()


def test_the_end_refuses_further_acts() -> None:
    sitting = board("3.1").start()
    sitting.act("lay set R7 B7 Y7")
    answer = sitting.act("discard G9")
    assert answer.code == "course.solved"
    assert answer.solved
    assert len(sitting.answers) == 1


def test_a_new_start_gives_all_stars_back() -> None:
    sitting = board("3.1").start()
    for _ in range(4):
        sitting.act("lay set R7 B7 G9")
    assert sitting.shaky == {"S6": 4}
    sitting.restart()
    sitting.act("lay set R7 B7 Y7")
    assert sitting.stars == 3
    assert sitting.shaky == {}


def test_taps() -> None:
    sitting = board("1.2").start()
    assert sitting.left == ("B2", "B9", "B12")
    assert sitting.act("tap B9").accepted
    assert sitting.act("tap B9").code == "course.tapped"
    assert sitting.act("tap Y1").code == "course.nothing"
    assert sitting.act("tap R4").code == "course.tap"
    assert sitting.left == ("B2", "B12")
    assert sitting.act("draw pile").code == "course.here"


def test_numbers() -> None:
    sitting = board("12.3").start()
    assert sitting.left == ("Anna", "Emma", "Otto", "me")
    assert sitting.act("number Anna = 5000").code == "course.range"
    assert sitting.act("number Zane = 5").code == "course.nothing"
    answer = sitting.act("number Otto = 20")
    assert (answer.code, sitting.rule_of(answer)) == ("course.number", "S45")
    for name, points in (("Otto", 25), ("me", 15), ("Emma", 0)):
        assert sitting.act(f"number {name} = {points}").accepted
    assert act_text(sitting.next_act()) == "number Anna = 25"


def test_waiting_for_the_turn() -> None:
    sitting = board("2.3").start()
    assert sitting.waiting
    answer = sitting.act("wait")
    assert [act.step.text(sitting.names) for act in answer.happened] == ["draw pile", "discard G2"]
    assert not sitting.waiting
    assert sitting.act("wait").code == "course.your_turn"


def test_the_skipped_player_does_not_play() -> None:
    answer = board("10.1").start().act("discard S on Anna")
    played = [happened.before.turn for happened in answer.happened[1:]]
    assert set(played) == {2, 3}


# --- stars and hints ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("par", "accepted", "refused", "stars"),
    [
        *((2, 2, 0, 3), (2, 1, 0, 3), (2, 3, 0, 2), (2, 4, 0, 2), (2, 5, 0, 1)),
        *((2, 2, 1, 2), (2, 2, 2, 2), (2, 2, 3, 1), (2, 3, 2, 1)),
        *((0, 90, 0, 3), (0, 90, 2, 2), (0, 90, 3, 1)),
    ],
)
def test_stars_by_par(par: int, accepted: int, refused: int, stars: int) -> None:
    base = next(each for each in BOARDS if each.par == par)
    assert stars_for(base, accepted, refused) == stars


def test_hints_climb_and_cost_nothing() -> None:
    sitting = board("6.3").start()
    rungs = [sitting.hint() for _ in range(5)]
    assert [hint.rung for hint in rungs] == [1, 2, 3, 4, 4]
    assert rungs[3].act == sitting.next_act()
    assert sitting.hints == 5
    sitting.act(rungs[3].act)
    assert sitting.rung == 0
    sitting.act("discard Y12")
    assert sitting.stars == 3


def test_a_guided_board_begins_with_the_idea() -> None:
    assert board("6.2").start().rung == 1
    assert board("6.3").start().rung == 0


def test_the_last_rung_finds_the_way_from_elsewhere() -> None:
    sitting = board("8.2").start()
    sitting.act("hit R2 on Anna.2")
    assert act_text(sitting.next_act(), sitting.names) == "hit B7 on Anna.2"
    sitting = board("8.3").start()
    sitting.act("lay set R3 B3 Y3 | set R9 G9 Y9")
    sitting.act("discard G10")
    assert act_text(sitting.next_act(), sitting.names) == "draw pile"
    sitting = board("9.2").start()
    sitting.act("hit G9 on me.2")
    assert act_text(sitting.hint(4).act) == "discard Y4", "not the shown way, but one"
    sitting = board("10.3").start()
    sitting.act("draw pile")
    sitting.act("discard R1")
    assert sitting.hint(4).act is None, "take it back first"


def test_a_board_goes_on_from_its_acts() -> None:
    first = board("8.3").start()
    for act in ("lay set R3 B3 Y3 | set R9 G9 Y9", "discard B12"):
        first.act(act)
    again = board("8.3").start(acts=first.state.made)
    assert again.state == first.state


# --- a whole round --------------------------------------------------------------------------------


def played_out(sitting: Sitting) -> Sitting:
    for _ in range(2_000):
        act = sitting.next_act()
        if act is None:
            return sitting
        assert sitting.act(act).accepted
    raise AssertionError("no end")


@pytest.mark.parametrize("rules", board("15.4").variants, ids=str)
def test_a_whole_round_by_the_hints_alone(rules: Rules) -> None:
    sitting = played_out(board("15.4").start(rules))
    assert sitting.solved
    assert sitting.game is not None
    assert sitting.game.rules == rules
    assert sitting.stars == 3


def test_a_round_tells_what_the_others_did_and_what_is_shaky() -> None:
    sitting = board("15.3").start()
    assert sitting.game is not None
    for wrong in ("discard R1", "end turn", "hit R1 on me.1"):
        assert not sitting.act(wrong).accepted
    played_out(sitting)
    others = [one for answer in sitting.answers for one in answer.happened if one.before.turn != 0]
    assert len(others) > 4
    assert sitting.game.stage == ROUND_OVER
    assert sum(sitting.shaky.values()) == 3
    assert sitting.stars == 1


# --- words ----------------------------------------------------------------------------------------


def test_every_refusal_of_the_course_has_words() -> None:
    sitting = board("3.1").start()
    for code, values in REFUSED.items():
        answer = sitting.act("end turn").__class__(
            sitting.next_act(), code, values=tuple((name, 1) for name in values)
        )
        for lang in LANGUAGES:
            assert answer_text(lang, answer)


def test_acts_in_words() -> None:
    twelve, two = board("12.1"), board("2.3")
    eleven = board("11.2")
    said = [
        act_sentence("en", parse_act(text, SEATS), each, ("me", "Anna"))
        for each, text in (
            (twelve, "number Anna = 10"),
            (two, "wait"),
            (eleven, "choose anna"),
            (two, "point 2"),
            (two, "tap Anna.1"),
            (two, "discard S on Anna"),
        )
    ]
    assert said == [
        "You could enter: Anna – 10.",
        "Let the others play until it is your turn.",
        "You could choose: Anna, on the dealer's left.",
        "Move 2 is the one that is not allowed.",
        "You could tap group 1 of Anna.",
        "You could discard a skip; the turn is then missed by Anna.",
    ]


@pytest.mark.parametrize("target", ["7", "yellow", "W", "S", "R12", "pile", "discards", "Anna.2"])
def test_targets_have_names(target: str) -> None:
    for lang in LANGUAGES:
        assert target_name(lang, target, ("me", "Anna"))


@pytest.mark.parametrize("each", BOARDS, ids=IDS)
def test_all_steps_can_be_told(each) -> None:
    sitting = each.start()
    for step in each.steps:
        for lang in LANGUAGES:
            assert act_sentence(lang, step.act, each, sitting.names)
