"""The static site, built from the wheel by the command, and a plain server on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from phase10.site.pyodide import VERSION
from tests.support import pyodide
from tests.support.browsing import PATIENCE
from tests.support.packaging import run

READY_MILLISECONDS = 300_000


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wait long for what must come: a page computes in the browser, and a machine may be slow."""
    if "context" in request.fixturenames:
        context: BrowserContext = request.getfixturevalue("context")
        context.set_default_timeout(READY_MILLISECONDS)
    expect.set_options(timeout=READY_MILLISECONDS)
    yield
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def pyodide_dir(request: pytest.FixtureRequest) -> Path:
    """A folder with Pyodide's files, kept in pytest's cache from one session to the next."""
    folder: Path = request.config.cache.mkdir(f"pyodide-{VERSION}")
    trouble = pyodide.kept(folder)
    if trouble:
        pytest.fail(trouble, pytrace=False)
    return folder


@pytest.fixture(scope="session")
def built(
    pyodide_dir: Path,
    wheel_python: Path,
    private_environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Any]:
    """What the command of the wheel tells of the site that it wrote."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    command = [wheel_python, "-m", "phase10", "site", folder, "--pyodide", pyodide_dir, "--json"]
    told: dict[str, Any] = json.loads(run(command, env=private_environment))
    return told


@pytest.fixture(scope="session")
def site(built: dict[str, Any]) -> Path:
    """A folder of plain files: the page, its worker, Pyodide and our wheel. Nothing else runs."""
    return Path(built["folder"])


class _Quiet(SimpleHTTPRequestHandler):
    """Serve files and keep no log."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        pass


class Plain:
    """Any plain web server: a folder, its address, and an end."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        self._runs = True

    def stop(self) -> None:
        if self._runs:
            self._runs = False
            self._server.shutdown()
            self._server.server_close()


@pytest.fixture
def static_server() -> Iterator[Callable[[Path], Plain]]:
    """Serve a folder as any plain web server does."""
    servers: list[Plain] = []

    def serve(folder: Path) -> Plain:
        servers.append(Plain(folder))
        return servers[-1]

    yield serve
    for server in servers:
        server.stop()


@pytest.fixture
def visit(site: Path, static_server: Callable[[Path], Plain]) -> Callable[..., Page]:
    """Open the site on a page of a browser and wait until Python is there."""
    server = static_server(site)

    def opened(page: Page, query: str = "") -> Page:
        page.goto(server.url + query)
        page.locator("html[data-ready]").wait_for(timeout=READY_MILLISECONDS)
        return page

    return opened
