"""The hint on a plain static page: Pyodide in a web worker, no server program, no other host.

It holds the dashboards to what makes that possible: plain Python behind them, one host in front.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from phase10.dashboards.app import make_page
from phase10.widgets.session import Session

READY_MILLISECONDS = 120_000
HAND = ("B2", "R5", "B5", "W", "R8", "G8", "Y1", "R11", "G12", "Y3")
MISSING = {"en": "1 card missing", "lv": "Trūkst 1 kārts"}
SHOWN = ("hand", "phase", "plan", "advice", "chances")
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


def told_here(acts: list[tuple[str, str]]) -> dict[str, str]:
    """Give the parts of the page after some acts, as the Python of this machine makes them."""
    shown: dict[str, str] = {}
    session = Session(make_page(), lambda reply: shown.update(reply.get("parts", {})))
    session.receive({"type": "hello", "lang": "en-US", "search": "", "session": None})
    for seq, (act, value) in enumerate(acts):
        session.receive({"type": "act", "act": act, "value": value, "seq": seq})
    return shown


def words(page: Page, html: str) -> str:
    """Read HTML as the browser reads it and return its words."""
    parse = "html => new DOMParser().parseFromString(html, 'text/html').body.textContent"
    return " ".join(page.evaluate(parse, html).split())


def words_shown(page: Page, part: str) -> str:
    return " ".join((page.locator(f"[data-part='{part}']").text_content() or "").split())


@pytest.fixture
def hint(page: Page, site: Path, static_server: Callable[[Path], str]) -> Page:
    """The page, with its cards shown."""
    page.goto(static_server(site))
    page.locator("#hand-add-R5").wait_for(timeout=READY_MILLISECONDS)
    return page


def test_hint_without_a_server(
    hint: Page, axe: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    proof: dict[str, Any] = hint.evaluate("window.proof")
    with capsys.disabled():
        print(f"\nstatic page: {proof['ready'] / 1000:.1f} s until Python was ready", end=" ")
    assert not NEVER_LOADED & set(proof["modules"])

    for card in HAND:
        hint.locator(f"#hand-add-{card}").click()
    expect(hint.locator("[data-act='hand.remove']")).to_have_count(len(HAND))
    acts = [("hand.add", card) for card in HAND]
    expect(hint.locator("#hand-summary")).to_contain_text(MISSING["en"])
    for part in SHOWN:
        assert words_shown(hint, part) == words(hint, told_here(acts)[part])
    axe(hint)

    hint.locator("#lang-lv").click()
    expect(hint.locator("html")).to_have_attribute("lang", "lv")
    expect(hint.locator("#hand-summary")).to_contain_text(MISSING["lv"])
    acts.append(("app.lang", "lv"))
    for part in SHOWN:
        assert words_shown(hint, part) == words(hint, told_here(acts)[part])
    axe(hint)


def test_hand_survives_a_reload(hint: Page) -> None:
    for card in HAND[:3]:
        hint.locator(f"#hand-add-{card}").click()
    expect(hint.locator("[data-act='hand.remove']")).to_have_count(3)
    hint.reload()
    expect(hint.locator("[data-act='hand.remove']")).to_have_count(3, timeout=READY_MILLISECONDS)
