"""Figures of the static site: first card, hint, megabytes, clicks, deals a second in the browser.

Printed, never judged. Each visit is that of a new visitor with an empty cache.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from phase10.site.building import build_site
from tests.bench.page import CLICK_SCRIPT
from tests.support import browsing

VISITS = 5
CLICKS = 100
PHASES = (1, 4, 5, 8)
READY_MILLISECONDS = 300_000

DEALS = """
import json
import time
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.reading import LESSON_IDS, lesson
from phase10.teaching.lessons.simulation import simulate, start

found = {}
for name in LESSON_IDS:
    for place, part in enumerate(lesson(name).parts, start=1):
        def rate(trials):
            began = time.perf_counter()
            simulate(part.experiment, start(LessonCode(name, 1)), trials)
            return trials / (time.perf_counter() - began)
        rate(200)
        found[f"{name}.{place}"] = max(rate(1000) for _ in range(3))
json.dumps(found)
"""

WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
const here = (name) => new URL(name, import.meta.url).href;
onmessage = async ({ data }) => {
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  const code = await (await fetch(here("python.zip"))).arrayBuffer();
  python.unpackArchive(code, "zip", { extractDir: "/app" });
  postMessage(python.runPython(`import sys; sys.path.insert(0, "/app")\\n${data}`));
};
"""


class _Quiet(SimpleHTTPRequestHandler):
    """Serve files and keep no log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        pass


class _Server(ThreadingHTTPServer):
    """Serve a visitor who may leave in the middle of a file."""

    def handle_error(self, request: object, client_address: object) -> None:
        pass


def site_figures() -> Iterator[str]:
    """Yield one line a figure."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as driver:
        built = build_site(Path(temporary, "site"))
        Path(built.folder, "bench.js").write_text(WORKER, "utf-8")
        server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(built.folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        browser = driver.chromium.launch(
            executable_path=next(browsing.system_browsers(), None),
            args=browsing.LAUNCH_ARGUMENTS,
            headless=True,
        )
        yield (
            f"files: {built.size / 1e6:.1f} MB, until the first hint {built.first / 1e6:.1f} MB, "
            f"tables {built.tables / 1e6:.1f} MB"
        )
        yield from _visits(browser, url)
        yield from _without_network(browser, url)
        yield from _clicks(browser, url)
        yield from _deals(browser, url)
        browser.close()
        server.shutdown()
        server.server_close()


def _ready(page: Any) -> float:
    """Wait for Python; give the seconds since the visit began."""
    page.locator("html[data-ready]").wait_for(timeout=READY_MILLISECONDS)
    mark = "performance.getEntriesByName('phase10:ready')[0].startTime"
    return float(page.evaluate(mark)) / 1000


def _visits(browser: Any, url: str) -> Iterator[str]:
    first, ready, loaded = [], [], []
    for _ in range(VISITS):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        sizes: list[int] = []
        page.on("requestfinished", lambda each, to=sizes: to.append(_size(each)))
        page.goto(url)
        ready.append(_ready(page))
        loaded.append(sum(sizes) / 1e6)
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        first.append(page.evaluate(paint) / 1000)
        context.close()
    yield f"first card: {_spread(first, 's', 2)} ({VISITS} visits)"
    yield f"hint ready: {_spread(ready, 's', 1)}, {max(loaded):.1f} MB loaded"


def _size(request: Any) -> int:
    return int(request.sizes()["responseBodySize"])


def _without_network(browser: Any, url: str) -> Iterator[str]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    _ready(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    times = []
    for _ in range(VISITS):
        page.reload(wait_until="domcontentloaded")
        times.append(_ready(page))
    yield f"hint ready without a network: {_spread(times, 's', 1)}"
    context.close()


def _clicks(browser: Any, url: str) -> Iterator[str]:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(url)
    _ready(page)
    rng = random.Random(1)
    kinds = [f"{color}{number}" for color in "RBGY" for number in range(1, 13)] + ["W", "S"]
    for phase in PHASES:
        page.locator(f"#phase-{phase}").click()
        page.locator(f"#phase-{phase}[aria-checked='true']").wait_for()
        times = page.evaluate(CLICK_SCRIPT, [rng.choice(kinds) for _ in range(CLICKS)])
        yield f"click to new hint, phase {phase}: {_spread(times, 'ms', 0)} ({len(times)} clicks)"
    page.close()


def _deals(browser: Any, url: str) -> Iterator[str]:
    page = browser.new_page()
    page.goto(f"{url}LICENSES.txt")
    told = page.evaluate(
        """(code) => new Promise((done) => {
            const worker = new Worker("bench.js", { type: "module" });
            worker.onmessage = ({ data }) => done(data);
            worker.postMessage(code);
        })""",
        DEALS,
    )
    for name, rate in sorted(json.loads(told).items(), key=lambda item: item[1]):
        yield f"{name}: {rate:,.0f} deals a second (best of 3)"
    page.close()


def _spread(values: list[float], unit: str, digits: int) -> str:
    ordered = sorted(values)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    median = statistics.median(ordered)
    return f"median {median:.{digits}f} {unit}, 95 % within {late:.{digits}f} {unit}"
