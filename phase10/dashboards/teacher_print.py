"""Paper on the teacher's page: worksheets in versions, their keys, and sheets to print."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.teaching.lessons.codes import VERSIONS
from phase10.teaching.lessons.content import Lesson
from phase10.teaching.worksheets import QUESTION_LIMIT, QUESTIONS, Worksheet, make_worksheet
from phase10.views.i18n import LANGUAGES, sentence
from phase10.views.lesson_document import Document, worksheet_document
from phase10.views.lesson_files import gift, key_csv, notebook
from phase10.views.lesson_html import document_html
from phase10.views.lesson_pdf import document_pdf
from phase10.views.lesson_sheets import SHEETS, sheet_document

__all__ = ["ALL", "FORMS", "PrintRoom", "can_print", "saved"]

ALL: Final = "all"
"""All versions at once, in one archive."""

FORMS: Final = {
    "html": (".html", "text/html"),
    "pdf": (".pdf", "application/pdf"),
    "notebook": (".ipynb", "application/x-ipynb+json"),
    "key": ("-key.csv", "text/csv"),
    "gift": ("-moodle.gift.txt", "text/plain"),
}
"""What a worksheet can be saved as: the end of the file's name, and the kind of file."""

_LONGEST: Final = 60


def can_print() -> bool:
    """Tell whether PDF can be made here."""
    return find_spec("typst") is not None


def saved(content: bytes, name: str, mime: str, done: str) -> dict[str, Any]:
    """Make the effect that saves bytes as a file of the browser's computer."""
    text = base64.b64encode(content).decode("ascii")
    return {"download": text, "base64": True, "name": name, "mime": mime, "done": done}


class PrintRoom:
    """Hold the form of a worksheet and make the files; ``wrong`` names what cannot be made.

    ``wrong``: by place (``questions``, ``sheet``, ``paper``), the error to show there.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.version = VERSIONS[0]
        self.questions = str(QUESTIONS)
        self.tongue = ""
        self.wrong: dict[str, GameError] = {}
        self.revision = 0

    def act(self, verb: str, value: Any, lesson: Lesson, seed: int | None, lang: str) -> None:
        """Do what was asked for; ``seed``: ``None`` while the page's seed cannot be used."""
        text = value[:_LONGEST] if isinstance(value, str) else ""
        self.wrong = {}
        if verb == "version" and text in (*VERSIONS, ALL):
            self.version = text
        elif verb == "questions":
            self.questions = text
            self._count()
        elif verb == "lang" and text in ("", *LANGUAGES):
            self.tongue = text
        elif verb == "save" and text in FORMS:
            self._save(text, lesson, seed, lang)
        elif verb == "paper":
            name, _, form = text.partition("/")
            if name in SHEETS and form in ("html", "pdf"):
                self._paper(name, form, seed, lang)

    def _count(self) -> int | None:
        """Read the number of questions; ``None`` with an error at the field."""
        text = self.questions.strip()
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
        if 1 <= number <= QUESTION_LIMIT:
            return number
        self.wrong["questions"] = GameError("teacher.questions", high=QUESTION_LIMIT)
        return None

    @property
    def checked(self) -> bool:
        """Tell whether a notebook can check the answers: only on sheets of the usual length."""
        return self.questions.strip() == str(QUESTIONS)

    def _save(self, form: str, lesson: Lesson, seed: int | None, lang: str) -> None:
        questions = self._count()
        if questions is None:
            self.effects.append({"focus": "teacher-questions"})
            return
        if seed is None:
            self.effects.append({"focus": "teacher-seed"})
            return
        tongue = self.tongue or lang
        versions = VERSIONS if self.version == ALL else self.version
        end, mime = FORMS[form]
        try:
            made = {}
            for version in versions:
                sheet = make_worksheet(lesson, seed, version, questions)
                made[f"{sheet.code}{end}"] = _written(form, sheet, tongue)
        except GameError as error:
            self.wrong["sheet"] = error
            self.effects.append({"focus": "teacher-sheet-error"})
            return
        self._give(made, f"{lesson.id}-{seed}-{form}.zip", mime, lang)

    def _paper(self, name: str, form: str, seed: int | None, lang: str) -> None:
        try:
            document = sheet_document(name, self.tongue or lang, 1 if seed is None else seed)
            made = {f"phase10-{name}.{form}": _PAGES[form](document)}
        except GameError as error:
            self.wrong["paper"] = error
            self.effects.append({"focus": "teacher-paper-error"})
            return
        self._give(made, "", FORMS[form][1], lang)

    def _give(self, made: Mapping[str, bytes], archive: str, mime: str, lang: str) -> None:
        """Save one file as it is, several in one archive."""
        name, content = next(iter(made.items()))
        if len(made) > 1:
            name, content, mime = archive, _packed(made), "application/zip"
        done = sentence(lang, "page.teacher.saved", name=name)
        self.effects.append(saved(content, name, mime, done))

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {"version": self.version, "questions": self.questions, "lang": self.tongue}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take it back; what has another shape is left out."""
        if kept.get("version") in (*VERSIONS, ALL):
            self.version = str(kept["version"])
        if isinstance(kept.get("questions"), str):
            self.questions = str(kept["questions"])[:_LONGEST]
            self._count()
        if kept.get("lang") in ("", *LANGUAGES):
            self.tongue = str(kept["lang"])


def _html(document: Document) -> bytes:
    return document_html(document).encode()


_PAGES: Final[dict[str, Callable[[Document], bytes]]] = {"html": _html, "pdf": document_pdf}


def _written(form: str, sheet: Worksheet, lang: str) -> bytes:
    """Write a worksheet in one of :data:`FORMS`."""
    if form in _PAGES:
        return _PAGES[form](worksheet_document(sheet, lang))
    if form == "notebook":
        return json.dumps(notebook(sheet, lang), ensure_ascii=False, indent=1).encode()
    return (key_csv(sheet, lang) if form == "key" else gift(sheet, lang)).encode()


def _packed(made: Mapping[str, bytes]) -> bytes:
    """Pack files into an archive that is the same every time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)
    return out.getvalue()
