"""Reviews and puzzles as people use them: by mouse, by keys alone, by thumb on a small phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from phase10.game.records import save
from tests.advice.review_matches import match
from tests.support.servers import Server

SMALL = """(within) => [...document.querySelectorAll(
        ["button", "input", "select", "summary"].map((kind) => `${within} ${kind}`).join(", "))]
    .filter((node) => node.getClientRects().length && !node.closest("th"))
    .map((node) => [node.id || node.textContent, node.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([id, box]) => `${id} ${box.width}×${box.height}`)"""
ASKED = {
    "en": {"discard": "discard?", "draw": "or draw?", "lay": "complete"},
    "lv": {"discard": "nomestu?", "draw": "vilktu", "lay": "savākta"},
}
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "match.txt"
    save(match("random", "greedy", "random", seed=3), path)
    return path


def opened(page: Page, server: Server, record: Path, lang: str = "en") -> Page:
    page.goto(f"{server.url}?view=review&lang={lang}")
    page.locator("#review-file").set_input_files(record)
    page.locator("#part-review-decision h2").wait_for(timeout=120_000)
    page.locator("#review progress").wait_for(state="detached", timeout=120_000)
    return page


@pytest.mark.parametrize(("lang", "better"), [("en", "Better:"), ("lv", "Labāk:")])
def test_a_record_is_reviewed_by_mouse(
    page: Page, app_server: Server, axe: Callable[..., None], record: Path, lang: str, better: str
) -> None:
    page.goto(f"{app_server.url}?view=review&lang={lang}")
    page.locator("#review-file").wait_for()
    axe(page)
    opened(page, app_server, record, lang)
    expect(page.locator("#part-review-decision")).to_contain_text(better)
    axe(page)
    page.locator("#part-review-course .p10-reviewmove").nth(1).click()
    expect(page.locator("#review-decision")).to_be_focused()
    expect(page.locator("#part-review-course .p10-reviewmove").nth(1)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.locator("#review-moves > summary").click()
    page.locator("#review-every > summary").click()
    axe(page)
    page.locator("#review-seat-1").click()
    page.locator("#review progress").wait_for(state="detached", timeout=120_000)
    expect(page.locator("#review-seat-1")).to_have_attribute("aria-checked", "true")
    page.reload()
    page.locator("#part-review-decision h2").wait_for(timeout=120_000)
    expect(page.locator("#review-seat-1")).to_have_attribute("aria-checked", "true")


def test_a_record_is_looked_through_by_keys(page: Page, app_server: Server, record: Path) -> None:
    opened(page, app_server, record)
    page.locator("#part-review-course .p10-reviewmove").first.focus()
    page.keyboard.press("Enter")
    heading = page.locator("#review-decision")
    expect(heading).to_be_focused()
    places = []
    for key in ("n", "n", "p"):
        # Only the heading: below it sharper figures may come at any time.
        before = heading.inner_text()
        page.keyboard.press(key)
        expect(heading).not_to_have_text(before)
        expect(heading).to_be_focused()
        places.append(heading.inner_text())
    assert places[2] == places[0] != places[1]


def test_what_is_no_record_is_told_in_place(
    page: Page, app_server: Server, axe: Callable[..., None], tmp_path: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("<b>no record</b>", "utf-8")
    page.goto(f"{app_server.url}?view=review&lang=en")
    page.locator("#review-file").set_input_files(other)
    expect(page.locator("#review-error")).to_be_focused()
    expect(page.locator("#review-error")).to_contain_text("Line 1")
    axe(page)
    page.locator("#review-typed-more > summary").click()
    page.locator("#review-text").fill("phase10 record 1 typed\nrules: house\n")
    page.locator("#do-review-typed").click()
    expect(page.locator("#review-error")).to_contain_text("Line")


@pytest.mark.parametrize(("scheme", "lang"), [("light", "lv"), ("dark", "en")])
def test_both_pages_on_the_smallest_phone(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    record: Path,
    scheme: str,
    lang: str,
) -> None:
    context = new_context(
        viewport={"width": 320, "height": 640}, has_touch=True, color_scheme=scheme
    )
    page = opened(context.new_page(), app_server, record, lang)
    assert page.evaluate(WIDTH) <= 320
    assert page.evaluate(SMALL, "#review") == []
    axe(page)
    page.locator("#part-review-course .p10-reviewmove").last.tap()
    expect(page.locator("#review-decision")).to_be_focused()
    page.goto(f"{app_server.url}?view=puzzles&lang={lang}")
    asked = ASKED[lang]
    for kind in asked:
        page.locator("#puzzles-kind").select_option(kind)
        answer = page.locator("#puzzles-answer-1")
        expect(answer).to_be_visible(timeout=120_000)
        assert page.evaluate(WIDTH) <= 320, kind
        assert page.evaluate(SMALL, "#puzzles") == []
        expect(page.locator("#puzzles-ask")).to_contain_text(asked[kind])
        axe(page)
        answer.tap()
        page.locator("#puzzles-next").wait_for()
        assert page.evaluate(WIDTH) <= 320, kind
        axe(page)
    page.locator("#settings summary").tap()
    page.locator("#large").tap()
    expect(page.locator(".p10").first).to_have_attribute("data-size", "large")
    assert page.evaluate(WIDTH) <= 320


@pytest.mark.parametrize(("lang", "told"), [("en", ("Right.", "There is something better.")),
                                           ("lv", ("Pareizi.", "Ir kas labāks."))])  # fmt: skip
def test_puzzles_by_keys_alone(page: Page, app_server: Server, axe: Callable[..., None],
                               lang: str, told: tuple[str, str]) -> None:  # fmt: skip
    page.goto(f"{app_server.url}?view=puzzles&lang={lang}")
    page.locator("#puzzles-answer-1").focus()
    axe(page)
    for number in range(3):
        if number % 2:
            page.keyboard.press("2")
        else:
            page.locator("#puzzles-answer-1").focus()
            page.keyboard.press("Enter")
        says = page.locator("#puzzles-says")
        expect(says).to_be_focused(timeout=120_000)
        assert says.inner_text() in told
        axe(page)
        page.keyboard.press("n")
        expect(page.locator("#puzzles-next")).to_have_count(0)
        expect(page.locator("#puzzles-ask")).to_be_focused(timeout=120_000)
    expect(page.locator("#puzzles-count")).to_contain_text("3")
    page.reload()
    expect(page.locator("#puzzles-count")).to_contain_text("3", timeout=120_000)


def test_a_set_of_puzzles_goes_out_and_in_as_a_file(page: Page, app_server: Server,
                                                    tmp_path: Path) -> None:  # fmt: skip
    page.goto(f"{app_server.url}?view=puzzles&lang=en")
    page.locator("#puzzles-kind").select_option("draw")
    expect(page.locator("#puzzles-ask")).to_contain_text("or draw?", timeout=120_000)
    asked = page.locator("#puzzles-ask").inner_text()
    page.locator("#puzzles-sets > summary").click()
    with page.expect_download() as saved:
        page.locator("#do-puzzles-save").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert path.name == "phase10-puzzles-1.json"
    page.locator("#puzzles-file").set_input_files(path)
    expect(page.locator("#puzzles-source-file")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#puzzles-ask")).to_have_text(asked)
    page.locator("#puzzles-sets > summary").wait_for()
    path.write_text("{}", "utf-8")
    page.locator("#puzzles-file").set_input_files(path)
    expect(page.locator("#puzzles-error")).to_contain_text("no set of puzzles")
