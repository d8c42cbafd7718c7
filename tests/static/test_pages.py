"""Every view of the static site as people use it: alone in the browser, and without a network."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from phase10.teaching.course import levels
from phase10.teaching.result_codes import read_result_code
from tests.browser.test_learn_page import Mouse, play_levels, solve
from tests.browser.test_live_page import TAP, TEN
from tests.browser.test_play_page import TURNS, is_over, turn_by_clicks
from tests.static.conftest import READY_MILLISECONDS
from tests.support.browsing import Watch

pytestmark = pytest.mark.slow

MATCH = "?view=play&lang=en&deal=P10-1-2-77-1&players=optimal&rules=seed,last_phase=1"


LESSON_STEPS = 40


class Slow(Mouse):
    """A mouse on a page whose policy forbids to wait by code in words, as Playwright does."""

    def _answered(self, work: Callable[[], None]) -> None:
        self.page.evaluate(
            """() => {
                delete document.documentElement.dataset.shown;
                document.addEventListener("phase10:shown", () => {
                    document.documentElement.dataset.shown = "";
                }, { once: true });
            }"""
        )
        work()
        self.page.locator("html[data-shown]").wait_for()


@pytest.fixture(autouse=True)
def nothing_went_wrong(watch: Watch) -> Iterator[None]:
    """What Python writes to the console are faults of ours."""
    yield
    assert not [text for text in watch.console if "could not do" in text or "Traceback" in text]


def ready(page: Page) -> None:
    page.locator("html[data-ready]").wait_for(timeout=READY_MILLISECONDS)


def is_kept(page: Page) -> None:
    """Wait until the worker that keeps the files runs."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_a_live_round(page: Page, visit: Callable[..., Page]) -> None:
    visit(page, "?lang=en")
    page.locator("#hand-text").fill(TEN)
    page.locator("#live-heading").click()
    page.locator("#live-count-2").click()
    page.locator("#do-live-first").click()
    page.locator("#live-people").click()
    page.locator("#live-dealer-2").click()
    page.locator(TAP.format("G12")).click()
    page.locator("#do-live-start").click()
    expect(page.locator("#live-status")).to_be_focused()
    expect(page.locator("[data-part='advice']")).to_contain_text("What to do")


def test_all_fifteen_levels(page: Page, visit: Callable[..., Page]) -> None:
    visit(page, "?view=learn&lang=en")
    page.locator("#learn-continue").click()
    play_levels(page, Slow(page), list(levels()))
    page.locator("#learn-to-map").click()
    expect(page.locator(".p10-level.p10-full")).to_have_count(15)


def test_progress_is_kept_and_taken_along(page: Page, visit: Callable[..., Page]) -> None:
    visit(page, "?view=learn&lang=en")
    page.locator("#learn-level-1").click()
    solve(page, Slow(page), levels()[0].boards[0].start())
    ready(page)
    page.reload(wait_until="domcontentloaded")
    ready(page)
    page.locator("#learn-to-map").click()
    expect(page.locator("#learn-level-1 .p10-levelstars")).to_contain_text("3/")
    with page.expect_download() as given:
        page.locator("[data-act='learn.export'][data-value='json']").click()
    entries = json.loads(Path(given.value.path()).read_text("utf-8"))
    assert levels()[0].boards[0].id in json.dumps(entries)


def test_a_match_against_optimal(page: Page, visit: Callable[..., Page]) -> None:
    visit(page, MATCH)
    page.locator("#do-play-start").click()
    page.locator("#play-speed").select_option("once")
    chance = random.Random(1)
    for _ in range(TURNS):
        if is_over(page):
            break
        turn_by_clicks(page, chance)
    expect(page.locator("#play-status")).to_have_text(re.compile("wins the match|You win"))


def test_a_match_is_there_in_another_tab_on_another_day(
    page: Page, context: BrowserContext, visit: Callable[..., Page]
) -> None:
    visit(page, MATCH)
    page.locator("#do-play-start").click()
    page.locator("#do-play-draw").wait_for()
    kept = """() => new Promise((resolve) => {
        const asked = indexedDB.open("phase10");
        asked.onsuccess = () => {
            const keys = asked.result.transaction("files").objectStore("files").getAllKeys();
            keys.onsuccess = () => { asked.result.close(); resolve(keys.result); };
        };
    })"""
    for _ in range(600):
        if page.evaluate(kept):
            break
        page.wait_for_timeout(100)
    page.close()
    other = visit(context.new_page(), "?view=play&lang=en")
    expect(other.locator("[data-act='play.open']")).to_have_count(1)
    other.locator("[data-act='play.open']").click()
    expect(other.locator("#play-status")).to_be_visible()


