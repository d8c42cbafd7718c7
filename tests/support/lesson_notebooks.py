"""Write the notebooks of pages and lessons anew: ``python -m tests.support.lesson_notebooks``.

A lesson comes with the calls behind it, so that an older class sees and changes them. The title of
the page and the page itself come first; a server shows nothing else of a notebook.
"""

from __future__ import annotations

import json
from typing import Any

from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.reading import lessons
from tests.support.packaging import CHECKOUT

FOLDER = CHECKOUT / "notebooks"
SEED = 77
TRIALS = 2000
PAGES = {
    "hint": "Get a hint · Saņemt padomu",
    "play": "Play · Spēlēt",
    "learn": "Learn the rules · Iemācīties noteikumus",
    "lessons": "Probability lessons · Varbūtības nodarbības",
    "teacher": "For teachers · Skolotājiem",
}
"""Views with a notebook of their own, and its title."""

CHANCE = "from phase10.teaching.lessons.chance import"
EXACT = {
    "L01": "from fractions import Fraction\n\nFraction(8, 108), Fraction(4 * 2, 108)",
    "L02": f"{CHANCE} half_width\nfrom fractions import Fraction\n\n"
    "half_width(Fraction(2, 27), 50), half_width(Fraction(2, 27), 1500)",
    "L03": "from fractions import Fraction\n\nFraction(8, 108), Fraction(8, 108 - 20)",
    "L04": "from math import comb, factorial\n\ncomb(12, 3), comb(108, 10), factorial(10)",
    "L05": f"{CHANCE} at_least_one, hypergeometric\n\n"
    "float(at_least_one(8, 108, 10)), hypergeometric(8, 108, 10)",
    "L06": f"{CHANCE} wait, within\n\nwithin(97, 14, 3), wait(97, 14)",
    "L07": "from fractions import Fraction\n\nFraction(8, 97) / Fraction(16, 97)",
    "L08": "from fractions import Fraction\n\nFraction(24 + 8 - 2, 108)",
    "L09": f"{CHANCE} needed_trials\nfrom fractions import Fraction\n\n"
    "needed_trials(Fraction(1, 2), Fraction(1, 100))",
    "L10": f"{CHANCE} mean, points_distribution\n\n"
    "mean(points_distribution(1)), mean(points_distribution(10))",
    "L11": f"{CHANCE} within\n\nwithin(97, 24, 1), within(97, 16, 1), within(97, 24, 3)",
    "L12": f"{CHANCE} expected_rounds, rounds_within\nfrom fractions import Fraction\n\n"
    "phases = [Fraction(1, 2)] * 10\nexpected_rounds(phases), rounds_within(phases, 20)",
    "L13": f"{CHANCE} posterior\nfrom fractions import Fraction\n\n"
    "posterior(Fraction(1, 4), Fraction(5, 100), Fraction(30, 100))",
    "L14": f"{CHANCE} race_table\nfrom fractions import Fraction\n\n"
    "race_table(2, Fraction(1, 4), Fraction(1, 5))",
}
"""What a lesson computes, in a few lines."""


def page_notebook(view: str) -> dict[str, Any]:
    """Give the notebook of a view."""
    return _notebook(PAGES[view], [_page(view)])


def lesson_notebook(lesson: Lesson) -> dict[str, Any]:
    """Give the notebook of a lesson: the page, then the calls behind it."""
    titles = f"{lesson.title.of('en')} · {lesson.title.of('lv')}"
    named = f'"{lesson.id}"'
    cells = [
        _text(f"# {lesson.id}. {titles}\n\n{lesson.goal.of('en')}\n\n*{lesson.goal.of('lv')}*"),
        _page(f"lessons/{lesson.id}"),
        _text(
            "## The same in Python · Tas pats Python valodā\n\n"
            "Predict first, then run these cells; change a number and run them again.\n\n"
            "*Vispirms prognozē, tad izpildi šīs šūnas; maini kādu skaitli un izpildi vēlreiz.*"
        ),
        _code(EXACT[lesson.id]),
        _code(
            "from phase10.teaching.lessons.reading import lesson\n\n"
            f"figures = lesson({named}).figures()\n"
            "{name: figure.exact for name, figure in figures.items()}"
        ),
        _code(
            "from phase10.teaching.lessons.codes import LessonCode\n"
            "from phase10.teaching.lessons.simulation import simulate, start\n\n"
            f"part, code = lesson({named}).parts[0], LessonCode({named}, {SEED})\n"
            f"tally = simulate(part.experiment, start(code), {TRIALS})"
        ),
        _code(
            "from phase10.teaching.lessons.simulation import estimate\n\n"
            "{figure.name: estimate(figure, tally.counts) for figure in part.shown}"
        ),
        _code(
            "from IPython.display import HTML\n"
            "from phase10.views.lesson_charts import outcome_chart\n\n"
            'HTML(outcome_chart(part, tally, "en", exact=True, ident="outcomes"))'
        ),
        _code(
            "from phase10.teaching.lessons.items import make_item\n"
            "from phase10.teaching.lessons.reading import template_of\n\n"
            f"name = lesson({named}).exit\n"
            'make_item(template_of(name), name, code.stream("exit 0"))'
        ),
    ]
    return _notebook(f"{lesson.id}. {titles}", cells)


def every() -> dict[str, dict[str, Any]]:
    """Give all notebooks that are made here, by the name of their file."""
    made = {f"{view}.ipynb": page_notebook(view) for view in PAGES}
    return made | {f"lesson_{each.id}.ipynb": lesson_notebook(each) for each in lessons()}


def written(notebook: dict[str, Any]) -> str:
    """Write a notebook as its file has it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _page(start: str) -> dict[str, Any]:
    return _code(f'from phase10.dashboards.app import app\n\napp("{start}")')


def _code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
            "source": source.splitlines(keepends=True)}  # fmt: skip


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def _notebook(title: str, cells: list[dict[str, Any]]) -> dict[str, Any]:
    named = [{**cell, "id": f"phase10-{place}"} for place, cell in enumerate(cells)]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return {
        "cells": [dict(sorted(cell.items())) for cell in named],
        "metadata": {
            "kernelspec": kernel,
            "language_info": {"name": "python"},
            "title": title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def main() -> None:
    """Write every notebook."""
    for name, notebook in every().items():
        (FOLDER / name).write_text(written(notebook), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
