"""A person at the table who types what ``greedy`` would do, in English or Latvian."""

from __future__ import annotations

from phase10.game.engine import Game
from phase10.game.moves import SEATS, Discard, Draw, Hit, Lay, Move, TakeDiscard
from phase10.game.stages import ROUND_OVER
from phase10.players import PLAYERS, choice_of
from phase10.views.names import card_name

LATVIAN_KINDS = {"set": "komplekts", "run": "virkne", "color": "krāsa"}


def answer(game: Game, lang: str = "en") -> str:
    """What the person types now; between rounds just Enter."""
    if game.stage == ROUND_OVER:
        return ""
    return typed(choice_of(PLAYERS["greedy"], game), lang)


def typed(move: Move, lang: str = "en") -> str:
    """A move as it is typed."""
    if lang == "en":
        return _english(move)
    if isinstance(move, Draw):
        return "velc"
    if isinstance(move, TakeDiscard):
        return "ņem"
    if isinstance(move, Lay):
        number = "" if move.phase is None else f"{move.phase}: "
        groups = " | ".join(
            f"{LATVIAN_KINDS[kind]} {', '.join(card_name('lv', card) for card in cards)}"
            for kind, cards in move.groups
        )
        return f"izliec {number}{groups}"
    if isinstance(move, Hit):
        return f"pieliec {card_name('lv', move.card)} pie {SEATS[move.seat]}.{move.group}"
    assert isinstance(move, Discard)
    name = card_name("lv", move.card)
    return name if move.target is None else f"izlaišana uz {SEATS[move.target]}"


def _english(move: Move) -> str:
    if isinstance(move, Draw):
        return "d"
    if isinstance(move, TakeDiscard):
        return "t"
    if isinstance(move, Discard):
        return str(move.card) if move.target is None else f"S on {SEATS[move.target]}"
    return move.text()
