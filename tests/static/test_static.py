"""The hint on a plain static page: Pyodide in a web worker, no server program, no other host.

It holds the dashboards to what makes that possible: plain Python behind them, one host in front.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

CARD = "[data-act='hand.add'][data-value='{}']"
READY_MILLISECONDS = 120_000
NEVER_LOADED = {
    "IPython",
    "anywidget",
    "ipywidgets",
    "numba",
    "numpy",
    "traitlets",
    "typer",
    "yaml",
}


@pytest.fixture
def hint(page: Page, site: Path, static_server: Callable[[Path], str]) -> Page:
    """The page, with its cards shown."""
    page.goto(static_server(site))
    page.locator(CARD.format("R5")).wait_for(timeout=READY_MILLISECONDS)
    return page


def test_hint_without_a_server(
    hint: Page, axe: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    proof = hint.evaluate("window.proof")
    with capsys.disabled():
        print(f"\nstatic page: {proof['ready'] / 1000:.1f} s until Python was ready", end=" ")
    assert not NEVER_LOADED & set(proof["modules"])
