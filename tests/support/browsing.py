"""Finding and starting a browser, and watching what its pages ask for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SYSTEM_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
)
SYSTEM_FILES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PATIENCE = 120_000
"""Milliseconds after which a page is given up: a busy machine is slow, not wrong."""

LAUNCH_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that asks for another host gets no answer, with and without a network.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
LOCAL_HOSTS = {"127.0.0.1", "localhost"}
HOSTLESS_SCHEMES = {"data", "blob", "about", "chrome-error"}

AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def system_browsers() -> Iterator[Path]:
    """Yield the Chromium and Chrome programs of this machine that answer ``--version``."""
    found = [shutil.which(name) for name in SYSTEM_NAMES]
    for candidate in [*found, *SYSTEM_FILES]:
        if candidate is None or not os.access(candidate, os.X_OK):
            continue
        # Ubuntu's chromium-browser may be a stub that only says which snap to install.
        answer = subprocess.run(
            [candidate, "--version"], capture_output=True, timeout=60, check=False
        )
        if answer.returncode == 0:
            yield Path(candidate)


def own_browser(expected: str) -> Path | None:
    """Return Playwright's own Chromium, downloading it when it is not there; None if it fails."""
    program = Path(expected)
    if not program.exists():
        subprocess.run(
            [sys.executable, "-m", "playwright", "install", "chromium"],
            stdout=subprocess.DEVNULL,
            check=False,
        )
    return program if program.exists() else None


def is_local(url: str) -> bool:
    """Tell whether a request stays on this machine."""
    parts = urlsplit(url)
    return parts.scheme in HOSTLESS_SCHEMES or parts.hostname in LOCAL_HOSTS


class Watch:
    """What the pages of one test asked for and which errors nobody caught."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.console: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._folders: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        """Record the requests, sockets and errors of every page of a context."""
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("console", lambda message: self.console.append(message.text))
        context.on("page", self._follow_page)

    def _follow_page(self, page: Page) -> None:
        page.on("websocket", lambda socket: self.requests.append(socket.url))

    def expect_error(self, pattern: str) -> None:
        """Say that an uncaught page error that matches is part of the test."""
        self._expected.append(re.compile(pattern))

    def expect_files(self, folder: Path) -> None:
        """Say that the test opens files of this folder."""
        self._folders.append(folder.as_uri())

    def foreign(self) -> list[str]:
        """List the requests that left this machine."""
        asked = (url for url in self.requests if not is_local(url))
        return [url for url in asked if not url.startswith(tuple(self._folders))]

    def check(self) -> None:
        """Fail when a request left this machine or a page had an error that nobody caught."""
        foreign = self.foreign()
        assert not foreign, f"the page asked another host: {foreign}"
        errors = [
            error
            for error in self.errors
            if not any(pattern.search(error) for pattern in self._expected)
        ]
        assert not errors, f"uncaught errors in the page: {errors}"


def axe_violations(page: Page, script: str, *, within: str | None = None) -> list[str]:
    """Run axe-core in a page and return its violations, one readable text each."""
    if not page.evaluate("typeof window.axe !== 'undefined'"):
        page.evaluate(script)
    results: dict[str, Any] = page.evaluate(
        """([within, tags]) => axe.run(within ?? document, {
            runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]})""",
        [within, AXE_TAGS],
    )
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n"
        + "\n".join(
            f"    {' '.join(map(str, node['target']))}\n      {node['html'][:200]}\n"
            f"      {node['failureSummary']}"
            for node in violation["nodes"][:5]
        )
        for violation in results["violations"]
    ]
