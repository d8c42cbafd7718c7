"""What the host does in a browser: no Jupyter, the session behind a bridge."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.bridge import ADDRESS, Bridge


@pytest.fixture
def bridge(page: Page) -> Bridge:
    made = Bridge(page)
    made.open()
    return made


@pytest.fixture
def demo(bridge: Bridge) -> Page:
    return bridge.page


def tab_stops(page: Page, container: str) -> list[str]:
    """List the ids of the elements inside that the Tab key reaches."""
    return page.locator(f"{container} [tabindex='0']").evaluate_all("all => all.map(e => e.id)")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id")


def mark(locator: Locator) -> Callable[[], bool]:
    """Return a test whether this very element is still in the page."""
    handle = locator.element_handle()
    return lambda: handle.evaluate("node => node.isConnected")


# --- showing ---------------------------------------------------------------------------------


def test_hello_tells_language_query_and_what_was_kept(page: Page) -> None:
    bridge = Bridge(page)
    page.add_init_script('localStorage.setItem("phase10:local", JSON.stringify({lang: "lv"}))')
    bridge.open("?hand=R5+B5")
    (greeting,) = bridge.demo.greetings
    assert greeting.lang == "en-US"
    assert greeting.query == {"hand": "R5 B5"}
    assert greeting.local == {"lang": "lv"}
    expect(page.locator("html")).to_have_attribute("lang", "lv")
    expect(page).to_have_title("Paraugs")


def test_a_click_shows_what_changed_and_keeps_the_rest(bridge: Bridge, demo: Page) -> None:
    add = demo.locator("#add")
    still_there = mark(add)
    add.click()
    expect(demo.locator("#count")).to_have_text("Count: 1")
    expect(demo.locator("#inner")).to_have_text("1")
    assert set(bridge.shown[-1]["parts"]) == {"counter", "choice", "inner"}
    assert still_there()
    assert focused(demo) == "add"


def test_a_new_frame_keeps_the_parts_in_it(bridge: Bridge, demo: Page) -> None:
    demo.locator("#add").click()
    demo.locator("#card-B3").focus()
    bridge.demo.lang = "lv"
    bridge.session.push()
    demo.evaluate("(replies) => window.deliver(replies)", bridge._replies)
    expect(demo.locator("#count")).to_have_text("Skaits: 1")
    expect(demo.locator("#picker button")).to_have_count(48)
    assert focused(demo) == "card-B3"


def test_what_looks_like_code_is_shown_as_text(bridge: Bridge, demo: Page) -> None:
    demo.locator("#text").fill("<img src=x onerror=document.title='hit'>")
    expect(demo.locator("#echo")).to_have_text("<img src=x onerror=document.title='hit'>")
    expect(demo.locator("#echo img")).to_have_count(0)
    expect(demo).to_have_title("Demo")


def test_live_regions_say_what_the_page_says(demo: Page) -> None:
    polite, urgent = demo.locator(".p10 > [role=status]"), demo.locator(".p10 > [role=alert]")
    demo.locator("#add").click()
    expect(polite).to_have_text("1")
    demo.locator("#warn").click()
    expect(urgent).to_have_text("careful")
    expect(urgent).not_to_have_class(re.compile("toast"))
    demo.locator("#agree").click()
    expect(polite).to_have_text("refused")
    expect(urgent).to_be_empty()
    before = polite.text_content()
    demo.locator("#agree").click()
    expect(polite).not_to_have_text(re.compile(f"^{before}$"), use_inner_text=False)


def test_an_act_that_fails_is_said_and_survived(demo: Page) -> None:
    demo.locator("#fail").click()
    trouble = demo.get_by_role("alert").filter(has_text="Something went wrong. Nothing is lost.")
    expect(trouble).to_be_visible()
    demo.locator("#add").click()
    expect(demo.locator("#count")).to_have_text("Count: 1")
    expect(trouble).to_have_count(0)


def test_a_choice_that_python_refuses_goes_back(bridge: Bridge, demo: Page) -> None:
    demo.locator("#agree").click()
    expect(demo.locator("#agree")).not_to_be_checked()
    assert bridge.acts("agree") == [True]


def test_effects_move_the_focus_and_the_address(demo: Page) -> None:
    demo.locator("#jump").click()
    expect(demo.locator("#text")).to_be_focused()
    demo.locator("#latvian").click()
    expect(demo).to_have_url(ADDRESS + "?lang=lv")


def test_theme_follows_the_system_and_the_page(demo: Page) -> None:
    ground = "getComputedStyle(document.querySelector('.p10')).backgroundColor"
    light = demo.evaluate(ground)
    demo.emulate_media(color_scheme="dark")
    dark = demo.evaluate(ground)
    assert dark != light
    demo.emulate_media(color_scheme="light")
    assert demo.evaluate(ground) == light
    demo.locator("#dark").click()
    expect(demo.locator("html")).to_have_attribute("data-theme", "dark")
    assert demo.evaluate(ground) == dark
    assert demo.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_paper_is_light_whatever_the_screen_is(demo: Page) -> None:
    demo.locator("#dark").click()
    expect(demo.locator("html")).to_have_attribute("data-theme", "dark")
    demo.emulate_media(media="print", color_scheme="dark")
    assert demo.evaluate(
        """["backgroundColor", "color"].map(
             (name) => getComputedStyle(document.querySelector(".p10"))[name])"""
    ) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_a_notebook_keeps_its_own_language_title_and_address(page: Page) -> None:
    bridge = Bridge(page, ours=False)
    bridge.open("?lang=lv")
    assert bridge.demo.greetings[0].query == {}
    page.locator("#latvian").click()
    expect(page.locator(".p10")).to_have_attribute("lang", "lv")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_title("Waiting")
    expect(page).to_have_url(ADDRESS + "?lang=lv")
    page.emulate_media(color_scheme="dark")
    light = page.evaluate("getComputedStyle(document.querySelector('.p10')).backgroundColor")
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    dark = page.evaluate("getComputedStyle(document.querySelector('.p10')).backgroundColor")
    assert light != dark


# --- typing ----------------------------------------------------------------------------------


def test_letters_typed_while_python_is_slow_are_not_lost(bridge: Bridge, demo: Page) -> None:
    field = demo.locator("#text")
    field.click()
    bridge.held = []
    demo.keyboard.type("R5 B6 G7")
    expect(field).to_have_value("R5 B6 G7")
    assert bridge.acts("text.type") == ["R"]
    bridge.release()
    expect(demo.locator("#echo")).to_have_text("R5 B6 G7")
    expect(field).to_have_value("R5 B6 G7")
    assert bridge.acts("text.type") == ["R", "R5 B6 G7"]


def test_the_caret_stays_where_the_letters_go_in(demo: Page) -> None:
    field = demo.locator("#text")
    field.fill("R5 G7")
    field.evaluate("node => node.setSelectionRange(2, 2)")
    demo.keyboard.type(" B6")
    expect(field).to_have_value("R5 B6 G7")
    expect(demo.locator("#echo")).to_have_text("R5 B6 G7")
    assert field.evaluate("node => node.selectionStart") == 5


def test_enter_sends_the_text_and_python_may_empty_the_field(bridge: Bridge, demo: Page) -> None:
    field = demo.locator("#text")
    field.click()
    bridge.held = []
    demo.keyboard.type("R5 B6")
    demo.keyboard.press("Enter")
    bridge.release()
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(demo.locator("#hand button")).to_have_count(2)
    assert [name for name, _ in bridge.demo.acts] == ["text.type", "text.type", "text.enter"]


def test_python_may_set_a_field_that_has_the_focus(bridge: Bridge, demo: Page) -> None:
    field = demo.locator("#text")
    field.fill("R9")
    expect(demo.locator("#echo")).to_have_text("R9")
    bridge.python({"type": "act", "act": "text.set", "value": "B1 B2", "seq": None})
    demo.evaluate("(replies) => window.deliver(replies)", bridge.shown[-1:])
    expect(field).to_have_value("B1 B2")
    expect(field).to_be_focused()


def test_a_field_without_the_focus_shows_what_python_says(demo: Page) -> None:
    demo.locator("#text").fill("R9")
    demo.locator("#set").click()
    expect(demo.locator("#text")).to_have_value("R1 R2")


def test_keys_are_taken_only_inside_and_only_when_meant(bridge: Bridge, demo: Page) -> None:
    demo.locator("#card-R1").focus()
    demo.keyboard.press("Escape")
    demo.keyboard.press("Control+b")
    demo.keyboard.press("Alt+b")
    demo.keyboard.type("b1")
    demo.keyboard.press("Backspace")
    demo.keyboard.type("2")
    expect(demo.locator("#pending")).to_have_text("b2")
    demo.keyboard.press("Enter")
    expect(demo.locator("#held-B2-1")).to_be_visible()
    assert bridge.acts("key") == ["b", "1", "Backspace", "2", "Enter"]
    demo.keyboard.press("Enter")  # nothing is pending: it presses the button that has the focus
    expect(demo.locator("#held-R1-1")).to_be_visible()
    demo.keyboard.press("Space")
    expect(demo.locator("#held-R1-2")).to_be_visible()
    demo.locator("#add").focus()
    demo.keyboard.type("y")
    demo.locator("#outside").focus()
    demo.keyboard.type("y")
    demo.locator("#text").focus()
    demo.keyboard.type("y")
    expect(demo.locator("#echo")).to_have_text("y")
    assert bridge.acts("key") == ["b", "1", "Backspace", "2", "Enter"]


# --- moving ----------------------------------------------------------------------------------


def test_one_tab_stop_and_arrows_by_geometry(bridge: Bridge, demo: Page) -> None:
    assert tab_stops(demo, "#picker") == ["card-R1"]
    demo.locator("#card-R1").focus()
    walk = [
        ("ArrowRight", "card-R2"),
        ("ArrowDown", "card-B2"),
        ("ArrowDown", "card-G2"),
        ("End", "card-Y12"),
        ("ArrowDown", "card-Y12"),
        ("ArrowUp", "card-G12"),
        ("ArrowRight", "card-Y1"),
        ("ArrowLeft", "card-G12"),
        ("Home", "card-R1"),
        ("ArrowLeft", "card-R1"),
    ]
    for key, expected in walk:
        demo.keyboard.press(key)
        assert focused(demo) == expected, key
    demo.locator("#card-G5").click()
    expect(demo.locator("#held-G5-1")).to_be_visible()
    assert tab_stops(demo, "#picker") == ["card-G5"]
    demo.keyboard.press("Tab")
    assert focused(demo) == "held-G5-1"
    demo.keyboard.press("Shift+Tab")
    assert focused(demo) == "card-G5"


def test_arrows_follow_the_folded_grid(phone: Page) -> None:
    Bridge(phone).open()
    phone.locator("#card-R1").focus()
    for key, expected in [
        ("ArrowDown", "card-R7"),
        ("ArrowDown", "card-B1"),
        ("ArrowRight", "card-B2"),
        ("ArrowUp", "card-R8"),
    ]:
        phone.keyboard.press(key)
        assert focused(phone) == expected


def test_a_card_taken_away_gives_its_focus_to_its_neighbor(demo: Page) -> None:
    demo.locator("#text").fill("R1 R2 R3")
    demo.keyboard.press("Enter")
    demo.locator("#held-R2-1").focus()
    demo.keyboard.press("Enter")
    expect(demo.locator("#held-R3-1")).to_be_focused()
    assert tab_stops(demo, "#hand") == ["held-R3-1"]
    demo.keyboard.press("Enter")
    expect(demo.locator("#held-R1-1")).to_be_focused()
    demo.keyboard.press("Enter")
    expect(demo.locator("#text")).to_be_focused()


def test_details_belong_to_the_user(bridge: Bridge, demo: Page) -> None:
    demo.locator("#more-summary").click()
    demo.locator("#add").click()
    expect(demo.locator("#more p")).to_have_text("Count 1")
    expect(demo.locator("#more")).to_have_attribute("open", "")
    bridge.restart()
    bridge.open()
    expect(demo.locator("#more p")).to_be_visible()


def test_an_explanation_comes_by_hover_focus_and_tap(demo: Page) -> None:
    button, tip = demo.locator("#odds"), demo.locator("#odds-tip")
    button.hover()
    expect(tip).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    tip.hover()
    expect(tip).to_be_visible()
    demo.locator("h1").hover()
    expect(tip).to_be_hidden()
    demo.locator("#more-summary").focus()
    demo.keyboard.press("Tab")
    expect(tip).to_be_visible()
    demo.locator("#add").dispatch_event("click")
    expect(demo.locator("#count")).to_have_text("Count: 1")
    expect(tip).to_be_visible()
    demo.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")


def test_an_explanation_on_a_phone_stays_on_the_screen(phone: Page) -> None:
    Bridge(phone).open()
    tip = phone.locator("#odds-tip")
    phone.locator("#odds").tap()
    expect(tip).to_be_visible()
    box = tip.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 320
    phone.locator("#odds").tap()
    expect(tip).to_be_hidden()
    phone.locator("#odds").tap()
    expect(tip).to_be_visible()
    phone.locator("h1").tap()
    expect(tip).to_be_hidden()


def test_print_asks_the_browser(demo: Page) -> None:
    demo.evaluate("window.printed = 0; window.print = () => { window.printed += 1; }; null")
    demo.locator("#print").click()
    assert demo.evaluate("window.printed") == 1


def test_copy_uses_the_clipboard(demo: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    demo.locator("#card-R5").click()
    demo.locator("#copy").click()
    expect(demo.locator(".p10 > [role=status]")).to_have_text("copied")
    assert demo.evaluate("navigator.clipboard.readText()") == "R5"


def test_a_link_is_copied_with_the_address_of_the_page(demo: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    demo.locator("#share").click()
    expect(demo.locator(".p10 > [role=status]")).to_have_text("copied")
    assert demo.evaluate("navigator.clipboard.readText()") == f"{ADDRESS}?lang=en"


def test_copy_shows_a_selected_field_where_there_is_no_clipboard(demo: Page) -> None:
    demo.evaluate(
        """() => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          document.execCommand = () => false;
        }"""
    )
    demo.locator("#card-R5").click()
    demo.locator("#copy").click()
    field = demo.locator(".p10-copy")
    expect(field).to_be_focused()
    assert demo.evaluate("getSelection().toString()") == "R5"
    demo.keyboard.press("Tab")
    expect(field).to_have_count(0)


# --- keeping ---------------------------------------------------------------------------------


def test_a_reload_brings_back_what_was_kept(bridge: Bridge, demo: Page) -> None:
    demo.locator("#add").click()
    demo.locator("#card-R5").click()
    expect(demo.locator("#held-R5-1")).to_be_visible()
    bridge.restart()
    bridge.open()
    expect(demo.locator("#count")).to_have_text("Count: 1")
    expect(demo.locator("#held-R5-1")).to_be_visible()


def test_without_storage_everything_works_but_keeping(page: Page) -> None:
    page.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"])
             Object.defineProperty(window, name, { get() { throw new Error("forbidden"); } });"""
    )
    bridge = Bridge(page)
    bridge.open()
    page.locator("#more-summary").click()
    page.locator("#add").click()
    expect(page.locator("#count")).to_have_text("Count: 1")
    expect(page.locator("#more p")).to_be_visible()


