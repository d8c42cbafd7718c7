"""Languages as catalogues: a code and its values in, a whole sentence out.

A catalogue maps codes (``error.card.number``) to sentences with named ``{placeholders}``; a code
with plural forms is asked with a number. English is a catalogue like any other, and no language
stands in for another: a code without a sentence raises :class:`MissingText`.

Values are put in as they are: whatever a user typed stays text and is escaped where HTML is made.
"""

from __future__ import annotations

import gettext
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = [
    "LANGUAGES",
    "MissingText",
    "decimal",
    "fraction",
    "language",
    "number",
    "percent",
    "plural",
    "sentence",
]

LANGUAGES: Final = {"en": "English", "lv": "Latviešu"}
"""Languages by their tag, each by its own name."""

HARD_SPACE: Final = "\u00a0"

Value = str | int


class MissingText(LookupError):
    """Tell that a catalogue has no sentence for a code: a fault of the program, not of a user."""


def language(tag: str | None) -> str:
    """Choose the catalogue for a language tag such as ``lv-LV``; English when there is none."""
    primary = (tag or "").replace("_", "-").partition("-")[0].lower()
    return primary if primary in LANGUAGES else "en"


def sentence(lang: str, code: str, **values: Value) -> str:
    """Return the sentence of a code. Whole numbers are written as the language writes them."""
    text = _catalogue(lang).gettext(code)
    if text == code:
        raise MissingText(f"{lang}: {code}")
    return _filled(lang, text, values)


def plural(lang: str, code: str, n: int, **values: Value) -> str:
    """Return the sentence of a code in the form for ``n``, which is also its value ``{n}``."""
    text = _catalogue(lang).ngettext(code, code, n)
    if text == code:
        raise MissingText(f"{lang}: {code}")
    return _filled(lang, text, {"n": n, **values})


def number(lang: str, value: int) -> str:
    r"""Write a whole number; groups of three from 10 000 on.

    >>> number("en", 38722), number("lv", 9876), number("lv", 38722).replace("\u00a0", "_")
    ('38,722', '9876', '38_722')
    """
    if abs(value) < 10_000:
        return _minus(str(value))
    return _minus(f"{value:,}".replace(",", "," if lang == "en" else HARD_SPACE))


def decimal(lang: str, value: float | Fraction, digits: int = 3) -> str:
    """Write a number with ``digits`` places after the point, or the comma in Latvian.

    >>> decimal("en", Fraction(16, 97)), decimal("lv", Fraction(16, 97))
    ('0.165', '0,165')
    """
    whole, _, places = _rounded(value, digits).partition(".")
    sign = "-" if whole.startswith("-") else ""
    written = number(lang, abs(int(whole)))
    mark = "." if lang == "en" else ","
    return _minus(f"{sign}{written}{mark}{places}" if places else f"{sign}{written}")


def percent(lang: str, value: float | Fraction, digits: int = 0) -> str:
    r"""Write a chance in percent, never 0 or 100 for what is neither impossible nor sure.

    >>> percent("en", Fraction(1, 7)), percent("lv", 0.1429, 1).replace("\u00a0", "_")
    ('14%', '14,3_%')
    >>> percent("en", Fraction(1, 1000)), percent("en", Fraction(999, 1000))
    ('<1%', '>99%')
    """
    space = "" if lang == "en" else HARD_SPACE
    step = Fraction(1, 10**digits)
    shown = Fraction(_rounded(Fraction(value) * 100, digits))
    if shown == 0 < value:
        return f"<{decimal(lang, step, digits)}{space}%"
    if shown == 100 and value < 1:
        return f">{decimal(lang, 100 - step, digits)}{space}%"
    return f"{decimal(lang, shown, digits)}{space}%"


def fraction(value: Fraction) -> str:
    """Write an exact fraction in lowest terms: ``16/97``, ``0``, ``1``."""
    return str(value)


def _rounded(value: float | Fraction, digits: int) -> str:
    """Round a half away from zero, exactly, as a pupil does."""
    exact = Fraction(value) * 10**digits
    units = int(abs(exact) + Fraction(1, 2))
    sign = "-" if exact < 0 and units else ""
    text = str(units).rjust(digits + 1, "0")
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def _minus(text: str) -> str:
    return text.replace("-", "\u2212")


def _filled(lang: str, text: str, values: dict[str, Value]) -> str:
    written = {
        name: number(lang, value) if isinstance(value, int) else value
        for name, value in values.items()
    }
    return text.format_map(written)


@cache
def _catalogue(lang: str) -> gettext.GNUTranslations:
    if lang not in LANGUAGES:
        raise MissingText(lang)
    compiled = files("phase10").joinpath("locale", lang, "LC_MESSAGES", "phase10.mo")
    if not compiled.is_file():
        raise MissingText(f"the texts are not compiled ({lang}): install the package again")
    with compiled.open("rb") as stream:
        return gettext.GNUTranslations(stream)
