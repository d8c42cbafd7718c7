"""Printed pages as PDF, through Typst: one library without programs or fonts of the system.

Texts reach it as data and never as markup. Only the fonts inside the library are used, so a
document looks the same on every computer.
"""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from typing import Any

from phase10.game.errors import GameError
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
from phase10.views.lesson_text import runs

__all__ = ["document_pdf"]


def document_pdf(document: Document) -> bytes:
    """Write a document as PDF.

    :class:`GameError` ``worksheet.print`` where the library is not installed.
    """
    try:
        import typst
    except ImportError:
        raise GameError("worksheet.print") from None
    data = {
        "title": document.title,
        "lang": document.lang,
        "footer": document.footer,
        "blocks": [_data(block) for block in document.blocks],
    }
    with as_file(files("phase10.views").joinpath("lesson_print.typ")) as template:
        made = typst.compile(
            str(template),
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={"document": json.dumps(data, ensure_ascii=False)},
        )
    return bytes(made)


def _data(block: Block) -> dict[str, Any]:
    if isinstance(block, Heading):
        return {"kind": "heading", "level": block.level, "text": _runs(block.text)}
    if isinstance(block, Note):
        return {"kind": "note", "small": block.small, "text": _runs(block.text)}
    if isinstance(block, NameLine):
        return {"kind": "names", "labels": list(block.labels)}
    if isinstance(block, Question):
        options = [{"letter": letter, "text": _runs(text)} for letter, text in block.options]
        return {
            "kind": "question",
            "number": str(block.number),
            "text": _runs(block.text),
            "options": options,
            "room": block.room,
        }
    if isinstance(block, Lines):
        return {"kind": "lines", "count": block.count}
    if isinstance(block, Rows):
        return {
            "kind": "rows",
            "caption": block.caption,
            "headings": [_runs(heading) for heading in block.headings],
            "rows": [[_runs(cell) for cell in row] for row in block.rows],
            "height": block.height,
        }
    if isinstance(block, Picture):
        return {"kind": "picture", "svg": str(block.svg), "label": block.label,
                "width": block.width}  # fmt: skip
    if isinstance(block, NewPage):
        return {"kind": "page"}
    raise TypeError(block)


def _runs(text: str) -> list[list[str]]:
    return [list(run) for run in runs(text)]
