"""Moves of the course in whole sentences, and the words of the game that a text uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from phase10.game.cards import CARDS, Card
from phase10.game.moves import Discard, Draw, EndTurn, Hit, Lay, Move, TakeBack, TakeDiscard
from phase10.game.notation import plain_letters
from phase10.teaching.course.acts import Act, Choose, Enter, Tap
from phase10.teaching.course.board import Board, Candidate
from phase10.teaching.course.scene import MY_SEAT
from phase10.teaching.rules import Term, glossary
from phase10.views.course import act_sentence, table_names, target_name
from phase10.views.i18n import sentence
from phase10.views.names import card_name
from phase10.views.play import laid_text

__all__ = ["act_cards", "act_order", "candidate_text", "move_sentence", "terms_in"]

_LONGER: Final = {"en": 2, "lv": 4}
"""Letters by which a form of a word may be longer than its stem."""

_PARTICLES: Final = ("to", "a", "an", "the")


def candidate_text(lang: str, candidate: Candidate, names: Sequence[str]) -> str:
    """Say what a listed move is: one sentence for each of its acts."""
    moves = (act for act in candidate.acts if isinstance(act, Move))
    return " ".join(move_sentence(lang, move, names) for move in moves)


def act_order(lang: str, act: Act, board: Board, names: Sequence[str]) -> str:
    """Say an act of a board as something to be done now.

    >>> from phase10.teaching.course import levels
    >>> print(act_order("en", Tap("R7"), levels()[0].boards[0], ("me", "Anna")))
    Tap red 7.
    """
    if isinstance(act, Tap):
        return sentence(lang, "course.do.tap", what=target_name(lang, act.what, names))
    if isinstance(act, Choose):
        words = next(option.words for option in board.options if option.id == act.option)
        return sentence(lang, "course.do.choose", what=words.of(lang))
    if isinstance(act, Enter):
        words = next(field.words for field in board.fields if field.id == act.field)
        return sentence(lang, "course.do.number", field=words.of(lang), number=act.number)
    if isinstance(act, Move):
        return move_sentence(lang, act, names)
    return act_sentence(lang, act, board, names)


def move_sentence(lang: str, move: Move, names: Sequence[str]) -> str:
    """Say a move, lawful or not, as something to be done; ``names`` are those of the seats.

    >>> print(move_sentence("en", Discard(Card.parse("R5")), ("me", "Anna")))
    Discard red 5.
    """
    called = table_names(lang, names)
    match move:
        case Draw():
            return sentence(lang, "course.move.draw")
        case TakeDiscard(depth=1):
            return sentence(lang, "course.move.take")
        case TakeDiscard(depth=depth):
            return sentence(lang, "course.move.take.deep", depth=depth)
        case Lay(groups=groups, phase=None):
            return sentence(lang, "course.move.lay", groups=laid_text(lang, groups))
        case Lay(groups=groups, phase=number):
            told = laid_text(lang, groups)
            return sentence(lang, "course.move.lay.number", number=number or 0, groups=told)
        case Hit(card=card, seat=seat, group=group):
            own = ".own" if seat == MY_SEAT else ""
            return sentence(
                lang, f"course.move.hit{own}", card=card_name(lang, card, "accusative"),
                group=group, player=called[seat],
            )  # fmt: skip
        case TakeBack(card=card, seat=seat, group=group):
            own = ".own" if seat == MY_SEAT else ""
            return sentence(
                lang, f"course.move.back{own}", card=card_name(lang, card, "accusative"),
                group=group, player=called[seat],
            )  # fmt: skip
        case Discard(card=card, target=None):
            return sentence(lang, "course.move.discard", card=card_name(lang, card, "accusative"))
        case Discard(target=target):
            return sentence(lang, "course.move.skip", player=called[target or 0])
        case EndTurn():
            return sentence(lang, "course.move.end")
    raise TypeError(f"no move: {move!r}")


def act_cards(act: Act) -> tuple[Card, ...]:
    """List the cards that an act is about, to be drawn beside its words."""
    match act:
        case Lay(groups=groups):
            return tuple(card for group in groups for card in group.cards)
        case Hit(card=card) | TakeBack(card=card):
            return (card,)
        case Discard(card=card):
            return (CARDS[card.kind],)
        case Tap(what=what) if what[:1].isupper() and "." not in what:
            return (Card.parse(what),)
    return ()


def terms_in(lang: str, texts: Iterable[str]) -> tuple[Term, ...]:
    """Find the words of the glossary in texts, in the order of the glossary.

    Endings do not matter: a term is found by the stems of its words, one after the other.

    >>> [term.id for term in terms_in("lv", ["Tagad vari izlikt fāzi: komplektu no 4."])]
    ['phase', 'set', 'lay']
    """
    parts = (part for text in texts for part in _parts(text))
    words = ["".join(filter(str.isalpha, part)) for part in parts]
    return tuple(
        term
        for term in glossary()
        if any(_met(stems, words, _LONGER[lang]) for stems in _stems(lang, term))
    )


def _parts(text: str) -> list[str]:
    return plain_letters(text).replace("-", " ").replace("–", " ").split()


@cache
def _stems(lang: str, term: Term) -> tuple[tuple[str, ...], ...]:
    """Give the ways to write a term, each as the stems of its words."""
    written = term.words.of(lang).replace(")", "").replace("(", ",").split(",")
    ways: list[tuple[str, ...]] = []
    for way in written:
        words = [word for word in _parts(way) if word not in _PARTICLES]
        ways.append(tuple(_stem(lang, word) for word in words))
    return tuple(way for way in ways if way)


def _stem(lang: str, word: str) -> str:
    """Leave out what changes at the end of a word."""
    if lang == "lv":
        return word[:-2] if len(word) > 6 else word[:-1]
    return word


def _met(stems: tuple[str, ...], words: list[str], longer: int) -> bool:
    count = len(stems)
    return any(
        all(
            word.startswith(stem) and len(word) <= len(stem) + longer
            for word, stem in zip(words[place : place + count], stems, strict=True)
        )
        for place in range(len(words) - count + 1)
    )
