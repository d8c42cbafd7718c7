"""One class on two computers: the teacher's server and the pupil's, with one PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.postgres import Server as Database
from tests.support.servers import Server

LONG = 90_000


@pytest.fixture
def database() -> Iterator[Database]:
    running = Database()
    yield running
    running.remove()


@pytest.mark.slow
def test_what_a_pupil_does_at_one_computer_arrives_at_the_other(
    voila_server: Callable[..., Server],
    database: Database,
    tmp_path: Path,
    new_context: Callable[..., BrowserContext],
) -> None:
    def machine(name: str) -> Server:
        own = {"PHASE10_CLASSES": database.url, "XDG_DATA_HOME": str(tmp_path / name)}
        return voila_server(environment=own)

    def page() -> Page:
        opened = new_context().new_page()
        opened.set_default_timeout(LONG)
        return opened

    first, second = machine("first"), machine("second")
    teacher, pupil = page(), page()
    teacher.goto(f"{first.url}?view=teacher&lang=en")
    teacher.locator("#teacher-lesson").select_option("L01")
    teacher.locator("#teacher-make").click()
    shown = teacher.locator("#teacher-class-code span").first
    expect(shown).to_be_visible(timeout=LONG)

    pupil.goto(f"{second.url}?view=lessons&lang=lv")
    pupil.locator("#lessons-class-code").fill(shown.inner_text())
    pupil.locator("#lessons-class-join").click()
    expect(pupil.locator("#lessons-title")).to_contain_text("L01", timeout=LONG)
    expect(teacher.locator("#teacher-joined")).to_contain_text("1", timeout=LONG)

    for place in range(2):
        pupil.locator("#lessons-option-0").click()
        expect(pupil.locator(f"#lessons-recall-{place}-said")).to_be_visible(timeout=LONG)
    pupil.locator("#lessons-next").click()
    expect(pupil.locator("#lessons-situation-heading")).to_be_focused(timeout=LONG)
    pupil.locator("#lessons-next").click()
    pupil.locator("[data-act='lessons.choose']").first.click()
    pupil.locator("#lessons-predict").click()
    expect(teacher.locator("#teacher-dots circle")).to_have_count(1, timeout=LONG)

    # The server of the classes is away for a while: both pages go on, and say so.
    database.stop()
    pupil.locator("#lessons-run").click()
    expect(pupil.get_by_text("127.0.0.1").first).to_be_visible(timeout=LONG)
    assert database.password not in pupil.content() + teacher.content()
    database.start()
    pooled = teacher.get_by_role("region").filter(has_text="1000")
    expect(pooled.first).to_be_visible(timeout=LONG)
    teacher.locator("#teacher-show-revealed").click()
    expect(pupil.locator("#lessons-exact-heading")).to_be_visible(timeout=LONG)
