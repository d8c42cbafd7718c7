"""The one widget that shows any page, in Voilà and in JupyterLab."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from phase10.widgets.session import Page, Session

__all__ = ["Host", "host_source", "host_style"]

SCRIPTS = ("vendor/idiomorph.min.js", "connection.js", "behaviors.js", "host.js")


def host_source() -> str:
    """Return the front end as one ECMAScript module; it exports ``mount`` and a default."""
    return "\n".join(_read(name) for name in SCRIPTS)


def host_style(page: Page) -> str:
    """Return the style sheet of the host, followed by the page's own."""
    return f"{_read('host.css')}\n{getattr(page, 'css', '')}"


class Host(anywidget.AnyWidget):
    """Show a page and carry its messages.

    ``heartbeat`` is the time between two signs of life in milliseconds.
    """

    heartbeat = traitlets.Int(15000, min=100).tag(sync=True)

    def __init__(self, page: Page, **traits: Any) -> None:
        self._esm = host_source()
        self._css = host_style(page)
        super().__init__(**traits)
        _log_beside_the_server()
        self.session = Session(page, self.send)
        self.on_msg(self._receive)

    def _receive(self, _widget: anywidget.AnyWidget, content: object, _buffers: object) -> None:
        self.session.receive(content)


def _log_beside_the_server() -> None:
    """Write our faults to where the server writes.

    A kernel sends what it prints to the cell that runs; in a served page none does any more, and
    the traceback of a failed act would be seen by nobody.
    """
    log = logging.getLogger("phase10")
    in_kernel = type(sys.stderr).__module__.startswith("ipykernel")
    if in_kernel and not log.handlers:
        # A kernel's stream has the descriptor that it was started with; on systems where the
        # kernel does not watch descriptors it has none, and our faults go to the cell.
        with suppress(OSError):
            stream = os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding="utf-8")
            log.addHandler(logging.StreamHandler(stream))


def _read(name: str) -> str:
    return files("phase10.widgets").joinpath(name).read_text(encoding="utf-8")
