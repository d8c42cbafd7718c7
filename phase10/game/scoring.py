"""The end of a round: points, phases made, who goes on, and whether the match is over.

Sources: S43–S55 and section 6 of rules.en.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from phase10.game.rules import Rules
from phase10.game.stages import MATCH_OVER, ROUND_OVER

if TYPE_CHECKING:
    from phase10.game.engine import Game

__all__ = ["Decided", "Standing", "decided_after", "settled", "standings"]


class Standing(NamedTuple):
    """Hold what is kept of a player from round to round."""

    score: int
    done: tuple[int, ...]


class Decided(NamedTuple):
    """Hold the standings after a round, and who has won or is tied; neither while it goes on."""

    after: tuple[Standing, ...]
    winner: int | None = None
    tied: tuple[int, ...] = ()


def settled(game: Game, out: int | None) -> dict[str, Any]:
    """Give what the end of the round changes: points, standings, tied players or the winner.

    ``out``: who got rid of the last card; None when the round was blocked or the match ended with
    the last phase. A tie-break gives no points and is dealt again when it was blocked.
    """
    if game.tie_break:
        if out is None:
            return {"stage": ROUND_OVER, "points": (0,) * len(game.seats)}
        return {"stage": MATCH_OVER, "winner": out, "points": (0,) * len(game.seats)}
    # Who went out holds nothing and scores nothing (S45).
    points = tuple(game.rules.points_of(seat.hand) for seat in game.seats)
    before = [Standing(seat.score, seat.done) for seat in game.seats]
    laid = [seat.laid for seat in game.seats]
    decided = decided_after(game.rules, game.setup.numbers, game.round, before, laid, points, out)
    seats = tuple(
        type(seat)(seat.hand, standing.score, standing.done, seat.laid)
        for seat, standing in zip(game.seats, decided.after, strict=True)
    )
    changes: dict[str, Any] = {"stage": ROUND_OVER, "points": points, "seats": seats}
    if decided.winner is not None:
        changes |= {"stage": MATCH_OVER, "winner": decided.winner}
    elif decided.tied:
        changes |= {"tied": decided.tied}
    return changes


def decided_after(
    rules: Rules,
    numbers: Sequence[int],
    round_number: int,
    before: Sequence[Standing],
    laid: Sequence[int | None],
    points: Sequence[int],
    out: int | None,
) -> Decided:
    """Add a round to the standings and tell whether the match is over (S44–S53).

    ``numbers``: the phases in use; for each player ``laid``, the phase made in this round, and the
    ``points`` of the cards left; ``out``: who got rid of the last card.
    """
    after: list[Standing] = []
    for index, (standing, phase) in enumerate(zip(before, laid, strict=True)):
        done = standing.done if phase is None else tuple(sorted((*standing.done, phase)))
        if rules.game_end == "out" and len(done) == len(numbers) and index != out:
            done = standing.done
        after.append(Standing(standing.score + points[index], done))
    finishers = _finishers(rules, numbers, round_number, after)
    if not finishers:
        return Decided(tuple(after))
    least = min(after[index].score for index in finishers)
    best = tuple(index for index in finishers if after[index].score == least)
    if len(best) == 1:
        return Decided(tuple(after), best[0])
    return Decided(tuple(after), None, best)


def _finishers(
    rules: Rules, numbers: Sequence[int], round_number: int, after: Sequence[Standing]
) -> list[int]:
    """List who competes for the match after this round; nobody while it goes on.

    When all advance each round everybody does after the last phase (S58); otherwise those who have
    made all phases (S50, S64).
    """
    if rules.advance_all:
        return list(range(len(after))) if round_number >= len(numbers) else []
    return [index for index, standing in enumerate(after) if len(standing.done) == len(numbers)]


def standings(game: Game) -> tuple[int, ...]:
    """List the seats from the best to the worst: the winner, then more phases, then fewer points.

    When all advance each round only the points count.
    """

    def order(index: int) -> tuple[bool, int, int, int]:
        seat = game.seats[index]
        phases = 0 if game.rules.advance_all else len(seat.done)
        return (index != game.winner, -phases, seat.score, index)

    return tuple(sorted(range(len(game.seats)), key=order))