def test_silence_is_said_and_nothing_is_lost(bridge: Bridge, demo: Page) -> None:
    banner = demo.locator("#banner")
    expect(banner).to_be_hidden()
    bridge.silent = True
    demo.locator("#add").click()
    demo.locator("#add").click()
    expect(banner).to_be_visible()
    bridge.silent = False
    expect(demo.locator("#count")).to_have_text("Count: 2")
    expect(banner).to_be_hidden()
    demo.locator("#add").click()
    expect(demo.locator("#count")).to_have_text("Count: 3")
    assert bridge.demo.count == 3


def test_a_lost_answer_is_no_second_act(bridge: Bridge, demo: Page) -> None:
    bridge.held = []
    demo.locator("#add").click()
    expect(demo.locator("#banner")).to_be_visible()
    bridge.held = None  # the answers that were held are thrown away
    expect(demo.locator("#count")).to_have_text("Count: 1")
    expect(demo.locator("#banner")).to_be_hidden()
    assert len(bridge.acts("count.add")) == 1


def test_heartbeats_notice_a_dead_kernel_without_any_act(bridge: Bridge, demo: Page) -> None:
    bridge.silent = True
    expect(demo.locator("#banner")).to_be_visible()
    assert {message["type"] for message in bridge.received} == {"hello", "ping"}


