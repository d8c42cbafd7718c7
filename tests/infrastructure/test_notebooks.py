"""Notebooks say much with little code and are committed as they were written, not as they ran.

That they run is tested by nbval, which collects the folder ``notebooks`` itself.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

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
