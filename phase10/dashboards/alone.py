"""The page in a browser alone: what runs it in a web worker, and what it says is missing there.

Python comes as Pyodide, and no program serves anything: there are no other processes, no NumPy and
no database. What needs those is named at the foot of every view.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from phase10.solver.waiting import SOLVED
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.widgets.session import Session

__all__ = ["alone_html", "start"]

_MISSING: Final = ("winning", "phases", "classes", "files")
"""What only the full installation can do, in the order in which it is told."""


def start(
    send: Callable[[str], None], bring: Callable[[str], bytes | None]
) -> Callable[[str], None]:
    """Make the page; return what takes a message of the front end, as JSON text.

    ``send`` takes the answers, as JSON text; ``bring`` fetches a table of the waiting game by the
    name of its file, None where it cannot be had now.
    """
    from phase10.dashboards.app import make_page, wake

    SOLVED.bring = bring
    page = make_page(place="browser")
    session = Session(page, lambda reply: send(json.dumps(reply)))
    wake(page, session.receive)
    return lambda text: session.receive(json.loads(text))


def alone_html(lang: str) -> Html:
    """Say that no server is behind the page, where work is kept, and what is missing here."""
    missing = [el("li", sentence(lang, f"page.alone.{what}")) for what in _MISSING]
    return el(
        "footer",
        el(
            "details",
            el("summary", sentence(lang, "page.alone")),
            el(
                "div",
                el("p", sentence(lang, "page.alone.kept")),
                el("p", sentence(lang, "page.alone.missing")),
                el("ul", missing),
                class_="p10-stack",
            ),
            id="alone",
            data_keep="",
        ),
        class_="p10-panel p10-noprint",
    )
