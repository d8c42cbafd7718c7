"""The teacher's page as people use it: a class arriving, the projector, a phone, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from phase10.teaching.classroom import Classrooms
from phase10.teaching.classroom_sqlite import SqliteClassrooms
from phase10.teaching.result_codes import result_code, result_file
from tests.dashboards.teacher_visitor import pupil_run, sent
from tests.support.servers import Server

WIDTH = "document.documentElement.scrollWidth"
SMALL = """() => [...document.querySelectorAll("#teacher button, #teacher input, #teacher select, "
        + "#teacher summary, .p10-board button")]
    .filter((node) => node.getClientRects().length)
    .map((node) => [node.id || node.textContent, node.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([id, box]) => `${id} ${box.width}×${box.height}`)"""
LETTERS = """([within, least]) => [...document.querySelectorAll(
        `${within} :is(p, h2, li, button, text, figcaption)`)]
    .filter((node) => node.getClientRects().length && node.textContent.trim())
    .filter((node) => !node.closest(".p10-hidden"))
    .map((node) => {
      const svg = node.ownerSVGElement;
      const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
      return [node.textContent, parseFloat(getComputedStyle(node).fontSize) * scale];
    })
    .filter(([, size]) => size < least)"""
WAIT = 60_000
"""Milliseconds to wait for what comes from another page: a busy machine may be slow."""

FOLDS = ("hands", "inbox", "card", "paper", "export")


@pytest.fixture
def rooms(private_environment: dict[str, str]) -> Classrooms:
    """The classes of the server, where another computer's kernel finds them."""
    return SqliteClassrooms(Path(private_environment["XDG_DATA_HOME"]) / "phase10/classes.sqlite3")


def opened(page: Page, server: Server, lang: str = "en", lesson: str = "L05") -> str:
    """Make a class; give its code."""
    page.goto(f"{server.url}?view=teacher&lang={lang}")
    page.locator("#teacher-lesson").select_option(lesson, timeout=120_000)
    page.locator("#teacher-make").click()
    code = page.locator("#teacher-class-code span").first
    expect(code).to_be_visible(timeout=120_000)
    return code.inner_text().replace(" ", "")


def arrive(rooms: Classrooms, code: str, chairs: range) -> None:
    """Let pupils send what they predicted and dealt."""
    for chair in chairs:
        run = sent(pupil_run("L05", 3 * chair % 100, 100, chair, 1), f"Pupil {chair}")
        rooms.join(code, run.nickname, run.run_id)
        rooms.contribute(code, run)


def test_what_arrives_is_shown_and_nothing_typed_is_lost(
    page: Page, app_server: Server, axe: Callable[..., None], rooms: Classrooms
) -> None:
    code = opened(page, app_server)
    expect(page.locator("#teacher-class-heading")).to_be_focused()
    page.locator("#teacher-hands > summary").click()
    page.locator("#teacher-up-2").fill("12")
    field = page.locator("#teacher-tried-sum")
    field.press_sequentially("4")
    dots = page.locator("#teacher-dots circle")
    for last in (10, 20, 30):
        arrive(rooms, code, range(last - 9, last + 1))
        expect(dots).to_have_count(last, timeout=120_000)
        field.press_sequentially("5")
        expect(field).to_be_focused()
    expect(field).to_have_value("4555")
    expect(page.locator("#teacher-up-2")).to_have_value("12")
    expect(page.locator("#teacher-joined")).to_contain_text("30")
    expect(page.locator("#teacher-nicknames")).not_to_have_attribute("open", "")
    page.locator("#do-teacher-hands-count").click()
    expect(dots).to_have_count(42)
    page.locator("#do-teacher-hands-undo").click()
    expect(dots).to_have_count(30)
    axe(page)
    page.reload()
    expect(dots).to_have_count(30, timeout=120_000)
    other = page.context.new_page()
    other.goto(f"{app_server.url}?view=teacher&lang=lv")
    expect(other.locator("#teacher-dots circle")).to_have_count(30, timeout=120_000)
    other.locator("#teacher-show-revealed").click()
    expect(page.locator("#teacher-show-revealed")).to_have_attribute(
        "aria-checked", "true", timeout=120_000
    )
    page.locator("#teacher-end").click()
    expect(page.locator("#teacher-end-sure")).to_be_focused()
    page.locator("#teacher-keep").click()
    expect(page.locator("#teacher-end")).to_be_focused()
    page.locator("#teacher-end").click()
    page.locator("#teacher-end-now").click()
    expect(page.locator("#teacher-make")).to_be_visible()
    expect(other.locator("#teacher-away")).to_contain_text(code, timeout=120_000)


def seen(what: str, within: Callable[[], None]) -> None:
    """Wait for something on the other page; print how long it took."""
    start = perf_counter()
    within()
    print(f"{what}: {perf_counter() - start:.2f} s")


def test_the_teacher_reveals_and_a_pupil_sees_it(
    new_context: Callable[..., BrowserContext], app_server: Server, axe: Callable[..., None]
) -> None:
    teacher, pupil = new_context().new_page(), new_context().new_page()
    code = opened(teacher, app_server)
    pupil.goto(f"{app_server.url}?view=lessons&class={code}&lang=en")
    expect(pupil.locator("#lessons-title")).to_contain_text("L05", timeout=120_000)
    expect(teacher.locator("#teacher-joined")).to_contain_text("1 pupil", timeout=WAIT)
    waits, onward = pupil.locator("#lessons-waits"), pupil.locator("#lessons-next")

    teacher.locator("#teacher-pause").click()
    seen("pause", lambda: expect(waits).to_be_visible(timeout=WAIT))
    axe(pupil)
    teacher.locator("#teacher-pause").click()
    seen("going on", lambda: expect(waits).to_have_count(0, timeout=WAIT))

    teacher.locator("#teacher-step").select_option("recall")
    for place in range(2):
        pupil.locator("#lessons-option-0").click()
        expect(pupil.locator(f"#lessons-recall-{place}-said")).to_be_focused()
    expect(waits).to_be_visible(timeout=WAIT)
    for step in ("situation", "predict"):
        teacher.locator("#teacher-next").click()
        seen(f"step {step}", lambda: expect(onward).to_be_visible(timeout=WAIT))
        onward.click()
        expect(pupil.locator(f"#lessons-{step}-heading")).to_be_visible()
    pupil.locator("#lessons-number").fill("74")
    pupil.locator("#lessons-predict").click()
    dots = teacher.locator("#teacher-dots circle")
    seen("prediction", lambda: expect(dots).to_have_count(1, timeout=WAIT))
    teacher.locator("#teacher-next").click()
    pupil.locator("#do-lessons-step").click(timeout=WAIT)
    expect(pupil.locator("#lessons-trials")).to_contain_text("1 trial")
    expect(pupil.locator("#lessons-exact-heading")).to_have_count(0)
    pooled = teacher.locator("#part-teacher-results table").last
    seen("trials", lambda: expect(pooled).to_contain_text("1", timeout=WAIT))
    teacher.locator("#teacher-show-revealed").click()
    exact = pupil.locator("#lessons-exact-heading")
    seen("revealed", lambda: expect(exact).to_be_visible(timeout=WAIT))
    axe(teacher)


@pytest.mark.parametrize(
    ("lang", "scheme"), [("en", "light"), pytest.param("lv", "dark", marks=pytest.mark.slow)]
)
def test_the_projector_is_read_from_the_last_row(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    rooms: Classrooms,
    lang: str,
    scheme: str,
) -> None:
    context = new_context(viewport={"width": 1280, "height": 720}, color_scheme=scheme)
    page = context.new_page()
    arrive(rooms, opened(page, app_server, lang), range(1, 31))
    expect(page.locator("#teacher-dots circle")).to_have_count(30, timeout=120_000)
    axe(page)
    page.locator("#teacher-project").click()
    expect(page.locator("#teacher-project-heading")).to_be_focused()
    expect(page.locator("#teacher-board-count")).to_contain_text("30")
    for show in ("hidden", "shown", "revealed"):
        page.locator(f"#teacher-show-{show}").click()
        expect(page.locator(f"#teacher-show-{show}")).to_have_attribute("aria-checked", "true")
        for board in ("results", "predictions"):
            page.locator(f"#teacher-board-{board}").click()
            expect(page.locator(f"#teacher-board-{board}")).to_have_attribute(
                "aria-checked", "true"
            )
            lines = page.locator(".p10-board line[stroke-dasharray]")
            expect(lines).to_have_count(1 if show == "revealed" else 0)
            assert page.evaluate("document.documentElement.scrollHeight") <= 720, (show, board)
            assert page.evaluate(WIDTH) <= 1280
            assert page.evaluate(LETTERS, [".p10-board", 16]) == []
            assert page.evaluate(SMALL) == []
            expect(page.locator("body")).not_to_contain_text("Pupil")
            axe(page)
    page.locator("#teacher-pause").click()
    expect(page.locator(".p10-boardpause")).to_be_visible()
    page.keyboard.press("Tab")
    page.locator("#teacher-project-leave").click()
    expect(page.locator("#teacher-project")).to_be_focused()
    expect(page.locator("#teacher-pause")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("lang", "scheme"), [("lv", "light"), pytest.param("en", "dark", marks=pytest.mark.slow)]
)
def test_the_page_on_the_smallest_phone(
    new_context: Callable[..., BrowserContext],
    app_server: Server,
    axe: Callable[..., None],
    lang: str,
    scheme: str,
) -> None:
    context = new_context(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    page = context.new_page()
    opened(page, app_server, lang, "L07")
    for fold in FOLDS:
        page.locator(f"#teacher-{fold} > summary").click()
    expect(page.locator("#teacher-paper")).to_have_attribute("open", "")
    assert page.evaluate(WIDTH) <= 320
    assert page.evaluate(LETTERS, ["#teacher", 12]) == []
    assert page.evaluate(SMALL) == []
    axe(page)
    page.locator("#teacher-project").click()
    expect(page.locator("#teacher-board")).to_be_visible()
    assert page.evaluate(WIDTH) <= 320
    axe(page)


def test_codes_and_files_come_in_and_paper_goes_out(
    page: Page, app_server: Server, tmp_path: Path
) -> None:
    page.goto(f"{app_server.url}?view=teacher&lang=en")
    page.locator("#teacher-lesson").select_option("L05", timeout=120_000)
    page.locator("#teacher-inbox > summary").click()
    runs = [sent(pupil_run("L05", 10 * chair, 50, chair)) for chair in range(1, 7)]
    page.locator("#teacher-codes").fill("\n".join([*map(result_code, runs[:3]), "<b>x</b>"]))
    page.locator("#do-teacher-inbox-read").click()
    told = page.locator("#teacher-inbox-told li")
    expect(told).to_have_count(4)
    expect(told.nth(3)).to_contain_text("<b>x</b>")
    expect(page.locator("#teacher-dots circle")).to_have_count(3)
    paths = []
    for place, run in enumerate(runs[2:]):
        paths.append(tmp_path / f"pupil-{place}.json")
        paths[-1].write_text(result_file([run]), "utf-8")
    page.locator("#teacher-files").set_input_files(paths)
    expect(page.locator("#teacher-dots circle")).to_have_count(6)
    page.locator("#teacher-paper > summary").click()
    with page.expect_download() as saved:
        page.locator("#teacher-save-pdf").click()
    assert saved.value.suggested_filename == "L05-D1-V1-1-A.pdf"
    path = tmp_path / "sheet.pdf"
    saved.value.save_as(path)
    assert path.read_bytes().startswith(b"%PDF-")
    page.locator("#teacher-export > summary").click()
    with page.expect_download() as saved:
        page.locator("#do-teacher-export-csv").click()
    saved.value.save_as(path)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
