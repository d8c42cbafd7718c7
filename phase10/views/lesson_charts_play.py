"""Pictures of play for the lessons: a match as a chain of steps, a race as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Final

from phase10.teaching.lessons.chance import expected_rounds, race_table, rounds_table
from phase10.views.html import Html, el, table
from phase10.views.i18n import number, sentence
from phase10.views.lesson_charts import Bar, bars_chart, drawing, label, line, numbers_table
from phase10.views.lesson_text import answer_text, rounded

__all__ = ["chain_chart", "race_view", "rounds_chart", "waiting_bars"]

_STEP: Final = 62
_RADIUS: Final = 15
_A_ROW: Final = 6


def chain_chart(chances: Sequence[Fraction], lang: str) -> Html:
    """Draw a match as a Markov chain: a state a phase, on with p, else the same phase again."""
    states = [number(lang, place) for place in range(1, len(chances) + 1)]
    states.append(sentence(lang, "lesson.chain.end"))
    drawn: list[Html] = []
    for place, name in enumerate(states):
        x, y = _place(place)
        drawn.append(
            el(
                "circle",
                cx=x,
                cy=y,
                r=_RADIUS,
                fill="none",
                stroke="currentColor",
                stroke_width=1.5,
            )
        )
        drawn.append(label(name, x, y + 4, weight=650, size=11 if len(name) < 4 else 9))
        if place < len(chances):
            drawn += _arrows(place, chances[place])
    rows = [
        [name, str(p), str(1 - p), answer_text(lang, 1 / p, "value")]
        for name, p in zip(states, chances, strict=False)
    ]
    title = sentence(lang, "lesson.chain.title")
    mean = rounded(lang, expected_rounds(chances))
    said = sentence(lang, "lesson.chain.said", phases=len(chances), mean=mean)
    names = ("phase", "on", "stay", "rounds")
    headings = [sentence(lang, f"lesson.chain.{name}") for name in names]
    height = _place(len(states) - 1)[1] + 40
    return el(
        "figure",
        el("figcaption", title),
        drawing(drawn, f"{title}. {said}", _A_ROW * _STEP + 40, height),
        el("p", said),
        numbers_table(title, headings, rows, lang),
    )


def rounds_chart(
    chances: Sequence[Fraction],
    last: int,
    lang: str,
    *,
    ident: str,
    simulated: Mapping[int, int] | None = None,
) -> Html:
    """Draw the chance that the match ends in round n, up to ``last``, all later ones together.

    ``simulated``: how many matches took so many rounds, drawn beside it.
    """
    first = len(chances)
    within = rounds_table(chances, last)[first - 1 :]
    matches = sum(simulated.values()) if simulated else 0

    def share(low: int, high: float) -> Fraction | None:
        if not simulated:
            return None
        count = sum(n for rounds, n in simulated.items() if low <= rounds <= high)
        return Fraction(count, matches)

    bars = [
        Bar(number(lang, at), share(at, at), within[at - first + 1] - within[at - first])
        for at in range(first, last + 1)
    ]
    later = sentence(lang, "lesson.chain.later", rounds=last)
    bars.append(Bar(later, share(last + 1, inf), 1 - within[-1]))
    return bars_chart(bars, lang, title=sentence(lang, "lesson.chain.rounds.title"), ident=ident)


def waiting_bars(within: Sequence[Fraction], lang: str, *, ident: str) -> Html:
    """Draw the chance of a useful card within 1, 2, … draws."""
    bars = [Bar(number(lang, place), None, p) for place, p in enumerate(within, start=1)]
    return bars_chart(bars, lang, title=sentence(lang, "lesson.waiting.title"), ident=ident)


def race_view(need: int, mine: Fraction, rival: Fraction, lang: str, *, filled: int) -> Html:
    """Show the table of a race, filled backwards as far as ``filled`` states.

    A state is how many cards are still needed; V(0) = 1 stands first.
    """
    values = race_table(need, mine, rival)
    rows = []
    for left, value in enumerate(values):
        shown = left <= filled
        rows.append(
            [
                f"V({number(lang, left)})",
                _step(left, shown=shown),
                answer_text(lang, value) if shown else "?",
            ]
        )
    headings = [sentence(lang, f"lesson.race.{name}") for name in ("state", "from", "value")]
    caption = sentence(lang, "lesson.race.caption", mine=str(mine), rival=str(rival))
    return table(caption, headings, rows)


def _step(left: int, *, shown: bool) -> str:
    """Write from which value a state follows."""
    if left == 0 or not shown:
        return "" if left else "1"
    return "r/(r + h − rh)" if left == 1 else f"r(1 − h)·V({left - 1})/(r + h − rh)"


def _place(place: int) -> tuple[int, int]:
    row, column = divmod(place, _A_ROW)
    return 30 + column * _STEP, 52 + row * 84


def _arrows(place: int, p: Fraction) -> list[Html]:
    """Draw the way on and the loop of a state, with their chances."""
    (x, y), (next_x, next_y) = _place(place), _place(place + 1)
    loop = f"M{x - 8} {y - 13}C{x - 16} {y - 38} {x + 16} {y - 38} {x + 8} {y - 13}"
    drawn = [
        el("path", d=loop, fill="none", stroke="currentColor", stroke_width=1),
        label(str(1 - p), x, y - 34, size=9),
    ]
    if next_y == y:
        end = next_x - _RADIUS
        drawn += [
            line(x + _RADIUS, y, end, y, 1.5),
            _head(end, y, -5, 4),
            label(str(p), (x + next_x) / 2, y - 5, size=10),
        ]
    else:
        drawn += [
            el(
                "path",
                d=f"M{x} {y + _RADIUS}V{y + 26}H{next_x - 24}V{next_y}H{next_x - _RADIUS}",
                fill="none",
                stroke="currentColor",
                stroke_width=1.5,
            ),
            _head(next_x - _RADIUS, next_y, -5, 4),
            label(str(p), x - 12, y + 30, size=10),
        ]
    return drawn


def _head(x: float, y: float, back: float, wide: float) -> Html:
    points = f"{x},{y} {x + back},{y - wide} {x + back},{y + wide}"
    return el("polygon", points=points, fill="currentColor")
