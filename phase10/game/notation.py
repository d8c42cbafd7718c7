"""Cards as text: the short notation, English words, Latvian words.

``R7 B12 W S W=9``, case-insensitive, separated by spaces or commas; also ``7R``, ``red 7``,
``2xW`` and in Latvian full words or at least three letters (``sarkans 7``, ``zil 7``, ``džokers``,
``izlaišana``). One-letter Latvian colours are not cards: *zils* and *zaļš* share a letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from phase10.game.cards import CARDS, COLORS, LETTERS, NUMBERS, SKIP, WILD, Card, Deck
from phase10.game.errors import CardError, GameError

__all__ = ["Problem", "parse_cards", "plain_letters", "read_cards"]

_LATVIAN = {
    "sarkan": "red",
    "zil": "blue",
    "zal": "green",
    "dzelten": "yellow",
    "dzoker": "wild",
    "izlais": "skip",
}
_ENGLISH = {
    **{color: color for color in COLORS},
    "wild": "wild",
    "wilds": "wild",
    "joker": "wild",
    "jokers": "wild",
    "skip": "skip",
    "skips": "skip",
}
_LETTER = {**dict(zip(LETTERS.lower(), COLORS, strict=True)), "w": "wild", "s": "skip"}

_TOKEN = re.compile(
    r"""
    (?:(?P<copies>\d+)\s*[x×*]\s*)?              # 2x
    (?:
        (?P<word>[^\W\d_]+)(?P<declared>\s*=\s*-?\d+)   # W=9
      | (?P<before>\d+)\s?(?P<letter>[rbgy])(?![^\W_])   # 7R
      | (?P<after>[^\W\d_]+)\s?(?P<number>-?\d+)(?!\s*[x×*]\s*[^\W\d_])(?![^\W_])  # R7, red 7
      | (?P<alone>[^\W\d_]+)                       # W, wild
    )(?=$|[\s,;])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FILLER = {"karts", "kartis", "card", "cards"}


@dataclass(frozen=True)
class Problem:
    """Hold one part of a text that is not a card: what was typed, where, and what is wrong."""

    token: str
    index: int
    error: GameError


def plain_letters(text: str) -> str:
    """Lower the case and drop diacritics, so that *zaļš* and *zals* compare equal."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def read_cards(
    text: str,
    deck: Deck | None = None,
    limit: int | None = None,
    elsewhere: Sequence[int] = (),
) -> tuple[list[Card], list[Problem]]:
    """Read a text leniently: the cards that are valid, and a problem for each part that is not.

    With ``deck``, copies beyond the deck are problems (``card.too_many``), counted together with
    the fifty counts ``elsewhere``; with ``limit``, so are cards beyond that many
    (``hand.too_many``). ``index`` counts the typed entries from 1.
    """
    cards: list[Card] = []
    problems: list[Problem] = []
    held: dict[int, int] = dict(enumerate(elsewhere))
    index = 0
    for token in _tokens(text):
        index += 1
        try:
            read = _read_token(token)
        except CardError as error:
            problems.append(Problem(token, index, error))
            continue
        refused = 0
        error_of_token: CardError | None = None
        for card in read:
            count = held.get(card.kind, 0) + 1
            if deck is not None and count > deck.counts[card.kind]:
                error_of_token = CardError(
                    "card.too_many",
                    card=str(CARDS[card.kind]),
                    count=count + refused,
                    limit=deck.counts[card.kind],
                )
            elif limit is not None and len(cards) >= limit:
                error_of_token = CardError(
                    "hand.too_many", count=len(cards) + 1 + refused, limit=limit
                )
            else:
                held[card.kind] = count
                cards.append(card)
                continue
            refused += 1
        if error_of_token is not None:
            kept = str(read[0]) if refused == 1 else f"{refused}x{read[0]}"
            problems.append(Problem(kept, index, error_of_token))
    return cards, problems


def parse_cards(text: str) -> list[Card]:
    """Read a text strictly; raise the first problem's :class:`CardError`.

    >>> [str(card) for card in parse_cards("r7, 12B dzeltens 3 2xW W=9 S")]
    ['R7', 'B12', 'Y3', 'W', 'W', 'W=9', 'S']
    """
    cards, problems = read_cards(text)
    if problems:
        raise problems[0].error
    return cards


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    place = 0
    while place < len(text):
        if text[place].isspace() or text[place] in ",;":
            place += 1
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            end = place
            while end < len(text) and not text[end].isspace() and text[end] not in ",;":
                end += 1
            found.append(text[place:end])
        else:
            end = match.end()
            token = match.group()
            if not (plain_letters(token) in _FILLER and found):
                found.append(token)
        place = end
    return found


def _read_token(token: str) -> list[Card]:
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise CardError("card.unknown", token=token)
    copies = 1 if match["copies"] is None else _integer(match["copies"])
    if not 1 <= copies <= 108:
        raise CardError("card.copies", token=token, count=match["copies"])
    word = match["word"] or match["letter"] or match["after"] or match["alone"]
    name = _name(word)
    number = match["before"] or match["number"]
    if match["declared"] is not None:
        if name != "wild":
            raise CardError("card.unknown", token=token)
        stands_for = _integer(match["declared"].replace("=", ""))
        if not 1 <= stands_for <= NUMBERS:
            raise CardError("card.wild_number", token=token)
        return [Card(WILD, stands_for)] * copies
    if name in ("wild", "skip"):
        if number is not None:
            code = "card.skip_number" if name == "skip" else "card.unknown"
            raise CardError(code, token=token)
        return [CARDS[WILD if name == "wild" else SKIP]] * copies
    if name is None or number is None:
        raise CardError("card.unknown", token=token)
    value = _integer(number)
    if not 1 <= value <= NUMBERS:
        raise CardError("card.number", token=token, number=number)
    return [CARDS[COLORS.index(name) * NUMBERS + value - 1]] * copies


def _integer(digits: str) -> int:
    """Read a short whole number; anything longer than nine digits is out of every range."""
    return int(digits) if len(digits.strip()) <= 9 else 10**9


def _name(word: str) -> str | None:
    plain = plain_letters(word)
    if plain in _LETTER:
        return _LETTER[plain]
    if plain in _ENGLISH:
        return _ENGLISH[plain]
    for stem, name in _LATVIAN.items():
        if plain.startswith(stem) or (len(plain) >= 3 and stem.startswith(plain)):
            return name
    return None
