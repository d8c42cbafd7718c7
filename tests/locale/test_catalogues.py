"""Both languages say everything, in the right forms, and nothing that nobody asks for."""

from __future__ import annotations

import ast
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from tests.locale.catalogues import (
    LANGUAGES,
    PACKAGE,
    asked_codes,
    catalogue,
    placeholders,
    texts,
    written_codes,
)

LATVIAN_PLURAL = (
    "nplurals=3; plural=(n % 10 == 0 || n % 100 >= 11 && n % 100 <= 19) ? 0 : "
    "(n % 10 == 1 && n % 100 != 11) ? 1 : 2"
)
FORMS = {"en": 2, "lv": 3}

# Words that the vocabulary replaces: each with the word that is used.
REPLACED = {
    r"posm\w*": "fāze",
    r"grup\w*": "komplekts, fāzes daļa",
    r"skrējien\w*": "virkne",
    r"secīb\w*": "virkne",
    r"kart(e|es|ei|i|ē|īte\w*)": "kārts",
    r"numur\w*|cipar\w*": "skaitlis",
    r"dabisk\w*|parast(ā|ās|o) kār\w*": "skaitļu kārts",
    r"savvaļ\w*|aizstājēj\w*": "džokers",
    r"izlaižam\w*": "izlaišanas kārts",
    r"zīmēt|pavilkt|pavelc": "vilkt",
    r"izmest|izmet|izmestās|izmetum\w*": "nomest",
    r"noteikt|nolikt|nolaist": "izlikt",
    r"pabeigt fāzi": "izpildīt fāzi",
    r"piespēlēt": "pielikt",
    r"iziet": "pabeigt raundu",
    r"kārta|kārtas|kārtu|pagriezien\w*": "gājiens, raunds",
    r"partij\w*|izspēl\w*": "spēle, raunds",
    r"dalījum\w*": "izdale",
    r"dīler\w*|tirgotāj\w*": "dalītājs",
    r"rezultāt\w*|punktu skaits": "soda punkti",
    r"mājien\w*": "padoms",
    r"sēkl\w*": "sākumvērtība",
}


def test_both_languages_have_the_same_codes() -> None:
    assert texts("en").keys() == texts("lv").keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_codes_are_sorted_and_written_once(lang: str) -> None:
    source = (PACKAGE / "locale" / lang / "LC_MESSAGES" / "phase10.po").read_text("utf-8")
    codes = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)

    def by_number(code: str) -> list[tuple[int, int, str]]:
        parts = re.split(r"(\d+)", code)
        return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]

    assert codes == sorted(set(codes), key=by_number)
    assert "fuzzy" not in source


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_empty_or_has_a_stray_space(lang: str) -> None:
    bad = [
        code
        for code, forms in texts(lang).items()
        if any(form != form.strip() or not form or "  " in form for form in forms)
    ]
    assert bad == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_codes_have_every_form(lang: str) -> None:
    plural = {code for code in texts("en") if len(texts("en")[code]) > 1}
    assert len(plural) > 20
    assert {code for code, forms in texts(lang).items() if len(forms) == FORMS[lang]} == plural
    assert {len(forms) for forms in texts(lang).values()} == {1, FORMS[lang]}


def test_headers_say_how_plurals_are_chosen() -> None:
    assert catalogue("lv").num_plurals == 3
    source = (PACKAGE / "locale" / "lv" / "LC_MESSAGES" / "phase10.po").read_text("utf-8")
    assert f'"Plural-Forms: {LATVIAN_PLURAL}\\n"' in source
    assert catalogue("en").num_plurals == 2


def test_placeholders_agree_between_languages_and_forms() -> None:
    for code, forms in texts("en").items():
        english = set().union(*map(placeholders, forms))
        latvian = set().union(*map(placeholders, texts("lv")[code]))
        assert english - {"n"} == latvian - {"n"}, code
        if len(forms) == 1:
            assert english == latvian, code
    for lang in LANGUAGES:
        for code, forms in texts(lang).items():
            for form in forms:
                fields = [field for _, field, spec, _ in string.Formatter().parse(form) if field]
                assert all(field.isidentifier() for field in fields), code


@pytest.mark.parametrize("lang", LANGUAGES)
def test_babel_finds_no_fault(lang: str) -> None:
    faults = [
        (message.id, error) for message, errors in catalogue(lang).check() for error in errors
    ]
    assert faults == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_compile_to_the_same_sentences(lang: str, tmp_path: Path) -> None:
    target = tmp_path / "phase10.mo"
    source = PACKAGE / "locale" / lang / "LC_MESSAGES" / "phase10.po"
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", "compile", "-i", source, "-o", target],
        check=True,
        capture_output=True,
    )
    with target.open("rb") as stream:
        compiled = read_mo(stream)
    found = {
        (message.id[0] if isinstance(message.id, list | tuple) else message.id): message.string
        for message in compiled
        if message.id
    }
    assert {
        code: tuple(v) if isinstance(v, list | tuple) else (v,) for code, v in found.items()
    } == (texts(lang))


def test_every_code_that_is_asked_for_exists() -> None:
    codes = texts("en")
    assert len(asked_codes()) > 100
    missing = [
        (pattern, place)
        for pattern, place in asked_codes()
        if not any(re.fullmatch(pattern, code) for code in codes)
    ]
    assert missing == []


def test_every_code_is_asked_for() -> None:
    patterns = re.compile("|".join(f"(?:{pattern})" for pattern, _ in asked_codes()))
    unused = [
        code for code in texts("en") if not patterns.fullmatch(code) and code not in written_codes()
    ]
    assert unused == []


def test_plural_codes_are_asked_with_a_number_and_others_without() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and len(node.args) > 1):
                continue
            asked = getattr(node.func, "id", "")
            code = node.args[1]
            if asked in {"sentence", "plural"} and isinstance(code, ast.Constant):
                many = len(texts("en")[code.value]) > 1
                assert many == (asked == "plural"), f"{path}:{node.lineno}: {code.value}"


def test_latvian_uses_the_words_of_the_vocabulary() -> None:
    used = [
        (code, form, better)
        for code, forms in texts("lv").items()
        for form in forms
        for word, better in REPLACED.items()
        if re.search(rf"\b(?:{word})\b", form, re.IGNORECASE)
    ]
    assert used == []


def test_latvian_marks() -> None:
    for code, forms in texts("lv").items():
        for form in forms:
            assert '"' not in form, f"{code}: Latvian quotes are „ and ”"
            assert "—" not in form, f"{code}: the dash is short"
            assert not re.search(r"[^,]\snevis\b", form), f"{code}: a comma before nevis"
            without_addresses = re.sub(r"\b\d+(\.\d+){3}\b", "", form)
            assert not re.search(r"\d\.\d|\d %", without_addresses), code


def test_one_spelling_of_color() -> None:
    assert not [code for code, forms in texts("en").items() if "colour" in " ".join(forms)]


def test_no_article_stands_before_what_is_filled_in() -> None:
    """It is "a 7" and "an 8": a sentence does without."""
    article = re.compile(r"\ban? \{", re.IGNORECASE)
    assert [code for code, forms in texts("en").items() if article.search(" ".join(forms))] == []


def test_examples_in_latvian_use_words_for_colors() -> None:
    short = re.compile(r"\b[RBGY]\d{1,2}\b|\b\d?x?[WS]\b(?![=(])")
    assert [code for code, forms in texts("lv").items() if short.search(" ".join(forms))] == []
