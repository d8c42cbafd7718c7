"""The end of a round: points, phases made, who goes on, and whether the match is over.

Sources: S43–S55 and section 6 of rules.en.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phase10.game.stages import MATCH_OVER, ROUND_OVER

if TYPE_CHECKING:
    from phase10.game.engine import Game

__all__ = ["Standing", "settled", "standings"]


class Standing(NamedTuple):
    """Hold what is kept of a player from round to round."""

    score: int
    done: tuple[int, ...]


def settled(game: Game, out: int | None) -> dict[str, Any]:
    """Give what the end of the round changes: points, standings, tied players or the winner.

    ``out``: who got rid of the last card; None when the round was blocked or the match ended with
    the last phase. A tie-break gives no points and is dealt again when it was blocked.
    """
    if game.tie_break:
        if out is None:
            return {"stage": ROUND_OVER, "points": (0,) * len(game.seats)}
        return {"stage": MATCH_OVER, "winner": out, "points": (0,) * len(game.seats)}
    rules, numbers = game.rules, game.setup.numbers
    points: list[int] = []
    after: list[Standing] = []
    for index, seat in enumerate(game.seats):
        # Who went out holds nothing and scores nothing (S45).
        scored = rules.points_of(seat.hand)
        done = seat.done if seat.laid is None else tuple(sorted((*seat.done, seat.laid)))
        if rules.game_end == "out" and len(done) == len(numbers) and index != out:
            done = seat.done
        points.append(scored)
        after.append(Standing(seat.score + scored, done))
    seats = tuple(
        type(seat)(seat.hand, standing.score, standing.done, seat.laid)
        for seat, standing in zip(game.seats, after, strict=True)
    )
    changes: dict[str, Any] = {"stage": ROUND_OVER, "points": tuple(points), "seats": seats}
    finishers = _finishers(game, after)
    if finishers:
        least = min(after[index].score for index in finishers)
        best = tuple(index for index in finishers if after[index].score == least)
        if len(best) == 1:
            changes |= {"stage": MATCH_OVER, "winner": best[0]}
        else:
            changes |= {"tied": best}
    return changes


def _finishers(game: Game, after: list[Standing]) -> list[int]:
    """List who competes for the match after this round; nobody while it goes on.

    When all advance each round everybody does after the last phase (S58); otherwise those who have
    made all phases (S50, S64).
    """
    numbers = game.setup.numbers
    if game.rules.advance_all:
        return list(range(len(after))) if game.round >= len(numbers) else []
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
