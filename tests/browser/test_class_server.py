"""A pupil's way into a class, and what is left of the work when kernels and servers end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.servers import Server

LONG = 60_000


@pytest.fixture(scope="module")
def server(voila_server: Callable[..., Server]) -> Server:
    """The app for a class of two."""
    return voila_server(seats=2)


@pytest.fixture(scope="module")
def code(server: Server) -> str:
    return server.says(r"Code to come in: (\w+)")


def shown(page: Page) -> Page:
    expect(page.locator("#view-heading")).to_be_visible(timeout=LONG)
    return page


def enter(page: Page, cards: str) -> None:
    """Type cards and wait until they are kept."""
    page.locator("#hand-text").fill(cards)
    page.wait_for_function(
        "cards => Object.values({...sessionStorage}).some(kept => kept.includes(cards))",
        arg=cards,
        timeout=LONG,
    )


def again(server: Server, tmp_path: Path, environment: dict[str, str]) -> Server:
    """Start a server that has ended once more, at the same address."""
    return Server(
        server.command,
        server.port,
        tmp_path / "again.log",
        environment=environment,
        folder=tmp_path,
    )


def test_a_pupil_types_the_code_and_is_in(
    server: Server, code: str, phone: Page, axe: Callable[..., None]
) -> None:
    phone.goto(server.url + "?lang=lv&view=learn")
    expect(phone.get_by_role("heading")).to_have_text("Ienāc klasē")
    expect(phone.get_by_label("Klases kods")).to_be_focused()
    axe(phone)
    phone.keyboard.type("bcd234")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("Šis nav īstais kods")
    expect(phone.get_by_label("Klases kods")).to_have_value("bcd234")
    axe(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    for control in phone.locator("input, button, nav a").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    phone.get_by_label("Klases kods").fill(f"{code[:3].lower()} {code[3:]}")
    phone.get_by_role("button", name="Ienākt").tap()
    shown(phone)
    expect(phone.locator("html")).to_have_attribute("lang", "lv")
    assert code not in phone.url
    assert "view=learn" in phone.url
    # The cookie is not for scripts.
    assert "phase10-class" not in phone.evaluate("document.cookie")
    phone.reload()
    shown(phone)


def test_the_other_language_is_one_press_away(server: Server, page: Page) -> None:
    page.goto(server.url + "?view=hint")
    page.get_by_role("link", name="Latviešu").click()
    expect(page.get_by_role("heading")).to_have_text("Ienāc klasē")
    assert "view=hint" in page.url
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading")).to_have_text("Enter the class")


def test_the_page_that_says_that_seats_are_taken(
    server: Server,
    code: str,
    new_context: Callable[..., BrowserContext],
    phone: Page,
    axe: Callable[..., None],
) -> None:
    phone.route(
        re.compile(r"/\?code="),
        lambda route: route.fulfill(
            status=503,
            content_type="text/html",
            body=_full(),
        ),
    )
    phone.goto(f"{server.url}?code={code}")
    expect(phone.get_by_role("heading")).to_have_text("Visas vietas ir aizņemtas")
    axe(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") == 320


def _full() -> str:
    from phase10.server.notices import notice_html

    return notice_html("lv", "/", "notice.full", again="/?view=hint")


def test_a_server_that_ends_is_said_and_the_work_is_there_when_it_comes_back(
    voila_server: Callable[..., Server],
    private_environment: dict[str, str],
    page: Page,
    tmp_path: Path,
) -> None:
    server = voila_server(seats=1)
    page.goto(server.says(r"(http://\S+code=\w+)") + "&view=hint&lang=en")
    shown(page)
    banner = page.locator("[data-banner]")
    enter(page, "R5 B5 G7")
    expect(banner).to_be_hidden()
    server.process.kill()
    expect(banner).to_be_visible(timeout=LONG)
    expect(banner).to_contain_text("The connection is gone")
    server.process.wait()
    second = again(server, tmp_path, private_environment)
    try:
        second.says("(Ctrl-C)")
        banner.get_by_role("button").click()
        # Nobody is asked for the code again.
        expect(page.locator("#hand-text")).to_have_value("R5 B5 G7", timeout=LONG)
        expect(banner).to_be_hidden()
        enter(page, "R5 B5 G7 W")
    finally:
        second.stop()


def test_a_killed_kernel_is_said_and_the_work_is_there_after_the_reload(
    server: Server, code: str, page: Page
) -> None:
    page.goto(f"{server.url}?code={code}&view=hint&lang=lv")
    shown(page)
    enter(page, "G7 Y9")
    name = page.evaluate("JSON.parse(document.getElementById('phase10-kernel').textContent).kernel")
    (kernel,) = [each for each in server.kernels() if name in " ".join(each.cmdline())]
    kernel.kill()
    banner = page.locator("[data-banner]")
    expect(banner).to_be_visible(timeout=LONG)
    banner.get_by_role("button", name="Ielādēt vēlreiz").click()
    expect(page.locator("#hand-text")).to_have_value("G7 Y9", timeout=LONG)
    expect(banner).to_be_hidden()
