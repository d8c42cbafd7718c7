"""Build HTML from Python so that text is always text.

>>> el("button", "red & <b>", class_="chip", data_act="hand.add", disabled=False, aria_pressed=True)
'<button class="chip" data-act="hand.add" aria-pressed="true">red &amp; &lt;b&gt;</button>'

Only :class:`Html` is taken as markup; every other string is escaped, whoever typed it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import SupportsIndex, TypeAlias

__all__ = ["Child", "Html", "el", "fragment", "table"]


class Html(str):
    """Mark a string as finished markup."""

    __slots__ = ()

    def __html__(self) -> Html:
        """Return itself: other libraries ask markup by this name."""
        return self

    def __add__(self, other: str, /) -> Html:
        return fragment(self, other)

    def __radd__(self, other: str, /) -> Html:
        return fragment(other, self)

    def __mul__(self, times: SupportsIndex, /) -> Html:
        return Html(str.__mul__(self, times))


Child: TypeAlias = "str | int | None | bool | Iterable[Child]"
Attribute: TypeAlias = "str | int | float | bool | None"

_VOID = frozenset({"br", "col", "hr", "img", "input", "meta", "wbr"})
_TAG = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
_NEVER = frozenset({"script", "style", "iframe", "object", "embed"})


def el(tag: str, *children: Child, **attributes: Attribute) -> Html:
    """Build one element.

    Children: strings are escaped unless they are :class:`Html`; iterables are taken apart; ``None``
    and ``False`` are left out. Attributes: ``class_`` is ``class``, other underscores are hyphens
    (``data_act``); ``None`` and ``False`` are left out, ``True`` is the empty value; but ``aria_…``
    writes ``true`` and ``false`` as ARIA wants them. Raises ``ValueError`` for an element or
    attribute that could run code.
    """
    if not _TAG.fullmatch(tag) or tag in _NEVER:
        raise ValueError(f"not an element for a page: {tag}")
    opening = [tag]
    for name, value in attributes.items():
        written = _attribute(name, value)
        if written is not None:
            opening.append(written)
    start = f"<{' '.join(opening)}>"
    if tag in _VOID:
        return Html(start)
    return Html(f"{start}{fragment(*children)}</{tag}>")


def fragment(*children: Child) -> Html:
    """Put children together without an element around them."""
    pieces: list[str] = []
    _collect(children, pieces)
    return Html("".join(pieces))


def table(
    caption: Child,
    headings: Sequence[Child],
    rows: Iterable[Sequence[Child]],
    *,
    caption_hidden: bool = False,
    **attributes: Attribute,
) -> Html:
    """Build a table with a caption; the first cell of each row names the row.

    ``caption_hidden`` keeps the caption for screen readers only.
    """
    hidden = "p10-hidden" if caption_hidden else None
    return el(
        "table",
        el("caption", el("span", caption, class_=hidden)),
        el("thead", el("tr", [el("th", heading, scope="col") for heading in headings])),
        el(
            "tbody",
            [
                el("tr", el("th", row[0], scope="row"), [el("td", cell) for cell in row[1:]])
                for row in rows
            ],
        ),
        **attributes,
    )


def _attribute(name: str, value: Attribute) -> str | None:
    written = name.rstrip("_").replace("_", "-")
    if written.lower().startswith("on"):
        raise ValueError(f"not an attribute for a page: {written}")
    if isinstance(value, bool) and written.startswith("aria-"):
        value = "true" if value else "false"
    if value is None or value is False:
        return None
    if value is True:
        return f'{written}=""'
    text = str(value)
    if written in {"href", "src"} and re.match(r"\s*(javascript|data|vbscript):", text, re.I):
        raise ValueError(f"not an address for a page: {text}")
    return f'{written}="{escape(text)}"'


def _collect(children: Iterable[Child], pieces: list[str]) -> None:
    for child in children:
        if child is None or isinstance(child, bool):
            continue
        if isinstance(child, Html):
            pieces.append(child)
        elif isinstance(child, str | int):
            pieces.append(escape(str(child)))
        else:
            _collect(child, pieces)
