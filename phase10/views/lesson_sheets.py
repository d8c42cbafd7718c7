"""Sheets to print beside the lessons: cards to cut out, blank trees and tables, a score sheet.

Black and white: a shape and a word tell the color of a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from phase10.game.cards import CARDS, COLORS, NUMBERS, STANDARD_DECK, Card, Deck
from phase10.game.phases import PHASES
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.experiment import DECK
from phase10.views.cards import SHAPES, look
from phase10.views.html import Html, el
from phase10.views.i18n import number, plural, sentence
from phase10.views.lesson_document import Block, Document, Heading, NewPage, Note, Picture, Rows
from phase10.views.names import card_name, color_name, phase_name

__all__ = ["MINI_DECK", "SHEETS", "sheet_document"]

MINI_DECK: Final = Deck(colors=2, numbers=3, copies=2, wilds=0, skips=0)
"""The twelve cards of which every case can be listed: red and blue 1, 2, 3, each twice."""

SHEETS: Final = ("deck", "mini-deck", "hands", "tree", "frequency-tree", "table", "score")
"""The sheets by name."""

_FONT: Final = "Libertinus Serif, Georgia, serif"
_COLUMNS, _ROWS = 6, 7
_WIDE, _HIGH = 29, 34
_PLAYERS: Final = 6
_ROUNDS: Final = 16
_HANDS: Final = 10
"""Hands on a sheet, of as many cards each: one deck has enough for them."""
_SMALL: Final = 0.59
"""How much smaller a card of a printed hand is than one to cut out."""


def sheet_document(name: str, lang: str, seed: int = 1) -> Document:
    """Lay out a sheet of :data:`SHEETS`; ``seed``: of the deal, where hands are printed.

    :class:`NumberError` ``number.range`` for a seed that no deal has.
    """
    makers = {
        "deck": lambda: _cards(STANDARD_DECK, lang),
        "mini-deck": lambda: _cards(MINI_DECK, lang),
        "hands": lambda: _hands(lang, seed),
        "tree": lambda: _trees(lang, ""),
        "frequency-tree": lambda: _trees(lang, "400"),
        "table": lambda: _table(lang),
        "score": lambda: _score(lang),
    }
    code = name.replace("-", "_")
    title = sentence(lang, f"sheet.{code}")
    return Document(title, lang, title, (Heading(title), *makers[name]()))


# --- cards ---------------------------------------------------------------------------------------


def _cards(deck: Deck, lang: str) -> list[Block]:
    cards = [card for card in CARDS for _ in range(deck.counts[card.kind])]
    blocks: list[Block] = [Note(plural(lang, "sheet.cut", len(cards)))]
    page = _COLUMNS * _ROWS
    for first in range(0, len(cards), page):
        if first:
            blocks.append(NewPage())
        blocks.append(_page_of_cards(cards[first : first + page], lang))
    return blocks


def _page_of_cards(cards: Sequence[Card], lang: str) -> Picture:
    rows = -(-len(cards) // _COLUMNS)
    width, height = _COLUMNS * _WIDE, rows * _HIGH
    drawn = [
        el(
            "g",
            _card(card, lang),
            transform=f"translate({place % _COLUMNS * _WIDE} {place // _COLUMNS * _HIGH})",
        )
        for place, card in enumerate(cards)
    ]
    label = plural(lang, "sheet.cut", len(cards))
    return Picture(_svg(drawn, width, height), label, width, height)


def _hands(lang: str, seed: int) -> list[Block]:
    """Deal ten hands of ten cards from one deck, each a row to cut out."""
    dealt = LessonCode("HANDS", seed).stream("hands").sample(DECK, _HANDS * _HANDS)
    high, room = _HIGH * _SMALL, 3.2
    width, height = round(_HANDS * _WIDE * _SMALL), round(_HANDS * (high + room))
    drawn: list[Html] = []
    for row in range(_HANDS):
        top = row * (high + room)
        cards = sorted(dealt[row * _HANDS : (row + 1) * _HANDS])
        label = sentence(lang, "sheet.hands.hand", place=row + 1)
        drawn.append(_text(label, width / 2, top + 2.4, 2.8))
        for place, kind in enumerate(cards):
            move = f"translate({place * _WIDE * _SMALL:.2f} {top + room:.2f}) scale({_SMALL})"
            drawn.append(el("g", _card(CARDS[kind], lang), transform=move))
    note = sentence(lang, "sheet.hands.how", seed=str(seed))
    return [Note(note), Picture(_svg(drawn, width, height), note, width, height)]


def _card(card: Card, lang: str) -> list[Html]:
    name = look(card)
    word = color_name(lang, name) if name in COLORS else card_name(lang, card)
    shape = el(
        "g",
        el("path", d=SHAPES[name], fill="none", stroke="#000", stroke_width=1.6),
        transform="translate(3 3) scale(0.3)" if card.is_number else "translate(7 6) scale(0.62)",
    )
    drawn = [
        el("rect", x=0.5, y=0.5, width=_WIDE - 1, height=_HIGH - 1, rx=2, fill="none",
           stroke="#000", stroke_width=0.3),
        shape,
        _text(word, _WIDE / 2, _HIGH - 4, 3.4),
    ]  # fmt: skip
    if card.number is not None:
        drawn.append(_text(str(card.number), _WIDE / 2, 21, 15, bold=True))
        if card.number in (6, 9):
            # Upside down one is the other: the bar tells where the foot is.
            half = 4
            drawn.append(_line(_WIDE / 2 - half, 23, _WIDE / 2 + half, 23, 0.6))
    return drawn


# --- trees, tables, scores -----------------------------------------------------------------------


def _trees(lang: str, root: str) -> list[Block]:
    note = sentence(lang, "sheet.tree.counts" if root else "sheet.tree.chances")
    label = sentence(lang, "sheet.tree.label")
    tree = Picture(_svg(_tree(root), 172, 108), label, 172, 108)
    return [Note(note), tree, tree]


def _tree(root: str) -> list[Html]:
    """Draw a tree of two steps with two branches each; boxes and lines to write on."""
    drawn = [*_box(4, 46, root)]
    for branch, y in enumerate((18, 74)):
        drawn += [_line(26, 54, 66, y + 8, 0.4), *_box(66, y, "")]
        drawn.append(_line(34, 32 if branch == 0 else 76, 54, 32 if branch == 0 else 76, 0.2))
        for leaf in (y - 14, y + 14):
            middle = (y + leaf) / 2 + 3
            drawn += [_line(88, y + 8, 128, leaf + 8, 0.4), *_box(128, leaf, "")]
            drawn.append(_line(98, middle, 118, middle, 0.2))
    return drawn


def _box(x: float, y: float, text: str) -> list[Html]:
    box = el("rect", x=x, y=y, width=22, height=16, rx=1.5, fill="#fff", stroke="#000",
             stroke_width=0.4)  # fmt: skip
    return [box, _text(text, x + 11, y + 10.5, 6)] if text else [box]


def _table(lang: str) -> list[Block]:
    numbers = tuple(number(lang, place) for place in range(1, NUMBERS + 1))
    total = sentence(lang, "sheet.total")
    rows = (*(color_name(lang, color) for color in COLORS), total)
    empty = ("",) * (NUMBERS + 1)
    events = sentence(lang, "sheet.table.events")
    small = tuple((head, "", "", "") for head in ("A", sentence(lang, "sheet.table.not"), total))
    return [
        Note(sentence(lang, "sheet.table.how")),
        Rows(
            sentence(lang, "sheet.table.deck"),
            ("", *numbers, total),
            tuple((row, *empty) for row in rows),
            height=10,
        ),
        Rows(events, ("", "B", sentence(lang, "sheet.table.not_b"), total), small, height=14),
    ]


def _score(lang: str) -> list[Block]:
    players = ("",) * _PLAYERS
    phases = tuple(
        (sentence(lang, "sheet.score.phase", place=place, phase=phase_name(lang, phase)), *players)
        for place, phase in enumerate(PHASES, start=1)
    )
    rounds = tuple((number(lang, place), *players) for place in range(1, _ROUNDS + 1))
    total = (sentence(lang, "sheet.total"), *players)
    heading = sentence(lang, "sheet.score.player")
    return [
        Note(sentence(lang, "sheet.score.how")),
        Rows(sentence(lang, "sheet.score.phases"), (heading, *players), phases, height=9),
        NewPage(),
        Note(sentence(lang, "sheet.score.points")),
        Rows(
            sentence(lang, "sheet.score.rounds"),
            (sentence(lang, "sheet.score.round"), *players),
            (*rounds, total),
            height=9,
        ),
    ]


# --- drawing -------------------------------------------------------------------------------------


def _svg(drawn: Sequence[Html], width: int, height: int) -> Html:
    return el(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=f"{width}mm",
        height=f"{height}mm",
        font_family=_FONT,
    )


def _line(x1: float, y1: float, x2: float, y2: float, width: float) -> Html:
    return el("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#000", stroke_width=width)


def _text(text: str, x: float, y: float, size: float, *, bold: bool = False) -> Html:
    return el(
        "text",
        text,
        x=x,
        y=y,
        fill="#000",
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor="middle",
    )
