"""Matches as people play them: by mouse, by keys alone, by thumb; reloads, dead kernels, pages."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.support.servers import Server

SHORT = "?view=play&deal=P10-1-3-77-1&players=greedy,greedy&rules=seed,last_phase=1"
PAIR = "?view=play&deal=P10-1-2-77-1&players=greedy&rules=seed,last_phase=1"
FREE = ":not([aria-disabled])"
TURNS = 60
SMALL = """() => [...document.querySelectorAll("#play button, #play input, #play select")]
    .filter((node) => node.getClientRects().length)
    .map((node) => [node.id, node.getBoundingClientRect(), node.type])
    .filter(([, box, type]) => type !== "checkbox" && (box.width < 43.5 || box.height < 43.5))
    .map(([id, box]) => `${id} ${box.width}×${box.height}`)"""


def begun(page: Page, server: Server, lang: str = "en", query: str = SHORT) -> Page:
    """A match has begun; the others do not pause."""
    page.goto(f"{server.url}{query}&lang={lang}")
    page.locator("#do-play-start").click()
    expect(page.locator("#play-status")).to_be_focused()
    page.locator("#play-speed").select_option("once")
    return page


def is_over(page: Page) -> bool:
    return page.locator("#part-play-end").count() > 0


def my_draw(page: Page) -> Locator:
    return page.locator(f"#do-play-draw{FREE}")


def turn_by_clicks(page: Page, chance: random.Random) -> None:
    """Draw, lay where that can be, throw any card."""
    my_draw(page).click()
    expect(page.locator("#do-play-draw[aria-disabled], #part-play-end").first).to_be_visible()
    if page.locator(f"#do-play-lay{FREE}").count():
        page.locator("#do-play-lay").click()
        page.locator("#play-answer-0").click()
        expect(page.locator("#part-play-own .p10-meld")).to_have_count(2)
    cards = page.locator("#play-hand button")
    card = cards.nth(chance.randrange(cards.count()))
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.locator(f"#do-play-discard{FREE}").click()
    my_draw(page).or_(page.locator("#part-play-end")).first.wait_for()


def test_a_whole_match_by_clicks(page: Page, app_server: Server, axe: Callable[..., None]) -> None:
    begun(page, app_server)
    axe(page)
    chance = random.Random("en")
    for turn in range(TURNS):
        if is_over(page):
            break
        turn_by_clicks(page, chance)
        if turn == 2:
            axe(page)
    expect(page.locator("#play-status")).to_have_text(re.compile("wins the match|You win"))
    page.locator("#play-honest > summary").click()
    expect(page.locator("#play-honest")).to_contain_text("P10-1-3-77-1")
    axe(page)
    page.locator("#do-play-leave").first.click()
    expect(page.locator("#play-new-heading")).to_be_focused()


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_a_whole_match_by_keys_alone(page: Page, app_server: Server, lang: str) -> None:
    page.goto(f"{app_server.url}{SHORT}&lang={lang}")
    page.locator("#do-play-start").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#play-status")).to_be_focused()
    page.locator("#play-speed").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#play-speed")).to_have_value("once")
    for turn in range(TURNS):
        if is_over(page):
            break
        page.locator("#play-hand button").first.focus()
        page.keyboard.press("d")
        expect(page.locator("#do-play-draw[aria-disabled]")).to_be_visible()
        if page.locator(f"#do-play-lay{FREE}").count():
            page.keyboard.press("l")
            expect(page.locator("#play-asked")).to_be_focused()
            page.keyboard.press("Tab")
            expect(page.locator("#play-answer-0")).to_be_focused()
            page.keyboard.press("1")
            expect(page.locator("#part-play-own .p10-meld")).to_have_count(2)
        page.locator("#play-hand button[tabindex='0']").focus()
        page.keyboard.press("End" if turn % 2 else "Home")
        page.keyboard.press("ArrowLeft" if turn % 2 else "ArrowRight")
        page.keyboard.press("Space")
        expect(page.locator("#play-hand [aria-pressed=true]")).to_have_count(1)
        page.keyboard.press("x")
        my_draw(page).or_(page.locator("#part-play-end")).first.wait_for()
        if not is_over(page):
            inside = "document.activeElement.closest('#play-hand') !== null"
            assert page.evaluate(inside), "the focus stays among the cards"
    assert is_over(page)


def smallest(new_context: Callable[..., BrowserContext], scheme: str) -> Page:
    """A page on the smallest phone."""
    size = {"width": 320, "height": 640}
    return new_context(viewport=size, has_touch=True, color_scheme=scheme).new_page()


@pytest.mark.parametrize(("scheme", "lang"), [("light", "lv"), ("dark", "en")])
def test_a_round_on_the_smallest_phone(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    scheme: str,
    lang: str,
) -> None:
    page = smallest(new_context, scheme)
    page.goto(f"{app_server.url}{SHORT}&lang={lang}")
    page.locator("#do-play-start").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SMALL) == []
    axe(page)
    page.locator("#do-play-start").tap()
    page.locator("#play-speed").select_option("once")
    for turn in range(TURNS):
        if is_over(page):
            break
        if turn == 0:
            page.locator("#do-play-discard").tap(force=True)
            expect(page.locator("#play-problem")).to_be_in_viewport(ratio=1)
        my_draw(page).tap()
        expect(page.locator("#do-play-draw[aria-disabled]")).to_be_visible()
        if page.locator(f"#do-play-lay{FREE}").count():
            page.locator("#do-play-lay").tap()
            page.locator("#play-answer-0").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
            axe(page)
            page.locator("#play-answer-0").tap()
            expect(page.locator("#part-play-own .p10-meld")).to_have_count(2)
        page.locator("#play-hand button").last.tap()
        if turn == 1:
            assert page.evaluate(SMALL) == []
            page.locator("#do-play-hint").tap()
            page.locator("#coach-rungs li").wait_for()
            axe(page)
        page.locator(f"#do-play-discard{FREE}").tap()
        my_draw(page).or_(page.locator("#part-play-end")).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    axe(page)
    page.locator("#settings summary").tap()
    page.locator("#large").tap()
    expect(page.locator(".p10").first).to_have_attribute("data-size", "large")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_what_is_not_allowed_is_explained_in_place(page: Page, app_server: Server,
                                                   axe: Callable[..., None]) -> None:  # fmt: skip
    begun(page, app_server)
    problem = page.locator("#play-problem")
    page.locator("#do-play-discard").click(force=True)
    expect(page.locator("#part-play-own #play-problem")).to_contain_text("Rule S21")
    expect(problem).to_contain_text("You could draw")
    expect(page.locator("[role=alert]").last).to_contain_text("S21")
    page.locator("#do-play-undo").click(force=True)
    expect(problem).to_contain_text("no step to take back")
    my_draw(page).click()
    expect(problem).to_be_empty()
    page.locator("#play-pile-draw").click()
    expect(page.locator("#part-play-status #play-problem")).to_contain_text("Rule S21")
    page.locator("#do-play-discard").click(force=True)
    expect(problem).to_contain_text("Rule S32")
    page.locator("#do-play-hit").click(force=True)
    expect(problem).to_contain_text("Rule S31")
    page.locator("#play-hand button").nth(0).click()
    page.locator("#play-hand button").nth(1).click()
    page.locator("#do-play-discard").click(force=True)
    expect(problem).to_contain_text("just one card")
    page.locator("#do-play-lay").click(force=True)
    expect(problem).to_contain_text("Rule S")
    axe(page)
    page.locator("#play-keys > summary").click()
    page.locator("#play-typed").fill("take W from B.1")
    page.keyboard.press("Enter")
    expect(page.locator("#part-play-about #play-problem")).to_contain_text("Rule S39")
    expect(page.locator("#play-typed")).to_have_value("take W from B.1")
    page.locator("#play-typed").fill("sort")
    page.keyboard.press("Enter")
    expect(page.locator("#play-typed")).to_have_value("")
    expect(page.locator("#play-sort-color")).to_have_attribute("aria-pressed", "true")


def shown(page: Page) -> tuple[list[str], str, str]:
    """What a person sees of a match."""
    cards = page.locator("#play-hand button").all()
    return (
        [card.get_attribute("aria-label") or "" for card in cards],
        page.locator("#play-pile-top").inner_text(),
        page.locator("#part-play-log").inner_text(),
    )


def test_a_reload_at_any_moment_goes_on(page: Page, app_server: Server) -> None:
    begun(page, app_server)
    chance = random.Random(5)
    for _ in range(2):
        if is_over(page):
            break
        my_draw(page).click()
        expect(page.locator("#do-play-draw[aria-disabled]")).to_be_visible()
        before = shown(page)
        page.reload()
        page.locator("#play-hand").wait_for()
        assert shown(page) == before
        cards = page.locator("#play-hand button")
        cards.nth(chance.randrange(cards.count())).click()
        page.locator(f"#do-play-discard{FREE}").click()
        my_draw(page).or_(page.locator("#part-play-end")).first.wait_for()
        before = shown(page)
        page.reload()
        page.locator("#play-hand").wait_for()
        assert shown(page) == before


def test_a_reload_while_the_others_move(page: Page, app_server: Server) -> None:
    page.goto(f"{app_server.url}{PAIR}&lang=en")
    page.locator("#do-play-start").click()
    my_draw(page).click()
    page.locator("#play-hand button").first.click()
    page.locator(f"#do-play-discard{FREE}").click()
    expect(page.locator(".p10-seat.p10-now")).to_have_count(1)
    page.reload()
    # The others go on by themselves, and it is the person's turn again.
    expect(my_draw(page).or_(page.locator("#part-play-end")).first).to_be_visible(timeout=120_000)
    lines = page.locator("#part-play-log .p10-log").first.locator("li")
    expect(lines.filter(has_text="Bruno").first).to_be_visible()


def test_a_dead_kernel_costs_no_move(page: Page, app_server: Server) -> None:
    others = set(app_server.kernels())
    begun(page, app_server)
    my_draw(page).click()
    expect(page.locator("#do-play-draw[aria-disabled]")).to_be_visible()
    before = shown(page)
    started = [kernel for kernel in app_server.kernels() if kernel not in others]
    for kernel in started or app_server.kernels():
        kernel.kill()
    expect(page.locator("[data-banner]")).to_be_visible(timeout=120_000)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        page.reload()
        try:
            page.locator("#play-hand").wait_for(timeout=10_000)
            break
        except Exception:  # noqa: BLE001 - a warm kernel may have died with the others
            continue
    assert shown(page) == before
    page.locator("#play-hand button").first.click()
    page.locator(f"#do-play-discard{FREE}").click()
    expect(my_draw(page).or_(page.locator("#part-play-end")).first).to_be_visible()


def test_the_way_leads_to_the_field_that_is_wrong(page: Page, app_server: Server) -> None:
    page.goto(f"{app_server.url}?view=play&lang=en&rules=hello")
    page.locator("#play-options > summary").wait_for()
    page.locator("#play-options").evaluate("node => { node.open = false; }")
    page.locator("#do-play-start").click()
    expect(page.locator("#play-rules")).to_be_focused()
    expect(page.locator("#play-rules-error")).to_be_in_viewport()
    page.locator("#play-rules").fill("seed")
    page.locator("#do-play-start").click()
    expect(page.locator("#play-status")).to_be_focused()


def test_a_second_page_is_told_and_takes_over(context: BrowserContext, app_server: Server,
                                              axe: Callable[..., None]) -> None:  # fmt: skip
    first = begun(context.new_page(), app_server)
    my_draw(first).click()
    expect(first.locator("#do-play-draw[aria-disabled]")).to_be_visible()
    before = shown(first)
    second = context.new_page()
    second.goto(f"{app_server.url}?view=play&lang=en")
    second.locator("[id^='play-open-']").first.click()
    expect(second.locator("#play-busy")).to_be_focused()
    axe(second)
    second.locator("#do-play-take-over").click()
    second.locator("#play-hand").wait_for()
    assert shown(second) == before
    first.locator("#play-hand button").first.click()
    expect(first.locator("#play-busy")).to_be_visible()


def test_people_at_one_screen(page: Page, app_server: Server, axe: Callable[..., None]) -> None:
    page.goto(f"{app_server.url}?view=play&lang=en&deal=P10-1-2-5-1&players=person")
    page.locator("#play-name").fill("Anna")
    page.locator("#play-name-0").fill("Žanis")
    page.locator("#do-play-start").click()
    for _ in range(3):
        expect(page.locator("#play-hand")).to_have_count(0)
        expect(page.locator("#part-play-own .p10-face")).to_have_count(0)
        axe(page)
        page.locator("#do-play-show").click()
        expect(page.locator("#play-hand button")).to_have_count(10)
        my_draw(page).click()
        expect(page.locator("#play-hand button")).to_have_count(11)
        page.locator("#play-hand button").first.click()
        page.locator(f"#do-play-discard{FREE}").click()


def test_pauses_are_short_and_a_press_is_enough(page: Page, app_server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{app_server.url}{PAIR}&lang=en")
    page.locator("#do-play-start").click()
    page.locator("#play-speed").select_option("step")
    for _ in range(30):
        if my_draw(page).count():
            break
        page.locator("#do-play-next").click()
    my_draw(page).click()
    card = page.locator("#play-hand button").first
    card.click()
    moving = "node => getComputedStyle(node).transitionDuration"
    assert card.locator(".p10-card").evaluate(moving) in ("0s", "0s, 0s")
    page.locator(f"#do-play-discard{FREE}").click()
    page.locator("#do-play-next").click()
    page.locator("#play-speed").select_option("pause")
    expect(my_draw(page).or_(page.locator("#part-play-end")).first).to_be_visible(timeout=120_000)


def test_the_coach_compares_and_the_door_leads_back(
    page: Page, app_server: Server, axe: Callable[..., None]
) -> None:
    begun(page, app_server)
    page.locator("#coach-always").click()
    expect(page.locator("#coach-says")).to_contain_text("turns on average")
    page.locator("#do-play-first").check()
    my_draw(page).click()
    expect(page.locator("#coach-verdict")).to_be_focused()
    axe(page)
    page.locator("#coach-play-mine").click()
    expect(page.locator("#play-hand button")).to_have_count(11)
    page.locator("#go-home").click()
    expect(page.locator("#door-play")).to_contain_text("Round 1")
    axe(page)
    page.locator("#door-play").click()
    expect(page.locator("#play-hand button")).to_have_count(11)


# --- the score keeper -----------------------------------------------------------------------------


def test_a_score_sheet_on_a_phone(
    new_context: Callable[..., BrowserContext], app_server: Server, axe: Callable[..., None]
) -> None:
    page = smallest(new_context, "dark")
    page.goto(f"{app_server.url}?view=scores&lang=lv")
    page.locator("#scores-count-2").tap()
    for place, name in enumerate(("Anna", "Žanis")):
        page.locator(f"#scores-name-{place}").fill(name)
    axe(page)
    page.locator("#do-scores-start").tap()
    expect(page.locator("#scores-status")).to_be_focused()
    page.locator("#do-scores-write").tap()
    expect(page.locator("#scores-error")).to_be_focused()
    page.locator("#scores-out-1").tap()
    expect(page.locator("#scores-made-1")).to_be_checked()
    page.locator("#scores-left-0").fill("R5 W")
    expect(page.locator("#scores-left-0-is")).to_contain_text("30")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("#do-scores-write").tap()
    expect(page.locator("#part-scores-sheet tbody tr").first).to_contain_text("Žanis")
    page.reload()
    expect(page.locator("#part-scores-sheet")).to_contain_text("30")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("#do-scores-undo").tap()
    expect(page.locator("#scores-left-0")).to_have_value("30")
