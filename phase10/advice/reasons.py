"""Why a move is ranked where it is: codes with values, and a ladder of hints.

A reason compares a move with the best other one, or says what makes it bad. ``views`` turns codes
into sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Final

from phase10.advice.options import Advice, Option, Reason
from phase10.game.cards import Card
from phase10.game.position import Position
from phase10.solver.groupings import Grouping
from phase10.solver.worth import next_player, point

__all__ = ["RUNGS", "idea", "main_reason", "named_cards", "speaks_against", "with_reasons"]

RUNGS: Final = ("idea", "cards", "count", "move")
"""The ladder of hints: a bare idea, the cards it is about, the numbers, the whole move."""

_CANDIDATES: Final = 3
"""Discards among which the second rung lets one choose."""
_SURE: Final = 0.5
_MORE: Final = 0.2
"""By so much likelier must a player need a card than the one needed least."""
_LESS: Final = 0.1
"""By so much less likely must a player need a card for it to be said."""
_TURNS: Final = 0.05
_AGAINST: Final = {
    *("never", "gives_up", "turns.more", "points.more", "average.more"),
    *("feeds", "needed", "take.same", "wait", "wait.near"),
}


def with_reasons(
    position: Position,
    question: str,
    options: tuple[Option, ...],
    groupings: Sequence[Grouping] = (),
) -> tuple[Option, ...]:
    """Give each option its reasons, the weightiest first; ``groupings``: the best plans.

    First comes what speaks for a best move, and what speaks against any other.
    """
    found = []
    for option in options:
        reasons = _reasons(position, question, option, options, groupings)
        best = option.rank == options[0].rank
        reasons.sort(key=lambda reason: speaks_against(reason) == best)
        found.append(replace(option, reasons=tuple(reasons)))
    return tuple(found)


def speaks_against(reason: Reason) -> bool:
    """Tell whether a reason is one against the move."""
    values = reason.values
    if reason.code == "missing":
        return int(values["n"]) > int(values["other"])
    if reason.code == "live":
        return int(values["n"]) < int(values["other"])
    return reason.code in _AGAINST


def main_reason(option: Option) -> Reason | None:
    """Choose the reason of the short form; a best move is not told with one against it."""
    reason = next(iter(option.reasons), None)
    if reason is None or (option.rank == 1 and speaks_against(reason)):
        return None
    return reason


def _reasons(
    position: Position,
    question: str,
    option: Option,
    options: tuple[Option, ...],
    groupings: Sequence[Grouping],
) -> list[Reason]:
    other = _compared(option, options)
    found: list[Reason] = []
    if option.goes_out:
        found.append(Reason("out"))
    if question == "lay":
        found += _laying(position, option)
    elif question == "discard":
        found += _keeping(option, other, groupings)
    elif question == "draw":
        found += _drawing(position, option, other)
    found += _giving(position, option, other, options)
    waits = question == "lay" and option.move.startswith("discard")
    if other is not None and not option.goes_out and question != "draw" and not waits:
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


def _keeping(option: Option, other: Option | None, groupings: Sequence[Grouping]) -> list[Reason]:
    """Compare what two discards keep."""
    found = []
    if groupings and option.missing > groupings[0].missing:
        card = Card.parse(option.move.split()[1])
        plans = [p for p in groupings[0].groups if any(c.kind == card.kind for c in p.cards)]
        found += [Reason("gives_up", {"goal": str(plan.group)}) for plan in plans[:1]]
    if other is not None:
        if option.missing != other.missing:
            found.append(Reason("missing", {"n": option.missing, "other": other.missing}))
        if option.live != other.live and option.missing == other.missing:
            found.append(Reason("live", {"n": option.live, "other": other.live}))
        found += _waiting(option, other)
    return found


def _waiting(option: Option, other: Option | None) -> list[Reason]:
    """Compare expected turns; what never comes is told alone."""
    if option.turns is None:
        return []
    if option.turns == inf:
        return [Reason("never")]
    if other is None or other.turns is None or not _TURNS <= abs(option.turns - other.turns) < inf:
        return []
    code = "turns.more" if option.turns > other.turns else "turns.fewer"
    return [Reason(code, {"turns": abs(option.turns - other.turns)})]


def _drawing(position: Position, option: Option, other: Option | None) -> list[Reason]:
    if option.p_out is not None:
        if option.move == "take discard" and not position.laid:
            found = [Reason("take.complete")]
        elif option.move == "take discard":
            found = [Reason("hits.take", {"n": len(option.hits)})] if option.hits else []
        else:
            found = [Reason("out.chance", {"chance": option.p_out})] if option.p_out else []
        more = 0 if other is None else option.points_left - other.points_left
        if more:
            code = "average.more" if more > 0 else "average.fewer"
            found.append(Reason(code, {"n": abs(more)}))
        return found
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
    return found + _waiting(option, other)


def _laying(position: Position, option: Option) -> list[Reason]:
    if option.move.startswith("lay"):
        return [Reason("hits", {"n": len(option.hits)})] if option.hits else []
    near = [p for p in position.players if p.laid and p.cards is not None and p.cards <= 2]
    if near:
        return [Reason("wait.near", {"player": near[0].name, "n": option.points_left})]
    return [Reason("wait", {"n": option.points_left})]


def _giving(
    position: Position, option: Option, other: Option | None, options: tuple[Option, ...]
) -> list[Reason]:
    """Say what the discard does for the next player."""
    card, on, target = (option.then or option.move).partition(" on ")
    after = replace(position, skipped=(*position.skipped, target)) if on else position
    player = next_player(after)
    if player is None or option.danger is None or card == "discard S":
        return []
    least = min(other.danger or 0.0 for other in options)
    # What is said of every card helps nobody to choose.
    if option.danger >= _SURE and (player.laid or option.danger >= least + _MORE):
        return [Reason("feeds" if player.laid else "needed", {"player": player.name})]
    if not player.laid and other is not None and option.rank == options[0].rank:
        spared = (other.danger or 0.0) - option.danger >= _LESS
        return [Reason("spared", {"player": player.name})] if spared else []
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
    if len(advice.options) == 1 and advice.question != "lay":
        return "only"
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
    if advice.question == "lay" and not best.move.startswith("lay"):
        return "keep"
    return advice.question


def named_cards(advice: Advice) -> tuple[str, ...]:
    """List the cards of the second rung: those that the best moves are about."""
    best = [option for option in advice.options if option.rank == 1]
    if advice.question == "draw":
        return () if advice.position.top is None else (str(advice.position.top),)
    laying = next((option.move for option in advice.options if option.move.startswith("lay")), "")
    if advice.question == "lay" and laying:
        # Also where it is better to keep it: this is about the cards of the phase.
        words = laying.replace("|", " ").split()[1:]
        return _in_order([word.partition("=")[0] for word in words if not word.islower()])
    if advice.question == "end" and best[0].hits:
        return _in_order([hit.split()[1].partition("=")[0] for hit in best[0].hits])
    # One card alone would be the whole move.
    listed = dict.fromkeys(o.move.split()[1] for o in advice.options if o.move)
    return _in_order(list(listed)[: max(_CANDIDATES, len(best))])


def _in_order(cards: list[str]) -> tuple[str, ...]:
    """Sort cards, so that their order gives nothing away."""
    return tuple(str(card) for card in sorted(map(Card.parse, cards)))
