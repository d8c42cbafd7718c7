"""Pages without a kernel: the code of the class, and why there is no page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

from phase10.views.html import Child, Html, el, fragment
from phase10.views.i18n import LANGUAGES, language, sentence

__all__ = ["Query", "asked_language", "join_html", "notice_html"]

Query = Sequence[tuple[str, str]]


def asked_language(query: Query, accepted: str) -> str:
    """Choose the language of a visitor: the address says it, or what the browser accepts.

    ``accepted`` is the browser's list, the best one first, such as ``lv-LV,en;q=0.8``.
    """
    asked = dict(query).get("lang", "")
    if asked in LANGUAGES:
        return asked
    for entry in accepted.split(",")[:20]:
        tag = entry.partition(";")[0].strip()
        if tag.partition("-")[0].lower() in LANGUAGES:
            return language(tag)
    return language(None)


def join_html(lang: str, base: str, query: Query, *, problem: str = "", typed: str = "") -> str:
    """Ask for the code of the class; ``problem`` is the code of a sentence."""
    others = [(name, value) for name, value in query if name != "lang"]
    languages = [
        el("a", name, href=f"?{urlencode([*others, ('lang', key)])}", lang=key, hreflang=key,
           aria_current="true" if key == lang else None)
        for key, name in LANGUAGES.items()
    ]  # fmt: skip
    wrong = bool(problem)
    form = el(
        "form",
        el("label", sentence(lang, "join.code"), for_="code"),
        el(
            "input",
            id="code",
            name="code",
            value=typed,
            required=True,
            autofocus=True,
            autocomplete="off",
            autocapitalize="characters",
            spellcheck="false",
            maxlength=40,
            aria_describedby="code-problem code-help" if wrong else "code-help",
            aria_invalid=True if wrong else None,
        ),
        el("p", sentence(lang, problem), id="code-problem", role="alert") if wrong else None,
        el("p", sentence(lang, "join.help"), id="code-help"),
        el("button", sentence(lang, "join.enter"), type="submit"),
        method="post",
        action=f"{base}join?{urlencode(list(query))}",
    )
    bar = el("nav", languages, aria_label=sentence(lang, "page.language"))
    return _document(lang, base, sentence(lang, "join.title"), form, bar)


def notice_html(lang: str, base: str, code: str, *, again: str = "") -> str:
    """Say why there is no page, and lead on; ``again`` is the address to try again."""
    way = el("a", sentence(lang, "notice.again" if again else "notice.start"), href=again or base)
    body = fragment(el("p", sentence(lang, f"{code}.help")), el("p", way))
    return _document(lang, base, sentence(lang, code), body)


def _document(lang: str, base: str, heading: str, body: Child, bar: Child = None) -> str:
    title = f"{heading} · {sentence(lang, 'page.app')}"
    main = el("main", bar, el("h1", heading), body, class_="phase10-notice")
    style = f"{base}voila/templates/phase10/static/page.css"
    head = Html(
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title>"
        '<link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="{escape(style)}">'
    )
    return f'<!DOCTYPE html>\n<html lang="{lang}"><head>{head}</head><body>{main}</body></html>\n'
