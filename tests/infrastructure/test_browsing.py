"""The watch over pages fails a test for what it must fail for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.browsing import Watch, is_local


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8866/", True),
        ("ws://localhost:1/api", True),
        ("data:image/png;base64,AA", True),
        ("blob:http://127.0.0.1/1", True),
        ("https://example.org/a.css", False),
        ("http://127.0.0.1.example.org/", False),
        ("file:///etc/hosts", False),
    ],
)
def test_local_addresses(url: str, local: bool) -> None:
    assert is_local(url) is local


def test_foreign_request_and_uncaught_error_are_seen(page: Page, watch: Watch) -> None:
    page.set_content(
        "<main><img alt='' src='http://example.org/a.png'></main>"
        "<script>setTimeout(() => { throw new Error('lost card') }, 0)</script>"
    )
    page.wait_for_timeout(200)
    assert watch.foreign() == ["http://example.org/a.png"]
    with pytest.raises(AssertionError, match=r"example\.org"):
        watch.check()
    watch.requests.clear()
    with pytest.raises(AssertionError, match="lost card"):
        watch.check()
    watch.expect_error("lost card")
    watch.check()


def test_axe_finds_a_picture_without_words(page: Page, axe: Callable[..., None]) -> None:
    page.set_content("<html lang=en><title>t</title><main><h1>t</h1><img src='data:,'></main>")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(page)


def test_axe_is_content_with_a_plain_page(page: Page, axe: Callable[..., None]) -> None:
    page.set_content("<html lang=en><title>t</title><main><h1>Cards</h1></main>")
    axe(page)


def test_phone_is_small_and_has_no_mouse(phone: Page) -> None:
    phone.set_content("<meta name=viewport content='width=device-width'>")
    assert phone.evaluate("[innerWidth, devicePixelRatio, navigator.maxTouchPoints > 0]") == [
        320,
        2,
        True,
    ]
