"""An own phase solved beside the served page, and hints that tell less than the whole move."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import psutil
from playwright.sync_api import Page, expect

from tests.support.servers import Server

HAND = "R3+B4+Y5+G6+R9+B9+Y1+R12+B12+S+G2"
PATIENCE = 60_000
"""Milliseconds that solving may take where everything else runs too."""


def opened(page: Page, server: Server, phase: str) -> Page:
    page.goto(f"{server.url}?phase={phase}&hand={HAND}")
    expect(page.locator("#part-advice tbody tr")).to_have_count(11)
    return page


def workers(server: Server) -> list[psutil.Process]:
    """The processes that solve phases for pages of the server."""
    return [
        child
        for kernel in server.kernels()
        for child in kernel.children(recursive=True)
        if "phase10.solver.waiting_worker" in " ".join(child.cmdline())
    ]


def test_the_figures_appear_by_themselves(
    page: Page, app_server: Server, axe: Callable[..., None]
) -> None:
    opened(page, app_server, "color:6")
    advice = page.locator("#part-advice")
    expect(advice.locator("thead")).not_to_contain_text("Turns")
    axe(page)
    page.locator("[data-act='solving.start']").click()
    expect(page.locator("#solving progress")).to_be_visible()
    axe(page)
    expect(page.locator("#solving")).to_have_count(0, timeout=PATIENCE)
    expect(advice.locator("thead")).to_contain_text("Turns")
    expect(page.locator(".p10-live[role=status]")).to_contain_text("worked out")
    loaded = {
        mapped.path
        for kernel in app_server.kernels()
        for mapped in kernel.memory_maps()
        if re.search(r"numpy|numba|llvmlite", mapped.path)
    }
    assert loaded == set()


def test_the_page_answers_while_a_long_phase_is_solved_and_it_can_be_stopped(
    page: Page, app_server: Server
) -> None:
    opened(page, app_server, "set:4%2Brun:5")
    page.locator("[data-act='solving.start']").click()
    expect(page.locator("#solving progress")).to_be_visible()
    assert len(workers(app_server)) == 1
    rows = page.locator("#part-advice tbody tr")
    page.locator("#hand-cards [data-act='hand.remove']").first.click()
    expect(rows).to_have_count(0)
    page.locator("[data-act='hand.undo']").click()
    expect(rows).to_have_count(11)
    page.locator("[data-act='solving.cancel']").click()
    expect(page.locator("#solving progress")).to_have_count(0)
    expect(page.locator("[data-act='solving.start']")).to_be_visible()
    gone_soon(app_server)


def test_a_closed_page_leaves_no_work_behind(page: Page, app_server: Server) -> None:
    opened(page, app_server, "set:4%2Brun:5")
    page.locator("[data-act='solving.start']").click()
    expect(page.locator("#solving progress")).to_be_visible()
    running = workers(app_server)
    assert len(running) == 1
    page.goto("about:blank")
    psutil.wait_procs(running, timeout=30)
    assert not running[0].is_running()


def gone_soon(server: Server) -> None:
    end = time.monotonic() + 30
    while workers(server):
        assert time.monotonic() < end
        time.sleep(0.1)


def test_the_ladder_by_keys_on_a_phone(
    page: Page, app_server: Server, axe: Callable[..., None]
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    opened(page, app_server, "3")
    page.locator("#ladder-rung").select_option("1")
    expect(page.locator("#part-advice tbody")).to_have_count(0)
    expect(page.locator("#hand-summary")).not_to_contain_text("Discard")
    expect(page.locator(".p10-ladder li")).to_have_count(1)
    axe(page)
    more = page.locator("[data-act='ladder.more']")
    for rung in (2, 3):
        more.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".p10-ladder li")).to_have_count(rung)
    page.keyboard.press("Enter")
    expect(page.locator("#part-advice tbody tr")).to_have_count(11)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    # What had the focus is gone; the focus is not lost with it.
    assert page.evaluate("document.activeElement !== document.body")
    page.reload()
    expect(page.locator("#ladder-rung")).to_have_value("1")
