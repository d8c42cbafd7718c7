"""The hint page as people use it: by clicks, by text, by keys only, by thumb; in two languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.servers import Server

ADD = "[data-act='hand.add'][data-value='{}']"
REMOVE = "#hand-cards [data-act='hand.remove']"
ELEVEN = ("R7", "B7", "Y2", "R3", "B4", "Y5", "S", "R12", "B11", "G1", "Y9")


@pytest.fixture
def hint(page: Page, app_server: Server) -> Page:
    """The page, ready for a hand."""
    return opened(page, app_server.url)


def opened(page: Page, url: str) -> Page:
    page.goto(url)
    page.locator(ADD.format("R1")).wait_for()
    return page


def test_a_hand_by_clicks(hint: Page, axe: Callable[..., None]) -> None:
    for card in ELEVEN:
        hint.locator(ADD.format(card)).click()
    expect(hint.locator(REMOVE)).to_have_count(11)
    expect(hint.locator("#hand-text")).to_have_value("R3 R7 R12 B4 B7 B11 G1 Y2 Y5 Y9 S")
    expect(hint.locator("#hand-summary")).to_contain_text("3 cards missing")
    expect(hint.locator("#part-advice tbody tr")).to_have_count(11)
    expect(hint.locator("#part-advice strong").first).to_contain_text("Discard")
    axe(hint)
    hint.locator("#phase-8").click()
    expect(hint.locator("#phase-8")).to_have_attribute("aria-checked", "true")
    expect(hint.locator("#part-plan h3").first).to_contain_text("7 cards of one color")


def test_a_hand_by_text_with_nonsense_in_it(hint: Page, axe: Callable[..., None]) -> None:
    field = hint.locator("#hand-text")
    field.press_sequentially("red 7, B7 2xW R13 S7 <b>hm</b> R7 R7")
    error = hint.locator("#hand-text-error")
    expect(error).to_contain_text("R13")
    for token in ("S7", "<b>hm</b>", "R7"):
        expect(error).to_contain_text(token)
    expect(hint.locator(REMOVE)).to_have_count(5)
    expect(field).to_have_value("red 7, B7 2xW R13 S7 <b>hm</b> R7 R7")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert hint.locator("#hand-text-error b").count() == 0
    axe(hint)
    hint.locator(ADD.format("G1")).click()
    expect(hint.locator(REMOVE)).to_have_count(6)
    expect(field).to_have_value(re.compile(r"^R7 .*, R13, S7, <b>hm</b>"))


def test_script_in_the_text_box_is_text(hint: Page) -> None:
    hint.locator("#hand-text").fill(
        "<img src=x onerror=window.broken=1><script>window.broken=1</script>"
    )
    expect(hint.locator("#hand-text-error")).to_contain_text("<script>")
    assert hint.evaluate("window.broken") is None


def test_a_hand_by_keys_only(hint: Page) -> None:
    for _ in range(40):
        hint.keyboard.press("Tab")
        if hint.evaluate("document.activeElement.dataset.act") == "hand.add":
            break
    hint.keyboard.type("r7b12w")
    expect(hint.locator(REMOVE)).to_have_count(3)
    hint.keyboard.press("Backspace")
    expect(hint.locator(REMOVE)).to_have_count(2)
    hint.keyboard.press("Home")
    hint.keyboard.press("ArrowRight")
    hint.keyboard.press("ArrowDown")
    assert hint.evaluate("document.activeElement.dataset.value") == "B2"
    hint.keyboard.press("Enter")
    hint.keyboard.press("Space")
    expect(hint.locator(REMOVE)).to_have_count(4)
    assert hint.evaluate("document.activeElement.dataset.value") == "B2"
    expect(hint.locator(ADD.format("B2"))).to_have_attribute("aria-disabled", "true")
    hint.keyboard.press("Shift+Tab")
    assert hint.evaluate("document.activeElement.dataset.act") == "hand.remove"
    hint.keyboard.press("End")
    hint.keyboard.press("Enter")
    expect(hint.locator(REMOVE)).to_have_count(3)
    for _ in range(40):
        if hint.evaluate("document.activeElement.getAttribute('role')") == "radio":
            break
        hint.keyboard.press("Tab")
    hint.keyboard.press("ArrowRight")
    expect(hint.locator("#phase-2")).to_have_attribute("aria-checked", "true")
    expect(hint.locator("#part-plan")).to_contain_text("run of 4")


def test_screen_readers_hear_names_states_and_changes(hint: Page) -> None:
    hint.locator(ADD.format("R7")).click()
    hint.locator(ADD.format("R7")).click()
    expect(hint.get_by_role("button", name="red 7, none left")).to_have_count(1)
    expect(hint.get_by_role("button", name="red 7, 1 of 2")).to_have_count(1)
    expect(hint.locator("[role=status]")).to_contain_text("red 7 added; 2 of 11 cards")
    expect(hint.get_by_role("radio", name="Phase 4: run of 7")).to_have_count(1)
    expect(hint.get_by_role("heading", level=1)).to_have_count(1)


def test_latvian_by_the_switch(hint: Page, axe: Callable[..., None]) -> None:
    for card in ("R7", "B7", "W", "G4"):
        hint.locator(ADD.format(card)).click()
    hint.locator("#lang-lv").click()
    expect(hint.locator("#hand-heading")).to_have_text("Manas kārtis")
    assert hint.evaluate("document.documentElement.lang") == "lv"
    expect(hint.locator(REMOVE)).to_have_count(4)
    expect(hint.get_by_role("button", name="sarkanais septītnieks, vēl 1")).to_have_count(1)
    axe(hint)
    words = hint.inner_text("#app")
    for english in ("card", "missing", "Phase", "Settings", "hint"):
        assert english not in words, english
    hint.reload()
    hint.locator(ADD.format("R1")).wait_for()
    expect(hint.locator("#hand-heading")).to_have_text("Manas kārtis")


def test_a_browser_in_latvian_opens_in_latvian(
    new_context: Callable[..., BrowserContext], app_server: Server
) -> None:
    page = opened(new_context(locale="lv-LV").new_page(), app_server.url)
    expect(page.locator("#hand-heading")).to_have_text("Manas kārtis")


def test_take_or_draw(hint: Page) -> None:
    hint.locator("#hand-text").fill("R7 B7 R3 B3 Y5 S R12 B11 G1 Y9")
    hint.locator("#table-top").fill("G7")
    expect(hint.locator("#part-advice strong").first).to_contain_text("Take green 7")
    hint.locator("#table-top").fill("G13")
    expect(hint.locator("#table-top-error")).to_contain_text("G13")
    hint.locator("#table-top").fill("G10")
    expect(hint.locator("#part-advice strong").first).to_contain_text("Draw from the pile")


def test_a_complete_phase_is_laid(hint: Page) -> None:
    hint.locator("#hand-text").fill("R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1")
    expect(hint.locator("#hand-summary")).to_contain_text("the whole phase is in your hand")
    expect(hint.locator("#part-advice strong").first).to_contain_text("Lay down the phase")


def test_reload_and_undo(hint: Page) -> None:
    for card in ("R7", "B7", "W"):
        hint.locator(ADD.format(card)).click()
    hint.locator("#phase-3").click()
    # What has been answered is kept; a tap in the last milliseconds may still be on its way.
    expect(hint.locator("#phase-3")).to_have_attribute("aria-checked", "true")
    hint.reload()
    expect(hint.locator(REMOVE)).to_have_count(3)
    expect(hint.locator("#phase-3")).to_have_attribute("aria-checked", "true")
    hint.locator("#do-hand-undo").click()
    expect(hint.locator(REMOVE)).to_have_count(2)


def test_copy_link_opens_the_same_hand(hint: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    hint.locator("#hand-text").fill("R7 B7 R3 B3 Y5 S R12 B11 G1 Y9 W")
    hint.locator("#phase-5").click()
    hint.locator("#do-share-link").click()
    expect(hint.locator("[role=status]")).to_contain_text("link")
    link = hint.evaluate("navigator.clipboard.readText()")
    assert link.startswith("http://127.0.0.1")
    other = opened(context.new_page(), link)
    expect(other.locator(REMOVE)).to_have_count(11)
    expect(other.locator("#phase-5")).to_have_attribute("aria-checked", "true")
    hint.locator("#do-share-text").click()
    expect(hint.locator("[role=status]")).to_contain_text("copied as text")
    assert "run of 8" in hint.evaluate("navigator.clipboard.readText()")


def test_a_phone_by_thumb(phone: Page, app_server: Server, axe: Callable[..., None]) -> None:
    opened(phone, app_server.url)
    for card in ("R7", "B12", "Y1", "W"):
        phone.locator(ADD.format(card)).tap()
    expect(phone.locator(REMOVE)).to_have_count(4)
    phone.locator(REMOVE).first.tap()
    expect(phone.locator(REMOVE)).to_have_count(3)
    phone.locator("#do-hand-deal-10").tap()
    expect(phone.locator(REMOVE)).to_have_count(10)
    phone.locator(ADD.format("S")).tap()
    expect(phone.locator("#part-advice tbody tr").first).to_be_visible()
    for details in phone.locator("details").all():
        details.locator("summary").first.tap()
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 320
    small = phone.evaluate(
        """() => [...document.querySelectorAll("#hand-picker button, #hand-cards button")]
            .map((node) => node.getBoundingClientRect())
            .filter((box) => box.width < 43.5 || box.height < 43.5).length"""
    )
    assert small == 0
    axe(phone)


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_larger_type_fits_the_smallest_phone(phone: Page, app_server: Server, lang: str) -> None:
    opened(phone, f"{app_server.url}?hand=R7+B7+R3+B3+Y5+S+R12+B11+G1+Y9&top=G7&lang={lang}")
    phone.locator("#settings summary").tap()
    phone.locator("#large").tap()
    expect(phone.locator(".p10").first).to_have_attribute("data-size", "large")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    phone.locator("#settings summary").tap()
    for details in ("phase-more", "table-more", "assumed-more", "chances-more"):
        phone.locator(f"#{details} > summary").tap()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


def test_layouts_are_told_apart_and_hits_are_named(hint: Page) -> None:
    hint.locator("#hand-text").fill("R3 B4 W W R8 G9 Y6 B5 R7 G12 Y7")
    hint.locator("#phase-4").click()
    best = hint.locator("#part-advice strong").first
    expect(best).to_contain_text("Then hit with")
    expect(best).to_contain_text("With that you go out.")
    rows = hint.locator("#part-advice tbody tr th").all_inner_texts()
    assert len(rows) == len(set(rows)) > 1


def test_headline_speaks_of_the_hand_after_the_best_discard(hint: Page) -> None:
    hint.locator("#hand-text").fill("R3 B4 W W R8 G9 Y6 B5 R7 G12 Y7")
    hint.locator("#phase-1").click()
    expect(hint.locator("#hand-summary")).to_contain_text("54 of 97")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("large", [False, True])
def test_looks_keep_contrast(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    scheme: str,
    large: bool,
) -> None:
    page = new_context(color_scheme=scheme).new_page()
    opened(page, f"{app_server.url}?hand=R7+B7+R3+B3+Y5+S+R12+B11+G1+Y9+W&phase=2&seen=R1+R1")
    if large:
        page.locator("#settings summary").click()
        page.locator("#large").check()
        expect(page.locator(".p10").first).to_have_attribute("data-size", "large")
        page.locator("#settings summary").click()
    for ident in ("#assumed-more", "#chances-more", "#phase-more"):
        if page.locator(ident).get_attribute("open") is None:
            page.locator(f"{ident} > summary").click()
    axe(page)


def test_theme_by_hand(hint: Page, axe: Callable[..., None]) -> None:
    before = hint.evaluate("getComputedStyle(document.querySelector('.p10')).backgroundColor")
    hint.locator("#settings summary").click()
    hint.locator("#theme").select_option("dark")
    expect(hint.locator(".p10").first).to_have_attribute("data-theme", "dark")
    after = hint.evaluate("getComputedStyle(document.querySelector('.p10')).backgroundColor")
    assert before != after
    axe(hint)


def test_own_phase(hint: Page) -> None:
    hint.locator("#hand-text").fill("R7 B7 G7 R3 R4 R5")
    hint.locator("#phase-more > summary").click()
    hint.locator("#own-phase").fill("set of 3 and run of 4 of one color")
    expect(hint.locator("#part-plan")).to_contain_text("run of 4")
    hint.locator("#own-phase").fill("three of a kind")
    hint.locator("#own-phase").press("Enter")
    expect(hint.locator("#own-phase-error")).to_contain_text("three of a kind")


def test_columns_are_explained(hint: Page) -> None:
    hint.locator("#hand-text").fill("R7 B7 R3 B3 Y5 S R12 B11 G1 Y9 W")
    button = hint.get_by_role("button", name="Useful cards")
    tip = hint.locator("#tip-useful")
    expect(tip).to_be_hidden()
    button.click()
    expect(tip).to_be_visible()
    hint.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_home_and_back(hint: Page, axe: Callable[..., None]) -> None:
    hint.locator(ADD.format("R7")).click()
    hint.locator("#go-home").click()
    expect(hint.get_by_role("heading", level=1)).to_be_focused()
    axe(hint)
    hint.locator("#door-hint").click()
    expect(hint.locator(REMOVE)).to_have_count(1)
    hint.go_back()
    expect(hint.locator("#door-hint")).to_be_visible()
    hint.go_back()
    expect(hint.locator(REMOVE)).to_have_count(1)
    hint.go_forward()
    expect(hint.locator("#door-hint")).to_be_visible()
