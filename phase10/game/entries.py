"""What one typed entry means: the short notation, English words, Latvian words.

``R7 B12 W S W=9``, case-insensitive, separated by spaces or commas; also ``7R``, ``red 7``,
``2xW`` and in Latvian full words or at least three letters (``sarkans 7``, ``zil 7``, ``džokers``,
``izlaišana``). One-letter Latvian colors are not cards: *zils* and *zaļš* share a letter.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from phase10.game.errors import CardError
from phase10.game.kinds import COLORS, LETTERS, NUMBERS, SKIP, WILD

__all__ = ["MOST_COPIES", "Entry", "plain_letters", "read_entry", "split_entries"]

MOST_COPIES: Final = 108
"""The largest count before a card: a whole deck."""

_LONGEST: Final = 40
"""Characters of an entry that can be a card; what is longer is none and costs no time."""

_LATVIAN: Final = {
    "sarkan": "red",
    "zil": "blue",
    "zal": "green",
    "dzelten": "yellow",
    "dzoker": "wild",
    "izlai": "skip",
}
_ENGLISH: Final = {
    **{color: color for color in COLORS},
    "wild": "wild",
    "wilds": "wild",
    "joker": "wild",
    "jokers": "wild",
    "skip": "skip",
    "skips": "skip",
}
_LETTER: Final = {
    **dict(zip(LETTERS.lower(), COLORS, strict=True)),
    "w": "wild",
    "s": "skip",
}
_FILLER: Final = {"karts", "kartis", "card", "cards"}
"""Words that may follow a card and say nothing."""

# Letters may be followed by diacritics of their own: some systems write ž as two characters.
_WORD = r"(?:[^\W\d_]|[\u0300-\u036f])+"
_ENTRY = re.compile(
    rf"""
    (?:(?P<copies>\d+)\s*[x×*]\s*)?                   # 2x
    (?:
        (?P<word>{_WORD})(?P<declared>\s*=\s*-?\d+)     # W=9
      | (?P<before>\d+)\s?(?P<letter>[rbgy])            # 7R
      | (?P<after>{_WORD})\s?(?P<number>-?\d+)          # R7, red 7
            (?!\s*[x×*]\s*[^\W\d_])                     # not the 2 of R 2xW
      | (?P<alone>{_WORD})                              # W, wild
    )(?=\Z|[\s,;])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s,;]*")
_CHUNK = re.compile(r"[^\s,;]+")


class Entry(NamedTuple):
    """Hold what an entry means: a kind, how many copies, what a declared wild stands for."""

    kind: int
    copies: int
    stands_for: int | None


def plain_letters(text: str) -> str:
    """Lower the case and drop diacritics, so that *zaļš* and *zals* compare equal.

    The time grows with the square of a run of diacritics: bound the length before.
    """
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def split_entries(text: str) -> list[str]:
    """Split a text into entries as typed; an entry may hold a space (``red 7``).

    >>> split_entries("red 7, 2 x W; 7R what?")
    ['red 7', '2 x W', '7R', 'what?']
    """
    entries: list[str] = []
    place = _end(_BETWEEN, text, 0)
    while place < len(text):
        match = _ENTRY.match(text, place)
        end = _end(_CHUNK, text, place) if match is None else match.end()
        entry = text[place:end]
        if not (entries and len(entry) <= _LONGEST and _says_nothing(entry)):
            entries.append(entry)
        place = _end(_BETWEEN, text, end)
    return entries


def read_entry(entry: str) -> Entry:
    """Read one entry; raise :class:`CardError` when it is no card."""
    if len(entry) > _LONGEST:
        raise CardError("card.unknown", token=entry)
    return _read(entry)


@lru_cache(maxsize=1024)
def _read(token: str) -> Entry:
    match = _ENTRY.fullmatch(token)
    if match is None:
        raise CardError("card.unknown", token=token)
    copies = 1 if match["copies"] is None else int(match["copies"])
    if not 1 <= copies <= MOST_COPIES:
        raise CardError("card.copies", token=token, count=match["copies"])
    name = _name(match["word"] or match["letter"] or match["after"] or match["alone"])
    if match["declared"] is not None:
        return Entry(WILD, copies, _stands_for(token, name, match["declared"]))
    number = match["before"] or match["number"]
    if name == "skip" and number is not None:
        raise CardError("card.skip_number", token=token)
    if name in ("wild", "skip") and number is None:
        return Entry(WILD if name == "wild" else SKIP, copies, None)
    if name not in COLORS or number is None:
        raise CardError("card.unknown", token=token)
    if not 1 <= int(number) <= NUMBERS:
        raise CardError("card.number", token=token, number=number)
    return Entry(COLORS.index(name) * NUMBERS + int(number) - 1, copies, None)


def _stands_for(token: str, name: str | None, declared: str) -> int:
    if name == "skip":
        raise CardError("card.skip_number", token=token)
    if name != "wild":
        raise CardError("card.unknown", token=token)
    number = int(declared.replace("=", ""))
    if not 1 <= number <= NUMBERS:
        raise CardError("card.wild_number", token=token)
    return number


def _name(word: str) -> str | None:
    """Give the color word, ``wild`` or ``skip`` that a word means, if any."""
    plain = plain_letters(word)
    if plain in _LETTER:
        return _LETTER[plain]
    if plain in _ENGLISH:
        return _ENGLISH[plain]
    for stem, name in _LATVIAN.items():
        if plain.startswith(stem) or (len(plain) >= 3 and stem.startswith(plain)):
            return name
    return None


@lru_cache(maxsize=1024)
def _says_nothing(entry: str) -> bool:
    return plain_letters(entry) in _FILLER


def _end(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return place if match is None else match.end()
