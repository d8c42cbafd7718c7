"""What a learner holds, idea by idea, and which mistakes come back in the next warm-up.

An idea (a template of items) is *held* after two right answers in two different sittings. A
misconception seen twice brings its contrast pair back, until one of the pair is answered right.
Nothing locks: a teacher can open any lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.reading import LESSON_IDS, misconceptions

__all__ = ["RECALLED", "Attempt", "held", "recall_items", "returning", "standing"]

RECALLED: Final = 2
"""Items of a warm-up."""

_OFTEN: Final = 2


@dataclass(frozen=True)
class Attempt:
    """Hold one answer as mastery sees it. ``sitting``: a day or a sitting, any text."""

    template: str
    right: bool
    sitting: str
    misconception: str = ""


def held(attempts: Iterable[Attempt], template: str) -> bool:
    """Tell whether an idea was shown in two different sittings."""
    sittings = {each.sitting for each in attempts if each.template == template and each.right}
    return len(sittings) >= _OFTEN


def standing(attempts: Sequence[Attempt]) -> dict[str, str]:
    """Say of each idea tried: ``tried``, ``once`` (right in one sitting), ``held``."""
    found = {}
    for template in dict.fromkeys(each.template for each in attempts):
        once = any(each.right for each in attempts if each.template == template)
        found[template] = "held" if held(attempts, template) else "once" if once else "tried"
    return found


def returning(attempts: Iterable[Attempt]) -> tuple[str, ...]:
    """List the misconceptions to meet again: seen twice since an item of their pair was right.

    The one made last comes first.
    """
    known = misconceptions()
    seen: dict[str, int] = {}
    for each in attempts:
        if each.right:
            for name in [name for name in seen if each.template in known[name].contrast]:
                del seen[name]
        elif each.misconception in known:
            count = seen.pop(each.misconception, 0)
            seen[each.misconception] = count + 1
    return tuple(name for name, count in reversed(seen.items()) if count >= _OFTEN)


def recall_items(lesson: Lesson, attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """Choose the two items of the warm-up from older lessons.

    First the contrast pair of a misconception that is to be met again, as far as it comes from
    older lessons; then ideas tried and not held yet, the one longest ago first; then those that the
    lesson names itself.
    """
    older = _older(lesson)
    chosen: list[str] = []
    for name in returning(attempts):
        chosen += misconceptions()[name].contrast
    last = {each.template: place for place, each in enumerate(attempts)}
    chosen += [
        template for template in sorted(last, key=last.__getitem__) if not held(attempts, template)
    ]
    kept = [name for name in chosen if name.partition(".")[0] in older]
    return tuple(dict.fromkeys([*kept, *lesson.recall]))[:RECALLED]


def _older(lesson: Lesson) -> tuple[str, ...]:
    """List the lessons that come before this one; all of them before a teacher's own."""
    if lesson.id in LESSON_IDS:
        return LESSON_IDS[: LESSON_IDS.index(lesson.id)]
    return LESSON_IDS
