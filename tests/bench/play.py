"""Figures of the play page: own move to new table, a bot's move, a hint. Printed, never judged."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from phase10.game.records import Record
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.players import PLAYERS
from phase10.players.at_table import is_computers, moved_by_computer
from tests.bench.page import _server, _spread
from tests.support import browsing

TURNS = 40
ROUNDS = 3

TIMED = """async (selector) => {
  await new Promise((done) => requestAnimationFrame(done));
  const node = document.querySelector(selector);
  const start = performance.now();
  const shown = new Promise((done) =>
    document.addEventListener("phase10:shown", done, { once: true }));
  node.click();
  await shown;
  return performance.now() - start;
}"""


def play_figures() -> Iterator[str]:
    """Yield one line a figure."""
    for name in PLAYERS:
        times = _bot_moves(name)
        yield f"a move of {name}: {_spread(times, 'ms')} ({len(times)} moves, computing)"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver, tempfile.TemporaryDirectory(), _server() as server:
        program = next(browsing.system_browsers(), None)
        browser = driver.chromium.launch(
            executable_path=program, args=browsing.LAUNCH_ARGUMENTS, headless=True
        )
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{server.url}?view=play&lang=en&deal=P10-1-4-77-1")
        page.locator("#do-play-start").click()
        page.locator("#play-speed").select_option("step")
        yield from _own_moves(page)
        browser.close()


def _bot_moves(name: str) -> list[float]:
    """Time the moves of a computer player in milliseconds."""
    record = Record.start(5, ["A", "B", "C"], [name] * 3)
    times = []
    while record.game.round <= ROUNDS and record.game.stage != MATCH_OVER:
        if record.game.stage == ROUND_OVER:
            record = record.dealt()
        elif is_computers(record):
            start = time.perf_counter()
            record = moved_by_computer(record)
            times.append((time.perf_counter() - start) * 1000)
    return times


def _own_moves(page: Any) -> Iterator[str]:
    draws, throws, hints = [], [], []
    draw, throw = "#do-play-draw:not([aria-disabled])", "#do-play-discard:not([aria-disabled])"
    for _ in range(TURNS * 12):
        if len(throws) >= TURNS:
            break
        if page.locator(draw).count():
            draws.append(page.evaluate(TIMED, draw))
            hints.append(page.evaluate(TIMED, "#do-play-hint"))
            page.locator("#play-hand button").last.click()
            page.locator(throw).wait_for()
            throws.append(page.evaluate(TIMED, throw))
        elif page.locator("#do-play-next").count():
            page.evaluate(TIMED, "#do-play-next")
    yield f"draw to new table: {_spread(draws, 'ms')} ({len(draws)} draws, saved to disk each)"
    yield f"discard to new table: {_spread(throws, 'ms')} ({len(throws)} discards)"
    yield f"first hint on request: {_spread(hints, 'ms')}, mean {statistics.mean(hints):.0f} ms"
