"""A review for people: the grade, the lines of it, the costliest moves, the course of the match."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from phase10.advice.review import Decision, Review
from phase10.cli.fitting import Fitting
from phase10.views.i18n import decimal, number, percent, plural, sentence
from phase10.views.review import (
    amount_text,
    did_text,
    grade_text,
    kind_text,
    measured_text,
    summary_texts,
    told_texts,
)
from phase10.views.review_chart import round_chances

__all__ = ["review_view"]

_INDENT = (0, 0, 0, 3)


def review_view(
    lang: str, found: Review, names: Sequence[str], *, every: bool = False
) -> RenderableType:
    """Show for each player the grade and the costliest moves; with ``every`` all decisions."""
    parts: list[RenderableType] = []
    for seat in found.seats:
        grade = found.grade(seat)
        title = sentence(lang, "review.title", player=names[seat], grade=grade_text(lang, grade))
        said = " ".join(summary_texts(lang, grade))
        parts += [Text(title, style="bold"), Text(said), Text()]
        if grade.decisions:
            lines = Fitting(_lines(lang, found, seat), _list(lang, found, seat))
            parts += [lines, Text()]
        shown = found.of(seat) if every else found.costliest(seat)
        if shown:
            code = "review.every" if every else "review.costliest"
            parts.append(Text(sentence(lang, code), style="bold"))
            for place, decision in enumerate(shown, start=1):
                parts += _decision(lang, found, decision, names, place)
            parts.append(Text())
        if found.by_chance and round_chances(found, seat):
            parts += [
                Text(sentence(lang, "review.chart"), style="bold"),
                _course(lang, found, seat),
                Text(),
            ]
    parts.append(Text(measured_text(lang, found), style="dim"))
    return Group(*parts)


def _lines(lang: str, found: Review, seat: int) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    grid.add_column(sentence(lang, "review.column.kind"))
    chance = ("lost.chance",) if found.by_chance else ()
    for name in ("decisions", "mistakes", *chance, "lost.turns", "points"):
        grid.add_column(sentence(lang, f"review.column.{name}"), justify="right")
    for kind, grade in found.lines(seat).items():
        grid.add_row(
            kind_text(lang, kind),
            number(lang, grade.decisions),
            number(lang, grade.mistakes),
            *([amount_text(lang, grade)] if found.by_chance else []),
            decimal(lang, grade.turns, 2),
            number(lang, grade.points),
        )
    return grid


def _list(lang: str, found: Review, seat: int) -> RenderableType:
    """Say the same line by line, where a table has no room."""
    return Group(
        *(
            Text(
                sentence(
                    lang,
                    "review.line",
                    kind=kind_text(lang, kind),
                    points=grade.points,
                    decisions=plural(lang, "review.decisions", grade.decisions),
                    mistakes=plural(lang, "review.mistakes", grade.mistakes),
                    turns=decimal(lang, grade.turns, 2),
                )
            )
            for kind, grade in found.lines(seat).items()
        )
    )


def _decision(
    lang: str, found: Review, decision: Decision, names: Sequence[str], place: int
) -> list[RenderableType]:
    did = did_text(lang, found, decision, names)
    where = sentence(
        lang, "review.where", place=place, round=decision.round, line=decision.line, did=did
    )
    return [Text(where), Padding(Text(" ".join(told_texts(lang, decision))), _INDENT)]


def _course(lang: str, found: Review, seat: int) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in ("round", "first", "last"):
        grid.add_column(sentence(lang, f"review.course.{name}"), justify="right")
    for round_number, (first, last) in round_chances(found, seat).items():
        grid.add_row(number(lang, round_number), percent(lang, first, 1), percent(lang, last, 1))
    return grid
