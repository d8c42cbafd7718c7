"""Worksheets as files for other programs: a key for spreadsheets, a quiz for Moodle, a notebook."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

from phase10.teaching.lessons.content import Lesson
from phase10.teaching.worksheets import Worksheet, check
from phase10.views.i18n import sentence
from phase10.views.lesson_text import answer_text, item_text, mistake_text, plain, rounded

__all__ = ["checked", "gift", "harmless", "key_csv", "notebook"]

_MARK: Final = "\ufeff"
"""What tells a spreadsheet that a text is UTF-8."""

_SEPARATORS: Final = {"en": ",", "lv": ";"}
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"})


def key_csv(sheet: Worksheet, lang: str) -> str:
    """Write the key as a table: UTF-8 with its mark, ``;`` between cells in Latvian."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=_SEPARATORS[lang], lineterminator="\r\n")
    names = ("sheet", "question", "item", "letter", "answer", "decimal", "codes")
    writer.writerow([sentence(lang, f"worksheet.csv.{name}") for name in names])
    codes = " ".join(sheet.lesson.codes.printed)
    for place, item in enumerate(sheet.items, start=1):
        exact = str(item.answer)
        cells = [str(sheet.code), str(place), item.template, item.letter, exact]
        whole = item.answer.denominator == 1
        cells += [exact if whole else rounded(lang, item.answer), codes]
        writer.writerow([harmless(cell) for cell in cells])
    return _MARK + out.getvalue()


def gift(sheet: Worksheet, lang: str) -> str:
    """Write the worksheet as a quiz in Moodle's GIFT: feedback for each answer, the steps last."""
    questions = []
    for place, item in enumerate(sheet.items, start=1):
        text = item_text(lang, item, sheet.lesson)
        name = f"{sheet.code} {place}".translate(_ESCAPED)
        lines = [f"::{name}::[plain]{_escaped(text.question)} {{"]
        steps = "; ".join(text.steps)
        for option, why in zip(text.options, text.why, strict=True):
            sign = "~" if why else "="
            lines.append(f"  {sign}{_escaped(option)}#{_escaped(why or steps)}")
        lines += [f"  ####{_escaped(steps)}", "}"]
        questions.append("\n".join(lines))
    return "\n\n".join(questions) + "\n"


def notebook(sheet: Worksheet, lang: str, source: str | None = None) -> dict[str, Any]:
    """Make the worksheet as a notebook: questions, cells that check a letter, a simulation.

    ``source``: the file of a teacher's own lesson; ``None`` for a lesson of the package.
    """
    lesson, code = sheet.lesson, str(sheet.code)
    title = sentence(lang, "worksheet.title", lesson=lesson.title.of(lang))
    version = sentence(lang, "worksheet.version", version=sheet.code.version)
    how = sentence(lang, "worksheet.notebook.how")
    cells = [
        _cell("markdown", f"# {_markdown(title)}\n\n{version}\n\n{how}"),
        _cell(
            "code",
            "from phase10.teaching.lessons.reading import load_lesson\n"
            "from phase10.views.lesson_files import checked\n"
            f"sheet, lesson = {code!r}, load_lesson({source or lesson.id!r})",
        ),
    ]
    for place, item in enumerate(sheet.items, start=1):
        text = item_text(lang, item, lesson)
        options = "\n".join(
            f"- **{letter})** {_markdown(option)}"
            for letter, option in zip("abcde", text.options, strict=False)
        )
        cells.append(_cell("markdown", f"**{place}.** {_markdown(text.question)}\n\n{options}"))
        cells.append(_cell("code", f'checked(sheet, {place}, "", lesson, lang={lang!r})'))
    cells.append(_cell("markdown", sentence(lang, "worksheet.notebook.simulate")))
    cells.append(
        _cell(
            "code",
            "from phase10.teaching.lessons.simulation import estimate, simulate, start\n"
            "from phase10.teaching.lessons.codes import LessonCode\n"
            "figures = lesson.parts[0].shown\n"
            "deals = simulate(lesson.parts[0].experiment, start(LessonCode.parse(sheet)), 1000)\n"
            "[(f.name, float(estimate(f, deals.counts).value), float(f.exact)) for f in figures]",
        )
    )
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def checked(
    sheet: str, question: int, letter: str, lesson: Lesson | None = None, *, lang: str = "en"
) -> str:
    """Say whether an answer on a worksheet is right, and why; "" asks for a letter.

    ``sheet``: the code at its foot. Raises as :func:`phase10.teaching.worksheets.check`.
    """
    if not letter.strip():
        return sentence(lang, "worksheet.notebook.letter")
    item, mistake = check(sheet, question, letter, lesson)
    if mistake is not None:
        return plain(mistake_text(lang, item, mistake, lesson))
    steps = "; ".join(plain(step) for step in item_text(lang, item, lesson).steps)
    answer = answer_text(lang, item.answer, item.kind)
    return sentence(lang, "worksheet.notebook.right", answer=answer, steps=steps)


def _cell(kind: str, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": "", "metadata": {}, "source": source}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def _escaped(text: str) -> str:
    return plain(text).translate(_ESCAPED)


def _markdown(text: str) -> str:
    """Write a text so that Markdown shows it as it is."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]<>#|&$~" else sign for sign in plain(text))


def harmless(cell: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
