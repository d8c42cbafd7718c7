"""The five ways to the page, each from the built wheel, and a browser that gets a hint from it."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page

from phase10.site.pyodide import VERSION
from tests.support import proxy, pyodide
from tests.support.browsing import Watch
from tests.support.hubs import School
from tests.support.known_hand import gets_hint
from tests.support.packaging import CHECKOUT, copy_sources, install_alone, run
from tests.support.servers import Server

pytestmark = pytest.mark.slow

BINDER_OPENS = "voila/render/notebooks/hint.ipynb"
"""Where the link in the README leads to."""


@pytest.fixture(autouse=True)
def asks_nobody_else(watch: Watch) -> Iterator[None]:
    """No way asks another host."""
    yield
    assert watch.foreign() == []


def test_one_command(page: Page, voila_server: Callable[..., Server]) -> None:
    page.goto(f"{voila_server().url}?view=hint")
    gets_hint(page)


def test_a_class(
    page: Page, wheel_python: Path, start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server(
        lambda port: [
            *(wheel_python, "-m", "phase10", "serve", "--class", "2", "--no-browser"),
            *("--port", str(port)),
        ],
        {"XDG_STATE_HOME": str(tmp_path)},
    )
    page.goto(server.url)
    page.locator("#code").fill(server.says(r"\b([B-Z]{3}\d{3})\b"))
    page.locator("form button").click()
    page.wait_for_selector("#view-heading", timeout=240_000)
    page.goto(f"{server.url}?view=hint")
    gets_hint(page)


def test_a_static_site(
    page: Page,
    wheel_python: Path,
    private_environment: dict[str, str],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    kept = Path(request.config.cache.mkdir(f"pyodide-{VERSION}"))
    assert pyodide.kept(kept) == ""
    folder = tmp_path / "site"
    run(
        [wheel_python, "-m", "phase10", "site", folder, "--pyodide", kept],
        env=private_environment,
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_port}/?view=hint")
        gets_hint(page)
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serve files and keep no log."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        pass


def test_binder(
    page: Page,
    wheel: Path,
    private_environment: dict[str, str],
    start_server: Callable[..., Server],
    tmp_path: Path,
) -> None:
    """What Binder does with its files: postBuild, then start with Jupyter's own server."""
    assert f"?urlpath={BINDER_OPENS})" in (CHECKOUT / "README.md").read_text("utf-8")
    python = install_alone(wheel, tmp_path / "venv")
    sources = copy_sources(tmp_path / "sources")
    shutil.copytree(CHECKOUT / "binder", sources / "binder")
    environment = private_environment | {
        "PATH": os.pathsep.join((str(python.parent), private_environment["PATH"])),
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
        # There is no network here; what builds the wheel is in the environment.
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
    }
    run([sources / "binder" / "postBuild"], cwd=sources, env=environment)
    assert json.loads((tmp_path / "config" / "voila.json").read_text("utf-8"))
    server = start_server(
        lambda port: [
            *(sources / "binder" / "start", python, "-m", "notebook"),
            *(f"--port={port}", "--no-browser", "--allow-root", "--IdentityProvider.token=t"),
            f"--ServerApp.root_dir={sources}",
        ],
        environment,
    )
    page.goto(f"{server.url}{BINDER_OPENS}?token=t")
    gets_hint(page)


def test_a_hub(
    page: Page,
    wheel_python: Path,
    private_environment: dict[str, str],
    start_server: Callable[..., Server],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    kept = Path(request.config.cache.mkdir(f"proxy-{proxy.VERSION}"))
    school = School(
        wheel_python, proxy.kept(kept), tmp_path / "hub", start_server, private_environment
    )
    school.come(page, "Anna", query="%3Fview%3Dhint")
    gets_hint(page)
