"""The page as it looks before anybody did anything, made when the site is built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from phase10.dashboards.app import make_page
from phase10.views.html import Html, el, fragment
from phase10.views.i18n import LANGUAGES, sentence
from phase10.widgets.session import Hello

__all__ = ["index_html"]

VIEWS: Final = ("hint", "home")
"""What can be shown before Python is there; every other view begins with the doors of *home*."""

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)

_PLACE: Final = re.compile(r'(<[^<>]*\bdata-part="([^"]+)"[^<>]*>)')
_TEMPLATE: Final = Path(__file__).parents[1] / "share" / "site" / "index.html"


def index_html(lang: str | None, version: str) -> str:
    """Make the page of the site; ``lang``: its language where the visitor has none yet."""
    frames = [
        el("template", _frame(each, view), id=f"first-{view}-{each}")
        for each in LANGUAGES
        for view in VIEWS
    ]
    notices = [
        el("p", _notice(each, name), lang=each, data_notice=name, hidden=True, role="status")
        for each in LANGUAGES
        for name in ("loading", "file", "trouble")
    ]
    return _TEMPLATE.read_text("utf-8").format(
        lang=lang or "",
        version=version,
        policy=POLICY,
        title=sentence("en", "page.app"),
        notices=fragment(notices),
        frames=fragment(frames),
        scriptless=fragment(
            el("p", sentence(each, "page.first.script"), lang=each) for each in LANGUAGES
        ),
    )


@cache
def _frame(lang: str, view: str) -> Html:
    page = make_page(lang, "browser")
    page.hello(Hello(lang, {"view": view}, {}, {}))
    return Html(_composed(page.parts(), "frame"))


def _composed(parts: Mapping[str, str], name: str) -> str:
    """Put the known parts into their places, as the host does."""

    def filled(place: re.Match[str]) -> str:
        inner = place[2]
        return place[1] + (_composed(parts, inner) if inner in parts else "")

    return _PLACE.sub(filled, parts[name])


def _notice(lang: str, name: str) -> Html:
    if name == "loading":
        return fragment(sentence(lang, "page.first"))
    said = sentence(lang, f"page.first.{name}")
    if name == "file":
        return fragment(said)
    return fragment(said, " ", el("a", sentence(lang, "page.first.again"), href="."))
