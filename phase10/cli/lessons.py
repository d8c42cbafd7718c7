"""``phase10 lessons``: the lessons on probability, and the card of one of them for its teacher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import told_place
from phase10.cli.options import AsJson, Language, print_result
from phase10.views.i18n import language, plural, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phase10.teaching.lessons.content import Lesson

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("lessons")(lessons)


def lessons(
    context: typer.Context,
    *,
    listed: Annotated[
        bool, typer.Option("--list", help="List all lessons; so it does without options, too.")
    ] = False,
    lesson: Annotated[
        str, typer.Option(metavar="L", help="One lesson: L01 to L14, or a file of your own.")
    ] = "",
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """List the lessons on probability, or show the card of one for its teacher."""
    from phase10.teaching.lessons.reading import lessons as all_lessons
    from phase10.teaching.lessons.reading import load_lesson

    said = language(lang or context.obj)
    with told_place(said):
        if lesson and not listed:
            one = load_lesson(lesson)
            print_result(as_json, lambda: _card_shape(said, one), lambda: _card_view(said, one))
            return
        known = all_lessons()
    print_result(
        as_json,
        lambda: {"lessons": [_shape(said, each) for each in known]},
        lambda: _list_view(said, known),
    )


def _shape(lang: str, lesson: Lesson) -> dict[str, Any]:
    """Give what tells a lesson from others."""
    return {
        "id": lesson.id,
        "title": lesson.title.of(lang),
        "goal": lesson.goal.of(lang),
        "codes": list(lesson.codes.printed),
        "paths": list(lesson.paths),
        "minutes": lesson.minutes,
        "core_minutes": lesson.core_minutes,
        "misconceptions": list(lesson.misconceptions),
        "items": list(lesson.items),
    }


def _card_shape(lang: str, lesson: Lesson) -> dict[str, Any]:
    """Give a lesson with its question, what to ask, and wrong answers to expect."""
    from phase10.views.lesson_text import expected_answers

    asked = lesson.prediction
    return _shape(lang, lesson) | {
        "situation": lesson.situation.of(lang),
        "question": asked.question.of(lang),
        "prediction": asked.kind,
        "expected": [
            {"answer": answer, "right": right, "misconception": tag, "reply": why}
            for answer, right, tag, why in expected_answers(lang, lesson)
        ],
        "exact": _exact(lang, lesson),
        "ask": lesson.card.ask.of(lang),
        "without_devices": lesson.card.without.of(lang),
        "mini_deck": lesson.mini.of(lang),
        "transfer": lesson.transfer,
        "exit": lesson.exit,
    }


def _exact(lang: str, lesson: Lesson) -> list[str]:
    from phase10.views.lesson_text import exact_steps, plain

    return [plain(step) for step in exact_steps(lang, lesson)]


def _list_view(lang: str, known: tuple[Lesson, ...]) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    parts: list[RenderableType] = []
    for each in known:
        head = sentence(lang, "lessons.head", id=each.id, title=each.title.of(lang))
        parts.append(Text(head, style="bold"))
        parts.append(Padding(Text(each.goal.of(lang)), (0, 0, 0, 2)))
        parts.append(Padding(Text(", ".join(each.codes.printed), style="dim"), (0, 0, 1, 2)))
    parts.append(Text(sentence(lang, "lessons.more")))
    return Group(*parts)


def _card_view(lang: str, lesson: Lesson) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from phase10.teaching.lessons.reading import misconceptions
    from phase10.views.lesson_text import expected_answers

    def part(code: str, *texts: str) -> list[RenderableType]:
        head = Text(sentence(lang, f"lessons.{code}"), style="bold")
        return [head, *(Padding(Text(text), (0, 0, 0, 2)) for text in texts), Text()]

    replies = []
    for answer, right, tag, why in expected_answers(lang, lesson):
        sign = "✓" if right else "✗"
        name = f" ({misconceptions()[tag].name.of(lang)})" if tag else ""
        replies += [f"{sign} {answer}{name}", f"    {why}"]
    head = sentence(lang, "lessons.head", id=lesson.id, title=lesson.title.of(lang))
    minutes = plural(lang, "lessons.minutes", lesson.minutes, core=lesson.core_minutes)
    return Group(
        Text(head, style="bold"),
        Text(minutes),
        Text(", ".join(lesson.codes.printed), style="dim"),
        Text(),
        *part("goal", lesson.goal.of(lang)),
        *part("situation", lesson.situation.of(lang), lesson.prediction.question.of(lang)),
        *part("expected", *replies),
        *part("exact", *_exact(lang, lesson)),
        *part("ask", lesson.card.ask.of(lang)),
        *part("without", lesson.card.without.of(lang)),
        *part("mini", lesson.mini.of(lang)),
    )
