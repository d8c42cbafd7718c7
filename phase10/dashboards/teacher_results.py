"""What a class predicted and found, put together: dots without names, frequencies pooled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.experiment import Figure
from phase10.teaching.lessons.simulation import Tally, estimate
from phase10.views.html import Html, el, fragment, table
from phase10.views.i18n import decimal, number, plural, sentence
from phase10.views.lesson_charts import convergence_chart, prediction_dots
from phase10.views.lesson_text import exact_steps, figure_text, filled, formula, rounded

__all__ = [
    "BOARD",
    "HIDDEN",
    "REVEALED",
    "Pieces",
    "dots_html",
    "figure_words",
    "pooled",
    "pooled_lines",
    "pooled_table",
    "results_html",
    "settling_html",
    "trials_of",
]

BOARD: Final = "board"
"""What the ids of drawings on the projector begin with."""

HIDDEN: Final = "hidden"
REVEALED: Final = "revealed"
"""What pupils see of the others: nothing; dots and the exact value. Between them only dots."""

Pieces: TypeAlias = "Mapping[str, Sequence[Mapping[int, int]]]"
"""By figure, the counts of outcomes of each pupil or of each entry."""


def pooled(counts: Iterable[Mapping[int, int]]) -> Tally:
    """Put counts of outcomes together, in their order: the path shows how the frequency settles."""
    total: dict[int, int] = {}
    path = []
    trials = 0
    for each in counts:
        for outcome, count in each.items():
            if count:
                total[outcome] = total.get(outcome, 0) + count
        trials = sum(total.values())
        path.append((trials, dict(total)))
    return Tally(0, trials, dict(sorted(total.items())), tuple(path))


def figure_words(lang: str, lesson: Lesson) -> dict[str, tuple[Figure, str]]:
    """Give the figures that a lesson shows, by ``part_figure``, each with its words.

    A lesson of several parts names the part too.
    """
    several = len(lesson.parts) > 1
    words = {}
    for part in lesson.parts:
        head = f"{filled(lang, part.title)}: " if several else ""
        for figure in part.shown:
            text = f"{head}{filled(lang, part.figures[figure.name])}"
            words[f"{part.name}_{figure.name}"] = (figure, text)
    return words


def results_html(
    lang: str, lesson: Lesson, given: Sequence[str | Fraction], pieces: Pieces, *, exact: bool
) -> Html:
    """Draw the predictions as dots and each figure as it settles, beside its exact value.

    Nothing exact without ``exact``.
    """
    steps = [el("p", formula(step)) for step in exact_steps(lang, lesson)] if exact else []
    return fragment(
        dots_html(lang, lesson, given, exact=exact, ident="teacher"),
        [
            settling_html(lang, lesson, name, pieces, exact=exact, ident="teacher")
            for name in figure_words(lang, lesson)
        ],
        pooled_table(lang, lesson, pieces, exact=exact),
        steps,
    )


def dots_html(
    lang: str, lesson: Lesson, given: Sequence[str | Fraction], *, exact: bool, ident: str
) -> Html:
    """Draw the predictions of a class as dots, and count them."""
    dots = prediction_dots(lesson, given, lang, exact=exact, ident=f"{ident}-dots")
    predicted = plural(lang, "page.teacher.predicted", len(given))
    room = _room(sentence(lang, "page.teacher.board.predictions"), dots, ident)
    return el("div", room, el("p", predicted, class_="p10-muted"), class_="p10-result")


def settling_html(
    lang: str, lesson: Lesson, name: str, pieces: Pieces, *, exact: bool, ident: str
) -> Html | None:
    """Draw how the pooled frequency of a figure settles, pupil after pupil; none without trials."""
    figure, words = figure_words(lang, lesson)[name]
    tally = pooled(pieces.get(name, ()))
    if estimate(figure, tally.counts) is None:
        return None
    chart = convergence_chart(
        figure, tally, lang, title=words, ident=f"{ident}-{name.replace('_', '-')}", exact=exact
    )
    return el("div", _room(words, chart, ident), class_="p10-result")


def _room(label: str, chart: Html, ident: str) -> Html:
    """Give a drawing a frame in which it scrolls on a phone; the projector has room for all."""
    if ident == BOARD:
        return chart
    return el("div", chart, class_="p10-scroll p10-chartroom", role="region", tabindex=0,
              aria_label=label)  # fmt: skip


def trials_of(lesson: Lesson, pieces: Pieces) -> int:
    """Count the trials of all parts of a lesson, whatever is measured in them."""
    by_part: dict[str, int] = {}
    for name, counts in pieces.items():
        made = sum(sum(each.values()) for each in counts)
        part = next((part.name for part in lesson.parts if name.startswith(f"{part.name}_")), "")
        by_part[part] = max(made, by_part.get(part, 0))
    return sum(by_part.values())


def pooled_table(lang: str, lesson: Lesson, pieces: Pieces, *, exact: bool) -> Html | None:
    """List what was pooled: how many trials, the frequency with its error, the exact value."""
    rows = []
    for name, (figure, words) in figure_words(lang, lesson).items():
        found = estimate(figure, pooled(pieces.get(name, ())).counts)
        if found is None:
            continue
        chance = figure.of is not None
        row = [
            words,
            number(lang, found.size),
            figure_text(lang, found.value, chance=chance),
            f"±{decimal(lang, found.band if exact else 1.96 * found.standard_error, 3)}",
        ]
        rows.append([*row, figure_text(lang, figure.exact, chance=chance)] if exact else row)
    if not rows:
        return None
    names = ("figure", "trials.axis", "simulated", "band", *(("exact",) if exact else ()))
    headings = [sentence(lang, f"lesson.chart.{each}") for each in names]
    caption = sentence(lang, "page.teacher.pooled")
    listed = table(caption, headings, rows)
    return el("div", listed, class_="p10-scroll", role="region", tabindex=0, aria_label=caption)


def pooled_lines(lang: str, lesson: Lesson, pieces: Pieces, *, exact: bool) -> Html:
    """Say what was pooled in a line for each figure, to be read from afar; the trials at last."""
    lines = []
    for name, (figure, words) in figure_words(lang, lesson).items():
        found = estimate(figure, pooled(pieces.get(name, ())).counts)
        if found is None:
            continue
        said = [rounded(lang, found.value)]
        if exact:
            value = figure_text(lang, figure.exact, chance=figure.of is not None)
            said.append(f"{sentence(lang, 'lesson.chart.exact')} {value}")
        lines.append(el("li", el("strong", words), f": {' · '.join(said)}"))
    made = plural(lang, "lesson.chart.trials", trials_of(lesson, pieces))
    return el("ul", lines, el("li", made), class_="p10-boardlines")
