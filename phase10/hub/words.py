"""What the hub's own pages say, in all languages at once: the browser shows one of them."""

from __future__ import annotations

from phase10.views.html import Html, el, fragment
from phase10.views.i18n import LANGUAGES, sentence

__all__ = ["words"]


def words() -> dict[str, Html]:
    """Give the sentences of the templates by the names that these have for them."""
    return {
        "title": _said("hub.title"),
        "enter": _said("hub.enter"),
        "intro": _said("hub.intro"),
        "site_code": _said("hub.site.code"),
        "nickname": _said("hub.nickname"),
        "own_code": _said("hub.own.code"),
        "own_code_hint": _said("hub.own.code.hint"),
        "starting": _said("hub.starting"),
        "starting_hint": _said("hub.starting.hint"),
        "failed": _said("hub.failed"),
        "again": _said("hub.again"),
        "trouble": _said("hub.trouble"),
        "missing": _said("hub.missing"),
        "refused": _said("hub.refused"),
        "full": _said("hub.full"),
        "to_page": _said("hub.page"),
        "left": _said("hub.left"),
        "leave": _said("hub.leave"),
        "wait": _said("hub.wrong.wait"),
        "code": _said("hub.wrong.code"),
        "name": _said("hub.wrong.name"),
        "short": _said("hub.wrong.short"),
        "taken": _said("hub.wrong.taken"),
        "form": _said("hub.wrong.form"),
    }


def _said(code: str) -> Html:
    return fragment(el("span", sentence(lang, code), lang=lang) for lang in LANGUAGES)