def test_a_carrier_that_knows_says_so_at_once(page: Page) -> None:
    Bridge(page, heartbeat=60_000).open()
    page.evaluate("document.dispatchEvent(new CustomEvent('phase10:lost'))")
    expect(page.locator("#banner")).to_be_visible()
    page.locator("#add").click()
    expect(page.locator("#banner")).to_be_hidden()


def test_nobody_is_pinged_while_the_page_is_hidden(bridge: Bridge, demo: Page) -> None:
    def pings() -> int:
        return sum(message["type"] == "ping" for message in bridge.received)

    demo.wait_for_timeout(1200)
    assert pings() > 0
    demo.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    before = pings()
    demo.wait_for_timeout(1500)
    assert pings() <= before + 1  # one may have been on its way


def test_the_reload_button_reloads(page: Page) -> None:
    bridge = Bridge(page, heartbeat=60_000)
    bridge.open()
    page.evaluate("document.dispatchEvent(new CustomEvent('phase10:lost')); window.old = true")
    bridge.restart()
    page.locator("#reload").click()
    expect(page.locator("#banner")).to_be_hidden()
    assert page.evaluate("window.old") is None


# --- more than one view ----------------------------------------------------------------------


def test_two_views_stay_in_step_and_only_one_takes_the_focus(page: Page) -> None:
    bridge = Bridge(page)
    bridge.open()
    page.evaluate("void (window.leaveTwo = window.mounted('two'))")
    counts = page.locator("[id=count]")
    expect(counts).to_have_count(2)
    page.locator("#one #add").click()
    page.locator("#two [id=add]").click()
    expect(counts.nth(0)).to_have_text("Count: 2")
    expect(counts.nth(1)).to_have_text("Count: 2")
    assert len(bridge.demo.greetings) == 1
    page.locator("#two [id=jump]").click()
    expect(page.locator("#two [id=text]")).to_be_focused()
    page.evaluate("window.leaveTwo()")
    expect(counts).to_have_count(1)
    page.locator("#add").click()
    expect(counts).to_have_text("Count: 3")


