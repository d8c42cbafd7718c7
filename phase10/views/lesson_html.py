"""Printed pages as one HTML file that stands alone: black and white, A4, no request anywhere."""

from __future__ import annotations

from importlib.resources import files

from phase10.views.html import Html, el, fragment, table
from phase10.views.lesson_document import (
    Block,
    Document,
    Heading,
    Lines,
    NameLine,
    NewPage,
    Note,
    Picture,
    Question,
    Rows,
)
from phase10.views.lesson_text import formula

__all__ = ["document_html"]


def document_html(document: Document) -> str:
    """Write a document as an HTML page; the print style puts the footer on every page."""
    style = files("phase10.views").joinpath("lesson_print.css").read_text("utf-8")
    pages: list[list[Html]] = [[]]
    for block in document.blocks:
        if isinstance(block, NewPage):
            pages.append([])
        else:
            pages[-1].append(_shown(block))
    body = fragment(*(el("section", page, class_="page") for page in pages))
    # The style sheet is ours and fixed; everything else goes through el() and is escaped.
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="{document.lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{el('title', document.title)}<style>\n{style}</style></head>"
        f"<body>{el('main', body)}{el('footer', document.footer)}</body></html>\n"
    )


def _shown(block: Block) -> Html:
    if isinstance(block, Heading):
        return el(f"h{block.level}", formula(block.text))
    if isinstance(block, Note):
        return el("p", formula(block.text), class_="small" if block.small else None)
    if isinstance(block, NameLine):
        return el("p", [el("span", label, class_="blank") for label in block.labels], class_="name")
    if isinstance(block, Question):
        return _question(block)
    if isinstance(block, Lines):
        return el("div", [el("div", class_="line") for _ in range(block.count)], class_="lines")
    if isinstance(block, Rows):
        rows = [[formula(cell) for cell in row] for row in block.rows]
        headings = [formula(heading) for heading in block.headings]
        style = f"--cell: {block.height}mm" if block.height else None
        return table(block.caption, headings, rows, style=style)
    if isinstance(block, Picture):
        style = f"width: {block.width}mm"
        return el("figure", block.svg, aria_label=block.label, role="img", style=style)
    raise TypeError(block)


def _question(block: Question) -> Html:
    options = [
        el("li", el("span", f"{letter})", class_="letter"), " ", formula(text))
        for letter, text in block.options
    ]
    return el(
        "section",
        el("p", el("strong", f"{block.number}."), " ", formula(block.text)),
        el("ol", options, class_="options"),
        el("div", [el("div", class_="line") for _ in range(block.room)], class_="lines"),
        class_="question",
    )
