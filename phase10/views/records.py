"""Records of matches in words: the players, how rounds ended, what is wrong with a record."""

from __future__ import annotations

from collections import Counter

from phase10.game.engine import Game
from phase10.game.errors import RecordError
from phase10.game.moves import SEATS
from phase10.game.record_text import ending_of
from phase10.game.records import Record
from phase10.game.stages import MATCH_OVER, ROUND_OVER
from phase10.views.i18n import sentence
from phase10.views.refusals import refusal_text
from phase10.views.text import error_text

__all__ = ["ending_text", "player_names", "record_error_text", "standing_text"]


def record_error_text(lang: str, error: RecordError) -> str:
    """Say which line of a record is wrong, and why in the words of what found the fault.

    >>> from phase10.game.errors import RulesError
    >>> unknown = RecordError("record.header", line=2, text="rules: house")
    >>> print(record_error_text("en", unknown.because(RulesError("rules.preset", text="house"))))
    Line 2: house — no rules have this name; there are seed and official.
    """
    if error.reason is None:
        return error_text(lang, error)
    refusal, line = error.refusal, error.values["line"]
    if refusal is None:
        return sentence(lang, "record.line", line=line, problem=error_text(lang, error.reason))
    problem = refusal_text(lang, refusal)
    return sentence(lang, "record.line.move", line=line, move=error.values["move"], problem=problem)


def player_names(record: Record) -> tuple[str, ...]:
    """Name the players by seat: those without a name, or with that of another, by their letter.

    What a terminal or a page must not obey is shown escaped.
    """
    shown = [
        "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in name.strip())
        for name in record.names
    ]
    alike = Counter(shown)
    return tuple(
        name if name and alike[name] == 1 else f"{name} ({seat})".strip() if name else seat
        for seat, name in zip(SEATS, shown, strict=False)
    )


def ending_text(lang: str, game: Game, names: tuple[str, ...]) -> str:
    """Say how a round ended, or that it goes on."""
    if game.stage not in (ROUND_OVER, MATCH_OVER):
        return sentence(lang, "replay.end.running")
    ending = ending_of(game)
    if ending == "blocked":
        return sentence(lang, "replay.end.blocked")
    return sentence(lang, f"replay.end.{ending}", player=names[game.turn])


def standing_text(lang: str, game: Game, names: tuple[str, ...]) -> str:
    """Say who has won, or where the match stands."""
    if game.winner is not None:
        return sentence(lang, "replay.winner", player=names[game.winner])
    if game.stage == ROUND_OVER:
        return sentence(lang, "replay.between", round=game.round)
    return sentence(lang, "replay.running", round=game.round, player=names[game.turn])
