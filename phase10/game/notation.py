"""Cards as text, read leniently or strictly; :mod:`phase10.game.entries` says what is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from phase10.game.cards import CARDS, KINDS, Card, Deck
from phase10.game.entries import plain_letters, read_entry, split_entries
from phase10.game.errors import CardError, GameError

__all__ = ["Problem", "parse_cards", "plain_letters", "read_cards"]


@dataclass(frozen=True)
class Problem:
    """Hold one part of a text that is not a card: what was typed, where, and what is wrong."""

    token: str
    index: int
    error: GameError


def read_cards(
    text: str,
    deck: Deck | None = None,
    limit: int | None = None,
    elsewhere: Sequence[int] = (),
) -> tuple[list[Card], list[Problem]]:
    """Read a text leniently: the cards that are valid, and a problem for each part that is not.

    With ``deck``, copies beyond the deck are problems (``card.too_many``), counted together with
    the fifty counts ``elsewhere``; with ``limit``, so are cards beyond that many
    (``hand.too_many``). ``index`` counts the typed entries from 1; ``token`` is what to type again
    for what was left out.
    """
    cards: list[Card] = []
    problems: list[Problem] = []
    held = list(elsewhere) or [0] * KINDS
    for index, token in enumerate(split_entries(text), start=1):
        try:
            kind, copies, stands_for = read_entry(token)
        except CardError as error:
            problems.append(Problem(token, index, error))
            continue
        card = _card(kind, stands_for)
        in_deck = copies if deck is None else max(0, deck.counts[kind] - held[kind])
        in_hand = copies if limit is None else max(0, limit - len(cards))
        taken = min(copies, in_deck, in_hand)
        held[kind] += taken
        cards.extend([card] * taken)
        refused = copies - taken
        if refused:
            if deck is not None and taken == in_deck:
                problem = _too_many(kind, held[kind] + refused, deck)
            else:  # the hand is full: it holds as many cards as it may
                count, most = len(cards) + refused, len(cards)
                problem = CardError("hand.too_many", count=count, limit=most)
            left = str(card) if refused == 1 else f"{refused}x{card}"
            problems.append(Problem(left, index, problem))
    return cards, problems


def parse_cards(text: str) -> list[Card]:
    """Read a text strictly; raise the first problem's :class:`CardError`.

    >>> [str(card) for card in parse_cards("r7, 12B dzeltens 3 2xW W=9 S")]
    ['R7', 'B12', 'Y3', 'W', 'W', 'W=9', 'S']
    """
    cards: list[Card] = []
    for kind, copies, stands_for in map(read_entry, split_entries(text)):
        cards.extend([_card(kind, stands_for)] * copies)
    return cards


def _card(kind: int, stands_for: int | None) -> Card:
    return CARDS[kind] if stands_for is None else Card(kind, stands_for)


def _too_many(kind: int, count: int, deck: Deck) -> CardError:
    limit = deck.counts[kind]
    return CardError("card.too_many", card=str(CARDS[kind]), count=count, limit=limit)
