"""The catalogues as committed, and the codes that the package asks for."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).resolve().parents[2] / "phase10"
LANGUAGES = ("en", "lv")
ASKING = {"sentence", "plural"}


@cache
def catalogue(lang: str) -> Catalog:
    """The catalogue of a language; duplicates and broken syntax are errors."""
    path = PACKAGE / "locale" / lang / "LC_MESSAGES" / "phase10.po"
    with path.open("rb") as stream:
        return read_po(stream, locale=lang, abort_invalid=True)


@cache
def texts(lang: str) -> dict[str, tuple[str, ...]]:
    """The forms of every code: one, or one for each plural form."""
    found = {}
    for message in catalogue(lang):
        if message.id:
            plural = isinstance(message.id, list | tuple)
            code = message.id[0] if plural else message.id
            found[code] = tuple(message.string) if plural else (message.string,)
    return found


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@cache
def asked_codes() -> list[tuple[str, str]]:
    """Patterns of the codes passed to ``sentence`` and ``plural``, each with its place."""
    asked = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in ASKING and len(node.args) > 1:
                place = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                asked += [(pattern, place) for pattern in _patterns(node.args[1])]
    return asked


@cache
def written_codes() -> set[str]:
    """Every string of the package: a code may also wait in a table or a variable."""
    return {
        node.value
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _name(function: ast.expr) -> str:
    return getattr(function, "id", getattr(function, "attr", ""))


def _patterns(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.IfExp):
        return [*_patterns(node.body), *_patterns(node.orelse)]
    if isinstance(node, ast.JoinedStr):
        parts = [
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.]+"
            for part in node.values
        ]
        return ["".join(parts)]
    return []
