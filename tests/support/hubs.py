"""A real JupyterHub for the tests: set up by our command from the wheel, with its own proxy."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.support.packaging import run
from tests.support.servers import Server

PATIENCE = 300_000
"""Milliseconds until a pupil's server is there, on the busiest of machines."""


class School:
    """A hub that runs, and the code of its site."""

    def __init__(
        self,
        python: Path,
        proxy: Path,
        folder: Path,
        start: Callable[..., Server],
        environment: dict[str, str],
        *,
        more: str = "",
        seats: int = 6,
    ) -> None:
        self.folder = folder

        def command(port: int) -> list[str | Path]:
            if not (folder / "jupyterhub_config.py").exists():
                made = run(
                    [
                        *(python, "-m", "phase10", "hub-config", folder, "--json"),
                        *("--seats", str(seats), "--port", str(port)),
                    ],
                    env=environment,
                )
                self.code: str = json.loads(made)["code"]
                with (folder / "jupyterhub_config.py").open("a", encoding="utf-8") as config:
                    config.write(more)
            return [python, "-m", "jupyterhub", "-f", folder / "jupyterhub_config.py"]

        path = os.pathsep.join((str(proxy), environment["PATH"]))
        self.server = start(command, {"PATH": path})
        self.server.says("(JupyterHub is now running)")
        self.url = self.server.url

    def come(self, page: Page, name: str, own: str = "own code", query: str = "") -> None:
        """Log in and wait for the page."""
        page.set_default_timeout(PATIENCE)
        page.goto(f"{self.url}hub/login?next=%2Fhub%2F{query}")
        self.enter(page, name, own)
        page.locator("#view-heading").wait_for(timeout=PATIENCE)

    def enter(self, page: Page, name: str, own: str = "own code", code: str | None = None) -> None:
        """Fill in the form of the door and send it."""
        page.set_default_timeout(PATIENCE)
        page.locator("#site-code").fill(self.code if code is None else code)
        page.locator("#nickname").fill(name)
        page.locator("#own-code").fill(own)
        page.get_by_role("button").click()
