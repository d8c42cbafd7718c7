"""Pictures of cards for the lessons: trees, the deck as a grid, two-way tables, lists of hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

from phase10.game.cards import CARDS, COLORS, NUMBERS, STANDARD_DECK, Card, Cards, Deck
from phase10.views.cards import SHAPES, look
from phase10.views.html import Html, el, table
from phase10.views.i18n import number, plural, sentence
from phase10.views.lesson_charts import drawing, label, line, numbers_table
from phase10.views.lesson_text import answer_text
from phase10.views.names import card_name, color_name

__all__ = [
    "Branch",
    "all_cards",
    "deck_grid",
    "frequency_tree",
    "hands_list",
    "probability_tree",
    "two_way_table",
]

_TREE_WIDTH: Final = 480
_ROW: Final = 46
_CELL: Final = 30
_HANDS_LIMIT: Final = 1000


@dataclass(frozen=True)
class Branch:
    """Hold a branch of a tree: what happens, with which probability, and what may follow."""

    name: str
    chance: Fraction
    then: tuple[Branch, ...] = ()


# --- trees ---------------------------------------------------------------------------------------


def probability_tree(branches: Sequence[Branch], lang: str, *, title: str) -> Html:
    """Draw a tree of two stages; at each end the product along its branches."""
    return _tree(branches, lang, title, None)


def frequency_tree(branches: Sequence[Branch], total: int, lang: str, *, title: str) -> Html:
    """Draw a tree with how many of ``total`` go each way (they should divide evenly)."""
    return _tree(branches, lang, title, total)


def _tree(branches: Sequence[Branch], lang: str, title: str, total: int | None) -> Html:
    leaves = sum(max(1, len(branch.then)) for branch in branches)
    height = leaves * _ROW + 16
    root_y = height / 2
    root = "" if total is None else number(lang, total)
    drawn: list[Html] = [label(root, 22, root_y + 4, weight=650)] if root else []
    rows: list[list[str]] = []
    at = 0
    for branch in branches:
        size = max(1, len(branch.then))
        y = 8 + (at + size / 2) * _ROW
        drawn += _branch(34, root_y, 150, y, branch, _told(lang, branch.chance, total))
        for place, follow in enumerate(branch.then or ()):
            leaf = 8 + (at + place + 0.5) * _ROW
            both = branch.chance * follow.chance
            told = _told(lang, follow.chance if total is None else both, total)
            drawn += _branch(240, y, 330, leaf, follow, told)
            end = answer_text(lang, both) if total is None else ""
            drawn.append(label(end, _TREE_WIDTH - 4, leaf + 4, anchor="end", size=10))
            rows.append([branch.name, follow.name, told if total else answer_text(lang, both)])
        if not branch.then:
            told = _told(lang, branch.chance, total)
            rows.append([branch.name, "", told if total else answer_text(lang, branch.chance)])
        at += size
    said = "; ".join(", ".join(part for part in row if part) for row in rows)
    names = ("first", "second", "count" if total else "chance")
    headings = [sentence(lang, f"lesson.tree.{name}") for name in names]
    return el(
        "figure",
        el("figcaption", title),
        drawing(drawn, f"{title}. {said}", _TREE_WIDTH, round(height)),
        numbers_table(title, headings, rows, lang),
    )


def _branch(x1: float, y1: float, x2: float, y2: float, branch: Branch, told: str) -> list[Html]:
    middle_x, middle_y = (x1 + x2) / 2, (y1 + y2) / 2
    return [
        line(x1, y1, x2, y2, 1.5),
        label(told, middle_x, middle_y - 4, size=11),
        label(branch.name, x2 + 5, y2 + 4, anchor="start", weight=600),
    ]


def _told(lang: str, chance: Fraction, total: int | None) -> str:
    if total is None:
        return str(chance)
    count = chance * total
    return number(lang, int(count)) if count.denominator == 1 else answer_text(lang, count, "value")


# --- the deck ------------------------------------------------------------------------------------


def deck_grid(
    lang: str,
    first: Callable[[Card], bool],
    second: Callable[[Card], bool] | None = None,
    *,
    title: str,
    names: tuple[str, str] = ("A", "B"),
    seen: Cards | None = None,
    deck: Deck = STANDARD_DECK,
    pointed: Callable[[Card], bool] | None = None,
    ident: str = "grid",
) -> Html:
    """Draw every card of a deck in a grid: event A hatched one way, B the other, both crossed.

    This is the Venn diagram of two events, with cards in it. ``seen`` cards are struck out and not
    counted; those ``pointed`` at have a thick frame.
    """
    gone = seen.counts if seen is not None else (0,) * len(CARDS)
    drawn: list[Html] = [_hatch(ident, "a", "M0 6L6 0"), _hatch(ident, "b", "M0 0L6 6")]
    counts = {"both": 0, "first": 0, "second": 0, "neither": 0}
    columns = NUMBERS if deck.numbers > 3 else deck.numbers * deck.copies
    place = 0
    for card in CARDS:
        for copy in range(deck.counts[card.kind]):
            a, b = first(card), second is not None and second(card)
            struck = copy < gone[card.kind]
            if not struck:
                counts[_region(a=a, b=b)] += 1
            x, y = place % columns * _CELL, place // columns * _CELL
            thick = pointed is not None and pointed(card)
            drawn += _cell(card, x, y, ident, a=a, b=b, struck=struck, thick=thick)
            place += 1
    rows = -(-place // columns)
    said = _regions(lang, counts, names, two=second is not None)
    body = [[name, number(lang, count)] for name, count in said]
    headings = [sentence(lang, f"lesson.grid.{name}") for name in ("region", "cards")]
    return el(
        "figure",
        el("figcaption", title),
        drawing(
            drawn,
            f"{title}. " + "; ".join(f"{name}: {count}" for name, count in said),
            columns * _CELL,
            rows * _CELL,
        ),
        table(title, headings, body, caption_hidden=True),
    )


def _region(*, a: bool, b: bool) -> str:
    if a:
        return "both" if b else "first"
    return "second" if b else "neither"


def _regions(
    lang: str, counts: dict[str, int], names: tuple[str, str], *, two: bool
) -> list[tuple[str, int]]:
    a, b = names
    if not two:
        other = sentence(lang, "lesson.grid.not", event=a)
        return [(a, counts["first"]), (other, counts["neither"])]
    told = {
        "both": sentence(lang, "lesson.grid.both", first=a, second=b),
        "first": sentence(lang, "lesson.grid.only", event=a),
        "second": sentence(lang, "lesson.grid.only", event=b),
        "neither": sentence(lang, "lesson.grid.neither"),
    }
    return [(name, counts[region]) for region, name in told.items()]


def _cell(
    card: Card, x: int, y: int, ident: str, *, a: bool, b: bool, struck: bool, thick: bool
) -> list[Html]:
    box = {"x": x + 1, "y": y + 1, "width": _CELL - 2, "height": _CELL - 2, "rx": 3}
    frame = 3 if thick else 0.8
    drawn = [el("rect", fill="none", stroke="currentColor", stroke_width=frame, **box)]
    drawn += [
        el("rect", fill=f"url(#{ident}-{name})", stroke="none", **box)
        for name, inside in (("a", a), ("b", b))
        if inside
    ]
    drawn.append(
        el(
            "path",
            d=SHAPES[look(card)],
            fill="none",
            stroke="currentColor",
            stroke_width=2,
            transform=f"translate({x + 3} {y + 3}) scale(0.36)",
        )
    )
    if card.number is not None:
        drawn.append(label(str(card.number), x + 18, y + 23, weight=650, size=13))
    if struck:
        drawn.append(line(x + 2, y + 2, x + _CELL - 2, y + _CELL - 2, 2.5))
    return drawn


def _hatch(ident: str, name: str, path: str) -> Html:
    stroke = el("path", d=path, stroke="currentColor", stroke_width=1, stroke_opacity=0.6)
    return el(
        "defs",
        el("pattern", stroke, id=f"{ident}-{name}", width=6, height=6,
           patternUnits="userSpaceOnUse"),
    )  # fmt: skip


# --- tables and lists ----------------------------------------------------------------------------


def two_way_table(
    lang: str,
    *,
    color: str | None = None,
    event: int | None = None,
    seen: Cards | None = None,
) -> Html:
    """Count the number cards by color and number; what is given is marked, and where both meet.

    ``color``: the condition (its row is marked); ``event``: the number asked for (its column).
    """
    gone = seen.counts if seen is not None else (0,) * len(CARDS)
    heads = [number(lang, place) for place in range(1, NUMBERS + 1)]
    total = sentence(lang, "sheet.total")
    counts = [
        [
            STANDARD_DECK.counts[row * NUMBERS + place] - gone[row * NUMBERS + place]
            for place in range(NUMBERS)
        ]
        for row in range(len(COLORS))
    ]
    body = [
        el(
            "tr",
            el("th", color_name(lang, name), scope="row"),
            [
                el("td", count, class_=_mark(row=name == color, column=place + 1 == event))
                for place, count in enumerate(counts[row])
            ],
            el("td", sum(counts[row]), class_=_mark(row=name == color)),
        )
        for row, name in enumerate(COLORS)
    ]
    columns = [sum(row[place] for row in counts) for place in range(NUMBERS)]
    body.append(
        el(
            "tr",
            el("th", total, scope="row"),
            [el("td", count, class_=_mark(column=place + 1 == event))
             for place, count in enumerate(columns)],
            el("td", sum(columns)),
        )
    )  # fmt: skip
    return el(
        "table",
        el("caption", sentence(lang, "sheet.table.deck")),
        el("thead", el("tr", el("td"), [el("th", head, scope="col") for head in [*heads, total]])),
        el("tbody", body),
        class_="p10-two-way",
    )


def _mark(*, row: bool = False, column: bool = False) -> str | None:
    names = [name for name, inside in (("p10-given", row), ("p10-event", column)) if inside]
    return " ".join(names) or None


def hands_list(
    cards: Sequence[Card], size: int, lang: str, *, marked: Callable[[Sequence[Card]], bool]
) -> Html:
    """List all hands of a mini-deck, each once, twins told apart; ``marked`` ones in bold.

    Raises ``ValueError`` for more than a thousand hands: these are not for a screen.
    """
    total = comb(len(cards), size)
    if total > _HANDS_LIMIT:
        raise ValueError(f"{total} hands are too many to list")
    numbered = [(card, cards[:place].count(card)) for place, card in enumerate(cards)]
    items, hits = [], 0
    for hand in combinations(numbered, size):
        inside = marked([card for card, _ in hand])
        hits += inside
        text = ", ".join(card_name(lang, card) + ("′" if copy else "") for card, copy in hand)
        items.append(el("li", el("strong", text) if inside else text))
    told = plural(lang, "lesson.hands", total, marked=number(lang, hits))
    return el("section", el("p", told), el("ol", items, class_="p10-hands"))


def all_cards(deck: Deck) -> tuple[Card, ...]:
    """List the cards of a deck, twins beside each other."""
    return tuple(card for card in CARDS for _ in range(deck.counts[card.kind]))
