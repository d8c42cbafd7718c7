"""Notebooks say much with little code and are committed as they were written, not as they ran.

That they run is tested by nbval, which collects the folder ``notebooks`` itself.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from phase10.dashboards.app import AppPage
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.lessons.reading import lessons
from tests.support.lesson_notebooks import every, written
from tests.support.packaging import CHECKOUT

LONGEST_CELL = 5
NOTEBOOKS = sorted((CHECKOUT / "notebooks").glob("**/*.ipynb"))


def code_cells(path: Path) -> list[dict[str, Any]]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def names(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths]


def test_the_notebook_of_the_app_is_there() -> None:
    assert "app" in names(NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names(NOTEBOOKS))
def test_no_outputs_are_committed(path: Path) -> None:
    for cell in code_cells(path):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names(NOTEBOOKS))
def test_cells_are_short_and_define_nothing(path: Path) -> None:
    for cell in code_cells(path):
        source = "".join(cell["source"])
        assert len(source.strip().splitlines()) <= LONGEST_CELL, source
        defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
        assert not any(isinstance(node, defined) for node in ast.walk(ast.parse(source))), source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names(NOTEBOOKS))
def test_no_widget_state_is_committed(path: Path) -> None:
    metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
    assert "widgets" not in metadata


@pytest.mark.parametrize("name", sorted(every()))
def test_notebooks_of_pages_and_lessons_are_as_they_are_made(name: str) -> None:
    committed = (CHECKOUT / "notebooks" / name).read_text(encoding="utf-8")
    assert committed == written(every()[name]), "python -m tests.support.lesson_notebooks"


@pytest.mark.parametrize("lesson", lessons(), ids=[lesson.id for lesson in lessons()])
def test_the_page_of_a_lesson_comes_first_and_the_calls_behind_it_below(lesson: Lesson) -> None:
    path = CHECKOUT / "notebooks" / f"lesson_{lesson.id}.ipynb"
    first, *below = ["".join(cell["source"]) for cell in code_cells(path)]
    assert first.splitlines()[-1] == f'app("lessons/{lesson.id}")'
    for call in ("figures()", "simulate(", "outcome_chart(", "make_item("):
        assert any(call in source for source in below), call


def test_a_page_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="kitchen"):
        AppPage(start="kitchen")
