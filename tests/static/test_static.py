"""The hint on the static site: Pyodide in a web worker, no server program, no other host.

It holds the dashboards to what makes that possible: plain Python behind them, one host in front.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from phase10.dashboards.app import make_page
from phase10.widgets.session import Session
from tests.static.conftest import READY_MILLISECONDS

HAND = ("B2", "R5", "B5", "W", "R8", "G8", "Y1", "R11", "G12", "Y3")
MISSING = {"en": "1 card missing", "lv": "Trūkst 1 kārts"}
SHOWN = ("hand", "phase", "plan", "advice", "chances")
MOST_BYTES = 20_000_000


def told_here(acts: list[tuple[str, str]]) -> dict[str, str]:
    """Give the parts of the page after some acts, as the Python of this machine makes them."""
    shown: dict[str, str] = {}
    session = Session(
        make_page(place="browser"), lambda reply: shown.update(reply.get("parts", {}))
    )
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


def compare(page: Page, acts: list[tuple[str, str]]) -> None:
    """What is shown says word for word what Python says here after the same acts."""
    told = told_here(acts)
    for part in SHOWN:
        assert words_shown(page, part) == words(page, told[part])


def add(page: Page, cards: tuple[str, ...]) -> list[tuple[str, str]]:
    """Tap cards and wait until all are in the hand."""
    before = page.locator("[data-act='hand.remove']").count()
    for card in cards:
        page.locator(f"#hand-add-{card}").click()
    expect(page.locator("[data-act='hand.remove']")).to_have_count(before + len(cards))
    return [("hand.add", card) for card in cards]


def test_hint_without_a_server(
    page: Page,
    built: dict[str, Any],
    visit: Callable[..., Page],
    axe: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    visit(page)
    times = page.evaluate("performance.getEntries().map((each) => [each.name, each.startTime])")
    known = dict(times)
    with capsys.disabled():
        print(
            f"\nstatic page: first card {known['first-contentful-paint'] / 1000:.2f} s, "
            f"hint {known['phase10:ready'] / 1000:.1f} s, {built['first'] / 1e6:.1f} MB",
            end=" ",
        )
    assert built["compiled"]
    assert built["first"] <= MOST_BYTES
    assert not [address for address in loaded if "/tables/" in address]

    acts = add(page, HAND)
    expect(page.locator("#hand-summary")).to_contain_text(MISSING["en"])
    compare(page, acts)
    axe(page)

    page.locator("#lang-lv").click()
    expect(page.locator("html")).to_have_attribute("lang", "lv")
    expect(page.locator("#hand-summary")).to_contain_text(MISSING["lv"])
    acts.append(("app.lang", "lv"))
    compare(page, acts)
    axe(page)
    expect(page.locator("#alone")).to_contain_text("bez servera")


@pytest.mark.slow
def test_an_eleventh_card_and_a_phase_with_a_large_table(
    page: Page, visit: Callable[..., Page]
) -> None:
    loaded: list[str] = []
    page.context.on("request", lambda request: loaded.append(request.url))
    visit(page, "?lang=en")
    acts = add(page, (*HAND, "G2"))
    page.locator("#phase-5").click()
    expect(page.locator("#phase-5")).to_have_attribute("aria-checked", "true")
    acts.append(("phase.number", "5"))
    compare(page, acts)
    assert [address for address in loaded if "/tables/run8" in address]


@pytest.mark.slow
def test_taps_before_python_is_there_are_done(
    page: Page, visit: Callable[..., Page], site: Any, static_server: Callable[..., Any]
) -> None:
    server = static_server(site)
    page.goto(f"{server.url}?lang=lv", wait_until="domcontentloaded")
    expect(page.locator("html")).to_have_attribute("lang", "lv")
    page.locator("#hand-add-R5").click()
    page.locator("#hand-add-R6").click()
    page.locator("html[data-ready]").wait_for(timeout=READY_MILLISECONDS)
    expect(page.locator("[data-act='hand.remove']")).to_have_count(2)
    expect(page.locator("#first > p:visible")).to_have_count(0)


@pytest.mark.slow
def test_hand_survives_a_reload(page: Page, visit: Callable[..., Page]) -> None:
    visit(page)
    add(page, HAND[:3])
    page.reload(wait_until="domcontentloaded")
    # At once, from what was shown last; then from Python.
    expect(page.locator("[data-act='hand.remove']")).to_have_count(3)
    page.locator("html[data-ready]").wait_for(timeout=READY_MILLISECONDS)
    expect(page.locator("[data-act='hand.remove']")).to_have_count(3)


@pytest.mark.slow
def test_a_phone(
    new_context: Callable[..., BrowserContext],
    visit: Callable[..., Page],
    axe: Callable[..., None],
) -> None:
    context = new_context(viewport={"width": 320, "height": 640}, color_scheme="dark")
    context.set_default_timeout(READY_MILLISECONDS)
    page = visit(context.new_page(), "?lang=lv&view=home")
    page.locator("#alone > summary").click()
    expect(page.locator("#alone li")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator(".p10-settings > summary").click()
    expect(page.locator(".p10-settings-box")).to_be_in_viewport(ratio=1)
    axe(page)
