"""A live round as people follow it: by thumb on the smallest phone, by mouse, by keys alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.servers import Server

TEN = "R1 R2 R3 B4 B5 B6 G7 G8 Y9 Y10"
TAP = "[data-act='live.add'][data-value='{}']"
THROW = "[data-act='live.hand'][data-value='{}']"
TARGETS = """() => [...document.querySelectorAll("#part-live button, #part-round button")]
    .filter((node) => node.getClientRects().length)
    .map((node) => [node.id, node.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([id, box]) => `${id} ${box.width}×${box.height}`)"""


def opened(page: Page, server: Server, lang: str = "en") -> Page:
    page.goto(f"{server.url}?lang={lang}")
    page.locator("[data-act='hand.add'][data-value='R1']").wait_for()
    return page


def begun(page: Page, server: Server, lang: str = "en") -> Page:
    """A round that is followed: two others, the second one dealt, green 12 lies face up."""
    opened(page, server, lang)
    page.locator("#hand-text").fill(TEN)
    page.locator("#live-heading").click()
    page.locator("#live-count-2").click()
    page.locator("#do-live-first").click()
    expect(page.locator("#do-live-first")).to_have_attribute("aria-pressed", "true")
    page.locator("#live-people").click()
    page.locator("#live-name-0").fill("Anna")
    page.locator("#live-phase-0").select_option("1")
    page.locator("#live-dealer-2").click()
    page.locator(TAP.format("G12")).click()
    page.locator("#do-live-start").click()
    expect(page.locator("#live-status")).to_be_focused()
    return page


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "lv")])
def test_a_phone_by_thumb(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    scheme: str,
    lang: str,
) -> None:
    context = new_context(
        viewport={"width": 320, "height": 640}, has_touch=True, color_scheme=scheme
    )
    page = opened(context.new_page(), app_server, lang)
    page.locator("#hand-text").fill(TEN)
    page.locator("#live-heading").tap()
    page.locator("#live-count-2").tap()
    page.locator("#live-people").tap()
    page.locator("#do-live-first").tap()
    page.locator("#live-dealer-2").tap()
    page.locator(TAP.format("G12")).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    axe(page)
    page.locator(TAP.format("G12")).tap()
    page.locator("#do-live-start").tap()
    status = page.locator("#live-status")
    expect(status).to_contain_text({"en": "Your turn", "lv": "Tavs gājiens"}[lang])
    assert page.evaluate(TARGETS) == []
    axe(page)
    page.locator(TAP.format("R12")).tap()
    page.locator(THROW.format("R12")).tap()
    expect(status).to_contain_text("A")
    page.locator("#live-mode-lay").tap()
    for card in ("Y1", "Y1", "G1", "R12", "B12", "Y12", "W"):
        page.locator(TAP.format(card)).tap()
    ways = page.locator("[data-act='live.move']")
    expect(ways).to_have_count(2)
    assert page.evaluate(TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    axe(page)
    ways.last.tap()
    expect(page.locator("#part-round .p10-goals li")).to_have_count(2)
    page.locator(TAP.format("Y2")).tap()
    expect(page.locator("#part-round .p10-log li").first).to_contain_text("2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("#settings summary").tap()
    page.locator("#large").tap()
    expect(page.locator(".p10").first).to_have_attribute("data-size", "large")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("#settings summary").tap()
    axe(page)


def test_beside_a_real_table(page: Page, app_server: Server, axe: Callable[..., None]) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    begun(page, app_server)
    page.locator("#do-live-take").click()
    expect(page.locator("#part-advice tbody tr")).to_have_count(11)
    page.locator(THROW.format("R1")).click()
    expect(page.locator("#live-status")).to_have_text("Turn: Anna")
    expect(page.locator("#part-advice")).to_contain_text("It is the turn of Anna")
    page.locator(TAP.format("R1")).click()
    expect(page.locator("#live-status")).to_have_text("Turn: B")
    # What cannot be is told in place, and nothing is lost.
    page.locator(TAP.format("R1")).click(force=True)
    expect(page.locator("#live-error")).to_contain_text("B cannot hold this card")
    expect(page.locator("[role=alert]").last).to_contain_text("Red 1 — B cannot hold this card")
    axe(page)
    page.locator("#do-live-take").click()
    expect(page.locator("#live-status")).to_contain_text("B, who has a new card")
    expect(page.locator("#do-live-take")).to_have_count(0)
    page.locator(TAP.format("W")).click()
    expect(page.locator("#part-round tbody tr").last).to_contain_text("red 1")
    expect(page.locator("[role=status]")).to_contain_text("Your turn: draw a card or take a wild")
    axe(page)


def test_reload_undo_and_back(page: Page, app_server: Server) -> None:
    begun(page, app_server)
    page.locator(TAP.format("R12")).click()
    page.locator(THROW.format("R12")).click()
    page.locator(TAP.format("Y5")).click()
    expect(page.locator("#live-status")).to_have_text("Turn: B")
    page.reload()
    expect(page.locator("#live-status")).to_have_text("Turn: B")
    page.locator("#do-live-undo").click()
    expect(page.locator("#live-status")).to_have_text("Turn: Anna")
    page.locator("#go-home").click()
    expect(page.locator("#door-hint")).to_be_visible()
    page.go_back()
    expect(page.locator("#live-status")).to_have_text("Turn: Anna")
    page.locator("#do-live-undo").click()
    page.locator("#do-live-undo").click()
    expect(page.locator("#live-status")).to_contain_text("Your turn")
    expect(page.locator("#do-live-undo")).to_have_attribute("aria-disabled", "true")


def test_the_table_is_corrected(page: Page, app_server: Server, axe: Callable[..., None]) -> None:
    begun(page, app_server)
    page.locator(TAP.format("R12")).click()
    page.locator(THROW.format("R12")).click()
    page.locator("#do-live-edit").click()
    expect(page.locator("#live-heading")).to_be_focused()
    expect(page.locator("#table-top")).to_have_value("R12")
    page.locator("#table-top").fill("Y4")
    page.locator("#live-moment").select_option("2")
    axe(page)
    page.locator("#do-live-start").click()
    expect(page.locator("#live-status")).to_have_text("Turn: B")
    expect(page.locator("#do-live-take")).to_contain_text("B took yellow 4")


def test_keys_alone(page: Page, app_server: Server) -> None:
    opened(page, app_server)
    page.locator("#hand-text").fill(TEN)
    page.locator("#table-top").fill("G12")
    page.locator("#live-heading").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#live-count-2")).to_have_attribute("aria-checked", "true")
    page.locator("#live-dealer-0").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#live-dealer-2")).to_have_attribute("aria-checked", "true")
    page.locator("#do-live-start").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live-status")).to_be_focused()
    for button in ("#do-live-undo", "#do-live-take"):
        page.keyboard.press("Tab")
        expect(page.locator(button)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("b12")
    expect(page.locator(THROW.format("B12"))).to_have_count(1)
    expect(page.locator("#do-live-advised")).to_contain_text("As advised: discard")
    page.locator(THROW.format("R1")).focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator("#live-status")).to_have_text("Turn: A")
    page.locator(TAP.format("R1")).focus()
    page.keyboard.type("y5w")
    expect(page.locator("#live-status")).to_contain_text("Your turn")
    expect(page.locator("#part-round .p10-log li").first).to_contain_text(
        "B draws a card and discards"
    )


def test_other_players_on_the_table(page: Page, app_server: Server,
                                    axe: Callable[..., None]) -> None:  # fmt: skip
    opened(page, app_server)
    page.locator("#hand-text").fill(TEN)
    page.locator("#table-more > summary").click()
    page.locator("#opponents-count-1").click()
    page.locator("#opponents-name-0").fill("Bo")
    page.locator("#opponents-phase-0").select_option("4")
    page.locator("#opponents-cards-0").select_option("9")
    page.locator("#opponents-laid-0").check()
    page.locator("#opponents-took-0").fill("R1 R99")
    expect(page.locator("#opponents-took-0-error")).to_contain_text("R99")
    page.locator("#opponents-threw-0").fill("W")
    page.locator("#table-preset").select_option("official")
    axe(page)
    expect(page.get_by_role("button", name="red 1, none left")).to_have_count(1)
    page.reload()
    expect(page.locator("#opponents-name-0")).to_have_value("Bo")
    expect(page.locator("#opponents-phase-0")).to_have_value("4")
    expect(page.locator("#table-preset")).to_have_value("official")
