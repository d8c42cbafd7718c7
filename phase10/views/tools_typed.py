"""Fields of the interactives in which fractions and cards are typed, and read when applied."""

from __future__ import annotations

from phase10.teaching.lessons.tools.typed import TEXT_LIMIT
from phase10.views.html import Child, Html, el, fragment
from phase10.views.i18n import decimal
from phase10.views.lesson_text import formula

__all__ = ["band_text", "fieldset", "note", "typed_field"]


def typed_field(
    label: str, act: str, apply: str, value: str, *, note: str | None = None, wide: bool = False
) -> Html:
    """Draw a text field: what is typed is kept by ``act``; Enter does ``apply``."""
    ident = f"tool-{act.replace('.', '-').replace('_', '-')}"
    told = f"{ident}-note" if note else None
    return el(
        "div",
        el("label", label, for_=ident, class_="p10-label"),
        el("input", type="text", id=ident, value=value, data_act=f"lessons.tool.{act}",
           data_enter=f"lessons.tool.{apply}", autocomplete="off", autocapitalize="off",
           spellcheck="false", maxlength=TEXT_LIMIT, aria_describedby=told,
           class_=None if wide else "p10-short"),
        el("small", note, id=told) if note else None,
        class_="p10-field",
    )  # fmt: skip


def fieldset(title: str, *parts: Child) -> Html:
    """Group controls and numbers that belong together under a title."""
    return el("section", el("h3", title), parts, class_="p10-toolgroup")


def note(text: str) -> Html:
    """Write a sentence, with its indices."""
    return el("p", fragment(formula(text)))


def band_text(lang: str, band: float | None, digits: int = 3) -> str:
    """Write a band as ±0.012; "" where there is none."""
    return "" if band is None else f"±{decimal(lang, band, digits)}"
