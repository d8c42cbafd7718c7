"""The course as people learn with it: by mouse, by keys alone, by thumb; dead kernels, files."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from phase10.teaching.course import Level, Sitting, levels
from phase10.teaching.course.acts import act_text
from tests.browser.test_play_page import SMALL
from tests.dashboards.learn_driver import do
from tests.support.servers import Server

MOST_ACTS = 400


class Mouse:
    """Hands that click what they see and wait for the answer of each click."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, ident: str) -> None:
        self._answered(lambda: self.page.locator(f"[id='{ident}']").click())

    def fill(self, ident: str, text: str) -> None:
        field = self.page.locator(f"[id='{ident}']")
        field.fill(text)
        self._answered(lambda: field.press("Enter"))

    def answers(self) -> list[str]:
        return self.page.evaluate(
            """() => [...document.querySelectorAll("[id^=play-answer-]")].map((node) => {
                const copy = node.cloneNode(true);
                copy.querySelectorAll(".p10-place").forEach((place) => place.remove());
                return copy.textContent.trim();
            })"""
        )

    def _answered(self, work: Callable[[], None]) -> None:
        """Do something and wait until the page has shown what came of it."""
        self.page.evaluate(
            """() => { window.shown = 0;
                document.addEventListener("phase10:shown", () => { window.shown += 1; },
                                          { once: true }); }"""
        )
        work()
        self.page.wait_for_function("() => window.shown > 0")


class Keys(Mouse):
    """Hands on the keyboard alone: Tab and arrows reach everything."""

    def press(self, ident: str) -> None:
        self.reach(ident)
        self._answered(lambda: self.page.keyboard.press("Enter"))

    def fill(self, ident: str, text: str) -> None:
        self.reach(ident)
        self.page.keyboard.type(text)
        self._answered(lambda: self.page.keyboard.press("Enter"))

    def reach(self, ident: str) -> None:
        """Go to an element by Tab, the shorter way, within a row of cards by arrows."""
        self.page.locator(f"[id='{ident}']").wait_for()
        for _ in range(150):
            key = self.page.evaluate(WAY, ident)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{ident} cannot be reached by keys")


WAY = """id => {
    const to = document.getElementById(id);
    const at = document.activeElement;
    if (at === to) return "";
    const row = to.closest("[data-roving]");
    const after = at.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (row?.contains(at)) return after ? "ArrowRight" : "ArrowLeft";
    return after ? "Tab" : "Shift+Tab";
}"""
"""The key that leads nearer to an element, "" on it."""


def opened(page: Page, server: Server, board: str = "", lang: str = "en") -> Page:
    page.goto(f"{server.url}?view=learn&lang={lang}&board={board}")
    page.locator("#learn-goal, #learn-continue").first.wait_for()
    return page


def solve(page: Page, hands: Mouse, sitting: Sitting) -> None:
    """Play the open board to its end; the sitting plays the same game beside it."""
    for _ in range(MOST_ACTS):
        act = sitting.next_act()
        if act is None:
            break
        do(hands, act, sitting.names)
        assert sitting.act(act).accepted, act_text(act, sitting.names)
    expect(page.locator("#learn-says-heading")).to_be_focused()
    expect(page.locator("#learn-says-heading")).to_contain_text("★★★")


def play_levels(page: Page, hands: Mouse, chosen: list[Level]) -> None:
    """Play levels from board to board by the button that leads on."""
    boards = [board for level in chosen for board in level.boards]
    for place, board in enumerate(boards):
        expect(page.locator("#learn-board-" + board.id.replace(".", "\\."))).to_have_attribute(
            "aria-current", "page"
        )
        solve(page, hands, board.start())
        if place < len(boards) - 1:
            hands.press("learn-next")
            expect(page.locator("#learn-goal")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "lv"])
def test_all_fifteen_levels_by_clicks(page: Page, app_server: Server, lang: str) -> None:
    opened(page, app_server, lang=lang)
    page.locator("#learn-continue").click()
    play_levels(page, Mouse(page), list(levels()))
    page.locator("#learn-next").click()
    expect(page.locator("#quiz-move")).to_be_visible()
    page.locator("#quiz-to-map").click()
    expect(page.locator(".p10-level.p10-full")).to_have_count(15)


def test_levels_by_clicks(page: Page, app_server: Server, axe: Callable[..., None]) -> None:
    opened(page, app_server)
    axe(page)
    page.locator("#learn-level-1").click()
    expect(page.locator("#learn-goal")).to_be_focused()
    axe(page)
    play_levels(page, Mouse(page), list(levels()[:3]))
    axe(page)
    opened(page, app_server, "12.1")
    play_levels(page, Mouse(page), [levels()[11]])
    page.go_back()
    expect(page.locator("#learn-board-12\\.3")).to_have_attribute("aria-current", "page")
    page.locator("#learn-to-map").click()
    expect(page.locator("#learn-level-12 .p10-levelstars")).to_contain_text("12/12")


@pytest.mark.parametrize("level", [7, 15])
def test_a_level_by_keys_alone(page: Page, app_server: Server, level: int) -> None:
    opened(page, app_server, f"{level}.1")
    play_levels(page, Keys(page), [levels()[level - 1]])


