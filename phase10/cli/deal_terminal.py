"""Whole games for people: deals in a terminal, without color as good as with it."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from phase10.cli.fitting import Fitting
from phase10.game.cards import CARDS, Card
from phase10.game.moves import SEATS
from phase10.game.shuffle import Deal, DealCode
from phase10.views.i18n import plural, sentence
from phase10.views.names import card_name

__all__ = ["dealt_view"]

_TABLE = 40
"""Letters of a line that the table of hands needs."""

_STYLE = {"red": "red", "blue": "bright_blue", "green": "green", "yellow": "yellow"}


def dealt_view(lang: str, code: DealCode, deal: Deal) -> RenderableType:
    """Show every hand, the card turned up and the draw pile in the order of drawing."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(sentence(lang, "term.deal.player"))
    table.add_column(sentence(lang, "term.cards"))
    lines: list[RenderableType] = []
    for seat, hand in zip(SEATS, deal.hands, strict=False):
        table.add_row(seat, _cards(lang, hand))
        lines += [Text(seat, style="bold"), Padding(_cards(lang, hand), (0, 0, 0, 2))]
    top = sentence(lang, "term.deal.top", card="\0")
    if deal.pile:
        drawn = [CARDS[kind] for kind in reversed(deal.pile)]
        pile = _filled(plural(lang, "term.deal.pile", len(drawn), cards="\0"), lang, drawn)
    else:
        pile = Text(sentence(lang, "term.deal.pile.empty"))
    return Group(
        Text(sentence(lang, "term.deal.code", deal=str(code)), style="bold"),
        Text(plural(lang, "term.deal.players", code.players, round=code.round)),
        Text(),
        Fitting(table, Group(*lines), _TABLE),
        Text(),
        _filled(top, lang, [deal.top]),
        pile,
    )


def _filled(text: str, lang: str, cards: Iterable[Card]) -> Text:
    """Put cards with their colors where a sentence has its mark."""
    before, _, after = text.partition("\0")
    return Text.assemble(before, _cards(lang, cards), after)


def _cards(lang: str, cards: Iterable[Card]) -> Text:
    return Text(", ").join(
        Text(card_name(lang, card), style=_STYLE.get(card.color or "", "")) for card in cards
    )
