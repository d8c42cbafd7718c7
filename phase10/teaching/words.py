"""Texts of teaching that are data: the same words in every language, beside what they are about.

Boards, rules and the glossary are written by teachers, who keep both languages in one place; so
these texts live in the data files and not in the catalogues (docs/course.md says why).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from phase10.game.errors import GameError

__all__ = ["LANGUAGES", "Words", "read_words", "read_words_lists"]

LANGUAGES: Final = ("en", "lv")
"""The languages that every text of a data file is written in."""

_LONGEST: Final = 600
"""Characters of one text: a few sentences."""


@dataclass(frozen=True, slots=True)
class Words:
    """Hold one text in all languages.

    >>> Words("a run", "virkne").of("lv")
    'virkne'
    """

    en: str
    lv: str

    def of(self, lang: str) -> str:
        """Give the text in a language of :data:`LANGUAGES`."""
        if lang not in LANGUAGES:
            raise KeyError(lang)
        return str(getattr(self, lang))


def read_words(given: object, key: str) -> Words:
    """Read a text in all languages; the place of an error is the key, with the language.

    Raises :class:`GameError` ``board.missing`` (a language without a text), ``board.key`` (a
    language that is not known), ``board.shape`` or ``board.blank``.
    """
    if not isinstance(given, Mapping):
        if given is None:
            raise placed(GameError("board.missing", key=key), key)
        raise placed(GameError("board.shape", key=key, expected="object"), key)
    for lang in given:
        if lang not in LANGUAGES:
            raise placed(GameError("board.key", key=f"{key}.{lang}"), f"{key}.{lang}")
    read = {lang: _read_text(given.get(lang), f"{key}.{lang}") for lang in LANGUAGES}
    return Words(**read)


def read_words_lists(given: object, key: str, count: int) -> tuple[Words, ...]:
    """Read so many texts, given as one list for each language."""
    if not isinstance(given, Mapping):
        if given is None:
            raise placed(GameError("board.missing", key=key), key)
        raise placed(GameError("board.shape", key=key, expected="object"), key)
    columns: list[list[str]] = []
    for lang in given:
        if lang not in LANGUAGES:
            raise placed(GameError("board.key", key=f"{key}.{lang}"), f"{key}.{lang}")
    for lang in LANGUAGES:
        place = f"{key}.{lang}"
        listed = given.get(lang)
        if listed is None:
            raise placed(GameError("board.missing", key=place), place)
        if not isinstance(listed, list):
            raise placed(GameError("board.shape", key=place, expected="list"), place)
        if len(listed) != count:
            error = GameError("board.count", key=place, count=len(listed), needed=count)
            raise placed(error, place)
        columns.append([_read_text(text, place) for text in listed])
    return tuple(Words(*texts) for texts in zip(*columns, strict=True))


def placed(error: GameError, place: str) -> GameError:
    """Give the error with the place of the data in which it stands."""
    error.place = place
    return error


def _read_text(given: object, key: str) -> str:
    if given is None:
        raise placed(GameError("board.missing", key=key), key)
    if not isinstance(given, str):
        raise placed(GameError("board.shape", key=key, expected="text"), key)
    if not given.strip() or given != given.strip() or not given.isprintable():
        raise placed(GameError("board.blank", key=key), key)
    if len(given) > _LONGEST:
        raise placed(GameError("board.long", key=key, count=len(given), limit=_LONGEST), key)
    return given
