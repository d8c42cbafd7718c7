"""The lessons in a browser: L05 by keys alone, on the smallest phone, through a dead kernel."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_learn_page import Keys, Mouse
from tests.support.servers import Server

RUN = "#part-lessons-simulate svg.p10-chart"
LONG = 60_000


def opened(page: Page, server: Server, query: str) -> None:
    page.goto(f"{server.url}?view=lessons&{query}")
    page.locator("#lessons").wait_for(timeout=LONG)


def answer(page: Page, hands: Mouse, count: int) -> None:
    """Answer so many questions and see the why of each."""
    for place in range(count):
        hands.press("lessons-option-1")
        expect(page.locator("[id^=lessons-][id$=-said]:focus")).to_have_count(1)
        expect(page.locator("[id^=lessons-][id$=-said]").nth(place)).to_be_visible()


def simulate(page: Page, hands: Mouse) -> None:
    hands.press("lessons-run")
    expect(page.locator("#lessons-trials")).to_have_text("1000 trials", timeout=LONG)
    expect(page.locator("#lessons-run.p10-primary")).to_be_visible()


def test_l05_by_keys_alone_from_the_list_to_its_end(
    page: Page, app_server: Server, axe: Callable[..., None]
) -> None:
    opened(page, app_server, "lang=en")
    axe(page)
    keys = Keys(page)
    keys.press("lessons-L05")
    answer(page, keys, 2)
    keys.press("lessons-next")
    expect(page.locator("#lessons-situation-heading")).to_be_focused()
    keys.press("lessons-next")
    expect(page.locator("#lessons-predict-heading")).to_be_focused()
    axe(page)
    assert page.locator(RUN).count() == 0
    keys.fill("lessons-number", "60")
    expect(page.locator("#lessons-simulate-heading")).to_be_focused()
    simulate(page, keys)
    axe(page)
    keys.press("lessons-next")
    expect(page.locator("#lessons-exact-heading")).to_be_focused()
    expect(page.locator("#part-lessons-exact")).to_contain_text("14973783059/27078894567")
    expect(page.locator("#part-lessons-simulate .p10-predicted")).to_contain_text("60")
    keys.press("lessons-next")
    expect(page.locator("#lessons-explain-heading")).to_be_focused()
    for _ in range(2):
        keys.press("lessons-next")
        keys.press("lessons-option-0")
    keys.press("lessons-next")
    expect(page.locator("#lessons-done-heading")).to_be_focused()
    axe(page)


def test_the_prediction_survives_a_reload_and_a_dead_kernel(page: Page, app_server: Server) -> None:
    opened(page, app_server, "lang=en&lesson=L06&seed=3")
    mouse = Mouse(page)
    for _ in range(2):
        mouse.press("lessons-option-0")
    for _ in range(2):
        mouse.press("lessons-next")
    mouse.fill("lessons-number", "41")
    simulate(page, mouse)
    page.reload()
    expect(page.locator("#part-lessons-simulate .p10-predicted")).to_contain_text(
        "41", timeout=LONG
    )
    expect(page.locator(RUN).first).to_be_visible()
    for kernel in app_server.kernels():
        kernel.kill()
    expect(page.locator("[data-banner]")).to_be_visible(timeout=LONG)
    for _ in range(5):
        page.goto(app_server.url)
        found = page.locator("#part-lessons-simulate .p10-predicted, #phase10-trouble:visible")
        found.first.wait_for(timeout=LONG)
        if page.locator("#part-lessons-simulate").count():
            break
    expect(page.locator("#part-lessons-simulate .p10-predicted")).to_contain_text("41")
    expect(page.locator("#lessons-trials")).to_have_text("1000 trials")


@pytest.mark.parametrize(("scheme", "lang", "name"), [("dark", "lv", "L05")])
def test_a_lesson_fits_the_smallest_phone(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    scheme: str,
    lang: str,
    name: str,
) -> None:
    context = new_context(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    page = context.new_page()
    mouse = Mouse(page)

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 320

    opened(page, app_server, f"lang={lang}")
    fits()
    axe(page)
    opened(page, app_server, f"lang={lang}&lesson={name}&seed=7")
    for _ in range(2):
        mouse.press("lessons-option-0")
    mouse.press("lessons-next")
    mouse.press("lessons-next")
    fits()
    mouse.fill("lessons-number", "74")
    mouse.press("lessons-run")
    expect(page.locator("#lessons-run.p10-primary")).to_be_visible(timeout=LONG)
    fits()
    mouse.press("lessons-next")
    mouse.press("lessons-next")
    expect(page.locator("#lessons-explain-heading")).to_be_focused()
    fits()
    axe(page)
    small = page.evaluate(SMALL_LETTERS)
    assert small == []


SMALL_LETTERS = """() => [...document.querySelectorAll("#part-lessons-simulate svg text")]
    .filter((node) => {
        const box = node.ownerSVGElement;
        const scale = box.getBoundingClientRect().width / box.viewBox.baseVal.width;
        return parseFloat(getComputedStyle(node).fontSize) * scale < 11.9;
    }).map((node) => node.textContent)"""
"""Letters of charts that are smaller than 12 pixels."""