def test_a_view_that_is_closed_hears_and_says_nothing(bridge: Bridge, demo: Page) -> None:
    demo.evaluate("window.leave()")
    expect(demo.locator("#one")).to_be_empty()
    before = len(bridge.received)
    demo.wait_for_timeout(1200)
    assert len(bridge.received) == before


# --- for everybody ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, axe: Callable[..., None], scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    Bridge(page, heartbeat=60_000).open()
    page.evaluate("document.getElementById('outside').remove()")
    page.locator("#card-R5").click()
    page.locator("#more-summary").click()
    page.locator("#odds").focus()
    expect(page.locator("#odds-tip")).to_be_visible()
    axe(page)
    page.evaluate("document.dispatchEvent(new CustomEvent('phase10:lost'))")
    expect(page.locator("#banner")).to_be_visible()
    axe(page)


def test_a_small_phone_shows_everything_without_scrolling_sideways(phone: Page) -> None:
    Bridge(phone).open()
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    small = phone.locator(".p10 :is(button, summary, input[type=text])").evaluate_all(
        """all => all.filter((node) => node.getClientRects().length).filter((node) => {
             const box = node.getBoundingClientRect();
             return box.height < 43.5 || box.width < 43.5;
           }).map((node) => node.id)"""
    )
    assert small == []


def test_motion_stops_where_the_system_asks_for_less(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    Bridge(page).open()
    assert (
        page.evaluate("getComputedStyle(document.querySelector('#add')).transitionDuration") == "0s"
    )
