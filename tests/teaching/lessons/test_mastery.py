"""What is held, and what comes back."""

from __future__ import annotations

import pytest

from phase10.teaching.lessons.mastery import Attempt, held, recall_items, returning, standing
from phase10.teaching.lessons.reading import LESSON_IDS, lesson, misconceptions


def right(template: str, sitting: str = "mon") -> Attempt:
    return Attempt(template, True, sitting)


def wrong(template: str, misconception: str, sitting: str = "mon") -> Attempt:
    return Attempt(template, False, sitting, misconception)


def test_held_means_two_sittings() -> None:
    once = [right("L05.some"), right("L05.some")]
    assert not held(once, "L05.some")
    assert held([*once, right("L05.some", "tue")], "L05.some")
    assert not held([right("L05.some"), right("L05.exactly", "tue")], "L05.some")
    told = standing([*once, wrong("L04.hands", "order-matters"), right("L05.some", "tue")])
    assert told == {"L05.some": "held", "L04.hands": "tried"}
    assert standing(once) == {"L05.some": "once"}


def test_a_mistake_made_twice_comes_back_until_its_pair_is_right() -> None:
    first = wrong("L05.some", "average-is-chance")
    assert returning([first]) == ()
    assert returning([first, first]) == ("average-is-chance",)
    assert returning([first, first, right("L01.bag")]) == ("average-is-chance",)
    pair = misconceptions()["average-is-chance"].contrast
    assert returning([first, first, right(pair[0])]) == ()
    assert returning([first, right(pair[0]), first]) == ()
    again = wrong("L06.within", "add-instead-of-complement")
    assert returning([again, again, first, first]) == (
        "average-is-chance",
        "add-instead-of-complement",
    )


def test_the_warm_up_prefers_what_is_shaky() -> None:
    nine = lesson("L09")
    assert recall_items(nine, []) == nine.recall
    mistake = wrong("L05.some", "average-is-chance")
    assert recall_items(nine, [mistake, mistake]) == ("L05.some", "L05.mean_marked")
    tried = [wrong("L04.hands", "order-matters"), right("L03.two_alike"), right("L04.hands")]
    assert recall_items(nine, tried) == ("L03.two_alike", "L04.hands")
    own = [*tried, right("L03.two_alike", "tue"), right("L04.hands", "tue")]
    assert recall_items(nine, own) == nine.recall


@pytest.mark.parametrize("name", LESSON_IDS)
def test_warm_ups_come_from_older_lessons(name: str) -> None:
    shaky = [
        wrong(template, tag)
        for tag in misconceptions()
        for template in misconceptions()[tag].contrast
    ]
    older = LESSON_IDS[: LESSON_IDS.index(name)] or ("L01",)
    for attempts in ([], shaky):
        chosen = recall_items(lesson(name), attempts)
        assert len(chosen) == 2
        assert {each.partition(".")[0] for each in chosen} <= set(older)
