"""The command ``phase10 replay``: a record of a match, played again and verified."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phase10.cli.inputs import InputError
from phase10.cli.options import AsJson, Language, print_result
from phase10.views.i18n import language, sentence

if TYPE_CHECKING:
    from phase10.game.engine import Game
    from phase10.game.records import Record

__all__ = ["read_record", "register"]


def register(app: typer.Typer) -> None:
    """Add this command to the program."""
    app.command("replay")(replay)


def replay(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.")],
    *,
    turns: Annotated[bool, typer.Option("--turns", help="Show every turn.")] = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Play a recorded match again and verify every move, card, deal and score of it."""
    from phase10.cli.replay_terminal import replay_view

    said = language(lang or context.obj)
    record = read_record(said, file)
    print_result(
        as_json,
        lambda: _shape(record, turns=turns),
        lambda: replay_view(said, record, turns=turns),
    )


def read_record(lang: str, path: str) -> Record:
    """Read and verify a record; ``-`` is standard input. The line and the fault are told."""
    from phase10.game.errors import RecordError
    from phase10.game.record_text import RECORD_LIMIT
    from phase10.game.records import Record, load
    from phase10.views.records import record_error_text

    if not path.strip():
        raise InputError(sentence(lang, "replay.empty"))
    try:
        if path == "-":
            return Record.parse(sys.stdin.buffer.read(RECORD_LIMIT + 1))
        return load(path)
    except RecordError as error:
        raise InputError(record_error_text(lang, error)) from None


def _shape(record: Record, *, turns: bool) -> dict[str, Any]:
    """Give the match as JSON; ``winner`` is there when there is one."""
    from phase10.game.moves import SEATS
    from phase10.game.stages import MATCH_OVER

    game = record.game
    rounds = record.rounds()
    played = Counter(turn.round for turn in record.turns())
    shape: dict[str, Any] = {
        "legal": True,
        "finished": game.stage == MATCH_OVER,
        "scores": _by_seat([seat.score for seat in game.seats]),
        "phases": _by_seat([len(seat.done) for seat in game.seats]),
    }
    if game.winner is not None:
        shape["winner"] = SEATS[game.winner]
    shape |= {
        "rounds": len(rounds),
        "turns": played.total(),
        "players": [
            {"seat": seat, "name": name, **({"player": strategy} if strategy else {})}
            for seat, name, strategy in zip(SEATS, record.names, record.strategies, strict=False)
        ],
        "by_round": [_round(state, played[state.round]) for state in rounds],
    }
    if turns:
        shape["by_turn"] = [
            {"line": turn.line, "round": turn.round, "seat": SEATS[turn.seat], "moves": turn.said}
            for turn in record.turns()
        ]
    return shape


def _round(game: Game, turns: int) -> dict[str, Any]:
    """Give one round; how it ended and its points are there when it has ended and has some."""
    from phase10.game.moves import SEATS
    from phase10.game.record_text import ending_of
    from phase10.game.stages import MATCH_OVER, ROUND_OVER

    code = game.setup.code(game.round, len(game.playing))
    shape: dict[str, Any] = {"round": game.round, "deal": str(code), "turns": turns}
    if game.tie_break:
        shape["tie_break"] = [SEATS[seat] for seat in game.playing]
    if game.stage in (ROUND_OVER, MATCH_OVER):
        shape["end"] = ending_of(game)
        if game.out is not None:
            shape["out"] = SEATS[game.out]
        if not game.tie_break:
            shape["points"] = _by_seat(game.points)
    return shape


def _by_seat(numbers: Sequence[int]) -> dict[str, int]:
    from phase10.game.moves import SEATS

    return dict(zip(SEATS, numbers, strict=False))
