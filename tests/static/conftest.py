"""Pyodide, and a plain static server on this machine."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.support import pyodide
from tests.support.packaging import run

FRONT_END = """
from pathlib import Path
from phase10.dashboards.app import make_page
from phase10.widgets.host import host_source, host_style
Path("host.js").write_text(host_source(), encoding="utf-8")
Path("style.css").write_text(host_style(make_page()), encoding="utf-8")
"""


@pytest.fixture(scope="session")
def pyodide_dir(request: pytest.FixtureRequest) -> Path:
    """A folder with Pyodide's files, kept in pytest's cache from one session to the next."""
    folder: Path = request.config.cache.mkdir(f"pyodide-{pyodide.VERSION}")
    trouble = pyodide.fetch(folder)
    if trouble:
        pytest.fail(trouble, pytrace=False)
    return folder


@pytest.fixture(scope="session")
def site(
    pyodide_dir: Path, wheel: Path, wheel_python: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder of plain files: the page, its worker, Pyodide and our wheel. Nothing else runs."""
    folder = tmp_path_factory.mktemp("site")
    for name in ("index.html", "worker.js"):
        shutil.copy(Path(__file__).with_name(name), folder)
    shutil.copytree(pyodide_dir, folder / "pyodide")
    shutil.copy(wheel, folder / "phase10.whl")
    run([wheel_python, "-c", FRONT_END], cwd=folder)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    """Serve files and keep no log."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        pass


@pytest.fixture
def static_server() -> Iterator[Callable[[Path], str]]:
    """Serve a folder as any plain web server does; return its address."""
    servers: list[ThreadingHTTPServer] = []

    def serve(folder: Path) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()
