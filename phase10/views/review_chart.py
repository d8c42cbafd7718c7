"""The chance to win through a match as a line with the costly moves marked, and its numbers."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.advice.review import Decision, Review
from phase10.views.html import Html, el, table
from phase10.views.i18n import number, percent, plural, sentence
from phase10.views.lesson_charts import drawing, label, line

__all__ = ["course_chart", "course_points", "course_table", "round_chances"]

_WIDTH, _HEIGHT = 360, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 12, 22, 36
_APART = 17
"""So far from each other numbers of rounds are written at least."""
_MARK = 5.5


def course_points(review: Review, seat: int) -> tuple[Decision, ...]:
    """List the decisions of a seat of which the chance to win is known, one for each turn."""
    by_turn: dict[int, Decision] = {}
    for decision in review.of(seat):
        if decision.chance is not None:
            by_turn.setdefault(decision.turn, decision)
            if decision.is_mistake and not by_turn[decision.turn].is_mistake:
                by_turn[decision.turn] = decision
    return tuple(by_turn.values())


def round_chances(review: Review, seat: int) -> dict[int, tuple[float, float]]:
    """Give for each round the chance to win at its first and at its last turn."""
    found: dict[int, tuple[float, float]] = {}
    for decision in course_points(review, seat):
        chance = decision.chance or 0.0
        first, _ = found.get(decision.round, (chance, chance))
        found[decision.round] = first, chance
    return found


def course_chart(
    review: Review, seat: int, lang: str, marked: Sequence[Decision] = (), *, ident: str = "course"
) -> Html:
    """Draw the chance to win over the turns of a seat; ``marked`` decisions are numbered from 1."""
    points = course_points(review, seat)
    if not points:
        return Html("")
    title = sentence(lang, "review.chart")
    first, last = points[0].turn, max(points[-1].turn, points[0].turn + 1)

    def x(turn: int) -> float:
        return round(_LEFT + (turn - first) / (last - first) * (_WIDTH - _LEFT - _RIGHT), 1)

    drawn = _scale(lang)
    rounds = {decision.round: decision.turn for decision in reversed(points)}
    free = 0.0
    for place, (round_number, turn) in enumerate(sorted(rounds.items())):
        if place:
            drawn.append(line(x(turn), _TOP, x(turn), _HEIGHT - _BOTTOM, 1, dots=True, opacity=0.5))
        if x(turn) >= free:
            free = x(turn) + _APART
            drawn.append(label(number(lang, round_number), x(turn) + 2, _HEIGHT - _BOTTOM + 14,
                               anchor="start"))  # fmt: skip
    drawn.append(label(sentence(lang, "review.chart.rounds"), _WIDTH / 2, _HEIGHT - 4))
    path = " ".join(
        f"{'L' if place else 'M'}{x(each.turn)} {_y(each.chance or 0.0)}"
        for place, each in enumerate(points)
    )
    drawn.append(el("path", d=path, fill="none", stroke="currentColor", stroke_width=2))
    for place, decision in enumerate(marked, start=1):
        if decision.chance is not None:
            drawn += _mark(x(decision.turn), _y(decision.chance), number(lang, place))
    said = f"{title}. {_said(lang, points, len(marked))}"
    return el(
        "figure",
        el("figcaption", title),
        drawing(drawn, said, _WIDTH, _HEIGHT, ident=ident),
    )


def course_table(review: Review, seat: int, lang: str) -> Html:
    """Give the numbers of the chart by round."""
    rows = [
        [number(lang, round_number), percent(lang, first, 1), percent(lang, last, 1)]
        for round_number, (first, last) in round_chances(review, seat).items()
    ]
    headings = [sentence(lang, f"review.course.{name}") for name in ("round", "first", "last")]
    return table(sentence(lang, "review.chart"), headings, rows)


def _said(lang: str, points: Sequence[Decision], marks: int) -> str:
    first, last = points[0].chance or 0.0, points[-1].chance or 0.0
    values = {"first": percent(lang, first), "last": percent(lang, last)}
    return plural(lang, "review.chart.said", marks, **values)


def _scale(lang: str) -> list[Html]:
    drawn: list[Html] = []
    for step in range(5):
        y = _y(step / 4)
        drawn.append(line(_LEFT, y, _WIDTH - _RIGHT, y, 1, opacity=0.18 if step else 0.6))
        drawn.append(label(percent(lang, step / 4), _LEFT - 5, y + 4, anchor="end"))
    return drawn


def _mark(x: float, y: float, text: str) -> list[Html]:
    """Draw a diamond with its number above it, or below it at the upper edge."""
    shape = f"M{x} {y - _MARK}L{x + _MARK} {y}L{x} {y + _MARK}L{x - _MARK} {y}z"
    above = y - _MARK - 5 > _TOP
    return [
        el("path", d=shape, fill="var(--p10-panel, Canvas)", stroke="currentColor", stroke_width=2),
        label(text, x, y - _MARK - 5 if above else y + _MARK + 14, weight=700, size=13),
    ]


def _y(chance: float) -> float:
    return round(_HEIGHT - _BOTTOM - chance * (_HEIGHT - _TOP - _BOTTOM), 1)