def test_puzzles_review_and_scores(page: Page, visit: Callable[..., Page]) -> None:
    visit(page, "?view=puzzles&lang=en")
    page.locator("#puzzles-answer-1").click()
    expect(page.locator("#puzzles-next")).to_be_visible(timeout=READY_MILLISECONDS)
    page.locator("#go-home").click()
    page.locator("#door-scores").click()
    expect(page.locator("#view-heading")).to_have_text("Keep score")
    page.locator("#go-home").click()
    page.locator("#door-review").click()
    expect(page.locator("#view-heading")).to_have_text("Review a match")


def walk_lesson(page: Page) -> None:
    """Do what leads on in a lesson until its end."""
    hands = Slow(page)
    simulated = False
    for _ in range(LESSON_STEPS):
        if page.locator("#lessons-next-lesson").count():
            return
        if page.locator("#lessons-option-0").count():
            hands.press("lessons-option-0")
        elif page.locator("#lessons-number").count():
            hands.fill("lessons-number", "0.5")
            expect(page.locator("#lessons-number")).to_have_count(0)
        elif page.locator("#lessons-predict").count():
            page.locator("[data-act='lessons.choose']").first.click()
            hands.press("lessons-predict")
        elif page.locator("#lessons-run").count() and not simulated:
            simulated = True
            hands.press("lessons-run")
            made = re.compile("(?<!Simulate )1000 trials")
            expect(page.locator("#lessons")).to_contain_text(made, timeout=READY_MILLISECONDS)
        else:
            hands.press("lessons-next")


def test_a_lesson_to_its_end(page: Page, visit: Callable[..., Page]) -> None:
    visit(page, "?view=lessons&lesson=L05&seed=77&lang=en")
    walk_lesson(page)
    onward = page.locator("#lessons-next-lesson")
    expect(onward).to_be_visible()
    page.locator("#lessons-result > summary").click()
    code = page.locator("#lessons-result-code").inner_text()
    assert read_result_code(code).lesson.startswith("L05")
    page.reload(wait_until="domcontentloaded")
    ready(page)
    expect(page.locator("#lessons-result-code")).to_have_text(code)


def test_without_a_network(page: Page, site: Path, static_server: Callable[..., Any]) -> None:
    """The server may end after the first visit: pages start, and used tables are there."""
    server = static_server(site)
    page.goto(f"{server.url}?lang=en")
    ready(page)
    page.locator("#hand-text").fill("B2 R5 B5 W R8 G8 Y1 R11 G12 Y3 G2")
    page.locator("#phase-5").click()
    expect(page.locator("#phase-5")).to_have_attribute("aria-checked", "true")
    advice = page.locator("[data-part='advice']")
    expect(advice.locator("table").first).to_be_visible()
    before = advice.text_content()
    is_kept(page)
    server.stop()
    page.reload(wait_until="domcontentloaded")
    ready(page)
    expect(page.locator("#phase-5")).to_have_attribute("aria-checked", "true")
    assert advice.text_content() == before
    page.locator("#go-home").click()
    page.locator("#door-learn").click()
    expect(page.locator("#learn-level-15")).to_be_visible()


def test_below_another_address(
    page: Page, site: Path, static_server: Callable[..., Any], tmp_path: Path
) -> None:
    """Pages of a project lie below its name; a query and a reload change nothing of that."""
    (tmp_path / "project").symlink_to(site, target_is_directory=True)
    server = static_server(tmp_path)
    page.goto(f"{server.url}project/?view=home&lang=lv")
    ready(page)
    expect(page.locator("#door-hint")).to_be_visible()
    is_kept(page)
    names = page.evaluate("caches.keys()")
    assert [name.endswith("/project/") for name in names] == [True]


def test_an_opened_file_says_how_to_open_it(page: Page, site: Path, watch: Watch) -> None:
    watch.expect_files(site)
    page.goto((site / "index.html").as_uri())
    expect(page.locator("#first > p:visible")).to_contain_text("python -m http.server")


def test_a_part_that_is_missing_is_told(
    page: Page, site: Path, static_server: Callable[..., Any]
) -> None:
    page.route("**/python.zip", lambda route: route.fulfill(status=404))
    page.goto(f"{static_server(site).url}?lang=en")
    said = page.locator("#first > p:visible")
    expect(said).to_contain_text("could not be started", timeout=READY_MILLISECONDS)
    assert json.loads((site / "phase10-site.json").read_text("utf-8"))["made by"] == "phase10 site"
