"""Printed pages as plain values: blocks that HTML and PDF both show in their own way.

Texts may carry indices (see :mod:`phase10.views.lesson_text`); whatever a user typed is text here
and is escaped, or handed over as data, by what shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from phase10.teaching.worksheets import Worksheet
from phase10.views.html import Html
from phase10.views.i18n import number, sentence
from phase10.views.lesson_text import ItemText, answer_text, item_text

__all__ = [
    "Block",
    "Document",
    "Heading",
    "Lines",
    "NameLine",
    "NewPage",
    "Note",
    "Picture",
    "Question",
    "Rows",
    "worksheet_document",
]


@dataclass(frozen=True)
class Heading:
    """Head a page or, at level 2, a part of it."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Note:
    """Say something in a paragraph."""

    text: str
    small: bool = False


@dataclass(frozen=True)
class NameLine:
    """Leave room for what pupils write: labels, each with a line."""

    labels: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """Ask: number, text, lettered options; ``room``: lines to work on."""

    number: int
    text: str
    options: tuple[tuple[str, str], ...]
    room: int = 3


@dataclass(frozen=True)
class Lines:
    """Leave empty lines."""

    count: int


@dataclass(frozen=True)
class Rows:
    """Show a table: a caption, headings, rows; ``heights``: of empty cells, in millimeters."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    height: int = 0


@dataclass(frozen=True)
class Picture:
    """Show a drawing: SVG in black and white with its size in millimeters, and what it shows."""

    svg: Html
    label: str
    width: int
    height: int


@dataclass(frozen=True)
class NewPage:
    """Begin a new page."""


Block = Heading | Note | NameLine | Question | Lines | Rows | Picture | NewPage


@dataclass(frozen=True)
class Document:
    """Hold all blocks, and what stands at the foot of every page."""

    title: str
    lang: str
    footer: str
    blocks: tuple[Block, ...] = field(default=())


def worksheet_document(sheet: Worksheet, lang: str) -> Document:
    """Lay out a worksheet: the questions, then the key on a page of its own."""
    lesson, code = sheet.lesson, str(sheet.code)
    title = sentence(lang, "worksheet.title", lesson=lesson.title.of(lang))
    texts = [item_text(lang, item, lesson) for item in sheet.items]
    labels = tuple(sentence(lang, f"worksheet.{label}") for label in ("name", "class", "date"))
    version = sentence(lang, "worksheet.version", version=sheet.code.version)
    blocks: list[Block] = [
        Heading(title),
        Note(version),
        NameLine(labels),
        Note(sentence(lang, "worksheet.how")),
    ]
    for place, text in enumerate(texts, start=1):
        if place == 1 and sheet.recalled:
            blocks.append(Heading(sentence(lang, "worksheet.recall"), 2))
        if place == sheet.recalled + 1:
            blocks.append(Heading(lesson.title.of(lang), 2))
        blocks.append(Question(place, text.question, _lettered(text.options)))
    blocks += [NewPage(), Heading(sentence(lang, "worksheet.key", sheet=code))]
    blocks += _key(sheet, lang, texts)
    codes = ", ".join(lesson.codes.printed)
    footer = sentence(lang, "worksheet.footer", sheet=code, codes=codes)
    return Document(title, lang, footer, tuple(blocks))


def _key(sheet: Worksheet, lang: str, texts: list[ItemText]) -> list[Block]:
    """Give the key: a table of letters, then each answer with its steps and the wrong ones."""
    headings = tuple(
        sentence(lang, f"worksheet.key.{name}") for name in ("question", "letter", "answer")
    )
    rows = tuple(
        (number(lang, place), item.letter, answer_text(lang, item.answer, item.kind))
        for place, item in enumerate(sheet.items, start=1)
    )
    blocks: list[Block] = [Rows(sentence(lang, "worksheet.key.caption"), headings, rows)]
    for place, (item, text) in enumerate(zip(sheet.items, texts, strict=True), start=1):
        blocks.append(Heading(sentence(lang, "worksheet.key.item", place=place), 2))
        letter = item.letter
        blocks += [Note(step) for step in text.steps]
        blocks += [
            Note(sentence(lang, "worksheet.key.wrong", letter="abcde"[option], why=why), small=True)
            for option, why in enumerate(text.why)
            if "abcde"[option] != letter
        ]
    return blocks


def _lettered(options: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(zip("abcde", options, strict=False))
