"""A hand whose advice is known: what any way to the page must show for it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from phase10.dashboards.app import make_page
from phase10.widgets.session import Session

HAND = "R7 B7 Y2 R3 B4 Y5 S R12 B11 G1 Y9"
PATIENCE = 240_000
"""Milliseconds: a machine that has much to do still shows it."""


def advice_here() -> str:
    """Give the move that the same page names in this process."""
    shown: dict[str, str] = {}
    session = Session(make_page(), lambda reply: shown.update(reply.get("parts", {})))
    session.receive({"type": "hello", "lang": "en", "search": "?view=hint"})
    session.receive({"type": "act", "act": "hand.text", "value": HAND, "seq": 1})
    found = next(
        match
        for html in shown.values()
        for match in re.findall(r"<strong>([^<]*)</strong>", html)
        if match.startswith("Discard")
    )
    return " ".join(found.split())


def gets_hint(page: Page) -> None:
    """Enter the hand on a page that is being opened; fail unless the right move is shown."""
    field = page.locator("#hand-text")
    field.wait_for(timeout=PATIENCE)
    field.fill(HAND)
    expect(page.locator("#hand-summary")).to_contain_text("3 cards missing", timeout=PATIENCE)
    expect(page.locator("#part-advice strong").first).to_contain_text(
        advice_here(), timeout=PATIENCE
    )
