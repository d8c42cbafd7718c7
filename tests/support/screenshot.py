"""Draw the picture of the README anew: ``python -m tests.support.screenshot``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support import browsing
from tests.support.packaging import CHECKOUT, private_environment
from tests.support.servers import Server, free_port

PICTURE = CHECKOUT / "notebooks" / "hint.png"
QUERY = "?hand=R5+B5+W+R8+G8+Y1+B2+R11+G12+Y3+S&phase=1&lang=en"


def main() -> None:
    """Serve the app, open a hand, and save what a visitor sees."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder, port = Path(name), free_port()
        server = Server(
            [sys.executable, "-m", "phase10", "--no-browser", "--port", str(port)],
            port,
            folder / "log",
            environment=private_environment(folder / "home"),
            folder=folder,
        )
        try:
            browser = driver.chromium.launch(
                executable_path=next(browsing.system_browsers(), None),
                args=browsing.LAUNCH_ARGUMENTS,
            )
            page = browser.new_page(viewport={"width": 1280, "height": 960}, color_scheme="light")
            page.goto(server.url + QUERY)
            page.locator("#part-advice table").wait_for()
            page.screenshot(path=PICTURE)
            browser.close()
        finally:
            server.stop()
    print(f"{PICTURE.relative_to(CHECKOUT)}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