def test_wrong_acts_are_answered_under_the_hand(
    page: Page, app_server: Server, axe: Callable[..., None]
) -> None:
    opened(page, app_server, "3.3")
    mouse = Mouse(page)
    for card in ("R8", "B8", "G8"):
        mouse.press(f"play-{card}-1")
    mouse.press("do-play-lay")
    says = page.locator("#learn-says")
    expect(says).to_contain_text("set of 4")
    expect(says.locator(".p10-card")).not_to_have_count(0)
    expect(says).to_be_in_viewport()
    expect(page.locator("[role=alert]").last).to_contain_text("set of 4")
    axe(page)
    page.locator("#learn-says-rule").click()
    expect(page.locator(".p10-nowrule")).to_be_focused()
    axe(page)
    page.go_back()
    expect(page.locator("#learn-goal")).to_be_visible()
    mouse.press("do-learn-hint")
    mouse.press("do-learn-hint")
    expect(page.locator("#learn-rungs li")).to_have_count(2)
    tip = page.locator("#learn-word-set")
    tip.focus()
    expect(page.locator("#learn-word-set-tip")).to_be_visible()
    axe(page)


@pytest.mark.parametrize(("scheme", "lang"), [("light", "lv"), ("dark", "en")])
def test_the_smallest_phone(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    scheme: str,
    lang: str,
) -> None:
    context = new_context(
        viewport={"width": 320, "height": 640}, has_touch=True, color_scheme=scheme
    )
    page = context.new_page()

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate(SMALL.replace("#play ", "#learn ")) == []

    opened(page, app_server, lang=lang)
    fits()
    axe(page)
    page.locator("#learn-level-8").tap()
    page.locator("#learn-goal").wait_for()
    page.locator("#do-play-hit").tap()
    expect(page.locator("#learn-says .p10-problem")).to_be_in_viewport()
    fits()
    axe(page)
    for board in ("7.4", "12.3", "14.1"):
        page.evaluate(GO, f"learn/{board}")
        expect(page.locator(f"[id='learn-board-{board}']")).to_have_attribute(
            "aria-current", "page"
        )
        fits()
    for place, ready in (("quiz", "#quiz-move"), ("rules/tables", "#rules-play"),
                         ("rules/questions", ".p10-sides")):  # fmt: skip
        page.evaluate(GO, place)
        page.locator(ready).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


GO = """place => {
    const link = document.querySelector("[data-act='app.view']");
    link.dataset.value = place;
    link.click();
}"""
"""Go to a place without loading the page anew, as its links do."""


def come_back(page: Page, address: str) -> None:
    """Load the page until a living kernel answers: warm ones died with the others."""
    for _ in range(5):
        page.goto(address)
        with suppress(Error):
            page.locator("#learn-goal").wait_for(timeout=10_000)
            return
    raise AssertionError("the page does not come back")


def test_progress_goes_through_a_dead_kernel_and_a_file(
    page: Page, app_server: Server, tmp_path: Path
) -> None:
    opened(page, app_server)
    name = f"Zane {time.time_ns()}"[:24]
    mouse = Mouse(page)
    mouse.fill("learn-name", name)
    expect(page.locator("#learn-name-heading")).to_have_text(re.compile(name))
    mouse.press("learn-level-2")
    mouse.press("do-play-draw")
    for kernel in app_server.kernels():
        kernel.kill()
    expect(page.locator("[data-banner]")).to_be_visible(timeout=120_000)
    come_back(page, app_server.url)
    expect(page.locator("#play-hand button")).to_have_count(11)
    expect(page.locator("#learn-board-2\\.1")).to_have_attribute("aria-current", "page")
    mouse.press("play-R12-1")
    mouse.press("do-play-discard")
    expect(page.locator("#learn-says-heading")).to_be_focused()
    mouse.press("learn-to-map")
    with page.expect_download() as saved:
        page.locator("#do-learn-export-json").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert len(json.loads(file.read_text("utf-8"))["entries"]) == 4
    mouse.press("do-learn-leave")
    mouse.fill("learn-name", f"O{name}"[:24])
    expect(page.locator("#learn-level-2")).to_contain_text("0/12")
    page.locator("#learn-import").set_input_files(file)
    expect(page.locator("#learn-level-2")).to_contain_text("3/12")
    file.write_text("no progress", "utf-8")
    page.locator("#learn-import").set_input_files(file)
    expect(page.locator("#learn-import-said")).to_contain_text("not progress saved")


def test_quiz_and_rules(page: Page, app_server: Server, axe: Callable[..., None]) -> None:
    page.goto(f"{app_server.url}?view=quiz&lang=en")
    page.locator("#quiz-allowed").click()
    expect(page.locator("#quiz-says-heading")).to_be_focused()
    axe(page)
    page.locator("#quiz-next").click()
    expect(page.locator("#quiz-move")).to_be_focused()
    page.goto(f"{app_server.url}?view=rules&lang=en")
    page.locator("#rules-search").fill("wild")
    expect(page.locator("#rules-found")).to_contain_text("results")
    axe(page)
    page.locator("#rules-search").fill("")
    expect(page.locator("#rule-S65")).to_be_attached()
    page.locator("#rules-tab-tables").click()
    page.locator("#rules-skip_target-seed").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#rules-skip_target-official")).to_have_attribute("aria-checked", "true")
    axe(page)
    page.locator("#rules-play").click()
    expect(page.locator("#do-play-start")).to_be_visible()
