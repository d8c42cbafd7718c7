"""Pyodide, and a plain static server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.support import pyodide


@pytest.fixture(scope="session")
def pyodide_dir(request: pytest.FixtureRequest) -> Path:
    """A folder with Pyodide's files, kept in pytest's cache from one session to the next."""
    folder: Path = request.config.cache.mkdir(f"pyodide-{pyodide.VERSION}")
    trouble = pyodide.fetch(folder)
    if trouble:
        pytest.fail(trouble, pytrace=False)
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
