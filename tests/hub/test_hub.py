"""A real JupyterHub with its proxy: who gets in, and to which page."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browsing import Watch
from tests.support.hubs import PATIENCE, School
from tests.support.known_hand import gets_hint

pytestmark = pytest.mark.slow


def test_two_pupils_and_neither_reaches_the_page_of_the_other(
    school: School, new_context: Callable[..., BrowserContext], watch: Watch
) -> None:
    anna, juris = new_context(), new_context()
    hers, his = anna.new_page(), juris.new_page()
    school.come(hers, "Anna B")
    school.come(his, "Juris")
    gets_hint(hers)
    assert "/user/anna%20b/" in hers.url
    assert watch.foreign() == []

    kernel = json.loads(hers.locator("#phase10-kernel").text_content() or "{}")["kernel"]
    base = f"{school.url}user/anna%20b/"
    # The page itself, also by way of the hub; he is asked who he is and told that it is not his.
    answer = juris.request.get(base)
    assert answer.status in {403, 404}, answer.url
    assert kernel not in answer.text()
    for path in (f"api/kernels/{kernel}/channels", "api/kernels", f"api/kernels/{kernel}"):
        answer = juris.request.get(base + path)
        assert answer.status in {403, 404}, (path, answer.status)
    for path in (f"voila/api/shutdown/{kernel}", "api/kernels"):
        answer = juris.request.post(base + path)
        assert answer.status in {403, 404}, (path, answer.status)
    # A socket from his page.
    opened = his.evaluate(
        """(address) => new Promise((done) => {
            const socket = new WebSocket(address);
            socket.onopen = () => done("open");
            socket.onclose = () => done("closed");
        })""",
        base.replace("http", "ws") + f"api/kernels/{kernel}/channels",
    )
    assert opened == "closed"
    # Nobody without a name gets further than the door.
    stranger = new_context().new_page()
    stranger.goto(base)
    expect(stranger.locator("#site-code")).to_be_visible(timeout=PATIENCE)
    # And hers still works.
    hers.locator("#phase-8").click()
    expect(hers.locator("#phase-8")).to_have_attribute("aria-checked", "true", timeout=PATIENCE)


@pytest.mark.parametrize("locale", ["en-US", "lv-LV"])
def test_the_door_says_what_is_wrong(
    school: School,
    new_context: Callable[..., BrowserContext],
    axe: Callable[..., None],
    locale: str,
) -> None:
    page = new_context(locale=locale, viewport={"width": 320, "height": 640}).new_page()
    page.goto(school.url)
    latvian = locale.startswith("lv")
    expect(page.locator("h1")).to_contain_text("treneris" if latvian else "Coach", timeout=PATIENCE)
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    lang = locale[:2]
    said = page.locator(f"#wrong span[lang={lang}]")
    school.enter(page, f"Taken {lang}", "first code")
    page.wait_for_url("**/user/**", timeout=PATIENCE)
    page.context.clear_cookies()
    for name, own, code, words in (
        ("Eva", "own code", "BCD234" if school.code != "BCD234" else "BCD235", ("code", "kods")),
        ("<b>Eva</b>", "own code", None, ("letters", "burti")),
        ("Eva", "abc", None, ("4 to 64", "4 līdz 64")),
        (f"TAKEN {lang}", "another code", None, ("taken", "aizņemts")),
    ):
        page.goto(f"{school.url}hub/login")
        school.enter(page, name, own, code)
        expect(said).to_be_visible(timeout=PATIENCE)
        expect(said).to_contain_text(words[latvian], timeout=PATIENCE)
        expect(page.locator("#nickname")).to_have_value(name)
    axe(page)


def test_a_server_that_nobody_uses_ends_and_comes_back_with_the_work(
    dummy_school: School, new_context: Callable[..., BrowserContext]
) -> None:
    context = new_context()
    page = context.new_page()
    page.goto(dummy_school.url)
    dummy_school.enter(page, "maija", "for all")
    page.locator("#view-heading").wait_for(timeout=PATIENCE)
    page.goto(f"{dummy_school.url}user/maija/?view=learn")
    page.locator("#view-heading").wait_for(timeout=PATIENCE)
    gets_hint_at(page, f"{dummy_school.url}user/maija/?view=hint")
    text = page.locator("#hand-text").input_value()
    kept = context.storage_state()
    assert kept["origins"]
    page.goto("about:blank")
    dummy_school.server.says("(Culling server maija|User maija server took)")
    dummy_school.server.says(
        "(Server maija stopped|Deleting route /user/maija|Removing route /user/maija)"
    )
    page.goto(f"{dummy_school.url}user/maija/?view=hint")
    expect(page.locator("#hand-text")).to_have_value(text, timeout=PATIENCE)


def gets_hint_at(page: Page, url: str) -> None:
    page.goto(url)
    gets_hint(page)
