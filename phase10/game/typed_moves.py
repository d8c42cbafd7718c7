"""What a player types at the table, in English or Latvian, with or without diacritics.

A line becomes a :class:`Said`: a word for the program (``hint``), a whole move, or a part of a move
that the table completes (``hit R5`` where only one group fits). Both languages are always read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from phase10.game.cards import SKIP, Card
from phase10.game.entries import plain_letters
from phase10.game.errors import CardError, PositionError
from phase10.game.melds import kind_of_goal
from phase10.game.moves import Discard, Draw, EndTurn, Hit, Laid, Lay, Move, TakeBack, TakeDiscard
from phase10.game.notation import parse_cards

__all__ = ["LINE_LIMIT", "WORDS", "Said", "read_line"]

LINE_LIMIT: Final = 300
"""Letters of a line that can be a command; what is longer is none."""


@dataclass(frozen=True, slots=True)
class Said:
    """Hold what a line says.

    ``act``: ``move`` (with ``move``), ``lay`` (``number`` of a layout, 0 for the list; or
    ``groups`` without their kinds, for the phase ``number`` if not 0), ``hit`` (``card``, on a
    group of ``seat`` where one is named), ``several`` (more than one card to discard), or a word of
    :data:`WORDS`; ``detail`` is what was said about it.
    """

    act: str
    move: Move | None = None
    number: int = 0
    card: Card | None = None
    seat: int | None = None
    groups: tuple[tuple[Card, ...], ...] = ()
    detail: str = ""


WORDS: Final[dict[str, tuple[str, ...]]] = {
    "draw": ("d", "draw", "draw pile", "pile", "v", "velc", "velk", "vilkt", "izvelc", "izvilkt"),
    "take": ("t", "take", "take discard", "n", "nem", "nemt", "panem", "panemt", "panem nomesto"),
    "end": ("end", "end turn", "pass", "done", "beigt gajienu", "beidz gajienu"),
    "undo": ("u", "undo", "atsaukt", "atsauc"),
    "hint": ("hint", "padoms"),
    "sort": ("sort", "karto", "kartot", "sakarto", "sakartot"),
    "table": ("", "table", "show", "galds", "radi", "radit"),
    "phases": ("phases", "fazes"),
    "rules": ("rules", "noteikumi"),
    "score": ("score", "scores", "points", "punkti"),
    "help": ("help", "?", "palidziba", "palidzi", "paligs", "paliga"),
    "quit": ("q", "quit", "exit", "beigt", "beidz", "beigas", "iziet"),
    "next": ("next", "deal", "talak", "dali", "izdali"),
}
"""The words of each act, as :func:`~phase10.game.entries.plain_letters` writes them."""

_VERBS: Final[dict[str, tuple[str, ...]]] = {
    "lay": ("l", "lay", "i", "izliec", "izlikt"),
    "hit": ("h", "hit", "add", "p", "pieliec", "pielikt"),
    "discard": ("discard", "throw", "d", "nomet", "nomest", "met"),
    "skip": ("skip", "izlaid"),
    "take": ("take", "nem", "panem", "nemt", "panemt"),
    "sort": WORDS["sort"],
}
_ACT_OF: Final = {word: act for act, words in WORDS.items() for word in words}
_VERB_OF: Final = {
    verb: [act for act, verbs in _VERBS.items() if verb in verbs]
    for verbs in _VERBS.values()
    for verb in verbs
}
_ALL: Final = ("all", "visi", "viss")
_SORTS: Final = {
    **dict.fromkeys(("number", "numbers", "skaitli", "skaitlis", "skaitla"), "number"),
    **dict.fromkeys(("color", "colors", "colour", "colours", "krasa", "krasas"), "color"),
}
_DEPTHS: Final = {"second": 2, "third": 3, "otro": 2, "treso": 3}
_WILD_AS = re.compile(r"\s+(?:as|k[aā])\s+(?=\d)", re.IGNORECASE)
_DEPTH = re.compile(r"(?:discard\s+|nomesto\s+)?(?P<depth>[2-9]|1[0-9]|second|third|otro|treso)")
_FROM = re.compile(r"(?P<card>.+?)\s+(?:from|no)\s+(?P<place>.+)", re.IGNORECASE)
_ON = re.compile(r"(?P<card>.+?)\s+(?:on|to|pie|uz)\s+(?P<place>\S.*)", re.IGNORECASE)
_DOTTED = re.compile(r"(?P<card>.+?)\s+(?P<place>[^\s.]+\.\d{1,2})")
_PLACE = re.compile(r"(?P<owner>.*?)(?:\s*\.\s*|\s+|(?<=^[a-fA-F]))(?P<group>\d{1,2})")
_OF_PHASE = re.compile(r"(?P<phase>\d{1,2})\s*[:.]\s*(?P<groups>\S.*)")
_ENDINGS: Final = (
    *("iem", "ais", "am", "as", "ai", "im", "is", "um", "us", "es", "ei", "os", "ie"),
    *("a", "e", "i", "o", "s", "u"),
)
"""Endings of Latvian names in all cases, as :func:`plain_letters` writes them."""

_NAMED: Final = 2
"""Letters that a beginning of a name needs."""


def read_line(line: str, seats: Mapping[str, int]) -> Said:
    """Read a line; ``seats`` gives the seat of each name, letters included.

    Raises :class:`CardError` for a card that is none and :class:`PositionError` ``move.player`` or
    ``move.unknown`` for anything else that is not understood.
    """
    text = " ".join(line.split())
    if len(text) > LINE_LIMIT:
        raise PositionError("move.unknown", text=text)
    plain = plain_letters(text)
    act = _ACT_OF.get(plain.rstrip(".!"))
    if act is not None:
        return _MOVES.get(act) or Said(act)
    head, _, rest = text.partition(" ")
    for verb in _VERB_OF.get(plain_letters(head), ()):
        read = _READERS[verb](rest.strip(), seats)
        if read is not None:
            return read
    return _bare(text, seats)


def _lay(rest: str, seats: Mapping[str, int]) -> Said | None:
    plain = plain_letters(rest)
    if not rest or plain in _ALL:
        return Said("lay", detail="all" if rest else "")
    if plain.lstrip("#").isdecimal():
        return Said("lay", number=int(plain.lstrip("#")[:4]))
    number, cards = 0, rest
    if match := _OF_PHASE.fullmatch(rest):
        number, cards = int(match["phase"]), match["groups"]
    kinds: list[str | None] = []
    groups: list[tuple[Card, ...]] = []
    for part in cards.replace(";", "|").split("|"):
        word, _, after = part.strip().partition(" ")
        kind = kind_of_goal(word)
        read = tuple(parse_cards(_declared(after if kind else part)))
        if not read:
            raise PositionError("move.unknown", text=f"lay {rest}")
        kinds.append(kind)
        groups.append(read)
    named = tuple(Laid(kind, cards) for kind, cards in zip(kinds, groups, strict=True) if kind)
    if len(named) == len(groups):
        return Said("move", move=Lay(named, number or None))
    return Said("lay", number=number, groups=tuple(groups))


def _hit(rest: str, seats: Mapping[str, int]) -> Said | None:
    if not rest:
        return Said("hit")
    match = _ON.fullmatch(rest) or _DOTTED.fullmatch(rest)
    if match is None:
        return Said("hit", card=_card(rest))
    card = _card(match["card"])
    return _placed(card, match["place"], seats)


def _placed(card: Card, place: str, seats: Mapping[str, int]) -> Said:
    """Read where a card is hit: a group (``A.1``, ``Anna 1``) or just a player."""
    match = _PLACE.fullmatch(place)
    if match is not None and _seat(place, seats) is None:
        seat = _known_seat(match["owner"], seats)
        return Said("move", move=Hit(card, seat, int(match["group"])))
    return Said("hit", card=card, seat=_known_seat(place, seats))


def _discard(rest: str, seats: Mapping[str, int]) -> Said | None:
    match = _ON.fullmatch(rest)
    if match is not None:
        move = Discard(_card(match["card"]), _known_seat(match["place"], seats))
        return Said("move", move=move)
    return _bare(rest, seats) if rest else None


def _skip(rest: str, seats: Mapping[str, int]) -> Said | None:
    if not rest:
        return Said("move", move=Discard(Card(SKIP)))
    for word in ("on ", "uz "):
        rest = rest.removeprefix(word)
    return Said("move", move=Discard(Card(SKIP), _known_seat(rest, seats)))


def _take(rest: str, seats: Mapping[str, int]) -> Said | None:
    plain = plain_letters(rest)
    if match := _DEPTH.fullmatch(plain):
        depth = match["depth"]
        return Said("move", move=TakeDiscard(_DEPTHS.get(depth) or int(depth)))
    if match := _FROM.fullmatch(rest):
        said = _placed(_card(match["card"]), match["place"], seats)
        if isinstance(said.move, Hit):
            move = TakeBack(said.move.card, said.move.seat, said.move.group)
            return Said("move", move=move)
    return None


def _sort(rest: str, seats: Mapping[str, int]) -> Said | None:
    for word in plain_letters(rest).split():
        if word in _SORTS:
            return Said("sort", detail=_SORTS[word])
    return None


def _bare(text: str, seats: Mapping[str, int]) -> Said:
    """Read a card alone, which is discarded; a skip with a player; a card with a group.

    A number alone is that of a layout, as :func:`_lay` reads it.
    """
    if text.isdecimal():
        return Said("lay", number=int(text[:4]))
    match = _ON.fullmatch(text) or _DOTTED.fullmatch(text)
    if match is not None:
        card = _card(match["card"])
        if not card.is_skip or _DOTTED.fullmatch(text):
            return _placed(card, match["place"], seats)
        return Said("move", move=Discard(card, _known_seat(match["place"], seats)))
    head, _, rest = text.partition(" ")
    if rest and _is_skip(head) and not _reads(rest):
        return _skip(rest, seats) or Said("move")
    cards = _cards(text)
    if len(cards) > 1:
        return Said("several")
    return Said("move", move=Discard(cards[0]))


def _is_skip(word: str) -> bool:
    try:
        return Card.parse(word).is_skip
    except CardError:
        return False


def _reads(text: str) -> bool:
    """Tell whether a text is cards: ``S W`` is two of them and no player."""
    try:
        return bool(parse_cards(_declared(text)))
    except CardError:
        return False


def _cards(text: str) -> list[Card]:
    """Read cards; a line that looks like none is a command that is not known."""
    try:
        cards = parse_cards(_declared(text))
    except CardError as error:
        if error.code == "card.unknown":
            raise PositionError("move.unknown", text=text) from None
        raise
    if not cards:
        raise PositionError("move.unknown", text=text)
    return cards


def _card(text: str) -> Card:
    return Card.parse(_declared(text))


def _declared(text: str) -> str:
    """Write ``wild as 7`` and ``džokers kā 7`` as ``wild=7``."""
    return _WILD_AS.sub("=", text)


def _seat(name: str, seats: Mapping[str, int]) -> int | None:
    """Find a player by name, by letter, or by a beginning of the name that only one has.

    A name may also be declined: ``Annu`` is Anna where no other name begins so.
    """
    wanted = plain_letters(name.strip().rstrip("."))
    known = {plain_letters(each): seat for each, seat in seats.items()}
    if wanted in known:
        return known[wanted]
    if len(wanted) < _NAMED:
        return None
    likely = {seat for each, seat in known.items() if each.startswith(wanted)}
    likely = likely or {seat for each, seat in known.items() if _stem(each) == _stem(wanted)}
    return likely.pop() if len(likely) == 1 else None


def _stem(name: str) -> str:
    """Give a name without a common ending of a Latvian case, where enough of it is left."""
    for ending in _ENDINGS:
        if name.endswith(ending) and len(name) - len(ending) >= _NAMED:
            return name.removesuffix(ending)
    return name


def _known_seat(name: str, seats: Mapping[str, int]) -> int:
    seat = _seat(name, seats)
    if seat is None:
        players = ", ".join(_with_letter(each, seats) for each in dict.fromkeys(seats.values()))
        raise PositionError("move.player", name=name.strip(), players=players)
    return seat


def _with_letter(seat: int, seats: Mapping[str, int]) -> str:
    """Name a player with the letter of the seat: ``A (Anna)``."""
    letter, *names = (name for name, place in seats.items() if place == seat)
    return f"{letter} ({names[0]})" if names else letter


_MOVES: Final = {
    "draw": Said("move", move=Draw()),
    "take": Said("move", move=TakeDiscard()),
    "end": Said("move", move=EndTurn()),
}
_READERS: Final = {
    "lay": _lay,
    "hit": _hit,
    "discard": _discard,
    "skip": _skip,
    "take": _take,
    "sort": _sort,
}
