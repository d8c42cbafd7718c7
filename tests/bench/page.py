"""Figures of the page: imports, memory, first card, click to new hint. Printed, never judged."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support import browsing, packaging, servers

CLICKS = 200
VISITS = 5

CLICK_SCRIPT = """
async (cards) => {
  const times = [];
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (const card of cards) {
    await frame();
    const held = document.querySelectorAll("#hand-cards [data-act='hand.remove']");
    const node = held.length >= 11
      ? held[Math.floor(held.length / 2)]
      : document.querySelector(`[data-act='hand.add'][data-value='${card}']`);
    if (node.getAttribute("aria-disabled") === "true") continue;
    const start = performance.now();
    const shown = new Promise((done) =>
      document.addEventListener("phase10:shown", done, { once: true }));
    node.click();
    await shown;
    times.push(performance.now() - start);
  }
  return times;
}
"""


def page_figures() -> Iterator[str]:
    """Yield one line a figure."""
    yield f"import of what a page needs: {_import_seconds():.2f} s (best of 5)"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        program = next(browsing.system_browsers(), None)
        browser = driver.chromium.launch(
            executable_path=program, args=browsing.LAUNCH_ARGUMENTS, headless=True
        )
        for name, options in (("cold kernel", {"preheat": 0}), ("preheated kernel", {})):
            with _server(**options) as server:
                times = [_first_card(browser, server.url) for _ in range(VISITS)]
                yield f"first card visible, {name}: {_spread(times, 's')} ({VISITS} visits)"
        with _server() as server:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(server.url)
            page.locator("[data-act='hand.add']").first.wait_for()
            yield from _clicks(page)
            sizes = [kernel.memory_full_info().pss / 1e6 for kernel in server.kernels()]
            yield f"kernel memory (PSS): {max(sizes):.0f} MB the one in use, all {_list(sizes)}"
        browser.close()


def _clicks(page: Any) -> Iterator[str]:
    rng = random.Random(1)
    kinds = [f"{color}{number}" for color in "RBGY" for number in range(1, 13)] + ["W", "S"]
    for phase in (1, 2, 3, 4, 8, 9):
        page.locator(f"#phase-{phase}").click()
        page.wait_for_timeout(200)
        times = page.evaluate(CLICK_SCRIPT, [rng.choice(kinds) for _ in range(CLICKS)])
        yield f"click to new hint, phase {phase}: {_spread(times, 'ms')} ({len(times)} clicks)"


def _import_seconds() -> float:
    code = (
        "import time; a = time.perf_counter(); from phase10.dashboards.app import app; app(); "
        "print(time.perf_counter() - a)"
    )
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(5)
    ]
    return min(times)


def _first_card(browser: Any, url: str) -> float:
    """Open the page as a new visitor with an empty cache; wait for the first card."""
    time.sleep(3)  # the pool fills again between visits
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("[data-act='hand.add']").first.wait_for()
    seconds = time.perf_counter() - start
    context.close()
    return seconds


@contextmanager
def _server(**options: Any) -> Iterator[servers.Server]:
    with tempfile.TemporaryDirectory() as folder:
        port = servers.free_port()
        call = json.dumps({"port": port, "open_browser": False} | options)
        program = f"import json; from phase10.serve import serve; serve(**json.loads({call!r}))"
        server = servers.Server(
            [sys.executable, "-c", program],
            port,
            Path(folder) / "server.log",
            environment=os.environ | packaging.private_environment(Path(folder)),
            folder=Path(folder),
        )
        try:
            time.sleep(3)
            yield server
        finally:
            server.stop()


def _spread(times: list[float], unit: str) -> str:
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    digits = 2 if unit == "s" else 0
    return (
        f"median {statistics.median(ordered):.{digits}f} {unit}, "
        f"95 % {late:.{digits}f} {unit}, worst {ordered[-1]:.{digits}f} {unit}"
    )


def _list(sizes: list[float]) -> str:
    return ", ".join(f"{size:.0f}" for size in sizes)


if __name__ == "__main__":
    for line in page_figures():
        print(line)
