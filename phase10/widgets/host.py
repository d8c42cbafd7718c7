"""The one widget that shows any page, in Voilà and in JupyterLab."""

from __future__ import annotations

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
        self.session = Session(page, self.send)
        self.on_msg(self._receive)

    def _receive(self, _widget: anywidget.AnyWidget, content: object, _buffers: object) -> None:
        self.session.receive(content)


def _read(name: str) -> str:
    return files("phase10.widgets").joinpath(name).read_text(encoding="utf-8")
