"""Why a move is ranked where it is: codes with values, and a ladder of hints.

A reason compares a move with the best other one, or says what makes it bad. ``views`` turns codes
into sentences.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from phase10.advice.options import Advice, Option, Reason
from phase10.game.position import Position
from phase10.solver.worth import next_player, point

__all__ = ["RUNGS", "idea", "named_cards", "with_reasons"]

RUNGS: Final = ("idea", "cards", "count", "move")
"""The ladder of hints: a bare idea, the cards it is about, the numbers, the whole move."""

_SURE: Final = 0.5
_TURNS: Final = 0.05


def with_reasons(
    position: Position, question: str, options: tuple[Option, ...]
) -> tuple[Option, ...]:
    """Give each option its reasons, the weightiest first."""
    return tuple(
        replace(option, reasons=tuple(_reasons(position, question, option, options)))
        for option in options
    )


def _reasons(
    position: Position, question: str, option: Option, options: tuple[Option, ...]
) -> list[Reason]:
    other = _compared(option, options)
    found: list[Reason] = []
    if option.goes_out:
        found.append(Reason("out"))
    if question == "lay":
        found += _laying(position, option)
    elif question == "discard":
        found += _keeping(option, other)
    elif question == "draw":
        found += _drawing(position, option, other)
    found += _giving(position, option, options)
    if other is not None and not option.goes_out and question != "draw":
        more = option.points_left - other.points_left
        if more and (question == "end" or abs(more) * point(position) >= _TURNS / 5):
            code = "points.more" if more > 0 else "points.fewer"
            found.append(Reason(code, {"n": abs(more)}))
    return found


def _compared(option: Option, options: tuple[Option, ...]) -> Option | None:
    """Choose what an option is compared with: the best, or the best of those ranked below it."""
    if option.rank != options[0].rank:
        return options[0]
    return next((other for other in options if other.rank != option.rank), None)


def _keeping(option: Option, other: Option | None) -> list[Reason]:
    """Compare what two discards keep."""
    found = []
    if other is not None:
        if option.missing != other.missing:
            found.append(Reason("missing", {"n": option.missing, "other": other.missing}))
        if option.live != other.live and option.missing == other.missing:
            found.append(Reason("live", {"n": option.live, "other": other.live}))
        if option.turns is not None and other.turns is not None:
            more = option.turns - other.turns
            if abs(more) >= _TURNS:
                code = "turns.more" if more > 0 else "turns.fewer"
                found.append(Reason(code, {"turns": abs(more)}))
    return found


def _drawing(position: Position, option: Option, other: Option | None) -> list[Reason]:
    if option.p_out is not None:
        sure = [Reason("hits.take", {"n": len(option.hits)})] if option.hits else []
        chance = [Reason("out.chance", {"chance": option.p_out})] if option.p_out else []
        return sure if option.move == "take discard" else chance
    found = []
    before = next((o.missing for o in (option, other) if o and o.move == "draw pile"), None)
    if option.move == "take discard" and before is not None:
        if option.missing == 0 and before:
            found.append(Reason("take.complete"))
        elif option.missing < before:
            found.append(Reason("take.helps", {"n": option.missing, "other": before}))
        elif position.top is not None:
            found.append(Reason("take.same", {"n": option.missing}))
    if option.move == "draw pile" and option.live:
        found.append(Reason("draw.helps", {"n": option.live, "unseen": option.unseen}))
    if option.turns is not None and other is not None and other.turns is not None:
        more = option.turns - other.turns
        if abs(more) >= _TURNS:
            code = "turns.more" if more > 0 else "turns.fewer"
            found.append(Reason(code, {"turns": abs(more)}))
    return found


def _laying(position: Position, option: Option) -> list[Reason]:
    if option.move.startswith("lay"):
        return [Reason("hits", {"n": len(option.hits)})] if option.hits else []
    near = [p for p in position.players if p.laid and p.cards is not None and p.cards <= 2]
    if near:
        return [Reason("wait.near", {"player": near[0].name, "n": option.points_left})]
    return [Reason("wait", {"n": option.points_left})]


def _giving(position: Position, option: Option, options: tuple[Option, ...]) -> list[Reason]:
    """Say what the discard does for the next player."""
    _, on, target = option.move.partition(" on ")
    after = replace(position, skipped=(*position.skipped, target)) if on else position
    player = next_player(after)
    if player is None or option.danger is None:
        return []
    if option.danger >= _SURE:
        return [Reason("feeds" if player.laid else "needed", {"player": player.name})]
    tempting = any(
        (other.danger or 0) >= _SURE and (other.turns or 0) <= (option.turns or 0) + _TURNS
        for other in options
    )
    return [Reason("safe", {"player": player.name})] if player.laid and tempting else []


def idea(advice: Advice) -> str:
    """Choose the code of the first rung: what to look at, without naming a card."""
    if not advice.options:
        return "plan"
    best = advice.options[0]
    if advice.question == "draw":
        return "take" if best.move == "take discard" else "draw"
    if best.goes_out:
        return "out"
    if advice.question == "discard":
        codes = [reason.code for reason in best.reasons]
        if best.move.partition(" on ")[1]:
            return "skip"
        if "safe" in codes and len(advice.options) > 1:
            return "safe"
        return "spare"
    return advice.question


def named_cards(advice: Advice) -> tuple[str, ...]:
    """List the cards of the second rung: those that the best moves are about."""
    best = [option for option in advice.options if option.rank == 1]
    if advice.question == "discard":
        return tuple(option.move.split()[1] for option in best)
    if advice.question == "draw":
        return () if advice.position.top is None else (str(advice.position.top),)
    hits = tuple(hit.split()[1] for hit in best[0].hits) if best else ()
    if advice.question == "lay" and best:
        words = best[0].move.replace("|", " ").split()[1:]
        return tuple(word for word in words if not word.islower())
    return hits + tuple(option.move.split()[1] for option in best[:1] if option.move)
